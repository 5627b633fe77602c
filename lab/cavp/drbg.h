/* SPDX-License-Identifier: MIT */
/* DRBGs.  The text is a byte, not zero for CTR_DRBG's derivation function; entropy,
 * nonce and personalization; then calls, each a byte, entropy and additional input:
 * 1 reseeds, 2 generates, with prediction resistance if there is entropy, and 0
 * ends.  Strings follow the four bytes of their length.  The output is that of the
 * last call. */

#include "core/bytes.h"

#define DRBG(name) NAMED(BENCH_PREFIX, name)
#ifdef CAVP_MODE_CTR_DRBG
#    define MADE_FROM &BENCH_DESCRIPTOR, BENCH_KEY_BYTES
#else
#    define MADE_FROM &BENCH_HASH
#endif

static BENCH_PREFIX drbg;

typedef struct string {
    const uint8_t *p;
    size_t n;
} string;

static string
next_string(const uint8_t **at)
{
    const string s = {*at + 4, (size_t)load32_le(*at)};

    *at += 4 + s.n;
    return s;
}

static void
answer(void)
{
    const uint8_t *at = buffer + 1;
    string entropy, nonce, more;
    int status;

    next_bytes(buffer, current.text_bytes);
    entropy = next_string(&at);
    nonce = next_string(&at);
    more = next_string(&at);
#ifdef CAVP_MODE_CTR_DRBG
    if (buffer[0] == 0)
        status = narae_drbg_ctr_init_no_df(&drbg, MADE_FROM, entropy.p, entropy.n, more.p, more.n);
    else
#endif
        status = DRBG(_init)(&drbg, MADE_FROM, entropy.p, entropy.n, nonce.p, nonce.n, more.p, more.n);
    for (uint8_t call; status == NARAE_OK && (call = *at++) != 0;) {
        entropy = next_string(&at);
        more = next_string(&at);
        if (call == 1)
            status = DRBG(_reseed)(&drbg, entropy.p, entropy.n, more.p, more.n);
        else if (entropy.n != 0)
            status = DRBG(_generate_fresh)(&drbg, current.tag, current.out_bytes, entropy.p, entropy.n,
                                           more.p, more.n);
        else
            status = DRBG(_generate)(&drbg, current.tag, current.out_bytes, more.p, more.n);
    }
    print_answer(current.tag, current.out_bytes, status);
}

static void
monte_carlo(void)
{
    bench_refuse(TEXT("a DRBG has no Monte Carlo test"));
}
