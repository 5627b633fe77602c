/* SPDX-License-Identifier: MIT */
/* CBC.  SP 800-38A, clause 6.2; padding as in RFC 5652, clause 6.3.
 *
 *     encryption: c[i] = E(p[i] ^ c[i - 1])     decryption: p[i] = D(c[i]) ^ c[i - 1]
 *
 * Messages come in pieces of any size.  Each iteration combines the pending input with as
 * many bytes of new input as it will write, so in-place use overwrites nothing before it
 * was read.  Decryption hands the kernel a batch of blocks; encryption is serial, and needs
 * no copy of input that starts at a block boundary.
 *
 * Time depends on lengths alone; the padding is checked with masks. */

#include "narae/cbc.h"

#include "mode_internal.h"

#include "core/opaque.h"

#define CONTEXT narae_cbc
#define INIT_SIZED narae_cbc_init_sized
#define INIT_SCHEDULE narae_cbc_init_schedule
#define NEEDED_BLOCK_BYTES 0

#include "init.inc"

static int
start(mode_cipher c, narae_cbc_message *m, const uint8_t *iv, size_t iv_bytes, int padding)
{
    if (iv == NULL)
        return NARAE_ERROR_NULL;

    int status = check_cipher(c);

    if (status != NARAE_OK)
        return status;
    if (iv_bytes != c.cipher->block_bytes)
        return NARAE_ERROR_NONCE_SIZE;
    if (padding != NARAE_CBC_NO_PADDING && padding != NARAE_CBC_PKCS7)
        return NARAE_ERROR_PADDING;
    copy_block(m->chain, iv, iv_bytes);
    m->npending = 0;
    m->padding = (uint8_t)padding;
    m->phase = PHASE_STARTED;
    return NARAE_OK;
}

static void
encrypt_chain(mode_cipher c, uint8_t *chain, uint8_t *out, const uint8_t *blocks, size_t nblocks)
{
    const size_t size = c.cipher->block_bytes;

    if (chain_blocks(c, chain, out, blocks, nblocks))
        return;
    for (; nblocks != 0; nblocks--, blocks += size, out += size) {
        xor_block(chain, chain, blocks, size);
        encrypt_blocks(c, chain, chain, 1);
        copy_block(out, chain, size);
    }
}

static void
decrypt_chain(mode_cipher c, uint8_t *chain, uint8_t *out, const uint8_t *blocks, size_t nblocks)
{
    const size_t size = c.cipher->block_bytes, before_last = (nblocks - 1) * size;

    narae_kernels_of(c.cipher)->decrypt(c.schedule, out, blocks, nblocks);
    xor_block(out, out, chain, size);
    narae_xor(out + size, out + size, blocks, before_last);
    copy_block(chain, blocks + before_last, size);
}

#if UINTPTR_MAX > 0xffffffffu

/* Input that is not overwritten need not be copied.  Blocks are processed in pieces that
 * are still in the cache when the chain is added. */
static void
decrypt_apart(mode_cipher c, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    enum { LIMIT = 640 };

    while (nblocks != 0) {
        const size_t n = nblocks < LIMIT ? nblocks : (size_t)LIMIT, bytes = n * c.cipher->block_bytes;

        decrypt_chain(c, chain, out, in, n);
        nblocks -= n;
        out += bytes;
        in += bytes;
    }
}

#endif

static int
crypt(mode_cipher c, narae_cbc_message *m, uint8_t *out, size_t *out_bytes, const uint8_t *in, size_t bytes,
      uint8_t phase)
{
    const size_t size = c.cipher->block_bytes;

    if (missing(out, bytes) || missing(in, bytes))
        return NARAE_ERROR_NULL;
    if (m->phase != PHASE_STARTED && m->phase != phase)
        return NARAE_ERROR_STATE;
    if (bytes > SIZE_MAX - 16)
        return NARAE_ERROR_LENGTH;

    /* The last block of a padded ciphertext is kept until the end. */
    size_t total = m->npending + bytes;
    size_t kept = phase == PHASE_DECRYPT && m->padding == NARAE_CBC_PKCS7 && total != 0;
    size_t whole = (total - kept) / size;

    if (out != in && touches(out, whole * size, in, bytes))
        return NARAE_ERROR_OVERLAP;
    m->phase = phase;
    *out_bytes = whole * size;

    size_t n = m->npending;

#if UINTPTR_MAX > 0xffffffffu
    if (n == 0 && (phase == PHASE_ENCRYPT || out != in)) {
        if (phase == PHASE_ENCRYPT)
            encrypt_chain(c, m->chain, out, in, whole);
        else
            decrypt_apart(c, m->chain, out, in, whole);
        bytes -= whole * size;
        if (bytes != 0)
            narae_copy(m->pending, in + whole * size, bytes);
        m->npending = (uint8_t)bytes;
        return NARAE_OK;
    }
#endif

    uint8_t blocks[(MODE_BATCH + 1) * 16];
    const size_t used = whole < MODE_BATCH ? (whole + 1) * size : sizeof blocks;

    narae_copy(blocks, m->pending, n);
    while (whole != 0) {
        size_t nblocks = whole < MODE_BATCH ? whole : (size_t)MODE_BATCH;
        size_t fresh = nblocks * size < bytes ? nblocks * size : bytes;

        narae_copy(blocks + n, in, fresh);
        n += fresh;
        in += fresh;
        bytes -= fresh;
        if (phase == PHASE_ENCRYPT)
            encrypt_chain(c, m->chain, out, blocks, nblocks);
        else
            decrypt_chain(c, m->chain, out, blocks, nblocks);
        out += nblocks * size;
        whole -= nblocks;
        n -= nblocks * size;
        narae_copy(blocks, blocks + nblocks * size, n);
    }
    narae_copy(m->pending, blocks, n);
    if (bytes != 0)
        narae_copy(m->pending + n, in, bytes);
    m->npending = (uint8_t)(n + bytes);
    if (phase == PHASE_ENCRYPT)
        narae_wipe(blocks, used);
    return NARAE_OK;
}

