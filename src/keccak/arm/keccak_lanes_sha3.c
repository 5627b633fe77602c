/* SPDX-License-Identifier: MIT */
/* SHA-3 and SHAKE for ARMv8.2-A with the SHA3 extension: two messages side by
 * side.
 *
 * EOR3 XORs three words, RAX1 XORs a word rotated by one, XAR rotates an XOR, BCAX is chi:
 * a round of both messages is 10 + 5 + 24 + 1 + 25 + 1 instructions.  They are assembly
 * because clang 14 has the intrinsics only if every function may use them.  A single
 * message stays on the integer registers (keccak_neon.c).
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>
#    include <stddef.h>

/* gcc passes a function's target to the assembler; for clang it has to be in the
 * assembly. */
#    ifdef __clang__
#        define CODE
#        define SHA3(instruction) ".arch_extension sha3\n\t" instruction
#    else
#        define CODE __attribute__((target("arch=armv8.2-a+sha3")))
#        define SHA3(instruction) instruction
#    endif
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_sha3
#    define LANES 2

typedef uint64x2_t V;

#    define v_load(p) vld1q_u64(p)
#    define v_store(p, x) vst1q_u64(p, x)
#    define v_set1(word) vdupq_n_u64(word)

KERNEL V
v_bytes(const uint8_t *p)
{
    return vreinterpretq_u64_u8(vld1q_u8(p));
}

KERNEL void
v_get(V *x, V *y, const uint8_t *const in[2], size_t at)
{
    const V a = v_bytes(in[0] + at), b = v_bytes(in[1] + at);

    *x = vtrn1q_u64(a, b);
    *y = vtrn2q_u64(a, b);
}

KERNEL V
v_word(const uint8_t *const in[2], size_t at)
{
    return vreinterpretq_u64_u8(vcombine_u8(vld1_u8(in[0] + at), vld1_u8(in[1] + at)));
}

KERNEL void
v_put(V x, V y, uint8_t *const out[2], size_t at)
{
    vst1q_u8(out[0] + at, vreinterpretq_u8_u64(vtrn1q_u64(x, y)));
    vst1q_u8(out[1] + at, vreinterpretq_u8_u64(vtrn2q_u64(x, y)));
}

KERNEL V
v_sum3(V a, V b, V c)
{
    V sum;

    __asm__(SHA3("eor3 %0.16b, %1.16b, %2.16b, %3.16b") : "=w"(sum) : "w"(a), "w"(b), "w"(c));
    return sum;
}

/* a ^ (~b & c) */
KERNEL V
v_chi(V a, V b, V c)
{
    V x;

    __asm__(SHA3("bcax %0.16b, %1.16b, %2.16b, %3.16b") : "=w"(x) : "w"(a), "w"(c), "w"(b));
    return x;
}

/* a ^ rol(b, 1) */
KERNEL V
v_add_turned(V a, V b)
{
    V x;

    __asm__(SHA3("rax1 %0.2d, %1.2d, %2.2d") : "=w"(x) : "w"(a), "w"(b));
    return x;
}

#    define v_add_rol1(a, b) v_add_turned(a, b)

#    ifdef __OPTIMIZE__
/* Rotates an XOR; n is a constant. */
#        define v_rol_sum(a, b, n)                               \
            __extension__({                                      \
                V turned;                                        \
                __asm__(SHA3("xar %0.2d, %1.2d, %2.2d, %3")      \
                        : "=w"(turned)                           \
                        : "w"(a), "w"(b), "i"((64 - (n)) % 64)); \
                turned;                                          \
            })
#    else /* n is what FOR_EACH counts */
#        define v_rol_sum(a, b, n) \
            (vshlq_u64((a) ^ (b), vdupq_n_s64(n)) | vshlq_u64((a) ^ (b), vdupq_n_s64((int64_t)(n) - 64)))
#    endif

#    include "keccak/lanes_rounds.inc"

#    include "keccak/lanes.inc"

#endif
