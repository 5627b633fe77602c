/* SPDX-License-Identifier: MIT */
/* The native methods of narae.Session: one message under one key, of any algorithm.
 *
 * A session is memory of this file, never of the Java heap, where the garbage
 * collector would leave copies of keys.  Its bytes are wiped before they are freed.
 *
 * Data are arrays or direct buffers.  Arrays are accessed in critical sections, which block
 * the garbage collector: narae.Session keeps them short.  Between the first
 * GetPrimitiveArrayCritical and the last release nothing calls the JVM.
 *
 * Arguments are checked in Java: sizes, offsets, and that the session has the mode of the
 * method.  Methods return the bytes written, or a negative status of narae/status.h. */

#include <jni.h>
#include <stdlib.h>
#include <string.h>

#include "narae/descriptor.h"
#include "narae/narae.h"

enum { ERROR_MEMORY = -100 };

/* The order of the constants of narae.Mode. */
enum mode {
    ECB,
    CBC,
    CTR,
    CFB,
    OFB,
    GCM,
    CCM,
    KW,
    KWP,
    XTS,
    CHACHA20_POLY1305,
    ASCON_AEAD128,
    CMAC,
    GMAC,
    HMAC,
    HASH
};

/* The order of the constants of narae.BlockCipher. */
#define DESCRIPTOR(with, cipher, CIPHER, block_bytes, key1, key2, key3) &narae_##cipher,
static const narae_block_cipher *const ciphers[] = {NARAE_BLOCK_CIPHERS(DESCRIPTOR, )};

/* XOFs as hashes of fixed size, and Ascon-Hash256. */
#define HASH_OF(function, type, start_function, update_function, finish_function, bytes, block) \
    static int function##_start(void *ctx)                                                      \
    {                                                                                           \
        return start_function(ctx);                                                             \
    }                                                                                           \
    static int function##_update(void *ctx, const uint8_t *in, size_t in_bytes)                 \
    {                                                                                           \
        return update_function(ctx, in, in_bytes);                                              \
    }                                                                                           \
    static int function##_finish(void *ctx, uint8_t *digest, size_t digest_bytes)               \
    {                                                                                           \
        const int status = finish_function;                                                     \
                                                                                                \
        narae_wipe(ctx, sizeof(type));                                                          \
        return status;                                                                          \
    }                                                                                           \
    static const narae_hash hash_##function = {                                                 \
        .name = #function,                                                                      \
        .context_bytes = (sizeof(type) + 7) / 8 * 8,                                            \
        .block_bytes = (block),                                                                 \
        .digest_bytes = (bytes),                                                                \
        .start = function##_start,                                                              \
        .update = function##_update,                                                            \
        .finish = function##_finish,                                                            \
    }
HASH_OF(shake128, narae_sha3, narae_shake128_start, narae_sha3_update,
        narae_shake_squeeze(ctx, digest, digest_bytes), 32, 168);
HASH_OF(shake256, narae_sha3, narae_shake256_start, narae_sha3_update,
        narae_shake_squeeze(ctx, digest, digest_bytes), 64, 136);
HASH_OF(ascon_hash256, narae_ascon_hash256, narae_ascon_hash256_start, narae_ascon_hash256_update,
        ((void)digest_bytes, narae_ascon_hash256_finish(ctx, digest)), 32, 8);

/* The order of the constants of narae.Hash. */
static const narae_hash *const hashes[] = {
    &narae_sha224,     &narae_sha256,     &narae_sha384,     &narae_sha512,       &narae_sha512_224,
    &narae_sha512_256, &narae_sha3_224,   &narae_sha3_256,   &narae_sha3_384,     &narae_sha3_512,
    &narae_lsh256_224, &narae_lsh256_256, &narae_lsh512_224, &narae_lsh512_256,   &narae_lsh512_384,
    &narae_lsh512_512, &hash_shake128,    &hash_shake256,    &hash_ascon_hash256,
};

