/* SPDX-License-Identifier: MIT */
/* SEED on x86-64: its implementations.  With GFNI up to 8 blocks have kernels of their own;
 * two groups of vectors of 256 bits are faster than one of 512.  Counter mode has one of its
 * own for runs of 128 blocks, too. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "kernels.h"

enum { FEW = 8, NARROW = 16, RUN = 128 };

static void
encrypt_gfni(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_seed_encrypt_few_gfni : narae_seed_encrypt_gfni)(schedule, out, in, nblocks);
}

static void
decrypt_gfni(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_seed_decrypt_few_gfni : narae_seed_decrypt_gfni)(schedule, out, in, nblocks);
}

static void
ctr_gfni(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    (nblocks <= FEW ? narae_seed_ctr_few_gfni : narae_seed_ctr_gfni)(schedule, out, in, nblocks, counter);
}

static void
encrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks <= FEW)
        narae_seed_encrypt_few_gfni512(schedule, out, in, nblocks);
    else
        (nblocks <= NARROW ? narae_seed_encrypt_gfni : narae_seed_encrypt_gfni512)(schedule, out, in,
                                                                                   nblocks);
}

static void
decrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks <= FEW)
        narae_seed_decrypt_few_gfni512(schedule, out, in, nblocks);
    else
        (nblocks <= NARROW ? narae_seed_decrypt_gfni : narae_seed_decrypt_gfni512)(schedule, out, in,
                                                                                   nblocks);
}

static void
ctr_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    if (nblocks >= RUN) {
        const size_t done = nblocks - nblocks % RUN;

        narae_seed_ctr_runs_gfni512(schedule, out, in, done, counter);
        out += 16 * done;
        in += 16 * done;
        nblocks -= done;
    }
    if (nblocks <= FEW)
        narae_seed_ctr_few_gfni512(schedule, out, in, nblocks, counter);
    else
        (nblocks <= NARROW ? narae_seed_ctr_gfni : narae_seed_ctr_gfni512)(schedule, out, in, nblocks,
                                                                           counter);
}

static const narae_block_kernels gfni512 = {
    .name = "gfni512",
    .needs = CPU_AVX2 | CPU_GFNI | CPU_AVX512,
    .set_key = narae_seed_set_key_portable,
    .encrypt = encrypt_gfni512,
    .decrypt = decrypt_gfni512,
    .ctr = ctr_gfni512,
    .chain = narae_seed_chain_few_gfni512,
};

static const narae_block_kernels gfni = {
    .name = "gfni",
    .needs = CPU_AVX2 | CPU_GFNI,
    .set_key = narae_seed_set_key_portable,
    .encrypt = encrypt_gfni,
    .decrypt = decrypt_gfni,
    .ctr = ctr_gfni,
    .chain = narae_seed_chain_few_gfni,
};

static const narae_block_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AES | CPU_AVX2,
    .set_key = narae_seed_set_key_portable,
    .encrypt = narae_seed_encrypt_avx2,
    .decrypt = narae_seed_decrypt_avx2,
    .ctr = narae_seed_ctr_avx2,
};

static const narae_block_kernels aesni = {
    .name = "aesni",
    .needs = CPU_AES,
    .set_key = narae_seed_set_key_portable,
    .encrypt = narae_seed_encrypt_aesni,
    .decrypt = narae_seed_decrypt_aesni,
    .ctr = narae_seed_ctr_aesni,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_seed_set_key_portable,
    .encrypt = narae_seed_encrypt_portable,
    .decrypt = narae_seed_decrypt_portable,
};

const narae_block_kernels *const narae_seed_implementations[] = {&gfni512, &gfni,     &avx2,
                                                                 &aesni,   &portable, NULL};

DISPATCH(narae_block_kernels, seed)

#endif
