/* See xor.h. */

#include "xor.h"

#include <string.h>

void
narae_xor(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes)
{
#if UINTPTR_MAX > 0xffffffffu
    for (; bytes >= 8; bytes -= 8, out += 8, a += 8, b += 8) {
        uint64_t x, y;

        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        x ^= y;
        memcpy(out, &x, 8);
    }
#endif
    while (bytes-- != 0)
        *out++ = *a++ ^ *b++;
}
