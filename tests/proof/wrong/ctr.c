/* SPDX-License-Identifier: MIT */
/* Counter mode, SP 800-38A, for blocks of 16 bytes, whole messages and counters
 * of a whole block.  A program of this folder defines before what it does
 * besides or otherwise; none of these names is needed:
 *
 *     KEY                    what key setup is called with, instead of key
 *     BEFORE_KEY, AFTER_KEY  around it, with ctx and key
 *     BEFORE_MESSAGE         with ctx, out, counter, in and bytes; a copy of the counter is next
 *     BEFORE_BLOCK           a block is to be encrypted
 *     ENCRYPT(to, from)      encrypts a block
 *     AFTER_BLOCK            with the block of the keystream
 *     AFTER_MESSAGE          all has been written */
#ifndef KEY
#    define KEY key
#endif
#ifndef BEFORE_KEY
#    define BEFORE_KEY
#endif
#ifndef AFTER_KEY
#    define AFTER_KEY
#endif
#ifndef BEFORE_MESSAGE
#    define BEFORE_MESSAGE
#endif
#ifndef BEFORE_BLOCK
#    define BEFORE_BLOCK
#endif
#ifndef ENCRYPT
#    define ENCRYPT(to, from) narae_kernels_of(ctx->key.cipher)->encrypt(ctx->schedule, to, from, 1)
#endif
#ifndef AFTER_BLOCK
#    define AFTER_BLOCK
#endif
#ifndef AFTER_MESSAGE
#    define AFTER_MESSAGE
#endif

int
narae_ctr_init_sized(narae_ctr *ctx, size_t schedule_bytes, const narae_block_cipher *cipher,
                     const uint8_t *key, size_t key_bytes)
{
    (void)schedule_bytes;
    BEFORE_KEY
    narae_kernels_of(cipher)->set_key(ctx->schedule, KEY, key_bytes);
    AFTER_KEY
    ctx->key.cipher = cipher;
    ctx->key.shared = NULL;
    return NARAE_OK;
}

int
narae_ctr_crypt_message(const narae_ctr *ctx, uint8_t *out, const uint8_t *counter, size_t counter_bytes,
                        unsigned counter_bits, const uint8_t *in, size_t bytes)
{
    uint8_t next[BLOCK], block[BLOCK];

    if (counter_bytes != BLOCK || counter_bits != NARAE_CTR_WHOLE_BLOCK)
        return NARAE_ERROR_NONCE_SIZE;
    memcpy(next, counter, BLOCK);
    BEFORE_MESSAGE
    while (bytes != 0) {
        const size_t n = bytes < BLOCK ? bytes : (size_t)BLOCK;

        BEFORE_BLOCK
        ENCRYPT(block, next);
        AFTER_BLOCK
        for (size_t i = 0; i < n; i++)
            out[i] = in[i] ^ block[i];
        for (unsigned i = BLOCK, carry = 1; i-- != 0; carry >>= 8) {
            carry += next[i];
            next[i] = (uint8_t)carry;
        }
        in += n;
        out += n;
        bytes -= n;
    }
    AFTER_MESSAGE
    return NARAE_OK;
}
