/* SPDX-License-Identifier: MIT */
/* What is said about a run, as one line of JSON: serial output, how it ended,
 * and every window.  A window is between the hints 8 and 9, both excluded; 10
 * names the exit status in r0; the clock runs from 12 to 11 (isa.h).  The fields are
 * those of lab/sims/run.py. */
#ifndef NARAE_LAB_CORTEXM_REPORT_H
#define NARAE_LAB_CORTEXM_REPORT_H

#include <inttypes.h>

#include "timing.h"

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
    struct counters counted;
    struct hash pcs, addresses;
    uint32_t stack;
};

struct report {
    const char *simulator, *version, *end;
    char reason[160];
    int exit_status;
    uint64_t cycles;
    uint32_t stack_min;
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
print_window(const struct window *w)
{
    const char *separator = "";

    printf("{\"cycles\": %" PRIu64 ", \"instructions\": %" PRIu64 ", \"pc_hash\": \"%08" PRIx32 "%08" PRIx32
           "\", \"address_hash\": \"%08" PRIx32 "%08" PRIx32 "\", \"stack\": %" PRIu32
           ", \"interrupts\": 0, \"interrupt_cycles\": 0, \"exposure\": %" PRIu32 ", \"pairs\": %" PRIu32
           ", \"code_reads\": %" PRIu32 ", \"causes\": {",
           w->counted.cycles, w->counted.instructions, w->pcs.a, w->pcs.b, w->addresses.a, w->addresses.b,
           w->stack, w->counted.exposure, w->counted.pairs, w->counted.code_reads);
    for (unsigned n = 0; n < CAUSE_COUNT; n++)
        if (w->counted.causes[n] != 0) {
            printf("%s\"%s\": %" PRIu32, separator, cause_names[n], w->counted.causes[n]);
            separator = ", ";
        }
    fputs("}}", stdout);
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
    if (report->window_count > 0)
        printf("%" PRIu64, report->windows[0].counted.cycles);
    else
        fputs("null", stdout);
    fputs(", \"uart\": ", stdout);
    print_uart(board);
    fputs(", \"windows\": [", stdout);
    for (size_t i = 0; i < report->window_count; i++) {
        if (i != 0)
            fputs(", ", stdout);
        print_window(&report->windows[i]);
    }
    puts("]}");
}

/* The table of rules, as JSON. */
static inline void
print_rules(void)
{
    const char *separator = "";

    putchar('[');
#define PRINT(name, m0plus, m3, m4, status, what)                                                     \
    printf("%s[\"%s\", %d, %d, %d, \"%s\", \"%s\"]", separator, #name, m0plus, m3, m4, status, what); \
    separator = ",\n";
    RULES(PRINT)
#undef PRINT
    puts("]");
}

#endif
