/* SPDX-License-Identifier: MIT */
/* A graph of bits: inputs, AND, XOR and look-ups in constant tables of at most
 * 2^MOST_INDEX entries.
 *
 * A literal is 2 * node, plus one if it is complemented; 0 is false, 1 true.
 * Nodes with equal operands are the same node (hash-consing), so two words are
 * proved equal when their literals are.  Operands have smaller numbers.
 *
 * While `merging`, a new node is compared with the others.  Each node
 * carries 256 random simulations, which find candidates and are never
 * trusted: a candidate is proved to be the new node by cancelling XORs or by a
 * truth table over a cut of at most CUT nodes, and takes its place.  Candidates
 * are all nodes, and all sums of the bits of a mark: marks are the inputs and
 * outputs of S-boxes in a specification, which a bitsliced kernel may hold in
 * another basis. */
#ifndef NARAE_LAB_PROOF_GRAPH_H
#define NARAE_LAB_PROOF_GRAPH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t lit;

enum { SIMULATIONS = 4 };                                 /* words of 64 */
enum { CUT = 12, NARROW = 16, MOST_INDEX = 10 };          /* a truth table has 2^CUT bits */
enum { WIDEST = 128, LONGEST = 4096, MOST_STEPS = 8000 }; /* a frontier, a sum; steps of a search */
enum { NEAR = 6, MOST_BETWEEN = 400 };                    /* steps to a cut that is not by age; its nodes */
enum { MARK = 8 };                                        /* bits of a mark */

/* Inputs: public numbers, pointers, which are public, too, and secrets; and look-ups, which no decision
 * diagram holds. */
enum { PUBLIC = 1, SECRET = 2, OPAQUE = 4, PLACE = 8 };
enum kind { INPUT, AND, XOR, LOOKUP, LOOKED_UP, MARKED, LOOKED }; /* the last three of keys alone */

typedef struct node {
    lit a, b; /* of a look-up: its number */
    uint64_t seen[SIMULATIONS];
    uint8_t kind, marked;
    uint8_t of; /* what it depends on */
} node;

typedef struct lookup {
    uint32_t n;
    lit index[MOST_INDEX]; /* ascending, not complemented */
    uint64_t table[(1 << MOST_INDEX) / 64];
} lookup;

/* A look-up of several bits, so that the next one like it costs one comparison. */
typedef struct looked {
    uint32_t n, bits, first; /* of its entries in g->entries */
    lit index[MOST_INDEX], out[32];
} looked;

/* A key and what it stands for. */
typedef struct slot {
    lit a, b;
    uint32_t kind; /* plus one; 0 is free */
    lit result;
} slot;

typedef struct candidate {
    uint64_t seen; /* hash; 0 is free */
    uint32_t what; /* a literal; of a sum: the mark */
    uint16_t mask; /* of the mark's bits; 0: a literal */
    uint8_t complemented;
} candidate;

typedef struct merge {
    lit a, b;
} merge;

/* Of a decision diagram (public.h): where to go on if the bit of this level is not set, or is. */
typedef struct decision {
    uint32_t level, low, high;
} decision;

/* Of additions (sums.h): another word, how many times. */
typedef struct term {
    uint32_t word;
    uint64_t times;
} term;

/* A word of n bits: which, its linear form, and the first word with this form, which takes its place. */
typedef struct sum_word {
    uint32_t n, bits, is, first, nterms;
    uint64_t constant;
    uint32_t exact; /* its number there, plus one; 0: none yet */
} sum_word;

/* A word that is a sum of single bits: how many at each place. */
typedef struct teeth {
    uint16_t at[64];
} teeth;

/* An integer that is a constant and other words, each times a number. */
typedef struct exact_form {
    int64_t constant;
    uint32_t first, n;
    uint32_t seen; /* the word in the first simulation */
} exact_form;

/* An addition: words, and the carries into and out of it. */
typedef struct chain {
    uint32_t a, b, sum;
    lit carry, out;
} chain;

typedef struct graph {
    node *nodes;
    lookup *lookups;
    looked *looked;
    uint32_t *entries; /* of those */
    lit (*marks)[MARK];
    slot *slots;
    candidate *candidates;
    merge *merges;
    decision *decisions;
    sum_word *words;
    lit (*word_bits)[64];
    term *terms;
    chain *chains;
    teeth *teeth;
    exact_form *exact;                                                                         /* halves.h */
    uint32_t n, nlookups, nlooked, nentries, nmarks, nslots, ncandidates, nmerges, ndecisions; /* used */
    uint32_t nwords, nword_bits, nterms, nchains, nteeth, nexact;
    uint32_t room, lookup_room, looked_room, entry_room, mark_room, slot_room, candidate_room, merge_room,
        decision_room;
    uint32_t word_room, word_bits_room, term_room, chain_room, teeth_room, exact_room;
    uint64_t random;
    bool merging, exhausted;
    uint64_t by_sum, by_table, failed; /* merges, and candidates that were none */
    uint32_t most;                     /* nodes */
    uint32_t same;                     /* candidates with the same simulations */
    uint32_t assumed[3]; /* decision diagrams: of public numbers but places, of places, of both */
    int settles;         /* what they decide is constant, in this run alone: 1: flags, 2: numbers, too */
    uint32_t added;      /* the last addition that another one can go on with, or 0 */
    /* of searches */
    uint32_t *place, *epoch, now;
    uint64_t *tables;
    size_t table_room;
} graph;

