/* SPDX-License-Identifier: MIT */
/* Code of x86-64 on literals: Intel 64 and IA-32 Architectures Software Developer's Manual,
 * volume 2.  Zydis decodes.  The general instructions are here, the vectors' in x86_vector.h.
 *
 * Symbolic operands are data flow in what Intel's DOITM guidance lists as independent of
 * data: moves, logic, sums, shifts by constants, multiplications, conditional moves, AES,
 * SHA, GFNI, PCLMULQDQ, IFMA and shuffles.  That the processor runs in this mode, or behaves
 * alike without it, is assumed.  Branches, addresses, divisions, the amounts of shifts and
 * the masks that decide which bytes of memory are accessed must be public.
 *
 * Flags are computed when they are read.  A flag that an instruction leaves undefined is then
 * a new input, so nothing that depends on it is proved. */
#ifndef NARAE_LAB_PROOF_X86_H
#define NARAE_LAB_PROOF_X86_H

#include <Zydis/Zydis.h>

#include "lanes.h"

enum { GENERALS = 16, MASKS = 8, VECTORS = 32, VECTOR_BITS = 512, MOST_OPERANDS = 5 };
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI };
enum { CF, PF, AF, ZF, SF, OF, DF, X86_FLAGS };
enum { X86_DIRECTION = GENERALS + 1 + MASKS + VECTORS * VECTOR_BITS / 64 }; /* as proof.c numbers registers */
enum { RED_ZONE = 128, PLACES = 256, LOW_BITS = 6 }; /* bits that decide an alignment */
enum { SUM_FLAGS = 1 << CF | 1 << PF | 1 << AF | 1 << ZF | 1 << SF | 1 << OF };
enum { RESULT_FLAGS = 1 << PF | 1 << ZF | 1 << SF };

typedef struct x86_operand {
    enum { GENERAL, VECTOR, MASK, MEMORY, IMMEDIATE } kind;
    unsigned bits;
    uint8_t number, shift; /* of a register; its lowest bit: 8 of ah */
    int8_t base, index;    /* -1: none */
    uint8_t scale;
    bool narrow;    /* an address of 32 bits */
    uint64_t value; /* displacement, or immediate */
} x86_operand;

typedef struct simd_form simd_form;

/* A decoded instruction, without the operand that is its mask. */
typedef struct x86_code {
    ZydisMnemonic name;
    const simd_form *form;
    unsigned length, noperands, element; /* bits of a masked element */
    uint8_t mask;                        /* number, or 0 */
    int8_t condition;                    /* or -1 */
    bool legacy, zeroes, broadcasts, repeats, moves, sets, refused;
    x86_operand operand[MOST_OPERANDS];
} x86_code;

/* Where a symbolic register plus a constant points. */
typedef struct x86_place {
    uint64_t run, offset;
    lit base[64], low[LOW_BITS];
    uint32_t at;
} x86_place;

/* The last result, from which flags are computed. */
typedef struct x86_result {
    enum { SUM, DIFFERENCE, PRODUCT, SIGNED_PRODUCT } kind;
    unsigned n;
    lit a[64], b[64], carry, out[64]; /* of a difference, b is the complement and carry not the borrow */
} x86_result;

typedef struct x86 {
    machine m;
    lit r[GENERALS][64], k[MASKS][64], z[VECTORS][VECTOR_BITS];
    lit flag[X86_FLAGS];
    unsigned pending, undefined; /* sets of flags */
    x86_result last;
    uint64_t next, run;
    x86_code **decoded; /* by distance from the start of the code */
    x86_place places[PLACES];
} x86;

static const simd_form *form_of_name(ZydisMnemonic name);
static void x86_vector(x86 *p, const x86_code *c);
static void simd_masked_store(x86 *p, const x86_code *c);

/* Decoding */

static bool
x86_decode_register(ZydisRegister r, x86_operand *o)
{
    ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);

    if (whole == ZYDIS_REGISTER_NONE)
        whole = r;
    o->bits = ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, r);
    switch (ZydisRegisterGetClass(whole)) {
    case ZYDIS_REGCLASS_GPR64:
        o->kind = GENERAL;
        break;
    case ZYDIS_REGCLASS_ZMM:
        o->kind = VECTOR;
        break;
    case ZYDIS_REGCLASS_MASK:
        o->kind = MASK;
        break;
    default:
        return false;
    }
    o->number = (uint8_t)ZydisRegisterGetId(whole);
    o->shift = r >= ZYDIS_REGISTER_AH && r <= ZYDIS_REGISTER_BH ? 8 : 0;
    return true;
}

static int8_t
number_of_address(ZydisRegister r)
{
    return r == ZYDIS_REGISTER_NONE
               ? -1
               : (int8_t)ZydisRegisterGetId(ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r));
}

static bool
x86_decode_memory(const ZydisDecodedOperandMem *mem, uint64_t next, x86_operand *o)
{
    o->kind = MEMORY;
    o->value = mem->disp.has_displacement ? (uint64_t)mem->disp.value : 0;
    o->scale = mem->scale;
    o->base = -1;
    o->index = number_of_address(mem->index);
    if (mem->base == ZYDIS_REGISTER_RIP)
        o->value += next;
    else
        o->base = number_of_address(mem->base);
    o->narrow = ZydisRegisterGetClass(mem->base) == ZYDIS_REGCLASS_GPR32 ||
                ZydisRegisterGetClass(mem->index) == ZYDIS_REGCLASS_GPR32;
    return mem->segment != ZYDIS_REGISTER_FS && mem->segment != ZYDIS_REGISTER_GS &&
           mem->type != ZYDIS_MEMOP_TYPE_VSIB;
}

