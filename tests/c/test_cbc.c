/* SPDX-License-Identifier: MIT */
/* CBC, with and without padding. */

#include "test_support.h"

#include "narae/descriptor.h"
#include "narae/cbc.h"

#include "block_ciphers.h"

static const uint8_t key[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
static const uint8_t iv[16] = {9, 9, 9, 9, 7, 7, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1};

/* Whole blocks, one at a time. */
static void
textbook_cbc(const narae_block_cipher *c, uint8_t *out, const uint8_t *in, size_t bytes)
{
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    const uint8_t *chain = iv;

    narae_kernels_of(c)->set_key(schedule, key, 16);
    for (size_t i = 0; i < bytes; i += c->block_bytes) {
        for (size_t j = i; j < i + c->block_bytes; j++)
            out[j] = in[j] ^ chain[j - i];
        narae_kernels_of(c)->encrypt(schedule, out + i, out + i, 1);
        chain = out + i;
    }
}

typedef int crypt_fn(narae_cbc *, uint8_t *, size_t *, const uint8_t *, size_t);
typedef int finish_fn(narae_cbc *, uint8_t *, size_t *);

/* The message in random pieces, each in place in a buffer of its own. */
static size_t
in_pieces(narae_cbc *cbc, const narae_block_cipher *c, int padding, crypt_fn *crypt, finish_fn *finish,
          uint8_t *out, const uint8_t *in, size_t bytes, uint32_t *seed)
{
    size_t written = 0, more;

    assert_int_equal(narae_cbc_start(cbc, iv, c->block_bytes, padding), NARAE_OK);
    for (size_t done = 0, n; done < bytes; done += n) {
        uint8_t piece[2048];

        n = some(seed, bytes - done < 1000 ? bytes - done : 1000);
        n = some(seed, 3) == 0 ? n : some(seed, n < 40 ? n : 40);
        memcpy(piece, in + done, n);
        assert_int_equal(crypt(cbc, piece, &more, piece, n), NARAE_OK);
        memcpy(out + written, piece, more);
        written += more;
    }
    assert_int_equal(finish(cbc, out + written, &more), NARAE_OK);
    return written + more;
}

static void
check_message(const narae_block_cipher *c, int padding, size_t bytes, uint32_t *seed)
{
    static uint8_t plain[3000], want[3000], out[3000];
    const size_t size = c->block_bytes, add = padding == NARAE_CBC_PKCS7 ? size - bytes % size : 0;
    const size_t total = bytes + add;
    uint8_t *to = out + some(seed, 7);
    narae_cbc cbc;
    size_t n;

    fill(plain, bytes, seed);
    memset(plain + bytes, (int)add, add);
    textbook_cbc(c, want, plain, total);

    assert_int_equal(narae_cbc_init(&cbc, c, key, 16), NARAE_OK);
    memset(out, 0xc5, sizeof out);
    assert_int_equal(narae_cbc_encrypt_message(&cbc, to, &n, iv, size, padding, plain, bytes), NARAE_OK);
    assert_int_equal(n, total);
    assert_memory_equal(to, want, total);
    assert_untouched(to + total, 16);

    assert_int_equal(narae_cbc_decrypt_message(&cbc, to, &n, iv, size, padding, to, total), NARAE_OK);
    assert_int_equal(n, bytes);
    assert_memory_equal(to, plain, bytes);
    assert_all(to + bytes, 0, add);
    assert_untouched(to + total, 16);

    assert_int_equal(narae_cbc_encrypt_message(&cbc, to, &n, iv, size, padding, to, bytes), NARAE_OK);
    assert_memory_equal(to, want, total);

    n = in_pieces(&cbc, c, padding, narae_cbc_encrypt, narae_cbc_encrypt_finish, to, plain, bytes, seed);
    assert_int_equal(n, total);
    assert_memory_equal(to, want, total);
    n = in_pieces(&cbc, c, padding, narae_cbc_decrypt, narae_cbc_decrypt_finish, to, want, total, seed);
    assert_int_equal(n, bytes);
    assert_memory_equal(to, plain, bytes);
}

static void
messages_of_any_size_agree_with_the_textbook(void **state)
{
    const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};
    uint32_t seed = 1;

    (void)state;
    for (size_t bytes = 0; bytes < 1400; bytes += 1 + bytes / 30) {
        for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
            const size_t block = ciphers[i]->block_bytes;

            check_message(ciphers[i], NARAE_CBC_PKCS7, bytes, &seed);
            check_message(ciphers[i], NARAE_CBC_NO_PADDING, bytes / block * block, &seed);
        }
    }
}

