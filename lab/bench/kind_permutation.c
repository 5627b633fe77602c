/* SPDX-License-Identifier: MIT */
/* Measures a permutation of a state of 64-bit words.  bench_config.h names
 *
 *     BENCH_HEADER            the header that declares it
 *     BENCH_PERMUTE(state)    the call, which answers NARAE_OK
 *     BENCH_STATE_BYTES
 *     bench_vector_data       vectors in flash, one after the other: 1 (0 ends), input, output
 *
 * and, where hashes keep the state in another form on some chips,
 *
 *     BENCH_KEPT              whether they do here
 *     BENCH_KEPT_HEADER       the header that defines it
 *     BENCH_KEPT_PERMUTE(state)   the permutation of that form
 *     BENCH_KEPT_WORD(x), BENCH_KEPT_VALUE(x)   a word in that form, and back
 *
 * The words' bytes are little-endian, as on every board.  The window holds the
 * call and nothing else: on such chips the state is converted before and after. */

#include "bench.h"

#include <string.h>

#include "abi.h"
#define BENCH_WANTS_VECTORS
#include "bench_config.h"
#include "canary.h"
#include "failed.h"
#include "print.h"
#include "random.h"

#include BENCH_HEADER
#ifdef BENCH_KEPT_HEADER
#    include BENCH_KEPT_HEADER
#endif

#if defined(BENCH_KEPT) && BENCH_KEPT
#    define PERMUTE(state) (BENCH_KEPT_PERMUTE(state), NARAE_OK)
#    define EACH_WORD(x, form)                      \
        for (unsigned i_ = 0; i_ < BYTES / 8; i_++) \
        (x)[i_] = form((x)[i_])
#else
#    define PERMUTE(state) BENCH_PERMUTE(state)
#    define EACH_WORD(x, form) (void)0
#endif

enum { BYTES = BENCH_STATE_BYTES, CHECKS = 16 };

BENCH_BUILD(BYTES);

static struct {
    uint8_t before[CANARY_BYTES];
    uint64_t state[BYTES / 8];
    uint8_t after[CANARY_BYTES];
} guarded;
static uint8_t *const bytes = (uint8_t *)guarded.state;
static uint32_t stream;

uint16_t
bench_vectors(uint16_t *total)
{
    const uint8_t *p = bench_vector_data;
    uint16_t passed = 0;

    for (*total = 0; flash_read8(p++) != 0; ++*total) {
        int right;

        for (unsigned i = 0; i < BYTES; i++)
            bytes[i] = flash_read8(p++);
        EACH_WORD(guarded.state, BENCH_KEPT_WORD);
        right = PERMUTE(guarded.state) == NARAE_OK;
        EACH_WORD(guarded.state, BENCH_KEPT_VALUE);
        for (unsigned i = 0; i < BYTES; i++)
            right &= bytes[i] == flash_read8(p++);
        if (!right)
            name_failed(*total, TEXT("output"), bytes, BYTES);
        passed = (uint16_t)(passed + right);
    }
    return passed;
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5; /* FNV-1a */

    stream = 1;
    memset(&guarded, CANARY, sizeof guarded);
    for (unsigned i = 0; i < CHECKS; i++) {
        random_bytes(&stream, bytes, BYTES);
        EACH_WORD(guarded.state, BENCH_KEPT_WORD);
        PERMUTE(guarded.state);
        EACH_WORD(guarded.state, BENCH_KEPT_VALUE);
        for (unsigned k = 0; k < BYTES; k++)
            hash = (hash ^ bytes[k]) * 0x01000193;
    }
    if (!all_canary(guarded.before, guarded.before + CANARY_BYTES) ||
        !all_canary(guarded.after, guarded.after + CANARY_BYTES))
        set_fault(fault, TEXT("wrote outside the state"));
    return hash;
}

static void
permute_once(void)
{
    PERMUTE(guarded.state);
}

uint8_t
bench_abi(void)
{
    static const uintptr_t none[4];

    return hal_abi_call((uintptr_t)permute_once, none);
}

static hal_time
sample(const bench_operation *operation)
{
    hal_time t;

    (void)operation;
    random_bytes(&stream, bytes, BYTES);
    hal_secret(bytes, BYTES);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        PERMUTE(guarded.state);
    t = window_close();
    hal_public(bytes, BYTES);
    return t;
}

const bench_operation bench_operations[] NARAE_FLASH = {
    {"hash", BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample, 0},
    {"", 0, 0, 0, 0, NULL, 0},
};
