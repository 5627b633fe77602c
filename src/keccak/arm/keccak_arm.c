/* Keccak on AArch64: the choice of kernel when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/cpu.h"

#    include "keccak/batch.h"

void
narae_keccak_batch_arm(const narae_sha3_message *messages, size_t nmessages, unsigned rate, uint8_t domain)
{
    if (nmessages > 1 && cpu_has(CPU_SHA3))
        narae_keccak_batch_sha3(messages, nmessages, rate, domain);
    else
        narae_keccak_batch_portable(messages, nmessages, rate, domain);
}

#endif