/* Encrypts two blocks that end in a padding of the test's making. */
static void
check_padding(const uint8_t last[16], int expected)
{
    uint8_t blocks[32] = {0}, out[48];
    narae_cbc cbc;
    size_t n;

    memset(blocks, 0x5a, 16);
    memcpy(blocks + 16, last, 16);
    memset(out, 0xc5, sizeof out);
    assert_int_equal(narae_cbc_init(&cbc, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_cbc_encrypt_message(&cbc, blocks, &n, iv, 16, NARAE_CBC_NO_PADDING, blocks, 32),
                     NARAE_OK);
    assert_int_equal(narae_cbc_decrypt_message(&cbc, out, &n, iv, 16, NARAE_CBC_PKCS7, blocks, 32), expected);
    if (expected == NARAE_OK) {
        assert_int_equal(n, 32 - last[15]);
        return;
    }
    assert_int_equal(n, 0);
    assert_all(out, 0, 32);
    assert_untouched(out + 32, 16);

    memset(out, 0xc5, sizeof out);
    assert_int_equal(narae_cbc_start(&cbc, iv, 16, NARAE_CBC_PKCS7), NARAE_OK);
    assert_int_equal(narae_cbc_decrypt(&cbc, out, &n, blocks, 32), NARAE_OK);
    assert_int_equal(n, 16);
    assert_int_equal(narae_cbc_decrypt_finish(&cbc, out + 16, &n), NARAE_ERROR_PADDING);
    assert_int_equal(n, 0);
    assert_all(out + 16, 0, 16);
    assert_untouched(out + 32, 16);
}

static void
each_wrong_padding_is_refused_and_the_output_zeroed(void **state)
{
    (void)state;
    for (unsigned padding = 0; padding < 256; padding++) {
        uint8_t last[16];

        memset(last, (int)padding, 16);
        check_padding(last, padding >= 1 && padding <= 16 ? NARAE_OK : NARAE_ERROR_PADDING);
    }
    for (unsigned padding = 2; padding <= 16; padding++)
        for (unsigned i = 0; i < 15; i++)
            for (unsigned bit = 0; bit < 8; bit++) {
                uint8_t last[16];

                memset(last, (int)padding, 16);
                last[i] ^= (uint8_t)(1 << bit);
                check_padding(last, i >= 16 - padding ? NARAE_ERROR_PADDING : NARAE_OK);
            }
}

static void
lengths_that_are_not_whole_blocks_are_refused(void **state)
{
    uint8_t b[64] = {0};
    narae_cbc cbc;
    size_t n;

    (void)state;
    assert_int_equal(narae_cbc_init(&cbc, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_cbc_encrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_NO_PADDING, b, 17),
                     NARAE_ERROR_LENGTH);
    assert_int_equal(narae_cbc_decrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_NO_PADDING, b, 17),
                     NARAE_ERROR_LENGTH);
    assert_int_equal(narae_cbc_decrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_PKCS7, b, 17),
                     NARAE_ERROR_LENGTH);
    assert_int_equal(narae_cbc_decrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_PKCS7, b, 0),
                     NARAE_ERROR_LENGTH);
    assert_all(b, 0, sizeof b);
    assert_int_equal(narae_cbc_start(&cbc, iv, 16, NARAE_CBC_NO_PADDING), NARAE_OK);
    assert_int_equal(narae_cbc_encrypt(&cbc, b, &n, b, 17), NARAE_OK);
    assert_int_equal(narae_cbc_encrypt_finish(&cbc, b, &n), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_cbc_start(&cbc, iv, 16, NARAE_CBC_PKCS7), NARAE_OK);
    assert_int_equal(narae_cbc_decrypt(&cbc, b, &n, b, 17), NARAE_OK);
    assert_int_equal(narae_cbc_decrypt_finish(&cbc, b, &n), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_cbc_start(&cbc, iv, 16, NARAE_CBC_PKCS7), NARAE_OK);
    assert_int_equal(narae_cbc_decrypt_finish(&cbc, b, &n), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_cbc_encrypt(&cbc, b, &n, b, SIZE_MAX), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_cbc_encrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_PKCS7, b, SIZE_MAX),
                     NARAE_ERROR_LENGTH);
}

