/* SPDX-License-Identifier: MIT */
/* The instructions of ARMv6-M, ARMv7E-M and ARMv8-M Mainline that programs without
 * an operating system use, and of the single-precision FPU what moves data.  ARM DDI
 * 0403E (ARMv7-M Architecture Reference Manual), A5 to A7.
 *
 * What is not here (exclusive accesses, coprocessors, floating-point
 * arithmetic, ...) decodes to ILLEGAL and ends a run with a sentence. */
#ifndef NARAE_LAB_CORTEXM_ISA_H
#define NARAE_LAB_CORTEXM_ISA_H

#include <stdbool.h>
#include <stdint.h>

enum { SP = 13, LR = 14, PC = 15, NO_REGISTER = 16 };

enum operation {
    ILLEGAL,
    AND, /* the data operations, with an operand that may be shifted */
    BIC,
    ORR,
    ORN,
    EOR,
    ADD,
    ADC,
    SBC,
    SUB,
    RSB,
    MOV,
    MVN,
    SHIFT, /* by a register */
    MOVT,
    PKH,
    SXT, /* all extensions, with an addition if rn is one */
    REV,
    REV16,
    REVSH,
    RBIT,
    CLZ,
    BFC,
    BFI,
    SBFX,
    UBFX,
    SSAT,
    USAT,
    SSAT16,
    USAT16,
    PARALLEL, /* additions and subtractions in lanes */
    SEL,
    QADD,
    MUL,
    MLA,
    MLS,
    SMLAXY,
    SMLAW,
    SMLAD,
    SMMLA,
    USADA8,
    UMULL,
    SMULL,
    UMLAL,
    SMLAL,
    UMAAL,
    SMLALXY,
    SMLALD,
    SDIV,
    UDIV,
    LDR,
    LDRB,
    LDRH,
    LDRSB,
    LDRSH,
    STR,
    STRB,
    STRH,
    LDRD,
    STRD,
    LDM,
    STM,
    VLDM, /* and VLDR, VPOP */
    VSTM,
    VMOV_TO,
    VMOV_FROM,
    VMOV_PAIR_TO,
    VMOV_PAIR_FROM,
    VMOV_SINGLE,
    B,
    BCOND,
    CBZ,
    CBNZ,
    BL,
    BX,
    BLX,
    MOV_PC,
    ADD_PC,
    TBB,
    TBH,
    IT,
    NOP,
    BARRIER, /* and what changes nothing that is modelled: CPS, MSR */
    MRS,
    TRAP, /* BKPT, SVC, UDF */
};

/* Properties of an instruction for the timing model. */
enum group {
    DATA,
    IDLE, /* NOP and hints */
    MULTIPLY,
    MULTIPLY_ADD,
    LONG_MULTIPLY,
    LONG_MULTIPLY_ADD,
    DIVIDE,
    LOAD,
    STORE,
    LOAD_PAIR,
    STORE_PAIR,
    LOAD_MANY,
    STORE_MANY,
    MOVE_PAIR,
    BRANCH,
    CALL,
    BRANCH_REGISTER,
    CALL_REGISTER,
    TABLE_BRANCH,
    CONDITION, /* IT */
    SYSTEM,
    UNKNOWN,
};

enum shift { LSL, LSR, ASR, ROR, RRX };

/* A hint that does nothing on any core (ARMv7-M ARM, A5.2.5: unallocated hints are NOPs). */
enum marker { MARKER_BEGIN = 8, MARKER_END, MARKER_EXIT, MARKER_IDLE, MARKER_BUSY };

struct instruction {
    uint8_t operation, group, length;
    uint8_t rd, rn, rm, ra; /* ra also the high word of a product, or of a pair */
    uint8_t shift, amount;  /* of the second operand; of the others what they need */
    uint8_t carry;          /* of an immediate operand: 0, 1, or 2 as before */
    uint8_t condition;      /* and that of an IT block */
    uint8_t marker;
    bool sets_flags, not_in_it; /* short forms set no flags in an IT block */
    bool immediate;             /* the second operand, or the offset of an address */
    bool rotated;               /* the immediate operand is 8 bits at another place */
    bool before, writes_back;   /* of an address: the offset is added before; the base changes */
    uint32_t imm;               /* also the list of registers */
    uint32_t addresses, writes; /* sets of registers: that an address is made of, that data are written to */
    uint32_t reads, adds;       /* that are operands, that are added to a product or an extension */
};

