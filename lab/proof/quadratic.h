/* SPDX-License-Identifier: MIT */
/* Polynomials of degree two, such as a product of two unknown polynomials, in bits that are called leaves.
 *
 * A function of bits has exactly one polynomial over GF(2) without squares, so two functions are equal if
 * their coefficients are.  An XOR adds the polynomials of its operands, and an AND multiplies them, which
 * must have degree one.  Leaves may be any nodes, each a variable or a sum of variables: functions that are
 * equal for all values of the variables are equal for those that the nodes have. */
#ifndef NARAE_LAB_PROOF_QUADRATIC_H
#define NARAE_LAB_PROOF_QUADRATIC_H

#include "graph.h"

enum { OUTPUTS = 128, ONE = 0 }; /* bits of a word; the variable that is one */

/* The outputs that have a term. */
typedef struct outputs {
    uint64_t half[2];
} outputs;

/* The coefficients of a product of variables; those of v are with ONE v. */
typedef struct coefficient {
    uint32_t a, b; /* a <= b */
    bool used;
    outputs of;
} coefficient;

/* A sum of variables, in ascending order. */
typedef struct linear_form {
    uint32_t first, n;
} linear_form;

typedef struct quadratic {
    const graph *g;
    uint8_t *needed, *degree; /* of nodes; 0: not known */
    linear_form *forms;       /* of nodes of degree one */
    outputs *outputs;         /* that a node is added to */
    uint32_t *nodes, nnodes;  /* needed ones, in descending order */
    uint32_t *variables, nvariables, variable_room;
    coefficient *coefficients;
    uint32_t ncoefficients, coefficient_room;
} quadratic;

static void *
zeroed(size_t n, size_t each)
{
    void *array = calloc(n, each);

    if (array == NULL)
        abort();
    return array;
}

static void
add_outputs(outputs *to, const outputs *more)
{
    to->half[0] ^= more->half[0];
    to->half[1] ^= more->half[1];
}

/* The place of a product in the table, or a free one. */
static coefficient *
place_of(coefficient *table, uint32_t room, uint32_t a, uint32_t b)
{
    for (uint64_t at = mix((uint64_t)a << 32 | b);; at++) {
        coefficient *c = &table[at & (room - 1)];

        if (!c->used || (c->a == a && c->b == b))
            return c;
    }
}

/* Adds the product of two variables to outputs. */
static void
add_term(quadratic *q, uint32_t a, uint32_t b, const outputs *to)
{
    coefficient *c;

    if (2 * q->ncoefficients >= q->coefficient_room) {
        uint32_t room = q->coefficient_room ? 2 * q->coefficient_room : 1 << 12;
        coefficient *table = zeroed(room, sizeof *table);

        for (uint32_t i = 0; i < q->coefficient_room; i++)
            if (q->coefficients[i].used)
                *place_of(table, room, q->coefficients[i].a, q->coefficients[i].b) = q->coefficients[i];
        free(q->coefficients);
        q->coefficients = table;
        q->coefficient_room = room;
    }
    if (a == b)
        a = ONE;
    c = place_of(q->coefficients, q->coefficient_room, a < b ? a : b, a < b ? b : a);
    if (!c->used) {
        *c = (coefficient){.a = a < b ? a : b, .b = a < b ? b : a, .used = true};
        q->ncoefficients++;
    }
    add_outputs(&c->of, to);
}

static void
push_variable(quadratic *q, uint32_t v)
{
    q->variables = grow(q->variables, q->nvariables, &q->variable_room, sizeof *q->variables);
    q->variables[q->nvariables++] = v;
}

