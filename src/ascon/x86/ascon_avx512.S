/* SPDX-License-Identifier: MIT */
/* The Ascon permutation for x86-64 with AVX-512, and whole blocks and messages
 * of Ascon-AEAD128.  SP 800-232, 3 and 4.
 *
 *   void narae_ascon_permute_avx512(uint64_t state[5], unsigned rounds);
 *   void narae_ascon_aead128_blocks_avx512(uint64_t state[5], uint8_t *out,
 *                                          const uint8_t *in, size_t nblocks,
 *                                          unsigned what);
 *   void narae_ascon_aead128_message_avx512(const narae_message *message);
 *
 * One state in vectors of 128 bits, two words in each: v is x4 and x0, w is x2
 * and x3, and x has x1 twice.  vs and ws are v and w with their words exchanged.
 * With three-input operations (VPTERNLOG), some of them masked to one word,
 *
 *     y1           = [x1, x2, x3 not all equal] ^ x0 ^ x4
 *     y4, y0       = (v ^ (~(v ^ vs) & x)) ^ (x3 ^ (y0: ~x1 & x2))
 *     y2, y3       = (x1 ^ x2 ^ x3) ^ (y2: ~(x4 | x3) ^ constant)
 *                                   ^ (y3: (x0 & (x4 ^ x3)) ^ x0 ^ x4)
 *
 * are 9 operations after 2 exchanges, and the linear layer of three vectors is 6
 * rotations and 3 sums.  The constant of the next round is run backwards through
 * the linear layer; x2 always has that of the first of eight rounds.
 *
 *     20 operations, three a cycle on 128 bits: 6.7 cycles; the chain is 5 operations
 *
 * Golden Cove assigns operations to ports when they are renamed, long before they execute,
 * so some wait for one port while another is free.  The order below takes 8.1 cycles, the
 * best of some hundred thousand.  NOPs, six of which take a cycle of the front end,
 * separate operations that would wait for the same port; without them it is 8.9.  In
 * general registers a round takes 11.8 cycles on this core.
 *
 *     8 rounds     65 cycles
 *     a block      71: 4.46 cycles/byte
 *     a message    195 for its 24 rounds outside blocks, and some 25 for the rest
 *
 * This kernel is for CPUs with a vector latency of one cycle; with two, as on Zen 5, a
 * round takes longer than in general registers.
 *
 * Time depends on the number of rounds and blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "ascon_avx512.S"

/* The register of each word, and the mask of its half. */
#define x0 %xmm0, %k2
#define x1 %xmm1, %k3
#define x2 %xmm2, %k1
#define x3 %xmm2, %k2
#define x4 %xmm0, %k1

#include "functions.inc"
#include "core/x86/call.inc"

/* v, x and w before a round with an even number, and before one with an odd one. */
#define EVEN %xmm0, %xmm1, %xmm2
#define ODD  %xmm3, %xmm4, %xmm5

#define vs %xmm6
#define ws %xmm7
#define sum %xmm8
#define y2 %xmm9
#define r0 %xmm10
#define r1 %xmm11
#define r2 %xmm12
#define r3 %xmm13
#define r4 %xmm14
#define r5 %xmm15
/* a block of text: its second word twice, its first in the half that is x0's */
#define text0 %xmm18
#define text1 %xmm19
/* rotation distances of v and w */
#define turn0 %xmm28
#define turn1 %xmm29
#define turn2 %xmm30
#define turn3 %xmm31

.macro idle n
    .rept   \n
    nop
    .endr
.endm

.macro round r, v, x, w, next_v, next_x, next_w
    idle    1
    vpshufd $0x4e, \w, ws
    idle    4
    vpshufd $0x4e, \v, vs
    idle    1
    vmovdqa64 \v, y2
    vpternlogq $0xa9, 8*(\r)+constants(%rip){1to2}, ws, y2{%k1}{z}
    vmovdqa64 \x, sum
    vpternlogq $0x96, ws, \w, sum
    vmovdqa64 \x, \next_x
    vpternlogq $0x7e, ws, \w, \next_x
    vmovdqa64 \v, \next_w
    vpternlogq $0x5c, \w, vs, \next_w{%k2}{z}
    vpternlogq $0x96, vs, \v, \next_x
    vpternlogq $0x74, vs, \x, \v
    vpternlogq $0x96, sum, y2, \next_w
    idle    1
    vprorvq turn2, \next_w, r4
    idle    1
    vprorq  $61, \next_x, r2
    idle    1
    vprorvq turn3, \next_w, r5
    vpternlogq $0x9a, \w, \x, ws{%k2}
    idle    2
    vprorq  $39, \next_x, r3
    idle    5
    vpxorq  ws, \v, \next_v
    vprorvq turn1, \next_v, r1
    idle    1
    vprorvq turn0, \next_v, r0
    vpternlogq $0x96, r5, r4, \next_w
    vpternlogq $0x96, r1, r0, \next_v
    idle    1
    vpternlogq $0x96, r3, r2, \next_x
    idle    1
