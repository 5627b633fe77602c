/* SPDX-License-Identifier: MIT */
/* MSP430: clock, serial line, rulers and end of program.  The window is in window.S, what differs between
 * chips in chip.h. */

#include "hal.h"

#include "chip.h"
#include "kernels.h"
#include "print.h"

#define END_OF_TRANSMISSION 4
#define TICKS 32 /* of the slow timer; the fast one does not come round */

/* Set by link.ld. */
extern volatile uint16_t fast_timer, slow_timer;

static uint16_t zero;
static uint16_t cycles_of_ticks;

static uint16_t
read_slow(void)
{
    uint16_t x = slow_timer, y;

    while ((y = slow_timer) != x)
        x = y;
    return x;
}

/* Called by hal_end() alone, with what both timers have moved. */
uint32_t
window_cycles(uint16_t fast, uint16_t slow)
{
    uint32_t about = (uint32_t)slow * cycles_of_ticks / TICKS;

    return ((about - fast + 0x8000) & UINT32_C(0xffff0000)) + fast - zero;
}

/* The core's clock in units of the crystal's. */
static void
compare_timers(void)
{
    uint16_t start = read_slow(), fast;

    while (read_slow() == start)
        ;
    fast = fast_timer;
    while ((uint16_t)(read_slow() - start) <= TICKS)
        ;
    cycles_of_ticks = (uint16_t)(fast_timer - fast);
}

void
hal_init(void)
{
    chip_start();
    compare_timers();
    zero = (uint16_t)kernel_empty();
}

void
hal_put(char c)
{
    chip_put(c);
}

static void
print_calibration(const char *name, uint32_t expected, uint32_t got)
{
    print_text("calibrate ");
    print_flash_text(name);
    print_char(' ');
    print_number(expected);
    print_char(' ');
    print_number(expected);
    print_char(' ');
    print_number(got);
    print_char(LINE_END[0]);
}

void
hal_calibrate(void)
{
    print_calibration("empty", 0, kernel_empty());
    print_calibration("adds", KERNEL_REPEATS, kernel_adds());
    print_calibration("loads", 2 * KERNEL_REPEATS, kernel_loads());
    print_calibration("stores", KERNEL_STORE_CYCLES * KERNEL_REPEATS, kernel_stores());
    print_calibration("pushes", KERNEL_PUSH_CYCLES * KERNEL_REPEATS, kernel_pushes());
    print_calibration("branches", 3 * KERNEL_REPEATS, kernel_branches());
    print_calibration("rounds", KERNEL_ROUNDS_CYCLES, kernel_rounds());
}

/* A marker hands the status in r12 to a simulator, which ends at the byte 4; the chip sleeps for good. */
_Noreturn void
hal_exit(int status)
{
    register int r12 __asm__("r12") = status;

    __asm__ volatile("bis #4, r3" ::"r"(r12));
    hal_put(END_OF_TRANSMISSION);
    for (;;)
        __asm__ volatile("bis #0xf0, r2");
}
