/* SPDX-License-Identifier: MIT */
/* LEA-128 in two shares, on chips with a kernel: narae/masked.h. */

#include "core/family.h"

#include NARAE_KERNELS(lea)

#if defined(LEA_MASKED_KERNELS) && defined(NARAE_MASKED_LEA_BLOCKS) /* ARMv8-M has none */

const narae_masked_cipher narae_masked_lea = {
    .name = "lea",
    .block_bytes = NARAE_LEA_BLOCK_BYTES,
    .key_bytes = 16,
    .blocks = NARAE_MASKED_LEA_BLOCKS,
    .schedule_bytes = NARAE_MASKED_LEA_SCHEDULE_BYTES,
    .random_bytes = NARAE_MASKED_LEA_RANDOM_BYTES,
    .key_random_bytes = NARAE_MASKED_LEA_KEY_RANDOM_BYTES,
    LEA_MASKED_KERNELS,
};

#endif