static inline uint32_t
rotated(uint32_t x, unsigned n)
{
    return n % 32 != 0 ? x >> n % 32 | x << (32 - n % 32) : x;
}

static inline uint32_t
sign_extended(uint32_t x, unsigned bits)
{
    return (uint32_t)((int32_t)(x << (32 - bits)) >> (32 - bits));
}

static inline uint32_t
bit(unsigned r)
{
    return UINT32_C(1) << r;
}

/* A modified immediate: A5.3.2. */
static inline void
expand_immediate(struct instruction *i, uint32_t twelve)
{
    uint32_t byte = twelve & 0xff;

    i->immediate = true;
    i->carry = 2;
    if (twelve >> 10 == 0) {
        static const uint32_t times[4] = {1, 0x00010001, 0x01000100, 0x01010101};

        i->imm = byte * times[twelve >> 8 & 3];
    } else {
        i->imm = rotated(0x80 | (byte & 0x7f), twelve >> 7);
        i->carry = (uint8_t)(i->imm >> 31);
        i->rotated = true;
    }
}

/* A shift by a constant: A7.4.2. */
static inline void
set_shift(struct instruction *i, unsigned type, unsigned amount)
{
    i->shift = (uint8_t)type;
    i->amount = (uint8_t)amount;
    if (amount == 0 && type == ROR)
        i->shift = RRX;
    else if (amount == 0 && type != LSL)
        i->amount = 32;
}

static inline void
set_data(struct instruction *i, enum operation operation, unsigned rd, unsigned rn, bool sets_flags)
{
    i->operation = (uint8_t)operation;
    i->group = DATA;
    i->rd = (uint8_t)rd;
    i->rn = (uint8_t)rn;
    i->sets_flags = sets_flags;
}

static inline void
set_access(struct instruction *i, enum operation operation, unsigned rd, unsigned rn, uint32_t offset)
{
    bool store = operation == STR || operation == STRB || operation == STRH;

    i->operation = (uint8_t)operation;
    i->group = store ? STORE : LOAD;
    i->rd = (uint8_t)rd;
    i->rn = (uint8_t)rn;
    i->immediate = true;
    i->before = true;
    i->imm = offset;
}

static inline void
set_register_offset(struct instruction *i, unsigned rm, unsigned amount)
{
    i->immediate = false;
    i->rm = (uint8_t)rm;
    i->amount = (uint8_t)amount;
}

static inline void
set_many(struct instruction *i, enum operation operation, unsigned rn, uint32_t list, bool writes_back)
{
    i->operation = (uint8_t)operation;
    i->group = operation == LDM || operation == VLDM ? LOAD_MANY : STORE_MANY;
    i->rn = (uint8_t)rn;
    i->imm = list;
    i->writes_back = writes_back;
}

static inline void
set_branch(struct instruction *i, enum operation operation, enum group group, uint32_t offset)
{
    i->operation = (uint8_t)operation;
    i->group = (uint8_t)group;
    i->imm = offset;
}

static inline void
decode_short_data(struct instruction *i, uint32_t h)
{
    static const uint8_t operations[16] = {AND, EOR, SHIFT, SHIFT, SHIFT, ADC, SBC, SHIFT,
                                           AND, RSB, SUB,   ADD,   ORR,   MUL, BIC, MVN};
    static const uint8_t shifts[16] = {[2] = LSL, [3] = LSR, [4] = ASR, [7] = ROR};
    unsigned code = h >> 6 & 15, rm = h >> 3 & 7, rd = h & 7;

    set_data(i, operations[code], rd, rd, true);
    i->not_in_it = true;
    i->rm = (uint8_t)rm;
    i->shift = LSL;
    switch (code) {
    case 2:
    case 3:
    case 4:
    case 7:
        i->shift = shifts[code];
        break;
    case 8: /* TST, CMP, CMN */
    case 10:
    case 11:
        i->rd = NO_REGISTER;
        i->not_in_it = false;
        break;
    case 9: /* RSBS from 0 */
        i->rn = (uint8_t)rm;
        i->immediate = true;
        i->imm = 0;
        break;
    case 13:
        i->group = MULTIPLY;
        break;
    }
}

