/* SPDX-License-Identifier: MIT */
/* Multi-word additions on 32-bit machines.  Each 32-bit half has an exact linear
 * form over the integers: a constant plus multiples of halves, where carries are
 * halves of one bit, and sum = a + b - 2^32 carry.  The form modulo 2^32 identifies
 * the sum; the quotient by 2^32 identifies the carry, whether a program gets it from
 * a flag or by comparing the sum with an operand.  For three words the total of the
 * carries does not depend on the order.
 *
 * Two halves with complementary zero bits are joined to the half that they add up
 * to: a rotation may be added in two parts. */
#ifndef NARAE_LAB_PROOF_HALVES_H
#define NARAE_LAB_PROOF_HALVES_H

#include "sums.h"

enum { HALF = 32, MAX_EXACT = 4096, MAX_PARTS = 8 };
enum { EXACT = BIT_COUNTS + 1, PAST_ADDITION }; /* keys of slots */

#define MAX_COEFFICIENT (INT64_C(1) << 48) /* products do not overflow */

typedef struct exact {
    int64_t constant;
    uint32_t n;
    bool overflowed; /* too long, or too large */
    term terms[2 * MAX_EXACT];
} exact;

static exact_form exact_of(graph *g, uint32_t number);

static bool
is_large(int64_t x)
{
    return x <= -MAX_COEFFICIENT || x >= MAX_COEFFICIENT;
}

/* to += coefficient * half */
static void
add_half(graph *g, exact *to, uint32_t number, int64_t coefficient)
{
    static term merged[2 * MAX_EXACT];
    exact_form form = exact_of(g, number);
    const term *terms = g->terms + form.first;
    uint32_t i = 0, k = 0, n = 0;
    int64_t constant;

    to->overflowed |= to->n + form.n > 2 * MAX_EXACT ||
                      __builtin_mul_overflow(form.constant, coefficient, &constant) || is_large(constant);
    if (to->overflowed)
        return;
    to->constant += constant;
    to->overflowed |= is_large(to->constant);
    while (i < to->n || k < form.n) {
        int64_t sum = 0;
        uint32_t word = k == form.n || (i < to->n && to->terms[i].word < terms[k].word) ? to->terms[i].word
                                                                                        : terms[k].word;

        if (k < form.n && terms[k].word == word) {
            to->overflowed |=
                __builtin_mul_overflow((int64_t)terms[k++].coefficient, coefficient, &sum) || is_large(sum);
            sum = to->overflowed ? 0 : sum;
        }
        if (i < to->n && to->terms[i].word == word)
            sum += (int64_t)to->terms[i++].coefficient;
        to->overflowed |= is_large(sum);
        if (sum)
            merged[n++] = (term){word, (uint64_t)sum};
    }
    to->n = n;
    memcpy(to->terms, merged, n * sizeof *merged);
}

/* The half whose bit 0 is x. */
static uint32_t
half_of_bit(graph *g, lit x)
{
    lit bits[HALF] = {x};

    return word_of(g, HALF, bits);
}

static void
add_carry(graph *g, exact *to, lit x, int64_t coefficient)
{
    if (x < 2)
        to->constant += x ? coefficient : 0;
    else
        add_half(g, to, half_of_bit(g, x), coefficient);
}

static void
clear_exact(exact *x)
{
    x->constant = x->n = 0;
    x->overflowed = false;
}

/* Its value in the first simulation. */
static uint32_t
half_signature(const graph *g, const lit *bits)
{
    uint32_t signature = 0;

    for (unsigned i = 0; i < HALF; i++)
        signature |= (uint32_t)(simulated(g, bits[i], 0) & 1) << i;
    return signature;
}

/* Equal modulo 2^32? */
static bool
same_half(const graph *g, uint32_t number, const exact *x)
{
    const exact_form *form = &g->exact[g->words[number].exact - 1];
    const term *terms = g->terms + form->first;
    uint32_t i = 0, k = 0;

    for (;;) {
        while (i < x->n && (uint32_t)x->terms[i].coefficient == 0)
            i++;
        while (k < form->n && (uint32_t)terms[k].coefficient == 0)
            k++;
        if (i == x->n || k == form->n)
            break;
        if (x->terms[i].word != terms[k].word ||
            (uint32_t)x->terms[i++].coefficient != (uint32_t)terms[k++].coefficient)
            return false;
    }
    return i == x->n && k == form->n && (uint32_t)x->constant == (uint32_t)form->constant;
}

