/* Wiping: memset, whose writes the compiler has to keep because the empty
 * assembly might read them.  C libraries for small RISC-V chips write byte by
 * byte, which would take longer than many a message: words there. */

#include "narae/wipe.h"

#include "core/kernels.h"

#include <stdint.h>
#include <string.h>

void
narae_wipe(void *object, size_t bytes)
{
    if (object == NULL)
        return;
#ifdef NARAE_RV32_KERNELS
    if (((uintptr_t)object & 3) == 0)
        for (; bytes >= 4; bytes -= 4) {
            memset(__builtin_assume_aligned(object, 4), 0, 4);
            object = (uint8_t *)object + 4;
            __asm__ volatile("" : : "r"(object) : "memory");
        }
#endif
    memset(object, 0, bytes);
    __asm__ volatile("" : : "r"(object) : "memory");
}
