/* Batches of SHA-3 and SHAKE on x86-64: the choice of kernels when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/cpu.h"

#    include "keccak/batch.h"

void
narae_keccak_batch_x86(const narae_sha3_message *messages, size_t nmessages, unsigned rate, uint8_t domain)
{
    if (nmessages > 4 && cpu_has(CPU_AVX512))
        narae_keccak_batch_avx512(messages, nmessages, rate, domain);
    else if (nmessages > 1 && cpu_has(CPU_AVX2))
        narae_keccak_batch_avx2(messages, nmessages, rate, domain);
    else
        narae_keccak_batch_portable(messages, nmessages, rate, domain);
}

#endif
