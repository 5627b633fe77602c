/* SPDX-License-Identifier: MIT */
/* Common to the Keccak kernels: how a lane is stored in the state. */
#ifndef NARAE_KECCAK_INTERNAL_H
#define NARAE_KECCAK_INTERNAL_H

#include <stddef.h>

#include "core/family.h"
#include "core/portable/interleave.h"
#include "narae/keccak.h"

#include NARAE_KERNELS(keccak)
#include "keccak/portable/kernels.h"

/* A lane as stored in the state, and its value. */
static inline uint64_t
keccak_lane_of(uint64_t value)
{
    return KECCAK_INTERLEAVED ? interleave(value) : value;
}

static inline uint64_t
keccak_value_of(uint64_t lane)
{
    return KECCAK_INTERLEAVED ? uninterleave(lane) : lane;
}

static inline void
keccak_f1600(uint64_t state[25])
{
    narae_keccak_f1600_kernel(state);
}

#endif
