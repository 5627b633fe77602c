/* SPDX-License-Identifier: MIT */
/* What takes a message whole, XTS, KW and KWP, and the hashes: against the library, and
 * through what OpenSSL builds on ciphers and hashes of any provider, its CMAC, GMAC, HMAC,
 * KBKDF, PBKDF2 and DRBGs. */

#include "evp.h"

#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include "narae/descriptor.h"
#include "narae/narae.h"

enum { MAX_BYTES = 1000 };

static const struct family {
    const char *form; /* of names: bits of the key, mode */
    const narae_block_cipher *cipher;
    unsigned least_bits, most_bits;
} families[] = {
    {"LEA-%u-%s", &narae_lea, 128, 256},
    {"ARIA-%u-%s", &narae_aria, 128, 256},
    {"SEED%.0u-%s", &narae_seed, 128, 128},
};

static void
for_each_key(const char *mode,
             void (*test)(const EVP_CIPHER *cipher, const narae_block_cipher *ours, size_t key_bytes))
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (unsigned bits = families[i].least_bits; bits <= families[i].most_bits; bits += 64) {
            char name[40];
            EVP_CIPHER *cipher;

            if (families[i].cipher == &narae_seed)
                snprintf(name, sizeof name, "SEED-%s", mode);
            else
                snprintf(name, sizeof name, families[i].form, bits, mode);
            cipher = evp_cipher(name, "narae");
            test(cipher, families[i].cipher, bits / 8);
            EVP_CIPHER_free(cipher);
        }
    ERR_clear_error();
}

/* The last error says so. */
static void
expect_reason(const char *reason)
{
    assert_string_equal(ERR_reason_error_string(ERR_peek_last_error()), reason);
    ERR_clear_error();
}

static void
compare_units(const EVP_CIPHER *cipher, const narae_block_cipher *ours, size_t key_bytes)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new(), *copy = EVP_CIPHER_CTX_new();
    narae_xts xts;
    uint8_t key[64], tweak[16], text[MAX_BYTES], x[MAX_BYTES], y[MAX_BYTES];
    int n;

    assert_int_equal(EVP_CIPHER_get_key_length(cipher), 2 * key_bytes);
    assert_int_equal(EVP_CIPHER_get_iv_length(cipher), 16);
    assert_int_equal(EVP_CIPHER_get_mode(cipher), EVP_CIPH_XTS_MODE);
    for (unsigned i = 0; i < 5 * evp_rounds; i++) {
        const size_t bytes = 16 + some_bytes(MAX_BYTES - 16);

        fill(key, sizeof key);
        fill(tweak, sizeof tweak);
        fill(text, bytes);
        assert_int_equal(narae_xts_init(&xts, ours, key, 2 * key_bytes), NARAE_OK);
        assert_int_equal(narae_xts_encrypt_unit(&xts, x, tweak, 16, text, bytes), NARAE_OK);
        assert_true(EVP_EncryptInit_ex(ctx, cipher, NULL, key, tweak) > 0);
        assert_true(EVP_CIPHER_CTX_copy(copy, ctx) > 0);
        for (int again = 0; again < 2; again++) { /* with the same tweak */
            assert_true(EVP_EncryptUpdate(again ? copy : ctx, y, &n, text, (int)bytes) > 0);
            assert_int_equal(n, bytes);
            assert_memory_equal(x, y, bytes);
            assert_true(EVP_EncryptFinal_ex(again ? copy : ctx, y, &n) > 0);
            assert_int_equal(n, 0);
        }
        assert_true(EVP_DecryptInit_ex(ctx, NULL, NULL, NULL, tweak) > 0);
        assert_true(EVP_DecryptUpdate(ctx, x, &n, x, (int)bytes) > 0);
        assert_memory_equal(x, text, bytes);
    }
    assert_int_equal(EVP_DecryptUpdate(ctx, x, &n, x, 15), 0);
    memcpy(key + key_bytes, key, key_bytes);
    assert_int_equal(EVP_EncryptInit_ex(ctx, cipher, NULL, key, tweak), 0);
    expect_reason(narae_status_text(NARAE_ERROR_WEAK_KEY));
    EVP_CIPHER_CTX_free(ctx);
    ctx = EVP_CIPHER_CTX_new();
    key[0] ^= 1;
    assert_true(EVP_EncryptInit_ex(ctx, cipher, NULL, key, NULL) > 0);
    assert_int_equal(EVP_EncryptUpdate(ctx, x, &n, text, 16), 0);
    expect_reason("no iv set");
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_CTX_free(copy);
}

