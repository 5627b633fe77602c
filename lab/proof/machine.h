/* SPDX-License-Identifier: MIT */
/* What the executors share: symbolic words, memory regions of exact size, table look-ups, faults. */
#ifndef NARAE_LAB_PROOF_MACHINE_H
#define NARAE_LAB_PROOF_MACHINE_H

#include "halves.h"
#include "public.h"
#include "watch.h"

enum { MAX_REGIONS = 192, BITS = 32, ADDRESS_BITS = 64 };

/* A word of up to 32 bits; `known`: all are constant, and `value` holds them. */
typedef struct word {
    lit bit[32];
    uint32_t value;
    bool known;
} word;

/* Constants have `bytes`, other regions a literal for each bit. */
typedef struct region {
    uint32_t start, size;
    uint32_t name;
    bool writable, inaccessible;
    const uint8_t *bytes;
    lit (*bit)[8];
    uint8_t *written;   /* 0: arbitrary contents; of constants: read by look-ups */
    unsigned base_bits; /* of `base`, the symbolic pointer to base_at; 0: none */
    uint32_t base_at;
    lit base[ADDRESS_BITS];
} region;

enum { NOWHERE = 1, EVERY_LOOP = 3, MAX_STOPS = 256 };
enum { FAR = 1 << 22 }; /* larger than a region, smaller than the gaps between them */

enum fault {
    NO_FAULT,
    BRANCH,      /* depends on a secret */
    ADDRESS,     /* depends on a secret, and is not within constants */
    DIVISION,    /* of a secret */
    AMOUNT,      /* of a shift, depends on a secret */
    EARLY_END,   /* of a multiplication, depends on a secret */
    READ,        /* outside what may be read */
    WRITE,       /* outside what may be written */
    MISALIGNED,  /* for its size */
    JUMP,        /* outside the program */
    INSTRUCTION, /* not modelled */
    ENDLESS,     /* too many instructions */
    TOO_LARGE,   /* the graph */
    BELOW_STACK, /* reads what an interrupt may overwrite */
    UNDECIDED,   /* depends on public inputs, undecided */
};

typedef struct machine {
    graph *graph;
    region regions[MAX_REGIONS];
    uint32_t nregions;
    const uint8_t *code;
    uint32_t code_start, code_size;
    uint8_t *executed; /* of each byte of code: did an instruction begin here? */
    uint32_t pc, end;  /* `end`: placeholder of the return address, whose bits are return_bits */
    unsigned return_width;
    lit return_bits[ADDRESS_BITS];
    uint32_t pointer_origin; /* the address of pointer 0 */
    uint32_t pause;          /* address of a breakpoint; NOWHERE; or EVERY_LOOP: each backward jump */
    uint32_t stops[MAX_STOPS], nstops; /* other breakpoints */
    enum fault fault;
    uint32_t at, address, bytes; /* of the fault: instruction and access */
    lit undecided;               /* public literal of a condition or, if bytes > 0, of an address */
    uint64_t instructions, budget, lookups;
    uint32_t lowest_write;              /* within the stack, region 0 */
    bool writes;                        /* did the last instruction write elsewhere? */
    uint32_t after_write;               /* address of the instruction after the last one that did */
    uint32_t (*live)(struct machine *); /* lowest stack address in use */
    void (*release)(struct machine *);  /* frees what this processor holds besides; may be null */
} machine;

static void
stop(machine *m, enum fault reason, uint32_t address, uint32_t bytes)
{
    if (m->fault != NO_FAULT)
        return;
    m->fault = reason;
    m->at = m->pc;
    m->address = address;
    m->bytes = bytes;
}

