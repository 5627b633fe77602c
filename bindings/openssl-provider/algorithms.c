/* SPDX-License-Identifier: MIT */
/* The ciphers of the provider and their names.
 *
 * ARIA has the names and object identifiers that OpenSSL gives it, so that
 * either implementation can be fetched by them; SEED has those
 * of RFC 4269 and OpenSSL; others are named alike. */

#include "cipher.h"

#include "narae/block_ciphers.h"

/* X(symbol, names, kind, cipher, rounds, key bytes) */
#define CIPHERS(X)                                \
    NARAE_BLOCK_CIPHERS(OF_CIPHER, X)             \
    X(chacha12, "ChaCha12", chacha, NULL, 12, 32) \
    X(chacha8, "ChaCha8", chacha, NULL, 8, 32)    \
    X(ascon_aead128, "Ascon-AEAD128", ascon, NULL, 0, 16)

/* The cipher's own macro, if OWN_cipher names it, or else OF_KEYS. */
#define OF_CIPHER(X, cipher, CIPHER, block_bytes, key1, key2, key3) \
    SECOND(OWN_##cipher, OF_KEYS, )(X, cipher, CIPHER, block_bytes, key1, key2, key3)
#define SECOND(...) SECOND_OF(__VA_ARGS__)
#define SECOND_OF(first, second, ...) second

/* LEA-128-CBC and so on. */
#define OF_KEYS(X, cipher, CIPHER, block_bytes, key1, key2, key3)                                     \
    OF_KEY_OF_##key1(X, cipher, CIPHER, block_bytes) OF_KEY_OF_##key2(X, cipher, CIPHER, block_bytes) \
        OF_KEY_OF_##key3(X, cipher, CIPHER, block_bytes)
#define OF_KEY_OF_0(X, cipher, CIPHER, block_bytes)
#define OF_KEY_OF_16(X, cipher, CIPHER, block_bytes) OF_BLOCKS_OF_##block_bytes(X, cipher, CIPHER, 128, 16)
#define OF_KEY_OF_24(X, cipher, CIPHER, block_bytes) OF_BLOCKS_OF_##block_bytes(X, cipher, CIPHER, 192, 24)
#define OF_KEY_OF_32(X, cipher, CIPHER, block_bytes) OF_BLOCKS_OF_##block_bytes(X, cipher, CIPHER, 256, 32)
#define OF_BLOCKS_OF_8(X, cipher, CIPHER, bits, bytes) \
    NARROW(X, cipher##_##bits, cipher, #CIPHER "-" #bits, bytes)
#define OF_BLOCKS_OF_16(X, cipher, CIPHER, bits, bytes)                                                      \
    WIDE(X, cipher##_##bits, cipher, #CIPHER "-" #bits, #CIPHER #bits, #cipher #bits, bytes, "", "", "", "", \
         "", "", "")

/* The modes for one key size, with blocks of 8 bytes, and of 16, which have other names behind their own. */
#define NARROW(X, symbol, cipher, NAME, bytes)                      \
    X(symbol##_ecb, NAME "-ECB", ecb, &narae_##cipher, 0, bytes)    \
    X(symbol##_cbc, NAME "-CBC", cbc, &narae_##cipher, 0, bytes)    \
    X(symbol##_ctr, NAME "-CTR", ctr, &narae_##cipher, 0, bytes)    \
    X(symbol##_cfb, NAME "-CFB", cfb, &narae_##cipher, 0, bytes)    \
    X(symbol##_cfb8, NAME "-CFB8", cfb8, &narae_##cipher, 0, bytes) \
    X(symbol##_ofb, NAME "-OFB", ofb, &narae_##cipher, 0, bytes)
#define WIDE(X, symbol, cipher, NAME, SHORT, short, bytes, of_ecb, of_cbc, of_cfb, of_ofb, of_ctr, of_gcm, \
             of_ccm)                                                                                       \
    X(symbol##_ecb, NAME "-ECB" of_ecb, ecb, &narae_##cipher, 0, bytes)                                    \
    X(symbol##_cbc, NAME "-CBC:" SHORT of_cbc, cbc, &narae_##cipher, 0, bytes)                             \
    X(symbol##_cfb, NAME "-CFB:" NAME "-CFB128" of_cfb, cfb, &narae_##cipher, 0, bytes)                    \
    X(symbol##_cfb8, NAME "-CFB8", cfb8, &narae_##cipher, 0, bytes)                                        \
    X(symbol##_ofb, NAME "-OFB" of_ofb, ofb, &narae_##cipher, 0, bytes)                                    \
    X(symbol##_ctr, NAME "-CTR" of_ctr, ctr, &narae_##cipher, 0, bytes)                                    \
    X(symbol##_gcm, NAME "-GCM" of_gcm, gcm, &narae_##cipher, 0, bytes)                                    \
    X(symbol##_ccm, NAME "-CCM" of_ccm, ccm, &narae_##cipher, 0, bytes)                                    \
    X(symbol##_xts, NAME "-XTS", xts, &narae_##cipher, 0, 2 * bytes)                                       \
    X(symbol##_kw, NAME "-WRAP:" SHORT "-WRAP:id-" short "-wrap", kw, &narae_##cipher, 0, bytes)           \
    X(symbol##_kwp, NAME "-WRAP-PAD:" SHORT "-WRAP-PAD:id-" short "-wrap-pad", kwp, &narae_##cipher, 0, bytes)

/* AES is OpenSSL's own. */
#define OWN_aes , OF_AES
#define OF_AES(X, cipher, CIPHER, block_bytes, key1, key2, key3)

#define OWN_aria , OF_ARIA
#define OF_ARIA(X, cipher, CIPHER, block_bytes, key1, key2, key3) \
    OF_ARIA_KEY(X, 128, 16, "1", "2", "3", "4", "5", "34", "37")  \
    OF_ARIA_KEY(X, 192, 24, "6", "7", "8", "9", "10", "35", "38") \
    OF_ARIA_KEY(X, 256, 32, "11", "12", "13", "14", "15", "36", "39")
#define OF_ARIA_KEY(X, bits, bytes, ecb, cbc, cfb, ofb, ctr, gcm, ccm)                                       \
    WIDE(X, aria_##bits, aria, "ARIA-" #bits, "ARIA" #bits, "aria" #bits, bytes, ARIA_OID ecb, ARIA_OID cbc, \
         ARIA_OID cfb, ARIA_OID ofb, ARIA_OID ctr, ARIA_OID gcm, ARIA_OID ccm)
#define ARIA_OID ":1.2.410.200046.1.1."

#define OWN_pipo , OF_PIPO
#define OF_PIPO(X, cipher, CIPHER, block_bytes, key1, key2, key3) \
    NARROW(X, pipo_128, pipo, "PIPO-64-128", 16) NARROW(X, pipo_256, pipo, "PIPO-64-256", 32)

#define OWN_seed , OF_SEED
#define OF_SEED(X, cipher, CIPHER, block_bytes, key1, key2, key3)                   \
    X(seed_ecb, "SEED-ECB:1.2.410.200004.1.3", ecb, &narae_seed, 0, 16)             \
    X(seed_cbc, "SEED-CBC:SEED:1.2.410.200004.1.4", cbc, &narae_seed, 0, 16)        \
    X(seed_ctr, "SEED-CTR", ctr, &narae_seed, 0, 16)                                \
    X(seed_gcm, "SEED-GCM", gcm, &narae_seed, 0, 16)                                \
    X(seed_ccm, "SEED-CCM", ccm, &narae_seed, 0, 16)                                \
    X(seed_cfb, "SEED-CFB:SEED-CFB128:1.2.410.200004.1.5", cfb, &narae_seed, 0, 16) \
    X(seed_cfb8, "SEED-CFB8", cfb8, &narae_seed, 0, 16)                             \
    X(seed_ofb, "SEED-OFB:SEED-OFB128:1.2.410.200004.1.6", ofb, &narae_seed, 0, 16) \
    X(seed_xts, "SEED-XTS", xts, &narae_seed, 0, 32)                                \
    X(seed_kw, "SEED-WRAP:id-seed-wrap", kw, &narae_seed, 0, 16)                    \
    X(seed_kwp, "SEED-WRAP-PAD:id-seed-wrap-pad", kwp, &narae_seed, 0, 16)

#define FUNCTION(id, f) {OSSL_FUNC_CIPHER_##id, (void (*)(void))(f)}

#define DEFINE(symbol, names, name_of_kind, block_cipher, chacha_rounds, bytes_of_key)         \
    static const cipher_algorithm symbol = {&prov_##name_of_kind, block_cipher, chacha_rounds, \
                                            bytes_of_key};                                     \
    static void *symbol##_new(void *p)                                                         \
    {                                                                                          \
        return prov_cipher_new(p, &symbol);                                                    \
    }                                                                                          \
    static int symbol##_get_params(OSSL_PARAM params[])                                        \
    {                                                                                          \
        return prov_cipher_get_params(&symbol, params);                                        \
    }                                                                                          \
    static const OSSL_PARAM *symbol##_gettable(void *context, void *p)                         \
    {                                                                                          \
        (void)context, (void)p;                                                                \
        return prov_##name_of_kind.gettable;                                                   \
    }                                                                                          \
    static const OSSL_PARAM *symbol##_settable(void *context, void *p)                         \
    {                                                                                          \
        (void)context, (void)p;                                                                \
        return prov_##name_of_kind.settable;                                                   \
    }                                                                                          \
    static const OSSL_DISPATCH symbol##_functions[] = {                                        \
        FUNCTION(NEWCTX, symbol##_new),                                                        \
        FUNCTION(FREECTX, prov_cipher_free),                                                   \
        FUNCTION(DUPCTX, prov_cipher_dup),                                                     \
        FUNCTION(ENCRYPT_INIT, prov_cipher_encrypt_init),                                      \
        FUNCTION(DECRYPT_INIT, prov_cipher_decrypt_init),                                      \
        FUNCTION(UPDATE, prov_cipher_update),                                                  \
        FUNCTION(FINAL, prov_cipher_final),                                                    \
        FUNCTION(CIPHER, prov_cipher_once),                                                    \
        FUNCTION(GET_PARAMS, symbol##_get_params),                                             \
        FUNCTION(GETTABLE_PARAMS, prov_cipher_gettable_params),                                \
        FUNCTION(GET_CTX_PARAMS, prov_cipher_get_ctx_params),                                  \
        FUNCTION(GETTABLE_CTX_PARAMS, symbol##_gettable),                                      \
        FUNCTION(SET_CTX_PARAMS, prov_cipher_set_ctx_params),                                  \
        FUNCTION(SETTABLE_CTX_PARAMS, symbol##_settable),                                      \
        {0, NULL},                                                                             \
    };

CIPHERS(DEFINE)

#define LIST(symbol, names, kind, cipher, rounds, key_bytes) \
    {names, "provider=narae", symbol##_functions, NULL},

const OSSL_ALGORITHM prov_ciphers[] = {CIPHERS(LIST){NULL, NULL, NULL, NULL}};
