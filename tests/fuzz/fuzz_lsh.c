/* SPDX-License-Identifier: MIT */
/* LSH. */

#include "fuzz.h"

#include "../c/hashes.h"

static const narae_hash *const functions[] = {LSH(HASH_DESCRIPTOR)};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const narae_hash *f = functions[take_upto(&in, sizeof functions / sizeof *functions - 1)];
    const size_t n = take_upto(&in, 1500);
    uint8_t *text = take_bytes(&in, n), *out = fresh(f->digest_bytes), *again = fresh(f->digest_bytes);
    uint64_t ctx[NARAE_HASH_CONTEXT_BYTES / 8];

    PROMISE(f->message(out, text, n) == NARAE_OK);
    PROMISE(f->start(ctx) == NARAE_OK);
    for (EACH_PIECE(at, piece, n, &in))
        PROMISE(f->update(ctx, text + at, piece) == NARAE_OK);
    PROMISE(f->finish(ctx, again, f->digest_bytes + 1) == NARAE_ERROR_LENGTH);
    PROMISE(f->finish(ctx, again, f->digest_bytes) == NARAE_OK);
    PROMISE(all((const uint8_t *)ctx, 0, f->context_bytes));
    PROMISE(f->update(ctx, text, n) == NARAE_ERROR_STATE);
    PROMISE(memcmp(out, again, f->digest_bytes) == 0);
    return free_all();
}
