/* The S-boxes of ARIA by GFNI.
 *
 * GFNI inverts in AES's field, which is ARIA's too: S1 is AES's S-box; S2, the
 * power -8 with an affine map, is inversion with another one, since squaring is
 * linear.  Their inverses take two instructions. */

#define IDENTITY 0x0102040810204080
#define S1_MATRIX 0xf1e3c78f1f3e7cf8
#define S2_MATRIX 0xeafcb7c3c273c66f
#define S1_UNDO 0xa44992254a942952
#define S2_UNDO 0x186450c737d6bdc9
