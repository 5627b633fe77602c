/* What the AES kernels share: the schedule's layout and the kernel names. */
#ifndef NARAE_AES_INTERNAL_H
#define NARAE_AES_INTERNAL_H

#include "narae/aes.h"

typedef struct aes_schedule {
    uint32_t rounds; /* 10, 12 or 14 */
    uint32_t rk[];   /* rounds + 1 round keys of NARAE_AES_ROUND_KEY_BYTES */
} aes_schedule;

void narae_aes_set_key_portable(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_aes_encrypt_portable;
narae_blocks_fn narae_aes_decrypt_portable;

#endif
