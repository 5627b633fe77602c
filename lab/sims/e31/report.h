/* SPDX-License-Identifier: MIT */
/* What both simulators of the E31 say about a run, as one line of JSON: serial
 * output, how it ended, and every window.  A window is between the markers
 * `slti x0, x0, 1` and `slti x0, x0, 2`, both excluded; `slti x0, RS1, 3` names
 * the exit status; between 4 and 5, and from 6 on, nothing will be timed.  The fields
 * are those of lab/sims/run.py. */
#ifndef NARAE_LAB_E31_REPORT_H
#define NARAE_LAB_E31_REPORT_H

#include <inttypes.h>

#include "board.h"

enum marker { MARKER_BEGIN = 1, MARKER_END, MARKER_EXIT, MARKER_IDLE, MARKER_BUSY, MARKER_DONE };

/* The marker that an instruction is, or 0: slti (funct3 2, OP-IMM) to x0. */
static inline int
marker_of(uint32_t instruction)
{
    return (instruction & 0x7fff) == 0x2013 && instruction >> 20 <= MARKER_DONE ? (int)(instruction >> 20)
                                                                                : 0;
}

/* Two lanes of 32 bits make accidental collisions negligible. */
struct hash {
    uint32_t a, b;
};

static inline void
hash_word(struct hash *h, uint32_t word)
{
    h->a = ((h->a << 13 | h->a >> 19) ^ word) * 0x9e3779b1u;
    h->b = ((h->b << 7 | h->b >> 25) ^ word) * 0x01000193u;
}

struct window {
    uint64_t cycles, fresh_cycles, instructions; /* fresh: from one and the same state, 0 if not looked at */
    struct hash pcs, addresses;
    uint32_t stack, refills; /* lines fetched into the instruction cache */
};

struct report {
    const char *simulator, *version, *end;
    char reason[160];
    int exit_status;
    uint64_t cycles;
    uint32_t stack_min;
    bool data; /* addresses and stack were recorded */
    struct window *windows;
    size_t window_count, window_room;
};

static inline struct window *
open_window(struct report *report)
{
    struct window *w;

    if (report->window_count == report->window_room)
        report->windows = (struct window *)grow(report->windows, &report->window_room, sizeof *w);
    w = &report->windows[report->window_count++];
    memset(w, 0, sizeof *w);
    return w;
}

static inline void
end_run(struct report *report, const char *how, const char *reason, uint32_t pc)
{
    report->end = how;
    snprintf(report->reason, sizeof report->reason, "%s at PC 0x%08" PRIx32, reason, pc);
}

static inline void
print_uart(const struct board *board)
{
    putchar('"');
    for (size_t i = 0; i < board->uart_bytes; i++) {
        unsigned char c = (unsigned char)board->uart[i];

        if (c == '\n')
            fputs("\\n", stdout);
        else if (c < 0x20 || c > 0x7e || c == '"' || c == '\\')
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

static inline void
print_window(const struct window *w, bool data)
{
    printf("{\"cycles\": %" PRIu64 ", \"fresh_cycles\": %" PRIu64 ", \"instructions\": %" PRIu64
           ", \"pc_hash\": \"%08" PRIx32 "%08" PRIx32 "\", ",
           w->cycles, w->fresh_cycles, w->instructions, w->pcs.a, w->pcs.b);
    if (data)
        printf("\"address_hash\": \"%08" PRIx32 "%08" PRIx32 "\", \"stack\": %" PRIu32, w->addresses.a,
               w->addresses.b, w->stack);
    else
        fputs("\"address_hash\": null, \"stack\": null", stdout);
    printf(", \"interrupts\": 0, \"interrupt_cycles\": 0, \"refills\": %" PRIu32 "}", w->refills);
}

static inline void
print_report(const struct report *report, const struct board *board)
{
    printf("{\"simulator\": \"%s\", \"version\": \"%s\", \"end\": \"%s\", \"reason\": \"%s\"",
           report->simulator, report->version, report->end, report->reason);
    if (strcmp(report->end, "exit") == 0)
        printf(", \"exit_status\": %d", report->exit_status);
    else
        fputs(", \"exit_status\": null", stdout);
    printf(", \"cycles\": %" PRIu64 ", \"stack_min\": %" PRIu32 ", \"zero\": ", report->cycles,
           report->stack_min);
    if (report->window_count > 2)
        printf("%" PRIu64, report->windows[2].cycles);
    else
        fputs("null", stdout);
    fputs(", \"uart\": ", stdout);
    print_uart(board);
    fputs(", \"windows\": [", stdout);
    for (size_t i = 0; i < report->window_count; i++) {
        if (i != 0)
            fputs(", ", stdout);
        print_window(&report->windows[i], report->data);
    }
    puts("]}");
}

#endif
