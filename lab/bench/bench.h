/* What the measuring firmware and the kind of primitive it measures agree on.
 *
 * bench.c is the same for everything: gate, calibration, sampling, printing.
 * kind_*.c knows one kind of primitive (a block cipher, ...), of which the
 * build names one implementation in the generated bench_config.h:
 *
 *     BENCH_CIPHER        its name in a row: "lea-128"
 *     BENCH_MODE          its mode in a row: "gcm"
 *     BENCH_GATED         0: another build of this program has shown that it is right
 *     BENCH_CHECKSUM      what bench_checksum() must give
 *     BENCH_SIZES(X)      X(bytes, ad_bytes, samples, warmups) for each size to be timed: windows
 *                         of a row, and windows that are thrown away before it
 *     BENCH_SAMPLES, BENCH_WARMUPS    the same for an operation without a size of its own
 *     BENCH_MOST_BYTES    the largest of these sizes
 *     BENCH_CHECKED_BYTES the largest size that is searched for leaks
 *
 * and what its kind needs besides, named at the top of kind_*.c. */
#ifndef NARAE_LAB_BENCH_H
#define NARAE_LAB_BENCH_H

#include <stddef.h>
#include <stdint.h>

#include "hal.h"

/* One thing to be timed.  `sample` draws a fresh key and fresh data, opens a
 * window around the operation alone and returns what the window gave. */
typedef struct bench_operation {
    char name[12];
    uint32_t bytes;
    uint16_t ad_bytes, samples, warmups;
    hal_time (*sample)(const struct bench_operation *operation);
} bench_operation;

/* The table of operations, ended by one without a name.  In flash. */
extern const bench_operation bench_operations[];

/* Ends the program: what it was about to time is wrong.  Texts are TEXT()s. */
_Noreturn void bench_refuse(const char *why);

/* Bytes of the context, as a user of the library has to provide them. */
extern const uint16_t bench_context_bytes;

/* Runs every vector; returns how many passed, and sets how many there are. */
uint16_t bench_vectors(uint16_t *total);

/* Runs random operations at all alignments, in place and not, between
 * canaries, and folds what comes out into a checksum.  The first broken canary
 * or round trip that does not come back is named through `fault`. */
uint32_t bench_checksum(const char **fault);

/* Calls each function under test through hal_abi_call(); returns 0 or the
 * number of a promise of the platform's ABI that one of them broke. */
uint8_t bench_abi(void);

/* A window measures time, or the stack, or asks a checker for leaks. */
extern enum bench_measure { BENCH_TIME, BENCH_STACK, BENCH_LEAKS } bench_measure;

static inline void
window_open(void)
{
    if (bench_measure == BENCH_STACK)
        hal_stack_paint();
    else
        hal_begin();
}

static inline hal_time
window_close(void)
{
    hal_time t = hal_end();

    return bench_measure == BENCH_STACK ? (hal_time)hal_stack_depth() : t;
}

#endif
