/* SPDX-License-Identifier: MIT */
/* Known answers of ARIA. */

#include "self_test_internal.h"

#include "narae/aria.h"

KNOWN_ANSWERS_OF_WIDE_CIPHER(aria, ARIA, "ARIA")
