/* ARIA for ARMv8-A without AES instructions: 16 blocks at a time, and 1 to 4.
 * What is too little for aria_neon.c.
 *
 * S-boxes are looked up in registers, sixteen bytes at a time.  After M.
 * Hamburg, "Accelerating AES with Vector Permute Instructions", CHES 2009: with
 * x = k + i t in GF(16)[t], t^2 = a t + a, and N = k^2 + a i k + a i^2,
 *
 *     1/i + a/k = (k + a i) / i k,    1/(1/i + a/k) + i + k = N / (k + a i)
 *
 * and the same with j = i + k in place of i gives N / (k + a j).  The inverse
 * of x is a linear map of the inverses of these two.  The inverse of 0 is what
 * no look-up finds, whose inverse is 0: bit 7.
 *
 * The way into this field, and S1^-1's and S2^-1's affine map with it, is two
 * look-ups, as is the way out, which S1's and S2's linear maps go with.
 *
 *     S-box: 9 look-ups of 3 micro-operations, 4 to halve bytes, 7 XORs: 38
 *     round of 16 blocks: 16 x 38, constants 8, diffusion 72, keys 16 x 2
 *     12 rounds and a transposition of 64 or two, 256 bytes:
 *         8700 / 2 = 4350 cycles, 17 cycles/byte
 *
 * A vector may be a block, too.  Each byte then picks its maps from a table of
 * three by number.  A block waits some 110 cycles a round.
 *
 *     ARIA-128, counter mode, cycles    pipeline model    llvm-mca    portable
 *     1 block                           1434-1491         1412        3939-4628
 *     4 blocks                          3038-3445         3010        4030-4679
 *     5 to 16 blocks                    5592-5698         4974        8121-9438
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/for_each.h"

#    include "aria_diffuse_neon.h"
#    include "aria_vector_neon.h"

#    define NAME(f) f##_bytes_neon
#    define FEW 4

/* Ways in, of the lower half of a byte and of the upper one. */
#    define IN_LOW v_bytes(0x30312c2d1d1c0100, 0x17160b0a3a3b2627)
#    define IN_HIGH v_bytes(0xf573088e7bfd8600, 0x82047ff90c8af177)
#    define S1_INVERSE_LOW v_bytes(0x9e2b42f745f0992c, 0x8a3f56e351e48d38)
#    define S1_INVERSE_HIGH v_bytes(0xe2454aed0fa8a700, 0x33949b3cde7976d1)
#    define S2_INVERSE_LOW v_bytes(0x3d656139f3abaff7, 0xc59d99c10b53570f)
#    define S2_INVERSE_HIGH v_bytes(0x5188459ccd14d900, 0x72ab66bfee37fa23)

/* Ways out, of N / (k + a i) and N / (k + a j). */
#    define S1_I v_bytes(0xac678d21b0d7cb00, 0x1c91f6463dea5a7b)
#    define S1_J v_bytes(0xe8772ac216619f00, 0xfed4a3b53c5d4b89)
#    define S2_I v_bytes(0xb1e2e05127c55300, 0x967694b3c7022574)
#    define S2_J v_bytes(0xbddc4bf609d56100, 0xb4ff232a42979e68)
#    define OUT_I v_bytes(0x172c1403c8e43b00, 0xdfcbe72fdc38f0f3)
#    define OUT_J v_bytes(0xac888f2319912400, 0xb53ab2ab96071e3d)

/* Bytes k and i of the field to those two. */
KERNEL void
invert(V *i, V *k)
{
    const V inverse = v_bytes(0x06070b0d0e090180, 0x0803040a050c020f);
    const V ratio = vqtbl1q_u8(v_bytes(0x0c0e05090f010280, 0x030608070a0b040d), *k), j = *i ^ *k;
    const V x = vqtbl1q_u8(inverse, *i) ^ ratio, y = vqtbl1q_u8(inverse, j) ^ ratio;

    *k = vqtbl1q_u8(inverse, y) ^ *i;
    *i = vqtbl1q_u8(inverse, x) ^ j;
}

KERNEL V
box(V x, V low, V high, V out_i, V out_j)
{
    const V y = vqtbl1q_u8(low, x & v_each(15)) ^ vqtbl1q_u8(high, v_down4(x));
    V k = y & v_each(15), i = v_down4(y);

    invert(&i, &k);
    return vqtbl1q_u8(out_i, i) ^ vqtbl1q_u8(out_j, k);
}

