/* SPDX-License-Identifier: MIT */
/* Public inputs, on which branches and addresses may depend: lengths and pointers.
 * Functions of these alone are compared as reduced ordered binary decision diagrams
 * (R. E. Bryant, IEEE Trans. Computers C-35, 1986).  Bits of equal weight are
 * neighbours in the order, which keeps sums and comparisons small.
 *
 * A BDD is a number: 0 false, 1 true, else the index of a node. */
#ifndef NARAE_LAB_PROOF_PUBLIC_H
#define NARAE_LAB_PROOF_PUBLIC_H

#include "graph.h"

enum { MAX_BDD_NODES = 16000000 };
enum { BDD_OF = 16, LEVEL, BDD_AND, BDD_XOR, BDD_NODE }; /* keys of slots; the last one and all above it */

static void
declare_public(graph *g, lit input, uint32_t level, bool is_place)
{
    slot *s = slot_for(g, LEVEL, input, 0);

    g->nodes[input >> 1].depends = is_place ? PLACE : PUBLIC;
    g->nslots++;
    *s = (slot){input, 0, LEVEL + 1, level};
}

static uint32_t
bdd_make(graph *g, uint32_t level, uint32_t low, uint32_t high)
{
    slot *s = slot_for(g, BDD_NODE + level, low, high);

    if (low == high)
        return low;
    if (s->kind)
        return s->result;
    GROW(g, bdd_nodes, nbdd_nodes, bdd_node_room);
    g->bdd_nodes[g->nbdd_nodes] = (bdd_node){level, low, high};
    g->nslots++;
    *s = (slot){low, high, BDD_NODE + level + 1, g->nbdd_nodes};
    return g->nbdd_nodes++;
}

/* With too many nodes results are wrong, and nobody may use them. */
static inline bool
bdds_are_full(const graph *g)
{
    return g->nbdd_nodes >= MAX_BDD_NODES;
}

/* operation: BDD_AND or BDD_XOR */
static uint32_t
bdd_apply(graph *g, uint32_t operation, uint32_t x, uint32_t y)
{
    uint32_t a = x < y ? x : y, b = x < y ? y : x, level, result;
    bdd_node p, q;
    slot *s;

    if (bdds_are_full(g))
        return 0;
    if (a == b)
        return operation == BDD_AND ? a : 0;
    if (a == 0)
        return operation == BDD_AND ? 0 : b;
    if (a == 1 && operation == BDD_AND)
        return b;
    s = slot_for(g, operation, a, b);
    if (s->kind)
        return s->result;
    p = g->bdd_nodes[a];
    q = g->bdd_nodes[b];
    level = p.level < q.level ? p.level : q.level;
    result = bdd_make(g, level,
                      bdd_apply(g, operation, p.level == level ? p.low : a, q.level == level ? q.low : b),
                      bdd_apply(g, operation, p.level == level ? p.high : a, q.level == level ? q.high : b));
    s = slot_for(g, operation, a, b);
    g->nslots++;
    *s = (slot){a, b, operation + 1, result};
    return result;
}

/* The BDD of a public literal. */
static uint32_t
bdd_of(graph *g, lit x)
{
    lit even = x & ~1u;
    node n = *node_of(g, x);
    slot *s = slot_for(g, BDD_OF, even, 0);
    uint32_t result;

    if (s->kind)
        return bdd_apply(g, BDD_XOR, s->result, x & 1);
    if (n.kind == INPUT)
        result = even == 0 ? 0 : bdd_make(g, slot_for(g, LEVEL, even, 0)->result, 0, 1);
    else
        result = bdd_apply(g, n.kind == AND ? BDD_AND : BDD_XOR, bdd_of(g, n.a), bdd_of(g, n.b));
    s = slot_for(g, BDD_OF, even, 0);
    g->nslots++;
    *s = (slot){even, 0, BDD_OF + 1, result};
    return bdd_apply(g, BDD_XOR, result, x & 1);
}

static bool
is_public(const graph *g, const lit *bits, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (node_of(g, bits[i])->depends & (SECRET | OPAQUE))
            return false;
    return !bdds_are_full(g);
}

/* A random path to true: the levels on it and their values. */
static unsigned
random_path(graph *g, uint32_t bdd, uint64_t random, unsigned most, uint32_t *levels, uint8_t *values)
{
    unsigned n = 0;

    while (bdd > 1 && n < most) {
        bdd_node d = g->bdd_nodes[bdd];

        random = mix(random + n + 1);
        levels[n] = d.level;
        values[n] = d.low == 0 || (d.high != 0 && (random & 1));
        bdd = values[n++] ? d.high : d.low;
    }
    return bdd == 1 ? n : 0;
}

/* Equal for all public inputs? */
static bool
public_equal(graph *g, const lit *a, const lit *b, unsigned n)
{
    if (!is_public(g, a, n) || !is_public(g, b, n))
        return false;
    for (unsigned i = 0; i < n; i++)
        if (a[i] != b[i] && bdd_of(g, a[i]) != bdd_of(g, b[i]))
            return false;
    return !bdds_are_full(g);
}

/* Does the assumption on public inputs decide this literal? */
static bool
is_decided(graph *g, lit x, lit *value)
{
    uint8_t depends = node_of(g, x)->depends;
    uint32_t assumed = g->assumed[!(depends & PLACE) ? 0 : !(depends & PUBLIC) ? 1 : 2];

    if (x > 1 && !is_public(g, &x, 1))
        return false;
    for (*value = 0; *value < 2; ++*value)
        if (x == *value ||
            (x > 1 && bdd_apply(g, BDD_AND, assumed, bdd_of(g, x ^ *value)) == 0 && !bdds_are_full(g)))
            return true;
    return false;
}

/* The constant that the assumption makes of a flag, or the flag itself. */
static lit
simplify_bit(graph *g, lit x)
{
    lit value;

    return g->simplify && x > 1 && is_decided(g, x, &value) ? value : x;
}

/* So that a decided offset of a pointer is a constant. */
static void
simplify_number(graph *g, lit *bits, unsigned n)
{
    for (unsigned i = 0; i < n && g->simplify > 1; i++)
        if (node_of(g, bits[i])->depends == PUBLIC)
            bits[i] = simplify_bit(g, bits[i]);
}

/* Substitutes literals for inputs of a public function. */
static lit
substitute(graph *g, lit x, unsigned n, const lit *inputs, const lit *others, lit *known)
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
            lit a = substitute(g, it.a, n, inputs, others, known),
                b = substitute(g, it.b, n, inputs, others, known);

            if (a != it.a || b != it.b)
                r = it.kind == AND ? gate_and(g, a, b) : gate_xor(g, a, b);
        }
        known[x >> 1] = r;
    }
    return r ^ (x & 1);
}

#endif
