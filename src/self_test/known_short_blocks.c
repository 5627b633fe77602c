/* SPDX-License-Identifier: MIT */
/* Known answers of the ciphers with blocks of 8 bytes, HIGHT and PIPO. */

#include "self_test_internal.h"

#include "narae/hight.h"
#include "narae/pipo.h"

KNOWN_ANSWERS_OF_CIPHER(hight, HIGHT, "HIGHT")
KNOWN_ANSWER(pipo, "PIPO", narae_test_blocks, &narae_pipo, ANSWER_PIPO)
