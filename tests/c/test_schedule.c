/* SPDX-License-Identifier: MIT */
/* A schedule that does not begin with a number of rounds of its cipher (wiped, never set,
 * of another cipher) is rejected by every function before it writes output or context.
 * Runs at each level of NARAE_CPU. */

#include "test_support.h"

#include "narae/descriptor.h"
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

#include "untyped.h"

enum { MANY = 100, MAX = 16 * MANY };

typedef struct cipher {
    const narae_block_cipher *descriptor;
    int (*encrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks);
    int (*decrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks);
} cipher;

#define ENTRY(with, cipher, CIPHER, block, key1, key2, key3) \
    {&narae_##cipher, cipher##_encrypt, cipher##_decrypt},
static const cipher ciphers[] = {NARAE_BLOCK_CIPHERS(ENTRY, )};
enum { CIPHERS = sizeof ciphers / sizeof *ciphers };

static const uint8_t key[32] = {1, 2, 3}, iv[16] = {4, 5, 6}, in[MAX + 8] = {7, 8, 9};
static uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];

static struct written {
    uint8_t out[MAX + 16], tag[16];
    size_t n;
} written, before;

static union context {
    narae_ctr ctr;
    narae_cbc cbc;
    narae_cfb cfb;
    narae_ofb ofb;
    narae_gcm gcm;
    narae_gmac gmac;
    narae_kw kw;
    narae_xts xts;
    narae_ccm ccm;
    narae_cmac cmac;
} ctx, ctx_before;

/* The first words of all schedules, by cipher and key size; 0 where there is none. */
static uint32_t words[CIPHERS][3];

static int
find_words(void **state)
{
    (void)state;
    for (size_t c = 0; c < CIPHERS; c++)
        for (size_t k = 0; k < 3 && ciphers[c].descriptor->key_bytes[k] != 0; k++) {
            narae_kernels_of(ciphers[c].descriptor)
                ->set_key(schedule, key, ciphers[c].descriptor->key_bytes[k]);
            words[c][k] = schedule[0];
        }
    return 0;
}

static int
is_a_word_of(size_t c, uint32_t word)
{
    return word != 0 && (word == words[c][0] || word == words[c][1] || word == words[c][2]);
}

/* What a schedule of cipher `c` cannot begin with, one after the other; 0 comes first,
 * and at the end again. */
static uint32_t
next_wrong(size_t c, size_t *i)
{
    static const uint32_t some_words[] = {0,  2,   5,          11,         15,        16 + 5,
                                          36, 255, 0x7fffffff, 0x80000000, 0xffffffff};
    enum { SOME = sizeof some_words / sizeof *some_words, OTHERS = 3 * CIPHERS };

    for (;;) {
        const size_t at = (*i)++, other = at - SOME;
        uint32_t word;

        if (at < SOME)
            word = some_words[at];
        else if (other < OTHERS)
            word = words[other / 3][other % 3];
        else if (other < 2 * OTHERS)
            word = words[c][other % 3] + 1;
        else if (other < 3 * OTHERS)
            word = words[c][other % 3] | 0x01000000;
        else
            return 0;
        if (!is_a_word_of(c, word) && (word != 0 || at == 0))
            return word;
    }
}

static void
remember(void)
{
    memset(&written, 0xc5, sizeof written);
    memcpy(&before, &written, sizeof before);
    memcpy(&ctx_before, &ctx, sizeof ctx);
}

static void
assert_nothing_written(void)
{
    if (written.n == 0) /* a number of bytes is, after an error */
        written.n = before.n;
    assert_memory_equal(&written, &before, sizeof before);
    assert_memory_equal(&ctx, &ctx_before, sizeof ctx);
}

