/* SPDX-License-Identifier: MIT */
/* Hashes: known digest of a short message; a long one in one call and piece by piece. */

#include "self_test_internal.h"

#include "narae/hash.h"
#include "narae/lsh.h"
#include "narae/sha2.h"
#include "narae/sha3.h"

enum { PIECE = 16 };

static bool
passes(const narae_hash *hash, size_t bytes, const uint8_t *answer)
{
    const size_t size = narae_hash_digest_bytes(hash);
    uint64_t ctx[(NARAE_HASH_CONTEXT_BYTES + 7) / 8];
    uint8_t text[LONG_BYTES], digest[NARAE_HASH_DIGEST_BYTES], other[NARAE_HASH_DIGEST_BYTES];
    bool ok;

    put_message(text, 0, sizeof text);
    ok = narae_hash_message(hash, digest, size, text, bytes) == NARAE_OK;
    ok &= narae_hash_start(hash, ctx, sizeof ctx) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += PIECE)
        ok &= narae_hash_update(hash, ctx, text + at, PIECE) == NARAE_OK;
    ok &= narae_hash_finish(hash, ctx, other, size) == NARAE_OK;
    return ok && is_equal(digest, other, size) && (answer == NULL || is_answer(digest, answer, size));
}

static int
test_hash(const narae_known_answer *test)
{
    const narae_hash *hash = (const narae_hash *)test->subject;

    return outcome(NARAE_OK, passes(hash, SHORT_BYTES, test->answer) && passes(hash, LONG_BYTES, NULL));
}

#define HASH_TESTS(id, ID, name) KNOWN_ANSWER(id, name, test_hash, &narae_##id, ANSWER_##ID)
FOR_EACH_HASH(HASH_TESTS)
