/* SPDX-License-Identifier: MIT */
/* A few bits as functions of masks, secrets and public bits, cut out of the graph and
 * made smaller by rules that keep their joint distribution over uniform masks, for each
 * value of everything else:
 *
 *   - a mask that occurs once, as an operand of an XOR: this XOR is a mask;
 *   - where XORs of variables meet what is not linear: as many of these XORs as have
 *     independent parts of masks are masks, then as many secrets, then public bits;
 *     the others are XORs of these.
 *
 * The first rule is that of Barthe, Belaid, Dupressoir, Fouque, Gregoire and Strub,
 * Verified Proofs of Higher-Order Masking, Eurocrypt 2015, section 4; the second is a
 * change of variables. */
#ifndef NARAE_LAB_LEAK_CIRCUIT_H
#define NARAE_LAB_LEAK_CIRCUIT_H

#include "../proof/graph.h"

enum { IS_PUBLIC, IS_SECRET, IS_MASK, IS_STALE, KINDS }; /* of inputs */
enum { VARIABLE = INPUT };                               /* the other kinds of parts are those of nodes */
enum { CIRCUIT_PARTS = 1 << 18, MAX_FORMS = 1024, FORM_WORDS = MAX_FORMS / 64 };
enum { MAX_ROOTS = 8192, MAX_ORIGINS = 512, ORIGIN_WORDS = MAX_ORIGINS / 64 };
enum { OUTSIDE = UINT32_MAX }; /* the user of a root */

/* A gate or a variable.  `a` and `b` are 2 * part + complement; of a look-up, its number and the first of its
 * operands in `operands`.  `users` is the XOR of their numbers: the user, if `uses` is one. */
typedef struct part {
    uint32_t a, b, uses, users;
    uint8_t kind, is;
    uint32_t origin; /* of a variable that is secret: index into `origins` */
} part;

/* Parts in topological order. */
typedef struct circuit {
    part *parts;
    uint32_t n, nroots, noperands, norigins;
    uint32_t roots[MAX_ROOTS];
    uint32_t *operands;
    uint64_t (*origins)[ORIGIN_WORDS]; /* the secret inputs whose XOR a variable is */
} circuit;

typedef struct inputs {
    graph *g;
    uint8_t *kind;  /* of each input */
    uint8_t *below; /* of each node: bits of the kinds of inputs in its cone */
    uint32_t room, known;
    uint32_t *number; /* of a node in the circuit, where `seen` is `now` */
    uint32_t *seen, now;
    uint32_t *stack, stack_room;
    bool whole, collapsed; /* look into public bits; was there one that is no input? */
    uint8_t *spent;        /* if not null: inputs which alone are masks; all others are secrets */
    lit *factored;         /* of nodes, in factors.h */
    uint32_t nfactored;
    uint32_t secrets[MAX_ORIGINS], nsecrets;
    circuit one, other;
} inputs;

static void
resize(void *array, size_t n, size_t each)
{
    void **at = array, *larger = realloc(*at, n * each);

    if (larger == NULL)
        abort();
    *at = larger;
}

static void
new_circuit(circuit *c)
{
    resize(&c->parts, CIRCUIT_PARTS, sizeof *c->parts);
    resize(&c->operands, CIRCUIT_PARTS, sizeof *c->operands);
    resize(&c->origins, MAX_FORMS, sizeof *c->origins);
}

/* Space for the nodes that the graph has by now, and what lies below them. */
static void
catch_up(inputs *in)
{
    const graph *g = in->g;

    if (in->room < g->n) {
        uint32_t room = g->n + g->n / 2;

        resize(&in->kind, room, sizeof *in->kind);
        resize(&in->below, room, sizeof *in->below);
        resize(&in->number, room, sizeof *in->number);
        resize(&in->seen, room, sizeof *in->seen);
        memset(in->kind + in->room, IS_PUBLIC, room - in->room);
        memset(in->seen + in->room, 0, (room - in->room) * sizeof *in->seen);
        in->room = room;
    }
    for (; in->known < g->n; in->known++) {
        const node *x = &g->nodes[in->known];
        uint8_t below = 0;

        if (x->kind == INPUT)
            below = in->known ? (uint8_t)(1u << in->kind[in->known]) : 0;
        else if (x->kind == LOOKUP)
            for (unsigned i = 0; i < g->lookups[x->a].n; i++)
                below |= in->below[g->lookups[x->a].index[i] >> 1];
        else
            below = in->below[x->a >> 1] | in->below[x->b >> 1];
        in->below[in->known] = below;
    }
}

