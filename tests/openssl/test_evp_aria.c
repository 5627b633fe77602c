/* SPDX-License-Identifier: MIT */
/* ARIA of the provider against OpenSSL's own: the same answer to the same
 * calls.  Messages in random pieces, and random sequences of calls. */

#include "evp.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

enum { MAX_BYTES = 3000 };

static const char *const modes[] = {"ECB", "CBC", "CFB", "CFB8", "OFB", "CTR", "GCM", "CCM"};

/* One message of one cipher. */
typedef struct message {
    const char *name;
    bool is_gcm, is_ccm, padded;
    uint8_t key[32], iv[128], ad[100], text[MAX_BYTES], tag[16];
    size_t iv_bytes, ad_bytes, bytes, tag_bytes;
} message;

static void
choose(message *m, const char *name)
{
    m->name = name;
    m->is_gcm = strstr(name, "GCM") != NULL;
    m->is_ccm = strstr(name, "CCM") != NULL;
    m->padded = evp_random() % 2 == 0;
    m->bytes = some_bytes(MAX_BYTES);
    if (strstr(name, "ECB") != NULL || strstr(name, "CBC") != NULL)
        m->bytes -= m->padded ? 0 : m->bytes % 16;
    m->iv_bytes = 16;
    if (m->is_gcm)
        m->iv_bytes = evp_random() % 2 == 0 ? 12 : 1 + up_to(100);
    if (m->is_ccm)
        m->iv_bytes = 7 + up_to(6);
    m->tag_bytes = m->is_ccm ? 4 + 2 * up_to(6) : 12 + up_to(4);
    m->ad_bytes = some_bytes(sizeof m->ad);
    fill(m->key, sizeof m->key);
    fill(m->iv, sizeof m->iv);
    fill(m->ad, sizeof m->ad);
    fill(m->text, m->bytes);
}

static void
ad_in_pieces(EVP_CIPHER_CTX *ctx, const message *m)
{
    int n;

    if (m->is_ccm) {
        assert_true(EVP_CipherUpdate(ctx, NULL, &n, NULL, (int)m->bytes) > 0);
        assert_true(m->ad_bytes == 0 || EVP_CipherUpdate(ctx, NULL, &n, m->ad, (int)m->ad_bytes) > 0);
        return;
    }
    for (size_t at = 0, piece; m->is_gcm && at != m->ad_bytes; at += piece) {
        piece = 1 + up_to(m->ad_bytes - at - 1);
        assert_true(EVP_CipherUpdate(ctx, NULL, &n, m->ad + at, (int)piece) > 0);
    }
}

/* Runs the message through `ctx`, whose history is unknown.  Returns what was
 * written, or -1 where the end was refused. */
static int
run(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, message *m, uint8_t *out, const uint8_t *in, size_t bytes,
    int encrypt)
{
    int n;

    assert_true(EVP_CipherInit_ex(ctx, cipher, NULL, NULL, NULL, encrypt) > 0);
    if (m->is_gcm || m->is_ccm)
        assert_true(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)m->iv_bytes, NULL) > 0);
    if (m->is_ccm || (m->is_gcm && !encrypt))
        assert_true(
            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, (int)m->tag_bytes, encrypt ? NULL : m->tag) > 0);
    assert_true(EVP_CipherInit_ex(ctx, NULL, NULL, m->key, m->iv, -1) > 0);
    EVP_CIPHER_CTX_set_padding(ctx, m->padded);
    ad_in_pieces(ctx, m);
    if (m->is_ccm)
        n = EVP_CipherUpdate(ctx, out, &n, in, (int)bytes) > 0 ? n : -1;
    else
        n = evp_pieces(ctx, out, in, bytes);
    if (n >= 0 && encrypt && (m->is_gcm || m->is_ccm))
        assert_true(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, (int)m->tag_bytes, m->tag) > 0);
    return n;
}

