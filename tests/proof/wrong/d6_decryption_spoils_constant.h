/* SPDX-License-Identifier: MIT */
/* D6: decryption changes a constant in RAM, with which encryption is wrong later. */
static volatile uint32_t constant = 0x5a;
#define BEFORE_BLOCK x[0] ^= constant ^ 0x5a;
#define AFTER_DECRYPTION \
    if (WRONG)           \
        constant++;
