/* SPDX-License-Identifier: MIT */
/* LEA for x86-64 with AVX-512 (F and VL) on 256 bits: up to 8 blocks.
 *
 * The limit is the latency of a round, XOR, addition and rotation, 4 cycles on Zen 4.  The
 * 12 operations on 512 bits take 6 cycles there, where each is split in two, and on Intel,
 * which has two ports for them; on Zen 5 they take 3, so both widths take as long.
 * Measured on Zen 4, 8 blocks, in cycles, with vectors of 512 bits in brackets:
 *
 *              encryption   decryption   counter mode
 *     LEA-128   118 (222)    167 (288)    133 (182)
 *     LEA-256   159 (272)    247 (390)    168 (231)
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    include "kernels.h"

#    define CODE __attribute__((target("avx512f,avx512vl")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx512vl
#    define GROUPS 1
#    define ENCRYPT_GROUPS 1
#    define DECRYPT_GROUPS 1

#    include "core/x86/words256.inc"

#    define v_rol(x, n) ((V)_mm256_rol_epi32(simd256(x), n))
#    define v_opaque(x) __asm__("" : "+v"(x))

#    include "lea/vector.inc"

#    include "lea/blocks.inc"

#endif
