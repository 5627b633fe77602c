/* SPDX-License-Identifier: MIT */
/* The Ascon permutation: the public function, its checks, and the choice of
 * kernel.  For a single permutation, interleaving five words does not pay off. */

#include "ascon_internal.h"

int
narae_ascon_permute(uint64_t state[5], unsigned rounds)
{
    if (state == NULL)
        return NARAE_ERROR_NULL;
#ifdef ASCON_RV32
    if (rounds == 12 || rounds == 8)
        return narae_ascon_permute_rv32(state, rounds);
#endif
    if (rounds != 12 && rounds != 8 && rounds != 6)
        return NARAE_ERROR_ROUNDS;
    if (ASCON_INTERLEAVED)
        narae_ascon_permute_portable(state, rounds);
    else
        ascon_permute(state, rounds);
    return NARAE_OK;
}
