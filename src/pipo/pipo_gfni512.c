/* PIPO for x86-64 with GFNI and AVX-512: 64 blocks a group, up to three groups at
 * a time.  What pipo_wide_gfni512.S explains and does for two or three groups to
 * encrypt, here in C for one, and for decryption.
 *
 * One group is a chain of 23 cycles a round.  Decryption of three takes 36 to 42
 * of the 25 that its operations need: their 24 rows and what the compiler keeps
 * beside them leave no register.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

#    include "narae/wipe.h"

#    include "core/bytes.h"
#    include "core/for_each.h"

#    include "pipo_x86.h"

#    define CODE __attribute__((target("gfni,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE

enum { BLOCKS = 64, GROUPS = 3 };

typedef uint64_t V __attribute__((vector_size(64)));

#    define M(x) ((__m512i)(x))

/* Logic of three inputs, written in A, B and C. */
enum { A = 0xf0, B = 0xcc, C = 0xaa };

#    define LOGIC(x, y, z, what) ((V)_mm512_ternarylogic_epi64(M(x), M(y), M(z), (what) & 0xff))

/* Each byte of x turned left by n bits: the unit matrix has its rows turned. */
#    define UNIT 0x0102040810204080u
#    define TURN(x, n)                     \
        ((V)_mm512_gf2p8affine_epi64_epi8( \
            M(x), _mm512_set1_epi64((long long)(UNIT >> 8 * (n) | UNIT << (64 - 8 * (n)))), 0))

#    define WORD(word) ((V)_mm512_set1_epi32((int)(word)))

/* The S-layer with the keys of rows 1, 2, 4 and 7, then the R-layer. */
KERNEL void
substitute(V x[8], const uint32_t key[8])
{
    V x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];

    x5 = LOGIC(x5, x7, x6, A ^ (B & C));
    x4 = LOGIC(x4, x3, x5, A ^ (B & C));
    x6 ^= x3;
    x3 = LOGIC(x3, x4, x5, A ^ (B | C));
    x5 = LOGIC(x5, x7, x4, A ^ B ^ C);

    x2 = LOGIC(x2, x1, x0, A ^ (B & C));
    x0 = LOGIC(x0, x2, x1, A ^ (B | C));
    x1 = LOGIC(x1, x2, x0, A ^ (B | C));

    const V a = LOGIC(x7, x4, x1, A ^ B ^ C);
    x4 = LOGIC(x4, x5, x6, A ^ (B & C));
    const V b = LOGIC(x3, x2, x2, ~(A ^ B)), c = x4 ^ x0;

    x6 = LOGIC(x6, a, x5, A ^ (B & C));
    const V a1 = a ^ x6, b1 = b ^ x5;
    x6 = LOGIC(x6, c, b, A ^ (B | C));
    x5 = LOGIC(x5 ^ WORD(key[4]), x6, c, A ^ (B | C));
    x1 = LOGIC(x1, c, WORD(key[7]), A ^ B ^ C);

    x[0] = a;
    x[1] = TURN(LOGIC(x0, b1, WORD(key[1]), A ^ B ^ C), 7);
    x[2] = TURN(LOGIC(x2, a1, WORD(key[2]), ~(A ^ B ^ C)), 4);
    x[3] = TURN(x6, 3);
    x[4] = TURN(x5, 6);
    x[5] = TURN(c, 5);
    x[6] = TURN(b, 1);
    x[7] = TURN(LOGIC(x1, b1, a1, A ^ (B & C)), 2);
}

/* Backwards: the keys of the other rows are already off. */
KERNEL void
substitute_back(V x[8], const uint32_t key[8])
{
    const V a = x[0], b = TURN(x[6], 7), c = TURN(x[5], 3);
    V x6 = TURN(x[3], 5), x5 = TURN(x[4], 2) ^ WORD(key[4]);

    x5 = LOGIC(x5, x6, c, A ^ (B | C));
    x6 = LOGIC(x6, c, b, A ^ (B | C));
    const V a1 = a ^ x6, b1 = b ^ x5;
    x6 = LOGIC(x6, a, x5, A ^ (B & C));

    V x0 = LOGIC(TURN(x[1], 1), b1, WORD(key[1]), A ^ B ^ C);
    V x2 = LOGIC(TURN(x[2], 4), a1, WORD(key[2]), ~(A ^ B ^ C));
    V x1 = LOGIC(TURN(x[7], 6), c, WORD(key[7]), A ^ B ^ C);
    x1 = LOGIC(x1, b1, a1, A ^ (B & C));
    V x3 = LOGIC(b, x2, x2, ~(A ^ B)), x4 = LOGIC(c ^ x0, x5, x6, A ^ (B & C));

    x5 = LOGIC(x5, a, x1, A ^ B ^ C);
    x3 = LOGIC(x3, x4, x5, A ^ (B | C));
    x6 ^= x3;
    const V x7 = LOGIC(a, x1, x4, A ^ B ^ C);
    x4 = LOGIC(x4, x3, x5, A ^ (B & C));
    x5 = LOGIC(x5, x7, x6, A ^ (B & C));

    x1 = LOGIC(x1, x2, x0, A ^ (B | C));
    x0 = LOGIC(x0, x2, x1, A ^ (B | C));
    x2 = LOGIC(x2, x1, x0, A ^ (B & C));

    x[0] = x0, x[1] = x1, x[2] = x2, x[3] = x3, x[4] = x4, x[5] = x5, x[6] = x6, x[7] = x7;
}

