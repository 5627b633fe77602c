/* SPDX-License-Identifier: MIT */
/* Common to the HIGHT kernels: the schedule's layout and the kernel names. */
#ifndef NARAE_HIGHT_INTERNAL_H
#define NARAE_HIGHT_INTERNAL_H

#include "narae/descriptor.h"
#include "narae/hight.h"

#include "core/family.h"

enum { HIGHT_ROUNDS = 32 };

#ifdef NARAE_WORDS8

/* A subkey is a byte of the key plus a constant, so there is no key
 * expansion. */
typedef struct hight_schedule {
    uint32_t rounds;
    uint8_t key[16];
} hight_schedule;

#else

typedef struct hight_schedule {
    uint32_t rounds;
    uint32_t whitening[2]; /* WK0 to WK3, WK4 to WK7; the first is the least significant byte */
    uint32_t rk[HIGHT_ROUNDS];
} hight_schedule;

#endif

/* key_bytes is 16. */
narae_set_key_fn narae_hight_set_key_portable;
narae_blocks_fn narae_hight_encrypt_portable;
narae_blocks_fn narae_hight_decrypt_portable;

#ifdef NARAE_DISPATCH
extern const narae_block_kernels *const narae_hight_implementations[];
const narae_block_kernels *narae_hight_best(void);
#endif

#endif
