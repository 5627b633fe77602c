/* SPDX-License-Identifier: MIT */
/* Every public function with invalid arguments.
 *
 * One table has the functions from `in` to `out`, another the mistakes; all pairs are
 * tried.  An error has the documented code and changes no byte of output, input and tag.
 * Other functions are listed call by call. */

#include "test_support.h"

#include "narae/descriptor.h"
#include "narae/ascon.h"
#include "narae/cbc.h"
#include "narae/ccm.h"
#include "narae/cfb.h"
#include "narae/chacha.h"
#include "narae/chacha20_poly1305.h"
#include "narae/cmac.h"
#include "narae/ctr.h"
#include "narae/gcm.h"
#include "narae/gmac.h"
#include "narae/keccak.h"
#include "narae/kw.h"
#include "narae/lsh.h"
#include "narae/ofb.h"
#include "narae/poly1305.h"
#include "narae/sha3.h"
#include "narae/xts.h"

#include "untyped.h"

enum { BYTES = 48 };

static uint8_t memory[512], before[512];
static const uint8_t secret[32] = {1}, number[24] = {2};

typedef struct arguments {
    uint8_t *out, *tag;
    const uint8_t *key, *nonce, *ad, *in;
    size_t bytes, tag_bytes, key_bytes, nonce_bytes, ad_bytes;
} arguments;

/* LIMITED: not even SIZE_MAX bytes and one of associated data, as where only
 * a 64-bit number counts them.  SHORT: not SIZE_MAX - 15 either. */
enum { HAS_AD = 1, HAS_TAG = 2, HAS_TAG_SIZE = 4, OPENS = 8, HAS_KEY_SIZE = 16, LIMITED = 32, SHORT = 64 };

typedef struct function {
    const char *name;
    int (*call)(const arguments *a);
    size_t nonce_bytes;
    unsigned traits;
} function;

/* The functions of the modes, on a context of their own. */
#define MODE_CALL(name, mode, call)                                               \
    static int name(const arguments *a)                                           \
    {                                                                             \
        narae_##mode ctx;                                                         \
        int status = narae_##mode##_init(&ctx, &narae_lea, a->key, a->key_bytes); \
                                                                                  \
        return status != NARAE_OK ? status : (call);                              \
    }
#define AFTER(start, call) ((status = (start)) != NARAE_OK ? status : (call))

static size_t written;

MODE_CALL(ctr_message, ctr,
          narae_ctr_crypt_message(&ctx, a->out, a->nonce, a->nonce_bytes, 32, a->in, a->bytes))
MODE_CALL(ctr_crypt, ctr,
          AFTER(narae_ctr_start(&ctx, a->nonce, a->nonce_bytes, 32),
                narae_ctr_crypt(&ctx, a->out, a->in, a->bytes)))
MODE_CALL(cbc_encrypt_message, cbc,
          narae_cbc_encrypt_message(&ctx, a->out, &written, a->nonce, a->nonce_bytes, NARAE_CBC_NO_PADDING,
                                    a->in, a->bytes))
MODE_CALL(cbc_decrypt_message, cbc,
          narae_cbc_decrypt_message(&ctx, a->out, &written, a->nonce, a->nonce_bytes, NARAE_CBC_NO_PADDING,
                                    a->in, a->bytes))
MODE_CALL(cbc_pad_message, cbc,
          narae_cbc_encrypt_message(&ctx, a->out, &written, a->nonce, a->nonce_bytes, NARAE_CBC_PKCS7, a->in,
                                    a->bytes))
MODE_CALL(cbc_encrypt, cbc,
          AFTER(narae_cbc_start(&ctx, a->nonce, a->nonce_bytes, NARAE_CBC_NO_PADDING),
                narae_cbc_encrypt(&ctx, a->out, &written, a->in, a->bytes)))
MODE_CALL(cbc_decrypt, cbc,
          AFTER(narae_cbc_start(&ctx, a->nonce, a->nonce_bytes, NARAE_CBC_NO_PADDING),
                narae_cbc_decrypt(&ctx, a->out, &written, a->in, a->bytes)))
MODE_CALL(cfb_encrypt_message, cfb,
          narae_cfb_encrypt_message(&ctx, a->out, a->nonce, a->nonce_bytes, 8, a->in, a->bytes))
MODE_CALL(cfb_decrypt_message, cfb,
          narae_cfb_decrypt_message(&ctx, a->out, a->nonce, a->nonce_bytes, 128, a->in, a->bytes))
MODE_CALL(cfb_encrypt, cfb,
          AFTER(narae_cfb_start(&ctx, a->nonce, a->nonce_bytes, 128),
                narae_cfb_encrypt(&ctx, a->out, a->in, a->bytes)))
MODE_CALL(cfb_decrypt, cfb,
          AFTER(narae_cfb_start(&ctx, a->nonce, a->nonce_bytes, 8),
                narae_cfb_decrypt(&ctx, a->out, a->in, a->bytes)))
MODE_CALL(ofb_message, ofb, narae_ofb_crypt_message(&ctx, a->out, a->nonce, a->nonce_bytes, a->in, a->bytes))
MODE_CALL(ofb_crypt, ofb,
          AFTER(narae_ofb_start(&ctx, a->nonce, a->nonce_bytes),
                narae_ofb_crypt(&ctx, a->out, a->in, a->bytes)))
MODE_CALL(gcm_seal, gcm,
          narae_gcm_seal(&ctx, a->out, a->tag, a->tag_bytes, a->nonce, a->nonce_bytes, a->ad, a->ad_bytes,
                         a->in, a->bytes))
MODE_CALL(gcm_open, gcm,
          narae_gcm_open(&ctx, a->out, a->nonce, a->nonce_bytes, a->ad, a->ad_bytes, a->in, a->bytes, a->tag,
                         a->tag_bytes))
MODE_CALL(gcm_encrypt, gcm,
          AFTER(narae_gcm_start(&ctx, a->nonce, a->nonce_bytes),
                narae_gcm_encrypt(&ctx, a->out, a->in, a->bytes)))
MODE_CALL(gcm_decrypt, gcm,
          AFTER(narae_gcm_start(&ctx, a->nonce, a->nonce_bytes),
                narae_gcm_decrypt(&ctx, a->out, a->in, a->bytes)))
MODE_CALL(ccm_seal, ccm,
          narae_ccm_seal(&ctx, a->out, a->tag, a->tag_bytes, a->nonce, a->nonce_bytes, a->ad, a->ad_bytes,
                         a->in, a->bytes))
MODE_CALL(ccm_open, ccm,
          narae_ccm_open(&ctx, a->out, a->nonce, a->nonce_bytes, a->ad, a->ad_bytes, a->in, a->bytes, a->tag,
                         a->tag_bytes))
MODE_CALL(ccm_encrypt, ccm,
          AFTER(narae_ccm_start(&ctx, a->nonce, a->nonce_bytes, 0, BYTES, 16),
                narae_ccm_encrypt(&ctx, a->out, a->in, a->bytes)))
MODE_CALL(ccm_decrypt, ccm,
          AFTER(narae_ccm_start(&ctx, a->nonce, a->nonce_bytes, 0, BYTES, 16),
                narae_ccm_decrypt(&ctx, a->out, a->in, a->bytes)))

