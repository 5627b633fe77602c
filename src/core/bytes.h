/* SPDX-License-Identifier: MIT */
/* Words from and to bytes, and rotations.  Correct for any alignment and byte
 * order: shifts or memcpy, never casts.  Compilers turn both into one load or
 * store where the chip has it; several adjacent stores by shifts gcc 12 turns
 * into a vector of bytes, hence memcpy. */
#ifndef NARAE_CORE_BYTES_H
#define NARAE_CORE_BYTES_H

#include <stdint.h>
#include <string.h>

#include "family.h"

/* A bit that becomes a mask, or a word that is compared: clang for MSP430 would make branches of them. */
#ifdef __clang__
#    define HIDE_BIT(bit) __asm__("" : "+r"(bit))
#else
#    define HIDE_BIT(bit) ((void)(bit))
#endif

static inline uint32_t
load32_le(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void
store32_le(uint8_t *p, uint32_t x)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(p, &x, sizeof x);
#else
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
    p[2] = (uint8_t)(x >> 16);
    p[3] = (uint8_t)(x >> 24);
#endif
}

/* avr-gcc shifts 64 bits by calling a function. */
static inline uint32_t
upper32(uint64_t x)
{
#ifdef __AVR__
    uint32_t halves[2];

    memcpy(halves, &x, sizeof halves);
    return halves[1];
#else
    return (uint32_t)(x >> 32);
#endif
}

static inline uint64_t
load64_le(const uint8_t *p)
{
    return (uint64_t)load32_le(p + 4) << 32 | load32_le(p);
}

static inline void
store64_le(uint8_t *p, uint64_t x)
{
    store32_le(p, (uint32_t)x);
    store32_le(p + 4, upper32(x));
}

#if defined(NARAE_WORDS64) || defined(NARAE_THUMB_V7M)

/* Two words in one store, for a kernel that loads both: two stores are not
 * forwarded to one load, which would wait until both have reached the cache. */
static inline void
store_at_once(void *to, uint64_t low, uint64_t high)
{
#    if UINTPTR_MAX > 0xffffffffu && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    typedef uint64_t vector __attribute__((vector_size(16)));
    const vector both = {low, high};

    memcpy(to, &both, sizeof both);
#    else
    store64_le((uint8_t *)to, low);
    store64_le((uint8_t *)to + 8, high);
#    endif
}

#endif

/* Two words, for AArch64 in one store: gcc 12 would merge two adjacent ones into a vector that it
 * builds word by word.  For x86-64 it does not, and there the vector would take longer. */
static inline void
store_pair(uint8_t *to, uint64_t low, uint64_t high)
{
#ifdef __aarch64__
    store_at_once(to, low, high);
#else
    store64_le(to, low);
    store64_le(to + 8, high);
#endif
}

static inline uint32_t
load32_be(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline void
store32_be(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

static inline uint64_t
load64_be(const uint8_t *p)
{
    return (uint64_t)load32_be(p) << 32 | load32_be(p + 4);
}

static inline void
store64_be(uint8_t *p, uint64_t x)
{
    store32_be(p, (uint32_t)(x >> 32));
    store32_be(p + 4, (uint32_t)x);
}

#ifdef __AVR__

/* For a constant `n`: an 8-bit chip moves whole bytes and rotates by one bit in
 * 5 or 6 instructions, so 8 k - 3 ... 8 k + 4 are k bytes and at most 4 steps.
 * The barrier keeps the steps apart: a rotation by 3 avr-gcc would compile to
 * two loops of shifts. */
static inline __attribute__((always_inline)) uint32_t
rol32(uint32_t x, unsigned n)
{
    unsigned bytes = (n + 3) / 8 % 4, steps = n % 8;

    if (bytes == 1)
        x = x << 8 | x >> 24;
    else if (bytes == 2)
        x = x << 16 | x >> 16;
    else if (bytes == 3)
        x = x << 24 | x >> 8;
    if (steps <= 4) {
        for (; steps != 0; steps--) {
            __asm__("" : "+r"(x));
            x = x << 1 | x >> 31;
        }
    } else {
        for (; steps != 8; steps++) {
            __asm__("" : "+r"(x));
            x = x >> 1 | x << 31;
        }
    }
    return x;
}

static inline __attribute__((always_inline)) uint32_t
ror32(uint32_t x, unsigned n)
{
    return rol32(x, -n & 31);
}

#else

static inline uint32_t
rol32(uint32_t x, unsigned n)
{
    return x << (n & 31) | x >> (-n & 31);
}

static inline uint32_t
ror32(uint32_t x, unsigned n)
{
    return x >> (n & 31) | x << (-n & 31);
}

#endif

/* x + y and x += y in constant time.  LLVM has no sum of 64 bits for the MSP430, and branches on a carry; its
 * sums of 32 bits do not. */
#if defined(__MSP430__) && defined(__clang__)
static inline uint64_t
add64(uint64_t x, uint64_t y)
{
    const uint32_t x0 = (uint32_t)x, y0 = (uint32_t)y, sum = x0 + y0;
    const uint32_t carry = ((x0 & y0) | ((x0 | y0) & ~sum)) >> 31;

    return (uint64_t)((uint32_t)(x >> 32) + (uint32_t)(y >> 32) + carry) << 32 | sum;
}
#    define ADD64(x, y) add64(x, y)
#    define ADD64_TO(x, y) ((x) = add64(x, y))
#else
#    define ADD64(x, y) ((x) + (y))
#    define ADD64_TO(x, y) ((x) += (y))
#endif

static inline uint64_t
rol64(uint64_t x, unsigned n)
{
    return x << (n & 63) | x >> (-n & 63);
}

static inline uint64_t
ror64(uint64_t x, unsigned n)
{
    return x >> (n & 63) | x << (-n & 63);
}

#endif
