/* SPDX-License-Identifier: MIT */
/* Measures a foreign block cipher, called as its own users call it.
 * bench_config.h names, besides what calls.h lists,
 *
 *     BENCH_KEY_BYTES, BENCH_BLOCK_BYTES
 *     CALL_SCHEDULE_BYTES     of the key schedule
 *     CALL_BLOCKS             the number of blocks of one call; 0: any number
 *     CALL_OUT_BYTES          the size of an encrypted block, if it is not that of a block
 *     CALL_SET_KEY(schedule, key)
 *     CALL_ENCRYPT(schedule, key, out, in, blocks)
 *     CALL_SET_DECRYPT_KEY(schedule, key), CALL_DECRYPT(schedule, key, out, in, blocks)
 *
 * Without the first, encryption takes the key itself, and key setup is a part of it.
 * The third is there if decryption has a schedule of its own, the last if there is
 * decryption at all.  Texts do not overlap.
 *
 * The window holds the call and nothing else. */

#include "calls.h"

#ifdef CALL_SET_KEY
#    define BENCH_SETS_KEY 1
#else
#    define BENCH_SETS_KEY 0
#    define CALL_SET_KEY(schedule, key) ((void)0)
#endif
#ifndef CALL_OUT_BYTES
#    define CALL_OUT_BYTES BENCH_BLOCK_BYTES
#endif
#ifndef CALL_SET_DECRYPT_KEY
#    define CALL_SET_DECRYPT_KEY CALL_SET_KEY
#endif

enum {
    BENCH_BLOCK = BENCH_BLOCK_BYTES,
    BENCH_OUT = CALL_OUT_BYTES,
    BENCH_CHECK_BLOCKS = 3,
    BENCH_UNIT = CALL_BLOCKS == 0 ? 1 : CALL_BLOCKS
};
enum {
    BENCH_CHECK_CALLS = (BENCH_CHECK_BLOCKS + BENCH_UNIT - 1) / BENCH_UNIT,
    BENCH_CHECK_BYTES = BENCH_CHECK_CALLS * BENCH_UNIT * BENCH_BLOCK
};
enum { BENCH_BUFFER_BYTES = BENCH_MAX_BYTES < BENCH_CHECK_BYTES ? BENCH_CHECK_BYTES : BENCH_MAX_BYTES };

BENCH_BUILD(CALL_SCHEDULE_BYTES);

BENCH_AREA(bench_in_area, BENCH_BUFFER_BYTES);
BENCH_AREA(bench_out_area, BENCH_BUFFER_BYTES / BENCH_BLOCK * BENCH_OUT);
BENCH_AREA(bench_schedule_area, CALL_SCHEDULE_BYTES);
static uint8_t bench_key[BENCH_KEY_BYTES] BENCH_ALIGNED;
static uint8_t *bench_in, *bench_out, *bench_schedule;

static void
bench_move(unsigned n)
{
    memset(bench_in_area, CANARY, sizeof bench_in_area);
    memset(bench_out_area, CANARY, sizeof bench_out_area);
    memset(bench_schedule_area, CANARY, sizeof bench_schedule_area);
    bench_in = bench_place(bench_in_area, n);
    bench_out = bench_place(bench_out_area, n / 2);
    bench_schedule = bench_place(bench_schedule_area, 0);
}

/* As many calls as necessary; the last one may process more blocks than requested. */
static size_t
bench_encrypt(size_t nblocks)
{
    size_t done = 0;

    if (CALL_BLOCKS == 0) {
        CALL_ENCRYPT(bench_schedule, bench_key, bench_out, bench_in, nblocks);
        return nblocks;
    }
    for (; done < nblocks; done += BENCH_UNIT)
        CALL_ENCRYPT(bench_schedule, bench_key, (bench_out + done * BENCH_OUT),
                     (bench_in + done * BENCH_BLOCK), BENCH_UNIT); /* casts in the call are of the whole */
    return done;
}

#ifdef CALL_DECRYPT
static size_t
bench_decrypt(size_t nblocks)
{
    size_t done = 0;

    if (CALL_BLOCKS == 0) {
        CALL_DECRYPT(bench_schedule, bench_key, bench_in, bench_out, nblocks);
        return nblocks;
    }
    for (; done < nblocks; done += BENCH_UNIT)
        CALL_DECRYPT(bench_schedule, bench_key, (bench_in + done * BENCH_BLOCK),
                     (bench_out + done * BENCH_BLOCK), BENCH_UNIT);
    return done;
}
#endif

