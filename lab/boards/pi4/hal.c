/* SPDX-License-Identifier: MIT */
/* Raspberry Pi 4: Linux on a Cortex-A72.
 *
 * On the board, the clock is the core's cycle counter as perf_event_open(2)
 * gives it, in user mode alone; the operation is repeated in its window until
 * the window is long against reading the counter, and an empty window is taken
 * off.  Under the lab's tracer, which says so through an environment variable,
 * there is no clock: each window holds its operation once, every time printed
 * is 0, and the lab puts in what its models find for the traced instructions.
 *
 * The window's edges are in window.S. */

#include "hal.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../sims/a72/marks.h"
#include "kernels.h"
#include "paint.h"
#include "print.h"

enum { ENOUGH_CYCLES = 40000 };

/* Shared with window.S. */
unsigned window_repeats = 1;
int window_timed;
uint8_t *painted;
void window_begins(void);
void window_empty(void);
hal_time window_ends(void);

static bool traced;
static int counter = -1;
static uint64_t opened, empty;

static uint64_t
cycles(void)
{
    uint64_t value = 0;

    if (read(counter, &value, sizeof value) != (ssize_t)sizeof value) {
        print_text("fault the cycle counter cannot be read" LINE_END);
        exit(1);
    }
    return value;
}

void
window_begins(void)
{
    if (!traced)
        opened = cycles();
}

/* Centicycles per repetition; the number of repetitions follows the length. */
hal_time
window_ends(void)
{
    uint64_t window;
    hal_time result;

    window = cycles() - opened;
    window = window > empty ? window - empty : 0;
    result = window * 100 / window_repeats;

    if (window < ENOUGH_CYCLES && window_repeats < 1u << 16)
        window_repeats *= 2;
    else if (window > 4 * ENOUGH_CYCLES && window_repeats > 1)
        window_repeats /= 2;
    return result;
}

static void
open_counter(void)
{
    struct perf_event_attr event = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof event,
        .config = PERF_COUNT_HW_CPU_CYCLES,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };

    counter = (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
    if (counter >= 0)
        return;
    print_text("fault no cycle counter: perf_event_open: ");
    print_flash_text(strerror(errno));
    if (errno == EACCES || errno == EPERM)
        print_text("; try: sudo sysctl kernel.perf_event_paranoid=2" LINE_END);
    else
        print_text("; this program runs on a Raspberry Pi or under the lab's tracer" LINE_END);
    exit(1);
}

void
hal_init(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    traced = getenv(TRACED_VARIABLE) != NULL;
    if (traced) {
        window_empty();
        return;
    }
    open_counter();
    window_timed = true;
    empty = UINT64_MAX;
    for (int i = 0; i < 1000; i++) {
        uint64_t start = cycles(), t = cycles() - start;

        if (t < empty)
            empty = t;
    }
}

/* The tracer is told of each operation in a "row" line, which the bench begins
 * when it is done with the warm-ups. */
void
hal_put(char c)
{
    static char last = '\n';

    if ((last == '\n' && c == 'r') || c == ',')
        __asm__ volatile("hint %0" ::"i"(MARK_ROW));
    last = c;
    putchar(c);
}

/* A ruler of RULER_STEPS steps must take `each` centicycles a step, within
 * five per cent: the loop around it is not free. */
static void
ruler(const char *name, void (*kernel)(void), uint32_t each)
{
    uint32_t expected = RULER_STEPS * each;
    hal_time least = UINT64_MAX;

    window_repeats = 1;
    for (int i = 0; i < (traced ? 1 : 20); i++) {
        hal_time t;

        hal_begin();
        kernel();
        t = hal_end();
        window_repeats = 1;
        if (t < least)
            least = t;
    }
    print_text("calibrate ");
    print_flash_text(name);
    print_text(" ");
    print_number(expected - expected / 50);
    print_text(" ");
    print_number(expected + expected / 20);
    print_text(" ");
    print_number(least);
    print_text(LINE_END);
}

void
hal_calibrate(void)
{
    ruler("adds", ruler_adds, 100);
    ruler("two-adds", ruler_two_adds, 100);
    ruler("multiplies", ruler_multiplies, 300);
    ruler("loads", ruler_loads, 400);
    ruler("vector-xors", ruler_vector_xors, 300);
    ruler("two-vector-xors", ruler_two_vector_xors, 100);
    ruler("vector-shifts", ruler_vector_shifts, 100);
}

__attribute__((noinline)) size_t
hal_stack_depth(void)
{
    uint8_t *top = painted;
    volatile uint8_t *p = top - PAINTED_BYTES;

    window_timed = !traced;
    while (p < (volatile uint8_t *)top && *p == PAINT)
        p++;
    return (size_t)(top - (uint8_t *)p);
}

int
hal_is_traced(void)
{
    return 0; /* qemu sees it from outside */
}

int
hal_checks_leaks(void)
{
    return 0;
}

void
hal_secret(const void *p, size_t bytes)
{
    (void)p;
    (void)bytes;
}

void
hal_public(const void *p, size_t bytes)
{
    (void)p;
    (void)bytes;
}

_Noreturn void
hal_exit(int status)
{
    exit(status);
}
