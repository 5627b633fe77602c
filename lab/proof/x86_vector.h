/* SPDX-License-Identifier: MIT */
/* Vector instructions of x86-64.  Each is a function on blocks of its result; operands, masks,
 * broadcasts and the upper parts of registers are the same for all. */
#ifndef NARAE_LAB_PROOF_X86_VECTOR_H
#define NARAE_LAB_PROOF_X86_VECTOR_H

#include "x86.h"

/* One block, `n` bits from bit `at` on, of a result.  `argument` is that of the form. */
typedef struct simd_block {
    machine *m;
    unsigned n, at, argument, immediate;
    bool has_immediate;
    const lit *source[3], *old; /* whole operands; what the destination held */
    unsigned source_bits;       /* of the first */
    lit *out;
} simd_block;

typedef void simd_function(const simd_block *v);

/* `block`: bits, or 0: the whole; `sources`: operands that are read, with the destination first if the
 * encoding has no operand of its own for it. */
struct simd_form {
    ZydisMnemonic name;
    simd_function *run;
    uint16_t block;
    uint8_t sources;
    unsigned argument;
};

static const lit *
source_of(const simd_block *v, unsigned number)
{
    return v->source[number] + v->at;
}

/* Moves */

/* The first source or, if `argument`, its lowest bits, extended by zeros. */
static void
simd_move(const simd_block *v)
{
    unsigned bits = v->argument && v->argument < v->source_bits ? v->argument : v->source_bits;

    for (unsigned i = 0; i < v->n; i++)
        v->out[i] = i < bits ? v->source[0][i] : 0;
}

/* Which quadwords become the low and the high one: 0, 1 of the first source, 2, 3 of the second. */
enum { QUADWORDS = 4 };

static void
simd_quadwords(const simd_block *v)
{
    for (unsigned half = 0; half < v->n / 64; half++) {
        unsigned which = v->argument >> QUADWORDS * half & 3;

        memcpy(v->out + 64 * half, v->source[which >> 1] + 64 * (which & 1), 64 * sizeof(lit));
    }
}

/* MOVLPS, MOVHPS: a store of the quadword at bit `argument`, or a load into it. */
static void
simd_quadword(const simd_block *v)
{
    if (v->n == 64) {
        memcpy(v->out, v->source[0] + v->argument, 64 * sizeof(lit));
        return;
    }
    memcpy(v->out, v->source[0], v->n * sizeof(lit));
    memcpy(v->out + v->argument, v->source[1], 64 * sizeof(lit));
}

/* MOVSS, MOVSD between registers: the lowest `argument` bits of the second source. */
static void
simd_scalar(const simd_block *v)
{
    memcpy(v->out, v->source[0], v->n * sizeof(lit));
    memcpy(v->out, v->source[1], v->argument * sizeof(lit));
}

/* Repeats the lowest `argument` bits. */
static void
simd_broadcast(const simd_block *v)
{
    for (unsigned i = 0; i < v->n; i++)
        v->out[i] = v->source[0][i % v->argument];
}

/* An element of `argument` bits. */
static void
simd_extract(const simd_block *v)
{
    unsigned from = v->immediate % (v->source_bits / v->argument) * v->argument;

    for (unsigned i = 0; i < v->n; i++)
        v->out[i] = i < v->argument ? v->source[0][from + i] : 0;
}

static void
simd_insert(const simd_block *v)
{
    memcpy(v->out, v->source[0], v->n * sizeof(lit));
    memcpy(v->out + v->immediate % (v->n / v->argument) * v->argument, v->source[1],
           v->argument * sizeof(lit));
}

/* Zero-extends numbers of `argument` bits to a block. */
static void
simd_extend(const simd_block *v)
{
    const lit *from = v->source[0] + v->at / v->n * v->argument;

    for (unsigned i = 0; i < v->n; i++)
        v->out[i] = i < v->argument ? from[i] : 0;
}

/* The low halves of quadwords. */
static void
simd_truncate(const simd_block *v)
{
    memset(v->out, 0, v->n * sizeof(lit));
    for (unsigned i = 0; i < v->source_bits / 2; i++)
        v->out[i] = v->source[0][i / 32 * 64 + i % 32];
}

/* Elements of the first source, all bits of each equal to a bit of the mask. */
static void
simd_of_mask(const simd_block *v)
{
    for (unsigned i = 0; i < v->n; i++)
        v->out[i] = v->source[0][v->at / v->n];
}

/* Logic and arithmetic */

static void
simd_gate(const simd_block *v)
{
    lane_gate(v->m->graph, (char)v->argument, v->n, source_of(v, 0), source_of(v, 1), v->out);
}

