/* SPDX-License-Identifier: MIT */
/* STM32L100RC on a Discovery board: its internal 16 MHz, the core's voltage at which
 * the flash needs no wait states then, the serial line at PA2.  RM0038, 5.4, 6.3 and
 * 3.3. */

#include "../cortexm/usart2.h"

#define RCC_CR REGISTER(0x40023800)
#define RCC_CFGR REGISTER(0x40023808)
#define RCC_AHBENR REGISTER(0x4002381c)
#define RCC_APB1ENR REGISTER(0x40023824)
#define PWR_CR REGISTER(0x40007000)
#define PWR_CSR REGISTER(0x40007004)

#define HSI_ON UINT32_C(1)
#define HSI_READY (UINT32_C(1) << 1)
#define POWER (UINT32_C(1) << 28)
#define VOLTAGE (UINT32_C(3) << 11)
#define VOLTAGE_CHANGES (UINT32_C(1) << 4)

void
chip_start(void)
{
    enum { RANGE_1 = 1 << 11, FROM_HSI = 1, GPIOA = 1, USART2 = 1 << 17 };

    RCC_APB1ENR |= POWER;
    PWR_CR = (PWR_CR & ~VOLTAGE) | RANGE_1;
    while ((PWR_CSR & VOLTAGE_CHANGES) != 0)
        ;
    RCC_CR |= HSI_ON;
    while ((RCC_CR & HSI_READY) == 0)
        ;
    RCC_CFGR = FROM_HSI;
    while ((RCC_CFGR >> 2 & 3) != FROM_HSI)
        ;
    RCC_AHBENR |= GPIOA;
    RCC_APB1ENR |= USART2;
    usart2_start();
}

void
chip_put(char c)
{
    usart2_put(c);
}
