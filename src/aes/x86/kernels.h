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

void narae_aes_set_key_aesni(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);

narae_blocks_fn narae_aes_encrypt_aesni, narae_aes_encrypt_vaes, narae_aes_encrypt_vaes512;
narae_blocks_fn narae_aes_decrypt_aesni, narae_aes_decrypt_vaes, narae_aes_decrypt_vaes512;
narae_gcm_fn narae_aes_gcm_vaes, narae_aes_gcm_vaes512;
narae_gcm_message_fn narae_aes_gcm_message_vaes512;
narae_ctr_fn narae_aes_ctr_aesni, narae_aes_ctr_vaes, narae_aes_ctr_vaes512;
narae_xts_fn narae_aes_xts_aesni, narae_aes_xts_vaes, narae_aes_xts_vaes512; /* of 8, 16 and 32 blocks */
void narae_aes_chain_aesni(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in,
                           size_t nblocks);
void narae_aes_ccm_aesni(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in,
                         size_t nblocks, const uint8_t *counter, int decrypt);

#endif
