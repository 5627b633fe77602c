/* SPDX-License-Identifier: MIT */
/* A 64-bit word as two of 32 bits, its even bits and its odd bits: rotating it
 * rotates the two separately, which suits chips with 32-bit rotations.
 *
 * The position of a bit is six binary digits: its word, and its place in the word.
 * Interleaving rotates them: the lowest digit becomes the word, and the others
 * move down.  This rotation is five exchanges of the word's digit with another
 * one, each of which processes both words. */
#ifndef NARAE_CORE_PORTABLE_INTERLEAVE_H
#define NARAE_CORE_PORTABLE_INTERLEAVE_H

#include <stdint.h>

#include "bitslice.h"

static inline uint64_t
interleave(uint64_t x)
{
    word even = (uint32_t)x, odd = (uint32_t)(x >> 32);

    swap_bits(&even, &odd, 16, 0x0000ffff);
    swap_bits(&even, &odd, 8, 0x00ff00ff);
    swap_bits(&even, &odd, 4, 0x0f0f0f0f);
    swap_bits(&even, &odd, 2, 0x33333333);
    swap_bits(&even, &odd, 1, 0x55555555);
    return (uint64_t)odd << 32 | even;
}

static inline uint64_t
uninterleave(uint64_t x)
{
    word low = (uint32_t)x, high = (uint32_t)(x >> 32);

    swap_bits(&low, &high, 1, 0x55555555);
    swap_bits(&low, &high, 2, 0x33333333);
    swap_bits(&low, &high, 4, 0x0f0f0f0f);
    swap_bits(&low, &high, 8, 0x00ff00ff);
    swap_bits(&low, &high, 16, 0x0000ffff);
    return (uint64_t)high << 32 | low;
}

/* interleave() of a word with only byte `at` set, and byte `at` of the word
 * whose interleave() is x. */
static inline uint64_t
interleave_byte(uint8_t byte, unsigned at)
{
    uint32_t halves = (byte & 0x55u) | (byte & 0xaau) << 7;

    halves = (halves | halves >> 1) & 0x3333;
    halves = (halves | halves >> 2) & 0x0f0f;
    return (uint64_t)(halves >> 8 << 4 * at) << 32 | (halves & 0x0f) << 4 * at;
}

static inline uint8_t
uninterleave_byte(uint64_t x, unsigned at)
{
    uint32_t halves = ((uint32_t)x >> 4 * at & 0x0f) | ((uint32_t)(x >> 32) >> 4 * at & 0x0f) << 8;

    halves = (halves | halves << 2) & 0x3333;
    halves = (halves | halves << 1) & 0x5555;
    return (uint8_t)(halves | halves >> 7);
}

#endif