static inline void
decode_high_registers(struct instruction *i, uint32_t h)
{
    unsigned rm = h >> 3 & 15, rd = (h & 7) | (h >> 4 & 8);

    i->rm = (uint8_t)rm;
    switch (h >> 8 & 3) {
    case 0:
        set_data(i, ADD, rd, rd, false);
        break;
    case 1:
        set_data(i, SUB, NO_REGISTER, rd, true);
        break;
    case 2:
        set_data(i, MOV, rd, NO_REGISTER, false);
        break;
    default:
        set_branch(i, (h & 0x80) != 0 ? BLX : BX, (h & 0x80) != 0 ? CALL_REGISTER : BRANCH_REGISTER, 0);
        return;
    }
    if (i->rd == PC)
        set_branch(i, i->operation == ADD ? ADD_PC : MOV_PC, BRANCH_REGISTER, 0);
}

static inline void
decode_extension(struct instruction *i, unsigned rd, unsigned rm, bool is_signed, unsigned bits,
                 unsigned rotation)
{
    set_data(i, SXT, rd, NO_REGISTER, false);
    i->rm = (uint8_t)rm;
    i->amount = (uint8_t)rotation;
    i->imm = bits;
    i->carry = is_signed;
}

static inline void
decode_miscellaneous(struct instruction *i, uint32_t h)
{
    static const uint8_t reversals[4] = {REV, REV16, ILLEGAL, REVSH};
    unsigned rm = h >> 3 & 7, rd = h & 7;

    if ((h & 0xff00) == 0xb000) {
        set_data(i, (h & 0x80) != 0 ? SUB : ADD, SP, SP, false);
        i->immediate = true;
        i->imm = (h & 0x7f) << 2;
    } else if ((h & 0xf500) == 0xb100) {
        set_branch(i, (h & 0x800) != 0 ? CBNZ : CBZ, BRANCH, (h >> 3 & 0x1f) << 1 | (h >> 9 & 1) << 6);
        i->rn = (uint8_t)rd;
    } else if ((h & 0xff00) == 0xb200) {
        decode_extension(i, rd, rm, (h & 0x80) == 0, (h & 0x40) != 0 ? 8 : 16, 0);
    } else if ((h & 0xfe00) == 0xb400) {
        set_many(i, STM, SP, (h & 0xff) | (h & 0x100) << 6, true);
        i->before = true;
    } else if ((h & 0xfe00) == 0xbc00) {
        set_many(i, LDM, SP, (h & 0xff) | (h & 0x100) << 7, true);
    } else if ((h & 0xff00) == 0xba00) {
        set_data(i, reversals[h >> 6 & 3], rd, NO_REGISTER, false);
        i->rm = (uint8_t)rm;
    } else if ((h & 0xff00) == 0xbf00 && (h & 15) != 0) {
        set_branch(i, IT, CONDITION, h & 0xff);
    } else if ((h & 0xff00) == 0xbf00) {
        set_branch(i, NOP, IDLE, 0);
        i->marker = (uint8_t)(h >> 4 & 15);
    } else if ((h & 0xffe8) == 0xb660) {
        set_branch(i, BARRIER, SYSTEM, 0);
    } else if ((h & 0xff00) == 0xbe00) {
        set_branch(i, TRAP, SYSTEM, 0);
    }
}

static inline void
decode_short_access(struct instruction *i, uint32_t h)
{
    static const uint8_t by_register[8] = {STR, STRH, STRB, LDRSB, LDR, LDRH, LDRB, LDRSH};
    unsigned rn = h >> 3 & 7, rd = h & 7, five = h >> 6 & 31;

    switch (h >> 12) {
    case 5:
        set_access(i, by_register[h >> 9 & 7], rd, rn, 0);
        set_register_offset(i, h >> 6 & 7, 0);
        break;
    case 6:
        set_access(i, (h & 0x800) != 0 ? LDR : STR, rd, rn, five << 2);
        break;
    case 7:
        set_access(i, (h & 0x800) != 0 ? LDRB : STRB, rd, rn, five);
        break;
    case 8:
        set_access(i, (h & 0x800) != 0 ? LDRH : STRH, rd, rn, five << 1);
        break;
    default:
        set_access(i, (h & 0x800) != 0 ? LDR : STR, h >> 8 & 7, SP, (h & 0xff) << 2);
    }
}

