/* SPDX-License-Identifier: MIT */
/* Where a firmware is that does not end: the loop is in the function that, for the last cycles, the
 * stack is least deep in, not in what that calls. */
#ifndef NARAE_LAB_LIMIT_H
#define NARAE_LAB_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

enum { LOOK_CYCLES = 1000000 };

struct limit {
    uint64_t cycles;
    uint32_t sp, pc; /* near the end: the highest stack pointer, and the next instruction */
};

static inline bool
is_over(struct limit *limit, uint64_t cycles, uint32_t sp, uint32_t pc)
{
    if (cycles + LOOK_CYCLES < limit->cycles)
        return false;
    if (sp > limit->sp) {
        limit->sp = sp;
        limit->pc = pc;
    }
    return cycles >= limit->cycles;
}

#endif
