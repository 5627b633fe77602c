/* The edges of a window, in assembly so that it is known what lies inside:
 * of hal_begin() or hal_repeats() the `ret` alone, of hal_end() its call alone.
 * window_empty() opens and closes a window that holds those two. */

#include "../../sims/a72/marks.h"

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

/* uint32_t hal_end(void) */
    .globl  hal_end
    .type   hal_end, %function
hal_end:
    hint    MARK_CLOSE
    b       window_ends
    .size   hal_end, . - hal_end

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
