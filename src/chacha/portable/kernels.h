/* SPDX-License-Identifier: MIT */
/* Fallbacks for families without a kernel: portable code, or none. */
#ifndef NARAE_CHACHA_PORTABLE_KERNELS_H
#define NARAE_CHACHA_PORTABLE_KERNELS_H

#include "core/kernels.h"

narae_stream_blocks_fn narae_chacha_blocks_portable;

/* HChaCha: the subkey is words 0..3 and 12..15 of the state after the rounds,
 * without the final addition.  They replace words 4..11. */
void narae_hchacha_portable(uint32_t state[16], unsigned rounds);

#ifndef narae_chacha_blocks_kernel
#    define narae_chacha_blocks_kernel narae_chacha_blocks_portable
#endif
#ifndef narae_hchacha_kernel
#    define narae_hchacha_kernel narae_hchacha_portable
#endif

#endif
