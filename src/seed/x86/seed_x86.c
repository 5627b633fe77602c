/* SPDX-License-Identifier: MIT */
/* SEED on x86-64: its implementations. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/encrypt_only.h"
#    include "core/dispatch.h"

#    include "seed/implementation.h"

#    include "kernels.h"

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_seed_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

static const seed_implementation gfni512 = {
    .name = "gfni512",
    .needs = CPU_AVX2 | CPU_GFNI | CPU_AVX512,
    .encrypt = narae_seed_encrypt_gfni512,
    .decrypt = narae_seed_decrypt_gfni512,
    .ctr = narae_seed_ctr_gfni512,
};

static const seed_implementation gfni = {
    .name = "gfni",
    .needs = CPU_AVX2 | CPU_GFNI,
    .encrypt = narae_seed_encrypt_gfni,
    .decrypt = narae_seed_decrypt_gfni,
    .ctr = narae_seed_ctr_gfni,
};

static const seed_implementation avx2 = {
    .name = "avx2",
    .needs = CPU_AES | CPU_AVX2,
    .encrypt = narae_seed_encrypt_avx2,
    .decrypt = narae_seed_decrypt_avx2,
    .ctr = narae_seed_ctr_avx2,
};

static const seed_implementation aesni = {
    .name = "aesni",
    .needs = CPU_AES,
    .encrypt = narae_seed_encrypt_aesni,
    .decrypt = narae_seed_decrypt_aesni,
    .ctr = narae_seed_ctr_aesni,
};

static const seed_implementation portable = {
    .name = "portable",
    .encrypt = narae_seed_encrypt_portable,
    .decrypt = narae_seed_decrypt_portable,
    .ctr = ctr_portable,
};

const seed_implementation *const narae_seed_implementations[] = {&gfni512, &gfni,     &avx2,
                                                                 &aesni,   &portable, NULL};

#    include "seed/dispatch.inc"

#endif
