/* SPDX-License-Identifier: MIT */
/* The interface to lab/proof/core.py; words are arrays of literals. */
#include "certificate.h"
#include "halves.h"
#include "public.h"
#include "quadratic.h"

/* These take most of the time to compile, and little to run. */
#pragma GCC push_options
#pragma GCC optimize("O1")
#include "aarch64.h"
#include "avr.h"
#include "msp430.h"
#include "rv32.h"
#include "thumb.h"
#include "x86.h"
#pragma GCC pop_options

#define EXPORT __attribute__((visibility("default")))

EXPORT graph *
graph_new(uint64_t seed, uint32_t max_nodes, uint32_t max_candidates)
{
    return new_graph(seed, max_nodes, max_candidates);
}

EXPORT void
graph_free(graph *g)
{
    free_graph(g);
}

EXPORT void
graph_merging(graph *g, int on)
{
    g->merging = on;
}

EXPORT void
graph_inputs(graph *g, unsigned n, const uint64_t *some, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = new_input(g, some ? &some[i] : NULL);
}

/* operation: & | ^ */
EXPORT void
graph_gates(graph *g, char operation, unsigned n, const lit *a, const lit *b, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = operation == '&'   ? gate_and(g, a[i], b[i])
                 : operation == '|' ? gate_or(g, a[i], b[i])
                                    : gate_xor(g, a[i], b[i]);
}

EXPORT lit
graph_add(graph *g, unsigned n, const lit *a, const lit *b, lit carry, lit *out)
{
    lit *carries = calloc(n + 1, sizeof *carries), last;

    if (carries == NULL)
        abort();
    add_bits(g, n, a, b, carry, out, carries);
    last = n ? carries[n - 1] : carry;
    free(carries);
    return last;
}

/* out = c + a b; c and out have 2n bits. */
EXPORT void
graph_multiply_add(graph *g, unsigned n, const lit *a, const lit *b, const lit *c, lit *out)
{
    lit product[64];

    multiply_bits(g, n, a, false, b, false, product);
    add_products(g, 2 * n, product, c, out);
}

EXPORT void
graph_look_up(graph *g, unsigned n, const lit *index, const uint32_t *entries, unsigned bits, lit *out)
{
    look_up(g, n, index, entries, bits, out);
}

EXPORT void
graph_mark(graph *g, const lit bits[MARK])
{
    mark(g, bits);
}

/* Inputs that are public numbers or pointers, with a BDD level each. */
EXPORT void
graph_declare_public(graph *g, unsigned n, const lit *inputs, const uint32_t *levels, int is_place)
{
    for (unsigned i = 0; i < n; i++)
        declare_public(g, inputs[i], levels[i], is_place, g->npublic);
    g->npublic++;
}

/* Sets the assumptions on numbers and on pointers.  Are they satisfiable? */
EXPORT int
graph_assume(graph *g, lit numbers, lit places, int simplify)
{
    if ((node_of(g, numbers)->depends | node_of(g, places)->depends) & (SECRET | OPAQUE))
        abort();
    g->simplify = simplify;
    return assume(g, numbers, places);
}

/* A random satisfying assignment of a public literal; returns the number of inputs assigned. */
EXPORT unsigned
graph_random_model(graph *g, lit x, uint64_t random, unsigned most, uint32_t *levels, uint8_t *values)
{
    return is_public(g, &x, 1) ? random_path(g, bdd_of(g, x), random, most, levels, values) : 0;
}

/* The same function of public inputs, if `assumed` where the assumptions hold, or the same literal of secrets
 * alone? */
EXPORT int
graph_same_function(graph *g, unsigned n, const lit *a, const lit *b, int assumed)
{
    for (unsigned i = 0; i < n; i++) {
        lit differ = 1, both[2] = {a[i], b[i]};

        if (public_equal(g, &a[i], &b[i], 1) ||
            (a[i] == b[i] && !(node_of(g, a[i])->depends & (PUBLIC | PLACE))))
            continue;
        if (!assumed || !is_public(g, both, 2) || !is_decided(g, gate_xor(g, a[i], b[i]), &differ) || differ)
            return false;
    }
    return true;
}

