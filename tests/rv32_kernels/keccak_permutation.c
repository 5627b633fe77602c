/* SPDX-License-Identifier: MIT */
/* Keccak's kernel for 32-bit chips does what the portable one does, and is true to the
 * ABI.  Then windows for a simulator to compare. */

#include <stddef.h>
#include <string.h>

#include "keccak/keccak_internal.h"

#include "check.h"

static uint64_t state[25], copy[25];

int
main(void)
{
    hal_init();
    for (unsigned i = 0; i < ROUNDS; i++) {
        random_bytes(&stream, (uint8_t *)state, sizeof state);
        if (i == 0)
            memset(state, 0, sizeof state);
        for (unsigned lane = 0; lane < 25; lane++)
            copy[lane] = keccak_value_of(state[lane]);
        narae_keccak_f1600_portable(copy);
        keccak_f1600(state);
        for (unsigned lane = 0; lane < 25; lane++)
            if (copy[lane] != keccak_value_of(state[lane]))
                fail("permutation");
    }
    keeps_promises(keccak_f1600, (uintptr_t)state, 0, 0, 0);

    for (unsigned i = 0; i < KEYS; i++) {
        random_bytes(&stream, (uint8_t *)state, sizeof state);
        hal_begin();
        keccak_f1600(state);
        (void)hal_end();
    }
    hal_exit(0);
}