static void
ciphers_refuse_it(void **state)
{
    (void)state;
    for (size_t c = 0; c < CIPHERS; c++)
        for (size_t k = 0, i = 0; k < 3 && words[c][k] != 0; k++, i = 0) {
            const cipher *const p = &ciphers[c];
            uint32_t wrong;

            do {
                narae_kernels_of(p->descriptor)->set_key(schedule, key, p->descriptor->key_bytes[k]);
                wrong = next_wrong(c, &i);
                if (wrong == 0)
                    narae_wipe(schedule, sizeof schedule);
                else
                    schedule[0] = wrong;
                for (size_t nblocks = 0; nblocks <= MANY; nblocks += nblocks == 0 ? 1 : MANY - 1) {
                    remember();
                    assert_int_equal(p->encrypt(schedule, written.out, in, nblocks), NARAE_ERROR_STATE);
                    assert_int_equal(p->decrypt(schedule, written.out, in, nblocks), NARAE_ERROR_STATE);
                    assert_nothing_written();
                }
            } while (wrong != 0 || i == 1);
            narae_kernels_of(p->descriptor)->set_key(schedule, key, p->descriptor->key_bytes[k]);
            assert_int_equal(p->encrypt(schedule, written.out, in, MANY), NARAE_OK);
            assert_int_equal(p->decrypt(schedule, written.out, written.out, MANY), NARAE_OK);
            assert_memory_equal(written.out, in, MANY * p->descriptor->block_bytes);
        }
}

/* What each mode has: how its context is made, with a schedule of its own or the
 * caller's, and its functions, each behind those that must come before it. */

typedef int init_fn(const narae_block_cipher *c, size_t key_bytes, int shares);
typedef int call_fn(size_t size, size_t bytes);

static int
nothing(size_t size, size_t bytes)
{
    return (void)size, (void)bytes, NARAE_OK;
}

#define MODE(mode)                                                                    \
    static int mode##_init(const narae_block_cipher *c, size_t key_bytes, int shares) \
    {                                                                                 \
        memset(&ctx, 0, sizeof ctx);                                                  \
        return shares ? narae_##mode##_init_schedule(&ctx.mode, c, schedule)          \
                      : narae_##mode##_init(&ctx.mode, c, key, key_bytes);            \
    }
#define CALL(name, expression)                 \
    static int name(size_t size, size_t bytes) \
    {                                          \
        (void)size, (void)bytes;               \
        return expression;                     \
    }

#define OUT written.out
#define TAG written.tag, 4

MODE(ctr)
CALL(ctr_message, narae_ctr_crypt_message(&ctx.ctr, OUT, iv, size, 32, in, bytes))
CALL(ctr_start, narae_ctr_start(&ctx.ctr, iv, size, 32))
CALL(ctr_crypt, narae_ctr_crypt(&ctx.ctr, OUT, in, bytes))

CALL(ctr_seek, narae_ctr_seek(&ctx.ctr, bytes + 1))

MODE(cbc)
CALL(cbc_encrypt_message,
     narae_cbc_encrypt_message(&ctx.cbc, OUT, &written.n, iv, size, NARAE_CBC_NO_PADDING, in, bytes))
CALL(cbc_pad_message,
     narae_cbc_encrypt_message(&ctx.cbc, OUT, &written.n, iv, size, NARAE_CBC_PKCS7, in, bytes))
CALL(cbc_decrypt_message,
     narae_cbc_decrypt_message(&ctx.cbc, OUT, &written.n, iv, size, NARAE_CBC_NO_PADDING, in, bytes))
CALL(cbc_unpad_message,
     narae_cbc_decrypt_message(&ctx.cbc, OUT, &written.n, iv, size, NARAE_CBC_PKCS7, in, bytes))
CALL(cbc_start, narae_cbc_start(&ctx.cbc, iv, size, NARAE_CBC_NO_PADDING))
CALL(cbc_encrypt, narae_cbc_encrypt(&ctx.cbc, OUT, &written.n, in, bytes))
CALL(cbc_decrypt, narae_cbc_decrypt(&ctx.cbc, OUT, &written.n, in, bytes))
CALL(cbc_encrypt_finish, narae_cbc_encrypt_finish(&ctx.cbc, OUT, &written.n))
CALL(cbc_decrypt_finish, narae_cbc_decrypt_finish(&ctx.cbc, OUT, &written.n))