static inline void
decode_short(struct instruction *i, uint32_t h)
{
    unsigned rn = h >> 3 & 7, rd = h & 7, eight = h & 0xff;

    switch (h >> 12) {
    case 0:
    case 1:
        if (h >> 11 != 3) {
            set_data(i, MOV, rd, NO_REGISTER, true);
            i->rm = (uint8_t)rn;
            set_shift(i, h >> 11, h >> 6 & 31);
        } else {
            set_data(i, (h & 0x200) != 0 ? SUB : ADD, rd, rn, true);
            i->immediate = (h & 0x400) != 0;
            i->rm = i->imm = h >> 6 & 7;
        }
        i->not_in_it = true;
        break;
    case 2:
    case 3: {
        static const uint8_t operations[4] = {MOV, SUB, ADD, SUB};
        unsigned code = h >> 11 & 3;

        rd = h >> 8 & 7;
        set_data(i, operations[code], code == 1 ? NO_REGISTER : rd, code == 0 ? NO_REGISTER : rd, true);
        i->immediate = true;
        i->imm = eight;
        i->carry = 2;
        i->not_in_it = code != 1;
        break;
    }
    case 4:
        if (h >> 10 == 0x10) {
            decode_short_data(i, h);
        } else if (h >> 10 == 0x11) {
            decode_high_registers(i, h);
        } else {
            set_access(i, LDR, h >> 8 & 7, PC, eight << 2);
        }
        break;
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
        decode_short_access(i, h);
        break;
    case 10:
        set_data(i, ADD, h >> 8 & 7, (h & 0x800) != 0 ? SP : PC, false);
        i->immediate = true;
        i->imm = eight << 2;
        break;
    case 11:
        decode_miscellaneous(i, h);
        break;
    case 12:
        rn = h >> 8 & 7;
        if ((h & 0x800) != 0)
            set_many(i, LDM, rn, eight, (eight & bit(rn)) == 0);
        else
            set_many(i, STM, rn, eight, true);
        break;
    case 13:
        if ((h >> 8 & 15) >= 14) {
            set_branch(i, TRAP, SYSTEM, 0);
        } else {
            set_branch(i, BCOND, BRANCH, sign_extended(eight << 1, 9));
            i->condition = h >> 8 & 15;
        }
        break;
    default:
        set_branch(i, B, BRANCH, sign_extended((h & 0x7ff) << 1, 12));
    }
}

/* 32 bits: the first halfword above, the second below. */

static inline void
decode_long_data(struct instruction *i, uint32_t w, bool immediate)
{
    static const uint8_t operations[16] = {AND, BIC,     ORR, ORN, EOR,     ILLEGAL, PKH, ILLEGAL,
                                           ADD, ILLEGAL, ADC, SBC, ILLEGAL, SUB,     RSB, ILLEGAL};
    unsigned code = w >> 21 & 15, rn = w >> 16 & 15, rd = w >> 8 & 15;
    bool s = (w >> 20 & 1) != 0;

    if (operations[code] == ILLEGAL || (code == 6 && immediate))
        return;
    set_data(i, operations[code], rd, rn, s);
    if (immediate) {
        expand_immediate(i, (w >> 15 & 0x800) | (w >> 4 & 0x700) | (w & 0xff));
    } else {
        i->rm = w & 15;
        set_shift(i, w >> 4 & 3, (w >> 10 & 0x1c) | (w >> 6 & 3));
    }
    if ((code == 2 || code == 3) && rn == PC) {
        i->operation = code == 2 ? MOV : MVN;
        i->rn = NO_REGISTER;
    }
    if (s && rd == PC && (code == 0 || code == 4 || code == 8 || code == 13))
        i->rd = NO_REGISTER; /* TST, TEQ, CMN, CMP */
    else if (rd == PC)
        i->operation = ILLEGAL;
}

/* Wide immediates, bit fields, saturation: A5.3.3. */
static inline void
decode_plain_immediate(struct instruction *i, uint32_t w)
{
    unsigned code = w >> 20 & 31, rn = w >> 16 & 15, rd = w >> 8 & 15;
    uint32_t twelve = (w >> 15 & 0x800) | (w >> 4 & 0x700) | (w & 0xff);
    unsigned at = (w >> 10 & 0x1c) | (w >> 6 & 3), width = w & 31;

    set_data(i, ILLEGAL, rd, rn, false);
    i->immediate = true;
    i->carry = 2;
    i->imm = twelve;
    switch (code) {
    case 0:
        i->operation = ADD;
        break;
    case 10:
        i->operation = SUB;
        break;
    case 4:
        i->operation = MOV;
        i->imm = twelve | rn << 12;
        i->rn = NO_REGISTER;
        break;
    case 12:
        i->operation = MOVT;
        i->imm = twelve | rn << 12;
        i->rn = (uint8_t)rd;
        break;
    case 16:
    case 18:
    case 24:
    case 26:
        if ((code & 2) != 0 && at == 0) {
            i->operation = code == 18 ? SSAT16 : USAT16;
        } else {
            i->operation = (code & 8) != 0 ? USAT : SSAT;
            i->shift = (code & 2) != 0 ? ASR : LSL;
            i->amount = (uint8_t)at;
        }
        i->imm = width + ((code & 8) == 0); /* bits */
        break;
    case 20:
        i->operation = SBFX;
        i->amount = (uint8_t)at;
        i->imm = width + 1;
        break;
    case 22:
        i->operation = rn == PC ? BFC : BFI;
        i->rm = (uint8_t)rn;
        i->rn = (uint8_t)rd;
        i->amount = (uint8_t)at;
        i->imm = width + 1 - at;
        if (width < at)
            i->operation = ILLEGAL;
        break;
    case 28:
        i->operation = UBFX;
        i->amount = (uint8_t)at;
        i->imm = width + 1;
        break;
    }
}