static uint64_t
mixed(uint64_t x)
{
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

static uint64_t
drawn(graph *g)
{
    g->random += UINT64_C(0x9e3779b97f4a7c15);
    return mixed(g->random);
}

/* Space for one more. */
static void *
grown(void *array, uint32_t n, uint32_t *room, size_t each)
{
    if (n < *room)
        return array;
    *room = *room ? *room * 2 : 1024;
    array = realloc(array, *room * each);
    if (array == NULL)
        abort();
    return array;
}

#define GROW(g, array, n, room) ((g)->array = grown((g)->array, (g)->n, &(g)->room, sizeof *(g)->array))

static inline const node *
node_of(const graph *g, lit x)
{
    return &g->nodes[x >> 1];
}

static uint64_t
key_hash(uint32_t kind, lit a, lit b)
{
    return mixed(((uint64_t)a << 32 | b) * 5 + kind);
}

/* What these operands stand for, or a free slot. */
static slot *
slot_for(graph *g, uint32_t kind, lit a, lit b)
{
    if (2 * g->nslots >= g->slot_room) {
        slot *old = g->slots;
        uint32_t room = g->slot_room;

        g->slot_room = room ? 2 * room : 1 << 16;
        g->slots = calloc(g->slot_room, sizeof *g->slots);
        if (g->slots == NULL)
            abort();
        for (uint32_t i = 0; i < room; i++)
            if (old[i].kind) {
                uint64_t at = key_hash(old[i].kind - 1, old[i].a, old[i].b);

                while (g->slots[at & (g->slot_room - 1)].kind)
                    at++;
                g->slots[at & (g->slot_room - 1)] = old[i];
            }
        free(old);
    }
    for (uint64_t at = key_hash(kind, a, b);; at++) {
        slot *s = &g->slots[at & (g->slot_room - 1)];

        if (s->kind == 0 || (s->kind == kind + 1 && s->a == a && s->b == b))
            return s;
    }
}

/* The hash of simulations, the same for a node and its complement. */
static uint64_t
seen_hash(const uint64_t seen[SIMULATIONS])
{
    uint64_t flip = -(seen[0] & 1), h = 0;

    for (unsigned i = 0; i < SIMULATIONS; i++)
        h = mixed(h ^ seen[i] ^ flip) + i;
    return h ? h : 1;
}

static void
offer(graph *g, const uint64_t seen[SIMULATIONS], uint32_t what, uint16_t mask)
{
    unsigned same = 0;
    uint64_t hash = seen_hash(seen);

    if (2 * g->ncandidates >= g->candidate_room) {
        candidate *old = g->candidates;
        uint32_t room = g->candidate_room;

        g->candidate_room = room ? 2 * room : 1 << 16;
        g->candidates = calloc(g->candidate_room, sizeof *g->candidates);
        if (g->candidates == NULL)
            abort();
        for (uint32_t i = 0; i < room; i++)
            if (old[i].seen) {
                uint64_t at = old[i].seen;

                while (g->candidates[at & (g->candidate_room - 1)].seen)
                    at++;
                g->candidates[at & (g->candidate_room - 1)] = old[i];
            }
        free(old);
    }
    for (uint64_t at = hash;; at++) {
        candidate *c = &g->candidates[at & (g->candidate_room - 1)];

        if (c->seen == hash && ++same == g->same)
            return;
        if (c->seen == 0) {
            *c = (candidate){hash, what, mask, seen[0] & 1};
            g->ncandidates++;
            return;
        }
    }
}

/* Proofs */

/* Nodes in descending order. */
typedef struct frontier {
    uint32_t n;
    uint32_t node[LONGEST + MOST_INDEX];
} frontier;

static void
copy_frontier(frontier *to, const frontier *from)
{
    to->n = from->n;
    memcpy(to->node, from->node, from->n * sizeof from->node[0]);
}

/* Inserts a node; `sums`: one that is there goes away instead. */
static void
insert(frontier *f, uint32_t x, bool sums)
{
    uint32_t i = f->n;

    while (i > 0 && f->node[i - 1] < x)
        i--;
    if (i > 0 && f->node[i - 1] == x) {
        if (sums)
            memmove(&f->node[i - 1], &f->node[i], (--f->n - (i - 1)) * sizeof x);
        return;
    }
    memmove(&f->node[i + 1], &f->node[i], (f->n++ - i) * sizeof x);
    f->node[i] = x;
}

/* Is the sum of these literals zero, by XORs alone?  Operands of XORs are not complemented. */
static bool
cancels(const graph *g, const lit *terms, unsigned n)
{
    static frontier f;
    lit flip = 0;

    f.n = 0;
    for (unsigned i = 0; i < n; i++) {
        flip ^= terms[i] & 1;
        insert(&f, terms[i] >> 1, true);
    }
    if (flip)
        return false;
    for (unsigned steps = 0; f.n && f.n < LONGEST && steps < MOST_STEPS; steps++) {
        const node *top = &g->nodes[f.node[0]];

        if (f.node[0] == 0 && f.n == 1)
            return true;
        if (top->kind != XOR)
            return false;
        memmove(&f.node[0], &f.node[1], --f.n * sizeof f.node[0]);
        insert(&f, top->a >> 1, true);
        insert(&f, top->b >> 1, true);
    }
    return f.n == 0;
}

static uint64_t *
table_of(graph *g, uint32_t x, uint32_t words)
{
    return g->tables + (size_t)g->place[x] * words;
}

/* The number of a node in the tables of this search. */
static void
settle(graph *g, uint32_t x, uint32_t place)
{
    g->epoch[x] = g->now;
    g->place[x] = place;
}

/* 64 look-ups at once: a bit of each of the operands, lowest operand first, selects
 * halves of the table. */
static uint64_t
looked_up(const lookup *l, const uint64_t *operands)
{
    uint64_t half[1 << MOST_INDEX];
    uint32_t n = 1u << l->n;

    for (uint32_t i = 0; i < n; i++)
        half[i] = -(l->table[i / 64] >> i % 64 & 1);
    for (unsigned k = 0; k < l->n; k++) {
        n /= 2;
        for (uint32_t i = 0; i < n; i++)
            half[i] = half[2 * i] ^ (operands[k] & (half[2 * i] ^ half[2 * i + 1]));
    }
    return half[0];
}

/* Truth tables of nodes of a cone, which ends in at most CUT leaves.  `cone` is in
 * descending order.  Node 0 is false everywhere. */
static uint32_t
tabulate(graph *g, const uint32_t *cone, uint32_t ncone, const uint32_t *leaves, uint32_t nleaves)
{
    static const uint64_t low[6] = {UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
                                    UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
                                    UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)};
    uint32_t words = nleaves <= 6 ? 1 : 1u << (nleaves - 6);
    size_t need = (size_t)(ncone + nleaves + 1) * words;

    g->now++;
    if (need > g->table_room) {
        g->table_room = 2 * need;
        g->tables = realloc(g->tables, g->table_room * sizeof *g->tables);
        if (g->tables == NULL)
            abort();
    }
    settle(g, 0, 0);
    memset(g->tables, 0, words * sizeof *g->tables);
    for (uint32_t i = 0; i < nleaves; i++) {
        uint64_t *t;

        if (leaves[i] == 0)
            continue;
        settle(g, leaves[i], 1 + i);
        t = table_of(g, leaves[i], words);
        for (uint32_t w = 0; w < words; w++)
            t[w] = i < 6 ? low[i] : -(uint64_t)(w >> (i - 6) & 1);
    }
    for (uint32_t i = ncone; i-- > 0;) {
        const node *x = &g->nodes[cone[i]];
        uint64_t *t;

        settle(g, cone[i], 1 + nleaves + i);
        t = table_of(g, cone[i], words);
        if (x->kind == LOOKUP) {
            const lookup *l = &g->lookups[x->a];

            for (uint32_t w = 0; w < words; w++) {
                uint64_t operands[MOST_INDEX];

                for (unsigned k = 0; k < l->n; k++)
                    operands[k] = table_of(g, l->index[k] >> 1, words)[w];
                t[w] = looked_up(l, operands);
            }
            continue;
        }
        const uint64_t *a = table_of(g, x->a >> 1, words), *b = table_of(g, x->b >> 1, words);
        uint64_t flip_a = -(uint64_t)(x->a & 1), flip_b = -(uint64_t)(x->b & 1);

        for (uint32_t w = 0; w < words; w++)
            t[w] = x->kind == AND ? (a[w] ^ flip_a) & (b[w] ^ flip_b) : a[w] ^ b[w];
    }
    return words;
}