/* Equal as polynomials of degree two in the leaves? */
EXPORT int
graph_same_quadratic(const graph *g, unsigned n, const lit *x, const lit *y, unsigned nleaves,
                     const lit *leaves, const uint32_t *nforms, const uint32_t *variables)
{
    return same_quadratic(g, n, x, y, nleaves, leaves, nforms, variables);
}

/* Bits in the cone of another word with the same simulations. */
EXPORT int
graph_find_alike(const graph *g, unsigned n, const lit *word, unsigned nother, const lit *other, lit *out)
{
    return find_alike(g, n, word, nother, other, out);
}

/* Replaces bits that the assumption decides by constants. */
EXPORT void
graph_simplify(graph *g, unsigned n, const lit *bits, lit *out)
{
    lit value = 0;

    for (unsigned i = 0; i < n; i++)
        out[i] = is_decided(g, bits[i], &value) ? value : bits[i];
}

/* Substitutes literals for inputs of public bits. */
EXPORT void
graph_substitute(graph *g, unsigned n, const lit *bits, unsigned ninputs, const lit *inputs,
                 const lit *others, lit *out)
{
    uint8_t depends = 0;
    lit *known;

    for (unsigned i = 0; i < n; i++)
        depends |= node_of(g, bits[i])->depends;
    if (!(depends & (PUBLIC | PLACE))) {
        memcpy(out, bits, n * sizeof *bits);
        return;
    }
    known = malloc(g->n * sizeof *known);
    if (known == NULL)
        abort();
    memset(known, 0xff, g->n * sizeof *known);
    for (unsigned i = 0; i < n; i++)
        out[i] = is_public(g, &bits[i], 1) ? substitute(g, bits[i], ninputs, inputs, others, known) : bits[i];
    free(known);
}

/* Nodes; merges by XORs, by truth tables, by diagrams; refuted candidates; look-ups; recorded merges. */
EXPORT void
graph_counts(const graph *g, uint64_t counts[7])
{
    const uint64_t all[7] = {g->n, g->by_sum, g->by_table, g->by_diagram, g->failed, g->nlookups, g->nmerges};

    memcpy(counts, all, sizeof all);
}

EXPORT uint32_t
graph_input_bits(const graph *g)
{
    uint32_t n = 0;

    for (uint32_t x = 1; x < g->n; x++)
        n += g->nodes[x].kind == INPUT;
    return n;
}

/* `given`: inputs with fixed values in all assignments. */
EXPORT void
graph_evaluate(const graph *g, uint64_t *inputs, unsigned n, const lit *given, const uint64_t (*fixed)[2],
               uint64_t *values)
{
    uint64_t *next = inputs;
    unsigned i = 0;

    for (uint32_t x = 1; i < n && x < g->n; x++)
        if (g->nodes[x].kind == INPUT) {
            if (given[i] == 2 * x) {
                *next = (*next & ~fixed[i][1]) | (fixed[i][0] & fixed[i][1]);
                i++;
            }
            next++;
        }
    evaluate(g, inputs, values);
}

/* What n literals are in one of the 64 assignments, as bytes. */
EXPORT void
graph_assignment(const uint64_t *values, unsigned n, const lit *bits, unsigned lane, uint8_t *out)
{
    memset(out, 0, n / 8);
    for (unsigned i = 0; i < n / 8 * 8; i++)
        out[i / 8] |= (uint8_t)(((values[bits[i] / 2] >> lane ^ bits[i]) & 1) << i % 8);
}

