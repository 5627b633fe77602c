/* SPDX-License-Identifier: MIT */
/* See copy.h. */

#include "copy.h"

#include <stdint.h>

#include "opaque.h"

#ifdef NARAE_MOVES_WORDS

/* The barriers keep the compiler from calling memcpy for a loop. */
static inline void
copy_words(uint8_t *out, const uint8_t *in, size_t bytes)
{
    memcpy(WORDS(out), WORDS(in), bytes);
    __asm__ volatile("" : : : "memory");
}

void
narae_copy(void *to, const void *from, size_t bytes)
{
    uint8_t *out = (uint8_t *)to;
    const uint8_t *in = (const uint8_t *)from;

    if (AT_WORDS((uintptr_t)out | (uintptr_t)in)) {
#    ifndef NARAE_SMALL
        for (; bytes >= 16; bytes -= 16, out += 16, in += 16)
            copy_words(out, in, 16);
#    endif
        for (; bytes >= 4; bytes -= 4, out += 4, in += 4)
            copy_words(out, in, 4);
    }
    for (; bytes != 0; bytes--)
        *out++ = (uint8_t)opaque(*in++);
}

#endif
