/* SPDX-License-Identifier: MIT */
/* HIGHT, portable C for words.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 * A round on bytes x0 ... x7, which are x1 ... x7, x0 in the next one, with four subkeys:
 *
 *     x1 += F1(x0) ^ k0        F0(x) = rol1(x) ^ rol2(x) ^ rol7(x)
 *     x3 ^= F0(x2) + k1        F1(x) = rol3(x) ^ rol4(x) ^ rol6(x)
 *     x5 += F1(x4) ^ k2
 *     x7 ^= F0(x6) + k3
 *
 * Two bytes with the same operations share a word, one in each half:
 *
 *     a = x2 x6,   b = x0 x4,   c = x3 x7,   d = x1 x5
 *     d += F1(b) ^ k0 k2,   c ^= F0(a) + k1 k3;   then d is a, c is b, a is c, b is d
 *
 * except that the halves of the new b are exchanged.  A byte with a copy of itself above is
 * rotated by a shift.  With w = x | x << 8 and u = w ^ w >> 1,
 *
 *     F0 = (w ^ u >> 5) >> 1,   F1 = (w ^ u >> 2) >> 2.
 *
 * A round is 24 operations, or 25 if rotating a word is one, and 3 for the subkeys.  After
 * four rounds each name is restored.  64-bit chips process two blocks.
 *
 * Time depends on the number of blocks alone. */

#include "hight/hight_internal.h"

#ifndef NARAE_WORDS8

#    include "core/bytes.h"
#    include "core/opaque.h"
#    include "hight/subkeys.h"

#    ifdef NARAE_WORDS64
typedef uint64_t row;
#    else
typedef uint32_t row;
#    endif

/* Inlined even with -Os, where a call would take more time and more code. */
#    define INLINE static inline __attribute__((always_inline))

enum { BLOCKS = sizeof(row) / 4 };

/* The lower byte of each half; 32 bits for each block. */
#    define EACH(word) ((row)((row) - 1 / 0xffffffffu * (word)))
#    define BYTES EACH(0x00ff00ffu)

INLINE void
leave(uint32_t k[4], unsigned r)
{
    (void)k;
    (void)r;
}

void
narae_hight_set_key_portable(void *schedule, const uint8_t *key, size_t key_bytes)
{
    hight_schedule *s = (hight_schedule *)schedule;
    (void)key_bytes;
    hight_expand(s, key, leave);
}

INLINE row
exchange(row x)
{
#    ifdef NARAE_WORDS64
    return (x << 16 & EACH(0xffff0000u)) | (x >> 16 & EACH(0xffffu));
#    else
    return rol32(x, 16);
#    endif
}

/* With garbage between the bytes. */
INLINE row
f0(row x)
{
    const row w = x | OWN_TERM(x << 8), u = w ^ w >> 1;

    return (w ^ u >> 5) >> 1;
}

INLINE row
f1(row x)
{
    const row w = x | OWN_TERM(x << 8), u = w ^ w >> 1;

    return (w ^ u >> 2) >> 2;
}

typedef struct state {
    row a, b, c, d;
} state;

INLINE void
encrypt_round(row a, row b, row *c, row *d, row k)
{
    *d = (*d + ((f1(b) ^ k) & BYTES)) & BYTES;
    *c = exchange(*c ^ (((f0(a) & BYTES) + (k >> 8 & BYTES)) & BYTES));
}

INLINE void
decrypt_round(row a, row b, row *c, row *d, row k)
{
    *d = ((*d | EACH(0x01000100u)) - ((f1(b) ^ k) & BYTES)) & BYTES;
    *c = exchange(*c) ^ (((f0(a) & BYTES) + (k >> 8 & BYTES)) & BYTES);
}

/* Bytes 0 to 3 and 4 to 7 of the blocks to b and a and back; 8 bits further, to d and c. */
INLINE void
cross(row *low, row *high)
{
    const row l = *low, h = *high;

    *low = (l & EACH(0xffffu)) | (h << 16 & EACH(0xffff0000u));
    *high = (l >> 16 & EACH(0xffffu)) | (h & EACH(0xffff0000u));
}

