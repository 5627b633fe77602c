/* SPDX-License-Identifier: MIT */
/* Nothing: what the firmware costs by itself. */

#include "check.h"

int
check(const vector *v)
{
    (void)v;
    return 0;
}
