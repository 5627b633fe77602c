/* SPDX-License-Identifier: MIT */
/* Runs a firmware of an MSP430F1611 (msp430) or MSP430FR5994 (msp430x) and reports what happened as one line
 * of JSON (report.h).
 *
 *     msp430_run msp430|msp430x [--max-cycles N] [--part PAIRS] FILE.elf
 *
 * --part says where windows part (../parting.h), and nothing else. */

#include "report.h"

#include "../limit.h"

/* The version, a hash of the sources, is set by the build. */
#ifndef MSP430_VERSION
#    define MSP430_VERSION "unknown"
#endif

struct run {
    struct msp machine;
    struct board board;
    struct msp_instruction *program; /* decoded, at each word of the flash */
    struct report report;
    struct window *window;
    uint64_t opened, opened_constants;
    struct limit limit;
    uint32_t caller_sp, lowest_sp; /* since the window opened, or in total */
    struct partings partings;
};

static const struct msp_instruction *
fetch(struct run *run, uint32_t pc)
{
    static const struct msp_instruction outside = {.length = 2};
    const struct chip *chip = run->board.chip;
    struct msp_instruction *i;

    if (pc < chip->flash || pc >= chip->flash_end) {
        fault(&run->machine, "jump outside the program");
        return &outside;
    }
    i = &run->program[(pc - chip->flash) / 2];
    if (i->length == 0)
        *i = decode_at(&run->board, pc);
    return i;
}

static void
watch_stack(struct run *run)
{
    uint32_t sp = run->machine.r[MSP_SP];

    run->lowest_sp = sp;
    if (sp < run->board.data_end)
        fault(&run->machine, "stack runs into data");
}

static void
begin_window(struct run *run)
{
    struct msp *m = &run->machine;

    if (run->lowest_sp < run->report.stack_min)
        run->report.stack_min = run->lowest_sp;
    run->window = open_window(&run->report);
    m->addresses = &run->window->addresses;
    m->recording = recording_of(&run->partings, run->report.window_count - 1);
    run->lowest_sp = m->r[MSP_SP];
    run->caller_sp = run->lowest_sp + 2; /* of the function that called hal_begin() */
    run->opened = m->cycles;
    run->opened_constants = m->constants;
}

static void
end_window(struct run *run)
{
    struct msp *m = &run->machine;

    run->window->cycles = m->cycles - run->opened - MARKER_CYCLES;
    run->window->constants = m->constants - run->opened_constants - MARKER_CONSTANTS;
    run->window->stack = run->caller_sp - run->lowest_sp;
    run->window = NULL;
    m->addresses = NULL;
    m->recording = NULL;
}

static void
obey_marker(struct run *run, unsigned marker)
{
    if (marker == MARKER_BEGIN)
        begin_window(run);
    else if (marker == MARKER_END && run->window != NULL)
        end_window(run);
    else if (marker == MARKER_EXIT)
        run->report.exit_status = (int)run->machine.r[12];
}

static void
check_end(struct run *run, uint32_t pc, uint32_t next)
{
    struct msp *m = &run->machine;

    if (m->cycles > WATCHDOG_CYCLES && !run->board.watchdog_held)
        fault(m, "the watchdog resets the chip");
    if (m->fault != NULL)
        end_run(&run->report, "crash", m->fault, pc);
    else if (run->board.ended)
        end_run(&run->report, "exit", "exit", pc);
    else if (run->board.uart.bytes >= UART_LIMIT)
        end_run(&run->report, "crash", "endless serial output", pc);
    else if (is_over(&run->limit, m->cycles, m->r[MSP_SP], next))
        end_run(&run->report, "cycle-limit", "cycle limit", run->limit.pc);
}

/* A fault, a marker, the end of the output and a jump backwards are where someone has to look. */
static void
run_firmware(struct run *run)
{
    struct msp *m = &run->machine;
    uint32_t pc = msp_load(m, run->board.chip->vector, 2);

    run->lowest_sp = run->report.stack_min;
    while (run->report.end == NULL) {
        const struct msp_instruction *i = fetch(run, pc);
        uint32_t from = pc;

        if (run->window != NULL && i->marker == 0) {
            hash_word(&run->window->pcs, pc);
            run->window->instructions++;
            if (m->recording != NULL)
                record_step(m->recording, pc);
        }
        step(m, i, pc);
        pc = m->next;
        if (m->r[MSP_SP] < run->lowest_sp && m->r[MSP_SP] != 0)
            watch_stack(run);
        if (__builtin_expect(m->fault != NULL || i->marker != 0 || pc <= from || run->board.ended, 0)) {
            check_end(run, from, pc);
            obey_marker(run, i->marker);
        }
    }
    if (run->window != NULL)
        run->report.window_count--;
    if (run->lowest_sp < run->report.stack_min)
        run->report.stack_min = run->lowest_sp;
    run->report.cycles = m->cycles;
}

static void
prepare(struct run *run, const struct chip *chip)
{
    prepare_board(&run->board, chip);
    prepare_machine(&run->machine, &run->board);
    run->program = calloc((chip->flash_end - chip->flash) / 2, sizeof *run->program);
    if (run->program == NULL)
        exit(2);
    run->report.stack_min = chip->ram_end;
}

static void
usage(void)
{
    fputs("usage: msp430_run msp430|msp430x [--max-cycles N] [--part PAIRS] FILE.elf\n", stderr);
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
    static struct run run = {.report = {.simulator = "msp430", .version = MSP430_VERSION, .data = true},
                             .limit = {.cycles = 2000000000}};
    const char *file = NULL;
    unsigned chip = 0;

    while (argc > 1 && chip < CHIPS && strcmp(argv[1], chips[chip].name) != 0)
        chip++;
    if (argc < 3 || chip == CHIPS)
        usage();
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--max-cycles") == 0 && i + 1 < argc)
            run.limit.cycles = number(argv[++i]);
        else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc && read_pairs(&run.partings, argv[i + 1]))
            i++;
        else if (argv[i][0] == '-' || file != NULL)
            usage();
        else
            file = argv[i];
    }
    if (file == NULL)
        usage();
    prepare(&run, &chips[chip]);
    if (!load_firmware(&run.board, file)) {
        fprintf(stderr, "msp430_run: %s is not a readable firmware of the %s\n", file, chips[chip].name);
        return 2;
    }
    run_firmware(&run);
    if (run.partings.pairs != 0)
        print_partings(stdout, &run.partings);
    else
        print_run(&run.report, &run.board);
    return 0;
}
