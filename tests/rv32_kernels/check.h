/* What the programs that check the RV32 kernels share. */
#ifndef NARAE_TESTS_RV32_CHECK_H
#define NARAE_TESTS_RV32_CHECK_H

#include "hal.h"
#include "print.h"
#include "random.h"

/* Comparisons of random sizes and alignments. */
#ifndef ROUNDS
#    define ROUNDS 60
#endif

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

/* abi.S: 0, or the number of the register that did not come back. */
uint32_t abi_call(void *function, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e);

#define keeps_promises(function, a, b, c, ...) keeps_promises_((void *)(function), a, b, c, __VA_ARGS__, 0, 0)
#define keeps_promises_(function, a, b, c, d, e, ...)               \
    do {                                                            \
        uint32_t broken = abi_call(function, a, b, c, d, e);        \
        if (broken != 0) {                                          \
            print_text("register x");                               \
            print_number(broken);                                   \
            fail(" did not come back");                             \
        }                                                           \
    } while (0)

#endif
