/* SPDX-License-Identifier: MIT */
/* QEMU's MPS2 with a Cortex-M4: the UART of Arm's Cortex-M System Design Kit at 0x40004000 (DDI 0479, 4.3).
 */

#include "../cortexm/chip.h"

#define UART_DATA REGISTER(0x40004000)
#define UART_STATE REGISTER(0x40004004)
#define UART_CTRL REGISTER(0x40004008)
#define UART_BAUDDIV REGISTER(0x40004010)

void
chip_start(void)
{
    UART_BAUDDIV = F_CPU / BAUD;
    UART_CTRL = 1;
}

void
chip_put(char c)
{
    while ((UART_STATE & 1) != 0)
        ;
    UART_DATA = (uint8_t)c;
}
