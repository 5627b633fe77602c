/* SPDX-License-Identifier: MIT */
/* ChaCha, Poly1305, and both together. */

#include "check.h"

#include "narae/chacha.h"
#include "narae/chacha20_poly1305.h"
#include "narae/poly1305.h"

enum { PIECE = 333 };

static void
check_chacha(const char *name, unsigned rounds)
{
    narae_chacha ctx;

    begin(name, 0, "stream");
    for (size_t nonce_bytes = 8; nonce_bytes <= 24; nonce_bytes += nonce_bytes == 8 ? 4 : 12)
        expect(narae_chacha_crypt_message(data, data, BYTES, rounds, key, 32, nonce, nonce_bytes, 7),
               NARAE_OK);
    expect(narae_chacha_start(&ctx, rounds, key, 32, nonce, 12, 0), NARAE_OK);
    expect(narae_chacha_crypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_chacha_crypt(&ctx, data + PIECE, data + PIECE, BYTES - PIECE), NARAE_OK);
    end();
}

static void
check_poly1305(void)
{
    narae_poly1305 ctx;

    begin("poly1305", 0, "tag and verify");
    expect(narae_poly1305_tag_message(tag, key, data, BYTES), NARAE_OK);
    expect(narae_poly1305_start(&ctx, key), NARAE_OK);
    expect(narae_poly1305_update(&ctx, data, PIECE), NARAE_OK);
    expect(narae_poly1305_update(&ctx, data + PIECE, BYTES - PIECE), NARAE_OK);
    expect(narae_poly1305_verify(&ctx, tag, 16), NARAE_OK);
    expect(narae_poly1305_start(&ctx, key), NARAE_OK);
    expect(narae_poly1305_update(&ctx, data, PIECE), NARAE_OK);
    expect(narae_poly1305_verify(&ctx, tag, 16), NARAE_ERROR_AUTHENTICATION);
    end();
}

static void
check_aead(const char *name, size_t nonce_bytes)
{
    narae_chacha20_poly1305 ctx;

    begin(name, 0, "seal");
    expect(narae_chacha20_poly1305_seal(data, tag, key, nonce, nonce_bytes, ad, AD_BYTES, data, BYTES),
           NARAE_OK);
    end();

    begin(name, 0, "open");
    expect(narae_chacha20_poly1305_start(&ctx, key, nonce, nonce_bytes), NARAE_OK);
    expect(narae_chacha20_poly1305_ad(&ctx, ad, AD_BYTES), NARAE_OK);
    expect(narae_chacha20_poly1305_encrypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_chacha20_poly1305_encrypt(&ctx, data + PIECE, data + PIECE, BYTES - PIECE), NARAE_OK);
    expect(narae_chacha20_poly1305_finish(&ctx, tag), NARAE_OK);
    expect(narae_chacha20_poly1305_open(data, key, nonce, nonce_bytes, ad, AD_BYTES, data, BYTES, tag, 16),
           NARAE_OK);
    end();

    begin(name, 0, "open, forged");
    expect(narae_chacha20_poly1305_open(data, key, nonce, nonce_bytes, ad, AD_BYTES, data, BYTES, tag, 16),
           NARAE_ERROR_AUTHENTICATION);
    expect(narae_chacha20_poly1305_start(&ctx, key, nonce, nonce_bytes), NARAE_OK);
    expect(narae_chacha20_poly1305_decrypt(&ctx, data, data, PIECE), NARAE_OK);
    expect(narae_chacha20_poly1305_verify(&ctx, tag, 16), NARAE_ERROR_AUTHENTICATION);
    end();
}

void
check_stream_ciphers(void)
{
    check_chacha("chacha20", 20);
    check_chacha("chacha12", 12);
    check_chacha("chacha8", 8);
    check_poly1305();
    check_aead("chacha20-poly1305", 12);
    check_aead("xchacha20-poly1305", 24);
}