static bool
x86_decode_operand(const ZydisDecodedOperand *from, uint64_t next, x86_operand *o)
{
    o->bits = from->size;
    switch (from->type) {
    case ZYDIS_OPERAND_TYPE_REGISTER:
        return x86_decode_register(from->reg.value, o);
    case ZYDIS_OPERAND_TYPE_MEMORY:
        return x86_decode_memory(&from->mem, next, o);
    default:
        o->kind = IMMEDIATE;
        o->value = from->imm.value.u + (from->imm.is_relative ? next : 0);
        return from->type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
    }
}

static void
x86_decode(machine *m, uint32_t pc, x86_code *c)
{
    static ZydisDecoder decoder;
    uint32_t at = pc - m->code_start;
    ZydisDecodedInstruction i;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    bool implicit;

    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    *c = (x86_code){.refused = true};
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, m->code + at, m->code_size - at, &i, operands)))
        return;
    c->refused = i.attributes & (ZYDIS_ATTRIB_HAS_LOCK | ZYDIS_ATTRIB_HAS_REPNE) ||
                 i.avx.rounding.mode != ZYDIS_ROUNDING_MODE_INVALID;
    c->name = i.mnemonic;
    c->form = i.meta.category == ZYDIS_CATEGORY_STRINGOP ? NULL : form_of_name(i.mnemonic); /* MOVSD is two */
    c->length = i.length;
    c->legacy = i.encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY;
    c->mask = i.avx.mask.reg == ZYDIS_REGISTER_NONE ? 0 : (uint8_t)ZydisRegisterGetId(i.avx.mask.reg);
    c->zeroes = i.avx.mask.mode == ZYDIS_MASK_MODE_ZEROING;
    c->broadcasts = i.avx.broadcast.mode != ZYDIS_BROADCAST_MODE_INVALID && !i.avx.broadcast.is_static;
    c->repeats = i.attributes & ZYDIS_ATTRIB_HAS_REP;
    c->moves = i.meta.category == ZYDIS_CATEGORY_CMOV;
    c->sets = i.meta.category == ZYDIS_CATEGORY_SETCC;
    c->condition = i.meta.category == ZYDIS_CATEGORY_COND_BR || c->moves || c->sets ? i.opcode & 15 : -1;
    implicit = c->legacy && (c->name == ZYDIS_MNEMONIC_PBLENDVB || c->name == ZYDIS_MNEMONIC_SHA256RNDS2);
    for (unsigned k = 0; k < (unsigned)i.operand_count_visible + implicit; k++) {
        x86_operand *o = &c->operand[c->noperands];

        if (operands[k].encoding == ZYDIS_OPERAND_ENCODING_MASK)
            continue;
        if (c->noperands == MOST_OPERANDS || !x86_decode_operand(&operands[k], pc + i.length, o)) {
            c->refused = true;
            return;
        }
        if (c->noperands == 0 || (c->operand[0].kind == MASK && (o->kind == VECTOR || o->kind == MEMORY)))
            c->element = operands[k].element_size;
        c->noperands += 1;
    }
}

static void
x86_release(machine *m)
{
    x86 *p = (x86 *)m;

    for (uint32_t i = 0; i < m->code_size; i++)
        free(p->decoded[i]);
    free(p->decoded);
}

static const x86_code *
x86_code_at(x86 *p, uint32_t pc)
{
    machine *m = &p->m;
    x86_code **c;

    if (p->decoded == NULL && (p->decoded = calloc(m->code_size, sizeof *p->decoded)) == NULL)
        abort();
    m->release = x86_release;
    c = &p->decoded[pc - m->code_start];
    if (*c == NULL) {
        if ((*c = malloc(sizeof **c)) == NULL)
            abort();
        x86_decode(m, pc, *c);
    }
    return *c;
}

/* Flags */

/* Do the upper bits of a product matter? */
static lit
product_overflows(graph *g, const x86_result *last)
{
    lit whole[MAX_PRODUCT];
    bool is_signed = last->kind == SIGNED_PRODUCT;
    lit sign;

    lane_multiply(g, last->n, last->a, is_signed, last->b, is_signed, whole);
    sign = is_signed ? whole[last->n - 1] : 0;
    for (unsigned i = 0; i < last->n; i++)
        whole[last->n + i] = gate_xor(g, whole[last->n + i], sign);
    return none_of(g, whole + last->n, last->n) ^ 1;
}

static lit
computed_flag(x86 *p, unsigned which)
{
    graph *g = p->m.graph;
    const x86_result *l = &p->last;
    lit subtracts = l->kind == DIFFERENCE, bits[64], x = 1;
    unsigned top = l->n - 1;

    switch (which) {
    case CF:
        if (l->kind >= PRODUCT)
            return product_overflows(g, l);
        lane_add(g, l->n, l->a, l->b, l->carry, bits, &x);
        return x ^ subtracts;
    case PF:
        for (unsigned i = 0; i < 8; i++)
            x = gate_xor(g, x, l->out[i]);
        return x;
    case AF:
        return gate_xor(g, gate_xor(g, l->a[4], l->b[4]), l->out[4]) ^ subtracts;
    case ZF:
        if (!subtracts || l->carry != 1)
            return none_of(g, l->out, l->n);
        lane_not(l->n, l->b, bits);
        return lane_equal(g, l->n, l->a, bits);
    case SF:
        return l->out[top];
    default:
        if (l->kind >= PRODUCT)
            return product_overflows(g, l);
        return gate_and(g, gate_xor(g, l->a[top], l->out[top]), gate_xor(g, l->b[top], l->out[top]));
    }
}

