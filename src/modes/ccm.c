/* SPDX-License-Identifier: MIT */
/* CCM.  SP 800-38C, clause 6 and appendix A.
 *
 *     B0  = [64 if ad | 8 (t - 2) / 2 | q - 1] nonce [bytes]
 *     x   = CBC-MAC(B0 [ad bytes] ad 0..  plaintext 0..)
 *     A_i = [q - 1] nonce [i],  q = 15 - nonce_bytes
 *     ciphertext = plaintext ^ E(A_1) E(A_2) ...,  tag = x ^ E(A_0)
 *
 * A block of the MAC is encrypted only when the next one comes, together with the next
 * counter block: one call of the kernel with two blocks for each block of the message, and
 * one with the last block and A_0 at the end.  With kernels that process several blocks in
 * parallel the second block is free.  If the cipher has a kernel for CCM, it processes
 * whole blocks; if it has one for chains, this alternates with counter mode, in pieces that
 * stay in the cache.
 *
 * Time depends on lengths alone. */

#include "narae/ccm.h"

#include "ccm_internal.h"
#include "mode_internal.h"

#include "core/bytes.h"

#include NARAE_KERNELS(modes)
#include "modes/portable/kernels.h"

#define CONTEXT narae_ccm
#define INIT_SIZED narae_ccm_init_sized
#define INIT_SCHEDULE narae_ccm_init_schedule
#define NEEDED_BLOCK_BYTES 16

#include "init.inc"

unsigned
narae_ccm_encode_ad_bytes(uint8_t header[10], uint64_t ad_bytes)
{
    store64_be(header + 2, ad_bytes);
    if (ad_bytes < 0xff00) {
        memcpy(header, header + 8, 2);
        return 2;
    }
    header[0] = 0xff;
    if (ad_bytes <= UINT32_MAX) {
        header[1] = 0xfe;
        memcpy(header + 2, header + 6, 4);
        return 6;
    }
    header[1] = 0xff;
    return 10;
}

static int
start(const narae_ccm *ctx, narae_ccm_message *m, const uint8_t *nonce, size_t nonce_bytes, uint64_t ad_bytes,
      uint64_t bytes, size_t tag_bytes)
{
    int status = ccm_check(MODE_CIPHER(ctx), nonce, nonce_bytes, bytes, tag_bytes);

    if (status != NARAE_OK)
        return status;

    const unsigned q = 15 - (unsigned)nonce_bytes;

    narae_zero(m, sizeof *m);
    m->ad_left = ad_bytes;
    m->left = bytes;
    m->counter_bits = (uint8_t)(8 * q);
    m->tag_bytes = (uint8_t)tag_bytes;
    m->phase = PHASE_STARTED;

    m->counter[0] = (uint8_t)(q - 1);
    narae_copy(m->counter + 1, nonce, nonce_bytes);

    store64_be(m->x + 8, bytes);
    m->x[0] = ccm_first_byte(q, ad_bytes, tag_bytes);
    narae_copy(m->x + 1, nonce, nonce_bytes);
    m->at = 16;

    if (ad_bytes != 0) {
        uint8_t header[10];
        unsigned n = narae_ccm_encode_ad_bytes(header, ad_bytes);

        narae_mode_mac(MODE_CIPHER(ctx), m->x, &m->at, header, n);
    }
    return NARAE_OK;
}

static int
take_ad(const narae_ccm *ctx, narae_ccm_message *m, const uint8_t *ad, size_t ad_bytes)
{
    if (ad == NULL && ad_bytes != 0)
        return NARAE_ERROR_NULL;
    if (m->phase != PHASE_STARTED)
        return NARAE_ERROR_STATE;
    if (ad_bytes > m->ad_left)
        return NARAE_ERROR_LENGTH;
    narae_mode_mac(MODE_CIPHER(ctx), m->x, &m->at, ad, ad_bytes);
    m->ad_left -= ad_bytes;
    return NARAE_OK;
}

