/* SPDX-License-Identifier: MIT */
/* Measures the key setup of a foreign cipher that has neither encryption nor
 * decryption.  bench_config.h names, besides what calls.h lists,
 *
 *     BENCH_KEY_BYTES
 *     CALL_SCHEDULE_BYTES     of the key schedule
 *     CALL_COMPARED_BYTES     the number of its first bytes that vectors have
 *     CALL_SET_KEY(schedule, key)
 *     bench_vector_data       vectors in flash: 1 (0 ends), key, schedule
 *
 * The window holds the call and nothing else. */

#include "calls.h"

BENCH_BUILD(CALL_SCHEDULE_BYTES);

BENCH_AREA(bench_schedule_area, CALL_SCHEDULE_BYTES);
static uint8_t bench_key[BENCH_KEY_BYTES] BENCH_ALIGNED;
static uint8_t *bench_schedule;

static void
bench_set_key(void)
{
    memset(bench_schedule_area, CANARY, sizeof bench_schedule_area);
    bench_schedule = bench_place(bench_schedule_area, 0);
    CALL_SET_KEY(bench_schedule, bench_key);
}

uint16_t
bench_vectors(uint16_t *total)
{
    const uint8_t *p = bench_vector_data;
    uint16_t passed = 0;

    for (*total = 0; flash_read8(p++) != 0; ++*total) {
        p = bench_read_flash(bench_key, p, sizeof bench_key);
        bench_set_key();
        if (bench_same_as_flash(bench_schedule, p, CALL_COMPARED_BYTES))
            passed++;
        else
            name_failed(*total, TEXT("schedule"), bench_schedule, CALL_COMPARED_BYTES);
        p += CALL_COMPARED_BYTES;
    }
    return passed;
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5;

    bench_stream = 1;
    for (unsigned i = 0; i < 16; i++) {
        uint32_t before = bench_stream;

        bench_random_bytes(&bench_stream, bench_key, sizeof bench_key);
        bench_set_key();
        bench_find_outside(fault, TEXT("key setup wrote outside its schedule"), bench_schedule_area,
                           sizeof bench_schedule_area, bench_schedule, CALL_SCHEDULE_BYTES,
                           CALL_SCHEDULE_BYTES);
        if (!bench_still_drawn(&before, bench_key, sizeof bench_key))
            bench_set_fault(fault, TEXT("key setup overwrote the key"));
        hash = bench_fold(hash, bench_schedule, CALL_COMPARED_BYTES);
    }
    return BENCH_HAS_MODEL ? hash : flash_read32(&bench_build.checksum);
}

uint8_t
bench_abi(void)
{
    static const uintptr_t none[4];

    return hal_abi_call((uintptr_t)bench_set_key, none);
}

static hal_time
bench_sample(const bench_operation *operation)
{
    hal_time t;

    (void)operation;
    hal_public(bench_key, sizeof bench_key);
    hal_public(bench_schedule_area, sizeof bench_schedule_area);
    bench_random_bytes(&bench_stream, bench_key, sizeof bench_key);
    bench_schedule = bench_place(bench_schedule_area, 0);
    hal_secret(bench_key, sizeof bench_key);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        CALL_SET_KEY(bench_schedule, bench_key);
    t = window_close();
    return t;
}

const bench_operation bench_operations[] NARAE_FLASH = {
    {"key-setup", BENCH_KEY_BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, bench_sample, 0},
    {"", 0, 0, 0, 0, NULL, 0},
};
