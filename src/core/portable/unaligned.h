/* SPDX-License-Identifier: MIT */
/* Whole blocks for a kernel that requires aligned words. */
#ifndef NARAE_CORE_PORTABLE_UNALIGNED_H
#define NARAE_CORE_PORTABLE_UNALIGNED_H

#include "narae/descriptor.h"

/* Calls `kernel` with the blocks in an aligned buffer, a few at a time. */
void narae_unaligned_blocks(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                            narae_blocks_fn *kernel, size_t block_bytes);

#endif
