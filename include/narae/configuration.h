/* SPDX-License-Identifier: MIT */
/* narae/configuration.h: macros that library and program must agree on.
 *
 *     NARAE_PORTABLE                           no hand-written kernels
 *     NARAE_SMALL                              the smaller of two kernel variants
 *     NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY   constants are in uncached memory:
 *                                              lookup tables are allowed
 *
 * On AVR and RV32 they change the sizes of schedules and hash keys, so a mismatch
 * between program and library would corrupt memory.  Instead it fails to link:
 * functions and descriptors that use these types are renamed,
 *
 *     undefined reference to `narae_gcm_init_sized_with_NARAE_SMALL'
 *
 * after the macro that the program, or if there is none the library, was
 * compiled with.  This holds on every platform.  The CMake targets and
 * pkg-config export the library's macros. */
#ifndef NARAE_CONFIGURATION_H
#define NARAE_CONFIGURATION_H

#ifndef __ASSEMBLER__
#    include <stdint.h>
#endif

/* Registers have 64 bits, even if addresses have 32, as those of x32 and of
 * AArch64's ILP32. */
#if UINTPTR_MAX > 0xffffffffu || defined(__wasm__) || \
    (defined(__ILP32__) && (defined(__x86_64__) || defined(__aarch64__)))
#    define NARAE_WORDS64
#endif

/* Registers have 8 bits. */
#ifdef __AVR__
#    define NARAE_WORDS8
#endif

/* RV32E has half of the registers that the kernels for RV32 need. */
#if defined(__riscv_32e) && !defined(NARAE_PORTABLE)
#    define NARAE_PORTABLE
#endif

#if defined(NARAE_PORTABLE)
#    define NARAE_CONFIGURED(name) name##_with_NARAE_PORTABLE
#elif defined(NARAE_SMALL)
#    define NARAE_CONFIGURED(name) name##_with_NARAE_SMALL
#elif defined(NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY)
#    define NARAE_CONFIGURED(name) name##_with_NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY
#endif

#ifdef NARAE_CONFIGURED
#    define narae_aes NARAE_CONFIGURED(narae_aes)
#    define narae_aes_set_key NARAE_CONFIGURED(narae_aes_set_key)
#    define narae_gcm_init_schedule NARAE_CONFIGURED(narae_gcm_init_schedule)
#    define narae_gcm_init_sized NARAE_CONFIGURED(narae_gcm_init_sized)
#    define narae_ghash_set_key NARAE_CONFIGURED(narae_ghash_set_key)
#    define narae_pipo NARAE_CONFIGURED(narae_pipo)
#    define narae_pipo_set_key NARAE_CONFIGURED(narae_pipo_set_key)
#endif

#endif
