/* SPDX-License-Identifier: MIT */
/* Hashes by their descriptors, SHAKE and Keccak. */

#include "check.h"

#include <string.h>

#include "keccak/keccak_internal.h"
#include "narae/sha3.h"

#include "../c/hashes.h"

enum { PIECE = 333 };

static const narae_hash *const hashes[] = {ALL_HASHES};

static void
check_permutation(void)
{
    uint64_t state[25];

    begin("keccak-f1600", 0, "permutation");
    memcpy(state, data, sizeof state);
    expect(narae_keccak_f1600(state), NARAE_OK);
    end();

    begin("keccak-f1600", 0, "interleaved kernel");
    memcpy(state, data, sizeof state);
    narae_keccak_f1600_interleaved(state);
    end();
}

static void
check_descriptor(const narae_hash *hash)
{
    uint64_t ctx[NARAE_HASH_CONTEXT_BYTES / 8];

    begin(hash->name, 0, "hash");
    expect(narae_hash_start(hash, ctx, sizeof ctx), NARAE_OK);
    expect(narae_hash_update(hash, ctx, data, PIECE), NARAE_OK);
    expect(narae_hash_update(hash, ctx, data + PIECE, BYTES - PIECE), NARAE_OK);
    expect(narae_hash_finish(hash, ctx, tag, hash->digest_bytes), NARAE_OK);
    end();
}

static void
check_shake(const char *name, int (*start)(narae_sha3 *ctx))
{
    narae_sha3 ctx;

    begin(name, 0, "hash");
    expect(start(&ctx), NARAE_OK);
    expect(narae_sha3_update(&ctx, data, BYTES), NARAE_OK);
    expect(narae_shake_squeeze(&ctx, data, PIECE), NARAE_OK);
    expect(narae_shake_squeeze(&ctx, data + PIECE, BYTES - PIECE), NARAE_OK);
    narae_sha3_clear(&ctx);
    end();
}

static void
check_hmac(const narae_hash *hash)
{
    narae_hmac ctx;

    begin(hash->name, 0, "hmac");
    expect(narae_hmac_init(&ctx, hash, key, sizeof key), NARAE_OK);
    expect(narae_hmac_tag_message(&ctx, tag, 16, data, BYTES), NARAE_OK);
    expect(narae_hmac_verify_message(&ctx, data, BYTES, tag, 16), NARAE_OK);
    expect(narae_hmac_start(&ctx), NARAE_OK);
    expect(narae_hmac_update(&ctx, data, PIECE), NARAE_OK);
    expect(narae_hmac_verify(&ctx, tag, 16), NARAE_ERROR_AUTHENTICATION);
    narae_hmac_clear(&ctx);
    end();
}

/* `key` is the entropy. */
static void
check_drbgs(void)
{
    narae_drbg_hash by_hash;
    narae_drbg_hmac by_hmac;
    narae_drbg_ctr by_ctr;

    begin("hash_drbg", 0, "generate");
    expect(narae_drbg_hash_init(&by_hash, &narae_sha256, key, 32, data, 16, NULL, 0), NARAE_OK);
    expect(narae_drbg_hash_generate_fresh(&by_hash, data, BYTES, key, 32, data, 16), NARAE_OK);
    end();
    begin("hmac_drbg", 0, "generate");
    expect(narae_drbg_hmac_init(&by_hmac, &narae_sha256, key, 32, data, 16, NULL, 0), NARAE_OK);
    expect(narae_drbg_hmac_generate_fresh(&by_hmac, data, BYTES, key, 32, data, 16), NARAE_OK);
    end();
    begin("ctr_drbg", 0, "generate");
    expect(narae_drbg_ctr_init(&by_ctr, &narae_lea, 16, key, 32, data, 16, NULL, 0), NARAE_OK);
    expect(narae_drbg_ctr_generate_fresh(&by_ctr, data, BYTES, key, 32, data, 16), NARAE_OK);
    end();
}

/* A generator without derivation function, and keys from keys and from passwords. */
static void
check_derivation(void)
{
    const narae_kbkdf_input input = {.label = nonce,
                                     .label_bytes = 16,
                                     .context = data,
                                     .context_bytes = 100,
                                     .iv = key,
                                     .iv_bytes = 32,
                                     .counter_bytes = 4,
                                     .length_bytes = 4};
    uint8_t out[100];
    narae_drbg_ctr drbg;

    begin("ctr_drbg", 0, "without derivation function");
    expect(narae_drbg_ctr_init_no_df(&drbg, &narae_seed, 16, key, 32, data, 32), NARAE_OK);
    expect(narae_drbg_ctr_generate_fresh(&drbg, out, sizeof out, key, 32, data, 16), NARAE_OK);
    end();
    begin("kbkdf", 0, "hmac");
    expect(narae_kbkdf_counter_hmac(out, sizeof out, &narae_lsh256_256, key, 32, &input), NARAE_OK);
    expect(narae_kbkdf_feedback_hmac(out, sizeof out, &narae_sha512, key, 32, &input), NARAE_OK);
    end();
    begin("kbkdf", 0, "cmac");
    expect(narae_kbkdf_counter_cmac(out, sizeof out, &narae_lea, key, 32, &input), NARAE_OK);
    expect(narae_kbkdf_feedback_cmac(out, sizeof out, &narae_seed, key, 16, &input), NARAE_OK);
    end();
    begin("pbkdf2", 0, "hmac");
    expect(narae_pbkdf2(out, sizeof out, &narae_sha256, key, 20, nonce, 16, 3), NARAE_OK);
    expect(narae_pbkdf2(out, sizeof out, &narae_lsh512_512, data, 300, nonce, 16, 2), NARAE_OK);
    end();
}

void
check_hashes(void)
{
    check_permutation();
    check_drbgs();
    check_derivation();
    for (size_t h = 0; h < sizeof hashes / sizeof *hashes; h++)
        check_descriptor(hashes[h]), check_hmac(hashes[h]);
    check_shake("shake128", narae_shake128_start);
    check_shake("shake256", narae_shake256_start);
}
