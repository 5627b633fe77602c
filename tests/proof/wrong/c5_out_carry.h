/* SPDX-License-Identifier: MIT */
/* C5: the same with the pointer to the output, within a block. */
#define OUT_BYTE(i) (*(uint8_t *)NEAR(out, i))
