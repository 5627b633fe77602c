/* SPDX-License-Identifier: MIT */
/* ARIA for WebAssembly with vectors: batches of blocks bit-sliced, by the kernel for
 * NEON; what fills none is left to the portable code.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_WASM_KERNELS

#    include "core/encrypt_only.h"
#    include "narae/wipe.h"

#    include "aria/arm/block.inc"

#    define NAME(f) f##_wasm
#    define ENOUGH 24
#    define SLICED(f) f##_sliced
#    define REST(f) f##_rest
#    define narae_aria_encrypt_rest narae_aria_encrypt_portable
#    define narae_aria_decrypt_rest narae_aria_decrypt_portable

static void
narae_aria_ctr_rest(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_aria_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

#    undef CODE
#    define CODE static
#    include "aria/sliced.inc"

#    undef CODE
#    define CODE
#    include "aria/batches.inc"

#endif