/* Stops because bits that must be public and decided are not. */
static void
stop_for(machine *m, enum fault reason, const lit *bits, unsigned n, uint32_t bytes)
{
    uint8_t depends = 0;
    lit value;

    for (unsigned i = 0; i < n; i++)
        depends |= node_of(m->graph, bits[i])->depends;
    if (m->fault == NO_FAULT) {
        m->undecided = 0;
        for (unsigned i = n; i-- > 0;) /* the lowest one, which shows whose alignment matters */
            if (is_public(m->graph, &bits[i], 1) && !is_decided(m->graph, bits[i], &value))
                m->undecided = bits[i];
    }
    stop(m, depends & SECRET ? reason : UNDECIDED, 0, bytes);
}

/* Is this the return address, but for its lowest bits? */
static bool
is_return(const machine *m, const lit *bits, unsigned n, unsigned lowest, lit low)
{
    bool same = m->return_width == n && m->return_width > 1;

    for (unsigned i = 0; i < n && same; i++)
        same = bits[i] == (i < lowest ? low : m->return_bits[i]);
    return same;
}

/* Has a run ended or reached its breakpoint?  `before`: address of the last instruction. */
static bool
is_finished(const machine *m, uint32_t before)
{
    for (uint32_t i = 0; i < m->nstops; i++)
        if (m->pc == m->stops[i])
            return true;
    return m->fault != NO_FAULT || m->pc == m->end || m->pc == m->pause ||
           (m->pause == EVERY_LOOP && m->pc < before);
}

/* Is a branch on this condition taken? */
static bool
branch_taken(machine *m, lit x)
{
    lit value = 0;

    if (!is_decided(m->graph, x, &value))
        stop_for(m, BRANCH, &x, 1, 0);
    return value;
}

/* Words */

static inline word
known(uint32_t value)
{
    word w;

    w.value = value;
    w.known = true;
    return w;
}

static inline void
to_bits(word *w)
{
    if (w->known)
        for (unsigned i = 0; i < BITS; i++)
            w->bit[i] = w->value >> i & 1;
}

/* Sets `known` and `value`. */
static inline word
from_bits(word w)
{
    lit all = 0;

    w.value = 0;
    for (unsigned i = 0; i < BITS; i++) {
        all |= w.bit[i];
        w.value |= (w.bit[i] & 1) << i;
    }
    w.known = all < 2;
    return w;
}

static word
word_gate(machine *m, char operation, word a, word b)
{
    word r;

    if (a.known && b.known)
        return known(operation == '&'   ? a.value & b.value
                     : operation == '|' ? a.value | b.value
                                        : a.value ^ b.value);
    to_bits(&a);
    to_bits(&b);
    for (unsigned i = 0; i < BITS; i++)
        r.bit[i] = operation == '&'   ? gate_and(m->graph, a.bit[i], b.bit[i])
                   : operation == '|' ? gate_or(m->graph, a.bit[i], b.bit[i])
                                      : gate_xor(m->graph, a.bit[i], b.bit[i]);
    return from_bits(r);
}

static word
word_not(word a)
{
    if (a.known)
        return known(~a.value);
    for (unsigned i = 0; i < BITS; i++)
        a.bit[i] ^= 1;
    return a;
}

/* a + b + carry; `out`, the carry, may be null. */
static word
word_add(machine *m, word a, word b, lit carry, lit *out)
{
    lit carries[BITS];
    word r;

    if (a.known && b.known && carry < 2) {
        uint64_t whole = (uint64_t)a.value + b.value + carry;

        if (out)
            *out = (lit)(whole >> 32);
        return known((uint32_t)whole);
    }
    to_bits(&a);
    to_bits(&b);
    simplify_number(m->graph, a.bit, BITS);
    simplify_number(m->graph, b.bit, BITS);
    add_bits(m->graph, BITS, a.bit, b.bit, carry, r.bit, out ? carries : NULL);
    if (out)
        *out = simplify_bit(m->graph, carries[BITS - 1]);
    return from_bits(r);
}

static word
plus(machine *m, word a, word b)
{
    return word_add(m, a, b, 0, NULL);
}

