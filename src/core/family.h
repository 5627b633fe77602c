/* SPDX-License-Identifier: MIT */
/* The chip family of this build, and what is true of it.
 *
 * A family is a folder in src/core and in those of the primitives.  Its kernels.h maps
 * what the family has:
 *
 *     #include NARAE_KERNELS(lea)     is "lea/avr/kernels.h" on AVR
 *
 * Microcontrollers select kernels when they are compiled; larger machines when they run:
 * core/dispatch.h.  -DNARAE_PORTABLE selects the family `portable`, which runs everywhere;
 * the lab uses it to measure portable code next to kernels.  -DNARAE_SMALL selects the
 * smaller form of a kernel that has two, and portable code instead of large ones. */
#ifndef NARAE_CORE_FAMILY_H
#define NARAE_CORE_FAMILY_H

#include "narae/configuration.h"

/* AVR with MUL: ATmega and newer. */
#if defined(__AVR__) && defined(__AVR_HAVE_MUL__) && !defined(NARAE_PORTABLE)
#    define NARAE_AVR_KERNELS
#endif

/* Up to 8 KiB of flash there is no JMP, and RJMP reaches all of it. */
#if defined(__ASSEMBLER__) && defined(NARAE_AVR_KERNELS) && !defined(__AVR_HAVE_JMP_CALL__)
#    define jmp rjmp
#    define call rcall
#endif

/* MSP430 and MSP430X with addresses of 16 bits. */
#if defined(__MSP430__) && !defined(__MSP430X_LARGE__) && !defined(NARAE_PORTABLE)
#    define NARAE_MSP430_KERNELS
#endif

/* Kernels that multiply: the build says where the hardware multiplier is, which the compiler does not know.
 * -DNARAE_MSP430_MULTIPLIER=0x130 is for the MSP430F1xx and F4xx, =0x4c0 for those with MPY32. */
#if defined(NARAE_MSP430_KERNELS) && defined(NARAE_MSP430_MULTIPLIER) && !defined(NARAE_SMALL)
#    define NARAE_MSP430_MULTIPLIES
#endif

/* RV32I; M, Zbb and Zbkb are used where the compiler has them on. */
#if defined(__riscv) && __riscv_xlen == 32 && !defined(NARAE_PORTABLE)
#    define NARAE_RV32_KERNELS
#endif

/* Cortex-M: Thumb code for ARMv6-M, ARMv7-M, ARMv7E-M or ARMv8-M Mainline. */
#if (defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) || \
     defined(__ARM_ARCH_8M_MAIN__)) &&                                                    \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined(NARAE_PORTABLE)
#    define NARAE_THUMB_KERNELS
#endif
#if defined(NARAE_THUMB_KERNELS) && !defined(__ARM_ARCH_6M__)
#    define NARAE_THUMB_V7M
#    define NARAE_UNROLLS_LOADS
#endif
#if defined(NARAE_THUMB_KERNELS) && defined(__ARM_ARCH_6M__)
#    define NARAE_THUMB_V6M
#endif

/* Kernels that multiply words to 64 bits: the M4 and M33 take the same cycles for any
 * operands, the M3 fewer for small ones. */
#if defined(NARAE_THUMB_V7M) && defined(__ARM_FEATURE_DSP)
#    define NARAE_THUMB_MULTIPLIES
#endif

/* C libraries for these chips copy and clear byte by byte, which would
 * take longer than a block: the library moves words itself. */
#if defined(NARAE_RV32_KERNELS) || defined(NARAE_THUMB_KERNELS)
#    define NARAE_MOVES_WORDS
#endif

/* Kernels for these chips require aligned blocks; others go through a buffer:
 * core/portable/unaligned.h. */
#if defined(NARAE_RV32_KERNELS) || defined(NARAE_THUMB_V6M)
#    define NARAE_ALIGNS_BLOCKS
#endif

/* Tables with addresses that depend on secrets: only if the build declares
 * memory without a cache, in which the address does not affect the time.  The
 * linker script must put constants there, as the FE310's does with its DTIM. */
#if defined(NARAE_RV32_KERNELS) && defined(NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY) && !defined(NARAE_SMALL)
#    define NARAE_RV32_TABLES
#endif
#if defined(NARAE_THUMB_V7M) && defined(NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY) && !defined(NARAE_SMALL)
#    define NARAE_THUMB_TABLES
#endif

/* A product of 32 bits is a call of a subroutine, whose time may depend on its operands: 16-bit chips such as
 * the MSP430, and RV32I without M. */
#if __SIZEOF_INT__ == 2 || (defined(__riscv) && !defined(__riscv_mul))
#    define NARAE_NO_MULTIPLIER
#endif

/* Products of two words: ARMv6-M has their lower 32 bits alone, and a product of 64 bits takes fewer
 * cycles for small operands on a Cortex-M3. */
#ifdef __ARM_ARCH_6M__
#    define NARAE_SHORT_PRODUCTS
#elif defined(__ARM_ARCH_7M__)
#    define NARAE_PRODUCTS_VARY
#endif

/* No instruction rotates a word, or none computes and-not. */
#if defined(__riscv) && !defined(__riscv_zbb)
#    define NARAE_NO_ROTATION
#endif
/* Gathering the even and odd bits of words costs more than rotating words of 64 bits. */
#if defined(NARAE_NO_ROTATION) || defined(__powerpc__)
#    define NARAE_NO_INTERLEAVING
#endif
#if defined(NARAE_NO_ROTATION) || defined(__i386__) || defined(__x86_64__)
#    define NARAE_NO_AND_NOT
#endif

