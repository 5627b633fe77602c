/* SPDX-License-Identifier: MIT */
/* A block cipher's kernel for 32-bit chips: equal to the portable code for any number of
 * blocks at any alignment, in place and not, and true to the ABI; the same of
 * counter mode where it has a kernel.  Then one
 * window for each of KEYS keys and operations, for a simulator to compare.
 *
 * INTERNAL names the cipher's internal header, FAMILY the name in its
 * functions, KEY_BYTES, BLOCK_BYTES and SCHEDULE_BYTES its sizes. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include INTERNAL
#include "core/encrypt_only.h"

#include "check.h"

#define JOIN(a, b, c) a##b##c
#define EXPAND(a, b, c) JOIN(a, b, c)
#define NAME(end) EXPAND(narae_, FAMILY, end)
#define DESCRIPTOR NAME()

enum { MAX_BLOCKS = 19, MAX_BYTES = MAX_BLOCKS * BLOCK_BYTES, WINDOW_BLOCKS = 9 };

static uint8_t key[KEY_BYTES], counter[BLOCK_BYTES], input[MAX_BYTES + 4], expected[MAX_BYTES];
static uint8_t got[MAX_BYTES + 8] __attribute__((aligned(4)));
static struct {
    uint32_t words[SCHEDULE_BYTES / 4];
    uint8_t after;
} schedule;

static void
set_key(void)
{
    schedule.after = CANARY;
    NAME(_set_key)(&schedule, key, KEY_BYTES);
    if (schedule.after != CANARY)
        fail("the schedule ends late");
}

static void
equal(const char *what, const uint8_t *out, const uint8_t *reference, size_t bytes)
{
    if (memcmp(out, reference, bytes) != 0)
        fail(what);
    for (const uint8_t *p = got; p < got + sizeof got; p++)
        if ((p < out || p >= out + bytes) && *p != CANARY)
            fail("a byte next to the output was written");
}

/* Schedules may differ, so the portable one is used first. */
static void
compare(size_t nblocks, unsigned out_at, unsigned in_at)
{
    size_t bytes = nblocks * BLOCK_BYTES;
    uint8_t *out = got + out_at;
    const uint8_t *in = input + in_at;

    random_bytes(&stream, key, KEY_BYTES);
    random_bytes(&stream, input, sizeof input);
    memset(got, CANARY, sizeof got);
    NAME(_set_key_portable)((void *)&schedule, key, KEY_BYTES);
    NAME(_encrypt_portable)(&schedule, expected, in, nblocks);

    set_key();
    DESCRIPTOR.kernels.encrypt(&schedule, out, in, nblocks);
    equal("encryption", out, expected, bytes);
    DESCRIPTOR.kernels.decrypt(&schedule, out, out, nblocks);
    equal("decryption in place", out, in, bytes);
    DESCRIPTOR.kernels.encrypt(&schedule, out, out, nblocks);
    equal("encryption in place", out, expected, bytes);
    DESCRIPTOR.kernels.decrypt(&schedule, out, expected, nblocks);
    equal("decryption", out, in, bytes);
}

/* Counters about to carry, through any number of bytes, or at random. */
static void
draw_counter(void)
{
    random_bytes(&stream, counter, sizeof counter);
    for (unsigned i = 1; i <= counter[0] % 5u; i++)
        counter[BLOCK_BYTES - i] = (uint8_t)(i == 1 ? 0xff - counter[1] % 24 : 0xff);
}

/* Keystream by the portable code and its counter, then by the kernel. */
static void
compare_counter_mode(size_t nblocks, unsigned out_at, unsigned in_at)
{
    size_t bytes = nblocks * BLOCK_BYTES;
    uint8_t *out = got + out_at;
    const uint8_t *in = input + in_at;
    uint8_t copy[BLOCK_BYTES];

    random_bytes(&stream, key, KEY_BYTES);
    random_bytes(&stream, input, sizeof input);
    memset(got, CANARY, sizeof got);
    draw_counter();
    memcpy(copy, counter, sizeof copy);
    NAME(_set_key_portable)((void *)&schedule, key, KEY_BYTES);
    narae_counter_blocks(NAME(_encrypt_portable), &schedule, expected, in, nblocks, copy, BLOCK_BYTES);

    set_key();
    DESCRIPTOR.kernels.ctr(&schedule, out, in, nblocks, counter);
    equal("counter mode", out, expected, bytes);
    if (memcmp(counter, copy, sizeof copy) != 0)
        fail("the counter stands elsewhere");
    random_bytes(&stream, copy, sizeof copy);
    DESCRIPTOR.kernels.ctr(&schedule, out, out, nblocks, memcpy(counter, copy, sizeof copy));
    DESCRIPTOR.kernels.ctr(&schedule, out, out, nblocks, memcpy(counter, copy, sizeof copy));
    equal("counter mode in place", out, expected, bytes);
}

static void
counter_mode(uint8_t *out, const uint8_t *in, size_t nblocks)
{
    DESCRIPTOR.kernels.ctr(&schedule, out, in, nblocks, counter);
}

int
main(void)
{
    hal_init();
    for (unsigned i = 0; DESCRIPTOR.kernels.ctr != NULL && i < 2 * ROUNDS; i++) {
        uint8_t choice[3];

        random_bytes(&stream, choice, sizeof choice);
        compare_counter_mode(choice[0] % (MAX_BLOCKS + 1), choice[1] & 1 ? 0 : choice[1] / 2 % 4,
                             choice[1] & 1 ? 0 : choice[2] % 4);
    }
    for (size_t nblocks = 0; nblocks <= MAX_BLOCKS; nblocks++)
        compare(nblocks, 0, 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint8_t choice[3];

        random_bytes(&stream, choice, sizeof choice);
        compare(choice[0] % (MAX_BLOCKS + 1), choice[1] % 4, choice[2] % 4);
    }
    keeps_promises(DESCRIPTOR.kernels.set_key, (uintptr_t)&schedule, (uintptr_t)key, KEY_BYTES, 0);
    for (size_t nblocks = 0; nblocks <= 9; nblocks++)
        for (unsigned at = 0; at < 2; at++) {
            keeps_promises(DESCRIPTOR.kernels.encrypt, (uintptr_t)&schedule, (uintptr_t)got,
                           (uintptr_t)input + at, nblocks);
            keeps_promises(DESCRIPTOR.kernels.decrypt, (uintptr_t)&schedule, (uintptr_t)got,
                           (uintptr_t)input + at, nblocks);
            if (DESCRIPTOR.kernels.ctr != NULL)
                keeps_promises(counter_mode, (uintptr_t)got, (uintptr_t)input + at, nblocks, 0);
        }

    for (unsigned i = 0; i < KEYS; i++) {
        random_bytes(&stream, key, KEY_BYTES);
        random_bytes(&stream, input, sizeof input);
        hal_begin();
        DESCRIPTOR.kernels.set_key(&schedule, key, KEY_BYTES);
        (void)hal_end();
        hal_begin();
        DESCRIPTOR.kernels.encrypt(&schedule, got, input, WINDOW_BLOCKS);
        (void)hal_end();
        hal_begin();
        DESCRIPTOR.kernels.decrypt(&schedule, got, got, WINDOW_BLOCKS);
        (void)hal_end();
        if (DESCRIPTOR.kernels.ctr != NULL) {
            draw_counter();
            hal_begin();
            DESCRIPTOR.kernels.ctr(&schedule, got, input, WINDOW_BLOCKS, counter);
            (void)hal_end();
        }
    }
    hal_exit(0);
}