/* One node: kind and operands; returns their number. */
EXPORT uint32_t
graph_node(const graph *g, uint32_t x, uint32_t *kind, lit operands[MAX_INDEX], uint64_t *table)
{
    const node *n = &g->nodes[x];

    *kind = n->kind;
    if (n->kind == LOOKUP) {
        const lookup *l = &g->lookups[n->a];

        memcpy(operands, l->index, l->n * sizeof *operands);
        memcpy(table, l->table, sizeof l->table);
        return l->n;
    }
    operands[0] = n->a;
    operands[1] = n->b;
    return n->kind == INPUT ? 0 : 2;
}

EXPORT void
graph_merge(const graph *g, uint32_t i, lit pair[2])
{
    pair[0] = g->merges[i].a;
    pair[1] = g->merges[i].b;
}

/* Writes new nodes and merges to a file; false if its reader is gone. */
EXPORT int
graph_certificate(graph *g, int file)
{
    return write_certificate(g, file);
}

/* Every processor begins with a `machine`. */

typedef union any {
    aarch64 aarch64;
    rv32 rv32;
    avr avr;
    msp430 msp430;
    thumb thumb;
    x86 x86;
} any;

EXPORT void *
machine_new(graph *g, const uint8_t *code, uint32_t start, uint32_t size, uint64_t budget)
{
    machine *m = calloc(1, sizeof(any));

    if (m == NULL || (m->executed = calloc(size, 1)) == NULL)
        abort();
    m->graph = g;
    m->code = code;
    m->code_start = start;
    m->code_size = size;
    m->budget = budget;
    return m;
}

EXPORT void
machine_free(machine *m)
{
    if (m->release)
        m->release(m);
    free_regions(m);
    free(m->executed);
    free(m);
}

/* Removes regions and fault. */
EXPORT void
machine_reset(machine *m)
{
    free_regions(m);
    m->fault = NO_FAULT;
    m->instructions = 0;
}

EXPORT void
machine_count_from_zero(machine *m)
{
    m->instructions = 0;
}

/* `bytes`: constants, owned by the caller. */
EXPORT void
machine_region(machine *m, uint32_t start, uint32_t size, int writable, const uint8_t *bytes)
{
    region *r = &m->regions[m->nregions++];

    if (m->nregions > MAX_REGIONS)
        abort();
    *r = (region){.start = start, .size = size, .writable = writable, .bytes = bytes};
    r->written = calloc(size + 1, 1);
    r->bit = bytes ? NULL : calloc(size + 1, sizeof *r->bit);
    if (r->written == NULL || (r->bit == NULL && bytes == NULL))
        abort();
    if (m->nregions == 1)
        m->lowest_write = start + size;
}

/* Sets the access rights of the region at an address. */
EXPORT void
machine_protect(machine *m, uint32_t address, int writable, int inaccessible)
{
    for (uint32_t i = 0; i < m->nregions; i++)
        if (m->regions[i].start == address && !m->regions[i].bytes) {
            m->regions[i].writable = writable;
            m->regions[i].inaccessible = inaccessible;
        }
}

/* The concrete address of a symbolic pointer; NOWHERE if it is not determined. */
EXPORT uint32_t
machine_located(machine *m, const lit *bits, unsigned width)
{
    uint32_t at;

    return resolve_address(m, bits, width, &at) ? at : NOWHERE;
}

/* Breakpoints besides that of a run. */
EXPORT void
machine_set_stops(machine *m, uint32_t n, const uint32_t *stops)
{
    if (n > MAX_STOPS)
        abort();
    memcpy(m->stops, stops, n * sizeof *stops);
    m->nstops = n;
}

/* The symbolic return address. */
EXPORT void
machine_set_return(machine *m, unsigned n, const lit *bits)
{
    m->return_width = n;
    memcpy(m->return_bits, bits, n * sizeof *bits);
}

