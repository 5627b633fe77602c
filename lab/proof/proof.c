/* SPDX-License-Identifier: MIT */
/* What lab/proof/core.py calls.  Words cross as arrays of literals. */
#include "bilinear.h"
#include "halves.h"
#include "public.h"

/* These take most of the time to compile, and little to run. */
#pragma GCC push_options
#pragma GCC optimize("O1")
#include "avr.h"
#include "rv32.h"
#include "thumb.h"
#pragma GCC pop_options

#define CALLED __attribute__((visibility("default")))

CALLED graph *
graph_new(uint64_t seed, uint32_t most, uint32_t same)
{
    return new_graph(seed, most, same);
}

CALLED void
graph_free(graph *g)
{
    free_graph(g);
}

CALLED void
graph_merging(graph *g, int on)
{
    g->merging = on;
}

CALLED void
graph_inputs(graph *g, unsigned n, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = new_input(g);
}

/* operation: & | ^ */
CALLED void
graph_gates(graph *g, char operation, unsigned n, const lit *a, const lit *b, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = operation == '&'   ? both(g, a[i], b[i])
                 : operation == '|' ? either(g, a[i], b[i])
                                    : sum(g, a[i], b[i]);
}

CALLED lit
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
CALLED void
graph_product_added(graph *g, unsigned n, const lit *a, const lit *b, const lit *c, lit *out)
{
    lit product[64];

    multiply_bits(g, n, a, false, b, false, product);
    add_products(g, 2 * n, product, c, out);
}

CALLED void
graph_look_up(graph *g, unsigned n, const lit *index, const uint32_t *entries, unsigned bits, lit *out)
{
    look_up(g, n, index, entries, bits, out);
}

CALLED void
graph_mark(graph *g, const lit bits[MARK])
{
    mark(g, bits);
}

/* Public numbers or pointers: bits of inputs, with a level each. */
CALLED void
graph_public(graph *g, unsigned n, const lit *inputs, const uint32_t *levels, int is_place)
{
    for (unsigned i = 0; i < n; i++)
        be_public(g, inputs[i], levels[i], is_place);
}

/* What is assumed of numbers and, independently, of pointers: literals.  Are they ever true? */
CALLED int
graph_assume(graph *g, lit numbers, lit places, int settles)
{
    if ((node_of(g, numbers)->of | node_of(g, places)->of) & (SECRET | OPAQUE))
        abort();
    g->assumed[0] = diagram(g, numbers);
    g->assumed[1] = diagram(g, places);
    g->assumed[2] = combined(g, BOTH, g->assumed[0], g->assumed[1]);
    g->settles = settles;
    return g->assumed[2] != 0;
}

/* Values of public inputs for which a literal is true, chosen at random: how many; 0 if there are none, or
 * none matters. */
CALLED unsigned
graph_chosen(graph *g, lit x, uint64_t random, unsigned most, uint32_t *levels, uint8_t *values)
{
    return is_public(g, &x, 1) ? chosen(g, diagram(g, x), random, most, levels, values) : 0;
}

/* The same function of them, or the same function of secrets alone? */
CALLED int
graph_same(graph *g, unsigned n, const lit *a, const lit *b)
{
    for (unsigned i = 0; i < n; i++)
        if (!same_publicly(g, &a[i], &b[i], 1) && (a[i] != b[i] || node_of(g, a[i])->of & (PUBLIC | PLACE)))
            return false;
    return true;
}

/* The same function of two sets of leaves, linear in each? */
CALLED int
graph_bilinear(const graph *g, unsigned n, const lit *x, const lit *y, unsigned na, const lit *a, unsigned nb,
               const lit *b)
{
    return same_bilinear(g, n, x, y, na, a, nb, b);
}

/* With constants in place of what the assumption about public numbers decides. */
CALLED void
graph_decided(graph *g, unsigned n, const lit *bits, lit *out)
{
    lit value = 0;

    for (unsigned i = 0; i < n; i++)
        out[i] = decides(g, bits[i], &value) ? value : bits[i];
}

/* Public bits with other literals in place of inputs. */
CALLED void
graph_replaced(graph *g, unsigned n, const lit *bits, unsigned ninputs, const lit *inputs, const lit *others,
               lit *out)
{
    lit *known = malloc(g->n * sizeof *known);

    if (known == NULL)
        abort();
    memset(known, 0xff, g->n * sizeof *known);
    for (unsigned i = 0; i < n; i++)
        out[i] = is_public(g, &bits[i], 1) ? replaced(g, bits[i], ninputs, inputs, others, known) : bits[i];
    free(known);
}

/* nodes, inputs not counted; merges by XORs, by truth tables; candidates that were none; lookups; merges kept
 */