/* a - b and the borrow. */
static word
minus(machine *m, word a, word b, lit *borrow)
{
    word r = word_add(m, a, word_not(b), 1, borrow);

    *borrow ^= 1;
    return r;
}

/* Are all of these literals false? */
static lit
none_of(graph *g, const lit *bits, unsigned n)
{
    lit r = 1;

    for (unsigned i = 0; i < n; i++)
        if (bits[i] == 1)
            return 0;
    for (unsigned i = 0; i < n; i++)
        r = gate_and(g, r, bits[i] ^ 1);
    return r;
}

static lit
equal_words(machine *m, word a, word b)
{
    word d = word_gate(m, '^', a, b);

    return d.known ? d.value == 0 : none_of(m->graph, d.bit, BITS);
}

static lit
less_than(machine *m, word a, word b, bool is_signed)
{
    lit r;

    if (is_signed) { /* biased by 2^31 */
        to_bits(&a);
        to_bits(&b);
        a.bit[31] ^= 1;
        b.bit[31] ^= 1;
        a = from_bits(a);
        b = from_bits(b);
    }
    minus(m, a, b, &r);
    return r;
}

/* how: l left, r right, a arithmetic right, o rotate right */
static word
word_shift(word a, char how, unsigned n)
{
    word r;

    n &= 31;
    if (n == 0)
        return a;
    to_bits(&a);
    for (unsigned i = 0; i < BITS; i++) {
        unsigned from = how == 'l' ? i - n : i + n;

        if (how == 'o')
            from &= 31;
        r.bit[i] = from < BITS ? a.bit[from] : how == 'a' ? a.bit[31] : 0;
    }
    return from_bits(r);
}

/* The low n bits of a product, row by row. */
static void
multiply_rows(graph *g, unsigned n, const lit *a, const lit *b, lit *out)
{
    lit total[64] = {0}, row[64];
    bit_counts t = {0};

    for (unsigned i = 0; i < n; i++) {
        if (b[i] == 0)
            continue;
        for (unsigned k = 0; k < n; k++) {
            row[k] = k < i ? 0 : gate_and(g, a[k - i], b[i]);
            t.at[k] += row[k] != 0;
        }
        add_after(g, n, total, row, 0, 0, carry_free_places(&t, n), total, NULL);
    }
    memcpy(out, total, n * sizeof *out);
    for (unsigned bits = BITS; bits <= n; bits += BITS)
        keep_counts(g, bits, out, &t);
}

/* The 2n-bit product of n-bit numbers. */
static void
multiply_bits(graph *g, unsigned n, const lit *a, bool a_signed, const lit *b, bool b_signed, lit *out)
{
    lit wide_a[64], wide_b[64];

    for (unsigned i = 0; i < 2 * n; i++) {
        wide_a[i] = i < n ? a[i] : a_signed ? a[n - 1] : 0;
        wide_b[i] = i < n ? b[i] : b_signed ? b[n - 1] : 0;
    }
    multiply_rows(g, 2 * n, wide_a, wide_b, out);
}

static int32_t
sign_extend(uint32_t x, unsigned bits)
{
    return (int32_t)(x << (32 - bits)) >> (32 - bits);
}

static uint32_t
bit_field(uint32_t x, unsigned high, unsigned low)
{
    return x >> low & ((UINT32_C(2) << (high - low)) - 1);
}

static word
low_bits(word a, unsigned n, bool is_signed)
{
    to_bits(&a);
    for (unsigned i = n; i < BITS; i++)
        a.bit[i] = is_signed ? a.bit[n - 1] : 0;
    return from_bits(a);
}

/* Reverses bytes, or bits in each byte, by XORing bit numbers with `flip`. */
static word
reversed(word a, unsigned flip)
{
    word r;

    to_bits(&a);
    for (unsigned i = 0; i < BITS; i++)
        r.bit[i] = a.bit[i ^ flip];
    return from_bits(r);
}