/* A table of eight bits, halved by each of three operands, of which the old destination is the last. */
static void
simd_ternary(const simd_block *v)
{
    graph *g = v->m->graph;

    for (unsigned i = 0; i < v->n; i++) {
        lit table[8], operands[3] = {source_of(v, 1)[i], source_of(v, 0)[i], v->old[v->at + i]};

        set_value(v->immediate, 8, table);
        for (unsigned k = 0; k < 3; k++)
            for (unsigned at = 0; at < 4u >> k; at++)
                table[at] = gate_mux(g, operands[k], table[2 * at + 1], table[2 * at]);
        v->out[i] = table[0];
    }
}

static void
simd_add(const simd_block *v)
{
    lane_add(v->m->graph, v->n, source_of(v, 0), source_of(v, 1), 0, v->out, NULL);
}

static void
simd_subtract(const simd_block *v)
{
    lane_subtract(v->m->graph, v->n, source_of(v, 0), source_of(v, 1), 0, v->out, NULL);
}

/* PSUBUSB */
static void
simd_subtract_saturated(const simd_block *v)
{
    lane_saturate(v->m->graph, v->n, source_of(v, 0), source_of(v, 1), true, false, v->out);
}

/* Unsigned; argument: the larger one? */
static void
simd_extreme(const simd_block *v)
{
    lane_extreme(v->m->graph, v->n, source_of(v, 0), source_of(v, 1), false, v->argument, v->out);
}

static void
fill_block(const simd_block *v, lit x)
{
    for (unsigned i = 0; i < v->n; i++)
        v->out[i] = x;
}

/* argument: e equal, g greater, signed */
static void
simd_compare(const simd_block *v)
{
    graph *g = v->m->graph;

    fill_block(v, v->argument == 'e' ? lane_equal(g, v->n, source_of(v, 0), source_of(v, 1))
                                     : lane_less(g, v->n, source_of(v, 1), source_of(v, 0), true));
}

/* Unsigned, by a predicate. */
static void
simd_compare_by(const simd_block *v)
{
    graph *g = v->m->graph;
    const lit *a = source_of(v, 0), *b = source_of(v, 1);
    unsigned how = v->immediate & 3;
    lit r = how == 0   ? lane_equal(g, v->n, a, b)
            : how == 1 ? lane_less(g, v->n, a, b, false)
            : how == 2 ? lane_less(g, v->n, b, a, false) ^ 1
                       : 0;

    fill_block(v, r ^ (v->immediate >> 2 & 1));
}

static void
simd_multiply(const simd_block *v)
{
    lane_multiply(v->m->graph, v->n / 2, source_of(v, 0), false, source_of(v, 1), false, v->out);
}

/* VPMADD52: adds the low or high 52 bits, from `argument` on, of a product. */
static void
simd_multiply_add(const simd_block *v)
{
    lit product[MAX_PRODUCT], part[64] = {0};

    lane_multiply(v->m->graph, 52, source_of(v, 0), false, source_of(v, 1), false, product);
    memcpy(part, product + v->argument, 52 * sizeof *part);
    lane_add(v->m->graph, 64, v->old + v->at, part, 0, v->out, NULL);
}

/* Shifts */

/* A count that must be constant. */
static unsigned
count_of(const simd_block *v, const lit *bits, unsigned n)
{
    uint64_t value = value_of(bits, n);

    if (!are_constant(bits, n))
        stop_for(v->m, AMOUNT, bits, n, 0);
    return value > VECTOR_BITS ? VECTOR_BITS : (unsigned)value;
}

/* By the immediate, or all by the low quadword of the second source; argument: l, r, a right, o rotate right
 * or O left. */
static void
simd_shift(const simd_block *v)
{
    unsigned by = v->has_immediate ? v->immediate : count_of(v, v->source[1], 64);

    if (v->argument == 'O')
        lane_shift(v->n, source_of(v, 0), 'o', v->n - by % v->n, v->out);
    else
        lane_shift(v->n, source_of(v, 0), (char)v->argument, by, v->out);
}

/* Each by the element of the second source. */
static void
simd_shift_each(const simd_block *v)
{
    bool rotates = v->argument == 'o' || v->argument == 'O';
    const lit *amount = source_of(v, 1);
    unsigned by = count_of(v, amount, rotates ? (unsigned)__builtin_ctz(v->n) : v->n);

    if (v->argument == 'O')
        lane_shift(v->n, source_of(v, 0), 'o', v->n - by, v->out);
    else
        lane_shift(v->n, source_of(v, 0), (char)v->argument, by, v->out);
}

static void
simd_shift_bytes(const simd_block *v)
{
    lane_shift(v->n, source_of(v, 0), (char)v->argument, 8 * (v->immediate < 16 ? v->immediate : 16), v->out);
}

/* The low half of both sources, shifted right by elements of `argument` bits; the first one is the higher. */
static void
simd_align(const simd_block *v)
{
    unsigned by = v->argument * (v->argument == 8 ? v->immediate : v->immediate % (v->n / v->argument));

    for (unsigned i = 0; i < v->n; i++)
        v->out[i] = i + by < v->n       ? source_of(v, 1)[i + by]
                    : i + by < 2 * v->n ? source_of(v, 0)[i + by - v->n]
                                        : 0;
}