static void
wrong_arguments_are_refused(void **state)
{
    uint8_t b[64] = {0};
    narae_cbc cbc;
    size_t n;

    (void)state;
    assert_int_equal(narae_cbc_init(&cbc, &narae_lea, key, 17), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_cbc_init(&cbc, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_cbc_encrypt(&cbc, b, &n, b, 16), NARAE_ERROR_STATE);
    assert_int_equal(narae_cbc_encrypt_finish(&cbc, b, &n), NARAE_ERROR_STATE);
    assert_int_equal(narae_cbc_start(&cbc, NULL, 16, 0), NARAE_ERROR_NULL);
    assert_int_equal(narae_cbc_start(&cbc, iv, 8, 0), NARAE_ERROR_NONCE_SIZE);
    assert_int_equal(narae_cbc_start(&cbc, iv, 16, 2), NARAE_ERROR_PADDING);
    assert_int_equal(narae_cbc_start(&cbc, iv, 16, NARAE_CBC_PKCS7), NARAE_OK);
    assert_int_equal(narae_cbc_encrypt(&cbc, NULL, &n, b, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_cbc_encrypt(&cbc, b, &n, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_cbc_encrypt(&cbc, b, NULL, b, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_cbc_encrypt(&cbc, b + 1, &n, b, 16), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_cbc_encrypt(&cbc, NULL, &n, NULL, 0), NARAE_OK);
    assert_int_equal(narae_cbc_decrypt(&cbc, b, &n, b, 16), NARAE_ERROR_STATE);
    assert_int_equal(narae_cbc_decrypt_finish(&cbc, b, &n), NARAE_ERROR_STATE);
    assert_int_equal(narae_cbc_encrypt_finish(&cbc, NULL, &n), NARAE_ERROR_NULL);
    assert_int_equal(narae_cbc_encrypt_finish(&cbc, b, &n), NARAE_OK);
    assert_int_equal(n, 16);
    assert_int_equal(narae_cbc_encrypt_finish(&cbc, b, &n), NARAE_ERROR_STATE);
    /* 8 bytes in, 16 out: the surplus meets the input */
    assert_int_equal(narae_cbc_encrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_PKCS7, b + 8, 8),
                     NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_cbc_encrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_PKCS7, b + 16, 8), NARAE_OK);
    assert_int_equal(narae_cbc_decrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_PKCS7, b + 8, 16),
                     NARAE_ERROR_OVERLAP);
    narae_cbc_clear(&cbc);
    assert_wiped(cbc);
    assert_int_equal(narae_cbc_start(&cbc, iv, 16, 0), NARAE_ERROR_STATE);
    assert_int_equal(narae_cbc_encrypt_message(&cbc, b, &n, iv, 16, 0, b, 16), NARAE_ERROR_STATE);
}

/* A number of bytes that was never set must not be used as an offset. */
static void
no_bytes_are_written_on_an_error(void **state)
{
    uint8_t b[64] = {0};
    static narae_cbc none;
    narae_cbc cbc;
    size_t n;

    (void)state;
    assert_int_equal(narae_cbc_init(&cbc, &narae_lea, key, 16), NARAE_OK);
#define assert_none(call, expected)   \
    n = 77;                           \
    assert_int_equal(call, expected); \
    assert_int_equal(n, 0)
    assert_none(narae_cbc_encrypt(NULL, b, &n, b, 16), NARAE_ERROR_NULL);
    assert_none(narae_cbc_decrypt(&none, b, &n, b, 16), NARAE_ERROR_STATE);
    assert_none(narae_cbc_encrypt(&cbc, b, &n, b, 16), NARAE_ERROR_STATE);
    assert_none(narae_cbc_decrypt_finish(&cbc, b, &n), NARAE_ERROR_STATE);
    assert_int_equal(narae_cbc_start(&cbc, iv, 16, NARAE_CBC_PKCS7), NARAE_OK);
    assert_none(narae_cbc_encrypt(&cbc, NULL, &n, b, 16), NARAE_ERROR_NULL);
    assert_none(narae_cbc_encrypt(&cbc, b + 1, &n, b, 16), NARAE_ERROR_OVERLAP);
    assert_none(narae_cbc_encrypt_finish(&cbc, NULL, &n), NARAE_ERROR_NULL);
    assert_int_equal(narae_cbc_start(&cbc, iv, 16, NARAE_CBC_PKCS7), NARAE_OK);
    assert_none(narae_cbc_decrypt(&cbc, b, &n, b, SIZE_MAX), NARAE_ERROR_LENGTH);
    assert_none(narae_cbc_decrypt_finish(&cbc, b, &n), NARAE_ERROR_LENGTH);
    assert_none(narae_cbc_encrypt_message(&cbc, b, &n, iv, 8, NARAE_CBC_PKCS7, b, 16),
                NARAE_ERROR_NONCE_SIZE);
    assert_none(narae_cbc_encrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_NO_PADDING, b, 17),
                NARAE_ERROR_LENGTH);
    assert_none(narae_cbc_encrypt_message(&cbc, b + 1, &n, iv, 16, NARAE_CBC_PKCS7, b, 16),
                NARAE_ERROR_OVERLAP);
    assert_none(narae_cbc_decrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_PKCS7, b, 17), NARAE_ERROR_LENGTH);
    assert_none(narae_cbc_decrypt_message(&cbc, b + 1, &n, iv, 16, NARAE_CBC_PKCS7, b, 16),
                NARAE_ERROR_OVERLAP);
    assert_none(narae_cbc_decrypt_message(NULL, b, &n, iv, 16, NARAE_CBC_PKCS7, b, 16), NARAE_ERROR_NULL);
}