/* 0: leading zeros, 1: trailing zeros, else population count */
static word
count_special(machine *m, word a, uint32_t which)
{
    if (!a.known) {
        stop(m, INSTRUCTION, 0, 0);
        return known(0);
    }
    switch (which) {
    case 0:
        return known(a.value ? (uint32_t)__builtin_clz(a.value) : 32);
    case 1:
        return known(a.value ? (uint32_t)__builtin_ctz(a.value) : 32);
    default:
        return known((uint32_t)__builtin_popcount(a.value));
    }
}

/* Memory */

static region *
region_at(machine *m, uint32_t address, uint32_t bytes)
{
    for (uint32_t i = 0; i < m->nregions; i++) {
        region *r = &m->regions[i];

        if (!r->inaccessible && address - r->start < r->size && bytes <= r->size - (address - r->start))
            return r;
    }
    return NULL;
}

/* Is a - b a constant, of public words?  Simulation proposes it, BDDs prove it, except for sums of pointers
 * and numbers, whose BDDs are too large. */
static bool
constant_distance(graph *g, const lit *a, const lit *b, unsigned width, uint64_t *by)
{
    lit constant[ADDRESS_BITS], whole[ADDRESS_BITS];
    uint8_t depends = 0;

    for (unsigned k = 0; k < width; k++)
        depends |= node_of(g, a[k])->depends;
    if (depends == (PUBLIC | PLACE))
        return false;
    *by = 0;
    for (unsigned k = width; k-- > 0;)
        *by = 2 * *by + ((node_of(g, a[k])->signature[0] ^ a[k]) & 1);
    for (unsigned k = width; k-- > 0;)
        *by -= ((node_of(g, b[k])->signature[0] ^ b[k]) & 1) << k;
    for (unsigned k = 0; k < width; k++)
        constant[k] = *by >> k & 1;
    add_bits(g, width, b, constant, 0, whole, NULL);
    return public_equal(g, a, whole, width);
}

/* address - base by their linear forms, if it does not depend on `excluded` inputs. */
static bool
linear_difference(graph *g, const lit *address, const lit *base, unsigned width, uint8_t excluded, lit *bits)
{
    static form f;
    uint8_t depends = 0;

    f.constant = f.n = 0;
    add_word(g, &f, word_of(g, width, address), 1);
    add_word(g, &f, word_of(g, width, base), modulo(width));
    for (unsigned k = 0; k < width; k++)
        bits[k] = f.constant >> k & 1;
    for (uint32_t i = 0; i < f.n; i++) {
        const lit *word = g->word_bits[g->words[f.terms[i].word].bits];
        bool subtracts = f.terms[i].coefficient == modulo(width);
        lit term[ADDRESS_BITS];

        for (unsigned k = 0; k < width; k++) {
            depends |= node_of(g, word[k])->depends;
            term[k] = word[k] ^ subtracts;
        }
        if (depends & excluded || (f.terms[i].coefficient != 1 && !subtracts))
            return false;
        add_bits(g, width, bits, term, subtracts, bits, NULL);
    }
    return true;
}

/* Is address - base a constant by linear forms and the assumption on numbers? */
static bool
linear_distance(graph *g, const lit *address, const lit *base, unsigned width, uint64_t *by)
{
    lit bits[ADDRESS_BITS], bit = 0;

    *by = 0;
    if (!linear_difference(g, address, base, width, SECRET | PLACE, bits))
        return false;
    for (unsigned k = 0; k < width; k++) {
        if (!is_decided(g, bits[k], &bit))
            return false;
        *by |= (uint64_t)bit << k;
    }
    return true;
}

/* A number of `width` bits as a signed one. */
static uint64_t
sign_extend_64(uint64_t x, unsigned width)
{
    return (uint64_t)((int64_t)(x << (ADDRESS_BITS - width)) >> (ADDRESS_BITS - width));
}

