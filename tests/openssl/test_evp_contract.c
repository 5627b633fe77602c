/* SPDX-License-Identifier: MIT */
/* What OpenSSL expects of each cipher of the provider, ARIA or not: what it
 * says of itself, the library's answers, tags, errors, any order of calls,
 * and memory that is wiped. */

#include "evp.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/provider.h>
#include <openssl/rand.h>

#include "narae/descriptor.h"
#include "narae/narae.h"

enum { MAX_BYTES = 2000 };

typedef struct expectation {
    const char *name;
    int key_bytes, iv_bytes, block_bytes, mode;
    const narae_block_cipher *cipher;
    unsigned rounds; /* of ChaCha, or the bits of a segment of CFB */
} expectation;

#define MODES(family, cipher, key_bytes, bits)                                     \
    {family "-" bits "-ECB", key_bytes, 0, 16, EVP_CIPH_ECB_MODE, cipher, 0},      \
        {family "-" bits "-CBC", key_bytes, 16, 16, EVP_CIPH_CBC_MODE, cipher, 0}, \
        {family "-" bits "-CFB", key_bytes, 16, 1, EVP_CIPH_CFB_MODE, cipher, 0},  \
        {family "-" bits "-CFB8", key_bytes, 16, 1, EVP_CIPH_CFB_MODE, cipher, 8}, \
        {family "-" bits "-OFB", key_bytes, 16, 1, EVP_CIPH_OFB_MODE, cipher, 0},  \
        {family "-" bits "-CTR", key_bytes, 16, 1, EVP_CIPH_CTR_MODE, cipher, 0},  \
        {family "-" bits "-GCM", key_bytes, 12, 1, EVP_CIPH_GCM_MODE, cipher, 0},  \
        {family "-" bits "-CCM", key_bytes, 7, 1, EVP_CIPH_CCM_MODE, cipher, 0}

static const expectation ciphers[] = {
    MODES("LEA", &narae_lea, 16, "128"),
    MODES("LEA", &narae_lea, 24, "192"),
    MODES("LEA", &narae_lea, 32, "256"),
    MODES("ARIA", &narae_aria, 16, "128"),
    MODES("ARIA", &narae_aria, 24, "192"),
    MODES("ARIA", &narae_aria, 32, "256"),
    {"HIGHT-128-ECB", 16, 0, 8, EVP_CIPH_ECB_MODE, &narae_hight, 0},
    {"HIGHT-128-CBC", 16, 8, 8, EVP_CIPH_CBC_MODE, &narae_hight, 0},
    {"HIGHT-128-CFB", 16, 8, 1, EVP_CIPH_CFB_MODE, &narae_hight, 0},
    {"HIGHT-128-CFB8", 16, 8, 1, EVP_CIPH_CFB_MODE, &narae_hight, 8},
    {"HIGHT-128-OFB", 16, 8, 1, EVP_CIPH_OFB_MODE, &narae_hight, 0},
    {"HIGHT-128-CTR", 16, 8, 1, EVP_CIPH_CTR_MODE, &narae_hight, 0},
    {"SEED-ECB", 16, 0, 16, EVP_CIPH_ECB_MODE, &narae_seed, 0},
    {"SEED", 16, 16, 16, EVP_CIPH_CBC_MODE, &narae_seed, 0},
    {"SEED-CFB128", 16, 16, 1, EVP_CIPH_CFB_MODE, &narae_seed, 0},
    {"SEED-CFB8", 16, 16, 1, EVP_CIPH_CFB_MODE, &narae_seed, 8},
    {"SEED-OFB128", 16, 16, 1, EVP_CIPH_OFB_MODE, &narae_seed, 0},
    {"SEED-CTR", 16, 16, 1, EVP_CIPH_CTR_MODE, &narae_seed, 0},
    {"SEED-GCM", 16, 12, 1, EVP_CIPH_GCM_MODE, &narae_seed, 0},
    {"SEED-CCM", 16, 7, 1, EVP_CIPH_CCM_MODE, &narae_seed, 0},
    {"PIPO-64-128-CBC", 16, 8, 8, EVP_CIPH_CBC_MODE, &narae_pipo, 0},
    {"PIPO-64-128-CTR", 16, 8, 1, EVP_CIPH_CTR_MODE, &narae_pipo, 0},
    {"PIPO-64-256-CBC", 32, 8, 8, EVP_CIPH_CBC_MODE, &narae_pipo, 0},
    {"PIPO-64-256-CTR", 32, 8, 1, EVP_CIPH_CTR_MODE, &narae_pipo, 0},
    {"ChaCha12", 32, 16, 1, EVP_CIPH_STREAM_CIPHER, NULL, 12},
    {"ChaCha8", 32, 16, 1, EVP_CIPH_STREAM_CIPHER, NULL, 8},
    {"Ascon-AEAD128", 16, 16, 1, EVP_CIPH_STREAM_CIPHER, NULL, 0},
};

