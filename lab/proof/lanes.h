/* SPDX-License-Identifier: MIT */
/* Operations on numbers of n literals, lowest bit first, which the executors of 64-bit processors share.
 * Constants are computed first.  `out` may be an operand.
 *
 * Sums and differences are built as the specification builds them, so that they meet its linear forms. */
#ifndef NARAE_LAB_PROOF_LANES_H
#define NARAE_LAB_PROOF_LANES_H

#include "machine.h"

enum { LANE = 64, BLOCK = 128, MAX_PRODUCT = 128 }; /* bits: the widest number; of AES; of a product */

static inline uint64_t
value_of(const lit *bits, unsigned n)
{
    uint64_t value = 0;

    for (unsigned i = n; i-- > 0;)
        value = value << 1 | (bits[i] & 1);
    return value;
}

static inline void
set_value(uint64_t value, unsigned n, lit *bits)
{
    for (unsigned i = 0; i < n; i++)
        bits[i] = value >> i & 1;
}

/* The sign of its n bits, as a number. */
static inline int64_t
signed_value(const lit *bits, unsigned n)
{
    return (int64_t)(value_of(bits, n) << (64 - n)) >> (64 - n);
}

/* The past result of an operation on these literals, or free.  Runs with other numbers of blocks process the
 * same ones, and a look-up of many literals costs as much as one of a gate. */
static past_result *
past_result_of(graph *g, char operation, const lit in[2 * PAST_BITS])
{
    uint64_t hash = (uint64_t)operation, two;
    past_result *past;

    if (g->past_results == NULL && (g->past_results = calloc(PAST_RESULTS, sizeof *g->past_results)) == NULL)
        abort();
    for (unsigned i = 0; i < 2 * PAST_BITS; i += 2) {
        memcpy(&two, in + i, sizeof two);
        hash = (hash ^ two) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    past = &g->past_results[mix(hash) % PAST_RESULTS];
    if (past->operation != operation || memcmp(past->in, in, sizeof past->in) != 0) {
        memcpy(past->in, in, sizeof past->in);
        past->operation = 0;
    }
    return past;
}

/* operation: & | ^, n: b and not a */
static void
lane_gate(graph *g, char operation, unsigned n, const lit *a, const lit *b, lit *out)
{
    for (unsigned at = 0; at < n; at += PAST_BITS) {
        unsigned bits = n - at < PAST_BITS ? n - at : PAST_BITS;
        lit in[2 * PAST_BITS] = {0};
        past_result *past;

        memcpy(in, a + at, bits * sizeof *in);
        memcpy(in + PAST_BITS, b + at, bits * sizeof *in);
        past = past_result_of(g, operation, in);
        for (unsigned i = 0; past->operation == 0 && i < PAST_BITS; i++) {
            lit x = in[i], y = in[PAST_BITS + i];

            past->out[i] = operation == '&'   ? gate_and(g, x, y)
                           : operation == '|' ? gate_or(g, x, y)
                           : operation == '^' ? gate_xor(g, x, y)
                                              : gate_and(g, x ^ 1, y);
        }
        past->operation = operation;
        memcpy(out + at, past->out, bits * sizeof *out);
    }
}

static inline void
lane_not(unsigned n, const lit *a, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = a[i] ^ 1;
}

/* out = a + b + carry on at most 64 bits; `last`, the carry out, may be null. */
static void
lane_add(graph *g, unsigned n, const lit *a, const lit *b, lit carry, lit *out, lit *last)
{
    lit x[LANE], y[LANE], carries[LANE];

    if (carry < 2 && are_constant(a, n) && are_constant(b, n)) {
        uint64_t va = value_of(a, n), vb = value_of(b, n), sum = (va + vb + carry) & modulo(n);

        if (last)
            *last = sum < va || (carry && sum == va);
        set_value(sum, n, out);
        return;
    }
    if (g->simplify && n > BITS) { /* a counter whose carry is decided may have a nonce above it */
        lane_add(g, BITS, a, b, carry, carries, &carry);
        lane_add(g, n - BITS, a + BITS, b + BITS, carry, out + BITS, last);
        memcpy(out, carries, BITS * sizeof *out);
        return;
    }
    memcpy(x, a, n * sizeof *x);
    memcpy(y, b, n * sizeof *y);
    simplify_number(g, x, n);
    simplify_number(g, y, n);
    add_bits(g, n, x, y, carry, out, last ? carries : NULL);
    if (last)
        *last = simplify_bit(g, carries[n - 1]);
}

/* out = a - b - borrow; `last`, the borrow out, may be null. */
static void
lane_subtract(graph *g, unsigned n, const lit *a, const lit *b, lit borrow, lit *out, lit *last)
{
    lit complement[LANE];

    lane_not(n, b, complement);
    lane_add(g, n, a, complement, borrow ^ 1, out, last);
    if (last)
        *last ^= 1;
}

static lit
lane_equal(graph *g, unsigned n, const lit *a, const lit *b)
{
    lit differ[LANE];

    lane_gate(g, '^', n, a, b, differ);
    return none_of(g, differ, n);
}

static lit
lane_less(graph *g, unsigned n, const lit *a, const lit *b, bool is_signed)
{
    lit x[LANE], y[LANE], less;

    memcpy(x, a, n * sizeof *x);
    memcpy(y, b, n * sizeof *y);
    x[n - 1] ^= is_signed; /* biased by 2^(n - 1) */
    y[n - 1] ^= is_signed;
    lane_subtract(g, n, x, y, 0, x, &less);
    return less;
}

/* how: l left, r right, a arithmetic right, o rotate right; any number of places */
static void
lane_shift(unsigned n, const lit *a, char how, unsigned places, lit *out)
{
    lit from[2 * LANE];

    for (unsigned i = 0; i < n; i++) {
        uint64_t at = how == 'o' ? (i + places) % n : (uint64_t)i + places;

        if (how == 'l')
            from[i] = i < places ? 0 : a[i - places];
        else
            from[i] = at < n ? a[at] : how == 'a' ? a[n - 1] : 0;
    }
    memcpy(out, from, n * sizeof *out);
}

static void
lane_mux(graph *g, unsigned n, lit which, const lit *one, const lit *zero, lit *out)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = which == 1 ? one[i] : which == 0 ? zero[i] : gate_mux(g, which, one[i], zero[i]);
}

