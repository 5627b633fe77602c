/* SPDX-License-Identifier: MIT */
/* Shared by the programs that check kernels for 32-bit chips.  Tests define ROUNDS, the number
 * of random comparisons, and KEYS, the number of timed operations. */
#ifndef NARAE_TESTS_RV32_CHECK_H
#define NARAE_TESTS_RV32_CHECK_H

#include "abi.h"
#include "hal.h"
#include "print.h"
#include "random.h"

enum { CANARY = 0xa5 };

static uint32_t stream = 1;

_Noreturn static inline void
fail(const char *what)
{
    print_text("fault ");
    print_text(what);
    print_text("\n");
    hal_exit(1);
}

static inline void
keeps_promises_(uintptr_t function, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d)
{
    const uintptr_t arguments[4] = {a, b, c, d};
    uint8_t promise = hal_abi_call(function, arguments);

    if (promise != 0) {
        hal_abi_print(promise);
        fail(" did not come back");
    }
}

/* Up to four arguments. */
#define keeps_promises(function, ...) keeps_promises_((uintptr_t)(function), __VA_ARGS__)

#endif
