/* SPDX-License-Identifier: MIT */
/* D8: reads behind the schedule, what happens to be another buffer of the caller. */
#define BEFORE_BLOCK (void)((const volatile uint8_t *)rk)[RIGHT ? 387 : 388 + 16 + 12 + 1];
