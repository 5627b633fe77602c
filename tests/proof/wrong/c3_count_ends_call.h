/* SPDX-License-Identifier: MIT */
/* C3: a look-up by the number of blocks ends the call; 256 blocks or more stay as they were. */
static const volatile uint8_t ends[8] = {0, WRONG, WRONG, WRONG, WRONG, WRONG, WRONG, WRONG};
#define BEFORE_BLOCKS           \
    if (ends[nblocks >> 8 & 7]) \
        return;
