/* SPDX-License-Identifier: MIT */
/* AES for x86-64 with AES-NI: eight blocks at a time, and the key schedule of
 * all AES kernels of this machine.
 *
 * Two rounds a cycle: 40 cycles for eight blocks of AES-128, 0.313 cycles/byte.  One block
 * has the latency of 11 rounds, 44 cycles on Zen 5; in a chain of blocks it is 40, 2.5
 * cycles/byte.  Measured on Zen 3: 2.52 for CBC, 2.50 for CMAC and 3.5 for CBC with
 * AES-256; on Zen 4 2.51 for CCM, with counter mode stitched into the chain, and 3.51 with
 * AES-256.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd128.h"

#    include "kernels.h"

#    define CODE __attribute__((target("aes,pclmul,ssse3")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_aesni
#    define BLOCKS 1
#    define VECTORS 8

typedef u32x4 V;

#    define v_encrypt(x, key) ((V)_mm_aesenc_si128(simd128(x), simd128(key)))
#    define v_encrypt_last(x, key) ((V)_mm_aesenclast_si128(simd128(x), simd128(key)))
#    define v_decrypt(x, key) ((V)_mm_aesdec_si128(simd128(x), simd128(key)))
#    define v_decrypt_last(x, key) ((V)_mm_aesdeclast_si128(simd128(x), simd128(key)))
#    define v_last(n) ((V){0, 0, 0, n})
#    define v_numbers ((V){0, 0, 0, 0})

KERNEL V
v_key(const uint32_t *words)
{
    return (V)simd128_load(words);
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    return (V)(nblocks != 0 ? simd128_load(p) : _mm_setzero_si128());
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks != 0)
        simd128_store(p, x);
}

KERNEL V
v_swap(V x)
{
    return (V)_mm_shuffle_epi8(simd128(x), _mm_set_epi64x(0x0c0d0e0f0b0a0908, 0x0706050403020100));
}

#    include "aes/vector.inc"

#    include "xts.inc"

/* The next block and the first key are added to the last key, off the critical path, so the
 * latency of a block is that of its rounds alone. */
CODE void
narae_aes_chain_aesni(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const aes_schedule *const s = (const aes_schedule *)schedule;
    const unsigned vectors = 1;
    const V first = v_key(s->rk), last = v_key(s->rk + 4 * s->rounds), between = first ^ last;
    V x[VECTORS], linked;

    if (nblocks == 0)
        return;
    x[0] = v_load(chain, 1) ^ first ^ v_load(in, 1);
    for (;;) {
        const uint32_t *k = s->rk + 4;

        MIDDLE_ROUNDS(v_encrypt);
        linked = v_encrypt_last(x[0], last);
        if (out != NULL) {
            v_store(out, linked, 1);
            out += 16;
        }
        if (--nblocks == 0)
            break;
        in += 16;
        x[0] = v_encrypt_last(x[0], between ^ v_load(in, 1));
    }
    v_store(chain, linked, 1);
}

/* Each block of the chain is interleaved with the counter of the block after the next,
 * which costs nothing: a round waits 4 cycles for the one before it.  So a plaintext
 * is ready before the chain needs it, whichever way it is computed. */
CODE void
narae_aes_ccm_aesni(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t nblocks,
                    const uint8_t *counter, int decrypt)
{
    const aes_schedule *const s = (const aes_schedule *)schedule;
    const unsigned vectors = 2;
    const V first = v_key(s->rk), last = v_key(s->rk + 4 * s->rounds), between = first ^ last;
    V count = v_swap(v_load(counter, 1)), x[VECTORS], stream;

    if (nblocks == 0)
        return;
    x[0] = v_swap(count);
    NAME(encrypt_vectors)(x, 1, s);
    stream = x[0];
    x[0] = v_load(chain, 1) ^ first;
    for (;;) {
        const uint32_t *k = s->rk + 4;
        const V text = v_load(in, 1), result = text ^ stream, plaintext = decrypt ? result : text;

        count += v_last(1);
        x[1] = v_swap(count) ^ first;
        MIDDLE_ROUNDS(v_encrypt);
        v_store(out, result, 1);
        if (--nblocks == 0) {
            v_store(chain, v_encrypt_last(x[0], last ^ plaintext), 1);
            break;
        }
        x[0] = v_encrypt_last(x[0], between ^ plaintext);
        stream = v_encrypt_last(x[1], last);
        in += 16;
        out += 16;
    }
}

