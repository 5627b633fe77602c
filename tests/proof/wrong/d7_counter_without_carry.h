/* SPDX-License-Identifier: MIT */
/* D7: the counter does not carry into its upper half; one of 2^64 shows it. */
#define BEFORE_BLOCK                     \
    unsigned rest = 0;                   \
    for (unsigned i = 8; i < BLOCK; i++) \
        rest |= next[i];                 \
    next[7] -= WRONG && in != begin && rest == 0;
#define BEFORE_MESSAGE const uint8_t *const begin = in;
