/* SPDX-License-Identifier: MIT */
/* The window of the Uno: its two ends, and the interrupt that extends Timer1.
 *
 * A window opens with the timer at zero, so overflows fall on the same
 * instructions in every run.  GPIOR0 is the marker that simulators watch,
 * GPIOR2 counts the overflow interrupts.  Between the markers of an empty
 * window lie sei 1, ret 4 and call 4: nine cycles.  The timer sees a few more;
 * hal_init() measures how many. */

#include <avr/io.h>

/* Interrupts are off, as outside every window, so nothing comes between the
 * two halves of the timer or between clearing it and the marker. */
.section .text.hal_begin, "ax", @progbits
.global hal_begin
.type hal_begin, @function
hal_begin:
    ldi     r24, 1 << TOV1
    out     _SFR_IO_ADDR(GPIOR2), r1
    sts     TCNT1H, r1
    sts     TCNT1L, r1
    out     _SFR_IO_ADDR(TIFR1), r24
    out     _SFR_IO_ADDR(GPIOR0), r24
    sei
    ret
.size hal_begin, . - hal_begin

/* The timer is read before its flag: a flag that rises in between belongs to
 * a timer still near its end, and window_cycles() tells the two apart. */
.section .text.hal_end, "ax", @progbits
.global hal_end
.type hal_end, @function
hal_end:
    out     _SFR_IO_ADDR(GPIOR0), r1
    cli
    lds     r24, TCNT1L
    lds     r25, TCNT1H
    in      r22, _SFR_IO_ADDR(GPIOR2)
    in      r20, _SFR_IO_ADDR(TIFR1)
    jmp     window_cycles
.size hal_end, . - hal_end

.section .text.timer1_overflow, "ax", @progbits
.global TIMER1_OVF_vect
.type TIMER1_OVF_vect, @function
TIMER1_OVF_vect:
    push    r24
    in      r24, _SFR_IO_ADDR(SREG)
    push    r24
    in      r24, _SFR_IO_ADDR(GPIOR2)
    inc     r24
    out     _SFR_IO_ADDR(GPIOR2), r24
    pop     r24
    out     _SFR_IO_ADDR(SREG), r24
    pop     r24
    reti
.size TIMER1_OVF_vect, . - TIMER1_OVF_vect
