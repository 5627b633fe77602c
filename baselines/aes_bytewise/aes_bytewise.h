/* SPDX-License-Identifier: MIT */
/* Textbook AES, as comparisons in the literature measure it: a yardstick for
 * the lab, never part of the library.  Not constant-time. */
#ifndef BASELINE_AES_BYTEWISE_H
#define BASELINE_AES_BYTEWISE_H

#include "narae/descriptor.h"

#define BASELINE_AES_BYTEWISE_SCHEDULE_BYTES(key_bytes) (4 + 16 * ((key_bytes) / 4 + 7))

extern const narae_block_cipher baseline_aes_bytewise;

#endif
