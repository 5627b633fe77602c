/* SPDX-License-Identifier: MIT */
/* Copies and fills by the instructions of WebAssembly's bulk memory operations.  memcmp is for
 * public bytes: it ends at the first that differs. */
#include "string.h"

#include <stdint.h>

/* In line these become memory.copy and memory.fill. */
#define COPY(to, from, bytes) __builtin_memmove(to, from, bytes)

void *
memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    return COPY(to, from, bytes);
}

void *
memmove(void *to, const void *from, size_t bytes)
{
    return COPY(to, from, bytes);
}

void *
memset(void *to, int byte, size_t bytes)
{
    return __builtin_memset(to, byte, bytes);
}

int
memcmp(const void *a, const void *b, size_t bytes)
{
    const uint8_t *p = a, *q = b;

    for (; bytes != 0; bytes--, p++, q++)
        if (*p != *q)
            return *p - *q;
    return 0;
}
