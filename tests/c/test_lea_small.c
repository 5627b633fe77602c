/* SPDX-License-Identifier: MIT */
/* narae_lea_small is LEA-128: it encrypts and decrypts like narae_lea, any
 * number of blocks, in place and at any address, and takes no other key. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "narae/descriptor.h"
#include "narae/lea.h"

enum { BLOCKS = 3, BYTES = 16 * BLOCKS };

static void
agrees_with_lea(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 64; round++) {
        uint32_t schedule[NARAE_LEA_SCHEDULE_BYTES(16) / 4], small[NARAE_LEA_SMALL_SCHEDULE_BYTES / 4];
        uint8_t key[16], in[BYTES + 1], expected[BYTES], got[BYTES + 1];
        size_t nblocks = round % (BLOCKS + 1), at = round / 4 % 2;

        for (unsigned i = 0; i < sizeof key; i++)
            key[i] = (uint8_t)(i * 29 + round * 101);
        for (unsigned i = 0; i < sizeof in; i++)
            in[i] = (uint8_t)(i * i + round * 7);
        memset(got, 0xa5, sizeof got);
        narae_kernels_of(&narae_lea)->set_key(schedule, key, sizeof key);
        assert_int_equal(narae_lea_small_set_key(small, key, sizeof key), NARAE_OK);

        narae_kernels_of(&narae_lea)->encrypt(schedule, expected, in + at, nblocks);
        narae_kernels_of(&narae_lea_small)->encrypt(small, got + at, in + at, nblocks);
        assert_memory_equal(got + at, expected, 16 * nblocks);
        if (at + 16 * nblocks < sizeof got)
            assert_int_equal(got[at + 16 * nblocks], 0xa5);
        narae_kernels_of(&narae_lea_small)->decrypt(small, got + at, got + at, nblocks);
        assert_memory_equal(got + at, in + at, 16 * nblocks);
        narae_kernels_of(&narae_lea_small)->encrypt(small, got + at, got + at, nblocks);
        assert_memory_equal(got + at, expected, 16 * nblocks);
    }
}

static void
refuses_what_is_no_key_of_128_bits(void **state)
{
    uint32_t small[4] = {1, 2, 3, 4};
    const uint8_t key[32] = {0};

    (void)state;
    assert_int_equal(narae_lea_small_set_key(small, key, 24), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_lea_small_set_key(small, key, 0), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_lea_small_set_key(NULL, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_lea_small_set_key(small, NULL, 16), NARAE_ERROR_NULL);
    assert_int_equal(small[0], 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_lea),
        cmocka_unit_test(refuses_what_is_no_key_of_128_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
