/* SPDX-License-Identifier: MIT */
/* C5: no carry from the low part of the pointer to the counter. */
#define BEFORE_MESSAGE                   \
    for (unsigned i = 0; i < BLOCK; i++) \
        next[i] = *(const volatile uint8_t *)NEAR(counter, i);
