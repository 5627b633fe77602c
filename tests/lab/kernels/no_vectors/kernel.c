/* SPDX-License-Identifier: MIT */
/* Right, but without vectors: never timed. */

#include "../kernel.h"

TEST_KERNEL(copy, copy);