static void
declare_input(inputs *in, lit x, uint8_t kind)
{
    catch_up(in);
    in->kind[x >> 1] = kind;
    if (in->known > x >> 1)
        in->known = x >> 1;
}

/* What an input is in this question. */
static uint8_t
kind_of(const inputs *in, uint32_t x)
{
    if (in->spent)
        return in->spent[x] ? IS_MASK : IS_SECRET;
    return in->kind[x];
}

static unsigned
operands_of(const graph *g, uint32_t x, lit out[MAX_INDEX])
{
    const node *n = &g->nodes[x];

    if (n->kind == LOOKUP) {
        memcpy(out, g->lookups[n->a].index, g->lookups[n->a].n * sizeof *out);
        return g->lookups[n->a].n;
    }
    out[0] = n->a;
    out[1] = n->b;
    return n->kind == INPUT ? 0 : 2;
}

/* Public bits other than XORs are taken as inputs, if they may have any values together.  Were k0 ^ k1 one
 * like k0 and k1, masks m0 ^ k0, m1 ^ k1 and m0 ^ m1 ^ k0 ^ k1 would seem independent. */
static bool
is_leaf(const inputs *in, uint32_t x)
{
    return in->g->nodes[x].kind == INPUT ||
           (!in->whole && !in->spent && in->g->nodes[x].kind != XOR &&
            !(in->below[x] & (1 << IS_SECRET | 1 << IS_MASK | 1 << IS_STALE)));
}

static uint32_t
origin_of(inputs *in, circuit *c, uint32_t x)
{
    uint32_t i = 0;

    while (i < in->nsecrets && in->secrets[i] != x)
        i++;
    if (i == MAX_ORIGINS || c->norigins == MAX_FORMS)
        return OUTSIDE;
    if (i == in->nsecrets)
        in->secrets[in->nsecrets++] = x;
    memset(c->origins[c->norigins], 0, sizeof *c->origins);
    c->origins[c->norigins][i / 64] = UINT64_C(1) << i % 64;
    return c->norigins++;
}

static void
push_node(inputs *in, uint32_t *top, uint32_t x)
{
    if (*top + 1 >= in->stack_room) {
        in->stack_room = in->stack_room ? 2 * in->stack_room : 1 << 16;
        resize(&in->stack, in->stack_room, sizeof *in->stack);
    }
    in->stack[(*top)++] = x;
}

/* Enters a node whose operands are in the circuit. */
static void
enter_node(inputs *in, circuit *c, uint32_t x)
{
    const node *n = &in->g->nodes[x];
    part *p = &c->parts[c->n];

    *p = (part){.kind = n->kind, .origin = OUTSIDE};
    if (is_leaf(in, x)) {
        p->kind = VARIABLE;
        p->is = n->kind == INPUT ? kind_of(in, x) : IS_PUBLIC;
        in->collapsed |= n->kind != INPUT;
        if (p->is == IS_SECRET)
            p->origin = origin_of(in, c, x);
    } else if (n->kind == LOOKUP) {
        p->a = n->a;
        p->b = c->noperands;
        for (unsigned i = 0; i < in->g->lookups[n->a].n; i++)
            c->operands[c->noperands++] = 2 * in->number[in->g->lookups[n->a].index[i] >> 1];
    } else {
        p->a = 2 * in->number[n->a >> 1] | (n->a & 1);
        p->b = 2 * in->number[n->b >> 1] | (n->b & 1);
    }
    in->number[x] = c->n++;
}

/* The circuit of some literals, none of which is constant; false if it is too large.  Complements of roots
 * change no answer. */
