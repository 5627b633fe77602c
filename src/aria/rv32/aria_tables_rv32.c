/* SPDX-License-Identifier: MIT */
/* ARIA on RV32: the tables of aria_lookup_rv32.S, and its schedule. */

#include "core/family.h"

#ifdef NARAE_RV32_TABLES

#    include "kernels.h"

#    include "aria/tables.inc"

void
narae_aria_set_key_rv32_tables(void *schedule, const uint8_t *key, size_t key_bytes)
{
    aria_schedule *s = (aria_schedule *)schedule;
    uint8_t w[4][16];

    s->rounds = aria_rounds(key_bytes);
    narae_aria_expand(w, key, key_bytes);
    for (unsigned r = 0; r <= s->rounds; r++)
        narae_aria_round_key((uint8_t *)s->rk[r], (const uint8_t (*)[16])w, r);
}

#endif
