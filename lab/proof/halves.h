/* SPDX-License-Identifier: MIT */
/* Additions of more than 32 bits on machines of 32.  The sum of two halves is
 * one, minus 2^32 times its carry: an equation between integers.  So a half is
 * kept as an integer that is a constant and other halves, each times a number;
 * carries are halves of one bit.  Such a form modulo 2^32 tells which half a sum
 * is, and what is left after division by 2^32 its carry, however a program gets
 * it: from a flag, or by comparing the sum with a summand.  Of three words, the
 * sum of both carries is the same in each order.
 *
 * Two halves of which each has zeros where the other has none are the one that
 * they make together, if that is there: a rotation may be added in two parts. */
#ifndef NARAE_LAB_PROOF_HALVES_H
#define NARAE_LAB_PROOF_HALVES_H

#include "sums.h"

enum { HALF = 32, MOST_EXACT = 4096, MOST_PARTS = 8 };
enum { EXACT = TEETH + 1 }; /* of keys alone */

#define MOST_TIMES (INT64_C(1) << 48) /* nothing overflows */

typedef struct exact {
    int64_t constant;
    uint32_t n;
    bool lost; /* too long, or too large */
    term terms[2 * MOST_EXACT];
} exact;

static exact_form exact_of(graph *g, uint32_t number);

static bool
is_large(int64_t x)
{
    return x <= -MOST_TIMES || x >= MOST_TIMES;
}

/* to += times * a half. */
static void
add_half(graph *g, exact *to, uint32_t number, int64_t times)
{
    static term made[2 * MOST_EXACT];
    exact_form form = exact_of(g, number);
    const term *terms = g->terms + form.first;
    uint32_t i = 0, k = 0, n = 0;
    int64_t constant;

    to->lost |= to->n + form.n > 2 * MOST_EXACT || __builtin_mul_overflow(form.constant, times, &constant) ||
                is_large(constant);
    if (to->lost)
        return;
    to->constant += constant;
    to->lost |= is_large(to->constant);
    while (i < to->n || k < form.n) {
        int64_t sum = 0;
        uint32_t word = k == form.n || (i < to->n && to->terms[i].word < terms[k].word) ? to->terms[i].word
                                                                                        : terms[k].word;

        if (k < form.n && terms[k].word == word) {
            to->lost |= __builtin_mul_overflow((int64_t)terms[k++].times, times, &sum) || is_large(sum);
            sum = to->lost ? 0 : sum;
        }
        if (i < to->n && to->terms[i].word == word)
            sum += (int64_t)to->terms[i++].times;
        to->lost |= is_large(sum);
        if (sum)
            made[n++] = (term){word, (uint64_t)sum};
    }
    to->n = n;
    memcpy(to->terms, made, n * sizeof *made);
}

/* The half with one bit. */
static uint32_t
half_of_bit(graph *g, lit x)
{
    lit bits[HALF] = {x};

    return word_of(g, HALF, bits);
}

static void
add_carry(graph *g, exact *to, lit x, int64_t times)
{
    if (x < 2)
        to->constant += x ? times : 0;
    else
        add_half(g, to, half_of_bit(g, x), times);
}

static void
clear_exact(exact *x)
{
    x->constant = x->n = 0;
    x->lost = false;
}

/* The half in the first simulation. */
static uint32_t
seen_half(const graph *g, const lit *bits)
{
    uint32_t seen = 0;

    for (unsigned i = 0; i < HALF; i++)
        seen |= (uint32_t)(simulated(g, bits[i], 0) & 1) << i;
    return seen;
}

/* Are they the same modulo 2^32? */
static bool
same_half(const graph *g, uint32_t number, const exact *x)
{
    const exact_form *form = &g->exact[g->words[number].exact - 1];
    const term *terms = g->terms + form->first;
    uint32_t i = 0, k = 0;

    for (;;) {
        while (i < x->n && (uint32_t)x->terms[i].times == 0)
            i++;
        while (k < form->n && (uint32_t)terms[k].times == 0)
            k++;
        if (i == x->n || k == form->n)
            break;
        if (x->terms[i].word != terms[k].word || (uint32_t)x->terms[i++].times != (uint32_t)terms[k++].times)
            return false;
    }
    return i == x->n && k == form->n && (uint32_t)x->constant == (uint32_t)form->constant;
}