uint16_t
bench_vectors(uint16_t *total)
{
    const uint8_t *p = bench_vector_data;
    uint16_t passed = 0;
    size_t nblocks;

    for (*total = 0; (nblocks = flash_read8(p)) != 0; ++*total) {
        size_t bytes = nblocks * BENCH_BLOCK;
        int right;

        bench_move(*total);
        p = bench_read_flash(bench_key, p + 1, sizeof bench_key);
        bench_read_flash(bench_in, p, bytes);
        CALL_SET_KEY(bench_schedule, bench_key);
        bench_encrypt(nblocks);
        right = bench_same_as_flash(bench_out, p + bytes, nblocks * BENCH_OUT);
        if (!right)
            name_failed(*total, TEXT("encryption"), bench_out, nblocks * BENCH_OUT);
#ifdef CALL_DECRYPT
        memset(bench_in, CANARY, bytes);
        bench_read_flash(bench_out, p + bytes, bytes);
        CALL_SET_DECRYPT_KEY(bench_schedule, bench_key);
        bench_decrypt(nblocks);
        if (right && !bench_same_as_flash(bench_in, p, bytes)) {
            right = 0;
            name_failed(*total, TEXT("decryption"), bench_in, bytes);
        }
#endif
        p += bytes + nblocks * BENCH_OUT;
        passed = (uint16_t)(passed + right);
    }
    return passed;
}

/* Whether the key, and the input that follows it, are still what was drawn at `state`. */
static int
bench_inputs_kept(uint32_t state, size_t bytes)
{
    return bench_still_drawn(&state, bench_key, sizeof bench_key) &&
           bench_still_drawn(&state, bench_in, bytes);
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5;

    bench_stream = 1;
    for (unsigned i = 0; i < 16; i++) {
        size_t nblocks = i % (BENCH_CHECK_BLOCKS + 1), bytes = nblocks * BENCH_BLOCK, done;
        uint32_t before = bench_stream, hash_before = hash;

        bench_move(i);
        bench_random_bytes(&bench_stream, bench_key, sizeof bench_key);
        bench_random_bytes(&bench_stream, bench_in, bytes);
        CALL_SET_KEY(bench_schedule, bench_key);
        bench_find_outside(fault, TEXT("key setup wrote outside its schedule"), bench_schedule_area,
                           sizeof bench_schedule_area, bench_schedule, CALL_SCHEDULE_BYTES,
                           CALL_SCHEDULE_BYTES);
        if (!bench_inputs_kept(before, bytes))
            bench_set_fault(fault, TEXT("key setup overwrote the key"));
        done = bench_encrypt(nblocks);
        bench_find_outside(fault, TEXT("encrypt wrote outside its output"), bench_out_area,
                           sizeof bench_out_area, bench_out, done * BENCH_OUT, done * BENCH_BLOCK);
        if (!bench_inputs_kept(before, bytes))
            bench_set_fault(fault, TEXT("encrypt overwrote its input or the key"));
        hash = bench_fold(hash, bench_out, nblocks * BENCH_OUT);
#ifdef CALL_DECRYPT
        memset(bench_in_area, CANARY, sizeof bench_in_area);
        CALL_SET_DECRYPT_KEY(bench_schedule, bench_key);
        done = bench_decrypt(nblocks);
        bench_find_outside(fault, TEXT("decrypt wrote outside its output"), bench_in_area,
                           sizeof bench_in_area, bench_in, done * BENCH_BLOCK, done * BENCH_BLOCK);
        if (bench_fold(hash_before, bench_out, nblocks * BENCH_OUT) != hash)
            bench_set_fault(fault, TEXT("decrypt overwrote its input"));
        if (!bench_inputs_kept(before, bytes))
            bench_set_fault(fault, TEXT("decrypt does not undo encrypt"));
#else
        (void)hash_before;
#endif
    }
    return BENCH_HAS_MODEL ? hash : flash_read32(&bench_build.checksum);
}

static void
bench_encrypt_once(void)
{
    CALL_SET_KEY(bench_schedule, bench_key);
    bench_encrypt(BENCH_UNIT);
}

#ifdef CALL_DECRYPT
static void
bench_decrypt_once(void)
{
    CALL_SET_DECRYPT_KEY(bench_schedule, bench_key);
    bench_decrypt(BENCH_UNIT);
}
#endif

