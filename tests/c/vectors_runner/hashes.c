/* Hash functions, extendable-output functions, and the permutation below. */

#include <string.h>

#include "narae/ascon.h"
#include "narae/keccak.h"
#include "narae/sha3.h"
#include "vector.h"

/* Any of them; `squeeze` writes the next piece of output, a digest whole. */
typedef struct hash {
    const char *cipher;
    int (*start)(void *ctx, const vector *v);
    int (*update)(void *ctx, const uint8_t *in, size_t n);
    int (*finish)(void *ctx, uint8_t *out, size_t n);  /* null: output in pieces */
    int (*squeeze)(void *ctx, uint8_t *out, size_t n); /* null: output at once */
    int (*whole)(const vector *v, uint8_t *out);
} hash;

#define SHA3_START(name)                                \
    static int name##_start(void *ctx, const vector *v) \
    {                                                   \
        (void)v;                                        \
        return narae_##name##_start(ctx);               \
    }
#define DIGEST(name, bytes)                                                                                 \
    static int name##_whole(const vector *v, uint8_t *out)                                                  \
    {                                                                                                       \
        return v->digest.n == (bytes) ? narae_##name(out, v->message.p, v->message.n) : NARAE_ERROR_LENGTH; \
    }
#define OUTPUT(name)                                                       \
    static int name##_whole(const vector *v, uint8_t *out)                 \
    {                                                                      \
        return narae_##name(out, v->digest.n, v->message.p, v->message.n); \
    }

SHA3_START(sha3_224)
SHA3_START(sha3_256)
SHA3_START(sha3_384)
SHA3_START(sha3_512)
SHA3_START(shake128)
SHA3_START(shake256)
SHA3_START(ascon_hash256)
SHA3_START(ascon_xof128)
DIGEST(sha3_224, 28)
DIGEST(sha3_256, 32)
DIGEST(sha3_384, 48)
DIGEST(sha3_512, 64)
DIGEST(ascon_hash256, 32)
OUTPUT(shake128)
OUTPUT(shake256)
OUTPUT(ascon_xof128)

static int
ascon_cxof128_start(void *ctx, const vector *v)
{
    return narae_ascon_cxof128_start(ctx, v->custom.p, v->custom.n);
}

static int
ascon_cxof128_whole(const vector *v, uint8_t *out)
{
    return narae_ascon_cxof128(out, v->digest.n, v->custom.p, v->custom.n, v->message.p, v->message.n);
}

static int
sha3_update(void *ctx, const uint8_t *in, size_t n)
{
    return narae_sha3_update(ctx, in, n);
}

static int
sha3_finish(void *ctx, uint8_t *out, size_t n)
{
    return narae_sha3_finish(ctx, out, n);
}

static int
shake_squeeze(void *ctx, uint8_t *out, size_t n)
{
    return narae_shake_squeeze(ctx, out, n);
}

static int
ascon_hash256_update(void *ctx, const uint8_t *in, size_t n)
{
    return narae_ascon_hash256_update(ctx, in, n);
}

static int
ascon_hash256_finish(void *ctx, uint8_t *out, size_t n)
{
    return n == 32 ? narae_ascon_hash256_finish(ctx, out) : NARAE_ERROR_LENGTH;
}

static int
ascon_xof128_update(void *ctx, const uint8_t *in, size_t n)
{
    return narae_ascon_xof128_update(ctx, in, n);
}

static int
ascon_xof128_squeeze(void *ctx, uint8_t *out, size_t n)
{
    return narae_ascon_xof128_squeeze(ctx, out, n);
}

static int
ascon_cxof128_update(void *ctx, const uint8_t *in, size_t n)
{
    return narae_ascon_cxof128_update(ctx, in, n);
}

static int
ascon_cxof128_squeeze(void *ctx, uint8_t *out, size_t n)
{
    return narae_ascon_cxof128_squeeze(ctx, out, n);
}

static const hash hashes[] = {
    {"sha3-224", sha3_224_start, sha3_update, sha3_finish, NULL, sha3_224_whole},
    {"sha3-256", sha3_256_start, sha3_update, sha3_finish, NULL, sha3_256_whole},
    {"sha3-384", sha3_384_start, sha3_update, sha3_finish, NULL, sha3_384_whole},
    {"sha3-512", sha3_512_start, sha3_update, sha3_finish, NULL, sha3_512_whole},
    {"shake128", shake128_start, sha3_update, NULL, shake_squeeze, shake128_whole},
    {"shake256", shake256_start, sha3_update, NULL, shake_squeeze, shake256_whole},
    {"ascon-hash256", ascon_hash256_start, ascon_hash256_update, ascon_hash256_finish, NULL,
     ascon_hash256_whole},
    {"ascon-xof128", ascon_xof128_start, ascon_xof128_update, NULL, ascon_xof128_squeeze, ascon_xof128_whole},
    {"ascon-cxof128", ascon_cxof128_start, ascon_cxof128_update, NULL, ascon_cxof128_squeeze,
     ascon_cxof128_whole},
};

static int
run_pieces(const hash *h, const vector *v, uint8_t *out)
{
    union {
        narae_sha3_ctx sha3;
        narae_ascon_sponge ascon;
    } ctx;
    bool ok = h->start(&ctx, v) == NARAE_OK;

    for (size_t done = 0, piece; done < v->message.n; done += piece) {
        piece = next_piece(v->message.n - done);
        ok &= h->update(&ctx, v->message.p + done, piece) == NARAE_OK;
    }
    if (h->finish != NULL)
        return ok && h->finish(&ctx, out, v->digest.n) == NARAE_OK;
    for (size_t done = 0, piece; done < v->digest.n; done += piece) {
        piece = next_piece(v->digest.n - done);
        ok &= h->squeeze(&ctx, out + done, piece) == NARAE_OK;
    }
    return ok;
}

const char *
check_hash(const vector *v)
{
    const hash *h = hashes;
    const char *wrong = NULL;

    while (strcmp(h->cipher, v->cipher) != 0)
        h++;

    uint8_t *out = buffer_new(v->digest.n);

    if (h->whole(v, out) != NARAE_OK || memcmp(out, v->digest.p, v->digest.n) != 0)
        wrong = "digest";
    memset(out, 0, v->digest.n);
    if (!run_pieces(h, v, out) || memcmp(out, v->digest.p, v->digest.n) != 0)
        wrong = "digest in pieces";
    return buffer_free(out, v->digest.n) ? wrong : "canary";
}

const char *
check_keccak(const vector *v)
{
    uint64_t state[25] = {0};

    if (v->input.n != 200 || v->output.n != 200)
        return "not a state";
    for (unsigned i = 0; i < 200; i++)
        state[i / 8] |= (uint64_t)v->input.p[i] << 8 * (i % 8);
    narae_keccak_f1600(state);
    for (unsigned i = 0; i < 200; i++)
        if ((uint8_t)(state[i / 8] >> 8 * (i % 8)) != v->output.p[i])
            return "permutation";
    return NULL;
}