/* The keys of the other rows. */
KERNEL void
add_key(V x[8], V key0, const uint32_t key[8])
{
    x[0] ^= key0;
    x[3] ^= WORD(key[3]);
    x[5] ^= WORD(key[5]);
    x[6] ^= WORD(key[6]);
}

/* The first key or, backwards, the last. */
KERNEL void
add_whole_key(V x[8], const uint32_t key[8])
{
    x[1] ^= TURN(WORD(key[1]), 7);
    x[2] ^= TURN(WORD(key[2]), 4);
    x[4] ^= TURN(WORD(key[4]), 6);
    x[7] ^= TURN(WORD(key[7]), 2);
    add_key(x, WORD(key[0]), key);
}

KERNEL void
encrypt_rows(V x[][8], unsigned groups, const pipo_wide_schedule *s)
{
    const unsigned last_part = s->rounds == 13 ? 1 : 3;
    const uint32_t *key = s->rows[0];

    FOR_EACH(g, groups, add_whole_key(x[g], key););
    for (unsigned r = 1; r <= s->rounds; r++) {
        key = s->rows[r & last_part];
        const V key0 = WORD(key[0] ^ 0x01010101 * r);

        FOR_EACH(g, groups, substitute(x[g], key); add_key(x[g], key0, key););
    }
}

KERNEL void
decrypt_rows(V x[][8], unsigned groups, const pipo_wide_schedule *s)
{
    const unsigned last_part = s->rounds == 13 ? 1 : 3;
    const uint32_t *key;

    for (unsigned r = (unsigned)s->rounds; r != 0; r--) {
        key = s->rows[r & last_part];
        const V key0 = WORD(key[0] ^ 0x01010101 * r);

        FOR_EACH(g, groups, add_key(x[g], key0, key); substitute_back(x[g], key););
    }
    key = s->rows[0];
    FOR_EACH(g, groups, add_whole_key(x[g], key););
}

KERNEL void
interleave(V x[8])
{
    V y[8];

    FOR_EACH(i, 4, y[2 * i] = (V)_mm512_unpacklo_epi8(M(x[i]), M(x[i + 4]));
             y[2 * i + 1] = (V)_mm512_unpackhi_epi8(M(x[i]), M(x[i + 4])););
    FOR_EACH(i, 8, x[i] = y[i];);
}

KERNEL void
to_rows(V x[8])
{
    interleave(x);
    interleave(x);
    interleave(x);
    interleave(x);
}

KERNEL void
from_rows(V x[8])
{
    interleave(x);
    interleave(x);
    interleave(x);
}

/* Which of eight blocks are among the first n, from number `before` on. */
static inline unsigned
share(size_t n, size_t before)
{
    return n <= before ? 0 : n - before < 8 ? (1u << (n - before)) - 1 : 0xff;
}

KERNEL V
load(const uint8_t *p, size_t n, size_t before)
{
    const unsigned mask = share(n, before);

    if (mask == 0xff)
        return (V)_mm512_loadu_si512(p + 8 * before);
    return (V)_mm512_maskz_loadu_epi64((__mmask8)mask, p + 8 * before);
}

KERNEL void
store(uint8_t *p, V x, size_t n, size_t before)
{
    const unsigned mask = share(n, before);

    if (mask == 0xff)
        _mm512_storeu_si512(p + 8 * before, M(x));
    else
        _mm512_mask_storeu_epi64(p + 8 * before, (__mmask8)mask, M(x));
}

#    define LOAD(i) load(in, n, BLOCKS *g + 8 * i)
#    define STORE(i, x) store(out, x, n, BLOCKS *g + 8 * i)

KERNEL void
encrypt_some(const pipo_wide_schedule *s, uint8_t *out, const uint8_t *in, size_t n, unsigned groups)
{
    V x[8][8];

    FOR_EACH(g, groups, FOR_EACH(i, 8, x[g][i] = LOAD(i);); to_rows(x[g]););
    encrypt_rows(x, groups, s);
    FOR_EACH(g, groups, from_rows(x[g]); FOR_EACH(i, 8, STORE(i, x[g][i]);););
}

KERNEL void
decrypt_some(const pipo_wide_schedule *s, uint8_t *out, const uint8_t *in, size_t n, unsigned groups)
{
    V x[8][8];

    FOR_EACH(g, groups, FOR_EACH(i, 8, x[g][i] = LOAD(i);); to_rows(x[g]););
    decrypt_rows(x, groups, s);
    FOR_EACH(g, groups, from_rows(x[g]); FOR_EACH(i, 8, STORE(i, x[g][i]);););
}

