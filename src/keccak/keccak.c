/* Keccak-f[1600]: the public function and the choice of kernel. */

#include "keccak_internal.h"

#include <stddef.h>

int
narae_keccak_f1600(uint64_t state[25])
{
    if (state == NULL)
        return NARAE_ERROR_NULL;
    keccak_f1600(state);
    return NARAE_OK;
}
