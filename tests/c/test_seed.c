/* SPDX-License-Identifier: MIT */
/* SEED: the published vectors, and the promises of every block cipher. */

#include "block_cipher_properties.h"

#include "narae/seed.h"

#include "untyped.h"

const tested_cipher tested = {UNTYPED_OF(seed), {NARAE_SEED_SCHEDULE_BYTES(16)}};

/* RFC 4269, appendix B. */
static void
encrypts_the_vectors_of_rfc_4269(void **state)
{
    (void)state;

    assert_known_answer("00000000000000000000000000000000", "000102030405060708090a0b0c0d0e0f",
                        "5ebac6e0054e166819aff1cc6d346cdb");
    assert_known_answer("000102030405060708090a0b0c0d0e0f", "00000000000000000000000000000000",
                        "c11f22f20140505084483597e4370f43");
    assert_known_answer("4706480851e61be85d74bfb3fd956185", "83a2f8a288641fb9a4e9a5cc2f131c7d",
                        "ee54d13ebcae706d226bc3142cd40d4a");
    assert_known_answer("28dbc3bc49ffd87dcfa509b11d422be7", "b41e6be2eba84a148e2eed84593c5ec7",
                        "9b9b7bfcd1813cb95d0b3618f40f5122");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(encrypts_the_vectors_of_rfc_4269), PROPERTIES};

    return cmocka_run_group_tests_name("seed", tests, NULL, NULL);
}
