/* SPDX-License-Identifier: MIT */
/* Known answers of SEED. */

#include "self_test_internal.h"

#include "narae/seed.h"

KNOWN_ANSWERS_OF_WIDE_CIPHER(seed, SEED, "SEED")
