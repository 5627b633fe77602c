/* SPDX-License-Identifier: MIT */
/* Poly1305 for ARMv8-A, two blocks side by side.
 *
 * With limbs of 26 bits a product is 25 UMLAL for two blocks.  Even blocks are
 * in lane 0, odd ones in lane 1; a step on pairs a and b is
 *
 *     h = h r^4 + a r^2 + b
 *
 * and carries once; in the end the lanes are multiplied by r^2 and r, and
 * added.  a r^2 + b does not depend on h: it is computed while h carries.  On a
 * Cortex-A72 one vector pipe multiplies and the other executes the rest, 50
 * operations each for 64 bytes: 0.8 cycles/byte.  The integer multiplier takes
 * 34 cycles for 16 bytes, 2.1 cycles/byte.
 *
 *     10 KiB, cycles/byte     pipeline model    llvm-mca
 *     NEON                    1.15-1.33         1.01
 *     portable                3.1-3.2           1.8
 *
 * Limbs stay below 2^26 + 2^10 and 5 r below 2^29: ten products and a limb are
 * less than 2^59.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "core/for_each.h"

#    include "poly1305/poly1305_internal.h"
#    include "poly1305/limbs.h"

#    define KERNEL static inline __attribute__((always_inline))

enum { LIMB = 26, LOW26 = (1 << LIMB) - 1 };

/* r[0..4], and 5 r[1..4] at 5..8. */
typedef struct multiplier {
    uint32_t r[12];
} multiplier;

static multiplier
split_limbs(poly1305_limbs a)
{
    poly1305_wide t = a.x[0] + ((poly1305_wide)a.x[1] << 44);
    const uint64_t w0 = (uint64_t)t;
    multiplier m = {{0}};

    t = (t >> 64) + ((poly1305_wide)a.x[2] << 24);

    const uint64_t w1 = (uint64_t)t, w2 = (uint64_t)(t >> 64);

    m.r[0] = w0 & LOW26;
    m.r[1] = w0 >> 26 & LOW26;
    m.r[2] = (w0 >> 52 | w1 << 12) & LOW26;
    m.r[3] = w1 >> 14 & LOW26;
    m.r[4] = (uint32_t)(w1 >> 40 | w2 << 24);
    for (unsigned i = 1; i <= 4; i++)
        m.r[4 + i] = 5 * m.r[i];
    return m;
}

/* clang-format off */
/* Instructions stay in the order in which they are written: see
 * core/arm/order.h. */
