/* SPDX-License-Identifier: MIT */
/* Counter mode for a cipher whose kernel only encrypts: a batch of counter
 * blocks is made, encrypted and XORed with the input.
 *
 * Time depends on the number of blocks alone. */
#ifndef NARAE_CORE_COUNTER_BLOCKS_H
#define NARAE_CORE_COUNTER_BLOCKS_H

#include "narae/descriptor.h"

/* Blocks that are prepared for one call of a kernel: as many as the wide
 * kernels like, as few as the stack of the chip allows. */
#ifdef __AVR__
#    define CIPHER_BATCH 1
#elif UINTPTR_MAX > 0xffffffffu
#    define CIPHER_BATCH 32
#else
#    define CIPHER_BATCH 8
#endif

/* As narae_ctr_fn, for blocks of 8 or 16 bytes. */
void narae_counter_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *out, const uint8_t *in,
                          size_t nblocks, uint8_t *counter, size_t block_bytes);

#endif
