/* SPDX-License-Identifier: MIT */
/* The names of the promises that abi.S checks. */

#include "abi.h"

#include "print.h"

void
hal_abi_print(uint8_t promise)
{
    if (promise == 13) {
        print_text("the stack pointer");
    } else {
        print_text("r");
        print_number(promise);
    }
}
