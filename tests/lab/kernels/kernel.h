/* SPDX-License-Identifier: MIT */
/* Kernels that are bad on purpose: each must be caught by the lab.  They are
 * null ciphers (out = in) with one fault. */
#ifndef NARAE_TEST_KERNEL_H
#define NARAE_TEST_KERNEL_H

#include "narae/descriptor.h"

#define TEST_SCHEDULE_BYTES(key_bytes) 4

extern const narae_block_cipher test_kernel;

static inline void
keep_first_key_byte(void *schedule, const uint8_t *key, size_t key_bytes)
{
    (void)key_bytes;
    *(uint8_t *)schedule = key[0];
}

static inline void
copy(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (void)schedule;
    for (size_t i = 0; i < 16 * nblocks; i++)
        out[i] = in[i];
}

#define TEST_KERNEL(encrypt_function, decrypt_function)                                 \
    const narae_block_cipher test_kernel = {.name = "null",                             \
                                            .block_bytes = 16,                          \
                                            .key_bytes = {16},                          \
                                            .schedule_bytes = {4},                      \
                                            .kernels = {.set_key = keep_first_key_byte, \
                                                        .encrypt = encrypt_function,    \
                                                        .decrypt = decrypt_function}}

#endif
