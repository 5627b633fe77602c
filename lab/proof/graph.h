/* SPDX-License-Identifier: MIT */
/* A graph of bits: inputs, AND, XOR and look-ups in constant tables of at most
 * 2^MAX_INDEX entries.
 *
 * A literal is 2 * node, plus one if it is complemented; 0 is false, 1 true.
 * Nodes with equal operands are the same node (hash-consing), so two words are
 * proved equal when their literals are.  Operands have smaller numbers.
 *
 * While `merging`, a new node is compared with the others (functional hashing,
 * SAT sweeping without SAT).  256 random simulations of each node propose
 * candidates only: equality is proved by cancelling XORs, by a truth table over a
 * cut of at most CUT nodes, or by decision diagrams over at most SUPPORT inputs.  Candidates are all nodes,
 * and all XORs of the bits of a mark, the input or output of an S-box in the specification, which a bitsliced
 * kernel may hold in another basis. */
#ifndef NARAE_LAB_PROOF_GRAPH_H
#define NARAE_LAB_PROOF_GRAPH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "diagrams.h"

typedef uint32_t lit;

enum { SIMULATIONS = 4 };                                /* words of 64 */
enum { CUT = 12, NARROW = 16, MAX_INDEX = 10 };          /* a truth table has 2^CUT bits */
enum { WIDEST = 128, LONGEST = 4096, MAX_STEPS = 8000 }; /* nodes of a frontier, terms of a XOR, steps */
enum { NEAR = 6, MAX_NEAR = 100, MAX_BETWEEN = 400 };    /* levels, nodes; nodes of equal_between_marks() */
enum { SUPPORT = 64, MAX_SUPPORTED = 1000 };             /* inputs, nodes of equal_by_diagrams() */
enum { MARK = 8 };                                       /* bits of a mark */
enum { PAST_BITS = 32, PAST_RESULTS = 1 << 16 };         /* of a result; how many are kept */
enum { MODELS = 8, MAX_CONJUNCTIONS = 16 };
enum { MAX_FAILED = 1 << 16 }; /* refuted candidates; four proofs had at most 1,098 */

/* What a node depends on: public numbers, pointers (also public), secrets; look-ups, which no BDD holds. */
enum { PUBLIC = 1, SECRET = 2, OPAQUE = 4, PLACE = 8 };
enum kind {
    INPUT,
    AND,
    XOR,
    LOOKUP,
    LOOKUP_KEY,
    MARK_KEY,
    CACHED_LOOKUP_KEY
}; /* the last three: keys of slots only */

typedef struct node {
    lit a, b; /* of a look-up: its number */
    uint64_t signature[SIMULATIONS];
    uint8_t kind, marked;
    uint8_t depends;  /* on PUBLIC, SECRET, ... */
    uint32_t numbers; /* public numbers on which it depends: bit n modulo 32 is the n-th one */
} node;

typedef struct lookup {
    uint32_t n;
    lit index[MAX_INDEX]; /* ascending, not complemented */
    uint64_t table[(1 << MAX_INDEX) / 64];
} lookup;

/* A look-up of several bits, so that an equal one costs one comparison. */
typedef struct cached_lookup {
    uint32_t n, bits, first; /* of its entries in g->entries */
    lit index[MAX_INDEX], out[32];
} cached_lookup;

/* A condition on public numbers, and these numbers as in a node. */
typedef struct condition {
    uint32_t bdd, numbers;
} condition;

/* A result of lanes.h; `operation`: 0 if free. */
typedef struct past_result {
    lit in[2 * PAST_BITS], out[PAST_BITS];
    char operation;
} past_result;

/* Hash table: key and value. */
typedef struct slot {
    lit a, b;
    uint32_t kind; /* plus one; 0: free */
    lit result;
} slot;

typedef struct candidate {
    uint64_t signature; /* hash; 0: free */
    uint32_t what;      /* a literal; of a XOR: the mark */
    uint16_t mask;      /* of the mark's bits; 0: a literal */
    uint8_t complemented;
} candidate;

typedef struct merge {
    lit a, b;
} merge;

/* Why two literals are equal: leaves of a cut and relations between these, a mask each, whose bit 0 is a
 * constant and bit i + 1 is leaf i.  Without leaves their XOR cancels.  More than CUT leaves have diagrams.
 */
typedef struct reason {
    uint32_t nleaves, nrelations;
    uint32_t leaf[SUPPORT], relation[CUT];
} reason;

/* Node of a decision diagram (public.h): successors if the bit of this level is 0, 1. */
typedef struct bdd_node {
    uint32_t level, low, high;
} bdd_node;

/* Of a linear form (sums.h). */
typedef struct term {
    uint32_t word;
    uint64_t coefficient;
} term;

/* A word of n bits: its linear form, and the first word with this form, which replaces it. */
typedef struct sum_word {
    uint32_t n, bits, canonical, first, nterms;
    uint64_t constant;
    uint32_t exact; /* index into graph.exact, plus one; 0: none */
} sum_word;

/* A word that is a sum of single bits: how many in each column. */
typedef struct bit_counts {
    uint16_t at[64];
} bit_counts;

