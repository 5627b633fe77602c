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

#ifndef __AVR__
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

void narae_aria_set_key_portable(aria_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aria_encrypt_portable;
narae_blocks_fn narae_aria_decrypt_portable;

#ifdef NARAE_AVR_KERNELS
#    define narae_aria_encrypt_kernel narae_aria_encrypt_avr
#    define narae_aria_decrypt_kernel narae_aria_decrypt_avr
narae_blocks_fn narae_aria_encrypt_avr;
narae_blocks_fn narae_aria_decrypt_avr;
#    define narae_aria_set_key_kernel narae_aria_set_key_portable
#    define narae_aria_ctr_kernel NULL
#elif defined(NARAE_RV32_TABLES)
#    define narae_aria_set_key_kernel narae_aria_set_key_rv32_tables
#    define narae_aria_encrypt_kernel narae_aria_encrypt_rv32_tables
#    define narae_aria_decrypt_kernel narae_aria_decrypt_rv32_tables
#    define narae_aria_ctr_kernel NULL
void narae_aria_set_key_rv32_tables(aria_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aria_encrypt_rv32_tables;
narae_blocks_fn narae_aria_decrypt_rv32_tables;
#elif defined(NARAE_THUMB_TABLES)
#    define narae_aria_set_key_kernel narae_aria_set_key_v7m
#    define narae_aria_encrypt_kernel narae_aria_encrypt_v7m_tables
#    define narae_aria_decrypt_kernel narae_aria_decrypt_v7m_tables
#    define narae_aria_ctr_kernel NULL
void narae_aria_set_key_v7m(aria_schedule *schedule, const uint8_t *key, size_t key_bytes);
void narae_aria_round_v7m_tables(uint32_t x[4], unsigned even);
narae_blocks_fn narae_aria_encrypt_v7m_tables;
narae_blocks_fn narae_aria_decrypt_v7m_tables;
#elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
#    define narae_aria_set_key_kernel narae_aria_set_key_v7m
#    define narae_aria_encrypt_kernel narae_aria_encrypt_v7m
#    define narae_aria_decrypt_kernel narae_aria_decrypt_v7m
#    define narae_aria_ctr_kernel NULL
void narae_aria_set_key_v7m(aria_schedule *schedule, const uint8_t *key, size_t key_bytes);
/* The words of the state of two blocks, from a block. */
void narae_aria_bits_v7m(uint32_t q[8], const uint32_t x[4]);
narae_blocks_fn narae_aria_encrypt_v7m;
narae_blocks_fn narae_aria_decrypt_v7m;
#elif defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)
#    define narae_aria_encrypt_kernel narae_aria_encrypt_rv32
#    define narae_aria_decrypt_kernel narae_aria_decrypt_rv32
#    define narae_aria_ctr_kernel NULL
void narae_aria_eight_rv32(const uint32_t (*rk)[4], uint8_t out[128], const uint8_t in[128], unsigned rounds,
                           unsigned decrypt);
void narae_aria_two_rv32(const uint32_t (*rk)[4], uint8_t *out, const uint8_t *in, unsigned rounds,
                         unsigned decrypt, size_t next);
narae_blocks_fn narae_aria_encrypt_rv32;
narae_blocks_fn narae_aria_decrypt_rv32;
#elif defined(NARAE_WASM_KERNELS)
void narae_aria_set_key_wasm(aria_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aria_encrypt_wasm;
narae_blocks_fn narae_aria_decrypt_wasm;
narae_ctr_fn narae_aria_ctr_wasm;
#    define narae_aria_set_key_kernel narae_aria_set_key_wasm
#    define narae_aria_encrypt_kernel narae_aria_encrypt_wasm
#    define narae_aria_decrypt_kernel narae_aria_decrypt_wasm
#    define narae_aria_ctr_kernel narae_aria_ctr_wasm
#elif defined(NARAE_DISPATCH)
void narae_aria_set_key_best(aria_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aria_encrypt_best;
narae_blocks_fn narae_aria_decrypt_best;
narae_ctr_fn narae_aria_ctr_best;
#    define narae_aria_set_key_kernel narae_aria_set_key_best
#    define narae_aria_encrypt_kernel narae_aria_encrypt_best
#    define narae_aria_decrypt_kernel narae_aria_decrypt_best
#    define narae_aria_ctr_kernel narae_aria_ctr_best
#    ifdef NARAE_X86_KERNELS
narae_gcm_fn narae_aria_gcm_best;
narae_xts_fn narae_aria_xts_best;
#        define narae_aria_gcm_kernel narae_aria_gcm_best
#        define narae_aria_xts_kernel narae_aria_xts_best
#    endif
#else
#    define narae_aria_set_key_kernel narae_aria_set_key_portable
#    define narae_aria_ctr_kernel NULL
#    define narae_aria_encrypt_kernel narae_aria_encrypt_portable
#    define narae_aria_decrypt_kernel narae_aria_decrypt_portable
#endif

#ifndef narae_aria_gcm_kernel
#    define narae_aria_gcm_kernel NULL
#endif
#ifndef narae_aria_xts_kernel
#    define narae_aria_xts_kernel NULL
#endif
#ifndef narae_aria_set_key_kernel
#    define narae_aria_set_key_kernel narae_aria_set_key_portable
#endif

#ifdef __AVR__
/* S1, S2 and their inverses in flash.  Each is at a multiple of 256, so that
 * an index is the low half of an address. */
extern const uint8_t narae_aria_sbox[4][256] __attribute__((aligned(256))) FLASH_WITHIN(1024);
#endif

#endif
