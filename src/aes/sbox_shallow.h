/* SPDX-License-Identifier: MIT */
/* The AES S-box as a circuit for cores on which a chain of gates costs more
 * than their number, and which have a multiplexer.  FIPS 197, clause 5.1.1.
 *
 * On a Cortex-A72 a vector gate has a latency of three cycles and two start in
 * each cycle: 110 gates take 55 cycles if the depth of the circuit is at most
 * 18.  That of sbox.h is more than 30.  So here
 *
 *   - the inversion in GF(2^4) is that of Boyar and Peralta, "A small depth-16
 *     circuit for the AES S-box" (SEC 2012), four gates in a row instead of
 *     nine, with three gates saved by choosing instead of multiplying and
 *     adding, (a + b) c + b = c ? a : b, and two by AND with a complement;
 *   - the first linear layer is theirs too: 27 XOR, four in a row;
 *   - the last is from their "A new combinational logic minimization technique"
 *     (SEA 2010): 30 XOR, six in a row, which beats 38, four in a row.
 *
 *     S-box    27 XOR, 59 gates of the inversion, 30 XOR: 116, 18 in a row
 *     inverse  30 XOR, 59 gates of the inversion, 28 XOR: 117
 *
 * The includer defines `word`, as for sbox.h, and choose(mask, a, b), the
 * bits of a where the mask is set, else of b.  The inverse's first layer
 * was found by Paar's greedy search, 30 XOR and four in a row, against 20 XOR
 * and thirteen in a row in sbox.h; its last layer is that of sbox.h. */
#ifndef NARAE_AES_SBOX_SHALLOW_H
#define NARAE_AES_SBOX_SHALLOW_H

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

    word t26 = t21 & t23;
    word t29 = choose(t24 ^ t26, t21, t22);
    word t33 = choose(t22 ^ t26, t23, t24);
    word t37 = ((t23 ^ t24) & ~(t22 & t23)) ^ t26;
    word t40 = ((t21 ^ t22) & ~(t21 & t24)) ^ t26;

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

/* The 22 linear forms of the S-box's input that the inversion reads. */
static inline __attribute__((always_inline)) void
aes_sub_bytes_first_layer(word y[22], const word q[8])
{
    y[0] = q[0];
    y[9] = q[7] ^ q[4];
    y[8] = q[7] ^ q[2];
    y[13] = q[7] ^ q[1];
    y[14] = q[4] ^ q[2];
    word t5 = q[3] ^ q[1];
    y[15] = y[9] ^ t5;
    word t7 = q[6] ^ q[5];
    y[6] = q[0] ^ y[15];
    y[1] = q[0] ^ t7;
    y[10] = y[15] ^ t7;
    word t11 = q[6] ^ q[2];
    word t12 = q[5] ^ q[2];
    y[12] = y[13] ^ y[14];
    y[20] = y[15] ^ t11;
    y[11] = t5 ^ t11;
    y[16] = t5 ^ t12;
    y[7] = y[1] ^ y[16];
    y[4] = t7 ^ (q[4] ^ q[0]);
    y[2] = y[9] ^ y[4];
    y[5] = t7 ^ (q[1] ^ q[0]);
    y[3] = y[8] ^ y[5];
    y[19] = y[8] ^ y[10];
    y[18] = y[2] ^ y[7];
    y[21] = y[13] ^ y[16];
    y[17] = y[9] ^ t12;
}

/* q = S-box of q, without 0x63 */
static inline __attribute__((always_inline)) void
aes_sub_bytes(word q[8])
{
    word y[22], z[18];

    aes_sub_bytes_first_layer(y, q);
    aes_inversion(z, y);

    word t46 = z[15] ^ z[16];
    word t47 = z[10] ^ z[11];
    word t48 = z[5] ^ z[13];
    word t49 = z[9] ^ z[10];
    word t50 = z[2] ^ z[12];
    word t51 = z[2] ^ z[5];
    word t52 = z[7] ^ z[8];
    word t53 = z[0] ^ z[3];
    word t54 = z[6] ^ z[7];
    word t55 = z[16] ^ z[17];
    word t56 = z[12] ^ t48;
    word t57 = t50 ^ t53;
    word t58 = z[4] ^ t46;
    word t59 = z[3] ^ t54;
    word t60 = t46 ^ t57;
    word t61 = z[14] ^ t57;
    word t62 = t52 ^ t58;
    word t63 = t49 ^ t58;
    word t64 = z[4] ^ t59;
    word t65 = t61 ^ t62;
    word t66 = z[1] ^ t63;
    word t67 = t64 ^ t65;
    q[7] = t59 ^ t63;
    q[1] = t56 ^ t62;
    q[0] = t48 ^ t60;
    q[4] = t53 ^ t66;
    q[3] = t51 ^ t66;
    q[2] = t47 ^ t65;
    q[6] = t64 ^ q[4];
    q[5] = t55 ^ t67;
}

/* The 22 linear forms of the inverse's input that the inversion reads. */
static inline __attribute__((always_inline)) void
aes_inv_sub_bytes_first_layer(word y[22], const word q[8])
{
    word t0 = q[5] ^ q[6];
    word t1 = q[3] ^ q[7];
    word t2 = q[2] ^ q[4];
    word t3 = q[1] ^ t0;
    word t4 = q[1] ^ q[6];
    word t5 = q[0] ^ t1;
    word t6 = q[7] ^ t2;
    word t7 = q[3] ^ t2;
    word t8 = q[2] ^ q[3];
    word t9 = t4 ^ t6;
    word t10 = q[1] ^ q[5];
    word t11 = t4 ^ t8;
    word t12 = q[5] ^ t5;
    word t13 = t3 ^ t6;
    word t14 = q[6] ^ t1;
    word t15 = q[5] ^ t1;
    word t16 = q[0] ^ q[5];
    word t17 = q[2] ^ t0;
    word t18 = q[0] ^ t3;
    word t19 = q[0] ^ q[7];
    word t20 = q[4] ^ t3;
    word t21 = q[1] ^ t1;
    word t22 = t5 ^ t20;
    word t23 = q[1] ^ q[7];
    word t24 = t0 ^ t19;
    word t25 = t4 ^ t7;
    word t26 = q[2] ^ t14;
    word t27 = t1 ^ t3;
    word t28 = t0 ^ t8;
    word t29 = t6 ^ t16;
    y[0] = t5;
    y[1] = t7;
    y[2] = t21;
    y[3] = t28;
    y[4] = q[3];
    y[5] = t10;
    y[6] = t12;
    y[7] = t27;
    y[8] = t11;
    y[9] = t23;
    y[10] = t29;
    y[11] = t18;
    y[12] = t17;
    y[13] = t15;
    y[14] = t26;
    y[15] = q[5];
    y[16] = t13;
    y[17] = t9;
    y[18] = t0;
    y[19] = t22;
    y[20] = t24;
    y[21] = t25;
}

#include "sbox.h"

#endif
