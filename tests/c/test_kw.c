/* SPDX-License-Identifier: MIT */
/* KW and KWP. */

#include "test_support.h"

#include "narae/descriptor.h"
#include "narae/kw.h"

#include "block_ciphers.h"

enum { MAX = 200 };

static const uint8_t key[32] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

/* W of the standard, algorithm 1: all semiblocks move one place in each step. */
static void
textbook_wrap(const narae_block_cipher *c, uint8_t *s, size_t n)
{
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];

    narae_kernels_of(c)->set_key(schedule, key, 16);
    for (unsigned t = 1; t <= 6 * (n - 1); t++) {
        uint8_t block[16];

        memcpy(block, s, 16);
        narae_kernels_of(c)->encrypt(schedule, block, block, 1);
        memmove(s + 8, s + 16, 8 * (n - 2));
        memcpy(s + 8 * (n - 1), block + 8, 8);
        for (unsigned i = 0; i < 4; i++)
            block[4 + i] ^= (uint8_t)(t >> 8 * (3 - i));
        memcpy(s, block, 8);
    }
}

static void
textbook_kw(const narae_block_cipher *c, uint8_t *out, const uint8_t *in, size_t bytes)
{
    memset(out, 0xa6, 8);
    memcpy(out + 8, in, bytes);
    textbook_wrap(c, out, bytes / 8 + 1);
}

/* Returns the size of the result. */
static size_t
textbook_kwp(const narae_block_cipher *c, uint8_t *out, const uint8_t *in, size_t bytes)
{
    const uint8_t head[8] = {0xa6, 0x59, 0x59, 0xa6, 0, 0, (uint8_t)(bytes >> 8), (uint8_t)bytes};
    const size_t n = (bytes + 7) / 8 + 1;

    memset(out, 0, 8 * n);
    memcpy(out, head, 8);
    memcpy(out + 8, in, bytes);
    if (n > 2) {
        textbook_wrap(c, out, n);
    } else {
        uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];

        narae_kernels_of(c)->set_key(schedule, key, 16);
        narae_kernels_of(c)->encrypt(schedule, out, out, 1);
    }
    return 8 * n;
}

static void
keys_of_any_size_agree_with_the_textbook(void **state)
{
    const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};
    uint32_t seed = 1;

    (void)state;
    for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
        narae_kw kw;

        if (ciphers[i]->block_bytes != 16)
            continue;
        assert_int_equal(narae_kw_init(&kw, ciphers[i], key, 16), NARAE_OK);
        for (size_t bytes = 1; bytes < MAX; bytes++) {
            uint8_t in[MAX + 8], want[MAX + 16], out[MAX + 40];
            const uint8_t *const from = in + some(&seed, 7);
            uint8_t *const to = out + some(&seed, 7);
            size_t n, unwrapped;

            fill(in, sizeof in, &seed);
            memset(out, 0xc5, sizeof out);
            n = textbook_kwp(ciphers[i], want, from, bytes);
            assert_int_equal(n, NARAE_KWP_BYTES(bytes));
            assert_int_equal(narae_kwp_wrap(&kw, to, from, bytes), NARAE_OK);
            assert_memory_equal(to, want, n);
            assert_untouched(to + n, 8);
            assert_int_equal(narae_kwp_unwrap(&kw, to, &unwrapped, to, n), NARAE_OK);
            assert_int_equal(unwrapped, bytes);
            assert_memory_equal(to, from, bytes);
            assert_all(to + bytes, 0, n - 8 - bytes);
            assert_int_equal(narae_kwp_wrap(&kw, to, to, bytes), NARAE_OK);
            assert_memory_equal(to, want, n);

            if (bytes % 8 != 0 || bytes < 16)
                continue;
            textbook_kw(ciphers[i], want, from, bytes);
            assert_int_equal(narae_kw_wrap(&kw, to, from, bytes), NARAE_OK);
            assert_memory_equal(to, want, NARAE_KW_BYTES(bytes));
            assert_untouched(to + bytes + 8, 8);
            memset(out, 0xc5, sizeof out);
            assert_int_equal(narae_kw_unwrap(&kw, to, want, bytes + 8), NARAE_OK);
            assert_memory_equal(to, from, bytes);
            assert_untouched(to + bytes, 8);
            assert_int_equal(narae_kw_wrap(&kw, to, to, bytes), NARAE_OK);
            assert_memory_equal(to, want, bytes + 8);
            assert_int_equal(narae_kw_unwrap(&kw, to, to, bytes + 8), NARAE_OK);
            assert_memory_equal(to, from, bytes);
        }
    }
}

