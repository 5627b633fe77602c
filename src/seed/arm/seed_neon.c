/* SPDX-License-Identifier: MIT */
/* SEED for ARMv8-A with NEON: 4 blocks a group, four groups at a time.  RFC 4269.
 *
 * The S-boxes invert in GF(2^4)[z] modulo z^2 + a z + a, a = 2, by lookups in a vector of 16
 * bytes (Hamburg, CHES 2009): of the element i z + k, with j = i + k and 1 / 0 as an index outside
 * the tables,
 *
 *     p = 1 / (1/i + a/k) + j,   q = 1 / (1/j + a/k) + i
 *
 * have the inverse u + z (u / a + (u + v) / a^2), u = 1/p, v = 1/q.  The map into this field takes
 * two tables, the map out of it two for each S-box.
 *
 * Two groups share their S-boxes and sums, as in seed_gfni512.c: even bytes of both in one
 * vector, odd ones in the other.
 *
 *     G of a group    splitting even and odd bytes 2, halves of bytes 4, 9 lookups, XORs 7, sums 7:
 *     29
 *     a round         3 x 29, 3 for the keys, 3 additions, 2 XORs: 95
 *
 * A Cortex-A72 executes two a cycle, but a lookup is three micro-operations: 149 a round.  16
 * rounds, and 35 for loads, transpositions and stores, take 18.9 cycles/byte.  The pipeline model
 * of the lab gives 23.6 in counter mode, and 52.9 for the portable code; interleaving the four
 * groups operation by operation does not change that.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "core/arm/transpose.h"
#    include "core/for_each.h"

#    include "kernels.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_neon
#    define GROUPS 4

#    include "words.inc"

typedef uint8x16_t bytes;

#    define v_look_up(low, high, x) vqtbl1q_u8(v_bytes(low, high), x)
#    define v_xor3(x, y, z) ((x) ^ (y) ^ (z))
#    define v_swap(x) vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(x)))

KERNEL bytes
across(bytes x)
{
    return vreinterpretq_u8_u16(vrev32q_u16(vreinterpretq_u16_u8(x)));
}

KERNEL bytes
v_inverse(bytes x)
{
    return v_look_up(0x06070b0d0e090180, 0x0803040a050c020f, x);
}

/* p and q of x. */
KERNEL void
v_invert(bytes x, bytes *p, bytes *q)
{
    const bytes low = vdupq_n_u8(15);
    const bytes y = v_look_up(0x9d9caeaf32330100, 0xf6f7c5c459586a6b, x & low) ^
                    v_look_up(0xac95dee74b723900, 0x073e754ce0d992ab, vshrq_n_u8(x, 4));
    const bytes k = y & low, i = vshrq_n_u8(y, 4), j = k ^ i;
    const bytes divided = v_look_up(0x0c0e05090f010280, 0x030608070a0b040d, k);

    *p = v_inverse(v_inverse(i) ^ divided) ^ j;
    *q = v_inverse(v_inverse(j) ^ divided) ^ i;
}

KERNEL void
g_pair(V *x, V *y)
{
    const bytes x0 = vreinterpretq_u8_u32(*x), y0 = vreinterpretq_u8_u32(*y);
    bytes p, q, r, s;

    v_invert(vtrn1q_u8(x0, y0), &p, &q);
    v_invert(vtrn2q_u8(x0, y0), &r, &s);
    const bytes a = v_look_up(0x09375b5216213e00, 0x1f4473654d6c7a28, p) ^
                    v_look_up(0xdde58e5341a43800, 0x9c12f7b6cf6b2a79, q);
    const bytes b = v_look_up(0x609435553fabf400, 0x5f6afec10aa19ecb, r) ^
                    v_look_up(0xccaa09c5e14b6600, 0x2d248e6fe8a34287, s);
    const bytes sum = a ^ b, u = vbslq_u8(vdupq_n_u8(0x0f), a, across(a)),
                v = vbslq_u8(vdupq_n_u8(0x3c), b, across(b)), differs = u ^ v;
    const bytes even = sum ^ across(sum) ^ v ^ (differs & vdupq_n_u8(0x33)), odd = even ^ differs;
    const bytes c = even ^ vdupq_n_u8(0x29), d = odd ^ vdupq_n_u8(0xb8); /* of the S-boxes' constants */

    *x = vreinterpretq_u32_u8(vtrn1q_u8(c, d));
    *y = vreinterpretq_u32_u8(vtrn2q_u8(c, d));
}

KERNEL void
NAME(g)(V t[], unsigned n)
{
    FOR_EACH(i, n / 2, g_pair(t + 2 * i, t + 2 * i + 1););
}

#    include "seed/vector.inc"

#endif
