/* SPDX-License-Identifier: MIT */
/* A64 code on literals: Arm Architecture Reference Manual for A-profile (DDI 0487), chapters C4 to C7.
 *
 * Operands may be secret where the manual has PSTATE.DIT make the time of an instruction independent of its
 * data (section B1.3.6): arithmetic, shifts, conditional selection, multiplication, Advanced SIMD and the
 * cryptographic extension, but not division.  The Cortex-A72 predates DIT; that the time of the same
 * instructions does not depend on data there is assumed.
 *
 * DC ZVA clears 64 bytes, as on the Cortex-A72.  Hints other than NOP and BTI, and floating-point arithmetic,
 * are not modelled. */
#ifndef NARAE_LAB_PROOF_AARCH64_H
#define NARAE_LAB_PROOF_AARCH64_H

#include "aarch64_vector.h"

/* Flags */

static lit
a64_zero(aarch64 *p)
{
    return none_of(p->m.graph, p->last, XN);
}

static lit
a64_overflow(aarch64 *p)
{
    graph *g = p->m.graph;

    return gate_and(g, gate_xor(g, p->top[0], p->top[2]), gate_xor(g, p->top[1], p->top[2]));
}

/* Flags are in the order V, C, Z, N. */
static void
a64_get_flags(aarch64 *p, lit flags[4])
{
    flags[0] = a64_overflow(p);
    flags[1] = p->carry;
    flags[2] = a64_zero(p);
    flags[3] = p->negative;
}

static void
a64_set_flags(aarch64 *p, const lit flags[4])
{
    p->top[0] = p->top[1] = 0;
    p->top[2] = flags[0];
    p->carry = flags[1];
    memset(p->last, 0, sizeof p->last);
    p->last[0] = flags[2] ^ 1;
    p->negative = flags[3];
}

static lit
a64_condition(aarch64 *p, unsigned which)
{
    graph *g = p->m.graph;
    lit r;

    switch (which >> 1) {
    case 0:
        r = a64_zero(p);
        break;
    case 1:
        r = p->carry;
        break;
    case 2:
        r = p->negative;
        break;
    case 3:
        r = a64_overflow(p);
        break;
    case 4:
        r = gate_and(g, p->carry, a64_zero(p) ^ 1);
        break;
    case 5:
        r = gate_xor(g, p->negative, a64_overflow(p)) ^ 1;
        break;
    case 6:
        r = gate_and(g, a64_zero(p) ^ 1, gate_xor(g, p->negative, a64_overflow(p)) ^ 1);
        break;
    default:
        return 1;
    }
    return r ^ (which & 1);
}

/* out = a + b + carry, with b complemented for a subtraction. */
static void
a64_add(aarch64 *p, unsigned n, const lit *a, const lit *b, bool subtracts, lit carry, bool flags, lit *out)
{
    lit sum[XN], other[XN];

    for (unsigned i = 0; i < n; i++)
        other[i] = b[i] ^ subtracts;
    lane_add(p->m.graph, n, a, other, carry, sum, flags ? &p->carry : NULL);
    if (flags) {
        p->top[0] = a[n - 1];
        p->top[1] = other[n - 1];
        p->top[2] = p->negative = sum[n - 1];
        memset(p->last, 0, sizeof p->last);
        memcpy(p->last, sum, n * sizeof *sum);
    }
    memcpy(out, sum, n * sizeof *sum);
}

static void
a64_add_number(aarch64 *p, const lit *a, uint64_t number, lit out[XN])
{
    lit b[XN];

    set_value(number, XN, b);
    a64_add(p, XN, a, b, false, 0, false, out);
}

/* Integers */

/* how: of the shift field, LSL, LSR, ASR, ROR */
static void
a64_shift(unsigned n, const lit *a, unsigned how, unsigned by, lit *out)
{
    static const char names[4] = {'l', 'r', 'a', 'o'};

    lane_shift(n, a, names[how], by, out);
}

static void
a64_address_of_label(aarch64 *p, uint32_t x, const a64_form *f)
{
    uint64_t by = (uint64_t)((int64_t)((uint64_t)bit_field(x, 23, 5) << 45) >> 43 | bit_field(x, 30, 29));
    lit r[XN];

    set_value(x >> 31 ? (p->m.pc & ~UINT32_C(0xfff)) + (by << 12) : p->m.pc + by, XN, r);
    a64_set(p, a64_rd(x), XN, r);
}

/* Rd = 31 is sp, unless the flags are set. */
static void
a64_set_sum(aarch64 *p, uint32_t x, unsigned n, const lit *a, const lit *b, bool is_sp)
{
    bool subtracts = x >> 30 & 1, flags = x >> 29 & 1;
    lit r[XN];

    a64_add(p, n, a, b, subtracts, subtracts, flags, r);
    if (is_sp && !flags)
        a64_set_or_sp(p, a64_rd(x), n, r);
    else
        a64_set(p, a64_rd(x), n, r);
}

static void
a64_add_immediate(aarch64 *p, uint32_t x, const a64_form *f)
{
    lit b[XN];

    set_value(bit_field(x, 21, 10) << (x >> 22 & 1 ? 12 : 0), XN, b);
    a64_set_sum(p, x, a64_width(x), p->x[a64_rn(x)], b, true);
}

static void
a64_add_shifted(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x), how = bit_field(x, 23, 22), by = bit_field(x, 15, 10);
    lit b[XN];

    if (how == 3 || by >= n) {
        a64_unknown(p);
        return;
    }
    a64_shift(n, a64_get(p, a64_rm(x)), how, by, b);
    a64_set_sum(p, x, n, a64_get(p, a64_rn(x)), b, false);
}

