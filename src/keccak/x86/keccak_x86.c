/* SPDX-License-Identifier: MIT */
/* Keccak on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/bytes.h"
#    include "core/dispatch.h"

#    include "keccak/keccak_internal.h"

static inline void
absorb_by(void (*f1600)(uint64_t state[25]), uint64_t state[25], const uint8_t *in, size_t words,
          size_t nblocks)
{
    for (; nblocks != 0; nblocks--, in += 8 * words) {
        for (size_t i = 0; i < words; i++)
            state[i] ^= load64_le(in + 8 * i);
        f1600(state);
    }
}

static void
absorb_bmi2(uint64_t state[25], const uint8_t *in, size_t words, size_t nblocks)
{
    absorb_by(narae_keccak_f1600_bmi2, state, in, words, nblocks);
}

static void
absorb_portable(uint64_t state[25], const uint8_t *in, size_t words, size_t nblocks)
{
    absorb_by(narae_keccak_f1600_portable, state, in, words, nblocks);
}

static const narae_keccak_kernels avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512,
    .f1600 = narae_keccak_f1600_avx512,
    .absorb = narae_keccak_absorb_avx512,
};

static const narae_keccak_kernels bmi2 = {
    .name = "bmi2",
    .needs = CPU_AVX2,
    .f1600 = narae_keccak_f1600_bmi2,
    .absorb = absorb_bmi2,
};

static const narae_keccak_kernels portable = {
    .name = "portable",
    .f1600 = narae_keccak_f1600_portable,
    .absorb = absorb_portable,
};

const narae_keccak_kernels *const narae_keccak_implementations[] = {&avx512, &bmi2, &portable, NULL};

DISPATCH(narae_keccak_kernels, keccak)

#endif
