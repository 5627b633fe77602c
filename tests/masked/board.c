/* SPDX-License-Identifier: MIT */
/* A masked block cipher on a board: with random keys, blocks and masks its kernels agree
 * with the cipher without shares, in place and not, and the modes over it with the other
 * modes.  Then windows for a simulator to compare: key setup, a group.
 *
 * MASKED names the descriptor, CIPHER the one without shares, UPPER the start of the
 * macros of its sizes.  ROUNDS and KEYS count comparisons and windows. */

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
static uint32_t schedule[SIZE_OF(_SCHEDULE_BYTES) / 4], key_shares[2 * KEY / 4],
    group[2 * BLOCKS * BLOCK / 4 + 1], other[2 * BLOCKS * BLOCK / 4], fresh[RANDOM / 4 + 1],
    work[SIZE_OF(_WORK_BYTES) / 4 + 1];
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
encrypt(uint32_t *in)
{
    random_bytes(&stream, (uint8_t *)fresh, RANDOM);
    MASKED.encrypt(schedule, (uint8_t *)group, (const uint8_t *)in, RANDOM ? (const uint8_t *)fresh : NULL);
}

static void
compare_group(int in_place)
{
    uint32_t *const in = in_place ? group : other, expanded[NARAE_MODE_SCHEDULE_BYTES / 4];
    uint8_t expected[BLOCK], block[BLOCK];
    static uint8_t before[2 * BLOCKS * BLOCK];

    share_key();
    MASKED.set_key(schedule, (const uint8_t *)key_shares);
    require(narae_block_cipher_set_key(&CIPHER, expanded, sizeof expanded, key, KEY) == NARAE_OK,
            TEXT("key"));
    memset(group, CANARY, sizeof group);
    random_bytes(&stream, (uint8_t *)in, sizeof before);
    memcpy(before, in, sizeof before);
    encrypt(in);
    require(in_place || memcmp(in, before, sizeof before) == 0, TEXT("the input changed"));
    require(group[sizeof group / 4 - 1] == UINT32_C(0x01010101) * CANARY, TEXT("wrote behind its output"));
    for (unsigned i = 0; i < BLOCKS; i++) {
        narae_masked_unshare(block, before + 2 * BLOCK * i, BLOCK);
        require(narae_block_cipher_encrypt(&CIPHER, expanded, expected, block, 1) == NARAE_OK, TEXT("block"));
        narae_masked_unshare(block, (const uint8_t *)group + 2 * BLOCK * i, BLOCK);
        require(memcmp(block, expected, BLOCK) == 0, TEXT("encryption"));
    }
}

static void
compare_modes(size_t bytes)
{
    static union {
        narae_ctr ctr;
        narae_cmac cmac;
    } plain;
    static uint8_t text[TEXT], expected[TEXT], counter[BLOCK], tag[BLOCK];
    const narae_masked masked = {&MASKED, (uint8_t *)key_shares, draw, &stream, work, SIZE_OF(_WORK_BYTES)};

    share_key();
    random_bytes(&stream, text, bytes);
    random_bytes(&stream, counter, BLOCK);
    counter[BLOCK - 1] = 0xff;
    work[sizeof work / 4 - 1] = CANARY;
    require(narae_cmac_init(&plain.cmac, &CIPHER, key, KEY) == NARAE_OK &&
                narae_cmac_tag_message(&plain.cmac, expected, BLOCK, text, bytes) == NARAE_OK &&
                narae_masked_cmac_tag(&masked, tag, BLOCK, text, bytes) == NARAE_OK &&
                memcmp(tag, expected, BLOCK) == 0,
            TEXT("CMAC"));
    require(narae_ctr_init(&plain.ctr, &CIPHER, key, KEY) == NARAE_OK &&
                narae_ctr_crypt_message(&plain.ctr, expected, counter, BLOCK, 0, text, bytes) == NARAE_OK &&
                narae_masked_ctr_crypt(&masked, text, counter, BLOCK, text, bytes) == NARAE_OK &&
                memcmp(text, expected, bytes) == 0,
            TEXT("CTR"));
    require(work[sizeof work / 4 - 1] == CANARY, TEXT("wrote behind its work"));
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
        random_bytes(&stream, (uint8_t *)other, sizeof other);
        hal_begin();
        MASKED.set_key(schedule, (const uint8_t *)key_shares);
        (void)hal_end();
        random_bytes(&stream, (uint8_t *)fresh, RANDOM);
        hal_begin();
        MASKED.encrypt(schedule, (uint8_t *)group, (const uint8_t *)other,
                       RANDOM ? (const uint8_t *)fresh : NULL);
        (void)hal_end();
    }
    hal_exit(0);
}
