/* SPDX-License-Identifier: MIT */
/* The executors, watched: includes them, and then what their hooks do (../proof/watch.h). */
#ifndef NARAE_LAB_LEAK_WATCH_H
#define NARAE_LAB_LEAK_WATCH_H

#define WATCHED 1
#define watch_start(p, kind) kind##_start(p)
#define watch_operands(p, kind, x) kind##_operands(p, x)
#define watch_registers(p, kind) kind##_registers(p)

#include "../proof/graph.h"

struct machine;
struct region;
static void avr_start(void *p);
static void avr_operands(void *p, uint32_t x);
static void avr_registers(void *p);
static void rv32_start(void *p);
static void rv32_operands(void *p, uint32_t x);
static void rv32_registers(void *p);
static void thumb_start(void *p);
static void thumb_operands(void *p, uint32_t x);
static void thumb_registers(void *p);
static void watch_load(struct machine *m, uint32_t address, const lit *bits, unsigned bytes);
static void watch_store(struct machine *m, struct region *r, uint32_t address, const lit *bits,
                        unsigned bytes);
static bool is_fresh_random(struct machine *m, uint32_t address, lit *bits, unsigned bytes);

#include "../proof/proof.c"

#include "events.h"

/* Memory */

static void
set_bus(const machine *m, const lit *bits, unsigned first, unsigned n, enum bus direction)
{
    lit wires[WORD_BITS];
    const enum bus used[2] = {BUS_SHARED, direction};
    const uint32_t exists[2] = {watching->model.shared_bus, watching->model.split_bus};

    for (unsigned i = 0; i < 2; i++) {
        memcpy(wires, watching->bus[used[i]], sizeof wires);
        memcpy(wires + first, bits, n * sizeof *bits);
        if (exists[i])
            change((uint32_t)m->instructions, BUS, used[i], watching->bus[used[i]], wires, WORD_BITS);
    }
}

static void
set_latch(const machine *m, enum latch which, const lit *bits, unsigned n)
{
    change((uint32_t)m->instructions, OPERANDS, which, watching->latch[which], bits, n);
}

static void
watch_load(machine *m, uint32_t address, const lit *bits, unsigned bytes)
{
    lit wires[WORD_BITS];
    region *r;

    if (watching == NULL)
        return;
    r = address == NOWHERE ? NULL : region_at(m, address & ~3u, 4);
    if (watching->model.whole_words && bytes < 4 && r && (address & 3) + bytes <= 4) {
        for (unsigned i = 0; i < 4; i++)
            read_byte(m, r, (address & ~3u) + i, wires + 8 * i);
        set_bus(m, wires, 0, WORD_BITS, BUS_READ);
    } else {
        set_bus(m, bits, 0, 8 * bytes, BUS_READ);
    }
}

static void
watch_store(machine *m, region *r, uint32_t address, const lit *bits, unsigned bytes)
{
    unsigned lane = watching && watching->model.whole_words && bytes < 4 ? 8 * (address & 3) : 0;

    if (watching == NULL)
        return;
    for (unsigned i = 0; i < bytes; i++) {
        static const lit nothing[8];
        uint32_t at = address - r->start + i;

        keep_event((uint32_t)m->instructions, CELLS, address + i, r->written[at] ? r->bit[at] : nothing,
                   bits + 8 * i, 8);
    }
    if (watching->model.repeated && bytes < 4) {
        lit wires[WORD_BITS];

        for (unsigned i = 0; i < WORD_BITS; i++)
            wires[i] = bits[i % (8 * bytes)];
        set_bus(m, wires, 0, WORD_BITS, BUS_WRITE);
    } else {
        set_bus(m, bits, lane + 8 * bytes > WORD_BITS ? 0 : lane, 8 * bytes, BUS_WRITE);
    }
    if (watching->model.store_data && bytes == 4)
        set_latch(m, LATCH_B, bits, WORD_BITS);
}

/* Addresses that give other bits at each load. */
static bool
is_fresh_random(machine *m, uint32_t address, lit *bits, unsigned bytes)
{
    for (uint32_t i = 0; watching && i < watching->nfresh; i++)
        if (address - watching->fresh[i] < watching->fresh_bytes[i]) {
            for (unsigned k = 0; k < 8 * bytes; k++) {
                bits[k] = new_input(m->graph, NULL);
                declare_input(&watching->in, bits[k], IS_MASK);
            }
            return true;
        }
    return false;
}

#include "watch_avr.h"
#include "watch_rv32.h"
#include "watch_thumb.h"

#endif
