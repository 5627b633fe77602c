/* SPDX-License-Identifier: MIT */
/* Times one call of a program whose cycles on the chip were published.
 * bench_config.h includes its headers, declares its variables, and defines
 *
 *     published_setup()       once, before anything is timed
 *     published_call()        the content of the window, and nothing else
 *     published_check()       whether the first call was right; used if BENCH_GATED is 1
 *     published_around()      if PUBLISHED_AROUND is defined, other work of the call, which
 *                             the published figure excludes
 *     PUBLISHED_COLD          if defined, the bytes of an instruction cache that holds other code
 *                             when a window opens
 *
 * The same data serve every window, as in most programs that people measure
 * with: what is compared is their figure. */

#include "bench.h"

#include <string.h>

#include "bench_config.h"

BENCH_BUILD(0);

static uint8_t is_set_up;

static void
set_up(void)
{
    if (!is_set_up)
        published_setup();
    is_set_up = 1;
}

uint16_t
bench_vectors(uint16_t *total)
{
    set_up();
    published_call();
    *total = 1;
    return published_check() != 0;
}

uint32_t
bench_checksum(const char **fault)
{
    (void)fault;
    return BENCH_CHECKSUM;
}

/* The ABI is not checked: nothing depends on it here. */
uint8_t
bench_abi(void)
{
    return 0;
}

/* Runs through four times as much code as the cache holds, since lines are replaced at random. */
static __attribute__((noinline)) void
cool_down(void)
{
#ifdef PUBLISHED_COLD
#    define TEXT(x) #x
#    define BYTES(x) TEXT(x)
    __asm__ volatile(".rept 2 * " BYTES(PUBLISHED_COLD) "\n\tnop\n\t.endr");
#endif
}

static hal_time
sample(const bench_operation *operation)
{
    (void)operation;
    set_up();
    cool_down();
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        published_call();
    return window_close();
}

#ifdef PUBLISHED_AROUND
static hal_time
sample_around(const bench_operation *operation)
{
    (void)operation;
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        published_around();
    return window_close();
}
#endif

const bench_operation bench_operations[] NARAE_FLASH = {
    {"call", 1, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample, 0},
#ifdef PUBLISHED_AROUND
    {"around", 1, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_around, 0},
#endif
    {"", 0, 0, 0, 0, NULL, 0},
};
