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
    int status;

    put_message(text, 0, sizeof text);
    status = narae_hash_message(hash, digest, size, text, bytes);
    status |= narae_hash_start(hash, ctx, sizeof ctx);
    for (size_t at = 0; at < bytes; at += PIECE)
        status |= narae_hash_update(hash, ctx, text + at, PIECE);
    status |= narae_hash_finish(hash, ctx, other, size);
    return status == NARAE_OK && is_equal(digest, other, size) &&
           (answer == NULL || is_answer(digest, answer, size));
}

static int
test_hash(const narae_known_answer *test)
{
    const narae_hash *hash = (const narae_hash *)test->subject;

    return outcome(NARAE_OK, is_right(hash, SHORT_BYTES, test->answer) && is_right(hash, LONG_BYTES, NULL));
}

KNOWN_ANSWER(lsh256_224, "LSH-256-224", test_hash, &narae_hash_lsh256_224, ANSWER_LSH256_224)
KNOWN_ANSWER(lsh256_256, "LSH-256-256", test_hash, &narae_hash_lsh256_256, ANSWER_LSH256_256)
KNOWN_ANSWER(lsh512_224, "LSH-512-224", test_hash, &narae_hash_lsh512_224, ANSWER_LSH512_224)
KNOWN_ANSWER(lsh512_256, "LSH-512-256", test_hash, &narae_hash_lsh512_256, ANSWER_LSH512_256)
KNOWN_ANSWER(lsh512_384, "LSH-512-384", test_hash, &narae_hash_lsh512_384, ANSWER_LSH512_384)
KNOWN_ANSWER(lsh512_512, "LSH-512-512", test_hash, &narae_hash_lsh512_512, ANSWER_LSH512_512)
KNOWN_ANSWER(sha224, "SHA-224", test_hash, &narae_hash_sha224, ANSWER_SHA224)
KNOWN_ANSWER(sha256, "SHA-256", test_hash, &narae_hash_sha256, ANSWER_SHA256)
KNOWN_ANSWER(sha384, "SHA-384", test_hash, &narae_hash_sha384, ANSWER_SHA384)
KNOWN_ANSWER(sha512, "SHA-512", test_hash, &narae_hash_sha512, ANSWER_SHA512)
KNOWN_ANSWER(sha512_224, "SHA-512/224", test_hash, &narae_hash_sha512_224, ANSWER_SHA512_224)
KNOWN_ANSWER(sha512_256, "SHA-512/256", test_hash, &narae_hash_sha512_256, ANSWER_SHA512_256)
KNOWN_ANSWER(sha3_224, "SHA3-224", test_hash, &narae_hash_sha3_224, ANSWER_SHA3_224)
KNOWN_ANSWER(sha3_256, "SHA3-256", test_hash, &narae_hash_sha3_256, ANSWER_SHA3_256)
KNOWN_ANSWER(sha3_384, "SHA3-384", test_hash, &narae_hash_sha3_384, ANSWER_SHA3_384)
KNOWN_ANSWER(sha3_512, "SHA3-512", test_hash, &narae_hash_sha3_512, ANSWER_SHA3_512)
