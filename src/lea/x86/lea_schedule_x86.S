/* SPDX-License-Identifier: MIT */
/* LEA key schedule for x86-64.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_set_key_x86(lea_schedule *schedule, const uint8_t *key,
 *                              size_t key_bytes);
 *
 * As in lea_schedule.c, but the constants come from a table that holds each
 * delta rotated by 0 to 36: a word is an addition from memory, a rotation and a
 * store.  Zen 5 stores two words a cycle: 48, 84 and 96 cycles for the 96, 168
 * and 192 words of the three key sizes; the latency of two operations a word
 * and round is hidden.  Measured, with the call: 75, 128 and 144.
 *
 * Time depends on the key size alone: the table is read in a fixed order. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "lea_schedule_x86.S"

#include "core/x86/call.inc"

#define RK    %rdi
#define KEY   %rsi
#define DELTA %rdx
#define LAST  %rcx
#define T0    %eax
#define T1    %r8d
#define T2    %r9d
#define T3    %r10d
#define T4    %r11d
#define T5    %ebx
#define T6    %ebp
#define T7    %esi

#define ROW 37

    read_only_data
    .p2align 6
turned:
.irp delta, 0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec, 0x715ea49e, 0xc785da0a, 0xe04ef22a, 0xe5c40957
.set n, 0
.rept ROW
    .long   (\delta << n | \delta >> (32 - n)) & 0xffffffff
.set n, (n + 1) % 32
.endr
.endr

    .text

/* Round r at RK and DELTA; its delta is d places after the current one. */
.macro word t, i, turn
    add     4 * (d * ROW + r + \i)(DELTA), \t
    rol     $\turn, \t
    mov     \t, 4 * (at + \i)(RK)
.endm

.macro round t0, t1, t2, t3, t4, t5
    word    \t0, 0, 1
    word    \t1, 1, 3
    word    \t2, 2, 6
    word    \t3, 3, 11
.ifnb \t4
    word    \t4, 4, 13
    word    \t5, 5, 17
.set at, at + 2
.endif
.set at, at + 4
.set r, r + 1
.set d, d + 1
.endm

/* Where the counting starts. */
.macro rounds
.set r, 0
.set d, 0
.set at, 0
.endm

#define LOAD_FOUR       \
    mov     (KEY), T0;   \
    mov     4(KEY), T1;  \
    mov     8(KEY), T2;  \
    mov     12(KEY), T3

#define LOAD_SIX        \
    LOAD_FOUR;           \
    mov     16(KEY), T4; \
    mov     20(KEY), T5

function SYMBOL(narae_lea_set_key_x86)
    save    %rbx, %rbp
    shr     $1, %edx
    add     $16, %edx
    mov     %edx, (RK)
    add     $4, RK
    cmp     $28, %edx
    lea     turned(%rip), DELTA
    jb      .L128
    ja      .L256

    /* 28 rounds: four times six, and four. */
    LOAD_SIX
    lea     24*24(RK), LAST
.L192:
    rounds
.rept 4
    round   T0, T1, T2, T3, T4, T5
.endr
    cmp     LAST, RK
    je      .Ldone
.rept 2
    round   T0, T1, T2, T3, T4, T5
.endr
    add     $6*4, DELTA
    add     $6*24, RK
    jmp     .L192

.L128:
    LOAD_FOUR
    lea     24*16(RK), LAST
.Lfour_rounds:
    rounds
.rept 4
    round   T0, T1, T2, T3
.endr
    add     $4*4, DELTA
    add     $4*16, RK
    cmp     LAST, RK
    jne     .Lfour_rounds
    jmp     .Ldone

.L256:
    LOAD_SIX
    mov     24(KEY), T6
    mov     28(KEY), T7
    lea     32*24(RK), LAST
.Leight_rounds:
    rounds
.rept 2
    round   T0, T1, T2, T3, T4, T5
    round   T6, T7, T0, T1, T2, T3
    round   T4, T5, T6, T7, T0, T1
    round   T2, T3, T4, T5, T6, T7
.endr
    add     $8*4, DELTA
    add     $8*24, RK
    cmp     LAST, RK
    jne     .Leight_rounds

.Ldone:
    restore %rbp, %rbx
    ret
end_function SYMBOL(narae_lea_set_key_x86)

#endif