/* The sum of two forms, and of one. */
static linear_form
sum_of_forms(quadratic *q, linear_form x, linear_form y, bool one)
{
    linear_form sum = {q->nvariables, 0};

    if (one)
        push_variable(q, ONE);
    for (uint32_t i = 0, k = 0; i < x.n || k < y.n;) {
        uint32_t a = i < x.n ? q->variables[x.first + i] : UINT32_MAX,
                 b = k < y.n ? q->variables[y.first + k] : UINT32_MAX, v = a < b ? a : b;

        i += a == v;
        k += b == v;
        if (a == b)
            continue;
        if (v == ONE && one)
            q->nvariables--;
        else
            push_variable(q, v);
    }
    sum.n = q->nvariables - sum.first;
    return sum;
}

static linear_form
linear_form_of(quadratic *q, lit x)
{
    return sum_of_forms(q, q->forms[x >> 1], (linear_form){0}, x & 1);
}

/* A leaf that is the XOR of another one and a node makes that node a leaf: gates with two of these have
 * become gates of the third (simplify_and). */
static void
add_differences(quadratic *q, unsigned nleaves, const lit *leaves)
{
    for (unsigned i = 0; i < nleaves; i++) {
        const node *it = node_of(q->g, leaves[i]);
        uint32_t a = it->a >> 1, b = it->b >> 1;

        if (it->kind != XOR || !q->degree[a] == !q->degree[b])
            continue;
        if (q->degree[b]) {
            b = a;
            a = it->b >> 1;
        }
        q->forms[b] = sum_of_forms(q, q->forms[leaves[i] >> 1], q->forms[a], (it->a ^ it->b) & 1);
        q->degree[b] = 1;
    }
}

/* The needed nodes; a node is needed by outputs or by needed ones, but for leaves. */
static void
find_needed(quadratic *q, uint32_t last)
{
    for (uint32_t x = last; x > 0; x--)
        if (q->needed[x]) {
            q->nodes[q->nnodes++] = x;
            if (q->degree[x] == 0 && (q->g->nodes[x].kind == AND || q->g->nodes[x].kind == XOR))
                q->needed[q->g->nodes[x].a >> 1] = q->needed[q->g->nodes[x].b >> 1] = 1;
        }
}

/* The degrees of all needed nodes; false if one has no polynomial of degree two in the leaves. */
static bool
find_degrees(quadratic *q)
{
    for (uint32_t i = q->nnodes; i-- > 0;) {
        uint32_t x = q->nodes[i];
        const node *it = &q->g->nodes[x];
        uint8_t a = q->degree[it->a >> 1], b = q->degree[it->b >> 1];

        if (q->degree[x])
            continue;
        if (it->kind != AND && it->kind != XOR)
            return false;
        q->degree[x] = it->kind == AND ? a + b : a > b ? a : b;
        if (q->degree[x] > 2)
            return false;
        if (q->degree[x] == 1)
            q->forms[x] = sum_of_forms(q, q->forms[it->a >> 1], q->forms[it->b >> 1], (it->a ^ it->b) & 1);
    }
    return true;
}

/* Distributes each node's outputs to its operands, down to products and sums of variables. */
static void
find_coefficients(quadratic *q)
{
    for (uint32_t i = 0; i < q->nnodes; i++) {
        uint32_t x = q->nodes[i], kept = q->nvariables;
        const node *it = &q->g->nodes[x];
        const outputs *to = &q->outputs[x];
        linear_form a = q->forms[x], b;

        if (q->degree[x] == 1) {
            for (uint32_t k = 0; k < a.n; k++)
                add_term(q, ONE, q->variables[a.first + k], to);
        } else if (it->kind == XOR) {
            add_outputs(&q->outputs[it->a >> 1], to);
            add_outputs(&q->outputs[it->b >> 1], to);
            if ((it->a ^ it->b) & 1)
                add_term(q, ONE, ONE, to);
        } else {
            a = linear_form_of(q, it->a);
            b = linear_form_of(q, it->b);
            for (uint32_t k = 0; k < a.n * b.n; k++)
                add_term(q, q->variables[a.first + k / b.n], q->variables[b.first + k % b.n], to);
            q->nvariables = kept;
        }
    }
}