/* The smaller of two numbers, or the larger one. */
static void
lane_extreme(graph *g, unsigned n, const lit *a, const lit *b, bool is_signed, bool larger, lit *out)
{
    lane_mux(g, n, lane_less(g, n, a, b, is_signed) ^ larger, a, b, out);
}

/* out = a + b, or a - b, or the number nearest to it. */
static void
lane_saturate(graph *g, unsigned n, const lit *a, const lit *b, bool subtracts, bool is_signed, lit *out)
{
    lit sum[LANE], carry, sign = a[n - 1], other = b[n - 1] ^ subtracts, overflow;

    if (subtracts)
        lane_subtract(g, n, a, b, 0, sum, &carry);
    else
        lane_add(g, n, a, b, 0, sum, &carry);
    if (!is_signed) {
        for (unsigned i = 0; i < n; i++)
            out[i] = subtracts ? gate_and(g, sum[i], carry ^ 1) : gate_or(g, sum[i], carry);
        return;
    }
    overflow = gate_and(g, gate_xor(g, sign, sum[n - 1]), gate_xor(g, other, sum[n - 1]));
    for (unsigned i = 0; i < n; i++)
        out[i] = gate_mux(g, overflow, sign ^ (i < n - 1), sum[i]);
}

/* The columns of a product that no carry can reach, by how many bits are in the columns below. */
static unsigned
carry_free_columns(unsigned n, const lit *a, const lit *b, bool *free)
{
    unsigned most = 0, found = 0; /* largest carry */

    for (unsigned k = 0; k < n; k++) {
        free[k] = most == 0;
        found += free[k];
        for (unsigned i = 0; i <= k; i++)
            most += a[k - i] != 0 && b[i] != 0;
        most /= 2;
    }
    return found;
}

/* The n-bit product of numbers with holes, by columns: carry-less multiplication by integers. */
static void
multiply_combs(graph *g, unsigned n, const lit *a, const lit *b, const bool *free, lit *total)
{
    for (unsigned i = 0; i < n; i++) {
        lit carry = 0;

        for (unsigned k = i; b[i] != 0 && k < n; k++) {
            lit x = total[k], y = gate_and(g, a[k - i], b[i]), c = free[k] ? 0 : carry;

            carry = majority(g, x, y, c);
            total[k] = gate_xor(g, gate_xor(g, x, y), c);
        }
    }
}

