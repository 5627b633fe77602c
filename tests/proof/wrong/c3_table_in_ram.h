/* SPDX-License-Identifier: MIT */
/* C3: as c3_count_ends_call, with the table in RAM. */
#define BEFORE_BLOCKS                                                                \
    volatile uint8_t ends[8] = {0, WRONG, WRONG, WRONG, WRONG, WRONG, WRONG, WRONG}; \
    if (ends[nblocks >> 8 & 7])                                                      \
        return;
