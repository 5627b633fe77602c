/* SPDX-License-Identifier: MIT */
/* Measures a block cipher in shares through its descriptor (narae/masked.h): key setup,
 * and encryption of one group.  bench_config.h names
 *
 *     BENCH_HEADER            the header that declares the descriptor
 *     BENCH_DESCRIPTOR        the descriptor
 *     BENCH_SCHEDULE_BYTES    its schedule
 *     BENCH_GROUP_BLOCKS      blocks of its group
 *     BENCH_GROUP_RANDOM      fresh random bytes for each group
 *     BENCH_KEY_BYTES, BENCH_BLOCK_BYTES    of a key and a block that are not in shares
 *     bench_vector_data       vectors in flash, as for kind_block.c
 *
 * Vectors and checksum are those of the cipher without shares; the masks come from a
 * stream of their own.  Every block of a group is one of the vector's.
 *
 * The window holds the C call of the kernel and nothing else: shares and random bytes
 * are made before. */

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

enum {
    SHARES = 2,
    KEY = BENCH_KEY_BYTES,
    BLOCK = BENCH_BLOCK_BYTES,
    BLOCKS = BENCH_GROUP_BLOCKS,
    MOST_BLOCKS = 3, /* of a vector, and of the checks */
    RANDOM = BENCH_GROUP_RANDOM
};

BENCH_BUILD(BENCH_SCHEDULE_BYTES);

static struct {
    uint8_t before[CANARY_BYTES];
    uint32_t words[BENCH_SCHEDULE_BYTES / 4];
    uint8_t after[CANARY_BYTES];
} schedule;
static struct {
    uint8_t before[CANARY_BYTES];
    uint32_t words[SHARES * BLOCKS * BLOCK / 4];
    uint8_t after[CANARY_BYTES];
} group;
static uint32_t input[SHARES * BLOCKS * BLOCK / 4], key_shares[SHARES * KEY / 4], fresh[RANDOM / 4 + 1];
static uint8_t key[KEY], texts[MOST_BLOCKS * BLOCK], results[MOST_BLOCKS * BLOCK];
static uint32_t stream, masks = 1;

/* `value` in shares. */
static void
share(void *to, const uint8_t *value, size_t bytes)
{
    uint8_t *shares = to;

    random_bytes(&masks, shares + bytes, bytes);
    for (size_t i = 0; i < bytes; i++)
        shares[i] = value[i] ^ shares[bytes + i];
}

/* The key in shares, and random bytes for its setup. */
static void
prepare_key(void)
{
    share(key_shares, key, KEY);
    random_bytes(&masks, (uint8_t *)schedule.words, BENCH_DESCRIPTOR.key_random_bytes);
}

static void
set_key(void)
{
    prepare_key();
    BENCH_DESCRIPTOR.set_key(schedule.words, (const uint8_t *)key_shares);
}

static void
draw_fresh(void)
{
    random_bytes(&masks, (uint8_t *)fresh, RANDOM);
}

static void
encrypt(const void *in)
{
    BENCH_DESCRIPTOR.encrypt(schedule.words, (uint8_t *)group.words, in,
                             RANDOM != 0 ? (const uint8_t *)fresh : NULL);
}

/* Encrypts `nblocks` of the texts to the results, one of them several times in a group;
 * false if two of those results differ. */
static int
encrypt_texts(size_t nblocks, int in_place)
{
    int alike = 1;

    for (size_t first = 0; first < nblocks; first += BLOCKS) {
        uint8_t *in = in_place ? (uint8_t *)group.words : (uint8_t *)input;

        for (size_t i = 0; i < BLOCKS; i++)
            share(in + SHARES * BLOCK * i, texts + (first + i) % nblocks * BLOCK, BLOCK);
        draw_fresh();
        encrypt(in);
        for (size_t i = 0; i < BLOCKS; i++) {
            const uint8_t *shares = (const uint8_t *)group.words + SHARES * BLOCK * i;
            uint8_t *result = results + (first + i) % nblocks * BLOCK;

            for (size_t k = 0; k < BLOCK; k++) {
                const uint8_t byte = shares[k] ^ shares[BLOCK + k];

                if (first + i >= nblocks)
                    alike &= result[k] == byte;
                result[k] = byte;
            }
        }
    }
    return alike;
}