typedef struct session {
    size_t bytes; /* of this session */
    const narae_block_cipher *cipher;
    const narae_hash *hash;
    enum mode mode;
    jint key_bytes; /* 0: no key yet */
    uint8_t key[64];
    uint32_t sector_bytes; /* of XTS; 0: a message is one unit */
    narae_cbc_message marked;
    union {
        uint32_t ecb[NARAE_MODE_SCHEDULE_BYTES / 4];
        narae_cbc cbc;
        narae_ctr ctr;
        narae_cfb cfb;
        narae_ofb ofb;
        narae_gcm gcm;
        narae_ccm ccm;
        narae_kw kw;
        narae_xts xts;
        narae_chacha20_poly1305 chacha;
        narae_ascon_aead128 ascon;
        narae_cmac cmac;
        narae_gmac gmac;
        narae_hmac hmac;
        uint64_t hash[NARAE_HASH_CONTEXT_BYTES / 8];
    } of;
} session;

static size_t
state_bytes(enum mode mode)
{
    static const uint16_t bytes[] = {
        [ECB] = sizeof(uint32_t) * (NARAE_MODE_SCHEDULE_BYTES / 4),
        [CBC] = sizeof(narae_cbc),
        [CTR] = sizeof(narae_ctr),
        [CFB] = sizeof(narae_cfb),
        [OFB] = sizeof(narae_ofb),
        [GCM] = sizeof(narae_gcm),
        [CCM] = sizeof(narae_ccm),
        [KW] = sizeof(narae_kw),
        [KWP] = sizeof(narae_kw),
        [XTS] = sizeof(narae_xts),
        [CHACHA20_POLY1305] = sizeof(narae_chacha20_poly1305),
        [ASCON_AEAD128] = sizeof(narae_ascon_aead128),
        [CMAC] = sizeof(narae_cmac),
        [GMAC] = sizeof(narae_gmac),
        [HMAC] = sizeof(narae_hmac),
        [HASH] = NARAE_HASH_CONTEXT_BYTES,
    };
    return bytes[mode];
}

/* Bytes of an argument, which may be null. */
typedef struct span {
    jobject base; /* a byte[] or a direct buffer */
    jint at;
    int direct;
    int written;
    uint8_t *array, *start;
} span;

static void
unpin(JNIEnv *env, span *spans, int n)
{
    for (int i = n - 1; i >= 0; i--)
        if (spans[i].array != NULL)
            (*env)->ReleasePrimitiveArrayCritical(env, spans[i].base, spans[i].array,
                                                  spans[i].written ? 0 : JNI_ABORT);
}

/* Addresses of all; 0 if the JVM has no memory. */
static int
pin(JNIEnv *env, span *spans, int n)
{
    for (int i = 0; i < n; i++)
        if (spans[i].base != NULL && spans[i].direct)
            spans[i].start = (uint8_t *)(*env)->GetDirectBufferAddress(env, spans[i].base) + spans[i].at;
    for (int i = 0; i < n; i++)
        if (spans[i].base != NULL && !spans[i].direct) {
            spans[i].array = (*env)->GetPrimitiveArrayCritical(env, spans[i].base, NULL);
            if (spans[i].array == NULL) {
                unpin(env, spans, i);
                return 0;
            }
            spans[i].start = spans[i].array + spans[i].at;
        }
    return 1;
}

static int
set_key(session *s, const uint8_t *key, size_t bytes)
{
    switch (s->mode) {
    case ECB:
        return narae_block_cipher_set_key(s->cipher, s->of.ecb, sizeof s->of.ecb, key, bytes);
    case CBC:
        return narae_cbc_init(&s->of.cbc, s->cipher, key, bytes);
    case CTR:
        return narae_ctr_init(&s->of.ctr, s->cipher, key, bytes);
    case CFB:
        return narae_cfb_init(&s->of.cfb, s->cipher, key, bytes);
    case OFB:
        return narae_ofb_init(&s->of.ofb, s->cipher, key, bytes);
    case GCM:
        return narae_gcm_init(&s->of.gcm, s->cipher, key, bytes);
    case CCM:
        return narae_ccm_init(&s->of.ccm, s->cipher, key, bytes);
    case KW:
    case KWP:
        return narae_kw_init(&s->of.kw, s->cipher, key, bytes);
    case XTS:
        return narae_xts_init(&s->of.xts, s->cipher, key, bytes);
    case CHACHA20_POLY1305:
        return bytes == 32 ? NARAE_OK : NARAE_ERROR_KEY_SIZE;
    case ASCON_AEAD128:
        return bytes == 16 ? NARAE_OK : NARAE_ERROR_KEY_SIZE;
    case CMAC:
        return narae_cmac_init(&s->of.cmac, s->cipher, key, bytes);
    case GMAC:
        return narae_gmac_init(&s->of.gmac, s->cipher, key, bytes);
    case HMAC:
        return narae_hmac_init(&s->of.hmac, s->hash, key, bytes);
    case HASH:
        break;
    }
    return NARAE_ERROR_STATE;
}

