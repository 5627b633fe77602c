/* SPDX-License-Identifier: MIT */
/* ARIA on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"
#    include "modes/xts_internal.h"

#    include "ghash/x86/two_pass.h"

#    include "kernels.h"

/* Whole groups of 64 blocks in one pass, if there are enough of them; the remainder goes
 * first. */
static void
gcm_gfni512(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in, size_t nblocks,
            uint8_t *counter, uint8_t *y, int decrypt)
{
    const size_t fused = nblocks >= 128 ? nblocks & ~(size_t)63 : 0, rest = nblocks - fused;

    ghash_two_pass(narae_aria_ctr_gfni512, schedule, hash_key, out, in, rest, counter, y, decrypt);
    if (fused != 0)
        narae_aria_gcm_gfni512(schedule, hash_key, out + 16 * rest, in + 16 * rest, fused, counter, y,
                               decrypt);
}

/* Very few blocks take encryption and separate XORs. */
static void
xts_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t tweak[16],
            int decrypt)
{
    xts_in_runs(narae_aria_xts_gfni512, 64, 4,
                decrypt ? narae_aria_decrypt_gfni512 : narae_aria_encrypt_gfni512, schedule, out, in, nblocks,
                tweak, decrypt);
}

static const narae_block_kernels gfni512 = {
    .name = "gfni512",
    .needs = CPU_AES | CPU_AVX2 | CPU_GFNI | CPU_VAES | CPU_AVX512 | CPU_VBMI,
    .set_key = narae_aria_set_key_aesni,
    .encrypt = narae_aria_encrypt_gfni512,
    .decrypt = narae_aria_decrypt_gfni512,
    .ctr = narae_aria_ctr_gfni512,
    .gcm = gcm_gfni512,
    .xts = xts_gfni512,
};

static const narae_block_kernels gfni = {
    .name = "gfni",
    .needs = CPU_AES | CPU_AVX2 | CPU_GFNI,
    .set_key = narae_aria_set_key_aesni,
    .encrypt = narae_aria_encrypt_gfni,
    .decrypt = narae_aria_decrypt_gfni,
    .ctr = narae_aria_ctr_gfni,
};

static const narae_block_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AES | CPU_AVX2,
    .set_key = narae_aria_set_key_aesni,
    .encrypt = narae_aria_encrypt_avx2,
    .decrypt = narae_aria_decrypt_avx2,
    .ctr = narae_aria_ctr_avx2,
};

static const narae_block_kernels aesni = {
    .name = "aesni",
    .needs = CPU_AES,
    .set_key = narae_aria_set_key_aesni,
    .encrypt = narae_aria_encrypt_aesni,
    .decrypt = narae_aria_decrypt_aesni,
    .ctr = narae_aria_ctr_aesni,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_aria_set_key_portable,
    .encrypt = narae_aria_encrypt_portable,
    .decrypt = narae_aria_decrypt_portable,
};

const narae_block_kernels *const narae_aria_implementations[] = {&gfni512, &gfni,     &avx2,
                                                                 &aesni,   &portable, NULL};

DISPATCH(narae_block_kernels, aria)

#endif