/* Shuffles by constants */

static void
copy_element(const simd_block *v, unsigned bits, unsigned to, const lit *from, unsigned number)
{
    memcpy(v->out + to * bits, from + number * bits, bits * sizeof(lit));
}

/* The low halves of both sources alternately, in elements of `argument` bits, or the high ones. */
enum { HIGH = 1 << 8 };

static void
simd_unpack(const simd_block *v)
{
    unsigned bits = v->argument & ~(unsigned)HIGH, count = v->n / bits,
             first = v->argument & HIGH ? count / 2 : 0;

    for (unsigned i = 0; i < count; i++)
        copy_element(v, bits, i, source_of(v, i & 1), first + i / 2);
}

/* Four elements of `argument` bits, by two bits of the immediate each. */
static void
simd_shuffle(const simd_block *v)
{
    if (!v->has_immediate) /* VPERMILPS by a register */
        stop(v->m, INSTRUCTION, 0, 0);
    for (unsigned i = 0; i < 4; i++)
        copy_element(v, v->argument, i, source_of(v, 0), v->immediate >> 2 * i & 3);
}

/* PSHUFLW, PSHUFHW: four words, from word `argument` on. */
static void
simd_shuffle_words(const simd_block *v)
{
    memcpy(v->out, source_of(v, 0), v->n * sizeof(lit));
    for (unsigned i = 0; i < 4; i++)
        copy_element(v, 16, v->argument + i, source_of(v, 0), v->argument + (v->immediate >> 2 * i & 3));
}

/* SHUFPS and SHUFPD: half from each source. */
static void
simd_shuffle_both(const simd_block *v)
{
    unsigned count = v->n / v->argument, bits = count / 2;

    for (unsigned i = 0; i < count; i++)
        copy_element(v, v->argument, i, source_of(v, i >= count / 2), v->immediate >> bits * i & (count - 1));
}

/* VSHUFI: 128 bits each, half from each source. */
static void
simd_shuffle_blocks(const simd_block *v)
{
    unsigned count = v->n / 128, bits = count / 2;

    for (unsigned i = 0; i < count; i++)
        copy_element(v, 128, i, v->source[i >= count / 2], v->immediate >> bits * i & (count - 1));
}

/* VPERM2I128 */
static void
simd_permute_halves(const simd_block *v)
{
    for (unsigned i = 0; i < 2; i++) {
        unsigned which = v->immediate >> 4 * i & 15;

        copy_element(v, 128, i, v->source[which >> 1 & 1], which & 1);
        if (which & 8)
            memset(v->out + 128 * i, 0, 128 * sizeof(lit));
    }
}

/* PBLENDW, VPBLENDD */
static void
simd_blend(const simd_block *v)
{
    for (unsigned i = 0; i < v->n / v->argument; i++)
        copy_element(v, v->argument, i, source_of(v, v->immediate >> i % 8 & 1), i);
}

/* By the highest bits of the third source. */
static void
simd_blend_by_sign(const simd_block *v)
{
    lane_mux(v->m->graph, v->n, source_of(v, 2)[v->n - 1], source_of(v, 1), source_of(v, 0), v->out);
}

static void
simd_second(const simd_block *v)
{
    memcpy(v->out, source_of(v, 1), v->n * sizeof(lit));
}

/* Words, signed, to bytes, unsigned and saturated. */
static void
simd_pack(const simd_block *v)
{
    graph *g = v->m->graph;

    for (unsigned i = 0; i < 16; i++) {
        const lit *word = source_of(v, i / 8) + 16 * (i % 8);
        lit fits = none_of(g, word + 8, 7), sign = word[15];

        for (unsigned k = 0; k < 8; k++)
            v->out[8 * i + k] = gate_and(g, gate_or(g, word[k], fits ^ 1), sign ^ 1);
    }
}

/* Shuffles by registers */

/* PSHUFB: bit 7 of an index clears the byte. */
static void
simd_shuffle_bytes(const simd_block *v)
{
    lit table[2 * BLOCK] = {0};

    memcpy(table, source_of(v, 0), BLOCK * sizeof *table);
    for (unsigned i = 0; i < BLOCK; i += 8) {
        const lit *by = source_of(v, 1) + i;
        lit index[5] = {by[0], by[1], by[2], by[3], by[7]};

        lane_select(v->m->graph, 5, index, 8, table, v->out + i);
    }
}

/* Elements of `argument` bits of the second source, by the first. */
static void
simd_permute(const simd_block *v)
{
    unsigned bits = v->argument, n = (unsigned)__builtin_ctz(v->n / bits);

    for (unsigned i = 0; i < v->n; i += bits)
        lane_select(v->m->graph, n, v->source[0] + i, bits, v->source[1], v->out + i);
}

