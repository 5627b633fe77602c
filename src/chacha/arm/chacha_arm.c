/* ChaCha on AArch64: the choice of kernel when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/cpu.h"

#    include "chacha/chacha_internal.h"

void
narae_chacha_blocks_arm(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    if (cpu_has(CPU_NEON) && nblocks > 1)
        narae_chacha_blocks_neon(state, out, in, nblocks, rounds);
    else
        narae_chacha_blocks_portable(state, out, in, nblocks, rounds);
}

#endif
