/* SPDX-License-Identifier: MIT */
/* Textbook LEA, as comparisons in the literature measure it: a yardstick for
 * the lab, never part of the library. */
#ifndef BASELINE_LEA_TEXTBOOK_H
#define BASELINE_LEA_TEXTBOOK_H

#include "narae/descriptor.h"

#define BASELINE_LEA_TEXTBOOK_SCHEDULE_BYTES(key_bytes) (4 + 24 * ((key_bytes) / 2 + 16))

extern const narae_block_cipher baseline_lea_textbook;

#endif
