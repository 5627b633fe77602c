/* Keccak on x86-64: the choice of kernels when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/bytes.h"
#    include "core/cpu.h"

#    include "keccak/keccak_internal.h"

void
narae_keccak_f1600_x86(uint64_t state[25])
{
    if (cpu_has(CPU_AVX512))
        narae_keccak_f1600_avx512(state);
    else if (cpu_has(CPU_AVX2))
        narae_keccak_f1600_bmi2(state);
    else
        narae_keccak_f1600_portable(state);
}

void
narae_keccak_absorb_x86(uint64_t state[25], const uint8_t *in, size_t words, size_t nblocks)
{
    if (cpu_has(CPU_AVX512)) {
        narae_keccak_absorb_avx512(state, in, words, nblocks);
        return;
    }
    for (; nblocks != 0; nblocks--, in += 8 * words) {
        for (size_t i = 0; i < words; i++)
            state[i] ^= load64_le(in + 8 * i);
        narae_keccak_f1600_x86(state);
    }
}

#endif
