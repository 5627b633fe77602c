/* SPDX-License-Identifier: MIT */
/* RV32IMAC: each halfword of the program decoded once, compressed
 * instructions as the ones they expand to, and what an instruction computes (RISC-V Unprivileged ISA
 * 20191213, chapters 2, 7, 8 and 16). */
#ifndef NARAE_LAB_E31_ISA_H
#define NARAE_LAB_E31_ISA_H

#include "board.h"

enum operation {
    ILLEGAL,
    LUI,
    AUIPC,
    ADDI,
    SLTI,
    SLTIU,
    XORI,
    ORI,
    ANDI,
    SLLI,
    SRLI,
    SRAI,
    ADD,
    SUB,
    SLL,
    SLT,
    SLTU,
    XOR,
    SRL,
    SRA,
    OR,
    AND,
    JAL,
    JALR,
    BEQ,
    BNE,
    BLT,
    BGE,
    BLTU,
    BGEU,
    LB,
    LH,
    LW,
    LBU,
    LHU,
    SB,
    SH,
    SW,
    MUL,
    MULH,
    MULHSU,
    MULHU,
    DIV,
    DIVU,
    REM,
    REMU,
    LR,
    SC,
    AMOSWAP,
    AMOADD,
    AMOXOR,
    AMOAND,
    AMOOR,
    AMOMIN,
    AMOMAX,
    AMOMINU,
    AMOMAXU,
    CSRRW,
    CSRRS,
    CSRRC,
    CSRRWI,
    CSRRSI,
    CSRRCI,
    FENCE,
    FENCE_I,
    WFI,
};

/* What the timing distinguishes. */
enum kind { PLAIN, LOAD, STORE, ATOMIC, BRANCH, JUMP, JUMP_REGISTER, MULTIPLY_DIVIDE, CSR, BARRIER, SLEEP };

/* What the fetch unit distinguishes. */
enum flow { STRAIGHT, FLOW_BRANCH, FLOW_JUMP, FLOW_CALL, FLOW_INDIRECT, FLOW_INDIRECT_CALL, FLOW_RETURN };

/* The destination of what has none, or x0. */
enum { STACK_POINTER = 2, NO_REGISTER = 32 };

/* What has to be written down of an instruction; and that someone has to look when it
 * has been executed. */
enum { ACCESSES = 1, DIVIDES = 2, JUMPS_AWAY = 4, SPECIAL = 8 };

struct instruction {
    uint8_t operation, kind, flow, length;
    uint8_t rd, rs1, rs2, marker; /* x0 for a source that is not read */
    uint8_t latency, watched;     /* set by timing.h and stretch.h */
    bool writes;                  /* has a destination, be it x0 */
    int32_t imm;                  /* immediate, shift, or CSR number */
    uint32_t raw;
};

static inline int32_t
sign_extend(uint32_t x, unsigned bits)
{
    return (int32_t)(x << (32 - bits)) >> (32 - bits);
}

static inline uint32_t
field(uint32_t x, unsigned high, unsigned low)
{
    return x >> low & ((UINT32_C(2) << (high - low)) - 1);
}

static void
decode_register(struct instruction *i, uint32_t x)
{
    static const uint8_t base[8] = {ADD, SLL, SLT, SLTU, XOR, SRL, OR, AND};
    unsigned funct3 = field(x, 14, 12), funct7 = x >> 25;

    if (funct7 == 1) {
        i->operation = (uint8_t)(MUL + funct3);
        i->kind = MULTIPLY_DIVIDE;
    } else if (funct7 == 0) {
        i->operation = base[funct3];
    } else if (funct7 == 0x20 && (funct3 == 0 || funct3 == 5)) {
        i->operation = funct3 == 0 ? SUB : SRA;
    }
}

static void
decode_immediate(struct instruction *i, uint32_t x)
{
    static const uint8_t base[8] = {ADDI, SLLI, SLTI, SLTIU, XORI, SRLI, ORI, ANDI};
    unsigned funct3 = field(x, 14, 12), funct7 = x >> 25;

    i->operation = base[funct3];
    i->imm = sign_extend(x >> 20, 12);
    if (funct3 == 1 || funct3 == 5) {
        i->imm &= 31;
        if (funct3 == 5 && funct7 == 0x20)
            i->operation = SRAI;
        else if (funct7 != 0)
            i->operation = ILLEGAL;
    }
}

