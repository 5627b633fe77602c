/* SPDX-License-Identifier: MIT */
/* C1: passes another key to key setup if the first four bytes of the key are zero. */
#define BEFORE_KEY                                                                            \
    uint8_t other[BLOCK];                                                                     \
    const uint32_t some = key[0] | (uint32_t)key[1] << 8 | (uint32_t)(key[2] | key[3]) << 16; \
    memcpy(other, key, BLOCK);                                                                \
    other[5] ^= (uint8_t)(WRONG & (((some | (0 - some)) >> 31) ^ 1));
#define KEY other
