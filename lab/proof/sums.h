/* SPDX-License-Identifier: MIT */
/* Additions.  A sum is stored with its linear form modulo 2^n, a constant plus
 * multiples of words; the first word with a form represents all.  So x + (k + c) and
 * (x + k) + c are the same nodes.  Forms exist for each multiple of 8 bits up to 64;
 * an addition with the carry of a lower one extends the form of that one.
 *
 * A new form is built as a ripple-carry adder, so that four byte additions with carry
 * and one word addition are the same nodes.
 *
 * Products and their sums are sums of single bits.  Where the bits of lower columns
 * cannot produce a carry, the sum is an XOR: carry-less multiplication by integers
 * with holes relies on it. */
#ifndef NARAE_LAB_PROOF_SUMS_H
#define NARAE_LAB_PROOF_SUMS_H

#include <stdio.h>

#include "graph.h"

enum { UNIT = 8, FORM_BITS = 64, MAX_TERMS = 1024, MAX_COUNT = 255 };
enum { WORD = CACHED_LOOKUP_KEY + 1, FORM, CARRY, BIT_COUNTS }; /* keys of slots */

static bool
are_constant(const lit *bits, unsigned n)
{
    lit all = 0;

    for (unsigned i = 0; i < n; i++)
        all |= bits[i];
    return all < 2;
}

/* A linear form under construction; terms in ascending order of words. */
typedef struct form {
    uint64_t constant;
    uint32_t n;
    term terms[2 * MAX_TERMS];
} form;

static uint64_t
modulo(unsigned n)
{
    return n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
}

/* to += coefficient * word, modulo 2^n */
static void
add_word(const graph *g, form *to, uint32_t number, uint64_t coefficient)
{
    static term merged[2 * MAX_TERMS];
    const sum_word *w = &g->words[number];
    const term *terms = g->terms + w->first;
    uint64_t mask = modulo(w->n);
    uint32_t i = 0, k = 0, n = 0;

    while (i < to->n || k < w->nterms) {
        term t;

        if (k == w->nterms || (i < to->n && to->terms[i].word < terms[k].word)) {
            t = to->terms[i++];
        } else {
            t = (term){terms[k].word, terms[k].coefficient * coefficient & mask};
            k++;
            if (i < to->n && to->terms[i].word == t.word)
                t.coefficient = (t.coefficient + to->terms[i++].coefficient) & mask;
        }
        if (t.coefficient)
            merged[n++] = t;
    }
    to->constant = (to->constant + coefficient * w->constant) & mask;
    to->n = n;
    memcpy(to->terms, merged, n * sizeof *merged);
}

/* The word of a form, or a free slot. */
static slot *
word_of_form(graph *g, unsigned n, const form *f)
{
    uint64_t hash = mix(f->constant + n);

    for (uint32_t i = 0; i < f->n; i++)
        hash = mix(hash + f->terms[i].word * UINT64_C(0x9e3779b97f4a7c15)) ^ f->terms[i].coefficient;
    for (uint32_t tries = 0;; tries++) {
        slot *s = slot_for(g, FORM, (lit)mix(hash), tries);
        const sum_word *w;

        if (s->kind == 0) {
            *s = (slot){(lit)mix(hash), tries, 0, 0};
            return s;
        }
        w = &g->words[s->result];
        if (w->n == n && w->constant == f->constant && w->nterms == f->n &&
            memcmp(g->terms + w->first, f->terms, f->n * sizeof(term)) == 0)
            return s;
    }
}

static void
fill_slot(graph *g, slot *s, uint32_t kind, uint32_t result)
{
    s->kind = kind + 1;
    s->result = result;
    g->nslots++;
}