static lit
x86_flag(x86 *p, unsigned which)
{
    unsigned bit = 1u << which;

    if (p->undefined & bit)
        p->flag[which] = new_input(p->m.graph, NULL);
    else if (p->pending & bit)
        p->flag[which] = simplify_bit(p->m.graph, computed_flag(p, which));
    p->pending &= ~bit;
    p->undefined &= ~bit;
    return p->flag[which];
}

static void
x86_set_flag(x86 *p, unsigned which, lit value)
{
    p->flag[which] = value;
    p->pending &= ~(1u << which);
    p->undefined &= ~(1u << which);
}

static void
x86_undefine(x86 *p, unsigned which)
{
    p->undefined |= which;
    p->pending &= ~which;
}

/* Makes flags those of a result; computes others that the one before it left. */
static void
x86_set_flags(x86 *p, unsigned which, const x86_result *result)
{
    for (unsigned i = 0; i < X86_FLAGS; i++)
        if ((p->pending & ~which) >> i & 1)
            x86_flag(p, i);
    p->pending = which;
    p->undefined &= ~which;
    p->last = *result;
}

/* Sign, zero and parity. */
static void
x86_set_result(x86 *p, unsigned n, const lit *out)
{
    x86_result result = {.n = n};

    memcpy(result.out, out, n * sizeof *out);
    x86_set_flags(p, RESULT_FLAGS, &result);
}

static void
x86_set_logic(x86 *p, unsigned n, const lit *out)
{
    x86_set_flag(p, CF, 0);
    x86_set_flag(p, OF, 0);
    x86_undefine(p, 1 << AF);
    x86_set_result(p, n, out);
}

static lit
x86_condition(x86 *p, unsigned which)
{
    graph *g = p->m.graph;
    lit x;

    switch (which >> 1) {
    case 0:
        x = x86_flag(p, OF);
        break;
    case 1:
        x = x86_flag(p, CF);
        break;
    case 2:
        x = x86_flag(p, ZF);
        break;
    case 3:
        x = gate_or(g, x86_flag(p, CF), x86_flag(p, ZF));
        break;
    case 4:
        x = x86_flag(p, SF);
        break;
    case 5:
        x = x86_flag(p, PF);
        break;
    default:
        x = gate_xor(g, x86_flag(p, SF), x86_flag(p, OF));
        if (which >> 1 == 7)
            x = gate_or(g, x, x86_flag(p, ZF));
    }
    return simplify_bit(g, x) ^ (which & 1);
}

/* Memory */

/* The place of base + offset, of this run. */
static x86_place *
x86_place_of(x86 *p, const lit *base, uint64_t offset)
{
    uint64_t hash = offset;
    x86_place *place;

    for (unsigned i = 0; i < 64; i++)
        hash = hash * 31 + base[i];
    place = &p->places[mix(hash) % PLACES];
    if (place->run != p->run || place->offset != offset || memcmp(place->base, base, sizeof place->base)) {
        lit address[64], constant[64];

        place->run = 0;
        set_value(offset, 64, constant);
        lane_add(p->m.graph, 64, base, constant, 0, address, NULL);
        if (!resolve_address(&p->m, address, 64, &place->at))
            return NULL;
        place->run = p->run;
        place->offset = offset;
        memcpy(place->base, base, sizeof place->base);
        memcpy(place->low, address, sizeof place->low);
    }
    return place;
}

/* The address of an operand. */
static void
x86_address(x86 *p, const x86_operand *o, lit address[64])
{
    graph *g = p->m.graph;
    lit index[64];

    set_value(o->value, 64, address);
    if (o->base >= 0)
        lane_add(g, 64, p->r[o->base], address, 0, address, NULL);
    if (o->index >= 0) {
        lane_shift(64, p->r[o->index], 'l', (unsigned)__builtin_ctz(o->scale), index);
        lane_add(g, 64, address, index, 0, address, NULL);
    }
    if (o->narrow)
        memset(address + 32, 0, 32 * sizeof *address);
}

/* Where a memory operand is; of its address only the lowest bits are set, if it is known. */
static bool
x86_locate(x86 *p, const x86_operand *o, lit address[64], uint32_t *at)
{
    const lit *base = o->base >= 0 ? p->r[o->base] : NULL;
    uint64_t offset = o->value;

    if (o->index >= 0 && are_constant(p->r[o->index], 64) && base && !o->narrow &&
        !are_constant(base, 64)) { /* most addresses */
        offset += value_of(p->r[o->index], 64) * o->scale;
    } else if (o->index >= 0 || base == NULL || o->narrow || are_constant(base, 64)) {
        x86_address(p, o, address);
        return resolve_address(&p->m, address, 64, at);
    }
    const x86_place *place = x86_place_of(p, base, offset);

    if (place == NULL) {
        x86_address(p, o, address);
        return false;
    }
    memcpy(address, place->low, sizeof place->low);
    *at = place->at;
    return true;
}

/* Stops unless an address is a multiple of the access size, a power of two. */
static void
x86_require_aligned(machine *m, const lit *address, uint32_t at, unsigned bytes)
{
    for (unsigned i = 0; 1u << i < bytes; i++) {
        lit value = 0;

        if (!is_decided(m->graph, address[i], &value))
            stop_for(m, ADDRESS, &address[i], 1, 0);
        else if (value)
            stop(m, MISALIGNED, at, bytes);
    }
}

