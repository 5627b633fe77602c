/* The S-boxes of ARIA by AES instructions, for aria_rounds.h.  The including file defines
 *
 *     v_aes(x), v_aes_inverse(x)   the last round of AES, with a key of zero
 *     v_look_up(high, low, x)      byte x mod 16 of 16 bytes
 *     v_down4(x)                   words of 64 bits shifted down by four
 *     v_each(byte)                 a byte everywhere
 *     v_turned(x)                  AES's rows shifted twice
 *
 * S1 is AES's S-box.  S2 inverts too but raises to the power 8 and has an affine
 * map of its own: both are linear in the bits, so S2 = B S1 with an affine map
 * B, which is two tables of 16 bytes, one for each half of a byte. */

#define v_halves_look_up(low1, low0, high1, high0, x) \
    (v_look_up(low1, low0, (x) & v_each(0x0f)) ^ v_look_up(high1, high0, v_down4(x) & v_each(0x0f)))

/* B and its inverse. */
KERNEL V
v_map(V x)
{
    return v_halves_look_up(0x1a9fa52092172da8, 0x3abf8500b2370d88, 0xa39d77492719f3cd, 0x6e50ba84ead43e00,
                            x);
}

KERNEL V
v_unmap(V x)
{
    return v_halves_look_up(0xebaa0140f8b91253, 0xbcfd5617afee4504, 0x3b8d3385ed5be553, 0x68de60d6be08b600,
                            x);
}

#define v_s1(x) v_aes(x)
#define v_s2(x) v_map(v_aes(x))
#define v_s1_inverse(x) v_aes_inverse(x)
#define v_s2_inverse(x) v_aes_inverse(v_unmap(x))
#define v_turn(x) v_turned(x)
