/* SPDX-License-Identifier: MIT */
/* The AES S-box and its inverse as circuits of XOR and AND, for bit-sliced
 * kernels.  FIPS 197, clause 5.1.1.
 *
 * The includer defines `word`, any type with ^ and & of C: each bit position
 * is one byte of the state, q[i] holds bit i of them all.
 *
 * Both are a linear layer, the inversion of GF(2^8), and a linear layer.  The
 * inversion is that of Boyar and Peralta, "A new combinational logic
 * minimization technique with applications to cryptology" (SEA 2010), and
 * keeps its names: y are the 22 linear forms it reads (y[0] is the input bit
 * they call U7), z its 18 final products.  The linear layers are their
 * heuristic run on all 2040 maps x -> c x^(2^k), which inversion turns into
 * maps of the same kind, so each of them can be moved from one layer to the
 * other; the pair with the fewest gates was kept.
 *
 *     S-box    21 XOR, 62 of the inversion, 27 XOR: 110 gates
 *     inverse  20 XOR, 62 of the inversion, 28 XOR: 110 gates
 *
 * The constant 0x63 is left out: MixColumns and InvMixColumns map a state
 * full of 0x63 to itself, so kernels add it to the round keys 1, 2, ... of the
 * schedule, where it serves both directions.
 *
 * sbox_shallow.h has other circuits for all but the inverse's last layer,
 * which it takes from here. */
#ifndef NARAE_AES_SBOX_H
#define NARAE_AES_SBOX_H

#ifndef NARAE_AES_SBOX_SHALLOW_H

static inline __attribute__((always_inline)) void
aes_inversion(word z[18], const word y[22])
{
    word t2 = y[12] & y[15];
    word t4 = (y[3] & y[6]) ^ t2;
    word t6 = (y[4] & y[0]) ^ t2;
    word t7 = y[13] & y[16];
    word t9 = (y[5] & y[1]) ^ t7;
    word t11 = (y[2] & y[7]) ^ t7;
    word t12 = y[9] & y[11];
    word t14 = (y[14] & y[17]) ^ t12;
    word t16 = (y[8] & y[10]) ^ t12;
    word t21 = t4 ^ t14 ^ y[20];
    word t22 = t6 ^ t16 ^ y[19];
    word t23 = t9 ^ t14 ^ y[21];
    word t24 = t11 ^ t16 ^ y[18];

    word t25 = t21 ^ t22;
    word t26 = t21 & t23;
    word t27 = t24 ^ t26;
    word t29 = (t25 & t27) ^ t22;
    word t30 = t23 ^ t24;
    word t31 = t22 ^ t26;
    word t33 = (t31 & t30) ^ t24;
    word t34 = t23 ^ t33;
    word t35 = t27 ^ t33;
    word t36 = t24 & t35;
    word t37 = t36 ^ t34;
    word t38 = t27 ^ t36;
    word t40 = t25 ^ (t29 & t38);

    word t41 = t40 ^ t37;
    word t42 = t29 ^ t33;
    word t43 = t29 ^ t40;
    word t44 = t33 ^ t37;
    word t45 = t42 ^ t41;

    z[0] = t44 & y[15];
    z[1] = t37 & y[6];
    z[2] = t33 & y[0];
    z[3] = t43 & y[16];
    z[4] = t40 & y[1];
    z[5] = t29 & y[7];
    z[6] = t42 & y[11];
    z[7] = t45 & y[17];
    z[8] = t41 & y[10];
    z[9] = t44 & y[12];
    z[10] = t37 & y[3];
    z[11] = t33 & y[4];
    z[12] = t43 & y[13];
    z[13] = t40 & y[5];
    z[14] = t29 & y[2];
    z[15] = t42 & y[9];
    z[16] = t45 & y[14];
    z[17] = t41 & y[8];
}

