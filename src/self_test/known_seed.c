/* SPDX-License-Identifier: MIT */
/* Known answers of SEED. */

#include "self_test_internal.h"

#include "narae/seed.h"

KNOWN_ANSWERS_OF_CIPHER(seed, SEED, "SEED")
KNOWN_ANSWERS_OF_AEADS(seed, SEED, "SEED")