static void
same_iv(EVP_CIPHER_CTX *a, EVP_CIPHER_CTX *b, int bytes)
{
    uint8_t x[128], y[128];
    void *iv = NULL;
    OSSL_PARAM by_address[] = {OSSL_PARAM_construct_octet_ptr(OSSL_CIPHER_PARAM_UPDATED_IV, &iv, sizeof x),
                               OSSL_PARAM_construct_end()};

    assert_int_equal(EVP_CIPHER_CTX_get_iv_length(a), bytes);
    assert_true(EVP_CIPHER_CTX_get_updated_iv(a, x, sizeof x) > 0);
    assert_true(EVP_CIPHER_CTX_get_updated_iv(b, y, sizeof y) > 0);
    assert_memory_equal(x, y, (size_t)bytes);
    assert_true(EVP_CIPHER_CTX_get_params(a, by_address) > 0); /* as EVP_CIPHER_CTX_iv does */
    assert_non_null(iv);
    assert_memory_equal(iv, y, (size_t)bytes);
    assert_true(EVP_CIPHER_CTX_get_original_iv(a, x, sizeof x) > 0);
    assert_true(EVP_CIPHER_CTX_get_original_iv(b, y, sizeof y) > 0);
    assert_memory_equal(x, y, (size_t)bytes);
}

static void
compare_messages(const char *name)
{
    EVP_CIPHER *const ours = evp_cipher(name, "narae"), *const theirs = evp_cipher(name, "default");
    EVP_CIPHER_CTX *const a = EVP_CIPHER_CTX_new(), *const b = EVP_CIPHER_CTX_new();
    static uint8_t x[MAX_BYTES + 32], y[MAX_BYTES + 32];

    for (unsigned i = 0; i < 20 * evp_rounds; i++) {
        static message m, theirs_m;
        const bool in_place = evp_random() % 2 == 0;

        choose(&m, name);
        theirs_m = m;
        memcpy(x, m.text, m.bytes);

        const int n = run(a, ours, &m, x, in_place ? x : m.text, m.bytes, 1);

        assert_int_equal(n, run(b, theirs, &theirs_m, y, m.text, m.bytes, 1));
        assert_true(n >= (int)m.bytes);
        assert_memory_equal(x, y, (size_t)n);
        assert_memory_equal(m.tag, theirs_m.tag, sizeof m.tag);
        if (EVP_CIPHER_get_iv_length(ours) != 0)
            same_iv(a, b, (int)m.iv_bytes);

        /* y takes the plaintext, for padding may grow beyond it. */
        assert_int_equal(run(a, ours, &m, in_place ? x : y, x, (size_t)n, 0), m.bytes);
        assert_memory_equal(in_place ? x : y, m.text, m.bytes);
    }
    EVP_CIPHER_CTX_free(a);
    EVP_CIPHER_CTX_free(b);
    EVP_CIPHER_free(ours);
    EVP_CIPHER_free(theirs);
}

static void
for_each_aria(void (*test)(const char *name))
{
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        for (int bits = 128; bits <= 256; bits += 64) {
            char name[40];

            snprintf(name, sizeof name, "ARIA-%d-%s", bits, modes[i]);
            test(name);
        }
    }
}

static void
messages_in_random_pieces_are_those_of_openssl(void **unused)
{
    (void)unused;
    for_each_aria(compare_messages);
}

/* Two contexts that get the same calls. */
typedef struct twins {
    EVP_CIPHER_CTX *a, *b;
    bool encrypts, has_key, has_iv, whole_blocks, has_num;
} twins;

static void
twins_copy(twins *t)
{
    EVP_CIPHER_CTX *a = EVP_CIPHER_CTX_new(), *b = EVP_CIPHER_CTX_new();

    assert_true(EVP_CIPHER_CTX_copy(a, t->a) > 0);
    assert_true(EVP_CIPHER_CTX_copy(b, t->b) > 0);
    EVP_CIPHER_CTX_free(t->a);
    EVP_CIPHER_CTX_free(t->b);
    t->a = a;
    t->b = b;
}

/* OpenSSL's ARIA needs a key again to turn round, because its schedules serve
 * one direction. */
static void
twins_init(twins *t)
{
    uint8_t key[32], iv[16];
    const int direction = (int)up_to(2) - 1;
    const bool turns = direction >= 0 && direction != t->encrypts;
    const bool takes_key = turns || evp_random() % 3 != 0, takes_iv = !t->has_iv || evp_random() % 3 != 0;

    fill(key, sizeof key);
    fill(iv, sizeof iv);
    if (direction >= 0)
        t->encrypts = direction;
    t->has_key |= takes_key;
    t->has_iv |= takes_iv;
    assert_true(EVP_CipherInit_ex(t->a, NULL, NULL, takes_key ? key : NULL, takes_iv ? iv : NULL, direction) >
                0);
    assert_true(EVP_CipherInit_ex(t->b, NULL, NULL, takes_key ? key : NULL, takes_iv ? iv : NULL, direction) >
                0);
}

