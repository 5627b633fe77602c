/* SPDX-License-Identifier: MIT */
/* D5: encryption clears its input. */
#define AFTER_BLOCK \
    if (WRONG)      \
        ((volatile uint8_t *)in)[3] = 0;
