/* SPDX-License-Identifier: MIT */
/* Does the probability of a bit, over uniform masks, depend on secrets?
 *
 * What two bits are together is known when that of both and of their XOR is, so this
 * is the only question.  A bit is the XOR of terms; those that share no variable are
 * independent, so that one of them which is balanced for all secrets makes the bit so.
 * What the rules of circuit.h leave of each is counted, for each secret: the answer is
 * exact in both directions.  Of a term with too many secrets to try all, some values
 * may show that it depends on them. */
#ifndef NARAE_LAB_LEAK_DECIDE_H
#define NARAE_LAB_LEAK_DECIDE_H

#include "circuit.h"

enum verdict { UNTRIED, BY_RULE, BY_TABLE, ACROSS_CUT, TOO_LARGE_TO_TELL, DEPENDENT };
enum { LANE_BITS = 9, LANE_WORDS = 8, MAX_TABLE = 24, SAMPLES = 64, COUNTED_BITS = 16 };
enum { MOST_WORK = 1 << 24 }; /* gates of 512 assignments, to count once */
enum bias {
    UNCOUNTED,
    BALANCED,
    CONSTANT,
    VARYING,
    WITHOUT_SECRETS,
    UNKNOWN
}; /* the fourth one: perhaps balanced */

#ifdef __x86_64__ /* one function for each width of vectors */
#    define WIDE __attribute__((target_clones("avx2", "default")))
#else
#    define WIDE
#endif

typedef uint64_t lanes __attribute__((vector_size(8 * LANE_WORDS)));

/* The variables and gates of some roots: masks first, then secrets, then public ones. */
typedef struct cone {
    uint32_t variables[CIRCUIT_PARTS], count[3], n, gates[CIRCUIT_PARTS], ngates;
} cone;

typedef struct blame {
    uint64_t secrets[ORIGIN_WORDS]; /* of in->secrets */
} blame;

static lanes *values; /* of parts */

/* From the roots down, operands before what uses them. */
static void
find_cone(inputs *in, const circuit *c, const uint32_t *roots, unsigned n, cone *out)
{
    static uint32_t met[CIRCUIT_PARTS], now, of_kind[3][CIRCUIT_PARTS];
    static const uint8_t place[KINDS] = {[IS_MASK] = 0, [IS_SECRET] = 1, [IS_PUBLIC] = 2};
    uint32_t operands[MAX_INDEX], top = 0;

    out->count[0] = out->count[1] = out->count[2] = out->n = out->ngates = 0;
    now++;
    for (unsigned i = 0; i < n; i++)
        push_node(in, &top, 2 * roots[i]);
    while (top) {
        uint32_t at = in->stack[--top], x = at / 2;
        const part *p = &c->parts[x];

        if (at & 1) { /* the operands are there */
            out->gates[out->ngates++] = x;
            continue;
        }
        if (met[x] == now)
            continue;
        met[x] = now;
        if (p->kind == VARIABLE) {
            of_kind[place[p->is]][out->count[place[p->is]]++] = x;
            continue;
        }
        push_node(in, &top, at | 1);
        for (unsigned k = operands_of_part(in->g, c, x, operands); k-- > 0;)
            push_node(in, &top, operands[k] & ~1u);
    }
    for (unsigned k = 0; k < 3; k++)
        for (uint32_t i = 0; i < out->count[k]; i++)
            out->variables[out->n++] = of_kind[k][i];
}

/* The k-th variable in each of 512 assignments: the lowest ones run through all their values. */
static void
set_low(uint32_t variable, uint32_t k)
{
    static const uint64_t low[6] = {UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
                                    UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
                                    UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)};

    for (uint32_t w = 0; w < LANE_WORDS; w++)
        values[variable][w] = k < 6 ? low[k] : -(uint64_t)(w >> (k - 6) & 1);
}

static void
set_all(uint32_t variable, bool x)
{
    values[variable] = (lanes){0} - (uint64_t)x;
}

static inline __attribute__((always_inline)) void
evaluate_gates(const graph *g, const circuit *c, const cone *k)
{
    for (uint32_t i = 0; i < k->ngates; i++) {
        const part *p = &c->parts[k->gates[i]];

        if (p->kind == XOR) {
            values[k->gates[i]] = values[p->a >> 1] ^ values[p->b >> 1];
        } else if (p->kind == AND) {
            values[k->gates[i]] =
                (values[p->a >> 1] ^ -(uint64_t)(p->a & 1)) & (values[p->b >> 1] ^ -(uint64_t)(p->b & 1));
        } else {
            const lookup *l = &g->lookups[p->a];
            uint64_t operands[MAX_INDEX];

            for (unsigned w = 0; w < LANE_WORDS; w++) {
                for (unsigned j = 0; j < l->n; j++)
                    operands[j] = values[c->operands[p->b + j] >> 1][w];
                values[k->gates[i]][w] = evaluate_lookup(l, operands);
            }
        }
    }
}