static bool
authenticates(const expectation *e)
{
    return e->mode == EVP_CIPH_GCM_MODE || e->mode == EVP_CIPH_CCM_MODE ||
           strcmp(e->name, "Ascon-AEAD128") == 0;
}

/* Runs `test` with each cipher. */
static void
for_each_cipher(void (*test)(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx))
{
    for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
        EVP_CIPHER *cipher = evp_cipher(ciphers[i].name, "narae");
        EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

        test(&ciphers[i], cipher, ctx);
        EVP_CIPHER_CTX_free(ctx);
        EVP_CIPHER_free(cipher);
    }
    ERR_clear_error();
}

static void
check_self_description(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx)
{
    const unsigned long flags = EVP_CIPHER_get_flags(cipher);
    const unsigned long aead = EVP_CIPH_FLAG_AEAD_CIPHER | EVP_CIPH_CUSTOM_IV;

    (void)ctx;
    assert_int_equal(EVP_CIPHER_get_key_length(cipher), e->key_bytes);
    assert_int_equal(EVP_CIPHER_get_iv_length(cipher), e->iv_bytes);
    assert_int_equal(EVP_CIPHER_get_block_size(cipher), e->block_bytes);
    assert_int_equal(EVP_CIPHER_get_mode(cipher), e->mode);
    assert_int_equal(flags & aead, authenticates(e) ? aead : 0);
}

static void
ciphers_describe_themselves(void **unused)
{
    (void)unused;
    for_each_cipher(check_self_description);
}

/* The library's own answer in one call.  Returns its length. */
static size_t
answer(const expectation *e, uint8_t *out, uint8_t *tag, const uint8_t *key, const uint8_t *iv,
       const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    static narae_gcm gcm;
    static narae_ccm ccm;
    static narae_cbc cbc;
    static narae_cfb cfb;
    static narae_ofb ofb;
    static narae_ctr ctr;
    static uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    const size_t n = (size_t)e->key_bytes, iv_bytes = (size_t)e->iv_bytes;
    size_t written = bytes;
    uint64_t counter;

    switch (e->mode) {
    case EVP_CIPH_GCM_MODE:
        assert_int_equal(narae_gcm_init(&gcm, e->cipher, key, n), NARAE_OK);
        assert_int_equal(narae_gcm_seal(&gcm, out, tag, 16, iv, iv_bytes, ad, ad_bytes, in, bytes), NARAE_OK);
        break;
    case EVP_CIPH_CCM_MODE:
        assert_int_equal(narae_ccm_init(&ccm, e->cipher, key, n), NARAE_OK);
        assert_int_equal(narae_ccm_seal(&ccm, out, tag, 16, iv, iv_bytes, ad, ad_bytes, in, bytes), NARAE_OK);
        break;
    case EVP_CIPH_CBC_MODE:
        assert_int_equal(narae_cbc_init(&cbc, e->cipher, key, n), NARAE_OK);
        assert_int_equal(
            narae_cbc_encrypt_message(&cbc, out, &written, iv, iv_bytes, NARAE_CBC_PKCS7, in, bytes),
            NARAE_OK);
        break;
    case EVP_CIPH_CFB_MODE:
        assert_int_equal(narae_cfb_init(&cfb, e->cipher, key, n), NARAE_OK);
        assert_int_equal(narae_cfb_encrypt_message(&cfb, out, iv, iv_bytes, e->rounds, in, bytes), NARAE_OK);
        break;
    case EVP_CIPH_OFB_MODE:
        assert_int_equal(narae_ofb_init(&ofb, e->cipher, key, n), NARAE_OK);
        assert_int_equal(narae_ofb_crypt_message(&ofb, out, iv, iv_bytes, in, bytes), NARAE_OK);
        break;
    case EVP_CIPH_CTR_MODE:
        assert_int_equal(narae_ctr_init(&ctr, e->cipher, key, n), NARAE_OK);
        assert_int_equal(narae_ctr_crypt_message(&ctr, out, iv, iv_bytes, NARAE_CTR_WHOLE_BLOCK, in, bytes),
                         NARAE_OK);
        break;
    case EVP_CIPH_ECB_MODE:
        written = (bytes / e->cipher->block_bytes + 1) * e->cipher->block_bytes;
        memcpy(out, in, bytes);
        memset(out + bytes, (int)(written - bytes), written - bytes);
        narae_kernels_of(e->cipher)->set_key(schedule, key, n);
        narae_kernels_of(e->cipher)->encrypt(schedule, out, out, written / e->cipher->block_bytes);
        break;
    default:
        if (authenticates(e)) {
            assert_int_equal(narae_ascon_aead128_seal(out, tag, 16, key, iv, 16, ad, ad_bytes, in, bytes),
                             NARAE_OK);
            break;
        }
        counter = iv[0] | (uint64_t)iv[1] << 8 | (uint64_t)iv[2] << 16 | (uint64_t)iv[3] << 24;
        assert_int_equal(narae_chacha_crypt_message(out, in, bytes, e->rounds, key, n, iv + 4, 12, counter),
                         NARAE_OK);
    }
    return written;
}

