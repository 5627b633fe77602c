/* SPDX-License-Identifier: MIT */
/* LEA for x86-64, block after block in general registers.
 * KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *   void narae_lea_encrypt_words(const void *schedule, uint8_t *out,
 *                                const uint8_t *in, size_t nblocks);
 *   void narae_lea_chain_words(const void *schedule, uint8_t *chain,
 *                              uint8_t *out, const uint8_t *in, size_t nblocks);
 *   ... _decrypt_words as _encrypt_words; all also as _bmi2
 *
 * For a single block latency is the limit: XOR, addition and rotation are 3
 * cycles a round, 72 for LEA-128, 84 and 96 for the others.  In decryption each
 * of the three words of a round depends on the one before, by an XOR and a
 * subtraction if the two keys between them are XORed beforehand: 6 cycles a
 * round, 144, 168, 192.
 *
 * Measured on Zen 5, each call on the output of the one before: 74, 86 and 98
 * cycles with BMI2, whose rotation leaves the flags alone, and one more
 * without; decryption 144, 168 and 192.  Dispatch adds 6.  Zen 3, whose four
 * integer pipes are full with 300 operations in 75 cycles, takes 118 a call and
 * in a chain 91: 5.7 cycles/byte instead of 9.0 for CBC, 7.2 instead of 15 for
 * CCM.
 *
 * Words are stored one by one, so that they are forwarded to the loads of the
 * next call.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "lea_words_x86.S"

#include "core/x86/call.inc"

#define OUT     %rsi
#define IN      %rdx
#define NBLOCKS %rcx
#define KEY     %rdi
#define FIRST   %rax
#define LAST    %r8
#define A       %r9d
#define B       %r10d
#define C       %r11d
#define D       %ebx
#define T       %ebp
#define K1      %r12d
#define K5      %r13d

/* x = rotate_right(x, n) */
.macro turn_plain x, n
    ror     $\n, \x
.endm

.macro turn_bmi2 x, n
    rorx    $\n, \x, \x
.endm

/* x = rotate_right((x ^ k) + (y ^ l), n) */
.macro word turn, x, k, y, l, n
    mov     \l, T
    xor     \y, T
    xor     \k, \x
    add     T, \x
    \turn   \x, \n
.endm

.macro encrypt_4 turn, r, x0, x1, x2, x3
    mov     16*\r+4(KEY), K1
    word    \turn, \x3, K1, \x2, 16*\r+12(KEY), 3
    word    \turn, \x2, K1, \x1, 16*\r+8(KEY), 5
    word    \turn, \x1, K1, \x0, 16*\r(KEY), 23
.endm

.macro encrypt_6 turn, r, x0, x1, x2, x3
    word    \turn, \x3, 24*\r+20(KEY), \x2, 24*\r+16(KEY), 3
    word    \turn, \x2, 24*\r+12(KEY), \x1, 24*\r+8(KEY), 5
    word    \turn, \x1, 24*\r+4(KEY), \x0, 24*\r(KEY), 23
.endm

/* y becomes the word before its key k is added, x the previous word with its
 * key:
 *
 *     y = rotate_right(y, n) - (x ^ between);  x ^= k
 *
 * On entry T holds the XOR of the keys of x and y. */
.macro back turn, y, n, x, k
    \turn   \y, \n
    xor     \x, T
    sub     T, \y
    xor     \k, \x
.endm

/* K5 is the last key of the round undone before, which is not yet added to its
 * word x0. */
.macro decrypt_4 turn, r, x0, x1, x2, x3
    mov     16*\r+4(KEY), K1
    mov     16*\r(KEY), T
    xor     K5, T
    back    \turn, \x1, 9, \x0, K5
    mov     16*\r+8(KEY), T
    xor     K1, T
    back    \turn, \x2, 27, \x1, K1
    mov     16*\r+12(KEY), T
    xor     K1, T
    back    \turn, \x3, 29, \x2, K1
    mov     K1, K5
.endm

.macro decrypt_6 turn, r, x0, x1, x2, x3
    mov     24*\r(KEY), T
    mov     24*\r+4(KEY), K1
    xor     K5, T
    back    \turn, \x1, 9, \x0, K5
    mov     24*\r+8(KEY), T
    mov     24*\r+12(KEY), K5
    xor     K1, T
    back    \turn, \x2, 27, \x1, K1
    mov     24*\r+16(KEY), T
    xor     K5, T
    back    \turn, \x3, 29, \x2, K5
    mov     24*\r+20(KEY), K5
