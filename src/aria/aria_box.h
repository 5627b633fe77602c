/* S-boxes by number, for aria_rounds.h and aria_columns.h, of
 *
 *     v_s1, v_s2, v_s1_inverse, v_s2_inverse (x)
 *     v_turn(x)          see below */

/* S-box b of S, or its inverse if `even`.  AES instructions also shift rows, which
 * moves blocks within their lane: S-boxes by one shift, inverses by three.  v_turn
 * moves by two, so that all vectors move alike, in an odd round by one and in an
 * even round by three: after an even number of rounds they are back. */
KERNEL V
NAME(box)(V x, unsigned b, unsigned even)
{
    if (b >= 2)
        x = v_turn(x);
    if (b % 2 == 0)
        return even == b / 2 ? v_s1(x) : v_s1_inverse(x);
    return even == b / 2 ? v_s2(x) : v_s2_inverse(x);
}