/* Writes the block without its padding, and zeros in place of the padding.  Numbers up to
 * 255 are compared by the sign of their difference. */
static int
unpad(uint8_t *out, size_t *out_bytes, const uint8_t *block, unsigned size)
{
    const uint32_t padding = opaque(block[size - 1]);
    uint32_t wrong = (padding - 1) >> 31 | (size - padding) >> 31;

    for (unsigned i = 0; i < size; i++) {
        uint32_t is_padding = (size - 1 - opaque(i) - padding) >> 31;

        wrong |= (0 - is_padding) & (block[i] ^ padding);
    }
    wrong = opaque((0 - wrong) >> 31);
    for (unsigned i = 0; i < size; i++) {
        uint32_t is_message = (opaque(i) + padding - size) >> 31 & ~wrong;

        out[i] = (uint8_t)(block[i] & (0 - is_message));
    }
    *out_bytes = (size_t)((size - padding) & (wrong - 1));
    return NARAE_ERROR_PADDING * (int)wrong;
}

/* Checks the end of a message; *padded is whether a block is still to be written. */
static int
check_end(const narae_cbc_message *m, const uint8_t *out, uint8_t phase, int *padded)
{
    if (m->phase != PHASE_STARTED && m->phase != phase)
        return NARAE_ERROR_STATE;
    *padded = m->padding == NARAE_CBC_PKCS7;
    if (*padded)
        return out == NULL ? NARAE_ERROR_NULL : NARAE_OK;
    return m->npending != 0 ? NARAE_ERROR_LENGTH : NARAE_OK;
}

static int
encrypt_end(mode_cipher c, narae_cbc_message *m, uint8_t *out, size_t *out_bytes)
{
    const unsigned size = c.cipher->block_bytes, n = m->npending;
    int padded, status = check_end(m, out, PHASE_ENCRYPT, &padded);

    if (status != NARAE_OK)
        return status;
    if (padded) {
        memset(m->pending + n, (int)(size - n), size - n);
        encrypt_chain(c, m->chain, out, m->pending, 1);
        *out_bytes = size;
    }
    narae_wipe(m, sizeof *m);
    return NARAE_OK;
}

static int
decrypt_end(mode_cipher c, narae_cbc_message *m, uint8_t *out, size_t *out_bytes)
{
    const unsigned size = c.cipher->block_bytes;
    int padded, status = check_end(m, out, PHASE_DECRYPT, &padded);

    if (status != NARAE_OK)
        return status;
    if (padded && m->npending != size)
        return NARAE_ERROR_LENGTH;
    if (padded) {
        uint8_t block[16];

        decrypt_chain(c, m->chain, block, m->pending, 1);
        status = unpad(out, out_bytes, block, size);
        narae_wipe(block, sizeof block);
    }
    narae_wipe(m, sizeof *m);
    return status;
}

/* The functions for a message under way begin here. */
static int
ready(const narae_cbc *ctx, size_t *out_bytes)
{
    none_written(out_bytes);
    if (ctx == NULL || out_bytes == NULL)
        return NARAE_ERROR_NULL;
    return ctx->message.phase == PHASE_NONE ? NARAE_ERROR_STATE : check_cipher(MODE_CIPHER(ctx));
}

int
narae_cbc_start(narae_cbc *ctx, const uint8_t *iv, size_t iv_bytes, int padding)
{
    return ctx == NULL ? NARAE_ERROR_NULL : start(MODE_CIPHER(ctx), &ctx->message, iv, iv_bytes, padding);
}

