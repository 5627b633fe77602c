/* SPDX-License-Identifier: MIT */
/* narae/mode.h: contexts of all modes. */

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

#include "block_ciphers.h"

#define FITS(bytes) \
    _Static_assert(NARAE_MODE_SCHEDULE_BYTES >= (bytes), "a schedule does not fit its context")
#define KEYS_FIT(with, cipher, CIPHER, block, key1, key2, key3) \
    FITS(NARAE_##CIPHER##_SCHEDULE_BYTES(key1));                \
    FITS(NARAE_##CIPHER##_SCHEDULE_BYTES(key2));                \
    FITS(NARAE_##CIPHER##_SCHEDULE_BYTES(key3));
NARAE_BLOCK_CIPHERS(KEYS_FIT, )

#define LAST(context)                                                                             \
    _Static_assert(offsetof(context, schedule) + NARAE_MODE_SCHEDULE_BYTES + 8 > sizeof(context), \
                   "the schedule is not last")
LAST(narae_ctr);
LAST(narae_cbc);
LAST(narae_cfb);
LAST(narae_cmac);
LAST(narae_gcm);
LAST(narae_ccm);
LAST(narae_kw);
LAST(narae_ofb);
_Static_assert(offsetof(narae_xts, schedule) + 2 * NARAE_MODE_SCHEDULE_BYTES + 8 > sizeof(narae_xts),
               "the schedules are not last");

static void
every_key_fits_the_default_context(void **state)
{
    static const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};

    (void)state;
    for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++)
        for (size_t k = 0; k < 3; k++)
            assert_true(ciphers[i]->schedule_bytes[k] <= NARAE_MODE_SCHEDULE_BYTES);
}

/* Each mode's _init for a context whose schedule, its last member, is told to have some room. */
typedef int init_fn(void *ctx, size_t schedule_bytes, const narae_block_cipher *cipher, const uint8_t *key,
                    size_t key_bytes);

#define INIT(mode)                                                                                     \
    static int init_##mode(void *ctx, size_t schedule_bytes, const narae_block_cipher *cipher,         \
                           const uint8_t *key, size_t key_bytes)                                       \
    {                                                                                                  \
        return narae_##mode##_init_sized((narae_##mode *)ctx, schedule_bytes, cipher, key, key_bytes); \
    }
INIT(cbc)
INIT(ccm)
INIT(cfb)
INIT(cmac)
INIT(ctr)
INIT(gcm)
INIT(gmac)
INIT(kw)
INIT(ofb)

static const struct {
    init_fn *init;
    size_t schedule_at;
    int any_block;
} modes[] = {
    {init_cbc, offsetof(narae_cbc, schedule), 1},   {init_ccm, offsetof(narae_ccm, schedule), 0},
    {init_cmac, offsetof(narae_cmac, schedule), 1}, {init_ctr, offsetof(narae_ctr, schedule), 1},
    {init_gcm, offsetof(narae_gcm, schedule), 0},   {init_cfb, offsetof(narae_cfb, schedule), 1},
    {init_ofb, offsetof(narae_ofb, schedule), 1},   {init_gmac, offsetof(narae_gmac, schedule), 0},
    {init_kw, offsetof(narae_kw, schedule), 0},
};

#define SCHEDULE_BYTES_OF(with, name, NAME, block, key1, key2, key3) \
    if (cipher == &narae_##name)                                     \
        return NARAE_##NAME##_SCHEDULE_BYTES(key_bytes);

static size_t
schedule_bytes_of(const narae_block_cipher *cipher, size_t key_bytes)
{
    NARAE_BLOCK_CIPHERS(SCHEDULE_BYTES_OF, )
    return NARAE_LEA_SMALL_SCHEDULE_BYTES;
}

/* A context that NARAE_MODE_SCHEDULE_BYTES has made too small for a key is not written to, and one that it
 * has made just large enough is not left. */
static void
a_key_is_refused_where_its_schedule_does_not_fit(void **state)
{
    enum { CANARY = 64 };
    static const narae_block_cipher *const ciphers[] = {&narae_lea_small, ALL_BLOCK_CIPHERS};
    static uint64_t memory[(sizeof(narae_gcm) + NARAE_MODE_SCHEDULE_BYTES + CANARY) / 8];
    static uint8_t key[32] = {1, 2, 3};
    uint8_t *bytes = (uint8_t *)memory;

    (void)state;
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++)
        for (size_t c = 0; c < sizeof ciphers / sizeof *ciphers; c++)
            for (size_t k = 0; k < 3 && ciphers[c]->key_bytes[k] != 0; k++) {
                const size_t key_bytes = ciphers[c]->key_bytes[k];
                const size_t needed = schedule_bytes_of(ciphers[c], key_bytes), at = modes[m].schedule_at;

                if (ciphers[c]->block_bytes != 16 && !modes[m].any_block)
                    continue;
                for (size_t room = 4; room < needed; room = room + 4 < needed - 4 ? needed - 4 : room + 4) {
                    memset(bytes, 0xc5, sizeof memory);
                    assert_int_equal(modes[m].init(bytes, room, ciphers[c], key, key_bytes),
                                     NARAE_ERROR_KEY_SIZE);
                    assert_untouched(bytes + at, sizeof memory - at);
                }
                memset(bytes, 0xc5, sizeof memory);
                assert_int_equal(modes[m].init(bytes, needed, ciphers[c], key, key_bytes), NARAE_OK);
                assert_untouched(bytes + at + needed, sizeof memory - at - needed);
                assert_int_equal(modes[m].init(bytes, needed, ciphers[c], key, key_bytes + 1),
                                 NARAE_ERROR_KEY_SIZE);
            }
}