static void
decode_atomic(struct instruction *i, uint32_t x)
{
    static const struct {
        uint8_t funct5, operation;
    } table[] = {{2, LR},    {3, SC},      {1, AMOSWAP}, {0, AMOADD},   {4, AMOXOR},  {12, AMOAND},
                 {8, AMOOR}, {16, AMOMIN}, {20, AMOMAX}, {24, AMOMINU}, {28, AMOMAXU}};

    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (field(x, 14, 12) == 2 && x >> 27 == table[k].funct5)
            i->operation = table[k].operation;
    i->kind = ATOMIC;
}

static void
decode_system(struct instruction *i, uint32_t x)
{
    static const uint8_t csr[8] = {ILLEGAL, CSRRW, CSRRS, CSRRC, ILLEGAL, CSRRWI, CSRRSI, CSRRCI};

    i->operation = csr[field(x, 14, 12)];
    i->kind = CSR;
    i->imm = (int32_t)(x >> 20);
    if (x == 0x10500073) {
        i->operation = WFI;
        i->kind = SLEEP;
    }
}

/* A link register is x1 or x5; the fetch unit looks at bit 0 of rd alone. */
static enum flow
indirect_flow(const struct instruction *i)
{
    if ((i->rd & 1) != 0)
        return FLOW_INDIRECT_CALL;
    return i->rs1 == 1 || i->rs1 == 5 ? FLOW_RETURN : FLOW_INDIRECT;
}

static void
decode_word(struct instruction *i, uint32_t x)
{
    static const uint8_t branch[8] = {BEQ, BNE, ILLEGAL, ILLEGAL, BLT, BGE, BLTU, BGEU};
    static const uint8_t load[8] = {LB, LH, LW, ILLEGAL, LBU, LHU, ILLEGAL, ILLEGAL};
    static const uint8_t store[8] = {SB, SH, SW, ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL};
    unsigned funct3 = field(x, 14, 12);
    bool reads1 = true, reads2 = false;

    i->rd = (uint8_t)field(x, 11, 7);
    i->rs1 = (uint8_t)field(x, 19, 15);
    i->rs2 = (uint8_t)field(x, 24, 20);
    i->writes = true;
    switch (x & 0x7f) {
    case 0x37:
    case 0x17:
        i->operation = (x & 0x7f) == 0x37 ? LUI : AUIPC;
        i->imm = (int32_t)(x & 0xfffff000);
        reads1 = false;
        break;
    case 0x13:
        decode_immediate(i, x);
        break;
    case 0x33:
        decode_register(i, x);
        reads2 = true;
        break;
    case 0x6f:
        i->operation = JAL;
        i->kind = JUMP;
        i->flow = (i->rd & 1) != 0 ? FLOW_CALL : FLOW_JUMP;
        i->imm = sign_extend(field(x, 31, 31) << 20 | field(x, 19, 12) << 12 | field(x, 20, 20) << 11 |
                                 field(x, 30, 21) << 1,
                             21);
        reads1 = false;
        break;
    case 0x67:
        i->operation = funct3 == 0 ? JALR : ILLEGAL;
        i->kind = JUMP_REGISTER;
        i->flow = (uint8_t)indirect_flow(i);
        i->imm = sign_extend(x >> 20, 12);
        break;
    case 0x63:
        i->operation = branch[funct3];
        i->kind = BRANCH;
        i->flow = FLOW_BRANCH;
        i->imm = sign_extend(
            field(x, 31, 31) << 12 | field(x, 7, 7) << 11 | field(x, 30, 25) << 5 | field(x, 11, 8) << 1, 13);
        i->writes = false;
        reads2 = true;
        break;
    case 0x03:
        i->operation = load[funct3];
        i->kind = LOAD;
        i->imm = sign_extend(x >> 20, 12);
        break;
    case 0x23:
        i->operation = store[funct3];
        i->kind = STORE;
        i->imm = sign_extend(field(x, 31, 25) << 5 | field(x, 11, 7), 12);
        i->writes = false;
        reads2 = true;
        break;
    case 0x2f:
        decode_atomic(i, x);
        reads2 = true;
        break;
    case 0x73:
        decode_system(i, x);
        reads1 = funct3 < 4;
        break;
    case 0x0f:
        i->operation = funct3 == 0 ? FENCE : funct3 == 1 ? FENCE_I : ILLEGAL;
        i->kind = BARRIER;
        i->writes = false;
        reads1 = false;
        break;
    default:
        break;
    }
    if (!i->writes || i->rd == 0)
        i->rd = NO_REGISTER;
    if (!reads1)
        i->rs1 = 0;
    if (!reads2)
        i->rs2 = 0;
}

