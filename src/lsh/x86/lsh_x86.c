/* SPDX-License-Identifier: MIT */
/* LSH on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "lsh/lsh_internal.h"

/* The assembly takes the address of the constants as an argument. */
void
narae_lsh256_blocks_avx2(uint32_t chain[16], const uint8_t *in, size_t nblocks)
{
    narae_lsh256_steps_avx2(chain, in, nblocks, narae_lsh256_constants);
}

void
narae_lsh256_blocks_avx512(uint32_t chain[16], const uint8_t *in, size_t nblocks)
{
    narae_lsh256_steps_avx512(chain, in, nblocks, narae_lsh256_constants);
}

static void
blocks256_avx2_short(uint32_t chain[16], const uint8_t *in, size_t nblocks)
{
    narae_lsh256_steps_8_avx2(chain, in, nblocks, narae_lsh256_constants);
}

static void
blocks256_avx512_short(uint32_t chain[16], const uint8_t *in, size_t nblocks)
{
    narae_lsh256_steps_8_avx512(chain, in, nblocks, narae_lsh256_constants);
}

void
narae_lsh512_blocks_avx2(uint64_t chain[16], const uint8_t *in, size_t nblocks)
{
    narae_lsh512_steps_avx2(chain, in, nblocks, narae_lsh512_constants);
}

void
narae_lsh512_blocks_avx512(uint64_t chain[16], const uint8_t *in, size_t nblocks)
{
    narae_lsh512_steps_avx512(chain, in, nblocks, narae_lsh512_constants);
}

static const narae_hash_kernels avx512_short = {
    .name = "avx512 of short chains",
    .needs = CPU_AVX512 | CPU_SHORT_CHAINS,
    .blocks32 = blocks256_avx512_short,
    .blocks64 = narae_lsh512_blocks_8_avx512,
};

static const narae_hash_kernels avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512,
    .blocks32 = narae_lsh256_blocks_avx512,
    .blocks64 = narae_lsh512_blocks_avx512,
};

static const narae_hash_kernels avx2_short = {
    .name = "avx2 of short chains",
    .needs = CPU_AVX2 | CPU_SHORT_CHAINS,
    .blocks32 = blocks256_avx2_short,
    .blocks64 = narae_lsh512_blocks_avx2,
};

static const narae_hash_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .blocks32 = narae_lsh256_blocks_avx2,
    .blocks64 = narae_lsh512_blocks_avx2,
};

/* SSSE3 is part of this level. */
static const narae_hash_kernels aesni = {
    .name = "aesni",
    .needs = CPU_AES,
    .blocks32 = narae_lsh256_blocks_ssse3,
    .blocks64 = narae_lsh512_blocks_portable,
};

static const narae_hash_kernels portable = {
    .name = "portable",
    .blocks32 = narae_lsh256_blocks_portable,
    .blocks64 = narae_lsh512_blocks_portable,
};

const narae_hash_kernels *const narae_lsh_implementations[] = {&avx512_short, &avx512,   &avx2_short, &avx2,
                                                               &aesni,        &portable, NULL};

DISPATCH(narae_hash_kernels, lsh)

#endif
