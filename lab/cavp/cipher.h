/* SPDX-License-Identifier: MIT */
/* Block ciphers and their modes, and Ascon-AEAD128.  Monte Carlo: NIST AESAVS, 6.4; CFB with
 * segments of 64 bits like that of 8, counter mode as KCMVP defines it. */

/* Each mode offers: begin() sets the key and starts a message; associate()
 * takes associated data; transform() works in place and says what of it is
 * output; end() writes the tag or checks it. */

#if defined(CAVP_ECB)

static uint32_t schedule[BENCH_SCHEDULE_BYTES / 4];

static int
begin(void)
{
    return narae_block_cipher_set_key(&BENCH_DESCRIPTOR, schedule, sizeof schedule, current.key,
                                      current.key_bytes);
}

static int
transform(uint8_t *text, size_t bytes)
{
    return (encrypts() ? narae_block_cipher_encrypt : narae_block_cipher_decrypt)(
        &BENCH_DESCRIPTOR, schedule, text, text, bytes / BENCH_BLOCK_BYTES);
}

static int
end(void)
{
    return NARAE_OK;
}

#elif defined(CAVP_CBC)

static narae_cbc mode;

static int
begin(void)
{
    int status = narae_cbc_init(&mode, &BENCH_DESCRIPTOR, current.key, current.key_bytes);

    return status != NARAE_OK
               ? status
               : narae_cbc_start(&mode, current.nonce, current.nonce_bytes, NARAE_CBC_NO_PADDING);
}

static int
transform(uint8_t *text, size_t bytes)
{
    size_t written;

    return (encrypts() ? narae_cbc_encrypt : narae_cbc_decrypt)(&mode, text, &written, text, bytes);
}

static int
end(void)
{
    size_t written;

    return (encrypts() ? narae_cbc_encrypt_finish : narae_cbc_decrypt_finish)(&mode, NULL, &written);
}

#elif defined(CAVP_OFB)

static narae_ofb mode;

static int
begin(void)
{
    int status = narae_ofb_init(&mode, &BENCH_DESCRIPTOR, current.key, current.key_bytes);

    return status != NARAE_OK ? status : narae_ofb_start(&mode, current.nonce, current.nonce_bytes);
}

static int
transform(uint8_t *text, size_t bytes)
{
    return narae_ofb_crypt(&mode, text, text, bytes);
}

static int
end(void)
{
    return NARAE_OK;
}

#elif defined(CAVP_CFB)

static narae_cfb mode;

static int
begin(void)
{
    int status = narae_cfb_init(&mode, &BENCH_DESCRIPTOR, current.key, current.key_bytes);

    return status != NARAE_OK ? status
                              : narae_cfb_start(&mode, current.nonce, current.nonce_bytes, 8 * CAVP_CFB);
}

static int
transform(uint8_t *text, size_t bytes)
{
    return (encrypts() ? narae_cfb_encrypt : narae_cfb_decrypt)(&mode, text, text, bytes);
}

static int
end(void)
{
    return NARAE_OK;
}

#elif defined(CAVP_CTR)

static narae_ctr mode;

static int
begin(void)
{
    int status = narae_ctr_init(&mode, &BENCH_DESCRIPTOR, current.key, current.key_bytes);

    return status != NARAE_OK
               ? status
               : narae_ctr_start(&mode, current.nonce, current.nonce_bytes, NARAE_CTR_WHOLE_BLOCK);
}

static int
transform(uint8_t *text, size_t bytes)
{
    return narae_ctr_crypt(&mode, text, text, bytes);
}

static int
end(void)
{
    return NARAE_OK;
}

#elif defined(CAVP_CMAC)

#    define WRITES_NO_TEXT

static narae_cmac mode;

static int
begin(void)
{
    int status = narae_cmac_init(&mode, &BENCH_DESCRIPTOR, current.key, current.key_bytes);

    return status != NARAE_OK ? status : narae_cmac_start(&mode);
}

