/* SPDX-License-Identifier: MIT */
/* The integers of SUPERCOP; crypto_uint32.h and its like include this. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_INTS_H
#define NARAE_LAB_SUPERCOP_CRYPTO_INTS_H

#include <stdint.h>

typedef uint8_t crypto_uint8;
typedef uint16_t crypto_uint16;
typedef uint32_t crypto_uint32;
typedef uint64_t crypto_uint64;
typedef int8_t crypto_int8;
typedef int16_t crypto_int16;
typedef int32_t crypto_int32;
typedef int64_t crypto_int64;

#endif
