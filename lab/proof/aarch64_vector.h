/* SPDX-License-Identifier: MIT */
/* Advanced SIMD, and the instructions for AES, SHA-256 and SHA-3. */
#ifndef NARAE_LAB_PROOF_AARCH64_VECTOR_H
#define NARAE_LAB_PROOF_AARCH64_VECTOR_H

#include "aarch64_registers.h"

enum { BYTES = 1, NOT_DOUBLES = 7, ANY_SIZE = 15 }; /* sets of sizes */
enum { SWAPPED = 1, WIDE = 2 };                     /* operands; SIGNED may be added to WIDE */

/* Functions on one element of n bits */

static void
vector_and(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_gate(m->graph, '&', n, a, b, out);
}

static void
vector_bic(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_gate(m->graph, 'n', n, b, a, out);
}

static void
vector_orr(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_gate(m->graph, '|', n, a, b, out);
}

static void
vector_orn(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = gate_or(m->graph, a[i], b[i] ^ 1);
}

static void
vector_eor(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_gate(m->graph, '^', n, a, b, out);
}

static void
vector_bsl(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = gate_mux(m->graph, out[i], a[i], b[i]);
}

static void
vector_bit(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = gate_mux(m->graph, b[i], a[i], out[i]);
}

static void
vector_bif(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = gate_mux(m->graph, b[i], out[i], a[i]);
}

static void
vector_add(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_add(m->graph, n, a, b, 0, out, NULL);
}

static void
vector_sub(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_subtract(m->graph, n, a, b, 0, out, NULL);
}

static void
vector_mul(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_multiply_low(m->graph, n, a, b, out);
}

static void
vector_mla(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lit product[LANE];

    lane_multiply_low(m->graph, n, a, b, product);
    add_product(m->graph, n, out, product, out);
}

static void
vector_mls(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lit product[LANE];

    lane_multiply_low(m->graph, n, a, b, product);
    lane_subtract(m->graph, n, out, product, 0, out, NULL);
}

static void
vector_pmul(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lit product[2 * LANE];

    carry_less(m->graph, n, a, b, product);
    memcpy(out, product, n * sizeof *out);
}

static void
fill(unsigned n, lit x, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = x;
}

static void
vector_cmeq(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    fill(n, lane_equal(m->graph, n, a, b), out);
}

static void
vector_cmtst(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lit common[LANE];

    lane_gate(m->graph, '&', n, a, b, common);
    fill(n, none_of(m->graph, common, n) ^ 1, out);
}

static void
vector_cmgt(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    fill(n, lane_less(m->graph, n, b, a, true), out);
}

static void
vector_cmge(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    fill(n, lane_less(m->graph, n, a, b, true) ^ 1, out);
}

static void
vector_cmhi(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    fill(n, lane_less(m->graph, n, b, a, false), out);
}

static void
vector_cmhs(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    fill(n, lane_less(m->graph, n, a, b, false) ^ 1, out);
}

static void
vector_smax(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_extreme(m->graph, n, a, b, true, true, out);
}

static void
vector_smin(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_extreme(m->graph, n, a, b, true, false, out);
}

static void
vector_umax(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_extreme(m->graph, n, a, b, false, true, out);
}

static void
vector_umin(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_extreme(m->graph, n, a, b, false, false, out);
}

static void
vector_uqadd(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_saturate(m->graph, n, a, b, false, false, out);
}

static void
vector_uqsub(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    lane_saturate(m->graph, n, a, b, true, false, out);
}

/* By the lowest byte of b, which must be constant: to the left, or to the right if it is negative. */
static void
shift_by_element(machine *m, unsigned n, const lit *a, const lit *b, char right, lit *out)
{
    int64_t by = signed_value(b, 8);

    if (!are_constant(b, 8))
        stop(m, INSTRUCTION, 0, 0);
    lane_shift(n, a, by < 0 ? right : 'l', (unsigned)(by < 0 ? -by : by), out);
}

static void
vector_ushl(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    shift_by_element(m, n, a, b, 'r', out);
}