/* A register extended from 8 << option bits, signed or not, and shifted. */
static void
a64_extend(const aarch64 *p, unsigned n, unsigned option, unsigned by, lit out[XN], unsigned number)
{
    unsigned from = 8u << (option & 3);
    const lit *a = a64_get(p, number);
    lit whole[XN];

    for (unsigned i = 0; i < XN; i++)
        whole[i] = i < from ? a[i] : option & 4 ? a[from - 1] : 0;
    a64_shift(n, whole, 0, by, out);
}

static void
a64_add_extended(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x), by = bit_field(x, 12, 10);
    lit b[XN];

    if (by > 4) {
        a64_unknown(p);
        return;
    }
    a64_extend(p, n, bit_field(x, 15, 13), by, b, a64_rm(x));
    a64_set_sum(p, x, n, p->x[a64_rn(x)], b, true);
}

static void
a64_add_carry(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x);
    lit r[XN];

    a64_add(p, n, a64_get(p, a64_rn(x)), a64_get(p, a64_rm(x)), x >> 30 & 1, p->carry, x >> 29 & 1, r);
    a64_set(p, a64_rd(x), n, r);
}

/* AND, ORR, EOR, ANDS */
static void
a64_logic(aarch64 *p, uint32_t x, const lit *b, bool is_sp)
{
    static const char operations[4] = {'&', '|', '^', '&'};
    unsigned n = a64_width(x), which = bit_field(x, 30, 29);
    lit r[XN];

    lane_gate(p->m.graph, operations[which], n, a64_get(p, a64_rn(x)), b, r);
    if (which == 3) {
        p->carry = p->top[0] = p->top[1] = p->top[2] = 0;
        p->negative = r[n - 1];
        memset(p->last, 0, sizeof p->last);
        memcpy(p->last, r, n * sizeof *r);
    }
    if (is_sp && which != 3)
        a64_set_or_sp(p, a64_rd(x), n, r);
    else
        a64_set(p, a64_rd(x), n, r);
}

/* DecodeBitMasks(): ones in each element, rotated. */
static bool
a64_bit_mask(uint32_t x, uint64_t *mask)
{
    unsigned length = bit_field(x, 22, 22) << 6 | (~bit_field(x, 15, 10) & 63), size, ones, turn;
    uint64_t element;

    if (length < 2 || (!(x >> 31) && x >> 22 & 1))
        return false;
    size = 1u << (31 - __builtin_clz(length));
    ones = (bit_field(x, 15, 10) & (size - 1)) + 1;
    turn = bit_field(x, 21, 16) & (size - 1);
    if (ones == size)
        return false;
    element = (UINT64_C(1) << ones) - 1;
    if (turn)
        element = (element >> turn | element << (size - turn)) & modulo(size);
    for (*mask = element; size < 64; size *= 2)
        *mask |= *mask << size;
    return true;
}

static void
a64_logic_immediate(aarch64 *p, uint32_t x, const a64_form *f)
{
    uint64_t mask;
    lit b[XN];

    if (!a64_bit_mask(x, &mask)) {
        a64_unknown(p);
        return;
    }
    set_value(mask, XN, b);
    a64_logic(p, x, b, true);
}

static void
a64_logic_shifted(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x), by = bit_field(x, 15, 10);
    lit b[XN];

    if (by >= n) {
        a64_unknown(p);
        return;
    }
    a64_shift(n, a64_get(p, a64_rm(x)), bit_field(x, 23, 22), by, b);
    for (unsigned i = 0; i < n; i++)
        b[i] ^= x >> 21 & 1;
    a64_logic(p, x, b, false);
}

static void
a64_move_wide(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x), how = bit_field(x, 30, 29), at = 16 * bit_field(x, 22, 21);
    lit r[XN] = {0};

    if (how == 1 || at >= n) {
        a64_unknown(p);
        return;
    }
    if (how == 3)
        memcpy(r, a64_get(p, a64_rd(x)), n * sizeof *r);
    for (unsigned i = 0; i < 16; i++)
        r[at + i] = x >> (5 + i) & 1;
    for (unsigned i = 0; i < n && how == 0; i++)
        r[i] ^= 1;
    a64_set(p, a64_rd(x), n, r);
}

/* SBFM, BFM, UBFM */
static void
a64_bitfield(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x), how = bit_field(x, 30, 29), turn = bit_field(x, 21, 16),
             high = bit_field(x, 15, 10);
    unsigned at = high < turn ? n - turn : 0, from = high < turn ? 0 : turn, end = at + high - from + 1;
    const lit *a = a64_get(p, a64_rn(x)), *old = a64_get(p, a64_rd(x));
    lit r[XN];

    if (how == 3 || turn >= n || high >= n || (x >> 22 & 1) != x >> 31) {
        a64_unknown(p);
        return;
    }
    for (unsigned i = 0; i < n; i++)
        r[i] = at <= i && i < end ? a[from + i - at] : how == 1 ? old[i] : how == 0 && i >= end ? a[high] : 0;
    a64_set(p, a64_rd(x), n, r);
}

static void
a64_extract(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x), by = bit_field(x, 15, 10);
    lit both[2 * XN];

    if (by >= n || (x >> 22 & 1) != x >> 31) {
        a64_unknown(p);
        return;
    }
    memcpy(both, a64_get(p, a64_rm(x)), n * sizeof *both);
    memcpy(both + n, a64_get(p, a64_rn(x)), n * sizeof *both);
    a64_set(p, a64_rd(x), n, both + by);
}

