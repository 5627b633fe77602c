/* SPDX-License-Identifier: MIT */
/* The Ascon kernels of AVR. */
#ifndef NARAE_ASCON_AVR_KERNELS_H
#define NARAE_ASCON_AVR_KERNELS_H

#include "ascon/masked.h"
#include "core/kernels.h"

void narae_ascon_permute_avr(uint8_t state[40], uint8_t rounds);
narae_ascon_masked_permute_fn narae_ascon_masked_permute_avr;
narae_ascon_masked_start_fn narae_ascon_masked_start_avr;
narae_ascon_masked_add_key_fn narae_ascon_masked_add_key_avr;
narae_ascon_masked_block_fn narae_ascon_masked_block_avr;
narae_ascon_masked_tag_fn narae_ascon_masked_tag_avr;

#define narae_ascon_permute_kernel(state, rounds) \
    narae_ascon_permute_avr((uint8_t *)(state), (uint8_t)(rounds))

#define ASCON_MASKED(name) narae_ascon_masked_##name##_avr
#define ASCON_MASKED_DOMAIN 55 /* the byte of narae_ascon_masked with the domain bit, of one share */

#endif
