/* SPDX-License-Identifier: MIT */
/* An Uno on standard output: loads a file of Intel HEX into the flash of simavr's ATmega328P, runs it, and
 * writes what its UART sends, until it sleeps for good.
 *
 *     uno FILE.hex */

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_hex.h>

static void
sent(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    char c = (char)value;

    (void)irq;
    (void)unused;
    if (write(STDOUT_FILENO, &c, 1) != 1)
        exit(1);
}

int
main(int count, char *words[])
{
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    ihex_chunk_p chunks;
    uint32_t flags = 0;
    int chunk_count = count == 2 ? read_ihex_chunks(words[1], &chunks) : 0, state;

    if (avr == NULL || chunk_count <= 0)
        return 2;
    avr_init(avr);
    avr->frequency = 16000000;
    avr->log = 0;
    for (int i = 0; i < chunk_count; i++)
        avr_loadcode(avr, chunks[i].data, chunks[i].size, chunks[i].baseaddr);
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), sent, NULL);
    do
        state = avr_run(avr);
    while (state != cpu_Done && state != cpu_Crashed);
    return state != cpu_Done;
}
