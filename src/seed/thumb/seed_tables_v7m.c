/* SPDX-License-Identifier: MIT */
/* SEED on ARMv7-M: the tables of seed_lookup_v7m.S. */

#include "core/family.h"

#ifdef NARAE_THUMB_TABLES

#    include "kernels.h"

#    include "seed/tables.inc"

#endif
