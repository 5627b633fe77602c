/* SPDX-License-Identifier: MIT */
/* ARIA on ARMv7-M: the tables of aria_lookup_v7m.S. */

#include "core/family.h"

#ifdef NARAE_THUMB_TABLES

#    include "kernels.h"

#    include "aria/tables.inc"

#endif
