/* Poly1305 for ARMv8-A, two blocks side by side.
 *
 * With limbs of 26 bits a product of sums is 25 UMLAL for two blocks.  Even
 * blocks are in lane 0, odd ones in lane 1; a step on pairs a and b is
 *
 *     h = h r^4 + a r^2 + b
 *
 * and carries once; in the end the lanes are multiplied by r^2 and r, and
 * added.  a r^2 + b does not wait for h: the next one is made while h carries.
 * On a Cortex-A72 one vector pipe multiplies and the other has the rest, 50
 * operations each for 64 bytes: 0.8 cycles/byte.  Its multiplier for integer
 * registers takes 34 cycles for 16 bytes, 2.1 cycles/byte.
 *
 *     10 KiB, cycles/byte     pipeline model    llvm-mca
 *     these kernels           1.25-1.45         1.05
 *     portable                3.1-3.2           1.8
 *
 * Limbs stay below 2^26 + 2^10 and 5 r below 2^29: ten products and a limb are
 * less than 2^59.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "core/for_each.h"

#    include "poly1305_internal.h"
#    include "poly1305_limbs.h"

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

typedef struct sums {
    uint64x2_t d[8];
} sums;

/* d += x r; limb i of x and limb j of r meet in d[i + j], or 5 times in
 * d[i + j - 5]. */
#    define TIMES(d, x, r, s)                           \
        do {                                            \
            ROW(d, x, 0, r(0), r(1), r(2), r(3), r(4)); \
            ROW(d, x, 1, s(4), r(0), r(1), r(2), r(3)); \
            ROW(d, x, 2, s(3), s(4), r(0), r(1), r(2)); \
            ROW(d, x, 3, s(2), s(3), s(4), r(0), r(1)); \
            ROW(d, x, 4, s(1), s(2), s(3), s(4), r(0)); \
        } while (0)
#    define ROW(d, x, i, m0, m1, m2, m3, m4) \
        do {                                 \
            d[0] = MLAL(d[0], x[i], m0);     \
            d[1] = MLAL(d[1], x[i], m1);     \
            d[2] = MLAL(d[2], x[i], m2);     \
            d[3] = MLAL(d[3], x[i], m3);     \
            d[4] = MLAL(d[4], x[i], m4);     \
        } while (0)

/* By a number that both lanes share. */
KERNEL void
times_both(uint64x2_t d[8], const uint32x2_t x[8], uint32x4_t low, uint32x4_t high, uint32x4_t last)
{
#    define R(i) R##i
#    define R0 low, 0
#    define R1 low, 1
#    define R2 low, 2
#    define R3 low, 3
#    define R4 high, 0
#    define S(i) S##i
#    define S1 high, 1
#    define S2 high, 2
#    define S3 high, 3
#    define S4 last, 0
#    define MLAL(d, x, ...) vmlal_laneq_u32(d, x, __VA_ARGS__)
    TIMES(d, x, R, S);
#    undef MLAL
#    undef R
#    undef S
}

/* Lane 0 by one number, lane 1 by another. */
KERNEL void
times_each(uint64x2_t d[8], const uint32x2_t x[8], const multiplier *m0, const multiplier *m1)
{
    uint32_t both[9][2];

    for (unsigned i = 0; i < 9; i++) {
        both[i][0] = m0->r[i];
        both[i][1] = m1->r[i];
    }
#    define MLAL(d, x, m) vmlal_u32(d, x, m)
#    define R(i) vld1_u32(both[i])
#    define S(i) R(4 + i)
    TIMES(d, x, R, S);
#    undef MLAL
#    undef R
#    undef S
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
    m[2] = vsliq_n_u64(vshrq_n_u64(low, 52), high, 12) & mask;
    m[3] = vshrq_n_u64(high, 14) & mask;
    m[4] = vshrq_n_u64(high, 40) | top;
}

/* Every limb passes on what it has above 26 bits, in two chains at a time. */
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
#    undef PASS
}

/* a r^2 + b of the next two pairs does not wait for h, and fills the time while
 * h carries. */
#    define NEXT_PAIRS(p)                            \
        do {                                         \
            load_pair(a, p, tops);                   \
            load_pair(next, (p) + 32, tops);         \
            FOR_EACH(i, 5, y[i] = vmovn_u64(a[i]);); \
            times_both(next, y, low2, high2, last2); \
        } while (0)

/* nblocks = 4 n + 2, n > 0 */
static void
pairs(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    const poly1305_limbs r = poly1305_to_limbs(sum->r[0], sum->r[1], 0), rr = poly1305_multiply(r, r);
    const multiplier m1 = split_limbs(r), m2 = split_limbs(rr), m4 = split_limbs(poly1305_multiply(rr, rr));
    const multiplier start = split_limbs(poly1305_to_limbs(sum->h[0], sum->h[1], sum->h[2]));
    const uint32x4_t low2 = vld1q_u32(m2.r), high2 = vld1q_u32(m2.r + 4), last2 = vld1q_u32(m2.r + 8);
    const uint32x4_t low4 = vld1q_u32(m4.r), high4 = vld1q_u32(m4.r + 4), last4 = vld1q_u32(m4.r + 8);
    const uint64x2_t tops = vdupq_n_u64((uint64_t)top << 24);
    uint64x2_t h[8], a[8], next[8];
    uint32x2_t x[8], y[8];
    uint64_t g[8];

    load_pair(h, in, tops);
    FOR_EACH(i, 5, h[i] += vcombine_u64(vcreate_u64(start.r[i]), vcreate_u64(0)););
    NEXT_PAIRS(in + 32);
    for (in += 96; nblocks > 6; nblocks -= 4, in += 64) {
        FOR_EACH(i, 5, x[i] = vmovn_u64(h[i]); h[i] = next[i];);
        times_both(h, x, low4, high4, last4);
        NEXT_PAIRS(in);
        carry(h);
    }
    FOR_EACH(i, 5, x[i] = vmovn_u64(h[i]); h[i] = next[i];);
    times_both(h, x, low4, high4, last4);
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
