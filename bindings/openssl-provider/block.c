/* SPDX-License-Identifier: MIT */
/* ECB and CBC, with PKCS #7 padding unless it is switched off.
 *
 * Whole blocks go to the library, the rest is kept in `held`.  Decryption with
 * padding keeps the last block until the end.  A message may be transformed in
 * place, in pieces of any size, whether each piece is written over itself or
 * after the one before.
 *
 * The padding is checked without branches; its verdict and the length of the
 * plaintext are what the caller learns. */

#include "cipher.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>

#include "narae/cbc.h"
#include "narae/wipe.h"

typedef struct block_context {
    cipher_context head;
    uint8_t held[16];
    size_t nheld;
    bool unpadded;
    union {
        narae_cbc cbc;
        uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
    } mode;
} block_context;

static size_t
block_bytes(const block_context *c)
{
    return c->head.algorithm->cipher->block_bytes;
}

static bool
chains(const block_context *c)
{
    return c->head.algorithm->kind->mode == EVP_CIPH_CBC_MODE;
}

static int
set_key_ecb(cipher_context *head, const uint8_t *key)
{
    block_context *c = (block_context *)head;
    const cipher_algorithm *a = head->algorithm;

    return CHECK(head->provider, narae_block_cipher_set_key(a->cipher, c->mode.schedule,
                                                            sizeof c->mode.schedule, key, a->key_bytes));
}

static int
set_key_cbc(cipher_context *head, const uint8_t *key)
{
    block_context *c = (block_context *)head;
    const cipher_algorithm *a = head->algorithm;

    return CHECK(head->provider, narae_cbc_init(&c->mode.cbc, a->cipher, key, a->key_bytes));
}

/* Each init starts a message; without an IV, with the last one given. */
static int
start(cipher_context *head, bool new_key, bool new_iv)
{
    block_context *c = (block_context *)head;

    (void)new_key, (void)new_iv;
    c->nheld = 0;
    if (!chains(c))
        return 1;
    return CHECK(head->provider,
                 narae_cbc_start(&c->mode.cbc, head->iv, head->iv_bytes, NARAE_CBC_NO_PADDING));
}

/* Whole blocks. */
static int
crypt(block_context *c, uint8_t *out, const uint8_t *in, size_t bytes)
{
    const narae_block_cipher *cipher = c->head.algorithm->cipher;
    const narae_block_kernels *const kernels = narae_kernels_of(cipher);
    narae_blocks_fn *blocks = c->head.encrypts ? kernels->encrypt : kernels->decrypt;
    size_t n;

    if (chains(c))
        return CHECK(c->head.provider, c->head.encrypts
                                           ? narae_cbc_encrypt(&c->mode.cbc, out, &n, in, bytes)
                                           : narae_cbc_decrypt(&c->mode.cbc, out, &n, in, bytes));
    blocks(c->mode.schedule, out, in, bytes / cipher->block_bytes);
    return 1;
}

/* May `out` be written while `in` is read?  Yes if disjoint, or not ahead of it. */
static bool
may_write(const uint8_t *out, const uint8_t *in, size_t bytes, size_t written)
{
    const uintptr_t to = (uintptr_t)out, from = (uintptr_t)in;

    return to <= from || to - from >= bytes || written == 0;
}

static bool
apart(const uint8_t *out, const uint8_t *in, size_t bytes)
{
    const uintptr_t to = (uintptr_t)out, from = (uintptr_t)in;

    return (to < from ? from - to : to - from) >= bytes;
}

static void
hold(block_context *c, const uint8_t *in, size_t bytes)
{
    if (bytes != 0)
        memcpy(c->held + c->nheld, in, bytes);
    c->nheld += bytes;
}

/* Joins held bytes with the input.  Each iteration reads as many new bytes as it writes, if
 * possible. */
static int
crypt_joined(block_context *c, uint8_t *out, size_t whole, const uint8_t *in, size_t bytes)
{
    uint8_t joined[512 + sizeof c->held];
    int ok = 1;

    while (ok && whole != 0) {
        const size_t n = whole < 512 ? whole : 512, fresh = n < bytes ? n : bytes;

        memcpy(joined, c->held, c->nheld);
        memcpy(joined + c->nheld, in, fresh);
        ok = crypt(c, out, joined, n);
        c->nheld = c->nheld + fresh - n;
        memcpy(c->held, joined + n, c->nheld);
        in += fresh;
        bytes -= fresh;
        out += n;
        whole -= n;
    }
    hold(c, in, bytes);
    narae_wipe(joined, sizeof joined);
    return ok;
}

static int
update(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in, size_t bytes)
{
    block_context *c = (block_context *)head;
    const size_t total = c->nheld + bytes;
    const bool keeps = !head->encrypts && !c->unpadded && total != 0;
    const size_t whole = (total - keeps) / block_bytes(c) * block_bytes(c);

    if (whole > room)
        return FAIL(head->provider, REASON_OUTPUT_TOO_SMALL);
    if ((in == NULL && bytes != 0) || (out == NULL && whole != 0))
        return CHECK(head->provider, NARAE_ERROR_NULL);
    if (!may_write(out, in, bytes, whole))
        return CHECK(head->provider, NARAE_ERROR_OVERLAP);
    *out_bytes = whole;
    if (c->nheld != 0 || (out != in && !apart(out, in, bytes)))
        return crypt_joined(c, out, whole, in, bytes);
    if (whole != 0 && !crypt(c, out, in, whole))
        return 0;
    hold(c, in + whole, bytes - whole);
    return 1;
}

