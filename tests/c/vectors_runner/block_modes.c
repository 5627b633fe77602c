/* SPDX-License-Identifier: MIT */
/* Block ciphers and their modes. */

#include "vector.h"

#include <stdlib.h>
#include <string.h>

#include "aead.h"
#include "narae/cbc.h"
#include "narae/ccm.h"
#include "narae/cfb.h"
#include "narae/cmac.h"
#include "narae/ctr.h"
#include "narae/gcm.h"
#include "narae/gmac.h"
#include "narae/kw.h"
#include "narae/ofb.h"
#include "narae/xts.h"

static bool
equal(const uint8_t *p, const field *f)
{
    return memcmp(p, f->p, f->n) == 0;
}

const char *
check_block(const vector *v)
{
    const narae_block_cipher *c = v->block_cipher;
    uint32_t schedule[512];
    const size_t nblocks = v->plaintext.n / c->block_bytes;
    const char *wrong = NULL;

    if (v->plaintext.n % c->block_bytes != 0 || v->ciphertext.n != v->plaintext.n)
        return "not whole blocks";
    if (narae_block_cipher_set_key(c, schedule, sizeof schedule, v->key.p, v->key.n) != NARAE_OK)
        return v->invalid ? NULL : "key refused";

    uint8_t *out = buffer_new(v->plaintext.n);

    narae_kernels_of(c)->encrypt(schedule, out, v->plaintext.p, nblocks);
    if (!equal(out, &v->ciphertext))
        wrong = "encryption";
    narae_kernels_of(c)->decrypt(schedule, out, out, nblocks);
    if (!equal(out, &v->plaintext))
        wrong = "decryption in place";
    return buffer_free(out, v->plaintext.n) ? wrong : "canary";
}

const char *
check_ctr(const vector *v)
{
    narae_ctr ctx;
    const size_t n = v->plaintext.n;
    const char *wrong = NULL;

    if (narae_ctr_init(&ctx, v->block_cipher, v->key.p, v->key.n) != NARAE_OK)
        return v->invalid ? NULL : "key refused";

    uint8_t *out = buffer_new(n);
    int status =
        narae_ctr_crypt_message(&ctx, out, v->nonce.p, v->nonce.n, NARAE_CTR_WHOLE_BLOCK, v->plaintext.p, n);

    if (status != NARAE_OK || !equal(out, &v->ciphertext))
        wrong = "encryption";
    status = narae_ctr_start(&ctx, v->nonce.p, v->nonce.n, NARAE_CTR_WHOLE_BLOCK);
    IN_PIECES(n, status, narae_ctr_crypt(&ctx, out + done, out + done, piece))
    if (status != NARAE_OK || !equal(out, &v->plaintext))
        wrong = "decryption in pieces";
    narae_ctr_clear(&ctx);
    return buffer_free(out, n) ? wrong : "canary";
}

/* The mode's name ends with the bits of a segment, unless that is a block. */
const char *
check_cfb(const vector *v)
{
    narae_cfb ctx;
    const size_t n = v->plaintext.n;
    const unsigned bits = (unsigned)strtoul(v->mode + strlen("cfb"), NULL, 10);
    const char *wrong = NULL;

    if (narae_cfb_init(&ctx, v->block_cipher, v->key.p, v->key.n) != NARAE_OK)
        return v->invalid ? NULL : "key refused";

    uint8_t *out = buffer_new(n);
    int status = narae_cfb_encrypt_message(&ctx, out, v->nonce.p, v->nonce.n, bits, v->plaintext.p, n);

    if (status != NARAE_OK || !equal(out, &v->ciphertext))
        wrong = "encryption";
    status = narae_cfb_start(&ctx, v->nonce.p, v->nonce.n, bits);
    IN_PIECES(n, status, narae_cfb_decrypt(&ctx, out + done, out + done, piece))
    if (status != NARAE_OK || !equal(out, &v->plaintext))
        wrong = "decryption in pieces";
    status = narae_cfb_start(&ctx, v->nonce.p, v->nonce.n, bits);
    IN_PIECES(n, status, narae_cfb_encrypt(&ctx, out + done, out + done, piece))
    if (status != NARAE_OK || !equal(out, &v->ciphertext))
        wrong = "encryption in pieces";
    status = narae_cfb_decrypt_message(&ctx, out, v->nonce.p, v->nonce.n, bits, v->ciphertext.p, n);
    if (status != NARAE_OK || !equal(out, &v->plaintext))
        wrong = "decryption";
    narae_cfb_clear(&ctx);
    return buffer_free(out, n) ? wrong : "canary";
}

