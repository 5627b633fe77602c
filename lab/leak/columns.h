/* SPDX-License-Identifier: MIT */
/* Bits of different columns that are the same function: decided once.
 *
 * Bitsliced code computes the same in each column of its words.  The fresh shares of a cut know the cut,
 * their column, and their place in it; random bits may know the latter two.  A node whose inputs are of at
 * most one cut and one column has a class: that of its gate and of the classes of its operands, down to kinds
 * and places of inputs.  As a place occurs once in a column, nodes of one class are one function, of
 * inputs of the same kinds. */
#ifndef NARAE_LAB_LEAK_COLUMNS_H
#define NARAE_LAB_LEAK_COLUMNS_H

#include "circuit.h"

enum { NO_CLASS = 0, MAX_CLASSES = 1 << 30, PLACED = 3, OF_ALL_CUTS = 1 << 20 }; /* PLACED: see class_key() */

/* Numbers by keys other than 0. */
typedef struct map {
    uint64_t *keys;
    uint32_t *numbers, n, room;
} map;

/* Of a node: the cut and the column of its inputs, from 1 on; 0: of all. */
typedef struct column {
    uint16_t cut, number;
} column;

typedef struct columns {
    uint32_t known, room, ncuts, nplaces, nclasses;
    uint32_t *class, *place; /* of nodes; place: of an input in its column, from 1 on */
    column *column;
    map classes;  /* by gate and operands */
    map verdicts; /* by level and classes of an old and a new bit */
} columns;

/* The number of a key: 0 if it is new. */
static uint32_t *
number_for(map *m, uint64_t key)
{
    uint64_t at;

    if (2 * m->n >= m->room) {
        map old = *m;

        m->room = old.room ? 2 * old.room : 1 << 16;
        m->n = 0;
        m->keys = calloc(m->room, sizeof *m->keys);
        m->numbers = calloc(m->room, sizeof *m->numbers);
        if (m->keys == NULL || m->numbers == NULL)
            abort();
        for (uint32_t i = 0; i < old.room; i++)
            if (old.keys[i])
                *number_for(m, old.keys[i]) = old.numbers[i];
        free(old.keys);
        free(old.numbers);
    }
    for (at = mix(key);; at++) {
        at &= m->room - 1;
        if (m->keys[at] == key)
            return &m->numbers[at];
        if (m->keys[at] == 0) {
            m->keys[at] = key;
            m->n++;
            return &m->numbers[at];
        }
    }
}

static void
free_columns(columns *c)
{
    void *owned[] = {c->class,           c->column,        c->place,           c->classes.keys,
                     c->classes.numbers, c->verdicts.keys, c->verdicts.numbers};

    for (unsigned i = 0; i < sizeof owned / sizeof owned[0]; i++)
        free(owned[i]);
}

static void
reserve_columns(columns *c, uint32_t n)
{
    uint32_t room = n + n / 2;

    if (n <= c->room)
        return;
    resize(&c->class, room, sizeof *c->class);
    resize(&c->column, room, sizeof *c->column);
    resize(&c->place, room, sizeof *c->place);
    memset(c->place + c->room, 0, (room - c->room) * sizeof *c->place);
    memset(c->column + c->room, 0, (room - c->room) * sizeof *c->column);
    c->room = room;
}

/* Inputs of words of `width` columns, of a new cut or of all, before anything depends on them. */
static void
add_columns(columns *c, const graph *g, unsigned n, const lit *inputs_, unsigned width, bool cut)
{
    uint32_t first = cut ? 1 : OF_ALL_CUTS + c->nplaces;

    reserve_columns(c, g->n);
    c->ncuts += cut;
    c->nplaces += cut ? 0 : n;
    for (unsigned i = 0; i < n; i++) {
        uint32_t x = inputs_[i] >> 1;

        c->column[x] = (column){cut ? (uint16_t)c->ncuts : 0, (uint16_t)(1 + i % width)};
        c->place[x] = first + i / width;
    }
}

static uint64_t
class_key(const inputs *in, const columns *c, uint32_t x)
{
    const node *n = &in->g->nodes[x];
    uint64_t a, b;

    if (n->kind == INPUT)
        return c->place[x] ? (uint64_t)PLACED << 62 | (uint64_t)in->kind[x] << 32 | c->place[x]
                           : (uint64_t)INPUT << 62 | ((uint64_t)x + 1);
    a = 2 * (uint64_t)c->class[n->a >> 1] | (n->a & 1);
    b = 2 * (uint64_t)c->class[n->b >> 1] | (n->b & 1);
    return (uint64_t)n->kind << 62 | (a < b ? a << 31 | b : b << 31 | a);
}

/* The column of both nodes, in `out`; false if there is none, or one has no class. */
static bool
share_column(const columns *c, uint32_t a, uint32_t b, column *out)
{
    column x = c->column[a], y = c->column[b];

    *out = (column){x.cut | y.cut, x.number | y.number};
    return c->class[a] && c->class[b] && (!x.cut || !y.cut || x.cut == y.cut) &&
           (!x.number || !y.number || x.number == y.number);
}

/* Classes of all nodes. */
static void
find_classes(const inputs *in, columns *c)
{
    const graph *g = in->g;

    reserve_columns(c, g->n);
    for (; c->known < g->n; c->known++) {
        uint32_t x = c->known, *number;
        const node *n = &g->nodes[x];

        c->class[x] = NO_CLASS;
        if (n->kind == LOOKUP || c->nclasses + 1 == MAX_CLASSES ||
            (n->kind != INPUT && !share_column(c, n->a >> 1, n->b >> 1, &c->column[x])))
            continue;
        number = number_for(&c->classes, class_key(in, c, x));
        if (*number == 0)
            *number = ++c->nclasses;
        c->class[x] = *number;
    }
}

/* Where the verdict on an old and a new bit at a level is kept; null if they have no common column. */
static uint32_t *
verdict_for(columns *c, unsigned level, lit old, lit new)
{
    column both;

    if (!share_column(c, old >> 1, new >> 1, &both))
        return NULL;
    return number_for(&c->verdicts,
                      (uint64_t)level << 60 | (uint64_t)c->class[old >> 1] << 30 | c->class[new >> 1]);
}

#endif
