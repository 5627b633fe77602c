/* SPDX-License-Identifier: MIT */
/* LSH-512: the public functions.  KS X 3262. */

#include "lsh_internal.h"

#define WORD uint64_t
#define BLOCK_BYTES NARAE_LSH512_BLOCK_BYTES
#define CONTEXT narae_lsh512
#define NAME(f) narae_lsh512_##f
#define FAMILY "lsh-512-"
#define DESCRIPTOR(bits) narae_lsh512_##bits
#define STORE store64_le
#ifdef narae_lsh512_blocks_kernel
#    define compress narae_lsh512_blocks_kernel
#else
#    define compress_lost narae_lsh512_block_kernel
#endif

#include "hash.inc"

DIGEST(224)
DIGEST(256)
DIGEST(384)
DIGEST(512)
