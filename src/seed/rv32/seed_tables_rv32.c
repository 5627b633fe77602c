/* SPDX-License-Identifier: MIT */
/* SEED on RV32: the tables of seed_lookup_rv32.S. */

#include "core/family.h"

#ifdef NARAE_RV32_TABLES

#    include "kernels.h"

#    include "seed/tables.inc"

#endif