/* The half with this form modulo 2^32, or a free slot. */
static slot *
half_of_form(graph *g, const exact *x)
{
    uint64_t hash = mix((uint32_t)x->constant);

    for (uint32_t i = 0; i < x->n; i++)
        if ((uint32_t)x->terms[i].coefficient)
            hash = mix(hash + x->terms[i].word * UINT64_C(0x9e3779b97f4a7c15)) ^
                   (uint32_t)x->terms[i].coefficient;
    for (uint32_t tries = 0;; tries++) {
        slot *s = slot_for(g, EXACT, (lit)mix(hash), tries);

        if (s->kind == 0) {
            *s = (slot){(lit)mix(hash), tries, 0, 0};
            return s;
        }
        if (same_half(g, s->result, x))
            return s;
    }
}

/* Records the form of a half; aborts if the first simulation refutes it. */
static void
keep_exact(graph *g, uint32_t number, const exact *x)
{
    exact_form form = {x->constant, g->nterms, x->n, half_signature(g, g->word_bits[g->words[number].bits])};
    uint64_t sum = (uint64_t)x->constant;
    slot *s;

    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t word = x->terms[i].word;

        sum += x->terms[i].coefficient *
               (word == number ? form.signature : g->exact[g->words[word].exact - 1].signature);
        GROW(g, terms, nterms, term_room);
        g->terms[g->nterms++] = x->terms[i];
    }
    if (sum != form.signature) {
        fprintf(stderr, "two different halves have the same form\n");
        abort();
    }
    GROW(g, exact, nexact, exact_room);
    g->exact[g->nexact++] = form;
    g->words[number].exact = g->nexact;
    s = half_of_form(g, x);
    if (s->kind == 0)
        fill_slot(g, s, EXACT, number);
}

/* The form of a half; a variable, if it is neither constant nor a complement. */
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
    } else if (s->kind && g->words[g->words[s->result].canonical].exact) {
        clear_exact(&x);
        x.constant = (INT64_C(1) << HALF) - 1;
        add_half(g, &x, g->words[s->result].canonical, -1);
    } else {
        clear_exact(&x);
        x.n = 1;
        x.terms[0] = (term){number, 1};
    }
    keep_exact(g, number, &x);
    return g->exact[g->words[number].exact - 1];
}

/* Records the form of a half that has none. */
static void
add_exact(graph *g, uint32_t number, const exact *x)
{
    if (!x->overflowed && x->n <= MAX_EXACT && !g->words[number].exact)
        keep_exact(g, number, x);
}

/* The zero bits of a half, if they are at one end: it may be part of a rotation. */
static uint32_t
zeros_of(const graph *g, uint32_t number)
{
    const lit *bits = g->word_bits[g->words[number].bits];
    uint32_t zeros = 0;

    for (unsigned i = 0; i < HALF; i++)
        zeros |= (uint32_t)(bits[i] == 0) << i;
    return (bits[0] == 0) != (bits[HALF - 1] == 0) && zeros != UINT32_MAX - 1 ? zeros : 0;
}

/* Joins parts of rotations. */
static void
join_parts(graph *g, exact *x)
{
    term parts[MAX_PARTS];
    uint32_t zeros[MAX_PARTS], n = 0;

    for (uint32_t i = 0; i < x->n && n < MAX_PARTS; i++)
        if ((zeros[n] = zeros_of(g, x->terms[i].word)))
            parts[n++] = x->terms[i];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n; k++) {
            lit bits[HALF];
            const slot *s;

            if (parts[i].coefficient != parts[k].coefficient || (zeros[i] | zeros[k]) != UINT32_MAX)
                continue;
            for (unsigned b = 0; b < HALF; b++)
                bits[b] = g->word_bits[g->words[parts[i].word].bits][b] |
                          g->word_bits[g->words[parts[k].word].bits][b];
            s = word_of_bits(g, HALF, bits);
            if (s->kind == 0)
                continue;
            add_half(g, x, g->words[s->result].canonical, (int64_t)parts[i].coefficient);
            add_half(g, x, parts[i].word, -(int64_t)parts[i].coefficient);
            add_half(g, x, parts[k].word, -(int64_t)parts[i].coefficient);
            parts[i].coefficient = parts[k].coefficient = 0;
        }
}

