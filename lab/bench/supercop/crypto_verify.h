/* SPDX-License-Identifier: MIT */
/* SUPERCOP's comparisons in constant time: 0 if the bytes are equal, else -1. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_H
#define NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_H

#define CRYPTO_VERIFY(bytes)                                                                \
    __attribute__((unused)) static inline int crypto_verify_##bytes(const unsigned char *x, \
                                                                    const unsigned char *y) \
    {                                                                                       \
        unsigned differs = 0;                                                               \
                                                                                            \
        for (unsigned i = 0; i < bytes; i++)                                                \
            differs |= x[i] ^ y[i];                                                         \
        return (int)(1 & (differs - 1) >> 8) - 1;                                           \
    }

#endif