uint16_t
bench_vectors(uint16_t *total)
{
    const uint8_t *p = bench_vector_data;
    uint16_t passed = 0;
    size_t nblocks;

    print_masked(SHARES, RANDOM, BENCH_DESCRIPTOR.key_random_bytes);
    for (*total = 0; (nblocks = flash_read8(p)) != 0; ++*total) {
        size_t bytes = nblocks * BLOCK;
        uint8_t wrong;

        p++;
        for (size_t i = 0; i < KEY; i++)
            key[i] = flash_read8(p++);
        for (size_t i = 0; i < bytes; i++)
            texts[i] = flash_read8(p + i);
        set_key();
        wrong = !encrypt_texts(nblocks, 0);
        for (size_t i = 0; i < bytes; i++)
            wrong |= results[i] != flash_read8(p + bytes + i);
        if (wrong)
            name_failed(*total, TEXT("encryption"), results, bytes);
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
        size_t bytes = i % (MOST_BLOCKS + 1) * BLOCK;

        memset(&schedule, CANARY, sizeof schedule);
        memset(&group, CANARY, sizeof group);
        random_bytes(&stream, key, KEY);
        random_bytes(&stream, texts, bytes);
        set_key();
        if (!all_canary(schedule.before, schedule.before + CANARY_BYTES) ||
            !all_canary(schedule.after, schedule.after + CANARY_BYTES))
            set_fault(fault, TEXT("key setup wrote outside its schedule"));

        if (!encrypt_texts(bytes / BLOCK, i & 4))
            set_fault(fault, TEXT("equal blocks of a group have different results"));
        if (!all_canary(group.before, group.before + CANARY_BYTES) ||
            !all_canary(group.after, group.after + CANARY_BYTES))
            set_fault(fault, TEXT("encrypt wrote outside its output"));
        for (size_t k = 0; k < bytes; k++)
            hash = (hash ^ results[k]) * 0x01000193;
    }
    return hash;
}

uint8_t
bench_abi(void)
{
    const uintptr_t setup[4] = {(uintptr_t)schedule.words, (uintptr_t)key_shares};
    const uintptr_t blocks[4] = {(uintptr_t)schedule.words, (uintptr_t)group.words, (uintptr_t)input,
                                 (uintptr_t)(RANDOM != 0 ? fresh : NULL)};
    uint8_t broken = hal_abi_call((uintptr_t)BENCH_DESCRIPTOR.set_key, setup);

    return broken != 0 ? broken : hal_abi_call((uintptr_t)BENCH_DESCRIPTOR.encrypt, blocks);
}

static hal_time
sample_key_setup(const bench_operation *operation)
{
    (void)operation;
    random_bytes(&stream, key, KEY);
    prepare_key();
    window_open();
    BENCH_DESCRIPTOR.set_key(schedule.words, (const uint8_t *)key_shares);
    return window_close();
}

static hal_time
sample_encrypt(const bench_operation *operation)
{
    (void)operation;
    random_bytes(&stream, key, KEY);
    random_bytes(&stream, (uint8_t *)input, sizeof input);
    set_key();
    draw_fresh();
    window_open();
    encrypt(input);
    return window_close();
}

const bench_operation bench_operations[] NARAE_FLASH = {
    {"encrypt", BLOCKS * BLOCK, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_encrypt, 0},
    {"key-setup", KEY, 0, BENCH_SAMPLES, BENCH_WARMUPS, sample_key_setup, 0},
    {"", 0, 0, 0, 0, NULL, 0},
};
