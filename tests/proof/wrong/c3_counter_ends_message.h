/* SPDX-License-Identifier: MIT */
/* C3: a look-up by the counter, which is public, leaves messages with one counter of eight as they were. */
static const volatile uint8_t ends[8] = {0, 0, 0, 0, 0, WRONG, 0, 0};
#define BEFORE_MESSAGE        \
    if (ends[counter[3] & 7]) \
        return NARAE_OK;
