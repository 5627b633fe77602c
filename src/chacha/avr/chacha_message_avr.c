/* SPDX-License-Identifier: MIT */
/* ChaCha and XChaCha, AVR: a message in one call, without a context.
 *
 * The kernel reads the key where the caller has it and ends after any byte,
 * so that nothing is copied and only the subkey of XChaCha has to be wiped.
 *
 * Time depends on lengths, rounds and counter alone. */

#include "chacha/chacha_internal.h"

#ifdef NARAE_AVR_KERNELS

#    include "core/check.h"
#    include "narae/wipe.h"

/* Does a message that begins at this block end before block 2^64? */
static inline int
lasts(uint32_t low, uint32_t high, size_t bytes)
{
    const uint32_t limit = SIZE_MAX / 64 + 1; /* blocks of a message */

    return high != 0xffffffff || low <= 0 - limit || bytes / 64 + (bytes % 64 != 0) <= 0 - low;
}

static __attribute__((noinline)) int
xor_with_subkey(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
                const uint8_t *nonce, uint32_t counter)
{
    uint8_t subkey[32], rest[12];
    int status;

    narae_xchacha_subkey(subkey, rest, rounds, key, nonce);
    status = narae_chacha_crypt_message(out, in, bytes, rounds, subkey, 32, rest, 12, counter);
    narae_wipe(subkey, sizeof subkey);
    return status;
}

int
narae_chacha_crypt_message(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
                           size_t key_bytes, const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
    union {
        uint64_t counter;
        uint32_t words[4];
    } last; /* row of the state */
    int status;

    last.counter = counter;
    status = chacha_check(rounds, key, key_bytes, nonce, nonce_bytes, last.words[1]);
    if (status == NARAE_OK)
        status = check_stream(out, in, bytes);
    if (status != NARAE_OK)
        return status;
    if (nonce_bytes == 24)
        return xor_with_subkey(out, in, bytes, rounds, key, nonce, last.words[0]);
    if (!lasts(last.words[0], nonce_bytes == 12 ? 0xffffffff : last.words[1], bytes))
        return NARAE_ERROR_LENGTH;
    if (nonce_bytes == 12)
        last.words[1] = load32_le(nonce);
    chacha_load(last.words + 2, nonce + nonce_bytes - 8, 2);
    narae_chacha_keyed_avr(key, last.words, out, in, bytes, (uint8_t)rounds);
    return NARAE_OK;
}

#endif
