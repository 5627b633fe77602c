/* SPDX-License-Identifier: MIT */
/* ChaCha's kernel for 32-bit chips: equal to the portable code for any number of blocks
 * and rounds, at any alignment, in place and not, over carries of the counter,
 * and true to the ABI.  Then windows for a simulator to compare. */

#include <stddef.h>
#include <string.h>

#include "chacha/chacha_internal.h"

#include "check.h"

enum { MAX_BLOCKS = 5, MAX_BYTES = 64 * MAX_BLOCKS };

static uint8_t input[MAX_BYTES + 4], expected[MAX_BYTES];
static uint8_t got[MAX_BYTES + 8] __attribute__((aligned(4)));
static uint32_t state[16], copy[16];

static void
compare(size_t nblocks, unsigned rounds, unsigned out_at, unsigned in_at, int in_place, uint32_t before_carry)
{
    uint8_t *out = got + out_at;
    const uint8_t *in = input + in_at;

    random_bytes(&stream, (uint8_t *)state, sizeof state);
    random_bytes(&stream, input, sizeof input);
    if (before_carry != 0)
        state[12] = 0 - before_carry;
    memcpy(copy, state, sizeof state);
    memset(got, CANARY, sizeof got);
    if (in_place)
        memcpy(out, in, 64 * nblocks);
    narae_chacha_blocks_portable(copy, expected, in, nblocks, rounds);
    narae_chacha_blocks_kernel(state, out, in_place ? out : in, nblocks, rounds);
    if (memcmp(out, expected, 64 * nblocks) != 0)
        fail("key stream");
    if (memcmp(state, copy, sizeof state) != 0)
        fail("state");
    for (const uint8_t *p = got; p < got + sizeof got; p++)
        if ((p < out || p >= out + 64 * nblocks) && *p != CANARY)
            fail("a byte next to the output was written");
}

static void
twenty_rounds(uint32_t *words, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    narae_chacha_blocks_kernel(words, out, in, nblocks, 20);
}

int
main(void)
{
    hal_init();
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint8_t choice[6];

        random_bytes(&stream, choice, sizeof choice);
        compare(choice[0] % (MAX_BLOCKS + 1), 2 * (1 + choice[1] % 11), i % 3 ? 0 : choice[2] % 4,
                i % 3 ? 0 : choice[3] % 4, choice[4] & 1, choice[5] % 4);
    }
    keeps_promises(twenty_rounds, (uintptr_t)state, (uintptr_t)got, (uintptr_t)input, 0);
    keeps_promises(twenty_rounds, (uintptr_t)state, (uintptr_t)got, (uintptr_t)input, 2);
    keeps_promises(twenty_rounds, (uintptr_t)state, (uintptr_t)got, (uintptr_t)input + 1, 2);

    for (unsigned i = 0; i < KEYS; i++) {
        random_bytes(&stream, (uint8_t *)state, 48);
        random_bytes(&stream, input, sizeof input);
        hal_begin();
        narae_chacha_blocks_kernel(state, got, input, 2, 8);
        (void)hal_end();
    }
    hal_exit(0);
}
