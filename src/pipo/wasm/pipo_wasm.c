/* SPDX-License-Identifier: MIT */
/* PIPO for WebAssembly with vectors: 16 blocks at a time.
 *
 * Rotating a row is one shuffle.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS

#    include "core/encrypt_only.h"

#    include "kernels.h"

#    define CODE
#    define NAME(f) f##_wasm
#    define LANES 2
#    define GROUPS 1

#    include "core/x86/blocks64.inc"

/* Byte i of the shuffle that rotates each word left by n bytes. */
#    define TURN(i, n) (((i) & 8) | (((i) - (n)) & 7))
#    define TURN4(i, n) TURN(i, n), TURN((i) + 1, n), TURN((i) + 2, n), TURN((i) + 3, n)
#    define v_rotate(x, n)                                                                         \
        ((V)__builtin_shufflevector((u8x16)(x), (u8x16)(x), TURN4(0, n), TURN4(4, n), TURN4(8, n), \
                                    TURN4(12, n)))

#    include "pipo/x86/vector.inc"

#endif
