/* SPDX-License-Identifier: MIT */
/* PBKDF2 and KBKDF: published answers, and refusals. */

#include "test_support.h"

#include "narae/aes.h"
#include "narae/kbkdf.h"
#include "narae/pbkdf2.h"
#include "narae/pipo.h"
#include "narae/sha2.h"

static size_t
bytes_of_hex(uint8_t *p, const char *hex)
{
    size_t n = 0;

    for (unsigned byte; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        p[n++] = (uint8_t)byte;
    return n;
}

/* RFC 7914, 11, its first; the others as Python's hashlib computes them. */
static void
pbkdf2_gives_the_published_keys(void **state)
{
    static const struct {
        const narae_hash *hash;
        const char *password, *salt;
        size_t salt_bytes;
        uint32_t iterations;
        const char *key;
    } known[] = {
        {&narae_sha256, "passwd", "salt", 4, 1,
         "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef31"
         "7c71b845b1e30bd509112041d3a19783"},
        {&narae_sha256, "Password", "NaCl", 4, 4096,
         "438b6f1df76520b1c9989ddf976545b40f1ab4d9da723a81aa5083108b0da61fe1a2be306bc4e96259eaefdeb066a3bf"
         "6ecfa07de966472029831582717d7e6a"},
        {&narae_sha384,
         "a password that is longer than any block: narae narae narae narae narae narae narae narae narae "
         "narae narae narae narae narae narae narae narae narae narae narae ",
         "salt", 4, 3,
         "6cddb3caca27ad68ccc95662cbea2f9c248ffc5d32fe0b6b031acd27b851b7c29e4d5b90c88faffd01d5222df989822c"},
        {&narae_sha512, "wing", "narae", 5, 77,
         "cefd070cd9f92ff2eb9a079bb23ba88b55845e09c531bd20f58f5b36d977a1b554b45fdc6d56680e9bf957c05b07a0e0"
         "cf3e51f411d236f3bd943a4b00f80fdebbc6e98c44f0"},
    };
    uint8_t key[80];

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const size_t bytes = strlen(known[i].key) / 2;

        memset(key, 0xc5, sizeof key);
        assert_int_equal(narae_pbkdf2(key, bytes, known[i].hash, (const uint8_t *)known[i].password,
                                      strlen(known[i].password), (const uint8_t *)known[i].salt,
                                      known[i].salt_bytes, known[i].iterations),
                         NARAE_OK);
        assert_hex(key, known[i].key);
        assert_untouched(key + bytes, sizeof key - bytes);
    }
}

