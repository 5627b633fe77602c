/* SPDX-License-Identifier: MIT */
/* Sums of products as products of sums: a b + a c = a (b + c), where + is XOR.
 *
 * A masked product is the sum of all products of a share of x and one of y.  It becomes the
 * product of the sum of the shares of x and that of y, which are written so first.  A carry, of which
 * earlier carries are factors, thereby loses its masks slice by slice, from the lowest one on. */
#ifndef NARAE_LAB_LEAK_FACTORS_H
#define NARAE_LAB_LEAK_FACTORS_H

#include "circuit.h"

enum { MAX_SUM = 1 << 14, MAX_EXPANDED = 1 << 18 };

/* A constant plus terms in ascending order: nodes, and products of nodes a < b as a << 32 | b.  If it has too
 * many, something is missing.  `pending`: a heap of nodes that are to be added. */
typedef struct sum {
    uint64_t *terms;
    uint32_t *pending;
    uint32_t n, room, npending, pending_room, expanded;
    lit constant;
    bool too_long;
} sum;

static void
add_to_sum(sum *s, uint32_t a, uint32_t b)
{
    s->terms = grow(s->terms, s->n, &s->room, sizeof *s->terms);
    s->terms[s->n++] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    s->too_long |= s->n == MAX_SUM;
}

static void
add_literal(sum *s, lit x)
{
    uint32_t at = s->npending, node = x >> 1;

    s->constant ^= x & 1;
    if (node == 0)
        return;
    s->pending = grow(s->pending, s->npending++, &s->pending_room, sizeof *s->pending);
    for (; at && s->pending[(at - 1) / 2] < node; at = (at - 1) / 2)
        s->pending[at] = s->pending[(at - 1) / 2];
    s->pending[at] = node;
}

/* Takes the largest node away. */
static uint32_t
take_pending(sum *s)
{
    uint32_t *heap = s->pending, top = heap[0], last = heap[--s->npending], n = s->npending, at = 0;

    for (;;) {
        uint32_t child = 2 * at + 1;

        if (child + 1 < n && heap[child + 1] > heap[child])
            child++;
        if (child >= n || heap[child] <= last)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

/* (a + p) (b + q) = a b + q a + p b + p q. */
static void
add_factors(sum *s, lit a, lit b)
{
    if (a >> 1 == b >> 1) {
        if (a == b)
            add_literal(s, a);
        return;
    }
    if (a > 1 && b > 1)
        add_to_sum(s, a >> 1, b >> 1);
    s->constant ^= a & b & 1;
    if (b & 1)
        add_literal(s, a & ~1u);
    if (a & 1)
        add_literal(s, b & ~1u);
}

static int
compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Makes pending nodes terms, each once: those that it consists of are smaller.  Sorts terms and cancels equal
 * ones. */
static void
expand_sum(const graph *g, sum *s)
{
    uint32_t n = 0;

    while (s->npending && !s->too_long) {
        uint32_t x = take_pending(s);
        const node *what = &g->nodes[x];

        s->too_long = ++s->expanded == MAX_EXPANDED;
        if (s->npending && s->pending[0] == x) {
            take_pending(s);
        } else if (what->kind == XOR) {
            add_literal(s, what->a);
            add_literal(s, what->b);
        } else if (what->kind == AND) {
            add_factors(s, what->a, what->b);
        } else {
            add_to_sum(s, 0, x);
        }
    }
    qsort(s->terms, s->n, sizeof *s->terms, compare_numbers);
    for (uint32_t i = 0; i < s->n; i++)
        if (n && s->terms[n - 1] == s->terms[i])
            n--;
        else
            s->terms[n++] = s->terms[i];
    s->n = n;
}

static lit factored(inputs *in, lit x);

/* Terms by factors: factor << 32 | term, ascending. */
static uint64_t *
uses_of_factors(const sum *s, uint32_t *n)
{
    uint64_t *uses = NULL;

    *n = 0;
    resize(&uses, 2 * s->n + 1, sizeof *uses);
    for (uint32_t i = 0; i < s->n; i++)
        if (s->terms[i] >> 32) {
            uses[(*n)++] = s->terms[i] >> 32 << 32 | i;
            uses[(*n)++] = s->terms[i] << 32 | i;
        }
    qsort(uses, *n, sizeof *uses, compare_numbers);
    return uses;
}

/* How many terms have this factor? */
static uint32_t
count_uses_of(const uint64_t *uses, uint32_t n, uint32_t factor)
{
    uint32_t low = 0, high = n, count = 0;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (uses[middle] >> 32 < factor)
            low = middle + 1;
        else
            high = middle;
    }
    while (low + count < n && uses[low + count] >> 32 == factor)
        count++;
    return count;
}

/* The node of a + b, or 0. */
static uint32_t
xor_of(graph *g, uint32_t a, uint32_t b)
{
    const slot *s = slot_for(g, XOR, 2 * (a < b ? a : b), 2 * (a < b ? b : a));

    return s->kind && !(s->result & 1) ? s->result >> 1 : 0;
}

/* Where c = a + b, a b = a + a c = b + b c.  The graph has one of these products, here is that of
 * the factors that other terms have, too.  False if nothing changes. */
static bool
choose_factors(inputs *in, sum *s)
{
    uint32_t n = s->n, nuses;
    uint64_t *uses = uses_of_factors(s, &nuses);
    bool changed = false;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t a = (uint32_t)(s->terms[i] >> 32), b = (uint32_t)s->terms[i],
                 c = a ? xor_of(in->g, a, b) : 0;
        uint32_t uses_a, uses_b;

        if (c == 0)
            continue;
        uses_a = count_uses_of(uses, nuses, a) - 1;
        uses_b = count_uses_of(uses, nuses, b) - 1;
        if (count_uses_of(uses, nuses, c) <= (uses_a < uses_b ? uses_a : uses_b))
            continue;
        if (uses_a < uses_b)
            a = b;
        s->terms[i] = a < c ? (uint64_t)a << 32 | c : (uint64_t)c << 32 | a;
        add_literal(s, 2 * a);
        changed = true;
    }
    free(uses);
    return changed;
}

