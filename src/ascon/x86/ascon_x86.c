/* Ascon on x86-64: the choice of kernels when the program runs.
 *
 * Vectors of 128 bits are for CPUs where their operations take one cycle, as in
 * general registers: a round there is half as many. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/cpu.h"

#    include "ascon/ascon_internal.h"

void
narae_ascon_permute_x86(uint64_t state[5], unsigned rounds)
{
    if (cpu_has(CPU_AVX512 | CPU_SHORT_CHAINS))
        narae_ascon_permute_avx512(state, rounds);
    else if (cpu_has(CPU_AVX2))
        narae_ascon_permute_bmi2(state, rounds);
    else
        narae_ascon_permute_portable(state, rounds);
}

size_t
narae_ascon_aead128_blocks_x86(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                               unsigned what)
{
    if (cpu_has(CPU_AVX512 | CPU_SHORT_CHAINS))
        narae_ascon_aead128_blocks_avx512(state, out, in, nblocks, what);
    else if (cpu_has(CPU_AVX2))
        narae_ascon_aead128_blocks_bmi2(state, out, in, nblocks, what);
    else
        return 0;
    return nblocks;
}

void
narae_ascon_aead128_message_x86(const ascon_message *message)
{
    if (cpu_has(CPU_AVX512 | CPU_SHORT_CHAINS))
        narae_ascon_aead128_message_avx512(message);
    else
        narae_ascon_aead128_message_bmi2(message);
}

int
narae_ascon_message_suits_x86(const ascon_message *message)
{
    return cpu_has(CPU_AVX2) && ((message->ad_bytes | message->bytes) >> 53) == 0;
}

#endif
