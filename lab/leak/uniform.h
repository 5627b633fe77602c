/* SPDX-License-Identifier: MIT */
/* Cuts: may shares be replaced by fresh ones?
 *
 * Yes, if for each value of all secrets and of all masks that are not spent, the shares
 * but the last take each value equally often over the masks that are spent, and the XOR
 * of all shares depends on no mask.  Then they are as fresh to whatever does not depend
 * on the spent masks.
 *
 * Uniformity does not change when bits are replaced by independent XORs of them, so a
 * linear layer is undone by elimination.  A bit that has a mask of its own is uniform
 * whatever the others are: the rules of circuit.h take it away.  The rest falls into
 * groups without common spent masks, whose values are counted. */
#ifndef NARAE_LAB_LEAK_UNIFORM_H
#define NARAE_LAB_LEAK_UNIFORM_H

#include "decide.h"
#include "factors.h"

enum uniform { IS_UNIFORM, NOT_UNIFORM, NOT_SHOWN };
enum { MAX_EXPANSION = 1 << 20, SUM_NODES = 1 << 15, SUM_WORDS = SUM_NODES / 64 };

/* XORs of terms, as rows over the nodes that occur. */
typedef struct sums {
    uint32_t node[SUM_NODES], nnodes;
    uint64_t (*row)[SUM_WORDS];
} sums;

/* The nodes, other than XORs, whose XOR a literal is. */
static bool
find_terms(inputs *in, lit x, sums *s, uint64_t *row)
{
    uint32_t top = 0, steps = 0;

    push_node(in, &top, x >> 1);
    while (top) {
        uint32_t at = in->stack[--top];
        const node *n = &in->g->nodes[at];

        if (++steps > MAX_EXPANSION)
            return false;

        if (at == 0)
            continue;
        if (n->kind == XOR) {
            push_node(in, &top, n->a >> 1);
            push_node(in, &top, n->b >> 1);
            continue;
        }
        if (in->seen[at] != in->now) {
            if (s->nnodes == SUM_NODES)
                return false;
            in->seen[at] = in->now;
            in->number[at] = s->nnodes;
            s->node[s->nnodes++] = at;
        }
        row[in->number[at] / 64] ^= UINT64_C(1) << in->number[at] % 64;
    }
    return true;
}

/* Marks nodes that depend on spent inputs. */
static void
mark_spent(const inputs *in, const uint8_t *spent, uint8_t *depends)
{
    const graph *g = in->g;
    lit operands[MAX_INDEX];

    for (uint32_t x = 0; x < g->n; x++) {
        depends[x] = g->nodes[x].kind == INPUT ? spent[x] : 0;
        for (unsigned k = operands_of(g, x, operands); k-- > 0;)
            depends[x] |= depends[operands[k] >> 1];
    }
}

/* Marks spent inputs on which terms other than inputs depend, in the rows that are left. */
static void
mark_inside(inputs *in, const sums *s, unsigned n, const uint8_t *depends, uint8_t *inside)
{
    uint64_t used[SUM_WORDS] = {0};
    lit operands[MAX_INDEX];
    uint32_t top = 0;

    in->now++;
    memset(inside, 0, in->g->n);
    for (unsigned i = 0; i < n; i++)
        for (uint32_t w = 0; w < (s->nnodes + 63) / 64; w++)
            used[w] |= s->row[i][w];
    for (uint32_t t = 0; t < s->nnodes; t++)
        if (used[t / 64] >> t % 64 & 1 && in->g->nodes[s->node[t]].kind != INPUT)
            push_node(in, &top, s->node[t]);
    while (top) {
        uint32_t x = in->stack[--top];

        if (in->seen[x] == in->now || !depends[x])
            continue;
        in->seen[x] = in->now;
        inside[x] = in->g->nodes[x].kind == INPUT;
        for (unsigned k = operands_of(in->g, x, operands); k-- > 0;)
            push_node(in, &top, operands[k] >> 1);
    }
}

/* Row operations until a pivot among some terms is in its row alone. */
static void
eliminate(sums *s, unsigned n, unsigned row, uint32_t pivot)
{
    for (unsigned k = 0; k < n; k++)
        if (k != row && s->row[k][pivot / 64] >> pivot % 64 & 1)
            add_rows(s->row[k], s->row[row], (s->nnodes + 63) / 64);
}

