/* SPDX-License-Identifier: MIT */
/* Hashes.  `current.iterations`, if not zero, says how often the text is repeated.
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
    next_bytes(buffer, current.text_bytes);
    for (uint32_t i = 0; i < current.iterations && status == NARAE_OK; i++)
        status = take(buffer, current.text_bytes);
    return status;
}

static void
answer(void)
{
    int status = narae_hash_start(hash, context, sizeof context);

    status =
        current.iterations != 0 ? take_repeatedly(status) : in_pieces(status, take, current.text_bytes, 0);
    if (status == NARAE_OK)
        status = narae_hash_finish(hash, context, current.tag, current.out_bytes);
    print_answer(current.tag, current.out_bytes, status);
}

#ifdef CAVP_HASHED_TOGETHER
enum { TOGETHER = CAVP_HASHED_TOGETHER };
#else
enum { TOGETHER = 1 };
#endif

/* The digest of `given` bytes, or of as many of them as the seed has, with zeros
 * behind them if they are fewer. */
static int
hash_sized(const uint8_t *message, size_t given)
{
    static const uint8_t zeros[16];
    const size_t size = current.text_bytes;
    int status = narae_hash_start(hash, context, sizeof context);

    if (status == NARAE_OK)
        status = narae_hash_update(hash, context, message, given < size ? given : size);
    for (size_t n; given < size && status == NARAE_OK; given += n) {
        n = size - given < sizeof zeros ? size - given : sizeof zeros;
        status = narae_hash_update(hash, context, zeros, n);
    }
    return status == NARAE_OK ? narae_hash_finish(hash, context, current.tag, current.out_bytes) : status;
}

/* Each outer step begins with the same digest in all places.  In ACVP's alternate
 * test (`current.iterations` is not zero) each message has the size of the seed, and
 * the first ones are the seed. */
static void
monte_carlo(void)
{
    const int alternate = current.iterations != 0;
    uint8_t digests[TOGETHER * CAVP_MAX_OUT];
    const size_t size = current.out_bytes, whole = TOGETHER * size;
    int status = NARAE_OK;

    next_bytes(alternate ? buffer : current.tag, current.text_bytes);
    for (uint8_t i = 0; i < OUTER_STEPS && status == NARAE_OK; i++) {
        for (uint8_t k = 0; k < TOGETHER; k++)
            memcpy(digests + k * size, current.tag, size);
        for (uint16_t j = 0; j < INNER_STEPS && status == NARAE_OK; j++) {
            if (!alternate)
                status = narae_hash_message(hash, current.tag, size, digests, whole);
            else if (i == 0 && j < TOGETHER)
                status = hash_sized(buffer, current.text_bytes);
            else
                status = hash_sized(digests, whole);
            memmove(digests, digests + size, whole - size);
            memcpy(digests + whole - size, current.tag, size);
        }
        print_text("step - - - ");
        print_bytes(current.tag, size);
        print_text("\n");
    }
    print_text("answer - -");
    print_status(status);
}
