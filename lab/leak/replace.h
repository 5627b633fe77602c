/* SPDX-License-Identifier: MIT */
/* What the bits of a state become at a cut.
 *
 * The shares become fresh ones.  A bit that is a XOR of shares and of bits that do not
 * depend on the masks that the cut spends becomes the XOR of the fresh ones and the same
 * bits.  Any other that depends on spent masks is stale: an input of its own. */
#ifndef NARAE_LAB_LEAK_REPLACE_H
#define NARAE_LAB_LEAK_REPLACE_H

#include "uniform.h"

enum { COMBINATION_WORDS = MAX_ROOTS / 64 };

/* Shares, and XORs of them, as rows over terms. */
typedef struct replacement {
    inputs *in;
    uint32_t known, n, nrows; /* nodes before the cut, bits of shares, independent rows */
    lit *by;                  /* by node: what it becomes */
    uint8_t *depends;         /* by node: on a spent mask? */
    lit old[MAX_ROOTS], new[MAX_ROOTS];
    sums sums;                    /* of independent rows */
    uint64_t is_spent[SUM_WORDS]; /* which terms depend on spent masks */
    uint32_t pivot[MAX_ROOTS];    /* such a term of each row */
    uint64_t combination[MAX_ROOTS][COMBINATION_WORDS];
} replacement;

/* The row of a node; false if it is too long. */
static bool
row_of(replacement *r, uint32_t x, uint64_t row[SUM_WORDS])
{
    sums *s = &r->sums;
    uint32_t before = s->nnodes;
    bool found;

    memset(row, 0, sizeof *s->row);
    found = find_terms(r->in, 2 * x, s, row);
    for (uint32_t t = before; t < s->nnodes; t++)
        r->is_spent[t / 64] |= (uint64_t)r->depends[s->node[t]] << t % 64;
    return found;
}

/* Takes shares out of a row until no pivot is in it; `combination` tells which. */
static void
take_out(const replacement *r, uint64_t *row, uint64_t *combination)
{
    for (uint32_t k = 0; k < r->nrows; k++)
        if (row[r->pivot[k] / 64] >> r->pivot[k] % 64 & 1) {
            add_rows(row, r->sums.row[k], SUM_WORDS);
            add_rows(combination, r->combination[k], COMBINATION_WORDS);
        }
}

static void
add_share(replacement *r, uint32_t i)
{
    uint64_t *row = r->sums.row[r->nrows], *combination = r->combination[r->nrows];
    uint32_t pivot;

    memset(combination, 0, sizeof *r->combination);
    if (!row_of(r, r->old[i] >> 1, row))
        return;
    combination[i / 64] = UINT64_C(1) << i % 64;
    take_out(r, row, combination);
    pivot = first_bit(row, r->is_spent, SUM_WORDS);
    if (pivot != OUTSIDE)
        r->pivot[r->nrows++] = pivot;
}

/* `spent`: by node, which inputs are. */
static replacement *
new_replacement(inputs *in, uint32_t n, const lit *old, const lit *new, const uint8_t *spent)
{
    replacement *r = calloc(1, sizeof *r);

    if (r == NULL || n > MAX_ROOTS)
        abort();
    catch_up(in);
    r->in = in;
    r->known = in->g->n;
    r->n = n;
    memcpy(r->old, old, n * sizeof *old);
    memcpy(r->new, new, n * sizeof *new);
    resize(&r->by, r->known, sizeof *r->by);
    resize(&r->depends, r->known, 1);
    resize(&r->sums.row, n + 1, sizeof *r->sums.row);
    mark_spent(in, spent, r->depends);
    memset(r->by, 0xff, r->known * sizeof *r->by);
    in->now++;
    for (uint32_t i = 0; i < n; i++) {
        r->by[old[i] >> 1] = new[i] ^ (old[i] & 1);
        add_share(r, i);
    }
    return r;
}

static void
free_replacement(replacement *r)
{
    free(r->by);
    free(r->depends);
    free(r->sums.row);
    free(r);
}

/* A node as a XOR of shares and of terms that do not depend on spent masks, with fresh shares in their place.
 */
static bool
expressed(replacement *r, uint32_t x, lit *out)
{
    uint64_t row[SUM_WORDS], combination[COMBINATION_WORDS] = {0};

    catch_up(r->in);
    if (!row_of(r, x, row))
        return false;
    take_out(r, row, combination);
    if (first_bit(row, r->is_spent, SUM_WORDS) != OUTSIDE)
        return false;
    *out = 0;
    for (uint32_t t = 0; t < r->sums.nnodes; t++)
        if (row[t / 64] >> t % 64 & 1)
            *out = gate_xor(r->in->g, *out, 2 * r->sums.node[t]);
    for (uint32_t i = 0; i < r->n; i++)
        if (combination[i / 64] >> i % 64 & 1)
            *out = gate_xor(r->in->g, *out, r->new[i] ^ (r->old[i] & 1));
    return true;
}

static lit
new_stale(replacement *r)
{
    lit x = new_input(r->in->g, NULL);

    declare_input(r->in, x, IS_STALE);
    return x;
}

static lit
replaced(replacement *r, lit x)
{
    uint32_t at = x >> 1;

    if (at >= r->known) /* made since, of what was there */
        return new_stale(r);
    if (r->by[at] == OUTSIDE) {
        r->by[at] = 2 * at;
        if (r->depends[at] && !expressed(r, at, &r->by[at]))
            r->by[at] = new_stale(r);
    }
    return r->by[at] ^ (x & 1);
}

static void
replace_bits(replacement *r, lit *bits, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        bits[i] = replaced(r, bits[i]);
}

#endif
