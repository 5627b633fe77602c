/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 in two shares, on chips with a kernel: narae/masked.h. */

#include "core/family.h"

#include NARAE_KERNELS(pipo)

#if defined(PIPO_MASKED_KERNELS) && defined(NARAE_MASKED_PIPO_BLOCKS) /* ARMv8-M has none */

const narae_masked_cipher narae_masked_pipo = {
    .name = "pipo",
    .block_bytes = NARAE_PIPO_BLOCK_BYTES,
    .key_bytes = 16,
    .blocks = NARAE_MASKED_PIPO_BLOCKS,
    .schedule_bytes = NARAE_MASKED_PIPO_SCHEDULE_BYTES,
    .random_bytes = NARAE_MASKED_PIPO_RANDOM_BYTES,
    PIPO_MASKED_KERNELS,
};

#endif
