/* SPDX-License-Identifier: MIT */
/* C8: key setup writes behind the schedule. */
#define AFTER_KEY ((volatile uint8_t *)rk)[4 * SPARE + 3 + WRONG] = 0;
