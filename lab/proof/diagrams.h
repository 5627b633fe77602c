/* SPDX-License-Identifier: MIT */
/* Functions of a few variables as reduced ordered binary decision diagrams with
 * complemented edges (R. E. Bryant, IEEE Trans. Computers C-35, 1986; K. S. Brace,
 * R. L. Rudell, R. E. Bryant, DAC 1990), for one comparison at a time: carries of a
 * counter, however a program groups its bits, have diagrams with few nodes.
 *
 * A function is a literal, 2 * node, plus one if it is complemented; 0 is false, 1 true.
 * Equal functions are equal literals, unless there were too many nodes. */
#ifndef NARAE_LAB_PROOF_DIAGRAMS_H
#define NARAE_LAB_PROOF_DIAGRAMS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { MAX_DIAGRAM_NODES = 4096, DIAGRAM_SLOTS = 4 * MAX_DIAGRAM_NODES, DIAGRAM_RESULTS = 1 << 14 };

typedef struct diagram_node {
    uint32_t level, low, high; /* low is not complemented */
} diagram_node;

typedef struct diagram_result {
    uint32_t a, b, is_xor, result;
    uint32_t now; /* valid if that of the diagrams */
} diagram_result;

typedef struct diagrams {
    uint32_t n, now; /* nodes; counts comparisons */
    bool full;       /* results are wrong, and nobody may use them */
    diagram_node node[MAX_DIAGRAM_NODES];
    uint32_t slot[DIAGRAM_SLOTS], slot_now[DIAGRAM_SLOTS];
    diagram_result results[DIAGRAM_RESULTS];
} diagrams;

static void
begin_diagrams(diagrams *d)
{
    d->n = 1;
    d->now++;
    d->full = false;
    d->node[0] = (diagram_node){UINT32_MAX, 0, 0};
}

static uint32_t
hash_of_three(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t x = (((uint64_t)a << 32 | b) ^ (uint64_t)c << 17) * UINT64_C(0x9e3779b97f4a7c15);

    return (uint32_t)(x >> 32) ^ (uint32_t)x;
}

/* The function that is `low` where the variable of this level is 0, and `high` where it is 1. */
static uint32_t
diagram_of(diagrams *d, uint32_t level, uint32_t low, uint32_t high)
{
    uint32_t flip = low & 1;
    diagram_node new = {level, low ^ flip, high ^ flip};

    if (low == high)
        return low;
    for (uint32_t at = hash_of_three(level, new.low, new.high);; at++) {
        uint32_t i = at % DIAGRAM_SLOTS;

        if (d->slot_now[i] == d->now) {
            if (memcmp(&d->node[d->slot[i]], &new, sizeof new) == 0)
                return 2 * d->slot[i] ^ flip;
            continue;
        }
        if (d->n == MAX_DIAGRAM_NODES) {
            d->full = true;
            return 0;
        }
        d->slot_now[i] = d->now;
        d->slot[i] = d->n;
        d->node[d->n] = new;
        return 2 * d->n++ ^ flip;
    }
}

/* The AND or XOR of two functions. */
static uint32_t
combine_diagrams(diagrams *d, bool is_xor, uint32_t x, uint32_t y)
{
    uint32_t a = x < y ? x : y, b = x < y ? y : x, low, high, level;
    diagram_node p = d->node[a >> 1], q = d->node[b >> 1];
    diagram_result *known;

    if (d->full || (!is_xor && (a == 0 || a == (b ^ 1))))
        return 0;
    if (a == b)
        return is_xor ? 0 : a;
    if (a < 2)
        return is_xor ? b ^ a : b;
    known = &d->results[hash_of_three(a, b, is_xor) % DIAGRAM_RESULTS];
    if (known->now == d->now && known->a == a && known->b == b && known->is_xor == is_xor)
        return known->result;
    level = p.level < q.level ? p.level : q.level;
    low = combine_diagrams(d, is_xor, p.level == level ? p.low ^ (a & 1) : a,
                           q.level == level ? q.low ^ (b & 1) : b);
    high = combine_diagrams(d, is_xor, p.level == level ? p.high ^ (a & 1) : a,
                            q.level == level ? q.high ^ (b & 1) : b);
    *known = (diagram_result){a, b, is_xor, diagram_of(d, level, low, high), d->now};
    return known->result;
}

#endif
