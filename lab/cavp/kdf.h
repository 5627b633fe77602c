/* SPDX-License-Identifier: MIT */
/* PBKDF2: the password is the key, the salt the nonce.  KBKDF: the associated data
 * stand in front of the counter and the text behind it; `asked.iterations` are the
 * bytes of the counter, and 256 more in feedback mode, whose IV is the nonce. */

#ifdef CAVP_MODE_PBKDF2

static int
derive(void)
{
    return narae_pbkdf2(asked.tag, asked.out_bytes, &BENCH_HASH, asked.key, asked.key_bytes, asked.nonce,
                        asked.nonce_bytes, asked.iterations);
}

#else

static int
derive(void)
{
    narae_kbkdf_input input = {0};

    next_bytes(buffer, asked.ad_bytes + asked.text_bytes);
    input.before = buffer;
    input.before_bytes = asked.ad_bytes;
    input.label = buffer + asked.ad_bytes;
    input.label_bytes = asked.text_bytes;
    input.iv = asked.nonce;
    input.iv_bytes = asked.nonce_bytes;
    input.counter_bytes = (uint8_t)asked.iterations;
#    ifdef CAVP_MODE_KBKDF_CMAC
    return (asked.iterations > 255 ? narae_kbkdf_feedback_cmac : narae_kbkdf_counter_cmac)(
        asked.tag, asked.out_bytes, &BENCH_DESCRIPTOR, asked.key, asked.key_bytes, &input);
#    else
    return (asked.iterations > 255 ? narae_kbkdf_feedback_hmac : narae_kbkdf_counter_hmac)(
        asked.tag, asked.out_bytes, &BENCH_HASH, asked.key, asked.key_bytes, &input);
#    endif
}

#endif

static void
answer(void)
{
    print_answer(asked.tag, asked.out_bytes, derive());
}

static void
monte_carlo(void)
{
    bench_refuse(TEXT("a key derivation has no Monte Carlo test"));
}
