/* SPDX-License-Identifier: MIT */
/* Runs a HiFive1 firmware on a model of the E31 and reports what
 * happened as one line of JSON (report.h).
 *
 *     e31_run [--max-cycles N] [--functional] [--skim] [--log FILE]
 *             [--part PAIRS] FILE.elf
 *
 * The program is executed instruction by instruction (machine.h); a clock
 * (timing.h) is told of stretches of it and says how long they took (recall.h).
 * In a window a second clock runs next to the first, which starts each time with
 * an empty predictor and an instruction cache that holds everything: what it
 * shows depends on nothing that went before, and tells whether time depends on
 * secrets.
 *
 * --functional leaves the clocks out: one instruction a cycle.  So it is when the
 * firmware says that nothing will be timed any more, and with --skim also where
 * it says that nothing is timed yet: the clocks stop and continue in the state
 * in which they were.  --log writes each retired instruction with its cycle, to be
 * compared with the RTL; --part says where windows part (../parting.h), and nothing
 * else. */

#include "recall.h"

#include "../limit.h"
#include "../parting.h"

/* The builder names the model after its sources. */
#ifndef E31_VERSION
#    define E31_VERSION "unknown"
#endif

struct run {
    struct machine machine;
    struct timeline main, fresh; /* the second one restarts at each window */
    struct stretch stretch;
    struct board board;
    struct report report;
    struct window *window;
    uint64_t opened;
    struct limit limit;
    unsigned opened_refills;
    uint32_t caller_sp;
    bool functional, skims, still; /* stopped clocks */
    FILE *log;
    struct partings partings;
    struct recording *recording; /* trace of the open window, if requested */
};

static void
decode_program(struct machine *m)
{
    const struct board *board = m->board;
    uint32_t bytes = board->code_end - PROGRAM_BASE;
    struct instruction *program = calloc(bytes / 2 + 1, sizeof *program); /* data may end with an odd byte */

    if (program == NULL)
        exit(2);
    for (uint32_t at = 0; at < bytes; at += 2) {
        uint32_t word;

        memcpy(&word, board->flash + (PROGRAM_BASE - FLASH_BASE) + at, sizeof word);
        program[at / 2] = decode(word);
        program[at / 2].marker = (uint8_t)marker_of(program[at / 2].raw);
        program[at / 2].latency = latency_of(&program[at / 2]);
        program[at / 2].watched = watched_of(&program[at / 2]);
    }
    m->program = program;
    m->program_bytes = bytes;
}

static void
prepare_clocks(struct run *run)
{
    struct memory *memory = calloc(1, sizeof *memory);
    struct fetch *f = &run->main.clock.fetch;

    if (memory == NULL)
        exit(2);
    memory->count = 1;
    run->main.memory = run->fresh.memory = memory;
    f->around = (struct surroundings){
        .machine = &run->machine, .learned = &run->main.learned, .record = &memory->record};
    scan_program(f);
    forget_everything(&run->main.learned.predictor);
    boot(f);
}

/* The second clock starts with an empty predictor, a full cache, and the same cycle. */
static void
start_anew(struct timeline *fresh, const struct clock *program, uint32_t pc)
{
    fresh->clock = (struct clock){.fetch = {.around = program->fetch.around, .now = START}, .now = START};
    fresh->clock.fetch.around.learned = &fresh->learned;
    fresh->learned.cache.holds_everything = true;
    forget_everything(&fresh->learned.predictor);
    send(&fresh->clock.fetch, pc, false);
    find_state(fresh);
    fresh->cycles = START;
}

static void
watch_stack(struct run *run)
{
    struct machine *m = &run->machine;
    uint32_t sp = m->x[STACK_POINTER];

    if (sp == 0)
        return;
    if (sp < run->report.stack_min)
        run->report.stack_min = sp;
    if (sp < run->board.bss_end)
        fault(m, "stack runs into data");
    else if (sp > DTIM_BASE + DTIM_BYTES)
        fault(m, "stack pointer above memory");
    if (run->window != NULL && run->caller_sp > sp && run->caller_sp - sp > run->window->stack)
        run->window->stack = run->caller_sp - sp;
}

