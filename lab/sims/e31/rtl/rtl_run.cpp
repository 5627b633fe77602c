/* SPDX-License-Identifier: MIT */
/* Runs a HiFive1 firmware on the Rocket core's own RTL, as Verilator translated
 * it, and reports like e31_run.c.
 *
 *     rtl_run [--max-cycles N] [--log FILE] FILE.elf
 *
 * The core's boot ROM jumps to the flash.  The bench is what hangs on its AXI
 * port: flash and registers of ../board.h.  It looks at the core's trace port,
 * where each instruction shows in the cycle in which it retires.  While the
 * firmware says that nothing is timed, the flash answers at once. */

#include <verilated.h>

#include "VExampleRocketSystem.h"
#include "VExampleRocketSystem___024root.h"

#include "../commit_log.h"
#include "../report.h"
#include "port.h"

#ifndef ROCKET_VERSION
#    define ROCKET_VERSION "unknown"
#endif

#define CORE(name) ExampleRocketSystem__DOT__tile__DOT__core__DOT__##name

static void
run_firmware(VExampleRocketSystem *top, struct report *report, struct board *board, uint64_t max_cycles,
             FILE *log)
{
    const auto *root = top->rootp;
    struct port port = {};
    struct window *window = NULL;
    uint64_t opened = 0, cycle = 0;
    uint32_t pc = 0, refills = 0;

    while (report->end == NULL) {
        top->reset = cycle < RESET_CYCLES;
        top->debug_clockeddmi_dmiReset = top->reset;
        drive_port(top, &port, board);
        top->clock = 0;
        top->eval();
        if (!top->reset && root->CORE(coreMonitorBundle_valid)) {
            int marker = marker_of(root->CORE(coreMonitorBundle_inst));

            pc = root->CORE(coreMonitorBundle_pc);
            if (log != NULL)
                log_commit(log, cycle, pc);
            if (marker == MARKER_EXIT)
                report->exit_status = (int)root->CORE(coreMonitorBundle_rd0val);
            if (marker >= MARKER_IDLE)
                port.idle = marker != MARKER_BUSY;
            if (marker == MARKER_BEGIN) {
                window = open_window(report);
                opened = cycle;
                refills = port.refills;
            } else if (marker == MARKER_END && window != NULL) {
                window->cycles = cycle - opened - 1;
                window->refills = port.refills - refills;
                window = NULL;
            } else if (window != NULL) {
                window->instructions++;
                hash_word(&window->pcs, pc);
            }
        }
        answer_port(top, &port, board);
        top->clock = 1;
        top->eval();
        cycle++;
        if (board->ended)
            end_run(report, "exit", "exit", pc);
        else if (cycle >= max_cycles)
            end_run(report, "cycle-limit", "cycle limit", pc);
        else if (board->uart.bytes >= UART_LIMIT)
            end_run(report, "crash", "endless serial output", pc);
    }
    report->cycles = cycle;
    if (window != NULL)
        report->window_count--;
}

static void
usage(void)
{
    fputs("usage: rtl_run [--max-cycles N] [--log FILE] FILE.elf\n", stderr);
    exit(2);
}

int
main(int argc, char **argv)
{
    struct report report = {.simulator = "Rocket RTL", .version = ROCKET_VERSION};
    struct board board = {};
    VerilatedContext context;
    VExampleRocketSystem top{&context};
    uint64_t max_cycles = 100000000;
    const char *file = NULL;
    FILE *log = NULL;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--max-cycles") == 0 && i + 1 < argc)
            max_cycles = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--log") == 0 && i + 1 < argc && (log = fopen(argv[++i], "wb")) != NULL)
            continue;
        else if (argv[i][0] == '-' || file != NULL)
            usage();
        else
            file = argv[i];
    }
    if (file == NULL)
        usage();
    if (!load_firmware(&board, file)) {
        fprintf(stderr, "rtl_run: %s is not a readable firmware of the HiFive1\n", file);
        return 2;
    }
    run_firmware(&top, &report, &board, max_cycles, log);
    print_run(&report, &board);
    return log != NULL && fclose(log) != 0 ? 2 : 0;
}
