/* Ascon on x86-64: the choice of kernels when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/cpu.h"

#    include "ascon_internal.h"

void
narae_ascon_permute_x86(uint64_t state[5], unsigned rounds)
{
    if (cpu_has(CPU_AVX2))
        narae_ascon_permute_bmi2(state, rounds);
    else
        narae_ascon_permute_portable(state, rounds);
}

size_t
narae_ascon_aead128_blocks_x86(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                               unsigned what)
{
    if (!cpu_has(CPU_AVX2))
        return 0;
    narae_ascon_aead128_blocks_bmi2(state, out, in, nblocks, what);
    return nblocks;
}

int
narae_ascon_message_suits_bmi2(const ascon_message *message)
{
    return cpu_has(CPU_AVX2) && ((message->ad_bytes | message->bytes) >> 53) == 0;
}

#endif