/* Sets bytes of a region, writable or not. */
EXPORT void
machine_set(machine *m, uint32_t address, const lit *bits, uint32_t bytes)
{
    region *r = region_at(m, address, bytes);

    if (r == NULL || r->bytes)
        abort();
    memcpy(r->bit[address - r->start], bits, 8 * bytes * sizeof *bits);
    memset(r->written + (address - r->start), 1, bytes);
}

/* Reads bytes; returns how many of them were written. */
EXPORT uint32_t
machine_get(machine *m, uint32_t address, lit *bits, uint32_t bytes)
{
    region *r = region_at(m, address, bytes);
    uint32_t written = 0;

    if (r == NULL)
        abort();
    for (uint32_t i = 0; i < bytes; i++) {
        written += r->bytes || r->written[address - r->start + i] == 1;
        read_byte(m, r, address + i, bits + 8 * i);
    }
    return written;
}

/* Sets the base of the region at an address: a symbolic pointer to `at`. */
EXPORT void
machine_set_base(machine *m, uint32_t address, uint32_t at, unsigned bits, const lit *base)
{
    for (uint32_t i = 0; i < m->nregions; i++)
        if (m->regions[i].start == address && !m->regions[i].bytes) {
            m->regions[i].base_bits = bits;
            m->regions[i].base_at = at;
            memcpy(m->regions[i].base, base, bits * sizeof *base);
        }
}

/* Saves a region that is not constant; `written` as in machine.h. */
EXPORT void
machine_save(machine *m, uint32_t address, uint32_t bytes, lit *bits, uint8_t *written)
{
    region *r = region_at(m, address, bytes);

    memcpy(bits, r->bit[address - r->start], 8 * bytes * sizeof *bits);
    memcpy(written, r->written + (address - r->start), bytes);
}

/* The number of bytes whose bits are others than machine_save() gave. */
EXPORT uint32_t
machine_changed(machine *m, uint32_t address, uint32_t bytes, const lit *before)
{
    region *r = region_at(m, address, bytes);
    uint32_t changed = 0;

    for (uint32_t i = 0; i < bytes; i++)
        changed += memcmp(r->bit[address - r->start + i], before + 8 * i, 8 * sizeof *before) != 0;
    return changed;
}

EXPORT void
machine_restore(machine *m, uint32_t address, uint32_t bytes, const lit *bits, const uint8_t *written)
{
    region *r = region_at(m, address, bytes);

    memcpy(r->bit[address - r->start], bits, 8 * bytes * sizeof *bits);
    memcpy(r->written + (address - r->start), written, bytes);
}

typedef struct report {
    uint32_t fault, at, address, bytes;
    uint64_t instructions, lookups;
    uint32_t stack, pc;
    lit undecided;
    uint32_t after_write;
} report;

EXPORT void
machine_report(const machine *m, report *r)
{
    *r = (report){m->fault,   m->at, m->address, m->bytes,     m->instructions,
                  m->lookups, 0,     m->pc,      m->undecided, m->after_write};
    if (m->nregions)
        r->stack = m->regions[0].start + m->regions[0].size - m->lowest_write;
}

/* Which bytes of constants look-ups may have read. */
EXPORT void
machine_looked_up(const machine *m, uint32_t number, uint8_t *out)
{
    memcpy(out, m->regions[number].written, m->regions[number].size);
}

EXPORT void
machine_executed(const machine *m, uint8_t *out)
{
    memcpy(out, m->executed, m->code_size);
}

EXPORT void
rv32_set(rv32 *p, unsigned number, const lit bits[BITS])
{
    p->x[0] = known(0);
    if (number == 0)
        return;
    memcpy(p->x[number].bit, bits, sizeof p->x[number].bit);
    p->x[number] = from_bits(p->x[number]);
}

EXPORT void
rv32_get(rv32 *p, unsigned number, lit bits[BITS])
{
    to_bits(&p->x[number]);
    memcpy(bits, p->x[number].bit, sizeof p->x[number].bit);
}