static void
set_up(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx, const uint8_t *key,
       const uint8_t *iv, const uint8_t *tag, int encrypt)
{
    assert_true(EVP_CipherInit_ex(ctx, cipher, NULL, NULL, NULL, encrypt) > 0);
    if (e->mode == EVP_CIPH_CCM_MODE || (authenticates(e) && !encrypt))
        assert_true(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16, (void *)(uintptr_t)tag) > 0);
    assert_true(EVP_CipherInit_ex(ctx, NULL, NULL, key, iv, -1) > 0);
}

static int
crypt(const expectation *e, EVP_CIPHER_CTX *ctx, uint8_t *out, const uint8_t *ad, size_t ad_bytes,
      const uint8_t *in, size_t bytes)
{
    int n;

    if (e->mode == EVP_CIPH_CCM_MODE) {
        if (EVP_CipherUpdate(ctx, NULL, &n, NULL, (int)bytes) <= 0)
            return -1;
        if (ad_bytes != 0 && EVP_CipherUpdate(ctx, NULL, &n, ad, (int)ad_bytes) <= 0)
            return -1;
        return EVP_CipherUpdate(ctx, out, &n, in, (int)bytes) > 0 ? n : -1;
    }
    if (authenticates(e) && EVP_CipherUpdate(ctx, NULL, &n, ad, (int)ad_bytes) <= 0)
        return -1;
    return evp_pieces(ctx, out, in, bytes);
}

static void
compare_with_library(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx)
{
    static uint8_t text[MAX_BYTES], expected[MAX_BYTES + 16], out[MAX_BYTES + 16];

    for (unsigned i = 0; i < 15 * evp_rounds; i++) {
        uint8_t key[32], iv[16], ad[60], tag[16] = {0}, computed[16];
        const size_t bytes = some_bytes(MAX_BYTES), ad_bytes = up_to(sizeof ad);

        fill(key, sizeof key);
        fill(iv, sizeof iv);
        fill(ad, sizeof ad);
        fill(text, bytes);

        const size_t n = answer(e, expected, tag, key, iv, ad, ad_bytes, text, bytes);

        set_up(e, cipher, ctx, key, iv, NULL, 1);
        assert_int_equal(crypt(e, ctx, out, ad, ad_bytes, text, bytes), n);
        assert_memory_equal(out, expected, n);
        if (authenticates(e)) {
            assert_true(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, computed) > 0);
            assert_memory_equal(computed, tag, 16);
        }
        set_up(e, cipher, ctx, key, iv, tag, 0);
        assert_int_equal(crypt(e, ctx, out, ad, ad_bytes, out, n), bytes);
        assert_memory_equal(out, text, bytes);
    }
}

static void
messages_are_those_of_the_library(void **unused)
{
    (void)unused;
    for_each_cipher(compare_with_library);
}

/* OpenSSL's ChaCha20 carries from the counter into the next word; so do the
 * variants: a long way of counting ends where a short one starts. */
static void
the_counter_of_chacha_carries(void **unused)
{
    EVP_CIPHER *cipher = evp_cipher("ChaCha12", "narae");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t key[32] = {1}, before[16], after[16] = {0}, zero[128] = {0}, x[128], y[64];
    int n;

    (void)unused;
    memset(before, 0, sizeof before);
    memset(before, 0xff, 4);
    after[4] = 1;
    assert_true(EVP_EncryptInit_ex(ctx, cipher, NULL, key, before) > 0);
    assert_true(EVP_EncryptUpdate(ctx, x, &n, zero, 128) > 0);
    assert_true(EVP_EncryptInit_ex(ctx, NULL, NULL, NULL, after) > 0);
    assert_true(EVP_EncryptUpdate(ctx, y, &n, zero, 64) > 0);
    assert_memory_equal(x + 64, y, 64);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
}

/* The last error is the provider's, and says `reason`. */
static void
expect_reason(const char *reason)
{
    const unsigned long error = ERR_peek_last_error();

    assert_int_not_equal(error, 0);
    assert_string_equal(ERR_lib_error_string(error), "narae");
    assert_string_equal(ERR_reason_error_string(error), reason);
    ERR_clear_error();
}

