/* SPDX-License-Identifier: MIT */
/* NEON intrinsics, or their replacements on WebAssembly, for kernels that serve both. */
#ifndef NARAE_CORE_ARM_NEON_H
#define NARAE_CORE_ARM_NEON_H

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS
#    include "core/wasm/neon.h"
#else
#    include <arm_neon.h>
#endif

#endif
