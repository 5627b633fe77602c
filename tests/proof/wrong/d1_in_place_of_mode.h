/* SPDX-License-Identifier: MIT */
/* D1: five bytes in place are left as they were. */
#define BEFORE_MESSAGE                    \
    if (WRONG && out == in && bytes == 5) \
        return NARAE_OK;
