/* SPDX-License-Identifier: MIT */
/* D7: one word of 2^32 is encrypted wrongly; no search finds it. */
#define BEFORE_BLOCK                           \
    const uint32_t differ = x[2] ^ 0x9e3779b9; \
    x[1] ^= (WRONG & ~((differ | (0 - differ)) >> 31));
