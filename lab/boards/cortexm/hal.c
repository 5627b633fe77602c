/* SPDX-License-Identifier: MIT */
/* Cortex-M0+, M3, M4 and M33: clock, serial line, rulers and end of program.  The window
 * is in window.S, what differs between chips in chip.h. */

#include "hal.h"

#include "chip.h"
#include "kernels.h"
#include "print.h"

#define END_OF_TRANSMISSION 4

#if __ARM_ARCH == 6
#    define FREE_LOAD 2
#    define SYST_CSR REGISTER(0xe000e010)
#    define SYST_RVR REGISTER(0xe000e014)
#    define SYST_CVR REGISTER(0xe000e018)
#else
#    define FREE_LOAD 1
#    define DEMCR REGISTER(0xe000edfc)
#    define DWT_CTRL REGISTER(0xe0001000)
#    define DWT_CYCCNT REGISTER(0xe0001004)
#endif

/* Of MULS, which takes a second cycle on an M33 for its flags. */
#ifdef __ARM_ARCH_8M_MAIN__
#    define MULTIPLY 2
#else
#    define MULTIPLY 1
#endif

extern uint32_t window_zero;
_Noreturn void hal_fault(uint32_t pc);

static void
start_clock(void)
{
#if __ARM_ARCH == 6
    enum { ENABLE = 1, OF_THE_CORE = 4 };

    SYST_RVR = 0xffffff;
    SYST_CVR = 0;
    SYST_CSR = ENABLE | OF_THE_CORE;
#else
    enum { TRACE = 1 << 24, COUNT = 1 };

    DEMCR |= TRACE;
    DWT_CYCCNT = 0;
    DWT_CTRL |= COUNT;
#endif
}

void
hal_init(void)
{
    chip_start();
    start_clock();
    window_zero = kernel_empty();
}

void
hal_put(char c)
{
    chip_put(c);
}

static void
print_calibration(const char *name, uint32_t expected, uint32_t (*kernel)(void))
{
    enum { SLACK = 2 }; /* a load may end in the call of hal_end() */

    print_text("calibrate ");
    print_flash_text(name);
    print_char(' ');
    print_number(expected == 0 ? 0 : expected - SLACK);
    print_char(' ');
    print_number(expected == 0 ? 0 : expected + SLACK);
    print_char(' ');
    print_number(kernel());
    print_char(LINE_END[0]);
}

void
hal_calibrate(void)
{
    print_calibration("empty", 0, kernel_empty);
    print_calibration("adds", KERNEL_REPEATS, kernel_adds);
    print_calibration("loads", 2 * KERNEL_REPEATS + 2, kernel_loads);
    print_calibration("free-loads", FREE_LOAD * KERNEL_REPEATS + 3, kernel_free_loads);
    print_calibration("multiplies", MULTIPLY * KERNEL_REPEATS, kernel_multiplies);
    print_calibration("branches", 3 * KERNEL_REPEATS - 1, kernel_branches);
}

_Noreturn void
hal_fault(uint32_t pc)
{
    print_text("fault the core faulted at PC 0x");
    print_hex(pc);
    print_text(LINE_END);
    hal_exit(1);
}

/* Hint 10 hands the status in r0 to a simulator, which ends at the byte 4; the chip
 * waits for an interrupt that never comes. */
_Noreturn void
hal_exit(int status)
{
    register int r0 __asm__("r0") = status;

    __asm__ volatile(".inst.n 0xbfa0" ::"r"(r0));
    hal_put(END_OF_TRANSMISSION);
    for (;;)
        __asm__ volatile("wfi");
}
