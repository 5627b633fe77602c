/* SPDX-License-Identifier: MIT */
/* STM32F407 on a Discovery board: 24 MHz from its 8 MHz crystal, flash without wait
 * states, the serial line at PA2.  RM0090, 7.3 and 3.9. */

#include "../cortexm/usart2.h"

#define RCC_CR REGISTER(0x40023800)
#define RCC_PLLCFGR REGISTER(0x40023804)
#define RCC_CFGR REGISTER(0x40023808)
#define RCC_AHB1ENR REGISTER(0x40023830)
#define RCC_APB1ENR REGISTER(0x40023840)
#define FLASH_ACR REGISTER(0x40023c00)

#define HSE_ON (UINT32_C(1) << 16)
#define HSE_READY (UINT32_C(1) << 17)
#define PLL_ON (UINT32_C(1) << 24)
#define PLL_READY (UINT32_C(1) << 25)

void
chip_start(void)
{
    enum { M = 8, N = 192, P = 3 /* 8 */, FROM_HSE = 1 << 22, Q = 4 << 24, FROM_PLL = 2 };
    enum { GPIOA = 1, USART2 = 1 << 17 };

    FLASH_ACR = 0; /* no wait states, no cache, no prefetch */
    RCC_CR |= HSE_ON;
    while ((RCC_CR & HSE_READY) == 0)
        ;
    RCC_PLLCFGR = M | N << 6 | P << 16 | FROM_HSE | Q;
    RCC_CR |= PLL_ON;
    while ((RCC_CR & PLL_READY) == 0)
        ;
    RCC_CFGR = FROM_PLL;
    while ((RCC_CFGR >> 2 & 3) != FROM_PLL)
        ;
    RCC_AHB1ENR |= GPIOA;
    RCC_APB1ENR |= USART2;
    usart2_start();
}

void
chip_put(char c)
{
    usart2_put(c);
}