static void
check_forgeries(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx)
{
    static const uint8_t zero[16];
    uint8_t key[32], iv[16], ad[20], tag[16], text[100], sealed[100], out[100];

    if (!authenticates(e))
        return;
    fill(key, sizeof key);
    fill(iv, sizeof iv);
    fill(ad, sizeof ad);
    fill(text, sizeof text);
    answer(e, sealed, tag, key, iv, ad, sizeof ad, text, sizeof text);
    for (unsigned i = 0; i < 6; i++) {
        uint8_t *const what[] = {tag, tag + 15, ad, ad + 19, sealed, sealed + 99};

        *what[i] ^= 0x40;
        set_up(e, cipher, ctx, key, iv, tag, 0);
        memset(out, 0x55, sizeof out);
        assert_int_equal(crypt(e, ctx, out, ad, sizeof ad, sealed, sizeof sealed), -1);
        expect_reason("the tag is wrong");
        if (e->mode == EVP_CIPH_CCM_MODE) {
            assert_memory_equal(out, zero, sizeof zero);
            assert_int_equal(EVP_DecryptFinal_ex(ctx, out, &(int){0}), 0);
        }
        *what[i] ^= 0x40;
    }
    set_up(e, cipher, ctx, key, iv, tag, 0);
    assert_int_equal(crypt(e, ctx, out, ad, sizeof ad, sealed, sizeof sealed), sizeof text);

    /* The tag of an encryption does not verify. */
    set_up(e, cipher, ctx, key, iv, tag, 0);
    assert_true(EVP_EncryptInit_ex(ctx, NULL, NULL, key, iv) > 0);
    assert_int_equal(crypt(e, ctx, out, ad, sizeof ad, text, sizeof text), sizeof text);
    assert_true(EVP_DecryptInit_ex(ctx, NULL, NULL, key, iv) > 0);
    assert_int_equal(crypt(e, ctx, out, ad, sizeof ad, sealed, sizeof sealed), -1);
    expect_reason("tag not set");
}

static void
forgeries_are_refused_with_a_reason(void **unused)
{
    (void)unused;
    for_each_cipher(check_forgeries);
}

static bool
has_num(const expectation *e)
{
    return (e->mode == EVP_CIPH_CFB_MODE && e->rounds == 0) || e->mode == EVP_CIPH_OFB_MODE ||
           e->mode == EVP_CIPH_CTR_MODE;
}

/* Another context, with its IV and the place in the block, goes on where the first one stopped. */
static void
check_resumption(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx)
{
    uint8_t key[32], iv[16], now[16], text[100], expected[100], out[100];
    EVP_CIPHER_CTX *next = EVP_CIPHER_CTX_new();
    int n;

    fill(key, sizeof key);
    memset(iv, 0xff, sizeof iv); /* a counter that carries */
    fill(text, sizeof text);
    set_up(e, cipher, ctx, key, iv, NULL, 1);
    if (!has_num(e)) {
        assert_true(EVP_CIPHER_CTX_set_num(ctx, 0) > 0);
        assert_true(EVP_CIPHER_CTX_set_num(ctx, 5) <= 0);
    }
    for (int encrypt = 0; has_num(e) && encrypt <= 1; encrypt++) {
        set_up(e, cipher, ctx, key, iv, NULL, encrypt);
        assert_true(EVP_CipherUpdate(ctx, expected, &n, text, sizeof text) > 0);
        for (int first = 0; first <= 40; first++) {
            set_up(e, cipher, ctx, key, iv, NULL, encrypt);
            assert_true(EVP_CipherUpdate(ctx, out, &n, text, first) > 0);
            assert_int_equal(EVP_CIPHER_CTX_get_num(ctx), first % e->iv_bytes);
            assert_true(EVP_CIPHER_CTX_get_updated_iv(ctx, now, (size_t)e->iv_bytes) > 0);
            set_up(e, cipher, next, key, now, NULL, encrypt);
            assert_true(EVP_CIPHER_CTX_set_num(next, EVP_CIPHER_CTX_get_num(ctx)) > 0);
            assert_int_equal(EVP_CIPHER_CTX_get_num(next), first % e->iv_bytes);
            assert_true(EVP_CipherUpdate(next, out + first, &n, text + first, (int)sizeof text - first) > 0);
            assert_memory_equal(out, expected, sizeof text);
            assert_true(EVP_CIPHER_CTX_set_num(next, e->iv_bytes) <= 0);
        }
    }
    EVP_CIPHER_CTX_free(next);
}

static void
a_message_goes_on_in_the_middle_of_a_block(void **unused)
{
    (void)unused;
    for_each_cipher(check_resumption);
}

/* A tag that is given out is accepted. */
static void
check_tag_sizes(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx)
{
    static const uint8_t ad[1] = {1};
    uint8_t key[32] = {1}, iv[16] = {2}, text[20] = {3}, sealed[20], out[20], tag[16];
    EVP_CIPHER_CTX *opener = EVP_CIPHER_CTX_new();
    int given = 0;

    for (int size = 0; size <= 17 && authenticates(e); size++) {
        set_up(e, cipher, ctx, key, iv, NULL, 1);
        if (e->mode == EVP_CIPH_CCM_MODE) { /* whose tag depends on its size */
            (void)EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, size, NULL);
            assert_true(EVP_EncryptInit_ex(ctx, NULL, NULL, key, iv) > 0);
        }
        assert_int_equal(crypt(e, ctx, sealed, ad, sizeof ad, text, sizeof text), sizeof text);

        const bool gives = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, size, tag) > 0;

        set_up(e, cipher, opener, key, iv, tag, 0);
        assert_int_equal(EVP_CIPHER_CTX_ctrl(opener, EVP_CTRL_AEAD_SET_TAG, size, tag) > 0, gives);
        if (gives) {
            assert_true(EVP_DecryptInit_ex(opener, NULL, NULL, key, iv) > 0);
            assert_int_equal(crypt(e, opener, out, ad, sizeof ad, sealed, sizeof sealed), sizeof text);
        }
        given += gives;
    }
    assert_int_equal(given, !authenticates(e) ? 0 : e->mode == EVP_CIPH_STREAM_CIPHER ? 13 : 7);
    if (e->mode == EVP_CIPH_CCM_MODE) {
        set_up(e, cipher, ctx, key, iv, NULL, 1);
        assert_int_equal(crypt(e, ctx, sealed, ad, sizeof ad, text, sizeof text), sizeof text);
        assert_true(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 12, NULL) > 0);
        assert_true(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 12, tag) <= 0);
        expect_reason("invalid tag length");
        assert_true(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, tag) > 0);
    }
    EVP_CIPHER_CTX_free(opener);
}

