/* SPDX-License-Identifier: MIT */
/* Common to the ARIA kernels: the key schedule on bytes and the kernel names.
 *
 * Decryption needs no second set of round keys.  With S the substitution, A
 * the diffusion (an involution) and n rounds, encryption is
 *
 *     x ^ k1, S, A, ^ k2, S', A, ..., ^ kn, S', ^ k(n+1)
 *
 * with S' = S^-1, so run backwards it is the same with each key added before
 * A instead of after it:
 *
 *     x ^ k(n+1), S, ^ kn, A, S', ^ k(n-1), A, ..., S', ^ k1. */
#ifndef NARAE_ARIA_INTERNAL_H
#define NARAE_ARIA_INTERNAL_H

#include "narae/descriptor.h"
#include "narae/aria.h"

#include "core/flash.h"
#include "core/family.h"

enum { ARIA_ROUNDS = 12, ARIA_ROUNDS_APART = 2 };

typedef struct aria_schedule {
    uint32_t rounds; /* 12, 14 or 16 */
    uint32_t rk[][4];
} aria_schedule;

static inline unsigned
aria_rounds(size_t key_bytes)
{
    return 8 + (unsigned)key_bytes / 4;
}

#ifndef NARAE_WORDS8
/* CK1..CK3 of the key schedule are these, rotated to start at one that depends on the
 * key size. */
extern const uint8_t narae_aria_constants[3][16];
#endif

/* W0..W3 of RFC 5794, section 2.2, in `w`. */
void narae_aria_expand(uint8_t w[4][16], const uint8_t *key, size_t key_bytes);

/* Round key ek(i + 1), i from 0. */
void narae_aria_round_key(uint8_t rk[16], const uint8_t w[4][16], unsigned i);

/* x = A(S(x)), or A(S'(x)) if `even`: a round without its key. */
void narae_aria_round_portable(uint8_t x[16], unsigned even);

/* The schedule of the portable kernel for 32- and 64-bit words from `w`. */
void narae_aria_set_words_portable(aria_schedule *schedule, const uint8_t w[4][16], unsigned rounds);

narae_set_key_fn narae_aria_set_key_portable;
narae_blocks_fn narae_aria_encrypt_portable;
narae_blocks_fn narae_aria_decrypt_portable;

#ifdef NARAE_DISPATCH
extern const narae_block_kernels *const narae_aria_implementations[];
const narae_block_kernels *narae_aria_best(void);
#endif

#ifdef NARAE_WORDS8
/* S1, S2 and their inverses in flash.  Each is at a multiple of 256, so that
 * an index is the low half of an address. */
extern const uint8_t narae_aria_sbox[4][256] __attribute__((aligned(256))) FLASH_WITHIN(1024);
#endif

#endif
