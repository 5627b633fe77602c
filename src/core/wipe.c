/* Wiping: memset, whose writes the compiler has to keep because the empty
 * assembly might read them. */

#include "narae/wipe.h"

#include <string.h>

void
narae_wipe(void *object, size_t bytes)
{
    if (object == NULL)
        return;
    memset(object, 0, bytes);
    __asm__ volatile("" : : "r"(object) : "memory");
}
