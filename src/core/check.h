/* SPDX-License-Identifier: MIT */
/* The argument checks of all public functions. */
#ifndef NARAE_CORE_CHECK_H
#define NARAE_CORE_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "narae/descriptor.h"

/* For a call whose arguments the caller has checked: it returns NARAE_OK. */
static inline void
cannot_fail(int status)
{
    (void)status;
}

/* True if the two ranges of `bytes` bytes overlap but are not the
 * same range.  Addresses are public: comparing them leaks nothing. */
static inline int
overlaps(const void *a, const void *b, size_t bytes)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

    return x != y && (x < y ? y - x : x - y) < bytes;
}

/* True if the ranges of `x_bytes` and `y_bytes` bytes overlap. */
static inline int
touches(const void *x, size_t x_bytes, const void *y, size_t y_bytes)
{
    uintptr_t a = (uintptr_t)x, b = (uintptr_t)y;

    return a <= b ? b - a < x_bytes && y_bytes != 0 : a - b < y_bytes && x_bytes != 0;
}

/* True if the pointer is null and the length is not 0. */
static inline int
missing(const void *p, size_t bytes)
{
    return p == NULL && bytes != 0;
}

/* Checks one call of a function that reads `bytes` bytes and writes as many. */
static inline int
check_stream(const uint8_t *out, const uint8_t *in, size_t bytes)
{
    if (missing(out, bytes) || missing(in, bytes))
        return NARAE_ERROR_NULL;
    return overlaps(out, in, bytes) ? NARAE_ERROR_OVERLAP : NARAE_OK;
}

/* Checks one call of a cipher's encrypt or decrypt. */
static inline int
check_blocks(const void *schedule, const uint8_t *out, const uint8_t *in, size_t nblocks, size_t block_bytes)
{
    if (schedule == NULL || (nblocks != 0 && (out == NULL || in == NULL)))
        return NARAE_ERROR_NULL;
    if (nblocks > SIZE_MAX / block_bytes)
        return NARAE_ERROR_LENGTH;
    if (overlaps(out, in, nblocks * block_bytes))
        return NARAE_ERROR_OVERLAP;
    return NARAE_OK;
}

/* NARAE_ERROR_STATE unless `schedule` begins as narae/descriptor.h specifies for a cipher
 * with these key sizes; NARAE_OK if it specifies nothing.  The number of rounds is public.
 * On AVR the kernels read only the first byte. */
static inline int
check_schedule(const void *schedule, unsigned rounds, unsigned rounds_apart, unsigned key_sizes)
{
#ifdef __AVR__
    const uint8_t more = (uint8_t)(*(const uint8_t *)schedule - rounds), apart = (uint8_t)rounds_apart;
#else
    const uint32_t more = *(const uint32_t *)schedule - rounds,
                   apart = (rounds_apart & 15) | (uint32_t)(rounds_apart >> 4) << 28;
#endif

    return rounds == 0 || more == 0 || more == apart || (key_sizes == 3 && more == 2 * apart)
               ? NARAE_OK
               : NARAE_ERROR_STATE;
}

#endif