.endm

.macro two_rounds r
    round   \r, EVEN, ODD
    round   (\r) + 1, ODD, EVEN
.endm

    read_only_data
    .p2align 6
turns:
    .quad   7, 19, 41, 28, 1, 10, 6, 17
/* constants[r] ^ (constants[r] >>> 1) ^ (constants[r] >>> 6) is the constant of
 * round r + 1, and the last one that of round 4. */
constants:
    .quad   0x376938bca3083feb, 0x66ed271794610775, 0x566ed271794610ff, 0xc5e51841fab37649
    .quad   0xf566ed27179461c3, 0xa4e2f28c20fd595d, 0x946107eacdda4ed7, 0x83f566ed27179430
    .quad   0xb376938bca3083ba, 0xe2f28c20fd59bb24, 0xd2717946107eacae, 0xc5e51841fab37649
/* Converts x2 with the first constant of eight rounds to that of twelve, and of six. */
to_twelve:
    .quad   0xf0 ^ 0xb4
to_six:
    .quad   0x96 ^ 0xb4
to_eight:
    .quad   0xb4, 0
initial:
    .quad   0x00001000808c0001
top:
    .quad   0x8000000000000000

    .text
    .p2align 6
.Ltwelve:
    .cfi_startproc
    two_rounds 0
    two_rounds 2
    .p2align 6
.Leight:
    two_rounds 4
.Lsix:
    two_rounds 6
    two_rounds 8
    two_rounds 10
    ret
    .cfi_endproc

.macro permute rounds
.if \rounds == 12
    xor_word to_twelve(%rip), x2
    call    .Ltwelve
.elseif \rounds == 8
    call    .Leight
.else
    xor_word to_six(%rip), x2
    call    .Lsix
.endif
.endm

.macro lanes_and_turns number
    mov     $1, \number
    kmovw   \number, %k1
    mov     $2, \number
    kmovw   \number, %k2
    kxnorw  %k3, %k3, %k3
    vmovdqa64 turns(%rip), turn0
    vmovdqa64 16+turns(%rip), turn1
    vmovdqa64 32+turns(%rip), turn2
    vmovdqa64 48+turns(%rip), turn3
.endm

.macro load_state
    lanes_and_turns %eax
    vmovq   32(STATE), %xmm0
    vmovhps (STATE), %xmm0, %xmm0
    vpbroadcastq 8(STATE), %xmm1
    vmovdqu 16(STATE), %xmm2
    vpxor   to_eight(%rip), %xmm2, %xmm2
.endm

.macro store_state
    write_word (STATE), x0
    write_word 8(STATE), x1
    vpxor   to_eight(%rip), %xmm2, %xmm2
    vmovdqu %xmm2, 16(STATE)
    write_word 32(STATE), x4
.endm

.macro new_state key, nonce
    lanes_and_turns %eax
    vmovq   8(\nonce), %xmm0
    vmovhps initial(%rip), %xmm0, %xmm0
    vpbroadcastq (\key), %xmm1
    vmovq   8(\key), %xmm2
    vmovhps (\nonce), %xmm2, %xmm2
    vpxor   to_eight(%rip), %xmm2, %xmm2
.endm

.macro xor_word memory, x, lane
    vpxorq  \memory{1to2}, \x, \x{\lane}
.endm

.macro xor_register register, x, lane
    vpbroadcastq \register, text0
    vpxorq  text0, \x, \x{\lane}
.endm

.macro read_word register, x, lane
.ifc \lane, %k2
    vpextrq $1, \x, \register
.else
    vmovq   \x, \register
.endif
.endm

.macro write_word memory, x, lane
.ifc \lane, %k2
    vmovhps \x, \memory
.else
    vmovq   \x, \memory
.endif
.endm

.macro flip x:vararg
    xor_word top(%rip), \x
.endm

.macro take_block
    vpbroadcastq (IN), text0
    vpbroadcastq 8(IN), text1
.endm

.macro xor_block
    vpxorq  text0, %xmm0, %xmm0{%k2}
    vpxorq  text1, %xmm1, %xmm1
.endm

.macro put_block
    write_word (OUT), x0
    write_word 8(OUT), x1
.endm

.macro set_block
    vmovdqa64 text0, %xmm0{%k2}
    vmovdqa64 text1, %xmm1
.endm

    ways_through_blocks OUT

function SYMBOL(narae_ascon_permute_avx512)
    permute_state %esi
    ret
end_function SYMBOL(narae_ascon_permute_avx512)

function SYMBOL(narae_ascon_aead128_blocks_avx512)
    crypt_blocks BYTES
end_function SYMBOL(narae_ascon_aead128_blocks_avx512)

function SYMBOL(narae_ascon_aead128_message_avx512)
    crypt_message END
end_function SYMBOL(narae_ascon_aead128_message_avx512)

#endif
