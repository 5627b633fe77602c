/* SPDX-License-Identifier: MIT */
/* SiFive HiFive1 Rev B (FE310-G002): clock, serial line, and end of program.
 * Registers: SiFive FE310-G002 Manual (PRCI, GPIO, UART).
 *
 * The core runs from the board's 16 MHz crystal, the PLL bypassed.  The clock
 * of the windows is mcycle; window.S reads it. */

#include "hal.h"
#include "kernels.h"
#include "print.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))

#define HFXOSCCFG REGISTER(0x10008004)
#define HFXOSC_ENABLE (UINT32_C(1) << 30)
#define HFXOSC_READY (UINT32_C(1) << 31)
#define PLLCFG REGISTER(0x10008008)
#define PLL_SELECT (UINT32_C(1) << 16)
#define PLL_FROM_CRYSTAL (UINT32_C(1) << 17)
#define PLL_BYPASS (UINT32_C(1) << 18)

#define GPIO_IOF_ENABLE REGISTER(0x10012038)
#define GPIO_IOF_SELECT REGISTER(0x1001203c)
#define UART0_PINS (UINT32_C(3) << 16)

#define UART0_TXDATA REGISTER(0x10013000)
#define UART0_TXCTRL REGISTER(0x10013008)
#define UART0_DIVISOR REGISTER(0x10013018)
#define UART_FULL (UINT32_C(1) << 31)
#define BAUD 115200

#define END_OF_TRANSMISSION 4

extern uint32_t window_zero;

/* The code of a kernel and the predictor are warm at the third run. */
static uint32_t
warm(uint32_t (*kernel)(void))
{
    kernel();
    kernel();
    return kernel();
}

void
hal_init(void)
{
    HFXOSCCFG = HFXOSC_ENABLE;
    while ((HFXOSCCFG & HFXOSC_READY) == 0)
        ;
    PLLCFG = PLL_SELECT | PLL_FROM_CRYSTAL | PLL_BYPASS;

    GPIO_IOF_SELECT &= ~UART0_PINS;
    GPIO_IOF_ENABLE |= UART0_PINS;
    UART0_DIVISOR = (F_CPU + BAUD / 2) / BAUD - 1;
    UART0_TXCTRL = 1;

    window_zero = warm(kernel_empty);
    __asm__ volatile("slti x0, x0, 4"); /* what follows up to hal_calibrate() is not timed */
}

void
hal_put(char c)
{
    while ((UART0_TXDATA & UART_FULL) != 0)
        ;
    UART0_TXDATA = (uint8_t)c;
}

static void
print_calibration(const char *name, uint32_t least, uint32_t most, uint32_t (*kernel)(void))
{
    print_text("calibrate ");
    print_flash_text(name);
    print_char(' ');
    print_number(least);
    print_char(' ');
    print_number(most);
    print_char(' ');
    print_number(warm(kernel));
    print_char(LINE_END[0]);
}

/* The jumps to and from a kernel overlap with its first and last instructions
 * in other ways than with each other: that is the slack. */
void
hal_calibrate(void)
{
    enum { SLACK = 3, MISPREDICTION = 12 };

    __asm__ volatile("slti x0, x0, 5");
    print_calibration("empty", 0, 0, kernel_empty);
    print_calibration("adds", KERNEL_REPEATS - SLACK, KERNEL_REPEATS + SLACK, kernel_adds);
    print_calibration("loads", 2 * KERNEL_REPEATS - SLACK, 2 * KERNEL_REPEATS + SLACK, kernel_loads);
    print_calibration("multiplies", 5 * KERNEL_REPEATS - SLACK, 6 * KERNEL_REPEATS + SLACK,
                      kernel_multiplies);
    print_calibration("divides", 33 * KERNEL_REPEATS - SLACK, 35 * KERNEL_REPEATS + SLACK, kernel_divides);
    print_calibration("branches", 2 * KERNEL_REPEATS, 2 * KERNEL_REPEATS + MISPREDICTION + SLACK,
                      kernel_branches);
}

void
hal_stop_clock(void)
{
    __asm__ volatile("slti x0, x0, 6");
}

/* Marker 3 hands the status to a simulator, which ends at the byte 4; the chip
 * waits for an interrupt that never comes. */
_Noreturn void
hal_exit(int status)
{
    __asm__ volatile("slti x0, %0, 3" ::"r"(status & 0x7f));
    hal_put(END_OF_TRANSMISSION);
    for (;;)
        __asm__ volatile("wfi");
}
