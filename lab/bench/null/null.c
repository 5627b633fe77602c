/* SPDX-License-Identifier: MIT */
/* The null cipher. */

#include "null.h"

static void
set_key(void *schedule, const uint8_t *key, size_t key_bytes)
{
    (void)schedule;
    (void)key;
    (void)key_bytes;
}

static void
copy(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (void)schedule;
    for (size_t i = 0; i < 16 * nblocks; i++)
        out[i] = in[i];
}

const narae_block_cipher null_cipher = {
    .name = "null",
    .block_bytes = 16,
    .key_bytes = {16},
    .schedule_bytes = {4},
    .kernels = {.set_key = set_key, .encrypt = copy, .decrypt = copy},
};
