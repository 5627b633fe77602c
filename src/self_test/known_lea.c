/* SPDX-License-Identifier: MIT */
/* Known answers of LEA. */

#include "self_test_internal.h"

#include "narae/lea.h"

KNOWN_ANSWERS_OF_WIDE_CIPHER(lea, LEA, "LEA")