static void
expand(const graph *g, frontier *f, uint32_t at)
{
    const node *x = &g->nodes[f->node[at]];

    memmove(&f->node[at], &f->node[at + 1], (--f->n - at) * sizeof f->node[0]);
    if (x->kind == LOOKUP) {
        for (unsigned i = 0; i < g->lookups[x->a].n; i++)
            insert(f, g->lookups[x->a].index[i] >> 1, false);
        return;
    }
    insert(f, x->a >> 1, false);
    insert(f, x->b >> 1, false);
}

static bool
is_among(const frontier *f, uint32_t x)
{
    uint32_t i = 0;

    while (i < f->n && f->node[i] > x)
        i++;
    return i < f->n && f->node[i] == x;
}

/* The node to be expanded: in a narrow frontier one whose operands are both there, for it gets narrower; else
 * the first one.  Inputs are not. */
static uint32_t
expandable(const graph *g, const frontier *f)
{
    uint32_t i = 0;

    for (; f->n <= NARROW && i < f->n; i++) {
        const node *x = &g->nodes[f->node[i]];

        if ((x->kind == AND || x->kind == XOR) && is_among(f, x->a >> 1) && is_among(f, x->b >> 1))
            return i;
    }
    i = 0;
    while (i < f->n && g->nodes[f->node[i]].kind == INPUT)
        i++;
    return i;
}

/* Sums of leaves that are constant: their simulations propose them, and XORs that cancel prove them.  Each is
 * a mask of leaves, the first being bit 1; bit 0 is the constant. */
