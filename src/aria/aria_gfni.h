/* ARIA on bytes of many blocks, with the S-boxes computed by GFNI.  RFC 5794;
 * KS X 1213.
 *
 *     CODE, KERNEL       attributes of a function, and of one that is inlined
 *     NAME(f)            the function's name for this instruction set
 *     V, LANES           vector of LANES x 16 bytes, with ^
 *     v_load(p, n), v_store(p, x, n)   the first n <= LANES blocks of a vector,
 *                        the rest zero or left alone
 *     v_low, v_high (x, y)   interleaves the bytes of each lane's halves
 *     v_byte(p)          a byte that stands four times at p, everywhere
 *     v_affine, v_affine_inverse (x, matrix, constant)
 *     v_sum7(a, ..., g)  the sum of seven
 *     v_counters(x, low) bytes 12 to 15 of the counters low, low + 1, ...
 *
 * Sixteen vectors hold one byte each of 16 x LANES blocks.  GFNI inverts in
 * AES's field, which is ARIA's too: S1 is AES's S-box; S2, the power -8 with
 * an affine map, is inversion with another one, since squaring is linear.
 * Their inverses take two instructions.
 *
 * Decryption takes the same round keys; see aria_internal.h.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/bytes.h"

enum { NAME(MOST) = 16 * LANES };

#define IDENTITY 0x0102040810204080
#define S1_MATRIX 0xf1e3c78f1f3e7cf8
#define S2_MATRIX 0xeafcb7c3c273c66f
#define S1_UNDO 0xa44992254a942952
#define S2_UNDO 0x186450c737d6bdc9

#define S1(x) v_affine_inverse(x, S1_MATRIX, 0x63)
#define S2(x) v_affine_inverse(x, S2_MATRIX, 0xe2)
#define S1_INVERSE(x) v_affine_inverse(v_affine(x, S1_UNDO, 0x05), IDENTITY, 0)
#define S2_INVERSE(x) v_affine_inverse(v_affine(x, S2_UNDO, 0x2c), IDENTITY, 0)

/* The rows of a 16 x 16 matrix of bytes in each lane become its columns: each
 * step turns the eight bits of a byte's place by one. */
KERNEL void
NAME(transpose)(V x[16])
{
    V y[16];

#define STEP(to, from)                                                     \
    to[0] = v_low(from[0], from[8]), to[1] = v_high(from[0], from[8]);     \
    to[2] = v_low(from[1], from[9]), to[3] = v_high(from[1], from[9]);     \
    to[4] = v_low(from[2], from[10]), to[5] = v_high(from[2], from[10]);   \
    to[6] = v_low(from[3], from[11]), to[7] = v_high(from[3], from[11]);   \
    to[8] = v_low(from[4], from[12]), to[9] = v_high(from[4], from[12]);   \
    to[10] = v_low(from[5], from[13]), to[11] = v_high(from[5], from[13]); \
    to[12] = v_low(from[6], from[14]), to[13] = v_high(from[6], from[14]); \
    to[14] = v_low(from[7], from[15]), to[15] = v_high(from[7], from[15])

    STEP(y, x);
    STEP(x, y);
    STEP(y, x);
    STEP(x, y);
}

/* S, or its inverse S' if `even`. */
KERNEL void
NAME(substitute)(V x[16], unsigned even)
{
#define FOUR(i)                                            \
    x[i] = even ? S1_INVERSE(x[i]) : S1(x[i]);             \
    x[i + 1] = even ? S2_INVERSE(x[i + 1]) : S2(x[i + 1]); \
    x[i + 2] = even ? S1(x[i + 2]) : S1_INVERSE(x[i + 2]); \
    x[i + 3] = even ? S2(x[i + 3]) : S2_INVERSE(x[i + 3])

    FOUR(0);
    FOUR(4);
    FOUR(8);
    FOUR(12);
}

/* A: each byte is the sum of seven. */
KERNEL void
NAME(diffuse)(V y[16], const V x[16])
{
    y[0] = v_sum7(x[3], x[4], x[6], x[8], x[9], x[13], x[14]);
    y[1] = v_sum7(x[2], x[5], x[7], x[8], x[9], x[12], x[15]);
    y[2] = v_sum7(x[1], x[4], x[6], x[10], x[11], x[12], x[15]);
    y[3] = v_sum7(x[0], x[5], x[7], x[10], x[11], x[13], x[14]);
    y[4] = v_sum7(x[0], x[2], x[5], x[8], x[11], x[14], x[15]);
    y[5] = v_sum7(x[1], x[3], x[4], x[9], x[10], x[14], x[15]);
    y[6] = v_sum7(x[0], x[2], x[7], x[9], x[10], x[12], x[13]);
    y[7] = v_sum7(x[1], x[3], x[6], x[8], x[11], x[12], x[13]);
    y[8] = v_sum7(x[0], x[1], x[4], x[7], x[10], x[13], x[15]);
    y[9] = v_sum7(x[0], x[1], x[5], x[6], x[11], x[12], x[14]);
    y[10] = v_sum7(x[2], x[3], x[5], x[6], x[8], x[13], x[15]);
    y[11] = v_sum7(x[2], x[3], x[4], x[7], x[9], x[12], x[14]);
    y[12] = v_sum7(x[1], x[2], x[6], x[7], x[9], x[11], x[12]);
    y[13] = v_sum7(x[0], x[3], x[6], x[7], x[8], x[10], x[13]);
    y[14] = v_sum7(x[0], x[3], x[4], x[5], x[9], x[11], x[14]);
    y[15] = v_sum7(x[1], x[2], x[4], x[5], x[8], x[10], x[15]);
}