MODE(cfb)
CALL(cfb_encrypt_message, narae_cfb_encrypt_message(&ctx.cfb, OUT, iv, size, 8, in, bytes))
CALL(cfb_decrypt_message, narae_cfb_decrypt_message(&ctx.cfb, OUT, iv, size, 0, in, bytes))
CALL(cfb_start, narae_cfb_start(&ctx.cfb, iv, size, 0))
CALL(cfb_encrypt, narae_cfb_encrypt(&ctx.cfb, OUT, in, bytes))
CALL(cfb_decrypt, narae_cfb_decrypt(&ctx.cfb, OUT, in, bytes))

MODE(ofb)
CALL(ofb_message, narae_ofb_crypt_message(&ctx.ofb, OUT, iv, size, in, bytes))
CALL(ofb_start, narae_ofb_start(&ctx.ofb, iv, size))
CALL(ofb_crypt, narae_ofb_crypt(&ctx.ofb, OUT, in, bytes))

MODE(gcm)
CALL(gcm_seal, narae_gcm_seal(&ctx.gcm, OUT, TAG, iv, 12, iv, 5, in, bytes))
CALL(gcm_open, narae_gcm_open(&ctx.gcm, OUT, iv, 12, iv, 5, in, bytes, iv, 16))
CALL(gcm_start, narae_gcm_start(&ctx.gcm, iv, 12))
CALL(gcm_encrypt, narae_gcm_encrypt(&ctx.gcm, OUT, in, bytes))
CALL(gcm_decrypt, narae_gcm_decrypt(&ctx.gcm, OUT, in, bytes))

MODE(gmac)
CALL(gmac_tag, narae_gmac_tag_message(&ctx.gmac, TAG, iv, 12, in, bytes))
CALL(gmac_verify, narae_gmac_verify_message(&ctx.gmac, iv, 12, in, bytes, iv, 4))
CALL(gmac_start, narae_gmac_start(&ctx.gmac, iv, 12))

MODE(kw)
CALL(kw_wrap, narae_kw_wrap(&ctx.kw, OUT, in, bytes))
CALL(kw_unwrap, narae_kw_unwrap(&ctx.kw, OUT, in, bytes + 8))
CALL(kwp_wrap, narae_kwp_wrap(&ctx.kw, OUT, in, bytes))
CALL(kwp_unwrap, narae_kwp_unwrap(&ctx.kw, OUT, &written.n, in, bytes))

/* Of two schedules: this one has the data's wrong, or that of tweaks. */
static const uint8_t two_keys[64] = {1, 2, 3};
static uint32_t other[NARAE_MODE_SCHEDULE_BYTES / 4];

static int
xts_init(const narae_block_cipher *c, size_t key_bytes, int shares)
{
    memset(&ctx, 0, sizeof ctx);
    if (!shares)
        return narae_xts_init(&ctx.xts, c, two_keys, 2 * key_bytes);
    if (narae_block_cipher_set_key(c, other, sizeof other, iv, 16) != NARAE_OK)
        return NARAE_ERROR_KEY_SIZE;
    return narae_xts_init_schedule(&ctx.xts, c, schedule, other);
}

static int
xts_tweak_init(const narae_block_cipher *c, size_t key_bytes, int shares)
{
    if (!shares)
        return xts_init(c, key_bytes, 0);
    memset(&ctx, 0, sizeof ctx);
    if (narae_block_cipher_set_key(c, other, sizeof other, iv, 16) != NARAE_OK)
        return NARAE_ERROR_KEY_SIZE;
    return narae_xts_init_schedule(&ctx.xts, c, other, schedule);
}
CALL(xts_encrypt, narae_xts_encrypt_unit(&ctx.xts, OUT, iv, size, in, bytes))
CALL(xts_decrypt, narae_xts_decrypt_unit(&ctx.xts, OUT, iv, size, in, bytes))
CALL(xts_encrypt_sectors, narae_xts_encrypt_sectors(&ctx.xts, OUT, 7, size, in, bytes))
CALL(xts_decrypt_sectors, narae_xts_decrypt_sectors(&ctx.xts, OUT, 7, size, in, bytes))