/* Encrypts the full block of the MAC and a counter block. */
static void
encrypt_pair(const narae_ccm *ctx, narae_ccm_message *m)
{
    uint8_t pair[32] __attribute__((aligned(4)));

    copy_block(pair, m->x, 16);
    copy_block(pair + 16, m->counter, 16);
    encrypt_blocks(MODE_CIPHER(ctx), pair, pair, 2);
    copy_block(m->x, pair, 16);
    copy_block(m->keystream, pair + 16, 16);
    narae_wipe(pair, sizeof pair);
}

#if UINTPTR_MAX > 0xffffffffu

enum { PIECE = 2048 };

/* Processes whole blocks at a block boundary by a kernel for CCM, whose counter has 32 bits,
 * or one for chains, or in pairs of blocks; returns the number of bytes. */
static size_t
crypt_blocks(const narae_ccm *ctx, narae_ccm_message *m, uint8_t *out, const uint8_t *in, size_t bytes)
{
    const mode_cipher c = MODE_CIPHER(ctx);
    const narae_block_kernels *const kernels = narae_kernels_of(c.cipher);
    const size_t whole = bytes & ~(size_t)15;
    narae_mode_stream stream;
    size_t n;

    if (whole <= 16)
        return 0;
    stream.left = 0;
    narae_copy(stream.counter, m->counter, 16);
    narae_mode_count(stream.counter, 16, m->counter_bits, 1);

    const int fits = whole / 16 <= UINT32_MAX - load32_be(stream.counter + 12);

    if (!fits && kernels->chain == NULL)
        return 0;
    if (fits && (kernels->ccm != NULL || kernels->chain == NULL)) {
        const int decrypt = m->phase == PHASE_DECRYPT;

        if (kernels->ccm != NULL)
            kernels->ccm(c.schedule, m->x, out, in, whole / 16, stream.counter, decrypt);
        else
            narae_ccm_blocks(kernels->encrypt, c.schedule, m->x, out, in, whole / 16, stream.counter,
                             decrypt);
        narae_mode_count(m->counter, 16, m->counter_bits, whole / 16);
        return whole;
    }
    for (size_t at = 0; at != whole; at += n) {
        n = whole - at < PIECE ? whole - at : (size_t)PIECE;
        if (m->phase == PHASE_ENCRYPT)
            narae_mode_mac(c, m->x, &m->at, in + at, n);
        narae_mode_stream_xor(c, &stream, m->counter_bits, out + at, in + at, n);
        if (m->phase == PHASE_DECRYPT)
            narae_mode_mac(c, m->x, &m->at, out + at, n);
    }
    narae_mode_count(m->counter, 16, m->counter_bits, whole / 16);
    return whole;
}

#elif defined(NARAE_PAIRS_CCM)

/* Likewise in pairs of blocks. */
static size_t
crypt_blocks(const narae_ccm *ctx, narae_ccm_message *m, uint8_t *out, const uint8_t *in, size_t bytes)
{
    const mode_cipher c = MODE_CIPHER(ctx);
    const size_t whole = bytes & ~(size_t)15;
    uint8_t counter[16] __attribute__((aligned(4)));

    copy_block(counter, m->counter, 16);
    narae_mode_count(counter, 16, m->counter_bits, 1);
    if (whole == 0 || whole / 16 > UINT32_MAX - load32_be(counter + 12))
        return 0;
    narae_ccm_blocks(narae_kernels_of(c.cipher)->encrypt, c.schedule, m->x, out, in, whole / 16, counter,
                     m->phase == PHASE_DECRYPT);
    narae_mode_count(m->counter, 16, m->counter_bits, whole / 16);
    return whole;
}

#else
#    define crypt_blocks(ctx, m, out, in, bytes) 0
#endif

