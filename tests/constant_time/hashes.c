/* SPDX-License-Identifier: MIT */
/* Keccak and what is built on it, and LSH. */

#include "check.h"

#include <string.h>

#include "keccak/keccak_internal.h"
#include "narae/sha3.h"

#include "../c/hashes.h"

enum { PIECE = 333 };

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
check_sha3(const char *name, int (*start)(narae_sha3_ctx *ctx), size_t digest_bytes)
{
    narae_sha3_ctx ctx;

    begin(name, 0, "hash");
    expect(start(&ctx), NARAE_OK);
    expect(narae_sha3_update(&ctx, data, PIECE), NARAE_OK);
    expect(narae_sha3_update(&ctx, data + PIECE, BYTES - PIECE), NARAE_OK);
    expect(narae_sha3_finish(&ctx, tag, digest_bytes), NARAE_OK);
    end();
}

static void
check_shake(const char *name, int (*start)(narae_sha3_ctx *ctx))
{
    narae_sha3_ctx ctx;

    begin(name, 0, "hash");
    expect(start(&ctx), NARAE_OK);
    expect(narae_sha3_update(&ctx, data, BYTES), NARAE_OK);
    expect(narae_shake_squeeze(&ctx, data, PIECE), NARAE_OK);
    expect(narae_shake_squeeze(&ctx, data + PIECE, BYTES - PIECE), NARAE_OK);
    narae_sha3_clear(&ctx);
    end();
}

static void
check_hash(const narae_hash *f)
{
    uint64_t ctx[NARAE_HASH_CONTEXT_BYTES / 8];

    begin(f->name, 0, "hash");
    expect(f->start(ctx), NARAE_OK);
    expect(f->update(ctx, data, PIECE), NARAE_OK);
    expect(f->update(ctx, data + PIECE, BYTES - PIECE), NARAE_OK);
    expect(f->finish(ctx, tag, f->digest_bytes), NARAE_OK);
    end();
}

void
check_hashes(void)
{
    static const narae_hash *const lsh[] = {LSH(HASH_DESCRIPTOR)};

    check_permutation();
    check_sha3("sha3-224", narae_sha3_224_start, 28);
    check_sha3("sha3-256", narae_sha3_256_start, 32);
    check_sha3("sha3-384", narae_sha3_384_start, 48);
    check_sha3("sha3-512", narae_sha3_512_start, 64);
    check_shake("shake128", narae_shake128_start);
    check_shake("shake256", narae_shake256_start);
    for (size_t i = 0; i < sizeof lsh / sizeof *lsh; i++)
        check_hash(lsh[i]);
}