MODE(ccm)
CALL(ccm_seal, narae_ccm_seal(&ctx.ccm, OUT, TAG, iv, 12, iv, 5, in, bytes))
CALL(ccm_open, narae_ccm_open(&ctx.ccm, OUT, iv, 12, iv, 5, in, bytes, iv, 4))
CALL(ccm_start, narae_ccm_start(&ctx.ccm, iv, 12, 0, bytes, 4))
CALL(ccm_start_ad, narae_ccm_start(&ctx.ccm, iv, 12, bytes, 0, 4))
CALL(ccm_start_empty, narae_ccm_start(&ctx.ccm, iv, 12, 0, 0, 4))
CALL(ccm_ad, narae_ccm_ad(&ctx.ccm, in, bytes))
CALL(ccm_encrypt, narae_ccm_encrypt(&ctx.ccm, OUT, in, bytes))
CALL(ccm_decrypt, narae_ccm_decrypt(&ctx.ccm, OUT, in, bytes))
CALL(ccm_finish, narae_ccm_finish(&ctx.ccm, TAG))
CALL(ccm_verify, narae_ccm_verify(&ctx.ccm, iv, 4))

MODE(cmac)
CALL(cmac_tag, narae_cmac_tag_message(&ctx.cmac, TAG, in, bytes))
CALL(cmac_verify_message, narae_cmac_verify_message(&ctx.cmac, in, bytes, iv, 4))
CALL(cmac_start, narae_cmac_start(&ctx.cmac))
CALL(cmac_update, narae_cmac_update(&ctx.cmac, in, bytes))
CALL(cmac_finish, narae_cmac_finish(&ctx.cmac, TAG))
CALL(cmac_verify, narae_cmac_verify(&ctx.cmac, iv, 4))

typedef struct function {
    const char *name;
    init_fn *init;
    size_t own_schedule, block_bytes;
    call_fn *before, *call;
} function;