CALLED void
graph_counts(const graph *g, uint64_t counts[6])
{
    const uint64_t all[6] = {g->n, g->by_sum, g->by_table, g->failed, g->nlookups, g->nmerges};

    memcpy(counts, all, sizeof all);
}

CALLED uint32_t
graph_input_bits(const graph *g)
{
    uint32_t n = 0;

    for (uint32_t x = 1; x < g->n; x++)
        n += g->nodes[x].kind == INPUT;
    return n;
}

/* Some inputs have given values instead, in all assignments. */
CALLED void
graph_evaluate(const graph *g, uint64_t *inputs, unsigned n, const lit *given, const uint8_t *bits,
               uint64_t *values)
{
    uint64_t *next = inputs;

    for (uint32_t x = 1; n && x < g->n; x++)
        if (g->nodes[x].kind == INPUT) {
            for (unsigned i = 0; i < n; i++)
                if (given[i] == 2 * x)
                    *next = -(uint64_t)bits[i];
            next++;
        }
    evaluate(g, inputs, values);
}

/* One node: its kind, operands and, of a look-up, how many. */
CALLED uint32_t
graph_node(const graph *g, uint32_t x, uint32_t *kind, lit operands[MOST_INDEX], uint64_t *table)
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

CALLED void
graph_merge(const graph *g, uint32_t i, lit pair[2])
{
    pair[0] = g->merges[i].a;
    pair[1] = g->merges[i].b;
}

/* Machines: every one begins with a `machine`. */

typedef union any {
    rv32 rv32;
    avr avr;
    thumb thumb;
} any;

CALLED void *
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

CALLED void
machine_free(machine *m)
{
    forget_regions(m);
    free(m->executed);
    free(m);
}

/* No regions and no fault, as before the first call. */
CALLED void
machine_reset(machine *m)
{
    forget_regions(m);
    m->fault = FINE;
    m->instructions = 0;
}

CALLED void
machine_count_from_zero(machine *m)
{
    m->instructions = 0;
}

/* `bytes`: constants, which stay the caller's. */
CALLED void
machine_region(machine *m, uint32_t start, uint32_t size, int writable, const uint8_t *bytes)
{
    region *r = &m->regions[m->nregions++];

    if (m->nregions > MOST_REGIONS)
        abort();
    *r = (region){.start = start, .size = size, .writable = writable, .bytes = bytes};
    r->written = calloc(size + 1, 1);
    r->bit = bytes ? NULL : calloc(size + 1, sizeof *r->bit);
    if (r->written == NULL || (r->bit == NULL && bytes == NULL))
        abort();
    if (m->nregions == 1)
        m->lowest_write = start + size;
}

/* Whether the region that begins at an address may be written, and whether it is gone. */
CALLED void
machine_protect(machine *m, uint32_t address, int writable, int gone)
{
    for (uint32_t i = 0; i < m->nregions; i++)
        if (m->regions[i].start == address && !m->regions[i].bytes) {
            m->regions[i].writable = writable;
            m->regions[i].gone = gone;
        }
}

/* The address that bits of a pointer stand for; NOWHERE if they do not say. */
CALLED uint32_t
machine_located(machine *m, const lit *bits, unsigned width)
{
    uint32_t at;

    return located(m, bits, width, &at) ? at : NOWHERE;
}

/* The address that a call returns to. */
CALLED void
machine_back(machine *m, unsigned n, const lit *bits)
{
    m->back_bits = n;
    memcpy(m->back, bits, n * sizeof *bits);
}

/* Sets bytes of a region, writable or not. */
CALLED void
machine_set(machine *m, uint32_t address, const lit *bits, uint32_t bytes)
{
    region *r = region_at(m, address, bytes);

    if (r == NULL || r->bytes)
        abort();
    memcpy(r->bit[address - r->start], bits, 8 * bytes * sizeof *bits);
    memset(r->written + (address - r->start), 1, bytes);
}

/* Their bits, and how many of these bytes have been written since. */
CALLED uint32_t
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

/* The region that begins at an address is reached by a public number, which stands for the address `at`. */
CALLED void
machine_base(machine *m, uint32_t address, uint32_t at, unsigned bits, const lit *base)
{
    for (uint32_t i = 0; i < m->nregions; i++)
        if (m->regions[i].start == address && !m->regions[i].bytes) {
            m->regions[i].base_bits = bits;
            m->regions[i].base_at = at;
            memcpy(m->regions[i].base, base, bits * sizeof *base);
        }
}

