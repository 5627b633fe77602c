/* SPDX-License-Identifier: MIT */
/* Even and odd bits: the definition, bit by bit, and the way back. */

#include "test_support.h"

#include "core/bytes.h"
#include "core/portable/interleave.h"

static uint64_t
bit_by_bit(uint64_t x)
{
    uint64_t result = 0;

    for (unsigned i = 0; i < 64; i++)
        result |= (x >> i & 1) << (i / 2 + 32 * (i % 2));
    return result;
}

static void
even_bits_are_low_and_odd_bits_high(void **state)
{
    uint8_t bytes[8];
    uint32_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < 64; i++)
        assert_true(interleave((uint64_t)1 << i) == bit_by_bit((uint64_t)1 << i));
    for (unsigned round = 0; round < 1000; round++) {
        uint64_t x;

        fill(bytes, sizeof bytes, &seed);
        x = load64_le(bytes);
        assert_true(interleave(x) == bit_by_bit(x));
        assert_true(uninterleave(interleave(x)) == x);
    }
}

static void
a_byte_comes_and_goes_as_in_its_word(void **state)
{
    (void)state;
    for (unsigned at = 0; at < 8; at++)
        for (unsigned byte = 0; byte < 256; byte++) {
            const uint64_t x = (uint64_t)byte << 8 * at;

            assert_true(interleave_byte((uint8_t)byte, at) == bit_by_bit(x));
            assert_int_equal(uninterleave_byte(bit_by_bit(x), at), byte);
            assert_int_equal(uninterleave_byte(~bit_by_bit(x), at), byte ^ 0xff);
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_bits_are_low_and_odd_bits_high),
        cmocka_unit_test(a_byte_comes_and_goes_as_in_its_word),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
