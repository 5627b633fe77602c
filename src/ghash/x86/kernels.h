/* SPDX-License-Identifier: MIT */
/* The GHASH kernels of x86-64. */
#ifndef NARAE_GHASH_X86_KERNELS_H
#define NARAE_GHASH_X86_KERNELS_H

#include "ghash/ghash_internal.h"

narae_ghash_blocks_fn narae_ghash_blocks_pclmul;
narae_ghash_blocks_fn narae_ghash_blocks_vpclmul256;
narae_ghash_blocks_fn narae_ghash_blocks_vpclmul;

/* Each fills the end of key->powers with as many powers down to h^1 as the kernel of the
 * same name has blocks in a step, divided by x and in the CPU's byte order. */
void narae_ghash_powers_pclmul(narae_ghash_key *key);
void narae_ghash_powers_vpclmul256(narae_ghash_key *key);
void narae_ghash_powers_vpclmul(narae_ghash_key *key);

#endif
