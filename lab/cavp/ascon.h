/* SPDX-License-Identifier: MIT */
/* Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128, whose customization string
 * stands in the place of a nonce. */

#define ASCON(name) NAMED(BENCH_PREFIX, name)

static BENCH_PREFIX context;

static int
begin(void)
{
#ifdef CAVP_ASCON_CXOF128
    return narae_ascon_cxof128_start(&context, current.nonce, current.nonce_bytes);
#else
    return ASCON(_start)(&context);
#endif
}

static int
take(uint8_t *text, size_t bytes)
{
    return ASCON(_update)(&context, text, bytes);
}

static int
end(void)
{
#ifdef CAVP_ASCON_HASH256
    return narae_ascon_hash256_finish(&context, current.tag);
#else
    return ASCON(_squeeze)(&context, current.tag, current.out_bytes);
#endif
}

static void
answer(void)
{
    int status = in_pieces(begin(), take, current.text_bytes, 0);

    if (status == NARAE_OK)
        status = end();
    print_answer(current.tag, current.out_bytes, status);
}

static void
monte_carlo(void)
{
    bench_refuse(TEXT("Ascon has no Monte Carlo test"));
}
