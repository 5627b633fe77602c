/* SPDX-License-Identifier: MIT */
/* C3: a look-up by the counter moves the output. */
static const volatile uint8_t moved[8] = {0, 0, 0, 0, 0, WRONG, 0, WRONG};
#define BEFORE_MESSAGE out += moved[counter[3] & 7];