static unsigned
dependencies(const graph *g, const frontier *leaves, uint32_t found[CUT])
{
    uint64_t rows[CUT][SIMULATIONS];
    uint32_t masks[CUT], n = 0, nfound = 0;

    for (uint32_t i = 0; i < leaves->n; i++) {
        uint64_t row[SIMULATIONS];
        uint32_t mask = 2u << i;
        bool same = true;

        memcpy(row, g->nodes[leaves->node[i]].seen, sizeof row);
        if (row[0] & 1) { /* as if the first simulation were zero everywhere */
            mask ^= 1;
            for (unsigned w = 0; w < SIMULATIONS; w++)
                row[w] = ~row[w];
        }
        for (uint32_t k = 0; k < n; k++) {
            unsigned w = 0;

            while (rows[k][w] == 0)
                w++;
            if (row[w] & rows[k][w] & -rows[k][w]) {
                mask ^= masks[k];
                for (w = 0; w < SIMULATIONS; w++)
                    row[w] ^= rows[k][w];
            }
        }
        for (unsigned w = 0; w < SIMULATIONS; w++)
            same &= row[w] == 0;
        if (same) {
            lit terms[CUT + 1] = {mask & 1};
            unsigned nterms = 1;

            for (uint32_t k = 0; k < leaves->n; k++)
                if (mask >> (k + 1) & 1)
                    terms[nterms++] = 2 * leaves->node[k];
            if (cancels(g, terms, nterms))
                found[nfound++] = mask;
        } else {
            memcpy(rows[n], row, sizeof row);
            masks[n++] = mask;
        }
    }
    return nfound;
}

/* Are two tables equal for all values that leaves can have together? */
static bool
equal_where_possible(graph *g, const uint64_t *a, const uint64_t *b, uint64_t flip, uint32_t words,
                     uint64_t valid, const frontier *leaves)
{
    uint32_t found[CUT];
    unsigned n = dependencies(g, leaves, found);

    for (uint32_t w = 0; n && w < words; w++) {
        uint64_t possible = valid;

        for (unsigned i = 0; i < n; i++) {
            uint64_t odd = -(uint64_t)(found[i] & 1);

            for (uint32_t k = 0; k < leaves->n; k++)
                if (found[i] >> (k + 1) & 1)
                    odd ^= table_of(g, leaves->node[k], words)[w];
            possible &= ~odd;
        }
        if ((a[w] ^ b[w] ^ flip) & possible)
            return false;
    }
    return n != 0;
}

/* Is the sum of two literals zero, as its truth table over these leaves shows?  It is
 * zero everywhere, a sum of leaves that cancel each other further down, or zero wherever
 * leaves have values that they can have together. */
static bool
equal_over(graph *g, lit x, lit y, const uint32_t *cone, uint32_t ncone, const frontier *leaves)
{
    uint32_t words = tabulate(g, cone, ncone, leaves->node, leaves->n);
    const uint64_t *a = table_of(g, x >> 1, words), *b = table_of(g, y >> 1, words);
    uint64_t flip = -(uint64_t)((x ^ y) & 1), differ = 0;
    uint64_t valid = leaves->n < 6 ? (UINT64_C(1) << (1 << leaves->n)) - 1 : ~UINT64_C(0);
    lit terms[CUT + 1] = {((lit)(a[0] ^ b[0]) ^ (x ^ y)) & 1};
    unsigned nterms = 1;

    for (uint32_t i = 0; i < leaves->n; i++) {
        uint32_t at = 1u << i;
        lit value = (lit)((a[at / 64] ^ b[at / 64] ^ flip) >> at % 64) & 1;

        if (value != terms[0])
            terms[nterms++] = 2 * leaves->node[i];
    }
    for (uint32_t w = 0; w < words; w++) {
        uint64_t linear = -(uint64_t)terms[0];

        for (unsigned i = 1; i < nterms; i++)
            linear ^= table_of(g, terms[i] >> 1, words)[w];
        differ |= (a[w] ^ b[w] ^ flip ^ linear) & valid;
    }
    if (differ == 0)
        return cancels(g, terms, nterms);
    return equal_where_possible(g, a, b, flip, words, valid, leaves);
}

/* Are two literals equal on every assignment of a cut?  The largest node is
 * replaced by its operands until no cut of at most CUT nodes is in sight.  A cut of
 * marked nodes decides at once, and so does the least one of the first that were in a
 * row; else the least one of all, the least one of the last in a row, and the last. */
static bool
same_on_cut(graph *g, lit x, lit y)
{
    static frontier f, last, least, fewest;
    static uint32_t cone[MOST_STEPS];
    uint32_t ncone = 0, nlast = 0, nleast = 0, nfewest = 0, nfirst = 0;
    bool in_row = false;

    f.n = 0;
    fewest.n = CUT;
    insert(&f, x >> 1, false);
    insert(&f, y >> 1, false);
    while (f.n < WIDEST && ncone < MOST_STEPS) {
        uint32_t at = expandable(g, &f);

        if (f.n <= CUT && ncone) {
            copy_frontier(&last, &f);
            nlast = ncone;
            if (!in_row || f.n <= least.n) {
                copy_frontier(&least, &f);
                nleast = ncone;
            }
            if (f.n <= fewest.n) {
                copy_frontier(&fewest, &f);
                nfewest = ncone;
            }
            if (f.n <= MARK && at < f.n && g->nodes[f.node[at]].marked &&
                equal_over(g, x, y, cone, ncone, &f))
                return true;
        } else if (in_row && nfirst == 0) {
            nfirst = nleast;
            if (equal_over(g, x, y, cone, nleast, &least))
                return true;
        }
        in_row = f.n <= CUT && ncone;
        if (at == f.n)
            break;
        cone[ncone++] = f.node[at];
        expand(g, &f, at);
    }
    return (nfewest != nfirst && nfewest != nleast && equal_over(g, x, y, cone, nfewest, &fewest)) ||
           (nleast != nfirst && nleast != nlast && equal_over(g, x, y, cone, nleast, &least)) ||
           (nlast != nfirst && equal_over(g, x, y, cone, nlast, &last));
}