/* Between what is timed the board answers immediately, or the clocks are stopped. */
static void
mark_time(struct run *run, bool timed)
{
    struct clock *c;

    if (run->functional)
        return;
    run->still = run->skims && !timed;
    if (run->still)
        return;
    c = awake(&run->main, &run->stretch.before);
    c->fetch.flash.instant = !timed;
    if (run->skims)
        fetch_again(c, run->machine.pc, c->now);
    find_state(&run->main);
}

static void
obey_marker(struct run *run, const struct instruction *i, const struct step *s)
{
    struct window *w = run->window;
    struct timeline *t = &run->main;

    switch (i->marker) {
    case MARKER_BEGIN:
        run->window = open_window(&run->report);
        run->recording = recording_of(&run->partings, run->report.window_count - 1);
        run->caller_sp = run->machine.x[STACK_POINTER];
        run->opened = t->cycles;
        run->opened_refills = t->refills;
        start_anew(&run->fresh, &t->clock, run->machine.pc);
        break;
    case MARKER_END:
        if (w == NULL)
            break;
        w->cycles = t->cycles - run->opened - 1;
        w->fresh_cycles = run->fresh.cycles - 1;
        w->refills = t->refills - run->opened_refills;
        run->window = NULL;
        break;
    case MARKER_EXIT:
        run->report.exit_status = (int)s->a;
        break;
    case MARKER_IDLE:
    case MARKER_BUSY:
        mark_time(run, i->marker == MARKER_BUSY);
        break;
    case MARKER_DONE:
        run->still = true;
    }
}

static void
record_window(struct recording *r, const struct instruction *i, const struct step *s)
{
    record_step(r, s->pc);
    if ((i->watched & ACCESSES) != 0) {
        record_data(r, r->count - 1, s->address);
    } else if ((i->watched & DIVIDES) != 0) {
        record_data(r, r->count - 1, s->a);
        record_data(r, r->count - 1, s->b);
    }
}

/* Both simulators of the E31 must come to the same hashes. */
static void
watch_window(struct window *w, const struct machine *m, const struct stretch *stretch, struct recording *r)
{
    struct reading reading = read_from_start(m, stretch);
    struct hash pcs = w->pcs, addresses = w->addresses;
    const struct instruction *i;
    struct step s = {0};

    while ((i = read_on(&reading, &s)) != NULL) {
        if (i->marker != 0)
            break;
        w->instructions++;
        hash_word(&pcs, s.pc);
        if (r != NULL)
            record_window(r, i, &s);
        if ((i->watched & ACCESSES) != 0) {
            hash_word(&addresses, s.address);
        } else if ((i->watched & DIVIDES) != 0) {
            /* a division takes as long as its operands say: they count as addresses */
            hash_word(&addresses, s.a);
            hash_word(&addresses, s.b);
        }
    }
    w->pcs = pcs;
    w->addresses = addresses;
}

/* Lets the clocks process the recorded stretch. */
static void
let_pass(struct run *run)
{
    struct stretch *stretch = &run->stretch;

    if (stretch->count != 0) {
        if (run->window != NULL)
            watch_window(run->window, &run->machine, stretch, run->recording);
        if (!run->still) {
            pass(&run->main, stretch, run->machine.pc, run->log);
            if (run->window != NULL)
                pass(&run->fresh, stretch, run->machine.pc, NULL);
        }
    }
    start_stretch(stretch, run->machine.pc);
}

static void
check_end(struct run *run, const struct step *s)
{
    const struct machine *m = &run->machine;

    if (m->fault != NULL)
        end_run(&run->report, "crash", m->fault, s->pc);
    else if (run->board.ended)
        end_run(&run->report, "exit", "exit", m->pc);
    else if (run->board.uart.bytes >= UART_LIMIT)
        end_run(&run->report, "crash", "endless serial output", m->pc);
    else if (is_over(&run->limit, run->main.cycles, m->x[STACK_POINTER], m->pc))
        end_run(&run->report, "cycle-limit", "cycle limit", run->limit.pc);
}

