/* SPDX-License-Identifier: MIT */
/* The SHA-2 kernels of x86-64. */
#ifndef NARAE_SHA2_X86_KERNELS_H
#define NARAE_SHA2_X86_KERNELS_H

#include "core/kernels.h"

const narae_hash_kernels *narae_sha2_best(void);
extern const narae_hash_kernels *const narae_sha2_implementations[];

#define narae_sha256_blocks_kernel narae_sha2_best()->blocks32
#define narae_sha512_blocks_kernel narae_sha2_best()->blocks64
#define narae_sha256_batch_kernel narae_sha2_batch_best()->sha256
#define narae_sha512_batch_kernel narae_sha2_batch_best()->sha512

narae_hash32_fn narae_sha256_blocks_avx2, narae_sha256_blocks_shani;
narae_hash64_fn narae_sha512_blocks_avx2;

/* All rounds of the block at `in`, and the schedules of it and of the block at `next`, with
 * `constants` added: `words` holds 16 bytes of each alternately. */
void narae_sha256_two_avx2(uint32_t state[8], uint32_t words[128], const uint32_t constants[64],
                           const uint8_t *in, const uint8_t *next);
void narae_sha512_two_avx2(uint64_t state[8], uint64_t words[160], const uint64_t constants[80],
                           const uint8_t *in, const uint8_t *next);

/* All rounds of a block whose schedule is in `words`. */
void narae_sha256_rounds_avx2(uint32_t state[8], const uint32_t *words);
void narae_sha512_rounds_avx2(uint64_t state[8], const uint64_t *words);

#endif
