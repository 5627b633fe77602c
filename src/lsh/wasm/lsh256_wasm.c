/* SPDX-License-Identifier: MIT */
/* LSH-256 for WebAssembly with vectors: the kernel for SSSE3.  LSH-512 has vectors of two words,
 * which take as many operations as words of 64 bits do: it stays on them.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_WASM_KERNELS

#    define CODE
#    define NAME(f) f##_wasm
#    define V_ROL(x, n) ((x) << (n) | (x) >> (32 - (n)))

#    include "lsh/x86/lsh256.inc"

#endif
