/* SPDX-License-Identifier: MIT */
/* CFB.  SP 800-38A, clause 6.3.
 *
 *     i[1] = IV    i[j] = the last block's worth of  IV c[1] ... c[j - 1]
 *     c[j] = p[j] ^ the first bytes of E(i[j])
 *
 * with segments c[j] of any number of bytes up to that of a block.  Decryption knows all
 * inputs from the start and hands the kernel a batch of them.  Encryption of whole blocks
 * is the chain that CBC has: with k[j] = E(i[j]),
 *
 *     k[j + 1] = E(p[j] ^ k[j])    c[j] = p[j] ^ k[j]
 *
 * so that a kernel for chains computes the key stream.
 *
 * Time depends on lengths alone. */

#include "narae/cfb.h"

#include "mode_internal.h"

#define CONTEXT narae_cfb
#define INIT_SIZED narae_cfb_init_sized
#define INIT_SCHEDULE narae_cfb_init_schedule
#define NEEDED_BLOCK_BYTES 0

#include "init.inc"

static int
start(mode_cipher c, narae_cfb_message *m, const uint8_t *iv, size_t iv_bytes, unsigned segment_bits)
{
    if (iv == NULL)
        return NARAE_ERROR_NULL;

    int status = check_cipher(c);

    if (status != NARAE_OK)
        return status;
    if (iv_bytes != c.cipher->block_bytes)
        return NARAE_ERROR_NONCE_SIZE;
    if (segment_bits == NARAE_CFB_WHOLE_BLOCK)
        segment_bits = 8u * c.cipher->block_bytes;
    if (segment_bits % 8 != 0 || segment_bits > 8u * c.cipher->block_bytes)
        return NARAE_ERROR_BLOCK_SIZE;
    copy_block(m->input, iv, iv_bytes);
    m->left = 0;
    m->segment_bytes = (uint8_t)(segment_bits / 8);
    m->phase = PHASE_STARTED;
    return NARAE_OK;
}

/* input = the last block's worth of input and ciphertext. */
static void
feed(uint8_t *input, size_t size, const uint8_t *ciphertext, size_t bytes)
{
    if (bytes >= size) {
        copy_block(input, ciphertext + bytes - size, size);
    } else {
        memmove(input, input + bytes, size - bytes);
        memcpy(input + size - bytes, ciphertext, bytes);
    }
}

/* The next bytes of a segment, at most as many as are left of its key stream. */
static void
crypt_part(mode_cipher c, narae_cfb_message *m, uint8_t *out, const uint8_t *in, size_t bytes)
{
    uint8_t *const keystream = m->keystream + m->segment_bytes - m->left;

    if (m->phase == PHASE_DECRYPT) {
        feed(m->input, c.cipher->block_bytes, in, bytes);
        narae_xor(out, in, keystream, bytes);
    } else {
        narae_xor(out, in, keystream, bytes);
        feed(m->input, c.cipher->block_bytes, out, bytes);
    }
    m->left = (uint8_t)(m->left - bytes);
}

/* Segments whose ciphertext is `in`, one to MODE_BATCH. */
static void
decrypt_batch(mode_cipher c, narae_cfb_message *m, uint8_t *out, const uint8_t *in, size_t nsegments)
{
    const size_t size = c.cipher->block_bytes, step = m->segment_bytes;
    uint32_t words[MODE_BATCH * 4]; /* aligned */
    uint8_t *const blocks = (uint8_t *)words;
    uint8_t *p = blocks;
    size_t known = 0;

    do {
        if (known >= size) {
            copy_block(p, in + known - size, size);
        } else {
            narae_copy(p, m->input + known, size - known);
            narae_copy(p + size - known, in, known);
        }
        p += size;
        known += step;
    } while (known != nsegments * step);
    feed(m->input, size, in, nsegments * step);
    encrypt_blocks(c, blocks, blocks, nsegments);
    if (step == size)
        narae_xor(out, in, blocks, nsegments * size);
    else
        for (size_t i = 0; i < nsegments; i++)
            narae_xor(out + i * step, in + i * step, blocks + i * size, step);
    narae_wipe(blocks, nsegments * size);
}

#if UINTPTR_MAX > 0xffffffffu

/* Whole blocks that do not overlap their ciphertext, which the kernel reads directly, in
 * pieces that are still in the cache when the key stream is used. */
static void
decrypt_apart(mode_cipher c, uint8_t *input, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    enum { LIMIT = 640 };
    const size_t size = c.cipher->block_bytes;

    while (nblocks != 0) {
        const size_t n = nblocks < LIMIT ? nblocks : (size_t)LIMIT, bytes = n * size;

        encrypt_blocks(c, out + size, in, n - 1);
        encrypt_blocks(c, out, input, 1);
        narae_xor(out, out, in, bytes);
        copy_block(input, in + bytes - size, size);
        nblocks -= n;
        out += bytes;
        in += bytes;
    }
}

/* Whole blocks by a kernel for chains, if there is one.  Returns the number of blocks
 * processed. */
