/* SPDX-License-Identifier: MIT */
/* SUPERCOP's comparison of 64 bytes in constant time: 0 if they are equal, else -1. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_64_H
#define NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_64_H

static inline int
crypto_verify_64(const unsigned char *x, const unsigned char *y)
{
    unsigned differs = 0;

    for (unsigned i = 0; i < 64; i++)
        differs |= x[i] ^ y[i];
    return (int)(1 & (differs - 1) >> 8) - 1;
}

#endif