static inline void
decode_control(struct instruction *i, uint32_t w)
{
    uint32_t sign = w >> 26 & 1, j1 = w >> 13 & 1, j2 = w >> 11 & 1;
    uint32_t low = (w & 0x7ff) << 1, i1 = ~(j1 ^ sign) & 1, i2 = ~(j2 ^ sign) & 1;
    uint32_t far = sign << 24 | i1 << 23 | i2 << 22 | (w >> 16 & 0x3ff) << 12 | low;

    switch (w >> 12 & 5) {
    case 1:
        set_branch(i, B, BRANCH, sign_extended(far, 25));
        break;
    case 5:
        set_branch(i, BL, CALL, sign_extended(far, 25));
        break;
    case 0:
        if ((w >> 23 & 7) != 7) {
            uint32_t near = sign << 20 | j2 << 19 | j1 << 18 | (w >> 16 & 0x3f) << 12 | low;

            set_branch(i, BCOND, BRANCH, sign_extended(near, 21));
            i->condition = w >> 22 & 15;
        } else if ((w & 0xfff0f000) == 0xf3e08000) {
            set_branch(i, MRS, SYSTEM, w & 0xff);
            i->rd = w >> 8 & 15;
        } else if ((w & 0xfff0d000) == 0xf3b08000 || (w & 0xffe0d000) == 0xf3808000) {
            set_branch(i, BARRIER, SYSTEM, 0);
        } else if ((w & 0xfff0d700) == 0xf3a08000) {
            set_branch(i, NOP, IDLE, 0);
        }
        break;
    }
}

static inline void
decode_long_access(struct instruction *i, uint32_t w)
{
    static const uint8_t loads[8] = {LDRB, LDRH, LDR, ILLEGAL, LDRSB, LDRSH, ILLEGAL, ILLEGAL};
    static const uint8_t stores[4] = {STRB, STRH, STR, ILLEGAL};
    bool load = (w >> 20 & 1) != 0, is_signed = (w >> 24 & 1) != 0, positive = (w >> 23 & 1) != 0;
    unsigned size = w >> 21 & 3, rn = w >> 16 & 15, rd = w >> 12 & 15;
    enum operation operation = load ? loads[size | (unsigned)is_signed << 2] : stores[size];

    if (operation == ILLEGAL || (!load && (is_signed || rn == PC)))
        return;
    if (load && rd == PC && operation != LDR) { /* a preload: a hint */
        set_branch(i, NOP, IDLE, 0);
        return;
    }
    if (rn == PC) {
        set_access(i, operation, rd, PC, positive ? w & 0xfff : 0 - (w & 0xfff));
    } else if (positive) {
        set_access(i, operation, rd, rn, w & 0xfff);
    } else if ((w >> 11 & 1) != 0) {
        uint32_t offset = w & 0xff;

        set_access(i, operation, rd, rn, (w >> 9 & 1) != 0 ? offset : 0 - offset);
        i->before = (w >> 10 & 1) != 0;
        i->writes_back = (w >> 8 & 1) != 0;
    } else if ((w >> 6 & 0x3f) == 0) {
        set_access(i, operation, rd, rn, 0);
        set_register_offset(i, w & 15, w >> 4 & 3);
    }
}

