/* SPDX-License-Identifier: MIT */
/* The DRBGs with every hash and cipher: equal inputs give equal outputs; errors change
 * nothing. */

#include "fuzz.h"

#include "../c/hashes.h"

#include "narae/descriptor.h"

static const narae_hash *const hashes[] = {ALL_HASHES};

#define SAME(name, init_call)                                                                             \
    do {                                                                                                  \
        narae_drbg_##name ctx[2];                                                                         \
                                                                                                          \
        for (unsigned i = 0; i < 2; i++) {                                                                \
            memset(&ctx[i], 0, sizeof ctx[i]);                                                            \
            if ((init_call) != NARAE_OK) {                                                                \
                PROMISE(narae_drbg_##name##_generate(&ctx[i], out[i], n, text, ad) == NARAE_ERROR_STATE); \
                continue;                                                                                 \
            }                                                                                             \
            PROMISE(narae_drbg_##name##_generate(&ctx[i], out[i], n, text, ad) ==                         \
                    (n > 1024 && is_short ? NARAE_ERROR_LENGTH : NARAE_OK));                              \
            if (reseeds)                                                                                  \
                PROMISE(narae_drbg_##name##_reseed(&ctx[i], entropy, 32, text, ad) == NARAE_OK);          \
            PROMISE(narae_drbg_##name##_generate_fresh(&ctx[i], out[i], n < 1024 ? n : 1024, entropy, 32, \
                                                       text, ad) == NARAE_OK);                            \
            narae_drbg_##name##_clear(&ctx[i]);                                                           \
        }                                                                                                 \
    } while (0)

/* CTR_DRBG without derivation function takes one size of entropy, and no more of the rest. */
static void
whole_seeds(input *in, const narae_block_cipher *cipher)
{
    const size_t key_bytes = cipher->key_bytes[0], seed_bytes = key_bytes + cipher->block_bytes,
                 entropy_bytes = take_upto(in, 3) != 0 ? seed_bytes : take_upto(in, 50),
                 more = take_upto(in, 50);
    uint8_t *entropy = take_bytes(in, entropy_bytes), *text = take_bytes(in, more), out[16];
    const int fits = entropy_bytes == seed_bytes && more <= seed_bytes;
    narae_drbg_ctr ctx = {0};

    PROMISE(narae_drbg_ctr_init_no_df(&ctx, cipher, key_bytes, entropy, entropy_bytes, text, more) ==
            (fits ? NARAE_OK : NARAE_ERROR_LENGTH));
    PROMISE(narae_drbg_ctr_generate_fresh(&ctx, out, sizeof out, entropy, entropy_bytes, text, more) ==
            (fits ? NARAE_OK : NARAE_ERROR_STATE));
    narae_drbg_ctr_clear(&ctx);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const unsigned kind = (unsigned)take_upto(&in, 3);
    const narae_block_cipher *cipher = take_cipher(&in);
    const narae_hash *hash = hashes[take_upto(&in, sizeof hashes / sizeof *hashes - 1)];
    const size_t key_bytes = take_key_bytes(&in), n = take_upto(&in, 2000), ad = take_upto(&in, 200),
                 entropy_bytes = take_upto(&in, 32), nonce_bytes = take_upto(&in, 32);
    const int reseeds = take_byte(&in) & 1,
              is_short = kind == 2 && narae_block_cipher_block_bytes(cipher) == 8;
    uint8_t *entropy = take_bytes(&in, 32), *text = take_bytes(&in, ad), *out[2] = {fresh(n), fresh(n)};

    if (kind == 0)
        SAME(hash,
             narae_drbg_hash_init(&ctx[i], hash, entropy, entropy_bytes, entropy, nonce_bytes, text, ad));
    else if (kind == 1)
        SAME(hmac,
             narae_drbg_hmac_init(&ctx[i], hash, entropy, entropy_bytes, entropy, nonce_bytes, text, ad));
    else if (kind == 3)
        whole_seeds(&in, cipher);
    else
        SAME(ctr, narae_drbg_ctr_init(&ctx[i], cipher, key_bytes, entropy, entropy_bytes, entropy,
                                      nonce_bytes, text, ad));
    PROMISE(memcmp(out[0], out[1], n) == 0);
    return free_all();
}
