/* SPDX-License-Identifier: MIT */
/* Measures a foreign permutation.  bench_config.h names, besides what calls.h
 * lists,
 *
 *     BENCH_STATE_BYTES
 *     CALL_PERMUTE(state)
 *     bench_vector_data       vectors in flash: 1 (0 ends), input, output
 *
 * The state is at an address that suits words of any size, as a schedule does.
 * The window holds the call and nothing else. */

#include "calls.h"

enum { BYTES = BENCH_STATE_BYTES, CHECKS = 16 };

BENCH_BUILD(BYTES);

AREA(state_area, BYTES);
static uint8_t *state;

/* An untouched one. */
static void
renew(void)
{
    memset(state_area, CANARY, sizeof state_area);
    state = place(state_area, 0);
}

uint16_t
bench_vectors(uint16_t *total)
{
    const uint8_t *p = bench_vector_data;
    uint16_t passed = 0;

    for (*total = 0; flash_read8(p++) != 0; ++*total) {
        renew();
        p = read_flash(state, p, BYTES);
        CALL_PERMUTE(state);
        if (same_as_flash(state, p, BYTES))
            passed++;
        else
            name_failed(*total, TEXT("output"), state, BYTES);
        p += BYTES;
    }
    return passed;
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5;

    stream = 1;
    for (unsigned i = 0; i < CHECKS; i++) {
        renew();
        random_bytes(&stream, state, BYTES);
        CALL_PERMUTE(state);
        if (!untouched(state_area, sizeof state_area, state, BYTES))
            found(fault, TEXT("wrote outside the state"));
        hash = fold(hash, state, BYTES);
    }
    return BENCH_HAS_MODEL ? hash : flash_read32(&bench_build.checksum);
}

static void
permute_once(void)
{
    renew();
    CALL_PERMUTE(state);
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
    renew();
    random_bytes(&stream, state, BYTES);
    hal_secret(state, BYTES);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        CALL_PERMUTE(state);
    t = window_close();
    hal_public(state, BYTES);
    return t;
}

const bench_operation bench_operations[] NARAE_FLASH = {
    {"hash", BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample, 0},
    {"", 0, 0, 0, 0, NULL, 0},
};
