/* SPDX-License-Identifier: MIT */
/* Measures a block cipher through its descriptor: key setup, encryption,
 * decryption, and key setup with one block at once.  bench_config.h names
 *
 *     BENCH_HEADER            the header that declares the descriptor
 *     BENCH_DESCRIPTOR        the descriptor
 *     BENCH_SCHEDULE_BYTES    schedule bytes for this key size
 *     BENCH_KEY_BYTES, BENCH_BLOCK_BYTES
 *     BENCH_SET_DECRYPT_KEY, BENCH_DECRYPT    where decryption has a schedule of its own: the
 *                             functions for it, and the descriptor's set_key serves encryption
 *     bench_vector_data       vectors in flash, one after the other:
 *                             number of blocks (0 ends), key, plain, cipher
 *
 * The window holds the C call of the kernel and nothing else: arguments,
 * call, the kernel's saves and restores, return. */

#include "bench.h"

#include <string.h>

#include "abi.h"
#define BENCH_WANTS_VECTORS
#include "bench_config.h"
#include "canary.h"
#include "failed.h"
#include "print.h"
#include "random.h"

#include "narae/descriptor.h"

#include BENCH_HEADER

#ifdef BENCH_SET_DECRYPT_KEY
#    define TWO_SCHEDULES 1
#else
#    define TWO_SCHEDULES 0
#    define BENCH_SET_DECRYPT_KEY narae_kernels_of(&BENCH_DESCRIPTOR)->set_key
#    define BENCH_DECRYPT narae_kernels_of(&BENCH_DESCRIPTOR)->decrypt
#endif

enum { BLOCK = BENCH_BLOCK_BYTES, CHECK_BLOCKS = 3 };

BENCH_BUILD(BENCH_SCHEDULE_BYTES);

/* A slack of three bytes lets the checks try every alignment; canaries lie
 * on both sides of what may be written. */
enum {
    CHECK_BYTES = CHECK_BLOCKS * BLOCK,
    MAX_BYTES = BENCH_MAX_BYTES < CHECK_BYTES ? CHECK_BYTES : BENCH_MAX_BYTES
};
enum { BUFFER_BYTES = MAX_BYTES + 3, AREA_BYTES = BUFFER_BYTES + 2 * CANARY_BYTES };
static uint8_t input[BUFFER_BYTES], output_area[AREA_BYTES];
static uint8_t *const output = output_area + CANARY_BYTES;
static struct {
    uint8_t before[CANARY_BYTES];
    uint32_t words[BENCH_SCHEDULE_BYTES / 4];
    uint8_t after[CANARY_BYTES];
} schedule;
static uint8_t key[BENCH_KEY_BYTES];
static uint32_t stream;

static int
outside_untouched(const uint8_t *out, size_t bytes)
{
    return all_canary(output_area, out) && all_canary(out + bytes, output_area + AREA_BYTES);
}

/* From encryption to decryption under one key. */
static void
turn_round(void)
{
    if (TWO_SCHEDULES)
        BENCH_SET_DECRYPT_KEY(schedule.words, key, sizeof key);
}

uint16_t
bench_vectors(uint16_t *total)
{
    const uint8_t *p = bench_vector_data;
    uint16_t passed = 0;
    size_t nblocks;

    for (*total = 0; (nblocks = flash_read8(p)) != 0; ++*total) {
        size_t bytes = nblocks * BLOCK;
        uint8_t wrong = 0;

        p++;
        for (size_t i = 0; i < sizeof key; i++)
            key[i] = flash_read8(p++);
        for (size_t i = 0; i < bytes; i++)
            input[i] = flash_read8(p + i);
        narae_kernels_of(&BENCH_DESCRIPTOR)->set_key(schedule.words, key, sizeof key);
        narae_kernels_of(&BENCH_DESCRIPTOR)->encrypt(schedule.words, output, input, nblocks);
        for (size_t i = 0; i < bytes; i++)
            wrong |= output[i] != flash_read8(p + bytes + i);
        if (wrong)
            name_failed(*total, TEXT("encryption"), output, bytes);
        turn_round();
        BENCH_DECRYPT(schedule.words, output, output, nblocks);
        wrong |= memcmp(output, input, bytes) != 0;
        if (wrong)
            name_failed(*total, TEXT("decryption"), output, bytes);
        p += 2 * bytes;
        passed += !wrong;
    }
    return passed;
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5; /* FNV-1a */

    stream = 1;
    for (unsigned i = 0; i < 16; i++) {
        size_t nblocks = i % (CHECK_BLOCKS + 1), bytes = nblocks * BLOCK;
        uint8_t *in = input + i / 4, *out = output + (i + i / 4) % 4;

        memset(&schedule, CANARY, sizeof schedule);
        memset(output_area, CANARY, sizeof output_area);
        random_bytes(&stream, key, sizeof key);
        random_bytes(&stream, in, bytes);
        narae_kernels_of(&BENCH_DESCRIPTOR)->set_key(schedule.words, key, sizeof key);
        if (!all_canary(schedule.before, schedule.before + CANARY_BYTES) ||
            !all_canary(schedule.after, schedule.after + CANARY_BYTES))
            set_fault(fault, TEXT("key setup wrote outside its schedule"));

        narae_kernels_of(&BENCH_DESCRIPTOR)->encrypt(schedule.words, out, in, nblocks);
        if (!outside_untouched(out, bytes))
            set_fault(fault, TEXT("encrypt wrote outside its output"));
        for (size_t k = 0; k < bytes; k++)
            hash = (hash ^ out[k]) * 0x01000193;

        turn_round();
        BENCH_DECRYPT(schedule.words, out, out, nblocks);
        if (!outside_untouched(out, bytes))
            set_fault(fault, TEXT("decrypt wrote outside its output"));
        if (memcmp(out, in, bytes) != 0)
            set_fault(fault, TEXT("decrypt does not undo encrypt"));
    }
    return hash;
}