/* Takes away rows with a mask that is in no other row and not inside of other terms: whatever the rest is,
 * they are uniform.  Returns how many rows are left. */
static unsigned
take_away(inputs *in, sums *s, unsigned n, const uint8_t *depends)
{
    uint8_t *inside = malloc(in->g->n);
    unsigned before;

    if (inside == NULL)
        abort();
    do {
        uint64_t own[SUM_WORDS] = {0};

        before = n;
        mark_inside(in, s, n, depends, inside);
        for (uint32_t t = 0; t < s->nnodes; t++)
            if (in->g->nodes[s->node[t]].kind == INPUT && depends[s->node[t]] && !inside[s->node[t]])
                own[t / 64] |= UINT64_C(1) << t % 64;
        for (unsigned i = 0; i < n;) {
            uint32_t pivot = first_bit(s->row[i], own, (s->nnodes + 63) / 64);

            if (pivot == OUTSIDE) {
                i++;
                continue;
            }
            eliminate(s, n, i, pivot);
            memcpy(s->row[i], s->row[--n], sizeof *s->row);
        }
    } while (n && n < before);
    free(inside);
    return n;
}

/* Replaces bits by independent XORs of them in which each has a term of its own, without terms that do not
 * depend on what is spent, and without bits that are uniform whatever the others are.  Sets their number. */
static enum uniform
undo_linear(inputs *in, const uint8_t *spent, unsigned *n, lit *bits)
{
    static sums s;
    uint8_t *depends = malloc(in->g->n);
    enum uniform result = IS_UNIFORM;

    if (depends == NULL)
        abort();
    mark_spent(in, spent, depends);
    resize(&s.row, *n + 1, sizeof *s.row);
    memset(s.row, 0, *n * sizeof *s.row);
    in->now++;
    s.nnodes = 0;
    for (unsigned i = 0; i < *n && result == IS_UNIFORM; i++)
        if (!find_terms(in, bits[i], &s, s.row[i]))
            result = NOT_SHOWN;
    for (uint32_t t = 0; t < s.nnodes; t++)
        for (unsigned i = 0; i < *n && !depends[s.node[t]]; i++)
            s.row[i][t / 64] &= ~(UINT64_C(1) << t % 64);
    if (result == IS_UNIFORM)
        *n = take_away(in, &s, *n, depends);
    for (unsigned i = 0; i < *n && result == IS_UNIFORM; i++) {
        uint32_t pivot = first_bit(s.row[i], s.row[i], (s.nnodes + 63) / 64);

        if (pivot == OUTSIDE)
            result = NOT_UNIFORM;
        else
            eliminate(&s, *n, i, pivot);
    }
    for (unsigned i = 0; i < *n && result == IS_UNIFORM; i++) {
        bits[i] = 0;
        for (uint32_t t = 0; t < s.nnodes; t++)
            if (s.row[i][t / 64] >> t % 64 & 1)
                bits[i] = gate_xor(in->g, bits[i], 2 * s.node[t]);
    }
    free(depends);
    return result;
}

/* Do some roots together take each value equally often, for each value of secrets and public bits? */
WIDE static enum uniform
count_values(inputs *in, const uint32_t *roots, unsigned n)
{
    static cone k;
    static uint32_t *counts;
    const circuit *c = &in->one;
    uint32_t masks, high;

    find_cone(in, c, roots, n, &k);
    masks = k.count[0];
    if (n > masks)
        return NOT_UNIFORM;
    if (k.n > MAX_TABLE)
        return NOT_SHOWN;
    if (counts == NULL)
        resize(&counts, UINT32_C(1) << MAX_TABLE, sizeof *counts);
    memset(counts, 0, sizeof *counts << (n + k.n - masks));
    high = k.n > LANE_BITS ? k.n - LANE_BITS : 0;
    for (uint32_t i = 0; i < k.n && i < LANE_BITS; i++)
        set_low(k.variables[i], i);
    for (uint64_t at = 0; at < UINT64_C(1) << high; at++) {
        for (uint32_t i = 0; i < high; i++)
            set_all(k.variables[LANE_BITS + i], at >> i & 1);
        evaluate_gates(in->g, c, &k);
        for (uint32_t bit = 0; bit < 1u << LANE_BITS; bit++) {
            uint64_t index = (at << LANE_BITS | bit) >> masks;

            if ((at << LANE_BITS | bit) >> k.n)
                break;
            for (unsigned i = 0; i < n; i++)
                index = index << 1 | (values[roots[i]][bit / 64] >> bit % 64 & 1);
            counts[index]++;
        }
    }
    for (uint64_t i = 0; i < UINT64_C(1) << (n + k.n - masks); i++)
        if (counts[i] != 1u << (masks - n))
            return NOT_UNIFORM;
    return IS_UNIFORM;
}

