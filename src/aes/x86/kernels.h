/* SPDX-License-Identifier: MIT */
/* The AES kernels of x86-64.  Their schedule has 16 bytes for each round key:
 * rounds + 1 keys to encrypt, and as many to decrypt, in the order of their
 * use, those between the first and the last with InvMixColumns applied. */
#ifndef NARAE_AES_X86_KERNELS_H
#define NARAE_AES_X86_KERNELS_H

#include "aes/aes_internal.h"

static inline const uint32_t *
aes_inverse_keys(const aes_schedule *s)
{
    return s->rk + 4 * (s->rounds + 1);
}

narae_set_key_fn narae_aes_set_key_aesni;

narae_blocks_fn narae_aes_encrypt_aesni, narae_aes_encrypt_vaes, narae_aes_encrypt_vaes512;
narae_blocks_fn narae_aes_decrypt_aesni, narae_aes_decrypt_vaes, narae_aes_decrypt_vaes512;
narae_gcm_fn narae_aes_gcm_vaes, narae_aes_gcm_vaes512;
narae_gcm_message_fn narae_aes_gcm_message_vaes512;
narae_ctr_fn narae_aes_ctr_aesni, narae_aes_ctr_vaes, narae_aes_ctr_vaes512;
/* Of multiples of 8, 16 and 32 blocks, not 0. */
narae_xts_fn narae_aes_xts_aesni, narae_aes_xts_vaes, narae_aes_xts_vaes512;
narae_chain_fn narae_aes_chain_aesni;
narae_ccm_fn narae_aes_ccm_aesni;

#endif
