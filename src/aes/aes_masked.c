/* SPDX-License-Identifier: MIT */
/* AES-128 in two shares, on chips with a kernel: narae/masked.h. */

#include "core/family.h"

#include NARAE_KERNELS(aes)

#if defined(AES_MASKED_KERNELS) && defined(NARAE_MASKED_AES_BLOCKS) /* ARMv8-M has none */

const narae_masked_cipher narae_masked_aes = {
    .name = "aes",
    .block_bytes = NARAE_AES_BLOCK_BYTES,
    .key_bytes = 16,
    .blocks = NARAE_MASKED_AES_BLOCKS,
    .schedule_bytes = NARAE_MASKED_AES_SCHEDULE_BYTES,
    .random_bytes = NARAE_MASKED_AES_RANDOM_BYTES,
    AES_MASKED_KERNELS,
};

#endif
