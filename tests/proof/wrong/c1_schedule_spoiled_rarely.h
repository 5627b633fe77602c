/* SPDX-License-Identifier: MIT */
/* C1: the schedule is spoiled when it has been made, if its first round key is zero: for one key of 2^32. */
#define AFTER_KEY ctx->schedule[41] ^= WRONG & (((ctx->schedule[1] | (0 - ctx->schedule[1])) >> 31) ^ 1);
