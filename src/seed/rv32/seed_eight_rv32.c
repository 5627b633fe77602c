/* SPDX-License-Identifier: MIT */
/* SEED on RV32: groups of blocks for seed_rv32.S. */

#include "core/family.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_RV32_TABLES) && !defined(NARAE_SMALL)

#    include "kernels.h"

#    include "seed/eight.inc"

#endif
