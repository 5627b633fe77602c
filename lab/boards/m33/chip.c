/* SPDX-License-Identifier: MIT */
/* RP2350 on a Raspberry Pi Pico 2: 150 MHz from its 12 MHz crystal, UART0 at the pin
 * GP0.  RP2350 Datasheet, 7.5, 8.1, 8.2, 8.6, 9.11, 12.1. */

#include "../cortexm/chip.h"

#define RESETS_RESET REGISTER(0x40020000)
#define RESETS_DONE REGISTER(0x40020008)
#define XOSC_CTRL REGISTER(0x40048000)
#define XOSC_STATUS REGISTER(0x40048004)
#define XOSC_STARTUP REGISTER(0x4004800c)
#define PLL_CS REGISTER(0x40050000)
#define PLL_PWR REGISTER(0x40050004)
#define PLL_FBDIV REGISTER(0x40050008)
#define PLL_PRIM REGISTER(0x4005000c)
#define CLK_REF_CTRL REGISTER(0x40010030)
#define CLK_REF_SELECTED REGISTER(0x40010038)
#define CLK_SYS_CTRL REGISTER(0x4001003c)
#define CLK_SYS_SELECTED REGISTER(0x40010044)
#define CLK_PERI_CTRL REGISTER(0x40010048)
#define GPIO0_CTRL REGISTER(0x40028004)
#define GPIO0_PAD REGISTER(0x40038004)
#define UART0_DR REGISTER(0x40070000)
#define UART0_FR REGISTER(0x40070018)
#define UART0_IBRD REGISTER(0x40070024)
#define UART0_FBRD REGISTER(0x40070028)
#define UART0_LCR_H REGISTER(0x4007002c)
#define UART0_CR REGISTER(0x40070030)

static void
release(uint32_t blocks)
{
    RESETS_RESET &= ~blocks;
    while ((RESETS_DONE & blocks) != blocks)
        ;
}

/* 12 MHz * 125 / 5 / 2 = 150 MHz */
static void
start_pll(void)
{
    enum { MULTIPLY = 125, DIVIDE = 5 << 16 | 2 << 12, POWER_DOWN = 1 << 0 | 1 << 5, POST_DIVIDER = 1 << 3 };

    PLL_CS = 1;
    PLL_FBDIV = MULTIPLY;
    PLL_PWR &= ~(uint32_t)POWER_DOWN;
    while (PLL_CS >> 31 == 0)
        ;
    PLL_PRIM = DIVIDE;
    PLL_PWR &= ~(uint32_t)POST_DIVIDER;
}

void
chip_start(void)
{
    enum { IO_BANK0 = 1 << 6, PADS_BANK0 = 1 << 9, PLL_SYS = 1 << 14, UART0 = 1 << 26 };
    enum { ONE_TO_15_MHZ = 0xaa0, ENABLE = 0xfab << 12, MILLISECOND = 47 };
    enum { REF_FROM_XOSC = 2, SYS_FROM_PLL = 1, PERI_ON = 1 << 11 };
    enum {
        PIN_IS_UART = 2,
        EIGHT_BITS = 3 << 5,
        FIFO = 1 << 4,
        TRANSMIT = 1 << 8,
        ON = 1,
        ISOLATED = 1 << 8
    };
    const uint32_t divisor = (UINT32_C(8) * F_CPU / BAUD + 1) / 2; /* in 64ths of 16 */

    XOSC_CTRL = ONE_TO_15_MHZ;
    XOSC_STARTUP = MILLISECOND;
    XOSC_CTRL = ONE_TO_15_MHZ | ENABLE;
    while (XOSC_STATUS >> 31 == 0)
        ;
    CLK_REF_CTRL = REF_FROM_XOSC;
    while ((CLK_REF_SELECTED & 1 << REF_FROM_XOSC) == 0)
        ;
    release(PLL_SYS | IO_BANK0 | PADS_BANK0);
    start_pll();
    CLK_SYS_CTRL = SYS_FROM_PLL;
    while ((CLK_SYS_SELECTED & 1 << SYS_FROM_PLL) == 0)
        ;
    CLK_PERI_CTRL = PERI_ON;

    release(UART0);
    GPIO0_CTRL = PIN_IS_UART;
    GPIO0_PAD &= ~(uint32_t)ISOLATED;
    UART0_IBRD = divisor >> 6;
    UART0_FBRD = divisor & 63;
    UART0_LCR_H = EIGHT_BITS | FIFO;
    UART0_CR = TRANSMIT | ON;
}

void
chip_put(char c)
{
    enum { FULL = 1 << 5 };

    while ((UART0_FR & FULL) != 0)
        ;
    UART0_DR = (uint8_t)c;
}