/* The half that a form is modulo 2^32, or a free slot. */
static slot *
half_of_form(graph *g, const exact *x)
{
    uint64_t hash = mixed((uint32_t)x->constant);

    for (uint32_t i = 0; i < x->n; i++)
        if ((uint32_t)x->terms[i].times)
            hash =
                mixed(hash + x->terms[i].word * UINT64_C(0x9e3779b97f4a7c15)) ^ (uint32_t)x->terms[i].times;
    for (uint32_t tries = 0;; tries++) {
        slot *s = slot_for(g, EXACT, (lit)mixed(hash), tries);

        if (s->kind == 0) {
            *s = (slot){(lit)mixed(hash), tries, 0, 0};
            return s;
        }
        if (same_half(g, s->result, x))
            return s;
    }
}

/* Keeps what a half is; the program ends if the first simulation shows that it is another number. */
static void
keep_exact(graph *g, uint32_t number, const exact *x)
{
    exact_form made = {x->constant, g->nterms, x->n, seen_half(g, g->word_bits[g->words[number].bits])};
    uint64_t sum = (uint64_t)x->constant;
    slot *s;

    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t word = x->terms[i].word;

        sum += x->terms[i].times * (word == number ? made.seen : g->exact[g->words[word].exact - 1].seen);
        GROW(g, terms, nterms, term_room);
        g->terms[g->nterms++] = x->terms[i];
    }
    if (sum != made.seen) {
        fprintf(stderr, "a half has the form of another one\n");
        abort();
    }
    GROW(g, exact, nexact, exact_room);
    g->exact[g->nexact++] = made;
    g->words[number].exact = g->nexact;
    s = half_of_form(g, x);
    if (s->kind == 0)
        take(g, s, EXACT, number);
}

/* What a half is; itself, if it is neither constant nor the complement of another one. */
static exact_form
exact_of(graph *g, uint32_t number)
{
    static exact x;
    lit bits[HALF], complement[HALF];
    bool is_bit;
    const slot *s;

    if (g->words[number].exact)
        return g->exact[g->words[number].exact - 1];
    memcpy(bits, g->word_bits[g->words[number].bits], sizeof bits);
    for (unsigned i = 0; i < HALF; i++)
        complement[i] = bits[i] ^ 1;
    is_bit = are_constant(bits + 1, HALF - 1) && bits[0] & 1;
    for (unsigned i = 1; i < HALF; i++)
        is_bit &= bits[i] == 0;
    s = word_of_bits(g, HALF, complement);
    if (are_constant(bits, HALF)) {
        clear_exact(&x);
        for (unsigned i = 0; i < HALF; i++)
            x.constant |= (int64_t)bits[i] << i;
    } else if (is_bit) {
        uint32_t other = half_of_bit(g, complement[0]);

        exact_of(g, other);
        clear_exact(&x);
        x.constant = 1;
        add_half(g, &x, other, -1);
    } else if (s->kind && g->words[g->words[s->result].is].exact) {
        clear_exact(&x);
        x.constant = (INT64_C(1) << HALF) - 1;
        add_half(g, &x, g->words[s->result].is, -1);
    } else {
        clear_exact(&x);
        x.n = 1;
        x.terms[0] = (term){number, 1};
    }
    keep_exact(g, number, &x);
    return g->exact[g->words[number].exact - 1];
}

/* Keeps what a half is that has no form yet. */
static void
admit_half(graph *g, uint32_t number, const exact *x)
{
    if (!x->lost && x->n <= MOST_EXACT && !g->words[number].exact)
        keep_exact(g, number, x);
}

/* Which bits of a half are zero, if they are at one of its ends: it may be a part. */
static uint32_t
zeros_of(const graph *g, uint32_t number)
{
    const lit *bits = g->word_bits[g->words[number].bits];
    uint32_t zeros = 0;

    for (unsigned i = 0; i < HALF; i++)
        zeros |= (uint32_t)(bits[i] == 0) << i;
    return (bits[0] == 0) != (bits[HALF - 1] == 0) && zeros != UINT32_MAX - 1 ? zeros : 0;
}

