/* SPDX-License-Identifier: MIT */
/* The modes, with every cipher and key size that they take: whole messages,
 * and the same in pieces of uneven size. */

#include "check.h"

#include <string.h>

#include "ghash/ghash_internal.h"
#include "../c/block_ciphers.h"
#include "narae/descriptor.h"
#include "narae/cbc.h"
#include "narae/ccm.h"
#include "narae/cfb.h"
#include "narae/cmac.h"
#include "narae/ctr.h"
#include "narae/gcm.h"
#include "narae/gmac.h"
#include "narae/kw.h"
#include "narae/ofb.h"
#include "narae/xts.h"

enum { PIECE = 333 };

static void
check_ctr(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_ctr ctx;
    const size_t block_bytes = cipher->block_bytes;

    begin(cipher->name, key_bytes, "ctr");
    expect(narae_ctr_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_ctr_crypt_message(&ctx, data, nonce, block_bytes, NARAE_CTR_WHOLE_BLOCK, data, BYTES),
           NARAE_OK);
    expect(narae_ctr_start(&ctx, nonce, block_bytes, 20), NARAE_OK);
    expect(narae_ctr_crypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_ctr_crypt(&ctx, data + PIECE, data + PIECE, BYTES - PIECE), NARAE_OK);
    expect(narae_ctr_seek(&ctx, PIECE), NARAE_OK);
    expect(narae_ctr_crypt(&ctx, data, data, PIECE), NARAE_OK);
    end();
}

static void
check_ofb(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_ofb ctx;
    const size_t block_bytes = cipher->block_bytes;

    begin(cipher->name, key_bytes, "ofb");
    expect(narae_ofb_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_ofb_crypt_message(&ctx, data, nonce, block_bytes, data, BYTES), NARAE_OK);
    expect(narae_ofb_start(&ctx, nonce, block_bytes), NARAE_OK);
    expect(narae_ofb_crypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_ofb_crypt(&ctx, data + PIECE, data + PIECE, BYTES - PIECE), NARAE_OK);
    end();
}

static void
check_cfb(const narae_block_cipher *cipher, size_t key_bytes, unsigned segment_bits, const char *operation)
{
    static uint8_t out[BYTES];
    narae_cfb ctx;
    const size_t block_bytes = cipher->block_bytes;

    begin(cipher->name, key_bytes, operation);
    expect(narae_cfb_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_cfb_encrypt_message(&ctx, data, nonce, block_bytes, segment_bits, data, BYTES), NARAE_OK);
    expect(narae_cfb_decrypt_message(&ctx, data, nonce, block_bytes, segment_bits, data, BYTES), NARAE_OK);
    expect(narae_cfb_decrypt_message(&ctx, out, nonce, block_bytes, segment_bits, data, BYTES), NARAE_OK);
    expect(narae_cfb_start(&ctx, nonce, block_bytes, segment_bits), NARAE_OK);
    expect(narae_cfb_encrypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_cfb_encrypt(&ctx, data + PIECE, data + PIECE, BYTES - PIECE), NARAE_OK);
    expect(narae_cfb_start(&ctx, nonce, block_bytes, segment_bits), NARAE_OK);
    expect(narae_cfb_decrypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_cfb_decrypt(&ctx, data + PIECE, data + PIECE, BYTES - PIECE), NARAE_OK);
    end();
}

static void
check_cbc(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_cbc ctx;
    const size_t block_bytes = cipher->block_bytes;
    size_t n, last;

    begin(cipher->name, key_bytes, "cbc encrypt");
    expect(narae_cbc_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_cbc_start(&ctx, nonce, block_bytes, NARAE_CBC_PKCS7), NARAE_OK);
    expect(narae_cbc_encrypt(&ctx, data, &n, data, PIECE), NARAE_OK);
    expect(narae_cbc_encrypt_finish(&ctx, data + n, &last), NARAE_OK);
    expect(narae_cbc_encrypt_message(&ctx, data, &n, nonce, block_bytes, NARAE_CBC_NO_PADDING, data,
                                     BYTES / 16 * 16),
           NARAE_OK);
    expect(narae_cbc_encrypt_message(&ctx, data, &n, nonce, block_bytes, NARAE_CBC_PKCS7, data, BYTES),
           NARAE_OK);
    end();

    const size_t ciphertext_bytes = n;

    begin(cipher->name, key_bytes, "cbc encrypt, decrypt");
    expect(narae_cbc_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_cbc_encrypt_message(&ctx, data, &n, nonce, block_bytes, NARAE_CBC_PKCS7, data, BYTES),
           NARAE_OK);
    expect(narae_cbc_start(&ctx, nonce, block_bytes, NARAE_CBC_PKCS7), NARAE_OK);
    expect(narae_cbc_decrypt(&ctx, data, &n, data, ciphertext_bytes), NARAE_OK);
    expect(narae_cbc_decrypt_finish(&ctx, data + n, &last), NARAE_OK);
    publish(&last, sizeof last);
    expect((int)(n + last), BYTES);
    end();

    begin(cipher->name, key_bytes, "cbc decrypt, bad padding");
    expect(narae_cbc_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_cbc_decrypt_message(&ctx, data, &n, nonce, block_bytes, NARAE_CBC_NO_PADDING, data,
                                     ciphertext_bytes),
           NARAE_OK);
    expect(narae_cbc_start(&ctx, nonce, block_bytes, NARAE_CBC_PKCS7), NARAE_OK);
    expect(narae_cbc_decrypt(&ctx, data, &n, data, ciphertext_bytes), NARAE_OK);
    expect(narae_cbc_decrypt_finish(&ctx, data + n, &last), NARAE_ERROR_PADDING);
    end();
}