static void
units_of_xts_are_those_of_the_library(void **unused)
{
    (void)unused;
    for_each_key("XTS", compare_units);
}

static bool pads;

static void
compare_wrapping(const EVP_CIPHER *cipher, const narae_block_cipher *ours, size_t key_bytes)
{
    static const uint8_t ivs[2][8] = {{0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6},
                                      {0xa6, 0x59, 0x59, 0xa6}};
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    narae_kw kw;
    uint8_t key[32], secret[100], x[116], y[116];
    int n;

    EVP_CIPHER_CTX_set_flags(ctx, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
    assert_int_equal(EVP_CIPHER_get_mode(cipher), EVP_CIPH_WRAP_MODE);
    for (unsigned i = 0; i < 3 * evp_rounds; i++) {
        const size_t bytes = pads ? 1 + some_bytes(95) : 16 + some_bytes(80) / 8 * 8;
        const size_t wrapped = pads ? NARAE_KWP_BYTES(bytes) : NARAE_KW_BYTES(bytes);
        const uint8_t *iv = evp_random() % 2 ? ivs[pads] : NULL;

        fill(key, sizeof key);
        fill(secret, bytes);
        assert_int_equal(narae_kw_init(&kw, ours, key, key_bytes), NARAE_OK);
        assert_int_equal((pads ? narae_kwp_wrap : narae_kw_wrap)(&kw, x, secret, bytes), NARAE_OK);
        assert_true(EVP_EncryptInit_ex(ctx, cipher, NULL, key, iv) > 0);
        assert_true(EVP_EncryptUpdate(ctx, y, &n, secret, (int)bytes) > 0);
        assert_int_equal(n, wrapped);
        assert_memory_equal(x, y, wrapped);
        assert_true(EVP_DecryptInit_ex(ctx, NULL, NULL, key, iv) > 0);
        assert_true(EVP_DecryptUpdate(ctx, y, &n, x, (int)wrapped) > 0);
        assert_int_equal(n, bytes);
        assert_memory_equal(y, secret, bytes);
        x[up_to(wrapped - 1)] ^= 1;
        n = 0;
        assert_int_equal(EVP_DecryptUpdate(ctx, y, &n, x, (int)wrapped), 0);
        assert_int_equal(n, 0);
        expect_reason(narae_status_text(NARAE_ERROR_AUTHENTICATION));
    }
    assert_int_equal(EVP_DecryptUpdate(ctx, y, &n, x, 8), 0);
    expect_reason(narae_status_text(NARAE_ERROR_LENGTH));
    assert_int_equal(EVP_EncryptInit_ex(ctx, NULL, NULL, key, key), 0);
    expect_reason("the iv of key wrapping is fixed");
    EVP_CIPHER_CTX_free(ctx);
}

static void
wrapped_keys_are_those_of_the_library(void **unused)
{
    (void)unused;
    pads = false;
    for_each_key("WRAP", compare_wrapping);
    pads = true;
    for_each_key("WRAP-PAD", compare_wrapping);
}

static const narae_hash *const hashes[] = {&narae_lsh256_224, &narae_lsh256_256, &narae_lsh512_224,
                                           &narae_lsh512_256, &narae_lsh512_384, &narae_lsh512_512};

static void
digests_are_those_of_the_library(void **unused)
{
    (void)unused;
    for (size_t h = 0; h < sizeof hashes / sizeof *hashes; h++) {
        const size_t size = narae_hash_digest_bytes(hashes[h]);
        EVP_MD *md = EVP_MD_fetch(NULL, hashes[h]->name, "provider=narae");
        EVP_MD_CTX *ctx = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();

        assert_non_null(md);
        assert_int_equal(EVP_MD_get_size(md), size);
        assert_int_equal(EVP_MD_get_block_size(md), narae_hash_block_bytes(hashes[h]));
        for (unsigned i = 0; i < 5 * evp_rounds; i++) {
            uint8_t text[MAX_BYTES], expected[64], digest[64];
            const size_t bytes = some_bytes(sizeof text), first = up_to(bytes);

            fill(text, bytes);
            assert_int_equal(narae_hash_message(hashes[h], expected, size, text, bytes), NARAE_OK);
            assert_true(EVP_DigestInit_ex(ctx, md, NULL) > 0);
            assert_true(EVP_DigestUpdate(ctx, text, first) > 0);
            assert_true(EVP_MD_CTX_copy_ex(copy, ctx) > 0);
            for (int copied = 0; copied < 2; copied++) {
                assert_true(EVP_DigestUpdate(copied ? copy : ctx, text + first, bytes - first) > 0);
                assert_true(EVP_DigestFinal_ex(copied ? copy : ctx, digest, NULL) > 0);
                assert_memory_equal(digest, expected, size);
            }
        }
        EVP_MD_CTX_free(ctx);
        EVP_MD_CTX_free(copy);
        EVP_MD_free(md);
    }
}

/* OpenSSL's MAC `name` over the cipher or digest of this provider. */
static void
openssl_mac(uint8_t *tag, const char *name, const char *parameter, const char *over, const uint8_t *key,
            size_t key_bytes, const uint8_t *iv, const uint8_t *text, size_t bytes)
{
    EVP_MAC *mac = EVP_MAC_fetch(NULL, name, "provider=default");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    OSSL_PARAM params[3] = {OSSL_PARAM_construct_utf8_string(parameter, (char *)(uintptr_t)over, 0),
                            OSSL_PARAM_construct_end(), OSSL_PARAM_construct_end()};

    if (iv != NULL)
        params[1] = OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, (void *)(uintptr_t)iv, 12);
    if (EVP_MAC_init(ctx, key, key_bytes, params) <= 0)
        fail_msg("%s has no %s", name, over);
    assert_true(EVP_MAC_update(ctx, text, bytes) > 0);
    assert_true(EVP_MAC_final(ctx, tag, NULL, 64) > 0);
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
}

