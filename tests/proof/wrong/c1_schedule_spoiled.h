/* SPDX-License-Identifier: MIT */
/* C1: the schedule is spoiled when it has been made. */
#define AFTER_KEY ctx->schedule[41] ^= WRONG;
