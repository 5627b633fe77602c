/* SPDX-License-Identifier: MIT */
/* ARIA for WebAssembly with vectors: batches of blocks bit-sliced, and others a block in a vector,
 * by the kernels for NEON.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS

#    include "core/encrypt_only.h"
#    include "narae/wipe.h"

#    include "kernels.h"

#    include "aria/arm/side_by_side.inc"

#    define NAME(f) f##_wasm
#    define ENOUGH 40
#    define SLICED(f) f##_sliced
#    define REST(f) f##_rest

static void
narae_aria_encrypt_rest(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks >= 2; nblocks -= 2, in += 32, out += 32)
        encrypt_side_by_side(schedule, out, in, 2);
    if (nblocks != 0)
        encrypt_side_by_side(schedule, out, in, 1);
}

static void
narae_aria_decrypt_rest(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks >= 2; nblocks -= 2, in += 32, out += 32)
        decrypt_side_by_side(schedule, out, in, 2);
    if (nblocks != 0)
        decrypt_side_by_side(schedule, out, in, 1);
}

static void
narae_aria_ctr_rest(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_aria_encrypt_rest, schedule, out, in, nblocks, counter, 16);
}

#    undef CODE
#    define CODE static
#    include "aria/sliced.inc"

#    undef CODE
#    define CODE
#    include "aria/batches.inc"

#endif
