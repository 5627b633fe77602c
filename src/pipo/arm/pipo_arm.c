/* PIPO on AArch64: the choice of kernel when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/counter_blocks.h"
#    include "core/cpu.h"

#    include "pipo/pipo_internal.h"

/* Few blocks do not pay for spreading the keys. */
static int
is_for_neon(size_t nblocks)
{
    return cpu_has(CPU_NEON) && nblocks > 8;
}

void
narae_pipo_encrypt_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (is_for_neon(nblocks) ? narae_pipo_encrypt_neon : narae_pipo_encrypt_portable)(schedule, out, in,
                                                                                   nblocks);
}

void
narae_pipo_decrypt_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (is_for_neon(nblocks) ? narae_pipo_decrypt_neon : narae_pipo_decrypt_portable)(schedule, out, in,
                                                                                   nblocks);
}

void
narae_pipo_ctr_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    if (is_for_neon(nblocks))
        narae_pipo_ctr_neon(schedule, out, in, nblocks, counter);
    else
        narae_counter_blocks(narae_pipo_encrypt_portable, schedule, out, in, nblocks, counter, 8);
}

#endif
