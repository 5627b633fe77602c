/* The S-boxes of ARIA by look-ups in registers, for ARMv8-A: see aria_bytes_neon.c.
 * The including file says what a vector V is: v_find(table, x), v_each(byte),
 * v_down4(x), KERNEL. */

#define TABLE(low, high) vcombine_u8(vcreate_u8(low), vcreate_u8(high))

/* Ways in, of the lower half of a byte and of the upper one. */
#define IN_LOW TABLE(0x30312c2d1d1c0100, 0x17160b0a3a3b2627)
#define IN_HIGH TABLE(0xf573088e7bfd8600, 0x82047ff90c8af177)
#define S1_INVERSE_LOW TABLE(0x9e2b42f745f0992c, 0x8a3f56e351e48d38)
#define S1_INVERSE_HIGH TABLE(0xe2454aed0fa8a700, 0x33949b3cde7976d1)
#define S2_INVERSE_LOW TABLE(0x3d656139f3abaff7, 0xc59d99c10b53570f)
#define S2_INVERSE_HIGH TABLE(0x5188459ccd14d900, 0x72ab66bfee37fa23)

/* Ways out, of N / (k + a i) and N / (k + a j). */
#define S1_I TABLE(0xac678d21b0d7cb00, 0x1c91f6463dea5a7b)
#define S1_J TABLE(0xe8772ac216619f00, 0xfed4a3b53c5d4b89)
#define S2_I TABLE(0xb1e2e05127c55300, 0x967694b3c7022574)
#define S2_J TABLE(0xbddc4bf609d56100, 0xb4ff232a42979e68)
#define OUT_I TABLE(0x172c1403c8e43b00, 0xdfcbe72fdc38f0f3)
#define OUT_J TABLE(0xac888f2319912400, 0xb53ab2ab96071e3d)

/* Bytes k and i of the field to those two. */
KERNEL void
invert(V *i, V *k)
{
    const uint8x16_t inverse = TABLE(0x06070b0d0e090180, 0x0803040a050c020f),
                     ratios = TABLE(0x0c0e05090f010280, 0x030608070a0b040d);
    const V ratio = v_find(ratios, *k), j = *i ^ *k;
    const V x = v_find(inverse, *i) ^ ratio, y = v_find(inverse, j) ^ ratio;

    *k = v_find(inverse, y) ^ *i;
    *i = v_find(inverse, x) ^ j;
}

KERNEL V
look_up(V x, uint8x16_t low, uint8x16_t high, uint8x16_t out_i, uint8x16_t out_j)
{
    const V y = v_find(low, x & v_each(15)) ^ v_find(high, v_down4(x));
    V k = y & v_each(15), i = v_down4(y);

    invert(&i, &k);
    return v_find(out_i, i) ^ v_find(out_j, k);
}

#define v_s1(x) (look_up(x, IN_LOW, IN_HIGH, S1_I, S1_J) ^ v_each(0x63))
#define v_s2(x) (look_up(x, IN_LOW, IN_HIGH, S2_I, S2_J) ^ v_each(0xe2))
#define v_s1_inverse(x) look_up(x, S1_INVERSE_LOW, S1_INVERSE_HIGH, OUT_I, OUT_J)
#define v_s2_inverse(x) look_up(x, S2_INVERSE_LOW, S2_INVERSE_HIGH, OUT_I, OUT_J)
#define v_turn(x) (x)
