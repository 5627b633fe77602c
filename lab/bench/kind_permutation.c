/* SPDX-License-Identifier: MIT */
/* Measures a permutation of a state of 64-bit words.  bench_config.h names
 *
 *     BENCH_HEADER            the header that declares it
 *     BENCH_PERMUTE(state)    the call, which answers NARAE_OK
 *     BENCH_STATE_BYTES
 *     bench_vector_data       vectors in flash, one after the other: 1 (0 ends), input, output
 *
 * The words' bytes are little-endian, as on every board.  The window holds the
 * call and nothing else. */

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
        right = BENCH_PERMUTE(guarded.state) == NARAE_OK;
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
        BENCH_PERMUTE(guarded.state);
        for (unsigned k = 0; k < BYTES; k++)
            hash = (hash ^ bytes[k]) * 0x01000193;
    }
    if (!all_canary(guarded.before, guarded.before + CANARY_BYTES) ||
        !all_canary(guarded.after, guarded.after + CANARY_BYTES))
        found(fault, TEXT("wrote outside the state"));
    return hash;
}

static void
permute_once(void)
{
    BENCH_PERMUTE(guarded.state);
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
        BENCH_PERMUTE(guarded.state);
    t = window_close();
    hal_public(bytes, BYTES);
    return t;
}

const bench_operation bench_operations[] NARAE_FLASH = {
    {"hash", BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample, 0},
    {"", 0, 0, 0, 0, NULL, 0},
};