static void
vector_sshl(machine *m, unsigned n, const lit *a, const lit *b, lit *out)
{
    shift_by_element(m, n, a, b, 'a', out);
}

/* Instructions */

/* Of a vector, 64 or 128; of a scalar, 64. */
static unsigned
vector_bits(uint32_t x)
{
    return x >> 30 & 1 && !(x >> 28 & 1) ? VN : VN / 2;
}

/* Size of the elements; 0 if it is not among `sizes`. */
static unsigned
element_bits(uint32_t x, unsigned sizes)
{
    unsigned size = bit_field(x, 23, 22);

    return sizes >> size & 1 && !(size == 3 && !(x >> 30 & 1)) ? 8u << size : 0;
}

/* Three registers of the same kind; `how`: sizes. */
static void
a64_elements(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = element_bits(x, f->how), bits = vector_bits(x);
    const lit *a = p->v[a64_rn(x)], *b = p->v[a64_rm(x)];
    lit r[VN];

    if (n == 0) {
        a64_unknown(p);
        return;
    }
    memcpy(r, p->v[a64_rd(x)], sizeof r);
    for (unsigned at = 0; at < bits; at += n)
        f->lane(&p->m, n, a + at, b + at, r + at);
    a64_set_vector(p, a64_rd(x), bits, r);
}

/* Bitwise; their size is a part of the code. */
static void
a64_bitwise(aarch64 *p, uint32_t x, const a64_form *f)
{
    lit r[VN];

    memcpy(r, p->v[a64_rd(x)], sizeof r);
    f->lane(&p->m, vector_bits(x), p->v[a64_rn(x)], p->v[a64_rm(x)], r);
    a64_set_vector(p, a64_rd(x), vector_bits(x), r);
}

/* On adjacent elements of two registers. */
static void
a64_pairwise(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = element_bits(x, f->how), bits = vector_bits(x);
    lit both[2 * VN], r[VN];

    if (n == 0) {
        a64_unknown(p);
        return;
    }
    memcpy(both, p->v[a64_rn(x)], bits * sizeof *both);
    memcpy(both + bits, p->v[a64_rm(x)], bits * sizeof *both);
    for (unsigned at = 0; at < bits; at += n)
        f->lane(&p->m, n, both + 2 * at, both + 2 * at + n, r + at);
    a64_set_vector(p, a64_rd(x), bits, r);
}

/* With zero as the second operand, or as the first one. */
static void
a64_with_zero(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = element_bits(x, ANY_SIZE), bits = vector_bits(x);
    const lit *a = p->v[a64_rn(x)];
    lit r[VN];

    if (n == 0) {
        a64_unknown(p);
        return;
    }
    for (unsigned at = 0; at < bits; at += n)
        f->lane(&p->m, n, f->how == SWAPPED ? zeros : a + at, f->how == SWAPPED ? a + at : zeros, r + at);
    a64_set_vector(p, a64_rd(x), bits, r);
}

/* From elements of half the size, the upper ones with Q.  `how`: SIGNED; WIDE, of the second operand alone.
 */
static void
a64_long(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = element_bits(x, NOT_DOUBLES), upper = x >> 30 & 1 ? VN / 2 : 0;
    const lit *a = p->v[a64_rn(x)], *b = p->v[a64_rm(x)];
    lit r[VN];

    if (n == 0) {
        a64_unknown(p);
        return;
    }
    memcpy(r, p->v[a64_rd(x)], sizeof r);
    for (unsigned at = 0; at < VN / 2; at += n) {
        lit extended[2][LANE];

        for (unsigned i = 0; i < 2 * n; i++) {
            unsigned from = upper + at + (i < n ? i : n - 1);
            bool is_set = i < n || f->how & SIGNED;

            extended[0][i] = f->how & WIDE ? a[2 * at + i] : is_set ? a[from] : 0;
            extended[1][i] = is_set ? b[from] : 0;
        }
        f->lane(&p->m, 2 * n, extended[0], extended[1], r + 2 * at);
    }
    a64_set_vector(p, a64_rd(x), VN, r);
}

