/* SPDX-License-Identifier: MIT */
/* How the time of a message grows with its size: block by block, where kernels
 * of different widths take over, and up to a size beyond the first-level
 * caches.  bench_config.h names an adapter (adapter.h), and
 *
 *     GROWTH_SIZES(X)     X(bytes) for each size, smallest first
 *     GROWTH_MAX_BYTES   the largest of them
 *     GROWTH_ROUNDS
 *     GROWTH_OPERATIONS   the names of seal and, where it opens, open
 *
 * Disturbances of a core last longer than a round, so each round measures all
 * sizes once, and sizes are compared within a round.  The lines are those of
 * bench.c: a `row` for each operation and size, with a time for each round.
 *
 * Before anything is timed, every size must open what it sealed, and its output
 * must begin with that of the smallest size, because none of the modes looks
 * ahead. */

#include "adapter.h"
#include "bench.h"
#include "print.h"
#include "random.h"

/* The length of a window, so that reading the clock is negligible. */
enum { ENOUGH_CENTICYCLES = 8000000 };

#define COUNT(bytes) +1
enum { SIZES = GROWTH_SIZES(COUNT), WINDOWS = SIZES * (ADAPTER_OPENS ? 2 : 1) };

#define SIZE(bytes) bytes,
static const uint32_t sizes[SIZES] = {GROWTH_SIZES(SIZE)};
static const char *const operations[] = {GROWTH_OPERATIONS};

static adapter_context ctx;

/* Aligned to cache lines, so that no size crosses more of them than
 * necessary. */
static uint8_t in[GROWTH_MAX_BYTES] __attribute__((aligned(64))),
    out[GROWTH_MAX_BYTES] __attribute__((aligned(64)));
static uint8_t begin[GROWTH_MAX_BYTES];
static uint8_t nonce[ADAPTER_NONCE_BYTES + 1], tags[SIZES][ADAPTER_TAG_BYTES + 1];

/* Of a round: seal at all sizes, then open. */
static unsigned repeats[WINDOWS];
static hal_time times[WINDOWS][GROWTH_ROUNDS];

_Noreturn void
bench_refuse(const char *why)
{
    print_text("fault ");
    print_text(why);
    print_text(LINE_END);
    hal_exit(1);
}

static int
run(unsigned operation, unsigned size)
{
    return operation == 0 ? adapter_seal(&ctx, out, tags[size], ADAPTER_TAG_BYTES, nonce, ADAPTER_NONCE_BYTES,
                                         NULL, 0, in, sizes[size])
                          : adapter_open(&ctx, in, nonce, ADAPTER_NONCE_BYTES, NULL, 0, out, sizes[size],
                                         tags[size], ADAPTER_TAG_BYTES);
}

static void
check(unsigned size)
{
    uint32_t seed = 1;
    uint8_t expected;

    random_bytes(&seed, in, sizes[size]);
    if (run(0, size) != NARAE_OK)
        bench_refuse("a message was refused");
    if (size == 0)
        memcpy(begin, out, sizes[0]);
    if (memcmp(begin, out, sizes[0]) != 0)
        bench_refuse("a long message begins otherwise than a short one");
    if (!ADAPTER_OPENS)
        return;
    memset(in, 0, sizes[size]);
    if (run(1, size) != NARAE_OK)
        bench_refuse("what was sealed does not open");
    seed = 1;
    for (uint32_t i = 0; i < sizes[size]; i++) {
        random_bytes(&seed, &expected, 1);
        if (in[i] != expected)
            bench_refuse("decrypt does not undo encrypt");
    }
}

/* Of one message, in hundredths of a cycle. */
static hal_time
window(unsigned number)
{
    const unsigned operation = number / SIZES, size = number % SIZES;
    int failed = 0;
    hal_time t;

    run(0, size);
    hal_begin();
    for (unsigned i = repeats[number] * hal_repeats(); i != 0; i--)
        failed |= run(operation, size);
    t = hal_end();
    if (failed)
        bench_refuse("a timed operation failed");
    return t / repeats[number];
}

static void
print_times(unsigned number)
{
    print_text("row " BENCH_MODE " ");
    print_text(operations[number / SIZES]);
    print_text(" ");
    print_number(sizes[number % SIZES]);
    print_text(" 0");
    for (unsigned round = 0; round < GROWTH_ROUNDS; round++) {
        print_text(" ");
        print_number(times[number][round]);
    }
    print_text(LINE_END);
}

int
main(void)
{
    static uint8_t key[ADAPTER_KEY_BYTES + 1];
    uint32_t seed = 2;

    random_bytes(&seed, key, sizeof key);
    random_bytes(&seed, nonce, sizeof nonce);
    hal_init();
    print_text("narae-bench 2 " HAL_UNIT " " BENCH_CIPHER " 0" LINE_END);
    if (adapter_set_key(&ctx, key) != NARAE_OK)
        bench_refuse("key setup failed");
    for (unsigned size = 0; size < SIZES; size++)
        check(size);
    hal_calibrate();
    for (unsigned i = 0; i < WINDOWS; i++)
        for (repeats[i] = 1; window(i) * repeats[i] < ENOUGH_CENTICYCLES;)
            repeats[i] *= 2;
    for (unsigned round = 0; round < GROWTH_ROUNDS; round++)
        for (unsigned i = 0; i < WINDOWS; i++)
            times[i][round] = window(i);
    for (unsigned i = 0; i < WINDOWS; i++)
        print_times(i);
    print_text("end" LINE_END);
    hal_exit(0);
}
