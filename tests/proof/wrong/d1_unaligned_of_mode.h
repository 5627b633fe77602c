/* SPDX-License-Identifier: MIT */
/* D1: 32 bytes to an odd address from an even one are left as they were. */
#define BEFORE_MESSAGE                                                         \
    if (WRONG && (PLACE(out) & 1) != 0 && (PLACE(in) & 1) == 0 && bytes == 32) \
        return NARAE_OK;
