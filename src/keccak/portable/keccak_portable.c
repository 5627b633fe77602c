/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600], portable C on 64-bit lanes; 32-bit chips do better with
 * keccak_interleaved.c. */

#define CODE
#define NAME(f) f##_portable
#define INLINE

#include "keccak/words.inc"
