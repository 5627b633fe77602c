/* SPDX-License-Identifier: MIT */
/* SHAKE.  Monte Carlo: NIST SHA3VS, 6.3.4: of each output the first 16 bytes are
 * the next message, and the last two choose the next length, from
 * `current.iterations` to `current.out_bytes` bytes. */

#define SHAKE(name) NAMED(BENCH_PREFIX, name)

static narae_sha3 context;

static int
take(uint8_t *text, size_t bytes)
{
    return narae_sha3_update(&context, text, bytes);
}

static void
answer(void)
{
    int status = SHAKE(_start)(&context);

    status = in_pieces(status, take, current.text_bytes, 0);
    if (status == NARAE_OK)
        status = narae_shake_squeeze(&context, current.tag, current.out_bytes);
    print_answer(current.tag, current.out_bytes, status);
}

static void
monte_carlo(void)
{
    enum { MESSAGE = 16 };
    const uint16_t range = (uint16_t)(current.out_bytes - current.iterations + 1);
    uint16_t size = current.out_bytes;
    uint8_t message[MESSAGE];
    int status = NARAE_OK;

    next_bytes(message, sizeof message);
    for (uint8_t i = 0; i < OUTER_STEPS && status == NARAE_OK; i++) {
        uint16_t used = size;

        for (uint16_t j = 0; j < INNER_STEPS && status == NARAE_OK; j++) {
            used = size;
            status = SHAKE(_message)(current.tag, used, message, sizeof message);
            memset(message, 0, sizeof message);
            memcpy(message, current.tag, used < MESSAGE ? used : MESSAGE);
            size = (uint16_t)(current.iterations +
                              (uint16_t)(current.tag[used - 2] << 8 | current.tag[used - 1]) % range);
        }
        print_text("step - - - ");
        print_bytes(current.tag, used);
        print_text("\n");
    }
    print_text("answer - -");
    print_status(status);
}
