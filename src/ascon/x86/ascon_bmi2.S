/* SPDX-License-Identifier: MIT */
/* The Ascon permutation for x86-64 with BMI1 and BMI2, and whole blocks and
 * messages of Ascon-AEAD128.  SP 800-232, 3 and 4.
 *
 *   void narae_ascon_permute_bmi2(uint64_t state[5], unsigned rounds);
 *   void narae_ascon_aead128_blocks_bmi2(uint64_t state[5], uint8_t *out,
 *                                        const uint8_t *in, size_t nblocks,
 *                                        unsigned what);
 *   void narae_ascon_aead128_message_bmi2(const narae_message *message);
 *
 * One XOR in the linear layer adds the constant of the next round to x2, and
 * the complement at the end of the S-box.  ANDN and RORX have a separate
 * destination, so there are no copies:
 *
 *     S-box 3 + 5 ANDN + 8, diffusion 10 RORX + 10, constant 1: 37 instructions
 *
 * with a latency of 7: an XOR, ANDN, two XORs, RORX, two XORs.  Zen 5 starts up
 * to 6 a cycle, 5.3 if they are dependent, so a round takes at least 7 cycles.
 * The order below takes 8.3, the best of some ten thousand; that of the
 * formulas takes 9.5, because it is limited alternately by latency and by
 * throughput.  Forms with a latency of 6 have 4 to 7 more instructions and take
 * 8.7 and more.
 *
 *     8 rounds     66 cycles
 *     a block      68, with the call of the rounds: 4.22 cycles/byte
 *     a message    200 for its 24 rounds outside blocks, and some 50 for the rest
 *
 * Zen 4 starts 4 a cycle: at least 74 cycles for 8 rounds, 84 in this order.
 * Golden Cove starts 5, but takes 94, and 87 in the best order found for it: it
 * uses ascon_avx512.S.
 *
 * Time depends on the number of rounds and blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "ascon_bmi2.S"

#define x0 %rax
#define x1 %rcx
#define x2 %r8
#define x3 %r9
#define x4 %r10
#define u  %r14

#include "functions.inc"
#include "core/x86/call.inc"

/* x2 includes the round's constant and leaves with that of the next round, or
 * with none if `next` is 0. */
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

/* The rounds; x2 already includes the constant of the first. */
    .p2align 6
.Ltwelve:
    .cfi_startproc
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
    .cfi_endproc

.macro permute rounds
.if \rounds == 12
    xor     $0xf0, x2
    call    .Ltwelve
.elseif \rounds == 8
    xor     $0xb4, x2
    call    .Leight
.else
    xor     $0x96, x2
    call    .Lsix
.endif
.endm

.macro load_state
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
.endm

.macro new_state key, nonce
    movabs  $0x00001000808c0001, x0
    mov     (\key), x1
    mov     8(\key), x2
    mov     (\nonce), x3
    mov     8(\nonce), x4
.endm

.macro xor_word memory, x
    xor     \memory, \x
.endm

.macro xor_register register, x
    xor     \register, \x
.endm

.macro read_word register, x
    mov     \x, \register
.endm

.macro write_word memory, x
    mov     \x, \memory
.endm

.macro flip x
    btc     $63, \x
.endm

.macro take_block
    mov     (IN), t0
    mov     8(IN), t1
.endm

.macro xor_block
    xor     t0, x0
    xor     t1, x1
.endm

.macro put_block
    mov     x0, (OUT)
    mov     x1, 8(OUT)
.endm

.macro set_block
    mov     t0, x0
    mov     t1, x1
.endm

    ways_through_blocks OUT

function SYMBOL(narae_ascon_permute_bmi2)
    save_registers
    permute_state %esi
    restore_registers
    ret
end_function SYMBOL(narae_ascon_permute_bmi2)

function SYMBOL(narae_ascon_aead128_blocks_bmi2)
    crypt_blocks BYTES
end_function SYMBOL(narae_ascon_aead128_blocks_bmi2)

function SYMBOL(narae_ascon_aead128_message_bmi2)
    crypt_message END
end_function SYMBOL(narae_ascon_aead128_message_bmi2)

#endif
