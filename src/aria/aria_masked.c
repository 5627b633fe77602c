/* SPDX-License-Identifier: MIT */
/* ARIA-128 in two shares, on chips with a kernel: narae/masked.h. */

#include "core/family.h"

#include NARAE_KERNELS(aria)

#if defined(ARIA_MASKED_KERNELS) && defined(NARAE_MASKED_ARIA_BLOCKS) /* ARMv8-M has none */

const narae_masked_cipher narae_masked_aria = {
    .name = "aria",
    .block_bytes = NARAE_ARIA_BLOCK_BYTES,
    .key_bytes = 16,
    .blocks = NARAE_MASKED_ARIA_BLOCKS,
    .schedule_bytes = NARAE_MASKED_ARIA_SCHEDULE_BYTES,
    .random_bytes = NARAE_MASKED_ARIA_RANDOM_BYTES,
    ARIA_MASKED_KERNELS,
    .key_random_bytes = NARAE_MASKED_ARIA_KEY_RANDOM_BYTES,
};

#endif
