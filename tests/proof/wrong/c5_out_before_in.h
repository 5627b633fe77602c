/* SPDX-License-Identifier: MIT */
/* C5: encrypts nothing if the output lies before the input. */
#define BEFORE_BLOCKS      \
    if (WRONG && out < in) \
        return;
