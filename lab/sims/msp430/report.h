/* SPDX-License-Identifier: MIT */
/* What is said about a run, as one line of JSON: serial output, how it ended, and every window.  BIS of a
 * generated constant to the constant generator does nothing, and is taken for a marker: 1 opens a window, 2
 * closes it, 4 names the exit status in r12.  The fields are those of lab/sims/run.py. */
#ifndef NARAE_LAB_MSP430_REPORT_H
#define NARAE_LAB_MSP430_REPORT_H

#include "machine.h"

enum { MARKER_BEGIN = 1, MARKER_END = 2, MARKER_EXIT = 4, MARKER_CYCLES = 1, MARKER_CONSTANTS = 1 };

struct window {
    uint64_t cycles, instructions, constants;
    struct hash pcs, addresses;
    uint32_t stack;
};

static inline struct window *
open_window(struct report *report)
{
    return (struct window *)add_window(report, sizeof(struct window));
}

static inline void
print_window(FILE *out, const struct report *report, size_t n)
{
    const struct window *w = &report->windows[n];

    fprintf(out,
            "{\"cycles\": %" PRIu64 ", \"instructions\": %" PRIu64 ", \"constants\": %" PRIu64
            ", \"pc_hash\": \"%08" PRIx32 "%08" PRIx32 "\", \"address_hash\": \"%08" PRIx32 "%08" PRIx32
            "\", \"stack\": %" PRIu32 ", \"interrupts\": 0, \"interrupt_cycles\": 0}",
            w->cycles, w->instructions, w->constants, w->pcs.a, w->pcs.b, w->addresses.a, w->addresses.b,
            w->stack);
}

/* The first window is empty. */
static inline void
print_run(const struct report *report, const struct board *board)
{
    print_report(stdout, report, &board->uart, report->window_count != 0 ? &report->windows[0].cycles : NULL,
                 print_window);
    puts("}");
}

#endif
