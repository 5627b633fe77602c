/* SPDX-License-Identifier: MIT */
/* Hashes: the digest of a short message against its answer, of a long one in one
 * call against piece by piece. */

#include "self_test_internal.h"

#include "narae/hash.h"
#include "narae/lsh.h"
#include "narae/sha2.h"
#include "narae/sha3.h"

enum { PIECE = 16 };

static bool
is_right(const narae_hash *hash, size_t bytes, const uint8_t *answer)
{
    const size_t size = narae_hash_digest_bytes(hash);
    uint64_t ctx[(NARAE_HASH_CONTEXT_BYTES + 7) / 8];
    uint8_t text[LONG_BYTES], digest[NARAE_HASH_DIGEST_BYTES], other[NARAE_HASH_DIGEST_BYTES];
    bool right;

    put_message(text, 0, sizeof text);
    right = narae_hash_message(hash, digest, size, text, bytes) == NARAE_OK;
    right &= narae_hash_start(hash, ctx, sizeof ctx) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += PIECE)
        right &= narae_hash_update(hash, ctx, text + at, PIECE) == NARAE_OK;
    right &= narae_hash_finish(hash, ctx, other, size) == NARAE_OK;
    return right && is_equal(digest, other, size) && (answer == NULL || is_answer(digest, answer, size));
}

static int
test_hash(const narae_known_answer *test)
{
    const narae_hash *hash = (const narae_hash *)test->subject;

    return outcome(NARAE_OK, is_right(hash, SHORT_BYTES, test->answer) && is_right(hash, LONG_BYTES, NULL));
}

#define OF_HASH(id, ID, name) KNOWN_ANSWER(id, name, test_hash, &narae_##id, ANSWER_##ID)
FOR_EACH_HASH(OF_HASH)