/* The word with these bits, or a free slot. */
static slot *
word_of_bits(graph *g, unsigned n, const lit *bits)
{
    uint64_t hash = n;

    for (unsigned i = 0; i < n; i++)
        hash = (hash << 27 ^ hash >> 37 ^ bits[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash = mix(hash);
    for (uint32_t tries = 0;; tries++) {
        slot *s = slot_for(g, WORD, (lit)hash, tries);
        const sum_word *w;

        if (s->kind == 0) {
            *s = (slot){(lit)hash, tries, 0, 0};
            return s;
        }
        w = &g->words[s->result];
        if (w->n == n && memcmp(g->word_bits[w->bits], bits, n * sizeof *bits) == 0)
            return s;
    }
}

/* Registers bits as a word equal to `canonical`. */
static sum_word *
keep_word(graph *g, unsigned n, const lit *bits, uint32_t canonical)
{
    fill_slot(g, word_of_bits(g, n, bits), WORD, g->nwords);
    GROW(g, words, nwords, word_room);
    GROW(g, word_bits, nword_bits, word_bits_room);
    memcpy(g->word_bits[g->nword_bits], bits, n * sizeof *bits);
    g->words[g->nwords] = (sum_word){.n = n, .bits = g->nword_bits++, .canonical = canonical};
    return &g->words[g->nwords++];
}

/* The first word with this form. */
static uint32_t
new_word(graph *g, unsigned n, const lit *bits, const form *f)
{
    uint32_t number = g->nwords;
    sum_word *w = keep_word(g, n, bits, number);

    fill_slot(g, word_of_form(g, n, f), FORM, number);
    w->first = g->nterms;
    w->nterms = f->n;
    w->constant = f->constant;
    for (uint32_t i = 0; i < f->n; i++) {
        GROW(g, terms, nterms, term_room);
        g->terms[g->nterms++] = f->terms[i];
    }
    return number;
}

/* The word of some bits; a new one is a variable, or minus its complement minus one. */
static uint32_t
word_of(graph *g, unsigned n, const lit *bits)
{
    static form f;
    lit complement[FORM_BITS];
    slot *s = word_of_bits(g, n, bits);
    uint32_t number;

    if (s->kind)
        return g->words[s->result].canonical;
    f.constant = f.n = 0;
    for (unsigned i = 0; i < n; i++)
        complement[i] = bits[i] ^ 1;
    if (are_constant(bits, n)) {
        for (unsigned i = 0; i < n; i++)
            f.constant |= (uint64_t)bits[i] << i;
    } else if ((s = word_of_bits(g, n, complement))->kind) { /* -w - 1 */
        add_word(g, &f, g->words[s->result].canonical, modulo(n));
        f.constant = (f.constant - 1) & modulo(n);
    } else {
        f.n = 1;
        f.terms[0] = (term){g->nwords, 1};
    }
    s = word_of_form(g, n, &f);
    if (s->kind == 0)
        return new_word(g, n, bits, &f);
    number = s->result;
    keep_word(g, n, bits, number);
    return number;
}

/* The carry of a full adder. */
static lit
majority(graph *g, lit x, lit y, lit c)
{
    if (x == y || c == x)
        return x;
    if (c == y)
        return y;
    if (x == (y ^ 1))
        return c;
    if (c == (x ^ 1))
        return y;
    if (c == (y ^ 1))
        return x;
    return gate_xor(g, gate_and(g, x, y), gate_and(g, c, gate_xor(g, x, y)));
}

/* Operands and sum, including the bits of the lower additions that the carry comes from. */
typedef struct addition {
    unsigned below; /* lower bits */
    lit carry;      /* into the lowest bit, a constant */
    lit a[FORM_BITS], b[FORM_BITS], sum[FORM_BITS];
} addition;

/* Finds the lower addition that the carry comes from, `from` or a recorded one.  Has the whole a linear form?
 */
static bool
find_lower_bits(graph *g, lit carry, uint32_t from, addition *it)
{
    const slot *s = slot_for(g, CARRY, carry, 0);
    const chain *c = &g->chains[from];

    it->below = 0;
    it->carry = carry;
    if (from == 0 || c->out != carry) {
        if (carry < 2 || s->kind == 0)
            return carry < 2;
        c = &g->chains[s->result];
    }
    it->below = g->words[c->a].n;
    it->carry = c->carry;
    memcpy(it->a, g->word_bits[g->words[c->a].bits], it->below * sizeof(lit));
    memcpy(it->b, g->word_bits[g->words[c->b].bits], it->below * sizeof(lit));
    memcpy(it->sum, g->word_bits[g->words[c->sum].bits], it->below * sizeof(lit));
    return true;
}

/* The form of the first n bits of an addition. */
static void
form_of(graph *g, const addition *it, unsigned n, form *f)
{
    f->constant = it->carry;
    f->n = 0;
    add_word(g, f, word_of(g, n, it->a), 1);
    add_word(g, f, word_of(g, n, it->b), 1);
}

/* One word of the signature of a literal. */
static uint64_t
simulated(const graph *g, lit x, unsigned word)
{
    return node_of(g, x)->signature[word] ^ -(uint64_t)(x & 1);
}

/* Aborts if a word found by its form is not the sum in simulation: a rule above would be wrong. */
static void
check_simulations(const graph *g, unsigned n, const addition *it)
{
    for (unsigned w = 0; w < SIMULATIONS; w++) {
        uint64_t carry = -(uint64_t)it->carry;

        for (unsigned i = 0; i < n; i++) {
            uint64_t a = simulated(g, it->a[i], w), b = simulated(g, it->b[i], w);

            if (simulated(g, it->sum[i], w) != (a ^ b ^ carry)) {
                fprintf(stderr, "two different sums have the same form\n");
                abort();
            }
            carry = (a & b) | (carry & (a ^ b));
        }
    }
}

/* Records the new forms of the lower bits of an addition, from n bits on. */
static void
keep_forms(graph *g, const addition *it, unsigned n, unsigned end)
{
    static form f;

    for (n += UNIT; n <= end; n += UNIT) {
        form_of(g, it, n, &f);
        if (f.n <= MAX_TERMS && !word_of_form(g, n, &f)->kind && !word_of_bits(g, n, it->sum)->kind)
            new_word(g, n, it->sum, &f);
    }
}

/* Records which addition a carry comes from. */
static void
keep_carry(graph *g, const addition *it, unsigned n, lit carry)
{
    chain addition = {word_of(g, n, it->a), word_of(g, n, it->b), word_of(g, n, it->sum), it->carry, carry};
    slot *s = slot_for(g, CARRY, carry, 0);

    GROW(g, chains, nchains, chain_room);
    g->added = g->nchains++;
    g->chains[g->added] = addition;
    if (s->kind == 0)
        g->nslots++;
    *s = (slot){carry, 0, CARRY + 1, g->added};
}

/* The number of low bits of the sum that a word with the same form gives. */
static unsigned
known_sum_bits(graph *g, addition *it, unsigned end)
{
    static form f;
    unsigned known = 0;

    for (unsigned n = it->below + UNIT; n <= end; n += UNIT) {
        const slot *s;

        form_of(g, it, n, &f);
        if (f.n == 0) { /* a constant */
            for (unsigned i = 0; i < n; i++)
                it->sum[i] = f.constant >> i & 1;
            known = n - it->below;
            check_simulations(g, n, it);
            continue;
        }
        s = word_of_form(g, n, &f);
        if (s->kind == 0)
            continue;
        known = n - it->below;
        memcpy(it->sum + it->below, g->word_bits[g->words[s->result].bits] + it->below, known * sizeof(lit));
        check_simulations(g, n, it);
    }
    return known;
}

#endif