/* CSEL, CSINC, CSINV, CSNEG */
static void
a64_select(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x);
    bool inverts = x >> 30 & 1, increments = x >> 10 & 1;
    lit c = simplify_bit(p->m.graph, a64_condition(p, bit_field(x, 15, 12)));
    const lit *a = a64_get(p, a64_rn(x)), *b = a64_get(p, a64_rm(x));
    lit other[XN];

    if (c != 1) {
        for (unsigned i = 0; i < n; i++)
            other[i] = b[i] ^ inverts;
        if (increments)
            a64_add(p, n, other, zeros, false, 1, false, other);
        lane_mux(p->m.graph, n, c, a, other, other);
        a = other;
    }
    a64_set(p, a64_rd(x), n, a);
}

/* CCMN, CCMP */
static void
a64_compare_conditionally(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x);
    bool subtracts = x >> 30 & 1;
    lit c = simplify_bit(p->m.graph, a64_condition(p, bit_field(x, 15, 12))), b[XN], flags[4], r[XN];

    set_value(a64_rm(x), XN, b);
    if (c)
        a64_add(p, n, a64_get(p, a64_rn(x)), x >> 11 & 1 ? b : a64_get(p, a64_rm(x)), subtracts, subtracts,
                true, r);
    if (c == 1)
        return;
    a64_get_flags(p, flags);
    for (unsigned i = 0; i < 4; i++)
        flags[i] = gate_mux(p->m.graph, c, flags[i], x >> i & 1);
    a64_set_flags(p, flags);
}

/* MADD, MSUB, and of 32 bits SMADDL, SMSUBL, UMADDL, UMSUBL */
static void
a64_multiply_add(aarch64 *p, uint32_t x, const a64_form *f)
{
    graph *g = p->m.graph;
    unsigned n = a64_width(x);
    bool subtracts = x >> 15 & 1;
    const lit *a = a64_get(p, a64_rn(x)), *b = a64_get(p, a64_rm(x)), *c = a64_get(p, bit_field(x, 14, 10));
    lit r[XN];

    if (f->how == LOW)
        lane_multiply_low(g, n, a, b, r);
    else
        lane_multiply(g, 32, a, f->how == SIGNED, b, f->how == SIGNED, r);
    if (subtracts)
        lane_subtract(g, n, c, r, 0, r, NULL);
    else
        add_product(g, n, c, r, r);
    a64_set(p, a64_rd(x), n, r);
}

static void
a64_multiply_high(aarch64 *p, uint32_t x, const a64_form *f)
{
    lit r[2 * XN];

    lane_multiply(p->m.graph, XN, a64_get(p, a64_rn(x)), f->how == SIGNED, a64_get(p, a64_rm(x)),
                  f->how == SIGNED, r);
    a64_set(p, a64_rd(x), XN, r + XN);
}

static void
a64_divide(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x);
    const lit *a = a64_get(p, a64_rn(x)), *b = a64_get(p, a64_rm(x));
    uint64_t quotient = 0;
    lit r[XN];

    if (!are_constant(a, n) || !are_constant(b, n)) {
        stop(&p->m, DIVISION, 0, 0);
        return;
    }
    if (f->how == UNSIGNED && value_of(b, n))
        quotient = value_of(a, n) / value_of(b, n);
    else if (f->how == SIGNED && signed_value(b, n) == -1)
        quotient = -value_of(a, n);
    else if (f->how == SIGNED && value_of(b, n))
        quotient = (uint64_t)(signed_value(a, n) / signed_value(b, n));
    set_value(quotient, n, r);
    a64_set(p, a64_rd(x), n, r);
}

/* LSLV, LSRV, ASRV, RORV */
static void
a64_shift_by_register(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x);
    const lit *by = a64_get(p, a64_rm(x));
    lit r[XN], shifted[XN];

    memcpy(r, a64_get(p, a64_rn(x)), n * sizeof *r);
    for (unsigned i = 0; 1u << i < n; i++) {
        a64_shift(n, r, bit_field(x, 11, 10), 1u << i, shifted);
        lane_mux(p->m.graph, n, by[i], shifted, r, r);
    }
    a64_set(p, a64_rd(x), n, r);
}

/* RBIT, REV16, REV32, REV: XORs the numbers of bits. */
static void
a64_reverse(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x), flip = f->how & (n - 1);
    const lit *a = a64_get(p, a64_rn(x));
    lit r[XN];

    for (unsigned i = 0; i < n; i++)
        r[i] = a[i ^ flip];
    a64_set(p, a64_rd(x), n, r);
}

static void
a64_count_zeros(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_width(x), zeros_before = 0;
    const lit *a = a64_get(p, a64_rn(x));
    lit r[XN];

    if (!are_constant(a, n)) {
        a64_unknown(p);
        return;
    }
    while (zeros_before < n && a[n - 1 - zeros_before] == 0)
        zeros_before++;
    set_value(zeros_before, n, r);
    a64_set(p, a64_rd(x), n, r);
}

/* Branches */

static void
a64_branch_by(aarch64 *p, uint32_t words, unsigned bits)
{
    p->next = p->m.pc + 4 * (uint32_t)sign_extend(words, bits);
}

static void
a64_link(aarch64 *p)
{
    lit r[XN];

    set_value(p->m.pc + 4, XN, r);
    a64_set(p, 30, XN, r);
}

static void
a64_branch(aarch64 *p, uint32_t x, const a64_form *f)
{
    a64_branch_by(p, bit_field(x, 25, 0), 26);
    if (x >> 31)
        a64_link(p);
}

