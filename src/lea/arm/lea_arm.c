/* LEA on AArch64: the choice of kernel when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/counter_blocks.h"
#    include "core/cpu.h"

#    include "lea/lea_internal.h"

void
narae_lea_encrypt_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (cpu_has(CPU_NEON) ? narae_lea_encrypt_neon : narae_lea_encrypt_portable)(schedule, out, in, nblocks);
}

void
narae_lea_decrypt_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (cpu_has(CPU_NEON) ? narae_lea_decrypt_neon : narae_lea_decrypt_portable)(schedule, out, in, nblocks);
}

void
narae_lea_ctr_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    if (cpu_has(CPU_NEON))
        narae_lea_ctr_neon(schedule, out, in, nblocks, counter);
    else
        narae_counter_blocks(narae_lea_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

#endif
