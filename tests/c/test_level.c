/* SPDX-License-Identifier: MIT */
/* narae/kernels.h: the name of the kernels, and an error for an invalid NARAE_CPU. */

#include <stdio.h>
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

/* Every level that this CPU has, and portable code, can be requested. */
static void
a_limit_that_the_cpu_meets_is_what_runs(void **state)
{
    (void)state;
    for (const cpu_limit *level = narae_cpu_limits; level->name[0] != 0; level++) {
        const int supported = (narae_cpu_look_up() & level->features) == level->features;

        assert_int_equal(setenv("NARAE_CPU", level->name, 1), 0);
        assert_int_equal(narae_kernels_status(), supported ? NARAE_OK : NARAE_ERROR_STATE);
        narae_cpu_detect();
        if (supported)
            assert_string_equal(narae_kernels(), level->name);
    }
    assert_int_equal(unsetenv("NARAE_CPU"), 0);
    narae_cpu_detect();
}

#    if defined(__linux__) && defined(__x86_64__)

static char flags[8192];

/* Among the words of `flags`? */
static bool
system_says(const char *word, size_t letters)
{
    for (const char *at = flags; (at = strstr(at, word)) != NULL; at++)
        if (at[-1] == ' ' && (at[letters] == ' ' || at[letters] == '\n'))
            return true;
    return false;
}

static bool
system_says_all(const char *words)
{
    char word[32];

    for (int n; sscanf(words, "%31s%n", word, &n) == 1; words += n)
        if (!system_says(word, strlen(word)))
            return false;
    return true;
}

#        define NAMED(name, bit, flags) {CPU_##name, flags},

/* What the table says of a feature is what is looked up. */
static void
features_are_those_that_the_system_names(void **state)
{
    static const struct {
        unsigned bit;
        const char *flags;
    } features[] = {CPU_FEATURES(NAMED)};
    FILE *info = fopen("/proc/cpuinfo", "r");

    (void)state;
    assert_non_null(info);
    while (fgets(flags, sizeof flags, info) != NULL && strncmp(flags, "flags", 5) != 0)
        ;
    fclose(info);
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        assert_int_equal((narae_cpu_look_up() & features[i].bit) != 0, system_says_all(features[i].flags));
}

#    endif

#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_without_a_limit_says_what_it_runs),
#ifdef NARAE_CPU_AT_RUN_TIME
        cmocka_unit_test(a_misspelt_limit_is_an_error_and_limits_nothing),
        cmocka_unit_test(a_limit_that_the_cpu_meets_is_what_runs),
#    if defined(__linux__) && defined(__x86_64__)
        cmocka_unit_test(features_are_those_that_the_system_names),
#    endif
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
