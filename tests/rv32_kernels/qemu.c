/* SPDX-License-Identifier: MIT */
/* A RISC-V "board" for qemu's user mode: characters and the end of a program
 * are Linux system calls; windows time nothing. */

#include "hal.h"

enum { SYS_WRITE = 64, SYS_EXIT = 93 };

static long
system_call(long number, long a, long b, long c)
{
    register long a0 __asm__("a0") = a, a1 __asm__("a1") = b, a2 __asm__("a2") = c, a7 __asm__("a7") = number;

    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
    return a0;
}

void
hal_init(void)
{
}

void
hal_put(char c)
{
    system_call(SYS_WRITE, 1, (long)&c, 1);
}

void
hal_begin(void)
{
}

hal_time
hal_end(void)
{
    return 0;
}

_Noreturn void
hal_exit(int status)
{
    for (;;)
        system_call(SYS_EXIT, status, 0, 0);
}

int main(void);

__attribute__((naked, noreturn)) void
_start(void)
{
    __asm__(".option push\n.option norelax\nla gp, __global_pointer$\n.option pop\ncall main\nj hal_exit");
}
