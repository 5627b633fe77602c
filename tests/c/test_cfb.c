/* SPDX-License-Identifier: MIT */
/* Cipher feedback. */

#include "test_support.h"

#include "narae/descriptor.h"
#include "narae/cfb.h"

#include "block_ciphers.h"

enum { MAX = 12000 };

static const uint8_t key[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

/* A segment after the other, of `step` bytes but for the last. */
static void
textbook_encrypt(const narae_block_cipher *c, size_t step, uint8_t *out, const uint8_t *iv, const uint8_t *in,
                 size_t bytes)
{
    const size_t size = c->block_bytes;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    uint8_t input[16], block[16];

    narae_kernels_of(c)->set_key(schedule, key, 16);
    memcpy(input, iv, size);
    for (size_t n; bytes != 0; bytes -= n, in += n, out += n) {
        n = bytes < step ? bytes : step;
        narae_kernels_of(c)->encrypt(schedule, block, input, 1);
        for (size_t i = 0; i < n; i++)
            out[i] = in[i] ^ block[i];
        memmove(input, input + n, size - n);
        memcpy(input + size - n, out, n);
    }
}

typedef int message_fn(const narae_cfb *ctx, uint8_t *out, const uint8_t *iv, size_t iv_bytes,
                       unsigned segment_bits, const uint8_t *in, size_t bytes);
typedef int piece_fn(narae_cfb *ctx, uint8_t *out, const uint8_t *in, size_t bytes);

/* One direction: apart, in place, and in pieces apart and in place. */
static void
check_direction(narae_cfb *cfb, message_fn *message, piece_fn *piece, unsigned bits, const uint8_t *iv,
                const uint8_t *from, const uint8_t *want, size_t bytes, uint32_t *seed)
{
    static uint8_t buffer[MAX + 24];
    const size_t size = cfb->key.cipher->block_bytes;
    uint8_t *const to = buffer + some(seed, 7);

    memset(buffer, 0xc5, sizeof buffer);
    assert_int_equal(message(cfb, to, iv, size, bits, from, bytes), NARAE_OK);
    assert_memory_equal(to, want, bytes);
    assert_untouched(to + bytes, 16);
    memcpy(to, from, bytes);
    assert_int_equal(message(cfb, to, iv, size, bits, to, bytes), NARAE_OK);
    assert_memory_equal(to, want, bytes);
    for (unsigned in_place = 0; in_place < 2; in_place++) {
        const size_t limit = in_place ? 60 : 2000;

        assert_int_equal(narae_cfb_start(cfb, iv, size, bits), NARAE_OK);
        memcpy(to, from, bytes);
        for (size_t done = 0, n; done < bytes; done += n) {
            n = some(seed, bytes - done < limit ? bytes - done : limit);
            assert_int_equal(piece(cfb, to + done, (in_place ? to : from) + done, n), NARAE_OK);
        }
        assert_memory_equal(to, want, bytes);
    }
}

static void
check_message(const narae_block_cipher *c, size_t step, size_t bytes, uint32_t *seed)
{
    static uint8_t in[MAX + 8], want[MAX];
    const unsigned bits = step == c->block_bytes ? NARAE_CFB_WHOLE_BLOCK : 8 * (unsigned)step;
    const uint8_t *const from = in + some(seed, 7);
    uint8_t iv[16];
    narae_cfb cfb;

    fill(in, sizeof in, seed);
    fill(iv, sizeof iv, seed);
    textbook_encrypt(c, step, want, iv, from, bytes);
    assert_int_equal(narae_cfb_init(&cfb, c, key, 16), NARAE_OK);
    check_direction(&cfb, narae_cfb_encrypt_message, narae_cfb_encrypt, bits, iv, from, want, bytes, seed);
    check_direction(&cfb, narae_cfb_decrypt_message, narae_cfb_decrypt, bits, iv, want, from, bytes, seed);
}

/* Also with a cipher that has no kernel for chains. */
static void
messages_of_any_size_agree_with_the_textbook(void **state)
{
    narae_block_cipher plain = with_own_kernels(&narae_lea);
    const narae_block_cipher *const ciphers[] = {&plain, ALL_BLOCK_CIPHERS};
    uint32_t seed = 1;

    (void)state;
#if UINTPTR_MAX > 0xffffffffu
    plain.kernels.chain = NULL;
#endif
    for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++)
        for (size_t step = 1; step <= ciphers[i]->block_bytes; step++)
            for (size_t bytes = 0; bytes < 800; bytes += 1 + bytes / 4)
                check_message(ciphers[i], step, bytes, &seed);
}

/* More than one batch of blocks, and of segments of a byte. */
static void
long_messages_agree_with_the_textbook(void **state)
{
    const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};
    uint32_t seed = 2;

    (void)state;
    for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
        check_message(ciphers[i], ciphers[i]->block_bytes, MAX - 3, &seed);
        check_message(ciphers[i], 1, 700, &seed);
    }
}

static void
wrong_arguments_are_refused(void **state)
{
    uint8_t b[64] = {0};
    narae_cfb cfb;

    (void)state;
    assert_int_equal(narae_cfb_init(NULL, &narae_lea, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_cfb_init(&cfb, &narae_lea, key, 15), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_cfb_init(&cfb, &narae_pipo, key, 16), NARAE_OK);
    assert_int_equal(narae_cfb_start(&cfb, b, 8, 64), NARAE_OK);
    assert_int_equal(narae_cfb_start(&cfb, b, 8, 128), NARAE_ERROR_BLOCK_SIZE);
    assert_int_equal(narae_cfb_init(&cfb, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_cfb_encrypt(&cfb, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_cfb_start(&cfb, b, 15, 8), NARAE_ERROR_NONCE_SIZE);
    for (unsigned bits = 1; bits < 200; bits++)
        assert_int_equal(narae_cfb_start(&cfb, b, 16, bits),
                         bits % 8 == 0 && bits <= 128 ? NARAE_OK : NARAE_ERROR_BLOCK_SIZE);
    assert_int_equal(narae_cfb_encrypt(&cfb, NULL, NULL, 0), NARAE_OK);
    assert_int_equal(narae_cfb_encrypt(&cfb, b + 1, b, 2), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_cfb_encrypt(&cfb, b, b + 2, 2), NARAE_OK);
    assert_int_equal(narae_cfb_decrypt(&cfb, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_cfb_start(&cfb, b, 16, 8), NARAE_OK);
    assert_int_equal(narae_cfb_decrypt(&cfb, b, b, 1), NARAE_OK);
    assert_int_equal(narae_cfb_encrypt(&cfb, b, b, 1), NARAE_ERROR_STATE);
    narae_cfb_clear(&cfb);
    assert_wiped(cfb);
    assert_int_equal(narae_cfb_encrypt(&cfb, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_cfb_start(&cfb, b, 16, 0), NARAE_ERROR_STATE);
    assert_int_equal(narae_cfb_encrypt_message(&cfb, b, b, 16, 0, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_cfb_decrypt_message(&cfb, b, b, 16, 0, b, 1), NARAE_ERROR_STATE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_any_size_agree_with_the_textbook),
        cmocka_unit_test(long_messages_agree_with_the_textbook),
        cmocka_unit_test(wrong_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
