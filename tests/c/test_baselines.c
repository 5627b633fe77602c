/* The baselines compute the same function as the library: otherwise the lab
 * would compare times of different things. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "narae/aes.h"
#include "narae/lea.h"

#include "aes_bytewise/aes_bytewise.h"
#include "lea_textbook/lea_textbook.h"

enum { BLOCKS = 5, ROUNDS = 50, CANARY = 0xa5 };

typedef struct pair {
    const narae_block_cipher *library, *baseline;
    size_t schedule_bytes[3];
} pair;

static const pair aes = {
    &narae_aes,
    &baseline_aes_bytewise,
    {BASELINE_AES_BYTEWISE_SCHEDULE_BYTES(16), BASELINE_AES_BYTEWISE_SCHEDULE_BYTES(24),
     BASELINE_AES_BYTEWISE_SCHEDULE_BYTES(32)},
};

static const pair lea = {
    &narae_lea,
    &baseline_lea_textbook,
    {BASELINE_LEA_TEXTBOOK_SCHEDULE_BYTES(16), BASELINE_LEA_TEXTBOOK_SCHEDULE_BYTES(24),
     BASELINE_LEA_TEXTBOOK_SCHEDULE_BYTES(32)},
};

static void
agrees_with_the_library_on_random_data(void **state)
{
    const pair *p = *state;
    uint32_t seed = 1;

    for (int n = 0; n < ROUNDS; n++) {
        for (unsigned i = 0; i < 3; i++) {
            uint32_t theirs[256], ours[512];
            uint8_t key[32], plain[16 * BLOCKS], expected[sizeof plain], got[sizeof plain];
            size_t key_bytes = p->library->key_bytes[i];

            for (size_t j = 0; j < sizeof key + sizeof plain; j++) {
                seed = seed * 1664525 + 1013904223;
                *(j < sizeof key ? &key[j] : &plain[j - sizeof key]) = (uint8_t)(seed >> 24);
            }
            assert_int_equal(p->library->set_key(ours, key, key_bytes), NARAE_OK);
            p->library->encrypt(ours, expected, plain, BLOCKS);

            memset(theirs, CANARY, sizeof theirs);
            assert_int_equal(p->baseline->key_bytes[i], key_bytes);
            assert_int_equal(p->baseline->set_key(theirs, key, key_bytes), NARAE_OK);
            for (size_t j = p->schedule_bytes[i]; j < sizeof theirs; j++)
                assert_int_equal(((uint8_t *)theirs)[j], CANARY);
            p->baseline->encrypt(theirs, got, plain, BLOCKS);
            assert_memory_equal(got, expected, sizeof got);
            p->baseline->decrypt(theirs, got, got, BLOCKS);
            assert_memory_equal(got, plain, sizeof got);
        }
    }
}

static void
refuses_what_the_contract_refuses(void **state)
{
    const pair *p = *state;
    uint32_t schedule[256];
    uint8_t key[33] = {0};

    assert_int_equal(p->baseline->schedule_bytes, p->schedule_bytes[2]);
    assert_int_equal(p->baseline->set_key(NULL, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(p->baseline->set_key(schedule, NULL, 16), NARAE_ERROR_NULL);
    assert_int_equal(p->baseline->set_key(schedule, key, 33), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(p->baseline->set_key(schedule, key, 16), NARAE_OK);
    p->baseline->encrypt(schedule, NULL, NULL, 0);
    p->baseline->decrypt(schedule, NULL, NULL, 0);
}

#define TEST(pair, test) {#pair ": " #test, test, NULL, NULL, (void *)(uintptr_t)&pair}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(aes, agrees_with_the_library_on_random_data),
        TEST(aes, refuses_what_the_contract_refuses),
        TEST(lea, agrees_with_the_library_on_random_data),
        TEST(lea, refuses_what_the_contract_refuses),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
