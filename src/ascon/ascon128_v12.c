/* SPDX-License-Identifier: MIT */
/* Ascon-128 of Ascon v1.2, not Ascon-AEAD128. */

#define NAME(f) narae_ascon128_v12_##f
#define IV 0x80400c0600000000
#define RATE 8
#define ROUNDS 6
#define WORDS_BIG_ENDIAN 1
#define LEAST_TAG_BYTES 16
#define MOST_BYTES UINT64_MAX

#include "aead.inc"