static void
macs_of_openssl_take_the_ciphers(void **unused)
{
    static const struct {
        const char *cbc, *gcm;
        const narae_block_cipher *cipher;
        size_t key_bytes;
    } all[] = {{"LEA-128-CBC", "LEA-128-GCM", &narae_lea, 16},
               {"LEA-256-CBC", "LEA-256-GCM", &narae_lea, 32},
               {"ARIA-192-CBC", "ARIA-192-GCM", &narae_aria, 24},
               {"SEED-CBC", "SEED-GCM", &narae_seed, 16},
               {"HIGHT-128-CBC", NULL, &narae_hight, 16}};
    uint8_t key[32], iv[12], text[100], tag[64], expected[16];

    (void)unused;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const size_t size = all[i].cipher->block_bytes;
        narae_cmac cmac;
        narae_gmac gmac;

        fill(key, sizeof key);
        fill(iv, sizeof iv);
        fill(text, sizeof text);
        openssl_mac(tag, "CMAC", OSSL_MAC_PARAM_CIPHER, all[i].cbc, key, all[i].key_bytes, NULL, text,
                    sizeof text);
        assert_int_equal(narae_cmac_init(&cmac, all[i].cipher, key, all[i].key_bytes), NARAE_OK);
        assert_int_equal(narae_cmac_tag_message(&cmac, expected, size, text, sizeof text), NARAE_OK);
        assert_memory_equal(tag, expected, size);
        if (all[i].gcm == NULL)
            continue;
        openssl_mac(tag, "GMAC", OSSL_MAC_PARAM_CIPHER, all[i].gcm, key, all[i].key_bytes, iv, text,
                    sizeof text);
        assert_int_equal(narae_gmac_init(&gmac, all[i].cipher, key, all[i].key_bytes), NARAE_OK);
        assert_int_equal(narae_gmac_tag_message(&gmac, expected, 16, iv, 12, text, sizeof text), NARAE_OK);
        assert_memory_equal(tag, expected, 16);
    }
}

