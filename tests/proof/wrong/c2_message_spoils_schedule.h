/* SPDX-License-Identifier: MIT */
/* C2: a message destroys a round key at its end. */
#define AFTER_MESSAGE \
    if (WRONG)        \
        ((volatile uint32_t *)ctx->schedule)[11] ^= 1;
