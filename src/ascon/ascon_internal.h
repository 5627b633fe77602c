/* SPDX-License-Identifier: MIT */
/* Common to the Ascon kernels: how a word is stored in the state, and single
 * bytes of it.
 *
 * A state is the five 64-bit words S0..S4 of the standard as numbers; bytes
 * become words little-endian. */
#ifndef NARAE_ASCON_INTERNAL_H
#define NARAE_ASCON_INTERNAL_H

#include "core/family.h"
#include "core/portable/interleave.h"
#include "narae/ascon.h"

#include NARAE_KERNELS(ascon)
#include "ascon/portable/kernels.h"

/* A word as stored in the state, and its value. */
static inline uint64_t
ascon_word_of(uint64_t value)
{
    return ASCON_INTERLEAVED ? interleave(value) : value;
}

static inline uint64_t
ascon_value_of(uint64_t stored)
{
    return ASCON_INTERLEAVED ? uninterleave(stored) : stored;
}

static inline void
ascon_permute(uint64_t state[5], unsigned rounds)
{
    narae_ascon_permute_kernel(state, rounds);
}

/* Whole blocks are processed word by word, except on 8-bit chips, where that
 * would only add code and time. */
#ifdef NARAE_WORDS8
#    define ASCON_BY_WORDS 0
#else
#    define ASCON_BY_WORDS 1
#endif

/* Byte `at` of the state is XORed with `byte`; its new value is returned. */
static inline uint8_t
ascon_xor_byte(uint64_t state[5], unsigned at, uint8_t byte)
{
#if defined(NARAE_WORDS8) || defined(ASCON_BYTES_IN_PLACE)
    return ((uint8_t *)state)[at] ^= byte;
#elif ASCON_INTERLEAVED
    const unsigned place = at & 7;

    state[at / 8] ^= interleave_byte(byte, place);
    return uninterleave_byte(state[at / 8], place);
#else
    state[at / 8] ^= (uint64_t)byte << (8 * (at & 7));
    return (uint8_t)(state[at / 8] >> (8 * (at & 7)));
#endif
}

#endif
