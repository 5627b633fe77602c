/* SPDX-License-Identifier: MIT */
/* Poly1305 for any x86-64, block by block.  RFC 8439, 2.5.
 *
 *   void narae_poly1305_blocks_x86(narae_poly1305_sum *sum, const uint8_t *in,
 *                                  size_t nblocks, unsigned top);
 *
 * The formulas are those of poly1305_portable.c.  The fold of a product, 5/4 of the bits
 * from 2^130 up, is ready last: the next block is added before it, off the critical path
 * from one sum to the next.
 *
 *   Fold into h0, h1, h2: 3 cycles; h2 by 5/4 r1: 3; into the two upper words, in the
 *   order in which products come: 4; the next fold: 2.  12 cycles a block, for 39
 *   operations.  Measured on Zen 5: 13.2 for each block more; gcc 12's code for the
 *   portable C, which keeps carries in memory, takes 17.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "poly1305_x86_64.S"

#include "core/x86/call.inc"

#include "block.inc"

#define SUM     %rdi
#define IN      %rsi
#define TOP     %rcx
#define LEFT    -8(%rsp)

function SYMBOL(narae_poly1305_blocks_x86)
    test    %rdx, %rdx
    jz      2f
    save    %rbx, %rbp, %r12, %r13, %r14, %r15
    mov     %ecx, %ecx
    mov     %rdx, LEFT
    load_sum SUM
1:  add_block IN, TOP
    add     $16, IN
    decq    LEFT
    jnz     1b
    store_sum SUM
    restore %r15, %r14, %r13, %r12, %rbp, %rbx
2:  ret
end_function SYMBOL(narae_poly1305_blocks_x86)

#endif
