/* SPDX-License-Identifier: MIT */
/* What instructions do: registers, memory and the registers of the chip,
 * without any notion of time.  A fault is remembered and ends the run. */
#ifndef NARAE_LAB_CORTEXM_MACHINE_H
#define NARAE_LAB_CORTEXM_MACHINE_H

#include "board.h"
#include "isa.h"

struct machine {
    struct board *board;
    uint8_t *ram;
    uint32_t ram_base, ram_bytes, flash_base, flash_bytes;
    struct instruction *in_flash, *in_ram; /* decoded at each halfword when it is first executed */
    uint32_t r[17];                        /* the last one takes what is written to none, and is 0 */
    uint32_t n, z, c, v;                   /* N is bit 31 of n, Z is set if z is 0 */
    uint32_t ge;                           /* bits 0 to 3 */
    uint32_t s[32];                        /* of the FPU */
    uint8_t it;                            /* the state of an IT block: A7.3.3 */
    bool checks_alignment;                 /* ARMv6-M: of all accesses; else of those of many words */
    const uint64_t *cycles;                /* value of the readable clock */
    const char *fault;
};

/* The effects of one instruction, for observers. */
struct step {
    uint32_t next;
    uint32_t address;                 /* of the first access to memory */
    uint32_t a, b;                    /* factors, or dividend and divisor */
    bool taken, skipped, conditional; /* the last: executed in an IT block */
};

static void
fault(struct machine *m, const char *what)
{
    if (m->fault == NULL)
        m->fault = what;
}

static inline void
go(struct step *s, uint32_t to)
{
    s->next = to;
    s->taken = true;
}

/* Goes to an address that BX, BLX or a load gives: bit 0 selects Thumb, the only state there is. */
static inline void
interwork(struct machine *m, struct step *s, uint32_t to)
{
    if ((to & 1) == 0)
        fault(m, "branch to an even address, which selects ARM state");
    go(s, to);
}

static uint32_t
read_outside(struct machine *m, uint32_t address, unsigned bytes)
{
    uint32_t word = 0;

    if (address - m->flash_base < m->flash_bytes) {
        memcpy(&word, m->board->flash + (address - m->flash_base), bytes);
    } else if (address == DWT_CYCCNT && !m->checks_alignment) {
        word = (uint32_t)*m->cycles;
    } else if (address == SYST_CVR) {
        word = (0 - (uint32_t)*m->cycles) & 0xffffff;
    } else if (address >= PERIPHERALS) {
        word = io_read(m->board, address);
    } else {
        fault(m, "read outside memory");
    }
    return word;
}

static inline uint32_t
load(struct machine *m, uint32_t address, unsigned bytes)
{
    uint32_t word = 0, at = address - m->ram_base;

    if ((address & (bytes - 1)) != 0 && m->checks_alignment)
        fault(m, "unaligned access");
    else if (at < m->ram_bytes)
        memcpy(&word, m->ram + at, bytes);
    else
        word = read_outside(m, address, bytes);
    return word;
}

static inline void
store(struct machine *m, uint32_t address, uint32_t value, unsigned bytes)
{
    uint32_t at = address - m->ram_base;

    if ((address & (bytes - 1)) != 0 && m->checks_alignment)
        fault(m, "unaligned access");
    else if (at < m->ram_bytes)
        memcpy(m->ram + at, &value, bytes);
    else if (address >= PERIPHERALS)
        io_write(m->board, address, value);
    else
        fault(m, "write outside memory");
}

static inline bool
holds(const struct machine *m, unsigned condition)
{
    bool n = m->n >> 31 != 0, result;

    switch (condition >> 1) {
    case 0:
        result = m->z == 0;
        break;
    case 1:
        result = m->c != 0;
        break;
    case 2:
        result = n;
        break;
    case 3:
        result = m->v != 0;
        break;
    case 4:
        result = m->c != 0 && m->z != 0;
        break;
    case 5:
        result = n == (m->v != 0);
        break;
    case 6:
        result = n == (m->v != 0) && m->z != 0;
        break;
    default:
        return true;
    }
    return result != ((condition & 1) != 0);
}