static void
openssl_kdf(const char *name, OSSL_PARAM *params, uint8_t *out, size_t bytes)
{
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, name, "provider=default");
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);

    if (EVP_KDF_derive(ctx, out, bytes, params) <= 0)
        fail_msg("%s derives nothing", name);
    EVP_KDF_CTX_free(ctx);
    EVP_KDF_free(kdf);
}

#define TEXT(name, value) OSSL_PARAM_construct_utf8_string(name, (char *)(uintptr_t)(value), 0)
#define BYTES(name, value) OSSL_PARAM_construct_octet_string(name, value, sizeof(value))

/* Those with blocks of up to 144 bytes, the room that OpenSSL's HMAC has: all but LSH-512. */
static void
hmac_and_derivation_of_openssl_take_the_hashes(void **unused)
{
    uint8_t key[16], text[40], salt[20], out[50], expected[64];
    unsigned iterations = 7;
    narae_hmac hmac;
    narae_kbkdf_input input = {.label = salt,
                               .label_bytes = sizeof salt,
                               .context = text,
                               .context_bytes = sizeof text,
                               .counter_bytes = 4,
                               .length_bytes = 4};

    (void)unused;
    for (size_t h = 0; h < 2; h++) {
        const size_t size = narae_hash_digest_bytes(hashes[h]);
        OSSL_PARAM of_password[] = {TEXT(OSSL_KDF_PARAM_DIGEST, hashes[h]->name),
                                    BYTES(OSSL_KDF_PARAM_PASSWORD, text), BYTES(OSSL_KDF_PARAM_SALT, salt),
                                    OSSL_PARAM_construct_uint(OSSL_KDF_PARAM_ITER, &iterations),
                                    OSSL_PARAM_construct_end()};
        OSSL_PARAM of_key[] = {
            TEXT(OSSL_KDF_PARAM_MAC, "HMAC"), TEXT(OSSL_KDF_PARAM_DIGEST, hashes[h]->name),
            BYTES(OSSL_KDF_PARAM_KEY, key),   BYTES(OSSL_KDF_PARAM_SALT, salt), /* the label */
            BYTES(OSSL_KDF_PARAM_INFO, text),                                   /* the context */
            OSSL_PARAM_construct_end()};

        fill(key, sizeof key);
        fill(text, sizeof text);
        fill(salt, sizeof salt);
        openssl_mac(out, "HMAC", OSSL_MAC_PARAM_DIGEST, hashes[h]->name, key, sizeof key, NULL, text,
                    sizeof text);
        assert_int_equal(narae_hmac_init(&hmac, hashes[h], key, sizeof key), NARAE_OK);
        assert_int_equal(narae_hmac_tag_message(&hmac, expected, size, text, sizeof text), NARAE_OK);
        assert_memory_equal(out, expected, size);

        openssl_kdf("PBKDF2", of_password, out, sizeof out);
        assert_int_equal(
            narae_pbkdf2(expected, sizeof out, hashes[h], text, sizeof text, salt, sizeof salt, iterations),
            NARAE_OK);
        assert_memory_equal(out, expected, sizeof out);

        openssl_kdf("KBKDF", of_key, out, sizeof out);
        assert_int_equal(narae_kbkdf_counter_hmac(expected, sizeof out, hashes[h], key, sizeof key, &input),
                         NARAE_OK);
        assert_memory_equal(out, expected, sizeof out);
    }
}

