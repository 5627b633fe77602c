/* SPDX-License-Identifier: MIT */
/* How many operations this core starts in a cycle, by kind and by the bits of
 * a vector, or of a general register: the rates by which the report's limit
 * line divides (lab/models/limits.toml counts the same kinds).  A line for each
 * that the CPU has, in thousandths of an operation a cycle:
 *
 *     rate BITS KIND MILLI
 *
 * A kind is one instruction in independent chains, enough of them to hide the
 * latency.  A window is anchored to core cycles as every window of the host is.
 * The result is the first decile of many windows: disturbances make windows
 * longer, a change of the clock a few of them shorter. */

#include <stdlib.h>

#include "bench.h"
#include "core/cpu.h"
#include "print.h"

enum { TURNS = 60, CHAINS = 12, WINDOWS = 200 };

_Noreturn void
bench_refuse(const char *why)
{
    print_text(why);
    print_text("\n");
    hal_exit(1);
}

#ifdef NARAE_X86_KERNELS

/* The first operand of a vector operation is never written. */
#    define IN_VECTORS(name, instruction)                                                              \
        static void name(void)                                                                         \
        {                                                                                              \
            __asm__ volatile(".rept %c0\n .irp n, 0,1,2,3,4,5,6,7,8,9,10,11\n " instruction            \
                             "\n .endr\n .endr\n vzeroupper" ::"i"(TURNS)                              \
                             : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", \
                               "xmm9", "xmm10", "xmm11");                                              \
        }
#    define IN_REGISTERS(name, instruction)                                                                \
        static void name(void)                                                                             \
        {                                                                                                  \
            __asm__ volatile(                                                                              \
                ".rept %c0\n .irp r, rax,rcx,rdx,rsi,rdi,r8,r9,r10,r11,r12,r13,r14\n " instruction         \
                "\n .endr\n .endr" ::"i"(TURNS)                                                            \
                : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "cc"); \
        }

IN_REGISTERS(any_64, "add %%\\r, %%\\r")
IN_REGISTERS(turn_64, "rorx $7, %%\\r, %%\\r")
IN_VECTORS(any_256, "vpxor %%ymm12, %%ymm\\n, %%ymm\\n")
IN_VECTORS(turn_256, "vpslld $7, %%ymm\\n, %%ymm\\n")
IN_VECTORS(gfni_256, "vgf2p8affineqb $0, %%ymm12, %%ymm\\n, %%ymm\\n")
IN_VECTORS(aes_256, "vaesenc %%ymm12, %%ymm\\n, %%ymm\\n")
IN_VECTORS(clmul_256, "vpclmulqdq $0, %%ymm12, %%ymm\\n, %%ymm\\n")
IN_VECTORS(any_512, "vpxord %%zmm12, %%zmm\\n, %%zmm\\n")
IN_VECTORS(turn_512, "vprold $7, %%zmm\\n, %%zmm\\n")
IN_VECTORS(gfni_512, "vgf2p8affineqb $0, %%zmm12, %%zmm\\n, %%zmm\\n")
IN_VECTORS(aes_512, "vaesenc %%zmm12, %%zmm\\n, %%zmm\\n")
IN_VECTORS(clmul_512, "vpclmulqdq $0, %%zmm12, %%zmm\\n, %%zmm\\n")

static const struct {
    unsigned needs, bits;
    const char *kind;
    void (*run)(void);
} kinds[] = {
    {CPU_SSE2, 64, "any", any_64},
    {CPU_AVX2, 64, "turn", turn_64},
    {CPU_AVX2, 256, "any", any_256},
    {CPU_AVX2, 256, "turn", turn_256},
    {CPU_GFNI, 256, "gfni", gfni_256},
    {CPU_VAES, 256, "aes", aes_256},
    {CPU_VAES, 256, "clmul", clmul_256},
    {CPU_AVX512, 512, "any", any_512},
    {CPU_AVX512, 512, "turn", turn_512},
    {CPU_AVX512 | CPU_GFNI, 512, "gfni", gfni_512},
    {CPU_AVX512 | CPU_VAES, 512, "aes", aes_512},
    {CPU_AVX512 | CPU_VAES, 512, "clmul", clmul_512},
};

static int
compare(const void *a, const void *b)
{
    const hal_time x = *(const hal_time *)a, y = *(const hal_time *)b;

    return (x > y) - (x < y);
}

static void
print_rate(unsigned i)
{
    hal_time times[WINDOWS];

    for (unsigned w = 0; w < WINDOWS; w++) {
        hal_begin();
        for (unsigned n = hal_repeats(); n != 0; n--)
            kinds[i].run();
        times[w] = hal_end();
    }
    qsort(times, WINDOWS, sizeof *times, compare);
    print_text("rate ");
    print_number(kinds[i].bits);
    print_text(" ");
    print_text(kinds[i].kind);
    print_text(" ");
    print_number(100000ull * TURNS * CHAINS / times[WINDOWS / 10]);
    print_text("\n");
}

#endif

int
main(void)
{
    hal_init();
#ifdef NARAE_X86_KERNELS
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (cpu_has(kinds[i].needs))
            print_rate(i);
#endif
    print_text("end\n");
    hal_exit(0);
}
