/* SPDX-License-Identifier: MIT */
/* OpenSSL 3 through EVP: algorithms fetched once, contexts kept.  Each message
 * initialises its context with the nonce alone.  ECB, CBC and CCM need a second
 * context, because decryption has a key schedule or a kernel of its own. */

#include "peer.h"

#include <stdio.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>

static EVP_CIPHER_CTX *encryption, *decryption;
static EVP_MAC_CTX *mac;
static EVP_MD *md;
static EVP_MD_CTX *hash;
static int is_ccm;

static int
set_both_keys(const uint8_t *key, size_t key_bytes)
{
    (void)key_bytes;
    return EVP_EncryptInit_ex(encryption, NULL, NULL, key, NULL) == 1 &&
           EVP_DecryptInit_ex(decryption, NULL, NULL, key, NULL) == 1;
}

static int
set_key(const uint8_t *key, size_t key_bytes)
{
    (void)key_bytes;
    return EVP_EncryptInit_ex(encryption, NULL, NULL, key, NULL) == 1;
}

/* CBC and ECB without padding: whole blocks need no final call. */
static int
encrypt_blocks(PEER_SEAL)
{
    int n;

    (void)tag, (void)tag_bytes, (void)nonce_bytes, (void)ad, (void)ad_bytes;
    return (nonce == NULL || EVP_EncryptInit_ex(encryption, NULL, NULL, NULL, nonce) == 1) &&
           EVP_EncryptUpdate(encryption, out, &n, in, (int)bytes) == 1;
}

static int
decrypt_blocks(PEER_OPEN)
{
    int n;

    (void)tag, (void)tag_bytes, (void)nonce_bytes, (void)ad, (void)ad_bytes;
    return (nonce == NULL || EVP_DecryptInit_ex(decryption, NULL, NULL, NULL, nonce) == 1) &&
           EVP_DecryptUpdate(decryption, out, &n, in, (int)bytes) == 1;
}

/* ChaCha20's IV is the block counter, then the nonce. */
static int
encrypt_stream(PEER_SEAL)
{
    uint8_t iv[16] = {0};
    int n;

    (void)tag, (void)tag_bytes, (void)ad, (void)ad_bytes;
    memcpy(iv + sizeof iv - nonce_bytes, nonce, nonce_bytes);
    return EVP_EncryptInit_ex(encryption, NULL, NULL, NULL, iv) == 1 &&
           EVP_EncryptUpdate(encryption, out, &n, in, (int)bytes) == 1;
}

static int
decrypt_stream(PEER_OPEN)
{
    (void)tag;
    return encrypt_stream(out, NULL, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes);
}

static int
seal(PEER_SEAL)
{
    int n;

    (void)nonce_bytes;
    return EVP_EncryptInit_ex(encryption, NULL, NULL, NULL, nonce) == 1 &&
           (!is_ccm || EVP_EncryptUpdate(encryption, NULL, &n, NULL, (int)bytes) == 1) &&
           (ad_bytes == 0 || EVP_EncryptUpdate(encryption, NULL, &n, ad, (int)ad_bytes) == 1) &&
           EVP_EncryptUpdate(encryption, out, &n, in, (int)bytes) == 1 &&
           EVP_EncryptFinal_ex(encryption, out + bytes, &n) == 1 &&
           EVP_CIPHER_CTX_ctrl(encryption, EVP_CTRL_AEAD_GET_TAG, (int)tag_bytes, tag) == 1;
}

/* CCM checks the tag before decrypting, the others at the end. */
static int
open(PEER_OPEN)
{
    int n;

    (void)nonce_bytes;
    return EVP_DecryptInit_ex(decryption, NULL, NULL, NULL, nonce) == 1 &&
           EVP_CIPHER_CTX_ctrl(decryption, EVP_CTRL_AEAD_SET_TAG, (int)tag_bytes, (void *)tag) == 1 &&
           (!is_ccm || EVP_DecryptUpdate(decryption, NULL, &n, NULL, (int)bytes) == 1) &&
           (ad_bytes == 0 || EVP_DecryptUpdate(decryption, NULL, &n, ad, (int)ad_bytes) == 1) &&
           EVP_DecryptUpdate(decryption, out, &n, in, (int)bytes) == 1 &&
           (is_ccm || EVP_DecryptFinal_ex(decryption, out + bytes, &n) == 1);
}

