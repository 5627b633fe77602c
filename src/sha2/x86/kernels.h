/* SPDX-License-Identifier: MIT */
/* The assembly of SHA-512 on x86-64: sha512_rounds_avx2.S. */
#ifndef NARAE_SHA2_X86_KERNELS_H
#define NARAE_SHA2_X86_KERNELS_H

#include <stdint.h>

/* All rounds of the block at `in`, with the schedule of it and the one at `next`, of whose
 * words, with `constants` added, `words` has two of each in turn. */
void narae_sha512_two_avx2(uint64_t state[8], uint64_t words[160], const uint64_t constants[80],
                           const uint8_t *in, const uint8_t *next);

/* All rounds of a block whose words are there. */
void narae_sha512_rounds_avx2(uint64_t state[8], const uint64_t *words);

#endif
