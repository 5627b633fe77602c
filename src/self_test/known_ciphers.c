/* SPDX-License-Identifier: MIT */
/* Known answers of the block ciphers and of their modes. */

#include "self_test_internal.h"

#include "narae/block_ciphers.h"

#undef AES /* the unit of an XMEGA, in <avr/io.h> */

/* Modes with keys of 128 bits. */
#define OF_CIPHER(with, id, ID, block_bytes, key1, key2, key3)         \
    KNOWN_ANSWER(id, #ID, narae_test_blocks, &narae_##id, ANSWER_##ID) \
    OF_MODE(id, ID, cbc, CBC)                                          \
    OF_MODE(id, ID, cfb, CFB)                                          \
    OF_MODE(id, ID, cmac, CMAC)                                        \
    OF_MODE(id, ID, ctr, CTR)                                          \
    OF_MODE(id, ID, ofb, OFB)                                          \
    OF_BLOCKS_OF_##block_bytes(id, ID)
#define OF_BLOCKS_OF_8(id, ID)
#define OF_BLOCKS_OF_16(id, ID) \
    OF_MODE(id, ID, ccm, CCM)   \
    OF_MODE(id, ID, gcm, GCM)   \
    OF_MODE(id, ID, gmac, GMAC) \
    OF_MODE(id, ID, kw, KW)     \
    OF_MODE(id, ID, xts, XTS)
#define OF_MODE(id, ID, mode, MODE) \
    KNOWN_ANSWER(id##_##mode, #ID "-128 " #MODE, narae_test_##mode, &narae_##id, ANSWER_##ID##_##MODE)

NARAE_BLOCK_CIPHERS(OF_CIPHER, )
