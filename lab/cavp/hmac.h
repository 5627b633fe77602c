/* SPDX-License-Identifier: MIT */
/* HMAC. */

static narae_hmac mode;

static int
take(uint8_t *text, size_t bytes)
{
    return narae_hmac_update(&mode, text, bytes);
}

/* Any tag of the hash's size or less, as laboratories request them. */
static int
end(void)
{
    uint8_t tag[CAVP_MAX_OUT];
    int status = narae_hmac_finish(&mode, tag, current.out_bytes);

    if (encrypts())
        memcpy(current.tag, tag, current.out_bytes);
    else if (status == NARAE_OK && memcmp(tag, current.tag, current.out_bytes) != 0)
        status = NARAE_ERROR_AUTHENTICATION;
    return status;
}

static void
answer(void)
{
    int status = narae_hmac_init(&mode, &BENCH_HASH, current.key, current.key_bytes);

    if (status == NARAE_OK)
        status = narae_hmac_start(&mode);
    status = in_pieces(status, take, current.text_bytes, 0);
    if (status == NARAE_OK)
        status = end();
    print_text("answer - ");
    print_bytes(current.tag, encrypts() && status == NARAE_OK ? current.out_bytes : 0);
    print_status(status);
}

static void
monte_carlo(void)
{
    bench_refuse(TEXT("HMAC has no Monte Carlo test"));
}
