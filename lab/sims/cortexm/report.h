/* SPDX-License-Identifier: MIT */
/* What is said about a run, as one line of JSON: serial output, how it ended,
 * and every window.  A window is between the hints 8 and 9, both excluded; 10
 * names the exit status in r0; the clock runs from 12 to 11 (isa.h).  The fields are
 * those of lab/sims/run.py. */
#ifndef NARAE_LAB_CORTEXM_REPORT_H
#define NARAE_LAB_CORTEXM_REPORT_H

#include "timing.h"

struct window {
    struct counters counted;
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
    const char *separator = "";

    fprintf(out,
            "{\"cycles\": %" PRIu64 ", \"instructions\": %" PRIu64 ", \"pc_hash\": \"%08" PRIx32 "%08" PRIx32
            "\", \"address_hash\": \"%08" PRIx32 "%08" PRIx32 "\", \"stack\": %" PRIu32
            ", \"interrupts\": 0, \"interrupt_cycles\": 0, \"exposure\": %" PRIu32 ", \"pairs\": %" PRIu32
            ", \"code_reads\": %" PRIu32 ", \"unmeasured\": %" PRIu32 ", \"causes\": {",
            w->counted.cycles, w->counted.instructions, w->pcs.a, w->pcs.b, w->addresses.a, w->addresses.b,
            w->stack, w->counted.exposure, w->counted.pairs, w->counted.code_reads, w->counted.unmeasured);
    for (unsigned c = 0; c < CAUSE_COUNT; c++)
        if (w->counted.causes[c] != 0) {
            fprintf(out, "%s\"%s\": %" PRIu32, separator, cause_names[c], w->counted.causes[c]);
            separator = ", ";
        }
    fputs("}}", out);
}

/* The first window is empty. */
static inline void
print_run(const struct report *report, const struct board *board)
{
    print_report(stdout, report, &board->uart,
                 report->window_count != 0 ? &report->windows[0].counted.cycles : NULL, print_window);
    puts("}");
}

/* The table of rules, as JSON. */
static inline void
print_rules(void)
{
    const char *separator = "";

    putchar('[');
#define PRINT(name, m0plus, m3, m4, status, what)                                                         \
    printf("%s[\"%s\", %d, %d, %d, -1, \"%s\", \"%s\"]", separator, #name, m0plus, m3, m4, status, what); \
    separator = ",\n";
    RULES(PRINT)
#undef PRINT
#define PRINT(name, m33, status, what) \
    printf("%s[\"%s\", -1, -1, -1, %d, \"%s\", \"%s\"]", separator, #name, m33, status, what);
    PIPELINE_RULES(PRINT)
#undef PRINT
    puts("]");
}

#endif
