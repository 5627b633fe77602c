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

AREA(schedule_area, CALL_SCHEDULE_BYTES);
static uint8_t key[BENCH_KEY_BYTES] ALIGNED;
static uint8_t *schedule;

static void
set_key(void)
{
    memset(schedule_area, CANARY, sizeof schedule_area);
    schedule = place(schedule_area, 0);
    CALL_SET_KEY(schedule, key);
}

uint16_t
bench_vectors(uint16_t *total)
{
    const uint8_t *p = bench_vector_data;
    uint16_t passed = 0;

    for (*total = 0; flash_read8(p++) != 0; ++*total) {
        p = read_flash(key, p, sizeof key);
        set_key();
        if (same_as_flash(schedule, p, CALL_COMPARED_BYTES))
            passed++;
        else
            name_failed(*total, TEXT("schedule"), schedule, CALL_COMPARED_BYTES);
        p += CALL_COMPARED_BYTES;
    }
    return passed;
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5;

    stream = 1;
    for (unsigned i = 0; i < 16; i++) {
        uint32_t before = stream;

        random_bytes(&stream, key, sizeof key);
        set_key();
        if (!untouched(schedule_area, sizeof schedule_area, schedule, CALL_SCHEDULE_BYTES))
            found(fault, TEXT("key setup wrote outside its schedule"));
        if (!still_drawn(&before, key, sizeof key))
            found(fault, TEXT("key setup overwrote the key"));
        hash = fold(hash, schedule, CALL_COMPARED_BYTES);
    }
    return BENCH_HAS_MODEL ? hash : flash_read32(&bench_build.checksum);
}

uint8_t
bench_abi(void)
{
    static const uintptr_t none[4];

    return hal_abi_call((uintptr_t)set_key, none);
}

static hal_time
sample(const bench_operation *operation)
{
    hal_time t;

    (void)operation;
    hal_public(key, sizeof key);
    hal_public(schedule_area, sizeof schedule_area);
    random_bytes(&stream, key, sizeof key);
    schedule = place(schedule_area, 0);
    hal_secret(key, sizeof key);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        CALL_SET_KEY(schedule, key);
    t = window_close();
    return t;
}

const bench_operation bench_operations[] NARAE_FLASH = {
    {"key-setup", BENCH_KEY_BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample, 0},
    {"", 0, 0, 0, 0, NULL, 0},
};