/* PMULL and PMULL2 of bytes and of doublewords */
static void
a64_polynomial_long(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = 8u << bit_field(x, 23, 22), upper = x >> 30 & 1 ? VN / 2 : 0;
    const lit *a = p->v[a64_rn(x)] + upper, *b = p->v[a64_rm(x)] + upper;
    lit r[VN];

    if (n != 8 && n != 64) {
        a64_unknown(p);
        return;
    }
    for (unsigned at = 0; at < VN / 2; at += n)
        carry_less(p->m.graph, n, a + at, b + at, r + 2 * at);
    a64_set_vector(p, a64_rd(x), VN, r);
}

/* The upper half of a register with Q, else the lower one and zeros. */
static void
set_half(aarch64 *p, uint32_t x, const lit r[VN / 2])
{
    if (x >> 30 & 1)
        memcpy(p->v[a64_rd(x)] + VN / 2, r, VN / 2 * sizeof *r);
    else
        a64_set_vector(p, a64_rd(x), VN / 2, r);
}

/* Bits `by` and above of elements of twice n bits. */
static void
narrow(aarch64 *p, uint32_t x, unsigned n, unsigned by)
{
    lit r[VN / 2];

    for (unsigned at = 0; at < VN / 2; at += n)
        memcpy(r + at, p->v[a64_rn(x)] + 2 * at + by, n * sizeof *r);
    set_half(p, x, r);
}

static void
widen(aarch64 *p, uint32_t x, unsigned n, unsigned by, bool is_signed)
{
    const lit *a = p->v[a64_rn(x)] + (x >> 30 & 1 ? VN / 2 : 0);
    lit r[VN];

    for (unsigned at = 0; at < VN / 2; at += n)
        for (unsigned i = 0; i < 2 * n; i++)
            r[2 * at + i] = i < by ? 0 : i < by + n ? a[at + i - by] : is_signed ? a[at + n - 1] : 0;
    a64_set_vector(p, a64_rd(x), VN, r);
}

/* XTN; SHLL */
static void
a64_resize(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = element_bits(x, NOT_DOUBLES);

    if (n == 0)
        a64_unknown(p);
    else if (f->how == WIDE)
        widen(p, x, n, n, false);
    else
        narrow(p, x, n, 0);
}

/* Shifts by an immediate number, which also tells the size.  `how`: as in lane_shift(); R, L insert; n, s and
 * u change the size; `lane` combines the old value and the shifted one. */
static void
a64_shift_immediate(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned number = bit_field(x, 22, 16), n = 1u << (31 - __builtin_clz(number | 1)), bits = vector_bits(x),
             left = number - n, right = 2 * n - number, rd = a64_rd(x);
    bool resizes = f->how == 'n' || f->how == 's' || f->how == 'u';
    const lit *a = p->v[a64_rn(x)];
    lit r[VN], shifted[LANE];

    if (n < 8 || (n == 64 && (resizes || !(x >> 30 & 1))) || (x >> 28 & 1 && n < 64)) {
        a64_unknown(p);
        return;
    }
    if (f->how == 'n') {
        narrow(p, x, n, right);
        return;
    }
    if (resizes) {
        widen(p, x, n, left, f->how == 's');
        return;
    }
    memcpy(r, p->v[rd], sizeof r);
    for (unsigned at = 0; at < bits; at += n) {
        if (f->how == 'R' || f->how == 'L') {
            unsigned first = f->how == 'R' ? 0 : left, end = f->how == 'R' ? n - right : n;

            for (unsigned i = first; i < end; i++)
                r[at + i] = a[at + i + (f->how == 'R' ? right : 0) - first];
            continue;
        }
        lane_shift(n, a + at, (char)f->how, f->how == 'l' ? left : right, shifted);
        if (f->lane)
            f->lane(&p->m, n, r + at, shifted, r + at);
        else
            memcpy(r + at, shifted, n * sizeof *r);
    }
    a64_set_vector(p, rd, bits, r);
}