static void
pbkdf2_names_what_is_wrong(void **state)
{
    const narae_hash *const hash = &narae_sha256;
    const uint8_t p[4] = {1};
    uint8_t key[4];

    (void)state;
    memset(key, 0xc5, sizeof key);
    assert_int_equal(narae_pbkdf2(key, 4, hash, p, 4, p, 4, 0), NARAE_ERROR_ROUNDS);
    assert_int_equal(narae_pbkdf2(NULL, 4, hash, p, 4, p, 4, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_pbkdf2(key, 4, NULL, p, 4, p, 4, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_pbkdf2(key, 4, hash, NULL, 4, p, 4, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_pbkdf2(key, 4, hash, p, 4, NULL, 4, 1), NARAE_ERROR_NULL);
    if (sizeof(size_t) > 4) {
        assert_int_equal(narae_pbkdf2(key, SIZE_MAX, hash, p, 4, p, 4, 1), NARAE_ERROR_LENGTH);
        assert_int_equal(narae_pbkdf2(key, 4, hash, p, SIZE_MAX, p, 4, 1), NARAE_ERROR_LENGTH);
        /* SHA-256 would refuse the salt, and the key would be that without one. */
        assert_int_equal(narae_pbkdf2(key, 4, hash, p, 4, p, SIZE_MAX, 1), NARAE_ERROR_LENGTH);
        assert_int_equal(narae_pbkdf2(key, 4, hash, p, 4, p, SIZE_MAX / 8 + 1, 1), NARAE_ERROR_LENGTH);
    }
    assert_untouched(key, sizeof key);
    assert_int_equal(narae_pbkdf2(NULL, 0, hash, NULL, 0, NULL, 0, 1), NARAE_OK);
}

/* NIST CAVP, "SP800-108 - KDF", CAVS 14.4: where the counter stands, its bytes, the
 * key, the data before and after it, and the output. */
static void
kbkdf_gives_the_answers_of_nist(void **state)
{
    static const struct {
        const narae_hash *hash; /* null: CMAC with AES */
        uint8_t counter_bytes;
        const char *key, *before, *after, *out;
    } known[] = {
        {NULL, 1, "e91e0d06ab23a4e495bbcc430efddcaf", "",
         "24acb8e9227b180f2ccebea48051cbdbcd1be2bf94400d1e92945fe9b887585a295f46c469036107697813a3e12c45ae"
         "2ffde9a940f8f8c181018a93",
         "e81ef2483729d4165aaa4866c17f26496e6c6924e2fe34f608efef0c35835f86df29a1e19ce166a8"},
        {NULL, 4, "2ea718d0549220cec6de30143633d50250b13b8240fae23ffb08e1e7cbff7c9e",
         "29f46de7ad78b86c4af87182794331004ae17ac3681a1a6c6afa1f5e1e4f357df23721464b0533fc273be0d4faf6adea"
         "e9a053564cfc562c6d5b9964",
         "", "849ca0ca060e9f56446087613319390c604fb704c6bafa72e5374ba90da24f6cbc4be09c12612201"},
        {&narae_sha224, 3, "322727b1ac2a6fd83dcca34a8bbfee6781e1be7511d1b0e35739d13b",
         "8062ca35c2c11b865aef50cd61a4626feab421cd875e04f89efbc8d5e83ee2d8d2adf74b20d0fb73fb6ba8dbcf1b5ef8"
         "6735",
         "7d946a7a472aac64688f",
         "ad51e8746a57c0d8d04f9d01f0dece71dff7e5fc9050f5a464b27e40076575a80ff2e2dad57dedfe"},
        {&narae_sha256, 4, "c4bedbddb66493e7c7259a3bbbc25f8c7e0ca7fe284d92d431d9cd99a0d214ac", "",
         "1c69c54766791e315c2cc5c47ecd3ffab87d0d273dd920e70955814c220eacace6a5946542da3dfe24ff626b4897898c"
         "afb7db83bdff3c14fa46fd4b",
         "1da47638d6c9c4d04d74d4640bbd42ab814d9e8cc22f4326695239f96b0693f12d0dd1152cf44430"},
        {&narae_sha384, 3,
         "08d867a61b13cd8c79d3a1cbec3493925ece900e06993063bc0dfe0247cd059ba50a5fb6afc65ac469793817a1f2dfee",
         "",
         "af0c83a659267869bd7cde387bf1c29c9c0ff3c6cabf512c73fd671748e4e9e49218de9350fc0dde27839eb1e2878f90"
         "0689abeb7b540c70203e5a95",
         "3fef69d875b9b6047c33f295619f6e7c7125c875d55409500100f71bee6551d511327fbde607ac41"},
        {&narae_sha512, 2,
         "5aac884dfcc4f78d517082f88b4f0121c98e0f3412530ceea0dacdbd1891c5ba98d91edd1674e3829c63173a445e4856"
         "116a82818a7cdaefeb71bb6ce5121d6d",
         "c2d62b9d3580e422263bde9f1112a1a4e6454ec41111e48e4c4e43f61cbdd0730d30dcfbe3119f51925b8ba5241f90cb"
         "9214527cb13b60ed11ea745a",
         "", "a760a75858638a495f417bbc75f7b852ff7a33ec386c2472d9fb7551fd9c8f75d20fc647ec5bca7d"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint8_t key[64], before[60], after[60], out[48];
        const size_t key_bytes = bytes_of_hex(key, known[i].key), bytes = strlen(known[i].out) / 2;
        const narae_kbkdf_input input = {
            .before = before,
            .before_bytes = bytes_of_hex(before, known[i].before),
            .label = after,
            .label_bytes = bytes_of_hex(after, known[i].after),
            .counter_bytes = known[i].counter_bytes,
        };

        memset(out, 0xc5, sizeof out);
        assert_int_equal(known[i].hash != NULL
                             ? narae_kbkdf_counter_hmac(out, bytes, known[i].hash, key, key_bytes, &input)
                             : narae_kbkdf_counter_cmac(out, bytes, &narae_aes, key, key_bytes, &input),
                         NARAE_OK);
        assert_hex(out, known[i].out);
        assert_untouched(out + bytes, sizeof out - bytes);
    }
}

/* As `openssl kdf KBKDF` of OpenSSL 3.0.19 computes it: label, zero, context and
 * length, in both modes. */
static void
kbkdf_with_label_and_context_is_that_of_openssl(void **state)
{
    uint8_t key[16], iv[32], out[70];
    narae_kbkdf_input input = {
        .label = (const uint8_t *)"narae",
        .label_bytes = 5,
        .context = (const uint8_t *)"wing",
        .context_bytes = 4,
        .iv = iv,
        .iv_bytes = sizeof iv,
        .counter_bytes = 4,
        .length_bytes = 4,
    };

    (void)state;
    for (unsigned i = 0; i < 32; i++) {
        key[i % 16] = (uint8_t)(i % 16);
        iv[i] = (uint8_t)(0xf0 + i % 16);
    }
    assert_int_equal(narae_kbkdf_feedback_hmac(out, 70, &narae_sha256, key, 16, &input), NARAE_OK);
    assert_hex(
        out,
        "7de961147082e9839994cfe28d899a9745f7f8b2e40c3a2f973d6f9f15f9f664b89e4d588fb3aa73f6c501e793d3a7dd"
        "8051844cd81f010ee416352229a62b67bec169eef7f9");
    assert_int_equal(narae_kbkdf_counter_hmac(out, 70, &narae_sha256, key, 16, &input), NARAE_OK);
    assert_hex(
        out,
        "382ffd75686d2d475ea29b12a7c28447bade4a84b426ddcb0f77ca7cb33436b124c205aa5d6c943d6fdc559af82540b6"
        "a982c3573efb9cba7c87823ceffd21007c700308813a");
    input.iv_bytes = 16;
    assert_int_equal(narae_kbkdf_feedback_cmac(out, 40, &narae_aes, key, 16, &input), NARAE_OK);
    assert_hex(out, "df573bcdc9139de37162693e8507a8d68012af62066830e8367947564af589337443aeb36fbd89e6");
}

static void
kbkdf_names_what_is_wrong(void **state)
{
    const narae_hash *const hash = &narae_sha256;
    static uint8_t out[256 * 32];
    const uint8_t key[16] = {1};
    const narae_kbkdf_input good = {.label = key, .label_bytes = 1, .counter_bytes = 1, .length_bytes = 1};
    narae_kbkdf_input bad;

    (void)state;
    memset(out, 0xc5, sizeof out);
    assert_int_equal(narae_kbkdf_counter_hmac(NULL, 1, hash, key, 16, &good), NARAE_ERROR_NULL);
    assert_int_equal(narae_kbkdf_counter_hmac(out, 1, NULL, key, 16, &good), NARAE_ERROR_NULL);
    assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, NULL, 16, &good), NARAE_ERROR_NULL);
    assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, key, 16, NULL), NARAE_ERROR_NULL);
    assert_int_equal(narae_kbkdf_counter_cmac(out, 1, NULL, key, 16, &good), NARAE_ERROR_NULL);
    assert_int_equal(narae_kbkdf_counter_cmac(out, 1, &narae_aes, key, 15, &good), NARAE_ERROR_KEY_SIZE);
    bad = good, bad.label = NULL;
    assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_NULL);
    bad = good, bad.context_bytes = 1;
    assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_NULL);
    bad = good, bad.before_bytes = 1;
    assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_NULL);
    bad = good, bad.iv_bytes = 1;
    assert_int_equal(narae_kbkdf_feedback_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_NULL);
    bad = good, bad.counter_bytes = 0;
    assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_LENGTH);
    bad = good, bad.counter_bytes = 5;
    assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_LENGTH);
    bad = good, bad.length_bytes = 5;
    assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_kbkdf_counter_hmac(out, 32, hash, key, 16, &good), NARAE_ERROR_LENGTH);
    if (sizeof(size_t) > 4) {
        /* SHA-256 would refuse it, and the keys would be those without it. */
        bad = good, bad.label_bytes = SIZE_MAX / 8 + 1;
        assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_LENGTH);
        bad = good, bad.context = key, bad.context_bytes = SIZE_MAX;
        assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_LENGTH);
        bad = good, bad.before = key, bad.before_bytes = SIZE_MAX;
        assert_int_equal(narae_kbkdf_counter_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_LENGTH);
        bad = good, bad.iv = key, bad.iv_bytes = SIZE_MAX;
        assert_int_equal(narae_kbkdf_feedback_hmac(out, 1, hash, key, 16, &bad), NARAE_ERROR_LENGTH);
    }
    bad = good, bad.length_bytes = 0;
    assert_int_equal(narae_kbkdf_counter_hmac(out, 256 * 32 - 31, hash, key, 16, &bad), NARAE_ERROR_LENGTH);
    assert_untouched(out, sizeof out);
    assert_int_equal(narae_kbkdf_counter_hmac(out, 255 * 32, hash, key, 16, &bad), NARAE_OK);
    assert_untouched(out + 255 * 32, 32);
    assert_int_equal(narae_kbkdf_counter_hmac(out, 31, hash, key, 16, &good), NARAE_OK);
    bad.counter_bytes = 0;
    assert_int_equal(narae_kbkdf_feedback_hmac(out, 256 * 32, hash, key, 16, &bad), NARAE_OK);
    assert_int_equal(narae_kbkdf_feedback_cmac(out, 20, &narae_pipo, key, 16, &bad), NARAE_OK);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pbkdf2_gives_the_published_keys),
        cmocka_unit_test(pbkdf2_names_what_is_wrong),
        cmocka_unit_test(kbkdf_gives_the_answers_of_nist),
        cmocka_unit_test(kbkdf_with_label_and_context_is_that_of_openssl),
        cmocka_unit_test(kbkdf_names_what_is_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
