/* SPDX-License-Identifier: MIT */
/* A block cipher alone: CIPHER, SCHEDULE_BYTES. */

#include "check.h"

#include "narae/descriptor.h"

#include HEADER

static uint32_t words[SCHEDULE_BYTES / 4];

int
check(const vector *v)
{
    const size_t nblocks = v->plaintext.n / CIPHER.block_bytes;
    EXPAND(CIPHER, _key) *schedule = (EXPAND(CIPHER, _key) *)words; /* as long as this key needs */

    REQUIRE(EXPAND(CIPHER, _set_key)(schedule, v->key.p, v->key.n) == NARAE_OK);
    REQUIRE(EXPAND(CIPHER, _encrypt)(schedule, work, v->plaintext.p, nblocks) == NARAE_OK);
    REQUIRE(memcmp(work, v->ciphertext.p, v->ciphertext.n) == 0);
    REQUIRE(EXPAND(CIPHER, _decrypt)(schedule, work, work, nblocks) == NARAE_OK);
    REQUIRE(memcmp(work, v->plaintext.p, v->plaintext.n) == 0);
    REQUIRE(EXPAND(CIPHER, _encrypt)(schedule, work, work, nblocks) == NARAE_OK);
    REQUIRE(memcmp(work, v->ciphertext.p, v->ciphertext.n) == 0);
    return 0;
}
