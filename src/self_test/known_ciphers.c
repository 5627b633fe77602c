/* SPDX-License-Identifier: MIT */
/* Known answers of the block ciphers and of their modes. */

#include "self_test_internal.h"

#include "narae/block_ciphers.h"

#undef AES /* the unit of an XMEGA, in <avr/io.h> */

/* Modes with keys of 128 bits. */
#define CIPHER_TESTS(with, id, ID, block_bytes, key1, key2, key3)      \
    KNOWN_ANSWER(id, #ID, narae_test_blocks, &narae_##id, ANSWER_##ID) \
    MODE_TEST(id, ID, cbc, CBC)                                        \
    MODE_TEST(id, ID, cfb, CFB)                                        \
    MODE_TEST(id, ID, cmac, CMAC)                                      \
    MODE_TEST(id, ID, ctr, CTR)                                        \
    MODE_TEST(id, ID, ofb, OFB)                                        \
    MODE_TESTS_##block_bytes(id, ID)
#define MODE_TESTS_8(id, ID)
#define MODE_TESTS_16(id, ID)     \
    MODE_TEST(id, ID, ccm, CCM)   \
    MODE_TEST(id, ID, gcm, GCM)   \
    MODE_TEST(id, ID, gmac, GMAC) \
    MODE_TEST(id, ID, kw, KW)     \
    MODE_TEST(id, ID, xts, XTS)
#define MODE_TEST(id, ID, mode, MODE) \
    KNOWN_ANSWER(id##_##mode, #ID "-128 " #MODE, narae_test_##mode, &narae_##id, ANSWER_##ID##_##MODE)

NARAE_BLOCK_CIPHERS(CIPHER_TESTS, )
