/* SPDX-License-Identifier: MIT */
/* Known answers of ARIA. */

#include "self_test_internal.h"

#include "narae/aria.h"

KNOWN_ANSWERS_OF_CIPHER(aria, ARIA, "ARIA")
KNOWN_ANSWERS_OF_AEADS(aria, ARIA, "ARIA")
