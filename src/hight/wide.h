/* SPDX-License-Identifier: MIT */
/* The schedule of vector kernels, and CTR of the portable code. */
#ifndef NARAE_HIGHT_WIDE_H
#define NARAE_HIGHT_WIDE_H

#include "core/encrypt_only.h"

#include "hight_internal.h"

/* The portable schedule, and after it each of its key bytes four times: a
 * vector instruction can broadcast a word from memory. */
typedef struct hight_wide_schedule {
    hight_schedule narrow;
    uint32_t whitening[8];
    uint32_t rk[4 * HIGHT_ROUNDS];
} hight_wide_schedule;

static inline void
hight_set_key_wide(void *schedule, const uint8_t *key, size_t key_bytes)
{
    hight_wide_schedule *s = (hight_wide_schedule *)schedule;

    narae_hight_set_key_portable(&s->narrow, key, key_bytes);
    for (unsigned i = 0; i < 8; i++)
        s->whitening[i] = 0x01010101u * key[(i + 12) % 16];
    for (unsigned r = 0; r < HIGHT_ROUNDS; r++) {
        const uint32_t k = s->narrow.rk[r];

        s->rk[4 * r] = 0x01010101u * (k & 0xff);
        s->rk[4 * r + 1] = 0x01010101u * (k >> 8 & 0xff);
        s->rk[4 * r + 2] = 0x01010101u * (k >> 16 & 0xff);
        s->rk[4 * r + 3] = 0x01010101u * (k >> 24);
    }
}

static inline void
hight_ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_hight_encrypt_portable, schedule, out, in, nblocks, counter, 8);
}

#endif