/* MOVI, MVNI, and ORR and BIC with an immediate number: AdvSIMDExpandImm() */
static void
a64_move_immediate(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned mode = bit_field(x, 15, 12), n = mode < 8 || mode >> 1 == 6 ? 32 : mode < 12 ? 16 : 8;
    bool inverts = x >> 29 & 1, combines = mode < 12 && mode & 1;
    uint64_t byte = bit_field(x, 18, 16) << 5 | bit_field(x, 9, 5), value = byte;
    lit r[VN];

    if (mode < 12)
        value = byte << 8 * bit_field(mode, n == 32 ? 2 : 1, 1);
    else if (n == 32) /* ones are shifted in */
        value = mode & 1 ? byte << 16 | 0xffff : byte << 8 | 0xff;
    if (mode == 15 || x >> 11 & 1) {
        a64_unknown(p);
        return;
    }
    memcpy(r, p->v[a64_rd(x)], sizeof r);
    for (unsigned i = 0; i < VN; i++) {
        lit bit = mode == 14 && inverts ? byte >> i / 8 % 8 & 1 : value >> i % n & 1;

        if (!combines)
            r[i] = bit ^ (inverts && mode != 14);
        else if (bit)
            r[i] = !inverts;
    }
    a64_set_vector(p, a64_rd(x), vector_bits(x), r);
}

/* Size and position of the element that imm5 names; false if it is reserved. */
static bool
element_of(unsigned imm5, unsigned *n, unsigned *at)
{
    if ((imm5 & 15) == 0)
        return false;
    *n = 8u << __builtin_ctz(imm5);
    *at = (imm5 >> (__builtin_ctz(imm5) + 1)) * *n;
    return true;
}

/* DUP of an element; of a general register */
static void
a64_duplicate(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n, at, bits = vector_bits(x);
    bool is_scalar = x >> 28 & 1;
    const lit *from;
    lit r[VN] = {0};

    if (!element_of(a64_rm(x), &n, &at) || (n == 64 && !(x >> 30 & 1))) {
        a64_unknown(p);
        return;
    }
    from = x >> 11 & 1 ? a64_get(p, a64_rn(x)) : p->v[a64_rn(x)] + at;
    for (unsigned i = 0; i < (is_scalar ? n : bits); i += n)
        memcpy(r + i, from, n * sizeof *r);
    a64_set_vector(p, a64_rd(x), bits, r);
}

/* INS from an element; from a general register */
static void
a64_insert(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n, at;
    const lit *from;
    lit element[LANE];

    if (!element_of(a64_rm(x), &n, &at)) {
        a64_unknown(p);
        return;
    }
    from = x >> 29 & 1 ? p->v[a64_rn(x)] + 8 * bit_field(x, 14, 11) / n * n : a64_get(p, a64_rn(x));
    memcpy(element, from, n * sizeof *element);
    memcpy(p->v[a64_rd(x)] + at, element, n * sizeof *element);
}

/* SMOV, UMOV */
static void
a64_move_element(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n, at, bits = x >> 30 & 1 ? XN : XN / 2;
    lit r[XN];

    if (!element_of(a64_rm(x), &n, &at) || (f->how == SIGNED ? n >= bits : (n == 64) != (bits == 64))) {
        a64_unknown(p);
        return;
    }
    for (unsigned i = 0; i < XN; i++)
        r[i] = i < n ? p->v[a64_rn(x)][at + i] : f->how == SIGNED ? p->v[a64_rn(x)][at + n - 1] : 0;
    a64_set(p, a64_rd(x), bits, r);
}

/* UZP1, TRN1, ZIP1, UZP2, TRN2, ZIP2 */
static void
a64_permute(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = element_bits(x, ANY_SIZE), bits = vector_bits(x), how = bit_field(x, 13, 12),
             second = x >> 14 & 1;
    const lit *operands[2] = {p->v[a64_rn(x)], p->v[a64_rm(x)]};
    lit r[VN];

    if (n == 0 || how == 0) {
        a64_unknown(p);
        return;
    }
    for (unsigned i = 0; i < bits / n; i++) {
        unsigned half = bits / n / 2, from = i & 1, at = i / 2 + second * half; /* ZIP */

        if (how == 1) { /* UZP */
            from = i >= half;
            at = 2 * (i % half) + second;
        } else if (how == 2) { /* TRN */
            at = (i & ~1u) + second;
        }
        memcpy(r + i * n, operands[from] + at * n, n * sizeof *r);
    }
    a64_set_vector(p, a64_rd(x), bits, r);
}