/* Operands of a node that are not among others. */
static void
insert_operands(const graph *g, uint32_t number, const frontier *others, frontier *f)
{
    const node *x = &g->nodes[number];
    const lit of_gate[2] = {x->a, x->b}, *operands = x->kind == LOOKUP ? g->lookups[x->a].index : of_gate;

    for (unsigned i = 0; i < (x->kind == LOOKUP ? g->lookups[x->a].n : 2); i++)
        if (!is_among(others, operands[i] >> 1))
            insert(f, operands[i] >> 1, false);
}

/* Are two literals equal over all nodes that are the same few steps away?  Where one of them is made of older
 * nodes than the other, cuts by age pass the ones that matter. */
static bool
same_nearby(graph *g, lit x, lit y)
{
    static frontier near, inside, leaves;

    near.n = inside.n = 0;
    insert(&near, x >> 1, false);
    insert(&near, y >> 1, false);
    for (unsigned step = 0; step < NEAR; step++) {
        leaves.n = 0;
        for (uint32_t i = 0; i < near.n; i++)
            if (g->nodes[near.node[i]].kind != INPUT)
                insert(&inside, near.node[i], false);
            else
                insert(&leaves, near.node[i], false);
        for (uint32_t i = 0; i < inside.n; i++)
            insert_operands(g, inside.node[i], &inside, &leaves);
        if (leaves.n > 2 * CUT)
            return false;
        if (leaves.n <= CUT && equal_over(g, x, y, inside.node, inside.n, &leaves))
            return true;
        copy_frontier(&near, &leaves);
    }
    return false;
}

/* Is it the output of an S-box of which an input is there? */
static bool
is_behind(const graph *g, const frontier *f, uint32_t number)
{
    const node *x = &g->nodes[number];

    for (unsigned i = 0; x->kind == LOOKUP && i < g->lookups[x->a].n; i++)
        if (is_among(f, g->lookups[x->a].index[i] >> 1))
            return true;
    return false;
}

/* Are two literals equal over the inputs or outputs of S-boxes that they are made of?  One of these may be
 * younger than other nodes in between, where blocks have bits in common. */
static bool
same_between_marks(graph *g, lit x, lit y)
{
    static frontier f, inside;

    f.n = inside.n = 0;
    insert(&f, x >> 1, false);
    insert(&f, y >> 1, false);
    while (f.n <= 2 * CUT && inside.n < MOST_BETWEEN) {
        uint32_t at = 0;

        while (at < f.n && (g->nodes[f.node[at]].kind == INPUT ||
                            (g->nodes[f.node[at]].marked && f.node[at] != x >> 1 && f.node[at] != y >> 1)))
            at++;
        for (uint32_t i = 0; i < f.n && at == f.n; i++)
            if (is_behind(g, &f, f.node[i]))
                at = i;
        if (at == f.n)
            return inside.n && f.n <= CUT && equal_over(g, x, y, inside.node, inside.n, &f);
        insert(&inside, f.node[at], false);
        expand(g, &f, at);
    }
    return false;
}

/* Nodes */

static uint32_t
new_node(graph *g, uint8_t kind, lit a, lit b)
{
    uint32_t room = g->room;

    GROW(g, nodes, n, room);
    if (g->room != room) {
        g->place = realloc(g->place, g->room * sizeof *g->place);
        g->epoch = realloc(g->epoch, g->room * sizeof *g->epoch);
        if (g->place == NULL || g->epoch == NULL)
            abort();
        memset(g->epoch + room, 0, (g->room - room) * sizeof *g->epoch);
    }
    g->nodes[g->n] = (node){.a = a, .b = b, .kind = kind};
    g->exhausted |= g->n >= g->most;
    return g->n++;
}

static lit both(graph *g, lit a, lit b);
static lit sum(graph *g, lit a, lit b);

static lit
literal_of(graph *g, const candidate *c)
{
    lit x = 0;

    if (c->mask == 0)
        return c->what;
    for (unsigned i = 0; i < MARK; i++)
        if (c->mask >> i & 1)
            x = sum(g, x, g->marks[c->what][i]);
    return x;
}