static int
set_mac_key(const uint8_t *key, size_t key_bytes)
{
    return EVP_MAC_init(mac, key, key_bytes, NULL) == 1;
}

static int
compute_mac(PEER_SEAL)
{
    size_t n;

    (void)out, (void)nonce, (void)nonce_bytes, (void)ad, (void)ad_bytes;
    return EVP_MAC_init(mac, NULL, 0, NULL) == 1 && EVP_MAC_update(mac, in, bytes) == 1 &&
           EVP_MAC_final(mac, tag, &n, tag_bytes) == 1;
}

static int
verify_mac(PEER_OPEN)
{
    uint8_t right[16];

    return compute_mac(out, right, sizeof right, nonce, nonce_bytes, ad, ad_bytes, in, bytes) &&
           CRYPTO_memcmp(right, tag, tag_bytes) == 0;
}

static int
compute_hash(PEER_SEAL)
{
    (void)out, (void)nonce, (void)nonce_bytes, (void)ad, (void)ad_bytes;
    return EVP_DigestInit_ex(hash, md, NULL) == 1 && EVP_DigestUpdate(hash, in, bytes) == 1 &&
           (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF ? EVP_DigestFinalXOF(hash, tag, tag_bytes)
                                                   : EVP_DigestFinal_ex(hash, tag, NULL)) == 1;
}

static EVP_CIPHER_CTX *
context(const char *name, int encrypts)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    EVP_CipherInit_ex(ctx, EVP_CIPHER_fetch(NULL, name, NULL), NULL, NULL, NULL, encrypts);
    EVP_CIPHER_CTX_set_padding(ctx, 0);
    return ctx;
}

static void
set_sizes(EVP_CIPHER_CTX *ctx)
{
    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, 12, NULL);
    if (is_ccm)
        EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16, NULL);
}

const peer *
peer_find(const char *cipher, const char *mode)
{
    static const peer blocks = {set_both_keys, encrypt_blocks, decrypt_blocks};
    static const peer ctr = {set_key, encrypt_stream, decrypt_stream};
    static const peer aead = {set_key, seal, open}, ccm = {set_both_keys, seal, open},
                      cmac = {set_mac_key, compute_mac, verify_mac};
    static const peer digest = {NULL, compute_hash, NULL};
    char name[32];

    if (strcmp(mode, "hash") == 0) {
        md = EVP_MD_fetch(NULL, cipher, NULL);
        hash = EVP_MD_CTX_new();
        return &digest;
    }
    if (strcmp(mode, "cmac") == 0) {
        OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, name, 0),
                                   OSSL_PARAM_construct_end()};

        snprintf(name, sizeof name, "%s-cbc", cipher);
        mac = EVP_MAC_CTX_new(EVP_MAC_fetch(NULL, "CMAC", NULL));
        EVP_MAC_CTX_set_params(mac, parameters);
        return &cmac;
    }
    if (strcmp(cipher, "seed-128") == 0) { /* OpenSSL's name has no key size */
        cipher = "seed";
        OSSL_PROVIDER_load(NULL, "legacy");
        OSSL_PROVIDER_load(NULL, "default");
    }
    if (strcmp(mode, "stream") == 0)
        snprintf(name, sizeof name, "%s", cipher);
    else
        snprintf(name, sizeof name, "%s-%s", cipher, strcmp(mode, "block") == 0 ? "ecb" : mode);
    encryption = context(name, 1);
    if (strcmp(mode, "stream") == 0 || strcmp(mode, "ctr") == 0)
        return &ctr;
    if (strcmp(mode, "block") == 0 || strcmp(mode, "cbc") == 0) {
        decryption = context(name, 0);
        return &blocks;
    }
    is_ccm = strcmp(mode, "ccm") == 0;
    decryption = is_ccm ? context(name, 0) : encryption;
    set_sizes(encryption);
    set_sizes(decryption);
    return is_ccm ? &ccm : &aead;
}
