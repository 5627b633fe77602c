/* Runs a HiFive1 firmware on a model of the E31 and reports what
 * happened as one line of JSON (report.h).
 *
 *     e31_run [--max-cycles N] [--functional] [--skim] [--log FILE] FILE.elf
 *
 * The program is executed instruction by instruction (machine.h); a clock
 * (timing.h) is told of stretches of it and says how long they took (recall.h).
 * In a window a second clock runs beside the first, which starts each time with
 * an empty predictor and an instruction cache that holds everything: what it
 * shows depends on nothing that went before, and tells whether time depends on
 * secrets.
 *
 * --functional leaves the clocks out: one instruction a cycle.  So it is when the
 * firmware says that nothing will be timed any more, and with --skim also where
 * it says that nothing is timed yet: the clocks stand still and go on in the state
 * in which they were.  --log writes each retired instruction with its cycle, to be
 * compared with the RTL. */

#include "recall.h"

#include <errno.h>

/* The builder names the model after its sources. */
#ifndef E31_VERSION
#    define E31_VERSION "unknown"
#endif

enum { SP = 2 };

struct run {
    struct machine machine;
    struct timeline main, fresh; /* the second one starts anew with each window */
    struct stretch stretch;
    struct board board;
    struct report report;
    struct window *window;
    uint64_t opened, max_cycles;
    unsigned opened_refills;
    uint32_t caller_sp;
    bool functional, skims, still; /* still: the clocks are not asked */
    FILE *log;
};

static void
decode_program(struct machine *m)
{
    const struct board *board = m->board;
    uint32_t bytes = board->code_end - PROGRAM_BASE;
    struct instruction *program = calloc(bytes / 2 + 2, sizeof *program);

    if (program == NULL)
        exit(2);
    for (uint32_t at = 0; at < bytes; at += 2) {
        uint32_t word;

        memcpy(&word, board->flash + (PROGRAM_BASE - FLASH_BASE) + at, sizeof word);
        program[at / 2] = decode(word);
        program[at / 2].marker = (uint8_t)marker_of(program[at / 2].raw);
        program[at / 2].latency = latency_of(&program[at / 2]);
    }
    program[bytes / 2] = program[bytes / 2 + 1] = decode(0);
    m->program = program;
    m->program_bytes = bytes;
}

static void
prepare_clocks(struct run *run)
{
    struct fetch *f = &run->main.clock.fetch;

    f->machine = &run->machine;
    scan_program(f);
    forget_everything(&f->predictor);
    boot(f);
    run->main.memory = calloc(1, sizeof *run->main.memory);
    run->fresh.memory = calloc(1, sizeof *run->fresh.memory);
    if (run->main.memory == NULL || run->fresh.memory == NULL)
        exit(2);
}

/* The second clock: nothing learnt, no line missing, the same time of day. */
static void
start_anew(struct timeline *fresh, const struct clock *program, uint32_t pc)
{
    const struct fetch *f = &program->fetch;

    fresh->clock = (struct clock){.fetch = {.machine = f->machine,
                                            .scans = f->scans,
                                            .traits = f->traits,
                                            .packets = f->packets,
                                            .cache.holds_everything = true,
                                            .now = START},
                                  .now = START};
    forget_everything(&fresh->clock.fetch.predictor);
    send(&fresh->clock.fetch, pc, false);
    find_state(fresh);
    fresh->cycles = START;
}

static void
watch_stack(struct run *run, const struct step *s)
{
    struct machine *m = &run->machine;
    uint32_t sp = m->x[SP];

    if (sp == 0)
        return;
    if (sp < run->report.stack_min)
        run->report.stack_min = sp;
    m->pc = s->pc;
    if (sp < run->board.bss_end)
        fault(m, "stack runs into data");
    else if (sp > DTIM_BASE + DTIM_BYTES)
        fault(m, "stack pointer above memory");
    m->pc = s->next_pc;
    if (run->window != NULL && run->caller_sp > sp && run->caller_sp - sp > run->window->stack)
        run->window->stack = run->caller_sp - sp;
}