static int
start(session *s, const uint8_t *iv, size_t iv_bytes, const uint8_t *ad, size_t ad_bytes, unsigned bits)
{
    int status;

    switch (s->mode) {
    case CBC:
        return narae_cbc_start(&s->of.cbc, iv, iv_bytes, NARAE_CBC_NO_PADDING);
    case CTR:
        return narae_ctr_start(&s->of.ctr, iv, iv_bytes, bits);
    case CFB:
        return narae_cfb_start(&s->of.cfb, iv, iv_bytes, bits);
    case OFB:
        return narae_ofb_start(&s->of.ofb, iv, iv_bytes);
    case GCM:
        status = narae_gcm_start(&s->of.gcm, iv, iv_bytes);
        return status != NARAE_OK ? status : narae_gcm_ad(&s->of.gcm, ad, ad_bytes);
    case CHACHA20_POLY1305:
        status = narae_chacha20_poly1305_start(&s->of.chacha, s->key, iv, iv_bytes);
        return status != NARAE_OK ? status : narae_chacha20_poly1305_ad(&s->of.chacha, ad, ad_bytes);
    case ASCON_AEAD128:
        status = narae_ascon_aead128_start(&s->of.ascon, s->key, iv, iv_bytes);
        return status != NARAE_OK ? status : narae_ascon_aead128_ad(&s->of.ascon, ad, ad_bytes);
    case CMAC:
        return narae_cmac_start(&s->of.cmac);
    case GMAC:
        return narae_gmac_start(&s->of.gmac, iv, iv_bytes);
    case HMAC:
        return narae_hmac_start(&s->of.hmac);
    case HASH:
        return narae_hash_start(s->hash, s->of.hash, sizeof s->of.hash);
    case XTS:
        s->sector_bytes = bits;
        return NARAE_OK;
    case ECB:
        return NARAE_OK;
    case CCM:
    case KW:
    case KWP:
        break;
    }
    return NARAE_ERROR_STATE;
}

static int
crypt(session *s, int decrypt, uint8_t *out, const uint8_t *in, size_t bytes)
{
    size_t written;

    switch (s->mode) {
    case ECB:
        bytes /= narae_block_cipher_block_bytes(s->cipher);
        return (decrypt ? narae_block_cipher_decrypt : narae_block_cipher_encrypt)(s->cipher, s->of.ecb, out,
                                                                                   in, bytes);
    case CBC:
        return (decrypt ? narae_cbc_decrypt : narae_cbc_encrypt)(&s->of.cbc, out, &written, in, bytes);
    case CTR:
        return narae_ctr_crypt(&s->of.ctr, out, in, bytes);
    case CFB:
        return (decrypt ? narae_cfb_decrypt : narae_cfb_encrypt)(&s->of.cfb, out, in, bytes);
    case OFB:
        return narae_ofb_crypt(&s->of.ofb, out, in, bytes);
    case GCM:
        return narae_gcm_encrypt(&s->of.gcm, out, in, bytes);
    case CHACHA20_POLY1305:
        return narae_chacha20_poly1305_encrypt(&s->of.chacha, out, in, bytes);
    case ASCON_AEAD128:
        return narae_ascon_aead128_encrypt(&s->of.ascon, out, in, bytes);
    default:
        return NARAE_ERROR_STATE;
    }
}

