/* SPDX-License-Identifier: MIT */
/* The ChaCha kernels of x86-64. */
#ifndef NARAE_CHACHA_X86_KERNELS_H
#define NARAE_CHACHA_X86_KERNELS_H

#include "core/kernels.h"

const narae_stream_kernels *narae_chacha_best(void);
extern const narae_stream_kernels *const narae_chacha_implementations[];

#define narae_chacha_blocks_kernel narae_chacha_best()->blocks
#define narae_chacha_bytes_kernel narae_chacha_best()->bytes

/* At least two blocks. */
narae_stream_blocks_fn narae_chacha_blocks_sse2, narae_chacha_blocks_avx2;
void narae_chacha_blocks_avx512(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                                unsigned rounds, int short_chains);
narae_stream_blocks_fn narae_chacha_blocks_rows_avx2, narae_chacha_blocks_rows_avx512;

/* In general registers. */
void narae_chacha_1_x86(uint32_t state[16], uint8_t out[64], const uint8_t in[64], unsigned rounds);

/* For whole groups of eight blocks, of which the last may have seven; the low word of the
 * counter does not wrap.  If `last` is not null, the last block is read from and written to
 * `last` instead of `in` and `out`. */
void narae_chacha_8_avx2(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds,
                         uint8_t *last);

/* 512 bytes of ChaCha20, stitched with at most MAX_STITCHED blocks of Poly1305
 * that are not in `out`.  The low word of the counter does not wrap, and is not
 * updated. */
enum { MAX_STITCHED = 40 };
void narae_chacha_8_poly1305_avx2(const uint32_t state[16], uint8_t out[512], const uint8_t in[512],
                                  narae_poly1305_sum *sum, const uint8_t *hashed, size_t nhashed);

const narae_message_kernels *narae_chacha20_poly1305_best(void);
extern const narae_message_kernels *const narae_chacha20_poly1305_implementations[];

#define narae_chacha20_poly1305_kernels narae_chacha20_poly1305_best()

/* For whole groups of 32 or 48 blocks and one more with more blocks than the next
 * smaller kernel has: 17 to 32, or 33 to 48. */
narae_stream_blocks_fn narae_chacha_32_avx512, narae_chacha_48_avx512;

#endif
