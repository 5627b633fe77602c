/* SPDX-License-Identifier: MIT */
/* Ascon-128a of Ascon v1.2, not Ascon-AEAD128. */

#define NAME(f) narae_ascon128a_v12_##f
#define IV 0x80800c0800000000
#define RATE 16
#define ROUNDS 8
#define WORDS_BIG_ENDIAN 1
#define LEAST_TAG_BYTES 16
#define MOST_BYTES UINT64_MAX

#include "aead.inc"
