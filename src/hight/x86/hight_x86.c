/* SPDX-License-Identifier: MIT */
/* HIGHT on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "kernels.h"

static const narae_block_kernels gfni512 = {
    .name = "gfni512",
    .needs = CPU_AVX512 | CPU_GFNI,
    .set_key = hight_set_key_wide,
    .encrypt = narae_hight_encrypt_gfni512,
    .decrypt = narae_hight_decrypt_gfni512,
    .ctr = narae_hight_ctr_gfni512,
};

static const narae_block_kernels gfni = {
    .name = "gfni",
    .needs = CPU_AVX2 | CPU_GFNI,
    .set_key = hight_set_key_wide,
    .encrypt = narae_hight_encrypt_gfni,
    .decrypt = narae_hight_decrypt_gfni,
    .ctr = narae_hight_ctr_gfni,
};

static const narae_block_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .set_key = hight_set_key_wide,
    .encrypt = narae_hight_encrypt_avx2,
    .decrypt = narae_hight_decrypt_avx2,
    .ctr = narae_hight_ctr_avx2,
};

static const narae_block_kernels sse2 = {
    .name = "sse2",
    .needs = CPU_SSE2,
    .set_key = hight_set_key_wide,
    .encrypt = narae_hight_encrypt_sse2,
    .decrypt = narae_hight_decrypt_sse2,
    .ctr = narae_hight_ctr_sse2,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_hight_set_key_portable,
    .encrypt = narae_hight_encrypt_portable,
    .decrypt = narae_hight_decrypt_portable,
};

const narae_block_kernels *const narae_hight_implementations[] = {&gfni512, &gfni,     &avx2,
                                                                  &sse2,    &portable, NULL};

DISPATCH(narae_block_kernels, hight)

#endif
