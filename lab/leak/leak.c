/* SPDX-License-Identifier: MIT */
/* The interface to lab/leak/core.py: that of ../proof/proof.c, and a log of events, their
 * verdicts, and cuts. */
#include "watch.h"

EXPORT watcher *
leak_new(graph *g)
{
    watcher *w = calloc(1, sizeof *w);

    if (w == NULL)
        abort();
    w->in.g = g;
    new_circuit(&w->in.one);
    new_circuit(&w->in.other);
    resize(&w->fresh_inputs, 1, sizeof *w->fresh_inputs);
    if (values == NULL && posix_memalign((void **)&values, sizeof(lanes), CIRCUIT_PARTS * sizeof(lanes)) != 0)
        abort();
    return w;
}

EXPORT void
leak_free(watcher *w)
{
    void *owned[] = {w->in.kind,        w->in.below,          w->in.number,        w->in.seen,
                     w->in.stack,       w->in.one.parts,      w->in.one.operands,  w->in.one.origins,
                     w->in.other.parts, w->in.other.operands, w->in.other.origins, w->events,
                     w->lits,           w->fresh_inputs,      w->verdicts,         w->in.factored};

    for (unsigned i = 0; i < sizeof owned / sizeof owned[0]; i++)
        free(owned[i]);
    forget_counted();
    free_columns(&w->columns);
    if (watching == w)
        watching = NULL;
    free(w);
}

/* Watches what runs from now on; null: nothing. */
EXPORT void
leak_watch(watcher *w, const model *m)
{
    watching = w;
    if (w)
        w->model = *m;
}

EXPORT void
leak_pause(watcher *w, uint32_t on)
{
    w->paused = on;
}

/* Forgets all events, and what latches and buses hold; verdicts stay. */
EXPORT void
leak_restart(watcher *w)
{
    w->n = w->nlits = w->nfresh = 0;
    memset(w->latch, 0, sizeof w->latch);
    memset(w->bus, 0, sizeof w->bus);
    memset(&w->pace, 0, sizeof w->pace);
}

EXPORT void
leak_inputs(watcher *w, unsigned n, const lit *bits, unsigned kind)
{
    for (unsigned i = 0; i < n; i++)
        declare_input(&w->in, bits[i], (uint8_t)kind);
}

/* Inputs of words of so many columns, of a new cut or of all. */
EXPORT void
leak_columns(watcher *w, unsigned n, const lit *bits, unsigned width, unsigned cut)
{
    add_columns(&w->columns, w->in.g, n, bits, width, cut);
}

EXPORT void
leak_fresh(watcher *w, uint32_t address, uint32_t bytes)
{
    if (w->nfresh == MAX_FRESH)
        abort();
    w->fresh[w->nfresh] = address;
    w->fresh_bytes[w->nfresh++] = bytes;
}

/* Numbers of events and of their literals. */
EXPORT void
leak_counts(const watcher *w, uint32_t counts[2])
{
    counts[0] = w->n;
    counts[1] = w->nlits;
}

EXPORT void
leak_events(const watcher *w, event *events, lit *lits)
{
    memcpy(events, w->events, w->n * sizeof *events);
    memcpy(lits, w->lits, w->nlits * sizeof *lits);
}

/* Verdicts */

static enum verdict
remembered(watcher *w, lit x)
{
    uint32_t at = x >> 1;

    if (at == 0)
        return BY_RULE;
    if (w->verdict_room < w->in.g->n) {
        uint32_t room = w->in.g->n + w->in.g->n / 2;

        resize(&w->verdicts, room, 1);
        memset(w->verdicts + w->verdict_room, UNTRIED, room - w->verdict_room);
        w->verdict_room = room;
    }
    if (w->verdicts[at] == UNTRIED)
        w->verdicts[at] = (uint8_t)decide(&w->in, x, NULL);
    return (enum verdict)w->verdicts[at];
}

EXPORT unsigned
leak_decide(watcher *w, lit x)
{
    return remembered(w, x);
}

/* The secret inputs that a bit's probability depends on; returns their number. */
EXPORT unsigned
leak_blame(watcher *w, lit x, lit out[MAX_ORIGINS])
{
    blame who = {0};
    unsigned n = 0;

    decide(&w->in, x, &who);
    for (uint32_t i = 0; i < w->in.nsecrets; i++)
        if (who.secrets[i / 64] >> i % 64 & 1)
            out[n++] = 2 * w->in.secrets[i];
    return n;
}

enum level { VALUES, DISTANCES, PAIRS, FREE_OF_MASKS }; /* the last one: what is asked at cuts */

static enum verdict
worse(enum verdict a, enum verdict b)
{
    return a > b ? a : b;
}

