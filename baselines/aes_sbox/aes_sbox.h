/* SPDX-License-Identifier: MIT */
/* AES with an S-box of bytes, as compact C libraries have it: a yardstick for
 * the lab, never part of the library.  Not constant-time. */
#ifndef BASELINE_AES_SBOX_H
#define BASELINE_AES_SBOX_H

#include "narae/descriptor.h"

#define BASELINE_AES_SBOX_SCHEDULE_BYTES(key_bytes) (4 + 16 * ((key_bytes) / 4 + 7))

extern const narae_block_cipher baseline_aes_sbox;

#endif