static void
twins_update(twins *t)
{
    uint8_t in[200], x[240], y[240];
    const int bytes = (int)some_bytes(sizeof in);
    int n = 0, m = 0;

    fill(in, sizeof in);

    const int ok = EVP_CipherUpdate(t->a, x, &n, in, bytes);

    assert_int_equal(ok, EVP_CipherUpdate(t->b, y, &m, in, bytes));
    assert_int_equal(n, m);
    assert_memory_equal(x, y, (size_t)n);
}

/* Whether a decrypted message has an end is left to chance.  After a refusal
 * another message begins. */
static void
twins_final(twins *t)
{
    static const uint8_t zero[32];
    uint8_t x[32], y[32];
    int n = 0, m = 0;
    const int ok = EVP_CipherFinal_ex(t->a, x, &n);

    assert_int_equal(ok, EVP_CipherFinal_ex(t->b, y, &m));
    if (ok > 0) {
        assert_int_equal(n, m);
        assert_memory_equal(x, y, (size_t)n);
    } else {
        assert_true(EVP_CipherInit_ex(t->a, NULL, NULL, zero, zero, -1) > 0);
        assert_true(EVP_CipherInit_ex(t->b, NULL, NULL, zero, zero, -1) > 0);
    }
}

static void
twins_compare(twins *t)
{
    if (EVP_CIPHER_CTX_get_iv_length(t->a) != 0)
        same_iv(t->a, t->b, EVP_CIPHER_CTX_get_iv_length(t->a));
    if (!t->whole_blocks)
        assert_int_equal(EVP_CIPHER_CTX_get_num(t->a), EVP_CIPHER_CTX_get_num(t->b));
}

static void
compare_sequences(const char *name)
{
    EVP_CIPHER *const ours = evp_cipher(name, "narae"), *const theirs = evp_cipher(name, "default");

    if (EVP_CIPHER_get_flags(ours) & EVP_CIPH_FLAG_AEAD_CIPHER) {
        EVP_CIPHER_free(ours);
        EVP_CIPHER_free(theirs);
        return;
    }
    for (unsigned i = 0; i < 40 * evp_rounds; i++) {
        twins t = {.a = EVP_CIPHER_CTX_new(), .b = EVP_CIPHER_CTX_new(), .encrypts = true};

        t.whole_blocks = EVP_CIPHER_get_block_size(ours) != 1;
        t.has_num = strstr(name, "OFB") != NULL || strcmp(name + strlen("ARIA-128-"), "CFB") == 0;
        assert_true(EVP_EncryptInit_ex(t.a, ours, NULL, NULL, NULL) > 0);
        assert_true(EVP_EncryptInit_ex(t.b, theirs, NULL, NULL, NULL) > 0);
        for (unsigned step = 0; step < 30; step++) {
            switch (evp_random() % 9) {
            case 0:
                twins_init(&t);
                break;
            case 1:
                twins_copy(&t);
                break;
            case 2:
                if (t.has_key)
                    twins_final(&t);
                break;
            case 3: {
                const int padded = (int)up_to(1);

                EVP_CIPHER_CTX_set_padding(t.a, padded);
                EVP_CIPHER_CTX_set_padding(t.b, padded);
                break;
            }
            case 4:
                if (t.has_key && t.has_num) {
                    const int num = (int)up_to(15);

                    assert_true(EVP_CIPHER_CTX_set_num(t.a, num) > 0);
                    assert_true(EVP_CIPHER_CTX_set_num(t.b, num) > 0);
                }
                break;
            default:
                twins_update(&t);
            }
            twins_compare(&t);
        }
        EVP_CIPHER_CTX_free(t.a);
        EVP_CIPHER_CTX_free(t.b);
    }
    ERR_clear_error();
    EVP_CIPHER_free(ours);
    EVP_CIPHER_free(theirs);
}

static void
random_sequences_of_calls_are_answered_as_by_openssl(void **unused)
{
    (void)unused;
    for_each_aria(compare_sequences);
}