/* Kernels that multiply, which is constant-time on the E31. */
#if defined(NARAE_RV32_KERNELS) && defined(__riscv_mul) && !defined(NARAE_SMALL)
#    define NARAE_RV32_MULTIPLIES
#endif

/* x86-64, whose kernels are C with intrinsics, and assembly, which takes addresses of 64 bits
 * (not x32).  Not on Windows: gcc does not align the stack there for vectors of 32 and 64 bytes
 * (its bug 54412).  Not with -ffreestanding: an operating system's own code may have no vector
 * registers, and no environment to read. */
#if defined(__x86_64__) && !defined(__ILP32__) && !defined(_WIN32) && __STDC_HOSTED__ && \
    !defined(NARAE_PORTABLE)
#    define NARAE_X86_KERNELS
#endif

/* ARMv8-A and newer, whose kernels are C with intrinsics too.  Little-endian,
 * as the order of a vector's elements in memory is; addresses of 64 bits. */
#if defined(__aarch64__) && !defined(__ILP32__) && defined(__ARM_NEON) && \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined(NARAE_PORTABLE)
#    define NARAE_NEON_KERNELS
#endif

/* WebAssembly with vectors of 128 bits, which are like those of NEON and SSE. */
#if defined(__wasm_simd128__) && !defined(NARAE_PORTABLE)
#    define NARAE_WASM_KERNELS
#endif

/* clang-format off */
#if defined(NARAE_AVR_KERNELS)
#    define NARAE_FAMILY avr
#elif defined(NARAE_MSP430_KERNELS)
#    define NARAE_FAMILY msp430
#elif defined(NARAE_RV32_KERNELS)
#    define NARAE_FAMILY rv32
#elif defined(NARAE_THUMB_KERNELS)
#    define NARAE_FAMILY thumb
#elif defined(NARAE_X86_KERNELS)
#    define NARAE_FAMILY x86
#elif defined(NARAE_NEON_KERNELS)
#    define NARAE_FAMILY arm
#elif defined(NARAE_WASM_KERNELS)
#    define NARAE_FAMILY wasm
#else
#    define NARAE_FAMILY portable
#endif
#define NARAE_QUOTED(path) #path
#define NARAE_FILE(path) NARAE_QUOTED(path)
#define NARAE_KERNELS(primitive) NARAE_FILE(primitive/NARAE_FAMILY/kernels.h)
/* clang-format on */

/* Kernels are selected at run time: core/dispatch.h. */
#if defined(NARAE_X86_KERNELS) || defined(NARAE_NEON_KERNELS)
#    define NARAE_DISPATCH
#endif

/* Kernels compute this many bytes of key stream in about the time of one block:
 * core/short.h. */
#if defined(NARAE_X86_KERNELS)
#    define BATCH_BYTES 2048
#elif defined(NARAE_NEON_KERNELS)
#    define BATCH_BYTES 512
#else
#    define BATCH_BYTES 0
#endif

/* The same for ciphers whose kernels process 64 blocks at once. */
#if BATCH_BYTES > 1024
#    define BATCH_BYTES_OF_64_BLOCKS 1024
#else
#    define BATCH_BYTES_OF_64_BLOCKS BATCH_BYTES
#endif

/* The speed of short messages matters more than duplicated code. */
#if BATCH_BYTES != 0 || (defined(NARAE_THUMB_KERNELS) && !defined(NARAE_SMALL))
#    define NARAE_SHORT_PATHS
#endif

/* Likewise, and words may be unaligned: blocks are copied and added in line. */
#if __SIZEOF_POINTER__ > 4 || (defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL))
#    define NARAE_BLOCKS_IN_LINE
#endif

/* A file for other chips is empty otherwise, which ISO C does not allow. */
#ifndef __ASSEMBLER__
struct narae_kernels;
#endif

/* Notes on an object of assembly.  Assembly in a C file has the compiler's. */
/* clang-format off */
#if defined(__ASSEMBLER__) && defined(__ELF__) && !defined(NARAE_ASSEMBLY_IN_C)

/* No kernel needs an executable stack; Linux gives one to programs with an
 * object that does not say so. */
#    if defined(__linux__)
    .section .note.GNU-stack, "", %progbits
#    endif

/* What the options for the compiler promise of control flow: one object without the
 * promise takes it from the program.  On x86 IBT and SHSTK, on AArch64 BTI, PAC and GCS. */
#    if defined(__x86_64__) && defined(__CET__)
#        define PROPERTY 0xc0000002
    .set    .Lpromises, __CET__ & 3
#    elif defined(__aarch64__) && (defined(__ARM_FEATURE_BTI_DEFAULT) || \
        defined(__ARM_FEATURE_PAC_DEFAULT) || defined(__ARM_FEATURE_GCS_DEFAULT))
#        define PROPERTY 0xc0000000
    .set    .Lpromises, 0
#        ifdef __ARM_FEATURE_BTI_DEFAULT
    .set    .Lpromises, .Lpromises | 1
#        endif
#        ifdef __ARM_FEATURE_PAC_DEFAULT
    .set    .Lpromises, .Lpromises | 2
#        endif
#        ifdef __ARM_FEATURE_GCS_DEFAULT
    .set    .Lpromises, .Lpromises | 4
#        endif
#    endif
#    ifdef PROPERTY
    .section .note.gnu.property, "a", %note
    .balign __SIZEOF_POINTER__
    .long   4, 2f - 1f, 5
    .asciz  "GNU"
1:  .long   PROPERTY, 4, .Lpromises
    .balign __SIZEOF_POINTER__
2:
#    endif

    .text
#endif
/* clang-format on */

#endif