/* The tag of two pieces, the second by a copy; and again under the same key. */
static void
tag_of_pieces(const char *digest, uint8_t *key, size_t key_bytes, const uint8_t *text, size_t bytes,
              uint8_t *out, size_t *out_bytes)
{
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", "provider=narae");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac), *copy = NULL;
    OSSL_PARAM params[] = {TEXT(OSSL_MAC_PARAM_DIGEST, digest),
                           OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, key, key_bytes),
                           OSSL_PARAM_construct_end()};
    uint8_t early[64], again[64];

    assert_non_null(ctx);
    assert_int_equal(EVP_MAC_init(ctx, key, key_bytes, NULL), 0); /* no hash */
    assert_int_equal(EVP_MAC_CTX_set_params(ctx, params), 1);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(EVP_MAC_init(ctx, i == 0 ? key : NULL, i == 0 ? key_bytes : 0, NULL), 1);
        assert_int_equal(EVP_MAC_update(ctx, text, 5), 1);
        EVP_MAC_CTX_free(copy);
        copy = EVP_MAC_CTX_dup(ctx);
        assert_int_equal(EVP_MAC_final(ctx, early, out_bytes, sizeof early), 1);
        assert_int_equal(EVP_MAC_update(copy, text + 5, bytes - 5), 1);
        assert_int_equal(EVP_MAC_final(copy, i == 0 ? out : again, out_bytes, 64), 1);
        assert_int_equal(EVP_MAC_CTX_get_mac_size(copy), *out_bytes);
    }
    assert_memory_equal(out, again, *out_bytes);
    assert_memory_not_equal(out, early, *out_bytes);
    EVP_MAC_CTX_free(copy);
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
}

/* Its own, over any hash of it, and over others by the HMAC of another provider.  KBKDF takes it by the
 * property. */
static void
hmac_of_this_provider_takes_every_hash(void **unused)
{
    static const struct {
        const char *name;
        const narae_hash *hash;
    } others[] = {{"SHA256", &narae_sha256}, {"SHA3-512", &narae_sha3_512}};
    enum { OWN = sizeof hashes / sizeof *hashes };
    uint8_t key[300], text[400], out[64], expected[64];

    (void)unused;
    for (size_t i = 0; i < OWN + sizeof others / sizeof *others; i++) {
        const narae_hash *hash = i < OWN ? hashes[i] : others[i - OWN].hash;
        const char *name = i < OWN ? hash->name : others[i - OWN].name;
        narae_kbkdf_input input = {.label = text,
                                   .label_bytes = 20,
                                   .context = key,
                                   .context_bytes = 9,
                                   .counter_bytes = 4,
                                   .length_bytes = 4};
        OSSL_PARAM of_key[] = {TEXT(OSSL_KDF_PARAM_MAC, "HMAC"),
                               TEXT(OSSL_KDF_PARAM_DIGEST, name),
                               TEXT(OSSL_KDF_PARAM_PROPERTIES, "provider=narae"),
                               BYTES(OSSL_KDF_PARAM_KEY, key),
                               OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, text, 20),
                               OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, key, 9),
                               OSSL_PARAM_construct_end()};
        narae_hmac hmac;
        size_t size;

        fill(key, sizeof key);
        fill(text, sizeof text);
        tag_of_pieces(name, key, sizeof key, text, sizeof text, out, &size);
        assert_int_equal(size, narae_hash_digest_bytes(hash));
        assert_int_equal(narae_hmac_init(&hmac, hash, key, sizeof key), NARAE_OK);
        assert_int_equal(narae_hmac_tag_message(&hmac, expected, size, text, sizeof text), NARAE_OK);
        assert_memory_equal(out, expected, size);
        if (i >= OWN)
            continue;
        openssl_kdf("KBKDF", of_key, out, sizeof out);
        assert_int_equal(narae_kbkdf_counter_hmac(expected, sizeof out, hash, key, sizeof key, &input),
                         NARAE_OK);
        assert_memory_equal(out, expected, sizeof out);
    }
}

