// SPDX-License-Identifier: MIT
/* The ciphers of both engines, from the library. */

#include "aria/aria_internal.h"
#include "hight/hight_internal.h"
#include "lea/lea_internal.h"
#include "seed/seed_internal.h"

#include "modes.h"

#ifdef NARAE_LINUX_VECTORS
#    define VECTOR(id) &narae_##id
#else
#    define VECTOR(id) NULL
#endif

#define CIPHER(id, size, ...)                                              \
    static int set_##id##_key(void *schedule, const u8 *key, size_t bytes) \
    {                                                                      \
        narae_##id##_set_key_portable(schedule, key, bytes);               \
        return NARAE_OK;                                                   \
    }                                                                      \
    const struct narae_cipher narae_cipher_##id = {                        \
        .vector = VECTOR(id),                                              \
        .scalar =                                                          \
            {                                                              \
                .name = #id,                                               \
                .block_bytes = size,                                       \
                .key_bytes = {__VA_ARGS__},                                \
                .set_key = set_##id##_key,                                 \
                .encrypt = narae_##id##_encrypt_portable,                  \
                .decrypt = narae_##id##_decrypt_portable,                  \
            },                                                             \
    };

CIPHER(lea, 16, 16, 24, 32)
CIPHER(aria, 16, 16, 24, 32)
CIPHER(hight, 8, 16)
CIPHER(seed, 16, 16)
