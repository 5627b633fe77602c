/* SPDX-License-Identifier: MIT */
/* <stdint.h> of the kernel.  Its macros tell library code how wide a pointer is. */
#ifndef NARAE_LINUX_STDINT_H
#define NARAE_LINUX_STDINT_H

#include <linux/limits.h>
#include <linux/types.h>

typedef uint8_t uint_fast8_t;

/* The kernel's own is an expression of which the preprocessor makes 64 bits everywhere. */
#undef UINTPTR_MAX
#ifdef CONFIG_64BIT
#    define UINTPTR_MAX 0xffffffffffffffffu
#else
#    define UINTPTR_MAX 0xffffffffu
#endif
#define UINT8_MAX 0xff
#define UINT16_MAX 0xffff
#ifndef UINT32_MAX
#    define UINT32_MAX 0xffffffffu
#endif
#ifndef UINT64_MAX
#    define UINT64_MAX 0xffffffffffffffffull
#endif
#define UINT32_C(x) x##u
#define UINT64_C(x) x##ull

#endif