/* How often the XOR of the roots is one over all masks, given the others' values, of which variable i is bit
 * i of `given`. */
WIDE static uint64_t
count_ones(const graph *g, const circuit *c, const cone *k, const uint32_t *roots, unsigned n,
           const uint64_t *given)
{
    uint32_t masks = k->count[0], high = masks > LANE_BITS ? masks - LANE_BITS : 0;
    uint64_t ones = 0;

    for (uint32_t i = 0; i < masks && i < LANE_BITS; i++)
        set_low(k->variables[i], i);
    for (uint32_t i = masks; i < k->n; i++)
        set_all(k->variables[i], given[(i - masks) / 64] >> (i - masks) % 64 & 1);
    for (uint64_t at = 0; at < UINT64_C(1) << high; at++) {
        lanes sum = {0};

        for (uint32_t i = 0; i < high; i++)
            set_all(k->variables[LANE_BITS + i], at >> i & 1);
        evaluate_gates(g, c, k);
        for (unsigned i = 0; i < n; i++)
            sum ^= values[roots[i]];
        for (unsigned w = 0; w < LANE_WORDS; w++)
            ones += (uint64_t)__builtin_popcountll(sum[w]);
    }
    return ones;
}

/* With few masks the secrets run through their values in the lanes, too: the counts of all of them. */
WIDE static void
count_all(const graph *g, const circuit *c, const cone *k, const uint32_t *roots, unsigned n, uint32_t *ones)
{
    uint32_t masks = k->count[0], high = k->n > LANE_BITS ? k->n - LANE_BITS : 0;

    memset(ones, 0, (sizeof *ones) << (k->n - masks));
    for (uint32_t i = 0; i < k->n && i < LANE_BITS; i++)
        set_low(k->variables[i], i);
    for (uint64_t at = 0; at < UINT64_C(1) << high; at++) {
        lanes sum = {0};

        for (uint32_t i = 0; i < high; i++)
            set_all(k->variables[LANE_BITS + i], at >> i & 1);
        evaluate_gates(g, c, k);
        for (unsigned i = 0; i < n; i++)
            sum ^= values[roots[i]];
        if (masks >= 6) {
            for (unsigned w = 0; w < LANE_WORDS; w++) {
                uint64_t index = (at << LANE_BITS | w << 6) >> masks;

                if (index < UINT64_C(1) << (k->n - masks))
                    ones[index] += (uint32_t)__builtin_popcountll(sum[w]);
            }
            continue;
        }
        for (uint32_t bit = 0; bit < 1u << LANE_BITS; bit++) {
            uint64_t index = (at << LANE_BITS | bit) >> masks;

            if (index < UINT64_C(1) << (k->n - masks))
                ones[index] += sum[bit / 64] >> bit % 64 & 1;
        }
    }
}

/* Which secrets the counts depend on, for some public bits. */
static void
find_blame(const circuit *c, const cone *k, const uint32_t *ones, blame *who)
{
    uint32_t secrets = k->count[1], rest = k->n - k->count[0];

    for (uint32_t s = 0; s < secrets; s++) {
        const part *p = &c->parts[k->variables[k->count[0] + s]];
        bool matters = false;

        for (uint32_t at = 0; at < 1u << rest && !matters; at++)
            matters = ones[at] != ones[at ^ 1u << s];
        if (matters && p->origin != OUTSIDE)
            add_rows(who->secrets, c->origins[p->origin], ORIGIN_WORDS);
    }
}

/* Gates of 512 assignments to evaluate with so many variables. */
static uint64_t
work_of(const cone *k, uint32_t variables)
{
    return (uint64_t)(k->ngates + 1) << (variables > LANE_BITS ? variables - LANE_BITS : 0);
}

/* For some secrets and public bits, of which there are too many to try all. */
static enum bias
sample(inputs *in, const cone *k, const uint32_t *roots, unsigned n, blame *who)
{
    static uint64_t given[CIRCUIT_PARTS / 64 + 1];
    const circuit *c = &in->one;
    uint32_t words = (k->n - k->count[0] + 63) / 64;
    uint64_t first = 0;
    bool same = true;

    if (k->count[0] > MAX_TABLE || work_of(k, k->count[0]) > MOST_WORK / SAMPLES)
        return UNKNOWN;
    memset(given, 0, words * sizeof *given);
    for (unsigned i = 0; i < SAMPLES && same; i++) {
        uint64_t ones;

        for (uint32_t bit = 0; i && bit < k->count[1]; bit++)
            given[bit / 64] ^= (next_random(in->g) & 1) << bit % 64;
        ones = count_ones(in->g, c, k, roots, n, given);
        first = i ? first : ones;
        same = ones == first;
    }
    for (uint32_t s = 0; !same && who && s < k->count[1]; s++) {
        const part *p = &c->parts[k->variables[k->count[0] + s]];

        if (p->origin != OUTSIDE)
            for (unsigned w = 0; w < ORIGIN_WORDS; w++)
                who->secrets[w] |= c->origins[p->origin][w];
    }
    return same ? UNKNOWN : VARYING;
}