static int
crypt(const narae_ccm *ctx, narae_ccm_message *m, uint8_t *out, const uint8_t *in, size_t bytes,
      uint8_t phase)
{
    if (m->phase == PHASE_STARTED ? m->ad_left != 0 : m->phase != phase)
        return NARAE_ERROR_STATE;
    if (bytes > m->left)
        return NARAE_ERROR_LENGTH;

    int status = check_stream(out, in, bytes);

    if (status != NARAE_OK)
        return status;
    if (m->phase == PHASE_STARTED)
        m->at = 16;
    m->phase = phase;
    m->left -= bytes;
    while (bytes != 0) {
        if (m->at == 16) {
            const size_t whole = crypt_blocks(ctx, m, out, in, bytes);

            out += whole;
            in += whole;
            bytes -= whole;
            if (bytes == 0)
                break;
            narae_mode_count(m->counter, 16, m->counter_bits, 1);
            encrypt_pair(ctx, m);
            m->at = 0;
        }

        size_t room = 16u - m->at, n = bytes < room ? bytes : room;

        if (phase == PHASE_ENCRYPT)
            narae_xor(m->x + m->at, m->x + m->at, in, n);
        narae_xor(out, in, m->keystream + m->at, n);
        if (phase == PHASE_DECRYPT)
            narae_xor(m->x + m->at, m->x + m->at, out, n);
        m->at = (uint8_t)(m->at + n);
        out += n;
        in += n;
        bytes -= n;
    }
    return NARAE_OK;
}

/* Checks an end and computes the tag from x. */
static int
make_tag(const narae_ccm *ctx, narae_ccm_message *m, const uint8_t *tag, size_t tag_bytes, uint8_t phase)
{
    if (tag == NULL)
        return NARAE_ERROR_NULL;
    if ((m->phase != PHASE_STARTED && m->phase != phase) || m->ad_left != 0 || m->left != 0)
        return NARAE_ERROR_STATE;
    if (tag_bytes != m->tag_bytes)
        return NARAE_ERROR_TAG_SIZE;
    narae_zero(m->counter + 16 - m->counter_bits / 8, m->counter_bits / 8);
    encrypt_pair(ctx, m);
    xor_block(m->x, m->x, m->keystream, 16);
    return NARAE_OK;
}

static int
finish(const narae_ccm *ctx, narae_ccm_message *m, uint8_t *tag, size_t tag_bytes)
{
    int status = make_tag(ctx, m, tag, tag_bytes, PHASE_ENCRYPT);

    if (status == NARAE_OK)
        narae_copy(tag, m->x, tag_bytes);
    return status;
}

static int
verify(const narae_ccm *ctx, narae_ccm_message *m, const uint8_t *tag, size_t tag_bytes)
{
    int status = make_tag(ctx, m, tag, tag_bytes, PHASE_DECRYPT);

    return status == NARAE_OK ? narae_compare_tags(tag, m->x, tag_bytes) : status;
}

#ifdef narae_ccm_message_kernel

/* Checks the arguments of a whole message and processes it; x becomes the tag. */
static int
crypt_message(const narae_ccm *ctx, uint8_t *out, const uint8_t *tag, size_t tag_bytes, const uint8_t *nonce,
              size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes,
              uint8_t x[16], int decrypt)
{
    if (ctx == NULL || tag == NULL)
        return NARAE_ERROR_NULL;
    if (touches(out, bytes, tag, tag_bytes))
        return NARAE_ERROR_OVERLAP;

    const mode_cipher c = MODE_CIPHER(ctx);
    int status = ccm_check(c, nonce, nonce_bytes, bytes, tag_bytes);

    if (status == NARAE_OK && missing(ad, ad_bytes))
        status = NARAE_ERROR_NULL;
    if (status == NARAE_OK)
        status = check_stream(out, in, bytes);
    if (status == NARAE_OK)
        narae_ccm_message_kernel(c, x, out, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes, decrypt);
    return status;
}

#endif

int
narae_ccm_seal(const narae_ccm *ctx, uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t *nonce,
               size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
#ifdef narae_ccm_message_kernel
    uint8_t x[16] __attribute__((aligned(4)));
    int status = crypt_message(ctx, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes, x, 0);

    if (status == NARAE_OK) {
        narae_copy(tag, x, tag_bytes);
        wipe_few(x, sizeof x);
    }
#else
    if (ctx == NULL || tag == NULL)
        return NARAE_ERROR_NULL;
    if (touches(out, bytes, tag, tag_bytes))
        return NARAE_ERROR_OVERLAP;

    narae_ccm_message m;
    int status = start(ctx, &m, nonce, nonce_bytes, ad_bytes, bytes, tag_bytes);

    if (status != NARAE_OK)
        return status;
    if ((status = take_ad(ctx, &m, ad, ad_bytes)) == NARAE_OK &&
        (status = crypt(ctx, &m, out, in, bytes, PHASE_ENCRYPT)) == NARAE_OK)
        status = finish(ctx, &m, tag, tag_bytes);
    narae_wipe(&m, sizeof m);
#endif
    return status;
}

