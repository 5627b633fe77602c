/* SPDX-License-Identifier: MIT */
/* Public numbers: symbols that a branch or an address may depend on, as a count
 * of blocks and where a buffer lies.  Functions of their bits alone are compared
 * as ordered binary decision diagrams (R. E. Bryant, IEEE Trans. Computers C-35,
 * 1986), which are the same node if they are the same function.  Sums and
 * comparisons have few nodes if bits of equal weight are neighbours in the order.
 *
 * A diagram is a number: 0 false, 1 true, else a decision. */
#ifndef NARAE_LAB_PROOF_PUBLIC_H
#define NARAE_LAB_PROOF_PUBLIC_H

#include "graph.h"

enum { MOST_DECISIONS = 4000000 };
enum { DECIDED = 16, LEVEL, BOTH, DIFFER, AT_LEVEL }; /* of keys alone; the last one and all behind it */

static void
be_public(graph *g, lit input, uint32_t level, bool is_place)
{
    slot *s = slot_for(g, LEVEL, input, 0);

    g->nodes[input >> 1].of = is_place ? PLACE : PUBLIC;
    g->nslots++;
    *s = (slot){input, 0, LEVEL + 1, level};
}

static uint32_t
decision_at(graph *g, uint32_t level, uint32_t low, uint32_t high)
{
    slot *s = slot_for(g, AT_LEVEL + level, low, high);

    if (low == high)
        return low;
    if (s->kind)
        return s->result;
    GROW(g, decisions, ndecisions, decision_room);
    g->decisions[g->ndecisions] = (decision){level, low, high};
    g->nslots++;
    *s = (slot){low, high, AT_LEVEL + level + 1, g->ndecisions};
    return g->ndecisions++;
}

/* `how`: BOTH or DIFFER. */
static uint32_t
combined(graph *g, uint32_t how, uint32_t x, uint32_t y)
{
    uint32_t a = x < y ? x : y, b = x < y ? y : x, level, result;
    decision p, q;
    slot *s;

    if (a == b)
        return how == BOTH ? a : 0;
    if (a == 0)
        return how == BOTH ? 0 : b;
    if (a == 1 && how == BOTH)
        return b;
    s = slot_for(g, how, a, b);
    if (s->kind)
        return s->result;
    p = g->decisions[a];
    q = g->decisions[b];
    level = p.level < q.level ? p.level : q.level;
    result =
        decision_at(g, level, combined(g, how, p.level == level ? p.low : a, q.level == level ? q.low : b),
                    combined(g, how, p.level == level ? p.high : a, q.level == level ? q.high : b));
    s = slot_for(g, how, a, b);
    g->nslots++;
    *s = (slot){a, b, how + 1, result};
    return result;
}

/* The diagram of a literal, which must be public. */
static uint32_t
diagram(graph *g, lit x)
{
    lit even = x & ~1u;
    node n = *node_of(g, x);
    slot *s = slot_for(g, DECIDED, even, 0);
    uint32_t result;

    if (s->kind)
        return combined(g, DIFFER, s->result, x & 1);
    if (n.kind == INPUT)
        result = even == 0 ? 0 : decision_at(g, slot_for(g, LEVEL, even, 0)->result, 0, 1);
    else
        result = combined(g, n.kind == AND ? BOTH : DIFFER, diagram(g, n.a), diagram(g, n.b));
    s = slot_for(g, DECIDED, even, 0);
    g->nslots++;
    *s = (slot){even, 0, DECIDED + 1, result};
    return combined(g, DIFFER, result, x & 1);
}

static bool
is_public(const graph *g, const lit *bits, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (node_of(g, bits[i])->of & (SECRET | OPAQUE))
            return false;
    return g->ndecisions < MOST_DECISIONS;
}

/* A path of decisions to true, chosen at random: the input of each level on it, and its value. */
static unsigned
chosen(graph *g, uint32_t diagram, uint64_t random, unsigned most, uint32_t *levels, uint8_t *values)
{
    unsigned n = 0;

    while (diagram > 1 && n < most) {
        decision d = g->decisions[diagram];

        random = mixed(random + n + 1);
        levels[n] = d.level;
        values[n] = d.low == 0 || (d.high != 0 && (random & 1));
        diagram = values[n++] ? d.high : d.low;
    }
    return diagram == 1 ? n : 0;
}

/* The same function, for all public numbers? */
static bool
same_publicly(graph *g, const lit *a, const lit *b, unsigned n)
{
    if (!is_public(g, a, n) || !is_public(g, b, n))
        return false;
    for (unsigned i = 0; i < n; i++)
        if (a[i] != b[i] && diagram(g, a[i]) != diagram(g, b[i]))
            return false;
    return true;
}

/* Does what is assumed of public numbers decide this literal?  Places and other numbers are assumed
 * independently. */
static bool
decides(graph *g, lit x, lit *value)
{
    uint8_t of = node_of(g, x)->of;
    uint32_t assumed = g->assumed[!(of & PLACE) ? 0 : !(of & PUBLIC) ? 1 : 2];

    if (x > 1 && !is_public(g, &x, 1))
        return false;
    for (*value = 0; *value < 2; ++*value)
        if (x == *value || (x > 1 && combined(g, BOTH, assumed, diagram(g, x ^ *value)) == 0))
            return true;
    return false;
}

/* A flag, or the constant that it is in a run under this assumption. */
static lit
settled_bit(graph *g, lit x)
{
    lit value;

    return g->settles && x > 1 && decides(g, x, &value) ? value : x;
}

/* Bits of a number, so that what is added to a pointer is a constant where it is decided. */
static void
settle_number(graph *g, lit *bits, unsigned n)
{
    for (unsigned i = 0; i < n && g->settles > 1; i++)
        if (node_of(g, bits[i])->of == PUBLIC)
            bits[i] = settled_bit(g, bits[i]);
}

/* A public function with other literals in place of inputs. */
static lit
replaced(graph *g, lit x, unsigned n, const lit *inputs, const lit *others, lit *known)
{
    node it = *node_of(g, x);
    lit r = known[x >> 1];

    if (r == UINT32_MAX) {
        r = x & ~1u;
        for (unsigned i = 0; i < n; i++)
            if (inputs[i] == r) {
                r = others[i];
                break;
            }
        if (it.kind != INPUT) {
            lit a = replaced(g, it.a, n, inputs, others, known),
                b = replaced(g, it.b, n, inputs, others, known);

            r = it.kind == AND ? both(g, a, b) : sum(g, a, b);
        }
        known[x >> 1] = r;
    }
    return r ^ (x & 1);
}

#endif
