/* SPDX-License-Identifier: MIT */
/* The HIGHT kernels of x86-64. */
#ifndef NARAE_HIGHT_X86_KERNELS_H
#define NARAE_HIGHT_X86_KERNELS_H

#include "hight/wide.h"

narae_blocks_fn narae_hight_encrypt_gfni512, narae_hight_decrypt_gfni512;
narae_ctr_fn narae_hight_ctr_gfni512;
narae_blocks_fn narae_hight_encrypt_gfni, narae_hight_decrypt_gfni;
narae_ctr_fn narae_hight_ctr_gfni;
narae_blocks_fn narae_hight_encrypt_avx2, narae_hight_decrypt_avx2;
narae_ctr_fn narae_hight_ctr_avx2;
narae_blocks_fn narae_hight_encrypt_sse2, narae_hight_decrypt_sse2;
narae_ctr_fn narae_hight_ctr_sse2;

/* Up to two blocks, for any x86-64. */
narae_blocks_fn narae_hight_encrypt_few, narae_hight_decrypt_few;
narae_ctr_fn narae_hight_ctr_few;

#endif
