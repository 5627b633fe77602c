/* SPDX-License-Identifier: MIT */
/* Runs the vectors of one primitive on the Uno; reports their number, failures and peak
 * stack. */

#include <avr/pgmspace.h>

#include "check.h"
#include "hal.h"
#include "print.h"
#include "vectors.h"

uint8_t work[MAX_BYTES + 16], tag[16];

static uint8_t memory[400];

/* Fields follow each other in flash, each after its length. */
static const uint8_t *
load(field *f, const uint8_t *from, uint8_t **to)
{
    f->n = pgm_read_byte(from);
    f->p = *to;
    memcpy_P(f->p, from + 1, f->n);
    *to += f->n;
    return from + 1 + f->n;
}

int
main(void)
{
    const uint8_t *from = vector_data;
    size_t deepest = 0;

    hal_init();
    for (uint8_t i = 0; i < VECTORS; i++) {
        uint8_t *to = memory;
        vector v;
        field *fields[] = {&v.key, &v.nonce, &v.ad, &v.plaintext, &v.ciphertext, &v.tag};

        for (uint8_t f = 0; f < 6; f++)
            from = load(fields[f], from, &to);
        hal_stack_paint();

        int line = check(&v);
        size_t depth = hal_stack_depth();

        deepest = depth > deepest ? depth : deepest;
        if (line != 0) {
            print_text("line ");
            print_number((uint32_t)line);
            print_text("\n");
            hal_exit(1);
        }
    }
    print_text("vectors ");
    print_number(VECTORS);
    print_text("\nstack ");
    print_number((uint32_t)deepest);
    print_text("\n");
    hal_exit(0);
}