/* The 2n-bit product of numbers of at most 64 bits. */
static void
lane_multiply(graph *g, unsigned n, const lit *a, bool a_signed, const lit *b, bool b_signed, lit *out)
{
    lit wide_a[MAX_PRODUCT], wide_b[MAX_PRODUCT], row[MAX_PRODUCT], total[MAX_PRODUCT] = {0};
    bool free[MAX_PRODUCT];

    if (are_constant(a, n) && are_constant(b, n)) {
        __int128 x = a_signed ? signed_value(a, n) : (__int128)value_of(a, n),
                 y = b_signed ? signed_value(b, n) : (__int128)value_of(b, n);
        unsigned __int128 product = (unsigned __int128)x * (unsigned __int128)y;

        for (unsigned i = 0; i < 2 * n; i++)
            out[i] = product >> i & 1;
        return;
    }
    if (are_constant(a, n)) {
        lane_multiply(g, n, b, b_signed, a, a_signed, out);
        return;
    }
    if (2 * n <= 64) {
        multiply_bits(g, n, a, a_signed, b, b_signed, total);
        memcpy(out, total, 2 * n * sizeof *out);
        return;
    }
    for (unsigned i = 0; i < 2 * n; i++) {
        wide_a[i] = i < n ? a[i] : a_signed ? a[n - 1] : 0;
        wide_b[i] = i < n ? b[i] : b_signed ? b[n - 1] : 0;
    }
    if (carry_free_columns(2 * n, wide_a, wide_b, free) > n / 4) {
        multiply_combs(g, 2 * n, wide_a, wide_b, free, total);
        memcpy(out, total, 2 * n * sizeof *out);
        return;
    }
    for (unsigned i = 0; i < 2 * n; i++) {
        if (wide_b[i] == 0)
            continue;
        for (unsigned k = 0; k < 2 * n; k++)
            row[k] = k < i ? 0 : gate_and(g, wide_a[k - i], wide_b[i]);
        add_bits(g, 2 * n, total, row, 0, total, NULL);
    }
    memcpy(out, total, 2 * n * sizeof *out);
}

/* The low n bits of a product; at most 64. */
static void
lane_multiply_low(graph *g, unsigned n, const lit *a, const lit *b, lit *out)
{
    lit product[LANE];

    if (are_constant(a, n) && are_constant(b, n)) {
        set_value(value_of(a, n) * value_of(b, n), n, out);
        return;
    }
    if (are_constant(a, n))
        multiply_rows(g, n, b, a, product);
    else
        multiply_rows(g, n, a, b, product);
    memcpy(out, product, n * sizeof *out);
}

/* The 2n-bit product of polynomials over GF(2). */
static void
carry_less(graph *g, unsigned n, const lit *a, const lit *b, lit *out)
{
    lit product[MAX_PRODUCT] = {0};

    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < n; k++)
            product[i + k] = gate_xor(g, product[i + k], gate_and(g, a[k], b[i]));
    memcpy(out, product, 2 * n * sizeof *out);
}

/* out = entry `index` of 2^n numbers of `width` bits, at most 64: a look-up in constants, or a selection. */
static void
lane_select(graph *g, unsigned n, const lit *index, unsigned width, const lit *table, lit *out)
{
    static uint32_t entries[1 << MAX_INDEX];
    static lit column[1 << MAX_INDEX];
    lit selected[LANE];

    if (are_constant(index, n)) {
        memmove(out, table + value_of(index, n) * width, width * sizeof *out);
        return;
    }
    if (are_constant(table, width << n)) {
        for (unsigned first = 0; first < width; first += BITS) {
            unsigned bits = width - first < BITS ? width - first : BITS;

            for (uint32_t at = 0; at < 1u << n; at++)
                entries[at] = (uint32_t)value_of(table + at * width + first, bits);
            look_up(g, n, index, entries, bits, selected + first);
        }
    } else {
        for (unsigned i = 0; i < width; i++) {
            for (uint32_t at = 0; at < 1u << n; at++)
                column[at] = table[at * width + i];
            selected[i] = select_entry(g, n, index, column);
        }
    }
    memcpy(out, selected, width * sizeof *out);
}

/* GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 */

static uint8_t
byte_product(uint8_t a, uint8_t b)
{
    uint8_t product = 0;

    for (; b; b >>= 1) {
        product ^= b & 1 ? a : 0;
        a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
    }
    return product;
}

static uint8_t
byte_inverse(uint8_t a)
{
    uint8_t inverse = 1;

    for (unsigned i = 0; i < 254; i++)
        inverse = byte_product(inverse, a);
    return inverse;
}

static void
field_inverse(graph *g, const lit in[8], lit out[8])
{
    static uint32_t table[256];

    for (unsigned i = 0; table[1] == 0 && i < 256; i++)
        table[255 - i] = byte_inverse((uint8_t)(255 - i));
    look_up(g, 8, in, table, 8, out);
    mark(g, in);
}

/* out = matrix * in + constant, where row i of the matrix is its byte 7 - i. */
static void
field_affine(graph *g, const lit in[8], const lit matrix[64], unsigned constant, lit out[8])
{
    lit result[8];

    for (unsigned i = 0; i < 8; i++) {
        result[i] = constant >> i & 1;
        for (unsigned k = 0; k < 8; k++)
            result[i] = gate_xor(g, result[i], gate_and(g, matrix[8 * (7 - i) + k], in[k]));
    }
    memcpy(out, result, sizeof result);
}

/* AES: steps on a state of 16 bytes, FIPS 197 */

