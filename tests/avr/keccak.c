/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600]; the state's bytes are those of AVR's little-endian words. */

#include "check.h"

#include "narae/keccak.h"

int
check(const vector *v)
{
    REQUIRE(narae_keccak_f1600((uint64_t *)(void *)v->plaintext.p) == NARAE_OK);
    REQUIRE(memcmp(v->plaintext.p, v->ciphertext.p, 200) == 0);
    return 0;
}
