/* SPDX-License-Identifier: MIT */
/* The ChaCha kernels of x86-64. */
#ifndef NARAE_CHACHA_X86_KERNELS_H
#define NARAE_CHACHA_X86_KERNELS_H

#include "core/for_each.h"

#include "chacha/chacha_internal.h"

/* At least two blocks. */
chacha_blocks_fn narae_chacha_blocks_sse2, narae_chacha_blocks_avx2;
void narae_chacha_blocks_avx512(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                                unsigned rounds, int short_chains);
chacha_blocks_fn narae_chacha_blocks_rows_avx2, narae_chacha_blocks_rows_avx512;

/* In general registers. */
chacha_one_fn narae_chacha_1_x86;

/* For whole groups of eight blocks, of which the last may have seven; the low word of the
 * counter does not wrap.  If `last` is not null, the last block is read from and written to
 * `last` instead of `in` and `out`. */
void narae_chacha_8_avx2(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds,
                         uint8_t *last);

chacha_beside_fn narae_chacha_8_poly1305_avx2;

/* For whole groups of 32 or 48 blocks and one more with more blocks than the next
 * smaller kernel has: 17 to 32, or 33 to 48. */
chacha_blocks_fn narae_chacha_32_avx512, narae_chacha_48_avx512;

#endif
