/* SPDX-License-Identifier: MIT */
/* The ChaCha kernels of AVR.
 *
 * The kernel builds its copy of the state from the constant, the key and words 12..15 at their own
 * addresses, and ends after any byte: a message in one call needs no context. */
#ifndef NARAE_CHACHA_AVR_KERNELS_H
#define NARAE_CHACHA_AVR_KERNELS_H

#include "core/kernels.h"

void narae_chacha_keyed_avr(const void *key, uint32_t counter[4], uint8_t *out, const uint8_t *in,
                            size_t bytes, uint8_t rounds);

static inline void
narae_chacha_blocks_avr(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    narae_chacha_keyed_avr(state + 4, state + 12, out, in, 64 * nblocks, (uint8_t)rounds);
}

static inline void
narae_chacha_bytes(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds)
{
    narae_chacha_keyed_avr(state + 4, state + 12, out, in, bytes, (uint8_t)rounds);
}

void narae_hchacha_avr(uint32_t state[16], unsigned rounds);

#define narae_chacha_blocks_kernel narae_chacha_blocks_avr
#define narae_hchacha_kernel narae_hchacha_avr
#define narae_chacha_bytes narae_chacha_bytes
#define narae_chacha_message_kernel narae_chacha_crypt_message /* chacha_message_avr.c */

#endif
