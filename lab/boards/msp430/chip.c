/* SPDX-License-Identifier: MIT */
/* MSP430F1611: MCLK and SMCLK from a crystal of 8 MHz at XT2, ACLK from one of 32768 Hz; the serial line is
 * USART1 at P3.6, as on Telos.  SLAU049F, 4, 11, 12 and 13. */

#include "../mspcore/chip.h"

#define IFG1 BYTE_AT(0x0002)
#define IFG2 BYTE_AT(0x0003)
#define ME2 BYTE_AT(0x0005)
#define P3SEL BYTE_AT(0x001b)
#define BCSCTL1 BYTE_AT(0x0057)
#define BCSCTL2 BYTE_AT(0x0058)
#define U1CTL BYTE_AT(0x0078)
#define U1TCTL BYTE_AT(0x0079)
#define U1MCTL BYTE_AT(0x007b)
#define U1BR0 BYTE_AT(0x007c)
#define U1BR1 BYTE_AT(0x007d)
#define U1TXBUF BYTE_AT(0x007f)
#define TACTL WORD_AT(0x0160)
#define TBCTL WORD_AT(0x0180)

enum { CONTINUOUS = 0x20, CLEAR = 4, FROM_ACLK = 0x100, FROM_SMCLK = 0x200, BY_8 = 0xc0 };

/* OFIFG is set again while a crystal does not oscillate; 50 us are enough to see that. */
static void
start_crystal(void)
{
    enum { XT2_OFF = 0x80, FAULT = 2, MCLK_FROM_XT2 = 0x80, SMCLK_FROM_XT2 = 8 };

    BCSCTL1 &= (uint8_t)~XT2_OFF;
    do {
        IFG1 &= (uint8_t)~FAULT;
        for (volatile uint8_t n = 0; n < 50; n++)
            ;
    } while ((IFG1 & FAULT) != 0);
    BCSCTL2 = MCLK_FROM_XT2 | SMCLK_FROM_XT2;
}

/* 8 MHz / 115200 = 69 + 4/9: every second bit is a cycle longer. */
static void
start_serial_line(void)
{
    enum { PINS = 0xc0, TRANSMITS = 0x20, SMCLK = 0x20, EIGHT_BITS = 0x10 };

    P3SEL |= PINS;
    ME2 |= TRANSMITS;
    U1CTL = EIGHT_BITS | 1;
    U1TCTL = SMCLK;
    U1BR0 = (uint8_t)(F_CPU / BAUD);
    U1BR1 = 0;
    U1MCTL = 0xaa;
    U1CTL = EIGHT_BITS;
}

void
chip_start(void)
{
    start_crystal();
    TACTL = FROM_SMCLK | CONTINUOUS | CLEAR;
    TBCTL = FROM_ACLK | BY_8 | CONTINUOUS | CLEAR;
    start_serial_line();
}

void
chip_put(char c)
{
    enum { EMPTY = 0x20 };

    while ((IFG2 & EMPTY) == 0)
        ;
    U1TXBUF = (uint8_t)c;
}