static int
absorb(session *s, const uint8_t *in, size_t bytes)
{
    switch (s->mode) {
    case CMAC:
        return narae_cmac_update(&s->of.cmac, in, bytes);
    case GMAC:
        return narae_gmac_update(&s->of.gmac, in, bytes);
    case HMAC:
        return narae_hmac_update(&s->of.hmac, in, bytes);
    case HASH:
        return narae_hash_update(s->hash, s->of.hash, in, bytes);
    default:
        return NARAE_ERROR_STATE;
    }
}

static int
finish(session *s, uint8_t *tag, size_t bytes)
{
    switch (s->mode) {
    case GCM:
        return narae_gcm_finish(&s->of.gcm, tag, bytes);
    case CHACHA20_POLY1305:
        return narae_chacha20_poly1305_finish(&s->of.chacha, tag);
    case ASCON_AEAD128:
        return narae_ascon_aead128_finish(&s->of.ascon, tag, bytes);
    case CMAC:
        return narae_cmac_finish(&s->of.cmac, tag, bytes);
    case GMAC:
        return narae_gmac_finish(&s->of.gmac, tag, bytes);
    case HMAC:
        return narae_hmac_finish(&s->of.hmac, tag, bytes);
    case HASH:
        return narae_hash_finish(s->hash, s->of.hash, tag, bytes);
    default:
        return NARAE_ERROR_STATE;
    }
}

/* The number of a sector, of its tweak. */
static uint64_t
load64(const uint8_t tweak[16])
{
    uint64_t number = 0;

    for (int i = 7; i >= 0; i--)
        number = number << 8 | tweak[i];
    return number;
}

/* `out` has space for `bytes` bytes and the tag. */
static int
seal_message(const session *s, uint8_t *out, size_t tag_bytes, const uint8_t *nonce, size_t nonce_bytes,
             const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    switch (s->mode) {
    case GCM:
        return narae_gcm_seal(&s->of.gcm, out, out + bytes, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in,
                              bytes);
    case CCM:
        return narae_ccm_seal(&s->of.ccm, out, out + bytes, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in,
                              bytes);
    case CHACHA20_POLY1305:
        return narae_chacha20_poly1305_seal(out, out + bytes, s->key, nonce, nonce_bytes, ad, ad_bytes, in,
                                            bytes);
    case ASCON_AEAD128:
        return narae_ascon_aead128_seal(out, out + bytes, tag_bytes, s->key, nonce, nonce_bytes, ad, ad_bytes,
                                        in, bytes);
    case KW:
        return narae_kw_wrap(&s->of.kw, out, in, bytes);
    case KWP:
        return narae_kwp_wrap(&s->of.kw, out, in, bytes);
    case XTS:
        return s->sector_bytes == 0
                   ? narae_xts_encrypt_unit(&s->of.xts, out, nonce, nonce_bytes, in, bytes)
                   : narae_xts_encrypt_sectors(&s->of.xts, out, load64(nonce), s->sector_bytes, in, bytes);
    default:
        return NARAE_ERROR_STATE;
    }
}

/* `in` has `bytes` bytes and the tag; *written: of the plaintext. */
static int
open_message(const session *s, uint8_t *out, size_t tag_bytes, const uint8_t *nonce, size_t nonce_bytes,
             const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes, size_t *written)
{
    const uint8_t *tag = in + bytes;

    *written = bytes;
    switch (s->mode) {
    case GCM:
        return narae_gcm_open(&s->of.gcm, out, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag, tag_bytes);
    case CCM:
        return narae_ccm_open(&s->of.ccm, out, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag, tag_bytes);
    case CHACHA20_POLY1305:
        return narae_chacha20_poly1305_open(out, s->key, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag,
                                            tag_bytes);
    case ASCON_AEAD128:
        return narae_ascon_aead128_open(out, s->key, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag,
                                        tag_bytes);
    case KW:
        return narae_kw_unwrap(&s->of.kw, out, in, bytes + tag_bytes);
    case KWP:
        return narae_kwp_unwrap(&s->of.kw, out, written, in, bytes + tag_bytes);
    case XTS:
        return s->sector_bytes == 0
                   ? narae_xts_decrypt_unit(&s->of.xts, out, nonce, nonce_bytes, in, bytes)
                   : narae_xts_decrypt_sectors(&s->of.xts, out, load64(nonce), s->sector_bytes, in, bytes);
    default:
        return NARAE_ERROR_STATE;
    }
}