/* With a key of their own: two, each of the requested size. */
#define XTS_CALL(name, call)                                                     \
    static int name(const arguments *a)                                          \
    {                                                                            \
        narae_xts ctx;                                                           \
        int status = narae_xts_init(&ctx, &narae_lea, a->key, 2 * a->key_bytes); \
                                                                                 \
        return status != NARAE_OK ? status : (call);                             \
    }

XTS_CALL(xts_encrypt_unit, narae_xts_encrypt_unit(&ctx, a->out, a->nonce, a->nonce_bytes, a->in, a->bytes))
XTS_CALL(xts_decrypt_unit, narae_xts_decrypt_unit(&ctx, a->out, a->nonce, a->nonce_bytes, a->in, a->bytes))

static int
chacha_xor(const arguments *a)
{
    return narae_chacha_crypt_message(a->out, a->in, a->bytes, 20, a->key, a->key_bytes, a->nonce,
                                      a->nonce_bytes, 0);
}

static int
chacha20_poly1305_seal(const arguments *a)
{
    return narae_chacha20_poly1305_seal(a->out, a->tag, a->key, a->nonce, a->nonce_bytes, a->ad, a->ad_bytes,
                                        a->in, a->bytes);
}

/* The functions of the AEADs whose contexts keep no key. */
#define KEYLESS_OPEN(name)                                                                              \
    static int name##_open(const arguments *a)                                                          \
    {                                                                                                   \
        return narae_##name##_open(a->out, a->key, a->nonce, a->nonce_bytes, a->ad, a->ad_bytes, a->in, \
                                   a->bytes, a->tag, a->tag_bytes);                                     \
    }
#define KEYLESS_STEP(name, step)                                                                   \
    static int name##_##step(const arguments *a)                                                   \
    {                                                                                              \
        narae_##name ctx;                                                                          \
        int status = narae_##name##_start(&ctx, a->key, a->nonce, a->nonce_bytes);                 \
                                                                                                   \
        if (status == NARAE_OK)                                                                    \
            status = narae_##name##_ad(&ctx, number, 1);                                           \
        return status != NARAE_OK ? status : narae_##name##_##step(&ctx, a->out, a->in, a->bytes); \
    }
#define KEYLESS(name)           \
    KEYLESS_OPEN(name)          \
    KEYLESS_STEP(name, encrypt) \
    KEYLESS_STEP(name, decrypt)
#define ASCON(name)                                                                                       \
    KEYLESS(name)                                                                                         \
    static int name##_seal(const arguments *a)                                                            \
    {                                                                                                     \
        return narae_##name##_seal(a->out, a->tag, a->tag_bytes, a->key, a->nonce, a->nonce_bytes, a->ad, \
                                   a->ad_bytes, a->in, a->bytes);                                         \
    }

KEYLESS(chacha20_poly1305)
ASCON(ascon_aead128)

