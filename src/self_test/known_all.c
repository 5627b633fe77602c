/* SPDX-License-Identifier: MIT */
/* The list of all known-answer tests, which a program that does not call for it
 * does not link. */

#include "self_test_internal.h"

static const narae_known_answer *const all[] = {
    &narae_known_answer_aes,
    &narae_known_answer_aria,
    &narae_known_answer_hight,
    &narae_known_answer_lea,
    &narae_known_answer_pipo,
    &narae_known_answer_seed,
    &narae_known_answer_aes_cbc,
    &narae_known_answer_aes_ccm,
    &narae_known_answer_aes_cfb,
    &narae_known_answer_aes_cmac,
    &narae_known_answer_aes_ctr,
    &narae_known_answer_aes_gcm,
    &narae_known_answer_aes_ofb,
    &narae_known_answer_aria_cbc,
    &narae_known_answer_aria_ccm,
    &narae_known_answer_aria_cfb,
    &narae_known_answer_aria_cmac,
    &narae_known_answer_aria_ctr,
    &narae_known_answer_aria_gcm,
    &narae_known_answer_aria_ofb,
    &narae_known_answer_hight_cbc,
    &narae_known_answer_hight_cfb,
    &narae_known_answer_hight_cmac,
    &narae_known_answer_hight_ctr,
    &narae_known_answer_hight_ofb,
    &narae_known_answer_lea_cbc,
    &narae_known_answer_lea_ccm,
    &narae_known_answer_lea_cfb,
    &narae_known_answer_lea_cmac,
    &narae_known_answer_lea_ctr,
    &narae_known_answer_lea_gcm,
    &narae_known_answer_lea_ofb,
    &narae_known_answer_seed_cbc,
    &narae_known_answer_seed_ccm,
    &narae_known_answer_seed_cfb,
    &narae_known_answer_seed_cmac,
    &narae_known_answer_seed_ctr,
    &narae_known_answer_seed_gcm,
    &narae_known_answer_seed_ofb,
    &narae_known_answer_ascon_aead128,
    &narae_known_answer_ascon_hash256,
    &narae_known_answer_chacha20_poly1305,
    &narae_known_answer_lsh256_224,
    &narae_known_answer_lsh256_256,
    &narae_known_answer_lsh512_224,
    &narae_known_answer_lsh512_256,
    &narae_known_answer_lsh512_384,
    &narae_known_answer_lsh512_512,
    &narae_known_answer_sha224,
    &narae_known_answer_sha256,
    &narae_known_answer_sha384,
    &narae_known_answer_sha512,
    &narae_known_answer_sha512_224,
    &narae_known_answer_sha512_256,
    &narae_known_answer_sha3_224,
    &narae_known_answer_sha3_256,
    &narae_known_answer_sha3_384,
    &narae_known_answer_sha3_512,
    NULL,
};

const narae_known_answer *const *
narae_known_answers(void)
{
    return all;
}
