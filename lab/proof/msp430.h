/* SPDX-License-Identifier: MIT */
/* MSP430 and MSP430X on symbolic words: lab/sims/msp430/isa.h, read with literals.  Data lie below 64 KiB. */
#ifndef NARAE_LAB_PROOF_MSP430_H
#define NARAE_LAB_PROOF_MSP430_H

#include "machine.h"

enum { MSP_ADDRESS_BITS = 16, MSP_WORDS = 4, MSP_WIDTH = 20 }; /* of an instruction, and of registers */

typedef word msp_word;
typedef lit msp_flag;

typedef struct msp430 {
    machine m;
    msp_word r[16], zero, sp; /* sp: the stack pointer before this instruction */
    msp_flag c, n, top[3];
    bool inverse;
    unsigned width;
    uint32_t next;
    lit carry;      /* of the last addition, */
    uint32_t added; /* which this is */
} msp430;
#define msp msp430 /* what isa.h calls it */

static inline msp_word
msp_known(uint32_t x)
{
    return known(x);
}

static msp_word
msp_and(msp430 *p, msp_word a, msp_word b)
{
    return word_gate(&p->m, '&', a, b);
}

static msp_word
msp_or(msp430 *p, msp_word a, msp_word b)
{
    return word_gate(&p->m, '|', a, b);
}

static msp_word
msp_xor(msp430 *p, msp_word a, msp_word b)
{
    return word_gate(&p->m, '^', a, b);
}

static msp_word
msp_not(msp_word a)
{
    return word_not(a);
}

static msp_word
msp_low(msp_word a, unsigned bits)
{
    return a.known ? known(a.value & ((UINT32_C(1) << bits) - 1)) : low_bits(a, bits, false);
}

static msp_word
msp_up(msp_word a, unsigned n)
{
    return msp_low(word_shift(a, 'l', n), MSP_WIDTH);
}

static msp_word
msp_down(msp_word a, unsigned n)
{
    return word_shift(a, 'r', n);
}

static msp_flag
msp_get(msp_word a, unsigned n)
{
    return a.known ? a.value >> n & 1 : a.bit[n];
}

static msp_word
msp_put(msp_word a, unsigned n, msp_flag f)
{
    to_bits(&a);
    a.bit[n] = f;
    return from_bits(a);
}

/* A carry of the last addition makes both additions one. */
static msp_word
msp_add(msp430 *p, unsigned bits, msp_word a, msp_word b, msp_flag carry, msp_flag *out)
{
    graph *g = p->m.graph;
    lit carries[BITS];
    msp_word r = known(0);

    if (a.known && b.known && carry < 2) {
        uint32_t sum = msp_low(a, bits).value + msp_low(b, bits).value + carry;

        if (out)
            *out = sum >> bits & 1;
        return msp_low(known(sum), bits);
    }
    to_bits(&a);
    to_bits(&b);
    to_bits(&r);
    simplify_number(g, a.bit, bits);
    simplify_number(g, b.bit, bits);
    add_after(g, bits, a.bit, b.bit, carry, carry == p->carry ? p->added : 0, 0, r.bit, out ? carries : NULL);
    if (out) {
        *out = p->carry = carries[bits - 1];
        p->added = g->added;
    }
    return from_bits(r);
}

static msp_flag
msp_both(msp430 *p, msp_flag f, msp_flag g)
{
    return gate_and(p->m.graph, f, g);
}

static msp_flag
msp_differ(msp430 *p, msp_flag f, msp_flag g)
{
    return gate_xor(p->m.graph, f, g);
}

static msp_flag
msp_is_zero(msp430 *p, msp_word a)
{
    return a.known ? a.value == 0 : none_of(p->m.graph, a.bit, MSP_WIDTH);
}

static msp_word
msp_choose(msp430 *p, msp_flag f, msp_word a, msp_word b)
{
    to_bits(&a);
    to_bits(&b);
    for (unsigned i = 0; i < BITS; i++)
        a.bit[i] = gate_mux(p->m.graph, f, a.bit[i], b.bit[i]);
    return from_bits(a);
}

static bool
msp_decided(msp430 *p, msp_flag f)
{
    return branch_taken(&p->m, f);
}

