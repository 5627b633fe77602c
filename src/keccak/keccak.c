/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600]: the public function and the choice of kernel. */

#include "keccak_internal.h"

#include <stddef.h>

int
narae_keccak_f1600(uint64_t state[25])
{
    if (state == NULL)
        return NARAE_ERROR_NULL;
    for (unsigned i = 0; KECCAK_INTERLEAVED && i < 25; i++)
        state[i] = interleave(state[i]);
    keccak_f1600(state);
    for (unsigned i = 0; KECCAK_INTERLEAVED && i < 25; i++)
        state[i] = uninterleave(state[i]);
    return NARAE_OK;
}
