/* SPDX-License-Identifier: MIT */
/* Where two windows of one run diverge: given pairs of windows, by their numbers in
 * the run, as in "3:7+12:15", a simulator records the traces of these, and reports the
 * first instruction at which their paths or data addresses differ.  Only the first
 * MOST_STEPS instructions are compared. */
#ifndef NARAE_LAB_PARTING_H
#define NARAE_LAB_PARTING_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PAIRS = 256, MOST_PASSED = 1 << 22 };

/* One instruction, and a hash of what it named: addresses, or operands on which its time depends. */
struct passed {
    uint32_t pc, data;
};

struct recording {
    size_t window, count, room;
    struct passed *steps;
};

struct partings {
    struct recording recordings[2 * MOST_PAIRS]; /* those of a pair are adjacent */
    unsigned pairs;
};

/* 0 if the text is not pairs. */
static inline int
read_pairs(struct partings *p, const char *text)
{
    while (*text != 0 && p->pairs < MOST_PAIRS) {
        struct recording *r = &p->recordings[2 * p->pairs++];
        int used = 0;

        if (sscanf(text, "%zu:%zu%n", &r[0].window, &r[1].window, &used) != 2)
            return 0;
        text += used;
        if (*text == '+')
            text++;
    }
    return *text == 0;
}

/* The trace of a window; NULL if not requested. */
static inline struct recording *
recording_of(struct partings *p, size_t window)
{
    for (unsigned i = 0; i < 2 * p->pairs; i++)
        if (p->recordings[i].window == window)
            return &p->recordings[i];
    return NULL;
}

static inline void
record_step(struct recording *r, uint32_t pc)
{
    if (r->count == MOST_PASSED)
        return;
    if (r->count == r->room) {
        r->room = r->room != 0 ? 2 * r->room : 4096;
        r->steps = (struct passed *)realloc(r->steps, r->room * sizeof *r->steps);
        if (r->steps == NULL) {
            fputs("no memory for what windows did\n", stderr);
            exit(2);
        }
    }
    r->steps[r->count++] = (struct passed){pc, 0};
}

/* The operands of the recorded instruction number `step`. */
static inline void
record_data(struct recording *r, size_t step, uint32_t data)
{
    if (step < r->count)
        r->steps[step].data = (r->steps[step].data << 7 | r->steps[step].data >> 25) ^ (data * 0x9e3779b1u);
}

/* As JSON: [FIRST, SECOND, PC of the branch, PC of the access] for each pair; null for what did not differ.
 */
static inline void
print_partings(FILE *out, const struct partings *p)
{
    fputc('[', out);
    for (unsigned i = 0; i < p->pairs; i++) {
        const struct recording *a = &p->recordings[2 * i], *b = a + 1;
        size_t least = a->count < b->count ? a->count : b->count, at = 0, named;

        while (at < least && a->steps[at].pc == b->steps[at].pc)
            at++;
        for (named = 0; named < at && a->steps[named].data == b->steps[named].data;)
            named++;
        fprintf(out, "%s[%zu, %zu, ", i != 0 ? ", " : "", a->window, b->window);
        if (at != 0 && (at < a->count || at < b->count))
            fprintf(out, "%" PRIu32 ", ", a->steps[at - 1].pc);
        else
            fputs("null, ", out);
        if (named < at)
            fprintf(out, "%" PRIu32 "]", a->steps[named].pc);
        else
            fputs("null]", out);
    }
    fputc(']', out);
}

#endif
