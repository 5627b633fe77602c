/* SPDX-License-Identifier: MIT */
/* The known answers of the library, as a program has them, one after the other. */

#include "check.h"

#include "narae/self_test.h"

int
check(const vector *v)
{
    (void)v;
    REQUIRE(narae_self_test(narae_known_answers(), NULL) == NARAE_OK);
    return 0;
}