static state
load(const uint8_t *in, size_t nblocks)
{
    row low = load32_le(in), high = load32_le(in + 4);
    state x;

#    ifdef NARAE_WORDS64
    if (nblocks > 1) {
        low |= (row)load32_le(in + 8) << 32;
        high |= (row)load32_le(in + 12) << 32;
    }
#    else
    (void)nblocks;
#    endif
    x.b = low & BYTES;
    x.a = high & BYTES;
    x.d = low >> 8 & BYTES;
    x.c = high >> 8 & BYTES;
    cross(&x.b, &x.a);
    cross(&x.d, &x.c);
    return x;
}

static void
store(uint8_t *out, state x, size_t nblocks)
{
    row low, high;

    cross(&x.b, &x.a);
    cross(&x.d, &x.c);
    low = x.b | x.d << 8;
    high = x.a | x.c << 8;
    store32_le(out, (uint32_t)low);
    store32_le(out + 4, (uint32_t)high);
#    ifdef NARAE_WORDS64
    if (nblocks > 1) {
        store32_le(out + 8, (uint32_t)(low >> 32));
        store32_le(out + 12, (uint32_t)(high >> 32));
    }
#    else
    (void)nblocks;
#    endif
}

void
narae_hight_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const hight_schedule *s = (const hight_schedule *)schedule;
    const row first = EACH(s->whitening[0]), last = EACH(s->whitening[1]);

    while (nblocks != 0) {
        const size_t n = nblocks < BLOCKS ? nblocks : (size_t)BLOCKS;
        state x = load(in, n);

        x.b = (x.b + (first & BYTES)) & BYTES;
        x.a ^= first >> 8 & BYTES;
        for (unsigned r = 0; r < HIGHT_ROUNDS; r += 4) {
            encrypt_round(x.a, x.b, &x.c, &x.d, EACH(s->rk[r]));
            encrypt_round(x.d, x.c, &x.a, &x.b, EACH(s->rk[r + 1]));
            encrypt_round(x.b, x.a, &x.d, &x.c, EACH(s->rk[r + 2]));
            encrypt_round(x.c, x.d, &x.b, &x.a, EACH(s->rk[r + 3]));
        }
        x = (state){x.c ^ (last >> 8 & BYTES), (x.d + (last & BYTES)) & BYTES, exchange(x.b), x.a};
        store(out, x, n);
        nblocks -= n;
        in += 8 * n;
        out += 8 * n;
    }
}

void
narae_hight_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const hight_schedule *s = (const hight_schedule *)schedule;
    const row first = EACH(s->whitening[0]), last = EACH(s->whitening[1]);

    while (nblocks != 0) {
        const size_t n = nblocks < BLOCKS ? nblocks : (size_t)BLOCKS;
        state x = load(in, n);

        x = (state){x.d, exchange(x.c), x.a ^ (last >> 8 & BYTES),
                    ((x.b | EACH(0x01000100u)) - (last & BYTES)) & BYTES};
        for (unsigned r = HIGHT_ROUNDS; r != 0; r -= 4) {
            decrypt_round(x.c, x.d, &x.b, &x.a, EACH(s->rk[r - 1]));
            decrypt_round(x.b, x.a, &x.d, &x.c, EACH(s->rk[r - 2]));
            decrypt_round(x.d, x.c, &x.a, &x.b, EACH(s->rk[r - 3]));
            decrypt_round(x.a, x.b, &x.c, &x.d, EACH(s->rk[r - 4]));
        }
        x.b = ((x.b | EACH(0x01000100u)) - (first & BYTES)) & BYTES;
        x.a ^= first >> 8 & BYTES;
        store(out, x, n);
        nblocks -= n;
        in += 8 * n;
        out += 8 * n;
    }
}

#endif