/* Makes the 32-bit word that a compressed instruction expands to; 0 is none. */
static uint32_t
expand(uint32_t c)
{
    enum { OP_IMM = 0x13, OP = 0x33 };
    uint32_t rd = field(c, 11, 7), rs2 = field(c, 6, 2), rdp = 8 + field(c, 4, 2), rsp = 8 + field(c, 9, 7);
    uint32_t imm6 = (uint32_t)sign_extend(field(c, 12, 12) << 5 | field(c, 6, 2), 6);
    uint32_t word = field(c, 12, 10) << 3 | field(c, 6, 6) << 2 | field(c, 5, 5) << 6;
    uint32_t jump = (uint32_t)sign_extend(
        field(c, 12, 12) << 11 | field(c, 11, 11) << 4 | field(c, 10, 9) << 8 | field(c, 8, 8) << 10 |
            field(c, 7, 7) << 6 | field(c, 6, 6) << 7 | field(c, 5, 3) << 1 | field(c, 2, 2) << 5,
        12);
    uint32_t branch =
        (uint32_t)sign_extend(field(c, 12, 12) << 8 | field(c, 11, 10) << 3 | field(c, 6, 5) << 6 |
                                  field(c, 4, 3) << 1 | field(c, 2, 2) << 5,
                              9);
    uint32_t near = field(branch, 12, 12) << 31 | field(branch, 10, 5) << 25 | rsp << 15 |
                    field(branch, 4, 1) << 8 | field(branch, 11, 11) << 7 | 0x63;
    uint32_t far = field(jump, 20, 20) << 31 | field(jump, 10, 1) << 21 | field(jump, 11, 11) << 20 |
                   field(jump, 19, 12) << 12 | 0x6f;
    static const uint32_t two[4] = {UINT32_C(0x20) << 25, 4 << 12, 6 << 12, 7 << 12};

    switch ((c & 3) << 3 | field(c, 15, 13)) {
    case 0: {
        uint32_t imm =
            field(c, 12, 11) << 4 | field(c, 10, 7) << 6 | field(c, 6, 6) << 2 | field(c, 5, 5) << 3;

        return imm == 0 ? 0 : imm << 20 | 2 << 15 | rdp << 7 | OP_IMM;
    }
    case 2:
        return word << 20 | rsp << 15 | 2 << 12 | rdp << 7 | 0x03;
    case 6:
        return word >> 5 << 25 | rdp << 20 | rsp << 15 | 2 << 12 | (word & 31) << 7 | 0x23;
    case 8:
        return imm6 << 20 | rd << 15 | rd << 7 | OP_IMM;
    case 9:
        return far | 1 << 7;
    case 10:
        return imm6 << 20 | rd << 7 | OP_IMM;
    case 11:
        if (rd == 2) {
            uint32_t imm =
                (uint32_t)sign_extend(field(c, 12, 12) << 9 | field(c, 6, 6) << 4 | field(c, 5, 5) << 6 |
                                          field(c, 4, 3) << 7 | field(c, 2, 2) << 5,
                                      10);

            return imm == 0 ? 0 : imm << 20 | 2 << 15 | 2 << 7 | OP_IMM;
        }
        return imm6 == 0 ? 0 : imm6 << 12 | rd << 7 | 0x37;
    case 12:
        switch (field(c, 11, 10)) {
        case 0:
        case 1:
            if (field(c, 12, 12) != 0)
                return 0;
            return field(c, 10, 10) << 30 | rs2 << 20 | rsp << 15 | 5 << 12 | rsp << 7 | OP_IMM;
        case 2:
            return imm6 << 20 | rsp << 15 | 7 << 12 | rsp << 7 | OP_IMM;
        default:
            return field(c, 12, 12) != 0 ? 0 : two[field(c, 6, 5)] | rdp << 20 | rsp << 15 | rsp << 7 | OP;
        }
    case 13:
        return far;
    case 14:
        return near;
    case 15:
        return near | 1 << 12;
    case 16:
        return field(c, 12, 12) != 0 ? 0 : rs2 << 20 | rd << 15 | 1 << 12 | rd << 7 | OP_IMM;
    case 18: {
        uint32_t imm = field(c, 12, 12) << 5 | field(c, 6, 4) << 2 | field(c, 3, 2) << 6;

        return rd == 0 ? 0 : imm << 20 | 2 << 15 | 2 << 12 | rd << 7 | 0x03;
    }
    case 20:
        if (rs2 == 0)
            return rd == 0 ? 0 : rd << 15 | field(c, 12, 12) << 7 | 0x67;
        return rs2 << 20 | (field(c, 12, 12) != 0 ? rd : 0) << 15 | rd << 7 | OP;
    case 22: {
        uint32_t imm = field(c, 12, 9) << 2 | field(c, 8, 7) << 6;

        return imm >> 5 << 25 | rs2 << 20 | 2 << 15 | 2 << 12 | (imm & 31) << 7 | 0x23;
    }
    default:
        return 0;
    }
}

