/* ChaCha and XChaCha, AVR: a message in one call, without a context.
 *
 * The kernel reads the key where the caller has it, so that nothing is copied
 * and little is there to be wiped: the stream of the part that is no whole
 * block, and the subkey of XChaCha.
 *
 * Time depends on lengths, rounds and counter alone. */

#include "chacha_internal.h"

#ifdef NARAE_AVR_KERNELS

#    include "core/check.h"
#    include "narae/wipe.h"

/* Are there n more blocks before the counter, 32 bits below the given ones,
 * is 2^64? */
static inline int
lasts(uint32_t low, uint32_t high, uint16_t n)
{
    return high != 0xffffffff || low == 0 || n <= 0 - low;
}

static __attribute__((noinline)) void
xor_part(uint8_t *out, const uint8_t *in, size_t bytes, uint8_t rounds, const uint8_t *key,
         uint32_t words[4])
{
    uint8_t block[64];

    memcpy(block, in, bytes);
    narae_chacha_keyed_blocks_avr(key, words, block, block, 1, rounds);
    memcpy(out, block, bytes);
    narae_wipe(block, sizeof block);
}

static __attribute__((noinline)) int
xor_with_subkey(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
                const uint8_t *nonce, uint32_t counter)
{
    uint32_t state[16];
    uint8_t rest[12] = {0};
    int status;

    chacha_load_constant(state);
    chacha_load(state + 4, key, 8);
    chacha_load(state + 12, nonce, 4);
    narae_hchacha_avr(state, rounds);
    memcpy(rest + 4, nonce + 16, 8);
    status = narae_chacha_xor(out, in, bytes, rounds, (const uint8_t *)(state + 4), 32, rest, 12, counter);
    narae_wipe(state, sizeof state);
    return status;
}

int
narae_chacha_xor(uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds, const uint8_t *key,
                 size_t key_bytes, const uint8_t *nonce, size_t nonce_bytes, uint64_t counter)
{
    int status = chacha_check(rounds, key, key_bytes, nonce, nonce_bytes, counter);
    uint16_t nblocks, part = bytes % 64;
    uint32_t words[4];

    if (status == NARAE_OK)
        status = check_stream(out, in, bytes);
    if (status != NARAE_OK)
        return status;
    if (nonce_bytes == 24)
        return xor_with_subkey(out, in, bytes, rounds, key, nonce, (uint32_t)counter);

    words[0] = (uint32_t)counter;
    words[1] = nonce_bytes == 12 ? load32_le(nonce) : (uint32_t)(counter >> 32);
    chacha_load(words + 2, nonce + nonce_bytes - 8, 2);
    nblocks = bytes / 64;
    if (!lasts(words[0], nonce_bytes == 12 ? 0xffffffff : words[1], nblocks + (part != 0)))
        return NARAE_ERROR_LENGTH;
    narae_chacha_keyed_blocks_avr(key, words, out, in, nblocks, (uint8_t)rounds);
    if (part != 0)
        xor_part(out + bytes - part, in + bytes - part, part, (uint8_t)rounds, key, words);
    return NARAE_OK;
}

#endif
