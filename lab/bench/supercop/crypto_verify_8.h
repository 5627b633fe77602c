/* SPDX-License-Identifier: MIT */
/* SUPERCOP's comparison of 8 bytes in constant time: 0 if they are equal, else -1. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_8_H
#define NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_8_H

static inline int
crypto_verify_8(const unsigned char *x, const unsigned char *y)
{
    unsigned differs = 0;

    for (unsigned i = 0; i < 8; i++)
        differs |= x[i] ^ y[i];
    return (int)(1 & (differs - 1) >> 8) - 1;
}

#endif