static inline void
decode_pairs_and_tables(struct instruction *i, uint32_t w)
{
    unsigned rn = w >> 16 & 15;
    uint32_t offset = (w & 0xff) << 2;

    if ((w >> 24 & 1) == 0 && (w >> 21 & 1) == 0) {
        if ((w & 0xfff0ffe0) == 0xe8d0f000) {
            set_branch(i, (w & 0x10) != 0 ? TBH : TBB, TABLE_BRANCH, 0);
            i->rn = (uint8_t)rn;
            i->rm = w & 15;
        }
        return; /* exclusive accesses */
    }
    set_access(i, (w >> 20 & 1) != 0 ? LDRD : STRD, w >> 12 & 15, rn,
               (w >> 23 & 1) != 0 ? offset : 0 - offset);
    i->group = (w >> 20 & 1) != 0 ? LOAD_PAIR : STORE_PAIR;
    i->ra = w >> 8 & 15;
    i->before = (w >> 24 & 1) != 0;
    i->writes_back = (w >> 21 & 1) != 0;
}

/* Shifts by a register, extensions, operations in lanes: A5.3.12 to A5.3.15. */
static inline void
decode_register_data(struct instruction *i, uint32_t w)
{
    unsigned rn = w >> 16 & 15, rd = w >> 8 & 15, rm = w & 15, code = w >> 20 & 15, low = w >> 4 & 15;

    if ((code & 8) == 0 && low == 0) {
        set_data(i, SHIFT, rd, rn, (code & 1) != 0);
        i->shift = (uint8_t)(code >> 1);
        i->rm = (uint8_t)rm;
    } else if ((code & 8) == 0 && (low & 8) != 0 && code < 6) {
        static const uint8_t bits[3] = {16, 0, 8}; /* 0: two of 8 in lanes of 16 */

        decode_extension(i, rd, rm, (code & 1) == 0, bits[code >> 1], (low & 3) * 8);
        i->rn = (uint8_t)(rn == PC ? NO_REGISTER : rn);
    } else if ((code & 8) != 0 && (low & 8) == 0) {
        set_data(i, PARALLEL, rd, rn, false);
        i->rm = (uint8_t)rm;
        i->amount = (uint8_t)low; /* how: plain 0, saturated 1, halved 2; + 4 unsigned */
        i->imm = code & 7;        /* 0 ADD8, 1 ADD16, 2 ASX, 4 SUB8, 5 SUB16, 6 SAX */
        if (i->imm == 3 || i->imm == 7 || (low & 3) == 3)
            i->operation = ILLEGAL;
    } else if ((code & 12) == 8 && (low & 12) == 8) {
        static const uint8_t reversals[4] = {REV, REV16, RBIT, REVSH};

        set_data(i, ILLEGAL, rd, rn, false);
        i->rm = (uint8_t)rm;
        i->amount = low & 3;
        switch (code & 3) {
        case 0:
            i->operation = QADD; /* amount: 1 doubles, 2 subtracts */
            break;
        case 1:
            i->operation = reversals[low & 3];
            break;
        case 2:
            if ((low & 3) == 0)
                i->operation = SEL;
            break;
        default:
            if ((low & 3) == 0)
                i->operation = CLZ;
        }
    }
}

static inline void
decode_multiplication(struct instruction *i, uint32_t w)
{
    unsigned code = w >> 20 & 7, how = w >> 4 & 3, ra = w >> 12 & 15;

    set_data(i, ILLEGAL, w >> 8 & 15, w >> 16 & 15, false);
    i->rm = w & 15;
    i->ra = (uint8_t)ra;
    i->amount = (uint8_t)how;
    i->group = MULTIPLY_ADD;
    if ((w >> 6 & 3) != 0)
        return;
    switch (code) {
    case 0:
        i->operation = how == 0 ? (ra == PC ? MUL : MLA) : how == 1 ? MLS : ILLEGAL;
        i->group = i->operation == MUL ? MULTIPLY : MULTIPLY_ADD;
        return;
    case 1:
        i->operation = SMLAXY;
        break;
    case 2:
    case 4:
        i->operation = how < 2 ? SMLAD : ILLEGAL; /* amount: 1 crosses; imm: subtracts */
        i->imm = code == 4;
        break;
    case 3:
        i->operation = how < 2 ? SMLAW : ILLEGAL;
        break;
    case 5:
    case 6:
        i->operation = how < 2 ? SMMLA : ILLEGAL; /* amount: 1 rounds; imm: subtracts */
        i->imm = code == 6;
        break;
    case 7:
        i->operation = how == 0 ? USADA8 : ILLEGAL;
    }
    if (ra == PC)
        i->ra = NO_REGISTER; /* which holds 0 */
}