const char *
check_ofb(const vector *v)
{
    narae_ofb ctx;
    const size_t n = v->plaintext.n;
    const char *wrong = NULL;

    if (narae_ofb_init(&ctx, v->block_cipher, v->key.p, v->key.n) != NARAE_OK)
        return v->invalid ? NULL : "key refused";

    uint8_t *out = buffer_new(n);
    int status = narae_ofb_crypt_message(&ctx, out, v->nonce.p, v->nonce.n, v->plaintext.p, n);

    if (status != NARAE_OK || !equal(out, &v->ciphertext))
        wrong = "encryption";
    status = narae_ofb_start(&ctx, v->nonce.p, v->nonce.n);
    IN_PIECES(n, status, narae_ofb_crypt(&ctx, out + done, out + done, piece))
    if (status != NARAE_OK || !equal(out, &v->plaintext))
        wrong = "decryption in pieces";
    narae_ofb_clear(&ctx);
    return buffer_free(out, n) ? wrong : "canary";
}

/* One direction of CBC in pieces, in place.  Returns the size of the output,
 * or SIZE_MAX. */
static size_t
cbc_pieces(narae_cbc *ctx, const vector *v, int padding, bool encrypt, uint8_t *buffer, size_t n)
{
    size_t written = 0, more;

    if (narae_cbc_start(ctx, v->nonce.p, v->nonce.n, padding) != NARAE_OK)
        return SIZE_MAX;
    for (size_t done = 0, piece; done < n; done += piece, written += more) {
        uint8_t in[512];

        piece = next_piece(n - done);
        piece = piece < sizeof in ? piece : sizeof in;
        memcpy(in, buffer + done, piece);
        if ((encrypt ? narae_cbc_encrypt : narae_cbc_decrypt)(ctx, buffer + written, &more, in, piece) !=
            NARAE_OK)
            return SIZE_MAX;
    }
    if ((encrypt ? narae_cbc_encrypt_finish : narae_cbc_decrypt_finish)(ctx, buffer + written, &more) !=
        NARAE_OK)
        return SIZE_MAX;
    return written + more;
}

const char *
check_cbc(const vector *v)
{
    narae_cbc ctx;
    const int padding = strcmp(v->mode, "cbc-pkcs7") == 0 ? NARAE_CBC_PKCS7 : NARAE_CBC_NO_PADDING;
    const size_t room = v->plaintext.n + v->ciphertext.n + 16;
    size_t n = 0;
    const char *wrong = NULL;

    if (narae_cbc_init(&ctx, v->block_cipher, v->key.p, v->key.n) != NARAE_OK)
        return v->invalid ? NULL : "key refused";

    uint8_t *out = buffer_new(room);
    int status = narae_cbc_decrypt_message(&ctx, out, &n, v->nonce.p, v->nonce.n, padding, v->ciphertext.p,
                                           v->ciphertext.n);

    if (v->invalid) {
        if (status == NARAE_OK)
            wrong = "accepted";
        else if (status == NARAE_ERROR_PADDING && (n != 0 || !all_zero(out, v->ciphertext.n)))
            wrong = "output not zeroed";
        memcpy(out, v->ciphertext.p, v->ciphertext.n);
        if (cbc_pieces(&ctx, v, padding, false, out, v->ciphertext.n) != SIZE_MAX)
            wrong = "accepted in pieces";
        return buffer_free(out, room) ? wrong : "canary";
    }
    if (status != NARAE_OK || n != v->plaintext.n || !equal(out, &v->plaintext))
        wrong = "decryption";
    status = narae_cbc_encrypt_message(&ctx, out, &n, v->nonce.p, v->nonce.n, padding, v->plaintext.p,
                                       v->plaintext.n);
    if (status != NARAE_OK || n != v->ciphertext.n || !equal(out, &v->ciphertext))
        wrong = "encryption";
    if (cbc_pieces(&ctx, v, padding, false, out, n) != v->plaintext.n || !equal(out, &v->plaintext))
        wrong = "decryption in pieces";
    if (cbc_pieces(&ctx, v, padding, true, out, v->plaintext.n) != n || !equal(out, &v->ciphertext))
        wrong = "encryption in pieces";
    narae_cbc_clear(&ctx);
    return buffer_free(out, room) ? wrong : "canary";
}