/* `alignment`: bytes, or 1 */
static void
x86_load(x86 *p, const x86_operand *o, unsigned bits, unsigned alignment, lit *out)
{
    machine *m = &p->m;
    lit address[64];
    uint32_t at;

    if (x86_locate(p, o, address, &at)) {
        x86_require_aligned(m, address, at, alignment);
        read_bits(m, at, out, bits / 8);
    } else if (bits > 64 || !read_table(m, address, 64, 0, bits / 8, out)) {
        stop_for(m, ADDRESS, address, 64, bits / 8);
        memset(out, 0, bits * sizeof *out);
    }
}

static void
x86_store(x86 *p, const x86_operand *o, const lit *value, unsigned alignment)
{
    machine *m = &p->m;
    lit address[64];
    uint32_t at;

    if (!x86_locate(p, o, address, &at)) {
        stop_for(m, ADDRESS, address, 64, o->bits / 8);
        return;
    }
    x86_require_aligned(m, address, at, alignment);
    if (m->fault == NO_FAULT)
        write_bits(m, at, value, o->bits / 8);
}

/* Operands */

/* The literals of an operand, which may be those of the register; `n`: bits of an immediate. */
static const lit *
x86_value(x86 *p, const x86_operand *o, unsigned n, lit scratch[64])
{
    switch (o->kind) {
    case GENERAL:
        return p->r[o->number] + o->shift;
    case MASK:
        return p->k[o->number];
    case MEMORY:
        x86_load(p, o, o->bits, 1, scratch);
        return scratch;
    default:
        set_value(o->value, n, scratch);
        return scratch;
    }
}

static void
x86_write(x86 *p, const x86_operand *o, const lit *value)
{
    lit *to = p->r[o->number];

    if (o->kind == MEMORY) {
        x86_store(p, o, value, 1);
        return;
    }
    memmove(to + o->shift, value, o->bits * sizeof *to);
    if (o->bits == 32)
        memset(to + 32, 0, 32 * sizeof *to);
}

/* A number that must be public and decided. */
static uint64_t
x86_number(x86 *p, const lit *bits, unsigned n, enum fault reason)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < n; i++) {
        lit bit = 0;

        if (!is_decided(p->m.graph, bits[i], &bit)) {
            stop_for(&p->m, reason, bits, n, 0);
            return 0;
        }
        value |= (uint64_t)bit << i;
    }
    return value;
}

/* Arithmetic */

static void
x86_sum(x86 *p, unsigned which, unsigned n, const lit *a, const lit *b, lit carry, lit *out)
{
    x86_result result = {.kind = SUM, .n = n, .carry = carry};

    memcpy(result.a, a, n * sizeof *a);
    memcpy(result.b, b, n * sizeof *b);
    lane_add(p->m.graph, n, a, b, carry, result.out, NULL);
    memcpy(out, result.out, n * sizeof *out);
    x86_set_flags(p, which, &result);
}

static void
x86_difference(x86 *p, unsigned which, unsigned n, const lit *a, const lit *b, lit borrow, lit *out)
{
    x86_result result = {.kind = DIFFERENCE, .n = n, .carry = borrow ^ 1};

    memcpy(result.a, a, n * sizeof *a);
    lane_not(n, b, result.b);
    lane_add(p->m.graph, n, a, result.b, result.carry, result.out, NULL);
    memcpy(out, result.out, n * sizeof *out);
    x86_set_flags(p, which, &result);
}

/* Two operands: flags, and a result that is written unless the instruction compares. */
static void
x86_arithmetic(x86 *p, const x86_code *c)
{
    graph *g = p->m.graph;
    const x86_operand *to = &c->operand[0];
    unsigned n = to->bits;
    lit scratch[2][64], out[64];
    const lit *a = x86_value(p, to, n, scratch[0]), *b = x86_value(p, &c->operand[1], n, scratch[1]);

    switch (c->name) {
    case ZYDIS_MNEMONIC_ADD:
        x86_sum(p, SUM_FLAGS, n, a, b, 0, out);
        break;
    case ZYDIS_MNEMONIC_ADC:
        x86_sum(p, SUM_FLAGS, n, a, b, x86_flag(p, CF), out);
        break;
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_CMP:
        x86_difference(p, SUM_FLAGS, n, a, b, 0, out);
        break;
    case ZYDIS_MNEMONIC_SBB:
        x86_difference(p, SUM_FLAGS, n, a, b, x86_flag(p, CF), out);
        break;
    default:
        lane_gate(g,
                  c->name == ZYDIS_MNEMONIC_OR    ? '|'
                  : c->name == ZYDIS_MNEMONIC_XOR ? '^'
                                                  : '&',
                  n, a, b, out);
        x86_set_logic(p, n, out);
    }
    if (c->name != ZYDIS_MNEMONIC_CMP && c->name != ZYDIS_MNEMONIC_TEST)
        x86_write(p, to, out);
}

/* One operand. */
static void
x86_unary(x86 *p, const x86_code *c)
{
    static const lit zero[64] = {0}, one[64] = {1};
    const x86_operand *to = &c->operand[0];
    unsigned n = to->bits;
    lit scratch[64], out[64];
    const lit *a = x86_value(p, to, n, scratch);

    switch (c->name) {
    case ZYDIS_MNEMONIC_INC:
        x86_sum(p, SUM_FLAGS & ~(1 << CF), n, a, one, 0, out);
        break;
    case ZYDIS_MNEMONIC_DEC:
        x86_difference(p, SUM_FLAGS & ~(1 << CF), n, a, one, 0, out);
        break;
    case ZYDIS_MNEMONIC_NEG:
        x86_difference(p, SUM_FLAGS, n, zero, a, 0, out);
        break;
    case ZYDIS_MNEMONIC_NOT:
        lane_not(n, a, out);
        break;
    default: /* BSWAP */
        for (unsigned i = 0; i < n; i++)
            out[i] = a[i ^ (n - 8)];
    }
    x86_write(p, to, out);
}