/* Executes instructions up to one after which someone has to look: one that is
 * special, a fault, a store outside the DTIM, and a jump backwards when there have
 * been enough.  `written`: they are written down. */
static inline __attribute__((always_inline)) const struct instruction *
execute(struct run *run, bool written, struct step *last)
{
    enum { OFTEN_ENOUGH = 1 << 12 };
    struct machine *m = &run->machine;
    struct stretch *stretch = &run->stretch;
    const struct instruction *i;
    uint32_t pc = m->pc;
    unsigned count = written ? stretch->count : 0;
    unsigned enough = written ? LONG_ENOUGH : OFTEN_ENOUGH, before = count;
    struct step s;

    for (;;) {
        i = instruction_at(m, pc);
        do_instruction(m, i, pc, &s);
        pc = s.next_pc;
        count++;
        if (i->watched == 0)
            continue;
        if (written)
            write_down(stretch, i, &s);
        if ((i->watched & SPECIAL) != 0 || m->fault != NULL || (i->kind == STORE && !in_dtim(s.address)) ||
            (count >= enough && pc <= s.pc) || (written && !has_room_for_more(stretch)))
            break;
    }
    m->pc = pc;
    m->instructions += count - before;
    if (written)
        stretch->count = count;
    if (run->still)
        run->main.cycles += count - before;
    *last = s;
    return i;
}

static void
run_firmware(struct run *run)
{
    struct machine *m = &run->machine;
    const struct instruction *i;
    struct step s;

    while (run->report.end == NULL) {
        if (run->still && run->window == NULL)
            i = execute(run, false, &s);
        else
            i = execute(run, true, &s);
        if (i->kind == CSR || i->marker != 0 || run->stretch.count >= LONG_ENOUGH)
            let_pass(run);
        if (i->kind == CSR)
            read_csr(m, i, run->main.cycles + TO_RETIREMENT);
        if (i->rd == STACK_POINTER)
            watch_stack(run);
        check_end(run, &s);
        if (i->marker != 0)
            obey_marker(run, i, &s);
    }
    let_pass(run);
}

static void
usage(void)
{
    fputs("usage: e31_run [--max-cycles N] [--functional] [--skim] [--log FILE]\n"
          "               [--part PAIRS] FILE.elf\n",
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
    static struct run run = {
        .report = {.simulator = "e31",
                   .version = E31_VERSION,
                   .stack_min = DTIM_BASE + DTIM_BYTES,
                   .data = true},
        .limit = {.cycles = 2000000000},
    };
    const char *file = NULL;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--functional") == 0)
            run.functional = true;
        else if (strcmp(argv[i], "--skim") == 0)
            run.skims = true;
        else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc && read_pairs(&run.partings, argv[i + 1]))
            i++;
        else if (strcmp(argv[i], "--max-cycles") == 0 && i + 1 < argc)
            run.limit.cycles = number(argv[++i]);
        else if (strcmp(argv[i], "--log") == 0 && i + 1 < argc) {
            run.log = fopen(argv[++i], "wb");
            if (run.log == NULL)
                usage();
        } else if (argv[i][0] == '-' || file != NULL)
            usage();
        else
            file = argv[i];
    }
    if (file == NULL)
        usage();
    if (!load_firmware(&run.board, file)) {
        fprintf(stderr, "e31_run: %s is not a readable firmware of the HiFive1\n", file);
        return 2;
    }
    run.machine.board = &run.board;
    run.machine.pc = PROGRAM_BASE;
    decode_program(&run.machine);
    run.stretch.stored.count = 2 * WAITING_STORES;
    start_stretch(&run.stretch, PROGRAM_BASE);
    prepare_clocks(&run);
    run.still = run.functional;
    run_firmware(&run);
    run.report.cycles = run.main.cycles;
    if (run.window != NULL)
        run.report.window_count--;
    if (run.partings.pairs != 0)
        print_partings(stdout, &run.partings);
    else
        print_run(&run.report, &run.board);
    return run.log != NULL && fclose(run.log) != 0 ? 2 : 0;
}
