/* SPDX-License-Identifier: MIT */
/* C5: the same with the pointer to the input, within a block. */
#define IN_BYTE(i) (*(const uint8_t *)NEAR(in, i))
