/* SPDX-License-Identifier: MIT */
/* Common to the LEA kernels: the schedule's layout and the portable kernels.
 *
 * The key schedule gives each round six words k0..k5.  For 128-bit keys
 * k1 = k3 = k5, so only T[0..3] = k0, k1, k2, k4 are kept: a third less RAM
 * and four loads a round instead of six.  The kernels for AVR and ARMv6-M
 * expect these in the order in which encryption uses them, T[1], T[3], T[2],
 * T[0], because post-increment is free.  Those for ARMv6-M expect six words as
 * k4, k5, k2, k3, k0, k1.  MSP430 stores what turns one key word into the next that is
 * added to the same word of the block: lea_msp430.S. */
#ifndef NARAE_LEA_INTERNAL_H
#define NARAE_LEA_INTERNAL_H

#include "narae/descriptor.h"
#include "narae/lea.h"

#include "core/family.h"

typedef struct lea_schedule {
    uint32_t rounds; /* 24, 28 or 32, or what the family has instead */
    uint32_t rk[];   /* rounds x 4 words for LEA-128, rounds x 6 for the others */
} lea_schedule;

narae_set_key_fn narae_lea_set_key_portable;
narae_blocks_fn narae_lea_encrypt_portable, narae_lea_decrypt_portable;
#ifdef NARAE_DISPATCH
extern const narae_block_kernels *const narae_lea_implementations[];
const narae_block_kernels *narae_lea_best(void);
#endif

#endif
