/* SPDX-License-Identifier: MIT */
/* The AES kernels of AArch64.  Each instruction set has its own schedule; the
 * one of the AES instructions is like that of x86-64: 16 bytes for each round
 * key, rounds + 1 keys to encrypt, and as many to decrypt, in the order of
 * their use, those between the first and the last with InvMixColumns applied. */
#ifndef NARAE_AES_ARM_KERNELS_H
#define NARAE_AES_ARM_KERNELS_H

#include "aes/aes_internal.h"

static inline const uint32_t *
aes_inverse_keys(const aes_schedule *s)
{
    return s->rk + 4 * (s->rounds + 1);
}

narae_set_key_fn narae_aes_set_key_neon;
narae_set_key_fn narae_aes_set_key_ce;

narae_blocks_fn narae_aes_encrypt_neon, narae_aes_encrypt_ce;
narae_blocks_fn narae_aes_decrypt_neon, narae_aes_decrypt_ce;
/* One block, or two, with the schedule of the NEON kernel. */
narae_blocks_fn narae_aes_encrypt_few_neon, narae_aes_decrypt_few_neon;
narae_ctr_fn narae_aes_ctr_neon, narae_aes_ctr_ce;
narae_chain_fn narae_aes_chain_ce;

#endif
