/* Wiping: zeros, which the compiler has to write because the empty assembly
 * might read them.  avr-libc's memset takes twice as long as a loop of eight;
 * C libraries for small RISC-V chips write byte by byte, which would take
 * longer than many a message: words there. */

#include "narae/wipe.h"

#include "core/kernels.h"

#include <stdint.h>
#include <string.h>

void
narae_wipe(void *object, size_t bytes)
{
    if (object == NULL)
        return;
#ifdef __AVR__
    uint8_t *p = (uint8_t *)object;

    for (; bytes >= 8; bytes -= 8, p += 8)
        p[0] = p[1] = p[2] = p[3] = p[4] = p[5] = p[6] = p[7] = 0;
    while (bytes-- != 0)
        *p++ = 0;
#else
#    ifdef NARAE_RV32_KERNELS
    if (((uintptr_t)object & 3) == 0)
        for (; bytes >= 4; bytes -= 4) {
            memset(__builtin_assume_aligned(object, 4), 0, 4);
            object = (uint8_t *)object + 4;
            __asm__ volatile("" : : "r"(object) : "memory");
        }
#    endif
    memset(object, 0, bytes);
#endif
    __asm__ volatile("" : : "r"(object) : "memory");
}