static void
a64_branch_if(aarch64 *p, uint32_t x, const a64_form *f)
{
    if (branch_taken(&p->m, a64_condition(p, x & 15)))
        a64_branch_by(p, bit_field(x, 23, 5), 19);
}

static void
a64_branch_if_zero(aarch64 *p, uint32_t x, const a64_form *f)
{
    if (branch_taken(&p->m, none_of(p->m.graph, a64_get(p, a64_rd(x)), a64_width(x)) ^ (x >> 24 & 1)))
        a64_branch_by(p, bit_field(x, 23, 5), 19);
}

static void
a64_branch_if_bit(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned bit = x >> 31 << 5 | bit_field(x, 23, 19);

    if (branch_taken(&p->m, a64_get(p, a64_rd(x))[bit] ^ !(x >> 24 & 1)))
        a64_branch_by(p, bit_field(x, 18, 5), 14);
}

/* BR, BLR, RET */
static void
a64_branch_to(aarch64 *p, uint32_t x, const a64_form *f)
{
    machine *m = &p->m;
    const lit *to = a64_get(p, a64_rn(x));
    uint64_t at = m->end;

    if (are_constant(to, XN))
        at = value_of(to, XN);
    else if (!is_return(m, to, XN, 0, 0))
        stop_for(m, BRANCH, to, XN, 0);
    if (at > UINT32_MAX || at & 3)
        stop(m, JUMP, (uint32_t)at, 0);
    if (bit_field(x, 22, 21) == 1)
        a64_link(p);
    p->next = (uint32_t)at;
}

/* Memory */

/* A base register; sp must be aligned. */
static const lit *
a64_base(aarch64 *p, unsigned n)
{
    lit value = 0;

    for (unsigned i = 0; i < 4 && n == A64_SP; i++) {
        if (!is_decided(p->m.graph, p->x[n][i], &value))
            stop_for(&p->m, ADDRESS, &p->x[n][i], 1, 0);
        else if (value)
            stop(&p->m, MISALIGNED, 0, 16);
    }
    return p->x[n];
}

static void
a64_load(aarch64 *p, const lit address[XN], unsigned bytes, lit *out)
{
    machine *m = &p->m;
    uint32_t at;
    unsigned n;

    if (resolve_address(m, address, XN, &at)) {
        read_bits(m, at, out, bytes);
        return;
    }
    memset(out, 0, 8 * bytes * sizeof *out);
    for (unsigned i = 0; i < bytes && m->fault == NO_FAULT; i += n) {
        lit part[XN];

        for (n = 8; n > bytes - i;)
            n /= 2;
        a64_add_number(p, address, i, part);
        if (!read_table(m, part, XN, 0, n, out + 8 * i))
            stop_for(m, ADDRESS, address, XN, bytes);
    }
}

static void
a64_store(aarch64 *p, const lit address[XN], const lit *value, unsigned bytes)
{
    uint32_t at;

    if (resolve_address(&p->m, address, XN, &at))
        write_bits(&p->m, at, value, bytes);
    else
        stop_for(&p->m, ADDRESS, address, XN, bytes);
}

/* One register, of either kind. */
static void
a64_transfer(aarch64 *p, uint32_t x, const lit address[XN])
{
    unsigned size = x >> 30, how = bit_field(x, 23, 22), rt = a64_rd(x), bytes = 1u << size;
    bool is_vector = x >> 26 & 1;
    lit r[VN];

    if (is_vector && how > 1)
        bytes = 16;
    if (is_vector ? how > 1 && size > 0 : how + size > 4) {
        a64_unknown(p);
    } else if (how == 0 || (is_vector && how == 2)) {
        a64_store(p, address, is_vector ? p->v[rt] : a64_get(p, rt), bytes);
    } else {
        a64_load(p, address, bytes, r);
        if (is_vector) {
            a64_set_vector(p, rt, 8 * bytes, r);
            return;
        }
        for (unsigned i = 8 * bytes; i < XN; i++)
            r[i] = how == 1 ? 0 : r[8 * bytes - 1];
        a64_set(p, rt, how == 3 ? XN / 2 : XN, r);
    }
}

/* Base and unsigned number, scaled */
static void
a64_transfer_at(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned scale = x >> 26 & 1 && x >> 23 & 1 ? 4 : x >> 30;
    lit address[XN];

    a64_add_number(p, a64_base(p, a64_rn(x)), (uint64_t)bit_field(x, 21, 10) << scale, address);
    a64_transfer(p, x, address);
}

/* Base and signed number; the sum may replace the base before or after the access. */
static void
a64_transfer_near(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = a64_rn(x), mode = bit_field(x, 11, 10);
    lit base[XN], moved[XN];

    if (mode == 2 || (mode && n == a64_rd(x) && n != A64_SP && !(x >> 26 & 1))) { /* unpredictable */
        a64_unknown(p);
        return;
    }
    memcpy(base, a64_base(p, n), sizeof base);
    a64_add_number(p, base, (uint64_t)(int64_t)sign_extend(bit_field(x, 20, 12), 9), moved);
    if (mode == 3)
        a64_set_or_sp(p, n, XN, moved);
    a64_transfer(p, x, mode == 1 ? base : moved);
    if (mode == 1)
        a64_set_or_sp(p, n, XN, moved);
}