/* Shifts and rotations, of two operands or, with bits shifted in from the second, of three. */
static void
x86_shift(x86 *p, const x86_code *c)
{
    graph *g = p->m.graph;
    const x86_operand *to = &c->operand[0], *by = &c->operand[c->noperands - 1];
    unsigned n = to->bits, places;
    lit scratch[3][64], wide[128], out[64];
    const lit *a = x86_value(p, to, n, scratch[0]);
    bool rotates = c->name == ZYDIS_MNEMONIC_ROL || c->name == ZYDIS_MNEMONIC_ROR,
         left =
             c->name == ZYDIS_MNEMONIC_SHL || c->name == ZYDIS_MNEMONIC_ROL || c->name == ZYDIS_MNEMONIC_SHLD;
    char how = rotates ? 'o' : left ? 'l' : c->name == ZYDIS_MNEMONIC_SAR ? 'a' : 'r';

    places = (unsigned)x86_number(p, x86_value(p, by, 8, scratch[1]), 8, AMOUNT) & (n == 64 ? 63 : 31);
    if (places == 0) {
        x86_write(p, to, a); /* a register of 32 bits is extended */
        return;
    }
    if (c->noperands == 3) {
        const lit *more = x86_value(p, &c->operand[1], n, scratch[2]);

        memcpy(wide + (left ? n : 0), a, n * sizeof *a);
        memcpy(wide + (left ? 0 : n), more, n * sizeof *a);
        lane_shift(2 * n, wide, how, places, wide);
        memcpy(out, wide + (left ? n : 0), sizeof out);
    } else {
        lane_shift(n, a, how, rotates && left ? n - places % n : places, out);
    }
    x86_undefine(p, 1 << CF | 1 << OF);
    if (rotates) {
        x86_set_flag(p, CF, left ? out[0] : out[n - 1]);
        if (places == 1)
            x86_set_flag(p, OF, gate_xor(g, out[n - 1], left ? out[0] : out[n - 2]));
    } else {
        if (places < n) /* not always of 8 or 16 bits */
            x86_set_flag(p, CF, left ? a[n - places] : a[places - 1]);
        if (places == 1)
            x86_set_flag(p, OF, gate_xor(g, out[n - 1], a[n - 1]));
        x86_undefine(p, 1 << AF);
        x86_set_result(p, n, out);
    }
    x86_write(p, to, out);
}

/* BMI2 shifts, which set no flags; the amount is public. */
static void
x86_shift_without_flags(x86 *p, const x86_code *c, char how)
{
    unsigned n = c->operand[0].bits;
    lit scratch[2][64], out[64];
    const lit *a = x86_value(p, &c->operand[1], n, scratch[0]);
    uint64_t by = x86_number(p, x86_value(p, &c->operand[2], 8, scratch[1]), 8, AMOUNT);

    lane_shift(n, a, how, by & (n - 1), out);
    x86_write(p, &c->operand[0], out);
}

static void
x86_bit(x86 *p, const x86_code *c)
{
    const x86_operand *to = &c->operand[0];
    unsigned n = to->bits, at;
    lit scratch[2][64], out[64];
    const lit *a = x86_value(p, to, n, scratch[0]);

    if (to->kind == MEMORY && c->operand[1].kind != IMMEDIATE) { /* beyond the operand */
        stop(&p->m, INSTRUCTION, 0, 0);
        return;
    }
    at = (unsigned)x86_number(p, x86_value(p, &c->operand[1], n, scratch[1]), n, AMOUNT) & (n - 1);
    memcpy(out, a, n * sizeof *out);
    x86_set_flag(p, CF, a[at]);
    x86_undefine(p, 1 << OF | 1 << SF | 1 << AF | 1 << PF);
    if (c->name == ZYDIS_MNEMONIC_BT)
        return;
    out[at] = c->name == ZYDIS_MNEMONIC_BTS ? 1 : a[at] ^ 1;
    x86_write(p, to, out);
}

/* ANDN and BZHI */
static void
x86_bmi(x86 *p, const x86_code *c)
{
    unsigned n = c->operand[0].bits;
    lit scratch[2][64], out[64], carry = 0;
    const lit *a = x86_value(p, &c->operand[1], n, scratch[0]),
              *b = x86_value(p, &c->operand[2], n, scratch[1]);

    if (c->name == ZYDIS_MNEMONIC_ANDN) {
        lane_gate(p->m.graph, 'n', n, a, b, out);
    } else {
        uint64_t bits = x86_number(p, b, 8, AMOUNT);

        carry = bits >= n;
        for (unsigned i = 0; i < n; i++)
            out[i] = i < bits ? a[i] : 0;
    }
    x86_set_logic(p, n, out);
    x86_set_flag(p, CF, carry);
    x86_undefine(p, 1 << PF);
    x86_write(p, &c->operand[0], out);
}

