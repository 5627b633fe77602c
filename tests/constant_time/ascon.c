/* SPDX-License-Identifier: MIT */
/* The Ascon family.  The three AEADs have the same functions under different
 * names. */

#include "check.h"

#include <string.h>

#include "ascon/ascon_internal.h"

enum { PIECE = 333 };

#define CHECK_AEAD(title, name)                                                                  \
    do {                                                                                         \
        name ctx;                                                                                \
                                                                                                 \
        begin(title, 0, "seal");                                                                 \
        expect(name##_seal(data, tag, 16, key, nonce, 16, ad, AD_BYTES, data, BYTES), NARAE_OK); \
        end();                                                                                   \
                                                                                                 \
        begin(title, 0, "open");                                                                 \
        expect(name##_start(&ctx, key, nonce, 16), NARAE_OK);                                    \
        expect(name##_ad(&ctx, ad, AD_BYTES), NARAE_OK);                                         \
        expect(name##_encrypt(&ctx, data, data, PIECE), NARAE_OK);                               \
        expect(name##_encrypt(&ctx, data + PIECE, data + PIECE, BYTES - PIECE), NARAE_OK);       \
        expect(name##_finish(&ctx, tag, 16), NARAE_OK);                                          \
        expect(name##_open(data, key, nonce, 16, ad, AD_BYTES, data, BYTES, tag, 16), NARAE_OK); \
        end();                                                                                   \
                                                                                                 \
        begin(title, 0, "open, forged");                                                         \
        expect(name##_open(data, key, nonce, 16, ad, AD_BYTES, data, BYTES, tag, 16),            \
               NARAE_ERROR_AUTHENTICATION);                                                      \
        expect(name##_start(&ctx, key, nonce, 16), NARAE_OK);                                    \
        expect(name##_decrypt(&ctx, data, data, PIECE), NARAE_OK);                               \
        expect(name##_verify(&ctx, tag, 16), NARAE_ERROR_AUTHENTICATION);                        \
        end();                                                                                   \
    } while (0)

static void
check_permutation(void)
{
    const unsigned rounds[] = {12, 8, 6};
    uint64_t state[5];

    begin("ascon", 0, "permutation");
    memcpy(state, data, sizeof state);
    for (size_t i = 0; i < 3; i++)
        expect(narae_ascon_permute(state, rounds[i]), NARAE_OK);
    end();

    begin("ascon", 0, "interleaved kernel");
    memcpy(state, data, sizeof state);
    narae_ascon_permute_interleaved(state, 12);
    end();
}

static void
check_hashes_and_xofs(void)
{
    narae_ascon_xof128 xof;

    begin("ascon-hash256", 0, "hash");
    expect(narae_ascon_hash256_message(tag, data, BYTES), NARAE_OK);
    end();

    begin("ascon-xof128", 0, "hash");
    expect(narae_ascon_xof128_start(&xof), NARAE_OK);
    expect(narae_ascon_xof128_update(&xof, data, PIECE), NARAE_OK);
    expect(narae_ascon_xof128_update(&xof, data + PIECE, BYTES - PIECE), NARAE_OK);
    expect(narae_ascon_xof128_squeeze(&xof, tag, 3), NARAE_OK);
    expect(narae_ascon_xof128_squeeze(&xof, data, PIECE), NARAE_OK);
    narae_ascon_xof128_clear(&xof);
    end();

    begin("ascon-cxof128", 0, "hash");
    expect(narae_ascon_cxof128_message(tag, 64, ad, AD_BYTES, data, BYTES), NARAE_OK);
    end();
}

void
check_ascon(void)
{
    check_permutation();
    CHECK_AEAD("ascon-aead128", narae_ascon_aead128);
    check_hashes_and_xofs();
}