/* Base and extended register */
static void
a64_transfer_indexed(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned scale = x >> 26 & 1 && x >> 23 & 1 ? 4 : x >> 30, option = bit_field(x, 15, 13);
    lit index[XN];

    if (!(option & 2)) {
        a64_unknown(p);
        return;
    }
    a64_extend(p, XN, option, x >> 12 & 1 ? scale : 0, index, a64_rm(x));
    a64_add(p, XN, a64_base(p, a64_rn(x)), index, false, 0, false, index);
    a64_transfer(p, x, index);
}

static void
a64_load_literal(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned size = x >> 30;
    bool is_vector = x >> 26 & 1;
    lit address[XN], r[VN];

    if (size == 3) {
        a64_unknown(p);
        return;
    }
    set_value(p->m.pc + 4 * (uint64_t)(int64_t)sign_extend(bit_field(x, 23, 5), 19), XN, address);
    if (is_vector) {
        a64_load(p, address, 4u << size, r);
        a64_set_vector(p, a64_rd(x), 32u << size, r);
        return;
    }
    a64_load(p, address, size == 1 ? 8 : 4, r);
    for (unsigned i = 32; i < XN && size != 1; i++)
        r[i] = size ? r[31] : 0;
    a64_set(p, a64_rd(x), XN, r);
}

static void
a64_transfer_pair(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned size = x >> 30, mode = bit_field(x, 24, 23), n = a64_rn(x),
             rt[2] = {a64_rd(x), bit_field(x, 14, 10)};
    bool is_vector = x >> 26 & 1, loads = x >> 22 & 1;
    unsigned bytes = is_vector ? 4u << size : size == 2 ? 8 : 4;
    lit base[XN], moved[XN], both[2 * VN];
    const lit *address = mode == 1 ? base : moved;
    bool replaces = mode & 1 && !is_vector && n != A64_SP && (rt[0] == n || rt[1] == n),
         unpredictable = replaces || (loads && rt[0] == rt[1]);

    if (unpredictable || size == 3 || (size == 1 && !is_vector && (!loads || mode == 0))) {
        a64_unknown(p);
        return;
    }
    memcpy(base, a64_base(p, n), sizeof base);
    a64_add_number(p, base, bytes * (uint64_t)(int64_t)sign_extend(bit_field(x, 21, 15), 7), moved);
    if (mode == 3)
        a64_set_or_sp(p, n, XN, moved);
    if (loads)
        a64_load(p, address, 2 * bytes, both);
    for (unsigned i = 0; i < 2; i++) {
        lit *r = both + 8 * bytes * i, extended[XN];

        if (!loads) {
            memcpy(r, is_vector ? p->v[rt[i]] : a64_get(p, rt[i]), 8 * bytes * sizeof *r);
        } else if (is_vector) {
            a64_set_vector(p, rt[i], 8 * bytes, r);
        } else {
            for (unsigned k = 0; k < XN; k++)
                extended[k] = k < 8 * bytes ? r[k] : size == 1 ? r[31] : 0;
            a64_set(p, rt[i], XN, extended);
        }
    }
    if (!loads)
        a64_store(p, address, both, 2 * bytes);
    if (mode == 1)
        a64_set_or_sp(p, n, XN, moved);
}

/* Advances the base of an access to structures: by a register, or by their size. */
static void
a64_advance(aarch64 *p, uint32_t x, unsigned bytes)
{
    lit r[XN];

    if (!(x >> 23 & 1))
        return;
    if (a64_rm(x) == 31)
        set_value(bytes, XN, r);
    else
        memcpy(r, p->x[a64_rm(x)], sizeof r);
    a64_add(p, XN, p->x[a64_rn(x)], r, false, 0, false, r);
    a64_set_or_sp(p, a64_rn(x), XN, r);
}

/* LD1 to LD4 and ST1 to ST4 of whole registers */
static void
a64_transfer_structures(aarch64 *p, uint32_t x, const a64_form *f)
{
    static const uint8_t registers[16] = {4, 0, 4, 0, 3, 0, 3, 1, 2, 0, 2},
                         interleaved[16] = {4, 0, 1, 0, 3, 0, 1, 1, 2, 0, 1};
    unsigned which = bit_field(x, 15, 12), count = registers[which], width = interleaved[which],
             n = 8u << bit_field(x, 11, 10), bits = vector_bits(x), bytes = count * bits / 8;
    bool loads = x >> 22 & 1;
    lit all[4 * VN], address[XN], vectors[4][VN] = {0};

    if (count == 0 || (width > 1 && n == bits)) {
        a64_unknown(p);
        return;
    }
    memcpy(address, a64_base(p, a64_rn(x)), sizeof address);
    if (loads)
        a64_load(p, address, bytes, all);
    for (unsigned i = 0; i < count; i++)
        for (unsigned at = 0; at < bits; at += n) {
            lit *memory = all + (width == 1 ? i * bits + at : at * width + i * n),
                *element = (loads ? vectors[i] : p->v[(a64_rd(x) + i) % 32]) + at;

            memcpy(loads ? element : memory, loads ? memory : element, n * sizeof *all);
        }
    for (unsigned i = 0; loads && i < count; i++)
        a64_set_vector(p, (a64_rd(x) + i) % 32, bits, vectors[i]);
    if (!loads)
        a64_store(p, address, all, bytes);
    a64_advance(p, x, bytes);
}

