/* SPDX-License-Identifier: MIT */
/* Common to the modes over masked block ciphers: narae/masked.h.
 *
 * A compiler sees no difference between shares and other values: of a ^ share 0 ^ share
 * 1 it may compute share 0 ^ share 1 first, once narae_xor() is in line, and load both
 * at a time.  Between two calls that touch the shares of one value there is a barrier:
 * what the first one computed lies in memory, and nothing of the second one was loaded. */
#ifndef NARAE_MASKED_INTERNAL_H
#define NARAE_MASKED_INTERNAL_H

#include "narae/masked.h"
#include "narae/wipe.h"

#include "core/xor.h"

#define OTHER_SHARE() __asm__ volatile("" : : : "memory")

/* The parts of the caller's `work`. */
typedef struct masked_work {
    uint8_t *schedule;
    uint8_t *group;  /* blocks in shares */
    uint8_t *random; /* for the kernel */
    uint8_t *subkey; /* a block in shares */
} masked_work;

/* NARAE_OK, NARAE_ERROR_NULL or NARAE_ERROR_LENGTH. */
int narae_masked_check(const narae_masked *masked);

/* Gives the key new masks and expands it.  Returns what the caller's random function does. */
int narae_masked_begin(const narae_masked *masked, masked_work *work);

/* Encrypts the group with fresh random bytes; returns the same. */
int narae_masked_encrypt_group(const narae_masked *masked, const masked_work *work);

#endif