static enum bias
count_bias(inputs *in, const cone *k, const uint32_t *roots, unsigned n, blame *who)
{
    static uint32_t *ones;
    const circuit *c = &in->one;
    uint32_t secrets, rest;
    bool balanced = true, constant = true;

    secrets = k->count[1];
    rest = k->n - k->count[0];
    if (k->n > MAX_TABLE || work_of(k, k->n) > MOST_WORK)
        return secrets ? sample(in, k, roots, n, who) : WITHOUT_SECRETS;
    if (ones == NULL)
        resize(&ones, UINT32_C(1) << MAX_TABLE, sizeof *ones);
    count_all(in->g, c, k, roots, n, ones);
    for (uint32_t at = 0; at < 1u << rest; at++) {
        balanced &= 2 * (uint64_t)ones[at] == UINT64_C(1) << k->count[0];
        constant &= ones[at] == ones[at >> secrets << secrets];
    }
    if (!balanced && !constant && who)
        find_blame(c, k, ones, who);
    return balanced ? BALANCED : constant ? CONSTANT : VARYING;
}

/* Cones that were counted: bits in the same places of different columns are the same circuit. */
typedef struct counted_cone {
    uint32_t *text, n, next; /* `next` of its bucket, plus one */
    enum bias bias;
} counted_cone;

static struct {
    counted_cone *cones;
    uint32_t n, room, buckets[1 << COUNTED_BITS];
} counted;

/* A cone as numbers that say all that its bias depends on; returns how many. */
static uint32_t
write_cone(const inputs *in, const cone *k, const uint32_t *roots, unsigned n, uint32_t *text)
{
    static uint32_t number[CIRCUIT_PARTS];
    const circuit *c = &in->one;
    uint32_t length = 0, operands[MAX_INDEX];

    for (unsigned i = 0; i < 3; i++)
        text[length++] = k->count[i];
    for (uint32_t i = 0; i < k->n; i++)
        number[k->variables[i]] = i;
    for (uint32_t i = 0; i < k->ngates; i++) {
        const part *p = &c->parts[k->gates[i]];
        unsigned m = operands_of_part(in->g, c, k->gates[i], operands);

        text[length++] = p->kind == LOOKUP ? KINDS + p->a : p->kind;
        for (unsigned j = 0; j < m; j++)
            text[length++] = 2 * number[operands[j] >> 1] | (operands[j] & 1);
        number[k->gates[i]] = k->n + i;
    }
    for (unsigned i = 0; i < n; i++)
        text[length++] = number[roots[i]];
    return length;
}

/* The bias of a cone that was counted, or a place for it. */
static counted_cone *
counted_like(const uint32_t *text, uint32_t n)
{
    uint64_t hash = n;
    uint32_t *bucket;
    counted_cone *new;

    for (uint32_t i = 0; i < n; i++)
        hash = mix(hash ^ text[i]) + i;
    bucket = &counted.buckets[hash >> (64 - COUNTED_BITS)];
    for (uint32_t at = *bucket; at; at = counted.cones[at - 1].next)
        if (counted.cones[at - 1].n == n && memcmp(counted.cones[at - 1].text, text, n * sizeof *text) == 0)
            return &counted.cones[at - 1];
    counted.cones = grow(counted.cones, counted.n, &counted.room, sizeof *counted.cones);
    new = &counted.cones[counted.n++];
    *new = (counted_cone){malloc(n * sizeof *text), n, *bucket, UNCOUNTED};
    if (new->text == NULL)
        abort();
    memcpy(new->text, text, n * sizeof *text);
    *bucket = counted.n;
    return new;
}

static void
forget_counted(void)
{
    for (uint32_t i = 0; i < counted.n; i++)
        free(counted.cones[i].text);
    counted.n = 0;
    memset(counted.buckets, 0, sizeof counted.buckets);
}

/* The XOR of some roots that share variables; `who` may be null. */
static enum bias
bias_of(inputs *in, const uint32_t *roots, unsigned n, blame *who)
{
    static uint32_t text[8 * CIRCUIT_PARTS];
    static cone k;
    counted_cone *like;

    find_cone(in, &in->one, roots, n, &k);
    if (who || 4 * k.ngates + k.n > CIRCUIT_PARTS)
        return count_bias(in, &k, roots, n, who);
    like = counted_like(text, write_cone(in, &k, roots, n, text));
    if (like->bias == UNCOUNTED)
        like->bias = count_bias(in, &k, roots, n, NULL);
    return like->bias;
}

