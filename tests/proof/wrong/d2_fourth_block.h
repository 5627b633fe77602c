/* SPDX-License-Identifier: MIT */
/* D2: the fourth block of a message has the keystream of the third. */
#define BEFORE_MESSAGE const uint8_t *const begin = in;
#define BEFORE_BLOCK                                \
    if (WRONG && (size_t)(in - begin) == 3 * BLOCK) \
        next[15]--;
