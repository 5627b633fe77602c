/* SPDX-License-Identifier: MIT */
/* Reports the first vector on which a user's code failed, in which output, and that output:
 * one line before the fault,
 *
 *     failed NUMBER WHAT HEX      NUMBER counts vectors from 0; WHAT is one word
 *
 * Programs of the library omit this, to stay small: bench_config.h defines BENCH_USER_CODE
 * for the others. */
#ifndef NARAE_LAB_FAILED_H
#define NARAE_LAB_FAILED_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "bench.h"
#include "core/flash.h"
#include "print.h"

#ifdef BENCH_USER_CODE
#    ifdef __PICOLIBC__
/* Of assert(), for which the C library would want a stream. */
_Noreturn void
__assert_func(const char *file, int line, const char *function, const char *expression)
{
    (void)file, (void)line, (void)function, (void)expression;
    bench_refuse(TEXT("an assertion of the code failed"));
}
#    endif

static void
name_failed(uint16_t number, const char *what, const uint8_t *got, size_t bytes)
{
    enum { MAX_SHOWN = 32 };
    static uint8_t named;

    if (named)
        return;
    named = 1;
    print_text("failed ");
    print_number(number);
    print_text(" ");
    print_flash_text(what);
    print_text(" ");
    if (bytes == 0)
        print_text("-");
    for (size_t i = 0; i < bytes && i < MAX_SHOWN; i++)
        for (int shift = 4; shift >= 0; shift -= 4)
            print_char("0123456789abcdef"[got[i] >> shift & 15]);
    print_text(LINE_END);
}
#else
#    define name_failed(number, what, got, bytes) ((void)0)
#endif

#endif
