// SPDX-License-Identifier: MIT
/* GCM for the crypto API, with nonces of 12 bytes; rfc4106() and others go over it.
 *
 * One pass, piece by piece as in skcipher.c.  If the tag is wrong, the decrypted text is
 * overwritten with zeros before the call returns. */

#include <crypto/algapi.h>
#include <crypto/gcm.h>
#include <crypto/internal/aead.h>
#include <crypto/internal/skcipher.h>
#include <crypto/scatterwalk.h>

#include "algorithms.h"
#include "modes.h"

struct narae_aead {
    const struct narae_cipher *cipher;
    struct aead_alg alg;
};

static const struct narae_cipher *
cipher_of(struct crypto_aead *tfm)
{
    return container_of(crypto_aead_alg(tfm), struct narae_aead, alg)->cipher;
}

static int
set_key(struct crypto_aead *tfm, const u8 *key, unsigned size)
{
    return narae_gcm_set_key(cipher_of(tfm), crypto_aead_ctx(tfm), key, size);
}

static int
set_tag_size(struct crypto_aead *tfm, unsigned size)
{
    return crypto_gcm_check_authsize(size);
}

/* The associated data, which precedes the text. */
static void
take_ad(struct aead_request *req, const struct narae_gcm_key *key, struct narae_gcm_message *m)
{
    struct crypto_aead *tfm = crypto_aead_reqtfm(req);
    u8 part[128];

    for (unsigned at = 0; at < req->assoclen; at += sizeof part) {
        const unsigned n = min_t(unsigned, req->assoclen - at, sizeof part);
        struct narae_run run;

        scatterwalk_map_and_copy(part, req->src, at, n, 0);
        run = narae_begin(cipher_of(tfm), &key->key);
        narae_gcm_take_ad(&run, key, m, part, n);
        narae_end(&run);
    }
}

static int
take_text(struct aead_request *req, const struct narae_gcm_key *key, struct narae_gcm_message *m,
          bool decrypt)
{
    struct crypto_aead *tfm = crypto_aead_reqtfm(req);
    struct skcipher_walk walk;
    int err = (decrypt ? skcipher_walk_aead_decrypt : skcipher_walk_aead_encrypt)(&walk, req, false);

    while (walk.nbytes != 0) {
        const unsigned left = walk.nbytes < walk.total ? walk.nbytes % 16 : 0;
        struct narae_run run = narae_begin(cipher_of(tfm), &key->key);

        narae_gcm_piece(&run, key, m, walk.dst.virt.addr, walk.src.virt.addr, walk.nbytes - left, decrypt);
        narae_end(&run);
        err = skcipher_walk_done(&walk, left);
    }
    return err;
}

static int
crypt(struct aead_request *req, u8 tag[16], bool decrypt)
{
    struct crypto_aead *tfm = crypto_aead_reqtfm(req);
    const struct narae_gcm_key *key = crypto_aead_ctx(tfm);
    struct narae_gcm_message m;
    struct narae_run run = narae_begin(cipher_of(tfm), &key->key);
    int err;

    narae_gcm_begin(&run, &m, req->iv);
    narae_end(&run);
    take_ad(req, key, &m);
    err = take_text(req, key, &m, decrypt);
    if (!err) {
        run = narae_begin(cipher_of(tfm), &key->key);
        narae_gcm_tag(&run, key, &m, tag);
        narae_end(&run);
    }
    memzero_explicit(&m, sizeof m);
    return err;
}

static int
encrypt(struct aead_request *req)
{
    const unsigned size = crypto_aead_authsize(crypto_aead_reqtfm(req));
    u8 tag[16];
    int err = crypt(req, tag, false);

    if (!err)
        scatterwalk_map_and_copy(tag, req->dst, req->assoclen + req->cryptlen, size, 1);
    return err;
}

static int
decrypt(struct aead_request *req)
{
    const unsigned size = crypto_aead_authsize(crypto_aead_reqtfm(req));
    const unsigned bytes = req->cryptlen - size;
    u8 tag[16], given[16];
    int err;

    if (req->cryptlen < size)
        return -EINVAL;
    scatterwalk_map_and_copy(given, req->src, req->assoclen + bytes, size, 0);
    err = crypt(req, tag, true);
    if (!err && crypto_memneq(tag, given, size)) {
        sg_zero_buffer(req->dst, sg_nents(req->dst), bytes, req->assoclen);
        err = -EBADMSG;
    }
    memzero_explicit(tag, sizeof tag);
    return err;
}

#define GCM(id)                                                                       \
    {                                                                                 \
        .cipher = &narae_cipher_##id,                                                 \
        .alg =                                                                        \
            {                                                                         \
                .base = {NARAE_NAMES("gcm(" #id ")", "gcm-" #id), .cra_blocksize = 1, \
                         .cra_ctxsize = sizeof(struct narae_gcm_key)},                \
                .setkey = set_key,                                                    \
                .setauthsize = set_tag_size,                                          \
                .encrypt = encrypt,                                                   \
                .decrypt = decrypt,                                                   \
                .ivsize = GCM_AES_IV_SIZE,                                            \
                .maxauthsize = 16,                                                    \
                .chunksize = 16,                                                      \
            },                                                                        \
    }

#define GCM_OF(id, ID, size, ...) GCM_OF_##size(id)
#define GCM_OF_8(id)
#define GCM_OF_16(id) GCM(id),

static struct narae_aead aeads[] = {NARAE_LINUX_CIPHERS(GCM_OF)};

static void
unregister_first(size_t n)
{
    while (n-- != 0)
        crypto_unregister_aead(&aeads[n].alg);
}

int
narae_register_aeads(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(aeads); i++) {
        int err;

        aeads[i].alg.base.cra_priority = narae_priority();
        err = crypto_register_aead(&aeads[i].alg);
        if (err) {
            unregister_first(i);
            return err;
        }
    }
    return 0;
}

void
narae_unregister_aeads(void)
{
    unregister_first(ARRAY_SIZE(aeads));
}
