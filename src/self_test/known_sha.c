/* SPDX-License-Identifier: MIT */
/* Known answers of SHA-2 and SHA-3. */

#include "self_test_internal.h"

#include "narae/sha2.h"
#include "narae/sha3.h"

KNOWN_ANSWER(sha224, "SHA-224", narae_test_hash, &narae_hash_sha224, ANSWER_SHA224)
KNOWN_ANSWER(sha256, "SHA-256", narae_test_hash, &narae_hash_sha256, ANSWER_SHA256)
KNOWN_ANSWER(sha384, "SHA-384", narae_test_hash, &narae_hash_sha384, ANSWER_SHA384)
KNOWN_ANSWER(sha512, "SHA-512", narae_test_hash, &narae_hash_sha512, ANSWER_SHA512)
KNOWN_ANSWER(sha512_224, "SHA-512/224", narae_test_hash, &narae_hash_sha512_224, ANSWER_SHA512_224)
KNOWN_ANSWER(sha512_256, "SHA-512/256", narae_test_hash, &narae_hash_sha512_256, ANSWER_SHA512_256)
KNOWN_ANSWER(sha3_224, "SHA3-224", narae_test_hash, &narae_hash_sha3_224, ANSWER_SHA3_224)
KNOWN_ANSWER(sha3_256, "SHA3-256", narae_test_hash, &narae_hash_sha3_256, ANSWER_SHA3_256)
KNOWN_ANSWER(sha3_384, "SHA3-384", narae_test_hash, &narae_hash_sha3_384, ANSWER_SHA3_384)
KNOWN_ANSWER(sha3_512, "SHA3-512", narae_test_hash, &narae_hash_sha3_512, ANSWER_SHA3_512)