EXPORT void
rv32_call(rv32 *p, uint32_t pc, uint32_t end, uint32_t pause)
{
    p->m.live = rv_live;
    p->m.pc = pc;
    p->m.end = end;
    p->m.pause = pause;
    rv_run(p);
}

/* Executes the instruction at pc. */
EXPORT void
rv32_step_at(rv32 *p, uint32_t pc)
{
    p->m.pc = pc;
    rv_step(p);
}

/* Registers 0 to 31, and the flags as register 32. */
EXPORT void
avr_set(avr *p, unsigned number, const lit bits[8])
{
    if (number < 32)
        memcpy(reg(p, number), bits, sizeof(byte));
    else
        for (unsigned i = 0; i < FLAGS; i++)
            set_flag(p, i, bits[i]);
}

EXPORT void
avr_get(avr *p, unsigned number, lit bits[8])
{
    if (number < 32)
        memcpy(bits, reg(p, number), sizeof(byte));
    else
        for (unsigned i = 0; i < FLAGS; i++)
            bits[i] = flag(p, i);
}

/* Sets the stack pointer. */
EXPORT void
avr_stack(avr *p, uint32_t to)
{
    p->sp = to;
    p->bytewise = p->moved = false;
}

EXPORT uint32_t
avr_stack_pointer(avr *p)
{
    return stack_pointer(p);
}

EXPORT lit
avr_interrupts(const avr *p)
{
    return p->flag[I];
}

EXPORT void
avr_set_interrupts(avr *p, const lit *x)
{
    p->flag[I] = *x;
}

EXPORT void
avr_call(avr *p, uint32_t pc, uint32_t end, uint32_t pause)
{
    p->m.live = avr_live;
    p->m.pc = pc;
    p->m.end = end;
    p->m.pause = pause;
    p->m.pointer_origin = DATA_SPACE;
    avr_run(p);
}

EXPORT void
avr_step_at(avr *p, uint32_t pc)
{
    p->m.pc = pc;
    avr_step(p);
}

/* The bits of a register. */
EXPORT void
msp430_width(msp430 *p, unsigned width)
{
    p->width = width;
}

/* Registers 1 to 15 by their low 16 bits; those above are zero. */
EXPORT void
msp430_set(msp430 *p, unsigned number, const lit bits[MSP_ADDRESS_BITS])
{
    word w = {0};

    memcpy(w.bit, bits, MSP_ADDRESS_BITS * sizeof *bits);
    w = from_bits(w);
    if (number == MSP_SR)
        msp_set_status(p, w);
    else if (number != MSP_PC && number != MSP_CG)
        p->r[number] = w;
}

EXPORT void
msp430_get(msp430 *p, unsigned number, lit bits[MSP_ADDRESS_BITS])
{
    word w = number == MSP_SR ? msp_status(p) : p->r[number];

    to_bits(&w);
    memcpy(bits, w.bit, MSP_ADDRESS_BITS * sizeof *bits);
}

EXPORT void
msp430_call(msp430 *p, uint32_t pc, uint32_t end, uint32_t pause)
{
    p->m.live = msp_live;
    p->m.pc = pc;
    p->m.end = end;
    p->m.pause = pause;
    msp_run(p);
}

EXPORT void
msp430_step_at(msp430 *p, uint32_t pc)
{
    p->m.pc = pc;
    msp_step(p);
}

EXPORT void
thumb_core(thumb *p, unsigned core)
{
    p->core = (enum core)core;
}

/* r0 to lr, and N, Z, C and V as register 15. */
EXPORT void
thumb_set(thumb *p, unsigned number, const lit bits[BITS])
{
    if (number == PC) {
        th_set_flags(p, bits);
        return;
    }
    memcpy(p->r[number].bit, bits, sizeof p->r[number].bit);
    p->r[number] = from_bits(p->r[number]);
}