#define ROW(mode, block_bytes, before, call) \
    {#call, mode##_init, offsetof(narae_##mode, schedule), block_bytes, before, call}

static const function functions[] = {
    ROW(ctr, 0, nothing, ctr_message),
    ROW(ctr, 0, nothing, ctr_start),
    ROW(ctr, 0, ctr_start, ctr_crypt),
    ROW(ctr, 0, ctr_start, ctr_seek),
    ROW(cbc, 0, nothing, cbc_encrypt_message),
    ROW(cbc, 0, nothing, cbc_pad_message),
    ROW(cbc, 0, nothing, cbc_decrypt_message),
    ROW(cbc, 0, nothing, cbc_unpad_message),
    ROW(cbc, 0, nothing, cbc_start),
    ROW(cbc, 0, cbc_start, cbc_encrypt),
    ROW(cbc, 0, cbc_start, cbc_decrypt),
    ROW(cbc, 0, cbc_start, cbc_encrypt_finish),
    ROW(cbc, 0, cbc_start, cbc_decrypt_finish),
    ROW(cfb, 0, nothing, cfb_encrypt_message),
    ROW(cfb, 0, nothing, cfb_decrypt_message),
    ROW(cfb, 0, nothing, cfb_start),
    ROW(cfb, 0, cfb_start, cfb_encrypt),
    ROW(cfb, 0, cfb_start, cfb_decrypt),
    ROW(ofb, 0, nothing, ofb_message),
    ROW(ofb, 0, nothing, ofb_start),
    ROW(ofb, 0, ofb_start, ofb_crypt),
    ROW(gcm, 16, nothing, gcm_seal),
    ROW(gcm, 16, nothing, gcm_open),
    ROW(gcm, 16, nothing, gcm_start),
    ROW(gcm, 16, gcm_start, gcm_encrypt),
    ROW(gcm, 16, gcm_start, gcm_decrypt),
    ROW(gmac, 16, nothing, gmac_tag),
    ROW(gmac, 16, nothing, gmac_verify),
    ROW(gmac, 16, nothing, gmac_start),
    ROW(kw, 16, nothing, kw_wrap),
    ROW(kw, 16, nothing, kw_unwrap),
    ROW(kw, 16, nothing, kwp_wrap),
    ROW(kw, 16, nothing, kwp_unwrap),
    ROW(xts, 16, nothing, xts_encrypt),
    ROW(xts, 16, nothing, xts_decrypt),
    ROW(xts, 16, nothing, xts_encrypt_sectors),
    ROW(xts, 16, nothing, xts_decrypt_sectors),
    {"xts_tweak", xts_tweak_init, offsetof(narae_xts, schedule) + NARAE_MODE_SCHEDULE_BYTES, 16, nothing,
     xts_encrypt},
    ROW(ccm, 16, nothing, ccm_seal),
    ROW(ccm, 16, nothing, ccm_open),
    ROW(ccm, 16, nothing, ccm_start),
    ROW(ccm, 16, ccm_start_ad, ccm_ad),
    ROW(ccm, 16, ccm_start, ccm_encrypt),
    ROW(ccm, 16, ccm_start, ccm_decrypt),
    ROW(ccm, 16, ccm_start_empty, ccm_finish),
    ROW(ccm, 16, ccm_start_empty, ccm_verify),
    ROW(cmac, 0, nothing, cmac_tag),
    ROW(cmac, 0, nothing, cmac_verify_message),
    ROW(cmac, 0, nothing, cmac_start),
    ROW(cmac, 0, cmac_start, cmac_update),
    ROW(cmac, 0, cmac_start, cmac_finish),
    ROW(cmac, 0, cmac_start, cmac_verify),
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* A context under way, and the schedule that it may share. */
static union context ready;
static uint32_t ready_schedule[NARAE_MODE_SCHEDULE_BYTES / 4];

static void
make_ready(const function *f, const narae_block_cipher *descriptor, size_t key_bytes, int shares,
           size_t nblocks)
{
    const size_t size = descriptor->block_bytes;

    narae_kernels_of(descriptor)->set_key(schedule, key, key_bytes);
    assert_int_equal(f->init(descriptor, key_bytes, shares), NARAE_OK);
    assert_int_equal(f->before(size, nblocks * size), NARAE_OK);
    memcpy(&ready, &ctx, sizeof ready);
    memcpy(ready_schedule, schedule, sizeof schedule);
}

/* Wipes the schedule of the context under way, or changes its first word. */
static void
refused(const function *f, const narae_block_cipher *descriptor, size_t key_bytes, int shares, uint32_t wrong,
        size_t nblocks)
{
    const size_t size = descriptor->block_bytes;
    uint32_t *const used = shares ? schedule : (uint32_t *)((uint8_t *)&ctx + f->own_schedule);
    int status;

    memcpy(&ctx, &ready, sizeof ctx);
    memcpy(schedule, ready_schedule, sizeof schedule);
    if (wrong == 0)
        narae_wipe(used, sizeof schedule);
    else
        used[0] = wrong;
    remember();
    status = f->call(size, nblocks * size);
    if (status != NARAE_ERROR_STATE)
        printf("%s of %s-%u with %08x\n", f->name, descriptor->name, 8 * (unsigned)key_bytes,
               (unsigned)wrong);
    assert_int_equal(status, NARAE_ERROR_STATE);
    assert_nothing_written();
}

static int
went_on(int status)
{
    return status == NARAE_OK || status == NARAE_ERROR_AUTHENTICATION || status == NARAE_ERROR_PADDING;
}

/* One block, or as many as each batch kernel takes, with some of the words.  The context, which
 * no refusal changed, goes on once its schedule is back. */
static void
each_word_is_refused(const function *f, size_t c, size_t key_bytes, int shares, size_t nblocks)
{
    const size_t size = ciphers[c].descriptor->block_bytes;
    size_t i = 0;
    uint32_t wrong;

    make_ready(f, ciphers[c].descriptor, key_bytes, shares, nblocks);
    do {
        wrong = next_wrong(c, &i);
        if (nblocks == 1 || i % 8 == 1)
            refused(f, ciphers[c].descriptor, key_bytes, shares, wrong, nblocks);
    } while (wrong != 0 || i == 1);
    memcpy(&ctx, &ready, sizeof ctx);
    memcpy(schedule, ready_schedule, sizeof schedule);
    assert_true(went_on(f->call(size, nblocks * size)));
}

static void
modes_refuse_it(void **state)
{
    (void)state;
    for (size_t c = 0; c < CIPHERS; c++)
        for (size_t k = 0; k < 3 && words[c][k] != 0; k++)
            for (const function *f = functions; f != functions + FUNCTIONS; f++) {
                const size_t key_bytes = ciphers[c].descriptor->key_bytes[k];

                if (f->block_bytes != 0 && f->block_bytes != ciphers[c].descriptor->block_bytes)
                    continue;
                for (int shares = 0; shares <= 1; shares++) {
                    each_word_is_refused(f, c, key_bytes, shares, 1);
                    each_word_is_refused(f, c, key_bytes, shares, MANY);
                }
            }
}

static void
contexts_refuse_to_share_it(void **state)
{
    (void)state;
    for (size_t c = 0; c < CIPHERS; c++)
        for (const function *f = functions; f != functions + FUNCTIONS; f++) {
            size_t i = 0;
            uint32_t wrong;

            if (f->block_bytes != 0 && f->block_bytes != ciphers[c].descriptor->block_bytes)
                continue;
            memset(schedule, 0, sizeof schedule);
            do {
                schedule[0] = wrong = next_wrong(c, &i);
                assert_int_equal(f->init(ciphers[c].descriptor, 16, 1), NARAE_ERROR_STATE);
                assert_int_equal(f->call(ciphers[c].descriptor->block_bytes, 16), NARAE_ERROR_STATE);
            } while (wrong != 0 || i == 1);
        }
}

/* Descriptors that say nothing of rounds, as that with bare keys. */
static void
schedules_without_rounds_are_used(void **state)
{
    narae_block_cipher theirs = narae_lea;

    (void)state;
    assert_int_equal(narae_lea_small_set_key(schedule, in + 16, 16), NARAE_OK); /* zeros */
    assert_int_equal(ctr_init(&narae_lea_small, 16, 1), NARAE_OK);
    assert_int_equal(ctr_message(16, 16), NARAE_OK);

    theirs.rounds = theirs.rounds_apart = 0;
    assert_int_equal(lea_set_key(schedule, key, 16), NARAE_OK);
    assert_int_equal(ctr_init(&narae_lea, 16, 1), NARAE_OK);
    assert_int_equal(ctr_message(16, MAX), NARAE_OK);
    memcpy(before.out, written.out, MAX);
    memset(written.out, 0, MAX);
    assert_int_equal(ctr_init(&theirs, 16, 1), NARAE_OK);
    assert_int_equal(ctr_message(16, MAX), NARAE_OK);
    assert_memory_equal(written.out, before.out, MAX);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ciphers_refuse_it),
        cmocka_unit_test(modes_refuse_it),
        cmocka_unit_test(contexts_refuse_to_share_it),
        cmocka_unit_test(schedules_without_rounds_are_used),
    };

    return cmocka_run_group_tests(tests, find_words, NULL);
}