static void
a64_extract_bytes(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned bits = vector_bits(x), by = 8 * bit_field(x, 14, 11);
    lit both[2 * VN];

    if (by >= bits) {
        a64_unknown(p);
        return;
    }
    memcpy(both, p->v[a64_rn(x)], bits * sizeof *both);
    memcpy(both + bits, p->v[a64_rm(x)], bits * sizeof *both);
    a64_set_vector(p, a64_rd(x), bits, both + by);
}

/* REV16, REV32, REV64: elements within `how` bits */
static void
a64_reverse_elements(aarch64 *p, uint32_t x, const a64_form *f)
{
    unsigned n = 8u << bit_field(x, 23, 22), bits = vector_bits(x);
    lit r[VN];

    if (n >= f->how) {
        a64_unknown(p);
        return;
    }
    for (unsigned i = 0; i < bits; i++)
        r[i] = p->v[a64_rn(x)][i ^ (f->how - n)];
    a64_set_vector(p, a64_rd(x), bits, r);
}

/* TBL; TBX, which keeps bytes whose index is too large */
static void
a64_table(aarch64 *p, uint32_t x, const a64_form *f)
{
    static lit table[8 * 256];
    unsigned registers = bit_field(x, 14, 13) + 1, index_bits = registers == 1 ? 4 : registers == 2 ? 5 : 6;
    graph *g = p->m.graph;
    lit r[VN];

    memset(table, 0, sizeof table);
    for (unsigned i = 0; i < registers; i++)
        memcpy(table + i * VN, p->v[(a64_rn(x) + i) % 32], VN * sizeof *table);
    for (unsigned at = 0; at < vector_bits(x); at += 8) {
        const lit *index = p->v[a64_rm(x)] + at;
        lit inside = none_of(g, index + index_bits, 8 - index_bits);

        if (registers == 3)
            inside = gate_and(g, inside, gate_and(g, index[4], index[5]) ^ 1);
        if (are_constant(index, 8) || are_constant(table, 8 * 256)) {
            lane_select(g, 8, index, 8, table, r + at);
        } else {
            lane_select(g, index_bits, index, 8, table, r + at);
            for (unsigned i = 0; i < 8; i++)
                r[at + i] = gate_and(g, inside, r[at + i]);
        }
        for (unsigned i = 0; i < 8 && x >> 12 & 1; i++)
            r[at + i] = gate_xor(g, r[at + i], gate_and(g, inside ^ 1, p->v[a64_rd(x)][at + i]));
    }
    a64_set_vector(p, a64_rd(x), vector_bits(x), r);
}

/* FMOV between a general register and `how` bits of a vector register, or its upper half */
static void
a64_move_to_general(aarch64 *p, uint32_t x, const a64_form *f)
{
    a64_set(p, a64_rd(x), f->how & ~(unsigned)UPPER, p->v[a64_rn(x)] + (f->how & UPPER ? VN / 2 : 0));
}

static void
a64_move_from_general(aarch64 *p, uint32_t x, const a64_form *f)
{
    if (f->how & UPPER)
        memcpy(p->v[a64_rd(x)] + VN / 2, a64_get(p, a64_rn(x)), XN * sizeof(lit));
    else
        a64_set_vector(p, a64_rd(x), f->how, a64_get(p, a64_rn(x)));
}

static void
a64_move_scalar(aarch64 *p, uint32_t x, const a64_form *f)
{
    a64_set_vector(p, a64_rd(x), f->how, p->v[a64_rn(x)]);
}

/* Cryptographic extension */

/* AESE, AESD: `how` inverts. */
static void
a64_aes_round(aarch64 *p, uint32_t x, const a64_form *f)
{
    graph *g = p->m.graph;
    lit *state = p->v[a64_rd(x)];

    lane_gate(g, '^', VN, state, p->v[a64_rn(x)], state);
    aes_shift_rows(f->how, state, state);
    aes_sub_bytes(g, f->how, state, state);
}

