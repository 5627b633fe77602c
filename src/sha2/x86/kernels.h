/* SPDX-License-Identifier: MIT */
/* The assembly of SHA-2 on x86-64: sha256_rounds_avx2.S and sha512_rounds_avx2.S. */
#ifndef NARAE_SHA2_X86_KERNELS_H
#define NARAE_SHA2_X86_KERNELS_H

#include <stdint.h>

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
