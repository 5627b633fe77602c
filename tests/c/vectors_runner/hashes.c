/* SPDX-License-Identifier: MIT */
/* Hash functions, extendable-output functions, and the permutations below. */

#include "vector.h"

#include <stdlib.h>
#include <string.h>

#include "core/bytes.h"
#include "narae/ascon.h"
#include "narae/hmac.h"
#include "narae/keccak.h"
#include "narae/sha3.h"

#include "../hashes.h"

/* Any of them: absorb in pieces, and where the output has no fixed size,
 * squeeze in pieces. */
typedef union context {
    narae_sha3 sha3;
    narae_ascon_hash256 hash256;
    narae_ascon_xof128 xof128;
    narae_ascon_cxof128 cxof128;
} context;

typedef struct hash {
    const char *name;
    int (*one_shot)(const vector *v, uint8_t *out);
    int (*start)(context *c, const vector *v);
    int (*update)(context *c, const uint8_t *in, size_t n);
    int (*finish)(context *c, uint8_t *out, size_t n); /* null: squeeze */
    int (*squeeze)(context *c, uint8_t *out, size_t n);
} hash;

static int
sha3_update(context *c, const uint8_t *in, size_t n)
{
    return narae_sha3_update(&c->sha3, in, n);
}

static int
shake_squeeze(context *c, uint8_t *out, size_t n)
{
    return narae_shake_squeeze(&c->sha3, out, n);
}

#define SHAKE(name)                                                                  \
    static int name##_one_shot(const vector *v, uint8_t *out)                        \
    {                                                                                \
        return narae_##name##_message(out, v->digest.n, v->message.p, v->message.n); \
    }                                                                                \
    static int name##_start(context *c, const vector *v)                             \
    {                                                                                \
        (void)v;                                                                     \
        return narae_##name##_start(&c->sha3);                                       \
    }

SHAKE(shake128)
SHAKE(shake256)

static int
hash256_one_shot(const vector *v, uint8_t *out)
{
    return narae_ascon_hash256_message(out, v->message.p, v->message.n);
}

static int
hash256_start(context *c, const vector *v)
{
    (void)v;
    return narae_ascon_hash256_start(&c->hash256);
}

static int
hash256_update(context *c, const uint8_t *in, size_t n)
{
    return narae_ascon_hash256_update(&c->hash256, in, n);
}

static int
hash256_finish(context *c, uint8_t *out, size_t n)
{
    (void)n;
    return narae_ascon_hash256_finish(&c->hash256, out);
}

static int
xof128_one_shot(const vector *v, uint8_t *out)
{
    return narae_ascon_xof128_message(out, v->digest.n, v->message.p, v->message.n);
}

static int
xof128_start(context *c, const vector *v)
{
    (void)v;
    return narae_ascon_xof128_start(&c->xof128);
}

static int
xof128_update(context *c, const uint8_t *in, size_t n)
{
    return narae_ascon_xof128_update(&c->xof128, in, n);
}

static int
xof128_squeeze(context *c, uint8_t *out, size_t n)
{
    return narae_ascon_xof128_squeeze(&c->xof128, out, n);
}

static int
cxof128_one_shot(const vector *v, uint8_t *out)
{
    return narae_ascon_cxof128_message(out, v->digest.n, v->custom.p, v->custom.n, v->message.p,
                                       v->message.n);
}

static int
cxof128_start(context *c, const vector *v)
{
    return narae_ascon_cxof128_start(&c->cxof128, v->custom.p, v->custom.n);
}

static int
cxof128_update(context *c, const uint8_t *in, size_t n)
{
    return narae_ascon_cxof128_update(&c->cxof128, in, n);
}

static int
cxof128_squeeze(context *c, uint8_t *out, size_t n)
{
    return narae_ascon_cxof128_squeeze(&c->cxof128, out, n);
}

static const hash hashes[] = {
    {"shake128", shake128_one_shot, shake128_start, sha3_update, NULL, shake_squeeze},
    {"shake256", shake256_one_shot, shake256_start, sha3_update, NULL, shake_squeeze},
    {"ascon-hash256", hash256_one_shot, hash256_start, hash256_update, hash256_finish, NULL},
    {"ascon-xof128", xof128_one_shot, xof128_start, xof128_update, NULL, xof128_squeeze},
    {"ascon-cxof128", cxof128_one_shot, cxof128_start, cxof128_update, NULL, cxof128_squeeze},
};

