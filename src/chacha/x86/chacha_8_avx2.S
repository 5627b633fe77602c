/* SPDX-License-Identifier: MIT */
/* ChaCha for x86-64 with AVX2, eight blocks at a time.  RFC 8439, 2.1 to 2.4.
 *
 *   void narae_chacha_8_avx2(uint32_t state[16], uint8_t *out, const uint8_t *in,
 *                            size_t nblocks, unsigned rounds, uint8_t *last);
 *
 * nblocks is a multiple of eight, or 7 more than one.  The low word of the counter does not
 * wrap.  If `last` is not null, the last block is read from and written to `last` instead
 * of `in` and `out`.
 *
 * A quarter round is 16 operations, 128 in two rounds, which at four a cycle take
 * 32 cycles: 320 for 512 bytes of ChaCha20, 0.625 cycles/byte.  Zen 3 takes 461, 2.8
 * operations a cycle.  That does not change if four quarter rounds are interleaved, without
 * the spills, or with XORs in place of the shuffles.
 *
 * With the transposition to blocks it takes 497 cycles, 0.97 cycles/byte.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "chacha_8_avx2.S"

#include "wide_avx2.inc"

#define NBLOCKS %rcx
#define ROUNDS  %r8d
#define LAST    %r9
#define LEFT    %eax

/* The stack after words 8 to 11: an unused block, and values that are not secret. */
#define UNWANTED 128(%rsp)
#define CALLER   192
#define FRAME    224

function SYMBOL(narae_chacha_8_avx2)
    save    %rbx, %rbp
    enter_frame_without_rbp FRAME, 64, CALLER, 3

1:  LOAD_BLOCKS
    ADDRESSES
    cmp     $8, NBLOCKS
    jbe     4f
2:  mov     ROUNDS, LEFT
3:  TWO_ROUNDS()
    sub     $2, LEFT
    jnz     3b

    XOR_OUT
    add     $512, OUT
    add     $512, IN
    cmp     $8, NBLOCKS
    jbe     5f
    addl    $8, 4*12(STATE)
    sub     $8, NBLOCKS
    jmp     1b

/* The last eight or seven blocks; of seven the last one is the seventh. */
4:  lea     UNWANTED, %rax
    cmp     $8, NBLOCKS
    cmovb   %rax, OUT7
    cmovb   %rax, IN7
    test    LAST, LAST
    jz      2b
    cmp     $8, NBLOCKS
    cmove   LAST, OUT7
    cmove   LAST, IN7
    cmovb   LAST, OUT6
    cmovb   LAST, IN6
    jmp     2b

/* All four words in one vector store, because another kernel may load them as a vector. */
5:  vmovd   %ecx, %xmm0
    vpaddd  4*12(STATE), %xmm0, %xmm0
    vmovdqu %xmm0, 4*12(STATE)

    CLEAR_WORDS
    vmovdqa X0, UNWANTED
    vmovdqa X0, 32+UNWANTED
    vzeroupper
    leave_frame_without_rbp CALLER, 3
    restore %rbp, %rbx
    ret
end_function SYMBOL(narae_chacha_8_avx2)

#endif