KERNEL void
NAME(add_key)(V x[16], const uint32_t key[16])
{
#define ADD(i) x[i] ^= v_byte(key + i), x[i + 1] ^= v_byte(key + i + 1)

    ADD(0), ADD(2), ADD(4), ADD(6), ADD(8), ADD(10), ADD(12), ADD(14);
}

/* All rounds on transposed blocks. */
KERNEL void
NAME(encrypt_bytes)(V x[16], const aria_schedule *s)
{
    const uint32_t *key = s->rk, *last = key + 16 * (s->rounds - 2);
    V y[16];

    NAME(add_key)(x, key);
    for (;; key += 32) {
        NAME(substitute)(x, 0);
        NAME(diffuse)(y, x);
        NAME(add_key)(y, key + 16);
        NAME(substitute)(y, 1);
        if (key == last)
            break;
        NAME(diffuse)(x, y);
        NAME(add_key)(x, key + 32);
    }
    NAME(add_key)(y, key + 32);
    memcpy(x, y, sizeof y);
}

KERNEL void
NAME(decrypt_bytes)(V x[16], const aria_schedule *s)
{
    const uint32_t *key = s->rk + 16 * s->rounds;
    V y[16];

    NAME(add_key)(x, key);
    for (;; key -= 32) {
        NAME(substitute)(x, 0);
        NAME(add_key)(x, key - 16);
        NAME(diffuse)(y, x);
        NAME(substitute)(y, 1);
        NAME(add_key)(y, key - 32);
        if (key - 32 == s->rk)
            break;
        NAME(diffuse)(x, y);
    }
    memcpy(x, y, sizeof y);
}

static inline size_t
NAME(share)(size_t nblocks, unsigned i)
{
    const size_t before = (size_t)LANES * i;

    return nblocks <= before ? 0 : nblocks - before < LANES ? nblocks - before : LANES;
}

#define SIXTEEN(statement) \
    statement(0);          \
    statement(1);          \
    statement(2);          \
    statement(3);          \
    statement(4);          \
    statement(5);          \
    statement(6);          \
    statement(7);          \
    statement(8);          \
    statement(9);          \
    statement(10);         \
    statement(11);         \
    statement(12);         \
    statement(13);         \
    statement(14);         \
    statement(15)
#define LOAD(i) x[i] = v_load(in + 16 * LANES * i, NAME(share)(n, i))
#define STORE(i) v_store(out + 16 * LANES * i, x[i], NAME(share)(n, i))
#define XOR_STORE(i) \
    v_store(out + 16 * LANES * i, x[i] ^ v_load(in + 16 * LANES * i, NAME(share)(n, i)), NAME(share)(n, i))

KERNEL void
NAME(encrypt_some)(const aria_schedule *s, uint8_t *out, const uint8_t *in, size_t n)
{
    V x[16];

    SIXTEEN(LOAD);
    NAME(transpose)(x);
    NAME(encrypt_bytes)(x, s);
    NAME(transpose)(x);
    SIXTEEN(STORE);
}

KERNEL void
NAME(decrypt_some)(const aria_schedule *s, uint8_t *out, const uint8_t *in, size_t n)
{
    V x[16];

    SIXTEEN(LOAD);
    NAME(transpose)(x);
    NAME(decrypt_bytes)(x, s);
    NAME(transpose)(x);
    SIXTEEN(STORE);
}

KERNEL void
NAME(ctr_some)(const aria_schedule *s, const uint32_t fixed[12], uint32_t low, uint8_t *out,
               const uint8_t *in, size_t n)
{
    V x[16];

#define FIXED(i) x[i] = v_byte(fixed + i)
    FIXED(0), FIXED(1), FIXED(2), FIXED(3), FIXED(4), FIXED(5), FIXED(6), FIXED(7), FIXED(8), FIXED(9);
    FIXED(10), FIXED(11);
    v_counters(x, low);
    NAME(encrypt_bytes)(x, s);
    NAME(transpose)(x);
    SIXTEEN(XOR_STORE);
}

CODE void
NAME(narae_aria_encrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks >= NAME(MOST); nblocks -= NAME(MOST), in += 16 * NAME(MOST), out += 16 * NAME(MOST))
        NAME(encrypt_some)(schedule, out, in, NAME(MOST));
    if (nblocks != 0)
        NAME(encrypt_some)(schedule, out, in, nblocks);
}

CODE void
NAME(narae_aria_decrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks >= NAME(MOST); nblocks -= NAME(MOST), in += 16 * NAME(MOST), out += 16 * NAME(MOST))
        NAME(decrypt_some)(schedule, out, in, NAME(MOST));
    if (nblocks != 0)
        NAME(decrypt_some)(schedule, out, in, nblocks);
}

CODE void
NAME(narae_aria_ctr)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    uint32_t fixed[12], low = load32_be(counter + 12);

    for (unsigned i = 0; i < 12; i++)
        fixed[i] = 0x01010101u * counter[i];
    store32_be(counter + 12, low + (uint32_t)nblocks);
    for (; nblocks >= NAME(MOST); nblocks -= NAME(MOST), in += 16 * NAME(MOST), out += 16 * NAME(MOST)) {
        NAME(ctr_some)(schedule, fixed, low, out, in, NAME(MOST));
        low += NAME(MOST);
    }
    if (nblocks != 0)
        NAME(ctr_some)(schedule, fixed, low, out, in, nblocks);
}