/* A shift by 0 to 255 places: A2.2.1, with what a register says (0 leaves all as it is). */
static inline uint32_t
shifted(uint32_t x, unsigned type, unsigned n, uint32_t *carry)
{
    if (type == RRX) {
        uint32_t result = x >> 1 | *carry << 31;

        *carry = x & 1;
        return result;
    }
    if (n == 0)
        return x;
    switch (type) {
    case LSL:
        *carry = n <= 32 ? (n == 32 ? x : x >> (32 - n)) & 1 : 0;
        return n < 32 ? x << n : 0;
    case LSR:
        *carry = n <= 32 ? x >> (n - 1) & 1 : 0;
        return n < 32 ? x >> n : 0;
    case ASR:
        if (n > 31) {
            *carry = x >> 31;
            return 0 - *carry;
        }
        *carry = x >> (n - 1) & 1;
        return (uint32_t)((int32_t)x >> n);
    default:
        x = rotated(x, n);
        *carry = x >> 31;
        return x;
    }
}

static inline uint32_t
second_operand(const struct machine *m, const struct instruction *i, uint32_t *carry)
{
    if (i->immediate) {
        *carry = i->carry == 2 ? m->c : i->carry;
        return i->imm;
    }
    *carry = m->c;
    return (i->shift | i->amount) == 0 ? m->r[i->rm] : shifted(m->r[i->rm], i->shift, i->amount, carry);
}

static inline uint32_t
logical(struct machine *m, uint32_t result, uint32_t carry, bool sets_flags)
{
    if (sets_flags) {
        m->n = m->z = result;
        m->c = carry;
    }
    return result;
}

static inline uint32_t
added(struct machine *m, uint32_t a, uint32_t b, uint32_t carry, bool sets_flags)
{
    uint64_t sum = (uint64_t)a + b + carry;
    uint32_t result = (uint32_t)sum;

    if (sets_flags) {
        m->n = m->z = result;
        m->c = (uint32_t)(sum >> 32);
        m->v = ((a ^ result) & (b ^ result)) >> 31;
    }
    return result;
}

static int64_t
saturated(int64_t x, unsigned bits, bool is_signed)
{
    int64_t most = is_signed ? (INT64_C(1) << (bits - 1)) - 1 : (INT64_C(1) << bits) - 1;
    int64_t least = is_signed ? -most - 1 : 0;

    return x > most ? most : x < least ? least : x;
}

static int32_t
half(uint32_t x, unsigned which)
{
    return (int16_t)(which != 0 ? x >> 16 : x);
}

/* Sums and differences in two or four lanes; A7.7, SADD8 and all that follow its pattern. */
static uint32_t
parallel(struct machine *m, const struct instruction *i, uint32_t a, uint32_t b)
{
    bool is_unsigned = (i->amount & 4) != 0, bytes = i->imm == 0 || i->imm == 4;
    bool crosses = i->imm == 2 || i->imm == 6;
    unsigned bits = bytes ? 8 : 16, how = i->amount & 3;
    uint32_t result = 0, ge = 0, mask = bytes ? 0xff : 0xffff;

    for (unsigned lane = 0; lane < 32 / bits; lane++) {
        uint32_t x = a >> lane * bits & mask, y = b >> (crosses ? 1 - lane : lane) * bits & mask;
        int32_t left = (int32_t)(is_unsigned ? x : sign_extended(x, bits));
        int32_t right = (int32_t)(is_unsigned ? y : sign_extended(y, bits));
        bool subtracts =
            i->imm == 4 || i->imm == 5 || (i->imm == 2 && lane == 0) || (i->imm == 6 && lane == 1);
        int32_t sum = subtracts ? left - right : left + right;
        bool greater = is_unsigned && !subtracts ? sum > (int32_t)mask : sum >= 0;

        if (greater)
            ge |= (bytes ? 1u : 3u) << lane * bits / 8;
        if (how == 1)
            sum = (int32_t)saturated(sum, bits, !is_unsigned);
        else if (how == 2)
            sum >>= 1;
        result |= ((uint32_t)sum & mask) << lane * bits;
    }
    if (how == 0)
        m->ge = ge;
    return result;
}

