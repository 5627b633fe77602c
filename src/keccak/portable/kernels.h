/* SPDX-License-Identifier: MIT */
/* Fallbacks for families without a kernel: portable code.
 *
 * Where the state is bytes, each lane is little-endian; where it is interleaved, each lane is what
 * interleave() makes of it, its even and odd bits: keccak_interleaved.c has the figures. */
#ifndef NARAE_KECCAK_PORTABLE_KERNELS_H
#define NARAE_KECCAK_PORTABLE_KERNELS_H

#include "core/kernels.h"

narae_keccak_f1600_fn narae_keccak_f1600_portable, narae_keccak_f1600_interleaved;
void narae_keccak_f1600_bytes(uint8_t state[200]);

#ifndef KECCAK_INTERLEAVED
#    if defined(NARAE_WORDS64) || defined(NARAE_WORDS8)
#        define KECCAK_INTERLEAVED 0
#    else
#        define KECCAK_INTERLEAVED 1
#    endif
#endif

#ifndef narae_keccak_f1600_kernel
#    ifdef NARAE_WORDS8
#        define narae_keccak_f1600_kernel(state) narae_keccak_f1600_bytes((uint8_t *)(state))
#    elif KECCAK_INTERLEAVED
#        define narae_keccak_f1600_kernel narae_keccak_f1600_interleaved
#    else
#        define narae_keccak_f1600_kernel narae_keccak_f1600_portable
#    endif
#endif

#endif
