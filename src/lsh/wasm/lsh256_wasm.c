/* SPDX-License-Identifier: MIT */
/* LSH-256 for WebAssembly with vectors: the kernel for SSSE3.  LSH-512 would have vectors of two
 * words, which take as many operations as 64-bit integers: it uses the latter.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS

#    define CODE
#    define NAME(f) f##_wasm
#    define V_ROL(x, n) ((x) << (n) | (x) >> (32 - (n)))

#    include "lsh/x86/lsh256.inc"

#endif