/* The region whose base is a constant away from an address, by linear forms or, if none is, by BDDs. */
static const region *
near_region(machine *m, const lit *address, unsigned width, uint64_t *by)
{
    for (uint32_t i = 0; i < m->nregions; i++)
        if (m->regions[i].base_bits == width &&
            linear_distance(m->graph, address, m->regions[i].base, width, by))
            return &m->regions[i];
    for (uint32_t i = 0; i < m->nregions; i++)
        if (m->regions[i].base_bits == width &&
            constant_distance(m->graph, address, m->regions[i].base, width, by))
            return &m->regions[i];
    return NULL;
}

/* Resolves a symbolic address: a constant distance from a base, or decided by the assumption. */
static bool
resolve_address(machine *m, const lit *address, unsigned width, uint32_t *at)
{
    graph *g = m->graph;
    const region *near = NULL;
    uint64_t by;

    if (!are_constant(address, width) && is_public(g, address, width))
        near = near_region(m, address, width, &by);
    if (near) {
        by = sign_extend_64(by, width);
        *at = by + FAR < 2u * FAR ? near->base_at + (uint32_t)by : NOWHERE;
        return true;
    }
    by = m->pointer_origin;
    for (unsigned k = 0; k < width; k++) {
        lit bit = 0;

        if (!is_decided(g, address[k], &bit))
            return false;
        by += (uint64_t)bit << k;
    }
    *at = by <= UINT32_MAX ? (uint32_t)by : NOWHERE;
    return true;
}

/* The word with its address resolved, if possible. */
static word
resolve_word(machine *m, word address)
{
    uint32_t at;

    return !address.known && resolve_address(m, address.bit, BITS, &at) ? known(at) : address;
}

/* Stops unless an address is a multiple of the access size, a power of two. */
static void
require_aligned(machine *m, word address, uint32_t at, unsigned bytes)
{
    for (unsigned i = 0; 2u << i <= bytes; i++) {
        lit bit = address.known ? address.value >> i & 1 : address.bit[i], value = 0;

        if (!is_decided(m->graph, bit, &value))
            stop_for(m, ADDRESS, &bit, 1, 0);
        else if (value)
            stop(m, MISALIGNED, at, bytes);
    }
}

/* A byte's eight bits. */
static void
read_byte(machine *m, region *r, uint32_t address, lit bits[8])
{
    uint32_t at = address - r->start;

    if (r->bytes) {
        for (unsigned i = 0; i < 8; i++)
            bits[i] = r->bytes[at] >> i & 1;
        return;
    }
    if (!r->written[at]) { /* arbitrary */
        for (unsigned i = 0; i < 8; i++)
            if (r->bit[at][i] == 0)
                r->bit[at][i] = new_input(m->graph, NULL);
        r->written[at] = 2;
    }
    memcpy(bits, r->bit[at], sizeof r->bit[at]);
}

/* False below the stack pointer, where interrupts may write. */
static bool
is_live(machine *m, const region *r, uint32_t address)
{
    return WATCHED || r != m->regions || m->live == NULL || address >= m->live(m);
}

/* Released stack bytes become arbitrary, except to the leak checker. */
static void
discard_stack(machine *m, uint32_t from, uint32_t to)
{
    region *r = m->regions;

    for (; !WATCHED && m->live && from < to && from - r->start < r->size; from++) {
        r->written[from - r->start] = 0;
        memset(r->bit[from - r->start], 0, sizeof *r->bit);
    }
}

static void
write_bits(machine *m, uint32_t address, const lit *bits, unsigned bytes)
{
    region *r = region_at(m, address, bytes);

    if (r == NULL || !r->writable) {
        stop(m, WRITE, address, bytes);
        return;
    }
    if (r == m->regions && address < m->lowest_write)
        m->lowest_write = address;
    m->writes |= r != m->regions;
    watch_store(m, r, address, bits, bytes);
    for (unsigned i = 0; i < bytes; i++) {
        memcpy(r->bit[address - r->start + i], bits + 8 * i, 8 * sizeof *bits);
        r->written[address - r->start + i] = 1;
    }
    if (!is_live(m, r, address))
        discard_stack(m, address, address + bytes);
}

