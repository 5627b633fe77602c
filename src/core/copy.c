/* See copy.h. */

#include "core/copy.h"

#include <stdint.h>

#include "core/opaque.h"

#ifdef NARAE_RV32_KERNELS

/* The barriers keep the compiler from calling memcpy for it. */
void
narae_copy(void *to, const void *from, size_t bytes)
{
    uint8_t *out = to;
    const uint8_t *in = from;

    if ((((uintptr_t)out | (uintptr_t)in) & 3) == 0)
        for (; bytes >= 4; bytes -= 4, out += 4, in += 4) {
            uint32_t x;

            memcpy(&x, __builtin_assume_aligned(in, 4), 4);
            x = opaque(x);
            memcpy(__builtin_assume_aligned(out, 4), &x, 4);
        }
    for (; bytes != 0; bytes--)
        *out++ = (uint8_t)opaque(*in++);
}

#endif
