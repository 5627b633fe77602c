/* SPDX-License-Identifier: MIT */
/* KW and KWP: known wrapped keys, for KWP with a partial semiblock; unwrapping; rejection
 * of a modified one.  KW encrypts one block at a time: a long message would add nothing. */

#include "self_test_internal.h"

#include "narae/kw.h"

enum { SECRET_BYTES = 32, ODD_BYTES = 27 };

static bool
passes(const narae_kw *ctx, const uint8_t *answer)
{
    uint8_t text[NARAE_KW_BYTES(SECRET_BYTES)];
    size_t bytes;
    bool ok;

    put_message(text, 0, SECRET_BYTES);
    ok = narae_kw_wrap(ctx, text, text, SECRET_BYTES) == NARAE_OK;
    ok &= is_answer(text, answer, sizeof text);
    ok &= narae_kw_unwrap(ctx, text, text, sizeof text) == NARAE_OK;
    ok &= is_message(text, SECRET_BYTES);
    ok &= narae_kw_unwrap(ctx, text, text, SECRET_BYTES) == NARAE_ERROR_AUTHENTICATION;

    put_message(text, 0, ODD_BYTES);
    ok &= narae_kwp_wrap(ctx, text, text, ODD_BYTES) == NARAE_OK;
    ok &= is_answer(text, answer + sizeof text, NARAE_KWP_BYTES(ODD_BYTES));
    ok &= narae_kwp_unwrap(ctx, text, &bytes, text, NARAE_KWP_BYTES(ODD_BYTES)) == NARAE_OK;
    ok &= bytes == ODD_BYTES && is_message(text, ODD_BYTES);
    ok &= narae_kwp_unwrap(ctx, text, &bytes, text, SECRET_BYTES) == NARAE_ERROR_AUTHENTICATION;
    return ok;
}

int
narae_test_kw(const narae_known_answer *test)
{
    narae_kw ctx;
    uint8_t key[16];
    bool ok = false;

    put_message(key, 0, sizeof key);
    if (narae_kw_init(&ctx, (const narae_block_cipher *)test->subject, key, sizeof key) == NARAE_OK)
        ok = passes(&ctx, test->answer);
    narae_kw_clear(&ctx);
    return outcome(NARAE_OK, ok);
}
