/* The rounds of ARIA on bytes of many blocks, for aria_vector.h.  RFC 5794; KS X
 * 1213.
 *
 * In this square
 *
 *      3  4  9 14
 *      8 15  2  5
 *      6  1 12 11
 *     13 10  7  0
 *
 * the diffusion A adds to each byte the sum of its row and that of its column, and
 * then exchanges bytes: 0 and 3, 1 and 2, 4 and 5, 6 and 7, 8 and 10, 9 and 11.
 * That maps rows to columns: nothing has to move if in even rounds vector i is
 * the byte that it took over, and after two rounds the names are back.  56 XORs.
 *
 * Each vector takes the sums of its row and column, goes through its S-box and into
 * the new sums.  That of the column comes last, for it waits for all rows of the
 * round before.
 *
 * Assembly may do this: encrypt_rounds(x, keys, rounds), from the first key that is
 * added to the last S-boxes, and decrypt_rounds, from the first S-boxes to the last
 * key.  Bytes are left where the diffusion of the last round would find them. */

#include "core/for_each.h"

#ifndef encrypt_rounds

#    include "aria_box.h"

#    define BYTE(i) (even ? exchanged[i] : (i))

enum { NAME(FIRST), NAME(MIDDLE) };

/* A round but for the diffusion, of which only the sums are made; `before` is a key
 * to be added before the S-boxes, `after` one to be added after them. */
KERNEL void
NAME(round)(V x[16], V rows[4], V columns[4], unsigned even, const aria_byte *before, const aria_byte *after,
            unsigned where)
{
    static const uint8_t exchanged[16] = {3, 2, 1, 0, 5, 4, 7, 6, 10, 11, 8, 9, 12, 13, 14, 15};
    V sums[4];

#    define ELEMENT(row, column, i)                    \
        if (before != NULL)                            \
            x[i] ^= v_byte(before + BYTE(i));          \
        if (where != NAME(FIRST))                      \
            x[i] = x[i] ^ rows[row] ^ columns[column]; \
        x[i] = NAME(box)(x[i], BYTE(i) % 4, even);     \
        if (after != NULL)                             \
            x[i] ^= v_byte(after + BYTE(i));           \
        sums[column] = (row) == 0 ? x[i] : sums[column] ^ x[i]
#    define ROW(row, a, b, c, d) \
        ELEMENT(row, 0, a);      \
        ELEMENT(row, 1, b);      \
        ELEMENT(row, 2, c);      \
        ELEMENT(row, 3, d);      \
        rows[row] = x[a] ^ x[b] ^ (x[c] ^ x[d])

    ROW(0, 3, 4, 9, 14);
    ROW(1, 8, 15, 2, 5);
    ROW(2, 6, 1, 12, 11);
    ROW(3, 13, 10, 7, 0);
    columns[0] = sums[0], columns[1] = sums[1], columns[2] = sums[2], columns[3] = sums[3];
}

KERNEL void
NAME(encrypt_rounds)(V x[16], const aria_byte *key, unsigned rounds)
{
    const aria_byte *last = key + 16 * (rounds - 2);
    V rows[4], columns[4];

    NAME(round)(x, rows, columns, 0, key, NULL, NAME(FIRST));
    for (; key != last; key += 32) {
        NAME(round)(x, rows, columns, 1, key + 16, NULL, NAME(MIDDLE));
        NAME(round)(x, rows, columns, 0, key + 32, NULL, NAME(MIDDLE));
    }
    NAME(round)(x, rows, columns, 1, key + 16, NULL, NAME(MIDDLE));
}

KERNEL void
NAME(decrypt_rounds)(V x[16], const aria_byte *key, unsigned rounds)
{
    const aria_byte *last = key - 16 * (rounds - 2);
    V rows[4], columns[4];

    NAME(round)(x, rows, columns, 0, NULL, key, NAME(FIRST));
    for (; key != last; key -= 32) {
        NAME(round)(x, rows, columns, 1, NULL, key - 16, NAME(MIDDLE));
        NAME(round)(x, rows, columns, 0, NULL, key - 32, NAME(MIDDLE));
    }
    NAME(round)(x, rows, columns, 1, NULL, key - 16, NAME(MIDDLE));
}

#    define encrypt_rounds NAME(encrypt_rounds)
#    define decrypt_rounds NAME(decrypt_rounds)

#endif

/* After the last round, which has no diffusion, its exchange is undone. */
KERNEL void
NAME(exchange)(V x[16])
{
#define EXCHANGE(i, j) t = x[i], x[i] = x[j], x[j] = t
    V t;

    EXCHANGE(0, 3), EXCHANGE(1, 2), EXCHANGE(4, 5), EXCHANGE(6, 7), EXCHANGE(8, 10), EXCHANGE(9, 11);
}

KERNEL void
NAME(add_key)(V x[16], const aria_byte *key)
{
    FOR_EACH_OF_16(i, 16, x[i] ^= v_byte(key + i););
}

KERNEL void
NAME(encrypt_bytes)(V x[16], const aria_wide_schedule *s)
{
    const aria_byte *key = aria_wide_keys(s);

    encrypt_rounds(x, key, s->rounds);
    NAME(exchange)(x);
    NAME(add_key)(x, key + 16 * s->rounds);
}

KERNEL void
NAME(decrypt_bytes)(V x[16], const aria_wide_schedule *s)
{
    const aria_byte *key = aria_wide_keys(s) + 16 * s->rounds;

    NAME(add_key)(x, key);
    decrypt_rounds(x, key - 16, s->rounds);
    NAME(exchange)(x);
}