/* The length of a block without its padding, or -1: 1 to `size` bytes, each
 * their number.  Differences of numbers up to 255 have their sign in bit 31. */
static int
message_bytes(const uint8_t *block, unsigned size)
{
    const uint32_t padding = block[size - 1];
    uint32_t wrong = (padding - 1) >> 31 | (size - padding) >> 31;

    for (unsigned i = 0; i < size; i++)
        wrong |= (0 - ((size - 1 - i - padding) >> 31)) & (block[i] ^ padding);
    return wrong == 0 ? (int)(size - padding) : -1;
}

static int
final_encrypt(block_context *c, uint8_t *out, size_t *out_bytes, size_t room)
{
    const size_t size = block_bytes(c), padding = size - c->nheld;

    if (c->unpadded)
        return c->nheld == 0 ? 1 : FAIL(c->head.provider, REASON_FINAL_BLOCK);
    if (room < size || out == NULL)
        return FAIL(c->head.provider, REASON_OUTPUT_TOO_SMALL);
    memset(c->held + c->nheld, (int)padding, padding);
    c->nheld = 0;
    *out_bytes = size;
    return crypt(c, out, c->held, size);
}

/* A whole block may be held if padding was switched off meanwhile. */
static int
final_decrypt(block_context *c, uint8_t *out, size_t *out_bytes, size_t room)
{
    const size_t size = block_bytes(c);
    uint8_t block[16];

    if (c->unpadded && c->nheld == 0)
        return 1;
    if (c->nheld != size)
        return FAIL(c->head.provider, REASON_FINAL_BLOCK);
    c->nheld = 0;
    if (!crypt(c, block, c->held, size))
        return 0;

    const int n = c->unpadded ? (int)size : message_bytes(block, (unsigned)size);

    const bool fits = n <= 0 || (out != NULL && (size_t)n <= room);

    if (n > 0 && fits)
        memcpy(out, block, (size_t)n);
    narae_wipe(block, sizeof block);
    if (n < 0)
        return FAIL(c->head.provider, REASON_BAD_DECRYPT);
    if (!fits)
        return FAIL(c->head.provider, REASON_OUTPUT_TOO_SMALL);
    *out_bytes = (size_t)n;
    return 1;
}

static int
final(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room)
{
    block_context *c = (block_context *)head;

    return head->encrypts ? final_encrypt(c, out, out_bytes, room) : final_decrypt(c, out, out_bytes, room);
}

static int
once(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in, size_t bytes)
{
    block_context *c = (block_context *)head;

    if (in == NULL)
        return final(head, out, out_bytes, room);
    if (bytes % block_bytes(c) != 0)
        return FAIL(head->provider, REASON_WHOLE_BLOCKS);
    if (room < bytes || out == NULL)
        return FAIL(head->provider, REASON_OUTPUT_TOO_SMALL);
    if (out != in && !apart(out, in, bytes))
        return CHECK(head->provider, NARAE_ERROR_OVERLAP);
    *out_bytes = bytes;
    return crypt(c, out, in, bytes);
}

static int
get(cipher_context *head, OSSL_PARAM params[])
{
    block_context *c = (block_context *)head;
    OSSL_PARAM *padding = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_PADDING);
    OSSL_PARAM *iv = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_UPDATED_IV);
    const uint8_t *now = chains(c) && head->has_key ? c->mode.cbc.message.chain : head->iv;

    if (padding != NULL && !OSSL_PARAM_set_uint(padding, !c->unpadded))
        return FAIL(head->provider, REASON_PARAMETER);
    if (iv != NULL && !prov_set_bytes(iv, now, head->iv_bytes))
        return FAIL(head->provider, REASON_PARAMETER);
    return 1;
}

/* TLS records, with padding and MAC by the cipher, are not supported. */
static int
set(cipher_context *head, const OSSL_PARAM params[])
{
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_PADDING);
    unsigned padding;

    if (OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_TLS_VERSION) != NULL)
        return FAIL(head->provider, REASON_TLS_CBC);
    if (p == NULL)
        return 1;
    if (!OSSL_PARAM_get_uint(p, &padding))
        return FAIL(head->provider, REASON_PARAMETER);
    ((block_context *)head)->unpadded = padding == 0;
    return 1;
}

static const OSSL_PARAM gettable[] = {
    GETTABLE_OF_ALL,
    OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
    OSSL_PARAM_END,
};
static const OSSL_PARAM settable[] = {
    SETTABLE_OF_ALL,
    OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
    OSSL_PARAM_END,
};

const cipher_kind prov_ecb = {
    .mode = EVP_CIPH_ECB_MODE,
    .context_bytes = sizeof(block_context),
    .set_key = set_key_ecb,
    .start = start,
    .update = update,
    .final = final,
    .once = once,
    .get = get,
    .set = set,
    .gettable = gettable,
    .settable = settable,
};

const cipher_kind prov_cbc = {
    .mode = EVP_CIPH_CBC_MODE,
    .iv_bytes = IV_IS_A_BLOCK,
    .context_bytes = sizeof(block_context),
    .set_key = set_key_cbc,
    .start = start,
    .update = update,
    .final = final,
    .once = once,
    .get = get,
    .set = set,
    .gettable = gettable,
    .settable = settable,
};