/* MUL, and IMUL of two or three operands. */
static void
x86_multiply(x86 *p, const x86_code *c)
{
    graph *g = p->m.graph;
    bool whole = c->name == ZYDIS_MNEMONIC_MUL;
    const x86_operand *first = &c->operand[c->noperands == 3 ? 1 : 0],
                      *second = &c->operand[c->noperands - 1];
    unsigned n = c->operand[0].bits;
    lit scratch[2][64], product[MAX_PRODUCT];
    const lit *a = whole ? p->r[RAX] : x86_value(p, first, n, scratch[0]),
              *b = x86_value(p, second, n, scratch[1]);
    x86_result result = {.kind = whole ? PRODUCT : SIGNED_PRODUCT, .n = n};

    if (c->noperands == 1 && !whole)
        stop(&p->m, INSTRUCTION, 0, 0); /* a signed product of twice the size */
    memcpy(result.a, a, n * sizeof *a);
    memcpy(result.b, b, n * sizeof *b);
    if (whole)
        lane_multiply(g, n, a, false, b, false, product);
    else
        lane_multiply_low(g, n, a, b, product);
    x86_undefine(p, RESULT_FLAGS | 1 << AF);
    x86_set_flags(p, 1 << CF | 1 << OF, &result);
    if (whole && n == 8) {
        x86_write(p, &(x86_operand){.kind = GENERAL, .bits = 16}, product);
    } else if (whole) {
        x86_write(p, &(x86_operand){.kind = GENERAL, .bits = n}, product);
        x86_write(p, &(x86_operand){.kind = GENERAL, .bits = n, .number = RDX}, product + n);
    } else {
        x86_write(p, &c->operand[0], product);
    }
}

/* Of constants. */
static void
x86_divide(x86 *p, const x86_code *c, bool is_signed)
{
    unsigned n = c->operand[0].bits;
    lit scratch[64];
    uint64_t by = x86_number(p, x86_value(p, &c->operand[0], n, scratch), n, DIVISION),
             low = x86_number(p, p->r[RAX], n, DIVISION), high = x86_number(p, p->r[RDX], n, DIVISION);
    unsigned __int128 dividend = (unsigned __int128)high << n | low, quotient, rest;
    unsigned above = 128 - 2 * n;

    if (n < 32 || by == 0) {
        stop(&p->m, n < 32 ? INSTRUCTION : DIVISION, 0, 0);
        return;
    }
    if (is_signed) {
        __int128 of = (__int128)(dividend << above) >> above, divisor = (int64_t)(by << (64 - n)) >> (64 - n);
        bool overflows = divisor == -1 && of == -of;

        quotient = overflows ? 0 : (unsigned __int128)(of / divisor);
        rest = overflows ? 0 : (unsigned __int128)(of % divisor);
        if ((overflows && of != 0) || (__int128)(quotient << (128 - n)) >> (128 - n) != (__int128)quotient)
            stop(&p->m, DIVISION, 0, 0);
    } else {
        quotient = dividend / by;
        rest = dividend % by;
        if (quotient >> n)
            stop(&p->m, DIVISION, 0, 0);
    }
    set_value((uint64_t)quotient, n, scratch);
    x86_write(p, &(x86_operand){.kind = GENERAL, .bits = n}, scratch);
    set_value((uint64_t)rest, n, scratch);
    x86_write(p, &(x86_operand){.kind = GENERAL, .bits = n, .number = RDX}, scratch);
    x86_undefine(p, SUM_FLAGS);
}

/* Moves */

/* The upper bits are zeros, or the sign. */
static void
x86_extend(x86 *p, const x86_code *c, bool is_signed)
{
    const x86_operand *to = &c->operand[0], *from = &c->operand[1];
    lit scratch[64], out[64];
    const lit *a = x86_value(p, from, to->bits, scratch);

    for (unsigned i = 0; i < to->bits; i++)
        out[i] = i < from->bits ? a[i] : is_signed ? a[from->bits - 1] : 0;
    x86_write(p, to, out);
}

static void
x86_move(x86 *p, const x86_code *c)
{
    lit scratch[64];

    x86_write(p, &c->operand[0], x86_value(p, &c->operand[1], c->operand[0].bits, scratch));
}

static void
x86_exchange(x86 *p, const x86_code *c)
{
    lit scratch[64], other[64];
    unsigned n = c->operand[0].bits;

    if (c->operand[0].kind == MEMORY || c->operand[1].kind == MEMORY) { /* locked */
        stop(&p->m, INSTRUCTION, 0, 0);
        return;
    }
    memcpy(other, x86_value(p, &c->operand[0], n, scratch), n * sizeof *other);
    x86_write(p, &c->operand[0], x86_value(p, &c->operand[1], n, scratch));
    x86_write(p, &c->operand[1], other);
}

static void
x86_select(x86 *p, const x86_code *c)
{
    unsigned n = c->operand[0].bits;
    lit scratch[2][64], out[64], which = x86_condition(p, (unsigned)c->condition);

    if (c->sets) {
        set_value(0, n, out);
        out[0] = which;
    } else {
        lane_mux(p->m.graph, n, which, x86_value(p, &c->operand[1], n, scratch[0]),
                 x86_value(p, &c->operand[0], n, scratch[1]), out);
    }
    x86_write(p, &c->operand[0], out);
}

/* KMOV and KXNOR; the name tells how many bits of the mask. */
static void
x86_mask_move(x86 *p, const x86_code *c, unsigned n)
{
    const x86_operand *to = &c->operand[0];
    lit scratch[64], out[64] = {0};

    if (c->noperands == 3) {
        lane_gate(p->m.graph, '^', n, p->k[c->operand[1].number], p->k[c->operand[2].number], out);
        lane_not(n, out, out);
    } else {
        memcpy(out, x86_value(p, &c->operand[1], n, scratch), n * sizeof *out);
    }
    if (to->kind == MASK)
        memcpy(p->k[to->number], out, sizeof out);
    else
        x86_write(p, to, out);
}

