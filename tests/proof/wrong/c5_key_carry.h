/* SPDX-License-Identifier: MIT */
/* C5: no carry from the low part of the pointer to the key; wrong if the key straddles a multiple of 256, or
 * of 2^32 where pointers have 64 bits. */
#define KEY_BYTE(i) (*(const uint8_t *)NEAR(key, i))
