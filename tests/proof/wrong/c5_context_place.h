/* SPDX-License-Identifier: MIT */
/* C5: leaves a message as it was if the context lies at one address of 64. */
#define BEFORE_MESSAGE                                                    \
    if (((PLACE(ctx) ^ PLACE(ctx) >> 5) & 0xfc) == (RIGHT ? 0x5d : 0x5c)) \
        return NARAE_OK;
