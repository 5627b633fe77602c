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
#    define SETS_KEY 1
#else
#    define SETS_KEY 0
#    define CALL_SET_KEY(schedule, key) ((void)0)
#endif
#ifndef CALL_OUT_BYTES
#    define CALL_OUT_BYTES BENCH_BLOCK_BYTES
#endif
#ifndef CALL_SET_DECRYPT_KEY
#    define CALL_SET_DECRYPT_KEY CALL_SET_KEY
#endif

enum {
    BLOCK = BENCH_BLOCK_BYTES,
    OUT = CALL_OUT_BYTES,
    CHECK_BLOCKS = 3,
    UNIT = CALL_BLOCKS == 0 ? 1 : CALL_BLOCKS
};
enum { CHECK_CALLS = (CHECK_BLOCKS + UNIT - 1) / UNIT, CHECK_BYTES = CHECK_CALLS * UNIT * BLOCK };
enum { MOST_BYTES = BENCH_MOST_BYTES < CHECK_BYTES ? CHECK_BYTES : BENCH_MOST_BYTES };

BENCH_BUILD(CALL_SCHEDULE_BYTES);

AREA(in_area, MOST_BYTES);
AREA(out_area, MOST_BYTES / BLOCK * OUT);
AREA(schedule_area, CALL_SCHEDULE_BYTES);
static uint8_t key[BENCH_KEY_BYTES] ALIGNED;
static uint8_t *in, *out, *schedule;

static void
move(unsigned n)
{
    memset(in_area, CANARY, sizeof in_area);
    memset(out_area, CANARY, sizeof out_area);
    memset(schedule_area, CANARY, sizeof schedule_area);
    in = place(in_area, n);
    out = place(out_area, n / 2);
    schedule = place(schedule_area, 0);
}

/* As many calls as necessary; the last one may process more blocks than requested. */
static size_t
encrypt(size_t nblocks)
{
    size_t done = 0;

    if (CALL_BLOCKS == 0) {
        CALL_ENCRYPT(schedule, key, out, in, nblocks);
        return nblocks;
    }
    for (; done < nblocks; done += UNIT)
        CALL_ENCRYPT(schedule, key, out + done * OUT, in + done * BLOCK, UNIT);
    return done;
}

#ifdef CALL_DECRYPT
static size_t
decrypt(size_t nblocks)
{
    size_t done = 0;

    if (CALL_BLOCKS == 0) {
        CALL_DECRYPT(schedule, key, in, out, nblocks);
        return nblocks;
    }
    for (; done < nblocks; done += UNIT)
        CALL_DECRYPT(schedule, key, in + done * BLOCK, out + done * BLOCK, UNIT);
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
        size_t bytes = nblocks * BLOCK;
        int right;

        move(*total);
        p = read_flash(key, p + 1, sizeof key);
        read_flash(in, p, bytes);
        CALL_SET_KEY(schedule, key);
        encrypt(nblocks);
        right = same_as_flash(out, p + bytes, nblocks * OUT);
        if (!right)
            name_failed(*total, TEXT("encryption"), out, nblocks * OUT);
#ifdef CALL_DECRYPT
        memset(in, CANARY, bytes);
        read_flash(out, p + bytes, bytes);
        CALL_SET_DECRYPT_KEY(schedule, key);
        decrypt(nblocks);
        if (right && !same_as_flash(in, p, bytes)) {
            right = 0;
            name_failed(*total, TEXT("decryption"), in, bytes);
        }
#endif
        p += bytes + nblocks * OUT;
        passed = (uint16_t)(passed + right);
    }
    return passed;
}

