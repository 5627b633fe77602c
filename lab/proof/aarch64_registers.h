/* SPDX-License-Identifier: MIT */
/* The registers of AArch64, and what describes an instruction. */
#ifndef NARAE_LAB_PROOF_AARCH64_REGISTERS_H
#define NARAE_LAB_PROOF_AARCH64_REGISTERS_H

#include "lanes.h"

enum { XN = 64, VN = 128, A64_SP = 31, A64_FLAGS, A64_V, ZVA_BYTES = 64, DCZID = 4 };
enum { UNSIGNED, SIGNED, LOW, UPPER = 1 };

/* out = a op b; `out` may hold a third operand. */
typedef void lane_function(machine *m, unsigned n, const lit *a, const lit *b, lit *out);

typedef struct aarch64 {
    machine m;
    lit x[32][XN]; /* the last one is sp */
    lit v[32][VN];
    lit negative, carry;
    lit last[XN]; /* zero if Z */
    lit top[3];   /* signs of operands and sum of the last addition, for V */
    uint32_t next;
    lit located[XN]; /* the last value of sp that was resolved to `sp` */
    uint32_t sp;
    bool has_sp;
} aarch64;

typedef struct a64_form {
    uint32_t mask, value;
    void (*execute)(aarch64 *, uint32_t, const struct a64_form *);
    lane_function *lane;
    unsigned how;
} a64_form;

/* Registers */

static const lit zeros[VN];

/* Register 31 is zero. */
static const lit *
a64_get(const aarch64 *p, unsigned n)
{
    return n == A64_SP ? zeros : p->x[n];
}

/* Writes the low `bits` bits; the others become zero. */
static void
a64_set(aarch64 *p, unsigned n, unsigned bits, const lit *value)
{
    if (n == A64_SP)
        return;
    memmove(p->x[n], value, bits * sizeof *value);
    memset(p->x[n] + bits, 0, (XN - bits) * sizeof *value);
}

static bool
a64_locate_sp(aarch64 *p, uint32_t *at)
{
    if (!p->has_sp || memcmp(p->located, p->x[A64_SP], sizeof p->located) != 0) {
        p->has_sp = resolve_address(&p->m, p->x[A64_SP], XN, &p->sp);
        memcpy(p->located, p->x[A64_SP], sizeof p->located);
    }
    *at = p->sp;
    return p->has_sp;
}

static uint32_t
a64_live(machine *m)
{
    uint32_t at;

    return a64_locate_sp((aarch64 *)m, &at) ? at : UINT32_MAX;
}

/* Register 31 is sp, which releases stack if it grows. */
static void
a64_set_or_sp(aarch64 *p, unsigned n, unsigned bits, const lit *value)
{
    uint32_t before = 0, now = 0;
    bool known;

    if (n != A64_SP) {
        a64_set(p, n, bits, value);
        return;
    }
    known = p->m.live == NULL || a64_locate_sp(p, &before);
    memmove(p->x[A64_SP], value, bits * sizeof *value);
    memset(p->x[A64_SP] + bits, 0, (XN - bits) * sizeof *value);
    if (p->m.live == NULL)
        return;
    if (!known || !a64_locate_sp(p, &now))
        stop_for(&p->m, ADDRESS, p->x[A64_SP], XN, 8);
    else
        discard_stack(&p->m, before, now);
}

static void
a64_set_vector(aarch64 *p, unsigned n, unsigned bits, const lit *value)
{
    memmove(p->v[n], value, bits * sizeof *value);
    memset(p->v[n] + bits, 0, (VN - bits) * sizeof *value);
}

static unsigned
a64_width(uint32_t x)
{
    return x >> 31 ? 64 : 32;
}

static unsigned
a64_rd(uint32_t x)
{
    return x & 31;
}

static unsigned
a64_rn(uint32_t x)
{
    return x >> 5 & 31;
}

static unsigned
a64_rm(uint32_t x)
{
    return x >> 16 & 31;
}

/* out = a + product, whose columns are counted (sums.h). */
static void
add_product(graph *g, unsigned n, const lit *a, const lit *product, lit *out)
{
    if (are_constant(a, n) || are_constant(product, n))
        lane_add(g, n, a, product, 0, out, NULL);
    else
        add_products(g, n, a, product, out);
}

static void
a64_unknown(aarch64 *p)
{
    stop(&p->m, INSTRUCTION, 0, 0);
}

#endif
