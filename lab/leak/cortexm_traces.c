/* SPDX-License-Identifier: MIT */
/* Traces (traces.h) of functions in the model of a Cortex-M, CORE, without its clock.  Register 15 is the
 * flags, N, Z, C and V from bit 0.
 *
 * Operands are the two values that a data instruction computes with, the second one shifted, of a store its
 * data; the bus has all data that are loaded and stored, one after the other. */

#include "../sims/cortexm/machine.h"

typedef struct machine simulator;

enum { REGISTER_BYTES = 4 };

#include "traces.h"

enum { RAM_BYTES = 128 << 10, THE_FLAGS = 15, SINGLES = 32 };

static uint8_t *outside(unsigned long address);

static uint8_t *
memory(simulator *m, unsigned long address, size_t bytes)
{
    if (address - m->flash_base <= m->flash_bytes - bytes)
        return m->board->flash + (address - m->flash_base);
    if (address - m->ram_base <= m->ram_bytes - bytes)
        return m->ram + (address - m->ram_base);
    return outside(address);
}

static struct memory
ram_of(simulator *m)
{
    return (struct memory){m->ram, m->ram_bytes};
}

static void
set_register(simulator *m, unsigned number, uint32_t value)
{
    if (number < THE_FLAGS) {
        m->r[number] = value;
        return;
    }
    m->n = value << 31;
    m->z = (value >> 1 & 1) ^ 1;
    m->c = value >> 2 & 1;
    m->v = value >> 3 & 1;
}

static void
begin(simulator *m)
{
    m->fault = NULL;
    m->it = 0;
}

static const char *
fault_of(const simulator *m)
{
    return m->fault;
}

static void
set_device(simulator *m, uint32_t address, uint32_t value)
{
    if (address - m->ram_base <= m->ram_bytes - sizeof value)
        memcpy(m->ram + (address - m->ram_base), &value, sizeof value);
    else
        io_write(m->board, address, value);
}

static uint32_t
returned(simulator *m, bool has_result, uint32_t result)
{
    if (has_result)
        m->r[0] = result;
    return m->r[LR] & ~UINT32_C(1);
}

static const struct instruction *
instruction_at(simulator *m, uint32_t pc)
{
    static const struct instruction outside_memory = {.operation = ILLEGAL, .length = 2};
    struct instruction *i;
    const uint8_t *bytes;
    uint16_t half[2];

    if (pc - m->flash_base < m->flash_bytes - 2) {
        i = &m->in_flash[(pc - m->flash_base) >> 1];
        bytes = m->board->flash + (pc - m->flash_base);
    } else if (pc - m->ram_base < m->ram_bytes - 2) {
        i = &m->in_ram[(pc - m->ram_base) >> 1];
        bytes = m->ram + (pc - m->ram_base);
    } else {
        return &outside_memory;
    }
    if (i->length == 0) {
        memcpy(half, bytes, sizeof half);
        *i = decode((uint32_t)half[0] << 16 | half[1]);
    }
    return i;
}

/* The bytes that an instruction loads or stores. */
struct access {
    uint32_t address;
    unsigned count, bytes; /* of accesses, of each */
    bool stores;
};

static struct access
access_of(const simulator *m, const struct instruction *i)
{
    static const uint8_t bytes[] = {[LDR] = 4, [LDRB] = 1, [LDRH] = 2, [LDRSB] = 1, [LDRSH] = 2,
                                    [STR] = 4, [STRB] = 1, [STRH] = 2, [LDRD] = 4,  [STRD] = 4,
                                    [LDM] = 4, [STM] = 4,  [VLDM] = 4, [VSTM] = 4};
    uint32_t base = i->rn == PC ? m->r[PC] & ~UINT32_C(3) : m->r[i->rn];
    struct access a = {.address = base, .count = 1};

    switch (i->group) {
    case LOAD:
    case STORE:
    case LOAD_PAIR:
    case STORE_PAIR:
    case LOAD_MANY:
    case STORE_MANY:
        break;
    default:
        a.count = 0;
        return a;
    }
    a.bytes = bytes[i->operation];
    a.stores = i->group == STORE || i->group == STORE_PAIR || i->group == STORE_MANY;
    if (i->operation == LDM || i->operation == STM) {
        a.count = (unsigned)__builtin_popcount(i->imm);
        a.address = i->before ? base - 4 * a.count : base;
        return a;
    }
    if (i->before)
        a.address += i->immediate ? i->imm : m->r[i->rm] << i->amount;
    if (i->operation == VLDM || i->operation == VSTM)
        a.count = i->amount;
    else if (i->operation == LDRD || i->operation == STRD)
        a.count = 2;
    return a;
}

static uint32_t
peek(const simulator *m, uint32_t address, unsigned bytes)
{
    uint32_t word = 0;

    if (address - m->ram_base <= m->ram_bytes - bytes)
        memcpy(&word, m->ram + (address - m->ram_base), bytes);
    else if (address - m->flash_base <= m->flash_bytes - bytes)
        memcpy(&word, m->board->flash + (address - m->flash_base), bytes);
    else
        word = io_read(m->board, address);
    return word;
}

