/* SPDX-License-Identifier: MIT */
/* CMAC. */

#include "test_support.h"

#include "narae/descriptor.h"
#include "narae/cmac.h"

#include "block_ciphers.h"

static const uint8_t key[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

static void
textbook_double(uint8_t *x, unsigned size)
{
    unsigned carry = 0;

    for (unsigned i = size; i-- != 0;) {
        unsigned t = 2u * x[i] + carry;

        x[i] = (uint8_t)t;
        carry = t >> 8;
    }
    if (carry != 0)
        x[size - 1] ^= size == 16 ? 0x87 : 0x1b;
}

static void
textbook_cmac(const narae_block_cipher *c, const uint8_t *k, uint8_t *tag, const uint8_t *in, size_t bytes)
{
    const unsigned size = c->block_bytes;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    uint8_t subkey[16] = {0}, x[16] = {0};
    size_t i = 0;

    narae_kernels_of(c)->set_key(schedule, k, 16);
    narae_kernels_of(c)->encrypt(schedule, subkey, subkey, 1);
    textbook_double(subkey, size);
    for (; bytes - i > size; i += size) {
        for (unsigned j = 0; j < size; j++)
            x[j] ^= in[i + j];
        narae_kernels_of(c)->encrypt(schedule, x, x, 1);
    }
    for (unsigned j = 0; i + j < bytes; j++)
        x[j] ^= in[i + j];
    if (bytes - i != size) {
        x[bytes - i] ^= 0x80;
        textbook_double(subkey, size);
    }
    for (unsigned j = 0; j < size; j++)
        x[j] ^= subkey[j];
    narae_kernels_of(c)->encrypt(schedule, tag, x, 1);
}

/* Different keys, so that the doubling is seen with and without its carry. */
static void
messages_of_any_size_agree_with_the_textbook(void **state)
{
    const narae_block_cipher *ciphers[] = {ALL_BLOCK_CIPHERS};
    uint32_t seed = 1;

    (void)state;
    for (unsigned i = 0; i < sizeof ciphers / sizeof *ciphers; i++)
        for (size_t bytes = 0; bytes < 150; bytes++) {
            uint8_t k[16], in[160], want[16], tag[48];
            const uint8_t *from = in + some(&seed, 7);
            const size_t size = ciphers[i]->block_bytes;
            narae_cmac cmac;

            fill(k, 16, &seed);
            fill(in, sizeof in, &seed);
            memset(tag, 0xc5, sizeof tag);
            textbook_cmac(ciphers[i], k, want, from, bytes);
            assert_int_equal(narae_cmac_init(&cmac, ciphers[i], k, 16), NARAE_OK);
            assert_int_equal(narae_cmac_tag_message(&cmac, tag, size, from, bytes), NARAE_OK);
            assert_memory_equal(tag, want, size);
            assert_untouched(tag + size, 16);

            assert_int_equal(narae_cmac_start(&cmac), NARAE_OK);
            for (size_t done = 0, n; done < bytes; done += n) {
                n = some(&seed, bytes - done < 40 ? bytes - done : 40);
                assert_int_equal(narae_cmac_update(&cmac, from + done, n), NARAE_OK);
            }
            memset(tag, 0xc5, size);
            assert_int_equal(narae_cmac_finish(&cmac, tag, size), NARAE_OK);
            assert_memory_equal(tag, want, size);
        }
}

static void
each_wrong_bit_of_a_tag_is_refused(void **state)
{
    uint8_t in[20] = {1}, tag[16];
    narae_cmac cmac;

    (void)state;
    assert_int_equal(narae_cmac_init(&cmac, &narae_lea, key, 16), NARAE_OK);
    for (size_t tag_bytes = 4; tag_bytes <= 16; tag_bytes++) {
        assert_int_equal(narae_cmac_tag_message(&cmac, tag, tag_bytes, in, sizeof in), NARAE_OK);
        assert_int_equal(narae_cmac_verify_message(&cmac, in, sizeof in, tag, tag_bytes), NARAE_OK);
        for (size_t bit = 0; bit < 8 * tag_bytes; bit++) {
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
            assert_int_equal(narae_cmac_verify_message(&cmac, in, sizeof in, tag, tag_bytes),
                             NARAE_ERROR_AUTHENTICATION);
            assert_int_equal(narae_cmac_start(&cmac), NARAE_OK);
            assert_int_equal(narae_cmac_update(&cmac, in, sizeof in), NARAE_OK);
            assert_int_equal(narae_cmac_verify(&cmac, tag, tag_bytes), NARAE_ERROR_AUTHENTICATION);
            tag[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

static void
wrong_arguments_are_refused(void **state)
{
    narae_block_cipher odd = narae_lea;
    uint8_t b[32] = {0};
    narae_cmac cmac;

    (void)state;
    odd.block_bytes = 12;
    assert_int_equal(narae_cmac_init(&cmac, &odd, key, 16), NARAE_ERROR_BLOCK_SIZE);
    assert_int_equal(narae_cmac_init(&cmac, NULL, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_cmac_init(&cmac, &narae_lea, key, 8), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_cmac_init(&cmac, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_cmac_update(&cmac, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_cmac_finish(&cmac, b, 16), NARAE_ERROR_STATE);
    assert_int_equal(narae_cmac_verify(&cmac, b, 16), NARAE_ERROR_STATE);
    assert_int_equal(narae_cmac_start(&cmac), NARAE_OK);
    assert_int_equal(narae_cmac_update(&cmac, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_cmac_update(&cmac, NULL, 0), NARAE_OK);
    assert_int_equal(narae_cmac_finish(&cmac, NULL, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_cmac_finish(&cmac, b, 17), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_cmac_finish(&cmac, b, 0), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_cmac_finish(&cmac, b, 16), NARAE_OK);
    assert_int_equal(narae_cmac_finish(&cmac, b, 16), NARAE_ERROR_STATE);
    assert_int_equal(narae_cmac_tag_message(&cmac, b, 0, NULL, 0), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_cmac_tag_message(&cmac, b, 16, NULL, 1), NARAE_ERROR_NULL);
    narae_cmac_clear(&cmac);
    assert_wiped(cmac);
    assert_int_equal(narae_cmac_start(&cmac), NARAE_ERROR_STATE);
    assert_int_equal(narae_cmac_tag_message(&cmac, b, 16, NULL, 0), NARAE_ERROR_STATE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_any_size_agree_with_the_textbook),
        cmocka_unit_test(each_wrong_bit_of_a_tag_is_refused),
        cmocka_unit_test(wrong_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
