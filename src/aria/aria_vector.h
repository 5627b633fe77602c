/* ARIA on bytes of many blocks: the body of every SIMD kernel.  RFC 5794;
 * KS X 1213.  The including file says what a vector is:
 *
 *     CODE, KERNEL       attributes of a function, and of one that is inlined
 *     NAME(f)            the function's name for this instruction set
 *     V, LANES           vector of LANES x 16 bytes, with ^
 *     BYTES              the same as bytes, with + and <
 *     v_load(p, n), v_store(p, x, n)   the first n <= LANES blocks of a vector,
 *                        the rest zero or left alone
 *     v_low, v_high (x, y)   interleaves the bytes of each lane's halves
 *     v_byte(p)          the aria_byte at p, everywhere
 *     v_numbers          LANES b + l in byte b of lane l
 *     NAME(encrypt_bytes), NAME(decrypt_bytes) (x, s)   of aria_rounds.h or
 *                        aria_columns.h
 *     FEW, few_encrypt, few_decrypt   up to so many blocks are faster there, and in
 *                        few_ctr, if there is one
 *
 * Sixteen vectors hold one byte each of 16 x LANES blocks.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/bytes.h"
#include "core/counter_blocks.h"

enum { NAME(MOST) = 16 * LANES };

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

/* Block LANES i + l is byte i of lane l.  Adding to the lowest byte carries into
 * the next in those blocks where it wraps, and so on. */
KERNEL void
NAME(count)(V x[16], uint32_t low)
{
    const BYTES numbers = (BYTES)v_numbers;
    BYTES byte = numbers + (uint8_t)low, carry = (BYTES)(byte < numbers);

    x[15] = (V)byte;
    low >>= 8;
    byte = (uint8_t)low - carry;
    carry &= (BYTES)(byte == 0);
    x[14] = (V)byte;
    low >>= 8;
    byte = (uint8_t)low - carry;
    carry &= (BYTES)(byte == 0);
    x[13] = (V)byte;
    low >>= 8;
    x[12] = (V)((uint8_t)low - carry);
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

static inline size_t
NAME(share)(size_t nblocks, unsigned i)
{
    const size_t before = (size_t)LANES * i;

    return nblocks <= before ? 0 : nblocks - before < LANES ? nblocks - before : LANES;
}

#define LOAD(i) x[i] = v_load(in + 16 * LANES * i, NAME(share)(n, i))
#define STORE(i) v_store(out + 16 * LANES * i, x[i], NAME(share)(n, i))
#define XOR_STORE(i) \
    v_store(out + 16 * LANES * i, x[i] ^ v_load(in + 16 * LANES * i, NAME(share)(n, i)), NAME(share)(n, i))

KERNEL void
NAME(encrypt_some)(const aria_wide_schedule *s, uint8_t *out, const uint8_t *in, size_t n)
{
    V x[16];

    SIXTEEN(LOAD);
    NAME(transpose)(x);
    NAME(encrypt_bytes)(x, s);
    NAME(transpose)(x);
    SIXTEEN(STORE);
}

KERNEL void
NAME(decrypt_some)(const aria_wide_schedule *s, uint8_t *out, const uint8_t *in, size_t n)
{
    V x[16];

    SIXTEEN(LOAD);
    NAME(transpose)(x);
    NAME(decrypt_bytes)(x, s);
    NAME(transpose)(x);
    SIXTEEN(STORE);
}

KERNEL void
NAME(ctr_some)(const aria_wide_schedule *s, const aria_byte fixed[12], uint32_t low, uint8_t *out,
               const uint8_t *in, size_t n)
{
    V x[16];

#define FIXED(i) x[i] = v_byte(fixed + i)
    FIXED(0), FIXED(1), FIXED(2), FIXED(3), FIXED(4), FIXED(5), FIXED(6), FIXED(7), FIXED(8), FIXED(9);
    FIXED(10), FIXED(11);
    NAME(count)(x, low);
    NAME(encrypt_bytes)(x, s);
    NAME(transpose)(x);
    SIXTEEN(XOR_STORE);
}

CODE void
NAME(narae_aria_encrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks >= NAME(MOST); nblocks -= NAME(MOST), in += 16 * NAME(MOST), out += 16 * NAME(MOST))
        NAME(encrypt_some)(schedule, out, in, NAME(MOST));
    if (nblocks > FEW)
        NAME(encrypt_some)(schedule, out, in, nblocks);
    else if (nblocks != 0)
        few_encrypt(schedule, out, in, nblocks);
}

CODE void
NAME(narae_aria_decrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks >= NAME(MOST); nblocks -= NAME(MOST), in += 16 * NAME(MOST), out += 16 * NAME(MOST))
        NAME(decrypt_some)(schedule, out, in, NAME(MOST));
    if (nblocks > FEW)
        NAME(decrypt_some)(schedule, out, in, nblocks);
    else if (nblocks != 0)
        few_decrypt(schedule, out, in, nblocks);
}

CODE void
NAME(narae_aria_ctr)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    if (nblocks > FEW) {
        aria_byte fixed[12];
        uint32_t low = load32_be(counter + 12);
        size_t most = NAME(MOST);

        for (unsigned i = 0; i < 12; i++)
            fixed[i] = (aria_byte)(0x01010101u * counter[i]);
        for (; nblocks > FEW; nblocks -= most, in += 16 * most, out += 16 * most) {
            if (nblocks < most)
                most = nblocks;
            NAME(ctr_some)(schedule, fixed, low, out, in, most);
            low += (uint32_t)most;
        }
        store32_be(counter + 12, low);
    }
#ifdef few_ctr
    few_ctr(schedule, out, in, nblocks, counter);
#else
    narae_counter_blocks(few_encrypt, schedule, out, in, nblocks, counter, 16);
#endif
}
