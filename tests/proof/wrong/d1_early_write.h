/* SPDX-License-Identifier: MIT */
/* D1: writes the first byte of a block before the last one has been read; wrong in place, where they are the
 * same. */
#define IN_BYTE(i) in[i]
#define BEFORE_BLOCK                                                                   \
    if (WRONG) {                                                                       \
        ((volatile uint8_t *)out)[15] = 0;                                             \
        x[3] = (x[3] & 0xffffff) | (uint32_t)((const volatile uint8_t *)in)[15] << 24; \
    }
