/* SPDX-License-Identifier: MIT */
/* Traces (traces.h) of functions in simavr; memory is the flash, and RAM from 0x800000 on.  Register 32 is
 * SREG, 33 the stack pointer.
 *
 * Operands are the registers that the arithmetic unit reads, Rd and Rr; the bus has all data that are loaded
 * and stored, one after the other; flags are C, N and T. */

#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <stdbool.h>
#include <stdint.h>

typedef avr_t simulator;

enum { REGISTER_BYTES = 1 };

#include "traces.h"

enum { DATA_SPACE = 0x800000, SPL = 0x5d, SPH = 0x5e, FLAGS_REGISTER = 32, STACK_POINTER = 33 };

static uint8_t *outside(unsigned long address);

static uint8_t *
memory(simulator *avr, unsigned long address, size_t bytes)
{
    bool data = address >= DATA_SPACE;
    unsigned long at = data ? address - DATA_SPACE : address;

    if (at + bytes > (data ? avr->ramend + 1u : avr->flashend + 1u))
        return outside(address);
    return (data ? avr->data : avr->flash) + at;
}

static struct memory
ram_of(simulator *avr)
{
    return (struct memory){avr->data, avr->ramend + 1u};
}

static void
set_register(simulator *avr, unsigned number, uint32_t value)
{
    if (number < FLAGS_REGISTER) {
        avr->data[number] = (uint8_t)value;
    } else if (number == FLAGS_REGISTER) {
        for (unsigned i = 0; i < 8; i++)
            avr->sreg[i] = value >> i & 1;
    } else {
        avr->data[SPL] = value & 0xff;
        avr->data[SPH] = value >> 8 & 0xff;
    }
}

static void
begin(simulator *avr)
{
    avr->state = cpu_Running;
}

static const char *
fault_of(const simulator *avr)
{
    return avr->state == cpu_Running ? NULL : "an access outside memory, or an unknown instruction";
}

static void
set_device(simulator *avr, uint32_t address, uint32_t value)
{
    *memory(avr, address, 1) = (uint8_t)value;
}

/* The bytes that an instruction moves from or to memory. */
enum way { NONE, LOADS, STORES, FROM_FLASH };

struct access {
    enum way way;
    unsigned address, bytes;
};

static unsigned
pointer(const simulator *avr, unsigned low)
{
    return (unsigned)avr->data[low] | (unsigned)avr->data[low + 1] << 8;
}

static uint32_t
returned(simulator *avr, bool has_result, uint32_t result)
{
    unsigned sp = pointer(avr, SPL);

    for (unsigned i = 0; has_result && i < sizeof result; i++)
        avr->data[22 + i] = (uint8_t)(result >> 8 * i);
    set_register(avr, STACK_POINTER, sp + 2);
    return 2u * ((unsigned)avr->data[sp + 1] << 8 | avr->data[sp + 2]);
}

static unsigned
code_word(const simulator *avr, uint32_t pc)
{
    return (unsigned)avr->flash[pc] | (unsigned)avr->flash[pc + 1] << 8;
}

