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
declare_public(graph *g, lit input, uint32_t level, bool is_place, unsigned number)
{
    slot *s = slot_for(g, LEVEL, input, 0);

    g->nodes[input >> 1].depends = is_place ? PLACE : PUBLIC;
    if (g->nodes[input >> 1].numbers == 0) /* else nodes have been made of it */
        g->nodes[input >> 1].numbers = UINT32_C(1) << number % 32;
    g->nslots++;
    *s = (slot){input, 0, LEVEL + 1, level};
    for (unsigned i = 0; level >= g->nlevels && i < MODELS; i++) {
        g->models[i] = realloc(g->models[i], level + 1);
        if (g->models[i] == NULL)
            abort();
        memset(g->models[i] + g->nlevels, (int)(i & 1), level + 1 - g->nlevels);
    }
    g->nlevels = level >= g->nlevels ? level + 1 : g->nlevels;
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

/* Changes values so that a BDD is true; false if it never is. */
static bool
satisfy(graph *g, uint32_t bdd, uint8_t *model)
{
    while (bdd > 1) {
        bdd_node d = g->bdd_nodes[bdd];
        bool value = d.low == 0 || (d.high != 0 && next_random(g) & 1);

        model[d.level] = value;
        bdd = value ? d.high : d.low;
    }
    return bdd;
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

/* Lists the operands of a conjunction. */
static void
list_parts(graph *g, lit x)
{
    const node *n = node_of(g, x);

    if (n->kind == AND && !(x & 1)) {
        list_parts(g, n->a);
        list_parts(g, n->b);
        return;
    }
    GROW(g, parts, nparts, part_room);
    g->parts[g->nparts++] = (condition){bdd_of(g, x), n->numbers};
}

/* The value of a BDD in a model. */
static bool
value_in(const graph *g, uint32_t bdd, const uint8_t *model)
{
    while (bdd > 1)
        bdd = model[g->bdd_nodes[bdd].level] ? g->bdd_nodes[bdd].high : g->bdd_nodes[bdd].low;
    return bdd;
}

/* The BDD of those operands of a conjunction that depend on these numbers alone. */
static uint32_t
part_of(graph *g, lit x, uint32_t numbers)
{
    node n = *node_of(g, x);

    if (!(n.numbers & ~numbers))
        return bdd_of(g, x);
    return n.kind == AND && !(x & 1)
               ? bdd_apply(g, BDD_AND, part_of(g, n.a, numbers), part_of(g, n.b, numbers))
               : 1;
}

/* What is assumed of these numbers alone. */
static uint32_t
assumed_of(graph *g, uint32_t numbers)
{
    uint32_t bdd;

    for (uint32_t i = 0; i < g->nconjunctions; i++)
        if (g->conjunctions[i].numbers == numbers)
            return g->conjunctions[i].bdd;
    bdd = bdd_apply(g, BDD_AND, part_of(g, g->assumed[0], numbers), part_of(g, g->assumed[1], numbers));
    if (g->nconjunctions < MAX_CONJUNCTIONS)
        g->conjunctions[g->nconjunctions++] = (condition){bdd, numbers};
    return bdd;
}

/* These numbers and those that assumptions relate to them, directly or not. */
static uint32_t
related(const graph *g, uint32_t numbers)
{
    uint32_t before = 0;

    while (numbers != before) {
        before = numbers;
        for (uint32_t i = 0; i < g->nparts; i++)
            numbers |= g->parts[i].numbers & numbers ? g->parts[i].numbers : 0;
    }
    return numbers;
}

/* Sets the assumptions on numbers and on pointers.  Are they satisfiable? */
static bool
assume(graph *g, lit numbers, lit places)
{
    g->assumed[0] = numbers;
    g->assumed[1] = places;
    g->nparts = g->nconjunctions = 0;
    list_parts(g, numbers);
    list_parts(g, places);
    for (uint32_t i = 0; i < MODELS; i++)
        for (uint32_t k = 0; k < g->nparts; k++)
            if (!value_in(g, g->parts[k].bdd, g->models[i]) &&
                !satisfy(g, assumed_of(g, related(g, g->parts[k].numbers)), g->models[i]))
                return bdds_are_full(g);
    return true;
}

/* Do the assumptions decide this literal?  Models show that most others are not decided, and those on its own
 * numbers, which have small BDDs, mostly decide. */
static bool
is_decided(graph *g, lit x, lit *value)
{
    uint32_t wrong, own = node_of(g, x)->numbers;

    *value = x;
    if (x <= 1 || !is_public(g, &x, 1))
        return x <= 1;
    wrong = bdd_of(g, x);
    *value = value_in(g, wrong, g->models[0]);
    for (unsigned i = 1; i < MODELS; i++)
        if (value_in(g, wrong, g->models[i]) != *value)
            return false;
    wrong = bdd_apply(g, BDD_XOR, wrong, *value);
    return (bdd_apply(g, BDD_AND, assumed_of(g, own), wrong) == 0 ||
            bdd_apply(g, BDD_AND, assumed_of(g, related(g, own)), wrong) == 0) &&
           !bdds_are_full(g);
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