static void
check_cmac(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_cmac ctx;
    const size_t tag_bytes = cipher->block_bytes;

    begin(cipher->name, key_bytes, "cmac");
    expect(narae_cmac_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_cmac_tag_message(&ctx, tag, tag_bytes, data, BYTES), NARAE_OK);
    expect(narae_cmac_verify_message(&ctx, data, BYTES, tag, tag_bytes), NARAE_OK);
    expect(narae_cmac_start(&ctx), NARAE_OK);
    expect(narae_cmac_update(&ctx, data, PIECE), NARAE_OK);
    expect(narae_cmac_verify(&ctx, tag, tag_bytes), NARAE_ERROR_AUTHENTICATION);
    end();
}

static void
check_gcm(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_gcm ctx;

    begin(cipher->name, key_bytes, "gcm seal");
    expect(narae_gcm_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_gcm_seal(&ctx, data, tag, 16, nonce, 12, ad, AD_BYTES, data, BYTES), NARAE_OK);
    expect(narae_gcm_seal(&ctx, data, tag, 16, nonce, 16, ad, AD_BYTES, data, BYTES), NARAE_OK);
    end();

    begin(cipher->name, key_bytes, "gcm open");
    expect(narae_gcm_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_gcm_start(&ctx, nonce, 16), NARAE_OK);
    expect(narae_gcm_ad(&ctx, ad, AD_BYTES), NARAE_OK);
    expect(narae_gcm_encrypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_gcm_encrypt(&ctx, data + PIECE, data + PIECE, BYTES - PIECE), NARAE_OK);
    expect(narae_gcm_finish(&ctx, tag, 16), NARAE_OK);
    expect(narae_gcm_open(&ctx, data, nonce, 16, ad, AD_BYTES, data, BYTES, tag, 16), NARAE_OK);
    end();

    begin(cipher->name, key_bytes, "gcm open, forged");
    expect(narae_gcm_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_gcm_open(&ctx, data, nonce, 12, ad, AD_BYTES, data, BYTES, tag, 16),
           NARAE_ERROR_AUTHENTICATION);
    expect(narae_gcm_start(&ctx, nonce, 12), NARAE_OK);
    expect(narae_gcm_decrypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_gcm_verify(&ctx, tag, 16), NARAE_ERROR_AUTHENTICATION);
    end();
}

static void
check_gmac(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_gmac ctx;

    begin(cipher->name, key_bytes, "gmac");
    expect(narae_gmac_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_gmac_tag_message(&ctx, tag, 16, nonce, 12, data, BYTES), NARAE_OK);
    expect(narae_gmac_verify_message(&ctx, nonce, 12, data, BYTES, tag, 16), NARAE_OK);
    expect(narae_gmac_start(&ctx, nonce, 16), NARAE_OK);
    expect(narae_gmac_update(&ctx, data, PIECE), NARAE_OK);
    expect(narae_gmac_verify(&ctx, tag, 16), NARAE_ERROR_AUTHENTICATION);
    end();
}

static void
check_xts(const narae_block_cipher *cipher, size_t key_bytes)
{
    uint8_t keys[64];
    narae_xts ctx;

    begin(cipher->name, key_bytes, "xts");
    memcpy(keys, key, key_bytes);
    memcpy(keys + key_bytes, data, key_bytes);
    expect(narae_xts_init(&ctx, cipher, keys, 2 * key_bytes), NARAE_OK);
    expect(narae_xts_encrypt_unit(&ctx, data, nonce, 16, data, BYTES), NARAE_OK);
    expect(narae_xts_decrypt_unit(&ctx, data, nonce, 16, data, BYTES), NARAE_OK);
    expect(narae_xts_encrypt_sectors(&ctx, data, 3, 100, data, BYTES), NARAE_OK);
    expect(narae_xts_decrypt_sectors(&ctx, data, 3, 250, data, BYTES), NARAE_OK);
    memcpy(keys + key_bytes, key, key_bytes);
    expect(narae_xts_init(&ctx, cipher, keys, 2 * key_bytes), NARAE_ERROR_WEAK_KEY);
    end();
}