#define NATIVE(type, name, ...) \
    JNIEXPORT type JNICALL Java_narae_Session_##name(JNIEnv *env, jobject self, __VA_ARGS__)
#define IGNORE_SELF (void)self

static session *
session_at(jlong address)
{
    return (session *)(intptr_t)address;
}

/* A session, or 0. */
NATIVE(jlong, allocate, jint mode, jint cipher, jint hash)
{
    (void)env;
    IGNORE_SELF;

    const size_t bytes = offsetof(session, of) + state_bytes((enum mode)mode);
    session *s = calloc(1, bytes);

    if (s == NULL)
        return 0;
    s->bytes = bytes;
    s->mode = (enum mode)mode;
    s->cipher = cipher < 0 ? NULL : ciphers[cipher];
    s->hash = hash < 0 ? NULL : hashes[hash];
    return (jlong)(intptr_t)s;
}

/* Memory for a key, after the number of its bytes; or 0. */
NATIVE(jlong, allocateKey, jbyteArray key, jint bytes)
{
    IGNORE_SELF;

    size_t *memory = malloc(sizeof(size_t) + (size_t)bytes);

    if (memory == NULL)
        return 0;
    *memory = sizeof(size_t) + (size_t)bytes;
    (*env)->GetByteArrayRegion(env, key, 0, bytes, (jbyte *)(memory + 1));
    return (jlong)(intptr_t)memory;
}

NATIVE(void, readKey, jlong address, jbyteArray out, jint bytes)
{
    IGNORE_SELF;
    (*env)->SetByteArrayRegion(env, out, 0, bytes, (const jbyte *)((const size_t *)(intptr_t)address + 1));
}

NATIVE(void, wipeKey, jlong address, jint bytes)
{
    (void)env;
    IGNORE_SELF;
    narae_wipe((size_t *)(intptr_t)address + 1, (size_t)bytes);
}

/* Wipes and frees what allocate, allocateKey and copy return. */
NATIVE(void, release, jlong address)
{
    (void)env;
    IGNORE_SELF;

    size_t *memory = (size_t *)(intptr_t)address;

    narae_wipe(memory, *memory);
    free(memory);
}

/* Size of the object at an address. */
NATIVE(jlong, size, jlong address)
{
    (void)env;
    IGNORE_SELF;
    return (jlong) * (const size_t *)(intptr_t)address;
}

NATIVE(jlong, copy, jlong address)
{
    (void)env;
    IGNORE_SELF;

    const session *s = session_at(address);
    session *fresh = malloc(s->bytes);

    if (fresh != NULL)
        memcpy(fresh, s, s->bytes);
    return (jlong)(intptr_t)fresh;
}

/* The key is `secret`, memory of allocateKey, or, if 0, the array `key`.  Returns 1 if the
 * session already has this key. */
NATIVE(jint, key, jlong address, jobject key, jlong secret, jint bytes)
{
    IGNORE_SELF;

    session *s = session_at(address);
    span array = {.base = secret == 0 ? key : NULL};

    if (!pin(env, &array, 1))
        return ERROR_MEMORY;

    const uint8_t *start =
        secret == 0 ? array.start : (const uint8_t *)((const size_t *)(intptr_t)secret + 1);
    const int keep = s->mode != HMAC && (size_t)bytes <= sizeof s->key;
    uint8_t differs = !keep || s->key_bytes != bytes;

    for (jint i = 0; i < bytes && keep; i++)
        differs |= (uint8_t)(s->key[i] ^ start[i]);

    int status = 1;

    if (differs) {
        status = set_key(s, start, (size_t)bytes);
        if (status == NARAE_OK && keep) {
            memcpy(s->key, start, (size_t)bytes);
            s->key_bytes = bytes;
        }
    }
    unpin(env, &array, 1);
    return status;
}

