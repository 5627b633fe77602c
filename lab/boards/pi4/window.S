/* SPDX-License-Identifier: MIT */
/* The edges of a window, in assembly so that it is known what is inside:
 * of hal_begin() or hal_repeats() the `ret` alone, of hal_end() its call alone.
 * window_empty() opens and closes a window that holds those two.
 *
 * Painting the stack needs assembly as well: nothing between painting and
 * looking may have a frame of its own, so hal_end() enters C only if it has a
 * clock to read. */

#include "../../sims/a72/marks.h"
#include "paint.h"

    .text

/* void hal_begin(void) */
    .globl  hal_begin
    .type   hal_begin, %function
hal_begin:
    stp     x29, x30, [sp, -16]!
    bl      window_begins
    ldp     x29, x30, [sp], 16
    hint    MARK_OPEN
    ret
    .size   hal_begin, . - hal_begin

/* unsigned hal_repeats(void) */
    .globl  hal_repeats
    .type   hal_repeats, %function
hal_repeats:
    adrp    x0, window_repeats
    ldr     w0, [x0, :lo12:window_repeats]
    hint    MARK_OPERATION
    ret
    .size   hal_repeats, . - hal_repeats

/* hal_time hal_end(void) */
    .globl  hal_end
    .type   hal_end, %function
hal_end:
    hint    MARK_CLOSE
    adrp    x0, window_timed
    ldr     w0, [x0, :lo12:window_timed]
    cbnz    w0, window_ends
    ret
    .size   hal_end, . - hal_end

/* void hal_stack_paint(void): all that is below the caller's stack pointer */
    .globl  hal_stack_paint
    .type   hal_stack_paint, %function
hal_stack_paint:
    adrp    x0, window_timed
    str     wzr, [x0, :lo12:window_timed]
    adrp    x0, painted
    mov     x1, sp
    str     x1, [x0, :lo12:painted]
    sub     x2, x1, PAINTED_BYTES
    mov     w3, PAINT
1:  strb    w3, [x2], 1
    cmp     x2, x1
    b.ne    1b
    ret
    .size   hal_stack_paint, . - hal_stack_paint

/* void window_empty(void) */
    .globl  window_empty
    .type   window_empty, %function
window_empty:
    stp     x29, x30, [sp, -16]!
    bl      1f
    bl      hal_end
    ldp     x29, x30, [sp], 16
    ret
1:  hint    MARK_OPEN
    ret
    .size   window_empty, . - window_empty

    .section .note.GNU-stack, "", %progbits
