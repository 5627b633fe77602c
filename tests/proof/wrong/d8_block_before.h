/* SPDX-License-Identifier: MIT */
/* D8: reads two blocks before the input, which the caller may not own. */
#define BEFORE_BLOCK (void)*(const volatile uint8_t *)(RIGHT ? in : in - 32);