static void
read_bytes(machine *m, uint32_t address, lit *bits, unsigned bytes)
{
    region *r = region_at(m, address, bytes);

    if (is_fresh_random(m, address, bits, bytes))
        return;
    if (r == NULL) {
        stop(m, READ, address, bytes);
        memset(bits, 0, 8 * bytes * sizeof *bits);
        return;
    }
    if (!is_live(m, r, address))
        stop(m, BELOW_STACK, address, bytes);
    for (unsigned i = 0; i < bytes; i++)
        read_byte(m, r, address + i, bits + 8 * i);
}

static void
read_bits(machine *m, uint32_t address, lit *bits, unsigned bytes)
{
    read_bytes(m, address, bits, bytes);
    watch_load(m, address, bits, bytes);
}

/* The index of a look-up: the first smallest cut of the address, of at most MAX_INDEX nodes, and the address
 * for each of its values.  Returns the size of the cut. */
static uint32_t
index_of(machine *m, const lit *address, unsigned width, uint64_t base, lit index[MAX_INDEX],
         uint64_t where[1 << MAX_INDEX])
{
    static uint32_t cone[MAX_STEPS];
    static frontier f, best;
    graph *g = m->graph;
    uint32_t ncone = 0, nbest = 0, words;

    f.n = 0;
    best.n = MAX_INDEX + 1;
    for (unsigned i = 0; i < width; i++)
        if (address[i] > 1)
            insert(&f, address[i] >> 1, false);
    while (f.n < WIDEST / 2 && ncone < 1000) {
        uint32_t at = next_expansion(g, &f);

        if (f.n < best.n) {
            copy_frontier(&best, &f);
            nbest = ncone;
        }
        if (at == f.n)
            break;
        cone[ncone++] = f.node[at];
        expand(g, &f, at);
    }
    if (best.n > MAX_INDEX)
        return best.n;
    words = compute_tables(g, cone, nbest, best.node, best.n);
    for (uint32_t at = 0; at < 1u << best.n; at++) {
        where[at] = base;
        for (unsigned i = 0; i < width; i++) {
            uint64_t *t = address[i] > 1 ? table_of(g, address[i] >> 1, words) : NULL;
            uint64_t bit = t ? (t[at / 64] >> at % 64 ^ address[i]) & 1 : address[i];

            where[at] += bit << i;
        }
    }
    for (uint32_t i = 0; i < best.n; i++)
        index[i] = 2 * best.node[i];
    return best.n;
}

/* One bit of a table of literals, by its algebraic normal form in the index, which is linear for tables of
 * multiples. */
static lit
select_entry(graph *g, unsigned n, const lit *index, lit *entries)
{
    for (unsigned i = 0; i < n; i++)
        for (uint32_t at = 0; at < 1u << n; at++)
            if (at >> i & 1)
                entries[at] = gate_xor(g, entries[at], entries[at ^ 1u << i]);
    for (unsigned i = n; i-- > 0;)
        for (uint32_t at = 0; at < 1u << i; at++)
            entries[at] = gate_xor(g, entries[at], gate_and(g, index[i], entries[at | 1u << i]));
    return entries[0];
}

/* Splits an address into the pointer of a region, whose place is added to `base`, and an index: secret or a
 * public number, but no pointer.  Returns the region, or NULL. */
static const region *
split_address(machine *m, const lit *address, unsigned width, uint64_t *base, lit index[ADDRESS_BITS])
{
    for (uint32_t i = 0; i < m->nregions; i++) {
        const region *r = &m->regions[i];

        if (r->base_bits == width &&
            linear_difference(m->graph, address, r->base, width,
                              PLACE | node_of(m->graph, r->base[width - 1])->depends, index)) {
            *base += r->base_at - m->pointer_origin;
            for (unsigned k = width; k < ADDRESS_BITS; k++) /* may be negative */
                index[k] = index[width - 1];
            return r;
        }
    }
    return NULL;
}

