/* SPDX-License-Identifier: MIT */
/* The Ascon kernels of Cortex-M, 3 to 5 KiB of unrolled rounds; with NARAE_SMALL the portable code runs. */
#ifndef NARAE_ASCON_THUMB_KERNELS_H
#define NARAE_ASCON_THUMB_KERNELS_H

#include "ascon/masked.h"
#include "core/kernels.h"

void narae_ascon_permute_v6m(uint64_t state[5], unsigned rounds);
void narae_ascon_p12_v7m(uint64_t state[5]);
void narae_ascon_p8_v7m(uint64_t state[5]);
void narae_ascon_p6_v7m(uint64_t state[5]);
narae_ascon_blocks_fn narae_ascon_aead128_blocks_v7m;
narae_ascon_message_fn narae_ascon_aead128_message_v7m;

narae_ascon_masked_permute_fn narae_ascon_masked_permute_v7m;
narae_ascon_masked_start_fn narae_ascon_masked_start_v7m;
narae_ascon_masked_add_key_fn narae_ascon_masked_add_key_v7m;
narae_ascon_masked_block_fn narae_ascon_masked_block_v7m;
narae_ascon_masked_tag_fn narae_ascon_masked_tag_v7m;

#ifdef NARAE_THUMB_V7M
#    define ASCON_MASKED(name) narae_ascon_masked_##name##_v7m
#    define ASCON_MASKED_DOMAIN 59 /* the byte of narae_ascon_masked with the domain bit, of one share */
#endif

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
