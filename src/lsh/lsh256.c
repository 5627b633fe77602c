/* SPDX-License-Identifier: MIT */
/* LSH-256: the public functions.  KS X 3262. */

#include "lsh_internal.h"

#define WORD uint32_t
#define BLOCK_BYTES NARAE_LSH256_BLOCK_BYTES
#define CONTEXT narae_lsh256
#define NAME(f) narae_lsh256_##f
#define FAMILY "lsh-256-"
#define DESCRIPTOR(bits) narae_lsh256_##bits
#define STORE store32_le
#ifdef narae_lsh256_blocks_kernel
#    define compress narae_lsh256_blocks_kernel
#else
#    define compress_lost narae_lsh256_block_kernel
#endif

#include "hash.inc"

DIGEST(224)
DIGEST(256)