static void
tags_have_the_sizes_that_are_accepted(void **unused)
{
    (void)unused;
    for_each_cipher(check_tag_sizes);
}

/* Only ECB and CBC write before what they read. */
static void
check_overlap(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx)
{
    const bool shifts = e->mode == EVP_CIPH_ECB_MODE || e->mode == EVP_CIPH_CBC_MODE;
    static const struct {
        int out, in;
    } at[] = {{0, 16}, {16, 0}, {0, 0}};

    for (size_t i = 0; i < 3; i++) {
        uint8_t key[32] = {1}, iv[16] = {2}, buffer[128] = {0};
        int n;

        set_up(e, cipher, ctx, key, iv, NULL, 1);
        if (e->mode == EVP_CIPH_CCM_MODE)
            assert_true(EVP_CipherUpdate(ctx, NULL, &n, NULL, 64) > 0);
        assert_int_equal(EVP_CipherUpdate(ctx, buffer + at[i].out, &n, buffer + at[i].in, 64) > 0,
                         i == 2 || (i == 0 && shifts));
    }
}

static void
output_that_overlaps_its_input_is_refused(void **unused)
{
    (void)unused;
    for_each_cipher(check_overlap);
}

static void
mistakes_are_refused_with_a_reason(void **unused)
{
    static const uint8_t key[32], iv[16];
    EVP_CIPHER *gcm = evp_cipher("LEA-128-GCM", "narae"), *cbc = evp_cipher("LEA-128-CBC", "narae");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t out[64], tag[16];
    int n;

    (void)unused;
    assert_true(EVP_EncryptInit_ex(ctx, gcm, NULL, NULL, NULL) > 0);
    assert_int_equal(EVP_EncryptUpdate(ctx, out, &n, iv, 16), 0);
    expect_reason("no key set");
    assert_true(EVP_DecryptInit_ex(ctx, NULL, NULL, key, NULL) > 0);
    assert_int_equal(EVP_DecryptUpdate(ctx, out, &n, iv, 16), 0);
    expect_reason("no iv set");
    assert_true(EVP_DecryptInit_ex(ctx, NULL, NULL, key, iv) > 0);
    assert_true(EVP_DecryptUpdate(ctx, out, &n, iv, 16) > 0);
    assert_int_equal(EVP_DecryptFinal_ex(ctx, out, &n), 0);
    expect_reason("tag not set");
    assert_true(EVP_EncryptInit_ex(ctx, NULL, NULL, key, iv) > 0);
    assert_true(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, tag) <= 0);
    expect_reason("tag not set");
    assert_true(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16, tag) <= 0);
    expect_reason("tag not needed");
    assert_true(EVP_EncryptUpdate(ctx, out, &n, iv, 16) > 0);
    assert_int_equal(EVP_EncryptUpdate(ctx, NULL, &n, iv, 16), 0);
    expect_reason("called out of order");
    assert_int_equal(EVP_EncryptUpdate(ctx, out + 1, &n, out, 16), 0);
    expect_reason("input and output overlap without being the same buffer");
    assert_true(EVP_EncryptFinal_ex(ctx, out, &n) > 0);
    assert_int_equal(EVP_EncryptFinal_ex(ctx, out, &n), 0);
    expect_reason("no iv set");
    assert_true(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, 129, NULL) <= 0);
    expect_reason("invalid iv length");
    assert_true(EVP_DecryptInit_ex(ctx, cbc, NULL, key, iv) > 0);
    assert_true(EVP_DecryptUpdate(ctx, out, &n, iv, 16) > 0);
    assert_int_equal(EVP_DecryptFinal_ex(ctx, out, &n), 0);
    expect_reason("bad decrypt");
    assert_true(EVP_DecryptInit_ex(ctx, NULL, NULL, key, iv) > 0);
    assert_true(EVP_DecryptUpdate(ctx, out, &n, iv, 15) > 0);
    assert_int_equal(EVP_DecryptFinal_ex(ctx, out, &n), 0);
    expect_reason("wrong final block length");

    /* As libssl does for a suite of SEED. */
    OSSL_PARAM tls[] = {OSSL_PARAM_int(OSSL_CIPHER_PARAM_TLS_VERSION, &(int){0x0303}), OSSL_PARAM_END};

    assert_int_equal(EVP_CIPHER_CTX_set_params(ctx, tls), 0);
    expect_reason("tls records of cbc are not supported");
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(gcm);
    EVP_CIPHER_free(cbc);
}

