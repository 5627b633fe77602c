/* SPDX-License-Identifier: MIT */
/* Fallbacks for families without a kernel: portable code, or none.
 *
 * Where the state is bytes, each word is little-endian; where it is interleaved, each word is what
 * interleave() makes of it, its even and odd bits.  PowerPC rotates 64 bits in four instructions, RISC-V
 * without Zbb cannot rotate 32; the figures are in ascon_interleaved.c. */
#ifndef NARAE_ASCON_PORTABLE_KERNELS_H
#define NARAE_ASCON_PORTABLE_KERNELS_H

#include "core/kernels.h"

narae_ascon_permute_fn narae_ascon_permute_portable, narae_ascon_permute_interleaved;
void narae_ascon_permute_bytes(uint8_t state[40], unsigned rounds);
narae_ascon_message_fn narae_ascon_aead128_message_portable;

#ifndef ASCON_INTERLEAVED
#    if defined(NARAE_WORDS64) || defined(NARAE_WORDS8) || defined(NARAE_NO_INTERLEAVING)
#        define ASCON_INTERLEAVED 0
#    else
#        define ASCON_INTERLEAVED 1
#    endif
#endif

#ifndef narae_ascon_permute_kernel
#    ifdef NARAE_WORDS8
#        define narae_ascon_permute_kernel(state, rounds) \
            narae_ascon_permute_bytes((uint8_t *)(state), rounds)
#    elif ASCON_INTERLEAVED
#        define ASCON_PERMUTES_ONCE /* a single permutation is faster without: converting words costs more \
                                     */
#        define narae_ascon_permute_kernel narae_ascon_permute_interleaved
#    else
#        define narae_ascon_permute_kernel narae_ascon_permute_portable
#    endif
#endif

#endif