static uint32_t
extended(const struct machine *m, const struct instruction *i)
{
    uint32_t x = rotated(m->r[i->rm], i->amount), base = m->r[i->rn];

    if (i->imm == 0) {
        uint32_t low = x & 0xff, high = x >> 16 & 0xff;

        if (i->carry != 0) {
            low = sign_extended(low, 8);
            high = sign_extended(high, 8);
        }
        return ((base + low) & 0xffff) | ((base >> 16) + high) << 16;
    }
    return base + (i->carry != 0 ? sign_extended(x, i->imm) : x & (bit(i->imm) - 1));
}

static uint32_t
saturate(const struct machine *m, const struct instruction *i)
{
    uint32_t x = m->r[i->rn], carry = 0;
    bool is_signed = i->operation == SSAT || i->operation == SSAT16;

    if (i->operation == SSAT || i->operation == USAT)
        return (uint32_t)saturated((int32_t)shifted(x, i->shift, i->amount, &carry), i->imm, is_signed);
    return ((uint32_t)saturated(half(x, 0), i->imm, is_signed) & 0xffff) |
           (uint32_t)saturated(half(x, 1), i->imm, is_signed) << 16;
}

static uint32_t
saturating_sum(const struct machine *m, const struct instruction *i)
{
    int64_t x = (int32_t)m->r[i->rm], y = (int32_t)m->r[i->rn];

    if ((i->amount & 1) != 0)
        y = saturated(2 * y, 32, true);
    return (uint32_t)saturated((i->amount & 2) != 0 ? x - y : x + y, 32, true);
}

/* Products with an addition, of halves and of high words. */
static uint32_t
signal_product(const struct machine *m, const struct instruction *i)
{
    uint32_t a = m->r[i->rn], b = m->r[i->rm], c = m->r[i->ra];
    uint32_t crossed = (i->amount & 1) != 0 ? rotated(b, 16) : b;

    switch (i->operation) {
    case SMLAXY:
        return c + (uint32_t)(half(a, i->amount >> 1) * half(b, i->amount & 1));
    case SMLAW:
        return c + (uint32_t)((int64_t)(int32_t)a * half(b, i->amount) >> 16);
    case SMLAD: {
        uint32_t first = (uint32_t)(half(a, 0) * half(crossed, 0));
        uint32_t second = (uint32_t)(half(a, 1) * half(crossed, 1));

        return c + first + (i->imm != 0 ? 0 - second : second);
    }
    case SMMLA: {
        uint64_t product = (uint64_t)((int64_t)(int32_t)a * (int32_t)b), sum = (uint64_t)c << 32;

        sum = i->imm != 0 ? sum - product : sum + product;
        return (uint32_t)((sum + (i->amount != 0 ? UINT32_C(0x80000000) : 0)) >> 32);
    }
    default:
        for (unsigned lane = 0; lane < 32; lane += 8) {
            int32_t difference = (int32_t)(a >> lane & 0xff) - (int32_t)(b >> lane & 0xff);

            c += (uint32_t)(difference < 0 ? -difference : difference);
        }
        return c;
    }
}