/* Between what is timed the board answers at once, or the clocks stand still. */
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
        run->caller_sp = run->machine.x[SP];
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

static inline void
watch_window(struct window *w, const struct instruction *i, const struct step *s)
{
    w->instructions++;
    hash_word(&w->pcs, s->pc);
    if (i->kind >= LOAD && i->kind <= ATOMIC) {
        hash_word(&w->addresses, s->address);
    } else if (i->kind == MULTIPLY_DIVIDE && i->operation >= DIV) {
        /* a division takes as long as its operands say: they count as addresses */
        hash_word(&w->addresses, s->a);
        hash_word(&w->addresses, s->b);
    }
}

/* Lets the clocks pass over what was written down. */
static void
let_pass(struct run *run)
{
    struct stretch *stretch = &run->stretch;

    if (stretch->count != 0) {
        pass(&run->main, stretch, run->machine.pc, run->log);
        if (run->window != NULL)
            pass(&run->fresh, stretch, run->machine.pc, NULL);
    }
    stretch->count = 0;
    stretch->before = stretch->stored;
    memset(&stretch->route, 0, sizeof stretch->route);
}

/* Whether the stretch ends with that instruction. */
static inline bool
ends(const struct stretch *stretch, const struct instruction *i, const struct step *s)
{
    return i->kind == CSR || i->marker != 0 ||
           (stretch->count >= LONG_ENOUGH && (s->next_pc <= s->pc || stretch->count == STRETCH));
}

static void
check_end(struct run *run)
{
    const struct machine *m = &run->machine;

    if (m->fault != NULL)
        end_run(&run->report, "crash", m->fault, m->fault_pc);
    else if (run->board.ended)
        end_run(&run->report, "exit", "exit", m->pc);
    else if (run->main.cycles >= run->max_cycles)
        end_run(&run->report, "cycle-limit", "cycle limit", m->pc);
    else if (run->board.uart_bytes >= UART_LIMIT)
        end_run(&run->report, "crash", "endless serial output", m->pc);
}

static void
run_firmware(struct run *run)
{
    struct machine *m = &run->machine;
    struct step s;

    while (run->report.end == NULL) {
        const struct instruction *i = instruction_at(m, m->pc);

        bool ended;

        do_instruction(m, i, &s);
        if (run->still) {
            run->main.cycles++;
            ended = i->kind == CSR || s.next_pc <= s.pc;
        } else {
            follow(&run->stretch, i, &s);
            ended = ends(&run->stretch, i, &s);
            if (ended)
                let_pass(run);
        }
        if (ended) {
            if (i->kind == CSR)
                read_csr(m, i, run->main.cycles + TO_RETIREMENT);
            check_end(run);
        }
        if (i->marker != 0)
            obey_marker(run, i, &s);
        else if (run->window != NULL)
            watch_window(run->window, i, &s);
        if (i->rd == SP)
            watch_stack(run, &s);
        if (m->fault != NULL || (i->kind == STORE && !in_dtim(s.address)))
            check_end(run);
    }
    let_pass(run);
}

static void
usage(void)
{
    fputs("usage: e31_run [--max-cycles N] [--functional] [--skim] [--log FILE] FILE.elf\n", stderr);
    exit(2);
}

static uint64_t
number(const char *text)
{
    char *rest;
    uint64_t value;

    errno = 0;
    value = strtoull(text, &rest, 10);
    if (errno != 0 || rest == text || *rest != '\0')
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
        .max_cycles = 2000000000,
    };
    const char *file = NULL;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--functional") == 0)
            run.functional = true;
        else if (strcmp(argv[i], "--skim") == 0)
            run.skims = true;
        else if (strcmp(argv[i], "--max-cycles") == 0 && i + 1 < argc)
            run.max_cycles = number(argv[++i]);
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
    prepare_clocks(&run);
    run.still = run.functional;
    run_firmware(&run);
    run.report.cycles = run.main.cycles;
    if (run.window != NULL)
        run.report.window_count--;
    print_report(&run.report, &run.board);
    return run.log != NULL && fclose(run.log) != 0 ? 2 : 0;
}
