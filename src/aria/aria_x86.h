/* The ARIA kernels of x86-64.  Their schedule has each byte of a round key four
 * times: a vector instruction can add a word from memory to all of its words. */
#ifndef NARAE_ARIA_X86_H
#define NARAE_ARIA_X86_H

#include "aria_internal.h"

typedef struct aria_wide_schedule {
    uint32_t rounds; /* 12, 14 or 16 */
    uint32_t rk[];   /* 16 for each round key */
} aria_wide_schedule;

narae_blocks_fn narae_aria_encrypt_gfni512;
narae_blocks_fn narae_aria_decrypt_gfni512;
narae_ctr_fn narae_aria_ctr_gfni512;

#endif