static void
a64_aes_mix(aarch64 *p, uint32_t x, const a64_form *f)
{
    aes_mix_columns(p->m.graph, f->how, p->v[a64_rn(x)], p->v[a64_rd(x)]);
}

/* SHA256H; SHA256H2, which takes and gives the other half of the state */
static void
a64_sha256_rounds(aarch64 *p, uint32_t x, const a64_form *f)
{
    lit state[8][32], *d = p->v[a64_rd(x)], *n = p->v[a64_rn(x)], word[VN];

    memcpy(word, p->v[a64_rm(x)], sizeof word);
    memcpy(state[0], f->how ? n : d, VN * sizeof *d);
    memcpy(state[4], f->how ? d : n, VN * sizeof *d);
    for (unsigned i = 0; i < VN; i += 32)
        sha256_round(p->m.graph, state, word + i);
    memcpy(d, state[f->how ? 4 : 0], VN * sizeof *d);
}

/* SHA256SU0: d[i] += sigma0(d[i + 1]), followed by n */
static void
a64_sha256_schedule_0(aarch64 *p, uint32_t x, const a64_form *f)
{
    lit words[VN + 32], *d = p->v[a64_rd(x)], sigma[32];

    memcpy(words, d, VN * sizeof *d);
    memcpy(words + VN, p->v[a64_rn(x)], 32 * sizeof *d);
    for (unsigned i = 0; i < VN; i += 32) {
        sha256_small(p->m.graph, 0, words + i + 32, sigma);
        lane_add(p->m.graph, 32, words + i, sigma, 0, d + i, NULL);
    }
}

/* SHA256SU1: d[i] += n[i + 1] + sigma1(m[i + 2]), followed by m and by the new words */
static void
a64_sha256_schedule_1(aarch64 *p, uint32_t x, const a64_form *f)
{
    graph *g = p->m.graph;
    lit added[VN], last[2 * VN], *d = p->v[a64_rd(x)], sigma[32], sum[32];

    memcpy(added, p->v[a64_rn(x)] + 32, 96 * sizeof *d);
    memcpy(added + 96, p->v[a64_rm(x)], 32 * sizeof *d);
    memcpy(last, p->v[a64_rm(x)] + 64, 64 * sizeof *d);
    for (unsigned i = 0; i < VN; i += 32) {
        sha256_small(g, 1, last + i, sigma);
        lane_add(g, 32, d + i, added + i, 0, sum, NULL);
        lane_add(g, 32, sum, sigma, 0, d + i, NULL);
        memcpy(last + 64 + i, d + i, 32 * sizeof *d);
    }
}

/* EOR3 and BCAX: d = n ^ (m op a) */
static void
a64_three_vectors(aarch64 *p, uint32_t x, const a64_form *f)
{
    lit r[VN];

    f->lane(&p->m, VN, p->v[a64_rm(x)], p->v[bit_field(x, 14, 10)], r);
    lane_gate(p->m.graph, '^', VN, p->v[a64_rn(x)], r, p->v[a64_rd(x)]);
}

/* RAX1: d = n ^ (m rotated left by one); XAR: d = (n ^ m) rotated right */
static void
a64_rotate_and_xor(aarch64 *p, uint32_t x, const a64_form *f)
{
    graph *g = p->m.graph;
    lit r[VN];

    for (unsigned at = 0; at < VN; at += 64) {
        const lit *n = p->v[a64_rn(x)] + at, *m = p->v[a64_rm(x)] + at;

        if (f->how == 'x') {
            lane_gate(g, '^', 64, n, m, r + at);
            lane_shift(64, r + at, 'o', bit_field(x, 15, 10), r + at);
        } else {
            lane_shift(64, m, 'o', 63, r + at);
            lane_gate(g, '^', 64, n, r + at, r + at);
        }
    }
    a64_set_vector(p, a64_rd(x), VN, r);
}

#endif