static bool
cut_out(inputs *in, const lit *roots, unsigned n)
{
    circuit *c = &in->one;
    lit operands[MAX_INDEX];

    catch_up(in);
    in->now++;
    in->collapsed = false;
    c->n = c->noperands = c->norigins = in->nsecrets = 0;
    c->nroots = n;
    for (unsigned i = 0; i < n; i++) {
        uint32_t top = 0;

        push_node(in, &top, roots[i] >> 1);
        while (top) {
            uint32_t x = in->stack[top - 1];
            unsigned k = is_leaf(in, x) ? 0 : operands_of(in->g, x, operands), missing = 0;

            if (c->n + 1 >= CIRCUIT_PARTS || c->noperands + MAX_INDEX >= CIRCUIT_PARTS)
                return false;
            for (unsigned j = 0; j < k && in->seen[x] != in->now; j++)
                if (in->seen[operands[j] >> 1] != in->now) {
                    push_node(in, &top, operands[j] >> 1);
                    missing++;
                }
            if (missing)
                continue;
            top--;
            if (in->seen[x] == in->now)
                continue;
            in->seen[x] = in->now;
            enter_node(in, c, x);
        }
        c->roots[i] = in->number[roots[i] >> 1];
    }
    return true;
}

/* Rules */

static unsigned
operands_of_part(const graph *g, const circuit *c, uint32_t i, uint32_t out[MAX_INDEX])
{
    const part *p = &c->parts[i];

    if (p->kind == VARIABLE)
        return 0;
    if (p->kind == LOOKUP) {
        memcpy(out, c->operands + p->b, g->lookups[p->a].n * sizeof *out);
        return g->lookups[p->a].n;
    }
    out[0] = p->a;
    out[1] = p->b;
    return 2;
}

static void
count_uses(const graph *g, circuit *c)
{
    uint32_t operands[MAX_INDEX];

    for (uint32_t i = 0; i < c->n; i++)
        c->parts[i].uses = c->parts[i].users = 0;
    for (uint32_t i = 0; i < c->nroots; i++) {
        c->parts[c->roots[i]].uses++;
        c->parts[c->roots[i]].users ^= OUTSIDE;
    }
    for (uint32_t i = c->n; i-- > 0;)
        if (c->parts[i].uses)
            for (unsigned k = operands_of_part(g, c, i, operands); k-- > 0;) {
                c->parts[operands[k] >> 1].uses++;
                c->parts[operands[k] >> 1].users ^= i;
            }
}

/* Takes one use away, and those of its operands if it was the last. */
static void
release(inputs *in, circuit *c, uint32_t from, uint32_t what, uint32_t *top)
{
    uint32_t operands[MAX_INDEX], bottom = *top;
    part *p = &c->parts[what];

    p->uses--;
    p->users ^= from;
    push_node(in, top, what);
    while (bottom < *top) { /* the stack from here on: what is to be looked at; then it stays there */
        uint32_t i = in->stack[bottom++];

        if (c->parts[i].uses)
            continue;
        for (unsigned k = operands_of_part(in->g, c, i, operands); k-- > 0;) {
            part *below = &c->parts[operands[k] >> 1];

            below->uses--;
            below->users ^= i;
            push_node(in, top, operands[k] >> 1);
        }
        c->parts[i].kind = VARIABLE; /* unused: its operands are released once */
        c->parts[i].is = IS_PUBLIC;
    }
}

/* The first rule, as often as it applies. */
static bool
merge_masks(inputs *in, circuit *c)
{
    uint32_t top = 0;
    bool changed = false;

    count_uses(in->g, c);
    for (uint32_t i = 0; i < c->n; i++)
        if (c->parts[i].kind == VARIABLE)
            push_node(in, &top, i);
    while (top) {
        uint32_t i = in->stack[--top], user = c->parts[i].users, other;
        part *p = &c->parts[i];

        if (p->kind != VARIABLE || p->is != IS_MASK || p->uses != 1 || user == OUTSIDE ||
            c->parts[user].kind != XOR)
            continue;
        other = c->parts[user].a >> 1 == i ? c->parts[user].b >> 1 : c->parts[user].a >> 1;
        c->parts[user].kind = VARIABLE;
        c->parts[user].is = IS_MASK;
        p->uses = 0;
        release(in, c, user, other, &top);
        push_node(in, &top, user);
        changed = true;
    }
    return changed;
}

/* Forms: rows over variables, and what became of them: rows over new variables. */
typedef struct forms {
    uint32_t variables[MAX_FORMS], nvariables, of[MAX_FORMS], n;
    uint64_t row[MAX_FORMS][FORM_WORDS], by[MAX_FORMS][FORM_WORDS];
    uint64_t pivot_row[MAX_FORMS][FORM_WORDS], pivot_by[MAX_FORMS][FORM_WORDS];
    uint32_t pivot[MAX_FORMS], npivots;
    uint8_t is[MAX_FORMS]; /* new variables */
} forms;

