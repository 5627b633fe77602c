/* SPDX-License-Identifier: MIT */
/* A hash (HASH) or an extendable output (XOF), also in place. */

#include "check.h"

#include "narae/ascon.h"
#include "narae/lsh.h"
#include "narae/sha2.h"
#include "narae/sha3.h"

#ifdef XOF
#    define DIGEST(out, in, bytes) XOF(out, v->ciphertext.n, in, bytes)
#else
#    define DIGEST(out, in, bytes) HASH(out, in, bytes)
#endif

int
check(const vector *v)
{
    REQUIRE(DIGEST(work, v->plaintext.p, v->plaintext.n) == NARAE_OK);
    REQUIRE(memcmp(work, v->ciphertext.p, v->ciphertext.n) == 0);
    memcpy(work, v->plaintext.p, v->plaintext.n);
    REQUIRE(DIGEST(work, work, v->plaintext.n) == NARAE_OK);
    REQUIRE(memcmp(work, v->ciphertext.p, v->ciphertext.n) == 0);
    return 0;
}