/* A key is made for its hash: after another one it must be given again, as to OpenSSL's own HMAC.
 * Otherwise the tag would be that of the first hash, cut to the length of the second. */
static void
hmac_of_another_hash_needs_its_key(void **unused)
{
    uint8_t key[32], tag[64], expected[64];
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", "provider=narae");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    OSSL_PARAM first[] = {TEXT(OSSL_MAC_PARAM_DIGEST, "LSH-512-512"), OSSL_PARAM_construct_end()};
    OSSL_PARAM second[] = {TEXT(OSSL_MAC_PARAM_DIGEST, "LSH-512-256"), OSSL_PARAM_construct_end()};
    narae_hmac hmac;
    size_t size;

    (void)unused;
    fill(key, sizeof key);
    assert_int_equal(EVP_MAC_init(ctx, key, sizeof key, first), 1);
    assert_int_equal(EVP_MAC_init(ctx, NULL, 0, first), 1); /* the same one */
    assert_int_equal(EVP_MAC_init(ctx, NULL, 0, second), 0);
    assert_int_equal(EVP_MAC_update(ctx, key, 1), 0);
    assert_int_equal(EVP_MAC_init(ctx, key, sizeof key, NULL), 1);
    assert_int_equal(EVP_MAC_final(ctx, tag, &size, sizeof tag), 1);
    assert_int_equal(size, 32);
    assert_int_equal(narae_hmac_init(&hmac, &narae_lsh512_256, key, sizeof key), NARAE_OK);
    assert_int_equal(narae_hmac_tag_message(&hmac, expected, size, NULL, 0), NARAE_OK);
    assert_memory_equal(tag, expected, size);

    OSSL_PARAM theirs[] = {TEXT(OSSL_MAC_PARAM_DIGEST, "SHA256"), OSSL_PARAM_construct_end()};
    OSSL_PARAM other[] = {TEXT(OSSL_MAC_PARAM_DIGEST, "SHA512"), OSSL_PARAM_construct_end()};

    assert_int_equal(EVP_MAC_init(ctx, NULL, 0, theirs), 0);
    assert_int_equal(EVP_MAC_init(ctx, key, sizeof key, theirs), 1);
    assert_int_equal(EVP_MAC_init(ctx, NULL, 0, theirs), 1); /* the same one */
    assert_int_equal(EVP_MAC_final(ctx, tag, &size, sizeof tag), 1);
    assert_int_equal(size, 32);
    assert_int_equal(EVP_MAC_init(ctx, NULL, 0, other), 0);
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
}

/* KBKDF over CMAC takes a cipher of this provider, too. */
static void
kbkdf_of_openssl_takes_the_ciphers(void **unused)
{
    uint8_t key[16], text[40], salt[20], out[50], expected[50];
    narae_kbkdf_input input = {.label = salt,
                               .label_bytes = sizeof salt,
                               .context = text,
                               .context_bytes = sizeof text,
                               .counter_bytes = 4,
                               .length_bytes = 4};
    OSSL_PARAM params[] = {TEXT(OSSL_KDF_PARAM_MAC, "CMAC"), TEXT(OSSL_KDF_PARAM_CIPHER, "LEA-128-CBC"),
                           BYTES(OSSL_KDF_PARAM_KEY, key),   BYTES(OSSL_KDF_PARAM_SALT, salt),
                           BYTES(OSSL_KDF_PARAM_INFO, text), OSSL_PARAM_construct_end()};

    (void)unused;
    fill(key, sizeof key);
    fill(text, sizeof text);
    fill(salt, sizeof salt);
    openssl_kdf("KBKDF", params, out, sizeof out);
    assert_int_equal(narae_kbkdf_counter_cmac(expected, sizeof out, &narae_lea, key, sizeof key, &input),
                     NARAE_OK);
    assert_memory_equal(out, expected, sizeof out);
}