NATIVE(jint, start, jlong address, jbyteArray iv, jint iv_bytes, jbyteArray ad, jint ad_bytes, jint bits)
{
    IGNORE_SELF;

    span spans[] = {{.base = iv}, {.base = ad}};

    if (!pin(env, spans, 2))
        return ERROR_MEMORY;

    const int status = start(session_at(address), spans[0].start, (size_t)iv_bytes, spans[1].start,
                             (size_t)ad_bytes, (unsigned)bits);

    unpin(env, spans, 2);
    return status;
}

/* `direct`: 1 if `in` is a direct buffer, 2 if `out` is. */
NATIVE(jint, crypt, jlong address, jboolean decrypt, jint direct, jobject in, jint in_at, jint bytes,
       jobject out, jint out_at)
{
    IGNORE_SELF;

    span spans[] = {{.base = in, .at = in_at, .direct = direct & 1},
                    {.base = out, .at = out_at, .direct = direct & 2, .written = 1}};

    if (!pin(env, spans, 2))
        return ERROR_MEMORY;

    const int status = crypt(session_at(address), decrypt, spans[1].start, spans[0].start, (size_t)bytes);

    unpin(env, spans, 2);
    return status != NARAE_OK ? status : bytes;
}

NATIVE(jint, absorb, jlong address, jboolean direct, jobject in, jint in_at, jint bytes)
{
    IGNORE_SELF;

    span span = {.base = in, .at = in_at, .direct = direct};

    if (!pin(env, &span, 1))
        return ERROR_MEMORY;

    const int status = absorb(session_at(address), span.start, (size_t)bytes);

    unpin(env, &span, 1);
    return status;
}

NATIVE(jint, finish, jlong address, jbyteArray tag, jint at, jint bytes)
{
    IGNORE_SELF;

    span span = {.base = tag, .at = at, .written = 1};

    if (!pin(env, &span, 1))
        return ERROR_MEMORY;

    const int status = finish(session_at(address), span.start, (size_t)bytes);

    unpin(env, &span, 1);
    return status != NARAE_OK ? status : bytes;
}

/* A whole message; `bytes` is that of `in`, with the tag if it is decrypted. */
NATIVE(jint, message, jlong address, jboolean decrypt, jbyteArray nonce, jint nonce_bytes, jbyteArray ad,
       jint ad_bytes, jint direct, jobject in, jint in_at, jint bytes, jobject out, jint out_at,
       jint tag_bytes)
{
    IGNORE_SELF;

    const session *s = session_at(address);
    span spans[] = {{.base = nonce},
                    {.base = ad},
                    {.base = in, .at = in_at, .direct = direct & 1},
                    {.base = out, .at = out_at, .direct = direct & 2, .written = 1}};

    if (!pin(env, spans, 4))
        return ERROR_MEMORY;

    const size_t tag = (size_t)tag_bytes;
    size_t written;
    int status;

    if (decrypt) {
        status = open_message(s, spans[3].start, tag, spans[0].start, (size_t)nonce_bytes, spans[1].start,
                              (size_t)ad_bytes, spans[2].start, (size_t)bytes - tag, &written);
    } else {
        written = s->mode == KWP ? NARAE_KWP_BYTES((size_t)bytes) : (size_t)bytes + tag;
        status = seal_message(s, spans[3].start, tag, spans[0].start, (size_t)nonce_bytes, spans[1].start,
                              (size_t)ad_bytes, spans[2].start, (size_t)bytes);
    }
    unpin(env, spans, 4);
    return status != NARAE_OK ? status : (jint)written;
}

/* Saves the CBC chain. */
NATIVE(void, mark, jlong address)
{
    (void)env;
    IGNORE_SELF;

    session *s = session_at(address);

    if (s->mode == CBC)
        s->marked = s->of.cbc.message;
}

NATIVE(void, rewind, jlong address)
{
    (void)env;
    IGNORE_SELF;

    session *s = session_at(address);

    if (s->mode == CBC)
        s->of.cbc.message = s->marked;
}

