/* SPDX-License-Identifier: MIT */
/* Runs a firmware of a Cortex-M0+, M3, M4 or M33 and reports what happened as one line
 * of JSON (report.h).
 *
 *     cortexm_run m0plus|m3|m4|m33 [--max-cycles N] [--dump ADDRESS BYTES FILE] FILE.elf
 *     cortexm_run --rules
 *
 * The program is executed instruction by instruction (machine.h).  Where the
 * firmware says that something is timed, a clock (timing.h) is told of each one;
 * elsewhere an instruction counts as a cycle.  --dump writes memory to a file at the
 * end.  --rules prints what the clock knows. */

#include "report.h"

#include "../limit.h"
#include "../parting.h"

/* The version, a hash of the sources, is set by the build. */
#ifndef CORTEXM_VERSION
#    define CORTEXM_VERSION "unknown"
#endif

struct run {
    enum core core;
    struct machine machine;
    struct clock clock;
    struct board board;
    struct report report;
    struct window *window;
    struct counters opened;
    struct limit limit;
    uint32_t caller_sp, lowest_sp; /* since the window opened, or in total */
    bool timed;
    struct partings partings;
    struct recording *recording; /* of the open window, if it is part of a pair */
};

/* Instructions of isa.h that a core lacks. */
static bool
lacks(enum core core, const struct instruction *i)
{
    switch (i->operation) {
    case CBZ:
    case CBNZ:
    case IT:
        return core == M0PLUS;
    case PARALLEL:
    case SEL:
    case PKH:
    case QADD:
    case SSAT16:
    case USAT16:
    case SMLAXY:
    case SMLAW:
    case SMLAD:
    case SMMLA:
    case USADA8:
    case UMAAL:
    case SMLALXY:
    case SMLALD:
    case VLDM:
    case VSTM:
    case VMOV_TO:
    case VMOV_FROM:
    case VMOV_PAIR_TO:
    case VMOV_PAIR_FROM:
    case VMOV_SINGLE:
        return core != M4 && core != M33;
    case SXT:
        if (i->imm == 0 || i->rn != NO_REGISTER)
            return core != M4 && core != M33;
        break;
    }
    return core == M0PLUS && i->length == 4 && i->group != CALL && i->group != SYSTEM;
}

static const struct instruction *
fetch(struct run *run, uint32_t pc)
{
    static const struct instruction outside = {.operation = ILLEGAL, .group = UNKNOWN, .length = 2};
    struct machine *m = &run->machine;
    struct instruction *i;
    const uint8_t *bytes;
    uint16_t half[2];

    if (pc - m->flash_base < m->flash_bytes) {
        i = &m->in_flash[(pc - m->flash_base) >> 1];
        bytes = run->board.flash + (pc - m->flash_base);
    } else if (pc - m->ram_base < m->ram_bytes) {
        i = &m->in_ram[(pc - m->ram_base) >> 1];
        bytes = m->ram + (pc - m->ram_base);
    } else {
        fault(m, "jump outside memory");
        return &outside;
    }
    if (i->length == 0) {
        memcpy(half, bytes, sizeof half);
        *i = decode((uint32_t)half[0] << 16 | half[1]);
        if (lacks(run->core, i)) {
            i->operation = ILLEGAL;
            i->group = UNKNOWN;
        }
    }
    return i;
}

static void
watch_window(struct run *run, const struct instruction *i, uint32_t pc, const struct step *s)
{
    struct window *w = run->window;

    hash_word(&w->pcs, pc | s->skipped);
    if (run->recording != NULL)
        record_step(run->recording, pc | s->skipped);
    if (s->skipped)
        return;
    switch (i->group) {
    case LOAD:
    case STORE:
    case LOAD_PAIR:
    case STORE_PAIR:
    case LOAD_MANY:
    case STORE_MANY:
    case TABLE_BRANCH:
        hash_word(&w->addresses, s->address);
        if (run->recording != NULL)
            record_data(run->recording, run->recording->count - 1, s->address);
        break;
    }
    /* These take as long as their operands say, which count as addresses. */
    if (i->group == DIVIDE ||
        (run->core == M3 && (i->group == LONG_MULTIPLY || i->group == LONG_MULTIPLY_ADD))) {
        hash_word(&w->addresses, s->a);
        hash_word(&w->addresses, s->b);
        if (run->recording != NULL) {
            record_data(run->recording, run->recording->count - 1, s->a);
            record_data(run->recording, run->recording->count - 1, s->b);
        }
    }
}

