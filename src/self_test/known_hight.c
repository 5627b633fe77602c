/* SPDX-License-Identifier: MIT */
/* Known answers of HIGHT. */

#include "self_test_internal.h"

#include "narae/hight.h"

KNOWN_ANSWERS_OF_CIPHER(hight, HIGHT, "HIGHT")