/* A node that the new one, the last, is proved to be; or itself. */
static lit
merged(graph *g, uint32_t new)
{
    uint64_t seen[SIMULATIONS], hash;

    memcpy(seen, g->nodes[new].seen, sizeof seen);
    hash = seen_hash(seen);
    for (uint64_t at = hash; g->candidate_room; at++) {
        candidate c = g->candidates[at & (g->candidate_room - 1)];
        lit x;

        if (c.seen == 0)
            break;
        if (c.seen != hash)
            continue;
        g->merging = false;
        x = literal_of(g, &c) ^ (c.complemented ^ (seen[0] & 1));
        g->merging = true;
        if (x >> 1 == new)
            continue;
        if (cancels(g, (lit[]){2 * new, x}, 2))
            g->by_sum++;
        else if (same_on_cut(g, 2 * new, x) || same_nearby(g, 2 * new, x) ||
                 same_between_marks(g, 2 * new, x))
            g->by_table++;
        else {
            g->failed++;
            continue;
        }
        GROW(g, merges, nmerges, merge_room);
        g->merges[g->nmerges++] = (merge){2 * new, x};
        return x;
    }
    return 2 * new;
}

/* The new node is in the graph and simulated.  Nodes that are merged stay, for those
 * who want to check the merge, but are no candidates. */
static lit
admitted(graph *g, uint32_t new, uint32_t kind, lit a, lit b)
{
    lit x = g->merging && g->nodes[new].of & SECRET ? merged(g, new) : 2 * new;
    slot *s = slot_for(g, kind, a, b);

    if (x == 2 * new)
        offer(g, g->nodes[new].seen, x, 0);
    g->nslots += s->kind == 0;
    *s = (slot){a, b, kind + 1, x};
    return x;
}

static lit
gate(graph *g, uint8_t kind, lit a, lit b)
{
    lit low = a < b ? a : b, high = a < b ? b : a;
    slot *s = slot_for(g, kind, low, high);
    uint32_t new;

    if (s->kind)
        return s->result;
    new = new_node(g, kind, low, high);
    for (unsigned i = 0; i < SIMULATIONS; i++) {
        uint64_t x = node_of(g, low)->seen[i] ^ -(uint64_t)(low & 1);
        uint64_t y = node_of(g, high)->seen[i] ^ -(uint64_t)(high & 1);

        g->nodes[new].seen[i] = kind == AND ? x & y : x ^ y;
    }
    g->nodes[new].of = node_of(g, low)->of | node_of(g, high)->of;
    return admitted(g, new, kind, low, high);
}

static lit
new_input(graph *g)
{
    uint32_t x = new_node(g, INPUT, 0, 0);

    for (unsigned i = 0; i < SIMULATIONS; i++)
        g->nodes[x].seen[i] = drawn(g);
    g->nodes[x].of = SECRET;
    offer(g, g->nodes[x].seen, 2 * x, 0);
    return 2 * x;
}

/* x AND y, where y is a gate that has x or its complement as an operand. */
static bool
absorbed(graph *g, lit x, lit y, lit *result)
{
    const node *n = node_of(g, y);
    lit other;

    if (n->kind != AND && n->kind != XOR)
        return false;
    if (n->kind == AND && (n->a == x || n->b == x)) {
        *result = y & 1 ? both(g, x, (n->a == x ? n->b : n->a) ^ 1) : y;
        return true;
    }
    if (n->kind == AND && (n->a == (x ^ 1) || n->b == (x ^ 1))) {
        *result = y & 1 ? x : 0;
        return true;
    }
    if (n->kind == XOR && (n->a >> 1 == x >> 1 || n->b >> 1 == x >> 1)) {
        other = n->a >> 1 == x >> 1 ? n->b : n->a; /* not complemented, as x in the gate */
        *result = both(g, x, other ^ (y & 1) ^ (x & 1) ^ 1);
        return true;
    }
    return false;
}

static lit
both(graph *g, lit a, lit b)
{
    lit x;

    if (a == b || a == 1)
        return b;
    if (b == 1)
        return a;
    if (a == 0 || b == 0 || a == (b ^ 1))
        return 0;
    if (absorbed(g, a, b, &x) || absorbed(g, b, a, &x))
        return x;
    return gate(g, AND, a, b);
}

/* a XOR b, where b is a gate that has a as an operand; neither is complemented. */
static bool
cancelled(graph *g, lit a, lit b, lit *result)
{
    const node *n = node_of(g, b);

    if (n->kind == XOR && (n->a == a || n->b == a)) {
        *result = n->a == a ? n->b : n->a;
        return true;
    }
    if (n->kind == AND && (n->a == a || n->b == a)) {
        *result = both(g, a, (n->a == a ? n->b : n->a) ^ 1);
        return true;
    }
    return false;
}

static lit
sum(graph *g, lit a, lit b)
{
    lit flip = (a ^ b) & 1, x;

    a &= ~1u;
    b &= ~1u;
    if (a == b)
        return flip;
    if (a == 0)
        return b ^ flip;
    if (b == 0)
        return a ^ flip;
    if (cancelled(g, a, b, &x) || cancelled(g, b, a, &x))
        return x ^ flip;
    return gate(g, XOR, a, b) ^ flip;
}

static lit
either(graph *g, lit a, lit b)
{
    return both(g, a ^ 1, b ^ 1) ^ 1;
}

static lit
choice(graph *g, lit which, lit one, lit zero)
{
    return sum(g, zero, both(g, which, sum(g, one, zero)));
}

/* Look-ups */