static void
aes_sub_bytes(graph *g, bool inverse, const lit in[BLOCK], lit out[BLOCK])
{
    static uint32_t table[2][256];

    for (unsigned i = 0; table[0][0] == 0 && i < 256; i++) {
        uint8_t x = (uint8_t)(255 - i), b = byte_inverse(x), s = 0x63;

        for (unsigned k = 0; k < 5; k++)
            s ^= (uint8_t)(b << k | b >> (8 - k));
        table[0][x] = s;
        table[1][s] = x;
    }
    for (unsigned i = 0; i < BLOCK; i += 8) {
        lit byte[8];

        memcpy(byte, in + i, sizeof byte);
        look_up(g, 8, byte, table[inverse], 8, out + i);
        mark(g, byte);
        mark(g, out + i);
    }
}

static void
aes_shift_rows(bool inverse, const lit in[BLOCK], lit out[BLOCK])
{
    lit shifted[BLOCK];

    for (unsigned i = 0; i < 16; i++)
        memcpy(shifted + 8 * i, in + 8 * ((i + (inverse ? 12 : 4) * (i % 4)) % 16), 8 * sizeof *in);
    memcpy(out, shifted, sizeof shifted);
}

static void
aes_mix_column(graph *g, bool inverse, const lit in[PAST_BITS], lit out[PAST_BITS])
{
    static const uint8_t factors[2][4] = {{2, 3, 1, 1}, {14, 11, 13, 9}};

    memset(out, 0, PAST_BITS * sizeof *out);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 4; k++)
            for (unsigned bit = 0; bit < 8; bit++) {
                unsigned multiple = byte_product(factors[inverse][k], (uint8_t)(1u << bit));

                for (unsigned to = 0; to < 8; to++)
                    if (multiple >> to & 1)
                        out[8 * i + to] = gate_xor(g, out[8 * i + to], in[8 * ((i + k) % 4) + bit]);
            }
}

static void
aes_mix_columns(graph *g, bool inverse, const lit in[BLOCK], lit out[BLOCK])
{
    for (unsigned i = 0; i < BLOCK; i += PAST_BITS) {
        lit column[2 * PAST_BITS] = {0};
        past_result *past;

        memcpy(column, in + i, PAST_BITS * sizeof *in);
        past = past_result_of(g, inverse ? 'm' : 'M', column);
        if (past->operation == 0)
            aes_mix_column(g, inverse, column, past->out);
        past->operation = inverse ? 'm' : 'M';
        memcpy(out + i, past->out, sizeof past->out);
    }
}

/* SHA-256: words of 32 bits, FIPS 180-4 */

static void
sha_sigma(graph *g, const lit a[32], unsigned p, unsigned q, unsigned r, char last, lit out[32])
{
    lit x[32], y[32], z[32];

    lane_shift(32, a, 'o', p, x);
    lane_shift(32, a, 'o', q, y);
    lane_shift(32, a, last, r, z);
    lane_gate(g, '^', 32, x, y, x);
    lane_gate(g, '^', 32, x, z, out);
}

/* One round on a to h; `word` is the message word plus the constant. */
static void
sha256_round(graph *g, lit state[8][32], const lit word[32])
{
    lit sum[32], x[32], y[32], *a = state[0], *b = state[1], *c = state[2], *e = state[4], *f = state[5];

    sha_sigma(g, e, 6, 11, 25, 'o', x);
    lane_add(g, 32, state[7], x, 0, sum, NULL);
    lane_gate(g, '&', 32, e, f, x);
    lane_gate(g, 'n', 32, e, state[6], y);
    lane_gate(g, '^', 32, x, y, x);
    lane_add(g, 32, sum, x, 0, sum, NULL);
    lane_add(g, 32, sum, word, 0, sum, NULL); /* T1 */
    lane_gate(g, '&', 32, a, b, x);
    lane_gate(g, '&', 32, a, c, y);
    lane_gate(g, '^', 32, x, y, x);
    lane_gate(g, '&', 32, b, c, y);
    lane_gate(g, '^', 32, x, y, y);
    sha_sigma(g, a, 2, 13, 22, 'o', x);
    lane_add(g, 32, x, y, 0, y, NULL); /* T2 */
    memmove(state[1], state[0], 7 * sizeof state[0]);
    lane_add(g, 32, state[4], sum, 0, state[4], NULL);
    lane_add(g, 32, sum, y, 0, state[0], NULL);
}

/* sigma0 and sigma1 of the message schedule */
static void
sha256_small(graph *g, unsigned which, const lit a[32], lit out[32])
{
    if (which == 0)
        sha_sigma(g, a, 7, 18, 3, 'r', out);
    else
        sha_sigma(g, a, 17, 19, 10, 'r', out);
}

#endif
