/* SPDX-License-Identifier: MIT */
/* D5: key setup clears the caller's key. */
#define AFTER_KEY \
    if (WRONG)    \
        ((volatile uint8_t *)key)[0] = 0;
