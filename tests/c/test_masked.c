/* SPDX-License-Identifier: MIT */
/* Modes over a block cipher in shares.  The kernels are for other chips; here one stands in
 * for them that adds the shares, encrypts, and shares again. */

#include "test_support.h"

#include "narae/narae.h"

enum { MOST = 70, KEY = 16, MASKED_WORK = 2048, FRESH = 8, KEY_FRESH = 20 };

static uint8_t last_random[FRESH], drawn_for_key[KEY_FRESH];
static unsigned encrypted; /* groups */

/* The schedule is the key in shares. */
static void
stand_in_set_key(void *schedule, const uint8_t *key)
{
    memcpy(schedule, key, 2 * KEY);
}

static void
set_key_with_random(void *schedule, const uint8_t *key)
{
    assert_memory_equal(schedule, drawn_for_key, KEY_FRESH);
    memset(drawn_for_key, 0, KEY_FRESH);
    stand_in_set_key(schedule, key);
}

static void
stand_in_encrypt(const narae_block_cipher *cipher, unsigned blocks, const void *schedule, uint8_t *out,
                 const uint8_t *in)
{
    const size_t size = narae_block_cipher_block_bytes(cipher);
    uint32_t expanded[NARAE_MODE_SCHEDULE_BYTES / 4];
    uint8_t key[KEY], block[16];

    narae_masked_unshare(key, schedule, KEY);
    assert_int_equal(narae_block_cipher_set_key(cipher, expanded, sizeof expanded, key, KEY), NARAE_OK);
    for (unsigned i = 0; i < blocks; i++, in += 2 * size, out += 2 * size) {
        narae_masked_unshare(block, in, size);
        assert_int_equal(narae_block_cipher_encrypt(cipher, expanded, block, block, 1), NARAE_OK);
        narae_masked_share(out, block, (const uint8_t *)"some mask, alike", size);
    }
    encrypted++;
}

static void
encrypt_pipo(const void *schedule, uint8_t *out, const uint8_t *in, const uint8_t *random)
{
    assert_null(random);
    stand_in_encrypt(&narae_pipo, 1, schedule, out, in);
}

static void
encrypt_lea(const void *schedule, uint8_t *out, const uint8_t *in, const uint8_t *random)
{
    assert_memory_not_equal(random, last_random, FRESH);
    memcpy(last_random, random, FRESH);
    stand_in_encrypt(&narae_lea, 4, schedule, out, in);
}

static const narae_masked_cipher masked_pipo = {"pipo", 8, KEY, 1, 32, 0, stand_in_set_key, encrypt_pipo, 0},
                                 masked_lea = {"lea",       16,       KEY, 4, 36, FRESH, set_key_with_random,
                                               encrypt_lea, KEY_FRESH};
static const struct {
    const narae_masked_cipher *masked;
    const narae_block_cipher *cipher;
} ciphers[] = {{&masked_pipo, &narae_pipo}, {&masked_lea, &narae_lea}};

static uint32_t seed = 1;
static unsigned draws_left;

static int
draw(void *context, uint8_t *out, size_t bytes)
{
    assert_ptr_equal(context, &seed);
    if (draws_left-- == 0)
        return -100;
    fill(out, bytes, &seed);
    if (bytes == KEY_FRESH)
        memcpy(drawn_for_key, out, bytes);
    return NARAE_OK;
}

static uint32_t key_words[2 * KEY / 4], work[MASKED_WORK / 4];
static uint8_t *const shares = (uint8_t *)key_words;

/* As a caller does, with just enough memory to work in. */
static narae_masked
prepared(const narae_masked_cipher *cipher, const uint8_t *key)
{
    const size_t needed = NARAE_MASKED_WORK_BYTES(cipher->schedule_bytes, cipher->block_bytes, cipher->blocks,
                                                  cipher->random_bytes);
    uint8_t mask[KEY];

    assert_true(needed < sizeof work);
    memset(work, 0xa5, sizeof work);
    fill(mask, sizeof mask, &seed);
    narae_masked_share(shares, key, mask, KEY);
    draws_left = 1000;
    return (narae_masked){cipher, shares, draw, &seed, work, needed};
}

static void
the_work_is_wiped(const narae_masked *masked)
{
    const uint8_t *bytes = masked->work;

    for (size_t i = 0; i < sizeof work; i++)
        assert_int_equal(bytes[i], i < masked->work_bytes ? 0 : 0xa5);
}

static void
shares_add_up(void **state)
{
    uint8_t value[MOST], mask[MOST], both[2 * MOST + 1], other[MOST];

    (void)state;
    for (size_t bytes = 0; bytes <= MOST; bytes++) {
        fill(value, bytes, &seed);
        fill(mask, bytes, &seed);
        memset(both, 0xa5, sizeof both);
        narae_masked_share(both, value, mask, bytes);
        assert_memory_equal(both + bytes, mask, bytes);
        assert_int_equal(both[2 * bytes], 0xa5);
        fill(other, bytes, &seed);
        narae_masked_refresh(both, other, bytes);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(both[bytes + i], mask[i] ^ other[i]);
        assert_int_equal(both[2 * bytes], 0xa5);
        narae_masked_unshare(both, both, bytes);
        assert_memory_equal(both, value, bytes);
    }
}