static int
transform(uint8_t *text, size_t bytes)
{
    return narae_cmac_update(&mode, text, bytes);
}

static int
end(void)
{
    if (encrypts())
        return narae_cmac_finish(&mode, current.tag, current.out_bytes);
    if (current.out_bytes < 4) {
        /* narae_cmac_verify() refuses these; a validation may request them */
        uint8_t tag[4];
        int status = narae_cmac_finish(&mode, tag, current.out_bytes);

        if (status == NARAE_OK && memcmp(tag, current.tag, current.out_bytes) != 0)
            status = NARAE_ERROR_AUTHENTICATION;
        return status;
    }
    return narae_cmac_verify(&mode, current.tag, current.out_bytes);
}

#elif defined(CAVP_GMAC)

#    define WRITES_NO_TEXT

static narae_gmac mode;

static int
begin(void)
{
    int status = narae_gmac_init(&mode, &BENCH_DESCRIPTOR, current.key, current.key_bytes);

    return status != NARAE_OK ? status : narae_gmac_start(&mode, current.nonce, current.nonce_bytes);
}

static int
transform(uint8_t *text, size_t bytes)
{
    return narae_gmac_update(&mode, text, bytes);
}

static int
end(void)
{
    return encrypts() ? narae_gmac_finish(&mode, current.tag, current.out_bytes)
                      : narae_gmac_verify(&mode, current.tag, current.out_bytes);
}

#elif defined(CAVP_XTS)

#    define TAKES_WHOLE_TEXTS

static narae_xts mode;

static int
begin(void)
{
    return narae_xts_init(&mode, &BENCH_DESCRIPTOR, current.key, current.key_bytes);
}

static int
transform_whole(uint8_t *text, size_t *bytes)
{
    return (encrypts() ? narae_xts_encrypt_unit : narae_xts_decrypt_unit)(&mode, text, current.nonce,
                                                                          current.nonce_bytes, text, *bytes);
}

#elif defined(CAVP_KW)

#    define TAKES_WHOLE_TEXTS

static narae_kw mode;

static int
begin(void)
{
    return narae_kw_init(&mode, &BENCH_DESCRIPTOR, current.key, current.key_bytes);
}

static int
transform_whole(uint8_t *text, size_t *bytes)
{
    const size_t given = *bytes;

#    ifdef CAVP_MODE_KWP
    if (!encrypts())
        return narae_kwp_unwrap(&mode, text, bytes, text, given);
    *bytes = NARAE_KWP_BYTES(given);
    return narae_kwp_wrap(&mode, text, text, given);
#    else
    *bytes = encrypts() ? given + 8 : given - 8;
    return (encrypts() ? narae_kw_wrap : narae_kw_unwrap)(&mode, text, text, given);
#    endif
}

#else /* GCM, CCM or Ascon-AEAD128, whose functions have BENCH_PREFIX */

#    define AUTHENTICATED
#    define MODE(name) NAMED(BENCH_PREFIX, name)

#    ifdef CAVP_ASCON_AEAD128
static narae_ascon_aead128 mode;

static int
begin(void)
{
    return narae_ascon_aead128_start(&mode, current.key, current.nonce, current.nonce_bytes);
}
#    else
static BENCH_PREFIX mode;

static int
begin(void)
{
    int status = MODE(_init)(&mode, &BENCH_DESCRIPTOR, current.key, current.key_bytes);

    if (status != NARAE_OK)
        return status;
#        ifdef CAVP_CCM
    return narae_ccm_start(&mode, current.nonce, current.nonce_bytes, current.ad_bytes, current.text_bytes,
                           current.out_bytes);
#        else
    return narae_gcm_start(&mode, current.nonce, current.nonce_bytes);
#        endif
}
#    endif

static int
associate(uint8_t *ad, size_t bytes)
{
    return MODE(_ad)(&mode, ad, bytes);
}

