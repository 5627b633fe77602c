/* SPDX-License-Identifier: MIT */
/* Constant-time comparison of secrets: all bytes are always read, so the time
 * does not depend on where two tags differ. */
#ifndef NARAE_CORE_EQUAL_H
#define NARAE_CORE_EQUAL_H

#include <stddef.h>
#include <stdint.h>

#include "family.h"

/* Where a word may lie anywhere. */
#if UINTPTR_MAX > 0xffffffffu
#    include "bytes.h"
typedef uint64_t compared_word;
#    define load_compared load64_le
#elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
#    include "bytes.h"
typedef uint32_t compared_word;
#    define load_compared load32_le
#endif

/* 0 if the `n` bytes are equal, 1 to 255 if not. */
static inline uint32_t
differs(const uint8_t *a, const uint8_t *b, size_t n)
{
    uint32_t difference = 0;

#ifdef load_compared
    uint64_t words = 0;

    for (; n >= sizeof(compared_word); n -= sizeof(compared_word)) {
        words |= load_compared(a) ^ load_compared(b);
        a += sizeof(compared_word);
        b += sizeof(compared_word);
    }
    words |= words >> 32;
    words |= words >> 16;
    difference = (uint32_t)(words | words >> 8) & 0xff;
#endif
    for (size_t i = 0; i < n; i++)
        difference |= (uint32_t)(a[i] ^ b[i]);
    return difference;
}

/* NARAE_OK or NARAE_ERROR_AUTHENTICATION, computed without branches.  The
 * only place where a secret becomes public: whether a tag is right, or two keys equal. */
int narae_compare_tags(const uint8_t *a, const uint8_t *b, size_t bytes);

#endif
