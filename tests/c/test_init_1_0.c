/* Programs that were compiled with the headers of version 1.0.0 call functions
 * that are inline today. */

#include "test_support.h"

#include "narae/configuration.h"
#include "narae/ctr.h"
#include "narae/lea.h"

#if defined(__ELF__) && defined(__linux__) && !defined(NARAE_CONFIGURED)

/* As narae/ctr.h of 1.0.0 declared it; the name is taken in C. */
int ctr_init_1_0(narae_ctr *ctx, const narae_block_cipher *cipher, const uint8_t *key,
                 size_t key_bytes) __asm__("narae_ctr_init");

static void
an_older_program_sets_a_key(void **state)
{
    static const uint8_t key[32] = {1}, counter[16] = {2}, in[40] = {3};
    uint8_t expected[40], got[40];
    narae_ctr ctr;

    (void)state;
    assert_int_equal(narae_ctr_init_sized(&ctr, sizeof ctr.schedule, &narae_lea, key, 32), NARAE_OK);
    assert_int_equal(narae_ctr_crypt_message(&ctr, expected, counter, 16, 0, in, sizeof in), NARAE_OK);
    narae_ctr_clear(&ctr);
    assert_int_equal(ctr_init_1_0(&ctr, &narae_lea, key, 32), NARAE_OK);
    assert_int_equal(narae_ctr_crypt_message(&ctr, got, counter, 16, 0, in, sizeof in), NARAE_OK);
    assert_memory_equal(got, expected, sizeof in);
    assert_int_equal(ctr_init_1_0(&ctr, &narae_lea, key, 17), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(ctr_init_1_0(NULL, &narae_lea, key, 32), NARAE_ERROR_NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_older_program_sets_a_key)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int
main(void)
{
    return 0;
}

#endif