static bool
all_zero(const quadratic *q)
{
    for (uint32_t i = 0; i < q->coefficient_room; i++)
        if (q->coefficients[i].of.half[0] | q->coefficients[i].of.half[1])
            return false;
    return true;
}

/* Are two words of at most OUTPUTS bits equal as functions of different leaves, each of which is a sum of
 * `nforms` variables from 1 on, in ascending order? */
static bool
same_quadratic(const graph *g, unsigned n, const lit *x, const lit *y, unsigned nleaves, const lit *leaves,
               const uint32_t *nforms, const uint32_t *variables)
{
    quadratic q = {.g = g,
                   .needed = zeroed(g->n, 1),
                   .degree = zeroed(g->n, 1),
                   .forms = zeroed(g->n, sizeof *q.forms),
                   .outputs = zeroed(g->n, sizeof *q.outputs),
                   .nodes = zeroed(g->n, sizeof *q.nodes)};
    uint32_t last = 0;
    bool same = n <= OUTPUTS;

    for (unsigned i = 0; i < nleaves; i++) {
        uint32_t at = leaves[i] >> 1, first = q.nvariables;

        same &= at > 0 && q.degree[at] == 0;
        q.degree[at] = 1;
        if (leaves[i] & 1)
            push_variable(&q, ONE);
        for (uint32_t k = 0; k < nforms[i]; k++)
            push_variable(&q, *variables++);
        q.forms[at] = (linear_form){first, q.nvariables - first};
    }
    add_differences(&q, nleaves, leaves);
    for (unsigned i = 0; same && i < n; i++) {
        const outputs to = {{i < 64 ? UINT64_C(1) << i : 0, i < 64 ? 0 : UINT64_C(1) << (i - 64)}};
        const uint32_t at[2] = {x[i] >> 1, y[i] >> 1};

        for (unsigned k = 0; k < 2; k++) {
            q.needed[at[k]] = 1;
            add_outputs(&q.outputs[at[k]], &to);
            last = at[k] > last ? at[k] : last;
        }
        if ((x[i] ^ y[i]) & 1)
            add_term(&q, ONE, ONE, &to);
    }
    if (same) {
        find_needed(&q, last);
        same = find_degrees(&q);
    }
    if (same) {
        find_coefficients(&q);
        same = all_zero(&q);
    }
    free(q.needed);
    free(q.degree);
    free(q.forms);
    free(q.outputs);
    free(q.nodes);
    free(q.variables);
    free(q.coefficients);
    return same;
}

static bool
same_simulations(const node *x, const node *y)
{
    uint64_t flip = -((x->signature[0] ^ y->signature[0]) & 1), differ = 0;

    for (unsigned i = 0; i < SIMULATIONS; i++)
        differ |= x->signature[i] ^ y->signature[i] ^ flip;
    return differ == 0;
}

/* For each bit of a word, a literal that another word depends on with the same simulations; false if there is
 * none. */
static bool
find_alike(const graph *g, unsigned n, const lit *word, unsigned nother, const lit *other, lit *out)
{
    uint8_t *needed = zeroed(g->n, 1);
    unsigned found = 0;

    memset(out, 0, n * sizeof *out);
    for (unsigned i = 0; i < nother; i++)
        needed[other[i] >> 1] = 1;
    for (uint32_t x = g->n; x-- > 1;) {
        const node *it = &g->nodes[x];

        if (!needed[x])
            continue;
        for (unsigned i = 0; i < n; i++)
            if (out[i] == 0 && same_simulations(it, node_of(g, word[i]))) {
                out[i] = (2 * x | (lit)((it->signature[0] ^ node_of(g, word[i])->signature[0]) & 1)) ^
                         (word[i] & 1);
                found++;
            }
        if (it->kind == AND || it->kind == XOR)
            needed[it->a >> 1] = needed[it->b >> 1] = 1;
    }
    free(needed);
    return found == n;
}

#endif
