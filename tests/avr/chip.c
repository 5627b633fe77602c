/* SPDX-License-Identifier: MIT */
/* Runs a firmware on any chip that simavr knows, until it writes GPIOR1:
 *
 *     chip MCU FILE.elf
 *
 * Prints GPIOR2 or an error. */

#include <stdio.h>
#include <string.h>

#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

enum { GPIOR1 = 0x4a, GPIOR2 = 0x4b };
#define MAX_CYCLES 4000000000u

int
main(int argc, char **argv)
{
    elf_firmware_t firmware = {0};
    avr_t *avr = argc == 3 ? avr_make_mcu_by_name(argv[1]) : NULL;

    if (avr == NULL || elf_read_firmware(argv[2], &firmware) != 0)
        return 2;
    firmware.frequency = 16000000;
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    while (avr->data[GPIOR1] == 0) {
        const int state = avr_run(avr);

        if (state == cpu_Done || state == cpu_Crashed || avr->cycle > MAX_CYCLES) {
            puts(avr->cycle > MAX_CYCLES ? "does not end" : "crashed");
            return 1;
        }
    }
    printf("%u\n", avr->data[GPIOR2]);
    return 0;
}
