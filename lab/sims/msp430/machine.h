/* SPDX-License-Identifier: MIT */
/* The numbers of isa.h: what instructions do to the registers and the memory of a chip.  A fault is
 * remembered and ends the run. */
#ifndef NARAE_LAB_MSP430_MACHINE_H
#define NARAE_LAB_MSP430_MACHINE_H

#include "board.h"

#include "../parting.h"

typedef uint32_t msp_word;
typedef uint32_t msp_flag;

struct msp {
    msp_word r[16], zero;
    msp_flag c, n, top[3];
    bool inverse;
    unsigned width;
    uint32_t next;
    struct board *board;
    uint64_t cycles, constants; /* constants: cycles that mspdebug adds */
    const char *fault;
    struct hash *addresses;      /* of the open window */
    struct recording *recording; /* the same, if it is part of a pair */
};

static void
fault(struct msp *p, const char *what)
{
    if (p->fault == NULL)
        p->fault = what;
}

static inline msp_word
msp_known(uint32_t x)
{
    return x;
}

static inline msp_word
msp_and(struct msp *p, msp_word a, msp_word b)
{
    (void)p;
    return a & b;
}

static inline msp_word
msp_or(struct msp *p, msp_word a, msp_word b)
{
    (void)p;
    return a | b;
}

static inline msp_word
msp_xor(struct msp *p, msp_word a, msp_word b)
{
    (void)p;
    return a ^ b;
}

static inline msp_word
msp_not(msp_word a)
{
    return ~a;
}

static inline msp_word
msp_low(msp_word a, unsigned bits)
{
    return a & ((UINT32_C(1) << bits) - 1);
}

static inline msp_word
msp_add(struct msp *p, unsigned bits, msp_word a, msp_word b, msp_flag carry, msp_flag *out)
{
    uint32_t sum = msp_low(a, bits) + msp_low(b, bits) + carry;

    (void)p;
    if (out != NULL)
        *out = sum >> bits;
    return msp_low(sum, bits);
}

static inline msp_word
msp_up(msp_word a, unsigned n)
{
    return a << n & 0xfffff;
}

static inline msp_word
msp_down(msp_word a, unsigned n)
{
    return a >> n;
}

static inline msp_flag
msp_get(msp_word a, unsigned n)
{
    return a >> n & 1;
}

static inline msp_word
msp_put(msp_word a, unsigned n, msp_flag f)
{
    return (a & ~(UINT32_C(1) << n)) | f << n;
}

static inline msp_flag
msp_both(struct msp *p, msp_flag f, msp_flag g)
{
    (void)p;
    return f & g;
}

static inline msp_flag
msp_differ(struct msp *p, msp_flag f, msp_flag g)
{
    (void)p;
    return f ^ g;
}

static inline msp_flag
msp_is_zero(struct msp *p, msp_word a)
{
    (void)p;
    return a == 0;
}

static inline msp_word
msp_choose(struct msp *p, msp_flag f, msp_word a, msp_word b)
{
    (void)p;
    return f ? a : b;
}

static inline bool
msp_decided(struct msp *p, msp_flag f)
{
    (void)p;
    return f;
}

static inline uint32_t
msp_place(struct msp *p, msp_word a)
{
    (void)p;
    return a;
}

static inline void
msp_refuse(struct msp *p)
{
    fault(p, "illegal instruction");
}

static inline void
watch_address(struct msp *p, uint32_t address)
{
    if (p->addresses == NULL)
        return;
    hash_word(p->addresses, address);
    if (p->recording != NULL)
        record_data(p->recording, p->recording->count - 1, address);
}

/* The chip ignores the lowest bit of a word's address; programs that need that are wrong. */
static inline msp_word
msp_load(struct msp *p, msp_word address, unsigned bytes)
{
    const struct board *board = p->board;
    const struct chip *chip = board->chip;
    const uint8_t *at = board->memory + address;

    watch_address(p, address);
    if ((address & (bytes - 1)) != 0)
        fault(p, "word at an odd address");
    else if (address < chip->io_end)
        return io_read(board, address, bytes, p->cycles);
    else if ((address >= chip->ram && address < chip->ram_end) ||
             (address >= chip->flash && address < chip->flash_end))
        return bytes == 1 ? at[0] : at[0] | (uint32_t)at[1] << 8;
    else
        fault(p, "read outside memory");
    return 0;
}

static inline void
msp_store(struct msp *p, msp_word address, msp_word value, unsigned bytes)
{
    struct board *board = p->board;
    const struct chip *chip = board->chip;
    uint8_t *at = board->memory + address;

    watch_address(p, address);
    if ((address & (bytes - 1)) != 0) {
        fault(p, "word at an odd address");
    } else if (address >= chip->ram && address < chip->ram_end) {
        at[0] = (uint8_t)value;
        if (bytes == 2)
            at[1] = (uint8_t)(value >> 8);
    } else if (address < chip->io_end) {
        io_write(board, address, value, bytes, p->cycles);
    } else {
        fault(p, "write outside RAM");
    }
}

#include "isa.h"

#include "cycles.h"

/* Registers of MSP430 have 16 bits, of MSP430X 20. */
static inline void
prepare_machine(struct msp *p, struct board *board)
{
    p->board = board;
    p->width = board->chip->has_extensions ? 20 : 16;
    p->zero = 1;
}

static inline struct msp_instruction
decode_at(const struct board *board, uint32_t pc)
{
    bool has_extensions = board->chip->has_extensions;
    struct msp_instruction i;
    uint16_t words[4];

    memcpy(words, board->memory + pc, sizeof words);
    i = msp_decode(pc, words, has_extensions);
    i.cycles = (uint8_t)msp_cycles(&i, has_extensions);
    i.constants = has_extensions ? 0 : (uint8_t)msp430_constant_cycles(&i);
    if (i.operation == MSP_BIS && i.source.mode == MSP_GENERATED && i.destination.mode == MSP_REGISTER &&
        i.destination.reg == MSP_CG && i.family == MSP_PLAIN)
        i.marker = (uint8_t)i.source.value;
    return i;
}

/* Executes an instruction at `pc`. */
static inline __attribute__((always_inline)) void
step(struct msp *p, const struct msp_instruction *i, uint32_t pc)
{
    unsigned more = i->counts_by_register ? p->r[i->count] & 15 : 0;

    p->next = pc + i->length;
    msp_execute(p, i);
    p->cycles += i->cycles + more;
    p->constants += i->constants;
}

#endif
