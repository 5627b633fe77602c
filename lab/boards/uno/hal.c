/* SPDX-License-Identifier: MIT */
/* Arduino Uno (ATmega328P, 16 MHz): serial line, clock, and end of program.
 * Registers: ATmega328P datasheet (Microchip DS40002061).
 *
 * The clock is Timer1 counting core cycles, extended by an overflow
 * interrupt.  A window of up to 255 x 65536 cycles gives
 *
 *     timer + 65536 x overflows - zero - interrupts x interrupt_cycles
 *
 * where `zero` is an empty window.  Both corrections are measured here and
 * never assumed: entering an interrupt takes four cycles on the chip and
 * fewer on simulators.  Interrupts run inside windows only, and a character
 * is on its way outside windows only. */

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#include "hal.h"
#include "kernels.h"
#include "print.h"

#define EXITED 0x80

static uint16_t zero;
static uint8_t interrupt_cycles;
static uint8_t cross_check;

/* Called by hal_end() alone.  An overflow too late for its interrupt left its
 * flag behind, and a timer that has only just passed zero. */
uint32_t
window_cycles(uint16_t timer, uint8_t interrupts, uint8_t flags)
{
    uint32_t overflows = interrupts;

    if ((flags & _BV(TOV1)) != 0 && timer < 0x8000)
        overflows++;
    return (overflows << 16 | timer) - zero - (uint32_t)interrupts * interrupt_cycles;
}

void
hal_init(void)
{
    cli();
    cross_check = GPIOR2;
    /* U2X0 first: simavr takes the rate when UBRR0 is written. */
    UCSR0A = _BV(U2X0);
    UBRR0 = (F_CPU / 8 + 115200 / 2) / 115200 - 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(TXEN0);

    TCCR1A = 0;
    TCCR1B = _BV(CS10);
    TIMSK1 = _BV(TOIE1);

    zero = (uint16_t)kernel_empty();
    interrupt_cycles = (uint8_t)(kernel_one_overflow() - KERNEL_ONE_OVERFLOW_CYCLES);
}

void
hal_put(char c)
{
    UCSR0A = _BV(U2X0) | _BV(TXC0);
    UDR0 = (uint8_t)c;
    while ((UCSR0A & _BV(TXC0)) == 0)
        ;
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
    print_calibration(TEXT("empty"), 0, kernel_empty());
    print_calibration(TEXT("adds"), KERNEL_ADDS_CYCLES, kernel_adds());
    print_calibration(TEXT("loads"), KERNEL_LOADS_CYCLES, kernel_loads());
    print_calibration(TEXT("multiplies"), KERNEL_MULTIPLIES_CYCLES, kernel_multiplies());
    print_calibration(TEXT("branches"), KERNEL_BRANCHES_CYCLES, kernel_branches());
    print_calibration(TEXT("overflows"), KERNEL_THREE_OVERFLOWS_CYCLES, kernel_three_overflows());
}

/* A simulator says so in GPIOR2 before it starts the program; the chip resets
 * it to zero. */
int
hal_is_cross_check(void)
{
    return cross_check != 0;
}

/* A simulator ends at the write to GPIOR1; the chip sleeps until reset. */
_Noreturn void
hal_exit(int status)
{
    GPIOR1 = (uint8_t)(EXITED | (status & 0x7f));
    cli();
    for (;;)
        sleep_mode();
}