/* The XOR, AND or literal that a table of at most two operands is. */
static lit
small_table(graph *g, unsigned n, const lit *index, uint64_t table)
{
    if (n == 0)
        return table & 1;
    if (n == 1)
        return (table & 3) == 2 ? index[0] : index[0] ^ 1;
    switch (table & 15) {
    case 6:
        return sum(g, index[0], index[1]);
    case 9:
        return sum(g, index[0], index[1]) ^ 1;
    default: /* one minterm, or its complement */
        for (unsigned i = 0; i < 4; i++) {
            lit x = both(g, index[0] ^ (~i & 1), index[1] ^ (~(i >> 1) & 1));

            if ((table & 15) == 1u << i)
                return x;
            if ((~table & 15) == 1u << i)
                return x ^ 1;
        }
        abort();
    }
}

/* Leaves out the operands on which the table does not depend. */
static unsigned
supported(unsigned n, lit *index, uint8_t *table)
{
    for (unsigned i = n; i-- > 0;) {
        unsigned bit = 1u << i, k = 0;
        bool depends = false;

        for (unsigned at = 0; at < 1u << n; at++)
            depends |= !(at & bit) && table[at] != table[at | bit];
        if (depends)
            continue;
        for (unsigned at = 0; at < 1u << n; at++)
            if (!(at & bit))
                table[k++] = table[at];
        memmove(&index[i], &index[i + 1], (--n - i) * sizeof *index);
    }
    return n;
}

/* Is the table the sum of all its operands, or its complement? */
static bool
is_sum(unsigned n, const uint8_t *table)
{
    for (unsigned at = 0; at < 1u << n; at++)
        if (table[at] != (table[0] ^ (__builtin_popcount(at) & 1)))
            return false;
    return true;
}

/* One bit of a look-up, of operands in ascending order. */
static lit
look_up_bit(graph *g, unsigned n, const lit *operands, const uint8_t *whole)
{
    static uint8_t table[1 << MOST_INDEX];
    lookup l = {0};
    uint8_t flip;
    uint32_t hash, new;

    memcpy(l.index, operands, n * sizeof *operands);
    memcpy(table, whole, 1u << n);
    l.n = n = supported(n, l.index, table);
    flip = n > 2 ? table[0] : 0;
    for (unsigned at = 0; at < 1u << n; at++)
        l.table[at / 64] |= (uint64_t)(table[at] ^ flip) << at % 64;
    if (n <= 2)
        return small_table(g, n, l.index, l.table[0]);
    if (is_sum(n, table)) {
        lit x = table[0];

        for (unsigned i = 0; i < n; i++)
            x = sum(g, x, l.index[i]);
        return x;
    }
    hash = (uint32_t)n;
    for (unsigned i = 0; i < sizeof l / 4; i++)
        hash = (uint32_t)mixed(hash + ((uint64_t)((const uint32_t *)&l)[i] << 32));
    for (uint32_t tries = 0;; tries++) { /* the hash and a number are the key */
        slot *s = slot_for(g, LOOKUP, hash, tries);

        if (s->kind == 0) {
            g->nslots++;
            *s = (slot){hash, tries, LOOKUP + 1, g->nlookups};
            break;
        }
        if (memcmp(&g->lookups[s->result], &l, sizeof l) == 0)
            return slot_for(g, LOOKED_UP, s->result, 0)->result ^ flip;
    }
    GROW(g, lookups, nlookups, lookup_room);
    g->lookups[g->nlookups] = l;
    new = new_node(g, LOOKUP, g->nlookups++, 0);
    g->nodes[new].of = OPAQUE;
    for (unsigned k = 0; k < n; k++)
        g->nodes[new].of |= node_of(g, l.index[k])->of;
    for (unsigned w = 0; w < SIMULATIONS; w++) {
        uint64_t operands[MOST_INDEX];

        for (unsigned k = 0; k < n; k++)
            operands[k] = node_of(g, l.index[k])->seen[w];
        g->nodes[new].seen[w] = looked_up(&l, operands);
    }
    return admitted(g, new, LOOKED_UP, g->nlookups - 1, 0) ^ flip;
}

/* out = entries[index] on `bits` bits.  Constant, repeated and complemented operands
 * are sorted out first, so that equal look-ups are equal nodes. */
static void
look_up_each(graph *g, unsigned n, const lit *index, const uint32_t *entries, unsigned bits, lit *out)
{
    static uint8_t table[1 << MOST_INDEX];
    static uint16_t from[1 << MOST_INDEX];
    lit operands[MOST_INDEX];
    unsigned m = 0;

    for (unsigned i = 0; i < n; i++) {
        lit x = index[i] & ~1u;
        unsigned at = 0;

        if (x == 0)
            continue;
        while (at < m && operands[at] < x)
            at++;
        if (at < m && operands[at] == x)
            continue;
        memmove(&operands[at + 1], &operands[at], (m++ - at) * sizeof x);
        operands[at] = x;
    }
    for (unsigned at = 0; at < 1u << m; at++) {
        from[at] = 0;
        for (unsigned i = 0; i < n; i++) {
            unsigned bit = index[i] & 1;

            for (unsigned k = 0; k < m; k++)
                if (operands[k] == (index[i] & ~1u))
                    bit ^= at >> k & 1;
            from[at] |= (uint16_t)(bit << i);
        }
    }
    for (unsigned bit = 0; bit < bits; bit++) {
        for (unsigned at = 0; at < 1u << m; at++)
            table[at] = entries[from[at]] >> bit & 1;
        out[bit] = look_up_bit(g, m, operands, table);
    }
}