static void
read_operands(const simulator *m, const struct instruction *i)
{
    const struct model *model = &watched.model;
    bool accesses = i->group >= LOAD && i->group <= STORE_MANY, loads = i->group == LOAD;
    bool is_shift = (i->shift | i->amount) != 0, has_second = !i->immediate && i->rm < PC;
    bool moves = (i->operation == MOV && !is_shift) || i->operation == MVN;
    uint32_t carry;

    if (!accesses && i->group != DATA && i->group != MULTIPLY && i->group != MULTIPLY_ADD &&
        i->group != LONG_MULTIPLY && i->group != LONG_MULTIPLY_ADD && i->group != DIVIDE)
        return;
    if (model->old_targets && (moves || loads) && i->rd < PC)
        set_latch(moves ? LATCH_A : LATCH_B, m->r[i->rd]);
    if (i->length == 2 && i->group == DATA && i->immediate && i->rn >= SP && i->rn < NO_REGISTER)
        return; /* the address of something on the stack or in the code, and of the stack itself */
    if (i->operation == BFI || i->operation == BFC) { /* the register that changes in part is read, too */
        if (i->operation == BFI)
            set_latch(LATCH_A, m->r[i->rm]);
        set_latch(LATCH_B, m->r[i->rd]);
        return;
    }
    if (i->length == 2 && i->operation == RSB) { /* the same operand as of MVNS */
        set_latch(LATCH_B, m->r[i->rn]);
        return;
    }
    if (i->rn < PC && !moves)
        set_latch(LATCH_A, m->r[i->rn]);
    if (has_second && !(model->old_targets && loads))
        set_latch(LATCH_B, m->r[i->rm]);
    else if (!accesses && i->immediate && model->immediates)
        set_latch(LATCH_B, 0); /* any constant */
    if (model->shifter && !accesses && has_second && is_shift)
        set_latch(LATCH_SHIFTER, second_operand(m, i, &carry));
}

static uint32_t
flags_of(const simulator *m)
{
    uint32_t flags =
        m->n >> 31 | (uint32_t)(m->z == 0) << 1 | (uint32_t)(m->c != 0) << 2 | (uint32_t)(m->v != 0) << 3;

    return flags & watched.model.flags;
}

/* What an instruction whose condition holds does, and what that changes. */
static void
execute_watched(simulator *m, const struct instruction *i, bool sets_flags, struct step *s)
{
    struct access a = access_of(m, i);
    uint32_t before[THE_FLAGS], singles[SINGLES], cell[SINGLES], flags = flags_of(m);
    bool moves_singles = i->operation >= VLDM && i->operation <= VMOV_SINGLE;

    read_operands(m, i);
    memcpy(before, m->r, sizeof before);
    if (moves_singles)
        memcpy(singles, m->s, sizeof singles);
    for (unsigned n = 0; n < a.count; n++)
        cell[n] = peek(m, a.address + a.bytes * n, a.bytes);
    execute(m, i, sets_flags, s);
    for (unsigned r = 0; r < THE_FLAGS; r++)
        change(REGISTERS, before[r] ^ m->r[r]);
    for (unsigned r = 0; moves_singles && r < SINGLES; r++)
        change(REGISTERS, singles[r] ^ m->s[r]);
    for (unsigned n = 0; n < a.count; n++) {
        uint32_t at = a.address + a.bytes * n;

        if (a.stores)
            store_passes(at, cell[n], peek(m, at, a.bytes), a.bytes);
        else
            load_passes(at, cell[n], a.bytes, a.bytes < WORD ? peek(m, at & ~UINT32_C(3), WORD) : cell[n]);
    }
    change(FLAGS, flags ^ flags_of(m));
}

static uint32_t
step(simulator *m, uint32_t pc)
{
    const struct instruction *i = instruction_at(m, pc);
    struct step s = {.next = pc + i->length};

    m->r[PC] = pc + 4;
    if (m->it == 0) {
        execute_watched(m, i, i->sets_flags, &s);
    } else {
        uint8_t it = m->it;

        m->it = (it & 7) == 0 ? 0 : (uint8_t)((it & 0xe0) | (it << 1 & 0x1f));
        if (holds(m, it >> 4))
            execute_watched(m, i, i->sets_flags && !i->not_in_it, &s);
    }
    return s.next & ~UINT32_C(1);
}

int
main(void)
{
    static uint8_t ram[RAM_BYTES];
    static struct board board = {.chip = &chips[CORE], .ram = ram};
    static simulator m = {.board = &board, .ram = ram, .ram_bytes = RAM_BYTES};
    static uint64_t cycles;

    m.flash_bytes = board.chip->flash_bytes;
    board.flash = calloc(m.flash_bytes, 1);
    m.in_flash = calloc(m.flash_bytes / 2, sizeof *m.in_flash);
    m.in_ram = calloc(m.ram_bytes / 2, sizeof *m.in_ram);
    if (board.flash == NULL || m.in_flash == NULL || m.in_ram == NULL)
        return 2;
    m.cycles = &cycles;
    m.ram_base = board.chip->ram;
    m.flash_base = board.chip->flash;
    m.checks_alignment = CORE == M0PLUS;
    return serve(&m);
}