static inline void
decode_long_multiplication(struct instruction *i, uint32_t w)
{
    unsigned code = w >> 20 & 7, low = w >> 4 & 15;
    unsigned both = code << 4 | low;

    set_data(i, ILLEGAL, w >> 12 & 15, w >> 16 & 15, false); /* rd: the low word */
    i->ra = w >> 8 & 15;
    i->rm = w & 15;
    i->amount = (uint8_t)low;
    switch (both) {
    case 0x00:
        i->operation = SMULL;
        i->group = LONG_MULTIPLY;
        return;
    case 0x20:
        i->operation = UMULL;
        i->group = LONG_MULTIPLY;
        return;
    case 0x40:
        i->operation = SMLAL;
        break;
    case 0x60:
        i->operation = UMLAL;
        break;
    case 0x66:
        i->operation = UMAAL;
        break;
    case 0x48:
    case 0x49:
    case 0x4a:
    case 0x4b:
        i->operation = SMLALXY;
        i->amount = low & 3;
        break;
    case 0x4c:
    case 0x4d:
    case 0x5c:
    case 0x5d:
        i->operation = SMLALD;
        i->amount = low & 1;
        i->imm = code & 1;
        break;
    case 0x1f:
    case 0x3f:
        i->operation = code == 1 ? SDIV : UDIV;
        i->rd = i->ra;
        i->group = DIVIDE;
        return;
    }
    i->group = LONG_MULTIPLY_ADD;
}

/* Moves of the FPU: A6.4 to A6.6.  Registers are numbered as singles; amount
 * says how many. */
static inline void
decode_fpu(struct instruction *i, uint32_t w)
{
    bool twice = (w >> 8 & 1) != 0;
    unsigned d = w >> 22 & 1, vd = w >> 12 & 15, first = twice ? (d << 4 | vd) << 1 : vd << 1 | d;
    unsigned rn = w >> 16 & 15, m = w >> 5 & 1, vm = w & 15;
    bool load = (w >> 20 & 1) != 0, positive = (w >> 23 & 1) != 0;

    if ((w & 0xffe00fd0) == 0xec400a10 || (w & 0xffe00fd0) == 0xec400b10) {
        set_data(i, load ? VMOV_PAIR_FROM : VMOV_PAIR_TO, vd, NO_REGISTER, false);
        i->ra = (uint8_t)rn;
        i->imm = twice ? (m << 4 | vm) << 1 : vm << 1 | m;
        i->group = MOVE_PAIR;
    } else if ((w & 0xfe000e00) == 0xec000a00) {
        bool before = (w >> 24 & 1) != 0, writes_back = (w >> 21 & 1) != 0;
        uint32_t bytes = (w & 0xff) << 2;

        if (before && !writes_back) { /* VLDR, VSTR */
            set_access(i, load ? VLDM : VSTM, NO_REGISTER, rn, positive ? bytes : 0 - bytes);
            i->group = twice ? (load ? LOAD_PAIR : STORE_PAIR) : load ? LOAD : STORE;
            i->amount = twice ? 2 : 1;
        } else if ((before != positive) && (writes_back || positive)) {
            set_access(i, load ? VLDM : VSTM, NO_REGISTER, rn, before ? 0 - bytes : bytes);
            i->group = load ? LOAD_MANY : STORE_MANY;
            i->before = before;
            i->writes_back = writes_back;
            i->amount = w & 0xff;
        }
        i->ra = (uint8_t)first;
        if (first + i->amount > 32 || i->amount == 0)
            i->operation = ILLEGAL;
    } else if ((w & 0xffe00f7f) == 0xee000a10) {
        set_data(i, load ? VMOV_FROM : VMOV_TO, vd, NO_REGISTER, false);
        i->imm = rn << 1 | (w >> 7 & 1);
    } else if ((w & 0xffbf0fd0) == 0xeeb00a40) {
        set_data(i, VMOV_SINGLE, NO_REGISTER, NO_REGISTER, false);
        i->ra = (uint8_t)first;
        i->imm = vm << 1 | m;
    }
}

