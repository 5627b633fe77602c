/* ARIA with AES instructions, a block a vector, up to FEW = 4 of them side by
 * side.  The names are those of aria_vector.h and aria_aes.h, and
 *
 *     v_key(k)              the 16 bytes at k
 *     v_shuffle(x, high, low)   bytes of x by their numbers
 *     v_pick(x, y, mask)    y in those bytes of each word that the mask has
 *
 * Byte 4 c + r of a block is byte r of column c for AES, and r alone decides
 * which S-box ARIA wants.  So both rounds of AES, and with them all four
 * S-boxes, are computed of the whole block and each byte is picked from its
 * own.  The rows are shifted then: row 2 by two, rows 1 and 3 back by one after
 * an odd round and on by one after an even round.  Diffusion is the sum of seven
 * shuffles, which undo that in passing.
 *
 * On Zen 5 one block waits 4 cycles for AES-NI, 4 for the affine map before or after, 2
 * to pick, and about 7 for the shuffles and their sum: 17 a round. */

#include "core/for_each.h"

/* S, or S' if `even`, with rows shifted. */
KERNEL V
few_substitute(V x, unsigned even)
{
    const V s1 = v_s1(x), s2 = v_map(s1), s1_inverse = v_s1_inverse(x), s2_inverse = v_s2_inverse(x);
    const V s = v_pick(s1, s2, (int)0xff00ff00), inverse = v_pick(s1_inverse, s2_inverse, (int)0xff00ff00);

    return even ? v_pick(inverse, s, (int)0xffff0000) : v_pick(s, inverse, (int)0xffff0000);
}

/* Shifts the rows as S does, and back. */
#define FEW_SHIFT(x) v_shuffle(x, 0x0306010c0f020d08, 0x0b0e0904070a0500)
#define FEW_SHIFT_EVEN(x) v_shuffle(x, 0x0b06090c07020508, 0x030e01040f0a0d00)

KERNEL V
few_shift(V x, unsigned even)
{
    return even ? FEW_SHIFT_EVEN(x) : FEW_SHIFT(x);
}

KERNEL V
few_shift_back(V x, unsigned even)
{
    return few_shift(x, !even);
}

/* A, of a block whose rows are shifted. */
KERNEL V
few_diffuse(V x, unsigned even)
{
    return even ? v_shuffle(x, 0x050000050a0a0000, 0x0500050000050a07) ^
                      v_shuffle(x, 0x0a07070a07070505, 0x070a070a09040904) ^
                      (v_shuffle(x, 0x04040e0e04090904, 0x0e0b04090b0e0b0e) ^
                       v_shuffle(x, 0x09090b0b0b0e0e0b, 0x080d0d0802020808)) ^
                      (v_shuffle(x, 0x080d080d0d080f02, 0x0f02020f0f0f0d0d) ^
                       v_shuffle(x, 0x020f020f0c010c01, 0x0c0c0606010c0c01) ^
                       v_shuffle(x, 0x0306010c06030603, 0x0101030306030306))
                : v_shuffle(x, 0x0d00000d0a0a0000, 0x0d000d00000d0a0f) ^
                      v_shuffle(x, 0x0a0f0f0a0f0f0d0d, 0x0f0a0f0a01040104) ^
                      (v_shuffle(x, 0x04040e0e04010104, 0x0e030401030e030e) ^
                       v_shuffle(x, 0x01010303030e0e03, 0x0805050802020808)) ^
                      (v_shuffle(x, 0x0805080505080702, 0x0702020707070505) ^
                       v_shuffle(x, 0x020702070c090c09, 0x0c0c0606090c0c09) ^
                       v_shuffle(x, 0x0b06090c060b060b, 0x09090b0b060b0b06));
}

KERNEL void
few_encrypt_some(const aria_wide_schedule *s, uint8_t *out, const uint8_t *in, size_t n, unsigned groups)
{
    const uint32_t *k = aria_narrow_keys(s), *last = k + 4 * (s->rounds - 2);
    V x[8], key = v_key(k);

    FOR_EACH(i, groups, x[i] = v_load(in + 16 * i, i < n) ^ key;);
    for (;; k += 8) {
        key = v_key(k + 4);
        FOR_EACH(i, groups, x[i] = few_substitute(x[i], 0););
        FOR_EACH(i, groups, x[i] = few_diffuse(x[i], 0) ^ key;);
        key = v_key(k + 8);
        FOR_EACH(i, groups, x[i] = few_substitute(x[i], 1););
        if (k == last)
            break;
        FOR_EACH(i, groups, x[i] = few_diffuse(x[i], 1) ^ key;);
    }
    FOR_EACH(i, groups, v_store(out + 16 * i, few_shift_back(x[i], 1) ^ key, i < n););
}

KERNEL void
few_decrypt_some(const aria_wide_schedule *s, uint8_t *out, const uint8_t *in, size_t n, unsigned groups)
{
    const uint32_t *first = aria_narrow_keys(s), *k = first + 4 * s->rounds;
    V x[8], key = v_key(k);

    FOR_EACH(i, groups, x[i] = v_load(in + 16 * i, i < n) ^ key;);
    for (;; k -= 8) {
        key = few_shift(v_key(k - 4), 0);
        FOR_EACH(i, groups, x[i] = few_substitute(x[i], 0) ^ key;);
        FOR_EACH(i, groups, x[i] = few_diffuse(x[i], 0););
        key = few_shift(v_key(k - 8), 1);
        FOR_EACH(i, groups, x[i] = few_substitute(x[i], 1) ^ key;);
        if (k - 8 == first)
            break;
        FOR_EACH(i, groups, x[i] = few_diffuse(x[i], 1););
    }
    FOR_EACH(i, groups, v_store(out + 16 * i, few_shift_back(x[i], 1), i < n););
}

#define FEW_RUN(some)                            \
    do {                                         \
        if (nblocks == 1)                        \
            some(schedule, out, in, 1, 1);       \
        else if (nblocks == 2)                   \
            some(schedule, out, in, 2, 2);       \
        else                                     \
            some(schedule, out, in, nblocks, 4); \
    } while (0)

/* 1 to 4 blocks. */
static CODE void
few_encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    FEW_RUN(few_encrypt_some);
}

static CODE void
few_decrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    FEW_RUN(few_decrypt_some);
}