static bool
hash_pieces(const hash *h, const vector *v, uint8_t *out)
{
    const size_t n = v->digest.n;
    context c;
    int status = h->start(&c, v);

    IN_PIECES(v->message.n, status, h->update(&c, v->message.p + done, piece))
    if (h->finish != NULL)
        return status == NARAE_OK && h->finish(&c, out, n) == NARAE_OK;
    IN_PIECES(n, status, h->squeeze(&c, out + done, piece))
    return status == NARAE_OK;
}

/* By its descriptor, which is null for those that have none. */
const narae_hash *
hash_of(const vector *v)
{
    static const narae_hash *const all[] = {ALL_HASHES NULL};
    const narae_hash *const *h = all;

    while (*h != NULL && strcmp((*h)->name, v->cipher) != 0)
        h++;
    return *h;
}

static bool
described_pieces(const narae_hash *h, const vector *v, uint8_t *out)
{
    uint64_t ctx[NARAE_HASH_CONTEXT_BYTES / 8];
    int status = narae_hash_start(h, ctx, sizeof ctx);

    IN_PIECES(v->message.n, status, narae_hash_update(h, ctx, v->message.p + done, piece))
    return status == NARAE_OK && narae_hash_finish(h, ctx, out, v->digest.n) == NARAE_OK;
}

const char *
check_hash(const vector *v)
{
    const narae_hash *described = hash_of(v);
    const hash *h = hashes;
    const size_t n = v->digest.n;
    uint8_t *out = buffer_new(n);
    const char *wrong = NULL;

    while (described == NULL && strcmp(h->name, v->cipher) != 0)
        h++;
    if ((described != NULL ? narae_hash_message(described, out, n, v->message.p, v->message.n)
                           : h->one_shot(v, out)) != NARAE_OK ||
        memcmp(out, v->digest.p, n) != 0)
        wrong = "digest";
    memset(out, 0, n);
    if (!(described != NULL ? described_pieces(described, v, out) : hash_pieces(h, v, out)) ||
        memcmp(out, v->digest.p, n) != 0)
        wrong = "digest in pieces";
    return buffer_free(out, n) ? wrong : "canary";
}

const char *
check_hmac(const vector *v)
{
    const narae_hash *hash = hash_of(v);
    const size_t n = v->tag.n;
    narae_hmac hmac;

    if (narae_hmac_init(&hmac, hash, v->key.p, v->key.n) != NARAE_OK)
        return "key refused";

    uint8_t *out = buffer_new(n);
    const char *wrong = NULL;
    const bool right = narae_hmac_verify_message(&hmac, v->message.p, v->message.n, v->tag.p, n) == NARAE_OK;
    int status = narae_hmac_start(&hmac);

    IN_PIECES(v->message.n, status, narae_hmac_update(&hmac, v->message.p + done, piece))
    if (status == NARAE_OK)
        status = narae_hmac_finish(&hmac, out, n);
    if (status != NARAE_OK || right == v->invalid || (memcmp(out, v->tag.p, n) == 0) == v->invalid)
        wrong = "tag";
    return buffer_free(out, n) ? wrong : "canary";
}

const char *
check_permutation(const vector *v)
{
    uint64_t state[25];
    size_t words = strcmp(v->cipher, "keccak-f1600") == 0 ? 25 : 5;

    if (v->input.n != 8 * words || v->output.n != 8 * words)
        return "not a state";
    for (size_t i = 0; i < words; i++)
        state[i] = load64_le(v->input.p + 8 * i);
    if ((words == 25 ? narae_keccak_f1600(state)
                     : narae_ascon_permute(state, (unsigned)atoi(v->cipher + strlen("ascon-p")))) != NARAE_OK)
        return "refused";
    for (size_t i = 0; i < words; i++)
        if (state[i] != load64_le(v->output.p + 8 * i))
            return "permutation";
    return NULL;
}
