/* SPDX-License-Identifier: MIT */
/* LEA on x86-64: its implementations.  Too few blocks for vectors are processed
 * one by one in general registers. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/bytes.h"
#    include "core/encrypt_only.h"
#    include "core/dispatch.h"
#    include "core/opaque.h"

#    include "ghash/x86/two_pass.h"
#    include "modes/xts_internal.h"

#    include "kernels.h"

/* The most blocks processed one by one, and in vectors of 256 bits with
 * AVX-512. */
enum { FEW_SSE2 = 2, FEW = 1, FEW_TO_DECRYPT = 1, NARROW = 8 };

/* The key stream is read in words, as it was written: stores of words are not
 * forwarded to a vector load. */
static void
ctr_few(narae_blocks_fn *encrypt, const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
        uint8_t *counter)
{
    uint8_t block[16];

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        encrypt(schedule, block, counter, 1);
        store32_be(counter + 12, load32_be(counter + 12) + 1);
        for (unsigned i = 0; i < 16; i += 4)
            store32_le(out + i, opaque(load32_le(in + i) ^ load32_le(block + i)));
    }
    narae_wipe(block, sizeof block);
}

static void
encrypt_sse2(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW_SSE2 ? narae_lea_encrypt_words : narae_lea_encrypt_sse2)(schedule, out, in, nblocks);
}

static void
decrypt_sse2(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW_TO_DECRYPT ? narae_lea_decrypt_words : narae_lea_decrypt_sse2)(schedule, out, in,
                                                                                   nblocks);
}

static void
ctr_sse2(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    if (nblocks <= FEW_SSE2)
        ctr_few(narae_lea_encrypt_words, schedule, out, in, nblocks, counter);
    else
        narae_lea_ctr_sse2(schedule, out, in, nblocks, counter);
}

static void
encrypt_avx2(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_lea_encrypt_words_bmi2 : narae_lea_encrypt_avx2)(schedule, out, in, nblocks);
}

static void
decrypt_avx2(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW_TO_DECRYPT ? narae_lea_decrypt_words_bmi2 : narae_lea_decrypt_avx2)(schedule, out, in,
                                                                                        nblocks);
}

static void
ctr_avx2(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    if (nblocks <= FEW)
        ctr_few(narae_lea_encrypt_words_bmi2, schedule, out, in, nblocks, counter);
    else
        narae_lea_ctr_avx2(schedule, out, in, nblocks, counter);
}

static void
encrypt_avx512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks <= FEW)
        narae_lea_encrypt_words_bmi2(schedule, out, in, nblocks);
    else
        (nblocks <= NARROW ? narae_lea_encrypt_avx512vl : narae_lea_encrypt_avx512)(schedule, out, in,
                                                                                    nblocks);
}

static void
decrypt_avx512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks <= FEW_TO_DECRYPT)
        narae_lea_decrypt_words_bmi2(schedule, out, in, nblocks);
    else
        (nblocks <= NARROW ? narae_lea_decrypt_avx512vl : narae_lea_decrypt_avx512)(schedule, out, in,
                                                                                    nblocks);
}

static void
ctr_avx512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    if (nblocks <= FEW)
        ctr_few(narae_lea_encrypt_words_bmi2, schedule, out, in, nblocks, counter);
    else
        (nblocks <= NARROW ? narae_lea_ctr_avx512vl : narae_lea_ctr_avx512)(schedule, out, in, nblocks,
                                                                            counter);
}

/* Whole groups of 64 blocks in one pass, if there are enough of them; the
 * remainder goes first. */
static void
gcm_vaes512(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in, size_t nblocks,
            uint8_t *counter, uint8_t *y, int decrypt)
{
    const size_t fused = nblocks >= 128 ? nblocks & ~(size_t)63 : 0, rest = nblocks - fused;

    ghash_two_pass(ctr_avx512, schedule, hash_key, out, in, rest, counter, y, decrypt);
    if (fused != 0)
        narae_lea_gcm_avx512(schedule, hash_key, out + 16 * rest, in + 16 * rest, fused, counter, y, decrypt);
}

/* Fewer blocks than a vector has take encryption and separate XORs. */
static void
xts_avx512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t tweak[16],
           int decrypt)
{
    xts_in_runs(narae_lea_xts_avx512, 64, 9, decrypt ? decrypt_avx512 : encrypt_avx512, schedule, out, in,
                nblocks, tweak, decrypt);
}

static void
xts_avx2(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t tweak[16],
         int decrypt)
{
    xts_in_runs(narae_lea_xts_avx2, 24, 2, decrypt ? decrypt_avx2 : encrypt_avx2, schedule, out, in, nblocks,
                tweak, decrypt);
}

static const narae_block_kernels vaes512 = {
    .name = "vaes512",
    .needs = CPU_AVX512 | CPU_VAES,
    .set_key = narae_lea_set_key_x86,
    .encrypt = encrypt_avx512,
    .decrypt = decrypt_avx512,
    .ctr = ctr_avx512,
    .gcm = gcm_vaes512,
    .xts = xts_avx512,
    .chain = narae_lea_chain_words_bmi2,
};

static const narae_block_kernels avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512,
    .set_key = narae_lea_set_key_x86,
    .encrypt = encrypt_avx512,
    .decrypt = decrypt_avx512,
    .ctr = ctr_avx512,
    .chain = narae_lea_chain_words_bmi2,
};

static const narae_block_kernels vaes = {
    .name = "vaes",
    .needs = CPU_AVX2 | CPU_VAES,
    .set_key = narae_lea_set_key_x86,
    .encrypt = encrypt_avx2,
    .decrypt = decrypt_avx2,
    .ctr = ctr_avx2,
    .xts = xts_avx2,
    .chain = narae_lea_chain_words_bmi2,
};

static const narae_block_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .set_key = narae_lea_set_key_x86,
    .encrypt = encrypt_avx2,
    .decrypt = decrypt_avx2,
    .ctr = ctr_avx2,
    .chain = narae_lea_chain_words_bmi2,
};

static const narae_block_kernels sse2 = {
    .name = "sse2",
    .needs = CPU_SSE2,
    .set_key = narae_lea_set_key_x86,
    .encrypt = encrypt_sse2,
    .decrypt = decrypt_sse2,
    .ctr = ctr_sse2,
    .chain = narae_lea_chain_words,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_lea_set_key_x86,
    .encrypt = narae_lea_encrypt_portable,
    .decrypt = narae_lea_decrypt_portable,
};

const narae_block_kernels *const narae_lea_implementations[] = {&vaes512, &avx512,   &vaes, &avx2,
                                                                &sse2,    &portable, NULL};

DISPATCH(narae_block_kernels, lea)

#endif