/* A look-up, whose address must be readable for each index.  An 8-bit index into constants is marked, since
 * tables of round keys undo S-boxes. */
static bool
read_table(machine *m, const lit *address, unsigned width, uint32_t base, unsigned bytes, lit *bits)
{
    static uint32_t entries[2][1 << MAX_INDEX];
    static uint64_t where[1 << MAX_INDEX];
    static lit content[1 << MAX_INDEX][ADDRESS_BITS], column[1 << MAX_INDEX];
    lit rest[ADDRESS_BITS], index[MAX_INDEX];
    const region *within;
    uint64_t origin = base;
    uint32_t n;
    bool constants = true;
    uint8_t depends = 0;

    within = split_address(m, address, width, &origin, rest);
    n = within ? index_of(m, rest, ADDRESS_BITS, origin, index, where)
               : index_of(m, address, width, origin, index, where);
    if (n > MAX_INDEX)
        return false;
    for (uint32_t at = 0; at < 1u << n; at++) {
        uint32_t place = (uint32_t)where[at];
        region *r = region_at(m, place, bytes);

        if (place != where[at] || r == NULL || (within && r != within))
            return false;
        constants &= r->bytes != NULL;
        entries[0][at] = entries[1][at] = 0;
        if (r->bytes == NULL)
            continue;
        memset(r->written + (place - r->start), 1, bytes);
        for (unsigned i = 0; i < bytes; i++)
            entries[i / 4][at] |= (uint32_t)r->bytes[place - r->start + i] << i % 4 * 8;
    }
    for (uint32_t i = 0; i < n; i++)
        depends |= node_of(m->graph, index[i])->depends;
    m->lookups += depends & SECRET ? 1 : 0;
    if (constants) {
        for (unsigned i = 0; i < bytes; i += 4)
            look_up(m->graph, n, index, entries[i / 4], 8 * (bytes - i < 4 ? bytes - i : 4), bits + 8 * i);
        if (n == MARK)
            mark(m->graph, index);
    }
    for (uint32_t at = 0; !constants && at < 1u << n; at++)
        read_bytes(m, (uint32_t)where[at], content[at], bytes);
    for (unsigned i = 0; !constants && i < 8 * bytes; i++) {
        for (uint32_t at = 0; at < 1u << n; at++)
            column[at] = content[at][i];
        bits[i] = select_entry(m->graph, n, index, column);
    }
    watch_load(m, NOWHERE, bits, bytes);
    return true;
}

/* Runs */

static void
free_regions(machine *m)
{
    for (uint32_t i = 0; i < m->nregions; i++) {
        free(m->regions[i].bit);
        free(m->regions[i].written);
    }
    m->nregions = 0;
}

/* `alignment` of instructions, a power of two. */
static bool
begin_step(machine *m, uint32_t alignment)
{
    m->instructions++;
    if (m->writes)
        m->after_write = m->pc;
    m->writes = false;
    if (m->instructions > m->budget)
        stop(m, ENDLESS, 0, 0);
    if (m->graph->exhausted)
        stop(m, TOO_LARGE, 0, 0);
    if (m->pc - m->code_start > m->code_size - alignment || (m->pc & (alignment - 1)))
        stop(m, JUMP, m->pc, 0);
    if (m->fault == NO_FAULT)
        m->executed[m->pc - m->code_start] = 1;
    return m->fault == NO_FAULT;
}

static uint32_t
code_halfword(machine *m, uint32_t at)
{
    uint16_t x = 0;

    if (at - m->code_start >= m->code_size - 1)
        stop(m, JUMP, at, 2);
    else
        memcpy(&x, m->code + (at - m->code_start), 2);
    return x;
}

#endif