/* The same of one element, or of one for all (LD1R to LD4R) */
static void
a64_transfer_elements(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned scale = bit_field(x, 15, 14), count = (x >> 12 & 2) + (x >> 21 & 1) + 1,
             size = bit_field(x, 11, 10),
             place = bit_field(x, 30, 30) << 3 | bit_field(x, 12, 12) << 2 | size, n;
    bool loads = x >> 22 & 1, repeats = scale == 3, is_double = scale == 2 && size == 1;
    lit all[4 * LANE], address[XN];

    if ((scale == 1 && size & 1) || (scale == 2 && (size > 1 || (size && x >> 12 & 1))) ||
        (repeats && (!loads || x >> 12 & 1))) {
        a64_unknown(p);
        return;
    }
    scale = repeats ? size : is_double ? 3 : scale;
    n = 8u << scale;
    place >>= scale;
    memcpy(address, a64_base(p, a64_rn(x)), sizeof address);
    if (loads)
        a64_load(p, address, count * n / 8, all);
    for (unsigned i = 0; i < count; i++) {
        lit *v = p->v[(a64_rd(x) + i) % 32], *element = all + i * n, whole[VN];

        for (unsigned at = 0; repeats && at < VN; at += n)
            memcpy(whole + at, element, n * sizeof *whole);
        if (repeats)
            a64_set_vector(p, (a64_rd(x) + i) % 32, vector_bits(x), whole);
        else
            memcpy(loads ? v + place * n : element, loads ? element : v + place * n, n * sizeof *v);
    }
    if (!loads)
        a64_store(p, address, all, count * n / 8);
    a64_advance(p, x, count * n / 8);
}

/* MRS of DCZID_EL0 */
static void
a64_read_zva_size(aarch64 *p, uint32_t x, const a64_form *f)
{
    lit r[XN];

    set_value(DCZID, XN, r);
    a64_set(p, a64_rd(x), XN, r);
}

/* DC ZVA */
static void
a64_clear_line(aarch64 *p, uint32_t x, const a64_form *f)
{
    static const lit none[8 * ZVA_BYTES];
    lit address[XN];

    memcpy(address, a64_get(p, a64_rd(x)), sizeof address);
    for (unsigned i = 0; 1u << i < ZVA_BYTES; i++)
        address[i] = 0;
    a64_store(p, address, none, ZVA_BYTES);
}

static void
a64_nothing(aarch64 *p, uint32_t x, const a64_form *f)
{
}

static void
a64_unknown_form(aarch64 *p, uint32_t x, const a64_form *f)
{
    a64_unknown(p);
}