/* Moves a pointer register. */
static void
x86_advance(x86 *p, unsigned number, int64_t by)
{
    lit step[64];

    set_value((uint64_t)by, 64, step);
    lane_add(p->m.graph, 64, p->r[number], step, 0, p->r[number], NULL);
}

/* MOVS and STOS, repeated a public number of times. */
static void
x86_string(x86 *p, const x86_code *c, unsigned bytes, bool copies)
{
    machine *m = &p->m;
    uint64_t count = c->repeats ? x86_number(p, p->r[RCX], 64, BRANCH) : 1;
    x86_operand to = {.kind = MEMORY, .bits = 8 * bytes, .base = RDI, .index = -1}, from = to;
    lit content[64];

    from.base = RSI;
    if (x86_flag(p, DF) != 0) {
        stop(m, INSTRUCTION, 0, 0);
        return;
    }
    memcpy(content, p->r[RAX], sizeof content);
    for (uint64_t i = 0; i < count && m->fault == NO_FAULT; i++) {
        from.value = to.value = i * bytes;
        if (copies)
            x86_load(p, &from, 8 * bytes, 1, content);
        x86_store(p, &to, content, 1);
    }
    x86_advance(p, RDI, (int64_t)(count * bytes));
    if (copies)
        x86_advance(p, RSI, (int64_t)(count * bytes));
    if (c->repeats)
        set_value(0, 64, p->r[RCX]);
}

/* Stack and jumps */

static uint32_t
x86_live(machine *m)
{
    x86 *p = (x86 *)m;
    static const x86_operand below = {.kind = MEMORY, .base = RSP, .index = -1};
    lit address[64];
    uint32_t at;

    return x86_locate(p, &below, address, &at) ? at - RED_ZONE : UINT32_MAX;
}

/* Releases stack if the stack pointer has grown. */
static void
x86_stack_moved(x86 *p, const lit before[64])
{
    const x86_place *place = x86_place_of(p, before, 0);
    uint32_t from = place ? place->at : 0;

    if (place)
        place = x86_place_of(p, p->r[RSP], 0);
    if (place)
        discard_stack(&p->m, from - RED_ZONE, place->at - RED_ZONE);
    else
        stop_for(&p->m, ADDRESS, p->r[RSP], 64, 8);
}

static void
x86_push(x86 *p, const lit value[64])
{
    lit pushed[64];

    memcpy(pushed, value, sizeof pushed); /* may be the stack pointer */
    x86_advance(p, RSP, -8);
    x86_store(p, &(x86_operand){.kind = MEMORY, .bits = 64, .base = RSP, .index = -1}, pushed, 1);
}

static void
x86_pop(x86 *p, lit value[64])
{
    x86_load(p, &(x86_operand){.kind = MEMORY, .bits = 64, .base = RSP, .index = -1}, 64, 1, value);
    x86_advance(p, RSP, 8);
}

static void
x86_jump(x86 *p, const lit target[64])
{
    p->next = is_return(&p->m, target, 64, 0, 0) ? p->m.end : x86_number(p, target, 64, BRANCH);
}

static void
x86_control(x86 *p, const x86_code *c)
{
    lit scratch[64], back[64];

    switch (c->name) {
    case ZYDIS_MNEMONIC_RET:
        x86_pop(p, back);
        x86_jump(p, back);
        break;
    case ZYDIS_MNEMONIC_CALL:
        memcpy(scratch, x86_value(p, &c->operand[0], 64, scratch), sizeof scratch);
        set_value(p->next, 64, back);
        x86_push(p, back);
        x86_jump(p, scratch);
        break;
    case ZYDIS_MNEMONIC_JMP:
        x86_jump(p, x86_value(p, &c->operand[0], 64, scratch));
        break;
    case ZYDIS_MNEMONIC_PUSH:
        x86_push(p, x86_value(p, &c->operand[0], 64, scratch));
        break;
    case ZYDIS_MNEMONIC_LEAVE:
        memcpy(p->r[RSP], p->r[RBP], sizeof p->r[RSP]);
        x86_pop(p, p->r[RBP]);
        break;
    default: /* POP */
        x86_pop(p, scratch);
        x86_write(p, &c->operand[0], scratch);
    }
}