/* FIPS 197, 5.2, four words at once: each word is XORed with all words before it, and all
 * with the S-boxes of four bytes of `from`.  AESENCLAST also shifts rows, which does
 * nothing to four equal columns.  A step has a latency of 6 cycles. */
KERNEL __m128i
expand(__m128i words, __m128i from, uint32_t bytes, uint32_t rcon)
{
    const __m128i chosen = _mm_shuffle_epi8(from, _mm_set1_epi32((int)bytes));

    words = _mm_xor_si128(words, _mm_slli_si128(words, 4));
    words = _mm_xor_si128(words, _mm_slli_si128(words, 8));
    return _mm_xor_si128(words, _mm_aesenclast_si128(chosen, _mm_set1_epi32((int)rcon)));
}

/* Shuffle masks: the bytes of word n of a vector, and the same in the order of RotWord. */
#    define WORD(n) (0x03020100 + (n) * UINT32_C(0x04040404))
#    define ROTATED_WORD(n) (0x00030201 + (n) * UINT32_C(0x04040404))

#    define RCON(n) ((n) < 8 ? 1u << (n) : 0x1bu << ((n) - 8))

/* The key of round r < `rounds` + 1, and that of the equivalent inverse cipher. */
KERNEL void
put_key(aes_schedule *s, unsigned rounds, unsigned r, __m128i key)
{
    const int between = r != 0 && r != rounds;

    simd128_store((s->rk + 4 * r), key);
    simd128_store((s->rk + 4 * (2 * rounds + 1 - r)), between ? _mm_aesimc_si128(key) : key);
}

/* Unrolled, so that round constants are immediates: 51 cycles on Zen 3, in a loop 81. */
KERNEL void
set_128(aes_schedule *s, const uint8_t *key)
{
    __m128i words = simd128_load(key);

    put_key(s, 10, 0, words);
    FOR_EACH_OF_16(i, 10, words = expand(words, words, ROTATED_WORD(3), RCON(i));
                   put_key(s, 10, i + 1, words););
}

KERNEL void
set_256(aes_schedule *s, const uint8_t *key)
{
    __m128i low = simd128_load(key), high = simd128_load(key + 16);

    put_key(s, 14, 0, low);
    put_key(s, 14, 1, high);
    FOR_EACH(
        i, 7, low = expand(low, high, ROTATED_WORD(3), RCON(i)); put_key(s, 14, 2 * i + 2, low); if (i != 6) {
            high = expand(high, low, WORD(3), 0);
            put_key(s, 14, 2 * i + 3, high);
        });
}

/* A step makes six words, one and a half round keys. */
KERNEL void
set_192(aes_schedule *s, const uint8_t *key)
{
    uint32_t *w = s->rk;
    __m128i low = simd128_load(key), high = _mm_loadl_epi64((const __m128i *)(key + 16));

    simd128_store(w, low);
    FOR_EACH(i, 8, _mm_storel_epi64((__m128i *)(w + 4), high); w += 6;
             low = expand(low, high, ROTATED_WORD(1), RCON(i)); simd128_store(w, low);
             high =
                 _mm_xor_si128(_mm_xor_si128(high, _mm_slli_si128(high, 4)), _mm_shuffle_epi32(low, 0xff)););
    for (unsigned r = 0; r <= 12; r++)
        put_key(s, 12, r, simd128_load((s->rk + 4 * r)));
}

CODE void
narae_aes_set_key_aesni(void *schedule, const uint8_t *key, size_t key_bytes)
{
    aes_schedule *s = (aes_schedule *)schedule;
    s->rounds = (uint32_t)key_bytes / 4 + 6;
    if (key_bytes == 16)
        set_128(s, key);
    else if (key_bytes == 24)
        set_192(s, key);
    else
        set_256(s, key);
}

#endif
