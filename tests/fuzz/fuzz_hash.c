/* SPDX-License-Identifier: MIT */
/* Every hash that has a descriptor. */

#include "fuzz.h"

#include "../c/hashes.h"

static const narae_hash *const hashes[] = {ALL_HASHES};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_hash *hash = hashes[take_upto(&in, sizeof hashes / sizeof *hashes - 1)];
    const size_t n = take_upto(&in, 1500), digest_bytes = narae_hash_digest_bytes(hash),
                 ctx_bytes = narae_hash_context_bytes(hash);
    uint8_t *text = take_bytes(&in, n), *digest = fresh(digest_bytes), *again = fresh(digest_bytes);
    uint8_t *ctx = fresh(ctx_bytes);

    PROMISE(narae_hash_message(hash, digest, digest_bytes, text, n) == NARAE_OK);
    PROMISE(narae_hash_start(hash, ctx, ctx_bytes) == NARAE_OK);
    for (EACH_PIECE(at, piece, n, &in))
        PROMISE(narae_hash_update(hash, ctx, text + at, piece) == NARAE_OK);
    PROMISE(narae_hash_finish(hash, ctx, again, digest_bytes + 1) == NARAE_ERROR_LENGTH);
    PROMISE(narae_hash_finish(hash, ctx, again, digest_bytes) == NARAE_OK);
    PROMISE(all(ctx, 0, ctx_bytes));
    PROMISE(narae_hash_update(hash, ctx, text, n) == NARAE_ERROR_STATE);
    PROMISE(memcmp(digest, again, digest_bytes) == 0);
    return free_all();
}
