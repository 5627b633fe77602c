/* SPDX-License-Identifier: MIT */
/* Output feedback. */

#include "test_support.h"

#include "narae/descriptor.h"
#include "narae/ofb.h"

#include "block_ciphers.h"

enum { MAX = 2600 };

static const uint8_t key[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

static void
textbook_ofb(const narae_block_cipher *c, uint8_t *out, const uint8_t *iv, const uint8_t *in, size_t bytes)
{
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    uint8_t block[16];

    narae_kernels_of(c)->set_key(schedule, key, 16);
    memcpy(block, iv, c->block_bytes);
    for (size_t i = 0; i < bytes; i++) {
        if (i % c->block_bytes == 0)
            narae_kernels_of(c)->encrypt(schedule, block, block, 1);
        out[i] = in[i] ^ block[i % c->block_bytes];
    }
}

/* In one shot, in place, and in pieces, from addresses of any alignment; also with a
 * cipher that has no kernel for chains. */
static void
messages_of_any_size_agree_with_the_textbook(void **state)
{
    narae_block_cipher plain = with_own_kernels(&narae_lea);
    const narae_block_cipher *const ciphers[] = {&plain, ALL_BLOCK_CIPHERS};
    static uint8_t in[MAX + 8], want[MAX], out[MAX + 24];
    uint32_t seed = 1;

    (void)state;
#if UINTPTR_MAX > 0xffffffffu
    plain.kernels.chain = NULL;
#endif
    for (size_t bytes = 0; bytes < MAX; bytes += 1 + bytes / 30)
        for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
            const narae_block_cipher *const c = ciphers[i];
            const uint8_t *from = in + some(&seed, 7);
            uint8_t *to = out + some(&seed, 7), iv[16];
            narae_ofb ofb;

            fill(in, sizeof in, &seed);
            fill(iv, sizeof iv, &seed);
            textbook_ofb(c, want, iv, from, bytes);
            assert_int_equal(narae_ofb_init(&ofb, c, key, 16), NARAE_OK);
            memset(out, 0xc5, sizeof out);
            assert_int_equal(narae_ofb_crypt_message(&ofb, to, iv, c->block_bytes, from, bytes), NARAE_OK);
            assert_memory_equal(to, want, bytes);
            assert_untouched(to + bytes, 16);

            assert_int_equal(narae_ofb_start(&ofb, iv, c->block_bytes), NARAE_OK);
            memcpy(to, from, bytes);
            for (size_t done = 0, n; done < bytes; done += n) {
                n = some(&seed, bytes - done < 700 ? bytes - done : 700);
                assert_int_equal(narae_ofb_crypt(&ofb, to + done, to + done, n), NARAE_OK);
            }
            assert_memory_equal(to, want, bytes);
        }
}

static void
wrong_arguments_are_refused(void **state)
{
    uint8_t b[64] = {0};
    narae_ofb ofb;

    (void)state;
    assert_int_equal(narae_ofb_init(NULL, &narae_lea, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_ofb_init(&ofb, &narae_lea, key, 15), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_ofb_init(&ofb, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_ofb_crypt(&ofb, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_ofb_start(&ofb, b, 8), NARAE_ERROR_NONCE_SIZE);
    assert_int_equal(narae_ofb_crypt(&ofb, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_ofb_start(&ofb, b, 16), NARAE_OK);
    assert_int_equal(narae_ofb_crypt(&ofb, NULL, NULL, 0), NARAE_OK);
    assert_int_equal(narae_ofb_crypt(&ofb, b + 1, b, 2), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_ofb_crypt(&ofb, b, b + 2, 2), NARAE_OK);
    narae_ofb_clear(&ofb);
    assert_wiped(ofb);
    assert_int_equal(narae_ofb_crypt(&ofb, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_ofb_start(&ofb, b, 16), NARAE_ERROR_STATE);
    assert_int_equal(narae_ofb_crypt_message(&ofb, b, b, 16, b, 1), NARAE_ERROR_STATE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_any_size_agree_with_the_textbook),
        cmocka_unit_test(wrong_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