static struct access
access_of(const simulator *avr, uint32_t pc, unsigned opcode)
{
    enum way way = (opcode & 0x0200) != 0 ? STORES : LOADS;
    unsigned offset = (opcode & 7) | (opcode >> 7 & 0x18) | (opcode >> 8 & 0x20), sp = pointer(avr, SPL);

    if ((opcode & 0xd000) == 0x8000)
        return (struct access){way, pointer(avr, (opcode & 8) != 0 ? R_YL : R_ZL) + offset, 1};
    if (opcode >> 12 == 13 || (opcode & 0xfe0e) == 0x940e || opcode == 0x9509)
        return (struct access){STORES, sp - 1, 2}; /* calls */
    if (opcode == 0x9508 || opcode == 0x9518)
        return (struct access){LOADS, sp + 1, 2};
    if (opcode == 0x95c8)
        return (struct access){FROM_FLASH, pointer(avr, R_ZL), 1};
    if ((opcode & 0xfc00) != 0x9000)
        return (struct access){NONE, 0, 0};
    switch (opcode & 15) {
    case 0:
        return (struct access){way, code_word(avr, pc + 2), 1};
    case 1:
        return (struct access){way, pointer(avr, R_ZL), 1};
    case 2:
        return (struct access){way, pointer(avr, R_ZL) - 1, 1};
    case 4:
    case 5:
        return (struct access){FROM_FLASH, pointer(avr, R_ZL), 1};
    case 9:
        return (struct access){way, pointer(avr, R_YL), 1};
    case 10:
        return (struct access){way, pointer(avr, R_YL) - 1, 1};
    case 12:
    case 13:
        return (struct access){way, pointer(avr, R_XL), 1};
    case 14:
        return (struct access){way, pointer(avr, R_XL) - 1, 1};
    case 15:
        return (struct access){way, way == STORES ? sp : sp + 1, 1};
    default:
        return (struct access){NONE, 0, 0};
    }
}

static void
read_operands(const simulator *avr, unsigned opcode)
{
    unsigned d = opcode >> 4 & 31, r = (opcode & 15) | (opcode >> 5 & 16), top = opcode >> 10,
             low = opcode & 15;
    bool pair = (top >= 1 && top <= 10) || top == 0x27; /* CPC to OR, MUL */
    bool single = (opcode & 0xfe00) == 0x9400 && (low < 8 || low == 10);
    bool stores = (opcode & 0xfe00) == 0x9200 || (opcode & 0xd200) == 0x8200;

    if (pair || single || stores)
        set_latch(LATCH_A, avr->data[d]);
    if (opcode >> 12 >= 3 && opcode >> 12 <= 7) /* with an immediate operand */
        set_latch(LATCH_A, avr->data[16 + (d & 15)]);
    if (pair || top == 11) /* MOV */
        set_latch(LATCH_B, avr->data[r]);
}

/* In the order of SREG. */
static unsigned
flags_of(const simulator *avr)
{
    unsigned flags = 0;

    for (unsigned i = 0; i < S_I; i++)
        flags |= (unsigned)avr->sreg[i] << i;
    return flags & watched.model.flags;
}

static uint8_t
peek(const simulator *avr, const struct access *a, unsigned n)
{
    unsigned at = a->address + n;

    if (a->way == FROM_FLASH)
        return at <= avr->flashend ? avr->flash[at] : 0;
    return at <= avr->ramend ? avr->data[at] : 0;
}

static uint32_t
step(simulator *avr, uint32_t pc)
{
    unsigned opcode = code_word(avr, pc & avr->flashend);
    struct access a = access_of(avr, pc, opcode);
    uint64_t before[4], after[4];
    unsigned flags = flags_of(avr);
    uint8_t cell[2] = {0};

    read_operands(avr, opcode);
    memcpy(before, avr->data, sizeof before);
    for (unsigned n = 0; n < a.bytes; n++)
        cell[n] = peek(avr, &a, n);
    avr->pc = pc;
    pc = avr_run_one(avr);
    memcpy(after, avr->data, sizeof after);
    for (unsigned n = 0; n < 4; n++)
        change(REGISTERS, before[n] ^ after[n]);
    for (unsigned n = 0; n < a.bytes; n++) { /* the stack grows downwards */
        unsigned at = a.way == STORES ? a.bytes - 1 - n : n;

        if (a.way == STORES)
            store_passes(a.address + at, cell[at], peek(avr, &a, at), 1);
        else
            load_passes(a.address + at, cell[at], 1, cell[at]);
    }
    change(FLAGS, flags ^ flags_of(avr));
    return pc;
}

int
main(void)
{
    avr_t *avr = avr_make_mcu_by_name("atmega1284p");

    if (avr == NULL || avr_init(avr) != 0)
        return 2;
    avr->log = 0;
    avr->state = cpu_Running;
    avr->frequency = 16000000;
    avr->codeend = avr->flashend;
    return serve(avr);
}