static inline void
decode_long(struct instruction *i, uint32_t w)
{
    i->length = 4;
    switch (w >> 25 & 15) {
    case 4: /* 11101 00 */
        if ((w >> 22 & 1) != 0) {
            decode_pairs_and_tables(i, w);
        } else if ((w >> 23 & 3) == 1 || (w >> 23 & 3) == 2) {
            bool load = (w >> 20 & 1) != 0;

            set_many(i, load ? LDM : STM, w >> 16 & 15, w & 0xffff, (w >> 21 & 1) != 0);
            i->before = (w >> 23 & 3) == 2; /* from the base downwards */
        }
        break;
    case 5:
        decode_long_data(i, w, false);
        break;
    case 6:
    case 7:
        if (w >> 28 == 14)
            decode_fpu(i, w);
        break;
    case 8:
    case 9:
    case 10:
    case 11:
        if ((w & 0x8000) != 0)
            decode_control(i, w);
        else if ((w >> 25 & 1) != 0)
            decode_plain_immediate(i, w);
        else
            decode_long_data(i, w, true);
        break;
    case 12:
        decode_long_access(i, w);
        break;
    case 13:
        if ((w >> 24 & 1) == 0) {
            if ((w & 0xf000) == 0xf000)
                decode_register_data(i, w);
        } else if ((w >> 23 & 1) == 0) {
            decode_multiplication(i, w);
        } else {
            decode_long_multiplication(i, w);
        }
        break;
    }
}

/* Registers of addresses and of data. */
static inline void
find_registers(struct instruction *i)
{
    switch (i->group) {
    case LOAD:
    case STORE:
    case LOAD_PAIR:
    case STORE_PAIR:
    case LOAD_MANY:
    case STORE_MANY:
        i->addresses = bit(i->rn);
        if (!i->immediate && i->group <= STORE)
            i->addresses |= bit(i->rm);
        if (i->operation == LDM)
            i->writes = i->imm;
        else if (i->group == LOAD || i->group == LOAD_PAIR)
            i->writes = bit(i->rd) | (i->operation == LDRD ? bit(i->ra) : 0);
        break;
    case TABLE_BRANCH:
        i->addresses = bit(i->rn) | bit(i->rm);
        break;
    case LONG_MULTIPLY:
    case LONG_MULTIPLY_ADD:
        i->writes = bit(i->rd) | bit(i->ra);
        break;
    case MOVE_PAIR:
        i->writes = i->operation == VMOV_PAIR_FROM ? bit(i->rd) | bit(i->ra) : 0;
        break;
    case DATA:
        i->writes = i->operation == VMOV_TO ? 0 : bit(i->rd);
        break;
    case MULTIPLY:
    case MULTIPLY_ADD:
    case DIVIDE:
        i->writes = bit(i->rd);
    }
    i->addresses &= ~bit(PC);
    i->writes &= ~bit(NO_REGISTER);
}

/* Registers of operands. */
static inline void
find_operands(struct instruction *i)
{
    switch (i->group) {
    case DATA:
        if (i->operation == SXT)
            i->adds = bit(i->rn);
        else
            i->reads = bit(i->rn);
        if (!i->immediate || i->operation == BFI)
            i->reads |= bit(i->rm);
        if (i->operation == VMOV_TO)
            i->reads |= bit(i->rd);
        break;
    case MULTIPLY_ADD:
    case LONG_MULTIPLY_ADD:
        i->adds = bit(i->ra) | (i->group == LONG_MULTIPLY_ADD ? bit(i->rd) : 0);
        i->reads = bit(i->rn) | bit(i->rm);
        break;
    case MULTIPLY:
    case LONG_MULTIPLY:
    case DIVIDE:
        i->reads = bit(i->rn) | bit(i->rm);
        break;
    case MOVE_PAIR:
        if (i->operation == VMOV_PAIR_TO)
            i->reads = bit(i->rd) | bit(i->ra);
        break;
    case BRANCH:
        i->reads = bit(i->rn);
        break;
    case BRANCH_REGISTER:
    case CALL_REGISTER:
        i->reads = bit(i->rm);
    }
    i->reads &= ~(bit(PC) | bit(NO_REGISTER));
    i->adds &= ~bit(NO_REGISTER);
}

/* `w`: the halfword at an address above, the one after it below. */
static inline struct instruction
decode(uint32_t w)
{
    struct instruction i = {.operation = ILLEGAL,
                            .group = UNKNOWN,
                            .length = 2,
                            .rd = NO_REGISTER,
                            .rn = NO_REGISTER,
                            .rm = NO_REGISTER,
                            .ra = NO_REGISTER,
                            .carry = 2};

    if (w >> 27 >= 0x1d)
        decode_long(&i, w);
    else
        decode_short(&i, w >> 16);
    if (i.operation == ILLEGAL)
        i.group = UNKNOWN;
    if (i.operation == MOV && i.rd == PC)
        i.operation = ILLEGAL;
    find_registers(&i);
    find_operands(&i);
    return i;
}

#endif
