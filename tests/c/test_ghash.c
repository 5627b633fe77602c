/* SPDX-License-Identifier: MIT */
/* GHASH: each portable kernel against the textbook. */

#include "test_support.h"

#include "core/bytes.h"
#include "ghash/ghash_internal.h"
#include "textbook_ghash.h"

static narae_ghash_blocks_fn *const kernels[] = {
#ifdef __SIZEOF_INT128__
    narae_ghash_blocks_mul64,
#endif
    narae_ghash_blocks_mul32,
    narae_ghash_blocks_low32,
    narae_ghash_blocks_bits,
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

static void
check_product(const uint8_t h[16], const uint8_t y[16], const uint8_t *in, size_t nblocks)
{
    narae_ghash_key key;
    uint8_t want[16];

    memcpy(want, y, 16);
    textbook_ghash(want, h, in, 16 * nblocks);
    assert_int_equal(narae_ghash_set_key(&key, h), NARAE_OK);
    for (unsigned i = 0; i < KERNELS; i++) {
        uint8_t got[16];

        memcpy(got, y, 16);
        kernels[i](got, &key, in, nblocks);
        assert_memory_equal(got, want, 16);
    }
}

static void
gives_the_value_of_the_gcm_specification(void **state)
{
    uint8_t h[16], y[16] = {0}, in[32] = {0};
    narae_ghash_key key;

    (void)state; /* McGrew and Viega, test case 2 */
    store64_be(h, 0x66e94bd4ef8a2c3b);
    store64_be(h + 8, 0x884cfa59ca342b2e);
    store64_be(in, 0x0388dace60b6a392);
    store64_be(in + 8, 0xf328c2b971b2fe78);
    in[31] = 0x80;
    assert_int_equal(narae_ghash_set_key(&key, h), NARAE_OK);
    assert_int_equal(narae_ghash(&key, y, in, 2), NARAE_OK);
    assert_hex(y, "f38cbb1ad69223dcc3457ae5b6b0f885");
}

static void
kernels_multiply_single_bits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 128; i++)
        for (unsigned j = 0; j < 128; j++) {
            uint8_t h[16] = {0}, y[16] = {0}, in[16] = {0};

            h[i / 8] = (uint8_t)(0x80 >> i % 8);
            in[j / 8] = (uint8_t)(0x80 >> j % 8);
            check_product(h, y, in, 1);
        }
}

/* Where a sum of integer products would overflow its comb: dense operands. */
static void
kernels_multiply_dense_operands(void **state)
{
    static const uint8_t bytes[] = {0xff, 0x11, 0x22, 0x44, 0x88, 0xee, 0xf0, 0x0f};

    (void)state;
    for (unsigned i = 0; i < sizeof bytes; i++)
        for (unsigned j = 0; j < sizeof bytes; j++) {
            uint8_t h[16], y[16] = {0}, in[16];

            memset(h, bytes[i], 16);
            memset(in, bytes[j], 16);
            check_product(h, y, in, 1);
            memset(h, 0, 8);
            check_product(h, y, in, 1);
            memset(in + 8, 0, 8);
            check_product(h, y, in, 1);
        }
}

static void
kernels_hash_random_blocks(void **state)
{
    uint32_t seed = 1;

    (void)state;
    for (unsigned round = 0; round < 500; round++) {
        uint8_t h[16], y[16], in[1 + 16 * 9];
        size_t nblocks = some(&seed, 9), shift = some(&seed, 1);

        fill(h, sizeof h, &seed);
        fill(y, sizeof y, &seed);
        fill(in, sizeof in, &seed);
        check_product(h, y, in + shift, nblocks);
    }
}

static void
null_is_refused_unless_nothing_is_to_be_read(void **state)
{
    uint8_t h[16] = {0}, y[16] = {0};
    narae_ghash_key key;

    (void)state;
    assert_int_equal(narae_ghash_set_key(NULL, h), NARAE_ERROR_NULL);
    assert_int_equal(narae_ghash_set_key(&key, NULL), NARAE_ERROR_NULL);
    assert_int_equal(narae_ghash_set_key(&key, h), NARAE_OK);
    assert_int_equal(narae_ghash(NULL, y, h, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ghash(&key, NULL, h, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ghash(&key, y, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_ghash(&key, y, NULL, 0), NARAE_OK);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_value_of_the_gcm_specification),
        cmocka_unit_test(kernels_multiply_single_bits),
        cmocka_unit_test(kernels_multiply_dense_operands),
        cmocka_unit_test(kernels_hash_random_blocks),
        cmocka_unit_test(null_is_refused_unless_nothing_is_to_be_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