/* The same, once for equal operands and entries. */
static void
look_up(graph *g, unsigned n, const lit *index, const uint32_t *entries, unsigned bits, lit *out)
{
    uint64_t hash = n + 32 * bits;
    looked l = {n, bits, 0, {0}, {0}};
    uint32_t tries = 0;
    slot *s;

    memcpy(l.index, index, n * sizeof *index);
    for (unsigned i = 0; i < n; i++)
        hash = mixed(hash + index[i]);
    for (unsigned i = 0; i < 1u << n; i++)
        hash = (hash ^ entries[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash = mixed(hash);
    for (; (s = slot_for(g, LOOKED, (lit)hash, tries))->kind; tries++) {
        const looked *at = &g->looked[s->result];

        if (at->n == n && at->bits == bits && memcmp(at->index, l.index, sizeof l.index) == 0 &&
            memcmp(g->entries + at->first, entries, sizeof *entries << n) == 0) {
            memcpy(out, at->out, bits * sizeof *out);
            return;
        }
    }
    look_up_each(g, n, index, entries, bits, l.out);
    memcpy(out, l.out, bits * sizeof *out);
    l.first = g->nentries;
    for (unsigned i = 0; i < 1u << n; i++) {
        GROW(g, entries, nentries, entry_room);
        g->entries[g->nentries++] = entries[i];
    }
    GROW(g, looked, nlooked, looked_room);
    g->looked[g->nlooked] = l;
    s = slot_for(g, LOOKED, (lit)hash, tries);
    g->nslots++;
    *s = (slot){(lit)hash, tries, LOOKED + 1, g->nlooked++};
}

/* The input or output of an S-box: all sums of its bits become candidates. */
static void
mark(graph *g, const lit bits[MARK])
{
    uint64_t seen[SIMULATIONS] = {0}, hash = 0;
    unsigned code = 0;
    slot *s;

    for (unsigned i = 0; i < MARK; i++) {
        if (bits[i] < 2)
            return;
        hash = mixed(hash + bits[i]);
    }
    s = slot_for(g, MARKED, (lit)hash, (lit)(hash >> 32));
    if (s->kind)
        return;
    g->nslots++;
    *s = (slot){(lit)hash, (lit)(hash >> 32), MARKED + 1, 0};
    GROW(g, marks, nmarks, mark_room);
    memcpy(g->marks[g->nmarks], bits, sizeof g->marks[0]);
    for (unsigned i = 0; i < MARK; i++)
        g->nodes[bits[i] >> 1].marked = 1;
    for (unsigned i = 1; i < 1 << MARK; i++) { /* a Gray code: one bit changes at a time */
        unsigned bit = (unsigned)__builtin_ctz(i);

        code ^= 1u << bit;
        for (unsigned w = 0; w < SIMULATIONS; w++)
            seen[w] ^= node_of(g, bits[bit])->seen[w] ^ -(uint64_t)(bits[bit] & 1);
        if (code & (code - 1))
            offer(g, seen, g->nmarks, (uint16_t)code);
    }
    g->nmarks++;
}

/* 64 assignments of all inputs, in the order of the inputs, give a bit of each
 * assignment for every node. */
static void
evaluate(const graph *g, const uint64_t *inputs, uint64_t *values)
{
    for (uint32_t x = 0; x < g->n; x++) {
        const node *n = &g->nodes[x];

        if (n->kind == INPUT) {
            values[x] = x == 0 ? 0 : *inputs++;
        } else if (n->kind == LOOKUP) {
            uint64_t operands[MOST_INDEX];

            for (unsigned k = 0; k < g->lookups[n->a].n; k++)
                operands[k] = values[g->lookups[n->a].index[k] >> 1];
            values[x] = looked_up(&g->lookups[n->a], operands);
        } else {
            uint64_t a = values[n->a >> 1] ^ -(uint64_t)(n->a & 1),
                     b = values[n->b >> 1] ^ -(uint64_t)(n->b & 1);

            values[x] = n->kind == AND ? a & b : a ^ b;
        }
    }
}

static graph *
new_graph(uint64_t seed, uint32_t most, uint32_t same)
{
    graph *g = calloc(1, sizeof *g);

    if (g == NULL)
        abort();
    g->random = seed;
    g->most = most;
    g->same = same;
    new_node(g, INPUT, 0, 0); /* false */
    offer(g, g->nodes[0].seen, 0, 0);
    GROW(g, decisions, ndecisions, decision_room);
    g->decisions[0] = g->decisions[1] = (decision){UINT32_MAX, 0, 1};
    g->ndecisions = 2;
    g->assumed[0] = g->assumed[1] = g->assumed[2] = 1;
    GROW(g, chains, nchains, chain_room);
    g->chains[g->nchains++] = (chain){0};
    return g;
}

static void
free_graph(graph *g)
{
    void *owned[] = {g->nodes, g->lookups, g->looked, g->entries,   g->marks,      g->slots,
                     g->place, g->epoch,   g->tables, g->decisions, g->words,      g->word_bits,
                     g->terms, g->chains,  g->teeth,  g->exact,     g->candidates, g->merges};

    for (unsigned i = 0; i < sizeof owned / sizeof owned[0]; i++)
        free(owned[i]);
    free(g);
}

#endif
