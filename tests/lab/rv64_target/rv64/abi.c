/* SPDX-License-Identifier: MIT */
/* The names of the promises that abi.S checks. */

#include "abi.h"

#include "print.h"

void
hal_abi_print(uint8_t promise)
{
    switch (promise) {
    case 2:
        print_text("the stack pointer");
        break;
    case 3:
        print_text("gp");
        break;
    case 4:
        print_text("tp");
        break;
    default:
        print_text("x");
        print_number(promise);
    }
}