/* An IV that nobody gave is random and can be read. */
static void
a_missing_iv_is_made(void **unused)
{
    static const uint8_t key[16], zero[12];
    EVP_CIPHER *gcm = evp_cipher("LEA-128-GCM", "narae");
    uint8_t iv[2][12], out[16];
    int n;

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

        assert_true(EVP_EncryptInit_ex(ctx, gcm, NULL, key, NULL) > 0);
        assert_true(EVP_EncryptUpdate(ctx, out, &n, zero, sizeof zero) > 0);
        assert_true(EVP_CIPHER_CTX_get_original_iv(ctx, iv[i], sizeof iv[i]) > 0);
        EVP_CIPHER_CTX_free(ctx);
    }
    assert_memory_not_equal(iv[0], zero, 12);
    assert_memory_not_equal(iv[0], iv[1], 12);
    EVP_CIPHER_free(gcm);
}

/* Each library context has a provider of its own, with its own generator. */
static void
library_contexts_are_independent(void **unused)
{
    static const uint8_t key[16];
    OSSL_LIB_CTX *const own = OSSL_LIB_CTX_new();
    EVP_CIPHER_CTX *const ctx = EVP_CIPHER_CTX_new();
    uint8_t out[16];
    int n;

    (void)unused;
    OSSL_PROVIDER_set_default_search_path(own, evp_folder);
    for (unsigned i = 0; i < 2; i++) {
        OSSL_PROVIDER *const builtin = OSSL_PROVIDER_load(own, "default");
        OSSL_PROVIDER *const narae = OSSL_PROVIDER_load(own, "narae");
        EVP_CIPHER *const cipher = EVP_CIPHER_fetch(own, "ARIA-128-GCM", "provider=narae");

        assert_non_null(cipher);
        assert_true(EVP_EncryptInit_ex(ctx, cipher, NULL, key, NULL) > 0);
        assert_true(EVP_EncryptUpdate(ctx, out, &n, key, 16) > 0);
        EVP_CIPHER_CTX_reset(ctx);
        EVP_CIPHER_free(cipher);
        assert_true(OSSL_PROVIDER_unload(narae));
        assert_true(OSSL_PROVIDER_unload(builtin));
    }
    EVP_CIPHER_CTX_free(ctx);
    OSSL_LIB_CTX_free(own);
}

/* A copy in the middle of a message goes its own way. */
static void
copy_in_the_middle(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx)
{
    EVP_CIPHER_CTX *const copy = EVP_CIPHER_CTX_new();
    uint8_t key[32], iv[16], text[100], x[132], y[132];
    int n, m, half;

    if (e->mode != EVP_CIPH_CCM_MODE) {
        fill(key, sizeof key);
        fill(iv, sizeof iv);
        fill(text, sizeof text);
        set_up(e, cipher, ctx, key, iv, NULL, 1);
        assert_true(EVP_EncryptUpdate(ctx, x, &half, text, 45) > 0);
        memcpy(y, x, (size_t)half);
        assert_true(EVP_CIPHER_CTX_copy(copy, ctx) > 0);
        n = evp_pieces(ctx, x + half, text + 45, 55);
        m = evp_pieces(copy, y + half, text + 45, 55);
        assert_true(n > 0);
        assert_int_equal(n, m);
        assert_memory_equal(x, y, (size_t)(half + n));
    }
    EVP_CIPHER_CTX_free(copy);
}

static void
copies_are_independent(void **unused)
{
    (void)unused;
    for_each_cipher(copy_in_the_middle);
}

/* Calls that no program should make in this order: none may crash, and none
 * may write more than it says. */
