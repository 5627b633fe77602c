/* SPDX-License-Identifier: MIT */
/* When instructions of the E31 read their operands, without branches and misses: which of these come
 * by a bypass.  That is so of what was written one or two cycles before.  A word that is loaded can be
 * read after two cycles, a byte or halfword after three. */
#ifndef NARAE_LAB_LEAK_PACE_H
#define NARAE_LAB_LEAK_PACE_H

#include <stdbool.h>
#include <stdint.h>

enum { BYPASS_CYCLES = 2, WORD_CYCLES = 2, NARROW_CYCLES = 3 };

/* Of each register the cycle in which the instruction that wrote it read its own operands, and from which
 * one on others can read it. */
struct pace {
    uint32_t cycle, written[32], ready[32];
};

/* The next instruction, `x`, reads its operands. */
static inline void
read_at_pace(struct pace *p, uint32_t x, bool reads_1, bool reads_2)
{
    uint32_t first = p->ready[x >> 15 & 31], second = p->ready[x >> 20 & 31];

    p->cycle++;
    if (reads_1 && first > p->cycle)
        p->cycle = first;
    if (reads_2 && second > p->cycle)
        p->cycle = second;
}

/* Does a register come by a bypass? */
static inline bool
is_bypassed(const struct pace *p, unsigned number)
{
    return number == 0 || (p->written[number] != 0 && p->cycle - p->written[number] <= BYPASS_CYCLES);
}

/* It writes its target. */
static inline void
write_at_pace(struct pace *p, uint32_t x)
{
    uint32_t opcode = x & 0x7f, target = x >> 7 & 31, narrow = (x >> 12 & 3) != 2;

    if (opcode == 0x23 || opcode == 0x63 || target == 0)
        return;
    p->written[target] = p->cycle;
    p->ready[target] = p->cycle + (opcode != 0x03 ? 1 : narrow ? NARROW_CYCLES : WORD_CYCLES);
}

#endif
