/* S and A of ARIA on a block in a vector, for ARMv8-A. */

#include "aria_diffuse_neon.h"
#include "aria_vector_neon.h"

#define v_find vqtbl1q_u8

#include "aria_look_up_neon.h"

/* S, or S' if `even`.  Each byte picks its maps from a table of three by number. */
KERNEL V
substitute_block(V x, unsigned even)
{
    const uint8x16x3_t low = {{IN_LOW, S1_INVERSE_LOW, S2_INVERSE_LOW}},
                       high = {{IN_HIGH, S1_INVERSE_HIGH, S2_INVERSE_HIGH}}, out_i = {{S1_I, S2_I, OUT_I}},
                       out_j = {{S1_J, S2_J, OUT_J}};
#define EACH_WORD(odd_round, even_round) vreinterpretq_u8_u32(vdupq_n_u32(even ? even_round : odd_round))
    const V in = EACH_WORD(0x20100000, 0x00002010), out = EACH_WORD(0x20201000, 0x10002020);
    const V y = vqtbl3q_u8(low, (x & v_each(15)) | in) ^ vqtbl3q_u8(high, v_down4(x) | in);
    V k = y & v_each(15), i = v_down4(y);

    invert(&i, &k);
    return vqtbl3q_u8(out_i, i | out) ^ vqtbl3q_u8(out_j, k | out) ^ EACH_WORD(0x0000e263, 0xe2630000);
}
