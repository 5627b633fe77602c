/* SPDX-License-Identifier: MIT */
/* narae/self_test.h: all tests pass, a list runs in its order and names the first
 * that fails, and keys are tested in pairs. */

#include "test_support.h"

#include "narae/descriptor.h"
#include "narae/narae.h"

#include "self_test/self_test_internal.h"

#include "block_ciphers.h"

static int ran;

static int
passes(const narae_known_answer *test)
{
    (void)test;
    ran++;
    return NARAE_OK;
}

static int
fails(const narae_known_answer *test)
{
    (void)test;
    ran++;
    return NARAE_ERROR_SELF_TEST;
}

static void
all_pass(void **state)
{
    const char *failed = "";
    size_t count = 0;

    (void)state;
    for (const narae_known_answer *const *t = narae_known_answers(); *t != NULL; t++) {
        const narae_known_answer *const alone[] = {*t, NULL};
        const int status = narae_self_test(alone, &failed);

        if (status != NARAE_OK)
            assert_string_equal(failed, "");
        count++;
    }
    assert_int_equal(narae_self_test(narae_known_answers(), &failed), NARAE_OK);
    assert_true(failed == NULL);
    assert_true(count > 50);
}

static void
a_wrong_answer_fails_every_kind(void **state)
{
    static const uint8_t wrong[512] = {0}; /* longer than every answer */

    (void)state;
    for (const narae_known_answer *const *t = narae_known_answers(); *t != NULL; t++) {
        narae_known_answer changed = **t;
        const narae_known_answer *const alone[] = {&changed, NULL};
        const char *failed;

        changed.answer = wrong;
        assert_int_equal(narae_self_test(alone, &failed), NARAE_ERROR_SELF_TEST);
        assert_true(failed == changed.name);
    }
}

static void
the_first_failure_ends_the_run_and_is_named(void **state)
{
    const narae_known_answer good = {"good", passes, NULL, NULL}, bad = {"bad", fails, NULL, NULL},
                             never = {"never", fails, NULL, NULL};
    const narae_known_answer *const some[] = {&good, &bad, &never, NULL}, *const none[] = {NULL};
    const char *failed = NULL;

    (void)state;
    ran = 0;
    assert_int_equal(narae_self_test(some, &failed), NARAE_ERROR_SELF_TEST);
    assert_string_equal(failed, "bad");
    assert_int_equal(ran, 2);
    assert_int_equal(narae_self_test(some, NULL), NARAE_ERROR_SELF_TEST);
    assert_int_equal(narae_self_test(none, &failed), NARAE_ERROR_SELF_TEST);
    assert_true(failed == NULL);
    assert_int_equal(narae_self_test(NULL, &failed), NARAE_ERROR_NULL);
}

static void
a_key_is_tested_in_a_pair(void **state)
{
    static const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};
    static const uint8_t key[32] = {1, 2, 3};
    narae_block_cipher broken = with_own_kernels(&narae_lea);

    (void)state;
    for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
        assert_int_equal(narae_pairwise_test(ciphers[i], key, 16), NARAE_OK);
        assert_int_equal(narae_pairwise_test(ciphers[i], key, 17), NARAE_ERROR_KEY_SIZE);
    }
    assert_int_equal(narae_pairwise_test(NULL, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_pairwise_test(&narae_lea, NULL, 16), NARAE_ERROR_NULL);
    broken.kernels.decrypt = broken.kernels.encrypt;
    assert_int_equal(narae_pairwise_test(&broken, key, 16), NARAE_ERROR_SELF_TEST);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pass),
        cmocka_unit_test(a_wrong_answer_fails_every_kind),
        cmocka_unit_test(the_first_failure_ends_the_run_and_is_named),
        cmocka_unit_test(a_key_is_tested_in_a_pair),
    };

    return cmocka_run_group_tests_name("self_test", tests, NULL, NULL);
}
