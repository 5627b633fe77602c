/* AES on AArch64: the choice of kernel when the program runs.  It never changes
 * while the program runs, because each has a schedule of its own. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/counter_blocks.h"
#    include "core/cpu.h"

#    include "kernels.h"

typedef struct aes_kernels {
    void (*set_key)(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
} aes_kernels;

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_aes_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

static const aes_kernels portable = {narae_aes_set_key_portable, narae_aes_encrypt_portable,
                                     narae_aes_decrypt_portable, ctr_portable};
static const aes_kernels neon = {narae_aes_set_key_neon, narae_aes_encrypt_neon, narae_aes_decrypt_neon,
                                 narae_aes_ctr_neon};
static const aes_kernels ce = {narae_aes_set_key_ce, narae_aes_encrypt_ce, narae_aes_decrypt_ce,
                               narae_aes_ctr_ce};

static const aes_kernels *
best(void)
{
    if (cpu_has(CPU_AES))
        return &ce;
    return cpu_has(CPU_NEON) ? &neon : &portable;
}

void
narae_aes_set_key_arm(aes_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    best()->set_key(schedule, key, key_bytes);
}

void
narae_aes_encrypt_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    best()->encrypt(schedule, out, in, nblocks);
}

void
narae_aes_decrypt_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    best()->decrypt(schedule, out, in, nblocks);
}

void
narae_aes_ctr_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    best()->ctr(schedule, out, in, nblocks, counter);
}

int
narae_aes_chain_arm(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (!cpu_has(CPU_AES))
        return 0;
    narae_aes_chain_ce(schedule, chain, out, in, nblocks);
    return 1;
}

#endif
