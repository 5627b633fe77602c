/* SPDX-License-Identifier: MIT */
/* The HIGHT kernels of x86-64. */
#ifndef NARAE_HIGHT_X86_KERNELS_H
#define NARAE_HIGHT_X86_KERNELS_H

#include "hight/wide.h"

/* F0 and F1 as matrices, for GF2P8AFFINEQB. */
#define HIGHT_F0 UINT64_C(0xc2850b162c58b061)
#define HIGHT_F1 UINT64_C(0x3468d0a143860d1a)

narae_blocks_fn narae_hight_encrypt_gfni512, narae_hight_decrypt_gfni512;
narae_ctr_fn narae_hight_ctr_gfni512;
narae_blocks_fn narae_hight_encrypt_gfni, narae_hight_decrypt_gfni;
narae_ctr_fn narae_hight_ctr_gfni;
narae_blocks_fn narae_hight_encrypt_avx2, narae_hight_decrypt_avx2;
narae_ctr_fn narae_hight_ctr_avx2;
narae_blocks_fn narae_hight_encrypt_sse2, narae_hight_decrypt_sse2;
narae_ctr_fn narae_hight_ctr_sse2;

#endif
