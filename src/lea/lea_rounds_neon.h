/* LEA's rounds in the order that keeps two vector pipes busy, one of which
 * alone shifts.  See lea_vector.h for the parameters; besides
 *
 *     v_load_key(to, rk, i)     key i of a round
 *     v_load_sum(to, rk, i, j)  the XOR of keys i and j
 *
 * Each of a round's three new words is a step of 5 operations a group, for four
 * groups 10 cycles of an operation on each pipe.  Encryption XORs (U, S) and
 * adds (+) for one word and rotates the word of the step before:
 *
 *     SHL0 SHL1 SHL2 SHL3   S2 SRI0 SRI1 SRI2 SRI3   +2
 *       U0   S0   U1   S1   U2   U3   S3   +0   +1   +3
 *
 * Decryption continues the chain of its words (E, -, F) and rotates what the
 * next step subtracts from:
 *
 *     SHL0 SHL1 SHL2 SHL3   -1 SRI0 SRI1 SRI2 SRI3   F2
 *       E0   E1   E2   E3   -0   -2   -3   F0   F1   F3
 *
 * No operation waits for one of the last two cycles.  Keys are loaded a step
 * ahead.  After the last round those of the last four rounds are loaded again,
 * for nobody. */

#define OF(g, ...)    \
    if (g < groups) { \
        __VA_ARGS__;  \
    }

#define STEP(rotated, n, p, q, next, next_p, next_q) \
    do {                                             \
        V lp, lq;                                    \
        v_load_key(lp, next, next_p);                \
        OF(0, NEON_SHL32(t[0], s[0], n))             \
        OF(0, NEON_XOR(u[0], x[0][p], kp))           \
        OF(1, NEON_SHL32(t[1], s[1], n))             \
        OF(0, NEON_XOR(x[0][q], x[0][q], kq))        \
        v_load_key(lq, next, next_q);                \
        OF(2, NEON_SHL32(t[2], s[2], n))             \
        OF(1, NEON_XOR(u[1], x[1][p], kp))           \
        OF(3, NEON_SHL32(t[3], s[3], n))             \
        OF(1, NEON_XOR(x[1][q], x[1][q], kq))        \
        OF(2, NEON_XOR(x[2][q], x[2][q], kq))        \
        OF(2, NEON_XOR(u[2], x[2][p], kp))           \
        OF(0, NEON_SRI32(t[0], s[0], 32 - (n)))      \
        OF(3, NEON_XOR(u[3], x[3][p], kp))           \
        OF(1, NEON_SRI32(t[1], s[1], 32 - (n)))      \
        OF(3, NEON_XOR(x[3][q], x[3][q], kq))        \
        OF(2, NEON_SRI32(t[2], s[2], 32 - (n)))      \
        OF(0, NEON_ADD32(s[0], x[0][q], u[0]))       \
        OF(3, NEON_SRI32(t[3], s[3], 32 - (n)))      \
        OF(1, NEON_ADD32(s[1], x[1][q], u[1]))       \
        OF(2, NEON_ADD32(s[2], x[2][q], u[2]))       \
        OF(3, NEON_ADD32(s[3], x[3][q], u[3]))       \
        FOR_EACH(g, groups, x[g][rotated] = t[g];);  \
        kp = lp;                                     \
        kq = lq;                                     \
    } while (0)

/* s holds the sums that are still to be rotated: those of word 0, 9 bits to the
 * left, when a round begins. */
KERNEL void
NAME(sum_rounds)(V x[][4], V s[8], unsigned groups, const KEY *k, const KEY *end, unsigned words)
{
    const unsigned k3 = words == 4 ? 1 : 3, k4 = words == 4 ? 3 : 4, k5 = words == 4 ? 1 : 5;
    V t[8], u[8], kp, kq;

    v_load_key(kp, k, k4);
    v_load_key(kq, k, k5);
    while (k != end) {
        const KEY *const these = k;

        k += 4 * words;
        FOR_EACH(r, 4, const unsigned A = r, B = (r + 1) & 3, C = (r + 2) & 3, D = (r + 3) & 3;
                 const KEY *const rk = these + r * words, *const next =
                                                              r == 3 && k == end ? these : rk + words;

                 STEP(A, 9, C, D, rk, 2, k3); STEP(D, 29, B, C, rk, 0, 1); STEP(C, 27, A, B, next, k4, k5););
    }
    FOR_EACH(g, groups, x[g][0] = v_rol(s[g], 9););
}

