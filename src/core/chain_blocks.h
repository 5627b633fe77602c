/* SPDX-License-Identifier: MIT */
/* Chains, and CCM, by a kernel that only encrypts: for implementations that have
 * nothing better.  Blocks have 16 bytes.
 *
 * Time depends on the number of blocks alone. */
#ifndef NARAE_CORE_CHAIN_BLOCKS_H
#define NARAE_CORE_CHAIN_BLOCKS_H

#include "narae/descriptor.h"

/* As narae_chain_fn and narae_ccm_fn, but an implementation always has them. */
typedef void chain_blocks_fn(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in,
                             size_t nblocks);
typedef void ccm_blocks_fn(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in,
                           size_t nblocks, const uint8_t *counter, int decrypt);

void narae_chain_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *chain, uint8_t *out,
                        const uint8_t *in, size_t nblocks);

/* The chain's block and a counter go together, which costs no more than one. */
void narae_ccm_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *chain, uint8_t *out,
                      const uint8_t *in, size_t nblocks, const uint8_t *counter, int decrypt);

#endif