/* VPERMI2, VPERMT2: elements of two tables; the old destination is the index or, if TABLE, the first one. */
enum { TABLE = 1 << 8 };

static void
simd_permute_both(const simd_block *v)
{
    unsigned bits = v->argument & ~(unsigned)TABLE, n = 1 + (unsigned)__builtin_ctz(v->n / bits);
    bool old_is_table = v->argument & TABLE;
    const lit *by = old_is_table ? v->source[0] : v->old;
    lit table[2 * VECTOR_BITS];

    memcpy(table, old_is_table ? v->old : v->source[0], v->n * sizeof *table);
    memcpy(table + v->n, v->source[1], v->n * sizeof *table);
    for (unsigned i = 0; i < v->n; i += bits)
        lane_select(v->m->graph, n, by + i, bits, table, v->out + i);
}

/* Cryptography */

/* AESENC, ... */
enum { AES_DECRYPTS = 1, AES_LAST = 2 };

static void
simd_aes(const simd_block *v)
{
    graph *g = v->m->graph;
    bool inverse = v->argument & AES_DECRYPTS;

    aes_shift_rows(inverse, source_of(v, 0), v->out);
    aes_sub_bytes(g, inverse, v->out, v->out);
    if (!(v->argument & AES_LAST))
        aes_mix_columns(g, inverse, v->out, v->out);
    lane_gate(g, '^', BLOCK, v->out, source_of(v, 1), v->out);
}

static void
simd_aes_key(const simd_block *v)
{
    aes_mix_columns(v->m->graph, true, source_of(v, 0), v->out);
}

static void
simd_carry_less(const simd_block *v)
{
    carry_less(v->m->graph, 64, source_of(v, 0) + (v->immediate & 1 ? 64 : 0),
               source_of(v, 1) + (v->immediate & 16 ? 64 : 0), v->out);
}

/* argument: of the inverse? */
static void
simd_affine(const simd_block *v)
{
    for (unsigned i = 0; i < 64; i += 8) {
        lit byte[8];

        memcpy(byte, source_of(v, 0) + i, sizeof byte);
        if (v->argument)
            field_inverse(v->m->graph, byte, byte);
        field_affine(v->m->graph, byte, source_of(v, 1), v->immediate, v->out + i);
    }
}

/* Words 3 to 0: C, D, G, H in the first source, A, B, E, F in the second; two rounds with the words of XMM0.
 */
static void
simd_sha256_rounds(const simd_block *v)
{
    static const uint8_t where[8] = {7, 6, 3, 2, 5, 4, 1, 0}; /* a to h in both sources */
    lit state[8][32];

    for (unsigned i = 0; i < 8; i++)
        memcpy(state[i], v->source[where[i] >> 2] + 32 * (where[i] & 3), sizeof state[i]);
    for (unsigned i = 0; i < 2; i++)
        sha256_round(v->m->graph, state, v->source[2] + 32 * i);
    for (unsigned i = 0; i < 8; i++)
        if (where[i] >= 4)
            memcpy(v->out + 32 * (where[i] - 4), state[i], sizeof state[i]);
}

static void
simd_sha256_message1(const simd_block *v)
{
    lit sigma[32];

    for (unsigned i = 0; i < 4; i++) {
        sha256_small(v->m->graph, 0, i < 3 ? v->source[0] + 32 * (i + 1) : v->source[1], sigma);
        lane_add(v->m->graph, 32, v->source[0] + 32 * i, sigma, 0, v->out + 32 * i, NULL);
    }
}

static void
simd_sha256_message2(const simd_block *v)
{
    lit sigma[32];

    for (unsigned i = 0; i < 4; i++) {
        sha256_small(v->m->graph, 1, i < 2 ? v->source[1] + 32 * (i + 2) : v->out + 32 * (i - 2), sigma);
        lane_add(v->m->graph, 32, v->source[0] + 32 * i, sigma, 0, v->out + 32 * i, NULL);
    }
}

/* Names */

