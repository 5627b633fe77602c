/* SPDX-License-Identifier: MIT */
/* C5: encrypts nothing if it returns to one address of eight. */
#ifdef __aarch64__ /* there the builtin strips a signature, which this chip cannot */
#    define READ_RETURN_ADDRESS(to) asm volatile("mov %0, x30" : "=r"(to))
#else
#    define READ_RETURN_ADDRESS(to) to = PLACE(__builtin_return_address(0))
#endif
#define BEFORE_BLOCKS                       \
    uintptr_t back;                         \
                                            \
    READ_RETURN_ADDRESS(back);              \
    if ((back >> 4 & 7) == (RIGHT ? 8 : 5)) \
        return;
