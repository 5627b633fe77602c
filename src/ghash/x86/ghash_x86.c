/* GHASH on x86-64: the choice of kernel when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/cpu.h"

#    include "kernels.h"

void
narae_ghash_powers_x86(narae_ghash_key *key)
{
    if (cpu_has(CPU_VAES | CPU_AVX512))
        narae_ghash_powers_vpclmul(key);
    else if (cpu_has(CPU_VAES))
        narae_ghash_powers_vpclmul256(key);
    else if (cpu_has(CPU_AES))
        narae_ghash_powers_pclmul(key);
}

void
narae_ghash_blocks_x86(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    if (cpu_has(CPU_VAES | CPU_AVX512))
        narae_ghash_blocks_vpclmul(y, key, in, nblocks);
    else if (cpu_has(CPU_VAES))
        narae_ghash_blocks_vpclmul256(y, key, in, nblocks);
    else if (cpu_has(CPU_AES))
        narae_ghash_blocks_pclmul(y, key, in, nblocks);
    else
        narae_ghash_blocks_portable(y, key, in, nblocks);
}

#endif