/* One bit before and after. */
static enum verdict
decide_bit(watcher *w, lit old, lit new, enum level level)
{
    uint32_t *same = verdict_for(&w->columns, level, old, new);
    enum verdict r = BY_RULE;

    if (same && *same)
        return (enum verdict) * same;
    if (level != DISTANCES)
        r = remembered(w, new);
    if (level == PAIRS)
        r = worse(r, remembered(w, old));
    if (level != VALUES && r != DEPENDENT)
        r = worse(r, remembered(w, gate_xor(w->in.g, old, new)));
    if (same)
        *same = r;
    return r;
}

/* Verdicts on events from `first` to before `end`: which bits depend on a secret, which are open, and how
 * many change; numbers of bits by verdict. */
EXPORT void
leak_check(watcher *w, unsigned level, uint32_t first, uint32_t end, uint32_t *dependent, uint32_t *open,
           uint32_t *changed, uint64_t counts[DEPENDENT + 1])
{
    find_classes(&w->in, &w->columns);
    for (uint32_t i = first; i < end; i++) {
        const event *e = &w->events[i];

        dependent[i] = open[i] = changed[i] = 0;
        for (uint32_t k = 0; k < e->n; k++) {
            lit old = w->lits[e->first + k], new = w->lits[e->first + e->n + k];
            enum verdict r;

            if (old == new)
                continue;
            r = decide_bit(w, old, new, (enum level)level);
            counts[r]++;
            changed[i]++;
            dependent[i] |= (uint32_t)(r == DEPENDENT) << k;
            open[i] |= (uint32_t)(r == ACROSS_CUT || r == TOO_LARGE_TO_TELL) << k;
        }
    }
}

/* Cuts */

/* The inputs of these kinds (bits) below some literals; returns their number. */
EXPORT unsigned
leak_support(watcher *w, unsigned n, const lit *bits, unsigned kinds, unsigned most, lit *out)
{
    inputs *in = &w->in;
    lit operands[MAX_INDEX];
    uint32_t top = 0;
    unsigned found = 0;

    catch_up(in);
    in->now++;
    for (unsigned i = 0; i < n; i++)
        push_node(in, &top, bits[i] >> 1);
    while (top) {
        uint32_t x = in->stack[--top];

        if (in->seen[x] == in->now || !(in->below[x] & kinds))
            continue;
        in->seen[x] = in->now;
        if (in->g->nodes[x].kind == INPUT && found < most)
            out[found++] = 2 * x;
        for (unsigned k = operands_of(in->g, x, operands); k-- > 0;)
            push_node(in, &top, operands[k] >> 1);
    }
    return found;
}

static uint8_t *
set_of(const graph *g, unsigned n, const lit *inputs_)
{
    uint8_t *set = calloc(g->n, 1);

    if (set == NULL)
        abort();
    for (unsigned i = 0; i < n; i++)
        set[inputs_[i] >> 1] = 1;
    return set;
}

/* Are bits uniform over the spent masks, for each value of all other inputs? */
EXPORT unsigned
leak_uniform(watcher *w, unsigned n, const lit *bits, unsigned nspent, const lit *spent)
{
    lit copy[MAX_ROOTS];

    if (n > MAX_ROOTS)
        return NOT_SHOWN;
    memcpy(copy, bits, n * sizeof *bits);
    return are_uniform(&w->in, set_of(w->in.g, nspent, spent), n, copy);
}

EXPORT unsigned
leak_free_of_masks(watcher *w, lit x)
{
    uint32_t *same;

    find_classes(&w->in, &w->columns);
    same = verdict_for(&w->columns, FREE_OF_MASKS, x, x);
    if (same == NULL)
        return is_free_of_masks(&w->in, x);
    if (*same == 0)
        *same = 1 + is_free_of_masks(&w->in, x);
    return *same - 1;
}

/* Begins a cut: `old` become `new`, and what else depends on spent masks is expressed by them or becomes
 * stale, in memory and latches.  Registers follow by leak_replace(). */
EXPORT replacement *
leak_cut(watcher *w, machine *m, unsigned n, const lit *old, const lit *new, unsigned nspent,
         const lit *spent)
{
    uint8_t *set = set_of(w->in.g, nspent, spent);
    replacement *r = new_replacement(&w->in, n, old, new, set);

    free(set);
    for (uint32_t i = 0; i < m->nregions; i++) {
        region *area = &m->regions[i];

        for (uint32_t at = 0; area->bit && at < area->size; at++)
            if (area->written[at])
                replace_bits(r, area->bit[at], 8);
    }
    for (unsigned i = 0; i < LATCHES; i++)
        replace_bits(r, w->latch[i], WORD_BITS);
    for (unsigned i = 0; i < BUSES; i++)
        replace_bits(r, w->bus[i], WORD_BITS);
    m->graph->added = 0; /* no sum is continued across a cut */
    return r;
}

EXPORT void
leak_replace(replacement *r, unsigned n, lit *bits)
{
    replace_bits(r, bits, n);
}

EXPORT void
leak_cut_end(replacement *r, machine *m, int is_avr)
{
    if (is_avr)
        ((avr *)m)->added = 0;
    free_replacement(r);
}
