/* Poly1305 on x86-64: the choice of kernel when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/cpu.h"

#    include "kernels.h"

void
narae_poly1305_blocks_x86(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    if (cpu_has(CPU_AVX512 | CPU_VBMI))
        narae_poly1305_blocks_ifma(sum, in, nblocks, top);
    else if (cpu_has(CPU_AVX2))
        narae_poly1305_blocks_avx2(sum, in, nblocks, top);
    else
        narae_poly1305_blocks_portable(sum, in, nblocks, top);
}

#endif
