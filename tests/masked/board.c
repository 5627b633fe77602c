/* SPDX-License-Identifier: MIT */
/* A masked block cipher on a board: with random keys, blocks and masks its kernels agree
 * with the cipher without shares, in place and not, and the modes over it with the other
 * modes.  Then windows for a simulator to compare: key setup, a group.
 *
 * MASKED names the descriptor, UPPER the start of the macros of its sizes; CIPHER and
 * CIPHER_SCHEDULE_BYTES are those without shares.  ROUNDS and KEYS count comparisons and windows. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "narae/narae.h"

#include "hal.h"
#include "print.h"
#include "random.h"

#define JOINED_(a, b) a##b
#define JOINED(a, b) JOINED_(a, b)
#define SIZE_OF(what) JOINED(UPPER, what)

enum {
    BLOCK = BLOCK_BYTES,
    KEY = KEY_BYTES,
    BLOCKS = SIZE_OF(_BLOCKS),
    RANDOM = SIZE_OF(_RANDOM_BYTES),
    TEXT = BLOCK * BLOCKS + 3,
    CANARY = 0xa5
};

static uint32_t stream = 1;
static uint32_t key_shares[2 * KEY / 4], fresh[RANDOM / 4 + 1];

/* A small chip has space for one of these at a time. */
static union {
    struct {
        union {
            uint32_t plain[CIPHER_SCHEDULE_BYTES / 4]; /* of the cipher without shares */
            uint32_t schedule[SIZE_OF(_SCHEDULE_BYTES) / 4];
        };
        uint32_t group[2 * BLOCKS * BLOCK / 4 + 1], other[2 * BLOCKS * BLOCK / 4];
    };
    struct {
        union {
            narae_ctr ctr;
            narae_cmac cmac;
            uint8_t work[SIZE_OF(_WORK_BYTES) + 4];
        };
        uint8_t text[TEXT];
    };
} memory;
static uint8_t expected[TEXT];
static uint8_t key[KEY];

static void
require(int right, const char *what)
{
    if (right)
        return;
    print_text("fault ");
    print_flash_text(what);
    print_text("\n");
    hal_exit(1);
}

static int
draw(void *context, uint8_t *out, size_t bytes)
{
    random_bytes(context, out, bytes);
    return NARAE_OK;
}

static void
share_key(void)
{
    uint8_t mask[KEY];

    random_bytes(&stream, key, KEY);
    random_bytes(&stream, mask, KEY);
    narae_masked_share((uint8_t *)key_shares, key, mask, KEY);
}

/* A group from `in`, which is `group` or not. */
static void
encrypt(const uint32_t *in)
{
    random_bytes(&stream, (uint8_t *)fresh, RANDOM);
    MASKED.encrypt(memory.schedule, (uint8_t *)memory.group, (const uint8_t *)in,
                   RANDOM ? (const uint8_t *)fresh : NULL);
}

static void
set_key(void)
{
    random_bytes(&stream, (uint8_t *)memory.schedule, MASKED.key_random_bytes);
    MASKED.set_key(memory.schedule, (const uint8_t *)key_shares);
}

static void
compare_group(int in_place)
{
    uint32_t *const in = in_place ? memory.group : memory.other, random = stream;
    const uint8_t *shares = (const uint8_t *)in;
    uint8_t block[2 * BLOCK];

    memset(memory.group, CANARY, sizeof memory.group);
    random_bytes(&stream, (uint8_t *)in, sizeof memory.other);
    share_key();
    require(narae_block_cipher_set_key(&CIPHER, memory.plain, sizeof memory.plain, key, KEY) == NARAE_OK,
            TEXT("key"));
    for (unsigned i = 0; i < BLOCKS; i++) {
        narae_masked_unshare(block, shares + 2 * BLOCK * i, BLOCK);
        require(narae_block_cipher_encrypt(&CIPHER, memory.plain, expected + BLOCK * i, block, 1) == NARAE_OK,
                TEXT("block"));
    }
    set_key();
    encrypt(in);
    for (unsigned i = 0; i < BLOCKS && !in_place; i++) {
        random_bytes(&random, block, sizeof block);
        require(memcmp(shares + 2 * BLOCK * i, block, sizeof block) == 0, TEXT("the input changed"));
    }
    require(memory.group[sizeof memory.group / 4 - 1] == UINT32_C(0x01010101) * CANARY,
            TEXT("wrote behind its output"));
    for (unsigned i = 0; i < BLOCKS; i++) {
        narae_masked_unshare(block, (const uint8_t *)memory.group + 2 * BLOCK * i, BLOCK);
        require(memcmp(block, expected + BLOCK * i, BLOCK) == 0, TEXT("encryption"));
    }
}

static void
compare_modes(size_t bytes)
{
    uint8_t counter[BLOCK], tag[BLOCK], *const end = memory.work + SIZE_OF(_WORK_BYTES);
    const narae_masked masked = {&MASKED, (uint8_t *)key_shares, draw,
                                 &stream, memory.work,           SIZE_OF(_WORK_BYTES)};

    share_key();
    random_bytes(&stream, memory.text, bytes);
    random_bytes(&stream, counter, BLOCK);
    counter[BLOCK - 1] = 0xff;
    require(narae_cmac_init(&memory.cmac, &CIPHER, key, KEY) == NARAE_OK &&
                narae_cmac_tag_message(&memory.cmac, expected, BLOCK, memory.text, bytes) == NARAE_OK,
            TEXT("CMAC without shares"));
    *end = CANARY;
    require(narae_masked_cmac_tag(&masked, tag, BLOCK, memory.text, bytes) == NARAE_OK &&
                memcmp(tag, expected, BLOCK) == 0,
            TEXT("CMAC"));
    require(*end == CANARY, TEXT("wrote behind its work"));
    require(narae_ctr_init(&memory.ctr, &CIPHER, key, KEY) == NARAE_OK &&
                narae_ctr_crypt_message(&memory.ctr, expected, counter, BLOCK, 0, memory.text, bytes) ==
                    NARAE_OK,
            TEXT("CTR without shares"));
    *end = CANARY;
    require(narae_masked_ctr_crypt(&masked, memory.text, counter, BLOCK, memory.text, bytes) == NARAE_OK &&
                memcmp(memory.text, expected, bytes) == 0,
            TEXT("CTR"));
    require(*end == CANARY, TEXT("wrote behind its work"));
}

int
main(void)
{
    hal_init();
    for (unsigned i = 0; i < ROUNDS; i++)
        compare_group(i % 2);
    for (size_t bytes = 0; bytes <= TEXT; bytes += bytes < BLOCK + 2 ? 1 : BLOCK * BLOCKS - BLOCK + 1)
        compare_modes(bytes);

    for (unsigned i = 0; i < KEYS; i++) {
        share_key();
        random_bytes(&stream, (uint8_t *)memory.schedule, MASKED.key_random_bytes);
        random_bytes(&stream, (uint8_t *)memory.other, sizeof memory.other);
        hal_begin();
        MASKED.set_key(memory.schedule, (const uint8_t *)key_shares);
        (void)hal_end();
        random_bytes(&stream, (uint8_t *)fresh, RANDOM);
        hal_begin();
        MASKED.encrypt(memory.schedule, (uint8_t *)memory.group, (const uint8_t *)memory.other,
                       RANDOM ? (const uint8_t *)fresh : NULL);
        (void)hal_end();
    }
    hal_exit(0);
}