/* x = (x - half) / 2^32; false if it does not divide. */
static bool
divide_by_word(graph *g, exact *x, uint32_t number)
{
    add_half(g, x, number, -1);
    if (x->overflowed || (uint32_t)x->constant)
        return false;
    x->constant /= INT64_C(1) << HALF;
    for (uint32_t i = 0; i < x->n; i++) {
        if ((uint32_t)x->terms[i].coefficient)
            return false;
        x->terms[i].coefficient = (uint64_t)((int64_t)x->terms[i].coefficient / (INT64_C(1) << HALF));
    }
    return true;
}

/* x = 1 - x */
static void
invert(exact *x)
{
    x->constant = 1 - x->constant;
    for (uint32_t i = 0; i < x->n; i++)
        x->terms[i].coefficient = -x->terms[i].coefficient;
}

/* The literal with this form, if any; x may be replaced by 1 - x. */
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

/* Ripple-carry addition: returns the carry; bits from `known` on go to `out`. */
static lit
ripple_carry(graph *g, const lit *a, const lit *b, lit carry, unsigned known, lit *out)
{
    for (unsigned i = 0; i < HALF; i++) {
        if (i >= known)
            out[i] = gate_xor(g, gate_xor(g, a[i], b[i]), carry);
        carry = majority(g, a[i], b[i], carry);
    }
    return carry;
}

/* out = x + y + carry, of halves; `known` bits of it are `given`, and of a whole half they precede another
 * half with this form.  `form`: that of a new sum; `needed`: is the carry? */
static lit
add_halves(graph *g, const lit *x, const lit *y, lit carry, const lit *given, unsigned known, bool needed,
           lit *out, exact *form)
{
    lit a[HALF], b[HALF], carry_out = 0;
    bool has_form;
    const slot *s;

    memcpy(a, x, sizeof a);
    memcpy(b, y, sizeof b);
    clear_exact(form);
    add_half(g, form, word_of(g, HALF, a), 1);
    add_half(g, form, word_of(g, HALF, b), 1);
    add_carry(g, form, carry, 1);
    join_parts(g, form);
    s = form->overflowed ? NULL : half_of_form(g, form);
    if (s && s->kind) {
        memcpy(out, known == HALF ? given : g->word_bits[g->words[s->result].bits], HALF * sizeof *out);
        has_form = needed && divide_by_word(g, form, s->result);
        if (needed && !(has_form && known_bit(g, form, &carry_out))) {
            carry_out = ripple_carry(g, a, b, carry, HALF, NULL);
            if (has_form && carry_out > 1) { /* the form may be that of the complement */
                if (!(carry_out & 1))
                    invert(form);
                add_exact(g, half_of_bit(g, carry_out & ~1u), form);
            }
        }
        form->overflowed = true;
        return carry_out;
    }
    memcpy(out, given, known * sizeof *out);
    carry_out = ripple_carry(g, a, b, carry, known, out);
    add_carry(g, form, carry_out, -(INT64_C(1) << HALF));
    return carry_out;
}

/* out = a + b + carry on n bits.  `carries`, out of each bit or of each 32 bits, may be null.  `from`: the
 * lower addition (g->added after it), or 0 to find it by its carry.  `carry_free`: columns without a carry.
 */