/* Puts products with a common factor together; false if there are none. */
static bool
merge_products(inputs *in, sum *s)
{
    uint32_t n = s->n, nuses;
    uint64_t *uses = uses_of_factors(s, &nuses), *old = s->terms;
    bool changed = false;

    s->terms = NULL;
    s->n = s->room = 0;
    for (uint32_t i = 0, end; i < nuses; i = end) {
        uint32_t factor = (uint32_t)(uses[i] >> 32), k = 0;
        lit rest = 0;

        for (end = i; end < nuses && uses[end] >> 32 == factor; end++)
            k += old[(uint32_t)uses[end]] != 0;
        if (k < 2)
            continue;
        for (uint32_t j = i; j < end; j++) {
            uint64_t *term = &old[(uint32_t)uses[j]];

            if (*term)
                rest = gate_xor(in->g, rest, 2 * ((uint32_t)(*term >> 32) ^ (uint32_t)*term ^ factor));
            *term = 0;
        }
        add_factors(s, 2 * factor, factored(in, rest));
        changed = true;
    }
    for (uint32_t i = 0; i < n; i++)
        if (old[i])
            add_to_sum(s, (uint32_t)(old[i] >> 32), (uint32_t)old[i]);
    free(uses);
    free(old);
    return changed;
}

/* An equal literal, in which masks cancel that do so by this rule; remembered. */
static lit
factored(inputs *in, lit x)
{
    sum s = {0};
    lit r = 0;

    if (x >> 1 < in->nfactored && in->factored[x >> 1] != OUTSIDE)
        return in->factored[x >> 1] ^ (x & 1);
    add_literal(&s, x & ~1u);
    do
        expand_sum(in->g, &s);
    while (!s.too_long && (choose_factors(in, &s) || merge_products(in, &s)));
    for (uint32_t i = 0; i < s.n && !s.too_long; i++) {
        uint32_t a = (uint32_t)(s.terms[i] >> 32), b = (uint32_t)s.terms[i];

        r = gate_xor(in->g, r, a ? gate_and(in->g, 2 * a, 2 * b) : 2 * b);
    }
    r = s.too_long ? x & ~1u : r ^ s.constant;
    free(s.terms);
    free(s.pending);
    if (x >> 1 >= in->nfactored) {
        uint32_t n = in->g->n + in->g->n / 2;

        resize(&in->factored, n, sizeof *in->factored);
        memset(in->factored + in->nfactored, 0xff, (n - in->nfactored) * sizeof *in->factored);
        in->nfactored = n;
    }
    in->factored[x >> 1] = r;
    return r ^ (x & 1);
}

#endif