static void
long_product(struct machine *m, const struct instruction *i)
{
    uint32_t a = m->r[i->rn], b = m->r[i->rm], low = m->r[i->rd], high = m->r[i->ra];
    uint64_t sum = (uint64_t)high << 32 | low, result;
    uint32_t crossed = (i->amount & 1) != 0 ? rotated(b, 16) : b;

    switch (i->operation) {
    case UMULL:
        result = (uint64_t)a * b;
        break;
    case SMULL:
        result = (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
        break;
    case UMLAL:
        result = sum + (uint64_t)a * b;
        break;
    case SMLAL:
        result = sum + (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
        break;
    case UMAAL:
        result = (uint64_t)a * b + low + high;
        break;
    case SMLALXY:
        result = sum + (uint64_t)(int64_t)(half(a, i->amount >> 1) * half(b, i->amount & 1));
        break;
    default: {
        int64_t first = (int64_t)half(a, 0) * half(crossed, 0),
                second = (int64_t)half(a, 1) * half(crossed, 1);

        result = sum + (uint64_t)(i->imm != 0 ? first - second : first + second);
    }
    }
    m->r[i->rd] = (uint32_t)result;
    m->r[i->ra] = (uint32_t)(result >> 32);
}

/* Where an access begins; changes the base if it is to be. */
static inline uint32_t
address_of(struct machine *m, const struct instruction *i)
{
    uint32_t base = i->rn == PC ? m->r[PC] & ~UINT32_C(3) : m->r[i->rn];
    uint32_t offset = i->immediate ? i->imm : m->r[i->rm] << i->amount;
    uint32_t moved = base + offset;

    if (i->writes_back)
        m->r[i->rn] = moved;
    return i->before ? moved : base;
}

static void
transfer_many(struct machine *m, const struct instruction *i, struct step *s)
{
    uint32_t bytes = 4 * (uint32_t)__builtin_popcount(i->imm), base = m->r[i->rn];
    uint32_t address = i->before ? base - bytes : base, end = i->before ? base - bytes : base + bytes;

    s->address = address;
    if ((address & 3) != 0)
        fault(m, "unaligned access of several words");
    if (i->writes_back && i->operation == LDM)
        m->r[i->rn] = end;
    for (unsigned r = 0; r < 16; r++) {
        if ((i->imm & bit(r)) == 0)
            continue;
        if (i->operation == STM) {
            store(m, address, m->r[r], 4);
        } else if (r == PC) {
            interwork(m, s, load(m, address, 4));
        } else {
            m->r[r] = load(m, address, 4);
        }
        address += 4;
    }
    if (i->writes_back && i->operation == STM)
        m->r[i->rn] = end;
}

static void
transfer_singles(struct machine *m, const struct instruction *i, struct step *s)
{
    uint32_t address = s->address = address_of(m, i);

    if ((address & 3) != 0)
        fault(m, "unaligned access of the FPU");
    for (unsigned n = 0; n < i->amount; n++, address += 4)
        if (i->operation == VSTM)
            store(m, address, m->s[i->ra + n], 4);
        else
            m->s[i->ra + n] = load(m, address, 4);
}

static void
transfer_pair(struct machine *m, const struct instruction *i, struct step *s)
{
    uint32_t address = s->address = address_of(m, i);

    if ((address & 3) != 0)
        fault(m, "unaligned access of two words");
    if (i->operation == STRD) {
        store(m, address, m->r[i->rd], 4);
        store(m, address + 4, m->r[i->ra], 4);
    } else {
        m->r[i->rd] = load(m, address, 4);
        m->r[i->ra] = load(m, address + 4, 4);
    }
}

/* Executes an instruction whose condition holds.  m->r[PC] is its address + 4. */
static inline __attribute__((always_inline)) void
execute(struct machine *m, const struct instruction *i, bool sets_flags, struct step *s)
{
    uint32_t *rd = &m->r[i->rd], a = m->r[i->rn], b, carry;

    switch (i->operation) {
    case AND:
        b = second_operand(m, i, &carry);
        *rd = logical(m, a & b, carry, sets_flags);
        break;
    case BIC:
        b = second_operand(m, i, &carry);
        *rd = logical(m, a & ~b, carry, sets_flags);
        break;
    case ORR:
        b = second_operand(m, i, &carry);
        *rd = logical(m, a | b, carry, sets_flags);
        break;
    case ORN:
        b = second_operand(m, i, &carry);
        *rd = logical(m, a | ~b, carry, sets_flags);
        break;
    case EOR:
        b = second_operand(m, i, &carry);
        *rd = logical(m, a ^ b, carry, sets_flags);
        break;
    case MOV:
        b = second_operand(m, i, &carry);
        *rd = logical(m, b, carry, sets_flags);
        break;
    case MVN:
        b = second_operand(m, i, &carry);
        *rd = logical(m, ~b, carry, sets_flags);
        break;
    case ADD:
        b = second_operand(m, i, &carry);
        if (i->rn == PC && i->immediate)
            a &= ~UINT32_C(3);
        *rd = added(m, a, b, 0, sets_flags);
        break;
    case ADC:
        b = second_operand(m, i, &carry);
        *rd = added(m, a, b, m->c, sets_flags);
        break;
    case SBC:
        b = second_operand(m, i, &carry);
        *rd = added(m, a, ~b, m->c, sets_flags);
        break;
    case SUB:
        b = second_operand(m, i, &carry);
        if (i->rn == PC && i->immediate)
            a &= ~UINT32_C(3);
        *rd = added(m, a, ~b, 1, sets_flags);
        break;
    case RSB:
        b = second_operand(m, i, &carry);
        *rd = added(m, ~a, b, 1, sets_flags);
        break;
    case SHIFT:
        carry = m->c;
        b = shifted(a, i->shift, m->r[i->rm] & 0xff, &carry);
        *rd = logical(m, b, carry, sets_flags);
        break;
    case MOVT:
        *rd = (*rd & 0xffff) | i->imm << 16;
        break;
    case PKH:
        b = second_operand(m, i, &carry);
        *rd = i->shift == ASR ? (a & 0xffff0000) | (b & 0xffff) : (b & 0xffff0000) | (a & 0xffff);
        break;
    case SXT:
        *rd = extended(m, i);
        break;
    case REV:
        *rd = __builtin_bswap32(m->r[i->rm]);
        break;
    case REV16:
        *rd = rotated(__builtin_bswap32(m->r[i->rm]), 16);
        break;
    case REVSH:
        *rd = sign_extended(__builtin_bswap32(m->r[i->rm]) >> 16, 16);
        break;
    case RBIT:
        b = m->r[i->rm];
        b = (b >> 1 & 0x55555555) | (b & 0x55555555) << 1;
        b = (b >> 2 & 0x33333333) | (b & 0x33333333) << 2;
        b = (b >> 4 & 0x0f0f0f0f) | (b & 0x0f0f0f0f) << 4;
        *rd = __builtin_bswap32(b);
        break;
    case CLZ:
        b = m->r[i->rm];
        *rd = b != 0 ? (uint32_t)__builtin_clz(b) : 32;
        break;
    case BFC:
    case BFI: {
        uint32_t mask = (i->imm < 32 ? bit(i->imm) - 1 : UINT32_MAX) << i->amount;

        b = i->operation == BFI ? m->r[i->rm] << i->amount : 0;
        *rd = (*rd & ~mask) | (b & mask);
        break;
    }
    case SBFX:
        *rd = sign_extended(a >> i->amount, i->imm);
        break;
    case UBFX:
        *rd = a >> i->amount & (i->imm < 32 ? bit(i->imm) - 1 : UINT32_MAX);
        break;
    case SSAT:
    case USAT:
    case SSAT16:
    case USAT16:
        *rd = saturate(m, i);
        break;
    case PARALLEL:
        *rd = parallel(m, i, a, m->r[i->rm]);
        break;
    case SEL: {
        uint32_t mask =
            (m->ge & 1) * 0xff | (m->ge & 2) * 0x7f80 | (m->ge & 4) * 0x3fc000 | (m->ge & 8) * 0x1fe00000;

        *rd = (a & mask) | (m->r[i->rm] & ~mask);
        break;
    }
    case QADD:
        *rd = saturating_sum(m, i);
        break;
    case MUL:
        *rd = a * m->r[i->rm];
        if (sets_flags)
            m->n = m->z = *rd;
        break;
    case MLA:
        *rd = m->r[i->ra] + a * m->r[i->rm];
        break;
    case MLS:
        *rd = m->r[i->ra] - a * m->r[i->rm];
        break;
    case SMLAXY:
    case SMLAW:
    case SMLAD:
    case SMMLA:
    case USADA8:
        *rd = signal_product(m, i);
        break;
    case UMULL:
    case SMULL:
    case UMLAL:
    case SMLAL:
    case UMAAL:
    case SMLALXY:
    case SMLALD:
        s->a = a;
        s->b = m->r[i->rm];
        long_product(m, i);
        break;
    case SDIV:
        s->a = a;
        s->b = b = m->r[i->rm];
        *rd = b == 0 ? 0 : b == UINT32_MAX ? 0 - a : (uint32_t)((int32_t)a / (int32_t)b);
        break;
    case UDIV:
        s->a = a;
        s->b = b = m->r[i->rm];
        *rd = b == 0 ? 0 : a / b;
        break;
    case LDR:
        s->address = address_of(m, i);
        b = load(m, s->address, 4);
        if (i->rd == PC)
            interwork(m, s, b);
        else
            *rd = b;
        break;
    case LDRB:
        s->address = address_of(m, i);
        *rd = load(m, s->address, 1);
        break;
    case LDRH:
        s->address = address_of(m, i);
        *rd = load(m, s->address, 2);
        break;
    case LDRSB:
        s->address = address_of(m, i);
        *rd = sign_extended(load(m, s->address, 1), 8);
        break;
    case LDRSH:
        s->address = address_of(m, i);
        *rd = sign_extended(load(m, s->address, 2), 16);
        break;
    case STR:
        b = *rd;
        s->address = address_of(m, i);
        store(m, s->address, b, 4);
        break;
    case STRB:
        b = *rd;
        s->address = address_of(m, i);
        store(m, s->address, b, 1);
        break;
    case STRH:
        b = *rd;
        s->address = address_of(m, i);
        store(m, s->address, b, 2);
        break;
    case LDRD:
    case STRD:
        transfer_pair(m, i, s);
        break;
    case LDM:
    case STM:
        transfer_many(m, i, s);
        break;
    case VLDM:
    case VSTM:
        transfer_singles(m, i, s);
        break;
    case VMOV_TO:
        m->s[i->imm] = *rd;
        break;
    case VMOV_FROM:
        *rd = m->s[i->imm];
        break;
    case VMOV_PAIR_TO:
        m->s[i->imm] = *rd;
        m->s[(i->imm + 1) & 31] = m->r[i->ra];
        break;
    case VMOV_PAIR_FROM:
        *rd = m->s[i->imm];
        m->r[i->ra] = m->s[(i->imm + 1) & 31];
        break;
    case VMOV_SINGLE:
        m->s[i->ra] = m->s[i->imm];
        break;
    case B:
        go(s, m->r[PC] + i->imm);
        break;
    case BCOND:
        if (holds(m, i->condition))
            go(s, m->r[PC] + i->imm);
        break;
    case CBZ:
        if (a == 0)
            go(s, m->r[PC] + i->imm);
        break;
    case CBNZ:
        if (a != 0)
            go(s, m->r[PC] + i->imm);
        break;
    case BL:
        m->r[LR] = s->next | 1;
        go(s, m->r[PC] + i->imm);
        break;
    case BX:
        interwork(m, s, m->r[i->rm]);
        break;
    case BLX:
        b = m->r[i->rm];
        m->r[LR] = s->next | 1;
        interwork(m, s, b);
        break;
    case MOV_PC:
        go(s, m->r[i->rm] | 1);
        break;
    case ADD_PC:
        go(s, (m->r[PC] + m->r[i->rm]) | 1);
        break;
    case TBB:
        s->address = (i->rn == PC ? m->r[PC] : a) + m->r[i->rm];
        go(s, m->r[PC] + 2 * load(m, s->address, 1));
        break;
    case TBH:
        s->address = (i->rn == PC ? m->r[PC] : a) + 2 * m->r[i->rm];
        go(s, m->r[PC] + 2 * load(m, s->address, 2));
        break;
    case IT:
        m->it = (uint8_t)i->imm;
        break;
    case NOP:
    case BARRIER:
        break;
    case MRS:
        *rd = i->imm == 0 ? (m->n & UINT32_C(0x80000000)) | (uint32_t)(m->z == 0) << 30 | m->c << 29 |
                                m->v << 28 | m->ge << 16
                          : 0;
        break;
    case TRAP:
        fault(m, "trap (BKPT, SVC or UDF)");
        break;
    default:
        fault(m, "an instruction that the core lacks or the model does not know");
    }
    m->r[NO_REGISTER] = 0;
}

#endif
