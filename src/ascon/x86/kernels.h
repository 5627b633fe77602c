/* SPDX-License-Identifier: MIT */
/* The Ascon kernels of x86-64. */
#ifndef NARAE_ASCON_X86_KERNELS_H
#define NARAE_ASCON_X86_KERNELS_H

#include "core/kernels.h"

const narae_ascon_kernels *narae_ascon_best(void);
extern const narae_ascon_kernels *const narae_ascon_implementations[];

#define narae_ascon_permute_kernel narae_ascon_best()->permute
#define narae_ascon_aead128_blocks_kernel narae_ascon_best()->blocks
#define narae_ascon_aead128_message_kernel narae_ascon_best()->message
#define narae_ascon_batch_kernel narae_ascon_batch_best()->batch

narae_ascon_permute_fn narae_ascon_permute_bmi2, narae_ascon_permute_avx512;
narae_ascon_blocks_fn narae_ascon_aead128_blocks_bmi2, narae_ascon_aead128_blocks_avx512;
narae_ascon_message_fn narae_ascon_aead128_message_bmi2, narae_ascon_aead128_message_avx512;

#endif
