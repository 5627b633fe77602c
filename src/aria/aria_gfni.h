/* The S-boxes of ARIA by GFNI, for aria_vector.h.  The including file defines
 * v_affine and v_affine_inverse (x, matrix, constant).
 *
 * GFNI inverts in AES's field, which is ARIA's too: S1 is AES's S-box; S2, the
 * power -8 with an affine map, is inversion with another one, since squaring is
 * linear.  Their inverses take two instructions. */

#define IDENTITY 0x0102040810204080
#define S1_MATRIX 0xf1e3c78f1f3e7cf8
#define S2_MATRIX 0xeafcb7c3c273c66f
#define S1_UNDO 0xa44992254a942952
#define S2_UNDO 0x186450c737d6bdc9

#define v_s1(x) v_affine_inverse(x, S1_MATRIX, 0x63)
#define v_s2(x) v_affine_inverse(x, S2_MATRIX, 0xe2)
#define v_s1_inverse(x) v_affine_inverse(v_affine(x, S1_UNDO, 0x05), IDENTITY, 0)
#define v_s2_inverse(x) v_affine_inverse(v_affine(x, S2_UNDO, 0x2c), IDENTITY, 0)
#define v_turn(x) (x)
