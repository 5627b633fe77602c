/* SPDX-License-Identifier: MIT */
/* C1: a message spoils the schedule before its first block. */
#define BEFORE_MESSAGE \
    if (WRONG)         \
        ((volatile uint32_t *)ctx->schedule)[7] ^= 1;
