/* Wiping: volatile stores, which no compiler may drop. */

#include "narae/wipe.h"

void
narae_wipe(void *object, size_t bytes)
{
    volatile unsigned char *p = object;

    if (p == NULL)
        return;
    while (bytes-- != 0)
        *p++ = 0;
}
