/* SPDX-License-Identifier: MIT */
/* Hashes.  `asked.iterations`, if not zero, says how often the text is repeated.
 * Monte Carlo: NIST SHAVS, 6.4, three digests hashed together; SHA3VS, 6.2.3, one;
 * KCMVP, as many as are longer than a block (CAVP_HASHED_TOGETHER). */

static uint64_t context[NARAE_HASH_CONTEXT_BYTES / 8];
static const narae_hash *const hash = &BENCH_HASH;

static int
take(uint8_t *text, size_t bytes)
{
    return narae_hash_update(hash, context, text, bytes);
}

/* A message of gigabytes: a text of the buffer's size or less, again and again. */
static int
take_repeatedly(int status)
{
    next_bytes(buffer, asked.text_bytes);
    for (uint32_t i = 0; i < asked.iterations && status == NARAE_OK; i++)
        status = take(buffer, asked.text_bytes);
    return status;
}

static void
answer(void)
{
    int status = narae_hash_start(hash, context, sizeof context);

    status = asked.iterations != 0 ? take_repeatedly(status) : in_pieces(status, take, asked.text_bytes, 0);
    if (status == NARAE_OK)
        status = narae_hash_finish(hash, context, asked.tag, asked.out_bytes);
    print_text("answer ");
    print_bytes(asked.tag, status == NARAE_OK ? asked.out_bytes : 0);
    print_text(" -");
    print_status(status);
}

#ifdef CAVP_HASHED_TOGETHER
enum { TOGETHER = CAVP_HASHED_TOGETHER };
#else
enum { TOGETHER = 1 };
#endif

/* Each outer step begins with the same digest in all places. */
static void
monte_carlo(void)
{
    uint8_t digests[TOGETHER * CAVP_MOST_OUT];
    const size_t size = asked.out_bytes, whole = TOGETHER * size;
    int status = NARAE_OK;

    next_bytes(asked.tag, size);
    for (uint8_t i = 0; i < OUTER_STEPS && status == NARAE_OK; i++) {
        for (uint8_t k = 0; k < TOGETHER; k++)
            memcpy(digests + k * size, asked.tag, size);
        for (uint16_t j = 0; j < INNER_STEPS && status == NARAE_OK; j++) {
            status = narae_hash_message(hash, asked.tag, size, digests, whole);
            memmove(digests, digests + size, whole - size);
            memcpy(digests + whole - size, asked.tag, size);
        }
        print_text("step - - - ");
        print_bytes(asked.tag, size);
        print_text("\n");
    }
    print_text("answer - -");
    print_status(status);
}
