/* SPDX-License-Identifier: MIT */
/* The check of an AEAD vector. */

#include "aead.h"

#include <string.h>

#include "narae/status.h"

/* Encrypts or decrypts the buffer in place and in pieces, up to the tag. */
static bool
run_pieces(const aead *a, void *ctx, const vector *v, bool encrypt, uint8_t *buffer)
{
    int status = a->start(ctx, v);

    IN_PIECES(v->ad.n, status, a->ad(ctx, v->ad.p + done, piece))
    IN_PIECES(v->ciphertext.n, status,
              (encrypt ? a->encrypt : a->decrypt)(ctx, buffer + done, buffer + done, piece))
    return status == NARAE_OK;
}

static const char *
check_invalid(const aead *a, void *ctx, const vector *v, uint8_t *buffer)
{
    int status = a->open(ctx, v, buffer, v->ciphertext.p);

    if (status == NARAE_OK)
        return "accepted";
    if (status == NARAE_ERROR_AUTHENTICATION && !all_zero(buffer, v->ciphertext.n))
        return "output not zeroed";
    if (status != NARAE_ERROR_AUTHENTICATION && v->ciphertext.n != 0 && all_zero(buffer, v->ciphertext.n))
        return "output written though the call was refused";
    memcpy(buffer, v->ciphertext.p, v->ciphertext.n);
    if (run_pieces(a, ctx, v, false, buffer) && a->verify(ctx, v->tag.p, v->tag.n) == NARAE_OK)
        return "accepted in pieces";
    return NULL;
}

static const char *
check_valid(const aead *a, void *ctx, const vector *v, uint8_t *buffer, uint8_t *tag)
{
    const field *p = &v->plaintext, *c = &v->ciphertext, *t = &v->tag;

    if (p->n != c->n)
        return "plaintext and ciphertext differ in size";
    if (a->seal(ctx, v, buffer, tag, p->p) != NARAE_OK || memcmp(buffer, c->p, c->n) != 0)
        return "encryption";
    if (memcmp(tag, t->p, t->n) != 0)
        return "tag";
    if (a->open(ctx, v, buffer, buffer) != NARAE_OK || memcmp(buffer, p->p, p->n) != 0)
        return "decryption in place";
    if (!run_pieces(a, ctx, v, true, buffer) || memcmp(buffer, c->p, c->n) != 0)
        return "encryption in pieces";
    memset(tag, 0, t->n);
    if (a->finish(ctx, tag, t->n) != NARAE_OK || memcmp(tag, t->p, t->n) != 0)
        return "tag in pieces";
    if (!run_pieces(a, ctx, v, false, buffer) || memcmp(buffer, p->p, p->n) != 0)
        return "decryption in pieces";
    if (a->verify(ctx, t->p, t->n) != NARAE_OK)
        return "verification in pieces";
    return NULL;
}

const char *
check_aead(const aead *a, void *ctx, const vector *v)
{
    if (a->init(ctx, v) != NARAE_OK)
        return v->invalid ? NULL : "key refused";

    uint8_t *buffer = buffer_new(v->ciphertext.n), *tag = buffer_new(v->tag.n);
    const char *wrong = v->invalid ? check_invalid(a, ctx, v, buffer) : check_valid(a, ctx, v, buffer, tag);

    a->clear(ctx);

    const bool buffer_whole = buffer_free(buffer, v->ciphertext.n), tag_whole = buffer_free(tag, v->tag.n);

    return buffer_whole && tag_whole ? wrong : "canary";
}