/* An integer as a constant plus multiples of words. */
typedef struct exact_form {
    int64_t constant;
    uint32_t first, n;
    uint32_t signature; /* its value in the first simulation */
} exact_form;

/* An addition: words, carry in and out. */
typedef struct chain {
    uint32_t a, b, sum;
    lit carry, out;
} chain;

/* An addition of whole words, so that an equal one costs a comparison: words, carry in, out of each half. */
typedef struct past_addition {
    uint32_t a, b, sum, added;
    lit carry, carries[2];
    bool has_carries;
} past_addition;

typedef struct graph {
    node *nodes;
    lookup *lookups;
    cached_lookup *cached_lookups;
    uint32_t *entries; /* of cached look-ups */
    lit (*marks)[MARK];
    slot *slots;
    candidate *candidates;
    merge *merges;
    uint32_t *reasons; /* of the merges, for certificate.h */
    bdd_node *bdd_nodes;
    sum_word *words;
    lit (*word_bits)[64];
    term *terms;
    chain *chains;
    bit_counts *bit_counts;
    exact_form *exact; /* halves.h */
    past_addition *past_additions;
    uint32_t n, nlookups, ncached_lookups, nentries, nmarks, nslots, ncandidates, nmerges, nreasons,
        nbdd_nodes; /* used */
    uint32_t nwords, nword_bits, nterms, nchains, nbit_counts, nexact, npast_additions;
    uint32_t room, lookup_room, cached_lookup_room, entry_room, mark_room, slot_room, candidate_room,
        merge_room, reason_room, bdd_node_room;
    uint32_t word_room, word_bits_room, term_room, chain_room, bit_counts_room, exact_room,
        past_addition_room;
    uint64_t random;
    bool merging, exhausted;
    uint64_t by_sum, by_table, by_diagram, failed; /* merges; candidates refuted */
    uint32_t max_nodes;
    uint32_t max_candidates; /* with equal signatures */
    lit assumed[2];          /* of public numbers, of pointers */
    condition *parts;        /* whose conjunction the two are */
    uint32_t nparts, part_room;
    condition conjunctions[MAX_CONJUNCTIONS]; /* of those parts that mention no other numbers than these */
    uint32_t nconjunctions;
    past_result *past_results; /* by hash */
    uint32_t npublic;          /* numbers and pointers declared */
    uint8_t *models[MODELS];   /* values by level that satisfy the assumptions */
    uint32_t nlevels;
    int simplify;          /* in this run, decided flags (1), and numbers (2), become constants */
    uint32_t added;        /* the last addition whose carry may be continued, or 0 */
    reason reason;         /* of the last equality that was proved by a truth table or diagrams */
    uint32_t certified[3]; /* nodes, merges and words of reasons that certificate.h has written */
    /* scratch of searches */
    uint32_t *place, *epoch, now;
    uint64_t *tables;
    size_t table_room;
} graph;

