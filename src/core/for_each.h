/* SPDX-License-Identifier: MIT */
/* FOR_EACH(g, groups, statements): the statements once for each constant g from
 * 0 to groups - 1, at most 8, written out instead of looped over.  clang 14 keeps an array
 * of vectors in memory if a loop indexes it, even a loop that it unrolls; gcc 12 sometimes
 * does.  An array that is indexed by g has 8 elements, because compilers also check the
 * statements that are not executed.
 *
 * FOR_EACH_OF(limit, g, groups, statements): the same for at most 1, 2, 3, 4, 5, 8 or
 * 16, and an array of as many elements.  If `groups` is a parameter, the compiler processes
 * `limit` copies before it removes the dead ones. */
#ifndef NARAE_CORE_FOR_EACH_H
#define NARAE_CORE_FOR_EACH_H

/* clang-format off */
#ifdef __OPTIMIZE__
#define FOR_EACH_ONE(g, number, groups, ...) \
    if (number < (groups)) {                 \
        enum { g = number };                 \
        __VA_ARGS__                          \
    }
#define FOR_EACH_OF_1(g, groups, ...)             \
    do {                                          \
        FOR_EACH_ONE(g, 0, groups, __VA_ARGS__)   \
    } while (0)
#define FOR_EACH_OF_2(g, groups, ...)             \
    do {                                          \
        FOR_EACH_OF_1(g, groups, __VA_ARGS__);    \
        FOR_EACH_ONE(g, 1, groups, __VA_ARGS__)   \
    } while (0)
#define FOR_EACH_OF_3(g, groups, ...)             \
    do {                                          \
        FOR_EACH_OF_2(g, groups, __VA_ARGS__);    \
        FOR_EACH_ONE(g, 2, groups, __VA_ARGS__)   \
    } while (0)
#define FOR_EACH_OF_4(g, groups, ...)             \
    do {                                          \
        FOR_EACH_OF_3(g, groups, __VA_ARGS__);    \
        FOR_EACH_ONE(g, 3, groups, __VA_ARGS__)   \
    } while (0)
#define FOR_EACH_OF_5(g, groups, ...)             \
    do {                                          \
        FOR_EACH_OF_4(g, groups, __VA_ARGS__);    \
        FOR_EACH_ONE(g, 4, groups, __VA_ARGS__)   \
    } while (0)
#define FOR_EACH_OF_8(g, groups, ...)             \
    do {                                          \
        FOR_EACH_OF_5(g, groups, __VA_ARGS__);    \
        FOR_EACH_ONE(g, 5, groups, __VA_ARGS__)   \
        FOR_EACH_ONE(g, 6, groups, __VA_ARGS__)   \
        FOR_EACH_ONE(g, 7, groups, __VA_ARGS__)   \
    } while (0)
#define FOR_EACH_OF_16(g, groups, ...)            \
    do {                                          \
        FOR_EACH_OF_8(g, groups, __VA_ARGS__);    \
        FOR_EACH_ONE(g, 8, groups, __VA_ARGS__)   \
        FOR_EACH_ONE(g, 9, groups, __VA_ARGS__)   \
        FOR_EACH_ONE(g, 10, groups, __VA_ARGS__)  \
        FOR_EACH_ONE(g, 11, groups, __VA_ARGS__)  \
        FOR_EACH_ONE(g, 12, groups, __VA_ARGS__)  \
        FOR_EACH_ONE(g, 13, groups, __VA_ARGS__)  \
        FOR_EACH_ONE(g, 14, groups, __VA_ARGS__)  \
        FOR_EACH_ONE(g, 15, groups, __VA_ARGS__)  \
    } while (0)
#else /* to save compile time where speed does not matter */
#define FOR_EACH_OF_8(g, groups, ...)                  \
    do {                                               \
        for (unsigned g = 0; g < (groups); g++) {      \
            __VA_ARGS__                                \
        }                                              \
    } while (0)
#define FOR_EACH_OF_1 FOR_EACH_OF_8
#define FOR_EACH_OF_2 FOR_EACH_OF_8
#define FOR_EACH_OF_3 FOR_EACH_OF_8
#define FOR_EACH_OF_4 FOR_EACH_OF_8
#define FOR_EACH_OF_5 FOR_EACH_OF_8
#define FOR_EACH_OF_16 FOR_EACH_OF_8
#endif
#define FOR_EACH FOR_EACH_OF_8
/* With a macro for `limit`. */
#define FOR_EACH_OF(limit, ...) FOR_EACH_OF_(limit, __VA_ARGS__)
#define FOR_EACH_OF_(limit, ...) FOR_EACH_OF_##limit(__VA_ARGS__)
/* clang-format on */

#endif