/* All of a region that is no constant, as it is; `written` as in machine.h. */
CALLED void
machine_save(machine *m, uint32_t address, uint32_t bytes, lit *bits, uint8_t *written)
{
    region *r = region_at(m, address, bytes);

    memcpy(bits, r->bit[address - r->start], 8 * bytes * sizeof *bits);
    memcpy(written, r->written + (address - r->start), bytes);
}

CALLED void
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
} report;

CALLED void
machine_report(const machine *m, report *r)
{
    *r = (report){m->fault, m->at, m->address, m->bytes, m->instructions, m->lookups, 0, m->pc, m->undecided};
    if (m->nregions)
        r->stack = m->regions[0].start + m->regions[0].size - m->lowest_write;
}

/* For each byte of a region of constants, whether a look-up may have read it. */
CALLED void
machine_looked_up(const machine *m, uint32_t number, uint8_t *out)
{
    memcpy(out, m->regions[number].written, m->regions[number].size);
}

CALLED void
machine_executed(const machine *m, uint8_t *out)
{
    memcpy(out, m->executed, m->code_size);
}

CALLED void
rv32_set(rv32 *p, unsigned number, const lit bits[BITS])
{
    p->x[0] = known(0);
    if (number == 0)
        return;
    memcpy(p->x[number].bit, bits, sizeof p->x[number].bit);
    p->x[number] = gathered(p->x[number]);
}

CALLED void
rv32_get(rv32 *p, unsigned number, lit bits[BITS])
{
    spread(&p->x[number]);
    memcpy(bits, p->x[number].bit, sizeof p->x[number].bit);
}

CALLED void
rv32_called(rv32 *p, uint32_t pc, uint32_t end, uint32_t pause)
{
    p->m.live = rv_live;
    p->m.pc = pc;
    p->m.end = end;
    p->m.pause = pause;
    rv_run(p);
}

/* One instruction at pc. */
CALLED void
rv32_stepped(rv32 *p, uint32_t pc)
{
    p->m.pc = pc;
    rv_step(p);
}

/* Registers 0 to 31, and the flags as register 32. */
CALLED void
avr_set(avr *p, unsigned number, const lit bits[8])
{
    if (number < 32)
        memcpy(reg(p, number), bits, sizeof(byte));
    else
        for (unsigned i = 0; i < FLAGS; i++)
            set_flag(p, i, bits[i]);
}

CALLED void
avr_get(avr *p, unsigned number, lit bits[8])
{
    if (number < 32)
        memcpy(bits, reg(p, number), sizeof(byte));
    else
        for (unsigned i = 0; i < FLAGS; i++)
            bits[i] = flag(p, i);
}

/* The address that the stack pointer stands for. */
CALLED void
avr_stack(avr *p, uint32_t to)
{
    p->sp = to;
    p->pointed = p->moved = false;
}

CALLED uint32_t
avr_stack_pointer(avr *p)
{
    return stack_pointer(p);
}

CALLED lit
avr_interrupts(const avr *p)
{
    return p->flag[I];
}

CALLED void
avr_set_interrupts(avr *p, const lit *x)
{
    p->flag[I] = *x;
}

CALLED void
avr_called(avr *p, uint32_t pc, uint32_t end, uint32_t pause)
{
    p->m.live = avr_live;
    p->m.pc = pc;
    p->m.end = end;
    p->m.pause = pause;
    p->m.space = DATA_SPACE;
    avr_run(p);
}

CALLED void
avr_stepped(avr *p, uint32_t pc)
{
    p->m.pc = pc;
    avr_step(p);
}

CALLED void
thumb_core(thumb *p, unsigned core)
{
    p->core = (enum core)core;
}

/* r0 to lr, and N, Z, C and V as register 15. */
CALLED void
thumb_set(thumb *p, unsigned number, const lit bits[BITS])
{
    if (number == PC) {
        th_set_flags(p, bits);
        return;
    }
    memcpy(p->r[number].bit, bits, sizeof p->r[number].bit);
    p->r[number] = gathered(p->r[number]);
}

CALLED void
thumb_get(thumb *p, unsigned number, lit bits[BITS])
{
    if (number == PC) {
        memset(bits, 0, BITS * sizeof *bits);
        th_get_flags(p, bits);
        return;
    }
    spread(&p->r[number]);
    memcpy(bits, p->r[number].bit, sizeof p->r[number].bit);
}

CALLED void
thumb_called(thumb *p, uint32_t pc, uint32_t end, uint32_t pause)
{
    p->m.live = th_live;
    p->m.pc = pc & ~1u;
    p->m.end = end;
    p->m.pause = pause;
    th_run(p);
}

CALLED void
thumb_stepped(thumb *p, uint32_t pc)
{
    p->m.pc = pc;
    p->it = 0;
    th_step(p);
}
