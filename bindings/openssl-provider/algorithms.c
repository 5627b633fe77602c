/* SPDX-License-Identifier: MIT */
/* The ciphers of the provider and their names.
 *
 * ARIA has the names and object identifiers that OpenSSL gives it, so that
 * either implementation can be fetched by them; SEED has those
 * of RFC 4269 and OpenSSL; LEA is named alike. */

#include "cipher.h"

#include "narae/aria.h"
#include "narae/hight.h"
#include "narae/lea.h"
#include "narae/pipo.h"
#include "narae/seed.h"

#define ARIA_OID ":1.2.410.200046.1.1."

/* X(symbol, names, kind, cipher, rounds, key bytes) */
#define CIPHERS(X)                                                                                     \
    X(lea_128_ecb, "LEA-128-ECB", ecb, &narae_lea, 0, 16)                                              \
    X(lea_192_ecb, "LEA-192-ECB", ecb, &narae_lea, 0, 24)                                              \
    X(lea_256_ecb, "LEA-256-ECB", ecb, &narae_lea, 0, 32)                                              \
    X(lea_128_cbc, "LEA-128-CBC:LEA128", cbc, &narae_lea, 0, 16)                                       \
    X(lea_192_cbc, "LEA-192-CBC:LEA192", cbc, &narae_lea, 0, 24)                                       \
    X(lea_256_cbc, "LEA-256-CBC:LEA256", cbc, &narae_lea, 0, 32)                                       \
    X(lea_128_ctr, "LEA-128-CTR", ctr, &narae_lea, 0, 16)                                              \
    X(lea_192_ctr, "LEA-192-CTR", ctr, &narae_lea, 0, 24)                                              \
    X(lea_256_ctr, "LEA-256-CTR", ctr, &narae_lea, 0, 32)                                              \
    X(lea_128_gcm, "LEA-128-GCM", gcm, &narae_lea, 0, 16)                                              \
    X(lea_192_gcm, "LEA-192-GCM", gcm, &narae_lea, 0, 24)                                              \
    X(lea_256_gcm, "LEA-256-GCM", gcm, &narae_lea, 0, 32)                                              \
    X(lea_128_ccm, "LEA-128-CCM", ccm, &narae_lea, 0, 16)                                              \
    X(lea_192_ccm, "LEA-192-CCM", ccm, &narae_lea, 0, 24)                                              \
    X(lea_256_ccm, "LEA-256-CCM", ccm, &narae_lea, 0, 32)                                              \
    X(lea_128_cfb, "LEA-128-CFB:LEA-128-CFB128", cfb, &narae_lea, 0, 16)                               \
    X(lea_192_cfb, "LEA-192-CFB:LEA-192-CFB128", cfb, &narae_lea, 0, 24)                               \
    X(lea_256_cfb, "LEA-256-CFB:LEA-256-CFB128", cfb, &narae_lea, 0, 32)                               \
    X(lea_128_cfb8, "LEA-128-CFB8", cfb8, &narae_lea, 0, 16)                                           \
    X(lea_192_cfb8, "LEA-192-CFB8", cfb8, &narae_lea, 0, 24)                                           \
    X(lea_256_cfb8, "LEA-256-CFB8", cfb8, &narae_lea, 0, 32)                                           \
    X(lea_128_ofb, "LEA-128-OFB", ofb, &narae_lea, 0, 16)                                              \
    X(lea_192_ofb, "LEA-192-OFB", ofb, &narae_lea, 0, 24)                                              \
    X(lea_256_ofb, "LEA-256-OFB", ofb, &narae_lea, 0, 32)                                              \
    X(lea_128_xts, "LEA-128-XTS", xts, &narae_lea, 0, 32)                                              \
    X(lea_192_xts, "LEA-192-XTS", xts, &narae_lea, 0, 48)                                              \
    X(lea_256_xts, "LEA-256-XTS", xts, &narae_lea, 0, 64)                                              \
    X(lea_128_kw, "LEA-128-WRAP:LEA128-WRAP:id-lea128-wrap", kw, &narae_lea, 0, 16)                    \
    X(lea_192_kw, "LEA-192-WRAP:LEA192-WRAP:id-lea192-wrap", kw, &narae_lea, 0, 24)                    \
    X(lea_256_kw, "LEA-256-WRAP:LEA256-WRAP:id-lea256-wrap", kw, &narae_lea, 0, 32)                    \
    X(lea_128_kwp, "LEA-128-WRAP-PAD:LEA128-WRAP-PAD:id-lea128-wrap-pad", kwp, &narae_lea, 0, 16)      \
    X(lea_192_kwp, "LEA-192-WRAP-PAD:LEA192-WRAP-PAD:id-lea192-wrap-pad", kwp, &narae_lea, 0, 24)      \
    X(lea_256_kwp, "LEA-256-WRAP-PAD:LEA256-WRAP-PAD:id-lea256-wrap-pad", kwp, &narae_lea, 0, 32)      \
    X(aria_128_ecb, "ARIA-128-ECB" ARIA_OID "1", ecb, &narae_aria, 0, 16)                              \
    X(aria_192_ecb, "ARIA-192-ECB" ARIA_OID "6", ecb, &narae_aria, 0, 24)                              \
    X(aria_256_ecb, "ARIA-256-ECB" ARIA_OID "11", ecb, &narae_aria, 0, 32)                             \
    X(aria_128_cbc, "ARIA-128-CBC:ARIA128" ARIA_OID "2", cbc, &narae_aria, 0, 16)                      \
    X(aria_192_cbc, "ARIA-192-CBC:ARIA192" ARIA_OID "7", cbc, &narae_aria, 0, 24)                      \
    X(aria_256_cbc, "ARIA-256-CBC:ARIA256" ARIA_OID "12", cbc, &narae_aria, 0, 32)                     \
    X(aria_128_ctr, "ARIA-128-CTR" ARIA_OID "5", ctr, &narae_aria, 0, 16)                              \
    X(aria_192_ctr, "ARIA-192-CTR" ARIA_OID "10", ctr, &narae_aria, 0, 24)                             \
    X(aria_256_ctr, "ARIA-256-CTR" ARIA_OID "15", ctr, &narae_aria, 0, 32)                             \
    X(aria_128_gcm, "ARIA-128-GCM" ARIA_OID "34", gcm, &narae_aria, 0, 16)                             \
    X(aria_192_gcm, "ARIA-192-GCM" ARIA_OID "35", gcm, &narae_aria, 0, 24)                             \
    X(aria_256_gcm, "ARIA-256-GCM" ARIA_OID "36", gcm, &narae_aria, 0, 32)                             \
    X(aria_128_ccm, "ARIA-128-CCM" ARIA_OID "37", ccm, &narae_aria, 0, 16)                             \
    X(aria_192_ccm, "ARIA-192-CCM" ARIA_OID "38", ccm, &narae_aria, 0, 24)                             \
    X(aria_256_ccm, "ARIA-256-CCM" ARIA_OID "39", ccm, &narae_aria, 0, 32)                             \
    X(aria_128_cfb, "ARIA-128-CFB:ARIA-128-CFB128" ARIA_OID "3", cfb, &narae_aria, 0, 16)              \
    X(aria_192_cfb, "ARIA-192-CFB:ARIA-192-CFB128" ARIA_OID "8", cfb, &narae_aria, 0, 24)              \
    X(aria_256_cfb, "ARIA-256-CFB:ARIA-256-CFB128" ARIA_OID "13", cfb, &narae_aria, 0, 32)             \
    X(aria_128_cfb8, "ARIA-128-CFB8", cfb8, &narae_aria, 0, 16)                                        \
    X(aria_192_cfb8, "ARIA-192-CFB8", cfb8, &narae_aria, 0, 24)                                        \
    X(aria_256_cfb8, "ARIA-256-CFB8", cfb8, &narae_aria, 0, 32)                                        \
    X(aria_128_ofb, "ARIA-128-OFB" ARIA_OID "4", ofb, &narae_aria, 0, 16)                              \
    X(aria_192_ofb, "ARIA-192-OFB" ARIA_OID "9", ofb, &narae_aria, 0, 24)                              \
    X(aria_256_ofb, "ARIA-256-OFB" ARIA_OID "14", ofb, &narae_aria, 0, 32)                             \
    X(aria_128_xts, "ARIA-128-XTS", xts, &narae_aria, 0, 32)                                           \
    X(aria_192_xts, "ARIA-192-XTS", xts, &narae_aria, 0, 48)                                           \
    X(aria_256_xts, "ARIA-256-XTS", xts, &narae_aria, 0, 64)                                           \
    X(aria_128_kw, "ARIA-128-WRAP:ARIA128-WRAP:id-aria128-wrap", kw, &narae_aria, 0, 16)               \
    X(aria_192_kw, "ARIA-192-WRAP:ARIA192-WRAP:id-aria192-wrap", kw, &narae_aria, 0, 24)               \
    X(aria_256_kw, "ARIA-256-WRAP:ARIA256-WRAP:id-aria256-wrap", kw, &narae_aria, 0, 32)               \
    X(aria_128_kwp, "ARIA-128-WRAP-PAD:ARIA128-WRAP-PAD:id-aria128-wrap-pad", kwp, &narae_aria, 0, 16) \
    X(aria_192_kwp, "ARIA-192-WRAP-PAD:ARIA192-WRAP-PAD:id-aria192-wrap-pad", kwp, &narae_aria, 0, 24) \
    X(aria_256_kwp, "ARIA-256-WRAP-PAD:ARIA256-WRAP-PAD:id-aria256-wrap-pad", kwp, &narae_aria, 0, 32) \
    X(hight_ecb, "HIGHT-128-ECB", ecb, &narae_hight, 0, 16)                                            \
    X(hight_cbc, "HIGHT-128-CBC", cbc, &narae_hight, 0, 16)                                            \
    X(hight_ctr, "HIGHT-128-CTR", ctr, &narae_hight, 0, 16)                                            \
    X(hight_cfb, "HIGHT-128-CFB", cfb, &narae_hight, 0, 16)                                            \
    X(hight_cfb8, "HIGHT-128-CFB8", cfb8, &narae_hight, 0, 16)                                         \
    X(hight_ofb, "HIGHT-128-OFB", ofb, &narae_hight, 0, 16)                                            \
    X(seed_ecb, "SEED-ECB:1.2.410.200004.1.3", ecb, &narae_seed, 0, 16)                                \
    X(seed_cbc, "SEED-CBC:SEED:1.2.410.200004.1.4", cbc, &narae_seed, 0, 16)                           \
    X(seed_ctr, "SEED-CTR", ctr, &narae_seed, 0, 16)                                                   \
    X(seed_gcm, "SEED-GCM", gcm, &narae_seed, 0, 16)                                                   \
    X(seed_ccm, "SEED-CCM", ccm, &narae_seed, 0, 16)                                                   \
    X(seed_cfb, "SEED-CFB:SEED-CFB128:1.2.410.200004.1.5", cfb, &narae_seed, 0, 16)                    \
    X(seed_cfb8, "SEED-CFB8", cfb8, &narae_seed, 0, 16)                                                \
    X(seed_ofb, "SEED-OFB:SEED-OFB128:1.2.410.200004.1.6", ofb, &narae_seed, 0, 16)                    \
    X(seed_xts, "SEED-XTS", xts, &narae_seed, 0, 32)                                                   \
    X(seed_kw, "SEED-WRAP:id-seed-wrap", kw, &narae_seed, 0, 16)                                       \
    X(seed_kwp, "SEED-WRAP-PAD:id-seed-wrap-pad", kwp, &narae_seed, 0, 16)                             \
    X(pipo_128_cbc, "PIPO-64-128-CBC", cbc, &narae_pipo, 0, 16)                                        \
    X(pipo_256_cbc, "PIPO-64-256-CBC", cbc, &narae_pipo, 0, 32)                                        \
    X(pipo_128_ctr, "PIPO-64-128-CTR", ctr, &narae_pipo, 0, 16)                                        \
    X(pipo_256_ctr, "PIPO-64-256-CTR", ctr, &narae_pipo, 0, 32)                                        \
    X(chacha12, "ChaCha12", chacha, NULL, 12, 32)                                                      \
    X(chacha8, "ChaCha8", chacha, NULL, 8, 32)                                                         \
    X(ascon_aead128, "Ascon-AEAD128", ascon, NULL, 0, 16)

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