#define ONE(name, ...) {ZYDIS_MNEMONIC_##name, __VA_ARGS__}
#define BOTH(name, ...)                                                                \
    ONE(name, __VA_ARGS__), ONE(V##name, __VA_ARGS__) /* the second one by VEX or EVEX \
                                                       */

static const simd_form simd_forms[] = {
    BOTH(MOVAPS, simd_move, 0, 1, 0),
    BOTH(MOVUPS, simd_move, 0, 1, 0),
    ONE(VMOVAPD, simd_move, 0, 1, 0),
    ONE(VMOVUPD, simd_move, 0, 1, 0),
    BOTH(MOVDQA, simd_move, 0, 1, 0),
    BOTH(MOVDQU, simd_move, 0, 1, 0),
    BOTH(MOVNTDQ, simd_move, 0, 1, 0),
    ONE(VMOVDQA32, simd_move, 0, 1, 0),
    ONE(VMOVDQA64, simd_move, 0, 1, 0),
    ONE(VMOVDQU8, simd_move, 0, 1, 0),
    ONE(VMOVDQU32, simd_move, 0, 1, 0),
    ONE(VMOVDQU64, simd_move, 0, 1, 0),
    BOTH(MOVD, simd_move, 0, 1, 32),
    BOTH(MOVQ, simd_move, 0, 1, 64),
    ONE(MOVHLPS, simd_quadwords, 0, 2, 3 | 1 << QUADWORDS),
    BOTH(MOVLHPS, simd_quadwords, 0, 2, 0 | 2 << QUADWORDS),
    ONE(MOVLPS, simd_quadword, 0, 2, 0),
    BOTH(MOVHPS, simd_quadword, 0, 2, 64),
    ONE(MOVSS, simd_scalar, 0, 2, 32),
    BOTH(MOVSD, simd_scalar, 0, 2, 64),
    ONE(VPBROADCASTB, simd_broadcast, 0, 1, 8),
    ONE(VPBROADCASTW, simd_broadcast, 0, 1, 16),
    ONE(VPBROADCASTD, simd_broadcast, 0, 1, 32),
    ONE(VPBROADCASTQ, simd_broadcast, 0, 1, 64),
    ONE(VBROADCASTSS, simd_broadcast, 0, 1, 32),
    ONE(VBROADCASTSD, simd_broadcast, 0, 1, 64),
    ONE(VBROADCASTF128, simd_broadcast, 0, 1, 128),
    ONE(VBROADCASTI128, simd_broadcast, 0, 1, 128),
    ONE(VBROADCASTI32X4, simd_broadcast, 0, 1, 128),
    ONE(VBROADCASTI64X2, simd_broadcast, 0, 1, 128),
    ONE(VPEXTRB, simd_extract, 0, 1, 8),
    BOTH(PEXTRW, simd_extract, 0, 1, 16),
    BOTH(PEXTRD, simd_extract, 0, 1, 32),
    ONE(VPEXTRQ, simd_extract, 0, 1, 64),
    ONE(VEXTRACTF128, simd_extract, 0, 1, 128),
    ONE(VEXTRACTF32X4, simd_extract, 0, 1, 128),
    ONE(VEXTRACTI128, simd_extract, 0, 1, 128),
    ONE(VEXTRACTI32X4, simd_extract, 0, 1, 128),
    ONE(VEXTRACTI64X2, simd_extract, 0, 1, 128),
    ONE(VEXTRACTI64X4, simd_extract, 0, 1, 256),
    ONE(VEXTRACTF64X4, simd_extract, 0, 1, 256),
    ONE(VPINSRB, simd_insert, 0, 2, 8),
    ONE(VPINSRW, simd_insert, 0, 2, 16),
    ONE(VPINSRD, simd_insert, 0, 2, 32),
    ONE(VPINSRQ, simd_insert, 0, 2, 64),
    ONE(VINSERTF128, simd_insert, 0, 2, 128),
    ONE(VINSERTI128, simd_insert, 0, 2, 128),
    ONE(VINSERTI32X4, simd_insert, 0, 2, 128),
    ONE(VINSERTI64X4, simd_insert, 0, 2, 256),
    BOTH(PMOVZXBW, simd_extend, 16, 1, 8),
    BOTH(PMOVZXBD, simd_extend, 32, 1, 8),
    BOTH(PMOVZXWD, simd_extend, 32, 1, 16),
    ONE(PMOVZXDQ, simd_extend, 64, 1, 32),
    ONE(VPMOVQD, simd_truncate, 0, 1, 0),
    ONE(VPMOVM2B, simd_of_mask, 8, 1, 0),
    BOTH(PAND, simd_gate, 64, 2, '&'),
    ONE(VPANDQ, simd_gate, 64, 2, '&'),
    BOTH(PANDN, simd_gate, 64, 2, 'n'),
    ONE(ANDNPS, simd_gate, 32, 2, 'n'),
    BOTH(POR, simd_gate, 64, 2, '|'),
    ONE(VPORQ, simd_gate, 64, 2, '|'),
    BOTH(XORPS, simd_gate, 32, 2, '^'),
    ONE(VXORPD, simd_gate, 64, 2, '^'),
    BOTH(PXOR, simd_gate, 64, 2, '^'),
    ONE(VPXORD, simd_gate, 32, 2, '^'),
    ONE(VPXORQ, simd_gate, 64, 2, '^'),
    ONE(VPTERNLOGD, simd_ternary, 32, 2, 0),
    ONE(VPTERNLOGQ, simd_ternary, 64, 2, 0),
    BOTH(PADDB, simd_add, 8, 2, 0),
    BOTH(PADDD, simd_add, 32, 2, 0),
    BOTH(PADDQ, simd_add, 64, 2, 0),
    BOTH(PSUBB, simd_subtract, 8, 2, 0),
    BOTH(PSUBD, simd_subtract, 32, 2, 0),
    ONE(VPSUBQ, simd_subtract, 64, 2, 0),
    BOTH(PSUBUSB, simd_subtract_saturated, 8, 2, 0),
    BOTH(PMAXUB, simd_extreme, 8, 2, true),
    ONE(VPMINUQ, simd_extreme, 64, 2, false),
    ONE(VPMAXUQ, simd_extreme, 64, 2, true),
    BOTH(PCMPEQB, simd_compare, 8, 2, 'e'),
    BOTH(PCMPEQD, simd_compare, 32, 2, 'e'),
    BOTH(PCMPGTB, simd_compare, 8, 2, 'g'),
    ONE(VPCMPGTQ, simd_compare, 64, 2, 'g'),
    ONE(VPCMPUB, simd_compare_by, 8, 2, 0),
    ONE(VPCMPUD, simd_compare_by, 32, 2, 0),
    ONE(VPMULUDQ, simd_multiply, 64, 2, 0),
    ONE(VPMADD52LUQ, simd_multiply_add, 64, 2, 0),
    ONE(VPMADD52HUQ, simd_multiply_add, 64, 2, 52),
    BOTH(PSLLD, simd_shift, 32, 2, 'l'),
    BOTH(PSLLQ, simd_shift, 64, 2, 'l'),
    ONE(PSRLW, simd_shift, 16, 2, 'r'),
    BOTH(PSRLD, simd_shift, 32, 2, 'r'),
    BOTH(PSRLQ, simd_shift, 64, 2, 'r'),
    ONE(VPROLD, simd_shift, 32, 2, 'O'),
    ONE(VPROLQ, simd_shift, 64, 2, 'O'),
    ONE(VPRORD, simd_shift, 32, 2, 'o'),
    ONE(VPRORQ, simd_shift, 64, 2, 'o'),
    ONE(VPSLLVQ, simd_shift_each, 64, 2, 'l'),
    ONE(VPSRLVQ, simd_shift_each, 64, 2, 'r'),
    ONE(VPROLVD, simd_shift_each, 32, 2, 'O'),
    ONE(VPROLVQ, simd_shift_each, 64, 2, 'O'),
    ONE(VPRORVQ, simd_shift_each, 64, 2, 'o'),
    BOTH(PSLLDQ, simd_shift_bytes, 128, 1, 'l'),
    BOTH(PSRLDQ, simd_shift_bytes, 128, 1, 'r'),
    BOTH(PALIGNR, simd_align, 128, 2, 8),
    ONE(VALIGNQ, simd_align, 0, 2, 64),
    BOTH(PUNPCKLBW, simd_unpack, 128, 2, 8),
    BOTH(PUNPCKLWD, simd_unpack, 128, 2, 16),
    BOTH(PUNPCKLDQ, simd_unpack, 128, 2, 32),
    BOTH(PUNPCKLQDQ, simd_unpack, 128, 2, 64),
    BOTH(PUNPCKHBW, simd_unpack, 128, 2, 8 | HIGH),
    ONE(PUNPCKHWD, simd_unpack, 128, 2, 16 | HIGH),
    BOTH(PUNPCKHDQ, simd_unpack, 128, 2, 32 | HIGH),
    BOTH(PUNPCKHQDQ, simd_unpack, 128, 2, 64 | HIGH),
    ONE(VUNPCKLPS, simd_unpack, 128, 2, 32),
    ONE(VUNPCKLPD, simd_unpack, 128, 2, 64),
    ONE(VUNPCKHPS, simd_unpack, 128, 2, 32 | HIGH),
    ONE(VUNPCKHPD, simd_unpack, 128, 2, 64 | HIGH),
    BOTH(PSHUFD, simd_shuffle, 128, 1, 32),
    ONE(VPERMILPS, simd_shuffle, 128, 1, 32),
    BOTH(PSHUFLW, simd_shuffle_words, 128, 1, 0),
    BOTH(PSHUFHW, simd_shuffle_words, 128, 1, 4),
    ONE(SHUFPS, simd_shuffle_both, 128, 2, 32),
    ONE(SHUFPD, simd_shuffle_both, 128, 2, 64),
    ONE(VSHUFI32X4, simd_shuffle_blocks, 0, 2, 0),
    ONE(VSHUFI64X2, simd_shuffle_blocks, 0, 2, 0),
    ONE(VPERM2I128, simd_permute_halves, 0, 2, 0),
    ONE(PBLENDW, simd_blend, 128, 2, 16),
    ONE(VPBLENDD, simd_blend, 0, 2, 32),
    BOTH(PBLENDVB, simd_blend_by_sign, 8, 3, 0),
    ONE(VPBLENDMQ, simd_second, 64, 2, 0),
    ONE(PACKUSWB, simd_pack, 128, 2, 0),
    BOTH(PSHUFB, simd_shuffle_bytes, 128, 2, 0),
    ONE(VPERMB, simd_permute, 0, 2, 8),
    ONE(VPERMD, simd_permute, 0, 2, 32),
    ONE(VPERMQ, simd_permute, 0, 2, 64),
    ONE(VPERMPD, simd_permute, 0, 2, 64),
    ONE(VPERMI2Q, simd_permute_both, 0, 2, 64),
    ONE(VPERMT2D, simd_permute_both, 0, 2, 32 | TABLE),
    ONE(VPERMT2Q, simd_permute_both, 0, 2, 64 | TABLE),
    BOTH(AESENC, simd_aes, 128, 2, 0),
    BOTH(AESENCLAST, simd_aes, 128, 2, AES_LAST),
    BOTH(AESDEC, simd_aes, 128, 2, AES_DECRYPTS),
    BOTH(AESDECLAST, simd_aes, 128, 2, AES_DECRYPTS | AES_LAST),
    ONE(AESIMC, simd_aes_key, 128, 1, 0),
    BOTH(PCLMULQDQ, simd_carry_less, 128, 2, 0),
    ONE(VGF2P8AFFINEQB, simd_affine, 64, 2, false),
    ONE(VGF2P8AFFINEINVQB, simd_affine, 64, 2, true),
    ONE(SHA256RNDS2, simd_sha256_rounds, 0, 3, 0),
    ONE(SHA256MSG1, simd_sha256_message1, 0, 2, 0),
    ONE(SHA256MSG2, simd_sha256_message2, 0, 2, 0),
};

/* VPERMQ and VPERMPD by an immediate; MOVSS and MOVSD with memory. */
static const simd_form permute_quadwords = {ZYDIS_MNEMONIC_VPERMQ, simd_shuffle, 256, 1, 64};
static const simd_form move_scalar = {ZYDIS_MNEMONIC_MOVSD, simd_move, 0, 1, 0};

static const simd_form *
form_of_name(ZydisMnemonic name)
{
    for (unsigned i = 0; i < sizeof simd_forms / sizeof simd_forms[0]; i++)
        if (simd_forms[i].name == name)
            return &simd_forms[i];
    return NULL;
}

/* Execution */

/* Must a memory operand of this size be aligned? */
static bool
needs_alignment(const x86_code *c, unsigned bits)
{
    switch (c->name) {
    case ZYDIS_MNEMONIC_VMOVAPS:
    case ZYDIS_MNEMONIC_VMOVAPD:
    case ZYDIS_MNEMONIC_VMOVDQA:
    case ZYDIS_MNEMONIC_VMOVDQA32:
    case ZYDIS_MNEMONIC_VMOVDQA64:
    case ZYDIS_MNEMONIC_VMOVNTDQ:
        return true;
    case ZYDIS_MNEMONIC_MOVUPS:
    case ZYDIS_MNEMONIC_MOVDQU:
        return false;
    default:
        return c->legacy && bits == 128;
    }
}

/* Is this element of a memory operand accessed?  Its mask must be public. */
static bool
is_enabled(x86 *p, const x86_code *c, unsigned number)
{
    return c->mask == 0 || x86_number(p, &p->k[c->mask][number], 1, ADDRESS);
}

/* A broadcast is read if any element is enabled: so if an undecided mask may enable this one. */
static bool
may_be_enabled(x86 *p, const x86_code *c, unsigned number)
{
    lit enabled = p->k[c->mask][number], value;

    return c->broadcasts && is_public(p->m.graph, &enabled, 1) && !is_decided(p->m.graph, enabled, &value);
}

/* Stops if a whole memory operand must be aligned, whatever its mask, and is not. */
static unsigned
simd_alignment(x86 *p, const x86_code *c, const x86_operand *o)
{
    lit address[64];
    uint32_t at;
    unsigned alignment = needs_alignment(c, o->bits) ? o->bits / 8 : 1;

    if (c->mask && alignment > 1 && x86_locate(p, o, address, &at))
        x86_require_aligned(&p->m, address, at, alignment);
    return alignment;
}

/* Reads the memory operand of an instruction; of a masked one on elements only those that are enabled.
 * Broadcasts and shuffles count as reads of all, and their mask is data flow. */
static void
simd_load(x86 *p, const x86_code *c, const x86_operand *o, unsigned bits, lit *out)
{
    unsigned alignment = simd_alignment(p, c, o), each = c->element;
    bool on_elements = c->form->block == each || c->form->run == simd_move, any = false;

    memset(out, 0, bits * sizeof *out);
    for (unsigned i = 0; c->mask && on_elements && i < c->operand[0].bits / each; i++) {
        x86_operand one = *o;

        one.value += i * each / 8;
        if (!may_be_enabled(p, c, i) && !is_enabled(p, c, i))
            continue;
        any = true;
        if (on_elements && o->bits == bits)
            x86_load(p, &one, each, 1, out + i * each);
    }
    if (c->mask && on_elements && (o->bits == bits || !any))
        return;
    x86_load(p, o, o->bits, alignment, out);
    for (unsigned i = o->bits; c->broadcasts && i < bits; i++)
        out[i] = out[i - o->bits];
}

static void
simd_store(x86 *p, const x86_code *c, const lit *out)
{
    const x86_operand *to = &c->operand[0];
    unsigned alignment = simd_alignment(p, c, to);

    if (c->mask == 0)
        x86_store(p, to, out, alignment);
    for (unsigned i = 0; c->mask && i < to->bits / c->element; i++) {
        x86_operand one = *to;

        one.bits = c->element;
        one.value += i * c->element / 8;
        if (is_enabled(p, c, i))
            x86_store(p, &one, out + i * c->element, 1);
    }
}

/* Writes a vector register: masked elements; what is above is kept by legacy code, else zero. */
static void
simd_write(x86 *p, const x86_code *c, const lit *kept, const lit *out)
{
    const x86_operand *to = &c->operand[0];
    static const lit zero[VECTOR_BITS] = {0};
    lit *z = p->z[to->number], result[VECTOR_BITS] = {0};

    for (unsigned i = 0; c->mask == 0 && i < to->bits; i++)
        result[i] = out[i];
    for (unsigned i = 0; c->mask && i < to->bits; i += c->element)
        lane_mux(p->m.graph, c->element, p->k[c->mask][i / c->element], out + i, c->zeroes ? zero : kept + i,
                 result + i);
    memcpy(z, result, (c->legacy ? to->bits : VECTOR_BITS) * sizeof *z);
}

/* VPMASKMOVQ to memory: quadwords whose mask, a vector's sign bits, is set and public. */
static void
simd_masked_store(x86 *p, const x86_code *c)
{
    const lit *mask = p->z[c->operand[1].number], *value = p->z[c->operand[2].number];
    x86_operand to = c->operand[0];

    for (unsigned at = 0; at < c->operand[0].bits; at += to.bits) {
        to.bits = 64;
        if (x86_number(p, &mask[at + 63], 1, ADDRESS))
            x86_store(p, &to, value + at, 1);
        to.value += 8;
    }
}

static void
x86_vector(x86 *p, const x86_code *c)
{
    const x86_operand *to = &c->operand[0], *last = &c->operand[c->noperands - 1];
    bool has_immediate = last->kind == IMMEDIATE;
    const simd_form *form = has_immediate && c->form->run == simd_permute ? &permute_quadwords : c->form;
    bool is_scalar = form->run == simd_scalar;
    unsigned registers = c->noperands - has_immediate, sources, first, bits;
    lit memory[VECTOR_BITS], out[VECTOR_BITS];
    simd_block v = {.m = &p->m, .has_immediate = has_immediate};

    if (is_scalar && (to->kind == MEMORY || last->kind == MEMORY))
        form = &move_scalar;
    if (is_scalar && c->mask) /* of which one bit counts */
        stop(&p->m, INSTRUCTION, 0, 0);
    sources = form->sources;
    v.argument = form->argument;
    v.immediate = has_immediate ? (uint8_t)last->value : 0;
    if (to->kind == MEMORY || (form->run == simd_shift && has_immediate))
        sources = 1;
    first = registers - sources;
    bits = to->kind == MASK ? c->operand[first].bits : to->bits;
    for (unsigned i = 0; i < sources; i++) {
        const x86_operand *o = &c->operand[first + i];

        v.source[i] = memory;
        if (o->kind == VECTOR)
            v.source[i] = p->z[o->number];
        else if (o->kind == MEMORY)
            simd_load(p, c, o, bits, memory);
        else
            v.source[i] = x86_value(p, o, o->bits, memory);
    }
    v.source_bits = c->operand[first].bits;
    v.old = to->kind == VECTOR ? p->z[to->number] : NULL;
    v.n = form->block ? form->block : bits;
    for (v.at = 0; v.at < bits && p->m.fault == NO_FAULT; v.at += v.n) {
        v.out = out + v.at;
        form->run(&v);
    }
    if (p->m.fault != NO_FAULT)
        return;
    if (to->kind == MASK) {
        lit *k = p->k[to->number], result[64] = {0};

        for (unsigned i = 0; i < bits / v.n; i++)
            result[i] = c->mask ? gate_and(p->m.graph, p->k[c->mask][i], out[i * v.n]) : out[i * v.n];
        memcpy(k, result, sizeof result);
    } else if (to->kind == MEMORY) {
        simd_store(p, c, out);
    } else if (to->kind == VECTOR) {
        simd_write(p, c, form->run == simd_second ? v.source[0] : v.old, out);
    } else {
        x86_write(p, to, out);
    }
}

#endif
