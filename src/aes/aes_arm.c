/* AES on AArch64: the choice of kernel when the program runs.  It never changes
 * while the program runs, because each has a schedule of its own. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/counter_blocks.h"
#    include "core/cpu.h"

#    include "aes_arm.h"

void
narae_aes_set_key_arm(aes_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    if (cpu_has(CPU_NEON))
        narae_aes_set_key_neon(schedule, key, key_bytes);
    else
        narae_aes_set_key_portable(schedule, key, key_bytes);
}

void
narae_aes_encrypt_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (cpu_has(CPU_NEON) ? narae_aes_encrypt_neon : narae_aes_encrypt_portable)(schedule, out, in, nblocks);
}

void
narae_aes_decrypt_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (cpu_has(CPU_NEON) ? narae_aes_decrypt_neon : narae_aes_decrypt_portable)(schedule, out, in, nblocks);
}

void
narae_aes_ctr_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    if (cpu_has(CPU_NEON))
        narae_aes_ctr_neon(schedule, out, in, nblocks, counter);
    else
        narae_counter_blocks(narae_aes_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

#endif