static void
watch_stack(struct run *run)
{
    struct machine *m = &run->machine;
    uint32_t sp = m->r[SP];

    run->lowest_sp = sp;
    if (sp < run->board.data_end)
        fault(m, "stack runs into data");
}

static void
close_window(struct run *run)
{
    struct window *w = run->window;
    struct counters *counted = &w->counted;

    *counted = run->clock.now;
    counted->cycles -= run->opened.cycles + 1; /* the marker's own */
    counted->instructions -= run->opened.instructions + 1;
    counted->exposure -= run->opened.exposure;
    counted->pairs -= run->opened.pairs;
    counted->code_reads -= run->opened.code_reads;
    counted->unmeasured -= run->opened.unmeasured;
    for (unsigned n = 0; n < CAUSE_COUNT; n++)
        counted->causes[n] -= run->opened.causes[n];
    w->stack = run->caller_sp - run->lowest_sp;
    run->window = NULL;
}

static void
obey_marker(struct run *run, unsigned marker)
{
    switch (marker) {
    case MARKER_BEGIN:
        if (run->lowest_sp < run->report.stack_min)
            run->report.stack_min = run->lowest_sp;
        run->window = open_window(&run->report);
        run->recording = recording_of(&run->partings, run->report.window_count - 1);
        run->caller_sp = run->lowest_sp = run->machine.r[SP];
        run->opened = run->clock.now;
        break;
    case MARKER_END:
        if (run->window != NULL)
            close_window(run);
        break;
    case MARKER_EXIT:
        run->report.exit_status = (int)run->machine.r[0];
        break;
    case MARKER_IDLE:
        run->timed = false;
        break;
    case MARKER_BUSY:
        run->timed = true;
        run->clock.before = OTHER;
        run->clock.jumped = run->clock.short_before = false;
        run->clock.straddling = 0;
        memset(run->clock.ready, 0, sizeof run->clock.ready);
        run->clock.flags_ready = 0;
        run->clock.slot_free = false;
    }
}

static void
check_end(struct run *run, uint32_t pc, uint32_t next)
{
    const struct machine *m = &run->machine;

    if (m->fault != NULL)
        end_run(&run->report, "crash", m->fault, pc);
    else if (run->board.ended)
        end_run(&run->report, "exit", "exit", pc);
    else if (run->board.uart.bytes >= UART_LIMIT)
        end_run(&run->report, "crash", "endless serial output", pc);
    else if (is_over(&run->limit, run->clock.now.cycles, m->r[SP], next))
        end_run(&run->report, "cycle-limit", "cycle limit", run->limit.pc);
}

/* Executes until a marker, a fault or the end; a jump backwards is the place to look for it. */
static inline __attribute__((always_inline)) void
run_on(struct run *run, uint32_t *at, bool timed)
{
    struct machine *m = &run->machine;
    uint32_t pc = *at;

    for (;;) {
        const struct instruction *i = fetch(run, pc);
        struct step s;

        s.next = pc + i->length;
        s.taken = s.skipped = s.conditional = false;
        m->r[PC] = pc + 4;
        if (__builtin_expect(m->it == 0, 1)) {
            execute(m, i, i->sets_flags, &s);
        } else {
            uint8_t it = m->it;

            m->it = (it & 7) == 0 ? 0 : (uint8_t)((it & 0xe0) | (it << 1 & 0x1f));
            s.conditional = true;
            if (holds(m, it >> 4))
                execute(m, i, i->sets_flags && !i->not_in_it, &s);
            else
                s.skipped = true;
        }
        if (timed) {
            tick(&run->clock, i, pc, &s);
            if (run->window != NULL && i->marker == 0)
                watch_window(run, i, pc, &s);
        } else {
            run->clock.now.cycles++;
        }
        if (m->r[SP] < run->lowest_sp)
            watch_stack(run);
        if (__builtin_expect(m->fault != NULL || i->marker >= MARKER_BEGIN || s.taken, 0)) {
            uint32_t from = pc;

            pc = s.next & ~UINT32_C(1);
            if (m->fault != NULL || i->marker >= MARKER_BEGIN || pc <= from) {
                *at = pc;
                check_end(run, from, pc);
                if (i->marker != 0)
                    obey_marker(run, i->marker);
                return;
            }
        } else {
            pc = s.next;
        }
    }
}

