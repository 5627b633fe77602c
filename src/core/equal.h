/* SPDX-License-Identifier: MIT */
/* Comparison of secrets: every byte is read whatever the others were, so the
 * time tells nothing of where two tags differ. */
#ifndef NARAE_CORE_EQUAL_H
#define NARAE_CORE_EQUAL_H

#include <stddef.h>
#include <stdint.h>

#if UINTPTR_MAX > 0xffffffffu
#    include "bytes.h"
#endif

/* 0 if the `n` bytes are equal, 1 to 255 if not. */
static inline uint32_t
differs(const uint8_t *a, const uint8_t *b, size_t n)
{
    uint32_t difference = 0;

#if UINTPTR_MAX > 0xffffffffu
    uint64_t words = 0;

    for (; n >= 8; n -= 8, a += 8, b += 8)
        words |= load64_le(a) ^ load64_le(b);
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
