/* LEA for ARMv8-A: 4 blocks a group, two groups at a time.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "lea_internal.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_neon
#    define LANES 4
#    define ENCRYPT_GROUPS 4
#    define DECRYPT_GROUPS 4
#    define FEW 1

typedef uint32x4_t V;

#    define v_rol(x, n) vsriq_n_u32(vshlq_n_u32(x, n), x, 32 - (n))
#    define v_set1(word) vdupq_n_u32(word)

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    return nblocks != 0 ? vreinterpretq_u32_u8(vld1q_u8(p)) : vdupq_n_u32(0);
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks != 0)
        vst1q_u8(p, vreinterpretq_u8_u32(x));
}

KERNEL void
v_transpose(V x[4])
{
    const uint32x4x2_t ab = vtrnq_u32(x[0], x[1]), cd = vtrnq_u32(x[2], x[3]);

    x[0] = vcombine_u32(vget_low_u32(ab.val[0]), vget_low_u32(cd.val[0]));
    x[1] = vcombine_u32(vget_low_u32(ab.val[1]), vget_low_u32(cd.val[1]));
    x[2] = vcombine_u32(vget_high_u32(ab.val[0]), vget_high_u32(cd.val[0]));
    x[3] = vcombine_u32(vget_high_u32(ab.val[1]), vget_high_u32(cd.val[1]));
}

KERNEL V
v_counters(uint32_t low)
{
    static const uint32_t n[4] = {0, 1, 2, 3};

    return vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(vdupq_n_u32(low) + vld1q_u32(n))));
}

#    include "lea_vector.h"

#endif
