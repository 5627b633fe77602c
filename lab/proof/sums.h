/* SPDX-License-Identifier: MIT */
/* Additions.  A word that is a sum is kept with its linear form modulo 2^n: a
 * constant, and other words, each times a number.  Words with the same form are
 * the same number, so the first one takes the place of all: x + (k + c) and
 * (x + k) + c become the same nodes, in whatever order a program adds.  Forms are
 * kept for each multiple of 8 bits up to 64; an addition whose carry comes from one
 * of bytes or words below goes on with the form of those.
 *
 * What has no form yet is a ripple-carry addition, so that four byte additions
 * with carry and one word addition are the same nodes, too.
 *
 * Products, and sums of them, are sums of single bits.  Where those below a place are
 * too few to reach it, whatever they are, no carry goes there: so the teeth of combs
 * that are multiplied stay XORs. */
#ifndef NARAE_LAB_PROOF_SUMS_H
#define NARAE_LAB_PROOF_SUMS_H

#include <stdio.h>

#include "graph.h"

enum { UNIT = 8, FORM_BITS = 64, MOST_TERMS = 1024, MOST_TEETH = 255 };
enum { WORD = LOOKED + 1, FORM, CARRY, TEETH }; /* of keys alone */

static bool
are_constant(const lit *bits, unsigned n)
{
    lit all = 0;

    for (unsigned i = 0; i < n; i++)
        all |= bits[i];
    return all < 2;
}

/* A linear form in hand; terms are in ascending order of their words. */
typedef struct form {
    uint64_t constant;
    uint32_t n;
    term terms[2 * MOST_TERMS];
} form;

static uint64_t
modulo(unsigned n)
{
    return n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
}

/* to += times * word, modulo 2^n. */
static void
add_word(const graph *g, form *to, uint32_t number, uint64_t times)
{
    static term made[2 * MOST_TERMS];
    const sum_word *w = &g->words[number];
    const term *terms = g->terms + w->first;
    uint64_t mask = modulo(w->n);
    uint32_t i = 0, k = 0, n = 0;

    while (i < to->n || k < w->nterms) {
        term t;

        if (k == w->nterms || (i < to->n && to->terms[i].word < terms[k].word)) {
            t = to->terms[i++];
        } else {
            t = (term){terms[k].word, terms[k].times * times & mask};
            k++;
            if (i < to->n && to->terms[i].word == t.word)
                t.times = (t.times + to->terms[i++].times) & mask;
        }
        if (t.times)
            made[n++] = t;
    }
    to->constant = (to->constant + times * w->constant) & mask;
    to->n = n;
    memcpy(to->terms, made, n * sizeof *made);
}

/* The word of a form, or a free slot. */
static slot *
word_of_form(graph *g, unsigned n, const form *f)
{
    uint64_t hash = mixed(f->constant + n);

    for (uint32_t i = 0; i < f->n; i++)
        hash = mixed(hash + f->terms[i].word * UINT64_C(0x9e3779b97f4a7c15)) ^ f->terms[i].times;
    for (uint32_t tries = 0;; tries++) {
        slot *s = slot_for(g, FORM, (lit)mixed(hash), tries);
        const sum_word *w;

        if (s->kind == 0) {
            *s = (slot){(lit)mixed(hash), tries, 0, 0};
            return s;
        }
        w = &g->words[s->result];
        if (w->n == n && w->constant == f->constant && w->nterms == f->n &&
            memcmp(g->terms + w->first, f->terms, f->n * sizeof(term)) == 0)
            return s;
    }
}

static void
take(graph *g, slot *s, uint32_t kind, uint32_t result)
{
    s->kind = kind + 1;
    s->result = result;
    g->nslots++;
}

