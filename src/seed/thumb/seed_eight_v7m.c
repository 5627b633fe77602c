/* SPDX-License-Identifier: MIT */
/* SEED on ARMv7-M: groups of blocks for seed_v7m.S. */

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_THUMB_TABLES) && !defined(NARAE_SMALL)

#    include "kernels.h"

#    include "seed/eight.inc"

#endif