/* The terms of a root: parts that are no XORs, those that occur twice left out. */
static uint32_t
terms_of(inputs *in, uint32_t root, uint32_t *terms)
{
    const circuit *c = &in->one;
    static uint8_t odd[CIRCUIT_PARTS];
    uint32_t n = 0;

    memset(odd, 0, c->n);
    odd[root] = 1;
    for (uint32_t i = root + 1; i-- > 0;) { /* operands come before */
        const part *p = &c->parts[i];

        if (!odd[i])
            continue;
        if (p->kind != XOR) {
            terms[n++] = i;
            continue;
        }
        odd[p->a >> 1] ^= 1;
        odd[p->b >> 1] ^= 1;
    }
    return n;
}

/* Makes two groups one, among the first terms. */
static void
join(uint32_t *group, uint32_t last, uint32_t a, uint32_t b)
{
    uint32_t to = a < b ? a : b;

    for (uint32_t i = 0; i <= last; i++)
        if (group[i] == a || group[i] == b)
            group[i] = to;
}

/* Groups terms that share a variable; group[i] is the first term of its group. */
static void
group_terms(inputs *in, const uint32_t *terms, uint32_t n, uint32_t *group)
{
    static cone k;
    static uint32_t first[CIRCUIT_PARTS]; /* term with this variable */

    for (uint32_t i = 0; i < in->one.n; i++)
        first[i] = OUTSIDE;
    for (uint32_t i = 0; i < n; i++) {
        group[i] = i;
        find_cone(in, &in->one, &terms[i], 1, &k);
        for (uint32_t v = 0; v < k.n; v++) {
            uint32_t *other = &first[k.variables[v]];

            if (*other == OUTSIDE)
                *other = i;
            else
                join(group, i, group[i], group[*other]);
        }
    }
}

/* The verdict on one literal, which depends on a secret. */
static enum verdict
decide_circuit(inputs *in, lit x, blame *who)
{
    static uint32_t terms[CIRCUIT_PARTS], group[CIRCUIT_PARTS], some[CIRCUIT_PARTS];
    uint32_t n;
    bool varies = false, unknown = false, unsure = false;

    if (!cut_out(in, &x, 1))
        return TOO_LARGE_TO_TELL;
    simplify_circuit(in);
    if (!has_variables(&in->one, IS_SECRET))
        return BY_RULE;
    n = terms_of(in, in->one.roots[0], terms);
    group_terms(in, terms, n, group);
    for (uint32_t first = 0; first < n; first++) {
        uint32_t k = 0;
        enum bias b;

        for (uint32_t i = 0; i < n; i++)
            if (group[i] == first)
                some[k++] = terms[i];
        if (k == 0)
            continue;
        b = bias_of(in, some, k, who);
        if (b == BALANCED)
            return BY_TABLE;
        varies |= b == VARYING;
        unknown |= b == UNKNOWN;
        unsure |= b == WITHOUT_SECRETS;
    }
    return unknown || (varies && unsure) ? TOO_LARGE_TO_TELL : varies ? DEPENDENT : BY_TABLE;
}

/* Is it one stale bit, or its XOR with a public one?  What it was by itself was decided when it came to be.
 */
static bool
is_one_stale(const inputs *in, uint32_t x)
{
    const node *n = &in->g->nodes[x];
    uint32_t a = n->a >> 1, b = n->b >> 1;

    if (n->kind == INPUT)
        return true;
    if (n->kind != XOR)
        return false;
    if (in->g->nodes[a].kind != INPUT || in->below[a] != 1 << IS_STALE) {
        b = a;
        a = n->b >> 1;
    }
    return in->g->nodes[a].kind == INPUT && in->below[a] == 1 << IS_STALE &&
           !(in->below[b] & ~(1 << IS_PUBLIC));
}

/* The verdict on one literal, which is not constant; `who` may be null. */
static enum verdict
decide(inputs *in, lit x, blame *who)
{
    enum verdict r;

    catch_up(in);
    if (!(in->below[x >> 1] & (1 << IS_SECRET | 1 << IS_STALE)))
        return BY_RULE;
    if (in->below[x >> 1] & 1 << IS_STALE)
        return is_one_stale(in, x >> 1) ? BY_RULE : ACROSS_CUT;
    r = decide_circuit(in, x, who);
    if (r != DEPENDENT || !in->collapsed)
        return r;
    in->whole = true; /* do public bits ever have these values together? */
    r = decide_circuit(in, x, who);
    in->whole = false;
    return r;
}

#endif
