/* SPDX-License-Identifier: MIT */
/* ChaCha: vectors, splits of the stream, and its end. */

#include "test_support.h"

#include "narae/chacha.h"

static const uint8_t sequence[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

/* RFC 8439, 2.4.2 */
static void
encrypts_the_message_of_rfc_8439(void **state)
{
    static const char text[] = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip "
                               "for the future, sunscreen would be it.";
    uint8_t nonce[12] = {0, 0, 0, 0, 0, 0, 0, 0x4a}, out[114];

    (void)state;
    assert_int_equal(
        narae_chacha_crypt_message(out, (const uint8_t *)text, 114, 20, sequence, 32, nonce, 12, 1),
        NARAE_OK);
    assert_hex(out,
               "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62"
               "b3571639d624e65152ab8f530c359f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91a"
               "b77937365af90bbf74a35be6b40b8eedf2785e42874d");
}

/* draft-strombergson-chacha-test-vectors-01, TC1, 256-bit key */
static void
has_8_12_and_20_rounds(void **state)
{
    static const struct {
        unsigned rounds;
        const char *stream;
    } cases[] = {
        {8, "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"},
        {12, "9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f"},
        {20, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"},
    };
    uint8_t zero[32] = {0}, out[32];

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(narae_chacha_crypt_message(out, zero, 32, cases[i].rounds, zero, 32, zero, 8, 0),
                         NARAE_OK);
        assert_hex(out, cases[i].stream);
    }
}

/* draft-irtf-cfrg-xchacha-03, A.3.2.1 (counter 0), first bytes of the text */
static void
encrypts_with_a_24_byte_nonce(void **state)
{
    static const char text[] = "The dhole (pronounced \"dole\") is also known as the Asiatic wild dog, red";
    uint8_t key[32], nonce[24], out[64];

    (void)state;
    for (size_t i = 0; i < 32; i++)
        key[i] = (uint8_t)(0x80 + i);
    for (size_t i = 0; i < 24; i++)
        nonce[i] = (uint8_t)(0x40 + i);
    nonce[23] = 0x58;
    assert_int_equal(narae_chacha_crypt_message(out, (const uint8_t *)text, 64, 20, key, 32, nonce, 24, 0),
                     NARAE_OK);
    assert_hex(out,
               "4559abba4e48c16102e8bb2c05e6947f50a786de162f9b0b7e592a9b53d0d4e98d8d6410d540a1a6375b26d80dac"
               "e4fab52384c731acbf16a5923c0c48d3575d");
}

static void
any_split_gives_the_same_stream(void **state)
{
    enum { BYTES = 1000 };
    uint8_t in[BYTES], once[BYTES], parts[BYTES];
    uint32_t seed = 1;

    (void)state;
    fill(in, BYTES, &seed);
    assert_int_equal(narae_chacha_crypt_message(once, in, BYTES, 20, sequence, 32, sequence, 12, 7),
                     NARAE_OK);
    for (unsigned round = 0; round < 200; round++) {
        narae_chacha ctx;
        size_t done = 0;

        memcpy(parts, in, BYTES);
        assert_int_equal(narae_chacha_start(&ctx, 20, sequence, 32, sequence, 12, 7), NARAE_OK);
        while (done < BYTES) {
            size_t n = some(&seed, BYTES - done < 150 ? BYTES - done : 150);

            assert_int_equal(narae_chacha_crypt(&ctx, parts + done, parts + done, n), NARAE_OK);
            done += n;
        }
        assert_memory_equal(parts, once, BYTES);
    }
}

static void
needs_no_alignment_and_writes_only_its_output(void **state)
{
    uint8_t in[300], once[200], guarded[300];
    uint32_t seed = 2;

    (void)state;
    fill(in, sizeof in, &seed);
    for (size_t offset = 0; offset < 8; offset++)
        for (size_t bytes = 0; bytes <= 200; bytes++) {
            memcpy(once, in + offset, bytes);
            assert_int_equal(narae_chacha_crypt_message(once, once, bytes, 8, sequence, 32, sequence, 8, 0),
                             NARAE_OK);
            memset(guarded, 0xc5, sizeof guarded);
            assert_int_equal(narae_chacha_crypt_message(guarded + 16 + offset, in + offset, bytes, 8,
                                                        sequence, 32, sequence, 8, 0),
                             NARAE_OK);
            assert_memory_equal(guarded + 16 + offset, once, bytes);
            assert_untouched(guarded, 16 + offset);
            assert_untouched(guarded + 16 + offset + bytes, sizeof guarded - 16 - offset - bytes);
        }
}

/* The carry from word 12 to word 13: block 2^32 - 1, then block 2^32. */
static void
counts_blocks_with_64_bits_for_an_8_byte_nonce(void **state)
{
    uint8_t run[128] = {0}, block[64] = {0};

    (void)state;
    assert_int_equal(narae_chacha_crypt_message(run, run, 128, 20, sequence, 32, sequence, 8, 0xffffffff),
                     NARAE_OK);
    assert_int_equal(narae_chacha_crypt_message(block, block, 64, 20, sequence, 32, sequence, 8, 0x100000000),
                     NARAE_OK);
    assert_memory_equal(run + 64, block, 64);
}

static void
refuses_to_repeat_the_stream(void **state)
{
    static const struct {
        size_t nonce_bytes;
        uint64_t last;
    } cases[] = {{12, 0xffffffff}, {24, 0xffffffff}, {8, UINT64_MAX}};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        narae_chacha ctx;
        uint8_t data[200];
        size_t n = cases[i].nonce_bytes;

        memset(data, 0xc5, sizeof data);
        assert_int_equal(narae_chacha_start(&ctx, 20, sequence, 32, sequence, n, cases[i].last - 1),
                         NARAE_OK);
        assert_int_equal(narae_chacha_crypt(&ctx, data, data, 129), NARAE_ERROR_LENGTH);
        assert_untouched(data, sizeof data);
        assert_int_equal(narae_chacha_crypt(&ctx, data, data, 100), NARAE_OK);
        assert_int_equal(narae_chacha_crypt(&ctx, data + 100, data + 100, 29), NARAE_ERROR_LENGTH);
        assert_untouched(data + 100, 100);
        assert_int_equal(narae_chacha_crypt(&ctx, data + 100, data + 100, 28), NARAE_OK);
        assert_int_equal(narae_chacha_crypt(&ctx, data + 128, data + 128, 1), NARAE_ERROR_LENGTH);
        assert_int_equal(narae_chacha_crypt(&ctx, NULL, NULL, 0), NARAE_OK);
        assert_untouched(data + 128, 72);
    }
    {
        narae_chacha ctx;

        assert_int_equal(narae_chacha_start(&ctx, 20, sequence, 32, sequence, 12, 0x100000000),
                         NARAE_ERROR_LENGTH);
        assert_int_equal(narae_chacha_start(&ctx, 20, sequence, 32, sequence, 24, 0x100000000),
                         NARAE_ERROR_LENGTH);
    }
}

