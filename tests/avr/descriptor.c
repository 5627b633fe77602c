/* SPDX-License-Identifier: MIT */
/* A block cipher through its descriptor: CIPHER, SCHEDULE_BYTES. */

#include "check.h"

#include "narae/descriptor.h"

#include HEADER

static uint32_t schedule[SCHEDULE_BYTES / 4];

int
check(const vector *v)
{
    const size_t nblocks = v->plaintext.n / CIPHER.block_bytes;

    REQUIRE(narae_block_cipher_set_key(&CIPHER, schedule, sizeof schedule, v->key.p, v->key.n) == NARAE_OK);
    REQUIRE(narae_block_cipher_encrypt(&CIPHER, schedule, work, v->plaintext.p, nblocks) == NARAE_OK);
    REQUIRE(memcmp(work, v->ciphertext.p, v->ciphertext.n) == 0);
    REQUIRE(narae_block_cipher_decrypt(&CIPHER, schedule, work, work, nblocks) == NARAE_OK);
    REQUIRE(memcmp(work, v->plaintext.p, v->plaintext.n) == 0);
    return 0;
}
