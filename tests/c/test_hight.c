/* SPDX-License-Identifier: MIT */
/* HIGHT: published vectors, and the promises of every block cipher. */

#include "block_cipher_properties.h"

#include "narae/hight.h"

#include "untyped.h"

const tested_cipher tested = {UNTYPED_OF(hight), {NARAE_HIGHT_SCHEDULE_BYTES(16)}};

/* TTAS.KO-12.0040/R1, annex I, which prints the last byte first. */
static void
encrypts_the_vectors_of_the_standard(void **state)
{
    (void)state;

    assert_known_answer("ffeeddccbbaa99887766554433221100", "0000000000000000", "f2034fd9ae18f400");
    assert_known_answer("00112233445566778899aabbccddeeff", "7766554433221100", "d8e643e5729fce23");
    assert_known_answer("0f0e0d0c0b0a09080706050403020100", "efcdab8967452301", "66f4238da2b26f7a");
    assert_known_answer("e72b421db109a5cf7dd8ff49bcc3db28", "144aa8ebe26b1eb4", "c61f9c20757a04cc");
}

/* KISA's reference code, by Crypto++. */
static void
takes_bytes_in_the_order_of_the_reference_code(void **state)
{
    (void)state;

    assert_known_answer("88e34f8f081779f1e9f394370ad40589", "d76d0d18327ec562", "e4bc2e312277e4dd");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encrypts_the_vectors_of_the_standard),
        cmocka_unit_test(takes_bytes_in_the_order_of_the_reference_code),
        PROPERTIES,
    };

    return cmocka_run_group_tests_name("hight", tests, NULL, NULL);
}