.endm

.macro encrypt words, turn
    mov     FIRST, KEY
2:  encrypt_\words \turn, 0, A, B, C, D
    encrypt_\words \turn, 1, B, C, D, A
    encrypt_\words \turn, 2, C, D, A, B
    encrypt_\words \turn, 3, D, A, B, C
    add     $16*\words, KEY
    cmp     LAST, KEY
    jne     2b
.endm

.macro decrypt words, turn
    mov     LAST, KEY
    xor     K5, K5
2:  sub     $16*\words, KEY
    decrypt_\words \turn, 3, D, A, B, C
    decrypt_\words \turn, 2, C, D, A, B
    decrypt_\words \turn, 1, B, C, D, A
    decrypt_\words \turn, 0, A, B, C, D
    cmp     FIRST, KEY
    jne     2b
    xor     K5, D
.endm

.macro load from
    mov     (\from), A
    mov     4(\from), B
    mov     8(\from), C
    mov     12(\from), D
.endm

.macro store to
    mov     A, (\to)
    mov     B, 4(\to)
    mov     C, 8(\to)
    mov     D, 12(\to)
.endm

.macro blocks rounds, words, turn
1:  load    IN
    \rounds \words, \turn
    store   OUT
    add     $16, IN
    add     $16, OUT
    sub     $1, NBLOCKS
    jnz     1b
.endm

/* Words stay where they are from block to block. */
.macro chained rounds, words, turn
1:  xor     (IN), A
    xor     4(IN), B
    xor     8(IN), C
    xor     12(IN), D
    \rounds \words, \turn
    test    OUT, OUT
    jz      5f
    store   OUT
    add     $16, OUT
5:  add     $16, IN
    sub     $1, NBLOCKS
    jnz     1b
.endm

/* Each word count of the schedule has a loop of its own. */
.macro all_blocks loop, rounds, turn
    mov     (%rdi), %r8d
    lea     4(%rdi), FIRST
    cmp     $24, %r8d
    jne     3f
    lea     16*24(FIRST), LAST
    \loop   \rounds, 4, \turn
    jmp     4f
3:  lea     (%r8, %r8, 2), %r8
    lea     (FIRST, %r8, 8), LAST
    \loop   \rounds, 6, \turn
4:
.endm

.macro kernel rounds, turn
    test    NBLOCKS, NBLOCKS
    jz      6f
    save    %rbx, %rbp, %r12, %r13
    all_blocks blocks, \rounds, \turn
    restore %r13, %r12, %rbp, %rbx
6:  ret
.endm

.macro chain turn
    test    %r8, %r8
    jz      6f
    save    %rbx, %rbp, %r12, %r13
    push_value %rsi
    load    %rsi
    mov     %rdx, OUT
    mov     %rcx, IN
    mov     %r8, NBLOCKS
    all_blocks chained, encrypt, \turn
    pop_value %rsi
    store   %rsi
    restore %r13, %r12, %rbp, %rbx
6:  ret
.endm

function SYMBOL(narae_lea_encrypt_words)
    kernel  encrypt, turn_plain
end_function SYMBOL(narae_lea_encrypt_words)

function SYMBOL(narae_lea_decrypt_words)
    kernel  decrypt, turn_plain
end_function SYMBOL(narae_lea_decrypt_words)

function SYMBOL(narae_lea_encrypt_words_bmi2)
    kernel  encrypt, turn_bmi2
end_function SYMBOL(narae_lea_encrypt_words_bmi2)

function SYMBOL(narae_lea_decrypt_words_bmi2)
    kernel  decrypt, turn_bmi2
end_function SYMBOL(narae_lea_decrypt_words_bmi2)

function SYMBOL(narae_lea_chain_words)
    chain   turn_plain
end_function SYMBOL(narae_lea_chain_words)

function SYMBOL(narae_lea_chain_words_bmi2)
    chain   turn_bmi2
end_function SYMBOL(narae_lea_chain_words_bmi2)

#endif