int
narae_cbc_encrypt(narae_cbc *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *in, size_t bytes)
{
    const int status = ready(ctx, out_bytes);

    return status == NARAE_OK
               ? crypt(MODE_CIPHER(ctx), &ctx->message, out, out_bytes, in, bytes, PHASE_ENCRYPT)
               : status;
}

int
narae_cbc_decrypt(narae_cbc *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *in, size_t bytes)
{
    const int status = ready(ctx, out_bytes);

    return status == NARAE_OK
               ? crypt(MODE_CIPHER(ctx), &ctx->message, out, out_bytes, in, bytes, PHASE_DECRYPT)
               : status;
}

int
narae_cbc_encrypt_finish(narae_cbc *ctx, uint8_t *out, size_t *out_bytes)
{
    const int status = ready(ctx, out_bytes);

    return status == NARAE_OK ? encrypt_end(MODE_CIPHER(ctx), &ctx->message, out, out_bytes) : status;
}

int
narae_cbc_decrypt_finish(narae_cbc *ctx, uint8_t *out, size_t *out_bytes)
{
    const int status = ready(ctx, out_bytes);

    return status == NARAE_OK ? decrypt_end(MODE_CIPHER(ctx), &ctx->message, out, out_bytes) : status;
}

int
narae_cbc_encrypt_message(const narae_cbc *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *iv,
                          size_t iv_bytes, int padding, const uint8_t *in, size_t bytes)
{
    narae_cbc_message m;
    size_t last = 0;
    int status;

    none_written(out_bytes);
    status = ctx == NULL ? NARAE_ERROR_NULL : start(MODE_CIPHER(ctx), &m, iv, iv_bytes, padding);
    if (status != NARAE_OK)
        return status;
    if (out_bytes == NULL || (padding == NARAE_CBC_PKCS7 && out == NULL))
        return NARAE_ERROR_NULL;

    const size_t size = ctx->key.cipher->block_bytes, rest = bytes % size;

    if (padding == NARAE_CBC_NO_PADDING && rest != 0)
        return NARAE_ERROR_LENGTH;
    if (bytes > SIZE_MAX - 16)
        return NARAE_ERROR_LENGTH;
    if (padding == NARAE_CBC_PKCS7 && out != in && touches(out, bytes - rest + size, in, bytes))
        return NARAE_ERROR_OVERLAP;
#if UINTPTR_MAX > 0xffffffffu
    /* Nothing is pending, and the chain holds the last block of ciphertext. */
    if (padding == NARAE_CBC_NO_PADDING) {
        if ((status = check_stream(out, in, bytes)) == NARAE_OK) {
            encrypt_chain(MODE_CIPHER(ctx), m.chain, out, in, bytes / size);
            *out_bytes = bytes;
        }
        return status;
    }
#endif
    status = crypt(MODE_CIPHER(ctx), &m, out, out_bytes, in, bytes, PHASE_ENCRYPT);
    if (status == NARAE_OK) {
        status = encrypt_end(MODE_CIPHER(ctx), &m, out == NULL ? NULL : out + *out_bytes, &last);
        *out_bytes += last;
    }
    return status;
}

int
narae_cbc_decrypt_message(const narae_cbc *ctx, uint8_t *out, size_t *out_bytes, const uint8_t *iv,
                          size_t iv_bytes, int padding, const uint8_t *in, size_t bytes)
{
    narae_cbc_message m;
    size_t last = 0;
    int status;

    none_written(out_bytes);
    status = ctx == NULL ? NARAE_ERROR_NULL : start(MODE_CIPHER(ctx), &m, iv, iv_bytes, padding);
    if (status != NARAE_OK)
        return status;

    const size_t size = ctx->key.cipher->block_bytes;

    if (out_bytes == NULL)
        return NARAE_ERROR_NULL;
    if (bytes % size != 0 || (padding == NARAE_CBC_PKCS7 && bytes == 0))
        return NARAE_ERROR_LENGTH;
    if ((status = check_stream(out, in, bytes)) != NARAE_OK)
        return status;
#if UINTPTR_MAX > 0xffffffffu
    if (padding == NARAE_CBC_NO_PADDING && out != in) {
        decrypt_apart(MODE_CIPHER(ctx), m.chain, out, in, bytes / size);
        *out_bytes = bytes;
        return NARAE_OK;
    }
#endif
    status = crypt(MODE_CIPHER(ctx), &m, out, out_bytes, in, bytes, PHASE_DECRYPT);
    if (status == NARAE_OK) {
        status = decrypt_end(MODE_CIPHER(ctx), &m, out == NULL ? NULL : out + *out_bytes, &last);
        *out_bytes += last;
        if (status != NARAE_OK) {
            narae_zero(out, bytes);
            *out_bytes = 0;
        }
    }
    return status;
}
