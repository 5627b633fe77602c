/* What narae/mode.h says of all contexts. */

#include "test_support.h"

#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/cbc.h"
#include "narae/ccm.h"
#include "narae/cmac.h"
#include "narae/ctr.h"
#include "narae/gcm.h"
#include "narae/lea.h"
#include "narae/pipo.h"

#define FITS(bytes) \
    _Static_assert(NARAE_MODE_SCHEDULE_BYTES >= (bytes), "a schedule does not fit its context")
FITS(NARAE_AES_SCHEDULE_BYTES(32));
FITS(NARAE_ARIA_SCHEDULE_BYTES(32));
FITS(NARAE_LEA_SCHEDULE_BYTES(32));
FITS(NARAE_PIPO_SCHEDULE_BYTES(32));

#define LAST(context)                                                                             \
    _Static_assert(offsetof(context, schedule) + NARAE_MODE_SCHEDULE_BYTES + 8 > sizeof(context), \
                   "the schedule is not last")
LAST(narae_ctr);
LAST(narae_cbc);
LAST(narae_cmac);
LAST(narae_gcm);
LAST(narae_ccm);

static void
every_key_fits_the_default_context(void **state)
{
    static const narae_block_cipher *const ciphers[] = {&narae_aes, &narae_aria, &narae_lea, &narae_pipo};

    (void)state;
    for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++)
        assert_true(ciphers[i]->schedule_bytes <= NARAE_MODE_SCHEDULE_BYTES);
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
    narae_cmac cmac;
    size_t n;

    (void)state;
    assert_int_equal(narae_lea_set_key(schedule, key, 16), NARAE_OK);

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
        cmocka_unit_test(modes_share_one_schedule),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
