/* SPDX-License-Identifier: MIT */
/* AES for ARMv8-A with its AES instructions: eight blocks at a time.
 *
 * AESE adds the round key first and AESMC ends the round, so a block takes two
 * instructions a round and one XOR at the end: 20 for AES-128 and 28 for
 * AES-256.  In counter mode a block takes 31 and 41 instructions in all,
 * counted under QEMU.  Cores with these instructions fuse an AESE and the AESMC
 * that follows it, so both are in one asm statement.  Another reason for
 * assembly: clang 14 has the intrinsics only if every function may use them.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "kernels.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_ce
#    define BLOCKS 1
#    define VECTORS 8

typedef uint32x4_t V;

#    define v_last(n) ((V){0, 0, 0, n})
#    define v_numbers ((V){0, 0, 0, 0})

/* x = instructions(x, key); those after the first take x alone. */
#    define AES(x, key, instructions) __asm__(".arch_extension aes\n\t" instructions : "+w"(x) : "w"(key))
#    define SUB_SHIFT "aese %0.16b, %1.16b"
#    define MIX "\n\taesmc %0.16b, %0.16b"
#    define INV_SUB_SHIFT "aesd %0.16b, %1.16b"
#    define INV_MIX "\n\taesimc %0.16b, %0.16b"

KERNEL V
v_key(const uint32_t *words)
{
    return vld1q_u32(words);
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    return nblocks != 0 ? vreinterpretq_u32_u8(vld1q_u8(p)) : vdupq_n_u32(0);
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks != 0)
        vst1q_u8(p, vreinterpretq_u8_u32(x));
}

KERNEL V
v_swap(V x)
{
    const V swapped = vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(x)));

    return vcopyq_laneq_u32(x, 3, swapped, 3);
}

/* Both directions differ in their keys and in the names of the instructions. */
#    define ROUNDS(first, instruction, mix)                                  \
        do {                                                                 \
            const uint32_t *k = first, *last = k + 4 * s->rounds;            \
            V key = v_key(k);                                                \
                                                                             \
            for (; k + 4 != last; k += 4, key = v_key(k))                    \
                FOR_EACH(i, vectors, AES(x[i], key, instruction mix););      \
            const V end = v_key(last);                                       \
            FOR_EACH(i, vectors, AES(x[i], key, instruction); x[i] ^= end;); \
        } while (0)

#    include "core/for_each.h"

KERNEL void
encrypt_vectors_ce(V x[8], unsigned vectors, const aes_schedule *s)
{
    ROUNDS(s->rk, SUB_SHIFT, MIX);
}

KERNEL void
encrypt_and_xor_ce(V x[8], unsigned vectors, const aes_schedule *s, uint8_t *out, const uint8_t *in,
                   size_t nblocks)
{
    encrypt_vectors_ce(x, vectors, s);
    FOR_EACH(i, vectors, v_store(out + 16 * i, x[i] ^ v_load(in + 16 * i, nblocks > i), nblocks > i););
}

KERNEL void
decrypt_vectors_ce(V x[8], unsigned vectors, const aes_schedule *s)
{
    ROUNDS(aes_inverse_keys(s), INV_SUB_SHIFT, INV_MIX);
}

#    include "aes/vector.inc"

/* AESE adds a key first.  In a chain that key is last key ^ first key ^ next
 * block, so the latency of a block is that of its rounds alone. */
void
narae_aes_chain_ce(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const aes_schedule *const s = (const aes_schedule *)schedule;
    const uint32_t *const end = s->rk + 4 * s->rounds;
    const V first = v_key(s->rk), last = v_key(end);
    V x = v_load(chain, 1) ^ last;

    for (; nblocks != 0; nblocks--, in += 16) {
        AES(x, first ^ last ^ v_load(in, 1), SUB_SHIFT MIX);
        for (const uint32_t *k = s->rk + 4; k + 4 != end; k += 4)
            AES(x, v_key(k), SUB_SHIFT MIX);
        AES(x, v_key(end - 4), SUB_SHIFT);
        if (out != NULL) {
            v_store(out, x ^ last, 1);
            out += 16;
        }
    }
    v_store(chain, x ^ last, 1);
}

/* S-box of each byte of a word.  ShiftRows does nothing to four equal columns. */
KERNEL uint32_t
sub_word(uint32_t word)
{
    V x = vdupq_n_u32(word);

    AES(x, vdupq_n_u32(0), SUB_SHIFT);
    return vgetq_lane_u32(x, 0);
}

/* FIPS 197, 5.2, on little-endian words. */
void
narae_aes_set_key_ce(void *schedule, const uint8_t *key, size_t key_bytes)
{
    aes_schedule *s = (aes_schedule *)schedule;
    const unsigned nk = (unsigned)key_bytes / 4, rounds = nk + 6;
    uint32_t *w = s->rk, *inverse, rcon = 1, last;

    s->rounds = rounds;
    memcpy(w, key, key_bytes);
    last = w[nk - 1];
    for (unsigned i = nk; i < 4 * (rounds + 1);) {
        last = sub_word(ror32(last, 8)) ^ rcon;
        rcon = rcon << 1 ^ (0x11b & (0u - (rcon >> 7)));
        for (unsigned j = 0; j < nk && i < 4 * (rounds + 1); j++, i++) {
            if (nk == 8 && j == 4)
                last = sub_word(last);
            last ^= w[i - nk];
            w[i] = last;
        }
    }

    inverse = w + 4 * (rounds + 1);
    for (unsigned r = 0; r <= rounds; r++) {
        V k = v_key(w + 4 * (rounds - r));

        if (r != 0 && r != rounds)
            __asm__(".arch_extension aes\n\taesimc %0.16b, %0.16b" : "+w"(k));
        vst1q_u32(inverse + 4 * r, k);
    }
}

#endif
