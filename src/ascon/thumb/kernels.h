/* SPDX-License-Identifier: MIT */
/* The Ascon kernels of Cortex-M, 3 to 5 KiB of unrolled rounds; with NARAE_SMALL the portable code runs. */
#ifndef NARAE_ASCON_THUMB_KERNELS_H
#define NARAE_ASCON_THUMB_KERNELS_H

#include "core/kernels.h"

void narae_ascon_permute_v6m(uint64_t state[5], unsigned rounds);
void narae_ascon_p12_v7m(uint64_t state[5]);
void narae_ascon_p8_v7m(uint64_t state[5]);
void narae_ascon_p6_v7m(uint64_t state[5]);
narae_ascon_blocks_fn narae_ascon_aead128_blocks_v7m;
narae_ascon_message_fn narae_ascon_aead128_message_v7m;

#ifndef NARAE_SMALL
#    ifdef NARAE_THUMB_V6M
#        define narae_ascon_permute_kernel narae_ascon_permute_v6m
#    else
#        define narae_ascon_permute_kernel(state, rounds) \
            ((rounds) == 12  ? narae_ascon_p12_v7m(state) \
             : (rounds) == 8 ? narae_ascon_p8_v7m(state)  \
                             : narae_ascon_p6_v7m(state))
#        define narae_ascon_aead128_blocks_kernel narae_ascon_aead128_blocks_v7m
#        define narae_ascon_aead128_message_kernel narae_ascon_aead128_message_v7m
#    endif
#endif

#endif