#define AEAD (HAS_AD | HAS_TAG | HAS_TAG_SIZE | LIMITED)
#define MODE (HAS_KEY_SIZE | LIMITED | SHORT)
#define UNLIMITED HAS_KEY_SIZE
#define ROW(name, nonce_bytes, traits) {#name, name, nonce_bytes, traits}
#define ASCON_ROWS(name, limit)                                                     \
    ROW(name##_seal, 16, AEAD | limit), ROW(name##_open, 16, AEAD | OPENS | limit), \
        ROW(name##_encrypt, 16, LIMITED | limit), ROW(name##_decrypt, 16, LIMITED | limit)

static const function functions[] = {
    ROW(ctr_message, 16, MODE),
    ROW(ctr_crypt, 16, MODE),
    ROW(cbc_encrypt_message, 16, MODE),
    ROW(cbc_decrypt_message, 16, MODE),
    ROW(cbc_pad_message, 16, MODE),
    ROW(cbc_encrypt, 16, MODE),
    ROW(cbc_decrypt, 16, MODE),
    ROW(cfb_encrypt_message, 16, UNLIMITED),
    ROW(cfb_decrypt_message, 16, UNLIMITED),
    ROW(cfb_encrypt, 16, UNLIMITED),
    ROW(cfb_decrypt, 16, UNLIMITED),
    ROW(ofb_message, 16, UNLIMITED),
    ROW(ofb_crypt, 16, UNLIMITED),
    ROW(xts_encrypt_unit, 16, MODE),
    ROW(xts_decrypt_unit, 16, MODE),
    ROW(gcm_seal, 12, MODE | AEAD),
    ROW(gcm_open, 12, MODE | AEAD | OPENS),
    ROW(gcm_encrypt, 12, MODE),
    ROW(gcm_decrypt, 12, MODE),
    ROW(ccm_seal, 13, MODE | AEAD),
    ROW(ccm_open, 13, MODE | AEAD | OPENS),
    ROW(ccm_encrypt, 13, MODE),
    ROW(ccm_decrypt, 13, MODE),
    ROW(chacha_xor, 12, MODE),
    ROW(chacha20_poly1305_seal, 12, HAS_AD | HAS_TAG | LIMITED | SHORT),
    ROW(chacha20_poly1305_open, 12, AEAD | SHORT | OPENS),
    ROW(chacha20_poly1305_encrypt, 12, LIMITED | SHORT),
    ROW(chacha20_poly1305_decrypt, 12, LIMITED | SHORT),
    ASCON_ROWS(ascon_aead128, SHORT),
};

static arguments
good_arguments(const function *f)
{
    const size_t key_bytes = f->call == chacha_xor ? 32 : 16;

    return (arguments){.out = memory + 100,
                       .tag = memory + 300,
                       .key = secret,
                       .nonce = number,
                       .ad = number,
                       .in = memory + 200,
                       .bytes = BYTES,
                       .tag_bytes = 16,
                       .key_bytes = key_bytes,
                       .nonce_bytes = f->nonce_bytes,
                       .ad_bytes = 5};
}

#define MISTAKE(name, ...)         \
    static void name(arguments *a) \
    {                              \
        __VA_ARGS__;               \
    }

MISTAKE(null_out, a->out = NULL)
MISTAKE(null_in, a->in = NULL)
MISTAKE(null_key, a->key = NULL)
MISTAKE(null_nonce, a->nonce = NULL)
MISTAKE(null_ad, a->ad = NULL)
MISTAKE(null_tag, a->tag = NULL)
MISTAKE(no_key, a->key_bytes = 0)
MISTAKE(odd_key, a->key_bytes++)
MISTAKE(no_nonce, a->nonce_bytes = 0)
MISTAKE(no_tag, a->tag_bytes = 0)
MISTAKE(short_tag, a->tag_bytes = 3)
MISTAKE(long_tag, a->tag_bytes = 17)
MISTAKE(one_before, a->out = memory + 199)
MISTAKE(one_behind, a->out = memory + 201)
MISTAKE(fifteen_before, a->out = memory + 185)
MISTAKE(fifteen_behind, a->out = memory + 215)
MISTAKE(half_behind, a->out = memory + 200 + BYTES / 2)
MISTAKE(last_byte_shared, a->out = memory + 200 - BYTES + 1)
MISTAKE(tag_in_out, a->tag = a->out + BYTES - 1)
MISTAKE(out_in_tag, a->tag = a->out - 15)
#if SIZE_MAX > 0xffffffff
MISTAKE(endless, a->out = memory + 200, a->tag = memory + 100, a->bytes = SIZE_MAX)
MISTAKE(nearly_endless, endless(a), a->bytes = SIZE_MAX - 15)
#endif

static const struct {
    const char *name;
    void (*make)(arguments *a);
    unsigned needs;
    int expected;
} mistakes[] = {
    {"out is null", null_out, 0, NARAE_ERROR_NULL},
    {"in is null", null_in, 0, NARAE_ERROR_NULL},
    {"key is null", null_key, 0, NARAE_ERROR_NULL},
    {"nonce is null", null_nonce, 0, NARAE_ERROR_NULL},
    {"ad is null", null_ad, HAS_AD, NARAE_ERROR_NULL},
    {"tag is null", null_tag, HAS_TAG, NARAE_ERROR_NULL},
    {"a key of 0 bytes", no_key, HAS_KEY_SIZE, NARAE_ERROR_KEY_SIZE},
    {"a key one byte too long", odd_key, HAS_KEY_SIZE, NARAE_ERROR_KEY_SIZE},
    {"a nonce of 0 bytes", no_nonce, 0, NARAE_ERROR_NONCE_SIZE},
    {"a tag of 0 bytes", no_tag, HAS_TAG_SIZE, NARAE_ERROR_TAG_SIZE},
    {"a tag of 3 bytes", short_tag, HAS_TAG_SIZE, NARAE_ERROR_TAG_SIZE},
    {"a tag of 17 bytes", long_tag, HAS_TAG_SIZE, NARAE_ERROR_TAG_SIZE},
    {"out one byte before in", one_before, 0, NARAE_ERROR_OVERLAP},
    {"out one byte behind in", one_behind, 0, NARAE_ERROR_OVERLAP},
    {"out 15 bytes before in", fifteen_before, 0, NARAE_ERROR_OVERLAP},
    {"out 15 bytes behind in", fifteen_behind, 0, NARAE_ERROR_OVERLAP},
    {"out half behind in", half_behind, 0, NARAE_ERROR_OVERLAP},
    {"out's last byte is in's first", last_byte_shared, 0, NARAE_ERROR_OVERLAP},
    {"tag in out's last byte", tag_in_out, HAS_TAG, NARAE_ERROR_OVERLAP},
    {"tag's last byte in out", out_in_tag, HAS_TAG, NARAE_ERROR_OVERLAP},
#if SIZE_MAX > 0xffffffff
    {"SIZE_MAX bytes", endless, LIMITED, NARAE_ERROR_LENGTH},
    {"SIZE_MAX - 15 bytes", nearly_endless, SHORT, NARAE_ERROR_LENGTH},
#endif
};

static void
fill_memory(void)
{
    uint32_t seed = 7;

    fill(memory, sizeof memory, &seed);
    memcpy(before, memory, sizeof memory);
}

/* The status of a call, and that memory is unchanged. */
static void
check(const char *what, const char *how, int expected, int status)
{
    if (status != expected)
        printf("%s, %s: %d, not %d (%s)\n", what, how, status, expected, narae_status_text(expected));
    assert_int_equal(status, expected);
    if (memcmp(memory, before, sizeof memory) != 0)
        printf("%s, %s: refused, but memory was written\n", what, how);
    assert_memory_equal(memory, before, sizeof memory);
}

#define EACH(i, table)                \
    size_t i = 0;                     \
    i < sizeof table / sizeof *table; \
    i++

static void
every_mistake_is_refused_by_every_function(void **state)
{
    (void)state;
    for (EACH(i, functions))
        for (EACH(j, mistakes)) {
            arguments a = good_arguments(&functions[i]);

            if ((mistakes[j].needs & ~functions[i].traits) != 0)
                continue;
            mistakes[j].make(&a);
            fill_memory();
            check(functions[i].name, mistakes[j].name, mistakes[j].expected, functions[i].call(&a));
        }
}

/* Without a mistake the call succeeds; a forgery gives zeros. */
static void
good_arguments_are_accepted_and_forgeries_give_zeros(void **state)
{
    (void)state;
    for (EACH(i, functions)) {
        arguments a = good_arguments(&functions[i]);
        const int expected = functions[i].traits & OPENS ? NARAE_ERROR_AUTHENTICATION : NARAE_OK;

        for (unsigned neighbours = 0; neighbours < 2; neighbours++) {
            fill_memory();
            if (neighbours)
                a.out = memory + 200 - BYTES;
            if (functions[i].call == cbc_pad_message && neighbours)
                a.out -= 16; /* its output is a block longer */
            printf("%s\n", functions[i].name);
            assert_int_equal(functions[i].call(&a), expected);
            if (expected != NARAE_OK)
                assert_all(a.out, 0, BYTES);
        }
    }
}

#define REFUSES(code, call) check(#call, "", NARAE_ERROR_##code, call)

#define ENTRY(with, cipher, CIPHER, block, key1, key2, key3) {UNTYPED_OF(cipher)},

static void
block_ciphers(void **state)
{
    static const struct {
        const narae_block_cipher *cipher;
        checked_set_key_fn *set_key;
        int (*encrypt)(const void *, uint8_t *, const uint8_t *, size_t);
        int (*decrypt)(const void *, uint8_t *, const uint8_t *, size_t);
    } ciphers[] = {NARAE_BLOCK_CIPHERS(ENTRY, )};
    uint8_t *p = memory + 100;

    (void)state;
    fill_memory();
    for (EACH(i, ciphers)) {
        const narae_block_cipher *c = ciphers[i].cipher;
        uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];

        REFUSES(NULL, ciphers[i].set_key(NULL, secret, 16));
        REFUSES(NULL, ciphers[i].set_key(memory, NULL, 16));
        for (size_t n = 0; n <= 65; n++)
            if (n != c->key_bytes[0] && n != c->key_bytes[1] && n != c->key_bytes[2])
                REFUSES(KEY_SIZE, ciphers[i].set_key(memory, secret, n));
        REFUSES(KEY_SIZE, ciphers[i].set_key(memory, secret, SIZE_MAX));
        assert_int_equal(ciphers[i].set_key(schedule, secret, 16), NARAE_OK);
        for (unsigned decrypt = 0; decrypt < 2; decrypt++) {
            int (*crypt)(const void *, uint8_t *, const uint8_t *, size_t) =
                decrypt ? ciphers[i].decrypt : ciphers[i].encrypt;

            REFUSES(NULL, crypt(NULL, p, p, 1));
            REFUSES(NULL, crypt(schedule, NULL, p, 1));
            REFUSES(NULL, crypt(schedule, p, NULL, 1));
            REFUSES(LENGTH, crypt(schedule, p, p, SIZE_MAX));
            REFUSES(LENGTH, crypt(schedule, p, p, SIZE_MAX / c->block_bytes + 1));
            REFUSES(OVERLAP, crypt(schedule, p + 1, p, 4));
            REFUSES(OVERLAP, crypt(schedule, p, p + 1, 4));
            REFUSES(OVERLAP, crypt(schedule, p, p + 15, 4));
            REFUSES(OVERLAP, crypt(schedule, p + 2 * c->block_bytes, p, 4));
        }
    }
}

/* Null contexts and those without a key or a message. */
#define REFUSES_MODE(mode)                                                              \
    do {                                                                                \
        REFUSES(NULL, narae_##mode##_init(NULL, &narae_lea, secret, 16));               \
        REFUSES(NULL, narae_##mode##_init(&mode, NULL, secret, 16));                    \
        REFUSES(NULL, narae_##mode##_init(&mode, &narae_lea, NULL, 16));                \
        REFUSES(KEY_SIZE, narae_##mode##_init(&mode, &narae_lea, secret, 17));          \
        REFUSES(NULL, narae_##mode##_init_schedule(NULL, &narae_lea, memory));          \
        REFUSES(NULL, narae_##mode##_init_schedule(&mode, NULL, memory));               \
        REFUSES(NULL, narae_##mode##_init_schedule(&mode, &narae_lea, NULL));           \
        assert_int_equal(narae_##mode##_init(&mode, &narae_lea, secret, 16), NARAE_OK); \
    } while (0)

static void
modes(void **state)
{
    uint8_t *p = memory + 100, *in = memory + 200;
    const uint8_t equal_halves[32] = {0};
    size_t n;
    narae_ctr ctr = {0};
    narae_cbc cbc = {0};
    narae_cfb cfb = {0};
    narae_ofb ofb = {0};
    narae_cmac cmac = {0};
    narae_gcm gcm = {0};
    narae_gmac gmac = {0};
    narae_kw kw = {0};
    narae_xts xts = {0};
    narae_ccm ccm = {0};

    (void)state;
    fill_memory();
    REFUSES(STATE, narae_ctr_start(&ctr, number, 16, 0));
    REFUSES(STATE, narae_ctr_crypt(&ctr, p, in, 16));
    REFUSES(STATE, narae_ctr_crypt_message(&ctr, p, number, 16, 0, in, 16));
    REFUSES_MODE(ctr);
    REFUSES(NULL, narae_ctr_start(NULL, number, 16, 0));
    REFUSES(NULL, narae_ctr_start(&ctr, NULL, 16, 0));
    REFUSES(NONCE_SIZE, narae_ctr_start(&ctr, number, 15, 0));
    REFUSES(NONCE_SIZE, narae_ctr_start(&ctr, number, 16, 129));
    REFUSES(STATE, narae_ctr_crypt(&ctr, p, in, 16));
    REFUSES(NULL, narae_ctr_crypt(NULL, p, in, 16));
    REFUSES(NULL, narae_ctr_crypt_message(NULL, p, number, 16, 0, in, 16));

    REFUSES(NULL, narae_ctr_seek(NULL, 0));
    REFUSES(STATE, narae_ctr_seek(&ctr, 0));

    REFUSES(NULL, narae_xts_init(NULL, &narae_lea, secret, 32));
    REFUSES(NULL, narae_xts_init(&xts, NULL, secret, 32));
    REFUSES(NULL, narae_xts_init(&xts, &narae_lea, NULL, 32));
    REFUSES(BLOCK_SIZE, narae_xts_init(&xts, &narae_pipo, secret, 32));
    REFUSES(BLOCK_SIZE, narae_xts_init_schedule(&xts, &narae_pipo, memory, memory));
    REFUSES(KEY_SIZE, narae_xts_init(&xts, &narae_lea, secret, 16));
    REFUSES(KEY_SIZE, narae_xts_init(&xts, &narae_lea, secret, 31));
    REFUSES(WEAK_KEY, narae_xts_init(&xts, &narae_lea, equal_halves, 32));
    REFUSES(NULL, narae_xts_init_schedule(NULL, &narae_lea, memory, memory));
    REFUSES(NULL, narae_xts_init_schedule(&xts, NULL, memory, memory));
    REFUSES(NULL, narae_xts_init_schedule(&xts, &narae_lea, NULL, memory));
    REFUSES(NULL, narae_xts_init_schedule(&xts, &narae_lea, memory, NULL));
    REFUSES(STATE, narae_xts_encrypt_unit(&xts, p, number, 16, in, 16));
    REFUSES(STATE, narae_xts_decrypt_sectors(&xts, p, 0, 16, in, 16));
    assert_int_equal(narae_xts_init(&xts, &narae_lea, secret, 32), NARAE_OK);
    REFUSES(NULL, narae_xts_encrypt_unit(NULL, p, number, 16, in, 16));
    REFUSES(NULL, narae_xts_decrypt_unit(NULL, p, number, 16, in, 16));
    REFUSES(NULL, narae_xts_encrypt_sectors(NULL, p, 0, 16, in, 16));
    REFUSES(NULL, narae_xts_decrypt_sectors(NULL, p, 0, 16, in, 16));
    REFUSES(NULL, narae_xts_encrypt_sectors(&xts, NULL, 0, 16, in, 16));
    REFUSES(NULL, narae_xts_decrypt_sectors(&xts, p, 0, 16, NULL, 16));
    REFUSES(LENGTH, narae_xts_encrypt_sectors(&xts, p, 0, 16, in, 17));
    REFUSES(LENGTH, narae_xts_decrypt_sectors(&xts, p, 0, 8, in, 16));
    REFUSES(LENGTH, narae_xts_encrypt_sectors(&xts, p, UINT64_MAX, 16, in, 32));
    REFUSES(OVERLAP, narae_xts_encrypt_sectors(&xts, in + 15, 0, 16, in, 32));
    REFUSES(OVERLAP, narae_xts_decrypt_sectors(&xts, in + 31, 0, 16, in, 32));

    REFUSES(STATE, narae_kw_wrap(&kw, p, in, 16));
    REFUSES(STATE, narae_kw_unwrap(&kw, p, in, 24));
    REFUSES(STATE, narae_kwp_wrap(&kw, p, in, 16));
    REFUSES(STATE, narae_kwp_unwrap(&kw, p, &n, in, 24));
    REFUSES_MODE(kw);
    REFUSES(BLOCK_SIZE, narae_kw_init(&kw, &narae_pipo, secret, 16));
    REFUSES(BLOCK_SIZE, narae_kw_init_schedule(&kw, &narae_pipo, memory));
    REFUSES(NULL, narae_kw_wrap(NULL, p, in, 16));
    REFUSES(NULL, narae_kw_unwrap(NULL, p, in, 24));
    REFUSES(NULL, narae_kwp_wrap(NULL, p, in, 16));
    REFUSES(NULL, narae_kwp_unwrap(NULL, p, &n, in, 24));
    REFUSES(NULL, narae_kw_wrap(&kw, NULL, in, 16));
    REFUSES(NULL, narae_kw_wrap(&kw, p, NULL, 16));
    REFUSES(NULL, narae_kw_unwrap(&kw, NULL, in, 24));
    REFUSES(NULL, narae_kw_unwrap(&kw, p, NULL, 24));
    REFUSES(NULL, narae_kwp_wrap(&kw, NULL, in, 16));
    REFUSES(NULL, narae_kwp_wrap(&kw, p, NULL, 16));
    REFUSES(NULL, narae_kwp_unwrap(&kw, NULL, &n, in, 24));
    REFUSES(NULL, narae_kwp_unwrap(&kw, p, NULL, in, 24));
    REFUSES(NULL, narae_kwp_unwrap(&kw, p, &n, NULL, 24));
    REFUSES(LENGTH, narae_kw_wrap(&kw, p, in, 8));
    REFUSES(LENGTH, narae_kw_wrap(&kw, p, in, 20));
    REFUSES(LENGTH, narae_kw_unwrap(&kw, p, in, 16));
    REFUSES(LENGTH, narae_kwp_wrap(&kw, p, in, 0));
    REFUSES(LENGTH, narae_kwp_wrap(&kw, p, in, SIZE_MAX));
    REFUSES(LENGTH, narae_kwp_unwrap(&kw, p, &n, in, 8));
    REFUSES(OVERLAP, narae_kw_wrap(&kw, in - 1, in, 16));
    REFUSES(OVERLAP, narae_kw_wrap(&kw, in - 23, in, 16));
    REFUSES(OVERLAP, narae_kw_unwrap(&kw, in + 8, in, 24));
    REFUSES(OVERLAP, narae_kwp_wrap(&kw, in + 1, in, 16));
    REFUSES(OVERLAP, narae_kwp_unwrap(&kw, in + 8, &n, in, 24));

    REFUSES(STATE, narae_gmac_start(&gmac, number, 12));
    REFUSES(STATE, narae_gmac_tag_message(&gmac, p, 16, number, 12, in, 16));
    REFUSES(STATE, narae_gmac_verify_message(&gmac, number, 12, in, 16, p, 16));
    REFUSES_MODE(gmac);
    REFUSES(BLOCK_SIZE, narae_gmac_init(&gmac, &narae_pipo, secret, 16));
    REFUSES(NULL, narae_gmac_start(NULL, number, 12));
    REFUSES(NULL, narae_gmac_start(&gmac, NULL, 12));
    REFUSES(NONCE_SIZE, narae_gmac_start(&gmac, number, 0));
    REFUSES(NULL, narae_gmac_update(NULL, in, 16));
    REFUSES(STATE, narae_gmac_update(&gmac, in, 16));
    REFUSES(NULL, narae_gmac_finish(NULL, p, 16));
    REFUSES(STATE, narae_gmac_finish(&gmac, p, 16));
    REFUSES(NULL, narae_gmac_verify(NULL, p, 16));
    REFUSES(STATE, narae_gmac_verify(&gmac, p, 16));
    assert_int_equal(narae_gmac_start(&gmac, number, 12), NARAE_OK);
    REFUSES(NULL, narae_gmac_update(&gmac, NULL, 16));
    REFUSES(NULL, narae_gmac_finish(&gmac, NULL, 16));
    REFUSES(TAG_SIZE, narae_gmac_finish(&gmac, p, 17));
    REFUSES(TAG_SIZE, narae_gmac_verify(&gmac, p, 3));
    REFUSES(AUTHENTICATION, narae_gmac_verify(&gmac, p, 16));
    REFUSES(STATE, narae_gmac_update(&gmac, in, 16));
    REFUSES(NULL, narae_gmac_tag_message(NULL, p, 16, number, 12, in, 16));
    REFUSES(NULL, narae_gmac_tag_message(&gmac, NULL, 16, number, 12, in, 16));
    REFUSES(NULL, narae_gmac_tag_message(&gmac, p, 16, NULL, 12, in, 16));
    REFUSES(NULL, narae_gmac_tag_message(&gmac, p, 16, number, 12, NULL, 16));
    REFUSES(TAG_SIZE, narae_gmac_tag_message(&gmac, p, 5, number, 12, in, 16));
    REFUSES(NULL, narae_gmac_verify_message(NULL, number, 12, in, 16, p, 16));
    REFUSES(NULL, narae_gmac_verify_message(&gmac, number, 12, NULL, 16, p, 16));
    REFUSES(AUTHENTICATION, narae_gmac_verify_message(&gmac, number, 12, in, 16, p, 16));

    REFUSES(STATE, narae_cfb_start(&cfb, number, 16, 8));
    REFUSES(STATE, narae_cfb_encrypt_message(&cfb, p, number, 16, 8, in, 16));
    REFUSES(STATE, narae_cfb_decrypt_message(&cfb, p, number, 16, 8, in, 16));
    REFUSES_MODE(cfb);
    REFUSES(NULL, narae_cfb_start(NULL, number, 16, 8));
    REFUSES(NULL, narae_cfb_start(&cfb, NULL, 16, 8));
    REFUSES(BLOCK_SIZE, narae_cfb_start(&cfb, number, 16, 1));
    REFUSES(BLOCK_SIZE, narae_cfb_start(&cfb, number, 16, 136));
    REFUSES(STATE, narae_cfb_encrypt(&cfb, p, in, 16));
    REFUSES(STATE, narae_cfb_decrypt(&cfb, p, in, 16));
    REFUSES(NULL, narae_cfb_encrypt(NULL, p, in, 16));
    REFUSES(NULL, narae_cfb_decrypt(NULL, p, in, 16));
    REFUSES(NULL, narae_cfb_encrypt_message(NULL, p, number, 16, 8, in, 16));
    REFUSES(NULL, narae_cfb_decrypt_message(NULL, p, number, 16, 8, in, 16));

    REFUSES(STATE, narae_ofb_start(&ofb, number, 16));
    REFUSES(STATE, narae_ofb_crypt_message(&ofb, p, number, 16, in, 16));
    REFUSES_MODE(ofb);
    REFUSES(NULL, narae_ofb_start(NULL, number, 16));
    REFUSES(NULL, narae_ofb_start(&ofb, NULL, 16));
    REFUSES(STATE, narae_ofb_crypt(&ofb, p, in, 16));
    REFUSES(NULL, narae_ofb_crypt(NULL, p, in, 16));
    REFUSES(NULL, narae_ofb_crypt_message(NULL, p, number, 16, in, 16));

    REFUSES(STATE, narae_cbc_start(&cbc, number, 16, NARAE_CBC_PKCS7));
    REFUSES(STATE, narae_cbc_encrypt_message(&cbc, p, &n, number, 16, NARAE_CBC_PKCS7, in, 16));
    REFUSES(STATE, narae_cbc_decrypt_message(&cbc, p, &n, number, 16, NARAE_CBC_PKCS7, in, 16));
    REFUSES_MODE(cbc);
    REFUSES(NULL, narae_cbc_start(NULL, number, 16, NARAE_CBC_PKCS7));
    REFUSES(NULL, narae_cbc_start(&cbc, NULL, 16, NARAE_CBC_PKCS7));
    REFUSES(PADDING, narae_cbc_start(&cbc, number, 16, 2));
    REFUSES(NULL, narae_cbc_encrypt(NULL, p, &n, in, 16));
    REFUSES(NULL, narae_cbc_decrypt(NULL, p, &n, in, 16));
    REFUSES(NULL, narae_cbc_encrypt_finish(NULL, p, &n));
    REFUSES(NULL, narae_cbc_decrypt_finish(NULL, p, &n));
    REFUSES(STATE, narae_cbc_encrypt(&cbc, p, &n, in, 16));
    REFUSES(STATE, narae_cbc_decrypt(&cbc, p, &n, in, 16));
    REFUSES(STATE, narae_cbc_encrypt_finish(&cbc, p, &n));
    REFUSES(STATE, narae_cbc_decrypt_finish(&cbc, p, &n));
    REFUSES(NULL, narae_cbc_encrypt_message(NULL, p, &n, number, 16, NARAE_CBC_PKCS7, in, 16));
    REFUSES(NULL, narae_cbc_decrypt_message(NULL, p, &n, number, 16, NARAE_CBC_PKCS7, in, 16));
    REFUSES(NULL, narae_cbc_encrypt_message(&cbc, p, NULL, number, 16, NARAE_CBC_PKCS7, in, 16));
    REFUSES(NULL, narae_cbc_decrypt_message(&cbc, p, NULL, number, 16, NARAE_CBC_PKCS7, in, 16));
    REFUSES(NULL, narae_cbc_encrypt_message(&cbc, NULL, &n, number, 16, NARAE_CBC_PKCS7, NULL, 0));
    REFUSES(LENGTH, narae_cbc_encrypt_message(&cbc, p, &n, number, 16, NARAE_CBC_NO_PADDING, in, 15));
    REFUSES(LENGTH, narae_cbc_encrypt_message(&cbc, p, &n, number, 16, NARAE_CBC_PKCS7, p, SIZE_MAX));
    REFUSES(LENGTH, narae_cbc_decrypt_message(&cbc, p, &n, number, 16, NARAE_CBC_PKCS7, in, 15));
    REFUSES(LENGTH, narae_cbc_decrypt_message(&cbc, p, &n, number, 16, NARAE_CBC_PKCS7, in, 0));
    REFUSES(OVERLAP, narae_cbc_encrypt_message(&cbc, in - 16, &n, number, 16, NARAE_CBC_PKCS7, in, 16));
    assert_int_equal(narae_cbc_start(&cbc, number, 16, NARAE_CBC_PKCS7), NARAE_OK);
    REFUSES(LENGTH, narae_cbc_encrypt(&cbc, p, &n, p, SIZE_MAX));
    REFUSES(NULL, narae_cbc_encrypt(&cbc, p, NULL, in, 16));
    REFUSES(NULL, narae_cbc_encrypt_finish(&cbc, p, NULL));
    REFUSES(NULL, narae_cbc_decrypt_finish(&cbc, p, NULL));
    REFUSES(NULL, narae_cbc_encrypt_finish(&cbc, NULL, &n));
    REFUSES(LENGTH, narae_cbc_decrypt_finish(&cbc, p, &n));

    REFUSES(STATE, narae_cmac_start(&cmac));
    REFUSES(STATE, narae_cmac_tag_message(&cmac, p, 16, in, 16));
    REFUSES(STATE, narae_cmac_verify_message(&cmac, in, 16, p, 16));
    REFUSES_MODE(cmac);
    REFUSES(NULL, narae_cmac_start(NULL));
    REFUSES(STATE, narae_cmac_update(&cmac, in, 1));
    REFUSES(STATE, narae_cmac_finish(&cmac, p, 16));
    REFUSES(STATE, narae_cmac_verify(&cmac, p, 16));
    assert_int_equal(narae_cmac_start(&cmac), NARAE_OK);
    REFUSES(NULL, narae_cmac_update(NULL, in, 1));
    REFUSES(NULL, narae_cmac_update(&cmac, NULL, 1));
    REFUSES(NULL, narae_cmac_finish(NULL, p, 16));
    REFUSES(NULL, narae_cmac_finish(&cmac, NULL, 16));
    REFUSES(TAG_SIZE, narae_cmac_finish(&cmac, p, 0));
    REFUSES(TAG_SIZE, narae_cmac_finish(&cmac, p, 17));
    REFUSES(NULL, narae_cmac_verify(NULL, p, 16));
    REFUSES(NULL, narae_cmac_verify(&cmac, NULL, 16));
    REFUSES(TAG_SIZE, narae_cmac_verify(&cmac, p, 0));
    for (size_t least = 1; least < 4; least++) {
        uint8_t cut[3];

        REFUSES(TAG_SIZE, narae_cmac_verify(&cmac, p, least));
        REFUSES(TAG_SIZE, narae_cmac_verify_message(&cmac, in, 16, p, least));
        assert_int_equal(narae_cmac_tag_message(&cmac, cut, least, in, 16), NARAE_OK);
    }
    REFUSES(AUTHENTICATION, narae_cmac_verify(&cmac, p, 16));
    REFUSES(NULL, narae_cmac_tag_message(NULL, p, 16, in, 16));
    REFUSES(NULL, narae_cmac_tag_message(&cmac, NULL, 16, in, 16));
    REFUSES(NULL, narae_cmac_tag_message(&cmac, p, 16, NULL, 16));
    REFUSES(TAG_SIZE, narae_cmac_tag_message(&cmac, p, 17, in, 16));
    REFUSES(NULL, narae_cmac_verify_message(NULL, in, 16, p, 16));
    REFUSES(NULL, narae_cmac_verify_message(&cmac, in, 16, NULL, 16));
    REFUSES(AUTHENTICATION, narae_cmac_verify_message(&cmac, in, 16, p, 16));

    REFUSES(STATE, narae_gcm_start(&gcm, number, 12));
    REFUSES(STATE, narae_ccm_start(&ccm, number, 13, 0, 0, 16));
    REFUSES(STATE, narae_gcm_encrypt(&gcm, p, in, 16));
    REFUSES(STATE, narae_ccm_encrypt(&ccm, p, in, 16));
    REFUSES_MODE(gcm);
    REFUSES_MODE(ccm);
    REFUSES(BLOCK_SIZE, narae_gcm_init(&gcm, &narae_pipo, secret, 16));
    REFUSES(BLOCK_SIZE, narae_ccm_init(&ccm, &narae_pipo, secret, 16));
    REFUSES(BLOCK_SIZE, narae_gcm_init_schedule(&gcm, &narae_pipo, memory));
    REFUSES(BLOCK_SIZE, narae_ccm_init_schedule(&ccm, &narae_pipo, memory));
    for (n = 0; n < 16; n++)
        if (n < 7 || n > 13)
            REFUSES(NONCE_SIZE, narae_ccm_start(&ccm, number, n, 0, 0, 16));
    for (n = 0; n < 20; n++)
        if (n < 4 || n > 16 || n % 2 == 1)
            REFUSES(TAG_SIZE, narae_ccm_start(&ccm, number, 13, 0, 0, n));
    REFUSES(LENGTH, narae_ccm_start(&ccm, number, 13, 0, 65536, 16));
    REFUSES(LENGTH, narae_ccm_start(&ccm, number, 8, 0, UINT64_MAX, 16));
    REFUSES(NULL, narae_gcm_ad(NULL, in, 1));
    REFUSES(NULL, narae_gcm_encrypt(NULL, p, in, 1));
    REFUSES(NULL, narae_gcm_decrypt(NULL, p, in, 1));
    REFUSES(NULL, narae_gcm_finish(NULL, p, 16));
    REFUSES(NULL, narae_gcm_verify(NULL, p, 16));
    REFUSES(NULL, narae_ccm_ad(NULL, in, 1));
    REFUSES(NULL, narae_ccm_encrypt(NULL, p, in, 1));
    REFUSES(NULL, narae_ccm_decrypt(NULL, p, in, 1));
    REFUSES(NULL, narae_ccm_finish(NULL, p, 16));
    REFUSES(NULL, narae_ccm_verify(NULL, p, 16));
}

/* A mode is not defined for blocks of any other size. */
static void
blocks_of_another_size(void **state)
{
    const narae_block_cipher wide = {.name = "wide", .block_bytes = 32};
    narae_cmac cmac;

    (void)state;
    fill_memory();
    REFUSES(BLOCK_SIZE, narae_cmac_init(&cmac, &wide, secret, 16));
    REFUSES(BLOCK_SIZE, narae_cmac_init_schedule(&cmac, &wide, memory));
}

static void
streams_and_hashes(void **state)
{
    uint8_t *p = memory + 100, *in = memory + 200;
    narae_chacha chacha = {0};
    narae_poly1305 poly1305 = {0};
    narae_sha3 sha3 = {0};
    narae_lsh256 lsh256 = {0};
    narae_lsh512 lsh512 = {0};
    narae_ghash_key ghash;

    (void)state;
    fill_memory();
    REFUSES(NULL, narae_chacha_start(NULL, 20, secret, 32, number, 12, 0));
    REFUSES(ROUNDS, narae_chacha_start(&chacha, 10, secret, 32, number, 12, 0));
    REFUSES(KEY_SIZE, narae_chacha_start(&chacha, 20, secret, 16, number, 12, 0));
    REFUSES(NONCE_SIZE, narae_chacha_start(&chacha, 20, secret, 32, number, 16, 0));
    REFUSES(LENGTH, narae_chacha_start(&chacha, 20, secret, 32, number, 12, UINT64_C(1) << 32));
    REFUSES(NULL, narae_chacha_crypt(NULL, p, in, 1));
    REFUSES(STATE, narae_chacha_crypt(&chacha, p, in, 1));

    REFUSES(NULL, narae_poly1305_start(NULL, secret));
    REFUSES(NULL, narae_poly1305_start(&poly1305, NULL));
    REFUSES(STATE, narae_poly1305_update(&poly1305, in, 1));
    REFUSES(STATE, narae_poly1305_finish(&poly1305, p));
    REFUSES(STATE, narae_poly1305_verify(&poly1305, p, 16));
    REFUSES(NULL, narae_poly1305_update(NULL, in, 1));
    REFUSES(NULL, narae_poly1305_update(&poly1305, NULL, 1));
    REFUSES(NULL, narae_poly1305_finish(NULL, p));
    REFUSES(NULL, narae_poly1305_finish(&poly1305, NULL));
    REFUSES(NULL, narae_poly1305_verify(NULL, p, 16));
    REFUSES(NULL, narae_poly1305_verify(&poly1305, NULL, 16));
    REFUSES(TAG_SIZE, narae_poly1305_verify(&poly1305, p, 15));
    REFUSES(NULL, narae_poly1305_tag_message(NULL, secret, in, 1));
    REFUSES(NULL, narae_poly1305_tag_message(p, NULL, in, 1));
    REFUSES(NULL, narae_poly1305_tag_message(p, secret, NULL, 1));

    REFUSES(NULL, narae_sha3_224_start(NULL));
    REFUSES(NULL, narae_sha3_256_start(NULL));
    REFUSES(NULL, narae_sha3_384_start(NULL));
    REFUSES(NULL, narae_sha3_512_start(NULL));
    REFUSES(NULL, narae_shake128_start(NULL));
    REFUSES(NULL, narae_shake256_start(NULL));
    REFUSES(STATE, narae_sha3_update(&sha3, in, 1));
    REFUSES(STATE, narae_sha3_finish(&sha3, p, 32));
    REFUSES(STATE, narae_shake_squeeze(&sha3, p, 32));
    REFUSES(NULL, narae_sha3_update(NULL, in, 1));
    REFUSES(NULL, narae_sha3_update(&sha3, NULL, 1));
    REFUSES(NULL, narae_sha3_finish(NULL, p, 32));
    REFUSES(NULL, narae_sha3_finish(&sha3, NULL, 32));
    REFUSES(NULL, narae_shake_squeeze(NULL, p, 32));
    REFUSES(NULL, narae_shake_squeeze(&sha3, NULL, 32));
    assert_int_equal(narae_sha3_256_start(&sha3), NARAE_OK);
    REFUSES(LENGTH, narae_sha3_finish(&sha3, p, 28));
    REFUSES(STATE, narae_shake_squeeze(&sha3, p, 32));
    REFUSES(NULL, narae_sha3_224_message(NULL, in, 1));
    REFUSES(NULL, narae_sha3_256_message(p, NULL, 1));
    REFUSES(NULL, narae_sha3_384_message(NULL, in, 1));
    REFUSES(NULL, narae_sha3_512_message(p, NULL, 1));
    REFUSES(NULL, narae_shake128_message(NULL, 1, in, 1));
    REFUSES(NULL, narae_shake256_message(p, 1, NULL, 1));

    REFUSES(NULL, narae_lsh256_224_start(NULL));
    REFUSES(NULL, narae_lsh256_256_start(NULL));
    REFUSES(NULL, narae_lsh512_224_start(NULL));
    REFUSES(NULL, narae_lsh512_256_start(NULL));
    REFUSES(NULL, narae_lsh512_384_start(NULL));
    REFUSES(NULL, narae_lsh512_512_start(NULL));
    REFUSES(STATE, narae_lsh256_update(&lsh256, in, 1));
    REFUSES(STATE, narae_lsh512_update(&lsh512, in, 1));
    REFUSES(STATE, narae_lsh256_finish(&lsh256, p, 32));
    REFUSES(STATE, narae_lsh512_finish(&lsh512, p, 32));
    REFUSES(NULL, narae_lsh256_update(&lsh256, NULL, 1));
    REFUSES(NULL, narae_lsh512_update(NULL, in, 1));
    REFUSES(NULL, narae_lsh256_finish(NULL, p, 32));
    REFUSES(NULL, narae_lsh512_finish(&lsh512, NULL, 32));
    assert_int_equal(narae_lsh256_256_start(&lsh256), NARAE_OK);
    REFUSES(LENGTH, narae_lsh256_finish(&lsh256, p, 28));
    assert_int_equal(narae_lsh512_512_start(&lsh512), NARAE_OK);
    REFUSES(LENGTH, narae_lsh512_finish(&lsh512, p, 32));
    REFUSES(NULL, narae_lsh256_224_message(NULL, in, 1));
    REFUSES(NULL, narae_lsh256_256_message(p, NULL, 1));
    REFUSES(NULL, narae_lsh512_224_message(NULL, in, 1));
    REFUSES(NULL, narae_lsh512_256_message(p, NULL, 1));
    REFUSES(NULL, narae_lsh512_384_message(NULL, in, 1));
    REFUSES(NULL, narae_lsh512_512_message(p, NULL, 1));

    REFUSES(NULL, narae_keccak_f1600(NULL));
    REFUSES(NULL, narae_ghash_set_key(NULL, in));
    REFUSES(NULL, narae_ghash_set_key(&ghash, NULL));
    assert_int_equal(narae_ghash_set_key(&ghash, in), NARAE_OK);
    REFUSES(NULL, narae_ghash(NULL, p, in, 1));
    REFUSES(NULL, narae_ghash(&ghash, NULL, in, 1));
    REFUSES(NULL, narae_ghash(&ghash, p, NULL, 1));
}

static void
ascon(void **state)
{
    uint8_t *p = memory + 100, *in = memory + 200;
    uint64_t words[5] = {0};
    narae_ascon_hash256 hash = {0};
    narae_ascon_xof128 xof = {0};
    narae_ascon_cxof128 cxof = {0};

    (void)state;
    fill_memory();
    REFUSES(NULL, narae_ascon_permute(NULL, 12));
    REFUSES(ROUNDS, narae_ascon_permute(words, 10));
    REFUSES(NULL, narae_ascon_hash256_start(NULL));
    REFUSES(NULL, narae_ascon_hash256_update(NULL, in, 1));
    REFUSES(NULL, narae_ascon_hash256_update(&hash, NULL, 1));
    REFUSES(STATE, narae_ascon_hash256_update(&hash, in, 1));
    REFUSES(NULL, narae_ascon_hash256_finish(NULL, p));
    REFUSES(NULL, narae_ascon_hash256_finish(&hash, NULL));
    REFUSES(STATE, narae_ascon_hash256_finish(&hash, p));
    REFUSES(NULL, narae_ascon_hash256_message(NULL, in, 1));
    REFUSES(NULL, narae_ascon_hash256_message(p, NULL, 1));
    REFUSES(NULL, narae_ascon_xof128_start(NULL));
    REFUSES(NULL, narae_ascon_xof128_update(NULL, in, 1));
    REFUSES(STATE, narae_ascon_xof128_update(&xof, in, 1));
    REFUSES(NULL, narae_ascon_xof128_squeeze(NULL, p, 1));
    REFUSES(NULL, narae_ascon_xof128_squeeze(&xof, NULL, 1));
    REFUSES(STATE, narae_ascon_xof128_squeeze(&xof, p, 1));
    REFUSES(NULL, narae_ascon_xof128_message(NULL, 1, in, 1));
    REFUSES(NULL, narae_ascon_xof128_message(p, 1, NULL, 1));
    REFUSES(NULL, narae_ascon_cxof128_start(NULL, in, 1));
    REFUSES(NULL, narae_ascon_cxof128_start(&cxof, NULL, 1));
    REFUSES(LENGTH, narae_ascon_cxof128_start(&cxof, in, 257));
    REFUSES(STATE, narae_ascon_cxof128_update(&cxof, in, 1));
    REFUSES(NULL, narae_ascon_cxof128_update(NULL, in, 1));
    REFUSES(NULL, narae_ascon_cxof128_squeeze(NULL, p, 1));
    REFUSES(NULL, narae_ascon_cxof128_message(NULL, 1, in, 1, in, 1));
    REFUSES(NULL, narae_ascon_cxof128_message(p, 1, NULL, 1, in, 1));
    REFUSES(NULL, narae_ascon_cxof128_message(p, 1, in, 1, NULL, 1));
    REFUSES(LENGTH, narae_ascon_cxof128_message(p, 1, in, 257, in, 1));
}

/* Contexts of the AEADs that keep no key; a context of zeros is not started. */
#define REFUSES_AEAD(name, nonce_bytes)                                                      \
    do {                                                                                     \
        narae_##name ctx = {0};                                                              \
                                                                                             \
        REFUSES(NULL, narae_##name##_start(NULL, secret, number, nonce_bytes));              \
        REFUSES(NULL, narae_##name##_start(&ctx, NULL, number, nonce_bytes));                \
        REFUSES(NULL, narae_##name##_start(&ctx, secret, NULL, nonce_bytes));                \
        REFUSES(NONCE_SIZE, narae_##name##_start(&ctx, secret, number, nonce_bytes + 1));    \
        REFUSES(STATE, narae_##name##_ad(&ctx, in, 1));                                      \
        REFUSES(STATE, narae_##name##_encrypt(&ctx, p, in, 1));                              \
        REFUSES(STATE, narae_##name##_decrypt(&ctx, p, in, 1));                              \
        REFUSES(STATE, narae_##name##_verify(&ctx, p, 16));                                  \
        REFUSES(NULL, narae_##name##_ad(NULL, in, 1));                                       \
        REFUSES(NULL, narae_##name##_encrypt(NULL, p, in, 1));                               \
        REFUSES(NULL, narae_##name##_decrypt(NULL, p, in, 1));                               \
        REFUSES(NULL, narae_##name##_verify(NULL, p, 16));                                   \
        REFUSES(NULL, narae_##name##_verify(&ctx, NULL, 16));                                \
        REFUSES(TAG_SIZE, narae_##name##_verify(&ctx, p, 17));                               \
        assert_int_equal(narae_##name##_start(&ctx, secret, number, nonce_bytes), NARAE_OK); \
        REFUSES(NULL, narae_##name##_ad(&ctx, NULL, 1));                                     \
        REFUSES(AUTHENTICATION, narae_##name##_verify(&ctx, p, 16));                         \
        assert_all((const uint8_t *)&ctx, 0, sizeof ctx);                                    \
    } while (0)

static void
aeads_in_parts(void **state)
{
    uint8_t *p = memory + 100, *in = memory + 200;

    (void)state;
    fill_memory();
    REFUSES_AEAD(chacha20_poly1305, 12);
    REFUSES_AEAD(ascon_aead128, 16);
}

#if SIZE_MAX > 0xffffffff
#    define REFUSES_ENDLESS_AD(name, nonce_bytes)                                                \
        do {                                                                                     \
            narae_##name ctx;                                                                    \
                                                                                                 \
            assert_int_equal(narae_##name##_start(&ctx, secret, number, nonce_bytes), NARAE_OK); \
            assert_int_equal(narae_##name##_ad(&ctx, number, 1), NARAE_OK);                      \
            REFUSES(LENGTH, narae_##name##_ad(&ctx, memory, SIZE_MAX));                          \
        } while (0)

/* Associated data beyond what the standards, or 64 bits, count. */
static void
endless_associated_data(void **state)
{
    uint8_t *p = memory + 100, *tag = memory + 300;
    narae_gcm gcm;

    (void)state;
    fill_memory();
    assert_int_equal(narae_gcm_init(&gcm, &narae_lea, secret, 16), NARAE_OK);
    REFUSES(LENGTH, narae_gcm_seal(&gcm, p, tag, 16, number, 12, p, SIZE_MAX, p, 1));
    REFUSES_ENDLESS_AD(chacha20_poly1305, 12);
    REFUSES_ENDLESS_AD(ascon_aead128, 16);
}
#endif

static void
each_status_has_a_sentence_of_its_own(void **state)
{
    const char *unknown = narae_status_text(1);

    (void)state;
    for (int a = NARAE_ERROR_SELF_TEST; a <= NARAE_OK; a++) {
        assert_true(strcmp(narae_status_text(a), unknown) != 0);
        for (int b = NARAE_ERROR_SELF_TEST; b < a; b++)
            assert_true(strcmp(narae_status_text(a), narae_status_text(b)) != 0);
    }
    assert_true(strcmp(narae_status_text(NARAE_ERROR_SELF_TEST - 1), unknown) == 0);
    assert_true(strcmp(unknown, "unknown status") == 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_refused_by_every_function),
        cmocka_unit_test(good_arguments_are_accepted_and_forgeries_give_zeros),
        cmocka_unit_test(block_ciphers),
        cmocka_unit_test(modes),
        cmocka_unit_test(blocks_of_another_size),
        cmocka_unit_test(streams_and_hashes),
        cmocka_unit_test(ascon),
        cmocka_unit_test(aeads_in_parts),
#if SIZE_MAX > 0xffffffff
        cmocka_unit_test(endless_associated_data),
#endif
        cmocka_unit_test(each_status_has_a_sentence_of_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
