/* SPDX-License-Identifier: MIT */
/* Counter mode: the public functions.  SP 800-38A, clause 6.5.
 *
 * The keystream is computed in ctr_stream.c; here is only the count of blocks
 * left before the first counter block would repeat.
 *
 * Time depends on lengths and counters, which are public. */

#include "narae/ctr.h"

#include "mode_internal.h"

#include "core/bytes.h"
#include "core/family.h"

#define CONTEXT narae_ctr
#define INIT_SIZED narae_ctr_init_sized
#define INIT_SCHEDULE narae_ctr_init_schedule
#define NEEDED_BLOCK_BYTES 0

#include "init.inc"

static int
start(mode_cipher c, narae_ctr_message *m, const uint8_t *counter, size_t counter_bytes,
      unsigned counter_bits)
{
    if (counter == NULL)
        return NARAE_ERROR_NULL;

    int status = check_cipher(c);

    if (status != NARAE_OK)
        return status;
    if (counter_bytes != c.cipher->block_bytes || counter_bits > 8u * c.cipher->block_bytes)
        return NARAE_ERROR_NONCE_SIZE;
    if (counter_bits == NARAE_CTR_WHOLE_BLOCK)
        counter_bits = 8u * c.cipher->block_bytes;
    copy_block(m->stream.counter, counter, counter_bytes);
    m->stream.left = 0;
    m->counter_bits = (uint8_t)counter_bits;
    m->blocks_left = counter_bits < 64 ? UINT64_C(1) << counter_bits : UINT64_MAX;
    m->phase = PHASE_STARTED;
    return NARAE_OK;
}

static int
crypt(mode_cipher c, narae_ctr_message *m, uint8_t *out, const uint8_t *in, size_t bytes)
{
    int status = check_stream(out, in, bytes);

    if (status != NARAE_OK)
        return status;

    const size_t size = c.cipher->block_bytes;
    size_t fresh = bytes > m->stream.left ? bytes - m->stream.left : 0;
    /* blocks have 8 or 16 bytes; an AVR divides in hundreds of cycles */
    size_t nblocks = (size == 16 ? fresh / 16 : fresh / 8) + ((fresh & (size - 1)) != 0);

    if (nblocks > m->blocks_left)
        return NARAE_ERROR_LENGTH;
    m->blocks_left -= nblocks;
    narae_mode_stream_xor(c, &m->stream, m->counter_bits, out, in, bytes);
    return NARAE_OK;
}

int
narae_ctr_start(narae_ctr *ctx, const uint8_t *counter, size_t counter_bytes, unsigned counter_bits)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    return start(MODE_CIPHER(ctx), &ctx->message, counter, counter_bytes, counter_bits);
}

int
narae_ctr_crypt(narae_ctr *ctx, uint8_t *out, const uint8_t *in, size_t bytes)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->message.phase != PHASE_STARTED || check_cipher(MODE_CIPHER(ctx)) != NARAE_OK)
        return NARAE_ERROR_STATE;
    return crypt(MODE_CIPHER(ctx), &ctx->message, out, in, bytes);
}

#ifdef NARAE_SHORT_PATHS

/* Whether a one-shot message is whole blocks whose counters change only in the
 * last word, and its counter is valid.  Then there is nothing to wipe. */
static inline int
is_one_run(mode_cipher c, const uint8_t *counter, size_t size, unsigned counter_bits, size_t bytes)
{
    return counter != NULL && check_cipher(c) == NARAE_OK && size == c.cipher->block_bytes &&
           (bytes & (size - 1)) == 0 && counter_bits <= 8 * size &&
           (counter_bits >= 32 || counter_bits == NARAE_CTR_WHOLE_BLOCK) &&
           bytes / 8 <= UINT32_MAX - load32_be(counter + size - 4);
}

static inline int
crypt_run(mode_cipher c, const uint8_t *counter, size_t size, uint8_t *out, const uint8_t *in, size_t bytes)
{
    const narae_block_kernels *const kernels = narae_kernels_of(c.cipher);
    const size_t nblocks = size == 16 ? bytes / 16 : bytes / 8;
    uint8_t next[16] __attribute__((aligned(4)));
    int status = check_stream(out, in, bytes);

    if (status != NARAE_OK)
        return status;
    copy_block(next, counter, size);
    if (kernels->ctr != NULL)
        kernels->ctr(c.schedule, out, in, nblocks, next);
    else
        narae_counter_blocks(kernels->encrypt, c.schedule, out, in, nblocks, next, size);
    return NARAE_OK;
}

#endif

int
narae_ctr_crypt_message(const narae_ctr *ctx, uint8_t *out, const uint8_t *counter, size_t counter_bytes,
                        unsigned counter_bits, const uint8_t *in, size_t bytes)
{
    narae_ctr_message m;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;

#ifdef NARAE_SHORT_PATHS
    if (is_one_run(MODE_CIPHER(ctx), counter, counter_bytes, counter_bits, bytes))
        return crypt_run(MODE_CIPHER(ctx), counter, counter_bytes, out, in, bytes);
#endif

    int status = start(MODE_CIPHER(ctx), &m, counter, counter_bytes, counter_bits);

    if (status == NARAE_OK) {
        status = crypt(MODE_CIPHER(ctx), &m, out, in, bytes);
        narae_wipe(&m, sizeof m);
    }
    return status;
}