/* Puts parts together. */
static void
join_parts(graph *g, exact *x)
{
    term parts[MOST_PARTS];
    uint32_t zeros[MOST_PARTS], n = 0;

    for (uint32_t i = 0; i < x->n && n < MOST_PARTS; i++)
        if ((zeros[n] = zeros_of(g, x->terms[i].word)))
            parts[n++] = x->terms[i];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n; k++) {
            lit bits[HALF];
            const slot *s;

            if (parts[i].times != parts[k].times || (zeros[i] | zeros[k]) != UINT32_MAX)
                continue;
            for (unsigned b = 0; b < HALF; b++)
                bits[b] = g->word_bits[g->words[parts[i].word].bits][b] |
                          g->word_bits[g->words[parts[k].word].bits][b];
            s = word_of_bits(g, HALF, bits);
            if (s->kind == 0)
                continue;
            add_half(g, x, g->words[s->result].is, (int64_t)parts[i].times);
            add_half(g, x, parts[i].word, -(int64_t)parts[i].times);
            add_half(g, x, parts[k].word, -(int64_t)parts[i].times);
            parts[i].times = parts[k].times = 0;
        }
}

/* What is left of a sum after division by 2^32, where its half is there. */
static bool
divided(graph *g, exact *x, uint32_t number)
{
    add_half(g, x, number, -1);
    if (x->lost || (uint32_t)x->constant)
        return false;
    x->constant /= INT64_C(1) << HALF;
    for (uint32_t i = 0; i < x->n; i++) {
        if ((uint32_t)x->terms[i].times)
            return false;
        x->terms[i].times = (uint64_t)((int64_t)x->terms[i].times / (INT64_C(1) << HALF));
    }
    return true;
}

/* x = 1 - x */
static void
invert(exact *x)
{
    x->constant = 1 - x->constant;
    for (uint32_t i = 0; i < x->n; i++)
        x->terms[i].times = -x->terms[i].times;
}

/* The bit that a form is, if it is known; the form may become that of the complement. */
static bool
known_bit(graph *g, exact *x, lit *bit)
{
    const slot *s;

    if (x->n == 0) {
        *bit = x->constant & 1;
        return true;
    }
    s = half_of_form(g, x);
    if (s->kind) {
        *bit = g->word_bits[g->words[s->result].bits][0];
        return true;
    }
    invert(x);
    s = half_of_form(g, x);
    if (s->kind)
        *bit = g->word_bits[g->words[s->result].bits][0] ^ 1;
    return s->kind;
}

/* The carry of a sum; its bits from `known` on go to `out`. */
static lit
rippled(graph *g, const lit *a, const lit *b, lit carry, unsigned known, lit *out)
{
    for (unsigned i = 0; i < HALF; i++) {
        if (i >= known)
            out[i] = sum(g, sum(g, a[i], b[i]), carry);
        carry = majority(g, a[i], b[i], carry);
    }
    return carry;
}

/* out = a + b + carry, of halves, of which so many bits are known and `given`; `wanted`: is the carry?  Tells
 * in `made` what a sum is that has no form yet. */
static lit
add_halves(graph *g, const lit *x, const lit *y, lit carry, const lit *given, unsigned known, bool wanted,
           lit *out, exact *made)
{
    lit a[HALF], b[HALF], over = 0;
    bool has_form;
    const slot *s;

    memcpy(a, x, sizeof a);
    memcpy(b, y, sizeof b);
    clear_exact(made);
    add_half(g, made, word_of(g, HALF, a), 1);
    add_half(g, made, word_of(g, HALF, b), 1);
    add_carry(g, made, carry, 1);
    join_parts(g, made);
    s = made->lost ? NULL : half_of_form(g, made);
    if (s && s->kind) {
        memcpy(out, g->word_bits[g->words[s->result].bits], HALF * sizeof *out);
        has_form = wanted && divided(g, made, s->result);
        if (wanted && !(has_form && known_bit(g, made, &over))) {
            over = rippled(g, a, b, carry, HALF, NULL);
            if (has_form && over > 1) { /* the form is that of the complement */
                if (!(over & 1))
                    invert(made);
                admit_half(g, half_of_bit(g, over & ~1u), made);
            }
        }
        made->lost = true;
        return over;
    }
    memcpy(out, given, known * sizeof *out);
    over = rippled(g, a, b, carry, known, out);
    add_carry(g, made, over, -(INT64_C(1) << HALF));
    return over;
}