/* Groups roots that share a mask; group[i] is the first root of its group. */
static void
group_roots(inputs *in, uint32_t *group)
{
    static cone k;
    static uint32_t first[CIRCUIT_PARTS];
    const circuit *c = &in->one;

    for (uint32_t i = 0; i < c->n; i++)
        first[i] = OUTSIDE;
    for (uint32_t i = 0; i < c->nroots; i++) {
        group[i] = i;
        find_cone(in, c, &c->roots[i], 1, &k);
        for (uint32_t v = 0; v < k.count[0]; v++) {
            uint32_t *other = &first[k.variables[v]];

            if (*other == OUTSIDE)
                *other = i;
            else
                join(group, i, group[i], group[*other]);
        }
    }
}

/* Are bits uniform over the spent masks, for each value of all other inputs?  `bits` is overwritten. */
static enum uniform
are_uniform(inputs *in, uint8_t *spent, unsigned n, lit *bits)
{
    static uint32_t group[MAX_ROOTS], some[MAX_ROOTS];
    enum uniform result;

    if (n > MAX_ROOTS)
        return NOT_SHOWN;
    catch_up(in);
    result = undo_linear(in, spent, &n, bits);
    if (result != IS_UNIFORM || n == 0) {
        free(spent);
        return result;
    }
    resize(&spent, in->g->n, 1); /* of nodes that were added: no inputs */
    in->spent = spent;
    if (!cut_out(in, bits, n)) {
        result = NOT_SHOWN;
    } else {
        simplify_circuit(in);
        group_roots(in, group);
    }
    for (unsigned first = 0; first < n && result == IS_UNIFORM; first++) {
        unsigned k = 0;

        for (unsigned i = 0; i < n; i++)
            if (group[i] == first)
                some[k++] = in->one.roots[i];
        if (k)
            result = count_values(in, some, k);
    }
    in->spent = NULL;
    free(spent);
    return result;
}

/* Does a bit depend on no mask? */
static enum uniform
is_free_of_masks(inputs *in, lit x)
{
    static uint32_t terms[CIRCUIT_PARTS], group[CIRCUIT_PARTS], some[CIRCUIT_PARTS], ones[1 << MAX_TABLE];
    static cone k;
    uint32_t n;
    lit without;

    catch_up(in);
    if (!(in->below[x >> 1] & 1 << IS_MASK))
        return IS_UNIFORM;
    without = factored(in, x);
    catch_up(in);
    if (!(in->below[without >> 1] & 1 << IS_MASK))
        return IS_UNIFORM;
    if (!cut_out(in, &x, 1))
        return NOT_SHOWN;
    simplify_circuit(in);
    n = terms_of(in, in->one.roots[0], terms);
    group_terms(in, terms, n, group);
    for (uint32_t first = 0; first < n; first++) {
        uint32_t m = 0;

        for (uint32_t i = 0; i < n; i++)
            if (group[i] == first)
                some[m++] = terms[i];
        if (m == 0)
            continue;
        find_cone(in, &in->one, some, m, &k);
        if (k.n > MAX_TABLE)
            return NOT_SHOWN;
        count_all(in->g, &in->one, &k, some, m, ones);
        for (uint32_t at = 0; at < 1u << (k.n - k.count[0]); at++)
            if (ones[at] && ones[at] != 1u << k.count[0])
                return NOT_UNIFORM;
    }
    return IS_UNIFORM;
}

#endif