static void
counter_mode_is_that_of_the_cipher(void **state)
{
    uint8_t key[KEY], counter[16], in[MOST], out[MOST + 1], expected[MOST];
    narae_ctr ctr;

    (void)state;
    for (unsigned c = 0; c < 2; c++)
        for (size_t bytes = 0; bytes <= MOST; bytes++) {
            const size_t size = ciphers[c].masked->block_bytes;
            const uint8_t *from = bytes % 2 ? in : out;

            fill(key, sizeof key, &seed);
            fill(counter, sizeof counter, &seed);
            memset(counter + size / 2, 0xff, size / 2); /* the carry goes far */
            fill(in, bytes, &seed);
            assert_int_equal(narae_ctr_init(&ctr, ciphers[c].cipher, key, KEY), NARAE_OK);
            assert_int_equal(narae_ctr_crypt_message(&ctr, expected, counter, size, 0, in, bytes), NARAE_OK);

            narae_masked masked = prepared(ciphers[c].masked, key);
            uint8_t before[2 * KEY];

            memcpy(before, shares, sizeof before);
            memset(out, 0xa5, sizeof out);
            memcpy(out, in, bytes);
            encrypted = 0;
            assert_int_equal(narae_masked_ctr_crypt(&masked, out, counter, size, from, bytes), NARAE_OK);
            assert_memory_equal(out, expected, bytes);
            assert_int_equal(out[bytes], 0xa5);
            assert_int_equal(encrypted, (bytes + size * ciphers[c].masked->blocks - 1) /
                                            (size * ciphers[c].masked->blocks));
            assert_memory_not_equal(shares, before, KEY); /* new masks ... */
            narae_masked_unshare(before, shares, KEY);
            assert_memory_equal(before, key, KEY); /* ... of the same key */
            the_work_is_wiped(&masked);
        }
}

static void
cmac_is_that_of_the_cipher(void **state)
{
    uint8_t key[KEY], in[MOST], tag[17], expected[16];
    narae_cmac cmac;

    (void)state;
    for (unsigned c = 0; c < 2; c++)
        for (size_t bytes = 0; bytes <= MOST; bytes++) {
            const size_t size = ciphers[c].masked->block_bytes, tag_bytes = 1 + bytes % size;

            fill(key, sizeof key, &seed);
            fill(in, bytes, &seed);
            assert_int_equal(narae_cmac_init(&cmac, ciphers[c].cipher, key, KEY), NARAE_OK);
            assert_int_equal(narae_cmac_tag_message(&cmac, expected, tag_bytes, in, bytes), NARAE_OK);

            narae_masked masked = prepared(ciphers[c].masked, key);

            memset(tag, 0xa5, sizeof tag);
            assert_int_equal(narae_masked_cmac_tag(&masked, tag, tag_bytes, in, bytes), NARAE_OK);
            assert_memory_equal(tag, expected, tag_bytes);
            assert_int_equal(tag[tag_bytes], 0xa5);
            the_work_is_wiped(&masked);
        }
}

static void
a_failed_draw_ends_the_call(void **state)
{
    static const uint8_t key[KEY], in[MOST];
    uint8_t counter[16] = {0}, out[MOST], tag[16];

    (void)state;
    for (unsigned c = 0; c < 2; c++)
        for (unsigned draws = 0;; draws++) {
            narae_masked masked = prepared(ciphers[c].masked, key);
            int ctr, cmac;

            draws_left = draws;
            ctr = narae_masked_ctr_crypt(&masked, out, counter, ciphers[c].masked->block_bytes, in, MOST);
            assert_true(ctr == NARAE_OK || ctr == -100);
            the_work_is_wiped(&masked);
            masked = prepared(ciphers[c].masked, key);
            draws_left = draws;
            memset(tag, 0xa5, sizeof tag);
            cmac = narae_masked_cmac_tag(&masked, tag, 8, in, MOST);
            assert_true(cmac == NARAE_OK || cmac == -100);
            if (cmac != NARAE_OK)
                for (unsigned i = 0; i < sizeof tag; i++)
                    assert_int_equal(tag[i], 0xa5);
            the_work_is_wiped(&masked);
            if (ctr == NARAE_OK && cmac == NARAE_OK)
                break;
        }
}

static void
wrong_arguments_are_refused(void **state)
{
    static const uint8_t key[KEY], in[16];
    uint8_t counter[8] = {0}, out[17];
    const narae_masked good = prepared(&masked_pipo, key);

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        narae_masked bad = good;
        int expected = i == 5 ? NARAE_ERROR_LENGTH : NARAE_ERROR_NULL;

        if (i == 0)
            bad.cipher = NULL;
        if (i == 1)
            bad.key = NULL;
        if (i == 2)
            bad.random = NULL;
        if (i == 3)
            bad.work = NULL;
        if (i == 5)
            bad.work_bytes--;
        assert_int_equal(narae_masked_ctr_crypt(i == 4 ? NULL : &bad, out, counter, 8, in, 16), expected);
        assert_int_equal(narae_masked_cmac_tag(i == 4 ? NULL : &bad, out, 8, in, 16), expected);
    }
    assert_int_equal(narae_masked_ctr_crypt(&good, out, NULL, 8, in, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_masked_ctr_crypt(&good, NULL, counter, 8, in, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_masked_ctr_crypt(&good, out, counter, 8, NULL, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_masked_ctr_crypt(&good, out, counter, 7, in, 16), NARAE_ERROR_NONCE_SIZE);
    assert_int_equal(narae_masked_ctr_crypt(&good, out + 1, counter, 8, out, 16), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_masked_cmac_tag(&good, NULL, 8, in, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_masked_cmac_tag(&good, out, 8, NULL, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_masked_cmac_tag(&good, out, 0, in, 16), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_masked_cmac_tag(&good, out, 9, in, 16), NARAE_ERROR_TAG_SIZE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(counter_mode_is_that_of_the_cipher),
        cmocka_unit_test(cmac_is_that_of_the_cipher),
        cmocka_unit_test(a_failed_draw_ends_the_call),
        cmocka_unit_test(wrong_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
