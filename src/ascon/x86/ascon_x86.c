/* SPDX-License-Identifier: MIT */
/* Ascon on x86-64: its implementations.
 *
 * The kernel with vectors of 128 bits is for CPUs where their operations have a
 * latency of one cycle, as those of general registers: it needs half as
 * many. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/bytes.h"
#    include "core/dispatch.h"

#    include "ascon/ascon_internal.h"

static void
blocks_portable(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned what)
{
    for (; nblocks != 0; nblocks--, in += 16) {
        const uint64_t x0 = load64_le(in), x1 = load64_le(in + 8);

        if (what != NARAE_AD) {
            store64_le(out, state[0] ^ x0);
            store64_le(out + 8, state[1] ^ x1);
            out += 16;
        }
        state[0] = what == NARAE_DECRYPT ? x0 : state[0] ^ x0;
        state[1] = what == NARAE_DECRYPT ? x1 : state[1] ^ x1;
        narae_ascon_permute_portable(state, 8);
    }
}

static const narae_ascon_kernels avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512 | CPU_SHORT_CHAINS,
    .permute = narae_ascon_permute_avx512,
    .blocks = narae_ascon_aead128_blocks_avx512,
    .message = narae_ascon_aead128_message_avx512,
};

static const narae_ascon_kernels bmi2 = {
    .name = "bmi2",
    .needs = CPU_AVX2,
    .permute = narae_ascon_permute_bmi2,
    .blocks = narae_ascon_aead128_blocks_bmi2,
    .message = narae_ascon_aead128_message_bmi2,
};

static const narae_ascon_kernels portable = {
    .name = "portable",
    .permute = narae_ascon_permute_portable,
    .blocks = blocks_portable,
    .message = narae_ascon_aead128_message_portable,
};

const narae_ascon_kernels *const narae_ascon_implementations[] = {&avx512, &bmi2, &portable, NULL};

DISPATCH(narae_ascon_kernels, ascon)

#endif