/* Each bit, of one and of several semiblocks; and what the other function wrapped. */
static void
forgeries_give_zeros(void **state)
{
    uint8_t in[32] = {1, 2, 3}, wrapped[40], out[40];
    narae_kw kw;
    size_t n;

    (void)state;
    assert_int_equal(narae_kw_init(&kw, &narae_lea, key, 16), NARAE_OK);
    for (size_t bytes = 7; bytes <= 32; bytes += 25) {
        const size_t size = NARAE_KWP_BYTES(bytes);

        assert_int_equal(narae_kwp_wrap(&kw, wrapped, in, bytes), NARAE_OK);
        for (size_t bit = 0; bit < 8 * size; bit++) {
            wrapped[bit / 8] ^= (uint8_t)(1 << bit % 8);
            memset(out, 0xc5, sizeof out);
            n = 99;
            assert_int_equal(narae_kwp_unwrap(&kw, out, &n, wrapped, size), NARAE_ERROR_AUTHENTICATION);
            assert_all(out, 0, size - 8);
            assert_untouched(out + size - 8, 8);
            assert_int_equal(n, 0);
            wrapped[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
    assert_int_equal(narae_kw_unwrap(&kw, out, wrapped, 40), NARAE_ERROR_AUTHENTICATION);
    assert_int_equal(narae_kw_wrap(&kw, wrapped, in, 32), NARAE_OK);
    assert_int_equal(narae_kwp_unwrap(&kw, out, &n, wrapped, 40), NARAE_ERROR_AUTHENTICATION);
    for (size_t bit = 0; bit < 320; bit++) {
        wrapped[bit / 8] ^= (uint8_t)(1 << bit % 8);
        memset(out, 0xc5, sizeof out);
        assert_int_equal(narae_kw_unwrap(&kw, out, wrapped, 40), NARAE_ERROR_AUTHENTICATION);
        assert_all(out, 0, 32);
        wrapped[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

/* What passes the cipher but not the check: every length and every padding byte. */
static void
padding_has_one_form(void **state)
{
    narae_kw kw;

    (void)state;
    assert_int_equal(narae_kw_init(&kw, &narae_lea, key, 16), NARAE_OK);
    for (size_t semiblocks = 1; semiblocks <= 3; semiblocks += 2)
        for (unsigned claimed = 0; claimed < 40; claimed++)
            for (unsigned set = 0; set <= 8; set++) {
                uint8_t s[32] = {0xa6, 0x59, 0x59, 0xa6, 0, 0, 0, (uint8_t)claimed}, out[24];
                const size_t bytes = 8 * semiblocks, at = bytes - set;
                const int right = claimed <= bytes && claimed + 8 > bytes && (set == 0 || at < claimed);
                uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
                size_t n;

                memset(s + 8, 0x11, claimed < bytes ? claimed : bytes);
                if (set != 0)
                    s[8 + at] = 1;
                if (semiblocks > 1) {
                    textbook_wrap(&narae_lea, s, semiblocks + 1);
                } else {
                    narae_kernels_of(&narae_lea)->set_key(schedule, key, 16);
                    narae_kernels_of(&narae_lea)->encrypt(schedule, s, s, 1);
                }
                assert_int_equal(narae_kwp_unwrap(&kw, out, &n, s, 8 + bytes),
                                 right ? NARAE_OK : NARAE_ERROR_AUTHENTICATION);
                assert_int_equal(n, right ? claimed : 0);
            }
}

/* An instrumented cipher: the last pass writes nothing before the check. */
static const uint8_t *watched;
static uint8_t secret[24];
static size_t seen;

static void
watching_decrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (size_t i = 0; i < 3; i++)
        seen += memcmp(watched + 8 * i, secret + 8 * i, 8) == 0;
    narae_kernels_of(&narae_lea)->decrypt(schedule, out, in, nblocks);
}

static void
nothing_is_released_before_the_check(void **state)
{
    narae_block_cipher watching = with_own_kernels(&narae_lea);
    uint8_t wrapped[32], out[24];
    uint32_t seed = 4;
    narae_kw kw;

    (void)state;
    watching.kernels.decrypt = watching_decrypt;
    fill(secret, sizeof secret, &seed);
    watched = out;
    assert_int_equal(narae_kw_init(&kw, &watching, key, 16), NARAE_OK);
    assert_int_equal(narae_kw_wrap(&kw, wrapped, secret, 24), NARAE_OK);
    seen = 0;
    assert_int_equal(narae_kw_unwrap(&kw, out, wrapped, 32), NARAE_OK);
    assert_memory_equal(out, secret, 24);
    assert_int_equal(seen, 0 + 1 + 2); /* while the last pass is repeated */

    /* another redundancy: the same key comes out, but not far */
    memset(wrapped, 0xa5, 8);
    memcpy(wrapped + 8, secret, 24);
    textbook_wrap(&narae_lea, wrapped, 4);
    seen = 0;
    assert_int_equal(narae_kw_unwrap(&kw, out, wrapped, 32), NARAE_ERROR_AUTHENTICATION);
    assert_int_equal(seen, 0);
    assert_all(out, 0, 24);
}

static void
wrong_arguments_are_refused(void **state)
{
    uint8_t b[64] = {0};
    narae_kw kw = {0};
    size_t n;

    (void)state;
    assert_int_equal(narae_kw_wrap(&kw, b, b, 16), NARAE_ERROR_STATE);
    assert_int_equal(narae_kw_init(&kw, &narae_pipo, key, 16), NARAE_ERROR_BLOCK_SIZE);
    assert_int_equal(narae_kw_init(&kw, &narae_lea, key, 17), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_kw_init(&kw, &narae_lea, key, 16), NARAE_OK);
    for (size_t bytes = 0; bytes < 48; bytes++) {
        const int whole = bytes % 8 == 0;

        assert_int_equal(narae_kw_wrap(&kw, b, b, bytes),
                         whole && bytes >= 16 ? NARAE_OK : NARAE_ERROR_LENGTH);
        assert_int_equal(narae_kw_unwrap(&kw, b, b, bytes),
                         whole && bytes >= 24 ? NARAE_ERROR_AUTHENTICATION : NARAE_ERROR_LENGTH);
        assert_int_equal(narae_kwp_wrap(&kw, b, b, bytes), bytes != 0 ? NARAE_OK : NARAE_ERROR_LENGTH);
        if (bytes % 8 != 0 || bytes < 16) {
            n = 77;
            assert_int_equal(narae_kwp_unwrap(&kw, b, &n, b, bytes), NARAE_ERROR_LENGTH);
            assert_int_equal(n, 0);
        }
    }
    assert_int_equal(narae_kw_wrap(&kw, b + 8, b, 16), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_kw_wrap(&kw, b, b + 23, 16), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_kw_wrap(&kw, b, b + 24, 16), NARAE_OK);
    assert_int_equal(narae_kw_unwrap(&kw, b + 23, b, 24), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_kwp_wrap(&kw, b, b + 15, 1), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_kwp_wrap(&kw, b, b + 16, 1), NARAE_OK);
    assert_int_equal(narae_kw_wrap(&kw, b, b, SIZE_MAX / 8 * 8), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_kwp_wrap(&kw, b, b, SIZE_MAX), NARAE_ERROR_LENGTH);
    narae_kw_clear(&kw);
    assert_wiped(kw);
    assert_int_equal(narae_kw_unwrap(&kw, b, b, 24), NARAE_ERROR_STATE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_any_size_agree_with_the_textbook),
        cmocka_unit_test(forgeries_give_zeros),
        cmocka_unit_test(padding_has_one_form),
        cmocka_unit_test(nothing_is_released_before_the_check),
        cmocka_unit_test(wrong_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
