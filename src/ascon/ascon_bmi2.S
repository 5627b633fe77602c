/* The Ascon permutation for x86-64 with BMI1 and BMI2, and whole blocks and
 * messages of Ascon-AEAD128.  SP 800-232, 3 and 4.
 *
 *   void narae_ascon_permute_bmi2(uint64_t state[5], unsigned rounds);
 *   void narae_ascon_aead128_blocks_bmi2(uint64_t state[5], uint8_t *out,
 *                                        const uint8_t *in, size_t nblocks,
 *                                        unsigned what);
 *   void narae_ascon_aead128_message_bmi2(const ascon_message *message);
 *
 * x2 takes its round constant, and the complement that the S-box ends with, in
 * one XOR in the linear layer of the round before: a XOR of three.  ANDN and
 * RORX have an operand for the result, so nothing is copied:
 *
 *     S-box 3 + 5 ANDN + 8, diffusion 10 RORX + 10, constant 1: 37 instructions
 *
 * with a chain of 7: an XOR, ANDN, two XORs, RORX, two XORs.  Zen 5 starts up
 * to 6 in a cycle, 5.3 of dependent ones, so a round takes 7 cycles at least.
 * The order below takes 8.3, the best of some ten thousand; that of the formulas
 * takes 9.5, because chain and units wait for each other.  Shorter chains, 6 for
 * 4 to 7 more instructions, take 8.7 and more.
 *
 *     8 rounds     66 cycles
 *     a block      68, with the call of the rounds: 4.22 cycles/byte
 *     a message    200 for its 24 rounds, and some 50 for what is not a round
 *
 * Zen 4 starts 4 in a cycle: 74 cycles for 8 rounds at least, 84 in this order.
 *
 * Time depends on the number of rounds and blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

    .file   "ascon_bmi2.S"

#include "core/x86_call.inc"

#define x0 %rax
#define x1 %rcx
#define x2 %r8
#define x3 %r9
#define x4 %r10
#define t0 %r11
#define t1 %rbx
#define t2 %rbp
#define t3 %r12
#define t4 %r13
#define u  %r14

#define STATE %rdi
#define OUT   %rsi
#define IN    %rdx
#define END   %r15
/* at entry: */
#define BYTES %rcx
#define WHAT  %r8d

/* x2 has its constant and leaves with that of the next round; a constant of
 * 0 is that of no round. */
.macro round next
    xor     x4, x0
    andn    x2, x1, t0
    xor     x1, x2
    andn    x4, x3, t2
    xor     x3, x4
    xor     x2, t2
    andn    x3, x2, t1
    xor     x1, t1
    xor     x0, t0
    andn    x1, x0, t4
    xor     t0, t1
    xor     x4, t4
    rorx    $61, t1, x1
    xor     t4, t0
    rorx    $6, t2, u
    andn    x0, x4, t3
    rorx    $1, t2, x2
    xor     x3, t3
    rorx    $7, t4, x4
    xor     t2, t3
    xor     t1, x1
    rorx    $19, t0, x0
    rorx    $17, t3, x3
    xor     t0, x0
    rorx    $28, t0, t0
    xor     t3, x3
    rorx    $10, t3, t3
    xor     t3, x3
    xor     t0, x0
    xor     $~\next, t2
    xor     u, x2
    rorx    $39, t1, t1
    xor     t4, x4
    rorx    $41, t4, t4
    xor     t1, x1
    xor     t2, x2
    xor     t4, x4
.endm

/* The rounds alone, from where x2 has the constant of the first. */
    .p2align 6
.Ltwelve:
    round   0xe1
    round   0xd2
    round   0xc3
    round   0xb4
    .p2align 6
.Leight:
    round   0xa5
    round   0x96
.Lsix:
    round   0x87
    round   0x78
    round   0x69
    round   0x5a
    round   0x4b
    round   0
    ret

.macro load_state
    .irp    saved, %rbx, %rbp, %r12, %r13, %r14, %r15
    push    \saved
    .endr
    mov     (STATE), x0
    mov     8(STATE), x1
    mov     16(STATE), x2
    mov     24(STATE), x3
    mov     32(STATE), x4
.endm

.macro store_state
    mov     x0, (STATE)
    mov     x1, 8(STATE)
    mov     x2, 16(STATE)
    mov     x3, 24(STATE)
    mov     x4, 32(STATE)
    .irp    saved, %r15, %r14, %r13, %r12, %rbp, %rbx
    pop     \saved
    .endr
.endm

function SYMBOL(narae_ascon_permute_bmi2)
    load_state
    cmp     $8, %esi
    jb      1f
    je      2f
    xor     $0xf0, x2
    call    .Ltwelve
    jmp     3f
1:  xor     $0x96, x2
    call    .Lsix
    jmp     3f
2:  xor     $0xb4, x2
    call    .Leight
3:  store_state
    ret
end_function SYMBOL(narae_ascon_permute_bmi2)

/* All blocks from IN to END, one at least, each followed by its permutation. */
.macro each_block
    .p2align 4
1:  mov     (IN), t0
    mov     8(IN), t1
    add     $16, IN
    xor     t0, x0
    xor     t1, x1
.endm

.macro put
    mov     x0, (OUT)
    mov     x1, 8(OUT)
    add     $16, OUT
