/* Batches of Ascon-AEAD128 on x86-64: the choice of kernels when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/cpu.h"

#    include "ascon/batch.h"

void
narae_ascon_batch_x86(narae_ascon_aead128_message *messages, size_t nmessages, size_t tag_bytes, int opening)
{
    if (nmessages > 1 && cpu_has(CPU_AVX512))
        narae_ascon_batch_avx512(messages, nmessages, tag_bytes, opening);
    else if (nmessages > 1 && cpu_has(CPU_AVX2))
        narae_ascon_batch_avx2(messages, nmessages, tag_bytes, opening);
    else
        narae_ascon_batch_portable(messages, nmessages, tag_bytes, opening);
}

#endif
