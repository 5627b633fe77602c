/* What the ChaCha kernels share: the layout of the state and their names.
 *
 * Words 0..3 are the constant, 4..11 the key, 12..15 counter and nonce.
 * Words 12 and 13 count blocks as one 64-bit number, word 12 the low half;
 * where the counter has 32 bits, word 13 is nonce and the caller ends the
 * run at the carry. */
#ifndef NARAE_CHACHA_INTERNAL_H
#define NARAE_CHACHA_INTERNAL_H

#include "core/kernels.h"
#include "narae/chacha.h"

/* Kernel contract: out = in ^ key stream for `nblocks` >= 0 whole blocks and
 * an even number of rounds, words 12..13 counted up by one a block.  out ==
 * in is allowed; neither needs alignment. */
void narae_chacha_blocks_portable(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                                  unsigned rounds);
void narae_chacha_blocks_avr(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                             unsigned rounds);
void narae_chacha_blocks_rv32(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                              unsigned rounds);
void narae_chacha_blocks_unaligned(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                                   unsigned rounds);

/* HChaCha: the subkey is words 0..3 and 12..15 of the state after the rounds,
 * without the final addition.  They replace words 4..11. */
void narae_hchacha_portable(uint32_t state[16], unsigned rounds);
void narae_hchacha_avr(uint32_t state[16], unsigned rounds);

#ifdef NARAE_AVR_KERNELS
#    define narae_chacha_blocks_kernel narae_chacha_blocks_avr
#    define narae_hchacha_kernel narae_hchacha_avr
#elif defined(NARAE_RV32_KERNELS)
#    define narae_chacha_blocks_kernel narae_chacha_blocks_rv32
#    define narae_hchacha_kernel narae_hchacha_portable
#else
#    define narae_chacha_blocks_kernel narae_chacha_blocks_portable
#    define narae_hchacha_kernel narae_hchacha_portable
#endif

#endif
