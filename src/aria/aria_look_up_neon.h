/* The S-boxes of ARIA by look-ups in registers, for ARMv8-A: see
 * aria_bytes_neon.c.  The includer has v_bytes() and its like. */
#ifndef NARAE_ARIA_LOOK_UP_NEON_H
#define NARAE_ARIA_LOOK_UP_NEON_H

/* Ways in, of the lower half of a byte and of the upper one. */
#define IN_LOW v_bytes(0x30312c2d1d1c0100, 0x17160b0a3a3b2627)
#define IN_HIGH v_bytes(0xf573088e7bfd8600, 0x82047ff90c8af177)
#define S1_INVERSE_LOW v_bytes(0x9e2b42f745f0992c, 0x8a3f56e351e48d38)
#define S1_INVERSE_HIGH v_bytes(0xe2454aed0fa8a700, 0x33949b3cde7976d1)
#define S2_INVERSE_LOW v_bytes(0x3d656139f3abaff7, 0xc59d99c10b53570f)
#define S2_INVERSE_HIGH v_bytes(0x5188459ccd14d900, 0x72ab66bfee37fa23)

/* Ways out, of N / (k + a i) and N / (k + a j). */
#define S1_I v_bytes(0xac678d21b0d7cb00, 0x1c91f6463dea5a7b)
#define S1_J v_bytes(0xe8772ac216619f00, 0xfed4a3b53c5d4b89)
#define S2_I v_bytes(0xb1e2e05127c55300, 0x967694b3c7022574)
#define S2_J v_bytes(0xbddc4bf609d56100, 0xb4ff232a42979e68)
#define OUT_I v_bytes(0x172c1403c8e43b00, 0xdfcbe72fdc38f0f3)
#define OUT_J v_bytes(0xac888f2319912400, 0xb53ab2ab96071e3d)

/* Bytes k and i of the field to those two. */
KERNEL void
invert(V *i, V *k)
{
    const V inverse = v_bytes(0x06070b0d0e090180, 0x0803040a050c020f);
    const V ratio = vqtbl1q_u8(v_bytes(0x0c0e05090f010280, 0x030608070a0b040d), *k), j = *i ^ *k;
    const V x = vqtbl1q_u8(inverse, *i) ^ ratio, y = vqtbl1q_u8(inverse, j) ^ ratio;

    *k = vqtbl1q_u8(inverse, y) ^ *i;
    *i = vqtbl1q_u8(inverse, x) ^ j;
}

/* S, or S' if `even`, of a block. */
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

#endif
