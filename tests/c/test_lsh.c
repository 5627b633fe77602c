/* SPDX-License-Identifier: MIT */
/* LSH: published digests, and messages of each length.  test_hash.c has the common tests of hashes. */

#include "test_support.h"

#include "hashes.h"

static const narae_hash *const functions[] = {LSH(HASH_DESCRIPTOR)};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void
assert_digest(const narae_hash *f, const char *message, const char *expected)
{
    uint8_t digest[64];

    assert_int_equal(f->message(digest, (const uint8_t *)message, strlen(message)), NARAE_OK);
    assert_int_equal(strlen(expected), 2 * f->digest_bytes);
    assert_hex(digest, expected);
}

/* The digests of "abc" that KISA published with the reference code. */
static void
hashes_abc(void **state)
{
    (void)state;
    assert_digest(functions[0], "abc", "f7c53ba4034e708e74fba42e55997ca5126bb7623688f85342f73732");
    assert_digest(functions[1], "abc", "5fbf365daea5446a7053c52b57404d77a07a5f48a1f7c1963a0898ba1b714741");
    assert_digest(functions[2], "abc", "d1683234513ec5698394571ead128a8cd5373e97661ba20dcf89e489");
    assert_digest(functions[3], "abc", "cd892310532602332b613f1ec11a6962fca61ea09ecffcd4bcf75858d802edec");
    assert_digest(
        functions[4], "abc",
        "5f344efaa0e43ccd2e5e194d6039794b4fb431f10fb4b65fd45e9da4ecde0f27b66e8dbdfa47252e0d0b741bfd91f9fe");
    assert_digest(functions[5], "abc",
                  "a3d93cfe60dc1aacdd3bd4bef0a6985381a396c7d49d9fd177795697c3535208"
                  "b5c57224bef21084d42083e95a4bd8eb33e869812b65031c428819a1e7ce596d");
}

/* The digest of the digests of all messages of 0 to 300 or 600 bytes, byte i of n being
 * 7 i + n, as spec/lsh.py computes it: every length of the last block and of the
 * one before. */
static void
hashes_messages_of_each_length(void **state)
{
    static const char *const of_each_length[FUNCTIONS] = {
        "4989305d44e29f15b1f35d8b3ce314f3b68708787be29c93fc096e64",
        "19206232abfa182b4f38a36dd017ce538ee803f556c9646228e26e3d6f7e4a47",
        "10b99a0a33246e7b8a2db3d7e0f67ef19635494d0ff1c558f072a03b",
        "851d68e77b251dfed4b201bf83fdcad73fc6a31427a584571cda208045fe1d99",
        "a5c362fadc3f30926392171e0be3de3acceff922addef5204b7a89e72c6f439452f8a2a65e27e80b8907199963bf4a20",
        ("9dd6e60c22dbe881e21d62a79970c4205aa647c6a1c90635946aee44548fb2bb"
         "66ffd9caf08884ce4f694b97c55e2198437c7e2a5b729dd85963a0ba7f7845f3"),
    };
    uint8_t message[600], digest[64];

    (void)state;
    for (size_t h = 0; h < FUNCTIONS; h++) {
        const narae_hash *f = functions[h];
        uint64_t all[NARAE_HASH_CONTEXT_BYTES / 8];

        assert_int_equal(f->start(all), NARAE_OK);
        for (size_t n = 0; n <= (f->block_bytes == 128 ? 300 : 600); n++) {
            for (size_t i = 0; i < n; i++)
                message[i] = (uint8_t)(7 * i + n);
            assert_int_equal(f->message(digest, message, n), NARAE_OK);
            assert_int_equal(f->update(all, digest, f->digest_bytes), NARAE_OK);
        }
        assert_int_equal(f->finish(all, digest, f->digest_bytes), NARAE_OK);
        assert_hex(digest, of_each_length[h]);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_abc),
        cmocka_unit_test(hashes_messages_of_each_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
