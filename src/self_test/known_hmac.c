/* SPDX-License-Identifier: MIT */
/* HMAC: known tag of a short message with a key of 16 bytes; a long one in one call and
 * piece by piece; rejection of a wrong tag. */

#include "self_test_internal.h"

#include "narae/hmac.h"
#include "narae/lsh.h"
#include "narae/sha2.h"
#include "narae/sha3.h"

enum { PIECE = 16 };

static bool
passes(narae_hmac *ctx, size_t tag_bytes, size_t bytes, const uint8_t *answer)
{
    uint8_t text[LONG_BYTES], tag[NARAE_HASH_DIGEST_BYTES], other[NARAE_HASH_DIGEST_BYTES];
    bool ok;

    put_message(text, 0, sizeof text);
    ok = narae_hmac_tag_message(ctx, tag, tag_bytes, text, bytes) == NARAE_OK;
    if (answer != NULL)
        ok &= is_answer(tag, answer, tag_bytes);
    ok &= narae_hmac_start(ctx) == NARAE_OK;
    for (size_t at = 0; at < bytes; at += PIECE)
        ok &= narae_hmac_update(ctx, text + at, PIECE) == NARAE_OK;
    ok &= narae_hmac_finish(ctx, other, tag_bytes) == NARAE_OK;
    ok &= is_equal(tag, other, tag_bytes);
    ok &= narae_hmac_verify_message(ctx, text, bytes, tag, tag_bytes) == NARAE_OK;
    tag[0] ^= 1;
    return ok && narae_hmac_verify_message(ctx, text, bytes, tag, tag_bytes) == NARAE_ERROR_AUTHENTICATION;
}

static int
test_hmac(const narae_known_answer *test)
{
    const narae_hash *hash = (const narae_hash *)test->subject;
    const size_t size = narae_hash_digest_bytes(hash);
    narae_hmac ctx;
    uint8_t key[16];
    bool ok = false;

    put_message(key, 0, sizeof key);
    if (narae_hmac_init(&ctx, hash, key, sizeof key) == NARAE_OK)
        ok = passes(&ctx, size, SHORT_BYTES, test->answer) && passes(&ctx, size, LONG_BYTES, NULL);
    narae_hmac_clear(&ctx);
    return outcome(NARAE_OK, ok);
}

#define HASH_TESTS(id, ID, name) \
    KNOWN_ANSWER(hmac_##id, "HMAC " name, test_hmac, &narae_##id, ANSWER_HMAC_##ID)
FOR_EACH_HASH(HASH_TESTS)
