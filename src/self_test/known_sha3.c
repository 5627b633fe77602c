/* SPDX-License-Identifier: MIT */
/* Known answers of SHA-3. */

#include "self_test_internal.h"

#include "narae/sha3.h"

KNOWN_ANSWER(sha3_224, "SHA3-224", narae_test_hash, &narae_hash_sha3_224, ANSWER_SHA3_224)
KNOWN_ANSWER(sha3_256, "SHA3-256", narae_test_hash, &narae_hash_sha3_256, ANSWER_SHA3_256)
KNOWN_ANSWER(sha3_384, "SHA3-384", narae_test_hash, &narae_hash_sha3_384, ANSWER_SHA3_384)
KNOWN_ANSWER(sha3_512, "SHA3-512", narae_test_hash, &narae_hash_sha3_512, ANSWER_SHA3_512)
