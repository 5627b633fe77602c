/* SPDX-License-Identifier: MIT */
/* The interface between the measuring firmware and the kind of primitive it measures.
 *
 * bench.c is the same for everything: gate, calibration, sampling, printing.
 * kind_*.c knows one kind of primitive (a block cipher, ...), of which the
 * build names one implementation in the generated bench_config.h:
 *
 *     BENCH_CIPHER        its name in a row: "lea-128"
 *     BENCH_MODE          its mode in a row: "gcm"
 *     BENCH_GATED         0: another build of this program has shown that it is right
 *     BENCH_CHECKSUM      the expected result of bench_checksum()
 *     BENCH_SIZES(X)      X(bytes, ad_bytes, samples, warmups) for each size to be timed: windows
 *                         of a row, and windows that are discarded before it
 *     BENCH_SAMPLES, BENCH_WARMUPS    the same for an operation without a size of its own
 *     BENCH_MAX_BYTES    the largest of these sizes
 *     BENCH_CHECKED_BYTES the largest size that is searched for leaks
 *     BENCH_ONLY_CHECKS   1: nothing is timed.  Only such a program checks the ABI of everything:
 *                         more code in the others would move what they time
 *
 * and the parameters of its kind, listed at the top of kind_*.c. */
#ifndef NARAE_LAB_BENCH_H
#define NARAE_LAB_BENCH_H

#include <stddef.h>
#include <stdint.h>

#include "core/flash.h"
#include "hal.h"

/* One operation to be timed.  `sample` opens a window around the operation alone and returns its
 * time.  It first draws a fresh key and fresh data or, if it `follows`, uses those that the sample
 * of the previous operation left. */
typedef struct bench_operation {
    char name[12];
    uint32_t bytes;
    uint16_t ad_bytes, samples, warmups;
    hal_time (*sample)(const struct bench_operation *operation);
    uint8_t follows;
} bench_operation;

/* The table of operations, ended by one without a name.  In flash.  Those that
 * follow, three at most, have the size and number of samples of the one that they
 * follow, and alternate with it. */
extern const bench_operation bench_operations[];
enum { BENCH_TOGETHER = 4 };

/* Ends the program: the code to be timed is wrong.  Texts are TEXT()s. */
_Noreturn void bench_refuse(const char *why);

/* Parameters of the build for bench.c, so that it is compiled once for all builds.  In flash. */
typedef struct bench_facts {
    char cipher[24], mode[16];
    uint32_t context_bytes; /* as a user of the library has to provide them */
    uint32_t checksum, checked_bytes;
    uint8_t gated;
} bench_facts;
extern const bench_facts bench_build;

/* Space for the times of a row, where nothing is printed in between. */
#ifdef HAL_QUIET
extern hal_time bench_times[];
#    define BENCH_TIMES hal_time bench_times[BENCH_TOGETHER * BENCH_SAMPLES];
#else
#    define BENCH_TIMES
#endif

/* Included in kind_*.c, after bench_config.h. */
#define BENCH_BUILD(context_bytes)                                                                   \
    BENCH_TIMES                                                                                      \
    const bench_facts bench_build NARAE_FLASH = {BENCH_CIPHER,   BENCH_MODE,          context_bytes, \
                                                 BENCH_CHECKSUM, BENCH_CHECKED_BYTES, BENCH_GATED}

/* Runs every vector; returns the number that passed, and sets their total. */
uint16_t bench_vectors(uint16_t *total);

/* Runs random operations at all alignments, in place and not, between
 * canaries, and folds the outputs into a checksum.  The first broken canary or failed round trip is
 * named in `fault`. */
uint32_t bench_checksum(const char **fault);

/* Calls each function under test through hal_abi_call(); returns 0 or the number of a rule of the
 * platform's ABI that one of them broke. */
uint8_t bench_abi(void);

/* A window measures time, or the stack, or counts leaks by a checker. */
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