.endm

.macro permute_each
    xor     $0xb4, x2
    call    .Leight
    cmp     END, IN
    jne     1b
    ret
.endm

.Lencrypt:
    each_block
    put
    permute_each

.Ldecrypt:
    each_block
    put
    mov     t0, x0
    mov     t1, x1
    permute_each

.Labsorb:
    each_block
    permute_each

/* `what` is 0 to encrypt, 1 to decrypt, and 2 for associated data. */
function SYMBOL(narae_ascon_aead128_blocks_bmi2)
    shl     $4, BYTES
    jz      9f
    lea     (IN, BYTES), t0
    cmp     $1, WHAT
    load_state
    mov     t0, END
    ja      3f
    je      2f
    call    .Lencrypt
    jmp     8f
2:  call    .Ldecrypt
    jmp     8f
3:  call    .Labsorb
8:  store_state
9:  ret
end_function SYMBOL(narae_ascon_aead128_blocks_bmi2)

/* ascon_message */
#define MESSAGE  %rdi
#define KEY      0(MESSAGE)
#define NONCE    8(MESSAGE)
#define AD       16(MESSAGE)
#define AD_BYTES 24(MESSAGE)
#define TEXT     32(MESSAGE)
#define OUTPUT   40(MESSAGE)
#define LENGTH   48(MESSAGE)
#define TAG      56(MESSAGE)
#define OPENING  64(MESSAGE)

.macro add_key low, high
    mov     KEY, t0
    xor     (t0), \low
    xor     8(t0), \high
.endm

/* t1 = the last bytes of a part, at IN, fewer than eight, whose number is in END,
 * and t2 = 0x01 behind them.  Where `bytes`, that part's number, allow it, eight
 * that end there are loaded at once. */
.macro load_rest bytes
    xor     %ebx, %ebx
    mov     $1, %ebp
    test    END, END
    jz      9f
    lea     (, END, 8), t3
    shlx    t3, t2, t2
    cmpq    $8, \bytes
    jb      7f
    mov     -8(IN, END), t1
    neg     t3
    shrx    t3, t1, t1
    jmp     9f
7:  lea     (IN, END), t3
8:  dec     t3
    shl     $8, t1
    movzbl  (t3), %r13d
    or      t4, t1
    cmp     IN, t3
    jne     8b
9:
.endm

/* The last bytes of associated data, and padding. */
.macro absorb_rest bytes, x
    load_rest \bytes
    xor     t1, \x
    xor     t2, \x
.endm

/* The same of the text. */
.macro crypt_rest x
    load_rest LENGTH
    cmpq    $0, OPENING
    je      1f
    xor     \x, t1
    lea     -1(t2), t3
    and     t3, t1
1:  xor     t1, \x
    mov     \x, t0
    cmpq    $0, OPENING
    cmovne  t1, t0
    xor     t2, \x
    add     OUT, END
2:  cmp     END, OUT
    je      3f
    mov     %r11b, (OUT)
    shr     $8, t0
    inc     OUT
    jmp     2b
3:
.endm

/* A message from initialization to tag, with the state in registers. */
function SYMBOL(narae_ascon_aead128_message_bmi2)
    .irp    saved, %rbx, %rbp, %r12, %r13, %r14, %r15
    push    \saved
    .endr
    mov     KEY, t0
    mov     NONCE, t1
    movabs  $0x00001000808c0001, x0
    mov     (t0), x1
    mov     8(t0), x2
    mov     (t1), x3
    mov     8(t1), x4
    xor     $0xf0, x2
    call    .Ltwelve
    add_key x3, x4

    mov     AD_BYTES, END
    test    END, END
    jz      4f
    mov     AD, IN
    and     $-16, END
    jz      1f
    add     IN, END
    call    .Labsorb
1:  mov     AD_BYTES, END
    and     $15, END
    cmp     $8, END
    jb      2f
    xor     (IN), x0
    add     $8, IN
    sub     $8, END
    absorb_rest AD_BYTES, x1
    jmp     3f
2:  absorb_rest AD_BYTES, x0
3:  xor     $0xb4, x2
    call    .Leight
4:  btc     $63, x4

    mov     TEXT, IN
    mov     OUTPUT, OUT
    mov     LENGTH, END
    and     $-16, END
    jz      6f
    add     IN, END
    cmpq    $0, OPENING
    jne     5f
    call    .Lencrypt
    jmp     6f
5:  call    .Ldecrypt
6:  mov     LENGTH, END
    and     $15, END
    cmp     $8, END
    jb      4f
    mov     (IN), t0
    xor     t0, x0
    mov     x0, (OUT)
    cmpq    $0, OPENING
    cmovne  t0, x0
    add     $8, IN
    add     $8, OUT
    sub     $8, END
    crypt_rest x1
    jmp     5f
4:  crypt_rest x0

5:  add_key x2, x3
    xor     $0xf0, x2
    call    .Ltwelve
    add_key x3, x4
    mov     TAG, t0
    mov     x3, (t0)
    mov     x4, 8(t0)
    .irp    saved, %r15, %r14, %r13, %r12, %rbp, %rbx
    pop     \saved
    .endr
    ret
end_function SYMBOL(narae_ascon_aead128_message_bmi2)

#endif