static void
check_kw(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_kw ctx;
    size_t n;

    begin(cipher->name, key_bytes, "kw");
    expect(narae_kw_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_kw_wrap(&ctx, data, data, 48), NARAE_OK);
    expect(narae_kw_unwrap(&ctx, data, data, 56), NARAE_OK);
    expect(narae_kw_unwrap(&ctx, data, data, 56), NARAE_ERROR_AUTHENTICATION);
    end();

    begin(cipher->name, key_bytes, "kwp");
    expect(narae_kw_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    for (size_t bytes = 5; bytes <= 45; bytes += 40) {
        expect(narae_kwp_wrap(&ctx, data, data, bytes), NARAE_OK);
        expect(narae_kwp_unwrap(&ctx, data, &n, data, NARAE_KWP_BYTES(bytes)), NARAE_OK);
        publish(&n, sizeof n);
        expect((int)n, (int)bytes);
        expect(narae_kwp_unwrap(&ctx, data, &n, data, NARAE_KWP_BYTES(bytes)), NARAE_ERROR_AUTHENTICATION);
    }
    end();
}

static void
check_ccm(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_ccm ctx;

    begin(cipher->name, key_bytes, "ccm seal");
    expect(narae_ccm_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_ccm_seal(&ctx, data, tag, 16, nonce, 12, ad, AD_BYTES, data, BYTES), NARAE_OK);
    end();

    begin(cipher->name, key_bytes, "ccm open");
    expect(narae_ccm_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_ccm_start(&ctx, nonce, 12, AD_BYTES, BYTES, 16), NARAE_OK);
    expect(narae_ccm_ad(&ctx, ad, AD_BYTES), NARAE_OK);
    expect(narae_ccm_encrypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_ccm_encrypt(&ctx, data + PIECE, data + PIECE, BYTES - PIECE), NARAE_OK);
    expect(narae_ccm_finish(&ctx, tag, 16), NARAE_OK);
    expect(narae_ccm_open(&ctx, data, nonce, 12, ad, AD_BYTES, data, BYTES, tag, 16), NARAE_OK);
    end();

    begin(cipher->name, key_bytes, "ccm open, forged");
    expect(narae_ccm_init(&ctx, cipher, key, key_bytes), NARAE_OK);
    expect(narae_ccm_open(&ctx, data, nonce, 12, ad, AD_BYTES, data, BYTES, tag, 16),
           NARAE_ERROR_AUTHENTICATION);
    expect(narae_ccm_start(&ctx, nonce, 12, 0, PIECE, 16), NARAE_OK);
    expect(narae_ccm_decrypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_ccm_verify(&ctx, tag, 16), NARAE_ERROR_AUTHENTICATION);
    end();
}

/* Every kernel that is compiled, not only the one that is used here. */
static void
check_ghash(const char *name, narae_ghash_blocks_fn *blocks)
{
    narae_ghash_key hash_key;

    begin("ghash", 0, name);
    expect(narae_ghash_set_key(&hash_key, key), NARAE_OK);
    blocks(tag, &hash_key, data, BYTES / 16);
    end();
}

void
check_modes(void)
{
    const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};

    for (size_t c = 0; c < sizeof ciphers / sizeof *ciphers; c++)
        for (size_t k = 0; k < 3 && ciphers[c]->key_bytes[k] != 0; k++) {
            size_t key_bytes = ciphers[c]->key_bytes[k];

            check_ctr(ciphers[c], key_bytes);
            check_cbc(ciphers[c], key_bytes);
            check_cfb(ciphers[c], key_bytes, NARAE_CFB_WHOLE_BLOCK, "cfb");
            check_cfb(ciphers[c], key_bytes, 8, "cfb8");
            check_ofb(ciphers[c], key_bytes);
            check_cmac(ciphers[c], key_bytes);
            if (ciphers[c]->block_bytes == 16) {
                check_gcm(ciphers[c], key_bytes);
                check_ccm(ciphers[c], key_bytes);
                check_gmac(ciphers[c], key_bytes);
                check_kw(ciphers[c], key_bytes);
                check_xts(ciphers[c], key_bytes);
            }
        }
    check_ghash("portable kernel", narae_ghash_blocks_portable);
    check_ghash("32-bit kernel", narae_ghash_blocks_mul32);
    check_ghash("kernel of 32-bit products", narae_ghash_blocks_low32);
    check_ghash("kernel without multiplier", narae_ghash_blocks_bits);
}
