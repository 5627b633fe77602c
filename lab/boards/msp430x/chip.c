/* SPDX-License-Identifier: MIT */
/* MSP430FR5994 on a LaunchPad: MCLK and SMCLK from the DCO at 8 MHz, the fastest at which FRAM needs no wait
 * states (SLASE54D, 5.3), ACLK from the crystal of 32768 Hz; the serial line of the debugger is eUSCI_A0 at
 * P2.0. SLAU367P, 3, 12, 25 and 30. */

#include "../mspcore/chip.h"

#define SFRIFG1 WORD_AT(0x0102)
#define PM5CTL0 WORD_AT(0x0130)
#define CSCTL0 WORD_AT(0x0160)
#define CSCTL1 WORD_AT(0x0162)
#define CSCTL2 WORD_AT(0x0164)
#define CSCTL3 WORD_AT(0x0166)
#define CSCTL4 WORD_AT(0x0168)
#define CSCTL5 WORD_AT(0x016a)
#define P2SEL1 BYTE_AT(0x020d)
#define PJSEL0 WORD_AT(0x032a)
#define TA0CTL WORD_AT(0x0340)
#define TA1CTL WORD_AT(0x0380)
#define UCA0CTLW0 WORD_AT(0x05c0)
#define UCA0BRW WORD_AT(0x05c6)
#define UCA0MCTLW WORD_AT(0x05c8)
#define UCA0TXBUF WORD_AT(0x05ce)
#define UCA0IFG WORD_AT(0x05dc)

enum { CONTINUOUS = 0x20, CLEAR = 4, FROM_ACLK = 0x100, FROM_SMCLK = 0x200, BY_8 = 0xc0 };

static void
start_clocks(void)
{
    enum { PASSWORD = 0xa500, DCO_8_MHZ = 6 << 1, ALL_FROM_DCO = 3 << 4 | 3, LFXT_PINS = 0x30 };
    enum { LFXT_OFF = 1, LFXT_FAULT = 1, FAULT = 2 };

    CSCTL0 = PASSWORD;
    CSCTL1 = DCO_8_MHZ;
    CSCTL2 = ALL_FROM_DCO;
    CSCTL3 = 0;
    PJSEL0 |= LFXT_PINS;
    CSCTL4 &= (uint16_t)~LFXT_OFF;
    do {
        CSCTL5 &= (uint16_t)~LFXT_FAULT;
        SFRIFG1 &= (uint16_t)~FAULT;
    } while ((CSCTL5 & LFXT_FAULT) != 0);
}

/* 8 MHz / 115200 = 16 * 4 + 5 + 4/9. */
static void
start_serial_line(void)
{
    enum { PINS = 3, RESET = 1, SMCLK = 0x80, FINE = 0x55 << 8 | 5 << 4 | 1 };

    P2SEL1 |= PINS;
    UCA0CTLW0 = SMCLK | RESET;
    UCA0BRW = F_CPU / BAUD / 16;
    UCA0MCTLW = FINE;
    UCA0CTLW0 = SMCLK;
}

void
chip_start(void)
{
    PM5CTL0 = 0; /* the pins are what the registers say */
    start_clocks();
    TA0CTL = FROM_SMCLK | CONTINUOUS | CLEAR;
    TA1CTL = FROM_ACLK | BY_8 | CONTINUOUS | CLEAR;
    start_serial_line();
}

void
chip_put(char c)
{
    enum { EMPTY = 2 };

    while ((UCA0IFG & EMPTY) == 0)
        ;
    UCA0TXBUF = (uint8_t)c;
}
