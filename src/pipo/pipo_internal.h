/* SPDX-License-Identifier: MIT */
/* Common to the PIPO kernels: the schedule's layout and the kernel names.
 *
 * A round key is one of the two or four 8-byte halves or quarters of the key
 * with the round number added to its first byte, so there is no key expansion.
 * Each key byte is stored as the row that the kernel adds to the state. */
#ifndef NARAE_PIPO_INTERNAL_H
#define NARAE_PIPO_INTERNAL_H

#include "narae/descriptor.h"
#include "narae/pipo.h"

#include "core/family.h"

#ifdef NARAE_WORDS8
typedef uint8_t pipo_key_row[1];
#elif defined(NARAE_WORDS64)
typedef uint32_t pipo_key_row[2];
#else
typedef uint32_t pipo_key_row[1];
#endif

enum { PIPO_ROUNDS = 13, PIPO_ROUNDS_APART = 4 };

typedef struct pipo_schedule {
    uint32_t rounds; /* 13 or 17 */
    pipo_key_row rows[];
} pipo_schedule;

narae_set_key_fn narae_pipo_set_key_portable;
narae_blocks_fn narae_pipo_encrypt_portable;
narae_blocks_fn narae_pipo_decrypt_portable;

#ifdef NARAE_DISPATCH
extern const narae_block_kernels *const narae_pipo_implementations[];
const narae_block_kernels *narae_pipo_best(void);
#endif

#endif
