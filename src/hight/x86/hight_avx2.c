/* SPDX-License-Identifier: MIT */
/* HIGHT for x86-64 with AVX2: 32 blocks a group, two groups at a time.
 *
 * F0 and F1 are linear: that of a byte is the sum of those of its halves, each looked up in
 * 16 bytes, 6 operations.  A round is 32 operations, 8 cycles on Zen 4: 32 x 8 + 24 for 256
 * bytes, 1.09 cycles/byte.  Measured: 1.38; the difference is spills, 51 stores and 44 loads in
 * eight rounds of both groups by gcc 12.  A simulation that assigns operations to pipes when they
 * are dispatched, with 8 cycles from a store to its load, gives 1.18 if the pipe is the one with the
 * fewest operations waiting, and 1.44 if pipes alternate.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "kernels.h"

#    define CODE __attribute__((target("avx2")))
#    define NAME(f) f##_avx2
#    define LANES 4
#    define GROUPS 2
#    define FEW 2 /* lower latency in general registers */
#    define ONE_BODY 1
#    define encrypt_few narae_hight_encrypt_few
#    define decrypt_few narae_hight_decrypt_few
#    define ctr_few narae_hight_ctr_few
#    define B u8x32
#    define v_word(w) ((V)_mm256_set1_epi32((int)(w)))
#    define v_look_up(table, x) ((V)_mm256_shuffle_epi8(simd256_load_repeat(table), simd256(x)))

#    include "core/x86/blocks64.inc"
#    include "hight/halves.inc"
#    include "hight/vector.inc"

#endif
