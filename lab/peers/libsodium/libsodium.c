/* SPDX-License-Identifier: MIT */
/* libsodium.  ChaCha gets its key with each message.  AES-256-GCM has a context; its
 * key setup fails on a CPU without AES and CLMUL. */

#include "peer.h"

#include <string.h>

#include <sodium.h>

static uint8_t chacha_key[32];
static crypto_aead_aes256gcm_state gcm;

static int
keep_key(const uint8_t *key, size_t key_bytes)
{
    memcpy(chacha_key, key, key_bytes);
    return 1;
}

static int
encrypt(PEER_SEAL)
{
    (void)tag, (void)tag_bytes, (void)nonce_bytes, (void)ad, (void)ad_bytes;
    return crypto_stream_chacha20_ietf_xor(out, in, bytes, nonce, chacha_key) == 0;
}

static int
seal_poly1305(PEER_SEAL)
{
    (void)tag_bytes, (void)nonce_bytes;
    return crypto_aead_chacha20poly1305_ietf_encrypt_detached(out, tag, NULL, in, bytes, ad, ad_bytes, NULL,
                                                              nonce, chacha_key) == 0;
}

static int
open_poly1305(PEER_OPEN)
{
    (void)tag_bytes, (void)nonce_bytes;
    return crypto_aead_chacha20poly1305_ietf_decrypt_detached(out, NULL, in, bytes, tag, ad, ad_bytes, nonce,
                                                              chacha_key) == 0;
}

static int
set_gcm_key(const uint8_t *key, size_t key_bytes)
{
    (void)key_bytes;
    return crypto_aead_aes256gcm_is_available() && crypto_aead_aes256gcm_beforenm(&gcm, key) == 0;
}

static int
seal_gcm(PEER_SEAL)
{
    (void)tag_bytes, (void)nonce_bytes;
    return crypto_aead_aes256gcm_encrypt_detached_afternm(out, tag, NULL, in, bytes, ad, ad_bytes, NULL,
                                                          nonce, &gcm) == 0;
}

static int
open_gcm(PEER_OPEN)
{
    (void)tag_bytes, (void)nonce_bytes;
    return crypto_aead_aes256gcm_decrypt_detached_afternm(out, NULL, in, bytes, tag, ad, ad_bytes, nonce,
                                                          &gcm) == 0;
}

const peer *
peer_find(const char *cipher, const char *mode)
{
    static const peer stream = {keep_key, encrypt, NULL};
    static const peer poly1305 = {keep_key, seal_poly1305, open_poly1305};
    static const peer aes256_gcm = {set_gcm_key, seal_gcm, open_gcm};

    (void)cipher;
    if (sodium_init() < 0)
        return NULL;
    return strcmp(mode, "stream") == 0 ? &stream : strcmp(mode, "gcm") == 0 ? &aes256_gcm : &poly1305;
}
