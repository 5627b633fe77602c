/* SPDX-License-Identifier: MIT */
/* The baselines compute the same function as the library: otherwise the lab
 * would compare times of different things. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/lea.h"
#include "narae/pipo.h"

#include "aes_bytewise/aes_bytewise.h"
#include "aes_sbox/aes_sbox.h"
#include "aes_tables/aes_tables.h"
#include "aria_reference/aria_reference.h"
#include "aria_tables/aria_tables.h"
#include "lea_reference/lea_reference.h"
#include "lea_textbook/lea_textbook.h"
#include "pipo_reference/pipo_reference.h"

enum { BLOCKS = 5, ROUNDS = 50, CANARY = 0xa5 };

typedef struct pair {
    const narae_block_cipher *library, *baseline;
    size_t schedule_bytes[3];
    narae_set_key_fn *set_decrypt_key; /* where decryption has a schedule of its own */
    narae_blocks_fn *decrypt;
} pair;

#define SCHEDULES(macro) {macro(16), macro(24), macro(32)}

static const pair aes_bytewise = {&narae_aes, &baseline_aes_bytewise,
                                  SCHEDULES(BASELINE_AES_BYTEWISE_SCHEDULE_BYTES), NULL, NULL};
static const pair aes_sbox = {&narae_aes, &baseline_aes_sbox, SCHEDULES(BASELINE_AES_SBOX_SCHEDULE_BYTES),
                              NULL, NULL};
static const pair aes_tables = {&narae_aes, &baseline_aes_tables,
                                SCHEDULES(BASELINE_AES_TABLES_SCHEDULE_BYTES),
                                baseline_aes_tables_set_decrypt_key, baseline_aes_tables_decrypt};
static const pair aria_reference = {&narae_aria, &baseline_aria_reference,
                                    SCHEDULES(BASELINE_ARIA_REFERENCE_SCHEDULE_BYTES),
                                    baseline_aria_reference_set_decrypt_key, baseline_aria_reference_crypt};
static const pair aria_tables = {&narae_aria, &baseline_aria_tables,
                                 SCHEDULES(BASELINE_ARIA_TABLES_SCHEDULE_BYTES),
                                 baseline_aria_tables_set_decrypt_key, baseline_aria_tables_crypt};
static const pair lea_reference = {&narae_lea, &baseline_lea_reference,
                                   SCHEDULES(BASELINE_LEA_REFERENCE_SCHEDULE_BYTES), NULL, NULL};
static const pair lea_textbook = {&narae_lea, &baseline_lea_textbook,
                                  SCHEDULES(BASELINE_LEA_TEXTBOOK_SCHEDULE_BYTES), NULL, NULL};

static const pair pipo_reference = {
    &narae_pipo,
    &baseline_pipo_reference,
    {BASELINE_PIPO_REFERENCE_SCHEDULE_BYTES(16), BASELINE_PIPO_REFERENCE_SCHEDULE_BYTES(32)},
    NULL,
    NULL};

static void
agrees_with_the_library_on_random_data(void **state)
{
    const pair *p = *state;
    uint32_t seed = 1;

    for (int n = 0; n < ROUNDS; n++) {
        for (unsigned i = 0; i < 3 && p->library->key_bytes[i] != 0; i++) {
            uint32_t theirs[256], ours[512];
            uint8_t key[32], plain[16 * BLOCKS], expected[sizeof plain], got[sizeof plain];
            size_t key_bytes = p->library->key_bytes[i], bytes = BLOCKS * p->library->block_bytes;

            for (size_t j = 0; j < sizeof key + sizeof plain; j++) {
                seed = seed * 1664525 + 1013904223;
                *(j < sizeof key ? &key[j] : &plain[j - sizeof key]) = (uint8_t)(seed >> 24);
            }
            narae_kernels_of(p->library)->set_key(ours, key, key_bytes);
            narae_kernels_of(p->library)->encrypt(ours, expected, plain, BLOCKS);

            memset(theirs, CANARY, sizeof theirs);
            assert_int_equal(p->baseline->key_bytes[i], key_bytes);
            assert_int_equal(p->baseline->schedule_bytes[i], p->schedule_bytes[i]);
            p->baseline->kernels.set_key(theirs, key, key_bytes);
            for (size_t j = p->schedule_bytes[i]; j < sizeof theirs; j++)
                assert_int_equal(((uint8_t *)theirs)[j], CANARY);
            p->baseline->kernels.encrypt(theirs, got, plain, BLOCKS);
            assert_memory_equal(got, expected, bytes);
            p->baseline->kernels.decrypt(theirs, got, got, BLOCKS);
            assert_memory_equal(got, plain, bytes);

            if (p->decrypt == NULL)
                continue;
            memset(theirs, CANARY, sizeof theirs);
            p->set_decrypt_key(theirs, key, key_bytes);
            for (size_t j = p->schedule_bytes[i]; j < sizeof theirs; j++)
                assert_int_equal(((uint8_t *)theirs)[j], CANARY);
            p->decrypt(theirs, got, expected, BLOCKS);
            assert_memory_equal(got, plain, bytes);
        }
    }
}

#define TEST(pair, test) {#pair ": " #test, test, NULL, NULL, (void *)(uintptr_t)&pair}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(aes_bytewise, agrees_with_the_library_on_random_data),
        TEST(aes_sbox, agrees_with_the_library_on_random_data),
        TEST(aes_tables, agrees_with_the_library_on_random_data),
        TEST(aria_reference, agrees_with_the_library_on_random_data),
        TEST(aria_tables, agrees_with_the_library_on_random_data),
        TEST(lea_reference, agrees_with_the_library_on_random_data),
        TEST(lea_textbook, agrees_with_the_library_on_random_data),
        TEST(pipo_reference, agrees_with_the_library_on_random_data),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