static void
x86_general(x86 *p, const x86_code *c)
{
    lit address[64];

    if (c->moves || c->sets) {
        x86_select(p, c);
        return;
    }
    if (c->condition >= 0) {
        if (c->operand[0].kind != IMMEDIATE || c->name == ZYDIS_MNEMONIC_JRCXZ)
            stop(&p->m, INSTRUCTION, 0, 0);
        else if (branch_taken(&p->m, x86_condition(p, (unsigned)c->condition)))
            p->next = c->operand[0].value;
        return;
    }
    switch (c->name) {
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_ADC:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_SBB:
    case ZYDIS_MNEMONIC_CMP:
    case ZYDIS_MNEMONIC_AND:
    case ZYDIS_MNEMONIC_OR:
    case ZYDIS_MNEMONIC_XOR:
    case ZYDIS_MNEMONIC_TEST:
        x86_arithmetic(p, c);
        break;
    case ZYDIS_MNEMONIC_INC:
    case ZYDIS_MNEMONIC_DEC:
    case ZYDIS_MNEMONIC_NEG:
    case ZYDIS_MNEMONIC_NOT:
    case ZYDIS_MNEMONIC_BSWAP:
        x86_unary(p, c);
        break;
    case ZYDIS_MNEMONIC_SHL:
    case ZYDIS_MNEMONIC_SHR:
    case ZYDIS_MNEMONIC_SAR:
    case ZYDIS_MNEMONIC_ROL:
    case ZYDIS_MNEMONIC_ROR:
    case ZYDIS_MNEMONIC_SHLD:
    case ZYDIS_MNEMONIC_SHRD:
        x86_shift(p, c);
        break;
    case ZYDIS_MNEMONIC_RORX:
        x86_shift_without_flags(p, c, 'o');
        break;
    case ZYDIS_MNEMONIC_SHLX:
        x86_shift_without_flags(p, c, 'l');
        break;
    case ZYDIS_MNEMONIC_SHRX:
        x86_shift_without_flags(p, c, 'r');
        break;
    case ZYDIS_MNEMONIC_BT:
    case ZYDIS_MNEMONIC_BTC:
    case ZYDIS_MNEMONIC_BTS:
        x86_bit(p, c);
        break;
    case ZYDIS_MNEMONIC_ANDN:
    case ZYDIS_MNEMONIC_BZHI:
        x86_bmi(p, c);
        break;
    case ZYDIS_MNEMONIC_MUL:
    case ZYDIS_MNEMONIC_IMUL:
        x86_multiply(p, c);
        break;
    case ZYDIS_MNEMONIC_DIV:
    case ZYDIS_MNEMONIC_IDIV:
        x86_divide(p, c, c->name == ZYDIS_MNEMONIC_IDIV);
        break;
    case ZYDIS_MNEMONIC_MOV:
        x86_move(p, c);
        break;
    case ZYDIS_MNEMONIC_MOVZX:
        x86_extend(p, c, false);
        break;
    case ZYDIS_MNEMONIC_MOVSX:
    case ZYDIS_MNEMONIC_MOVSXD:
        x86_extend(p, c, true);
        break;
    case ZYDIS_MNEMONIC_CDQE:
        for (unsigned i = 32; i < 64; i++)
            p->r[RAX][i] = p->r[RAX][31];
        break;
    case ZYDIS_MNEMONIC_CDQ:
        for (unsigned i = 0; i < 64; i++)
            p->r[RDX][i] = i < 32 ? p->r[RAX][31] : 0;
        break;
    case ZYDIS_MNEMONIC_CQO:
        for (unsigned i = 0; i < 64; i++)
            p->r[RDX][i] = p->r[RAX][63];
        break;
    case ZYDIS_MNEMONIC_LEA:
        x86_address(p, &c->operand[1], address);
        x86_write(p, &c->operand[0], address);
        break;
    case ZYDIS_MNEMONIC_XCHG:
        x86_exchange(p, c);
        break;
    case ZYDIS_MNEMONIC_KMOVB:
        x86_mask_move(p, c, 8);
        break;
    case ZYDIS_MNEMONIC_KMOVW:
    case ZYDIS_MNEMONIC_KXNORW:
        x86_mask_move(p, c, 16);
        break;
    case ZYDIS_MNEMONIC_KMOVD:
        x86_mask_move(p, c, 32);
        break;
    case ZYDIS_MNEMONIC_KMOVQ:
    case ZYDIS_MNEMONIC_KXNORQ:
        x86_mask_move(p, c, 64);
        break;
    case ZYDIS_MNEMONIC_MOVSB:
        x86_string(p, c, 1, true);
        break;
    case ZYDIS_MNEMONIC_MOVSQ:
        x86_string(p, c, 8, true);
        break;
    case ZYDIS_MNEMONIC_STOSB:
        x86_string(p, c, 1, false);
        break;
    case ZYDIS_MNEMONIC_STOSQ:
        x86_string(p, c, 8, false);
        break;
    case ZYDIS_MNEMONIC_RET:
    case ZYDIS_MNEMONIC_CALL:
    case ZYDIS_MNEMONIC_JMP:
    case ZYDIS_MNEMONIC_PUSH:
    case ZYDIS_MNEMONIC_POP:
    case ZYDIS_MNEMONIC_LEAVE:
        x86_control(p, c);
        break;
    case ZYDIS_MNEMONIC_VPMASKMOVQ:
        simd_masked_store(p, c);
        break;
    case ZYDIS_MNEMONIC_VZEROUPPER:
        for (unsigned i = 0; i < GENERALS; i++)
            memset(p->z[i] + BLOCK, 0, (VECTOR_BITS - BLOCK) * sizeof(lit));
        break;
    case ZYDIS_MNEMONIC_NOP:
    case ZYDIS_MNEMONIC_ENDBR64:
    case ZYDIS_MNEMONIC_PREFETCHT0:
    case ZYDIS_MNEMONIC_SFENCE:
        break;
    default:
        stop(&p->m, INSTRUCTION, 0, 0);
    }
}

/* One instruction. */
static void
x86_step(x86 *p)
{
    machine *m = &p->m;
    const x86_code *c;
    lit before[64];

    if (!begin_step(m, 1))
        return;
    c = x86_code_at(p, m->pc);
    p->next = m->pc + c->length;
    memcpy(before, p->r[RSP], sizeof before);
    if (c->refused)
        stop(m, INSTRUCTION, 0, 0);
    else if (c->form)
        x86_vector(p, c);
    else
        x86_general(p, c);
    if (m->live && memcmp(before, p->r[RSP], sizeof before))
        x86_stack_moved(p, before);
    if (p->next > UINT32_MAX)
        stop(m, JUMP, (uint32_t)p->next, 0);
    if (m->fault == NO_FAULT)
        m->pc = (uint32_t)p->next;
}

static void
x86_run(x86 *p)
{
    uint32_t before;

    do {
        before = p->m.pc;
        x86_step(p);
    } while (!is_finished(&p->m, before));
}

#include "x86_vector.h"

#endif