/* out = a + b + carry on n bits.  `carries`, out of each bit, or of 32 bits at a time, may be null.  `from`:
 * the addition with the bits below, as g->added was after it, or 0: a carry that is not constant tells.
 * `apart`: places to which no carry goes. */
static void
add_on(graph *g, unsigned n, const lit *a, const lit *b, lit carry, uint32_t from, uint64_t apart, lit *out,
       lit *carries)
{
    static addition it;
    static exact made;
    bool has_form = begins(g, carry, from, &it);
    unsigned room = has_form ? FORM_BITS - it.below : 0, forms = room < n ? room : n, known = 0, i = 0;

    g->added = 0;
    if (forms) {
        memcpy(it.a + it.below, a, forms * sizeof *a);
        memcpy(it.b + it.below, b, forms * sizeof *b);
        known = known_bits(g, &it, it.below + forms);
    }
    for (; apart == 0 && n - i >= HALF; i += HALF) {
        unsigned there = known <= i ? 0 : known - i < HALF ? known - i : HALF;
        const lit *given = it.sum + it.below + i;

        carry = add_halves(g, a + i, b + i, carry, given, there, carries || n - i > HALF, out + i, &made);
        if (carries)
            carries[i + HALF - 1] = carry;
        if (i + HALF <= forms) {
            memcpy(it.sum + it.below + i, out + i, HALF * sizeof *out);
            keep_forms(g, &it, it.below + i, it.below + i + HALF);
        }
        admit_half(g, word_of(g, HALF, out + i), &made);
    }
    for (unsigned at = i; at < n; at++) {
        lit x = a[at], y = b[at], c = at < FORM_BITS && apart >> at & 1 ? 0 : carry;

        carry = c;
        if (carries || known < n)
            carry = majority(g, x, y, c);
        out[at] = at < known ? it.sum[it.below + at] : sum(g, sum(g, x, y), c);
        if (carries)
            carries[at] = carry;
    }
    if (i < forms) {
        memcpy(it.sum + it.below + i, out + i, (forms - i) * sizeof *out);
        keep_forms(g, &it, it.below + i, it.below + forms);
    }
    if (forms && carries && forms == n && n % UNIT == 0)
        keep_carry(g, &it, it.below + n, carry);
}

static void
add_bits(graph *g, unsigned n, const lit *a, const lit *b, lit carry, lit *out, lit *carries)
{
    add_on(g, n, a, b, carry, 0, 0, out, carries);
}

/* Places of n bits to which no carry goes when these single bits are added up. */
static uint64_t
free_places(const teeth *t, unsigned n)
{
    uint64_t places = 0, most = 0; /* the largest carry */

    for (unsigned i = 0; i < n; i++) {
        places |= (uint64_t)(most == 0) << i;
        most = (most + t->at[i]) / 2;
    }
    return places;
}

/* Adds to t the single bits of which a word is the sum. */
static void
count_teeth(graph *g, unsigned n, const lit *bits, teeth *t)
{
    const slot *word = word_of_bits(g, n, bits),
               *s = word->kind ? slot_for(g, TEETH, g->words[word->result].is, 0) : NULL;

    for (unsigned i = 0; i < n; i++)
        t->at[i] += (uint16_t)(s && s->kind ? g->teeth[s->result].at[i] : bits[i] != 0);
}

/* A word of which nothing is kept is the sum of its own bits. */
static void
keep_teeth(graph *g, unsigned n, const lit *bits, const teeth *t)
{
    uint32_t word = word_of(g, n, bits);
    slot *s = slot_for(g, TEETH, word, 0);

    for (unsigned i = 0; i < n; i++)
        if (s->kind || t->at[i] > MOST_TEETH)
            return;
    GROW(g, teeth, nteeth, teeth_room);
    g->teeth[g->nteeth] = *t;
    g->nslots++;
    *s = (slot){word, 0, TEETH + 1, g->nteeth++};
}

/* out = a + b on at most 64 bits, where a or b is a product or a sum of some. */
static void
add_products(graph *g, unsigned n, const lit *a, const lit *b, lit *out)
{
    teeth t = {0};

    count_teeth(g, n, a, &t);
    count_teeth(g, n, b, &t);
    add_on(g, n, a, b, 0, 0, free_places(&t, n), out, NULL);
    keep_teeth(g, n, out, &t);
}

#endif
