/* SPDX-License-Identifier: MIT */
/* Common to the Keccak kernels: their names, which one runs here, and how a
 * lane is stored in the state. */
#ifndef NARAE_KECCAK_INTERNAL_H
#define NARAE_KECCAK_INTERNAL_H

#include <stddef.h>

#include "core/portable/interleave.h"
#include "core/family.h"
#include "narae/keccak.h"

/* Kernel contract: 24 rounds in place.  Where the state is bytes, each lane is
 * little-endian; where it is interleaved, each lane is what interleave() makes
 * of it. */
void narae_keccak_f1600_portable(uint64_t state[25]);
void narae_keccak_f1600_interleaved(uint64_t state[25]);
void narae_keccak_f1600_bytes(uint8_t state[200]);
void narae_keccak_f1600_avr(uint8_t state[200]);
void narae_keccak_f1600_rv32(uint64_t state[25]);
void narae_keccak_f1600_v7m(uint64_t state[25]);
void narae_keccak_f1600_v6m(uint64_t state[25]);
void narae_keccak_f1600_neon(uint64_t state[25]);
void narae_keccak_f1600_bmi2(uint64_t state[25]);
void narae_keccak_f1600_avx512(uint64_t state[25]);
void narae_keccak_f1600_best(uint64_t state[25]);

/* Kernel contract: XORs blocks of 9, 13, 17, 18 or 21 words, one block at least,
 * with a permutation after each. */
void narae_keccak_absorb_avx512(uint64_t state[25], const uint8_t *in, size_t words, size_t nblocks);
void narae_keccak_absorb_best(uint64_t state[25], const uint8_t *in, size_t words, size_t nblocks);

/* Whether the state holds lanes as even and odd bits; the figures are in
 * keccak_interleaved.c. */
#if defined(NARAE_WORDS64) || defined(__AVR__) || defined(NARAE_RV32_KERNELS)
#    define KECCAK_INTERLEAVED 0
#else
#    define KECCAK_INTERLEAVED 1
#endif

#if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_avr((uint8_t *)(state))
#elif defined(NARAE_RV32_KERNELS)
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_rv32(state)
#elif defined(__AVR__)
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_bytes((uint8_t *)(state))
#elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_v7m(state)
#elif defined(NARAE_THUMB_V6M)
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_v6m(state)
#elif KECCAK_INTERLEAVED
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_interleaved(state)
#elif defined(NARAE_NEON_KERNELS)
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_neon(state)
#elif defined(NARAE_X86_KERNELS)
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_best(state)
#    define narae_keccak_absorb_kernel narae_keccak_absorb_best
#else
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_portable(state)
#endif

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
