/* SPDX-License-Identifier: MIT */
/* ARIA: the public functions and the descriptor. */

#include "core/family.h"

#include NARAE_KERNELS(aria)
#include "aria/portable/kernels.h"

#define CIPHER narae_aria
#define NAME "aria"
#define SET_KEY narae_aria_set_key
#define ENCRYPT narae_aria_encrypt
#define DECRYPT narae_aria_decrypt
#define SCHEDULE narae_aria_key
#define EACH_KEY(of) of(16), of(24), of(32)
#define SCHEDULE_BYTES(key_bytes) NARAE_ARIA_SCHEDULE_BYTES(key_bytes)
#define BLOCK_BYTES NARAE_ARIA_BLOCK_BYTES
#define ROUNDS ARIA_ROUNDS
#define ROUNDS_APART ARIA_ROUNDS_APART
#define KERNELS ARIA_KERNELS
#define BEST narae_aria_best
#define BATCH BATCH_BYTES

#include "core/block_cipher.inc"
