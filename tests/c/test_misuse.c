/* SPDX-License-Identifier: MIT */
/* Ten mistakes that other libraries let pass, made with LEA-GCM.
 *
 * docs/explanation/misuse.md says what happens, and cites these tests by name. */

#include "test_support.h"

#include "narae/gcm.h"
#include "narae/lea.h"

enum { BYTES = 40, TAG = 16, NONCE = 12 };

static const uint8_t secret[32] = {1}, nonce[NONCE] = {2}, other_nonce[NONCE] = {3};
static const uint8_t ad[BYTES] = {4}, text[BYTES] = {5};

static narae_gcm gcm;
static uint8_t sealed[BYTES], tag[TAG], out[BYTES];

/* Each test begins with a key, a sealed message and canaries in `out`. */
static void
prepare(void **state)
{
    (void)state;
    memset(out, 0xc5, sizeof out);
    assert_int_equal(narae_gcm_init(&gcm, &narae_lea, secret, 16), NARAE_OK);
    assert_int_equal(narae_gcm_seal(&gcm, sealed, tag, TAG, nonce, NONCE, ad, BYTES, text, BYTES), NARAE_OK);
}

static int
open_message(const narae_gcm *ctx)
{
    return narae_gcm_open(ctx, out, nonce, NONCE, ad, BYTES, sealed, BYTES, tag, TAG);
}

static void
a_finished_message_needs_a_new_start(void **state)
{
    uint8_t second[TAG];

    prepare(state);
    assert_int_equal(narae_gcm_start(&gcm, nonce, NONCE), NARAE_OK);
    assert_int_equal(narae_gcm_encrypt(&gcm, out, text, BYTES), NARAE_OK);
    assert_int_equal(narae_gcm_finish(&gcm, second, TAG), NARAE_OK);
    memset(out, 0xc5, sizeof out);
    assert_int_equal(narae_gcm_encrypt(&gcm, out, text, BYTES), NARAE_ERROR_STATE);
    assert_int_equal(narae_gcm_finish(&gcm, second, TAG), NARAE_ERROR_STATE);
    assert_untouched(out, BYTES);
    assert_int_equal(narae_gcm_start(&gcm, other_nonce, NONCE), NARAE_OK);
    assert_int_equal(narae_gcm_encrypt(&gcm, out, text, BYTES), NARAE_OK);
    assert_memory_not_equal(out, sealed, BYTES);
}

static void
a_tag_that_the_standard_does_not_have_is_refused(void **state)
{
    static const uint8_t short_tags[] = {0, 1, 2, 3, 5, 6, 7, 9, 10, 11};

    prepare(state);
    for (size_t i = 0; i < sizeof short_tags; i++) {
        assert_int_equal(
            narae_gcm_open(&gcm, out, nonce, NONCE, ad, BYTES, sealed, BYTES, tag, short_tags[i]),
            NARAE_ERROR_TAG_SIZE);
        assert_untouched(out, BYTES);
    }
    assert_int_equal(narae_gcm_open(&gcm, out, nonce, NONCE, ad, BYTES, sealed, BYTES, tag, 12), NARAE_OK);
}

static void
swapped_arguments_do_not_open(void **state)
{
    prepare(state);
    assert_int_equal(narae_gcm_open(&gcm, out, nonce, NONCE, sealed, BYTES, ad, BYTES, tag, TAG),
                     NARAE_ERROR_AUTHENTICATION);
    assert_int_equal(narae_gcm_open(&gcm, out, ad, BYTES, nonce, NONCE, sealed, BYTES, tag, TAG),
                     NARAE_ERROR_AUTHENTICATION);
    assert_int_equal(narae_gcm_open(&gcm, out, nonce, NONCE, ad, BYTES, tag, TAG, sealed, TAG),
                     NARAE_ERROR_AUTHENTICATION);
}

static void
a_dropped_status_reveals_no_forged_text(void **state)
{
    int dropped;

    prepare(state);
    tag[15] ^= 0x80;
    dropped = open_message(&gcm);
    (void)dropped;
    assert_all(out, 0, BYTES);
}

static void
a_cleared_context_refuses_every_call(void **state)
{
    prepare(state);
    narae_gcm_clear(&gcm);
    assert_int_equal(open_message(&gcm), NARAE_ERROR_STATE);
    assert_int_equal(narae_gcm_seal(&gcm, out, tag, TAG, nonce, NONCE, ad, BYTES, text, BYTES),
                     NARAE_ERROR_STATE);
    assert_int_equal(narae_gcm_start(&gcm, nonce, NONCE), NARAE_ERROR_STATE);
    assert_int_equal(narae_gcm_encrypt(&gcm, out, text, BYTES), NARAE_ERROR_STATE);
    assert_untouched(out, BYTES);
    narae_gcm_clear(&gcm);
}

