/* SPDX-License-Identifier: MIT */
/* A block cipher's AVR kernel on the Uno: equal to the portable code, true to
 * the ABI, and timed through its descriptor as a mode calls it.
 *
 * INTERNAL names the cipher's internal header, FAMILY its descriptor, PORTABLE
 * the start of the functions to be compared with, KEY_BYTES, BLOCK_BYTES and
 * SCHEDULE_BYTES its sizes. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include INTERNAL

#include "abi.h"
#include "hal.h"
#include "print.h"
#include "random.h"

#define JOIN(a, b) narae_##a##b
#define EXPAND(a, b) JOIN(a, b)

enum { KEYS = 50, MAX_BLOCKS = 3, MAX_BYTES = MAX_BLOCKS * BLOCK_BYTES, CANARY = 0xa5 };

static uint32_t stream = 1;
static uint8_t key[KEY_BYTES], input[MAX_BYTES], expected[MAX_BYTES], got[MAX_BYTES + 1];
static struct {
    uint32_t words[SCHEDULE_BYTES / 4];
    uint8_t after;
} schedule;

_Noreturn static void
fail(const char *what)
{
    print_text("fault ");
    print_flash_text(what);
    print_text("\n");
    hal_exit(1);
}

static void
set_key(void)
{
    schedule.after = CANARY;
    FAMILY.kernels.set_key(&schedule, key, KEY_BYTES);
    if (schedule.after != CANARY)
        fail(TEXT("the schedule ends late"));
}

/* Schedules may differ, so the portable one is used first. */
static void
compare_encryption(size_t nblocks)
{
    size_t bytes = nblocks * BLOCK_BYTES;

    random_bytes(&stream, key, KEY_BYTES);
    random_bytes(&stream, input, sizeof input);
    memset(expected, CANARY, sizeof expected);
    memset(got, CANARY, sizeof got);
    EXPAND(PORTABLE, _set_key_portable)((void *)&schedule, key, KEY_BYTES);
    EXPAND(PORTABLE, _encrypt_portable)(&schedule, expected, input, nblocks);

    set_key();
    FAMILY.kernels.encrypt(&schedule, got, input, nblocks);
    if (memcmp(got, expected, sizeof expected) != 0 || got[MAX_BYTES] != CANARY)
        fail(TEXT("encryption"));
    FAMILY.kernels.decrypt(&schedule, got, got, nblocks);
    if (memcmp(got, input, bytes) != 0)
        fail(TEXT("decryption in place"));
    FAMILY.kernels.encrypt(&schedule, got, got, nblocks);
    if (memcmp(got, expected, sizeof expected) != 0)
        fail(TEXT("encryption in place"));
    FAMILY.kernels.decrypt(&schedule, got, expected, nblocks);
    if (memcmp(got, input, bytes) != 0)
        fail(TEXT("decryption"));
}

static void
keeps_promises(uintptr_t function, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d)
{
    const uintptr_t arguments[4] = {a, b, c, d};
    uint8_t promise = hal_abi_call(function, arguments);

    if (promise != 0) {
        hal_abi_print(promise);
        fail(TEXT(" was not kept"));
    }
}

static void
check_abi(uintptr_t nblocks)
{
    uintptr_t to = (uintptr_t)got, from = (uintptr_t)input, keys = (uintptr_t)&schedule;

    keeps_promises((uintptr_t)FAMILY.kernels.set_key, keys, (uintptr_t)key, KEY_BYTES, 0);
    keeps_promises((uintptr_t)FAMILY.kernels.encrypt, keys, to, from, nblocks);
    keeps_promises((uintptr_t)FAMILY.kernels.decrypt, keys, to, from, nblocks);
}

int
main(void)
{
    hal_init();
    for (uint8_t i = 0; i < 20; i++)
        compare_encryption(i % (MAX_BLOCKS + 1));
    check_abi(0);
    check_abi(1);
    check_abi(2);

    for (uint8_t i = 0; i < KEYS; i++) {
        random_bytes(&stream, key, KEY_BYTES);
        random_bytes(&stream, input, BLOCK_BYTES);
        hal_begin();
        FAMILY.kernels.set_key(&schedule, key, KEY_BYTES);
        (void)hal_end();
        hal_begin();
        FAMILY.kernels.encrypt(&schedule, got, input, 1);
        (void)hal_end();
        hal_begin();
        FAMILY.kernels.decrypt(&schedule, got, got, 1);
        (void)hal_end();
    }
    hal_exit(0);
}
