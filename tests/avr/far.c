/* SPDX-License-Identifier: MIT */
/* Runs the vectors of one primitive, which are in RAM, on a chip with more than 64 KiB
 * of flash whose first FAR bytes other constants fill.  GPIOR2 is the line that failed,
 * GPIOR1 ends the run. */

#include <avr/io.h>
#include <avr/pgmspace.h>

#include "check.h"
#include "vectors.h"

/* `filler` is linked first; its last byte is another one than the first. */
__asm__(".pushsection .progmem.data.filler, \"a\", @progbits\n"
        "filler: .fill " FAR " - 1, 1, 0x55\n"
        "filler_end: .byte 0xaa\n"
        ".popsection");
extern const uint8_t filler, filler_end;

uint8_t work[MAX_BYTES + 16], tag[16];

static uint8_t
run(void)
{
    const uint8_t *from = vector_data;

    if (pgm_read_byte_far(pgm_get_far_address(filler)) != 0x55 ||
        pgm_read_byte_far(pgm_get_far_address(filler_end)) != 0xaa)
        return __LINE__;
    for (uint8_t i = 0; i < VECTORS; i++) {
        vector v;
        field *fields[] = {&v.key, &v.nonce, &v.ad, &v.plaintext, &v.ciphertext, &v.tag};

        for (uint8_t f = 0; f < 6; f++) {
            fields[f]->n = *from++;
            fields[f]->p = (uint8_t *)from;
            from += fields[f]->n;
        }
        RAMPZ = 0;

        int line = check(&v);

        if (line != 0)
            return (uint8_t)line;
        if (LEAVES_RAMPZ_ZERO && RAMPZ != 0)
            return __LINE__;
    }
    return 0;
}

int
main(void)
{
    GPIOR2 = run();
    GPIOR1 = 1;
    for (;;)
        ;
}