static void
a_copied_context_is_independent(void **state)
{
    narae_gcm copy;

    prepare(state);
    assert_int_equal(narae_gcm_start(&gcm, nonce, NONCE), NARAE_OK);
    assert_int_equal(narae_gcm_ad(&gcm, ad, BYTES), NARAE_OK);
    assert_int_equal(narae_gcm_decrypt(&gcm, out, sealed, 10), NARAE_OK);
    copy = gcm;
    narae_gcm_clear(&gcm);
    assert_int_equal(narae_gcm_decrypt(&copy, out + 10, sealed + 10, BYTES - 10), NARAE_OK);
    assert_int_equal(narae_gcm_verify(&copy, tag, TAG), NARAE_OK);
    assert_memory_equal(out, text, BYTES);
}

static void
a_wrong_size_of_key_is_refused_and_keeps_the_old_key(void **state)
{
    static const uint8_t sizes[] = {0, 1, 15, 17, 23, 25, 31, 33, 128};

    prepare(state);
    for (size_t i = 0; i < sizeof sizes; i++)
        assert_int_equal(narae_gcm_init(&gcm, &narae_lea, secret, sizes[i]), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(open_message(&gcm), NARAE_OK);
    assert_memory_equal(out, text, BYTES);
}

static void
a_null_pointer_with_a_length_is_refused(void **state)
{
    prepare(state);
    assert_int_equal(narae_gcm_open(&gcm, out, NULL, NONCE, ad, BYTES, sealed, BYTES, tag, TAG),
                     NARAE_ERROR_NULL);
    assert_int_equal(narae_gcm_open(&gcm, out, nonce, NONCE, NULL, BYTES, sealed, BYTES, tag, TAG),
                     NARAE_ERROR_NULL);
    assert_int_equal(narae_gcm_open(&gcm, out, nonce, NONCE, ad, BYTES, NULL, BYTES, tag, TAG),
                     NARAE_ERROR_NULL);
    assert_int_equal(narae_gcm_open(&gcm, out, nonce, NONCE, ad, BYTES, sealed, BYTES, NULL, TAG),
                     NARAE_ERROR_NULL);
    assert_int_equal(narae_gcm_init(&gcm, NULL, secret, 16), NARAE_ERROR_NULL);
    assert_untouched(out, BYTES);
}

static void
a_partial_overlap_is_refused_and_in_place_is_not(void **state)
{
    uint8_t memory[BYTES + 1] = {0};

    prepare(state);
    memcpy(memory, sealed, BYTES);
    assert_int_equal(narae_gcm_open(&gcm, memory + 1, nonce, NONCE, ad, BYTES, memory, BYTES, tag, TAG),
                     NARAE_ERROR_OVERLAP);
    assert_memory_equal(memory, sealed, BYTES);
    assert_int_equal(narae_gcm_open(&gcm, memory, nonce, NONCE, ad, BYTES, memory, BYTES, tag, TAG),
                     NARAE_OK);
    assert_memory_equal(memory, text, BYTES);
}

static void
an_empty_message_is_authenticated_and_an_empty_nonce_refused(void **state)
{
    prepare(state);
    assert_int_equal(narae_gcm_seal(&gcm, NULL, tag, TAG, nonce, NONCE, NULL, 0, NULL, 0), NARAE_OK);
    assert_int_equal(narae_gcm_open(&gcm, NULL, nonce, NONCE, NULL, 0, NULL, 0, tag, TAG), NARAE_OK);
    assert_int_equal(narae_gcm_open(&gcm, NULL, other_nonce, NONCE, NULL, 0, NULL, 0, tag, TAG),
                     NARAE_ERROR_AUTHENTICATION);
    assert_int_equal(narae_gcm_open(&gcm, NULL, nonce, NONCE, ad, 1, NULL, 0, tag, TAG),
                     NARAE_ERROR_AUTHENTICATION);
    assert_int_equal(narae_gcm_seal(&gcm, NULL, tag, TAG, nonce, 0, NULL, 0, NULL, 0),
                     NARAE_ERROR_NONCE_SIZE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finished_message_needs_a_new_start),
        cmocka_unit_test(a_tag_that_the_standard_does_not_have_is_refused),
        cmocka_unit_test(swapped_arguments_do_not_open),
        cmocka_unit_test(a_dropped_status_reveals_no_forged_text),
        cmocka_unit_test(a_cleared_context_refuses_every_call),
        cmocka_unit_test(a_copied_context_is_independent),
        cmocka_unit_test(a_wrong_size_of_key_is_refused_and_keeps_the_old_key),
        cmocka_unit_test(a_null_pointer_with_a_length_is_refused),
        cmocka_unit_test(a_partial_overlap_is_refused_and_in_place_is_not),
        cmocka_unit_test(an_empty_message_is_authenticated_and_an_empty_nonce_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
