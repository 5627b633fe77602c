/* SPDX-License-Identifier: MIT */
/* LEA key schedule for RV32I: the portable one, which begins with a code for the key size
 * instead of the number of rounds: lea_rv32.S dispatches fastest with it.
 *
 * Time depends on the key size alone. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

#    include "kernels.h"

void
narae_lea_set_key_rv32(void *schedule, const uint8_t *key, size_t key_bytes)
{
    narae_lea_set_key_portable(schedule, key, key_bytes);
    ((lea_schedule *)schedule)->rounds = LEA_ROUNDS + (uint32_t)(key_bytes / 8 - 2) * 0x70000000;
}

#endif
