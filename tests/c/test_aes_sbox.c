/* SPDX-License-Identifier: MIT */
/* The bit-sliced S-box circuits against the definition of FIPS 197, clause
 * 5.1.1, for all 256 inputs in all positions of a word. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef uint64_t word;

#ifndef SBOX_HEADER
#    define SBOX_HEADER "aes/sbox.h"
#endif
#include SBOX_HEADER

static unsigned
multiply(unsigned a, unsigned b)
{
    unsigned product = 0;

    for (; b != 0; b >>= 1) {
        if (b & 1)
            product ^= a;
        a <<= 1;
        if (a & 0x100)
            a ^= 0x11b;
    }
    return product;
}

/* The affine map of x^254 = 1/x. */
static unsigned
sbox(unsigned x)
{
    unsigned inverse = 1, y = 0x63;

    for (int i = 0; i < 254; i++)
        inverse = multiply(inverse, x);
    for (int i = 0; i < 5; i++)
        y ^= inverse << i | inverse >> (8 - i);
    return y & 0xff;
}

static void
slice(word q[8], const uint8_t bytes[64])
{
    for (unsigned i = 0; i < 8; i++) {
        q[i] = 0;
        for (unsigned j = 0; j < 64; j++)
            q[i] |= (word)(bytes[j] >> i & 1) << j;
    }
}

static unsigned
byte_at(const word q[8], unsigned position)
{
    unsigned x = 0;

    for (unsigned i = 0; i < 8; i++)
        x |= (unsigned)(q[i] >> position & 1) << i;
    return x;
}

static void
circuits_are_the_sbox_and_its_inverse(void **state)
{
    (void)state;
    for (unsigned x = 0; x < 256; x++) {
        uint8_t in[64], out[64];
        word q[8];

        for (unsigned j = 0; j < 64; j++) {
            in[j] = (uint8_t)(x + j);
            out[j] = (uint8_t)sbox(in[j]);
        }
        slice(q, in);
        aes_sub_bytes(q);
        for (unsigned j = 0; j < 64; j++)
            assert_int_equal(byte_at(q, j) ^ 0x63, out[j]);

        for (unsigned j = 0; j < 64; j++)
            out[j] ^= 0x63;
        slice(q, out);
        aes_inv_sub_bytes(q);
        for (unsigned j = 0; j < 64; j++)
            assert_int_equal(byte_at(q, j), in[j]);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(circuits_are_the_sbox_and_its_inverse)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