#define ORDERED(text, to, ...) __asm__ volatile(text : "=w"(to) : __VA_ARGS__)
#define MLAL_LANE(d, x, m, lane) \
    __asm__ volatile("umlal %0.2d, %1.2s, %2.s[" #lane "]" : "+w"(d) : "w"(x), "w"(m))
#define AND(to, a) ORDERED("and %0.16b, %1.16b, %2.16b", to, "w"(a), "w"(mask))
#define OR(to, a, b) ORDERED("orr %0.16b, %1.16b, %2.16b", to, "w"(a), "w"(b))
#define ADD(to, a, b) ORDERED("add %0.2d, %1.2d, %2.2d", to, "w"(a), "w"(b))
#define SHR(to, a, n) ORDERED("ushr %0.2d, %1.2d, " #n, to, "w"(a))
#define SHL(to, a, n) ORDERED("shl %0.2d, %1.2d, " #n, to, "w"(a))
#define SRA(to, a, n) __asm__ volatile("usra %0.2d, %1.2d, " #n : "+w"(to) : "w"(a))
#define NARROW(to, a) ORDERED("xtn %0.2s, %1.2d", to, "w"(a))
#define TRN1(to, a, b) ORDERED("trn1 %0.2d, %1.2d, %2.2d", to, "w"(a), "w"(b))
#define TRN2(to, a, b) ORDERED("trn2 %0.2d, %1.2d, %2.2d", to, "w"(a), "w"(b))

/* d += x r for limb i of x, r the same in both lanes, interleaved with five other
 * operations.  r, s, t are the three vectors of a multiplier. */
#define FIFTH(i, d, x, m0, l0, m1, l1, m2, l2, m3, l3, m4, l4, o0, o1, o2, o3, o4) \
    MLAL_LANE(d[0], x[i], m0, l0); o0; MLAL_LANE(d[1], x[i], m1, l1); o1;           \
    MLAL_LANE(d[2], x[i], m2, l2); o2; MLAL_LANE(d[3], x[i], m3, l3); o3;           \
    MLAL_LANE(d[4], x[i], m4, l4); o4
#define FIFTH0(d, x, r, s, t, ...) FIFTH(0, d, x, r, 0, r, 1, r, 2, r, 3, s, 0, __VA_ARGS__)
#define FIFTH1(d, x, r, s, t, ...) FIFTH(1, d, x, t, 0, r, 0, r, 1, r, 2, r, 3, __VA_ARGS__)
#define FIFTH2(d, x, r, s, t, ...) FIFTH(2, d, x, s, 3, t, 0, r, 0, r, 1, r, 2, __VA_ARGS__)
#define FIFTH3(d, x, r, s, t, ...) FIFTH(3, d, x, s, 2, s, 3, t, 0, r, 0, r, 1, __VA_ARGS__)
#define FIFTH4(d, x, r, s, t, ...) FIFTH(4, d, x, s, 1, s, 2, s, 3, t, 0, r, 0, __VA_ARGS__)
/* clang-format on */

/* d += x times one number in lane 0, another in lane 1; limb i of x and limb j of
 * these meet in d[i + j], or 5 times in d[i + j - 5]. */
KERNEL void
times_each(uint64x2_t d[8], const uint32x2_t x[8], const multiplier *m0, const multiplier *m1)
{
    uint32_t both[9][2];

    for (unsigned i = 0; i < 9; i++) {
        both[i][0] = m0->r[i];
        both[i][1] = m1->r[i];
    }
    FOR_EACH(i, 5, FOR_EACH(k, 5, d[k] = vmlal_u32(d[k], x[i], vld1_u32(both[(k + 9 - i) % 9]));););
}

/* The limbs of two blocks. */
KERNEL void
load_pair(uint64x2_t m[8], const uint8_t *in, uint64x2_t top)
{
    const uint64x2_t a = vreinterpretq_u64_u8(vld1q_u8(in)), b = vreinterpretq_u64_u8(vld1q_u8(in + 16));
    const uint64x2_t mask = vdupq_n_u64(LOW26);
    uint64x2_t low, high;

    __asm__("trn1 %0.2d, %1.2d, %2.2d" : "=w"(low) : "w"(a), "w"(b));
    __asm__("trn2 %0.2d, %1.2d, %2.2d" : "=w"(high) : "w"(a), "w"(b));
    m[0] = low & mask;
    m[1] = vshrq_n_u64(low, 26) & mask;
    m[2] = vsraq_n_u64(vshlq_n_u64(high, 12), low, 52) & mask;
    m[3] = vshrq_n_u64(high, 14) & mask;
    m[4] = vshrq_n_u64(high, 40) | top;
}

/* Carries: every limb adds its bits above 26 to the next limb, in two
 * interleaved chains. */
KERNEL void
carry(uint64x2_t d[8])
{
    const uint64x2_t mask = vdupq_n_u64(LOW26);
    uint64x2_t t;

#    define PASS(from, to)                         \
        d[to] = vsraq_n_u64(d[to], d[from], LIMB); \
        d[from] &= mask
    PASS(0, 1);
    PASS(3, 4);
    PASS(1, 2);
    t = vshrq_n_u64(d[4], LIMB);
    d[4] &= mask;
    d[0] += t;
    t = vshlq_n_u64(t, 2);
    PASS(2, 3);
    d[0] += t;
    PASS(3, 4);
    PASS(0, 1);
}

/* nblocks = 4 n + 2, n > 0.  The last step loads its own blocks again. */
static void
pairs(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    const poly1305_limbs r = poly1305_to_limbs(sum->r[0], sum->r[1], 0), rr = poly1305_multiply(r, r);
    const multiplier m1 = split_limbs(r), m2 = split_limbs(rr), m4 = split_limbs(poly1305_multiply(rr, rr));
    const multiplier start = split_limbs(poly1305_to_limbs(sum->h[0], sum->h[1], sum->h[2]));
    const uint32x4_t low2 = vld1q_u32(m2.r), high2 = vld1q_u32(m2.r + 4), last2 = vld1q_u32(m2.r + 8);
    const uint32x4_t low4 = vld1q_u32(m4.r), high4 = vld1q_u32(m4.r + 4), last4 = vld1q_u32(m4.r + 8);
    const uint64x2_t tops = vdupq_n_u64((uint64_t)top << 24);
    const uint64x2_t mask = vdupq_n_u64(LOW26);
    uint64x2_t h[8], a[8], d[8];
    uint32x2_t x[8], y[8];
    uint64_t g[8];

    load_pair(h, in, tops);
    FOR_EACH(i, 5, h[i] += vcombine_u64(vcreate_u64(start.r[i]), vcreate_u64(0)););
    load_pair(a, in + 32, tops);
    load_pair(d, in + 64, tops);
    FOR_EACH(i, 5, y[i] = vmovn_u64(a[i]););
    for (in += 32; nblocks > 2; nblocks -= 4) {
        uint64x2_t t, low, high, m[8], p, q, u, v;

        in += nblocks > 6 ? 64 : 0;
        p = vreinterpretq_u64_u8(vld1q_u8(in));
        q = vreinterpretq_u64_u8(vld1q_u8(in + 16));
        u = vreinterpretq_u64_u8(vld1q_u8(in + 32));
        v = vreinterpretq_u64_u8(vld1q_u8(in + 48));

        /* d += a r^2, h carries */
        FIFTH0(d, y, low2, high2, last2, SRA(h[1], h[0], 26), SRA(h[4], h[3], 26), AND(h[0], h[0]),
               AND(h[3], h[3]), );
        FIFTH1(d, y, low2, high2, last2, SRA(h[2], h[1], 26), SHR(t, h[4], 26), AND(h[1], h[1]),
               AND(h[4], h[4]), );
        FIFTH2(d, y, low2, high2, last2, ADD(h[0], h[0], t), SHL(t, t, 2), SRA(h[3], h[2], 26),
               AND(h[2], h[2]), );
        FIFTH3(d, y, low2, high2, last2, ADD(h[0], h[0], t), NARROW(x[2], h[2]), SRA(h[4], h[3], 26),
               AND(h[3], h[3]), SRA(h[1], h[0], 26));
        FIFTH4(d, y, low2, high2, last2, AND(h[0], h[0]), NARROW(x[3], h[3]), NARROW(x[4], h[4]),
               NARROW(x[0], h[0]), NARROW(x[1], h[1]));

        /* d += h r^4, the next a and b are split into limbs */
        FIFTH2(d, x, low4, high4, last4, TRN1(low, p, q), TRN2(high, p, q), TRN1(p, u, v), TRN2(q, u, v),
               SHL(a[2], high, 12));
        FIFTH3(d, x, low4, high4, last4, AND(a[0], low), SHR(a[1], low, 26), SRA(a[2], low, 52),
               SHR(a[3], high, 14), SHR(a[4], high, 40));
        FIFTH0(d, x, low4, high4, last4, AND(a[1], a[1]), AND(a[2], a[2]), AND(a[3], a[3]),
               OR(a[4], a[4], tops), SHL(m[2], q, 12));
        FIFTH4(d, x, low4, high4, last4, SHR(m[1], p, 26), AND(m[0], p), SRA(m[2], p, 52), SHR(m[3], q, 14),
               SHR(m[4], q, 40));
        FIFTH1(d, x, low4, high4, last4, AND(m[1], m[1]), AND(m[2], m[2]), AND(m[3], m[3]),
               OR(m[4], m[4], tops), NARROW(y[0], a[0]));
        NARROW(y[1], a[1]);
        NARROW(y[2], a[2]);
        NARROW(y[3], a[3]);
        NARROW(y[4], a[4]);
        FOR_EACH(i, 5, h[i] = d[i]; d[i] = m[i];);
    }
    carry(h);
    FOR_EACH(i, 5, x[i] = vmovn_u64(h[i]); h[i] = vdupq_n_u64(0););
    times_each(h, x, &m2, &m1);
    carry(h);
    FOR_EACH(i, 5, g[i] = vgetq_lane_u64(h[i], 0) + vgetq_lane_u64(h[i], 1););

    poly1305_wide t = g[0] + ((poly1305_wide)g[1] << 26) + ((poly1305_wide)g[2] << 52);
    uint64_t w0 = (uint64_t)t, w1, w2;

    t = (t >> 64) + ((poly1305_wide)g[3] << 14) + ((poly1305_wide)g[4] << 40);
    w1 = (uint64_t)t;
    w2 = (uint64_t)(t >> 64);
    t = (poly1305_wide)w0 + 5 * (w2 >> 2);
    sum->h[0] = (uint64_t)t;
    t = (t >> 64) + w1;
    sum->h[1] = (uint64_t)t;
    sum->h[2] = (w2 & 3) + (uint64_t)(t >> 64);
}

void
narae_poly1305_blocks_neon(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    const size_t together = (nblocks - 2) / 4 * 4 + 2;

    pairs(sum, in, together, top);
    narae_poly1305_blocks_portable(sum, in + 16 * together, nblocks - together, top);
}

#endif
