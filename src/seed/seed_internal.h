/* SPDX-License-Identifier: MIT */
/* Common to the SEED kernels: schedule, the linear part of G, and the kernel names.
 *
 * A round is a Feistel step on halves of two big-endian words each, (c, d) the right
 * one.  With the round key (k0, k1) and additions modulo 2^32 it is
 *
 *     t0 = c ^ k0,   t1 = G(c ^ k0 ^ d ^ k1),   t0 = G(t0 + t1),   t1 = G(t1 + t0)
 *     left half ^= (t0 + t1, t1)
 *
 * and decryption has the round keys in reverse. */
#ifndef NARAE_SEED_INTERNAL_H
#define NARAE_SEED_INTERNAL_H

#include "narae/descriptor.h"
#include "narae/seed.h"

#include "core/bytes.h"
#include "core/flash.h"
#include "core/family.h"

enum { SEED_ROUNDS = 16 };

typedef struct seed_schedule {
    uint32_t rounds;
    uint32_t rk[SEED_ROUNDS][2];
} seed_schedule;

/* The linear part of G on y, the bytes after their S-boxes: each byte of the result is the
 * sum of all four, with two bits of each cleared,
 *
 *     z[k] = sum over j of y[j] without the bits 2 t and 2 t + 1,   t = (j + k) mod 4.
 *
 * Bytes two places apart are summed first, once with the pairs that even t leave out
 * and once with those of odd t. */
static inline uint32_t
seed_mix(uint32_t y)
{
    const uint32_t across = ror32(y, 16), sum = y ^ across, left_out = across ^ (sum & 0x3cc33cc3);
    const uint32_t even = sum ^ (left_out & 0x33333333), odd = even ^ left_out;

    return even ^ ror32(odd, 8);
}

/* Computes the schedule except G, which is then to be applied to all words. */
static inline uint32_t *
seed_prepare(seed_schedule *schedule, const uint8_t *key)
{
    uint32_t a = load32_be(key), b = load32_be(key + 4), c = load32_be(key + 8), d = load32_be(key + 12);
    uint32_t constant = 0x9e3779b9, first;

    schedule->rounds = SEED_ROUNDS;
    for (unsigned r = 0; r < SEED_ROUNDS; r++) {
        schedule->rk[r][0] = a + c - constant;
        schedule->rk[r][1] = b - d + constant;
        constant = rol32(constant, 1);
        if (r % 2 == 0) {
            first = a;
            a = a >> 8 | b << 24;
            b = b >> 8 | first << 24;
        } else {
            first = c;
            c = c << 8 | d >> 24;
            d = d << 8 | first >> 24;
        }
    }
    return schedule->rk[0];
}

/* `key_bytes` is always 16; other ciphers have several sizes. */
narae_set_key_fn narae_seed_set_key_portable;
narae_blocks_fn narae_seed_encrypt_portable;
narae_blocks_fn narae_seed_decrypt_portable;

#ifdef NARAE_DISPATCH
extern const narae_block_kernels *const narae_seed_implementations[];
const narae_block_kernels *narae_seed_best(void);
#endif

#ifdef NARAE_WORDS8
/* S0 and S1 in flash.  Each is at a multiple of 256, so that an index is the low half
 * of an address. */
extern const uint8_t narae_seed_sbox[2][256] __attribute__((aligned(256))) FLASH_WITHIN(512);
#endif

#endif
