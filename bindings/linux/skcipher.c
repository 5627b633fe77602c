// SPDX-License-Identifier: MIT
/* ECB, CBC, CTR and XTS for the crypto API.
 *
 * Requests are scatterlists, which skcipher_walk maps piece by piece, at most a page
 * each.  The vector registers are held for one piece; between pieces the task may be
 * preempted.  All requests end before the call returns. */

#include <crypto/internal/skcipher.h>
#include <crypto/scatterwalk.h>
#include <crypto/xts.h>

#include "algorithms.h"
#include "modes.h"

struct narae_skcipher {
    const struct narae_cipher *cipher;
    struct skcipher_alg alg;
};

struct xts_key {
    struct narae_key data, tweak;
};

static const struct narae_cipher *
cipher_of(struct crypto_skcipher *tfm)
{
    return container_of(crypto_skcipher_alg(tfm), struct narae_skcipher, alg)->cipher;
}

static int
set_key(struct crypto_skcipher *tfm, const u8 *key, unsigned size)
{
    return narae_set_key(cipher_of(tfm), crypto_skcipher_ctx(tfm), key, size);
}

static int
set_xts_key(struct crypto_skcipher *tfm, const u8 *key, unsigned size)
{
    struct xts_key *ctx = crypto_skcipher_ctx(tfm);
    int err = xts_verify_key(tfm, key, size);

    if (!err)
        err = narae_set_key(cipher_of(tfm), &ctx->data, key, size / 2);
    if (!err)
        err = narae_set_key(cipher_of(tfm), &ctx->tweak, key + size / 2, size / 2);
    if (!err) /* one engine has both */
        ctx->data.vector = ctx->tweak.vector = ctx->data.vector && ctx->tweak.vector;
    return err;
}

enum mode { ECB, CBC, CTR };

/* Processes a piece; returns the bytes left for the next one. */
static unsigned
crypt_piece(const struct narae_run *run, struct skcipher_walk *walk, enum mode mode, bool decrypt)
{
    const unsigned size = run->cipher->block_bytes, rest = walk->nbytes % size;
    u8 *out = walk->dst.virt.addr;
    const u8 *in = walk->src.virt.addr;

    if (mode == CTR) {
        const bool last = walk->nbytes == walk->total;

        narae_ctr_bytes(run, out, in, last ? walk->nbytes : walk->nbytes - rest, walk->iv);
        return last ? 0 : rest;
    }
    if (mode == CBC)
        narae_cbc_blocks(run, out, in, walk->nbytes / size, walk->iv, decrypt);
    else
        narae_ecb_blocks(run, out, in, walk->nbytes / size, decrypt);
    return rest;
}

static int
crypt(struct skcipher_request *req, enum mode mode, bool decrypt)
{
    struct crypto_skcipher *tfm = crypto_skcipher_reqtfm(req);
    struct skcipher_walk walk;
    int err = skcipher_walk_virt(&walk, req, false);

    while (walk.nbytes != 0) {
        struct narae_run run = narae_begin(cipher_of(tfm), crypto_skcipher_ctx(tfm));
        unsigned left = crypt_piece(&run, &walk, mode, decrypt);

        narae_end(&run);
        err = skcipher_walk_done(&walk, left);
    }
    return err;
}

static int
ecb_encrypt(struct skcipher_request *req)
{
    return crypt(req, ECB, false);
}

static int
ecb_decrypt(struct skcipher_request *req)
{
    return crypt(req, ECB, true);
}

static int
cbc_encrypt(struct skcipher_request *req)
{
    return crypt(req, CBC, false);
}

static int
cbc_decrypt(struct skcipher_request *req)
{
    return crypt(req, CBC, true);
}

static int
ctr_crypt(struct skcipher_request *req)
{
    return crypt(req, CTR, false);
}

/* The blocks before ciphertext stealing. */
static int
xts_blocks(struct skcipher_request *req, unsigned bytes, u8 t[16], bool decrypt)
{
    struct crypto_skcipher *tfm = crypto_skcipher_reqtfm(req);
    const struct xts_key *ctx = crypto_skcipher_ctx(tfm);
    struct skcipher_request part = *req;
    struct skcipher_walk walk;
    int err;

    part.cryptlen = bytes;
    err = skcipher_walk_virt(&walk, &part, false);
    while (walk.nbytes != 0) {
        struct narae_run run = narae_begin(cipher_of(tfm), &ctx->data);

        narae_xts_blocks(&run, walk.dst.virt.addr, walk.src.virt.addr, walk.nbytes / 16, t, decrypt);
        narae_end(&run);
        err = skcipher_walk_done(&walk, walk.nbytes % 16);
    }
    return err;
}

