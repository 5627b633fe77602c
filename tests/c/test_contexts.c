/* SPDX-License-Identifier: MIT */
/* Contexts that two sources share, of which only one has a smaller NARAE_MODE_SCHEDULE_BYTES. */

#include "test_support.h"

#define CONTEXTS default_contexts
#include "contexts.h"

static uint64_t memory[(sizeof(narae_gcm) + 2 * NARAE_MODE_SCHEDULE_BYTES + NARAE_HMAC_STATES_BYTES) / 8];
static uint8_t *const bytes = (uint8_t *)memory;
static const uint8_t key[32] = {1, 2, 3};

static void
assert_cleared(const tested_context *c)
{
    for (size_t i = 0; i < c->used; i++)
        if (bytes[i] != 0)
            fail_msg("%s: byte %zu of %zu is left", c->name, i, c->used);
    for (size_t i = c->bytes; i < sizeof memory; i++)
        if (bytes[i] != 0xc5)
            fail_msg("%s: byte %zu behind its %zu was written", c->name, i - c->bytes, c->bytes);
}

/* One of `theirs`, declared and initialised there, is cleared by another source. */
static void
assert_shared(const tested_context *theirs, const tested_context *ours)
{
    uint32_t schedule[NARAE_LEA_SCHEDULE_BYTES(16) / 4];

    assert_int_equal(narae_block_cipher_set_key(&narae_lea, schedule, sizeof schedule, key, 16), NARAE_OK);
    for (size_t i = 0; i < TESTED_CONTEXTS; i++) {
        memset(bytes, 0xc5, sizeof memory);
        memset(bytes, 0xff, theirs[i].bytes);
        assert_int_equal(theirs[i].init(bytes, key), NARAE_OK);
        ours[i].clear(bytes);
        assert_cleared(&theirs[i]);
        if (theirs[i].share == NULL)
            continue;
        memset(bytes, 0xff, theirs[i].bytes);
        assert_int_equal(theirs[i].init(bytes, key), NARAE_OK);
        assert_int_equal(theirs[i].share(bytes, schedule), NARAE_OK);
        ours[i].clear(bytes);
        assert_cleared(&theirs[i]);
    }
}

static void
a_smaller_context_is_cleared_and_nothing_behind_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < TESTED_CONTEXTS; i++)
        assert_true(small_contexts[i].bytes < default_contexts[i].bytes);
    assert_shared(small_contexts, default_contexts);
}

static void
a_larger_context_is_cleared_to_its_end(void **state)
{
    (void)state;
    assert_shared(default_contexts, small_contexts);
}

static void
a_smaller_context_that_only_shares_is_not_left(void **state)
{
    uint32_t schedule[NARAE_LEA_SCHEDULE_BYTES(16) / 4];

    (void)state;
    assert_int_equal(narae_block_cipher_set_key(&narae_lea, schedule, sizeof schedule, key, 16), NARAE_OK);
    for (size_t i = 0; i < TESTED_CONTEXTS; i++) {
        if (small_contexts[i].share == NULL)
            continue;
        memset(bytes, 0xc5, sizeof memory);
        memset(bytes, 0, small_contexts[i].bytes);
        assert_int_equal(small_contexts[i].share(bytes, schedule), NARAE_OK);
        default_contexts[i].clear(bytes);
        assert_cleared(&small_contexts[i]);
    }
}

/* The memory held a larger context before. */
static void
a_context_whose_init_failed_is_cleared_and_nothing_behind_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < TESTED_CONTEXTS; i++) {
        memset(bytes, 0xc5, sizeof memory);
        assert_int_equal(default_contexts[i].init(bytes, key), NARAE_OK);
        memset(bytes + small_contexts[i].bytes, 0xc5, sizeof memory - small_contexts[i].bytes);
        assert_int_not_equal(small_contexts[i].init(bytes, NULL), NARAE_OK);
        small_contexts[i].clear(bytes);
        assert_cleared(&small_contexts[i]);
    }
}

static void
memory_that_no_init_has_seen_is_cleared(void **state)
{
    (void)state;
    for (size_t i = 0; i < TESTED_CONTEXTS; i++) {
        memset(bytes, 0xc5, sizeof memory);
        default_contexts[i].clear(bytes);
        assert_cleared(&default_contexts[i]);
        default_contexts[i].clear(NULL);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_smaller_context_is_cleared_and_nothing_behind_it),
        cmocka_unit_test(a_larger_context_is_cleared_to_its_end),
        cmocka_unit_test(a_smaller_context_that_only_shares_is_not_left),
        cmocka_unit_test(a_context_whose_init_failed_is_cleared_and_nothing_behind_it),
        cmocka_unit_test(memory_that_no_init_has_seen_is_cleared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
