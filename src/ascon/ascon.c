/* SPDX-License-Identifier: MIT */
/* The Ascon permutation: the public function, its checks, and the choice of
 * kernel.  A single permutation in portable code does not interleave bits:
 * converting five words costs more than it saves. */

#include "ascon_internal.h"

int
narae_ascon_permute(uint64_t state[5], unsigned rounds)
{
    if (state == NULL)
        return NARAE_ERROR_NULL;
#ifdef narae_ascon_permute_checked
    if (rounds == 12 || rounds == 8)
        return narae_ascon_permute_checked(state, rounds);
#endif
    if (rounds != 12 && rounds != 8 && rounds != 6)
        return NARAE_ERROR_ROUNDS;
#ifdef ASCON_PERMUTES_ONCE
    narae_ascon_permute_portable(state, rounds);
#else
    for (unsigned i = 0; i < 5; i++)
        state[i] = ascon_word_of(state[i]);
    ascon_permute(state, rounds);
    for (unsigned i = 0; i < 5; i++)
        state[i] = ascon_value_of(state[i]);
#endif
    return NARAE_OK;
}