static uint32_t
msp_place(msp430 *p, msp_word a)
{
    if (a.known)
        return a.value;
    if (is_return(&p->m, a.bit, MSP_ADDRESS_BITS, 0, 0))
        return p->m.end;
    stop_for(&p->m, BRANCH, a.bit, MSP_WIDTH, 0);
    return 0;
}

static void
msp_refuse(msp430 *p)
{
    stop(&p->m, INSTRUCTION, 0, 0);
}

/* Where an address is, if it is no look-up. */
static msp_word
msp_resolved(msp430 *p, msp_word address)
{
    uint32_t at;

    if (!address.known && !are_constant(address.bit + MSP_ADDRESS_BITS, MSP_WIDTH - MSP_ADDRESS_BITS))
        stop_for(&p->m, ADDRESS, address.bit, MSP_WIDTH, 1);
    return !address.known && resolve_address(&p->m, address.bit, MSP_ADDRESS_BITS, &at) ? known(at) : address;
}

static msp_word
msp_load(msp430 *p, msp_word address, unsigned bytes)
{
    machine *m = &p->m;
    msp_word at = msp_resolved(p, address), r = known(0);

    to_bits(&r);
    if (at.known) {
        require_aligned(m, address, at.value, bytes);
        read_bits(m, at.value, r.bit, bytes);
    } else if (bytes > 1 && at.bit[0] != 0) {
        stop_for(m, ADDRESS, at.bit, MSP_ADDRESS_BITS, bytes);
    } else if (!read_table(m, at.bit, MSP_ADDRESS_BITS, 0, bytes, r.bit)) {
        stop_for(m, ADDRESS, at.bit, MSP_ADDRESS_BITS, bytes);
    }
    return from_bits(r);
}

static void
msp_store(msp430 *p, msp_word address, msp_word value, unsigned bytes)
{
    machine *m = &p->m;
    msp_word at = msp_resolved(p, address);

    if (!at.known) {
        stop_for(m, ADDRESS, at.bit, MSP_ADDRESS_BITS, bytes);
        return;
    }
    to_bits(&value);
    require_aligned(m, address, at.value, bytes);
    if (m->fault == NO_FAULT)
        write_bits(m, at.value, value.bit, bytes);
}

#include "../sims/msp430/isa.h"

/* The lowest stack address in use, before or after this instruction. */
static uint32_t
msp_live(machine *m)
{
    msp430 *p = (msp430 *)m;
    msp_word before = msp_resolved(p, p->sp), now = msp_resolved(p, p->r[MSP_SP]);

    if (!before.known || !now.known)
        return UINT32_MAX;
    return before.value < now.value ? before.value : now.value;
}

static void
msp_stack_moved(msp430 *p)
{
    msp_word before = msp_resolved(p, p->sp), now = msp_resolved(p, p->r[MSP_SP]);

    if (!now.known || !before.known)
        stop_for(&p->m, ADDRESS, p->r[MSP_SP].bit, now.known ? 0 : MSP_ADDRESS_BITS, 0);
    else
        discard_stack(&p->m, before.value, now.value);
}

static bool
msp_same(msp_word a, msp_word b)
{
    return a.known == b.known && (a.known ? a.value == b.value : memcmp(a.bit, b.bit, sizeof a.bit) == 0);
}

static void
msp_step(msp430 *p)
{
    machine *m = &p->m;
    struct msp_instruction i;
    uint16_t words[MSP_WORDS] = {0};

    if (!begin_step(m, 2))
        return;
    for (unsigned k = 0; k < MSP_WORDS && m->pc + 2 * k - m->code_start < m->code_size - 1; k++)
        words[k] = (uint16_t)code_halfword(m, m->pc + 2 * k);
    i = msp_decode(m->pc, words, p->width > 16);
    p->sp = p->r[MSP_SP];
    p->next = m->pc + i.length;
    msp_execute(p, &i);
    if (m->live && !msp_same(p->sp, p->r[MSP_SP]))
        msp_stack_moved(p);
    if (m->fault == NO_FAULT)
        m->pc = p->next;
}

static void
msp_run(msp430 *p)
{
    uint32_t before;

    do {
        before = p->m.pc;
        msp_step(p);
    } while (!is_finished(&p->m, before));
}

#undef msp
#endif