EXPORT void
thumb_get(thumb *p, unsigned number, lit bits[BITS])
{
    if (number == PC) {
        memset(bits, 0, BITS * sizeof *bits);
        th_get_flags(p, bits);
        return;
    }
    to_bits(&p->r[number]);
    memcpy(bits, p->r[number].bit, sizeof p->r[number].bit);
}

EXPORT void
thumb_call(thumb *p, uint32_t pc, uint32_t end, uint32_t pause)
{
    p->m.live = th_live;
    p->m.pc = pc & ~1u;
    p->m.end = end;
    p->m.pause = pause;
    th_run(p);
}

EXPORT void
thumb_step_at(thumb *p, uint32_t pc)
{
    p->m.pc = pc;
    p->it = 0;
    th_step(p);
}

/* x0 to x30, sp, the flags, and two for each vector register. */
EXPORT void
aarch64_set(aarch64 *p, unsigned number, const lit bits[XN])
{
    if (number >= A64_V)
        memcpy(p->v[(number - A64_V) / 2] + (number - A64_V) % 2 * XN, bits, XN * sizeof *bits);
    else if (number == A64_FLAGS)
        a64_set_flags(p, bits);
    else
        memcpy(p->x[number], bits, XN * sizeof *bits);
}

EXPORT void
aarch64_get(aarch64 *p, unsigned number, lit bits[XN])
{
    if (number >= A64_V) {
        memcpy(bits, p->v[(number - A64_V) / 2] + (number - A64_V) % 2 * XN, XN * sizeof *bits);
    } else if (number == A64_FLAGS) {
        memset(bits, 0, XN * sizeof *bits);
        a64_get_flags(p, bits);
    } else {
        memcpy(bits, p->x[number], XN * sizeof *bits);
    }
}

EXPORT void
aarch64_call(aarch64 *p, uint32_t pc, uint32_t end, uint32_t pause)
{
    p->m.live = a64_live;
    p->m.pc = pc;
    p->m.end = end;
    p->m.pause = pause;
    p->has_sp = false;
    a64_run(p);
}

EXPORT void
aarch64_step_at(aarch64 *p, uint32_t pc)
{
    p->m.pc = pc;
    p->has_sp = false;
    a64_step(p);
}

/* 16 registers, the flags but for DF as register 16, masks, eight quadwords of each ZMM register, and DF. */
static lit *
x86_register(x86 *p, unsigned number)
{
    return number < GENERALS            ? p->r[number]
           : number <= GENERALS + MASKS ? p->k[number - GENERALS - 1]
                                        : p->z[0] + 64 * (number - GENERALS - 1 - MASKS);
}

EXPORT void
x86_set(x86 *p, unsigned number, const lit bits[64])
{
    if (number == X86_DIRECTION)
        x86_set_flag(p, DF, bits[0]);
    else if (number != GENERALS)
        memcpy(x86_register(p, number), bits, 64 * sizeof *bits);
    for (unsigned i = 0; number == GENERALS && i < DF; i++)
        x86_set_flag(p, i, bits[i]);
}

EXPORT void
x86_get(x86 *p, unsigned number, lit bits[64])
{
    if (number != GENERALS && number != X86_DIRECTION) {
        memcpy(bits, x86_register(p, number), 64 * sizeof *bits);
        return;
    }
    memset(bits, 0, 64 * sizeof *bits);
    if (number == X86_DIRECTION)
        bits[0] = x86_flag(p, DF);
    for (unsigned i = 0; number == GENERALS && i < DF; i++)
        bits[i] = x86_flag(p, i);
}

EXPORT void
x86_call(x86 *p, uint32_t pc, uint32_t end, uint32_t pause)
{
    p->m.live = x86_live;
    p->m.pc = pc;
    p->m.end = end;
    p->m.pause = pause;
    p->run++;
    x86_run(p);
}

EXPORT void
x86_step_at(x86 *p, uint32_t pc)
{
    p->m.pc = pc;
    p->run++;
    x86_step(p);
}
