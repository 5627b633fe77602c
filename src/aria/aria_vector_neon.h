/* What aria_vector.h wants to know of ARMv8-A, but for the S-boxes and FEW. */

#include <arm_neon.h>

#include "aria_arm.h"

#define CODE
#define KERNEL static inline __attribute__((always_inline))
#define LANES 1

typedef uint8x16_t V;
typedef uint8x16_t BYTES;

#define v_low(x, y) vzip1q_u8(x, y)
#define v_high(x, y) vzip2q_u8(x, y)
#define v_byte(p) vdupq_n_u8(*(p))
#define v_bytes(low, high) vcombine_u8(vcreate_u8(low), vcreate_u8(high))
#define v_numbers v_bytes(0x0706050403020100, 0x0f0e0d0c0b0a0908)
#define v_look_up(high, low, x) vqtbl1q_u8(v_bytes(low, high), x)
#define v_shuffle(x, high, low) vqtbl1q_u8(x, v_bytes(low, high))
#define v_down4(x) vshrq_n_u8(x, 4)
#define v_each(byte) vdupq_n_u8(byte)

KERNEL V
v_key(const uint32_t *k)
{
    return vreinterpretq_u8_u32(vld1q_u32(k));
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    return nblocks != 0 ? vld1q_u8(p) : v_each(0);
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks != 0)
        vst1q_u8(p, x);
}
