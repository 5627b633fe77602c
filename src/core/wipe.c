/* Wiping: zeros, which the compiler has to write because the empty assembly
 * might read them.  avr-libc's memset takes twice as long as a loop of eight. */

#include "narae/wipe.h"

#include <stdint.h>
#include <string.h>

void
narae_wipe(void *object, size_t bytes)
{
    if (object == NULL)
        return;
#ifdef __AVR__
    uint8_t *p = object;

    for (; bytes >= 8; bytes -= 8, p += 8)
        p[0] = p[1] = p[2] = p[3] = p[4] = p[5] = p[6] = p[7] = 0;
    while (bytes-- != 0)
        *p++ = 0;
#else
    memset(object, 0, bytes);
#endif
    __asm__ volatile("" : : "r"(object) : "memory");
}
