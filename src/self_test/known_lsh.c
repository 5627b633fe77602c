/* SPDX-License-Identifier: MIT */
/* Known answers of LSH. */

#include "self_test_internal.h"

#include "narae/lsh.h"

KNOWN_ANSWER(lsh256_224, "LSH-256-224", narae_test_hash, &narae_hash_lsh256_224, ANSWER_LSH256_224)
KNOWN_ANSWER(lsh256_256, "LSH-256-256", narae_test_hash, &narae_hash_lsh256_256, ANSWER_LSH256_256)
KNOWN_ANSWER(lsh512_224, "LSH-512-224", narae_test_hash, &narae_hash_lsh512_224, ANSWER_LSH512_224)
KNOWN_ANSWER(lsh512_256, "LSH-512-256", narae_test_hash, &narae_hash_lsh512_256, ANSWER_LSH512_256)
KNOWN_ANSWER(lsh512_384, "LSH-512-384", narae_test_hash, &narae_hash_lsh512_384, ANSWER_LSH512_384)
KNOWN_ANSWER(lsh512_512, "LSH-512-512", narae_test_hash, &narae_hash_lsh512_512, ANSWER_LSH512_512)
