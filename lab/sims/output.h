/* SPDX-License-Identifier: MIT */
/* What the simulators of microcontrollers have in common: hashes of traces, serial
 * output, and the report of a run as one line of JSON, with the fields of
 * lab/sims/run.py.  Each defines its struct window. */
#ifndef NARAE_LAB_OUTPUT_H
#define NARAE_LAB_OUTPUT_H

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UART_LIMIT = 16 << 20 };

/* Two lanes of 32 bits: accidental collisions are negligible, and JavaScript computes them fast. */
struct hash {
    uint32_t a, b;
};

static inline void
hash_word(struct hash *h, uint32_t word)
{
    h->a = ((h->a << 13 | h->a >> 19) ^ word) * 0x9e3779b1u;
    h->b = ((h->b << 7 | h->b >> 25) ^ word) * 0x01000193u;
}

static inline void *
grow(void *array, size_t *room, size_t element)
{
    *room = *room != 0 ? 2 * *room : 256;
    array = realloc(array, *room * element);
    if (array == NULL) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return array;
}

struct serial {
    char *text;
    size_t bytes, room;
};

static inline void
add_byte(struct serial *serial, uint32_t value)
{
    if (serial->bytes == serial->room)
        serial->text = (char *)grow(serial->text, &serial->room, 1);
    serial->text[serial->bytes++] = (char)value;
}

static inline void
print_serial(FILE *out, const struct serial *serial)
{
    fputc('"', out);
    for (size_t i = 0; i < serial->bytes; i++) {
        unsigned char c = (unsigned char)serial->text[i];

        if (c == '\n')
            fputs("\\n", out);
        else if (c < 0x20 || c > 0x7e || c == '"' || c == '\\')
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

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

/* Another window, of so many bytes. */
static inline void *
add_window(struct report *report, size_t bytes)
{
    if (report->window_count == report->window_room)
        report->windows = (struct window *)grow(report->windows, &report->window_room, bytes);
    return memset((char *)report->windows + bytes * report->window_count++, 0, bytes);
}

static inline void
end_run(struct report *report, const char *how, const char *reason, uint32_t pc)
{
    report->end = how;
    snprintf(report->reason, sizeof report->reason, "%s at PC 0x%08" PRIx32, reason, pc);
}

/* All but the closing brace.  zero: the cycles of the empty window, if there is one. */
static inline void
print_report(FILE *out, const struct report *report, const struct serial *serial, const uint64_t *zero,
             void (*print_window)(FILE *out, const struct report *report, size_t n))
{
    fprintf(out, "{\"simulator\": \"%s\", \"version\": \"%s\", \"end\": \"%s\", \"reason\": \"%s\"",
            report->simulator, report->version, report->end, report->reason);
    if (strcmp(report->end, "exit") == 0)
        fprintf(out, ", \"exit_status\": %d", report->exit_status);
    else
        fputs(", \"exit_status\": null", out);
    fprintf(out, ", \"cycles\": %" PRIu64 ", \"stack_min\": %" PRIu32 ", \"zero\": ", report->cycles,
            report->stack_min);
    if (zero != NULL)
        fprintf(out, "%" PRIu64, *zero);
    else
        fputs("null", out);
    fputs(", \"uart\": ", out);
    print_serial(out, serial);
    fputs(", \"windows\": [", out);
    for (size_t n = 0; n < report->window_count; n++) {
        if (n != 0)
            fputs(", ", out);
        print_window(out, report, n);
    }
    fputc(']', out);
}

/* A number of the command line. */
static inline bool
read_number(const char *text, uint64_t *value)
{
    char *rest;

    errno = 0;
    *value = strtoull(text, &rest, 0);
    return errno == 0 && rest != text && *rest == '\0';
}

#endif
