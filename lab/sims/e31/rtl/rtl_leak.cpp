/* SPDX-License-Identifier: MIT */
/* Calls a function on the Rocket core's RTL 64 times at once, in lockstep, each time with
 * other secrets and masks, and writes what its flip-flops hold one after the other.
 *
 *     rtl_leak JOB OUT
 *
 * A lane is a core of its own.  The boot ROM jumps to the flash, where a jump leads to GATE.
 * There the bench puts the lanes' registers and memory into the core, which then enters the
 * function and returns to GATE: twice, and the second time, when its code is in the
 * instruction cache, is watched.
 *
 * JOB, 32-bit words: the function; the number of segments of the flash, and of each its
 * address, its bytes, and these; of each lane 32 registers; of each lane its DTIM.
 *
 * OUT has a record for each bit of a flip-flop (flops.h) that changes in a lane, unless it is
 * alike in all lanes before and after: each such change once, with the first instruction that
 * retires in its cycle or later.  Before the call all is taken as alike but registers. */

#include <stdlib.h>

#include <unordered_set>
#include <vector>

#include <verilated.h>

#include "VExampleRocketSystem.h"
#include "VExampleRocketSystem___024root.h"

#include "flops.h"
#include "port.h"

#define CORE(name) ExampleRocketSystem__DOT__tile__DOT__core__DOT__##name

enum { LANES = 64, REGISTERS = 32, DTIM_WORDS = DTIM_BYTES / 4, PASSES = 2, MAX_CYCLES = 1000000 };

/* GATE: fence.i; RETURN: NOPs until the stores are done; mret. */
#define GATE (FLASH_BASE + FLASH_BYTES - 0x1000)
#define RETURN (GATE + 4)
#define READY (RETURN + 4 * (NOPS - 2))
enum { NOPS = 32 };
enum { FENCE_I = 0x0000100f, NOP = 0x00000013, MRET = 0x30200073 };
enum { LUI_T0 = 0x000002b7, JR_T0 = 0x00028067 };

struct job {
    uint32_t entry;
    std::vector<uint32_t> registers, dtim;
};

struct lane {
    VerilatedContext context;
    VExampleRocketSystem *top; /* never deleted: the program ends without */
    struct port port = {};
    struct board board = {};
};

struct record {
    uint32_t flop, bit, pc, cycle;
    uint64_t old_bits, new_bits; /* by lane */
};

struct record_hash {
    size_t
    operator()(const record &r) const
    {
        return (r.old_bits ^ (r.new_bits * 3 + r.flop * 64 + r.bit)) * UINT64_C(0x9e3779b97f4a7c15) >> 16;
    }
};

struct same_change {
    bool
    operator()(const record &a, const record &b) const
    {
        return a.flop == b.flop && a.bit == b.bit && a.old_bits == b.old_bits && a.new_bits == b.new_bits;
    }
};

static uint8_t flash[FLASH_BYTES];
static uint8_t entry_line[8]; /* of the program, where the boot ROM jumps to */
static lane *const lanes = new lane[LANES];
static uint32_t before[LANES][FLOPS], now[LANES][FLOPS], changed[FLOPS];
static bool written[FLOPS]; /* since the call began */
static std::unordered_set<record, record_hash, same_change> records;

static void
put_word(uint32_t address, uint32_t word)
{
    memcpy(flash + (address - FLASH_BASE), &word, sizeof word);
}

static void
read_words(FILE *f, void *to, size_t words)
{
    if (fread(to, 4, words, f) != words) {
        fputs("rtl_leak: the job is too short\n", stderr);
        exit(2);
    }
}

static void
read_job(const char *name, job *j)
{
    FILE *f = fopen(name, "rb");
    uint32_t segments;

    if (f == NULL)
        exit(2);
    read_words(f, &j->entry, 1);
    read_words(f, &segments, 1);
    while (segments-- != 0) {
        uint32_t place[2];

        read_words(f, place, 2);
        if (place[0] - FLASH_BASE >= FLASH_BYTES || place[1] > GATE - place[0]) {
            fputs("rtl_leak: a segment outside the flash\n", stderr);
            exit(2);
        }
        read_words(f, flash + (place[0] - FLASH_BASE), (place[1] + 3) / 4);
    }
    j->registers.resize(LANES * REGISTERS);
    j->dtim.resize(LANES * DTIM_WORDS);
    read_words(f, j->registers.data(), j->registers.size());
    read_words(f, j->dtim.data(), j->dtim.size());
    fclose(f);
}

static void
write_gate(void)
{
    memcpy(entry_line, flash + (PROGRAM_BASE - FLASH_BASE), sizeof entry_line);
    put_word(PROGRAM_BASE, LUI_T0 | GATE);
    put_word(PROGRAM_BASE + 4, JR_T0);
    put_word(GATE, FENCE_I);
    for (unsigned i = 0; i < NOPS; i++)
        put_word(RETURN + 4 * i, NOP);
    put_word(RETURN + 4 * NOPS, MRET);
}

