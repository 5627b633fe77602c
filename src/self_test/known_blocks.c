/* SPDX-License-Identifier: MIT */
/* Block ciphers: a known block; many blocks in one call and one by one; decryption. */

#include "self_test_internal.h"

#include "narae/descriptor.h"
#include "narae/mode.h"
#include "narae/wipe.h"

/* `answer`, unless null, is the first block of ciphertext. */
static bool
passes(const narae_block_cipher *cipher, const void *schedule, size_t bytes, const uint8_t *answer)
{
    const narae_block_kernels *const kernels = narae_kernels_of(cipher);
    const size_t size = cipher->block_bytes;
    uint8_t text[LONG_BYTES], block[16];
    bool ok = true;

    put_message(text, 0, sizeof text);
    kernels->encrypt(schedule, text, text, bytes / size);
    for (size_t at = 0; at < bytes; at += size) {
        put_message(block, at, sizeof block);
        kernels->encrypt(schedule, block, block, 1);
        ok &=
            is_equal(block, text + at, size) && (at != 0 || answer == NULL || is_answer(block, answer, size));
        kernels->decrypt(schedule, block, block, 1);
        put_message(text + at, at, size);
        ok &= is_equal(block, text + at, size);
    }
    kernels->encrypt(schedule, text, text, bytes / size);
    kernels->decrypt(schedule, text, text, bytes / size);
    narae_wipe(block, sizeof block);
    return ok & is_message(text, bytes);
}

int
narae_test_blocks(const narae_known_answer *test)
{
    const narae_block_cipher *cipher = (const narae_block_cipher *)test->subject;
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    uint8_t key[32];
    int status = NARAE_OK;
    bool ok = true;

    put_message(key, 0, sizeof key);
    for (unsigned i = 0; i < 3 && cipher->key_bytes[i] != 0 && status == NARAE_OK; i++) {
        status = narae_block_cipher_set_key(cipher, schedule, sizeof schedule, key, cipher->key_bytes[i]);
        if (status == NARAE_OK)
            ok &= passes(cipher, schedule, LONG_BYTES, test->answer + i * cipher->block_bytes);
    }
    return outcome(status, ok);
}

int
narae_pairwise_test(const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    int status;

    if (cipher == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    status = narae_block_cipher_set_key(cipher, schedule, sizeof schedule, key, key_bytes);
    if (status == NARAE_OK)
        status = outcome(NARAE_OK, passes(cipher, schedule, LONG_BYTES, NULL));
    narae_wipe(schedule, sizeof schedule);
    return status;
}