static uint64_t
mix(uint64_t x)
{
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

static uint64_t
next_random(graph *g)
{
    g->random += UINT64_C(0x9e3779b97f4a7c15);
    return mix(g->random);
}

/* Reserves space for one more element. */
static void *
grow(void *array, uint32_t n, uint32_t *room, size_t each)
{
    if (n < *room)
        return array;
    *room = *room ? *room * 2 : 1024;
    array = realloc(array, *room * each);
    if (array == NULL)
        abort();
    return array;
}

#define GROW(g, array, n, room) ((g)->array = grow((g)->array, (g)->n, &(g)->room, sizeof *(g)->array))

static inline const node *
node_of(const graph *g, lit x)
{
    return &g->nodes[x >> 1];
}

static uint64_t
key_hash(uint32_t kind, lit a, lit b)
{
    return mix(((uint64_t)a << 32 | b) * 5 + kind);
}

/* The slot of this key, or a free one. */
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

/* The same for a node and its complement. */
static uint64_t
signature_hash(const uint64_t signature[SIMULATIONS])
{
    uint64_t flip = -(signature[0] & 1), h = 0;

    for (unsigned i = 0; i < SIMULATIONS; i++)
        h = mix(h ^ signature[i] ^ flip) + i;
    return h ? h : 1;
}

static void
add_candidate(graph *g, const uint64_t signature[SIMULATIONS], uint32_t what, uint16_t mask)
{
    unsigned same = 0;
    uint64_t hash = signature_hash(signature);

    if (2 * g->ncandidates >= g->candidate_room) {
        candidate *old = g->candidates;
        uint32_t room = g->candidate_room;

        g->candidate_room = room ? 2 * room : 1 << 16;
        g->candidates = calloc(g->candidate_room, sizeof *g->candidates);
        if (g->candidates == NULL)
            abort();
        for (uint32_t i = 0; i < room; i++)
            if (old[i].signature) {
                uint64_t at = old[i].signature;

                while (g->candidates[at & (g->candidate_room - 1)].signature)
                    at++;
                g->candidates[at & (g->candidate_room - 1)] = old[i];
            }
        free(old);
    }
    for (uint64_t at = hash;; at++) {
        candidate *c = &g->candidates[at & (g->candidate_room - 1)];

        if (c->signature == hash && ++same == g->max_candidates)
            return;
        if (c->signature == 0) {
            *c = (candidate){hash, what, mask, signature[0] & 1};
            g->ncandidates++;
            return;
        }
    }
}

/* Proofs */

/* Nodes in descending order. */
typedef struct frontier {
    uint32_t n;
    uint32_t node[LONGEST + MAX_INDEX];
} frontier;

static void
copy_frontier(frontier *to, const frontier *from)
{
    to->n = from->n;
    memcpy(to->node, from->node, from->n * sizeof from->node[0]);
}

/* Inserts a node; `cancels`: two equal ones cancel. */
static void
insert(frontier *f, uint32_t x, bool cancels)
{
    uint32_t i = f->n;

    while (i > 0 && f->node[i - 1] < x)
        i--;
    if (i > 0 && f->node[i - 1] == x) {
        if (cancels)
            memmove(&f->node[i - 1], &f->node[i], (--f->n - (i - 1)) * sizeof x);
        return;
    }
    memmove(&f->node[i + 1], &f->node[i], (f->n++ - i) * sizeof x);
    f->node[i] = x;
}

/* Is the XOR of these literals zero, by expanding XORs alone?  Their operands are not complemented. */
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
    for (unsigned steps = 0; f.n && f.n < LONGEST && steps < MAX_STEPS; steps++) {
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

/* Assigns a truth table of this search to a node. */
static void
set_table(graph *g, uint32_t x, uint32_t place)
{
    g->epoch[x] = g->now;
    g->place[x] = place;
}

/* 64 look-ups at once: each operand, lowest first, halves the table. */
static uint64_t
evaluate_lookup(const lookup *l, const uint64_t *operands)
{
    uint64_t half[1 << MAX_INDEX];
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

/* Truth tables of the nodes of a cone over at most CUT leaves.  `cone` is in descending order. */
static uint32_t
compute_tables(graph *g, const uint32_t *cone, uint32_t ncone, const uint32_t *leaves, uint32_t nleaves)
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
    set_table(g, 0, 0);
    memset(g->tables, 0, words * sizeof *g->tables);
    for (uint32_t i = 0; i < nleaves; i++) {
        uint64_t *t;

        if (leaves[i] == 0)
            continue;
        set_table(g, leaves[i], 1 + i);
        t = table_of(g, leaves[i], words);
        for (uint32_t w = 0; w < words; w++)
            t[w] = i < 6 ? low[i] : -(uint64_t)(w >> (i - 6) & 1);
    }
    for (uint32_t i = ncone; i-- > 0;) {
        const node *x = &g->nodes[cone[i]];
        uint64_t *t;

        set_table(g, cone[i], 1 + nleaves + i);
        t = table_of(g, cone[i], words);
        if (x->kind == LOOKUP) {
            const lookup *l = &g->lookups[x->a];

            for (uint32_t w = 0; w < words; w++) {
                uint64_t operands[MAX_INDEX];

                for (unsigned k = 0; k < l->n; k++)
                    operands[k] = table_of(g, l->index[k] >> 1, words)[w];
                t[w] = evaluate_lookup(l, operands);
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
contains(const frontier *f, uint32_t x)
{
    uint32_t i = 0;

    while (i < f->n && f->node[i] > x)
        i++;
    return i < f->n && f->node[i] == x;
}

/* The next node to expand: in a narrow frontier one whose operands are both in it, else the largest gate. */
static uint32_t
next_expansion(const graph *g, const frontier *f)
{
    uint32_t i = 0;

    for (; f->n <= NARROW && i < f->n; i++) {
        const node *x = &g->nodes[f->node[i]];

        if ((x->kind == AND || x->kind == XOR) && contains(f, x->a >> 1) && contains(f, x->b >> 1))
            return i;
    }
    i = 0;
    while (i < f->n && g->nodes[f->node[i]].kind == INPUT)
        i++;
    return i;
}

/* Constant XORs of leaves: proposed by Gaussian elimination on signatures, proved by cancelling XORs.  Each
 * is a mask of leaves from bit 1 on; bit 0 is the constant. */
static unsigned
linear_relations(const graph *g, const frontier *leaves, uint32_t relations[CUT])
{
    uint64_t rows[CUT][SIMULATIONS];
    uint32_t masks[CUT], n = 0, nrelations = 0;

    for (uint32_t i = 0; i < leaves->n; i++) {
        uint64_t row[SIMULATIONS];
        uint32_t mask = 2u << i;
        bool same = true;

        memcpy(row, g->nodes[leaves->node[i]].signature, sizeof row);
        if (row[0] & 1) { /* normalized: the first simulation is 0 */
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
                relations[nrelations++] = mask;
        } else {
            memcpy(rows[n], row, sizeof row);
            masks[n++] = mask;
        }
    }
    return nrelations;
}

/* Keeps leaves and relations as a reason.  The constant node, the last leaf if any, is none. */
static void
keep_reason(graph *g, const frontier *leaves, unsigned n, const uint32_t *relations)
{
    reason *r = &g->reason;

    r->nleaves = leaves->n - (leaves->node[leaves->n - 1] == 0);
    r->nrelations = n;
    memcpy(r->leaf, leaves->node, r->nleaves * sizeof *r->leaf);
    for (unsigned i = 0; i < n; i++)
        r->relation[i] = relations[i] & ((2u << r->nleaves) - 1);
}

/* Are two tables equal for all values of the leaves that satisfy their linear relations? */
static bool
equal_where_possible(graph *g, const uint64_t *a, const uint64_t *b, uint64_t flip, uint32_t words,
                     uint64_t valid, const frontier *leaves)
{
    uint32_t relations[CUT];
    unsigned n = linear_relations(g, leaves, relations);

    for (uint32_t w = 0; n && w < words; w++) {
        uint64_t possible = valid;

        for (unsigned i = 0; i < n; i++) {
            uint64_t odd = -(uint64_t)(relations[i] & 1);

            for (uint32_t k = 0; k < leaves->n; k++)
                if (relations[i] >> (k + 1) & 1)
                    odd ^= table_of(g, leaves->node[k], words)[w];
            possible &= ~odd;
        }
        if ((a[w] ^ b[w] ^ flip) & possible)
            return false;
    }
    keep_reason(g, leaves, n, relations);
    return n != 0;
}

/* Are two literals equal by their truth tables over these leaves?  The tables are equal, or differ by a
 * linear function of leaves that cancels further down, or are equal for all possible values of the leaves. */
static bool
equal_over(graph *g, lit x, lit y, const uint32_t *cone, uint32_t ncone, const frontier *leaves)
{
    uint32_t words = compute_tables(g, cone, ncone, leaves->node, leaves->n);
    const uint64_t *a = table_of(g, x >> 1, words), *b = table_of(g, y >> 1, words);
    uint64_t flip = -(uint64_t)((x ^ y) & 1), differ = 0;
    uint64_t valid = leaves->n < 6 ? (UINT64_C(1) << (1 << leaves->n)) - 1 : ~UINT64_C(0);
    lit terms[CUT + 1] = {((lit)(a[0] ^ b[0]) ^ (x ^ y)) & 1};
    unsigned nterms = 1;
    uint32_t relation = terms[0];

    for (uint32_t i = 0; i < leaves->n; i++) {
        uint32_t at = 1u << i;
        lit value = (lit)((a[at / 64] ^ b[at / 64] ^ flip) >> at % 64) & 1;

        if (value != terms[0]) {
            terms[nterms++] = 2 * leaves->node[i];
            relation |= 2u << i;
        }
    }
    for (uint32_t w = 0; w < words; w++) {
        uint64_t linear = -(uint64_t)terms[0];

        for (unsigned i = 1; i < nterms; i++)
            linear ^= table_of(g, terms[i] >> 1, words)[w];
        differ |= (a[w] ^ b[w] ^ flip ^ linear) & valid;
    }
    if (differ == 0) {
        keep_reason(g, leaves, relation != 0, &relation);
        return cancels(g, terms, nterms);
    }
    return equal_where_possible(g, a, b, flip, words, valid, leaves);
}

/* Are two literals equal over a cut?  The largest node is expanded repeatedly; cuts of at most CUT nodes are
 * tried in this order: of marked nodes, the smallest of the first run of cuts, the smallest of all, the
 * smallest of the last run, the last. */
static bool
equal_on_cut(graph *g, lit x, lit y)
{
    static frontier f, last, least, fewest;
    static uint32_t cone[MAX_STEPS];
    uint32_t ncone = 0, nlast = 0, nleast = 0, nfewest = 0, nfirst = 0;
    bool in_row = false;

    f.n = 0;
    fewest.n = CUT;
    insert(&f, x >> 1, false);
    insert(&f, y >> 1, false);
    while (f.n < WIDEST && ncone < MAX_STEPS) {
        uint32_t at = next_expansion(g, &f);

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

/* Inserts the operands of a node that are not in `others`. */
static void
insert_operands(const graph *g, uint32_t number, const frontier *others, frontier *f)
{
    const node *x = &g->nodes[number];
    const lit of_gate[2] = {x->a, x->b}, *operands = x->kind == LOOKUP ? g->lookups[x->a].index : of_gate;

    for (unsigned i = 0; i < (x->kind == LOOKUP ? g->lookups[x->a].n : 2); i++)
        if (!contains(others, operands[i] >> 1))
            insert(f, operands[i] >> 1, false);
}

/* Are two literals equal over all nodes at the same small distance?  For nodes of different age, for which
 * expansion by age misses the useful cuts. */
static bool
equal_nearby(graph *g, lit x, lit y)
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

/* The nodes in a few levels below one, and itself. */
static void
find_near(const graph *g, uint32_t top, frontier *near)
{
    static frontier level, below;

    near->n = level.n = 0;
    insert(&level, top, false);
    for (unsigned step = 0; step < NEAR && near->n + level.n <= MAX_NEAR; step++) {
        for (uint32_t i = 0; i < level.n; i++)
            insert(near, level.node[i], false);
        below.n = 0;
        for (uint32_t i = 0; i < level.n; i++)
            if (g->nodes[level.node[i]].kind != INPUT)
                insert_operands(g, level.node[i], near, &below);
        copy_frontier(&level, &below);
    }
}

/* Are two literals equal over the first nodes that are near both?  For two forms of a small function of nodes
 * of different age. */
static bool
equal_over_shared(graph *g, lit x, lit y)
{
    static frontier near[2], rest, inside, leaves;

    find_near(g, x >> 1, &near[0]);
    find_near(g, y >> 1, &near[1]);
    rest.n = inside.n = leaves.n = 0;
    insert(&rest, x >> 1, false);
    insert(&rest, y >> 1, false);
    while (rest.n && inside.n < MAX_NEAR) {
        uint32_t top = rest.node[0];
        bool is_shared = contains(&near[0], top) && contains(&near[1], top) && top != x >> 1 && top != y >> 1;

        if (is_shared || g->nodes[top].kind == INPUT) {
            memmove(rest.node, &rest.node[1], --rest.n * sizeof top);
            insert(&leaves, top, false);
        } else {
            insert(&inside, top, false);
            expand(g, &rest, 0);
        }
        if (leaves.n > CUT)
            return false;
    }
    return rest.n == 0 && equal_over(g, x, y, inside.node, inside.n, &leaves);
}

/* Is it a look-up with an operand in the frontier? */
static bool
is_lookup_of(const graph *g, const frontier *f, uint32_t number)
{
    const node *x = &g->nodes[number];

    for (unsigned i = 0; x->kind == LOOKUP && i < g->lookups[x->a].n; i++)
        if (contains(f, g->lookups[x->a].index[i] >> 1))
            return true;
    return false;
}

/* Are two literals equal over marked nodes?  These may be younger than other nodes in between, if blocks
 * share bits. */
static bool
equal_between_marks(graph *g, lit x, lit y)
{
    static frontier f, inside;

    f.n = inside.n = 0;
    insert(&f, x >> 1, false);
    insert(&f, y >> 1, false);
    while (f.n <= 2 * CUT && inside.n < MAX_BETWEEN) {
        uint32_t at = 0;

        while (at < f.n && (g->nodes[f.node[at]].kind == INPUT ||
                            (g->nodes[f.node[at]].marked && f.node[at] != x >> 1 && f.node[at] != y >> 1)))
            at++;
        for (uint32_t i = 0; i < f.n && at == f.n; i++)
            if (is_lookup_of(g, &f, f.node[i]))
                at = i;
        if (at == f.n)
            return inside.n && f.n <= CUT && equal_over(g, x, y, inside.node, inside.n, &f);
        insert(&inside, f.node[at], false);
        expand(g, &f, at);
    }
    return false;
}

/* Are two literals the same function of few inputs, however many nodes a cut has?  For carries of a counter,
 * whose bits programs group in many ways. */
static bool
equal_by_diagrams(graph *g, lit x, lit y)
{
    static diagrams d;
    static frontier f;
    static uint32_t cone[MAX_SUPPORTED];
    uint32_t ncone = 0, at;

    f.n = 0;
    insert(&f, x >> 1, false);
    insert(&f, y >> 1, false);
    for (;;) {
        for (at = 0; at < f.n && g->nodes[f.node[at]].kind == INPUT;)
            at++;
        if (at == f.n)
            break;
        if (f.n > SUPPORT || ncone == MAX_SUPPORTED || g->nodes[f.node[at]].kind == LOOKUP)
            return false;
        cone[ncone++] = f.node[at];
        expand(g, &f, at);
    }
    if (f.n > SUPPORT || f.n <= CUT)
        return false;
    begin_diagrams(&d);
    g->now++;
    set_table(g, 0, 0);
    for (uint32_t i = 0; i < f.n; i++)
        if (f.node[i] != 0)
            set_table(g, f.node[i], diagram_of(&d, i, 0, 1));
    while (ncone-- > 0) {
        const node *n = &g->nodes[cone[ncone]];
        uint32_t a = g->place[n->a >> 1] ^ (n->a & 1), b = g->place[n->b >> 1] ^ (n->b & 1);

        set_table(g, cone[ncone], combine_diagrams(&d, n->kind == XOR, a, b));
    }
    if (d.full || (g->place[x >> 1] ^ (x & 1)) != (g->place[y >> 1] ^ (y & 1)))
        return false;
    g->reason.nleaves = f.n - (f.node[f.n - 1] == 0);
    g->reason.nrelations = 0;
    memcpy(g->reason.leaf, f.node, g->reason.nleaves * sizeof f.node[0]);
    return true;
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
    g->exhausted |= g->n >= g->max_nodes;
    return g->n++;
}

static lit gate_and(graph *g, lit a, lit b);
static lit gate_xor(graph *g, lit a, lit b);

static lit
literal_of(graph *g, const candidate *c)
{
    lit x = 0;

    if (c->mask == 0)
        return c->what;
    for (unsigned i = 0; i < MARK; i++)
        if (c->mask >> i & 1)
            x = gate_xor(g, x, g->marks[c->what][i]);
    return x;
}

/* Records that two literals are equal for g->reason. */
static void
keep_merge(graph *g, lit a, lit b)
{
    const reason *r = &g->reason;
    const uint32_t *parts[] = {(uint32_t[]){r->nleaves, r->nrelations}, r->leaf, r->relation};
    uint32_t sizes[] = {2, r->nleaves, r->nrelations};

    GROW(g, merges, nmerges, merge_room);
    g->merges[g->nmerges++] = (merge){a, b};
    for (unsigned part = 0; part < 3; part++)
        for (uint32_t i = 0; i < sizes[part]; i++) {
            GROW(g, reasons, nreasons, reason_room);
            g->reasons[g->nreasons++] = parts[part][i];
        }
}

/* Were so many candidates refuted that the claim will stay open? */
static bool
gave_up(const graph *g)
{
    return g->failed >= MAX_FAILED && g->failed / 4 >= g->nmerges;
}

/* The node that the new one is proved equal to, or itself. */
static lit
find_equivalent(graph *g, uint32_t new)
{
    uint64_t signature[SIMULATIONS], hash;

    memcpy(signature, g->nodes[new].signature, sizeof signature);
    hash = signature_hash(signature);
    for (uint64_t at = hash; g->candidate_room && !gave_up(g); at++) {
        candidate c = g->candidates[at & (g->candidate_room - 1)];
        lit x;

        if (c.signature == 0)
            break;
        if (c.signature != hash)
            continue;
        g->merging = false;
        x = literal_of(g, &c) ^ (c.complemented ^ (signature[0] & 1));
        g->merging = true;
        if (x >> 1 == new)
            continue;
        g->reason.nleaves = g->reason.nrelations = 0;
        if (cancels(g, (lit[]){2 * new, x}, 2))
            g->by_sum++;
        else if (equal_on_cut(g, 2 * new, x) || equal_nearby(g, 2 * new, x) ||
                 equal_over_shared(g, 2 * new, x) || equal_between_marks(g, 2 * new, x))
            g->by_table++;
        else if (equal_by_diagrams(g, 2 * new, x))
            g->by_diagram++;
        else {
            g->failed++;
            continue;
        }
        keep_merge(g, 2 * new, x);
        return x;
    }
    return 2 * new;
}

/* Enters a simulated node into the tables.  A merged one stays in the graph, so that the merge can be
 * checked, but is no candidate. */
static lit
add_node(graph *g, uint32_t new, uint32_t kind, lit a, lit b)
{
    lit x = g->merging && g->nodes[new].depends & SECRET ? find_equivalent(g, new) : 2 * new;
    slot *s = slot_for(g, kind, a, b);

    if (x == 2 * new)
        add_candidate(g, g->nodes[new].signature, x, 0);
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
        uint64_t x = node_of(g, low)->signature[i] ^ -(uint64_t)(low & 1);
        uint64_t y = node_of(g, high)->signature[i] ^ -(uint64_t)(high & 1);

        g->nodes[new].signature[i] = kind == AND ? x & y : x ^ y;
    }
    g->nodes[new].depends = node_of(g, low)->depends | node_of(g, high)->depends;
    g->nodes[new].numbers = node_of(g, low)->numbers | node_of(g, high)->numbers;
    return add_node(g, new, kind, low, high);
}

/* `some`: its values in the last simulations, or NULL. */
static lit
new_input(graph *g, const uint64_t *some)
{
    uint32_t x = new_node(g, INPUT, 0, 0);

    for (unsigned i = 0; i < SIMULATIONS; i++)
        g->nodes[x].signature[i] = next_random(g);
    if (some)
        g->nodes[x].signature[SIMULATIONS - 1] = *some;
    g->nodes[x].depends = SECRET;
    add_candidate(g, g->nodes[x].signature, 2 * x, 0);
    return 2 * x;
}

/* x AND y, where x or its complement is an operand of y. */
static bool
simplify_and(graph *g, lit x, lit y, lit *result)
{
    const node *n = node_of(g, y);
    lit other;

    if (n->kind != AND && n->kind != XOR)
        return false;
    if (n->kind == AND && (n->a == x || n->b == x)) {
        *result = y & 1 ? gate_and(g, x, (n->a == x ? n->b : n->a) ^ 1) : y;
        return true;
    }
    if (n->kind == AND && (n->a == (x ^ 1) || n->b == (x ^ 1))) {
        *result = y & 1 ? x : 0;
        return true;
    }
    if (n->kind == XOR && (n->a >> 1 == x >> 1 || n->b >> 1 == x >> 1)) {
        other = n->a >> 1 == x >> 1 ? n->b : n->a; /* not complemented, as x in the gate */
        *result = gate_and(g, x, other ^ (y & 1) ^ (x & 1) ^ 1);
        return true;
    }
    return false;
}

static lit
gate_and(graph *g, lit a, lit b)
{
    lit x;

    if (a == b || a == 1)
        return b;
    if (b == 1)
        return a;
    if (a == 0 || b == 0 || a == (b ^ 1))
        return 0;
    if (simplify_and(g, a, b, &x) || simplify_and(g, b, a, &x))
        return x;
    return gate(g, AND, a, b);
}

/* a XOR b, where a is an operand of b; neither is complemented. */
static bool
simplify_xor(graph *g, lit a, lit b, lit *result)
{
    const node *n = node_of(g, b);

    if (n->kind == XOR && (n->a == a || n->b == a)) {
        *result = n->a == a ? n->b : n->a;
        return true;
    }
    if (n->kind == AND && (n->a == a || n->b == a)) {
        *result = gate_and(g, a, (n->a == a ? n->b : n->a) ^ 1);
        return true;
    }
    return false;
}

static lit
gate_xor(graph *g, lit a, lit b)
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
    if (simplify_xor(g, a, b, &x) || simplify_xor(g, b, a, &x))
        return x ^ flip;
    return gate(g, XOR, a, b) ^ flip;
}

static lit
gate_or(graph *g, lit a, lit b)
{
    return gate_and(g, a ^ 1, b ^ 1) ^ 1;
}

static lit
gate_mux(graph *g, lit which, lit one, lit zero)
{
    return gate_xor(g, zero, gate_and(g, which, gate_xor(g, one, zero)));
}

/* Look-ups */

/* A table of at most two operands as a gate or literal. */
static lit
small_lookup(graph *g, unsigned n, const lit *index, uint64_t table)
{
    if (n == 0)
        return table & 1;
    if (n == 1)
        return (table & 3) == 2 ? index[0] : index[0] ^ 1;
    switch (table & 15) {
    case 6:
        return gate_xor(g, index[0], index[1]);
    case 9:
        return gate_xor(g, index[0], index[1]) ^ 1;
    default: /* one minterm, or its complement */
        for (unsigned i = 0; i < 4; i++) {
            lit x = gate_and(g, index[0] ^ (~i & 1), index[1] ^ (~(i >> 1) & 1));

            if ((table & 15) == 1u << i)
                return x;
            if ((~table & 15) == 1u << i)
                return x ^ 1;
        }
        abort();
    }
}

/* Removes operands on which the table does not depend. */
static unsigned
reduce_support(unsigned n, lit *index, uint8_t *table)
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

/* Is the table the XOR of all operands, or its complement? */
static bool
is_parity(unsigned n, const uint8_t *table)
{
    for (unsigned at = 0; at < 1u << n; at++)
        if (table[at] != (table[0] ^ (__builtin_popcount(at) & 1)))
            return false;
    return true;
}

/* One bit of a look-up; operands are in ascending order. */
static lit
look_up_bit(graph *g, unsigned n, const lit *operands, const uint8_t *whole)
{
    static uint8_t table[1 << MAX_INDEX];
    lookup l = {0};
    uint8_t flip;
    uint32_t hash, new;

    memcpy(l.index, operands, n * sizeof *operands);
    memcpy(table, whole, 1u << n);
    l.n = n = reduce_support(n, l.index, table);
    flip = n > 2 ? table[0] : 0;
    for (unsigned at = 0; at < 1u << n; at++)
        l.table[at / 64] |= (uint64_t)(table[at] ^ flip) << at % 64;
    if (n <= 2)
        return small_lookup(g, n, l.index, l.table[0]);
    if (is_parity(n, table)) {
        lit x = table[0];

        for (unsigned i = 0; i < n; i++)
            x = gate_xor(g, x, l.index[i]);
        return x;
    }
    hash = (uint32_t)n;
    for (unsigned i = 0; i < sizeof l / 4; i++)
        hash = (uint32_t)mix(hash + ((uint64_t)((const uint32_t *)&l)[i] << 32));
    for (uint32_t tries = 0;; tries++) { /* the key: hash and probe number */
        slot *s = slot_for(g, LOOKUP, hash, tries);

        if (s->kind == 0) {
            g->nslots++;
            *s = (slot){hash, tries, LOOKUP + 1, g->nlookups};
            break;
        }
        if (memcmp(&g->lookups[s->result], &l, sizeof l) == 0)
            return slot_for(g, LOOKUP_KEY, s->result, 0)->result ^ flip;
    }
    GROW(g, lookups, nlookups, lookup_room);
    g->lookups[g->nlookups] = l;
    new = new_node(g, LOOKUP, g->nlookups++, 0);
    g->nodes[new].depends = OPAQUE;
    for (unsigned k = 0; k < n; k++)
        g->nodes[new].depends |= node_of(g, l.index[k])->depends;
    for (unsigned w = 0; w < SIMULATIONS; w++) {
        uint64_t operands[MAX_INDEX];

        for (unsigned k = 0; k < n; k++)
            operands[k] = node_of(g, l.index[k])->signature[w];
        g->nodes[new].signature[w] = evaluate_lookup(&l, operands);
    }
    return add_node(g, new, LOOKUP_KEY, g->nlookups - 1, 0) ^ flip;
}

/* out = entries[index] on `bits` bits, with constant, repeated and complemented operands normalized. */
static void
look_up_uncached(graph *g, unsigned n, const lit *index, const uint32_t *entries, unsigned bits, lit *out)
{
    static uint8_t table[1 << MAX_INDEX];
    static uint16_t from[1 << MAX_INDEX];
    lit operands[MAX_INDEX];
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

/* The same, cached by operands and entries. */
static void
look_up(graph *g, unsigned n, const lit *index, const uint32_t *entries, unsigned bits, lit *out)
{
    uint64_t hash = n + 32 * bits;
    cached_lookup l = {n, bits, 0, {0}, {0}};
    uint32_t tries = 0;
    slot *s;

    memcpy(l.index, index, n * sizeof *index);
    for (unsigned i = 0; i < n; i++)
        hash = mix(hash + index[i]);
    for (unsigned i = 0; i < 1u << n; i++)
        hash = (hash ^ entries[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash = mix(hash);
    for (; (s = slot_for(g, CACHED_LOOKUP_KEY, (lit)hash, tries))->kind; tries++) {
        const cached_lookup *at = &g->cached_lookups[s->result];

        if (at->n == n && at->bits == bits && memcmp(at->index, l.index, sizeof l.index) == 0 &&
            memcmp(g->entries + at->first, entries, sizeof *entries << n) == 0) {
            memcpy(out, at->out, bits * sizeof *out);
            return;
        }
    }
    look_up_uncached(g, n, index, entries, bits, l.out);
    memcpy(out, l.out, bits * sizeof *out);
    l.first = g->nentries;
    for (unsigned i = 0; i < 1u << n; i++) {
        GROW(g, entries, nentries, entry_room);
        g->entries[g->nentries++] = entries[i];
    }
    GROW(g, cached_lookups, ncached_lookups, cached_lookup_room);
    g->cached_lookups[g->ncached_lookups] = l;
    s = slot_for(g, CACHED_LOOKUP_KEY, (lit)hash, tries);
    g->nslots++;
    *s = (slot){(lit)hash, tries, CACHED_LOOKUP_KEY + 1, g->ncached_lookups++};
}

/* The input or output of an S-box: all XORs of its bits become candidates. */
static void
mark(graph *g, const lit bits[MARK])
{
    uint64_t signature[SIMULATIONS] = {0}, hash = 0;
    unsigned code = 0;
    slot *s;

    for (unsigned i = 0; i < MARK; i++) {
        if (bits[i] < 2)
            return;
        hash = mix(hash + bits[i]);
    }
    s = slot_for(g, MARK_KEY, (lit)hash, (lit)(hash >> 32));
    if (s->kind)
        return;
    g->nslots++;
    *s = (slot){(lit)hash, (lit)(hash >> 32), MARK_KEY + 1, 0};
    GROW(g, marks, nmarks, mark_room);
    memcpy(g->marks[g->nmarks], bits, sizeof g->marks[0]);
    for (unsigned i = 0; i < MARK; i++)
        g->nodes[bits[i] >> 1].marked = 1;
    for (unsigned i = 1; i < 1 << MARK; i++) { /* in Gray code */
        unsigned bit = (unsigned)__builtin_ctz(i);

        code ^= 1u << bit;
        for (unsigned w = 0; w < SIMULATIONS; w++)
            signature[w] ^= node_of(g, bits[bit])->signature[w] ^ -(uint64_t)(bits[bit] & 1);
        if (code & (code - 1))
            add_candidate(g, signature, g->nmarks, (uint16_t)code);
    }
    g->nmarks++;
}

/* Simulates 64 assignments: a word for each input gives a word for each node. */
static void
evaluate(const graph *g, const uint64_t *inputs, uint64_t *values)
{
    for (uint32_t x = 0; x < g->n; x++) {
        const node *n = &g->nodes[x];

        if (n->kind == INPUT) {
            values[x] = x == 0 ? 0 : *inputs++;
        } else if (n->kind == LOOKUP) {
            uint64_t operands[MAX_INDEX];

            for (unsigned k = 0; k < g->lookups[n->a].n; k++)
                operands[k] = values[g->lookups[n->a].index[k] >> 1];
            values[x] = evaluate_lookup(&g->lookups[n->a], operands);
        } else {
            uint64_t a = values[n->a >> 1] ^ -(uint64_t)(n->a & 1),
                     b = values[n->b >> 1] ^ -(uint64_t)(n->b & 1);

            values[x] = n->kind == AND ? a & b : a ^ b;
        }
    }
}

static graph *
new_graph(uint64_t seed, uint32_t max_nodes, uint32_t max_candidates)
{
    graph *g = calloc(1, sizeof *g);

    if (g == NULL)
        abort();
    g->random = seed;
    g->max_nodes = max_nodes;
    g->max_candidates = max_candidates;
    new_node(g, INPUT, 0, 0); /* false */
    add_candidate(g, g->nodes[0].signature, 0, 0);
    GROW(g, bdd_nodes, nbdd_nodes, bdd_node_room);
    g->bdd_nodes[0] = g->bdd_nodes[1] = (bdd_node){UINT32_MAX, 0, 1};
    g->nbdd_nodes = 2;
    g->assumed[0] = g->assumed[1] = 1;
    GROW(g, chains, nchains, chain_room);
    g->chains[g->nchains++] = (chain){0};
    return g;
}

static void
free_graph(graph *g)
{
    void *owned[] = {g->nodes, g->lookups,     g->cached_lookups, g->entries, g->marks,
                     g->slots, g->place,       g->epoch,          g->tables,  g->bdd_nodes,
                     g->words, g->word_bits,   g->terms,          g->chains,  g->bit_counts,
                     g->exact, g->candidates,  g->merges,         g->reasons, g->past_additions,
                     g->parts, g->past_results};

    for (unsigned i = 0; i < sizeof owned / sizeof owned[0]; i++)
        free(owned[i]);
    for (unsigned i = 0; i < MODELS; i++)
        free(g->models[i]);
    free(g);
}

#endif