const char *
check_cmac(const vector *v)
{
    narae_cmac ctx;
    uint8_t tag[16] = {0};
    const char *wrong = NULL;

    if (narae_cmac_init(&ctx, v->block_cipher, v->key.p, v->key.n) != NARAE_OK)
        return v->invalid ? NULL : "key refused";

    int status = narae_cmac_verify_message(&ctx, v->message.p, v->message.n, v->tag.p, v->tag.n);

    int again = narae_cmac_start(&ctx);
    IN_PIECES(v->message.n, again, narae_cmac_update(&ctx, v->message.p + done, piece))
    if (again == NARAE_OK)
        again = narae_cmac_verify(&ctx, v->tag.p, v->tag.n);

    if (v->invalid)
        return status == NARAE_OK || again == NARAE_OK ? "accepted" : NULL;
    if (status != NARAE_OK)
        wrong = "verification";
    if (again != NARAE_OK)
        wrong = "verification in pieces";
    status = narae_cmac_tag_message(&ctx, tag, v->tag.n, v->message.p, v->message.n);
    if (status != NARAE_OK || !equal(tag, &v->tag))
        wrong = "tag";
    narae_cmac_clear(&ctx);
    return wrong;
}

const char *
check_gmac(const vector *v)
{
    narae_gmac ctx;
    uint8_t tag[16] = {0};
    const char *wrong = NULL;

    if (narae_gmac_init(&ctx, v->block_cipher, v->key.p, v->key.n) != NARAE_OK)
        return v->invalid ? NULL : "key refused";

    int status = narae_gmac_verify_message(&ctx, v->nonce.p, v->nonce.n, v->message.p, v->message.n, v->tag.p,
                                           v->tag.n);

    int again = narae_gmac_start(&ctx, v->nonce.p, v->nonce.n);
    IN_PIECES(v->message.n, again, narae_gmac_update(&ctx, v->message.p + done, piece))
    if (again == NARAE_OK)
        again = narae_gmac_verify(&ctx, v->tag.p, v->tag.n);

    if (v->invalid)
        return status == NARAE_OK || again == NARAE_OK ? "accepted" : NULL;
    if (status != NARAE_OK)
        wrong = "verification";
    if (again != NARAE_OK)
        wrong = "verification in pieces";
    status = narae_gmac_tag_message(&ctx, tag, v->tag.n, v->nonce.p, v->nonce.n, v->message.p, v->message.n);
    if (status != NARAE_OK || !equal(tag, &v->tag))
        wrong = "tag";
    status = narae_gmac_start(&ctx, v->nonce.p, v->nonce.n);
    if (status == NARAE_OK)
        status = narae_gmac_update(&ctx, v->message.p, v->message.n);
    memset(tag, 0, sizeof tag);
    if (status != NARAE_OK || narae_gmac_finish(&ctx, tag, v->tag.n) != NARAE_OK || !equal(tag, &v->tag))
        wrong = "tag in pieces";
    narae_gmac_clear(&ctx);
    return wrong;
}

