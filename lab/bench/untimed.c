/* SPDX-License-Identifier: MIT */
/* What a program has that only checks: nothing to time, and the report of a function that breaks the
 * ABI.  There each call of the code is checked, by the board's verified_call.S. */

#include "abi.h"
#include "bench.h"
#include "print.h"

const bench_operation bench_operations[] NARAE_FLASH = {{"", 0, 0, 0, 0, NULL, 0}};

_Noreturn void
bench_abi_broken(uint8_t promise, const char *function)
{
    print_text("fault ");
    print_flash_text(function);
    print_text(" breaks the ABI: ");
    hal_abi_print(promise);
    print_text(LINE_END);
    hal_exit(1);
}
