/* SPDX-License-Identifier: MIT */
/* Bilinear functions of two sets of bits, A and B (with linear terms and a constant), such as the product of
 * two unknown polynomials.  That a node is bilinear follows from its operands.  Two bilinear functions are
 * equal if they agree wherever at most one bit of A and one of B are set. */
#ifndef NARAE_LAB_PROOF_BILINEAR_H
#define NARAE_LAB_PROOF_BILINEAR_H

#include "graph.h"

enum { ONE = 1, OF_A = 2, OF_B = 4, OF_BOTH = 8, OTHER = 16 }; /* possible terms of a function */

static uint8_t
terms_of(const uint8_t *terms, lit x)
{
    return (uint8_t)(terms[x >> 1] | (x & 1 ? ONE : 0));
}

static uint8_t
terms_of_product(uint8_t x, uint8_t y)
{
    uint8_t r = (uint8_t)((x & ONE ? y : 0) | (y & ONE ? x : 0));

    x &= (uint8_t)~ONE;
    y &= (uint8_t)~ONE;
    if (x == 0 || y == 0)
        return r;
    return (uint8_t)(r | ((x | y) == (OF_A | OF_B) && x != (OF_A | OF_B) && y != (OF_A | OF_B) ? OF_BOTH
                                                                                               : OTHER));
}

/* The possible terms of all nodes up to the last; those of leaves are set. */
static void
find_terms(const graph *g, uint8_t *terms, uint32_t last)
{
    for (uint32_t x = 1; x <= last; x++) {
        const node *n = &g->nodes[x];

        if (terms[x])
            continue;
        if (n->kind == AND)
            terms[x] = terms_of_product(terms_of(terms, n->a), terms_of(terms, n->b));
        else if (n->kind == XOR)
            terms[x] = terms_of(terms, n->a) | terms_of(terms, n->b);
        else
            terms[x] = OTHER;
    }
}

/* The nodes between two words and the leaves, in ascending order. */
static uint32_t
inner_nodes(const graph *g, const uint8_t *leaf, uint32_t last, uint8_t *needed, uint32_t *nodes)
{
    uint32_t n = 0;

    for (uint32_t x = last; x > 0; x--)
        if (needed[x] && !leaf[x]) {
            needed[g->nodes[x].a >> 1] = needed[g->nodes[x].b >> 1] = 1;
            nodes[n++] = x;
        }
    for (uint32_t i = 0; i < n / 2; i++) {
        uint32_t x = nodes[i];

        nodes[i] = nodes[n - 1 - i];
        nodes[n - 1 - i] = x;
    }
    return n;
}

/* Assigns a value to a leaf, which may be complemented. */
static void
set_leaf(uint64_t *values, lit leaf, uint64_t value)
{
    values[leaf >> 1] = value ^ -(uint64_t)(leaf & 1);
}

/* Are two words equal in 64 assignments? */
static bool
same_values(const graph *g, uint64_t *values, const uint32_t *nodes, uint32_t nnodes, unsigned n,
            const lit *x, const lit *y)
{
    uint64_t differ = 0;

    for (uint32_t i = 0; i < nnodes; i++) {
        const node *it = &g->nodes[nodes[i]];
        uint64_t a = values[it->a >> 1] ^ -(uint64_t)(it->a & 1),
                 b = values[it->b >> 1] ^ -(uint64_t)(it->b & 1);

        values[nodes[i]] = it->kind == AND ? a & b : a ^ b;
    }
    for (unsigned i = 0; i < n; i++)
        differ |= values[x[i] >> 1] ^ values[y[i] >> 1] ^ -(uint64_t)((x[i] ^ y[i]) & 1);
    return differ == 0;
}

/* With each bit of A, or none, and each of B, or none. */
static bool
same_coefficients(const graph *g, uint64_t *values, const uint32_t *nodes, uint32_t nnodes, unsigned n,
                  const lit *x, const lit *y, unsigned na, const lit *a, unsigned nb, const lit *b)
{
    for (unsigned i = 0; i <= na; i++)
        for (unsigned first = 0; first <= nb; first += 64) {
            for (unsigned k = 0; k < na; k++)
                set_leaf(values, a[k], -(uint64_t)(k == i));
            for (unsigned k = 0; k < nb; k++)
                set_leaf(values, b[k], k / 64 == first / 64 ? UINT64_C(1) << k % 64 : 0);
            if (!same_values(g, values, nodes, nnodes, n, x, y))
                return false;
        }
    return true;
}

/* Are two words equal as bilinear functions of two disjoint sets of leaves?  Leaves need not be inputs. */
static bool
same_bilinear(const graph *g, unsigned n, const lit *x, const lit *y, unsigned na, const lit *a, unsigned nb,
              const lit *b)
{
    uint8_t *terms = calloc(g->n, 1), *leaf = calloc(g->n, 1), *needed = calloc(g->n, 1);
    uint32_t *nodes = calloc(g->n, sizeof *nodes), last = 0, nnodes;
    uint64_t *values = calloc(g->n, sizeof *values);
    bool same = true;

    if (terms == NULL || leaf == NULL || needed == NULL || nodes == NULL || values == NULL)
        abort();
    for (unsigned i = 0; i < na + nb; i++) {
        lit it = i < na ? a[i] : b[i - na];

        same &= it > 1 && !leaf[it >> 1];
        leaf[it >> 1] = 1;
        terms[it >> 1] = (uint8_t)((i < na ? OF_A : OF_B) | (it & 1 ? ONE : 0));
    }
    for (unsigned i = 0; i < 2 * n; i++) {
        lit it = i < n ? x[i] : y[i - n];

        needed[it >> 1] = 1;
        last = it >> 1 > last ? it >> 1 : last;
    }
    find_terms(g, terms, last);
    for (unsigned i = 0; i < n; i++)
        same &= !((terms_of(terms, x[i]) | terms_of(terms, y[i])) & OTHER);
    if (same) {
        nnodes = inner_nodes(g, leaf, last, needed, nodes);
        same = same_coefficients(g, values, nodes, nnodes, n, x, y, na, a, nb, b);
    }
    free(terms);
    free(leaf);
    free(needed);
    free(nodes);
    free(values);
    return same;
}

#endif