#if BENCH_ONLY_CHECKS
/* Other numbers of blocks, for which there may be other code. */
static uint8_t
abi_of_other_numbers(void)
{
    uintptr_t blocks[4] = {(uintptr_t)schedule.words, (uintptr_t)output, (uintptr_t)input};
    uint8_t broken = 0;

    for (blocks[3] = MAX_BYTES / BLOCK; blocks[3] != 0 && broken == 0; blocks[3] /= 2) {
        broken = hal_abi_call((uintptr_t)narae_kernels_of(&BENCH_DESCRIPTOR)->encrypt, blocks);
        if (broken == 0)
            broken = hal_abi_call((uintptr_t)BENCH_DECRYPT, blocks);
    }
    return broken;
}
#else
#    define abi_of_other_numbers() 0
#endif

uint8_t
bench_abi(void)
{
    const uintptr_t set_key[4] = {(uintptr_t)schedule.words, (uintptr_t)key, sizeof key};
    const uintptr_t blocks[4] = {(uintptr_t)schedule.words, (uintptr_t)output, (uintptr_t)input,
                                 CHECK_BLOCKS};
    uint8_t broken = hal_abi_call((uintptr_t)narae_kernels_of(&BENCH_DESCRIPTOR)->set_key, set_key);

    if (broken == 0)
        broken = hal_abi_call((uintptr_t)narae_kernels_of(&BENCH_DESCRIPTOR)->encrypt, blocks);
    if (broken == 0 && TWO_SCHEDULES)
        broken = hal_abi_call((uintptr_t)BENCH_SET_DECRYPT_KEY, set_key);
    if (broken == 0)
        broken = hal_abi_call((uintptr_t)BENCH_DECRYPT, blocks);
    return broken != 0 ? broken : abi_of_other_numbers();
}

static void
draw_secrets(size_t bytes)
{
    random_bytes(&stream, key, sizeof key);
    random_bytes(&stream, input, bytes);
    hal_secret(key, sizeof key);
    hal_secret(input, bytes);
}

static void
publish(size_t bytes)
{
    hal_public(key, sizeof key);
    hal_public(&schedule, sizeof schedule);
    hal_public(input, bytes);
    hal_public(output, bytes);
}

static hal_time
sample_key_setup(const bench_operation *operation)
{
    hal_time t;

    (void)operation;
    draw_secrets(0);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        narae_kernels_of(&BENCH_DESCRIPTOR)->set_key(schedule.words, key, sizeof key);
    t = window_close();
    publish(0);
    return t;
}

static hal_time
sample_encrypt(const bench_operation *operation)
{
    size_t nblocks = operation->bytes / BLOCK;
    hal_time t;

    draw_secrets(operation->bytes);
    narae_kernels_of(&BENCH_DESCRIPTOR)->set_key(schedule.words, key, sizeof key);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        narae_kernels_of(&BENCH_DESCRIPTOR)->encrypt(schedule.words, output, input, nblocks);
    t = window_close();
    publish(operation->bytes);
    return t;
}

static hal_time
sample_decrypt(const bench_operation *operation)
{
    size_t nblocks = operation->bytes / BLOCK;
    hal_time t;

    draw_secrets(operation->bytes);
    BENCH_SET_DECRYPT_KEY(schedule.words, key, sizeof key);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        BENCH_DECRYPT(schedule.words, output, input, nblocks);
    t = window_close();
    publish(operation->bytes);
    return t;
}

static hal_time
sample_key_and_encrypt(const bench_operation *operation)
{
    hal_time t;

    draw_secrets(operation->bytes);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--) {
        narae_kernels_of(&BENCH_DESCRIPTOR)->set_key(schedule.words, key, sizeof key);
        narae_kernels_of(&BENCH_DESCRIPTOR)->encrypt(schedule.words, output, input, 1);
    }
    t = window_close();
    publish(operation->bytes);
    return t;
}

static hal_time
sample_key_and_decrypt(const bench_operation *operation)
{
    hal_time t;

    draw_secrets(operation->bytes);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--) {
        BENCH_SET_DECRYPT_KEY(schedule.words, key, sizeof key);
        BENCH_DECRYPT(schedule.words, output, input, 1);
    }
    t = window_close();
    publish(operation->bytes);
    return t;
}

#define OPERATIONS(bytes, ad_bytes, samples, warmups)                  \
    {"encrypt", bytes, ad_bytes, samples, warmups, sample_encrypt, 0}, \
        {"decrypt", bytes, ad_bytes, samples, warmups, sample_decrypt, 0},

const bench_operation bench_operations[] NARAE_FLASH = {
    {"key-setup", BENCH_KEY_BYTES, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_setup, 0},
    BENCH_SIZES(OPERATIONS){"key+encrypt", BLOCK, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_and_encrypt, 0},
    {"key+decrypt", BLOCK, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_and_decrypt, 0},
    {"", 0, 0, 0, 0, NULL, 0},
};
