/* SPDX-License-Identifier: MIT */
/* Ascon-AEAD128.  SP 800-232, 4; its data limit, 2^54 bytes under one key, is
 * enforced for each message. */

#define NAME(f) narae_ascon_aead128_##f
#define IV 0x00001000808c0001
#define RATE 16
#define ROUNDS 8
#define WORDS_BIG_ENDIAN 0
#define LEAST_TAG_BYTES 4
#define MOST_BYTES ((uint64_t)1 << 54)

#include "aead.inc"
