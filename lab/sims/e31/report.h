/* SPDX-License-Identifier: MIT */
/* What both simulators of the E31 say about a run, as one line of JSON: serial
 * output, how it ended, and every window.  A window is between the markers
 * `slti x0, x0, 1` and `slti x0, x0, 2`, both excluded; `slti x0, RS1, 3` names
 * the exit status; between 4 and 5, and from 6 on, nothing will be timed.  The fields
 * are those of lab/sims/run.py. */
#ifndef NARAE_LAB_E31_REPORT_H
#define NARAE_LAB_E31_REPORT_H

#include "board.h"

enum marker { MARKER_BEGIN = 1, MARKER_END, MARKER_EXIT, MARKER_IDLE, MARKER_BUSY, MARKER_DONE };

/* The marker that an instruction is, or 0: slti (funct3 2, OP-IMM) to x0. */
static inline int
marker_of(uint32_t instruction)
{
    return (instruction & 0x7fff) == 0x2013 && instruction >> 20 <= MARKER_DONE ? (int)(instruction >> 20)
                                                                                : 0;
}

struct window {
    uint64_t cycles, fresh_cycles, instructions; /* fresh: from one and the same state, 0 if not looked at */
    struct hash pcs, addresses;
    uint32_t stack, refills; /* lines fetched into the instruction cache */
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
            "{\"cycles\": %" PRIu64 ", \"fresh_cycles\": %" PRIu64 ", \"instructions\": %" PRIu64
            ", \"pc_hash\": \"%08" PRIx32 "%08" PRIx32 "\", ",
            w->cycles, w->fresh_cycles, w->instructions, w->pcs.a, w->pcs.b);
    if (report->data)
        fprintf(out, "\"address_hash\": \"%08" PRIx32 "%08" PRIx32 "\", \"stack\": %" PRIu32, w->addresses.a,
                w->addresses.b, w->stack);
    else
        fputs("\"address_hash\": null, \"stack\": null", out);
    fprintf(out, ", \"interrupts\": 0, \"interrupt_cycles\": 0, \"refills\": %" PRIu32 "}", w->refills);
}

/* The third window is empty. */
static inline void
print_run(const struct report *report, const struct board *board)
{
    print_report(stdout, report, &board->uart, report->window_count > 2 ? &report->windows[2].cycles : NULL,
                 print_window);
    puts("}");
}

#endif