uint8_t
bench_abi(void)
{
    static const uintptr_t none[4];
    uint8_t broken;

    bench_move(0);
    broken = hal_abi_call((uintptr_t)bench_encrypt_once, none);
#ifdef CALL_DECRYPT
    if (broken == 0)
        broken = hal_abi_call((uintptr_t)bench_decrypt_once, none);
#endif
    return broken;
}

static void
bench_draw(size_t bytes)
{
    bench_move(0);
    hal_public(bench_key, sizeof bench_key);
    hal_public(bench_in_area, sizeof bench_in_area);
    hal_public(bench_out_area, sizeof bench_out_area);
    hal_public(bench_schedule_area, sizeof bench_schedule_area);
    bench_random_bytes(&bench_stream, bench_key, sizeof bench_key);
    bench_random_bytes(&bench_stream, bench_in, bytes);
    bench_random_bytes(&bench_stream, bench_out, bytes / BENCH_BLOCK * BENCH_OUT);
    hal_secret(bench_key, sizeof bench_key);
    hal_secret(bench_in, bytes);
    hal_secret(bench_out, bytes / BENCH_BLOCK * BENCH_OUT);
}

#define BENCH_TIMED(calls)                            \
    do {                                              \
        hal_time t;                                   \
                                                      \
        window_open();                                \
        for (unsigned i = hal_repeats(); i != 0; i--) \
            calls;                                    \
        t = window_close();                           \
        return t;                                     \
    } while (0)

static inline hal_time
sample_key_setup(const bench_operation *operation)
{
    (void)operation;
    bench_draw(0);
    BENCH_TIMED(CALL_SET_KEY(bench_schedule, bench_key));
}

/* The number of blocks of one call: see usual_sizes() in lab/plan/selection.py. */
static inline hal_time
sample_encrypt(const bench_operation *operation)
{
    size_t nblocks = operation->bytes / BENCH_BLOCK;

    (void)nblocks;
    bench_draw(operation->bytes);
    CALL_SET_KEY(bench_schedule, bench_key);
    BENCH_TIMED(CALL_ENCRYPT(bench_schedule, bench_key, bench_out, bench_in, nblocks));
}

static inline hal_time
sample_key_and_encrypt(const bench_operation *operation)
{
    (void)operation;
    bench_draw(BENCH_UNIT * BENCH_BLOCK);
    BENCH_TIMED((CALL_SET_KEY(bench_schedule, bench_key),
                 CALL_ENCRYPT(bench_schedule, bench_key, bench_out, bench_in, BENCH_UNIT)));
}

#ifdef CALL_DECRYPT
static inline hal_time
sample_decrypt(const bench_operation *operation)
{
    size_t nblocks = operation->bytes / BENCH_BLOCK;

    (void)nblocks;
    bench_draw(operation->bytes);
    CALL_SET_DECRYPT_KEY(bench_schedule, bench_key);
    BENCH_TIMED(CALL_DECRYPT(bench_schedule, bench_key, bench_in, bench_out, nblocks));
}

static inline hal_time
sample_key_and_decrypt(const bench_operation *operation)
{
    (void)operation;
    bench_draw(BENCH_UNIT * BENCH_BLOCK);
    BENCH_TIMED((CALL_SET_DECRYPT_KEY(bench_schedule, bench_key),
                 CALL_DECRYPT(bench_schedule, bench_key, bench_in, bench_out, BENCH_UNIT)));
}
#    define BENCH_DECRYPT(...) {"decrypt", __VA_ARGS__, sample_decrypt, 0},
#else
#    define BENCH_DECRYPT(...)
#endif

#define BENCH_OPERATIONS(...) {"encrypt", __VA_ARGS__, sample_encrypt, 0}, BENCH_DECRYPT(__VA_ARGS__)

const bench_operation bench_operations[] NARAE_FLASH = {
#if BENCH_SETS_KEY
    {"key-setup", BENCH_KEY_BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_setup, 0},
    BENCH_SIZES(BENCH_OPERATIONS)
#endif
        {"key+encrypt", BENCH_UNIT * BENCH_BLOCK, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_and_encrypt, 0},
#ifdef CALL_DECRYPT
    {"key+decrypt", BENCH_UNIT * BENCH_BLOCK, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_and_decrypt, 0},
#endif
    {"", 0, 0, 0, 0, NULL, 0},
};
