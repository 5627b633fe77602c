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

#ifndef ROCKET_VERSION
#    define ROCKET_VERSION "unknown"
#endif

#define CORE(name) ExampleRocketSystem__DOT__tile__DOT__core__DOT__##name

enum { RESET_CYCLES = 100 };

/* One read burst and one write at a time, as the core sends them. */
struct port {
    bool reading, writing;
    uint32_t address, write_address;
    unsigned beats, id, write_id, wait, refills;
    bool idle; /* nothing is timed */
};

static uint32_t
read_word(const struct board *board, uint32_t address)
{
    uint32_t word = 0, at = (address & ~UINT32_C(3)) - FLASH_BASE;

    if (at < FLASH_BYTES)
        memcpy(&word, board->flash + at, sizeof word);
    else
        word = io_read(board, address & ~UINT32_C(3));
    return word;
}

static void
answer_port(VExampleRocketSystem *top, struct port *port, struct board *board)
{
    bool took_read = top->mmio_axi4_0_ar_valid && top->mmio_axi4_0_ar_ready;
    bool took_address = top->mmio_axi4_0_aw_valid && top->mmio_axi4_0_aw_ready;
    bool took_data = top->mmio_axi4_0_w_valid && top->mmio_axi4_0_w_ready;
    bool gave_beat = top->mmio_axi4_0_r_valid && top->mmio_axi4_0_r_ready;
    bool gave_answer = top->mmio_axi4_0_b_valid && top->mmio_axi4_0_b_ready;

    if (gave_beat) {
        port->address += 4;
        port->reading = --port->beats != 0;
    }
    if (took_read) {
        unsigned bytes = (top->mmio_axi4_0_ar_bits_len + 1u) << top->mmio_axi4_0_ar_bits_size;

        port->reading = true;
        port->address = top->mmio_axi4_0_ar_bits_addr;
        port->beats = top->mmio_axi4_0_ar_bits_len + 1u;
        port->id = top->mmio_axi4_0_ar_bits_id;
        port->refills += port->beats > 1;
        port->wait = port->address >= FLASH_BASE && !port->idle ? flash_cycles(bytes) : 0;
    } else if (port->wait != 0) {
        port->wait--;
    }
    if (gave_answer)
        port->writing = false;
    if (took_address) {
        port->write_address = top->mmio_axi4_0_aw_bits_addr;
        port->write_id = top->mmio_axi4_0_aw_bits_id;
    }
    if (took_data) {
        io_write(board, port->write_address, top->mmio_axi4_0_w_bits_data);
        port->writing = true;
    }
}

static void
drive_port(VExampleRocketSystem *top, const struct port *port, const struct board *board)
{
    top->mmio_axi4_0_ar_ready = !port->reading;
    top->mmio_axi4_0_aw_ready = !port->writing;
    top->mmio_axi4_0_w_ready = !port->writing;
    top->mmio_axi4_0_r_valid = port->reading && port->wait == 0;
    top->mmio_axi4_0_r_bits_data = port->reading ? read_word(board, port->address) : 0;
    top->mmio_axi4_0_r_bits_id = port->id;
    top->mmio_axi4_0_r_bits_last = port->beats == 1;
    top->mmio_axi4_0_b_valid = port->writing;
    top->mmio_axi4_0_b_bits_id = port->write_id;
}

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
