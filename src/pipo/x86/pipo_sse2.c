/* SPDX-License-Identifier: MIT */
/* PIPO for any x86-64: 16 blocks a group, two groups at a time.
 *
 * A rotation by an even number of bytes is two shuffles, by four one, others
 * are two shifts and an OR: 17 operations a round where AVX2 has 7, and 8
 * shuffles more for two groups to spread the key.  59 + 4 operations are
 * 15.8 cycles on Zen 5: 13 x 15.8 + 2 x 26 = 257 for 128 bytes, 2.0 cycles/byte.
 * Measured: 2.7, with a move for most operations and spills.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/encrypt_only.h"

#    include "kernels.h"

#    define CODE
#    define NAME(f) f##_sse2
#    define LANES 2
#    define GROUPS 2

#    include "core/x86/blocks64.inc"

/* For even n. */
#    define TURN(n) (0xe4e4 >> (8 - (n)) & 0xff)
#    define v_rotate_even(x, n)                             \
        ((V)((n) == 4 ? _mm_shuffle_epi32(simd128(x), 0xb1) \
                      : _mm_shufflehi_epi16(_mm_shufflelo_epi16(simd128(x), TURN(n)), TURN(n))))
#    define v_rotate(x, n) ((n) % 2 == 0 ? v_rotate_even(x, n) : (x) << 8 * (n) | (x) >> (64 - 8 * (n)))

#    include "vector.inc"

#endif