/* _clear wipes the room of the last _init, which may have failed. */
static void
the_room_is_recorded_without_a_cipher(void **state)
{
    static uint64_t memory[sizeof(narae_gcm) / 8];
    const narae_mode_key *const of = (const narae_mode_key *)memory;
    const uint8_t key[16] = {1};

    (void)state;
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        memset(memory, 0xc5, sizeof memory);
        assert_int_equal(modes[m].init(memory, 8, NULL, key, 16), NARAE_ERROR_NULL);
        assert_int_equal(of->room.bytes, 8);
        assert_int_equal(of->room.inverted, UINT16_MAX - 8);
    }
}

/* What the descriptor of a cipher says of each of its keys. */
static void
descriptors_tell_the_size_of_schedules(void **state)
{
    static const narae_block_cipher *const ciphers[] = {&narae_lea_small, ALL_BLOCK_CIPHERS};

    (void)state;
    for (size_t c = 0; c < sizeof ciphers / sizeof *ciphers; c++)
        for (size_t k = 0; k < 3 && ciphers[c]->key_bytes[k] != 0; k++)
            assert_int_equal(ciphers[c]->schedule_bytes[k],
                             schedule_bytes_of(ciphers[c], ciphers[c]->key_bytes[k]));
}

/* Contexts from shared schedules work like those with their own. */
static void
modes_share_one_schedule(void **state)
{
    const uint8_t key[16] = {1, 2, 3}, iv[16] = {4, 5, 6}, in[32] = {7, 8, 9};
    uint32_t schedule[NARAE_LEA_SCHEDULE_BYTES(16) / 4];
    uint8_t a[32], b[32];
    narae_ctr ctr;
    narae_cbc cbc;
    narae_cfb cfb;
    narae_ofb ofb;
    narae_cmac cmac;
    size_t n;

    (void)state;
    assert_int_equal(narae_block_cipher_set_key(&narae_lea, schedule, sizeof schedule, key, 16), NARAE_OK);

    assert_int_equal(narae_ctr_init(&ctr, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_ctr_crypt_message(&ctr, a, iv, 16, 0, in, 32), NARAE_OK);
    narae_ctr_clear(&ctr);
    assert_int_equal(narae_ctr_init_schedule(&ctr, &narae_lea, schedule), NARAE_OK);
    assert_int_equal(narae_ctr_crypt_message(&ctr, b, iv, 16, 0, in, 32), NARAE_OK);
    assert_memory_equal(a, b, 32);

    assert_int_equal(narae_cbc_init(&cbc, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_cbc_encrypt_message(&cbc, a, &n, iv, 16, NARAE_CBC_NO_PADDING, in, 32), NARAE_OK);
    narae_cbc_clear(&cbc);
    assert_int_equal(narae_cbc_init_schedule(&cbc, &narae_lea, schedule), NARAE_OK);
    assert_int_equal(narae_cbc_encrypt_message(&cbc, b, &n, iv, 16, NARAE_CBC_NO_PADDING, in, 32), NARAE_OK);
    assert_memory_equal(a, b, 32);

    assert_int_equal(narae_cfb_init(&cfb, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_cfb_encrypt_message(&cfb, a, iv, 16, 8, in, 32), NARAE_OK);
    narae_cfb_clear(&cfb);
    assert_int_equal(narae_cfb_init_schedule(&cfb, &narae_lea, schedule), NARAE_OK);
    assert_int_equal(narae_cfb_encrypt_message(&cfb, b, iv, 16, 8, in, 32), NARAE_OK);
    assert_memory_equal(a, b, 32);

    assert_int_equal(narae_ofb_init(&ofb, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_ofb_crypt_message(&ofb, a, iv, 16, in, 32), NARAE_OK);
    narae_ofb_clear(&ofb);
    assert_int_equal(narae_ofb_init_schedule(&ofb, &narae_lea, schedule), NARAE_OK);
    assert_int_equal(narae_ofb_crypt_message(&ofb, b, iv, 16, in, 32), NARAE_OK);
    assert_memory_equal(a, b, 32);

    assert_int_equal(narae_cmac_init(&cmac, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(narae_cmac_tag_message(&cmac, a, 16, in, 32), NARAE_OK);
    narae_cmac_clear(&cmac);
    assert_int_equal(narae_cmac_init_schedule(&cmac, &narae_lea, schedule), NARAE_OK);
    assert_int_equal(narae_cmac_tag_message(&cmac, b, 16, in, 32), NARAE_OK);
    assert_memory_equal(a, b, 16);

    assert_int_equal(narae_ctr_init_schedule(&ctr, &narae_lea, NULL), NARAE_ERROR_NULL);
    assert_int_equal(narae_cbc_init_schedule(&cbc, NULL, schedule), NARAE_ERROR_NULL);
    assert_int_equal(narae_cmac_init_schedule(NULL, &narae_lea, schedule), NARAE_ERROR_NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_fits_the_default_context),
        cmocka_unit_test(a_key_is_refused_where_its_schedule_does_not_fit),
        cmocka_unit_test(the_room_is_recorded_without_a_cipher),
        cmocka_unit_test(descriptors_tell_the_size_of_schedules),
        cmocka_unit_test(modes_share_one_schedule),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