/* Blocks that end in a right or nearly right padding, encrypted without one. */
static void
paddings_are_judged_as_by_openssl(void **unused)
{
    EVP_CIPHER *const ours = evp_cipher("ARIA-128-ECB", "narae"), *const theirs =
                                                                      evp_cipher("ARIA-128-ECB", "default");
    EVP_CIPHER_CTX *const ctx = EVP_CIPHER_CTX_new();
    static const uint8_t key[16];
    unsigned right = 0;

    (void)unused;
    for (unsigned i = 0; i < 300; i++) {
        const uint8_t padding = (uint8_t)up_to(17);
        uint8_t block[48], out[2][48];
        int n[2], last[2], ok[2];

        fill(block, sizeof block);
        memset(block + 32 - (padding > 16 ? 16 : padding), padding, padding > 16 ? 16 : padding);
        block[31] = padding;
        if (evp_random() % 2 == 0)
            block[16 + up_to(15)] ^= 1;
        assert_true(EVP_EncryptInit_ex(ctx, ours, NULL, key, NULL) > 0);
        EVP_CIPHER_CTX_set_padding(ctx, 0);
        assert_true(EVP_EncryptUpdate(ctx, block, &n[0], block, 32) > 0);
        for (unsigned j = 0; j < 2; j++) {
            assert_true(EVP_DecryptInit_ex(ctx, j == 0 ? ours : theirs, NULL, key, NULL) > 0);
            EVP_CIPHER_CTX_set_padding(ctx, 1);
            assert_true(EVP_DecryptUpdate(ctx, out[j], &n[j], block, 32) > 0);
            ok[j] = EVP_DecryptFinal_ex(ctx, out[j] + n[j], &last[j]) > 0;
        }
        assert_int_equal(ok[0], ok[1]);
        right += ok[0] != 0;
        if (ok[0]) {
            assert_int_equal(last[0], last[1]);
            assert_memory_equal(out[0], out[1], (size_t)(16 + last[0]));
        }
    }
    assert_in_range(right, 50, 250);
    ERR_clear_error();
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(ours);
    EVP_CIPHER_free(theirs);
}

/* TLS 1.2: what one side seals the other opens, record after record. */
static void
seal_and_open_records(const EVP_CIPHER *sealer, const EVP_CIPHER *opener, size_t key_bytes)
{
    EVP_CIPHER_CTX *const a = EVP_CIPHER_CTX_new(), *const b = EVP_CIPHER_CTX_new();
    uint8_t key[32], fixed[4], last_invocation[8] = {0};

    fill(key, key_bytes);
    fill(fixed, sizeof fixed);
    assert_true(EVP_EncryptInit_ex(a, sealer, NULL, key, NULL) > 0);
    assert_true(EVP_DecryptInit_ex(b, opener, NULL, key, NULL) > 0);
    assert_true(EVP_CIPHER_CTX_ctrl(a, EVP_CTRL_GCM_SET_IV_FIXED, 4, fixed) > 0);
    assert_true(EVP_CIPHER_CTX_ctrl(b, EVP_CTRL_GCM_SET_IV_FIXED, 4, fixed) > 0);
    for (unsigned i = 0; i < 10; i++) {
        static uint8_t record[MAX_BYTES + 24], text[MAX_BYTES];
        uint8_t ad[13];
        const int bytes = (int)some_bytes(MAX_BYTES);
        int n;

        fill(text, (size_t)bytes);
        memcpy(record + 8, text, (size_t)bytes);
        fill(ad, 11);
        ad[11] = (uint8_t)((bytes + 8) >> 8);
        ad[12] = (uint8_t)(bytes + 8);
        assert_int_equal(EVP_CIPHER_CTX_ctrl(a, EVP_CTRL_AEAD_TLS1_AAD, 13, ad), 16);
        assert_true(EVP_CipherUpdate(a, record, &n, record, bytes + 24) > 0);
        assert_int_equal(n, bytes + 24);
        assert_memory_not_equal(record, last_invocation, 8);
        memcpy(last_invocation, record, 8);

        const bool forged = evp_random() % 4 == 0;

        record[up_to((size_t)bytes + 23)] ^= forged;
        ad[11] = (uint8_t)((bytes + 24) >> 8);
        ad[12] = (uint8_t)(bytes + 24);
        assert_int_equal(EVP_CIPHER_CTX_ctrl(b, EVP_CTRL_AEAD_TLS1_AAD, 13, ad), 16);
        assert_int_equal(EVP_CipherUpdate(b, record, &n, record, bytes + 24) > 0, !forged);
        if (!forged) {
            assert_int_equal(n, bytes);
            assert_memory_equal(record + 8, text, (size_t)bytes);
        }
    }
    EVP_CIPHER_CTX_free(a);
    EVP_CIPHER_CTX_free(b);
}

