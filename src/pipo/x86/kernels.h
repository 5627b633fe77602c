/* SPDX-License-Identifier: MIT */
/* The PIPO kernels of x86-64. */
#ifndef NARAE_PIPO_X86_KERNELS_H
#define NARAE_PIPO_X86_KERNELS_H

#include "pipo/pipo_internal.h"

/* For GFNI: each byte of the key four times, since a vector instruction can
 * take a word from memory into all of its words; those of rows 1, 2, 4 and 7
 * rotated back by 7, 4, 6 and 2 bits, to be added before the R-layer.  After
 * them is the key itself, for a single block. */
typedef struct pipo_wide_schedule {
    uint32_t rounds; /* 13 or 17 */
    uint32_t rows[][8];
} pipo_wide_schedule;

narae_blocks_fn narae_pipo_encrypt_gfni512, narae_pipo_decrypt_gfni512;
narae_ctr_fn narae_pipo_ctr_gfni512;

/* At least one block. */
typedef void pipo_rows_fn(const uint32_t rows[][8], uint8_t *out, const uint8_t *in, size_t nblocks,
                          unsigned rounds);
pipo_rows_fn narae_pipo_rows_encrypt_gfni512, narae_pipo_rows_decrypt_gfni512;
void narae_pipo_rows_ctr_gfni512(const uint32_t rows[][8], uint8_t *out, const uint8_t *in, size_t nblocks,
                                 unsigned rounds, const uint8_t counter[8]);

/* With the portable schedule. */
narae_blocks_fn narae_pipo_encrypt_avx2, narae_pipo_decrypt_avx2;
narae_ctr_fn narae_pipo_ctr_avx2;
narae_blocks_fn narae_pipo_encrypt_sse2, narae_pipo_decrypt_sse2;
narae_ctr_fn narae_pipo_ctr_sse2;

#endif
