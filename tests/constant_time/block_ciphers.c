/* SPDX-License-Identifier: MIT */
/* The block ciphers, alone: single blocks, and as many as fill every batch of
 * a kernel and leave a rest. */

#include "check.h"

#include <string.h>

#include "../c/block_ciphers.h"
#include "narae/descriptor.h"

#define KEY_OF(with, cipher, CIPHER, block, key1, key2, key3) narae_##cipher##_key cipher;

static void
check_key_size(const narae_block_cipher *cipher, size_t key_bytes)
{
    const size_t limit = BYTES / cipher->block_bytes;
    union {
        NARAE_BLOCK_CIPHERS(KEY_OF, )
    } schedule;

    begin(cipher->name, key_bytes, "set key");
    narae_kernels_of(cipher)->set_key(&schedule, key, key_bytes);
    end();

    begin(cipher->name, key_bytes, "encrypt blocks");
    narae_kernels_of(cipher)->encrypt(&schedule, data, data, 1);
    narae_kernels_of(cipher)->encrypt(&schedule, data, data, limit);
    end();

    begin(cipher->name, key_bytes, "decrypt blocks");
    narae_kernels_of(cipher)->decrypt(&schedule, data, data, 1);
    narae_kernels_of(cipher)->decrypt(&schedule, data, data, limit);
    end();

    if (narae_kernels_of(cipher)->ctr != NULL) {
        uint8_t counter[16];

        begin(cipher->name, key_bytes, "counter kernel");
        memcpy(counter, nonce, sizeof counter);
        narae_kernels_of(cipher)->ctr(&schedule, data, data, 1, counter);
        narae_kernels_of(cipher)->ctr(&schedule, data, data, limit, counter);
        end();
    }

#if UINTPTR_MAX > 0xffffffffu
    if (narae_kernels_of(cipher)->chain != NULL) {
        begin(cipher->name, key_bytes, "chain");
        narae_kernels_of(cipher)->chain(&schedule, data, data + 16, data + 16, limit - 2);
        narae_kernels_of(cipher)->chain(&schedule, data, NULL, data + 16, limit - 2);
        end();
    }
#endif
}

void
check_block_ciphers(void)
{
    const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};

    for (size_t c = 0; c < sizeof ciphers / sizeof *ciphers; c++)
        for (size_t k = 0; k < 3 && ciphers[c]->key_bytes[k] != 0; k++)
            check_key_size(ciphers[c], ciphers[c]->key_bytes[k]);
}
