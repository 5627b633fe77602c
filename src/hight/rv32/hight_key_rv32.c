/* SPDX-License-Identifier: MIT */
/* HIGHT on RV32: the schedule of hight_rv32.S. */

#include "core/family.h"

#ifdef NARAE_RV32_KERNELS

#    include "kernels.h"

#    include "hight/turned.inc"

#endif