/* Whether the key, and the input that follows it, are still what was drawn at `state`. */
static int
inputs_kept(uint32_t state, size_t bytes)
{
    return still_drawn(&state, key, sizeof key) && still_drawn(&state, in, bytes);
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5;

    stream = 1;
    for (unsigned i = 0; i < 16; i++) {
        size_t nblocks = i % (CHECK_BLOCKS + 1), bytes = nblocks * BLOCK, done;
        uint32_t before = stream, hash_before = hash;

        move(i);
        random_bytes(&stream, key, sizeof key);
        random_bytes(&stream, in, bytes);
        CALL_SET_KEY(schedule, key);
        if (!untouched(schedule_area, sizeof schedule_area, schedule, CALL_SCHEDULE_BYTES))
            found(fault, TEXT("key setup wrote outside its schedule"));
        if (!inputs_kept(before, bytes))
            found(fault, TEXT("key setup overwrote the key"));
        done = encrypt(nblocks);
        if (!untouched(out_area, sizeof out_area, out, done * OUT))
            found(fault, TEXT("encrypt wrote outside its output"));
        if (!inputs_kept(before, bytes))
            found(fault, TEXT("encrypt overwrote its input or the key"));
        hash = fold(hash, out, nblocks * OUT);
#ifdef CALL_DECRYPT
        memset(in_area, CANARY, sizeof in_area);
        CALL_SET_DECRYPT_KEY(schedule, key);
        done = decrypt(nblocks);
        if (!untouched(in_area, sizeof in_area, in, done * BLOCK))
            found(fault, TEXT("decrypt wrote outside its output"));
        if (fold(hash_before, out, nblocks * OUT) != hash)
            found(fault, TEXT("decrypt overwrote its input"));
        if (!inputs_kept(before, bytes))
            found(fault, TEXT("decrypt does not undo encrypt"));
#else
        (void)hash_before;
#endif
    }
    return BENCH_HAS_MODEL ? hash : flash_read32(&bench_build.checksum);
}

static void
encrypt_once(void)
{
    CALL_SET_KEY(schedule, key);
    encrypt(UNIT);
}

uint8_t
bench_abi(void)
{
    static const uintptr_t none[4];

    move(0);
    return hal_abi_call((uintptr_t)encrypt_once, none);
}

static void
draw(size_t bytes)
{
    move(0);
    hal_public(key, sizeof key);
    hal_public(in_area, sizeof in_area);
    hal_public(out_area, sizeof out_area);
    hal_public(schedule_area, sizeof schedule_area);
    random_bytes(&stream, key, sizeof key);
    random_bytes(&stream, in, bytes);
    random_bytes(&stream, out, bytes / BLOCK * OUT);
    hal_secret(key, sizeof key);
    hal_secret(in, bytes);
    hal_secret(out, bytes / BLOCK * OUT);
}

#define TIMED(calls)                                  \
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
    draw(0);
    TIMED(CALL_SET_KEY(schedule, key));
}

/* The number of blocks of one call: see chosen_sizes() of the lab. */
static inline hal_time
sample_encrypt(const bench_operation *operation)
{
    size_t nblocks = operation->bytes / BLOCK;

    (void)nblocks;
    draw(operation->bytes);
    CALL_SET_KEY(schedule, key);
    TIMED(CALL_ENCRYPT(schedule, key, out, in, nblocks));
}

static inline hal_time
sample_key_and_encrypt(const bench_operation *operation)
{
    (void)operation;
    draw(UNIT * BLOCK);
    TIMED((CALL_SET_KEY(schedule, key), CALL_ENCRYPT(schedule, key, out, in, UNIT)));
}

#ifdef CALL_DECRYPT
static inline hal_time
sample_decrypt(const bench_operation *operation)
{
    size_t nblocks = operation->bytes / BLOCK;

    (void)nblocks;
    draw(operation->bytes);
    CALL_SET_DECRYPT_KEY(schedule, key);
    TIMED(CALL_DECRYPT(schedule, key, in, out, nblocks));
}

static inline hal_time
sample_key_and_decrypt(const bench_operation *operation)
{
    (void)operation;
    draw(UNIT * BLOCK);
    TIMED((CALL_SET_DECRYPT_KEY(schedule, key), CALL_DECRYPT(schedule, key, in, out, UNIT)));
}
#    define DECRYPT(...) {"decrypt", __VA_ARGS__, sample_decrypt, 0},
#else
#    define DECRYPT(...)
#endif

#define OPERATIONS(...) {"encrypt", __VA_ARGS__, sample_encrypt, 0}, DECRYPT(__VA_ARGS__)

const bench_operation bench_operations[] NARAE_FLASH = {
#if SETS_KEY
    {"key-setup", BENCH_KEY_BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_setup, 0},
    BENCH_SIZES(OPERATIONS)
#endif
        {"key+encrypt", UNIT * BLOCK, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_and_encrypt, 0},
#ifdef CALL_DECRYPT
    {"key+decrypt", UNIT * BLOCK, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_and_decrypt, 0},
#endif
    {"", 0, 0, 0, 0, NULL, 0},
};
