/* SPDX-License-Identifier: MIT */
/* Nothing: the cost of the firmware alone. */

#include "check.h"

int
check(const vector *v)
{
    (void)v;
    return 0;
}
