/* The baselines of whole messages compute the same function as the library. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "narae/chacha.h"

#include "chacha_reference/chacha_reference.h"

enum { MOST = 200 };

static uint32_t seed;

static void
draw(uint8_t *out, size_t bytes)
{
    while (bytes-- != 0) {
        seed = seed * 1664525 + 1013904223;
        *out++ = (uint8_t)(seed >> 24);
    }
}

static void
chacha_agrees_with_the_library_at_every_length(void **state)
{
    static const unsigned rounds[] = {8, 12, 20};

    (void)state;
    seed = 1;
    for (size_t bytes = 0; bytes <= MOST; bytes++) {
        uint8_t key[32], nonce[12], text[MOST + 1], expected[MOST + 1], got[MOST + 1];
        uint32_t counter = bytes % 4 == 0 ? 0xfffffffe : 1; /* passes 2^32, or not */
        size_t nonce_bytes = bytes % 4 < 2 ? 8 : 12;
        unsigned n = rounds[bytes % 3];
        baseline_chacha chacha;

        draw(key, sizeof key);
        draw(nonce, sizeof nonce);
        draw(text, sizeof text);
        memcpy(got, text, sizeof got);
        assert_int_equal(narae_chacha_xor(expected, text, bytes, n, key, 32, nonce, nonce_bytes, counter),
                         NARAE_OK);
        baseline_chacha_set(&chacha, key, nonce, nonce_bytes, counter);
        baseline_chacha_xor(&chacha, got, got, bytes, n);
        assert_memory_equal(got, expected, bytes);
        assert_int_equal(got[bytes], text[bytes]);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha_agrees_with_the_library_at_every_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
