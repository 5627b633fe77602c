/* SPDX-License-Identifier: MIT */
/* The certificate of a graph for checker.go, which describes it: nodes and merges as 32-bit words. */
#ifndef NARAE_LAB_PROOF_CERTIFICATE_H
#define NARAE_LAB_PROOF_CERTIFICATE_H

#include <unistd.h>

#include "graph.h"

typedef struct stream {
    int file;
    bool failed;
    uint32_t n, word[1 << 14];
} stream;

static void
flush_words(stream *s)
{
    size_t size = s->n * sizeof *s->word;

    for (size_t at = 0; at < size && !s->failed;) {
        ssize_t n = write(s->file, (const char *)s->word + at, size - at);

        s->failed = n <= 0;
        at += (size_t)n;
    }
    s->n = 0;
}

static void
put_words(stream *s, const uint32_t *words, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (s->n == sizeof s->word / sizeof *s->word)
            flush_words(s);
        s->word[s->n++] = words[i];
    }
}

static void
put_node(stream *s, const graph *g, const node *x)
{
    uint32_t kind = x->kind;

    put_words(s, &kind, 1);
    if (kind == LOOKUP) {
        const lookup *l = &g->lookups[x->a];

        put_words(s, &l->n, 1);
        put_words(s, l->index, l->n);
        for (uint32_t i = 0; i < 1u << l->n; i += 32) {
            uint32_t entries = (uint32_t)(l->table[i / 64] >> i % 64);

            put_words(s, &entries, 1);
        }
    } else if (kind != INPUT) {
        put_words(s, &x->a, 1);
        put_words(s, &x->b, 1);
    }
}

/* Writes what the graph has gained since the last call; false if the reader is gone. */
static bool
write_certificate(graph *g, int file)
{
    static stream s;
    const uint32_t *reason = g->reasons + g->certified[2];

    s = (stream){.file = file};
    put_words(&s, (uint32_t[]){g->n - g->certified[0], g->nmerges - g->certified[1]}, 2);
    for (uint32_t x = g->certified[0]; x < g->n && !s.failed; x++)
        put_node(&s, g, &g->nodes[x]);
    for (uint32_t i = g->certified[1]; i < g->nmerges && !s.failed; i++) {
        uint32_t n = 2 + reason[0] + reason[1];

        put_words(&s, (uint32_t[]){g->merges[i].a, g->merges[i].b}, 2);
        put_words(&s, reason, n);
        reason += n;
    }
    flush_words(&s);
    g->certified[0] = g->n;
    g->certified[1] = g->nmerges;
    g->certified[2] = g->nreasons;
    return !s.failed;
}

#endif