/* Bytes of a block before its padding (RFC 5652, clause 6.3), or a status; branch-free up to
 * the verdict. */
NATIVE(jint, unpad, jbyteArray block, jint bytes)
{
    IGNORE_SELF;

    jbyte copy[16];

    (*env)->GetByteArrayRegion(env, block, 0, bytes, copy);

    const uint32_t padding = (uint8_t)copy[bytes - 1];
    uint32_t wrong = (padding - 1) >> 31 | ((uint32_t)bytes - padding) >> 31;

    for (uint32_t i = 1; i <= (uint32_t)bytes; i++) {
        const uint32_t inside = 0 - ((i - padding - 1) >> 31); /* i <= padding */

        wrong |= inside & ((uint8_t)copy[(uint32_t)bytes - i] ^ padding);
    }
    narae_wipe(copy, sizeof copy);
    return wrong != 0 ? NARAE_ERROR_PADDING : bytes - (jint)padding;
}

NATIVE(jint, pbkdf2, jint hash, jbyteArray password, jint password_bytes, jbyteArray salt, jint salt_bytes,
       jint iterations, jbyteArray out, jint out_bytes)
{
    IGNORE_SELF;

    const size_t bytes = (size_t)password_bytes + (size_t)salt_bytes + (size_t)out_bytes;
    uint8_t *copy = malloc(bytes + 1);

    if (copy == NULL)
        return ERROR_MEMORY;

    uint8_t *salt_copy = copy + password_bytes, *key = salt_copy + salt_bytes;

    (*env)->GetByteArrayRegion(env, password, 0, password_bytes, (jbyte *)copy);
    (*env)->GetByteArrayRegion(env, salt, 0, salt_bytes, (jbyte *)salt_copy);

    const int status = narae_pbkdf2(key, (size_t)out_bytes, hashes[hash], copy, (size_t)password_bytes,
                                    salt_copy, (size_t)salt_bytes, (uint32_t)iterations);

    if (status == NARAE_OK)
        (*env)->SetByteArrayRegion(env, out, 0, out_bytes, (const jbyte *)key);
    narae_wipe(copy, bytes);
    free(copy);
    return status;
}

/* HMAC with `hash` or, if negative, CMAC with `cipher`; feedback mode if `iv` is not null. */
NATIVE(jint, kbkdf, jint cipher, jint hash, jbyteArray key, jint key_bytes, jbyteArray label,
       jint label_bytes, jbyteArray context, jint context_bytes, jbyteArray iv, jint iv_bytes,
       jint counter_bytes, jint length_bytes, jbyteArray out, jint out_bytes)
{
    IGNORE_SELF;

    span spans[] = {
        {.base = key}, {.base = label}, {.base = context}, {.base = iv}, {.base = out, .written = 1}};

    if (!pin(env, spans, 5))
        return ERROR_MEMORY;

    const narae_kbkdf_input input = {
        .label = spans[1].start,
        .label_bytes = (size_t)label_bytes,
        .context = spans[2].start,
        .context_bytes = (size_t)context_bytes,
        .iv = spans[3].start,
        .iv_bytes = (size_t)iv_bytes,
        .counter_bytes = (uint8_t)counter_bytes,
        .length_bytes = (uint8_t)length_bytes,
    };
    const size_t size = (size_t)key_bytes, bytes = (size_t)out_bytes;
    uint8_t *const derived = spans[4].start;
    int status;

    if (hash >= 0)
        status = (iv != NULL ? narae_kbkdf_feedback_hmac : narae_kbkdf_counter_hmac)(
            derived, bytes, hashes[hash], spans[0].start, size, &input);
    else
        status = (iv != NULL ? narae_kbkdf_feedback_cmac : narae_kbkdf_counter_cmac)(
            derived, bytes, ciphers[cipher], spans[0].start, size, &input);
    unpin(env, spans, 5);
    return status;
}

JNIEXPORT jstring JNICALL
Java_narae_Session_kernels(JNIEnv *env, jobject self)
{
    IGNORE_SELF;
    return (*env)->NewStringUTF(env, narae_kernels());
}
