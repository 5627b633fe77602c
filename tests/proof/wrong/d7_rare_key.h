/* SPDX-License-Identifier: MIT */
/* D7: one key of 2^128 makes a wrong schedule. */
#define AFTER_KEY                                                 \
    uint32_t differ = 0;                                          \
    for (unsigned i = 0; i < KEY; i++)                            \
        differ |= (uint32_t)(KEY_BYTE(i) ^ (0xa5 + 7 * i)) & 255; \
    rk[0] ^= WRONG & ~((0 - differ) >> 31);