static void
run_firmware(struct run *run)
{
    struct machine *m = &run->machine;
    uint32_t pc = load(m, run->board.chip->vectors + 4, 4) & ~UINT32_C(1);

    m->r[SP] = load(m, run->board.chip->vectors, 4);
    run->lowest_sp = m->r[SP];
    while (run->report.end == NULL)
        if (run->timed)
            run_on(run, &pc, true);
        else
            run_on(run, &pc, false);
    if (run->window != NULL)
        run->report.window_count--;
    if (run->lowest_sp < run->report.stack_min)
        run->report.stack_min = run->lowest_sp;
    run->report.cycles = run->clock.now.cycles;
}

static void
prepare(struct run *run, enum core core)
{
    struct machine *m = &run->machine;
    const struct chip *chip = &chips[core];

    run->core = run->clock.core = core;
    run->clock.rules = rule_cycles[core];
    run->board.chip = chip;
    m->board = &run->board;
    m->flash_base = chip->flash;
    m->flash_bytes = chip->flash_bytes;
    m->ram_base = chip->ram;
    m->ram_bytes = chip->ram_bytes;
    m->in_flash = calloc(chip->flash_bytes / 2, sizeof *m->in_flash);
    m->in_ram = calloc(chip->ram_bytes / 2, sizeof *m->in_ram);
    if (m->in_flash == NULL || m->in_ram == NULL)
        exit(2);
    m->checks_alignment = core == M0PLUS;
    m->cycles = &run->clock.now.cycles;
    m->r[LR] = UINT32_MAX;
    m->z = 1;
    run->report.stack_min = chip->ram + chip->ram_bytes;
}

static bool
dump(struct run *run, uint32_t address, uint32_t bytes, const char *file)
{
    struct machine *m = &run->machine;
    uint32_t at = address - m->ram_base;
    FILE *f;

    if (at >= m->ram_bytes || bytes > m->ram_bytes - at)
        return false;
    f = fopen(file, "wb");
    if (f == NULL)
        return false;
    return (fwrite(m->ram + at, 1, bytes, f) == bytes) & (fclose(f) == 0);
}

static void
usage(void)
{
    fputs("usage: cortexm_run m0plus|m3|m4|m33 [--max-cycles N] [--dump ADDRESS BYTES FILE] FILE.elf\n"
          "       cortexm_run --rules\n",
          stderr);
    exit(2);
}

static uint64_t
number(const char *text)
{
    uint64_t value;

    if (!read_number(text, &value))
        usage();
    return value;
}

int
main(int argc, char **argv)
{
    static struct run run = {.report = {.simulator = "cortexm", .version = CORTEXM_VERSION},
                             .limit = {.cycles = 2000000000}};
    const char *file = NULL, *dump_file = NULL;
    uint32_t dump_address = 0, dump_bytes = 0;
    unsigned core = 0;

    if (argc == 2 && strcmp(argv[1], "--rules") == 0) {
        print_rules();
        return 0;
    }
    while (argc > 1 && core < CORES && strcmp(argv[1], chips[core].name) != 0)
        core++;
    if (argc < 3 || core == CORES)
        usage();
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--max-cycles") == 0 && i + 1 < argc) {
            run.limit.cycles = number(argv[++i]);
        } else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc && read_pairs(&run.partings, argv[i + 1])) {
            i++;
        } else if (strcmp(argv[i], "--dump") == 0 && i + 3 < argc) {
            dump_address = (uint32_t)number(argv[++i]);
            dump_bytes = (uint32_t)number(argv[++i]);
            dump_file = argv[++i];
        } else if (argv[i][0] == '-' || file != NULL) {
            usage();
        } else {
            file = argv[i];
        }
    }
    if (file == NULL)
        usage();
    prepare(&run, (enum core)core);
    if (!load_firmware(&run.board, file)) {
        fprintf(stderr, "cortexm_run: %s is not a readable firmware of the %s\n", file, chips[core].name);
        return 2;
    }
    run.machine.ram = run.board.ram;
    run_firmware(&run);
    if (run.partings.pairs != 0)
        print_partings(stdout, &run.partings);
    else
        print_run(&run.report, &run.board);
    if (dump_file != NULL && !dump(&run, dump_address, dump_bytes, dump_file)) {
        fprintf(stderr, "cortexm_run: the memory cannot be written to %s\n", dump_file);
        return 2;
    }
    return 0;
}
