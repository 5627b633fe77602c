/* SPDX-License-Identifier: MIT */
/* What instructions do at the places of a model: bits there before and after. */
#ifndef NARAE_LAB_LEAK_EVENTS_H
#define NARAE_LAB_LEAK_EVENTS_H

#include "columns.h"
#include "pace.h"
#include "replace.h"

enum place { REGISTERS, OPERANDS, BUS, CELLS, FLAGS_PLACE };
enum latch { LATCH_A, LATCH_B, LATCH_SHIFTER, PORT_A, PORT_B, KEPT_A, KEPT_B, RESULT, LATCHES };
enum bus { BUS_SHARED, BUS_READ, BUS_WRITE, BUSES };
enum { MAX_REGISTERS = 33, MAX_FRESH = 8, WORD_BITS = 32, WATCHED_FLAGS = 8 };

/* Switches of lab/leak/models. */
typedef struct model {
    uint32_t places;      /* bits by number */
    uint32_t whole_words; /* a load puts the aligned word on the bus */
    uint32_t repeated;    /* a narrow store has its data on all wires, several times */
    uint32_t shared_bus;  /* loads and stores follow each other on one bus */
    uint32_t split_bus;   /* ... and on one for each */
    uint32_t immediates;  /* an immediate operand replaces what latch B holds */
    uint32_t store_data;  /* ... and so does what is stored */
    uint32_t
        old_targets;  /* scVerif's Cortex-M0+: a move latches its old target, a load too, and its address */
    uint32_t shifter; /* a latch behind the shifter */
    uint32_t bypass; /* latches that keep what they hold if an operand is the result of one of the last two */
    uint32_t results; /* registers behind the ALU take each result */
    uint32_t ports;   /* register-file ports follow the fields of each instruction */
    uint32_t flags;   /* bits, by the order of the executor */
} model;

/* `n` bits at a place before and after an instruction: literals first .. first + 2 n.  `number`: of a
 * register or latch, address of a cell. */
typedef struct event {
    uint32_t pc, instruction, number, n, first;
    uint32_t place;
} event;

typedef struct watcher {
    inputs in;
    columns columns;
    model model;
    event *events;
    lit *lits;
    uint32_t n, room, nlits, lits_room;
    lit registers[MAX_REGISTERS][WORD_BITS], latch[LATCHES][WORD_BITS], bus[BUSES][WORD_BITS];
    lit flags[WATCHED_FLAGS];
    uint32_t fresh[MAX_FRESH], fresh_bytes[MAX_FRESH], nfresh;
    lit *fresh_inputs;
    uint32_t nfresh_inputs, fresh_inputs_room;
    uint8_t *verdicts; /* by node */
    uint32_t verdict_room;
    struct pace pace;         /* RV32 */
    uint32_t pc, instruction; /* that runs: its address, and, of RV32, its code */
    uint32_t paused;          /* nothing is kept, and latches and buses stay as they were */
} watcher;

static watcher *watching; /* null: nobody does */

static void
keep_event(uint32_t instruction, enum place place, uint32_t number, const lit *old, const lit *new,
           unsigned n)
{
    watcher *w = watching;

    if (w->paused || !(w->model.places >> place & 1) || memcmp(old, new, n * sizeof *old) == 0)
        return;
    w->events = grow(w->events, w->n, &w->room, sizeof *w->events);
    while (w->nlits + 2 * n > w->lits_room) {
        w->lits_room = w->lits_room ? 2 * w->lits_room : 1 << 16;
        resize(&w->lits, w->lits_room, sizeof *w->lits);
    }
    w->events[w->n++] = (event){w->pc, instruction, number, n, w->nlits, place};
    memcpy(w->lits + w->nlits, old, n * sizeof *old);
    memcpy(w->lits + w->nlits + n, new, n * sizeof *new);
    w->nlits += 2 * n;
}

/* A place that holds what was there until it changes. */
static void
change(uint32_t instruction, enum place place, uint32_t number, lit *held, const lit *new, unsigned n)
{
    keep_event(instruction, place, number, held, new, n);
    if (!watching->paused)
        memcpy(held, new, n * sizeof *held);
}

#endif