int
narae_ccm_open(const narae_ccm *ctx, uint8_t *out, const uint8_t *nonce, size_t nonce_bytes,
               const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag,
               size_t tag_bytes)
{
#ifdef narae_ccm_message_kernel
    uint8_t x[16] __attribute__((aligned(4)));
    int status = crypt_message(ctx, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes, x, 1);

    if (status == NARAE_OK) {
        status = narae_compare_tags(tag, x, tag_bytes);
        if (status != NARAE_OK && bytes != 0)
            narae_zero(out, bytes);
        wipe_few(x, sizeof x);
    }
#else
    if (ctx == NULL || tag == NULL)
        return NARAE_ERROR_NULL;
    if (touches(out, bytes, tag, tag_bytes))
        return NARAE_ERROR_OVERLAP;

    narae_ccm_message m;
    int status = start(ctx, &m, nonce, nonce_bytes, ad_bytes, bytes, tag_bytes);

    if (status != NARAE_OK)
        return status;
    if ((status = take_ad(ctx, &m, ad, ad_bytes)) == NARAE_OK &&
        (status = crypt(ctx, &m, out, in, bytes, PHASE_DECRYPT)) == NARAE_OK) {
        status = verify(ctx, &m, tag, tag_bytes);
        if (status != NARAE_OK && bytes != 0)
            narae_zero(out, bytes);
    }
    narae_wipe(&m, sizeof m);
#endif
    return status;
}

/* All functions for a message in pieces but _start begin here. */
static int
check_context(const narae_ccm *ctx)
{
    return ctx == NULL ? NARAE_ERROR_NULL : check_cipher(MODE_CIPHER(ctx));
}

int
narae_ccm_start(narae_ccm *ctx, const uint8_t *nonce, size_t nonce_bytes, uint64_t ad_bytes, uint64_t bytes,
                size_t tag_bytes)
{
    return ctx == NULL ? NARAE_ERROR_NULL
                       : start(ctx, &ctx->message, nonce, nonce_bytes, ad_bytes, bytes, tag_bytes);
}

int
narae_ccm_ad(narae_ccm *ctx, const uint8_t *ad, size_t ad_bytes)
{
    int status = check_context(ctx);

    return status == NARAE_OK ? take_ad(ctx, &ctx->message, ad, ad_bytes) : status;
}

int
narae_ccm_encrypt(narae_ccm *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = check_context(ctx);

    return status == NARAE_OK ? crypt(ctx, &ctx->message, out, in, bytes, PHASE_ENCRYPT) : status;
}

int
narae_ccm_decrypt(narae_ccm *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = check_context(ctx);

    return status == NARAE_OK ? crypt(ctx, &ctx->message, out, in, bytes, PHASE_DECRYPT) : status;
}

int
narae_ccm_finish(narae_ccm *ctx, uint8_t *tag, size_t tag_bytes)
{
    int status = check_context(ctx);

    if (status == NARAE_OK && (status = finish(ctx, &ctx->message, tag, tag_bytes)) == NARAE_OK)
        narae_wipe(&ctx->message, sizeof ctx->message);
    return status;
}

int
narae_ccm_verify(narae_ccm *ctx, const uint8_t *tag, size_t tag_bytes)
{
    int status = check_context(ctx);

    if (status != NARAE_OK)
        return status;
    status = verify(ctx, &ctx->message, tag, tag_bytes);
    if (status == NARAE_OK || status == NARAE_ERROR_AUTHENTICATION)
        narae_wipe(&ctx->message, sizeof ctx->message);
    return status;
}