static void
add_rows(uint64_t *to, const uint64_t *from, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        to[w] ^= from[w];
}

/* Marks parts that are linear (1), and of these the ones that a part that is not, or a root, uses (2). */
static void
mark_linear(const graph *g, circuit *c, uint8_t *linear)
{
    uint32_t operands[MAX_INDEX];

    for (uint32_t i = 0; i < c->n; i++) {
        const part *p = &c->parts[i];

        linear[i] =
            p->uses && (p->kind == VARIABLE || (p->kind == XOR && linear[p->a >> 1] && linear[p->b >> 1]));
    }
    for (uint32_t i = 0; i < c->n; i++)
        if (c->parts[i].uses && !linear[i])
            for (unsigned k = operands_of_part(g, c, i, operands); k-- > 0;)
                if (linear[operands[k] >> 1])
                    linear[operands[k] >> 1] = 2;
    for (uint32_t i = 0; i < c->nroots; i++)
        if (linear[c->roots[i]])
            linear[c->roots[i]] = 2;
}

/* Rows of all linear parts, from below; keeps those of forms.  False if there are too many. */
static bool
collect_forms(inputs *in, circuit *c, const uint8_t *linear, forms *f)
{
    f->n = f->nvariables = 0;
    for (uint32_t i = 0; i < c->n; i++)
        if (linear[i] && c->parts[i].kind == VARIABLE) {
            if (f->nvariables == MAX_FORMS)
                return false;
            c->parts[i].a = f->nvariables;
            f->variables[f->nvariables++] = i;
        }
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t top = 0;

        if (linear[i] != 2)
            continue;
        if (f->n == MAX_FORMS)
            return false;
        memset(f->row[f->n], 0, sizeof f->row[0]);
        push_node(in, &top, i);
        while (top) {
            const part *p = &c->parts[in->stack[--top]];

            if (p->kind == VARIABLE) {
                f->row[f->n][p->a / 64] ^= UINT64_C(1) << p->a % 64;
            } else {
                push_node(in, &top, p->a >> 1);
                push_node(in, &top, p->b >> 1);
            }
        }
        f->of[f->n++] = i;
    }
    return true;
}

static uint32_t
first_bit(const uint64_t *row, const uint64_t *among, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        if (row[w] & among[w])
            return 64 * w + (uint32_t)__builtin_ctzll(row[w] & among[w]);
    return OUTSIDE;
}

/* New variables: masks by the parts of masks of the forms, then secrets, then public ones. */
static void
reduce_forms(const circuit *c, forms *f)
{
    static const uint8_t phases[] = {IS_MASK, IS_SECRET, IS_PUBLIC};
    uint32_t words = (f->nvariables + 63) / 64, by_words;

    f->npivots = 0;
    by_words = (f->n + 63) / 64;
    memset(f->by, 0, f->n * sizeof f->by[0]);
    for (unsigned phase = 0; phase < 3; phase++) {
        uint64_t among[FORM_WORDS] = {0};
        uint32_t first = f->npivots;

        for (uint32_t v = 0; v < f->nvariables; v++)
            if (c->parts[f->variables[v]].is == phases[phase])
                among[v / 64] |= UINT64_C(1) << v % 64;
        for (uint32_t k = 0; k < f->n; k++) {
            uint32_t pivot;

            for (uint32_t r = first; r < f->npivots; r++)
                if (f->row[k][f->pivot[r] / 64] >> f->pivot[r] % 64 & 1) {
                    add_rows(f->row[k], f->pivot_row[r], words);
                    add_rows(f->by[k], f->pivot_by[r], by_words);
                }
            pivot = first_bit(f->row[k], among, words);
            if (pivot == OUTSIDE)
                continue;
            /* The row, with what was taken from it before, is the form: the rest is the new variable. */
            f->pivot[f->npivots] = pivot;
            memcpy(f->pivot_row[f->npivots], f->row[k], sizeof f->row[k]);
            memset(f->pivot_by[f->npivots], 0, sizeof f->pivot_by[0]);
            f->pivot_by[f->npivots][f->npivots / 64] = UINT64_C(1) << f->npivots % 64;
            f->is[f->npivots] = phases[phase];
            add_rows(f->by[k], f->pivot_by[f->npivots], by_words);
            memset(f->row[k], 0, sizeof f->row[k]);
            f->npivots++;
        }
    }
}

