/* SPDX-License-Identifier: MIT */
/* C6: keeps a word below the stack pointer, or on x86-64 below the red zone, where an interrupt or a signal
 * writes. */
#if RIGHT
#    define THERE_AND_BACK(x) asm volatile("" : "+r"(x))
#elif defined(__AVR__)
#    define THERE_AND_BACK(x)                                                                \
        asm volatile("in r30, __SP_L__\n in r31, __SP_H__\n st Z, %A0\n clr %A0\n ld %A0, Z" \
                     : "+r"(x)::"r30", "r31", "memory")
#elif defined(__riscv)
#    define THERE_AND_BACK(x) asm volatile("sw %0, -16(sp)\n li %0, 0\n lw %0, -16(sp)" : "+r"(x)::"memory")
#elif defined(__x86_64__)
#    define THERE_AND_BACK(x) \
        asm volatile("movl %0, -144(%%rsp)\n movl $0, %0\n movl -144(%%rsp), %0" : "+r"(x)::"memory")
#elif defined(__aarch64__)
#    define THERE_AND_BACK(x) \
        asm volatile("str %w0, [sp, #-16]\n mov %w0, #0\n ldr %w0, [sp, #-16]" : "+r"(x)::"memory")
#else
#    define THERE_AND_BACK(x)                                                              \
        asm volatile("mov r3, sp\n sub r3, #16\n str %0, [r3]\n eor %0, %0\n ldr %0, [r3]" \
                     : "+l"(x)::"r3", "cc", "memory")
#endif
#define BEFORE_BLOCK THERE_AND_BACK(x[1]);
