/* AES on x86-64: the choice of kernel when the program runs.  It never changes
 * while the program runs, because each has a schedule of its own. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/counter_blocks.h"
#    include "core/cpu.h"

#    include "ghash/x86/in_turns.h"

#    include "kernels.h"

typedef struct aes_kernels {
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
} aes_kernels;

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_aes_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

static const aes_kernels portable = {narae_aes_encrypt_portable, narae_aes_decrypt_portable, ctr_portable};
static const aes_kernels aesni = {narae_aes_encrypt_aesni, narae_aes_decrypt_aesni, narae_aes_ctr_aesni};
static const aes_kernels vaes = {narae_aes_encrypt_vaes, narae_aes_decrypt_vaes, narae_aes_ctr_vaes};
static const aes_kernels vaes512 = {narae_aes_encrypt_vaes512, narae_aes_decrypt_vaes512,
                                    narae_aes_ctr_vaes512};

/* A block or two wait less in vectors of one block, because what was just stored
 * need not reach the cache before it can be loaded. */
enum { FEW = 2 };

static const aes_kernels *
best(size_t nblocks)
{
    if (cpu_has(CPU_VAES) && nblocks > FEW)
        return cpu_has(CPU_AVX512) ? &vaes512 : &vaes;
    return cpu_has(CPU_AES) ? &aesni : &portable;
}

void
narae_aes_set_key_x86(aes_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    if (cpu_has(CPU_AES))
        narae_aes_set_key_aesni(schedule, key, key_bytes);
    else
        narae_aes_set_key_portable(schedule, key, key_bytes);
}

void
narae_aes_encrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    best(nblocks)->encrypt(schedule, out, in, nblocks);
}

void
narae_aes_decrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    best(nblocks)->decrypt(schedule, out, in, nblocks);
}

void
narae_aes_ctr_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    best(nblocks)->ctr(schedule, out, in, nblocks, counter);
}

int
narae_aes_chain_x86(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (!cpu_has(CPU_AES))
        return 0;
    narae_aes_chain_aesni(schedule, chain, out, in, nblocks);
    return 1;
}

int
narae_aes_ccm_x86(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t nblocks,
                  const uint8_t *counter, int decrypt)
{
    if (!cpu_has(CPU_AES))
        return 0;
    narae_aes_ccm_aesni(schedule, chain, out, in, nblocks, counter, decrypt);
    return 1;
}

void
narae_aes_gcm_x86(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in, size_t nblocks,
                  uint8_t *counter, uint8_t *y, int decrypt)
{
    if (cpu_has(CPU_VAES)) {
        (cpu_has(CPU_AVX512) ? narae_aes_gcm_vaes512 : narae_aes_gcm_vaes)(schedule, hash_key, out, in,
                                                                           nblocks, counter, y, decrypt);
        return;
    }
    ghash_in_turns(narae_aes_ctr_x86, schedule, hash_key, out, in, nblocks, counter, y, decrypt);
}

#endif
