/* SPDX-License-Identifier: MIT */
/* Short messages, with kernels that take about as long for one block as for many: the whole
 * message is one run, in a copy padded to whole blocks.  The key stream that an AEAD needs
 * for its tag, before that of the text, is part of the run.
 *
 * BATCH_BYTES of core/family.h is the maximum of a run here, batch_bytes of a block
 * cipher's descriptor the size that its kernels prefer.
 *
 * Time depends on lengths alone. */
#ifndef NARAE_CORE_SHORT_H
#define NARAE_CORE_SHORT_H

#include "family.h"

#if BATCH_BYTES != 0

#    include <stdint.h>
#    include <string.h>

#    include "copy.h"
#    include "equal.h"
#    include "narae/status.h"
#    include "narae/wipe.h"

/* Key stream of an AEAD, text, and space for padding or the lengths that a tag covers. */
typedef struct short_message {
    uint8_t bytes[BATCH_BYTES + 64] __attribute__((aligned(64)));
} short_message;

/* Whether a batch holds the text and `around` bytes. */
static inline int
is_short(size_t bytes, size_t around, size_t batch_bytes)
{
    return bytes <= BATCH_BYTES - around && bytes + around <= batch_bytes;
}

/* In units of a power of two. */
static inline size_t
whole(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) & ~(unit - 1);
}

/* `head` zeros, the text, and zeros up to whole blocks of at most 64 bytes. */
static inline void
short_load(short_message *m, size_t head, const uint8_t *in, size_t bytes)
{
    memset(m->bytes, 0, head);
    memset(m->bytes + head + (bytes & ~(size_t)15), 0, 64);
    if (bytes != 0)
        memcpy(m->bytes + head, in, bytes);
}

/* Returns the text without head; the end of the last block is key stream. */
static inline void
short_store(short_message *m, uint8_t *out, size_t bytes, uint8_t *last, size_t block)
{
    memcpy(out, m->bytes, bytes);
    memcpy(last, m->bytes + (bytes & ~(block - 1)), block);
    narae_wipe(m->bytes, whole(bytes, block));
}

/* What differs between AEADs. */
typedef struct short_aead {
    size_t head, block; /* bytes of key stream before the text, and of a block */

    /* out = in ^ key stream, for head and text. */
    void (*crypt)(void *state, short_message *out, const short_message *in, size_t bytes);

    /* The tag of the ciphertext in m, where padding and lengths may follow it. */
    void (*tag)(void *state, uint8_t tag[16], const uint8_t *head, short_message *m, size_t bytes);
} short_aead;

static inline __attribute__((always_inline)) void
short_seal(const short_aead *aead, void *state, uint8_t *out, uint8_t *tag, size_t tag_bytes,
           const uint8_t *in, size_t bytes)
{
    const size_t end = aead->head + bytes;
    uint8_t computed[16];
    short_message m;

    short_load(&m, aead->head, in, bytes);
    aead->crypt(state, &m, &m, bytes);
    if (bytes != 0)
        memcpy(out, m.bytes + aead->head, bytes);
    memset(m.bytes + end, 0, whole(end, aead->block) - end);
    aead->tag(state, computed, m.bytes, &m, bytes);
    memcpy(tag, computed, tag_bytes);
    wipe_few(m.bytes, aead->head);
    wipe_few(computed, sizeof computed);
}

/* Copies the decrypted text out of `plain` only if the tag is correct. */
static inline __attribute__((always_inline)) int
short_open(const short_aead *aead, void *state, uint8_t *out, const uint8_t *in, size_t bytes,
           const uint8_t *tag, size_t tag_bytes)
{
    uint8_t computed[16];
    short_message plain, m;
    int status;

    short_load(&m, aead->head, in, bytes);
    aead->crypt(state, &plain, &m, bytes);
    aead->tag(state, computed, plain.bytes, &m, bytes);
    status = narae_compare_tags(tag, computed, tag_bytes);
    if (status == NARAE_OK && bytes != 0)
        memcpy(out, plain.bytes + aead->head, bytes);
    else if (bytes != 0)
        memset(out, 0, bytes);
    wipe_few(computed, sizeof computed);
    narae_wipe(plain.bytes, whole(aead->head + bytes, aead->block));
    return status;
}

#endif

#endif