/* A word that is there, or a free slot. */
static slot *
word_of_bits(graph *g, unsigned n, const lit *bits)
{
    uint64_t hash = n;

    for (unsigned i = 0; i < n; i++)
        hash = (hash << 27 ^ hash >> 37 ^ bits[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash = mixed(hash);
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

/* Other bits that are a word, or are the first with their form. */
static sum_word *
keep_word(graph *g, unsigned n, const lit *bits, uint32_t is)
{
    take(g, word_of_bits(g, n, bits), WORD, g->nwords);
    GROW(g, words, nwords, word_room);
    GROW(g, word_bits, nword_bits, word_bits_room);
    memcpy(g->word_bits[g->nword_bits], bits, n * sizeof *bits);
    g->words[g->nwords] = (sum_word){.n = n, .bits = g->nword_bits++, .is = is};
    return &g->words[g->nwords++];
}

/* A word with this form, which no other has. */
static uint32_t
new_word(graph *g, unsigned n, const lit *bits, const form *f)
{
    uint32_t number = g->nwords;
    sum_word *w = keep_word(g, n, bits, number);

    take(g, word_of_form(g, n, f), FORM, number);
    w->first = g->nterms;
    w->nterms = f->n;
    w->constant = f->constant;
    for (uint32_t i = 0; i < f->n; i++) {
        GROW(g, terms, nterms, term_room);
        g->terms[g->nterms++] = f->terms[i];
    }
    return number;
}

/* The word that some bits are; one that is new is its own form, or that of its complement. */
static uint32_t
word_of(graph *g, unsigned n, const lit *bits)
{
    static form f;
    lit complement[FORM_BITS];
    slot *s = word_of_bits(g, n, bits);
    uint32_t number;

    if (s->kind)
        return g->words[s->result].is;
    f.constant = f.n = 0;
    for (unsigned i = 0; i < n; i++)
        complement[i] = bits[i] ^ 1;
    if (are_constant(bits, n)) {
        for (unsigned i = 0; i < n; i++)
            f.constant |= (uint64_t)bits[i] << i;
    } else if ((s = word_of_bits(g, n, complement))->kind) { /* -w - 1 */
        add_word(g, &f, g->words[s->result].is, modulo(n));
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

/* The majority: the carry of an addition, in its one form. */
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
    return sum(g, both(g, x, y), both(g, c, sum(g, x, y)));
}

/* Two summands and their sum, with all bits below those that are added. */
typedef struct addition {
    unsigned below; /* bits */
    lit carry;      /* into the lowest of all, a constant */
    lit a[FORM_BITS], b[FORM_BITS], sum[FORM_BITS];
} addition;

/* Finds the bits below those that are added: those of the addition `from`, if it has this carry, or of one
 * whose carry it is.  Has the addition a form? */
static bool
begins(graph *g, lit carry, uint32_t from, addition *it)
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

/* The simulations of a bit. */
static uint64_t
simulated(const graph *g, lit x, unsigned word)
{
    return node_of(g, x)->seen[word] ^ -(uint64_t)(x & 1);
}

/* A word with the form of a sum must have its simulations: the program ends if a rule above is wrong. */
static void
check(const graph *g, unsigned n, const addition *it)
{
    for (unsigned w = 0; w < SIMULATIONS; w++) {
        uint64_t carry = -(uint64_t)it->carry;

        for (unsigned i = 0; i < n; i++) {
            uint64_t a = simulated(g, it->a[i], w), b = simulated(g, it->b[i], w);

            if (simulated(g, it->sum[i], w) != (a ^ b ^ carry)) {
                fprintf(stderr, "a sum has the form of another one\n");
                abort();
            }
            carry = (a & b) | (carry & (a ^ b));
        }
    }
}

/* Keeps the forms of the first bits of an addition, from so many on, where they are new. */
static void
keep_forms(graph *g, const addition *it, unsigned n, unsigned end)
{
    static form f;

    for (n += UNIT; n <= end; n += UNIT) {
        form_of(g, it, n, &f);
        if (f.n <= MOST_TERMS && !word_of_form(g, n, &f)->kind && !word_of_bits(g, n, it->sum)->kind)
            new_word(g, n, it->sum, &f);
    }
}

/* Keeps which addition a carry comes from. */
static void
keep_carry(graph *g, const addition *it, unsigned n, lit carry)
{
    chain made = {word_of(g, n, it->a), word_of(g, n, it->b), word_of(g, n, it->sum), it->carry, carry};
    slot *s = slot_for(g, CARRY, carry, 0);

    GROW(g, chains, nchains, chain_room);
    g->added = g->nchains++;
    g->chains[g->added] = made;
    if (s->kind == 0)
        g->nslots++;
    *s = (slot){carry, 0, CARRY + 1, g->added};
}

/* How many of the first bits of an addition are those of a word with the same form, which go to its sum. */
static unsigned
known_bits(graph *g, addition *it, unsigned end)
{
    static form f;
    unsigned known = 0;

    for (unsigned n = it->below + UNIT; n <= end; n += UNIT) {
        const slot *s;

        form_of(g, it, n, &f);
        if (f.n == 0) { /* a difference of numbers that are a constant apart */
            for (unsigned i = 0; i < n; i++)
                it->sum[i] = f.constant >> i & 1;
            known = n - it->below;
            check(g, n, it);
            continue;
        }
        s = word_of_form(g, n, &f);
        if (s->kind == 0)
            continue;
        known = n - it->below;
        memcpy(it->sum + it->below, g->word_bits[g->words[s->result].bits] + it->below, known * sizeof(lit));
        check(g, n, it);
    }
    return known;
}

#endif
