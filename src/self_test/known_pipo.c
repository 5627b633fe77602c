/* SPDX-License-Identifier: MIT */
/* Known answers of PIPO. */

#include "self_test_internal.h"

#include "narae/pipo.h"

KNOWN_ANSWER(pipo, "PIPO", narae_test_blocks, &narae_pipo, ANSWER_PIPO)
