/* ARIA on x86-64: the choice of kernel when the program runs.  It never changes
 * while the program runs, because the portable code has another schedule. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/counter_blocks.h"
#    include "core/cpu.h"

#    include "ghash/x86/in_turns.h"

#    include "kernels.h"

typedef struct aria_kernels {
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
} aria_kernels;

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_aria_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

static const aria_kernels portable = {narae_aria_encrypt_portable, narae_aria_decrypt_portable, ctr_portable};
static const aria_kernels aesni = {narae_aria_encrypt_aesni, narae_aria_decrypt_aesni, narae_aria_ctr_aesni};
static const aria_kernels avx2 = {narae_aria_encrypt_avx2, narae_aria_decrypt_avx2, narae_aria_ctr_avx2};
static const aria_kernels gfni = {narae_aria_encrypt_gfni, narae_aria_decrypt_gfni, narae_aria_ctr_gfni};
static const aria_kernels gfni512 = {narae_aria_encrypt_gfni512, narae_aria_decrypt_gfni512,
                                     narae_aria_ctr_gfni512};

static const aria_kernels *
best(void)
{
    if (cpu_has(CPU_AVX2 | CPU_GFNI))
        return cpu_has(CPU_AVX512 | CPU_VBMI) ? &gfni512 : &gfni;
    return cpu_has(CPU_AVX2) ? &avx2 : cpu_has(CPU_AES) ? &aesni : &portable;
}

void
narae_aria_set_key_x86(aria_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    if (cpu_has(CPU_AES))
        narae_aria_set_key_aesni(schedule, key, key_bytes);
    else
        narae_aria_set_key_portable(schedule, key, key_bytes);
}

void
narae_aria_encrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    best()->encrypt(schedule, out, in, nblocks);
}

void
narae_aria_decrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    best()->decrypt(schedule, out, in, nblocks);
}

void
narae_aria_ctr_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    best()->ctr(schedule, out, in, nblocks, counter);
}

void
narae_aria_gcm_x86(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in,
                   size_t nblocks, uint8_t *counter, uint8_t *y, int decrypt)
{
    const size_t fused =
        cpu_has(CPU_GFNI | CPU_VAES | CPU_AVX512 | CPU_VBMI) && nblocks >= 128 ? nblocks & ~(size_t)63 : 0;
    const size_t rest = nblocks - fused;

    ghash_in_turns(narae_aria_ctr_x86, schedule, hash_key, out, in, rest, counter, y, decrypt);
    if (fused != 0)
        narae_aria_gcm_gfni512(schedule, hash_key, out + 16 * rest, in + 16 * rest, fused, counter, y,
                               decrypt);
}

#endif