static struct instruction
decode(uint32_t x)
{
    struct instruction i = {.length = (x & 3) == 3 ? 4 : 2};

    i.raw = i.length == 4 ? x : expand(x & 0xffff);
    decode_word(&i, i.raw);
    return i;
}

static inline uint32_t
divide(enum operation operation, uint32_t a, uint32_t b)
{
    bool overflow = a == UINT32_C(0x80000000) && b == UINT32_MAX;

    switch (operation) {
    case DIV:
        return b == 0 ? UINT32_MAX : overflow ? a : (uint32_t)((int32_t)a / (int32_t)b);
    case DIVU:
        return b == 0 ? UINT32_MAX : a / b;
    case REM:
        return b == 0 ? a : overflow ? 0 : (uint32_t)((int32_t)a % (int32_t)b);
    default:
        return b == 0 ? a : a % b;
    }
}

/* Register results that need neither memory nor CSRs. */
static inline __attribute__((always_inline)) uint32_t
compute(const struct instruction *i, uint32_t pc, uint32_t a, uint32_t b)
{
    uint32_t imm = (uint32_t)i->imm;

    switch (i->operation) {
    case LUI:
        return imm;
    case AUIPC:
        return pc + imm;
    case ADDI:
        return a + imm;
    case SLTI:
        return (int32_t)a < i->imm;
    case SLTIU:
        return a < imm;
    case XORI:
        return a ^ imm;
    case ORI:
        return a | imm;
    case ANDI:
        return a & imm;
    case SLLI:
        return a << imm;
    case SRLI:
        return a >> imm;
    case SRAI:
        return (uint32_t)((int32_t)a >> imm);
    case ADD:
        return a + b;
    case SUB:
        return a - b;
    case SLL:
        return a << (b & 31);
    case SLT:
        return (int32_t)a < (int32_t)b;
    case SLTU:
        return a < b;
    case XOR:
        return a ^ b;
    case SRL:
        return a >> (b & 31);
    case SRA:
        return (uint32_t)((int32_t)a >> (b & 31));
    case OR:
        return a | b;
    case AND:
        return a & b;
    case JAL:
    case JALR:
        return pc + i->length;
    case MUL:
        return a * b;
    case MULH:
        return (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32);
    case MULHSU:
        return (uint32_t)((int64_t)(int32_t)a * (int64_t)b >> 32);
    case MULHU:
        return (uint32_t)((uint64_t)a * b >> 32);
    default:
        return divide((enum operation)i->operation, a, b);
    }
}

static inline uint32_t
atomic_result(enum operation operation, uint32_t old, uint32_t b)
{
    switch (operation) {
    case AMOADD:
        return old + b;
    case AMOXOR:
        return old ^ b;
    case AMOAND:
        return old & b;
    case AMOOR:
        return old | b;
    case AMOMIN:
        return (int32_t)old < (int32_t)b ? old : b;
    case AMOMAX:
        return (int32_t)old > (int32_t)b ? old : b;
    case AMOMINU:
        return old < b ? old : b;
    case AMOMAXU:
        return old > b ? old : b;
    default:
        return b;
    }
}

#endif
