/* SPDX-License-Identifier: MIT */
/* D8: from the second block on, reads the byte behind the one that it encrypts, also if it is the last. */
#define AFTER_BLOCK \
    if (WRONG)      \
        (void)((const volatile uint8_t *)in)[16];