static int
transform(uint8_t *text, size_t bytes)
{
    return (encrypts() ? MODE(_encrypt) : MODE(_decrypt))(&mode, text, text, bytes);
}

static int
end(void)
{
    return encrypts() ? MODE(_finish)(&mode, current.tag, current.out_bytes)
                      : MODE(_verify)(&mode, current.tag, current.out_bytes);
}

#endif

#ifdef TAKES_WHOLE_TEXTS

static void
answer(void)
{
    size_t bytes = current.text_bytes;
    int status = begin();

    next_bytes(buffer, bytes);
    if (status == NARAE_OK)
        status = transform_whole(buffer, &bytes);
    print_answer(buffer, bytes, status);
}

#else

static void
answer(void)
{
    int status = begin();

    print_text("answer ");
#    ifdef AUTHENTICATED
    status = in_pieces(status, associate, current.ad_bytes, 0);
#    endif
#    ifdef WRITES_NO_TEXT
    status = in_pieces(status, transform, current.text_bytes, 0);
    print_text("-");
#    else
    if (current.text_bytes == 0)
        print_text("-");
    status = in_pieces(status, transform, current.text_bytes, 1);
#    endif
    if (status == NARAE_OK)
        status = end();
    print_text(" ");
    print_bytes(current.tag, encrypts() && status == NARAE_OK ? current.out_bytes : 0);
    print_status(status);
}

#endif

#ifdef CAVP_SEGMENT

/* After each step its output goes to the end of this: what the key changes by,
 * and before it the next input, which in counter mode and ECB is the output and
 * else stands a block back, where at first the IV is. */
static uint8_t history[48];

static void
remember(const uint8_t *bytes, size_t count)
{
    memmove(history, history + count, sizeof history - count);
    memcpy(history + sizeof history - count, bytes, count);
}

/* IV or counter block of the next outer step: what came out last; in CTR the
 * counter runs on. */
static void
next_nonce(void)
{
#    ifdef CAVP_CTR
    uint16_t carry = INNER_STEPS;

    for (unsigned i = BENCH_BLOCK_BYTES; i-- != 0;) {
        carry = (uint16_t)(carry + current.nonce[i]);
        current.nonce[i] = (uint8_t)carry;
        carry >>= 8;
    }
#    else
    memcpy(current.nonce, history + sizeof history - current.nonce_bytes, current.nonce_bytes);
#    endif
}

static void
monte_carlo(void)
{
    uint8_t input[CAVP_SEGMENT], output[CAVP_SEGMENT];
    int status = NARAE_OK;

    next_bytes(input, sizeof input);
    for (uint8_t i = 0; i < OUTER_STEPS && status == NARAE_OK; i++) {
        status = begin();
        print_text("step ");
        print_bytes(current.key, current.key_bytes);
        print_text(" ");
        print_bytes(current.nonce, current.nonce_bytes);
        print_text(" ");
        print_bytes(input, sizeof input);
        print_text(" ");
        remember(current.nonce, current.nonce_bytes);
        for (uint16_t j = 0; j < INNER_STEPS && status == NARAE_OK; j++) {
            memcpy(output, input, sizeof output);
            status = transform(output, sizeof output);
#    if defined(CAVP_ECB) || defined(CAVP_CTR)
            memcpy(input, output, sizeof input);
#    else
            memcpy(input, history + sizeof history - BENCH_BLOCK_BYTES, sizeof input);
#    endif
            remember(output, sizeof output);
        }
        print_bytes(output, sizeof output);
        print_text("\n");
        for (uint16_t k = 0; k < current.key_bytes; k++)
            current.key[k] ^= history[sizeof history - current.key_bytes + k];
        next_nonce();
    }
    print_text("answer - -");
    print_status(status);
}

#else

static void
monte_carlo(void)
{
    bench_refuse(TEXT("this mode has no Monte Carlo test"));
}

#endif