/* All lanes' registers and memory, and the function that mret enters. */
static void
enter(const job *j)
{
    for (unsigned l = 0; l < LANES; l++) {
        auto *root = lanes[l].top->rootp;
        const uint32_t *words = &j->dtim[l * DTIM_WORDS];

        for (unsigned i = 1; i < REGISTERS; i++)
            set_register(root, i, j->registers[l * REGISTERS + i]);
        for (unsigned i = 0; i < DTIM_WORDS; i++)
            set_dtim(root, i, words[i]);
        set_exception_pc(root, j->entry);
        read_flops(root, before[l]);
    }
    for (unsigned i = 0; i < FLOPS; i++)
        written[i] = is_register(i);
}

static uint64_t
of_lanes(const uint32_t words[LANES][FLOPS], unsigned flop, unsigned bit)
{
    uint64_t bits = 0;

    for (unsigned l = 0; l < LANES; l++)
        bits |= (uint64_t)(words[l][flop] >> bit & 1) << l;
    return bits;
}

static bool
is_alike(uint64_t bits)
{
    return bits == 0 || bits == UINT64_MAX;
}

static void
compare(uint32_t pc, uint32_t cycle)
{
    memset(changed, 0, sizeof changed);
    for (unsigned l = 0; l < LANES; l++) {
        read_flops(lanes[l].top->rootp, now[l]);
        for (unsigned i = 0; i < FLOPS; i++)
            changed[i] |= before[l][i] ^ now[l][i];
    }
    for (unsigned i = 0; i < FLOPS; i++) {
        for (uint32_t bits = changed[i]; bits != 0; bits &= bits - 1) {
            unsigned bit = (unsigned)__builtin_ctz(bits);
            uint64_t was = written[i] ? of_lanes(before, i, bit) : 0, is = of_lanes(now, i, bit);

            if (!is_alike(was) || !is_alike(is))
                records.insert({i, bit, pc, cycle, was, is});
        }
        written[i] = written[i] || changed[i] != 0;
    }
    memcpy(before, now, sizeof before);
}

static void
stop(const char *why, uint32_t pc)
{
    printf("%s at %x\n", why, pc);
    exit(0);
}

/* The instruction that retires in this cycle, in all lanes; 0: none. */
static uint32_t
retired(uint32_t last)
{
    const auto *first = lanes[0].top->rootp;

    for (unsigned i = 1; i < LANES; i++) {
        const auto *root = lanes[i].top->rootp;

        if (root->CORE(coreMonitorBundle_valid) != first->CORE(coreMonitorBundle_valid) ||
            (root->CORE(coreMonitorBundle_valid) &&
             root->CORE(coreMonitorBundle_pc) != first->CORE(coreMonitorBundle_pc)))
            stop("time or path depends on a secret after the instruction", last);
    }
    return first->CORE(coreMonitorBundle_valid) ? first->CORE(coreMonitorBundle_pc) : 0;
}

static void
run(const job *j)
{
    unsigned passes = 0;
    uint32_t pc = 0;
    bool called = false, watched = false; /* the last pass alone */

    for (unsigned i = 0; i < LANES; i++) {
        lane &l = lanes[i];

        l.top = new VExampleRocketSystem(&l.context);
        l.board.flash = flash;
        l.port.idle = true;
    }
    for (uint32_t cycle = 0; cycle < MAX_CYCLES; cycle++) {
        uint32_t now_pc = 0;

        for (unsigned i = 0; i < LANES; i++) {
            lane &l = lanes[i];

            l.top->reset = cycle < RESET_CYCLES;
            l.top->debug_clockeddmi_dmiReset = l.top->reset;
            drive_port(l.top, &l.port, &l.board);
            l.top->clock = 0;
            l.top->eval();
        }
        if (cycle >= RESET_CYCLES)
            now_pc = retired(pc);
        if (now_pc != 0)
            pc = now_pc;
        if (now_pc == GATE)
            memcpy(flash + (PROGRAM_BASE - FLASH_BASE), entry_line, sizeof entry_line);
        if (called && now_pc == RETURN) {
            called = watched = false;
            if (++passes == PASSES)
                return;
        }
        if (now_pc == READY) {
            enter(j);
            called = true;
            watched = passes != 0;
        }
        for (unsigned i = 0; i < LANES; i++) {
            lane &l = lanes[i];

            answer_port(l.top, &l.port, &l.board);
            l.top->clock = 1;
            l.top->eval();
        }
        if (watched)
            compare(pc, cycle);
    }
    stop("it does not return: the last instruction is", pc);
}

int
main(int argc, char **argv)
{
    job j;
    FILE *out;

    if (argc != 3) {
        fputs("usage: rtl_leak JOB OUT\n", stderr);
        return 2;
    }
    read_job(argv[1], &j);
    write_gate();
    run(&j);
    out = fopen(argv[2], "wb");
    if (out == NULL)
        return 2;
    for (const record &r : records)
        if (fwrite(&r, sizeof r, 1, out) != 1)
            return 2;
    return fclose(out) == 0 ? 0 : 2;
}
