/* SPDX-License-Identifier: MIT */
/* C3: a look-up in what another one gives ends the call with 768 blocks. */
static const volatile uint8_t first[8] = {3, 1, 4, 5, 2, 6, 0, 7}, second[8] = {0, 0, 0, 0, 0, WRONG, 0, 0};
#define BEFORE_BLOCKS                    \
    if (second[first[nblocks >> 8 & 7]]) \
        return;
