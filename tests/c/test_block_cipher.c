/* SPDX-License-Identifier: MIT */
/* narae/block_cipher.h: descriptors equal the ciphers' own functions, with schedules of
 * the exact size. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "narae/descriptor.h"
#include "narae/wipe.h"

#include "untyped.h"

enum { BLOCKS = 5, ROOM = 4096, CANARY = 0xa5 };

#define ROOM_OF(CIPHER, key_bytes) ((key_bytes) == 0 ? 0 : NARAE_##CIPHER##_SCHEDULE_BYTES(key_bytes))
#define ENTRY(with, cipher, CIPHER, block, key1, key2, key3) \
    {UNTYPED_OF(cipher), block, {ROOM_OF(CIPHER, key1), ROOM_OF(CIPHER, key2), ROOM_OF(CIPHER, key3)}},

static const struct {
    const narae_block_cipher *cipher;
    int (*set_key)(void *, const uint8_t *, size_t);
    int (*encrypt)(const void *, uint8_t *, const uint8_t *, size_t);
    int (*decrypt)(const void *, uint8_t *, const uint8_t *, size_t);
    size_t block_bytes, schedule_bytes[3]; /* for keys of 16, 24 and 32 bytes */
} ciphers[] = {NARAE_BLOCK_CIPHERS(ENTRY, )};
#define EACH(i)                           \
    size_t i = 0;                         \
    i < sizeof ciphers / sizeof *ciphers; \
    i++

static const uint8_t key[32] = {1, 2, 3}, in[16 * BLOCKS] = {4, 5, 6};
static uint32_t room[ROOM / 4], typed[ROOM / 4];

static void
sizes(void **state)
{
    (void)state;
    for (EACH(i)) {
        assert_int_equal(narae_block_cipher_block_bytes(ciphers[i].cipher), ciphers[i].block_bytes);
        for (size_t n = 0; n < 70; n++) {
            const size_t known = n == 16 || n == 24 || n == 32 ? ciphers[i].schedule_bytes[n / 8 - 2] : 0;

            assert_int_equal(narae_block_cipher_schedule_bytes(ciphers[i].cipher, n), known);
        }
        assert_int_equal(narae_block_cipher_schedule_bytes(ciphers[i].cipher, SIZE_MAX), 0);
    }
    assert_int_equal(narae_block_cipher_schedule_bytes(&narae_lea_small, 16), NARAE_LEA_SMALL_SCHEDULE_BYTES);
    assert_int_equal(narae_block_cipher_schedule_bytes(&narae_lea_small, 24), 0);
}

static void
the_same_as_its_own_functions(void **state)
{
    uint8_t want[sizeof in], got[sizeof in];

    (void)state;
    for (EACH(i))
        for (size_t n = 16; n <= 32; n += 8) {
            const narae_block_cipher *c = ciphers[i].cipher;
            const size_t bytes = ciphers[i].schedule_bytes[n / 8 - 2],
                         whole = BLOCKS * ciphers[i].block_bytes;

            if (bytes == 0)
                continue;
            memset(room, CANARY, sizeof room);
            assert_int_equal(narae_block_cipher_set_key(c, room, bytes - 1, key, n), NARAE_ERROR_KEY_SIZE);
            for (size_t k = 0; k < sizeof room; k++)
                assert_int_equal(((uint8_t *)room)[k], CANARY);
            assert_int_equal(narae_block_cipher_set_key(c, room, bytes, key, n), NARAE_OK);
            for (size_t k = bytes; k < sizeof room; k++)
                assert_int_equal(((uint8_t *)room)[k], CANARY);
            assert_int_equal(ciphers[i].set_key(typed, key, n), NARAE_OK);
            assert_int_equal(ciphers[i].encrypt(typed, want, in, BLOCKS), NARAE_OK);
            assert_int_equal(narae_block_cipher_encrypt(c, room, got, in, BLOCKS), NARAE_OK);
            assert_memory_equal(got, want, whole);
            assert_int_equal(narae_block_cipher_decrypt(c, room, got, got, BLOCKS), NARAE_OK);
            assert_memory_equal(got, in, whole);
        }
}

static void
bad_arguments(void **state)
{
    uint8_t out[sizeof in + 16];

    (void)state;
    memset(out, CANARY, sizeof out);
    for (EACH(i)) {
        const narae_block_cipher *c = ciphers[i].cipher;

        assert_int_equal(narae_block_cipher_set_key(NULL, room, ROOM, key, 16), NARAE_ERROR_NULL);
        assert_int_equal(narae_block_cipher_set_key(c, NULL, ROOM, key, 16), NARAE_ERROR_NULL);
        assert_int_equal(narae_block_cipher_set_key(c, room, ROOM, NULL, 16), NARAE_ERROR_NULL);
        assert_int_equal(narae_block_cipher_set_key(c, room, ROOM, key, 17), NARAE_ERROR_KEY_SIZE);
        assert_int_equal(narae_block_cipher_set_key(c, room, ROOM, key, 0), NARAE_ERROR_KEY_SIZE);
        assert_int_equal(narae_block_cipher_set_key(c, room, ROOM, key, 16), NARAE_OK);
        for (int decrypt = 0; decrypt < 2; decrypt++) {
            int (*crypt)(const narae_block_cipher *, const void *, uint8_t *, const uint8_t *, size_t) =
                decrypt ? narae_block_cipher_decrypt : narae_block_cipher_encrypt;

            assert_int_equal(crypt(NULL, room, out, in, 1), NARAE_ERROR_NULL);
            assert_int_equal(crypt(c, NULL, out, in, 1), NARAE_ERROR_NULL);
            assert_int_equal(crypt(c, room, NULL, in, 1), NARAE_ERROR_NULL);
            assert_int_equal(crypt(c, room, out, NULL, 1), NARAE_ERROR_NULL);
            assert_int_equal(crypt(c, room, NULL, NULL, 0), NARAE_OK);
            assert_int_equal(crypt(c, room, out, in, SIZE_MAX / 4), NARAE_ERROR_LENGTH);
            assert_int_equal(crypt(c, room, out, out + 1, 1), NARAE_ERROR_OVERLAP);
            for (size_t k = 0; k < sizeof out; k++)
                assert_int_equal(out[k], CANARY);
        }
        narae_wipe(room, sizeof room);
        assert_int_equal(narae_block_cipher_encrypt(c, room, out, in, 1), NARAE_ERROR_STATE);
        assert_int_equal(narae_block_cipher_decrypt(c, room, out, in, 1), NARAE_ERROR_STATE);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(the_same_as_its_own_functions),
        cmocka_unit_test(bad_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