KERNEL void
NAME(encrypt_rounds)(V x[][4], unsigned groups, const KEY *k, const KEY *end, unsigned words)
{
    V s[8];

    FOR_EACH(g, groups, s[g] = v_rol(x[g][0], 23););
    NAME(sum_rounds)(x, s, groups, k, end, words);
}

#undef STEP

/* y = t - (from ^ k), and word `to` is y ^ k_to; t becomes word `rotated`. */
#define STEP(from, rotated, n, to, next, next_i, next_j, next_to) \
    do {                                                          \
        V l, l_to;                                                \
        v_load_sum(l, next, next_i, next_j);                      \
        OF(0, NEON_SHL32(u[0], x[0][rotated], n))                 \
        OF(0, NEON_XOR(y[0], from(0), k))                         \
        OF(1, NEON_SHL32(u[1], x[1][rotated], n))                 \
        OF(1, NEON_XOR(y[1], from(1), k))                         \
        OF(2, NEON_SHL32(u[2], x[2][rotated], n))                 \
        OF(2, NEON_XOR(y[2], from(2), k))                         \
        OF(3, NEON_SHL32(u[3], x[3][rotated], n))                 \
        OF(3, NEON_XOR(y[3], from(3), k))                         \
        OF(1, NEON_SUB32(y[1], t[1], y[1]))                       \
        OF(0, NEON_SUB32(y[0], t[0], y[0]))                       \
        v_load_key(l_to, next, next_to);                          \
        OF(0, NEON_SRI32(u[0], x[0][rotated], 32 - (n)))          \
        OF(2, NEON_SUB32(y[2], t[2], y[2]))                       \
        OF(1, NEON_SRI32(u[1], x[1][rotated], 32 - (n)))          \
        OF(3, NEON_SUB32(y[3], t[3], y[3]))                       \
        OF(2, NEON_SRI32(u[2], x[2][rotated], 32 - (n)))          \
        OF(0, NEON_XOR(x[0][to], y[0], k_to))                     \
        OF(3, NEON_SRI32(u[3], x[3][rotated], 32 - (n)))          \
        OF(1, NEON_XOR(x[1][to], y[1], k_to))                     \
        OF(2, NEON_XOR(x[2][to], y[2], k_to))                     \
        OF(3, NEON_XOR(x[3][to], y[3], k_to))                     \
        FOR_EACH(g, groups, t[g] = u[g];);                        \
        k = l;                                                    \
        k_to = l_to;                                              \
    } while (0)

/* No second key. */
#define NONE ~0u
#define WORD_A(g) x[g][A]
#define WORD_Y(g) y[g]

KERNEL void
NAME(decrypt_rounds)(V x[][4], unsigned groups, const KEY *begin, const KEY *end, unsigned words)
{
    const unsigned k3 = words == 4 ? 1 : 3, k4 = words == 4 ? 3 : 4, k5 = words == 4 ? 1 : 5;
    V t[8], u[8], y[8], k, k_to;

    v_load_key(k, end - words, 0);
    v_load_key(k_to, end - words, 1);
    FOR_EACH(g, groups, t[g] = v_rol(x[g][0], 23););
    while (end != begin) {
        end -= 4 * words;
        FOR_EACH(r, 4, const unsigned A = ~r & 3, B = (A + 1) & 3, C = (A + 2) & 3, D = (A + 3) & 3;
                 const KEY *const rk = end + A * words, *const next =
                                                            r == 3 && end == begin ? rk : rk - words;

                 STEP(WORD_A, C, 5, B, rk, 1, 2, k3); STEP(WORD_Y, D, 3, C, rk, k3, k4, k5);
                 STEP(WORD_Y, A, 23, D, next, 0, NONE, 1););
    }
}

#undef STEP
#undef OF
