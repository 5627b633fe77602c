/* SPDX-License-Identifier: MIT */
/* Counter mode and CCM on top of a kernel that encrypts blocks, for ciphers without
 * kernels for these.
 *
 * Time depends on the number of blocks alone. */
#ifndef NARAE_CORE_ENCRYPT_ONLY_H
#define NARAE_CORE_ENCRYPT_ONLY_H

#include "narae/descriptor.h"

#include "family.h"

/* Blocks that are prepared for one call of a kernel: as many as suit the wide
 * kernels, or as the chip's stack allows. */
#ifdef NARAE_WORDS8
#    define CIPHER_BATCH 1
#elif defined(NARAE_WORDS64)
#    define CIPHER_BATCH 32
#else
#    define CIPHER_BATCH 8
#endif

/* Blocks that a mode copies for one call of a kernel: the widest kernels prefer
 * 64, or 80 with LEA. */
#ifdef NARAE_X86_KERNELS
#    define MODE_BATCH 320
#elif defined(NARAE_WASM_KERNELS)
#    define MODE_BATCH 128 /* ARIA's bit-sliced batch */
#else
#    define MODE_BATCH CIPHER_BATCH
#endif

/* narae_ctr_fn with batches of counter blocks, for blocks of 8 or 16 bytes. */
void narae_counter_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *out, const uint8_t *in,
                          size_t nblocks, uint8_t *counter, size_t block_bytes);

#if UINTPTR_MAX > 0xffffffffu || defined(NARAE_THUMB_V7M)
#    define NARAE_PAIRS_CCM

/* The chain's block and a counter are encrypted together, in the time of one
 * block. */
void narae_ccm_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *chain, uint8_t *out,
                      const uint8_t *in, size_t nblocks, const uint8_t *counter, int decrypt);

#endif

#endif
