/* SPDX-License-Identifier: MIT */
/* micros() on the Uno, with the settings of the Arduino core: Timer0 divided
 * by 64 counts 4 microseconds, and its overflow interrupt, every 1024
 * microseconds, extends it. */

#include "micros.h"

#include <avr/interrupt.h>
#include <avr/io.h>

static volatile uint32_t overflows;

ISR(TIMER0_OVF_vect)
{
    overflows++;
}

/* The timer itself never stops, so that a sketch meets its steps at any
 * phase; overflows while it was silenced are forgotten. */
void
micros_start(void)
{
    TCCR0A = 0;
    TCCR0B = _BV(CS01) | _BV(CS00);
    TIFR0 = _BV(TOV0);
    TIMSK0 = _BV(TOIE0);
    sei();
}

void
micros_stop(void)
{
    cli();
    TIMSK0 = 0;
}

/* An overflow that has not been counted yet shows in its flag. */
uint32_t
micros(void)
{
    uint8_t sreg = SREG, ticks;
    uint32_t high;

    cli();
    high = overflows;
    ticks = TCNT0;
    if ((TIFR0 & _BV(TOV0)) != 0 && ticks < 255)
        high++;
    SREG = sreg;
    return (high << 8 | ticks) * 4;
}
