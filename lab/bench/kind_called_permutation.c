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

enum { BENCH_BYTES = BENCH_STATE_BYTES, BENCH_CHECKS = 16 };

BENCH_BUILD(BENCH_BYTES);

BENCH_AREA(bench_state_area, BENCH_BYTES);
static uint8_t *bench_state;

/* An untouched one. */
static void
bench_renew(void)
{
    memset(bench_state_area, CANARY, sizeof bench_state_area);
    bench_state = bench_place(bench_state_area, 0);
}

uint16_t
bench_vectors(uint16_t *total)
{
    const uint8_t *p = bench_vector_data;
    uint16_t passed = 0;

    for (*total = 0; flash_read8(p++) != 0; ++*total) {
        bench_renew();
        p = bench_read_flash(bench_state, p, BENCH_BYTES);
        CALL_PERMUTE(bench_state);
        if (bench_same_as_flash(bench_state, p, BENCH_BYTES))
            passed++;
        else
            name_failed(*total, TEXT("output"), bench_state, BENCH_BYTES);
        p += BENCH_BYTES;
    }
    return passed;
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5;

    bench_stream = 1;
    for (unsigned i = 0; i < BENCH_CHECKS; i++) {
        bench_renew();
        bench_random_bytes(&bench_stream, bench_state, BENCH_BYTES);
        CALL_PERMUTE(bench_state);
        bench_find_outside(fault, TEXT("wrote outside the state"), bench_state_area, sizeof bench_state_area,
                           bench_state, BENCH_BYTES, BENCH_BYTES);
        hash = bench_fold(hash, bench_state, BENCH_BYTES);
    }
    return BENCH_HAS_MODEL ? hash : flash_read32(&bench_build.checksum);
}

static void
bench_permute_once(void)
{
    bench_renew();
    CALL_PERMUTE(bench_state);
}

uint8_t
bench_abi(void)
{
    static const uintptr_t none[4];

    return hal_abi_call((uintptr_t)bench_permute_once, none);
}

static hal_time
bench_sample(const bench_operation *operation)
{
    hal_time t;

    (void)operation;
    bench_renew();
    bench_random_bytes(&bench_stream, bench_state, BENCH_BYTES);
    hal_secret(bench_state, BENCH_BYTES);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        CALL_PERMUTE(bench_state);
    t = window_close();
    hal_public(bench_state, BENCH_BYTES);
    return t;
}

const bench_operation bench_operations[] NARAE_FLASH = {
    {"hash", BENCH_BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, bench_sample, 0},
    {"", 0, 0, 0, 0, NULL, 0},
};