/* A data unit; and the same as a sector, if its number is one. */
const char *
check_xts(const vector *v)
{
    narae_xts ctx;
    const size_t n = v->plaintext.n;
    uint64_t sector = 0;
    bool has_number = v->nonce.n == 16;
    const char *wrong = NULL;

    if (narae_xts_init(&ctx, v->block_cipher, v->key.p, v->key.n) != NARAE_OK)
        return v->invalid ? NULL : "key refused";

    uint8_t *out = buffer_new(n);
    int status = narae_xts_encrypt_unit(&ctx, out, v->nonce.p, v->nonce.n, v->plaintext.p, n);

    if (status != NARAE_OK || !equal(out, &v->ciphertext))
        wrong = "encryption";
    status = narae_xts_decrypt_unit(&ctx, out, v->nonce.p, v->nonce.n, out, n);
    if (status != NARAE_OK || !equal(out, &v->plaintext))
        wrong = "decryption in place";
    for (unsigned i = 16; i-- != 0;) {
        sector = sector << 8 | v->nonce.p[i];
        has_number &= i < 8 || v->nonce.p[i] == 0;
    }
    if (has_number) {
        status = narae_xts_encrypt_sectors(&ctx, out, sector, n, out, n);
        if (status != NARAE_OK || !equal(out, &v->ciphertext))
            wrong = "encryption of a sector";
        status = narae_xts_decrypt_sectors(&ctx, out, sector, n, v->ciphertext.p, n);
        if (status != NARAE_OK || !equal(out, &v->plaintext))
            wrong = "decryption of a sector";
    }
    narae_xts_clear(&ctx);
    return buffer_free(out, n) ? wrong : "canary";
}

static const char *
check_wrapping(const vector *v, bool padded)
{
    narae_kw ctx;
    const size_t room = v->plaintext.n + v->ciphertext.n + 16;
    size_t n = v->plaintext.n;
    const char *wrong = NULL;

    if (narae_kw_init(&ctx, v->block_cipher, v->key.p, v->key.n) != NARAE_OK)
        return v->invalid ? NULL : "key refused";

    uint8_t *out = buffer_new(room);
    int status = padded ? narae_kwp_unwrap(&ctx, out, &n, v->ciphertext.p, v->ciphertext.n)
                        : narae_kw_unwrap(&ctx, out, v->ciphertext.p, v->ciphertext.n);

    if (v->invalid) {
        if (status == NARAE_OK)
            wrong = "accepted";
        else if (status == NARAE_ERROR_AUTHENTICATION && !all_zero(out, v->ciphertext.n - 8))
            wrong = "output not zeroed";
        return buffer_free(out, room) ? wrong : "canary";
    }
    if (status != NARAE_OK || n != v->plaintext.n || !equal(out, &v->plaintext))
        wrong = "unwrapping";
    status = (padded ? narae_kwp_wrap : narae_kw_wrap)(&ctx, out, out, v->plaintext.n);
    if (status != NARAE_OK || !equal(out, &v->ciphertext))
        wrong = "wrapping in place";
    narae_kw_clear(&ctx);
    return buffer_free(out, room) ? wrong : "canary";
}

const char *
check_kw(const vector *v)
{
    return check_wrapping(v, false);
}

const char *
check_kwp(const vector *v)
{
    return check_wrapping(v, true);
}

AEAD_KEYED_ONE_SHOT(gcm)
AEAD_PIECES(gcm)
AEAD_FINISH(gcm)

AEAD_KEYED_ONE_SHOT(ccm)
AEAD_PIECES(ccm)
AEAD_FINISH(ccm)

static int
gcm_init(void *ctx, const vector *v)
{
    return narae_gcm_init(ctx, v->block_cipher, v->key.p, v->key.n);
}

static int
gcm_start(void *ctx, const vector *v)
{
    return narae_gcm_start(ctx, v->nonce.p, v->nonce.n);
}

static int
ccm_init(void *ctx, const vector *v)
{
    return narae_ccm_init(ctx, v->block_cipher, v->key.p, v->key.n);
}

static int
ccm_start(void *ctx, const vector *v)
{
    return narae_ccm_start(ctx, v->nonce.p, v->nonce.n, v->ad.n, v->ciphertext.n, v->tag.n);
}

const char *
check_gcm(const vector *v)
{
    static const aead gcm = AEAD(gcm);
    narae_gcm ctx;

    return check_aead(&gcm, &ctx, v);
}

const char *
check_ccm(const vector *v)
{
    static const aead ccm = AEAD(ccm);
    narae_ccm ctx;

    return check_aead(&ccm, &ctx, v);
}
