/* SPDX-License-Identifier: MIT */
/* The names of the promises that abi.S checks; machines that it does not
 * know call the function and promise nothing. */

#include "abi.h"

#include "print.h"

#if !defined(__x86_64__) || defined(_WIN32)
uint8_t
hal_abi_call(uintptr_t function, const uintptr_t arguments[4])
{
    typedef void any_function(uintptr_t, uintptr_t, uintptr_t, uintptr_t);

    ((any_function *)function)(arguments[0], arguments[1], arguments[2], arguments[3]);
    return 0;
}
#endif

void
hal_abi_print(uint8_t promise)
{
    static const char *const names[] = {"",
                                        "rbx",
                                        "rbp",
                                        "r12",
                                        "r13",
                                        "r14",
                                        "r15",
                                        "the stack pointer",
                                        "the direction flag",
                                        "the control bits of MXCSR",
                                        "the control word of the x87",
                                        "the x87, left with MMX registers (emms is missing)"};

    print_text(names[promise]);
}