/* Rows 4 to 7 of the counters low, low + 1, ...: block 8 i + 2 l + j is byte
 * 2 i + j of lane l.  Adding to the lowest byte carries into the next in those
 * lanes where it wraps, and so on. */
KERNEL void
count(V x[8], uint32_t low)
{
    const __m512i first =
        _mm512_set_epi64(0x3f3e37362f2e2726, 0x1f1e17160f0e0706, 0x3d3c35342d2c2524, 0x1d1c15140d0c0504,
                         0x3b3a33322b2a2322, 0x1b1a13120b0a0302, 0x3938313029282120, 0x1918111009080100);
    const __m512i one = _mm512_set1_epi8(1), zero = _mm512_setzero_si512();
    __m512i byte = _mm512_add_epi8(first, _mm512_set1_epi8((char)low));
    __mmask64 carry = _mm512_cmplt_epu8_mask(byte, first);

    x[7] = (V)byte;
    for (unsigned i = 6; i >= 4; i--) {
        low >>= 8;
        byte = _mm512_set1_epi8((char)low);
        byte = _mm512_mask_add_epi8(byte, carry, byte, one);
        carry &= _mm512_cmpeq_epi8_mask(byte, zero);
        x[i] = (V)byte;
    }
}

KERNEL void
ctr_some(const pipo_wide_schedule *s, const uint8_t *counter, uint32_t low, uint8_t *out, const uint8_t *in,
         size_t n, unsigned groups)
{
    V x[8][8];

    FOR_EACH(g, groups, FOR_EACH(i, 4, x[g][i] = (V)_mm512_set1_epi8((char)counter[i]););
             count(x[g], low + BLOCKS * g););
    encrypt_rows(x, groups, s);
    FOR_EACH(g, groups, from_rows(x[g]); FOR_EACH(i, 8, STORE(i, x[g][i] ^ LOAD(i));););
}

enum { MOST = GROUPS * BLOCKS };

/* Two or three groups, the last in part, in a copy. */
static CODE void
run_in_copy(pipo_rows_fn *run, const pipo_wide_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks,
            const uint8_t *counter)
{
    uint8_t copy[8 * MOST] __attribute__((aligned(64)));

    for (size_t at = 0; at < MOST; at += 8)
        _mm512_store_si512(copy + 8 * at, at < nblocks ? M(load(in, nblocks, at)) : _mm512_setzero_si512());
    run(s->rows, copy, copy, MOST, s->rounds, counter);
    for (size_t at = 0; at < nblocks; at += 8)
        store(out, (V)_mm512_load_si512(copy + 8 * at), nblocks, at);
    narae_wipe(copy, sizeof copy);
}

/* Runs of three groups; returns how many blocks are left, at most one group. */
static CODE size_t
run_groups(pipo_rows_fn *three, pipo_rows_fn *two, const pipo_wide_schedule *s, uint8_t *out,
           const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const size_t whole = nblocks - nblocks % MOST;
    size_t left = nblocks - whole;

    if (whole != 0)
        three(s->rows, out, in, whole, s->rounds, counter);
    if (left <= BLOCKS)
        return left;
    if (counter != NULL)
        store32_be(counter + 4, load32_be(counter + 4) + (uint32_t)whole);
    in += 8 * whole;
    out += 8 * whole;
    if (left == 2 * BLOCKS)
        two(s->rows, out, in, left, s->rounds, counter);
    else
        run_in_copy(left > 2 * BLOCKS ? three : two, s, out, in, left, counter);
    return 0;
}

CODE void
narae_pipo_encrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const size_t left = run_groups(narae_pipo_192_encrypt_gfni512, narae_pipo_128_encrypt_gfni512, schedule,
                                   out, in, nblocks, NULL);
    const size_t done = 8 * (nblocks - left);

    if (left != 0)
        encrypt_some(schedule, out + done, in + done, left, 1);
}

CODE void
narae_pipo_decrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks >= MOST; nblocks -= MOST, in += 8 * MOST, out += 8 * MOST)
        decrypt_some(schedule, out, in, MOST, GROUPS);
    if (nblocks > 2 * BLOCKS)
        decrypt_some(schedule, out, in, nblocks, 3);
    else if (nblocks > BLOCKS)
        decrypt_some(schedule, out, in, nblocks, 2);
    else if (nblocks != 0)
        decrypt_some(schedule, out, in, nblocks, 1);
}

CODE void
narae_pipo_ctr_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                       uint8_t *counter)
{
    const uint32_t low = load32_be(counter + 4);
    const size_t left = run_groups(narae_pipo_192_ctr_gfni512, narae_pipo_128_ctr_gfni512, schedule, out, in,
                                   nblocks, counter);
    const size_t done = nblocks - left;

    if (left != 0)
        ctr_some(schedule, counter, low + (uint32_t)done, out + 8 * done, in + 8 * done, left, 1);
    store32_be(counter + 4, low + (uint32_t)nblocks);
}

#endif
