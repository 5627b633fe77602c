/* SPDX-License-Identifier: MIT */
/* PBKDF2: the password is the key, the salt the nonce.  KBKDF: the associated data
 * stand in front of the counter and the text behind it; `current.iterations` are the
 * bytes of the counter, and 256 more in feedback mode, whose IV is the nonce. */

#ifdef CAVP_MODE_PBKDF2

static int
derive(void)
{
    return narae_pbkdf2(current.tag, current.out_bytes, &BENCH_HASH, current.key, current.key_bytes,
                        current.nonce, current.nonce_bytes, current.iterations);
}

#else

static int
derive(void)
{
    narae_kbkdf_input input = {0};

    next_bytes(buffer, current.ad_bytes + current.text_bytes);
    input.before = buffer;
    input.before_bytes = current.ad_bytes;
    input.label = buffer + current.ad_bytes;
    input.label_bytes = current.text_bytes;
    input.iv = current.nonce;
    input.iv_bytes = current.nonce_bytes;
    input.counter_bytes = (uint8_t)current.iterations;
#    ifdef CAVP_MODE_KBKDF_CMAC
    return (current.iterations > 255 ? narae_kbkdf_feedback_cmac : narae_kbkdf_counter_cmac)(
        current.tag, current.out_bytes, &BENCH_DESCRIPTOR, current.key, current.key_bytes, &input);
#    else
    return (current.iterations > 255 ? narae_kbkdf_feedback_hmac : narae_kbkdf_counter_hmac)(
        current.tag, current.out_bytes, &BENCH_HASH, current.key, current.key_bytes, &input);
#    endif
}

#endif

static void
answer(void)
{
    print_answer(current.tag, current.out_bytes, derive());
}

static void
monte_carlo(void)
{
    bench_refuse(TEXT("a key derivation has no Monte Carlo test"));
}
