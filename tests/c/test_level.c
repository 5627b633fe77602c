/* narae/kernels.h: a program can tell which kernels it runs, and that NARAE_CPU
 * is misspelt. */

#include <stdlib.h>

#include "test_support.h"

#include "narae/kernels.h"

#include "core/cpu.h"

static void
a_program_without_a_limit_says_what_it_runs(void **state)
{
    (void)state;
    assert_non_null(narae_kernels());
    assert_true(strlen(narae_kernels()) > 2);
    assert_int_equal(narae_kernels_status(), NARAE_OK);
}

#ifdef NARAE_CPU_AT_RUN_TIME

static void
a_misspelt_limit_is_an_error_and_limits_nothing(void **state)
{
    static const char *const wrong[] = {"avx521", "AVX2", "sse2 ", "none", "avx512-gfni-and-more"};
    const char *before = narae_kernels();

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(setenv("NARAE_CPU", wrong[i], 1), 0);
        assert_int_equal(narae_kernels_status(), NARAE_ERROR_STATE);
        assert_int_equal(narae_cpu_detect(), narae_cpu_look_up() | CPU_KNOWN);
        assert_string_equal(narae_kernels(), before);
    }
    assert_int_equal(setenv("NARAE_CPU", "", 1), 0);
    assert_int_equal(narae_kernels_status(), NARAE_OK);
    assert_int_equal(unsetenv("NARAE_CPU"), 0);
}

/* Every level that this CPU has, and portable code, can be asked for. */
static void
a_limit_that_the_cpu_meets_is_what_runs(void **state)
{
    (void)state;
    for (const cpu_limit *level = narae_cpu_limits; level->name[0] != 0; level++) {
        const int there = (narae_cpu_look_up() & level->features) == level->features;

        assert_int_equal(setenv("NARAE_CPU", level->name, 1), 0);
        assert_int_equal(narae_kernels_status(), there ? NARAE_OK : NARAE_ERROR_STATE);
        narae_cpu_detect();
        if (there)
            assert_string_equal(narae_kernels(), level->name);
    }
    assert_int_equal(unsetenv("NARAE_CPU"), 0);
    narae_cpu_detect();
}

#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_without_a_limit_says_what_it_runs),
#ifdef NARAE_CPU_AT_RUN_TIME
        cmocka_unit_test(a_misspelt_limit_is_an_error_and_limits_nothing),
        cmocka_unit_test(a_limit_that_the_cpu_meets_is_what_runs),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
