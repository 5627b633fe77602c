/* LEA's counter mode: its first four rounds in an order of their own, as
 * lea_rounds_neon.h has the others.  See lea_vector.h for the parameters.
 *
 * Nine words of them depend on the counter.  While the pipe that shifts rotates
 * one for all groups, the other one adds up the next, which waits for those
 * before the one that is being rotated; only the second waits for the first,
 * and two of the fourth round share what is left.  The last is not rotated:
 * that is how the fifth round begins. */

/* Rotates the sums s to the left, to word `to`, while v becomes the next ones. */
#define TURN(to, n, before, sum)                                        \
    do {                                                                \
        FOR_EACH(g, groups, NEON_SHL32(t[g], s[g], n); before(g););     \
        FOR_EACH(g, groups, NEON_SRI32(t[g], s[g], 32 - (n)); sum(g);); \
        FOR_EACH(g, groups, to = t[g]; s[g] = v[g];);                   \
    } while (0)

KERNEL void
NAME(ctr_rounds)(V x[][4], unsigned groups, const KEY *k, const KEY *end, NAME(fixed) f, unsigned words,
                 uint32_t low)
{
    const NAME(keys) k1 = NAME(load_keys)(k, words), k2 = NAME(load_keys)(k + words, words);
    const NAME(keys) k3 = NAME(load_keys)(k + 2 * words, words), k4 = NAME(load_keys)(k + 3 * words, words);
    const V c1 = v_set1(f.c1), b2 = v_set1(f.b2), d2 = v_set1(f.d2), a3 = v_set1(f.a3), d3 = v_set1(f.d3),
            d4 = v_set1(f.d4);
    V s[8], t[8], u[8], v[8], w[8], y[8];

    FOR_EACH(g, groups, s[g] = c1 + (v_counters(low + LANES * g) ^ k1.k5););
    FOR_EACH(g, groups, NEON_SHL32(t[g], s[g], 29););
    FOR_EACH(g, groups, NEON_SRI32(t[g], s[g], 3); w[g] = t[g];);
    FOR_EACH(g, groups, NEON_XOR(u[g], w[g], k2.k3););
    FOR_EACH(g, groups, NEON_ADD32(s[g], u[g], b2););

#define XOR_0(g) NEON_XOR(u[g], w[g], k2.k4)
#define SUM_0(g) NEON_ADD32(v[g], u[g], d2)
    TURN(y[g], 27, XOR_0, SUM_0); /* y: word 3 after round 2 */
#define XOR_1(g) NEON_XOR(u[g], y[g], k3.k1)
#define SUM_1(g) NEON_ADD32(v[g], u[g], a3)
    TURN(w[g], 29, XOR_1, SUM_1); /* w: word 0 after round 2 */
#define XOR_2(g)                 \
    NEON_XOR(u[g], y[g], k3.k2); \
    NEON_XOR(v[g], w[g], k3.k3)
#define SUM_2(g) NEON_ADD32(v[g], u[g], v[g])
    TURN(x[g][3], 9, XOR_2, SUM_2);
#define XOR_3(g) NEON_XOR(u[g], w[g], k3.k4)
#define SUM_3(g) NEON_ADD32(v[g], u[g], d3)
    TURN(y[g], 27, XOR_3, SUM_3); /* y: word 0 after round 3 */
#define XOR_4(g)                    \
    NEON_XOR(u[g], y[g], k4.k2);    \
    NEON_XOR(v[g], x[g][3], k4.k0); \
    NEON_XOR(y[g], y[g], k4.k1)
#define SUM_4(g) NEON_ADD32(y[g], v[g], y[g])
    FOR_EACH(g, groups, NEON_SHL32(t[g], s[g], 29); XOR_4(g););
    FOR_EACH(g, groups, NEON_SRI32(t[g], s[g], 3); SUM_4(g););
    FOR_EACH(g, groups, NEON_XOR(v[g], t[g], k4.k3); NEON_XOR(w[g], t[g], k4.k4););
    FOR_EACH(g, groups, NEON_ADD32(s[g], u[g], v[g]););
#define NOTHING(g)
#define SUM_6(g) NEON_ADD32(v[g], w[g], d4)
    TURN(x[g][1], 27, NOTHING, SUM_6);
    FOR_EACH(g, groups, NEON_SHL32(t[g], s[g], 29););
    FOR_EACH(g, groups, NEON_SRI32(t[g], s[g], 3); x[g][2] = t[g];);
    NAME(sum_rounds)(x, y, groups, k + 4 * words, end, words);
}

#undef TURN
