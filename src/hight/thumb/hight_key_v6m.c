/* SPDX-License-Identifier: MIT */
/* HIGHT on ARMv6-M: the schedule of hight_v6m.S. */

#include "core/family.h"

#ifdef NARAE_THUMB_V6M

#    include "kernels.h"

#    include "hight/turned.inc"

#endif
