// SPDX-License-Identifier: MIT
/* The ciphers of both engines, from the library. */

#include <linux/bug.h>

#include "aria/aria_internal.h"
#include "hight/hight_internal.h"
#include "lea/lea_internal.h"
#include "seed/seed_internal.h"

#include "modes.h"

#ifdef NARAE_LINUX_VECTORS
#    define VECTOR(id) &narae_##id

/* Stubs for one-pass message kernels, which only the library's own modes call. */
narae_gcm_fn narae_gcm_left_out;
narae_xts_fn narae_xts_left_out;

void
narae_gcm_left_out(const void *schedule, const void *hash_key, u8 *out, const u8 *in, size_t nblocks,
                   u8 *counter, u8 *y, int decrypt)
{
    BUG();
}

void
narae_xts_left_out(const void *schedule, u8 *out, const u8 *in, size_t nblocks, u8 tweak[16], int decrypt)
{
    BUG();
}

#else
#    define VECTOR(id) NULL
#endif

#define CIPHER(id, ID, size, ...)                                      \
    const struct narae_cipher narae_cipher_##id = {                    \
        .vector = VECTOR(id),                                          \
        .scalar =                                                      \
            {                                                          \
                .name = #id,                                           \
                .block_bytes = size,                                   \
                .key_bytes = {__VA_ARGS__},                            \
                .kernels = {.set_key = narae_##id##_set_key_portable,  \
                            .encrypt = narae_##id##_encrypt_portable,  \
                            .decrypt = narae_##id##_decrypt_portable}, \
            },                                                         \
    };

NARAE_LINUX_CIPHERS(CIPHER)