enum { ENTROPY_BYTES = 48, NONCE_BYTES = 16, DRAWN_BYTES = 100 };

static uint8_t entropy[ENTROPY_BYTES], seed_nonce[NONCE_BYTES], additional[48];

/* What OpenSSL's generator gives that was seeded with `entropy` and the nonce, which its
 * TEST-RAND hands out, drawn twice with additional input of so many bytes. */
static void
openssl_draws(const char *name, OSSL_PARAM *params, size_t entropy_bytes, size_t additional_bytes,
              uint8_t out[DRAWN_BYTES])
{
    unsigned strength = 256;
    EVP_RAND *seeds = EVP_RAND_fetch(NULL, "TEST-RAND", NULL),
             *rand = EVP_RAND_fetch(NULL, name, "provider=default");
    EVP_RAND_CTX *source = EVP_RAND_CTX_new(seeds, NULL), *ctx = EVP_RAND_CTX_new(rand, source);
    const OSSL_PARAM seed_params[] = {
        OSSL_PARAM_construct_uint(OSSL_RAND_PARAM_STRENGTH, &strength),
        OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_ENTROPY, entropy, entropy_bytes),
        OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_NONCE, seed_nonce, sizeof seed_nonce),
        OSSL_PARAM_construct_end(),
    };

    assert_true(EVP_RAND_CTX_set_params(source, seed_params));
    assert_true(EVP_RAND_instantiate(source, strength, 0, NULL, 0, NULL));
    assert_true(EVP_RAND_instantiate(ctx, 0, 0, (const uint8_t *)"", 0, params));
    for (int i = 0; i < 2; i++)
        assert_true(EVP_RAND_generate(ctx, out, DRAWN_BYTES, 0, 0, additional, additional_bytes));
    EVP_RAND_CTX_free(ctx);
    EVP_RAND_CTX_free(source);
    EVP_RAND_free(rand);
    EVP_RAND_free(seeds);
}

static OSSL_PARAM
text_param(const char *name, char *text)
{
    return OSSL_PARAM_construct_utf8_string(name, text, strlen(text));
}

/* With derivation function and without. */
static void
draws_by(const EVP_CIPHER *cipher, const narae_block_cipher *ours, size_t key_bytes)
{
    for (int has_df = 0; has_df < 2; has_df++) {
        const size_t seed_bytes = has_df ? 32 : key_bytes + 16, more = has_df ? 48 : up_to(seed_bytes);
        uint8_t out[DRAWN_BYTES], expected[DRAWN_BYTES];
        char name[40];
        OSSL_PARAM params[3];
        narae_drbg_ctr drbg;

        snprintf(name, sizeof name, "%s", EVP_CIPHER_get0_name(cipher));
        params[0] = text_param(OSSL_DRBG_PARAM_CIPHER, name);
        params[1] = OSSL_PARAM_construct_int(OSSL_DRBG_PARAM_USE_DF, &has_df);
        params[2] = OSSL_PARAM_construct_end();
        fill(entropy, sizeof entropy);
        fill(additional, sizeof additional);
        openssl_draws("CTR-DRBG", params, seed_bytes, more, out);
        assert_int_equal(
            has_df ? narae_drbg_ctr_init(&drbg, ours, key_bytes, entropy, seed_bytes, seed_nonce,
                                         sizeof seed_nonce, NULL, 0)
                   : narae_drbg_ctr_init_no_df(&drbg, ours, key_bytes, entropy, seed_bytes, NULL, 0),
            NARAE_OK);
        for (int i = 0; i < 2; i++)
            assert_int_equal(narae_drbg_ctr_generate(&drbg, expected, sizeof expected, additional, more),
                             NARAE_OK);
        assert_memory_equal(out, expected, sizeof out);
    }
}