/* q = S-box of q, without 0x63 */
static inline __attribute__((always_inline)) void
aes_sub_bytes(word q[8])
{
    word y[22], z[18];

    y[7] = q[7];
    y[9] = q[0] ^ q[6];
    y[21] = q[4] ^ y[9];
    y[3] = q[2] ^ y[9];
    y[16] = q[3] ^ y[3];
    y[13] = y[21] ^ y[16];
    y[20] = q[5] ^ y[13];
    y[11] = y[9] ^ y[20];
    y[0] = q[7] ^ y[11];
    y[8] = q[0] ^ y[0];
    y[5] = y[3] ^ y[8];
    y[1] = q[7] ^ y[16];
    y[2] = y[13] ^ y[5];
    y[4] = y[9] ^ y[2];
    y[14] = q[2] ^ y[5];
    y[12] = q[2] ^ y[2];
    y[18] = q[7] ^ y[2];
    y[6] = q[1] ^ y[18];
    y[15] = y[0] ^ y[6];
    y[10] = y[1] ^ y[6];
    y[17] = y[16] ^ y[15];
    y[19] = y[8] ^ y[10];

    aes_inversion(z, y);

    word t0 = z[13] ^ z[12];
    word t1 = z[16] ^ z[15] ^ t0;
    word t2 = z[4] ^ z[1];
    word t3 = z[3] ^ z[0] ^ t2;
    word t4 = z[5] ^ t2;
    word t5 = z[2] ^ t1 ^ t4;
    word t6 = t3 ^ t5;
    word t7 = z[6] ^ z[0];
    word t8 = z[7] ^ z[1];
    word t9 = z[8] ^ t4;
    word t10 = z[11] ^ t7 ^ t8 ^ z[9];
    q[7] = z[17] ^ z[15] ^ t6 ^ t10;
    q[6] = z[10] ^ t0 ^ t5 ^ z[9];
    q[5] = t1;
    q[4] = t1 ^ t7 ^ t9;
    q[3] = z[14] ^ z[12] ^ t10;
    q[2] = t8 ^ t9;
    q[1] = t3;
    q[0] = t6;
}

/* The 22 linear forms of the inverse's input that the inversion reads. */
static inline __attribute__((always_inline)) void
aes_inv_sub_bytes_first_layer(word y[22], const word q[8])
{
    y[4] = q[3];
    y[15] = q[5];
    y[18] = q[5] ^ q[6];
    y[12] = q[2] ^ y[18];
    y[9] = q[1] ^ q[7];
    y[5] = q[1] ^ q[5];
    y[3] = q[3] ^ y[12];
    y[8] = y[5] ^ y[3];
    y[14] = y[9] ^ y[8];
    y[2] = q[3] ^ y[9];
    y[13] = y[12] ^ y[14];
    y[21] = q[4] ^ y[8];
    y[16] = y[13] ^ y[21];
    y[7] = y[18] ^ y[2];
    y[1] = y[16] ^ y[7];
    y[6] = q[0] ^ y[13];
    y[0] = q[5] ^ y[6];
    y[10] = y[1] ^ y[6];
    y[17] = q[5] ^ y[16];
    y[11] = y[7] ^ y[0];
    y[19] = y[8] ^ y[10];
    y[20] = y[9] ^ y[11];
}

#endif

/* q = what the inverse makes of the inversion's products z */
static inline __attribute__((always_inline)) void
aes_inv_sub_bytes_last_layer(word q[8], const word z[18])
{
    word t0 = z[11] ^ z[14];
    word t1 = z[16] ^ z[13];
    word t2 = z[15] ^ z[12] ^ t1;
    word t3 = z[7] ^ z[1];
    word t4 = z[8] ^ z[2] ^ t0 ^ t3;
    word t5 = z[10] ^ z[13];
    word t6 = z[6] ^ t3;
    word t7 = z[0] ^ t2 ^ t6;
    word t8 = t4 ^ t5 ^ t7;
    word t9 = z[5] ^ z[2];
    word t10 = z[3] ^ t6 ^ t9;
    word t11 = z[4] ^ z[1] ^ t9;
    word t12 = z[9] ^ z[12] ^ t4;
    q[7] = t0 ^ t5 ^ t10;
    q[6] = t2;
    q[5] = t8 ^ t11;
    q[4] = t12;
    q[3] = t10 ^ t12;
    q[2] = t11;
    q[1] = z[17] ^ z[14] ^ t1 ^ t8;
    q[0] = t7;
}

/* q = inverse S-box of q ^ 0x63 */
static inline __attribute__((always_inline)) void
aes_inv_sub_bytes(word q[8])
{
    word y[22], z[18];

    aes_inv_sub_bytes_first_layer(y, q);
    aes_inversion(z, y);
    aes_inv_sub_bytes_last_layer(q, z);
}

#endif
