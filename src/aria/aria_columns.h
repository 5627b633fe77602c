/* The rounds of ARIA on bytes of many blocks, for aria_vector.h, where a round is
 * bound by its S-boxes: 72 XORs to diffuse, but few vectors at a time.  RFC 5794;
 * KS X 1213.  Squares (aria_rounds.h) take 56 and eight sums, for which the
 * constants of the S-boxes leave no registers: on a Cortex-A72 2 % more. */

#include "aria_box.h"

/* Each becomes the sum of the other three. */
KERNEL void
NAME(others)(V *a, V *b, V *c, V *d)
{
    const V ab = *a ^ *b, cd = *c ^ *d, x = *a, z = *c;

    *a = *b ^ cd;
    *b = x ^ cd;
    *c = *d ^ ab;
    *d = z ^ ab;
}

/* A = C (P + J) C, as in aria_portable.c: C makes each byte the sum of the bytes
 * in the same place of the other three words; J adds the sum of its word to each
 * byte of P's exchange b <-> b ^ v, so that P + J is a sum of the other three
 * once more, `words`, and an exchange.
 *
 * A column is the four bytes in one place of the words, which share an S-box.
 * From one `words` to the next the columns have nothing to do with each other:
 * the rest of the diffusion, a key before the S-box or after it, if there are
 * such, and the first part of the next diffusion.  That keeps four vectors in
 * registers for long, where there are but 16. */
KERNEL void
NAME(words)(V x[16])
{
    NAME(others)(x, x + 1, x + 2, x + 3);
    NAME(others)(x + 4, x + 5, x + 6, x + 7);
    NAME(others)(x + 8, x + 9, x + 10, x + 11);
    NAME(others)(x + 12, x + 13, x + 14, x + 15);
}

enum { NAME(FIRST), NAME(MIDDLE), NAME(LAST) };

KERNEL void
NAME(column)(V y[16], const V x[16], unsigned b, unsigned even, const aria_byte *before,
             const aria_byte *after, unsigned where)
{
    const unsigned v3 = where == NAME(FIRST) ? 0 : 3, v1 = v3 & 1, v2 = v3 & 2;
    V p = x[b ^ v3], q = x[4 + (b ^ v1)], r = x[8 + (b ^ v2)], t = x[12 + b];

    if (where != NAME(FIRST))
        NAME(others)(&p, &q, &r, &t);
    if (before != NULL) {
        p ^= v_byte(before + b), q ^= v_byte(before + 4 + b);
        r ^= v_byte(before + 8 + b), t ^= v_byte(before + 12 + b);
    }
    p = NAME(box)(p, b, even), q = NAME(box)(q, b, even);
    r = NAME(box)(r, b, even), t = NAME(box)(t, b, even);
    if (after != NULL) {
        p ^= v_byte(after + b), q ^= v_byte(after + 4 + b);
        r ^= v_byte(after + 8 + b), t ^= v_byte(after + 12 + b);
    }
    if (where != NAME(LAST))
        NAME(others)(&p, &q, &r, &t);
    y[b] = p, y[4 + b] = q, y[8 + b] = r, y[12 + b] = t;
}

KERNEL void
NAME(columns)(V y[16], const V x[16], unsigned even, const aria_byte *before, const aria_byte *after,
              unsigned where)
{
    NAME(column)(y, x, 0, even, before, after, where);
    NAME(column)(y, x, 1, even, before, after, where);
    NAME(column)(y, x, 2, even, before, after, where);
    NAME(column)(y, x, 3, even, before, after, where);
}

KERNEL void
NAME(encrypt_bytes)(V x[16], const aria_wide_schedule *s)
{
    const aria_byte *key = aria_wide_keys(s), *last = key + 16 * (s->rounds - 2);
    V y[16];

    NAME(columns)(y, x, 0, key, NULL, NAME(FIRST));
    for (; key != last; key += 32) {
        NAME(words)(y);
        NAME(columns)(x, y, 1, key + 16, NULL, NAME(MIDDLE));
        NAME(words)(x);
        NAME(columns)(y, x, 0, key + 32, NULL, NAME(MIDDLE));
    }
    NAME(words)(y);
    NAME(columns)(x, y, 1, key + 16, key + 32, NAME(LAST));
}

KERNEL void
NAME(decrypt_bytes)(V x[16], const aria_wide_schedule *s)
{
    const aria_byte *first = aria_wide_keys(s), *key = first + 16 * s->rounds;
    V y[16];

    NAME(columns)(y, x, 0, key, key - 16, NAME(FIRST));
    for (; key != first + 32; key -= 32) {
        NAME(words)(y);
        NAME(columns)(x, y, 1, NULL, key - 32, NAME(MIDDLE));
        NAME(words)(x);
        NAME(columns)(y, x, 0, NULL, key - 48, NAME(MIDDLE));
    }
    NAME(words)(y);
    NAME(columns)(x, y, 1, NULL, first, NAME(LAST));
}