static void
names_what_is_wrong_with_the_arguments(void **state)
{
    narae_chacha ctx;
    uint8_t data[65] = {0};

    (void)state;
    assert_int_equal(narae_chacha_start(NULL, 20, sequence, 32, sequence, 12, 0), NARAE_ERROR_NULL);
    assert_int_equal(narae_chacha_start(&ctx, 20, NULL, 32, sequence, 12, 0), NARAE_ERROR_NULL);
    assert_int_equal(narae_chacha_start(&ctx, 20, sequence, 32, NULL, 12, 0), NARAE_ERROR_NULL);
    assert_int_equal(narae_chacha_start(&ctx, 10, sequence, 32, sequence, 12, 0), NARAE_ERROR_ROUNDS);
    assert_int_equal(narae_chacha_start(&ctx, 20, sequence, 16, sequence, 12, 0), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_chacha_start(&ctx, 20, sequence, 32, sequence, 16, 0), NARAE_ERROR_NONCE_SIZE);
    assert_int_equal(narae_chacha_start(&ctx, 20, sequence, 32, sequence, 12, 0), NARAE_OK);
    assert_int_equal(narae_chacha_crypt(NULL, data, data, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_chacha_crypt(&ctx, NULL, data, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_chacha_crypt(&ctx, data, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_chacha_crypt(&ctx, data + 1, data, 64), NARAE_ERROR_OVERLAP);
    assert_int_equal(narae_chacha_crypt(&ctx, NULL, NULL, 0), NARAE_OK);
    narae_chacha_clear(&ctx);
    assert_int_equal(narae_chacha_crypt(&ctx, data, data, 1), NARAE_ERROR_STATE);
    narae_chacha_clear(NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encrypts_the_message_of_rfc_8439),
        cmocka_unit_test(has_8_12_and_20_rounds),
        cmocka_unit_test(encrypts_with_a_24_byte_nonce),
        cmocka_unit_test(any_split_gives_the_same_stream),
        cmocka_unit_test(needs_no_alignment_and_writes_only_its_output),
        cmocka_unit_test(counts_blocks_with_64_bits_for_an_8_byte_nonce),
        cmocka_unit_test(refuses_to_repeat_the_stream),
        cmocka_unit_test(names_what_is_wrong_with_the_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