static int
xts_crypt(struct skcipher_request *req, bool decrypt)
{
    struct crypto_skcipher *tfm = crypto_skcipher_reqtfm(req);
    const struct xts_key *ctx = crypto_skcipher_ctx(tfm);
    const unsigned rest = req->cryptlen % 16, stolen = rest != 0 ? 16 + rest : 0,
                   bytes = req->cryptlen - stolen;
    struct narae_run run, tweak;
    u8 t[16], end[32];
    int err = 0;

    if (req->cryptlen < 16)
        return -EINVAL;

    run = narae_begin(cipher_of(tfm), &ctx->data);
    tweak = narae_other_key(&run, &ctx->tweak);
    narae_ecb_blocks(&tweak, t, req->iv, 1, false);
    narae_end(&run);

    if (bytes != 0)
        err = xts_blocks(req, bytes, t, decrypt);
    if (!err && stolen != 0) {
        scatterwalk_map_and_copy(end, req->src, bytes, stolen, 0);
        run = narae_begin(cipher_of(tfm), &ctx->data);
        narae_xts_steal(&run, end, rest, t, decrypt);
        narae_end(&run);
        scatterwalk_map_and_copy(end, req->dst, bytes, stolen, 1);
        memzero_explicit(end, sizeof end);
    }
    memzero_explicit(t, sizeof t);
    return err;
}

static int
xts_encrypt(struct skcipher_request *req)
{
    return xts_crypt(req, false);
}

static int
xts_decrypt(struct skcipher_request *req)
{
    return xts_crypt(req, true);
}

#define SKCIPHER(id, mode, unit, iv_bytes, key, keys, least, most, ...)                        \
    {                                                                                          \
        .cipher = &narae_cipher_##id,                                                          \
        .alg = {.base = {NARAE_NAMES(mode "(" #id ")", mode "-" #id), .cra_blocksize = (unit), \
                         .cra_ctxsize = sizeof(struct key)},                                   \
                .min_keysize = (keys) * (least),                                               \
                .max_keysize = (keys) * (most),                                                \
                .ivsize = (iv_bytes),                                                          \
                __VA_ARGS__},                                                                  \
    }

#define MODES(id, ID, size, key1, key2, key3) MODES_OF_##size(id, key1, NARAE_LARGEST(key1, key3))
#define MODES_OF_8(id, least, most) MODES_OF_ANY_BLOCK(id, 8, least, most)
#define MODES_OF_16(id, least, most)                                                                    \
    MODES_OF_ANY_BLOCK(id, 16, least, most)                                                             \
    SKCIPHER(id, "xts", 16, 16, xts_key, 2, least, most, .setkey = set_xts_key, .encrypt = xts_encrypt, \
             .decrypt = xts_decrypt),
#define MODES_OF_ANY_BLOCK(id, size, least, most)                                                        \
    SKCIPHER(id, "ecb", size, 0, narae_key, 1, least, most, .setkey = set_key, .encrypt = ecb_encrypt,   \
             .decrypt = ecb_decrypt),                                                                    \
        SKCIPHER(id, "cbc", size, size, narae_key, 1, least, most, .setkey = set_key,                    \
                 .encrypt = cbc_encrypt, .decrypt = cbc_decrypt),                                        \
        SKCIPHER(id, "ctr", 1, size, narae_key, 1, least, most, .setkey = set_key, .encrypt = ctr_crypt, \
                 .decrypt = ctr_crypt, .chunksize = size),

static struct narae_skcipher skciphers[] = {NARAE_LINUX_CIPHERS(MODES)};

static void
unregister_first(size_t n)
{
    while (n-- != 0)
        crypto_unregister_skcipher(&skciphers[n].alg);
}

int
narae_register_skciphers(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(skciphers); i++) {
        int err;

        skciphers[i].alg.base.cra_priority = narae_priority();
        err = crypto_register_skcipher(&skciphers[i].alg);
        if (err) {
            unregister_first(i);
            return err;
        }
    }
    return 0;
}

void
narae_unregister_skciphers(void)
{
    unregister_first(ARRAY_SIZE(skciphers));
}