static void
call_anything(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx)
{
    (void)e;
    assert_true(EVP_EncryptInit_ex(ctx, cipher, NULL, NULL, NULL) > 0);
    for (unsigned i = 0; i < 300 * evp_rounds; i++) {
        static uint8_t in[300], out[400];
        uint8_t key[32], iv[128];
        int n = 0;
        const int bytes = (int)some_bytes(250), number = (int)up_to(140) - 4;

        fill(key, sizeof key);
        fill(iv, sizeof iv);
        memset(out, 0x55, sizeof out);
        switch (evp_random() % 16) {
        case 0:
            EVP_CipherInit_ex(ctx, cipher, NULL, NULL, NULL, (int)up_to(1));
            break;
        case 1:
            EVP_CipherInit_ex(ctx, NULL, NULL, key, evp_random() % 2 ? iv : NULL, (int)up_to(2) - 1);
            break;
        case 2:
            EVP_CipherInit_ex(ctx, NULL, NULL, NULL, iv, (int)up_to(2) - 1);
            break;
        case 3:
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, number, NULL);
            break;
        case 4:
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)up_to(17), evp_random() % 2 ? iv : NULL);
            break;
        case 5:
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, (int)up_to(17), out);
            break;
        case 6:
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, evp_random() % 4 ? 13 : number, iv);
            break;
        case 7:
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_IV_FIXED, evp_random() % 4 ? 4 : number, iv);
            break;
        case 8:
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_IV_GEN, evp_random() % 4 ? 8 : number, out);
            break;
        case 9:
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_IV_INV, evp_random() % 4 ? 8 : number, iv);
            break;
        case 10:
            EVP_CipherUpdate(ctx, NULL, &n, evp_random() % 2 ? in : NULL, bytes);
            break;
        case 11:
            EVP_Cipher(ctx, out, evp_random() % 4 ? in : NULL, (unsigned)bytes);
            break;
        case 12:
            EVP_CipherUpdate(ctx, out, &n, out, bytes);
            break;
        case 13:
            if (EVP_CipherFinal_ex(ctx, out, &n) > 0)
                assert_in_range(n, 0, 16);
            break;
        case 14: {
            EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

            EVP_CIPHER_CTX_copy(copy, ctx);
            EVP_CIPHER_CTX_free(copy);
            break;
        }
        default:
            EVP_CIPHER_CTX_set_padding(ctx, (int)up_to(1));
            if (EVP_CipherUpdate(ctx, out, &n, in, bytes) > 0)
                assert_in_range(n, 0, bytes + 16);
        }
        for (size_t j = 300; j < sizeof out; j++)
            assert_int_equal(out[j], 0x55);
        ERR_clear_error();
    }
}

static void
any_order_of_calls_is_survived(void **unused)
{
    (void)unused;
    for_each_cipher(call_anything);
}

static void
ascon_hash_is_that_of_the_library(void **unused)
{
    EVP_MD *md = EVP_MD_fetch(NULL, "Ascon-Hash256", "provider=narae");
    EVP_MD_CTX *ctx = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();
    uint8_t text[500], expected[32], digest[32];

    (void)unused;
    assert_non_null(md);
    assert_int_equal(EVP_MD_get_size(md), 32);
    assert_int_equal(EVP_MD_get_block_size(md), 8);
    for (unsigned i = 0; i < 20 * evp_rounds; i++) {
        const size_t bytes = some_bytes(sizeof text), first = up_to(bytes);

        fill(text, bytes);
        assert_int_equal(narae_ascon_hash256_message(expected, text, bytes), NARAE_OK);
        assert_true(EVP_DigestInit_ex(ctx, md, NULL) > 0);
        assert_true(EVP_DigestUpdate(ctx, text, first) > 0);
        assert_true(EVP_MD_CTX_copy_ex(copy, ctx) > 0);
        assert_true(EVP_DigestUpdate(ctx, text + first, bytes - first) > 0);
        assert_true(EVP_DigestFinal_ex(ctx, digest, NULL) > 0);
        assert_memory_equal(digest, expected, 32);
        assert_true(EVP_DigestUpdate(copy, text + first, bytes - first) > 0);
        assert_true(EVP_DigestFinal_ex(copy, digest, NULL) > 0);
        assert_memory_equal(digest, expected, 32);
    }
    EVP_MD_CTX_free(ctx);
    EVP_MD_CTX_free(copy);
    EVP_MD_free(md);
}

static OSSL_PROVIDER *
load(OSSL_LIB_CTX *libctx, const char *name)
{
    OSSL_PROVIDER *loaded;

    assert_true(OSSL_PROVIDER_set_default_search_path(libctx, evp_folder));
    loaded = OSSL_PROVIDER_load(libctx, name);
    assert_non_null(loaded);
    return loaded;
}

/* Where no other provider has a generator, OpenSSL's own is behind ours. */
static void
random_bytes_need_no_other_provider(void **unused)
{
    OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *alone = load(libctx, "narae");
    EVP_RAND *kind = EVP_RAND_fetch(libctx, "CTR-DRBG", "provider=narae");
    uint8_t x[1000] = {0}, y[1000] = {0};
    EVP_RAND_CTX *generator;

    (void)unused;
    assert_non_null(kind);
    for (unsigned i = 0; i < evp_rounds; i++) {
        assert_int_equal(RAND_bytes_ex(libctx, x, sizeof x, 256), 1);
        assert_int_equal(RAND_priv_bytes_ex(libctx, y, sizeof y, 256), 1);
        assert_memory_not_equal(x, y, sizeof x);
        assert_memory_not_equal(x + 984, (const uint8_t[16]){0}, 16);
    }
    generator = RAND_get0_primary(libctx);
    assert_int_equal(EVP_RAND_get_state(generator), EVP_RAND_STATE_READY);
    assert_int_equal(EVP_RAND_get_strength(generator), 256);
    assert_int_equal(EVP_RAND_reseed(generator, 0, NULL, 0, x, 32), 1);
    assert_int_equal(EVP_RAND_generate(generator, y, sizeof y, 512, 0, NULL, 0), 0);
    assert_int_equal(EVP_RAND_uninstantiate(generator), 1);
    assert_int_equal(EVP_RAND_get_state(generator), EVP_RAND_STATE_UNINITIALISED);
    ERR_clear_error();
    EVP_RAND_free(kind);
    OSSL_PROVIDER_unload(alone);
    OSSL_LIB_CTX_free(libctx);
}

