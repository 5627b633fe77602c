/* SPDX-License-Identifier: MIT */
/* As much of cmocka's interface as the tests use, for machines that are only
 * simulated: Debian offers no cmocka to cross compilers.  The first failure
 * ends the program; tear-downs and the set-up of a single
 * test are not used. */
#ifndef NARAE_CROSS_CMOCKA_H
#define NARAE_CROSS_CMOCKA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
    int (*setup_func)(void **state);
    int (*teardown_func)(void **state);
    void *initial_state;
};

#define cmocka_unit_test(f) ((struct CMUnitTest){#f, f, NULL, NULL, NULL})
#define cmocka_run_group_tests(tests, setup, teardown) \
    cmocka_run_group_tests_name(#tests, tests, setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown) \
    run_group((name), (tests), sizeof(tests) / sizeof *(tests), (setup))

static inline void
fail_unless(int holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    printf("%s:%d: %s\n", file, line, what);
    exit(1);
}

static inline int
run_group(const char *name, const struct CMUnitTest *tests, size_t count, int (*setup)(void **state))
{
    void *group_state = NULL;

    fail_unless(setup == NULL || setup(&group_state) == 0, "set-up", name, 0);
    for (size_t i = 0; i < count; i++) {
        void *state = tests[i].initial_state;

        printf("%s: %s\n", name, tests[i].name);
        fflush(stdout);
        tests[i].test_func(&state);
    }
    return 0;
}

static inline void
_assert_int_equal(uintmax_t a, uintmax_t b, const char *file, int line)
{
    if (a != b)
        printf("%jd is not %jd\n", (intmax_t)a, (intmax_t)b);
    fail_unless(a == b, "integers differ", file, line);
}

static inline void
_assert_string_equal(const char *a, const char *b, const char *file, int line)
{
    if (strcmp(a, b) != 0)
        printf("%s\nis not\n%s\n", a, b);
    fail_unless(strcmp(a, b) == 0, "strings differ", file, line);
}

#define assert_true(x) fail_unless((x) != 0, #x, __FILE__, __LINE__)
#define assert_non_null(p) fail_unless((p) != NULL, #p " is null", __FILE__, __LINE__)
#define assert_int_equal(a, b) _assert_int_equal((uintmax_t)(a), (uintmax_t)(b), __FILE__, __LINE__)
#define assert_int_not_equal(a, b) \
    fail_unless((uintmax_t)(a) != (uintmax_t)(b), #a " equals " #b, __FILE__, __LINE__)
#define fail_msg(...) (printf(__VA_ARGS__), fail_unless(0, "", __FILE__, __LINE__))
#define assert_string_equal(a, b) _assert_string_equal(a, b, __FILE__, __LINE__)
#define assert_in_range(x, least, most)                                                                    \
    fail_unless((uintmax_t)(x) >= (uintmax_t)(least) && (uintmax_t)(x) <= (uintmax_t)(most), #x, __FILE__, \
                __LINE__)
#define assert_memory_equal(a, b, bytes) \
    fail_unless(memcmp((a), (b), (bytes)) == 0, #a " differs from " #b, __FILE__, __LINE__)
#define assert_memory_not_equal(a, b, bytes) \
    fail_unless(memcmp((a), (b), (bytes)) != 0, #a " equals " #b, __FILE__, __LINE__)

#endif
