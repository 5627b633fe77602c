/* SPDX-License-Identifier: MIT */
/* Keccak's RV32 kernel does what the portable one does, and is true to the
 * ABI.  Then windows for a simulator to compare. */

#include <stddef.h>
#include <string.h>

#include "keccak/keccak_internal.h"

#include "check.h"

enum { KEYS = 50 };

static uint64_t state[25], copy[25];

int
main(void)
{
    hal_init();
    for (unsigned i = 0; i < ROUNDS; i++) {
        random_bytes(&stream, (uint8_t *)state, sizeof state);
        if (i == 0)
            memset(state, 0, sizeof state);
        memcpy(copy, state, sizeof state);
        narae_keccak_f1600_portable(copy);
        narae_keccak_f1600_rv32(state);
        if (memcmp(copy, state, sizeof state) != 0)
            fail("permutation");
    }
    keeps_promises(narae_keccak_f1600_rv32, (uintptr_t)state, 0, 0, 0);

    for (unsigned i = 0; i < KEYS; i++) {
        random_bytes(&stream, (uint8_t *)state, sizeof state);
        hal_begin();
        narae_keccak_f1600_rv32(state);
        (void)hal_end();
    }
    hal_exit(0);
}
