/* SPDX-License-Identifier: MIT */
/* SHA-256 for ARMv8-A with its SHA2 instructions.  FIPS 180-4, 6.2.
 *
 * SHA256H and SHA256H2 compute four rounds of the halves of the state, ABCD and EFGH;
 * SHA256SU0 and SHA256SU1 compute four words of the schedule.  A block of 64 rounds is 32
 * instructions of the first kind, 24 of the second, 16 additions of constants and 16
 * copies.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "core/for_each.h"

#    include "sha2/sha2_internal.h"

/* Assembly, because clang 14 has the intrinsics only if every function may use them.  gcc
 * passes a function's target to the assembler; for clang it has to be in the assembly. */
#    ifdef __clang__
#        define CODE
#        define SHA2(instruction) ".arch_extension sha2\n\t" instruction
#    else
#        define CODE __attribute__((target("+crypto")))
#        define SHA2(instruction) instruction
#    endif

CODE void
narae_sha256_blocks_ce(uint32_t state[8], const uint8_t *in, size_t nblocks)
{
    uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);

    for (; nblocks != 0; nblocks--, in += 64) {
        const uint32x4_t abcd_before = abcd, efgh_before = efgh;
        uint32x4_t w[8];

        FOR_EACH(i, 4, w[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(in + 16 * (i)))););
        FOR_EACH_OF_16(g, 16, {
            const uint32x4_t sum = vaddq_u32(w[(g) % 4], vld1q_u32(narae_sha256_constants + 4 * (g)));
            const uint32x4_t old = abcd;

            if ((g) < 12)
                __asm__(SHA2("sha256su0 %0.4s, %1.4s") : "+w"(w[(g) % 4]) : "w"(w[((g) + 1) % 4]));
            __asm__(SHA2("sha256h %q0, %q1, %2.4s") : "+w"(abcd) : "w"(efgh), "w"(sum));
            __asm__(SHA2("sha256h2 %q0, %q1, %2.4s") : "+w"(efgh) : "w"(old), "w"(sum));
            if ((g) < 12)
                __asm__(SHA2("sha256su1 %0.4s, %1.4s, %2.4s")
                        : "+w"(w[(g) % 4])
                        : "w"(w[((g) + 2) % 4]), "w"(w[((g) + 3) % 4]));
        });
        abcd = vaddq_u32(abcd, abcd_before);
        efgh = vaddq_u32(efgh, efgh_before);
    }
    vst1q_u32(state, abcd);
    vst1q_u32(state + 4, efgh);
}

#endif
