/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS in the vectors of x86-64. */
#ifndef NARAE_MODES_X86_KERNELS_H
#define NARAE_MODES_X86_KERNELS_H

#include "modes/xts_internal.h"

xts_whiten_fn narae_xts_whiten_pclmul, narae_xts_whiten_avx2, narae_xts_whiten_avx512;

#endif