static void
add_after(graph *g, unsigned n, const lit *a, const lit *b, lit carry, uint32_t from, uint64_t carry_free,
          lit *out, lit *carries)
{
    static addition it;
    static exact form;
    bool has_form = find_lower_bits(g, carry, from, &it);
    unsigned room = has_form ? FORM_BITS - it.below : 0, forms = room < n ? room : n, known = 0, i = 0;

    g->added = 0;
    if (forms) {
        memcpy(it.a + it.below, a, forms * sizeof *a);
        memcpy(it.b + it.below, b, forms * sizeof *b);
        known = known_sum_bits(g, &it, it.below + forms);
    }
    for (; carry_free == 0 && n - i >= HALF; i += HALF) {
        unsigned nknown = known <= i ? 0 : known - i < HALF ? known - i : HALF;
        const lit *given = it.sum + it.below + i;

        carry = add_halves(g, a + i, b + i, carry, given, nknown, carries || n - i > HALF, out + i, &form);
        if (carries)
            carries[i + HALF - 1] = carry;
        if (i + HALF <= forms) {
            memcpy(it.sum + it.below + i, out + i, HALF * sizeof *out);
            keep_forms(g, &it, it.below + i, it.below + i + HALF);
        }
        add_exact(g, word_of(g, HALF, out + i), &form);
    }
    for (unsigned at = i; at < n; at++) {
        lit x = a[at], y = b[at], c = at < FORM_BITS && carry_free >> at & 1 ? 0 : carry;

        carry = c;
        if (carries || known < n)
            carry = majority(g, x, y, c);
        out[at] = at < known ? it.sum[it.below + at] : gate_xor(g, gate_xor(g, x, y), c);
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

/* The slot of an addition of these words, or a free one. */
static slot *
past_addition_of(graph *g, uint32_t a, uint32_t b, lit carry)
{
    uint64_t hash = mix(((uint64_t)a << 32 | b) ^ mix(carry));

    for (uint32_t tries = 0;; tries++) {
        slot *s = slot_for(g, PAST_ADDITION, (lit)hash, tries);
        const past_addition *at = &g->past_additions[s->result];

        if (s->kind == 0)
            *s = (slot){(lit)hash, tries, 0, 0};
        if (s->kind == 0 || (at->a == a && at->b == b && at->carry == carry))
            return s;
    }
}

static void
add_bits(graph *g, unsigned n, const lit *a, const lit *b, lit carry, lit *out, lit *carries)
{
    slot *s = n == HALF || n == FORM_BITS ? word_of_bits(g, n, a) : NULL;
    past_addition past = {0};
    bool words = s && s->kind;

    past.a = words ? s->result : 0;
    s = words ? word_of_bits(g, n, b) : s;
    words = words && s->kind;
    if (words) {
        past.b = s->result;
        past.carry = carry;
        s = past_addition_of(g, past.a, past.b, carry);
    }
    if (words && s->kind && (carries == NULL || g->past_additions[s->result].has_carries)) {
        const past_addition *at = &g->past_additions[s->result];

        memcpy(out, g->word_bits[g->words[at->sum].bits], n * sizeof *out);
        for (unsigned i = HALF; carries && i <= n; i += HALF)
            carries[i - 1] = at->carries[i / HALF - 1];
        g->added = at->added;
        return;
    }
    add_after(g, n, a, b, carry, 0, 0, out, carries);
    if (!words)
        return;
    word_of(g, n, out);
    past.sum = word_of_bits(g, n, out)->result;
    past.added = g->added;
    past.has_carries = carries != NULL;
    for (unsigned i = HALF; carries && i <= n; i += HALF)
        past.carries[i / HALF - 1] = carries[i - 1];
    s = past_addition_of(g, past.a, past.b, past.carry);
    if (s->kind == 0) {
        GROW(g, past_additions, npast_additions, past_addition_room);
        fill_slot(g, s, PAST_ADDITION, g->npast_additions);
        g->past_additions[g->npast_additions++] = past;
    } else {
        g->past_additions[s->result] = past;
    }
}

/* Columns that no carry can reach. */
static uint64_t
carry_free_places(const bit_counts *t, unsigned n)
{
    uint64_t places = 0, most = 0; /* largest carry */

    for (unsigned i = 0; i < n; i++) {
        places |= (uint64_t)(most == 0) << i;
        most = (most + t->at[i]) / 2;
    }
    return places;
}

/* Adds the column counts of a word to t. */
static void
count_bits(graph *g, unsigned n, const lit *bits, bit_counts *t)
{
    const slot *word = word_of_bits(g, n, bits),
               *s = word->kind ? slot_for(g, BIT_COUNTS, g->words[word->result].canonical, 0) : NULL;

    for (unsigned i = 0; i < n; i++)
        t->at[i] += (uint16_t)(s && s->kind ? g->bit_counts[s->result].at[i] : bits[i] != 0);
}

/* Records column counts; a word without them is the sum of its own bits. */
static void
keep_counts(graph *g, unsigned n, const lit *bits, const bit_counts *t)
{
    uint32_t word = word_of(g, n, bits);
    slot *s = slot_for(g, BIT_COUNTS, word, 0);

    for (unsigned i = 0; i < n; i++)
        if (s->kind || t->at[i] > MAX_COUNT)
            return;
    GROW(g, bit_counts, nbit_counts, bit_counts_room);
    g->bit_counts[g->nbit_counts] = *t;
    g->nslots++;
    *s = (slot){word, 0, BIT_COUNTS + 1, g->nbit_counts++};
}

/* out = a + b on at most 64 bits, of products or their sums. */
static void
add_products(graph *g, unsigned n, const lit *a, const lit *b, lit *out)
{
    bit_counts t = {0};

    count_bits(g, n, a, &t);
    count_bits(g, n, b, &t);
    add_after(g, n, a, b, 0, 0, carry_free_places(&t, n), out, NULL);
    keep_counts(g, n, out, &t);
}

#endif