static void
ctr_drbg_of_openssl_takes_the_ciphers(void **unused)
{
    (void)unused;
    fill(seed_nonce, sizeof seed_nonce);
    for_each_key("CTR", draws_by);
}

/* HMAC_DRBG with LSH-512 by the HMAC of this provider, which a property names. */
static void
drbgs_of_openssl_take_the_hashes(void **unused)
{
    static const struct {
        char name[12];
        const narae_hash *hash;
    } hashes[] = {{"LSH-256-224", &narae_lsh256_224}, {"LSH-256-256", &narae_lsh256_256},
                  {"LSH-512-224", &narae_lsh512_224}, {"LSH-512-256", &narae_lsh512_256},
                  {"LSH-512-384", &narae_lsh512_384}, {"LSH-512-512", &narae_lsh512_512}};

    (void)unused;
    for (size_t h = 0; h < sizeof hashes / sizeof *hashes; h++)
        for (int is_hmac = 0; is_hmac < 2; is_hmac++) {
            const size_t strength = narae_hash_digest_bytes(hashes[h].hash) >= 32 ? 32 : 24;
            uint8_t out[DRAWN_BYTES], expected[DRAWN_BYTES];
            OSSL_PARAM params[4] = {text_param(OSSL_DRBG_PARAM_DIGEST, (char *)hashes[h].name),
                                    text_param(OSSL_DRBG_PARAM_PROPERTIES, "provider=narae"),
                                    text_param(OSSL_DRBG_PARAM_MAC, "HMAC"), OSSL_PARAM_construct_end()};
            union {
                narae_drbg_hash hash;
                narae_drbg_hmac hmac;
            } drbg;

            fill(entropy, sizeof entropy);
            fill(seed_nonce, sizeof seed_nonce);
            fill(additional, sizeof additional);
            openssl_draws(is_hmac ? "HMAC-DRBG" : "HASH-DRBG", params, strength, sizeof additional, out);
            assert_int_equal(is_hmac ? narae_drbg_hmac_init(&drbg.hmac, hashes[h].hash, entropy, strength,
                                                            seed_nonce, sizeof seed_nonce, NULL, 0)
                                     : narae_drbg_hash_init(&drbg.hash, hashes[h].hash, entropy, strength,
                                                            seed_nonce, sizeof seed_nonce, NULL, 0),
                             NARAE_OK);
            for (int i = 0; i < 2; i++)
                assert_int_equal(is_hmac ? narae_drbg_hmac_generate(&drbg.hmac, expected, sizeof expected,
                                                                    additional, sizeof additional)
                                         : narae_drbg_hash_generate(&drbg.hash, expected, sizeof expected,
                                                                    additional, sizeof additional),
                                 NARAE_OK);
            assert_memory_equal(out, expected, sizeof out);
        }
}

int
main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_of_xts_are_those_of_the_library),
        cmocka_unit_test(wrapped_keys_are_those_of_the_library),
        cmocka_unit_test(digests_are_those_of_the_library),
        cmocka_unit_test(macs_of_openssl_take_the_ciphers),
        cmocka_unit_test(hmac_and_derivation_of_openssl_take_the_hashes),
        cmocka_unit_test(hmac_of_this_provider_takes_every_hash),
        cmocka_unit_test(hmac_of_another_hash_needs_its_key),
        cmocka_unit_test(kbkdf_of_openssl_takes_the_ciphers),
        cmocka_unit_test(ctr_drbg_of_openssl_takes_the_ciphers),
        cmocka_unit_test(drbgs_of_openssl_take_the_hashes),
    };

    evp_start(argc, argv);

    const int failed = cmocka_run_group_tests(tests, NULL, NULL);

    evp_stop();
    return failed;
}