/* The first form that fits describes an instruction. */
static const a64_form a64_forms[] = {
    /* integers, immediate */
    {0x1f000000, 0x10000000, a64_address_of_label},
    {0x1f800000, 0x11000000, a64_add_immediate},
    {0x1f800000, 0x12000000, a64_logic_immediate},
    {0x1f800000, 0x12800000, a64_move_wide},
    {0x1f800000, 0x13000000, a64_bitfield},
    {0x7fa00000, 0x13800000, a64_extract},
    /* branches and system */
    {0x7c000000, 0x14000000, a64_branch},
    {0xff000010, 0x54000000, a64_branch_if},
    {0x7e000000, 0x34000000, a64_branch_if_zero},
    {0x7e000000, 0x36000000, a64_branch_if_bit},
    {0xfffffc1f, 0xd61f0000, a64_branch_to},
    {0xfffffc1f, 0xd63f0000, a64_branch_to},
    {0xfffffc1f, 0xd65f0000, a64_branch_to},
    {0xffffffff, 0xd503201f, a64_nothing}, /* NOP */
    {0xffffff3f, 0xd503241f, a64_nothing}, /* BTI */
    {0xffffffe0, 0xd53b00e0, a64_read_zva_size},
    {0xffffffe0, 0xd50b7420, a64_clear_line},
    /* integers, registers */
    {0x1f000000, 0x0a000000, a64_logic_shifted},
    {0x1f200000, 0x0b000000, a64_add_shifted},
    {0x1fe00000, 0x0b200000, a64_add_extended},
    {0x1fe0fc00, 0x1a000000, a64_add_carry},
    {0x3fe00410, 0x3a400000, a64_compare_conditionally},
    {0x3fe00800, 0x1a800000, a64_select},
    {0x7fe00000, 0x1b000000, a64_multiply_add, NULL, LOW},
    {0xffe00000, 0x9b200000, a64_multiply_add, NULL, SIGNED},
    {0xffe00000, 0x9ba00000, a64_multiply_add, NULL, UNSIGNED},
    {0xffe08000, 0x9b400000, a64_multiply_high, NULL, SIGNED},
    {0xffe08000, 0x9bc00000, a64_multiply_high, NULL, UNSIGNED},
    {0x7fe0fc00, 0x1ac00800, a64_divide, NULL, UNSIGNED},
    {0x7fe0fc00, 0x1ac00c00, a64_divide, NULL, SIGNED},
    {0x7fe0f000, 0x1ac02000, a64_shift_by_register},
    {0x7ffffc00, 0x5ac00000, a64_reverse, NULL, 63}, /* RBIT */
    {0x7ffffc00, 0x5ac00400, a64_reverse, NULL, 8},  /* REV16 */
    {0x7ffffc00, 0x5ac00800, a64_reverse, NULL, 24}, /* REV of 32 bits */
    {0xfffffc00, 0xdac00c00, a64_reverse, NULL, 56}, /* REV of 64 bits */
    {0x7ffffc00, 0x5ac01000, a64_count_zeros},
    /* memory */
    {0xffc00000, 0xf9800000, a64_nothing}, /* PRFM */
    {0xffe04c00, 0xf8a04800, a64_nothing},
    {0xffe00c00, 0xf8800000, a64_nothing},
    {0xff000000, 0xd8000000, a64_nothing},
    {0x3b000000, 0x18000000, a64_load_literal},
    {0x3a000000, 0x28000000, a64_transfer_pair},
    {0x3b000000, 0x39000000, a64_transfer_at},
    {0x3b200c00, 0x38200800, a64_transfer_indexed},
    {0x3b200000, 0x38000000, a64_transfer_near},
    {0xbfbf0000, 0x0c000000, a64_transfer_structures},
    {0xbfa00000, 0x0c800000, a64_transfer_structures},
    {0xbf9f0000, 0x0d000000, a64_transfer_elements},
    {0xbf800000, 0x0d800000, a64_transfer_elements},
    /* three vectors of the same kind */
    {0xbfe0fc00, 0x0e201c00, a64_bitwise, vector_and},
    {0xbfe0fc00, 0x0e601c00, a64_bitwise, vector_bic},
    {0xbfe0fc00, 0x0ea01c00, a64_bitwise, vector_orr},
    {0xbfe0fc00, 0x0ee01c00, a64_bitwise, vector_orn},
    {0xbfe0fc00, 0x2e201c00, a64_bitwise, vector_eor},
    {0xbfe0fc00, 0x2e601c00, a64_bitwise, vector_bsl},
    {0xbfe0fc00, 0x2ea01c00, a64_bitwise, vector_bit},
    {0xbfe0fc00, 0x2ee01c00, a64_bitwise, vector_bif},
    {0xbf20fc00, 0x2e200c00, a64_elements, vector_uqadd, ANY_SIZE},
    {0xbf20fc00, 0x2e202c00, a64_elements, vector_uqsub, ANY_SIZE},
    {0xbf20fc00, 0x0e203400, a64_elements, vector_cmgt, ANY_SIZE},
    {0xbf20fc00, 0x2e203400, a64_elements, vector_cmhi, ANY_SIZE},
    {0xbf20fc00, 0x0e203c00, a64_elements, vector_cmge, ANY_SIZE},
    {0xbf20fc00, 0x2e203c00, a64_elements, vector_cmhs, ANY_SIZE},
    {0xbf20fc00, 0x0e204400, a64_elements, vector_sshl, ANY_SIZE},
    {0xbf20fc00, 0x2e204400, a64_elements, vector_ushl, ANY_SIZE},
    {0xbf20fc00, 0x0e206400, a64_elements, vector_smax, NOT_DOUBLES},
    {0xbf20fc00, 0x2e206400, a64_elements, vector_umax, NOT_DOUBLES},
    {0xbf20fc00, 0x0e206c00, a64_elements, vector_smin, NOT_DOUBLES},
    {0xbf20fc00, 0x2e206c00, a64_elements, vector_umin, NOT_DOUBLES},
    {0xbf20fc00, 0x0e208400, a64_elements, vector_add, ANY_SIZE},
    {0xbf20fc00, 0x2e208400, a64_elements, vector_sub, ANY_SIZE},
    {0xffe0fc00, 0x5ee08400, a64_elements, vector_add, ANY_SIZE}, /* of one doubleword */
    {0xffe0fc00, 0x7ee08400, a64_elements, vector_sub, ANY_SIZE},
    {0xbf20fc00, 0x0e208c00, a64_elements, vector_cmtst, ANY_SIZE},
    {0xbf20fc00, 0x2e208c00, a64_elements, vector_cmeq, ANY_SIZE},
    {0xbf20fc00, 0x0e209400, a64_elements, vector_mla, NOT_DOUBLES},
    {0xbf20fc00, 0x2e209400, a64_elements, vector_mls, NOT_DOUBLES},
    {0xbf20fc00, 0x0e209c00, a64_elements, vector_mul, NOT_DOUBLES},
    {0xbf20fc00, 0x2e209c00, a64_elements, vector_pmul, BYTES},
    {0xbf20fc00, 0x2e20a400, a64_pairwise, vector_umax, NOT_DOUBLES},
    {0xbf20fc00, 0x2e20ac00, a64_pairwise, vector_umin, NOT_DOUBLES},
    {0xbf20fc00, 0x0e20bc00, a64_pairwise, vector_add, ANY_SIZE},
    /* vectors of different kinds */
    {0xbf20fc00, 0x0e200000, a64_long, vector_add, SIGNED},
    {0xbf20fc00, 0x2e200000, a64_long, vector_add, UNSIGNED},
    {0xbf20fc00, 0x0e201000, a64_long, vector_add, SIGNED | WIDE},
    {0xbf20fc00, 0x2e201000, a64_long, vector_add, UNSIGNED | WIDE},
    {0xbf20fc00, 0x0e202000, a64_long, vector_sub, SIGNED},
    {0xbf20fc00, 0x2e202000, a64_long, vector_sub, UNSIGNED},
    {0xbf20fc00, 0x2e208000, a64_long, vector_mla, UNSIGNED},
    {0xbf20fc00, 0x0e20c000, a64_long, vector_mul, SIGNED},
    {0xbf20fc00, 0x2e20c000, a64_long, vector_mul, UNSIGNED},
    {0xbf20fc00, 0x0e20e000, a64_polynomial_long},
    /* two vectors */
    {0xbf3ffc00, 0x0e200800, a64_reverse_elements, NULL, 64},
    {0xbf3ffc00, 0x2e200800, a64_reverse_elements, NULL, 32},
    {0xbf3ffc00, 0x0e201800, a64_reverse_elements, NULL, 16},
    {0xbffffc00, 0x2e205800, a64_with_zero, vector_orn, SWAPPED}, /* NOT */
    {0xbf3ffc00, 0x0e208800, a64_with_zero, vector_cmgt},
    {0xbf3ffc00, 0x2e208800, a64_with_zero, vector_cmge},
    {0xbf3ffc00, 0x0e209800, a64_with_zero, vector_cmeq},
    {0xbf3ffc00, 0x2e209800, a64_with_zero, vector_cmge, SWAPPED}, /* CMLE */
    {0xbf3ffc00, 0x0e20a800, a64_with_zero, vector_cmgt, SWAPPED}, /* CMLT */
    {0xbf3ffc00, 0x2e20b800, a64_with_zero, vector_sub, SWAPPED},  /* NEG */
    {0xbf3ffc00, 0x0e212800, a64_resize},
    {0xbf3ffc00, 0x2e213800, a64_resize, NULL, WIDE},
    /* vectors and immediate numbers; scalars, too */
    {0x9ff80400, 0x0f000400, a64_move_immediate},
    {0xaf80fc00, 0x0f000400, a64_shift_immediate, NULL, 'a'},
    {0xaf80fc00, 0x2f000400, a64_shift_immediate, NULL, 'r'},
    {0xaf80fc00, 0x0f001400, a64_shift_immediate, vector_add, 'a'},
    {0xaf80fc00, 0x2f001400, a64_shift_immediate, vector_add, 'r'},
    {0xaf80fc00, 0x0f005400, a64_shift_immediate, NULL, 'l'},
    {0xaf80fc00, 0x2f004400, a64_shift_immediate, NULL, 'R'},
    {0xaf80fc00, 0x2f005400, a64_shift_immediate, NULL, 'L'},
    {0xbf80fc00, 0x0f008400, a64_shift_immediate, NULL, 'n'},
    {0xbf80fc00, 0x0f00a400, a64_shift_immediate, NULL, 's'},
    {0xbf80fc00, 0x2f00a400, a64_shift_immediate, NULL, 'u'},
    /* moves of elements */
    {0xbfe0fc00, 0x0e000400, a64_duplicate},
    {0xffe0fc00, 0x5e000400, a64_duplicate},
    {0xbfe0fc00, 0x0e000c00, a64_duplicate},
    {0xffe0fc00, 0x4e001c00, a64_insert},
    {0xffe08400, 0x6e000400, a64_insert},
    {0xbfe0fc00, 0x0e002c00, a64_move_element, NULL, SIGNED},
    {0xbfe0fc00, 0x0e003c00, a64_move_element, NULL, UNSIGNED},
    {0xbf208c00, 0x0e000800, a64_permute},
    {0xbfe08400, 0x2e000000, a64_extract_bytes},
    {0xbfe08c00, 0x0e000000, a64_table},
    {0xfffffc00, 0x1e260000, a64_move_to_general, NULL, 32},
    {0xfffffc00, 0x9e660000, a64_move_to_general, NULL, 64},
    {0xfffffc00, 0x9eae0000, a64_move_to_general, NULL, 64 | UPPER},
    {0xfffffc00, 0x1e270000, a64_move_from_general, NULL, 32},
    {0xfffffc00, 0x9e670000, a64_move_from_general, NULL, 64},
    {0xfffffc00, 0x9eaf0000, a64_move_from_general, NULL, 64 | UPPER},
    {0xfffffc00, 0x1e204000, a64_move_scalar, NULL, 32},
    {0xfffffc00, 0x1e604000, a64_move_scalar, NULL, 64},
    /* cryptographic extension */
    {0xfffffc00, 0x4e284800, a64_aes_round, NULL, false},
    {0xfffffc00, 0x4e285800, a64_aes_round, NULL, true},
    {0xfffffc00, 0x4e286800, a64_aes_mix, NULL, false},
    {0xfffffc00, 0x4e287800, a64_aes_mix, NULL, true},
    {0xffe0fc00, 0x5e004000, a64_sha256_rounds, NULL, false},
    {0xffe0fc00, 0x5e005000, a64_sha256_rounds, NULL, true},
    {0xfffffc00, 0x5e282800, a64_sha256_schedule_0},
    {0xffe0fc00, 0x5e006000, a64_sha256_schedule_1},
    {0xffe08000, 0xce000000, a64_three_vectors, vector_eor}, /* EOR3 */
    {0xffe08000, 0xce200000, a64_three_vectors, vector_bic}, /* BCAX */
    {0xffe0fc00, 0xce608c00, a64_rotate_and_xor},            /* RAX1 */
    {0xffe00000, 0xce800000, a64_rotate_and_xor, NULL, 'x'}, /* XAR */
    {0, 0, a64_unknown_form},
};

/* The form of an instruction; the last ones are remembered. */
static const a64_form *
a64_decode(uint32_t x)
{
    static struct {
        uint32_t x;
        const a64_form *form;
    } known[4096];
    uint32_t at = (uint32_t)mix(x) % 4096;

    if (known[at].form == NULL || known[at].x != x) {
        const a64_form *f = a64_forms;

        while ((x & f->mask) != f->value)
            f++;
        known[at].x = x;
        known[at].form = f;
    }
    return known[at].form;
}

static void
a64_step(aarch64 *p)
{
    machine *m = &p->m;
    const a64_form *f;
    uint32_t x;

    if (!begin_step(m, 4))
        return;
    memcpy(&x, m->code + (m->pc - m->code_start), 4);
    p->next = m->pc + 4;
    f = a64_decode(x);
    f->execute(p, x, f);
    if (m->fault == NO_FAULT)
        m->pc = p->next;
}

static void
a64_run(aarch64 *p)
{
    uint32_t before;

    do {
        before = p->m.pc;
        a64_step(p);
    } while (!is_finished(&p->m, before));
}

#endif
