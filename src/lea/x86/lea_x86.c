/* LEA on x86-64: the choice of kernel when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/bytes.h"
#    include "core/counter_blocks.h"
#    include "core/cpu.h"
#    include "core/opaque.h"

#    include "ghash/x86/in_turns.h"

#    include "kernels.h"

/* Up to `few` blocks, or one when decrypting, are faster one by one. */
typedef struct lea_kernels {
    narae_blocks_fn *encrypt_few, *decrypt_one, *encrypt, *decrypt;
    narae_ctr_fn *ctr;
    size_t few;
} lea_kernels;

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_lea_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

static const lea_kernels portable = {
    .encrypt_few = narae_lea_encrypt_portable,
    .decrypt_one = narae_lea_decrypt_portable,
    .encrypt = narae_lea_encrypt_portable,
    .decrypt = narae_lea_decrypt_portable,
    .ctr = ctr_portable,
};
static const lea_kernels sse2 = {
    .encrypt_few = narae_lea_encrypt_words,
    .decrypt_one = narae_lea_decrypt_words,
    .encrypt = narae_lea_encrypt_sse2,
    .decrypt = narae_lea_decrypt_sse2,
    .ctr = narae_lea_ctr_sse2,
    .few = 2,
};
static const lea_kernels avx2 = {
    .encrypt_few = narae_lea_encrypt_words_bmi2,
    .decrypt_one = narae_lea_decrypt_words_bmi2,
    .encrypt = narae_lea_encrypt_avx2,
    .decrypt = narae_lea_decrypt_avx2,
    .ctr = narae_lea_ctr_avx2,
    .few = 1,
};
/* AVX-512: up to 8 blocks, and more. */
static const lea_kernels avx512vl = {
    .encrypt_few = narae_lea_encrypt_words_bmi2,
    .decrypt_one = narae_lea_decrypt_words_bmi2,
    .encrypt = narae_lea_encrypt_avx512vl,
    .decrypt = narae_lea_decrypt_avx512vl,
    .ctr = narae_lea_ctr_avx512vl,
    .few = 1,
};
static const lea_kernels avx512 = {
    .encrypt = narae_lea_encrypt_avx512,
    .decrypt = narae_lea_decrypt_avx512,
    .ctr = narae_lea_ctr_avx512,
};

static const lea_kernels *
best(size_t nblocks)
{
    if (cpu_has(CPU_AVX512))
        return nblocks <= 8 ? &avx512vl : &avx512;
    return cpu_has(CPU_AVX2) ? &avx2 : cpu_has(CPU_SSE2) ? &sse2 : &portable;
}

void
narae_lea_encrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const lea_kernels *k = best(nblocks);

    (nblocks <= k->few ? k->encrypt_few : k->encrypt)(schedule, out, in, nblocks);
}

void
narae_lea_decrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const lea_kernels *k = best(nblocks);

    (nblocks <= 1 ? k->decrypt_one : k->decrypt)(schedule, out, in, nblocks);
}

/* The key stream is read word by word, as it was written: a vector would wait
 * until all of its words are in the cache. */
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

void
narae_lea_ctr_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const lea_kernels *k = best(nblocks);

    if (nblocks <= k->few)
        ctr_few(k->encrypt_few, schedule, out, in, nblocks, counter);
    else
        k->ctr(schedule, out, in, nblocks, counter);
}

int
narae_lea_chain_x86(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (!cpu_has(CPU_SSE2))
        return 0;
    (cpu_has(CPU_AVX2) ? narae_lea_chain_words_bmi2 : narae_lea_chain_words)(schedule, chain, out, in,
                                                                             nblocks);
    return 1;
}

void
narae_lea_gcm_x86(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in, size_t nblocks,
                  uint8_t *counter, uint8_t *y, int decrypt)
{
    const size_t fused = cpu_has(CPU_AVX512 | CPU_VAES) && nblocks >= 128 ? nblocks & ~(size_t)63 : 0,
                 rest = nblocks - fused;

    ghash_in_turns(narae_lea_ctr_x86, schedule, hash_key, out, in, rest, counter, y, decrypt);
    if (fused != 0)
        narae_lea_gcm_avx512(schedule, hash_key, out + 16 * rest, in + 16 * rest, fused, counter, y, decrypt);
}

#endif
