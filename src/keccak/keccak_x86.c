/* Keccak on x86-64: the choice of kernels when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/cpu.h"

#    include "keccak_internal.h"

void
narae_keccak_f1600_x86(uint64_t state[25])
{
    if (cpu_has(CPU_AVX2))
        narae_keccak_f1600_bmi2(state);
    else
        narae_keccak_f1600_portable(state);
}

#endif
