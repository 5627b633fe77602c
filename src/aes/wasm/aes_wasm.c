/* SPDX-License-Identifier: MIT */
/* AES for WebAssembly with vectors: eight blocks, bit-sliced.  FIPS 197.
 *
 * It is the kernel for NEON without what would make the code half as long again for a tenth of
 * the time; a message ends with one run for all blocks that are left.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_WASM_KERNELS

#    define NAME(f) f##_wasm
#    define ROUNDS static __attribute__((noinline))
#    define FEW 0
#    define encrypt_few narae_aes_encrypt_portable /* never called */
#    define decrypt_few narae_aes_decrypt_portable
#    define expand narae_aes_expand_key

#    include "aes/eight.inc"
#    include "aes/eight_key.inc"

#endif
