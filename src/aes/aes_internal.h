/* SPDX-License-Identifier: MIT */
/* Common to the AES kernels: the schedule's layout and the kernel names. */
#ifndef NARAE_AES_INTERNAL_H
#define NARAE_AES_INTERNAL_H

#include "narae/descriptor.h"
#include "narae/aes.h"

#include "core/family.h"

enum { AES_ROUNDS = 10, AES_ROUNDS_APART = 2 };

typedef struct aes_schedule {
    uint32_t rounds; /* 10, 12 or 14 */
    uint32_t rk[];   /* rounds + 1 round keys of NARAE_AES_ROUND_KEY_BYTES */
} aes_schedule;

/* The words of FIPS 197, clause 5.2, in `w`; returns the number of rounds. */
unsigned narae_aes_expand_key(uint32_t w[60], const uint8_t *key, size_t key_bytes);

narae_set_key_fn narae_aes_set_key_portable;
narae_blocks_fn narae_aes_encrypt_portable;
narae_blocks_fn narae_aes_decrypt_portable;

#ifdef NARAE_DISPATCH
extern const narae_block_kernels *const narae_aes_implementations[];
const narae_block_kernels *narae_aes_best(void);
#endif

#endif
