/* Poly1305 on AArch64: the choice of kernel when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/cpu.h"

#    include "poly1305/poly1305_internal.h"

/* Powers of r and the last product are worth some 10 blocks. */
enum { MANY = 14 };

void
narae_poly1305_blocks_arm(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top)
{
    if (cpu_has(CPU_NEON) && nblocks >= MANY)
        narae_poly1305_blocks_neon(sum, in, nblocks, top);
    else
        narae_poly1305_blocks_portable(sum, in, nblocks, top);
}

#endif
