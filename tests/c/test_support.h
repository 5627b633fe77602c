/* SPDX-License-Identifier: MIT */
/* Shared by tests: cmocka, hexadecimal, reproducible random numbers. */
#ifndef NARAE_TEST_SUPPORT_H
#define NARAE_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Numerical Recipes' linear congruence; the high bits are the good ones. */
static inline uint32_t
next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* The finalizer of MurmurHash3. */
static inline uint32_t
scrambled(uint32_t x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

/* Four bytes a step, which compilers turn into vectors. */
static inline void
fill(uint8_t *p, size_t bytes, uint32_t *seed)
{
    uint32_t x = next_random(seed), word;

    for (; bytes >= 4; bytes -= 4, p += 4, x += 0x9e3779b9u) {
        word = scrambled(x);
        memcpy(p, &word, 4);
    }
    word = scrambled(x);
    memcpy(p, &word, bytes);
}

/* A number from 0 to `limit`. */
static inline size_t
some(uint32_t *seed, size_t limit)
{
    return next_random(seed) % (limit + 1);
}

/* Compares as many bytes as `hex` has. */
#define assert_hex(p, hex) assert_hex_at(p, hex, __FILE__, __LINE__)
static inline void
assert_hex_at(const uint8_t *p, const char *hex, const char *file, int line)
{
    char got[2048];
    size_t bytes = strlen(hex) / 2;

    for (size_t i = 0; i < bytes; i++)
        snprintf(got + 2 * i, 3, "%02x", p[i]);
    _assert_string_equal(got, hex, file, line);
}

/* The canary: bytes set to 0xc5 before a call. */
#define assert_untouched(p, bytes) assert_all(p, 0xc5, bytes)
/* A context of a mode, but for padding behind its schedule. */
#define assert_wiped(ctx)                  \
    assert_all((const uint8_t *)&(ctx), 0, \
               (size_t)((const uint8_t *)(&(ctx).schedule + 1) - (const uint8_t *)&(ctx)))
#define assert_all(p, value, bytes) assert_all_at(p, value, bytes, __FILE__, __LINE__)
static inline void
assert_all_at(const uint8_t *p, uint8_t value, size_t bytes, const char *file, int line)
{
    if (bytes != 0 && p[0] == value && memcmp(p, p + 1, bytes - 1) == 0)
        return;
    for (size_t i = 0; i < bytes; i++)
        _assert_int_equal(p[i], value, file, line);
}

#endif
