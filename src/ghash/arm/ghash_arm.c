/* GHASH on AArch64: the choice of kernel when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/cpu.h"

#    include "kernels.h"

void
narae_ghash_powers_arm(narae_ghash_key *key)
{
    if (cpu_has(CPU_PMULL))
        narae_ghash_powers_pmull(key);
    else if (cpu_has(CPU_NEON))
        narae_ghash_powers_neon(key);
}

void
narae_ghash_blocks_arm(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    if (cpu_has(CPU_PMULL))
        narae_ghash_blocks_pmull(y, key, in, nblocks);
    else if (cpu_has(CPU_NEON))
        narae_ghash_blocks_neon(y, key, in, nblocks);
    else
        narae_ghash_blocks_portable(y, key, in, nblocks);
}

#endif
