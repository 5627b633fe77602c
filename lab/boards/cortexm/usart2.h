/* SPDX-License-Identifier: MIT */
/* USART2 of an STM32F4 or STM32L1, at the pin PA2: 8 bits, no parity.  Its clock
 * is the core's.  RM0090, 30.6; RM0038, 27.6. */
#ifndef NARAE_LAB_CORTEXM_USART2_H
#define NARAE_LAB_CORTEXM_USART2_H

#include "chip.h"

#define GPIOA_MODER REGISTER(0x40020000)
#define GPIOA_AFRL REGISTER(0x40020020)
#define USART2_SR REGISTER(0x40004400)
#define USART2_DR REGISTER(0x40004404)
#define USART2_BRR REGISTER(0x40004408)
#define USART2_CR1 REGISTER(0x4000440c)

static inline void
usart2_start(void)
{
    enum { PIN = 2, ALTERNATE = 2, USART = 7, ENABLE = 1 << 13, TRANSMIT = 1 << 3 };

    GPIOA_MODER = (GPIOA_MODER & ~(UINT32_C(3) << 2 * PIN)) | ALTERNATE << 2 * PIN;
    GPIOA_AFRL = (GPIOA_AFRL & ~(UINT32_C(15) << 4 * PIN)) | USART << 4 * PIN;
    USART2_BRR = (F_CPU + BAUD / 2) / BAUD;
    USART2_CR1 = ENABLE | TRANSMIT;
}

static inline void
usart2_put(char c)
{
    enum { EMPTY = 1 << 7 };

    while ((USART2_SR & EMPTY) == 0)
        ;
    USART2_DR = (uint8_t)c;
}

#endif
