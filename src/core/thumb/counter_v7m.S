/* SPDX-License-Identifier: MIT */
/* Counter mode by a kernel that encrypts blocks, for ARMv7-M: core/encrypt_only.h.
 *
 *   void narae_counter_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *out,
 *                             const uint8_t *in, size_t nblocks, uint8_t *counter,
 *                             size_t block_bytes);
 *
 * Eight counter blocks at a time are built on the stack and encrypted there; the key stream
 * is wiped at the end. Cycles:
 *
 *     a block of 16 bytes         counter 10, XOR 23, wiping 8 of the first eight
 *     up to eight blocks, and the call   94
 *
 * CTR of one block of LEA-128 on M4 takes 661 cycles: the kernel 366, these 135, the
 * public function's checks and its copy of the counter 144, its caller 16.
 *
 * Time depends on the number of blocks and their size alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V7M

    .file   "counter_v7m.S"

#    include "call.inc"

#    define encrypt r4
#    define schedule r5
#    define out r6
#    define in r7
#    define left r8
#    define count r9

/* Frame: blocks, registers, arguments. */
#    define BATCH 8
#    define FRAME (16 * BATCH)
#    define NBLOCKS (FRAME + 36)
#    define COUNTER (FRAME + 40)
#    define BLOCK_BYTES (FRAME + 44)

.macro next_batch to, from
    cmp.w   \from, #BATCH
    mov     \to, \from
    it      hs
    movhs.w \to, #BATCH
.endm

function narae_counter_blocks
    push.w  {r4-r11, lr}
    sub.w   sp, sp, #FRAME
    mov.w   encrypt, r0
    mov.w   schedule, r1
    ldr.w   left, [sp, #NBLOCKS]
    ldr.w   r10, [sp, #COUNTER]
    ldr.w   r11, [sp, #BLOCK_BYTES]
    mov.w   out, r2
    mov.w   in, r3
    add.w   r0, r10, r11
    cmp.w   left, #0
    beq.w   9f
    ldr.w   count, [r0, #-4]
    rev.w   count, count

1:  ldr.w   r10, [sp, #COUNTER]
    ldr.w   r11, [sp, #BLOCK_BYTES]
    next_batch r12, left
    mov.w   lr, sp
    ldr.w   r0, [r10]
    cmp.w   r11, #8
    beq.w   3f
    ldr.w   r1, [r10, #4]
    ldr.w   r2, [r10, #8]
2:  rev.w   r3, count
    add.w   count, count, #1
    stmia.w lr!, {r0-r3}
    subs.w  r12, r12, #1
    bne.w   2b
    b.w     4f
3:  rev.w   r3, count
    add.w   count, count, #1
    stmia.w lr!, {r0, r3}
    subs.w  r12, r12, #1
    bne.w   3b

4:  next_batch r3, left
    mov.w   r0, schedule
    mov.w   r1, sp
    mov.w   r2, sp
    blx     encrypt
    mov     lr, sp
    next_batch r12, left
    ldr.w   r11, [sp, #BLOCK_BYTES]
    sub.w   left, left, r12
    mul     r12, r12, r11
    subs.w  r12, r12, #16
    blo.w   6f
5:  ldmia.w lr!, {r0-r3}
    ldr.w   r10, [in], #16
    ldr.w   r11, [in, #-12]
    eor.w   r0, r0, r10
    eor.w   r1, r1, r11
    ldr.w   r10, [in, #-8]
    ldr.w   r11, [in, #-4]
    eor.w   r2, r2, r10
    eor.w   r3, r3, r11
    str.w   r1, [out, #4]
    str.w   r2, [out, #8]
    str.w   r3, [out, #12]
    str.w   r0, [out], #16
    subs.w  r12, r12, #16
    bhs.w   5b
6:  adds.w  r12, r12, #16
    beq.w   7f
    ldrd    r0, r1, [lr]
    ldr.w   r10, [in], #8
    ldr.w   r11, [in, #-4]
    eor.w   r0, r0, r10
    eor.w   r1, r1, r11
    str.w   r1, [out, #4]
    str.w   r0, [out], #8
7:  cmp.w   left, #0
    bne.w   1b

    ldr.w   r10, [sp, #COUNTER]
    ldr.w   r11, [sp, #BLOCK_BYTES]
    ldr.w   r3, [sp, #NBLOCKS]
    rev.w   count, count
    add.w   r10, r10, r11
    next_batch r12, r3
    str.w   count, [r10, #-4]
    mul     r12, r12, r11
    mov.w   r0, #0
    mov.w   r1, #0
    mov.w   r2, #0
    mov.w   r3, #0
    mov.w   lr, sp
8:  stmia.w lr!, {r0-r3}
    subs.w  r12, r12, #16
    bhi.w   8b
9:  add.w   sp, sp, #FRAME
    pop.w   {r4-r11, pc}
end_function narae_counter_blocks

#endif
