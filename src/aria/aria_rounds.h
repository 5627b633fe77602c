/* The rounds of ARIA on bytes of many blocks, for aria_vector.h, in C.  RFC 5794;
 * KS X 1213.
 *
 *     v_s1, v_s2, v_s1_inverse, v_s2_inverse (x)   the S-boxes
 *     v_turn(x)          see NAME(box)
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
 * round before. */

/* S-box b of S, or its inverse if `even`.  AES instructions also shift rows, which
 * moves blocks within their lane: S-boxes by one shift, inverses by three.  v_turn
 * moves by two, so that all vectors move alike, in an odd round by one and in an
 * even round by three: after an even number of rounds they are back. */
KERNEL V
NAME(box)(V x, unsigned b, unsigned even)
{
    if (b >= 2)
        x = v_turn(x);
    if (b % 2 == 0)
        return even == b / 2 ? v_s1(x) : v_s1_inverse(x);
    return even == b / 2 ? v_s2(x) : v_s2_inverse(x);
}

#define BYTE(i) (even ? exchanged[i] : (i))

enum { NAME(FIRST), NAME(MIDDLE) };

/* A round but for the diffusion, of which only the sums are made; `before` is a key
 * to be added before the S-boxes, `after` one to be added after them. */
KERNEL void
NAME(round)(V x[16], V rows[4], V columns[4], unsigned even, const aria_byte *before, const aria_byte *after,
            unsigned where)
{
    static const uint8_t exchanged[16] = {3, 2, 1, 0, 5, 4, 7, 6, 10, 11, 8, 9, 12, 13, 14, 15};
    V sums[4];

#define ELEMENT(row, column, i)                    \
    if (before != NULL)                            \
        x[i] ^= v_byte(before + BYTE(i));          \
    if (where != NAME(FIRST))                      \
        x[i] = x[i] ^ rows[row] ^ columns[column]; \
    x[i] = NAME(box)(x[i], BYTE(i) % 4, even);     \
    if (after != NULL)                             \
        x[i] ^= v_byte(after + BYTE(i));           \
    sums[column] = (row) == 0 ? x[i] : sums[column] ^ x[i]
#define ROW(row, a, b, c, d) \
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

#define encrypt_rounds NAME(encrypt_rounds)
#define decrypt_rounds NAME(decrypt_rounds)
