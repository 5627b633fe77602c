/* SPDX-License-Identifier: MIT */
/* ChaCha for WebAssembly with vectors: up to four blocks side by side, a row of the state
 * in each vector.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/kernels.h"

#ifdef NARAE_WASM_KERNELS

#    include <wasm_simd128.h>

#    include "core/for_each.h"

#    include "chacha/chacha_internal.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_wasm
#    define BLOCKS 1
#    define GROUPS 4

typedef uint32_t V __attribute__((vector_size(16)));

#    define v_row(words) ((V)wasm_v128_load(words))
#    define v_rol(x, n) ((x) << (n) | (x) >> (32 - (n)))
#    define v_turn(x, n) __builtin_shufflevector(x, x, (n) % 4, ((n) + 1) % 4, ((n) + 2) % 4, ((n) + 3) % 4)
#    define v_count(row3, n) ((V)wasm_i64x2_add((v128_t)(row3), wasm_i64x2_make(n, 0)))

KERNEL void
v_xor_out(uint8_t *out, const uint8_t *in, V x[4], size_t nblocks)
{
    (void)nblocks;
    FOR_EACH(i, 4, wasm_v128_store(out + 16 * i, (v128_t)x[i] ^ wasm_v128_load(in + 16 * i)););
}

#    include "chacha/rows.inc"

#endif