#    define v_s1(x) (box(x, IN_LOW, IN_HIGH, S1_I, S1_J) ^ v_each(0x63))
#    define v_s2(x) (box(x, IN_LOW, IN_HIGH, S2_I, S2_J) ^ v_each(0xe2))
#    define v_s1_inverse(x) box(x, S1_INVERSE_LOW, S1_INVERSE_HIGH, OUT_I, OUT_J)
#    define v_s2_inverse(x) box(x, S2_INVERSE_LOW, S2_INVERSE_HIGH, OUT_I, OUT_J)
#    define v_turn(x) (x)

/* S, or S' if `even`, of a block. */
KERNEL V
substitute(V x, unsigned even)
{
    const uint8x16x3_t low = {{IN_LOW, S1_INVERSE_LOW, S2_INVERSE_LOW}},
                       high = {{IN_HIGH, S1_INVERSE_HIGH, S2_INVERSE_HIGH}}, out_i = {{S1_I, S2_I, OUT_I}},
                       out_j = {{S1_J, S2_J, OUT_J}};
#    define EACH_WORD(odd_round, even_round) vreinterpretq_u8_u32(vdupq_n_u32(even ? even_round : odd_round))
    const V in = EACH_WORD(0x20100000, 0x00002010), out = EACH_WORD(0x20201000, 0x10002020);
    const V y = vqtbl3q_u8(low, (x & v_each(15)) | in) ^ vqtbl3q_u8(high, v_down4(x) | in);
    V k = y & v_each(15), i = v_down4(y);

    invert(&i, &k);
    return vqtbl3q_u8(out_i, i | out) ^ vqtbl3q_u8(out_j, k | out) ^ EACH_WORD(0x0000e263, 0xe2630000);
}

KERNEL void
encrypt_side_by_side(const aria_schedule *s, uint8_t *out, const uint8_t *in, size_t n, unsigned groups)
{
    const uint32_t *k = aria_plain_keys(s), *last = k + 4 * s->rounds;
    V x[8], key = v_key(k);

    FOR_EACH(i, groups, x[i] = v_load(in + 16 * i, i < n) ^ key;);
    for (;; k += 8) {
        key = v_key(k + 4);
        FOR_EACH(i, groups, x[i] = aria_diffused(substitute(x[i], 0)) ^ key;);
        key = v_key(k + 8);
        if (k + 8 == last)
            break;
        FOR_EACH(i, groups, x[i] = aria_diffused(substitute(x[i], 1)) ^ key;);
    }
    FOR_EACH(i, groups, v_store(out + 16 * i, substitute(x[i], 1) ^ key, i < n););
}

KERNEL void
decrypt_side_by_side(const aria_schedule *s, uint8_t *out, const uint8_t *in, size_t n, unsigned groups)
{
    const uint32_t *first = aria_plain_keys(s), *k = first + 4 * s->rounds;
    V x[8], key = v_key(k);

    FOR_EACH(i, groups, x[i] = v_load(in + 16 * i, i < n) ^ key;);
    for (;; k -= 8) {
        key = v_key(k - 4);
        FOR_EACH(i, groups, x[i] = aria_diffused(substitute(x[i], 0) ^ key););
        key = v_key(k - 8);
        if (k - 8 == first)
            break;
        FOR_EACH(i, groups, x[i] = aria_diffused(substitute(x[i], 1) ^ key););
    }
    FOR_EACH(i, groups, v_store(out + 16 * i, substitute(x[i], 1) ^ key, i < n););
}

static void
few_encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks == 1)
        encrypt_side_by_side(schedule, out, in, 1, 1);
    else if (nblocks == 2)
        encrypt_side_by_side(schedule, out, in, 2, 2);
    else
        encrypt_side_by_side(schedule, out, in, nblocks, FEW);
}

static void
few_decrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks == 1)
        decrypt_side_by_side(schedule, out, in, 1, 1);
    else if (nblocks == 2)
        decrypt_side_by_side(schedule, out, in, 2, 2);
    else
        decrypt_side_by_side(schedule, out, in, nblocks, FEW);
}

#    include "aria_columns.h"
#    include "aria_vector.h"

#endif
