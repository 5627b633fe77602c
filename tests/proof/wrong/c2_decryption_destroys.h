/* SPDX-License-Identifier: MIT */
/* C2: decryption destroys a round key on return; what comes after is wrong. */
#define AFTER_DECRYPTION \
    if (WRONG)           \
        ((volatile uint32_t *)rk)[9] ^= 1;