/* Longer than what kernels are given at once. */
static void
long_messages_decrypt_apart_and_in_place(void **state)
{
    (void)state;
    enum { MAX = 16 * 1500 };
    static uint8_t plain[MAX], text[MAX + 16], out[MAX + 16];
    const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};
    uint32_t seed = 2;

    fill(plain, sizeof plain, &seed);
    for (unsigned i = 0; i < sizeof ciphers / sizeof *ciphers; i++)
        for (size_t bytes = MAX - 8; bytes > MAX / 4; bytes -= 16 * 321) {
            const size_t cut = some(&seed, bytes);
            size_t n, all, more;
            narae_cbc cbc;

            assert_int_equal(narae_cbc_init(&cbc, ciphers[i], key, 16), NARAE_OK);
            assert_int_equal(narae_cbc_encrypt_message(&cbc, text, &all, iv, ciphers[i]->block_bytes,
                                                       NARAE_CBC_PKCS7, plain, bytes),
                             NARAE_OK);
            memset(out, 0xc5, sizeof out);
            assert_int_equal(narae_cbc_decrypt_message(&cbc, out, &n, iv, ciphers[i]->block_bytes,
                                                       NARAE_CBC_PKCS7, text, all),
                             NARAE_OK);
            assert_int_equal(n, bytes);
            assert_memory_equal(out, plain, n);

            assert_int_equal(narae_cbc_start(&cbc, iv, ciphers[i]->block_bytes, NARAE_CBC_PKCS7), NARAE_OK);
            assert_int_equal(narae_cbc_decrypt(&cbc, out, &n, text, cut), NARAE_OK);
            assert_int_equal(narae_cbc_decrypt(&cbc, out + n, &more, text + cut, all - cut), NARAE_OK);
            n += more;
            assert_int_equal(narae_cbc_decrypt_finish(&cbc, out + n, &more), NARAE_OK);
            assert_int_equal(n + more, bytes);
            assert_memory_equal(out, plain, bytes);

            assert_int_equal(narae_cbc_decrypt_message(&cbc, text, &n, iv, ciphers[i]->block_bytes,
                                                       NARAE_CBC_PKCS7, text, all),
                             NARAE_OK);
            assert_int_equal(n, bytes);
            assert_memory_equal(text, plain, n);
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_any_size_agree_with_the_textbook),
        cmocka_unit_test(long_messages_decrypt_apart_and_in_place),
        cmocka_unit_test(each_wrong_padding_is_refused_and_the_output_zeroed),
        cmocka_unit_test(lengths_that_are_not_whole_blocks_are_refused),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(no_bytes_are_written_on_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
