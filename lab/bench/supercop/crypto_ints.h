/* SPDX-License-Identifier: MIT */
/* The integers of SUPERCOP, and of the functions on them those that symmetric code
 * uses; crypto_uint32.h and its like include this.  A mask is 0 or -1. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_INTS_H
#define NARAE_LAB_SUPERCOP_CRYPTO_INTS_H

#include <stdint.h>

#define CRYPTO_INTS(name, type, bits)                                                                    \
    typedef type crypto_##name;                                                                          \
                                                                                                         \
    __attribute__((unused)) static inline type crypto_##name##_bitmod_01(type x, type n)                 \
    {                                                                                                    \
        return (type)((uint##bits##_t)x >> ((uint##bits##_t)n % bits) & 1);                              \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_bitmod_mask(type x, type n)               \
    {                                                                                                    \
        return (type) - crypto_##name##_bitmod_01(x, n);                                                 \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_bottombit_01(type x)                      \
    {                                                                                                    \
        return crypto_##name##_bitmod_01(x, 0);                                                          \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_bottombit_mask(type x)                    \
    {                                                                                                    \
        return crypto_##name##_bitmod_mask(x, 0);                                                        \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_topbit_01(type x)                         \
    {                                                                                                    \
        return crypto_##name##_bitmod_01(x, bits - 1);                                                   \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_topbit_mask(type x)                       \
    {                                                                                                    \
        return crypto_##name##_bitmod_mask(x, bits - 1);                                                 \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_nonzero_01(type x)                        \
    {                                                                                                    \
        return crypto_##name##_topbit_01((type)(x | (type)(0 - (uint##bits##_t)x)));                     \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_nonzero_mask(type x)                      \
    {                                                                                                    \
        return (type) - crypto_##name##_nonzero_01(x);                                                   \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_unequal_mask(type x, type y)              \
    {                                                                                                    \
        return crypto_##name##_nonzero_mask((type)(x ^ y));                                              \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_equal_mask(type x, type y)                \
    {                                                                                                    \
        return (type)~crypto_##name##_unequal_mask(x, y);                                                \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_load(const unsigned char *p)              \
    {                                                                                                    \
        uint##bits##_t x = 0;                                                                            \
                                                                                                         \
        for (int i = bits / 8 - 1; i >= 0; i--)                                                          \
            x = (uint##bits##_t)((uint64_t)x << 8 | p[i]);                                               \
        return (type)x;                                                                                  \
    }                                                                                                    \
    __attribute__((unused)) static inline type crypto_##name##_load_bigendian(const unsigned char *p)    \
    {                                                                                                    \
        uint##bits##_t x = 0;                                                                            \
                                                                                                         \
        for (int i = 0; i < bits / 8; i++)                                                               \
            x = (uint##bits##_t)((uint64_t)x << 8 | p[i]);                                               \
        return (type)x;                                                                                  \
    }                                                                                                    \
    __attribute__((unused)) static inline void crypto_##name##_store(unsigned char *p, type x)           \
    {                                                                                                    \
        for (int i = 0; i < bits / 8; i++)                                                               \
            p[i] = (unsigned char)((uint##bits##_t)x >> 8 * i);                                          \
    }                                                                                                    \
    __attribute__((unused)) static inline void crypto_##name##_store_bigendian(unsigned char *p, type x) \
    {                                                                                                    \
        for (int i = 0; i < bits / 8; i++)                                                               \
            p[i] = (unsigned char)((uint##bits##_t)x >> (bits - 8 - 8 * i));                             \
    }

#define CRYPTO_SIGNED(name, type)                                                    \
    __attribute__((unused)) static inline type crypto_##name##_negative_01(type x)   \
    {                                                                                \
        return crypto_##name##_topbit_01(x);                                         \
    }                                                                                \
    __attribute__((unused)) static inline type crypto_##name##_negative_mask(type x) \
    {                                                                                \
        return crypto_##name##_topbit_mask(x);                                       \
    }

CRYPTO_INTS(uint8, uint8_t, 8)
CRYPTO_INTS(uint16, uint16_t, 16)
CRYPTO_INTS(uint32, uint32_t, 32)
CRYPTO_INTS(uint64, uint64_t, 64)
CRYPTO_INTS(int8, int8_t, 8)
CRYPTO_INTS(int16, int16_t, 16)
CRYPTO_INTS(int32, int32_t, 32)
CRYPTO_INTS(int64, int64_t, 64)
CRYPTO_SIGNED(int8, int8_t)
CRYPTO_SIGNED(int16, int16_t)
CRYPTO_SIGNED(int32, int32_t)
CRYPTO_SIGNED(int64, int64_t)

#endif
