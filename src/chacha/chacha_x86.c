/* ChaCha on x86-64: the choice of kernel when the program runs.  A message of one
 * block does not wait for vectors. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/cpu.h"

#    include "chacha_x86.h"

void
narae_chacha_blocks_x86(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    if (nblocks == 0)
        return;
    if (nblocks == 1 && cpu_has(CPU_SSE2))
        narae_chacha_1_x86(state, out, in, rounds);
    else if (cpu_has(CPU_AVX512))
        narae_chacha_blocks_avx512(state, out, in, nblocks, rounds);
    else if (cpu_has(CPU_AVX2))
        narae_chacha_blocks_avx2(state, out, in, nblocks, rounds);
    else if (cpu_has(CPU_SSE2))
        narae_chacha_blocks_sse2(state, out, in, nblocks, rounds);
    else
        narae_chacha_blocks_portable(state, out, in, nblocks, rounds);
}

#endif