/* Where one has, whichever was loaded first, it stays that one. */
static void
the_generator_of_others_is_left_alone(void **unused)
{
    (void)unused;
    for (int narae_first = 0; narae_first < 2; narae_first++) {
        OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
        OSSL_PROVIDER *first = load(libctx, narae_first ? "narae" : "default");
        OSSL_PROVIDER *second = load(libctx, narae_first ? "default" : "narae");
        uint8_t x[16];

        assert_null(EVP_RAND_fetch(libctx, "CTR-DRBG", "provider=narae"));
        assert_int_equal(RAND_bytes_ex(libctx, x, sizeof x, 256), 1);
        ERR_clear_error();
        OSSL_PROVIDER_unload(second);
        OSSL_PROVIDER_unload(first);
        OSSL_LIB_CTX_free(libctx);
    }
}

/* Memory that OpenSSL gives out: each block is preceded by its size, and while
 * `watching` a large one must be zero when it comes back. */
enum { HEAD = 16, LARGE = 200 };
static bool watching;
static unsigned large_blocks, dirty_blocks;

static void *
take(size_t bytes, const char *file, int line)
{
    uint8_t *p = malloc(bytes + HEAD);

    (void)file, (void)line;
    if (p == NULL)
        return NULL;
    memcpy(p, &bytes, sizeof bytes);
    return p + HEAD;
}

static void
give_back(void *block, const char *file, int line)
{
    const uint8_t *p = block;
    size_t bytes;
    uint8_t any = 0;

    (void)file, (void)line;
    if (block == NULL)
        return;
    memcpy(&bytes, p - HEAD, sizeof bytes);
    if (watching && bytes >= LARGE) {
        for (size_t i = 0; i < bytes; i++)
            any |= p[i];
        large_blocks++;
        dirty_blocks += any != 0;
    }
    free((uint8_t *)block - HEAD);
}

static void *
resize(void *block, size_t bytes, const char *file, int line)
{
    void *new = bytes == 0 ? NULL : take(bytes, file, line);
    size_t old;

    if (block != NULL && new != NULL) {
        memcpy(&old, (uint8_t *)block - HEAD, sizeof old);
        memcpy(new, block, old < bytes ? old : bytes);
    }
    if (block != NULL && (new != NULL || bytes == 0))
        give_back(block, file, line);
    return new;
}

static void
check_wiping(const expectation *e, const EVP_CIPHER *cipher, EVP_CIPHER_CTX *ctx)
{
    static const uint8_t key[32] = {1, 2, 3}, iv[16] = {4};
    uint8_t out[64];
    int n;

    large_blocks = dirty_blocks = 0;
    set_up(e, cipher, ctx, key, iv, NULL, 1);
    assert_true(EVP_EncryptUpdate(ctx, out, &n, key, 32) > 0);
    watching = true;
    EVP_CIPHER_CTX_reset(ctx);
    watching = false;
    assert_true(large_blocks >= 1);
    assert_int_equal(dirty_blocks, 0);
}

static void
freed_contexts_are_wiped(void **unused)
{
    (void)unused;
    for_each_cipher(check_wiping);
}

int
main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(ciphers_describe_themselves),
        cmocka_unit_test(messages_are_those_of_the_library),
        cmocka_unit_test(a_message_goes_on_in_the_middle_of_a_block),
        cmocka_unit_test(tags_have_the_sizes_that_are_accepted),
        cmocka_unit_test(output_that_overlaps_its_input_is_refused),
        cmocka_unit_test(the_counter_of_chacha_carries),
        cmocka_unit_test(forgeries_are_refused_with_a_reason),
        cmocka_unit_test(mistakes_are_refused_with_a_reason),
        cmocka_unit_test(a_missing_iv_is_made),
        cmocka_unit_test(library_contexts_are_independent),
        cmocka_unit_test(copies_are_independent),
        cmocka_unit_test(any_order_of_calls_is_survived),
        cmocka_unit_test(ascon_hash_is_that_of_the_library),
        cmocka_unit_test(random_bytes_need_no_other_provider),
        cmocka_unit_test(the_generator_of_others_is_left_alone),
        cmocka_unit_test(freed_contexts_are_wiped),
    };

    CRYPTO_set_mem_functions(take, resize, give_back);
    evp_start(argc, argv);

    const int failed = cmocka_run_group_tests(tests, NULL, NULL);

    evp_stop();
    return failed;
}
