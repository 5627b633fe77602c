/* SPDX-License-Identifier: MIT */
/* OFB.  SP 800-38A, clause 6.4.
 *
 *     key stream: o[i] = E(o[i - 1]), o[0] = IV       text ^ key stream, both ways
 *
 * A kernel for chained modes computes E(chain ^ in); with zeros for `in` that is the key
 * stream.
 *
 * Time depends on lengths alone. */

#include "narae/ofb.h"

#include "mode_internal.h"

#define CONTEXT narae_ofb
#define INIT_SIZED narae_ofb_init_sized
#define INIT_SCHEDULE narae_ofb_init_schedule
#define NEEDED_BLOCK_BYTES 0

#include "init.inc"

static int
start(mode_cipher c, narae_ofb_message *m, const uint8_t *iv, size_t iv_bytes)
{
    if (iv == NULL)
        return NARAE_ERROR_NULL;

    int status = check_cipher(c);

    if (status != NARAE_OK)
        return status;
    if (iv_bytes != c.cipher->block_bytes)
        return NARAE_ERROR_NONCE_SIZE;
    copy_block(m->keystream, iv, iv_bytes);
    m->left = 0;
    m->phase = PHASE_STARTED;
    return NARAE_OK;
}

#if UINTPTR_MAX > 0xffffffffu

/* Whole blocks by a kernel for chains, if there is one.  Returns the number of bytes
 * processed. */
static size_t
crypt_chain(mode_cipher c, uint8_t *chain, uint8_t *out, const uint8_t *in, size_t bytes)
{
    static const uint8_t zeros[16 * CIPHER_BATCH] = {0};
    uint8_t keystream[sizeof zeros];
    const size_t size = c.cipher->block_bytes, whole = bytes & ~(size - 1);
    size_t done = 0;

    while (done != whole) {
        const size_t n = whole - done < sizeof zeros ? whole - done : sizeof zeros;

        if (!chain_blocks(c, chain, keystream, zeros, size == 16 ? n / 16 : n / 8))
            break;
        narae_xor(out + done, in + done, keystream, n);
        done += n;
    }
    if (done != 0)
        narae_wipe(keystream, done < sizeof keystream ? done : sizeof keystream);
    return done;
}

#else
#    define crypt_chain(c, chain, out, in, bytes) 0
#endif

static int
crypt(mode_cipher c, narae_ofb_message *m, uint8_t *out, const uint8_t *in, size_t bytes)
{
    const size_t size = c.cipher->block_bytes;
    int status = check_stream(out, in, bytes);

    if (status != NARAE_OK)
        return status;
    while (bytes != 0) {
        size_t n;

        if (m->left == 0) {
            n = crypt_chain(c, m->keystream, out, in, bytes);
            out += n;
            in += n;
            bytes -= n;
            if (bytes == 0)
                break;
            encrypt_blocks(c, m->keystream, m->keystream, 1);
            m->left = (uint8_t)size;
        }
        n = m->left < bytes ? m->left : bytes;
        narae_xor(out, in, m->keystream + size - m->left, n);
        m->left = (uint8_t)(m->left - n);
        out += n;
        in += n;
        bytes -= n;
    }
    return NARAE_OK;
}

int
narae_ofb_start(narae_ofb *ctx, const uint8_t *iv, size_t iv_bytes)
{
    return ctx == NULL ? NARAE_ERROR_NULL : start(MODE_CIPHER(ctx), &ctx->message, iv, iv_bytes);
}

int
narae_ofb_crypt(narae_ofb *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->message.phase != PHASE_STARTED || check_cipher(MODE_CIPHER(ctx)) != NARAE_OK)
        return NARAE_ERROR_STATE;
    return crypt(MODE_CIPHER(ctx), &ctx->message, out, in, bytes);
}

int
narae_ofb_crypt_message(const narae_ofb *ctx, uint8_t *out, const uint8_t *iv, size_t iv_bytes,
                        const uint8_t *in, size_t bytes)
{
    narae_ofb_message m;
    int status = ctx == NULL ? NARAE_ERROR_NULL : start(MODE_CIPHER(ctx), &m, iv, iv_bytes);

    if (status == NARAE_OK) {
        status = crypt(MODE_CIPHER(ctx), &m, out, in, bytes);
        narae_wipe(&m, sizeof m);
    }
    return status;
}