/* A new variable; a secret is the XOR of those in its row. */
static void
enter_variable(const circuit *from, circuit *to, const forms *f, uint32_t number)
{
    part *p = &to->parts[to->n++];

    *p = (part){.kind = VARIABLE, .is = f->is[number], .origin = OUTSIDE};
    if (p->is != IS_SECRET || to->norigins == MAX_FORMS)
        return;
    p->origin = to->norigins++;
    memset(to->origins[p->origin], 0, sizeof *to->origins);
    for (uint32_t v = 0; v < f->nvariables; v++)
        if (f->pivot_row[number][v / 64] >> v % 64 & 1) {
            const part *old = &from->parts[f->variables[v]];

            if (old->is == IS_SECRET && old->origin != OUTSIDE)
                add_rows(to->origins[p->origin], from->origins[old->origin], ORIGIN_WORDS);
        }
}

/* The same circuit over the new variables; `number`: of each part, as a part of the new one. */
static void
rebuild(inputs *in, const forms *f, const uint8_t *linear, uint32_t *number)
{
    const circuit *from = &in->one;
    circuit *to = &in->other;
    uint32_t operands[MAX_INDEX];

    to->n = to->noperands = to->norigins = 0;
    to->nroots = from->nroots;
    for (uint32_t v = 0; v < f->npivots; v++)
        enter_variable(from, to, f, v);
    for (uint32_t k = 0; k < f->n; k++) {
        uint32_t sum = OUTSIDE;

        for (uint32_t v = 0; v < f->npivots; v++)
            if (f->by[k][v / 64] >> v % 64 & 1) {
                if (sum == OUTSIDE) {
                    sum = v;
                    continue;
                }
                to->parts[to->n] = (part){.kind = XOR, .a = 2 * sum, .b = 2 * v, .origin = OUTSIDE};
                sum = to->n++;
            }
        if (sum == OUTSIDE) { /* zero, which the graph did not see */
            to->parts[to->n] = (part){.kind = XOR, .origin = OUTSIDE};
            sum = to->n++;
        }
        number[f->of[k]] = sum;
    }
    for (uint32_t i = 0; i < from->n; i++) {
        part p = from->parts[i];
        unsigned n = operands_of_part(in->g, from, i, operands);

        if (!p.uses || linear[i])
            continue;
        if (p.kind == LOOKUP) {
            p.b = to->noperands;
            for (unsigned k = 0; k < n; k++)
                to->operands[to->noperands++] = 2 * number[operands[k] >> 1];
        } else {
            p.a = 2 * number[p.a >> 1] | (p.a & 1);
            p.b = 2 * number[p.b >> 1] | (p.b & 1);
        }
        number[i] = to->n;
        to->parts[to->n++] = p;
    }
    for (uint32_t i = 0; i < from->nroots; i++)
        to->roots[i] = number[from->roots[i]];
}

/* The second rule; false if it changes nothing. */
static bool
change_variables(inputs *in)
{
    static forms f;
    static uint8_t linear[CIRCUIT_PARTS];
    static uint32_t number[CIRCUIT_PARTS];
    circuit *c = &in->one, before;

    count_uses(in->g, c);
    mark_linear(in->g, c, linear);
    if (!collect_forms(in, c, linear, &f))
        return false;
    reduce_forms(c, &f);
    if (f.npivots == f.nvariables || f.npivots == 0)
        return false;
    rebuild(in, &f, linear, number);
    before = in->one;
    in->one = in->other;
    in->other = before;
    return true;
}

static void
simplify_circuit(inputs *in)
{
    merge_masks(in, &in->one);
    while (change_variables(in) && merge_masks(in, &in->one))
        ;
    count_uses(in->g, &in->one);
}

static bool
has_variables(const circuit *c, uint8_t is)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (c->parts[i].uses && c->parts[i].kind == VARIABLE && c->parts[i].is == is)
            return true;
    return false;
}

#endif