static size_t
encrypt_chain(mode_cipher c, uint8_t *input, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const size_t size = c.cipher->block_bytes,
                 limit = nblocks < CIPHER_BATCH ? nblocks : (size_t)CIPHER_BATCH;
    uint8_t chain[16], keystream[16 * CIPHER_BATCH];
    size_t done = 0;

    while (done != nblocks) {
        const size_t n = nblocks - done < limit ? nblocks - done : limit;

        encrypt_blocks(c, chain, input, 1);
        copy_block(keystream, chain, size);
        if (!chain_blocks(c, chain, keystream + size, in, n - 1))
            break;
        narae_xor(out, in, keystream, n * size);
        copy_block(input, out + (n - 1) * size, size);
        out += n * size;
        in += n * size;
        done += n;
    }
    wipe_few(chain, sizeof chain);
    narae_wipe(keystream, limit * size);
    return done;
}

/* Blocks in one piece, where that is faster than the batches and segments below. */
static size_t
crypt_blocks(mode_cipher c, narae_cfb_message *m, uint8_t *out, const uint8_t *in, size_t bytes)
{
    const size_t size = c.cipher->block_bytes, nblocks = size == 16 ? bytes / 16 : bytes / 8;

    if (m->segment_bytes != size || nblocks == 0)
        return 0;
    if (m->phase == PHASE_ENCRYPT)
        return size * encrypt_chain(c, m->input, out, in, nblocks);
    if (out == in)
        return 0;
    decrypt_apart(c, m->input, out, in, nblocks);
    return size * nblocks;
}

#else
#    define crypt_blocks(c, m, out, in, bytes) 0
#endif

static int
crypt(mode_cipher c, narae_cfb_message *m, uint8_t *out, const uint8_t *in, size_t bytes, uint8_t phase)
{
    int status = check_stream(out, in, bytes);

    if (status != NARAE_OK)
        return status;
    if (m->phase != PHASE_STARTED && m->phase != phase)
        return NARAE_ERROR_STATE;
    m->phase = phase;
    while (bytes != 0) {
        const size_t step = m->segment_bytes;
        size_t n;

        if (m->left != 0) {
            n = m->left < bytes ? m->left : bytes;
            crypt_part(c, m, out, in, n);
        } else if ((n = crypt_blocks(c, m, out, in, bytes)) == 0) {
            if (phase == PHASE_DECRYPT && bytes >= step) {
                size_t nsegments = 1;

                for (n = step; nsegments < MODE_BATCH && n + step <= bytes; n += step)
                    nsegments++;
                decrypt_batch(c, m, out, in, nsegments);
            } else {
                encrypt_blocks(c, m->keystream, m->input, 1);
                m->left = m->segment_bytes;
            }
        }
        out += n;
        in += n;
        bytes -= n;
    }
    return NARAE_OK;
}

int
narae_cfb_start(narae_cfb *ctx, const uint8_t *iv, size_t iv_bytes, unsigned segment_bits)
{
    return ctx == NULL ? NARAE_ERROR_NULL
                       : start(MODE_CIPHER(ctx), &ctx->message, iv, iv_bytes, segment_bits);
}

/* Both directions of a message in pieces. */
static int
crypt_piece(narae_cfb *ctx, uint8_t *out, const uint8_t *in, size_t bytes, uint8_t phase)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->message.phase == PHASE_NONE || check_cipher(MODE_CIPHER(ctx)) != NARAE_OK)
        return NARAE_ERROR_STATE;
    return crypt(MODE_CIPHER(ctx), &ctx->message, out, in, bytes, phase);
}

int
narae_cfb_encrypt(narae_cfb *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    return crypt_piece(ctx, out, in, bytes, PHASE_ENCRYPT);
}

int
narae_cfb_decrypt(narae_cfb *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    return crypt_piece(ctx, out, in, bytes, PHASE_DECRYPT);
}

/* Both directions of a whole message. */
static int
crypt_message(const narae_cfb *ctx, uint8_t *out, const uint8_t *iv, size_t iv_bytes, unsigned segment_bits,
              const uint8_t *in, size_t bytes, uint8_t phase)
{
    narae_cfb_message m;
    int status = ctx == NULL ? NARAE_ERROR_NULL : start(MODE_CIPHER(ctx), &m, iv, iv_bytes, segment_bits);

    if (status == NARAE_OK) {
        status = crypt(MODE_CIPHER(ctx), &m, out, in, bytes, phase);
        narae_wipe(&m, sizeof m);
    }
    return status;
}

int
narae_cfb_encrypt_message(const narae_cfb *ctx, uint8_t *out, const uint8_t *iv, size_t iv_bytes,
                          unsigned segment_bits, const uint8_t *in, size_t bytes)
{
    return crypt_message(ctx, out, iv, iv_bytes, segment_bits, in, bytes, PHASE_ENCRYPT);
}

int
narae_cfb_decrypt_message(const narae_cfb *ctx, uint8_t *out, const uint8_t *iv, size_t iv_bytes,
                          unsigned segment_bits, const uint8_t *in, size_t bytes)
{
    return crypt_message(ctx, out, iv, iv_bytes, segment_bits, in, bytes, PHASE_DECRYPT);
}