static void
records_of_tls_pass_between_narae_and_openssl(void **unused)
{
    (void)unused;
    for (int bits = 128; bits <= 256; bits += 64) {
        char name[40];

        snprintf(name, sizeof name, "ARIA-%d-GCM", bits);

        EVP_CIPHER *const ours = evp_cipher(name, "narae"), *const theirs = evp_cipher(name, "default");

        for (unsigned i = 0; i < 5 * evp_rounds; i++) {
            seal_and_open_records(ours, theirs, (size_t)bits / 8);
            seal_and_open_records(theirs, ours, (size_t)bits / 8);
            seal_and_open_records(ours, ours, (size_t)bits / 8);
        }
        EVP_CIPHER_free(ours);
        EVP_CIPHER_free(theirs);
    }
    ERR_clear_error();
}

/* The explicit IVs that a protocol makes by hand. */
static void
generated_ivs_count_and_open(void **unused)
{
    EVP_CIPHER *const ours = evp_cipher("ARIA-128-GCM", "narae"), *const theirs =
                                                                      evp_cipher("ARIA-128-GCM", "default");
    EVP_CIPHER_CTX *const a = EVP_CIPHER_CTX_new(), *const b = EVP_CIPHER_CTX_new();
    uint8_t key[16], iv[12], first[8], second[8], text[20] = {0}, tag[16], x[20];
    int n;

    (void)unused;
    fill(key, sizeof key);
    memset(iv, 0xff, sizeof iv);
    assert_true(EVP_EncryptInit_ex(a, ours, NULL, key, NULL) > 0);
    assert_true(EVP_DecryptInit_ex(b, theirs, NULL, key, NULL) > 0);
    assert_true(EVP_CIPHER_CTX_ctrl(a, EVP_CTRL_GCM_SET_IV_FIXED, -1, iv) > 0);
    assert_true(EVP_CIPHER_CTX_ctrl(b, EVP_CTRL_GCM_SET_IV_FIXED, -1, iv) > 0);
    for (unsigned i = 0; i < 2; i++) {
        uint8_t *const explicit_iv = i == 0 ? first : second;

        assert_true(EVP_CIPHER_CTX_ctrl(a, EVP_CTRL_GCM_IV_GEN, 8, explicit_iv) > 0);
        assert_int_equal(evp_pieces(a, x, text, sizeof text), sizeof text);
        assert_true(EVP_CIPHER_CTX_ctrl(a, EVP_CTRL_AEAD_GET_TAG, 16, tag) > 0);
        assert_true(EVP_CIPHER_CTX_ctrl(b, EVP_CTRL_GCM_SET_IV_INV, 8, explicit_iv) > 0);
        assert_true(EVP_CIPHER_CTX_ctrl(b, EVP_CTRL_AEAD_SET_TAG, 16, tag) > 0);
        assert_true(EVP_CipherUpdate(b, x, &n, x, sizeof x) > 0);
        assert_true(EVP_CipherFinal_ex(b, x, &n) > 0);
        assert_memory_equal(x, text, sizeof text);
    }
    memset(iv, 0, sizeof iv);
    assert_memory_equal(first, "\xff\xff\xff\xff\xff\xff\xff\xff", 8);
    assert_memory_equal(second, iv, 8);
    EVP_CIPHER_CTX_free(a);
    EVP_CIPHER_CTX_free(b);
    EVP_CIPHER_free(ours);
    EVP_CIPHER_free(theirs);
}

int
main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_in_random_pieces_are_those_of_openssl),
        cmocka_unit_test(random_sequences_of_calls_are_answered_as_by_openssl),
        cmocka_unit_test(paddings_are_judged_as_by_openssl),
        cmocka_unit_test(records_of_tls_pass_between_narae_and_openssl),
        cmocka_unit_test(generated_ivs_count_and_open),
    };

    evp_start(argc, argv);

    const int failed = cmocka_run_group_tests(tests, NULL, NULL);

    evp_stop();
    return failed;
}
