/* SPDX-License-Identifier: MIT */
/* What the processors have in common: words whose bits are literals, memory in
 * regions of an exact size, look-ups in constants, and why a run ended. */
#ifndef NARAE_LAB_PROOF_MACHINE_H
#define NARAE_LAB_PROOF_MACHINE_H

#include "halves.h"
#include "public.h"

enum { MOST_REGIONS = 32, BITS = 32 };

/* A word of up to 32 bits.  Where all are constant, `value` is it. */
typedef struct word {
    lit bit[32];
    uint32_t value;
    bool known;
} word;

/* Constants have `bytes` only, everything else a literal for each bit. */
typedef struct region {
    uint32_t start, size;
    uint32_t name;
    bool writable, gone; /* gone: not there during a call */
    const uint8_t *bytes;
    lit (*bit)[8];
    uint8_t *written;   /* 0: arbitrary, as what was there before the call; of constants: looked up */
    unsigned base_bits; /* of `base`, the address that base_at stands for, a public number; 0: none */
    uint32_t base_at;
    lit base[BITS];
} region;

enum { NOWHERE = 1, EVERY_LOOP = 3 };
enum { FAR = 1 << 22 }; /* from a base: more than any region has, less than there is between two */

enum fault {
    FINE,
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
    UNDECIDED,   /* depends on public numbers in a way that is not decided */
};

typedef struct machine {
    graph *graph;
    region regions[MOST_REGIONS];
    uint32_t nregions;
    const uint8_t *code;
    uint32_t code_start, code_size;
    uint8_t *executed; /* of each byte of code: did an instruction begin here? */
    uint32_t pc, end;  /* `end`: where the call returns to; any address, whose bits are `back` */
    unsigned back_bits;
    lit back[BITS];
    uint32_t space; /* where pointers count from */
    uint32_t pause; /* where a run is interrupted; NOWHERE; or EVERY_LOOP: wherever it jumps backwards */
    enum fault fault;
    uint32_t at, address, bytes; /* of the fault: instruction, and what it accessed */
    lit undecided;               /* of UNDECIDED, if public: of a condition, or, with bytes, of an address */
    uint64_t instructions, budget, lookups;
    uint32_t lowest_write;              /* within the stack, region 0 */
    uint32_t (*live)(struct machine *); /* the lowest address of the stack in use */
} machine;

static void
stop(machine *m, enum fault why, uint32_t address, uint32_t bytes)
{
    if (m->fault != FINE)
        return;
    m->fault = why;
    m->at = m->pc;
    m->address = address;
    m->bytes = bytes;
}

/* Something that must not depend on a secret is not constant. */
static void
stop_for(machine *m, enum fault why, const lit *bits, unsigned n, uint32_t bytes)
{
    uint8_t of = 0;
    lit value;

    for (unsigned i = 0; i < n; i++)
        of |= node_of(m->graph, bits[i])->of;
    if (m->fault == FINE) {
        m->undecided = 0;
        for (unsigned i = 0; i < n; i++)
            if (is_public(m->graph, &bits[i], 1) && !decides(m->graph, bits[i], &value))
                m->undecided = bits[i];
    }
    stop(m, of & SECRET ? why : UNDECIDED, 0, bytes);
}

/* Is this the address that the call returns to, with these lowest bits? */
static bool
is_return(const machine *m, const lit *bits, unsigned n, unsigned lowest, lit low)
{
    bool same = m->back_bits == n && m->back_bits > 1;

    for (unsigned i = 0; i < n && same; i++)
        same = bits[i] == (i < lowest ? low : m->back[i]);
    return same;
}

/* Has a run from an instruction at `before` come to its end, or to a pause? */
static bool
is_over(const machine *m, uint32_t before)
{
    return m->fault != FINE || m->pc == m->end || m->pc == m->pause ||
           (m->pause == EVERY_LOOP && m->pc < before);
}

/* The value of a literal on which a branch depends. */
static bool
taken(machine *m, lit x)
{
    lit value = 0;

    if (!decides(m->graph, x, &value))
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
spread(word *w)
{
    if (w->known)
        for (unsigned i = 0; i < BITS; i++)
            w->bit[i] = w->value >> i & 1;
}

/* Finds out whether all bits are constant. */
static inline word
gathered(word w)
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
    spread(&a);
    spread(&b);
    for (unsigned i = 0; i < BITS; i++)
        r.bit[i] = operation == '&'   ? both(m->graph, a.bit[i], b.bit[i])
                   : operation == '|' ? either(m->graph, a.bit[i], b.bit[i])
                                      : sum(m->graph, a.bit[i], b.bit[i]);
    return gathered(r);
}

static word
inverted(word a)
{
    if (a.known)
        return known(~a.value);
    for (unsigned i = 0; i < BITS; i++)
        a.bit[i] ^= 1;
    return a;
}

/* a + b + carry; the carry goes to `out`, which may be null. */
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
    spread(&a);
    spread(&b);
    settle_number(m->graph, a.bit, BITS);
    settle_number(m->graph, b.bit, BITS);
    add_bits(m->graph, BITS, a.bit, b.bit, carry, r.bit, out ? carries : NULL);
    if (out)
        *out = settled_bit(m->graph, carries[BITS - 1]);
    return gathered(r);
}

static word
plus(machine *m, word a, word b)
{
    return word_add(m, a, b, 0, NULL);
}

/* a - b; `below`: a < b, unsigned. */
static word
minus(machine *m, word a, word b, lit *below)
{
    word r = word_add(m, a, inverted(b), 1, below);

    *below ^= 1;
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
        r = both(g, r, bits[i] ^ 1);
    return r;
}

static lit
equal_words(machine *m, word a, word b)
{
    word d = word_gate(m, '^', a, b);

    return d.known ? d.value == 0 : none_of(m->graph, d.bit, BITS);
}

static lit
below(machine *m, word a, word b, bool is_signed)
{
    lit r;

    if (is_signed) { /* as if both were larger by 2^31 */
        spread(&a);
        spread(&b);
        a.bit[31] ^= 1;
        b.bit[31] ^= 1;
        a = gathered(a);
        b = gathered(b);
    }
    minus(m, a, b, &r);
    return r;
}

/* Shifts: left for 'l', right for 'r', arithmetic for 'a', rotated to the right for 'o'. */
static word
shifted(word a, char how, unsigned n)
{
    word r;

    n &= 31;
    if (n == 0)
        return a;
    spread(&a);
    for (unsigned i = 0; i < BITS; i++) {
        unsigned from = how == 'l' ? i - n : i + n;

        if (how == 'o')
            from &= 31;
        r.bit[i] = from < BITS ? a.bit[from] : how == 'a' ? a.bit[31] : 0;
    }
    return gathered(r);
}

/* The lower n bits of a product, by rows. */
static void
multiply_rows(graph *g, unsigned n, const lit *a, const lit *b, lit *out)
{
    lit total[64] = {0}, row[64];
    teeth t = {0};

    for (unsigned i = 0; i < n; i++) {
        if (b[i] == 0)
            continue;
        for (unsigned k = 0; k < n; k++) {
            row[k] = k < i ? 0 : both(g, a[k - i], b[i]);
            t.at[k] += row[k] != 0;
        }
        add_on(g, n, total, row, 0, 0, free_places(&t, n), total, NULL);
    }
    memcpy(out, total, n * sizeof *out);
    for (unsigned bits = BITS; bits <= n; bits += BITS)
        keep_teeth(g, bits, out, &t);
}

/* The product of n-bit numbers, on 2n bits; signed ones are extended first. */
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
extended(uint32_t x, unsigned bits)
{
    return (int32_t)(x << (32 - bits)) >> (32 - bits);
}

static uint32_t
cut(uint32_t x, unsigned high, unsigned low)
{
    return x >> low & ((UINT32_C(2) << (high - low)) - 1);
}

static word
low_bits(word a, unsigned n, bool is_signed)
{
    spread(&a);
    for (unsigned i = n; i < BITS; i++)
        a.bit[i] = is_signed ? a.bit[n - 1] : 0;
    return gathered(a);
}

/* The bytes or, within each byte, the bits in the opposite order. */
static word
reversed(word a, unsigned flip)
{
    word r;

    spread(&a);
    for (unsigned i = 0; i < BITS; i++)
        r.bit[i] = a.bit[i ^ flip];
    return gathered(r);
}

/* Zero bits at the upper or lower end, or ones everywhere. */
static word
counted(machine *m, word a, uint32_t which)
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

        if (!r->gone && address - r->start < r->size && bytes <= r->size - (address - r->start))
            return r;
    }
    return NULL;
}

/* Are two words of public numbers a constant apart?  One simulation shows the constant, and decision diagrams
 * prove it, but for sums of pointers and other numbers, which have too large ones. */
static bool
apart(graph *g, const lit *a, const lit *b, unsigned width, uint32_t *by)
{
    lit constant[BITS], whole[BITS];
    uint8_t of = 0;

    for (unsigned k = 0; k < width; k++)
        of |= node_of(g, a[k])->of;
    if (of == (PUBLIC | PLACE))
        return false;
    *by = 0;
    for (unsigned k = width; k-- > 0;)
        *by = 2 * *by + (uint32_t)((node_of(g, a[k])->seen[0] ^ a[k]) & 1);
    for (unsigned k = width; k-- > 0;)
        *by -= (uint32_t)((node_of(g, b[k])->seen[0] ^ b[k]) & 1) << k;
    for (unsigned k = 0; k < width; k++)
        constant[k] = *by >> k & 1;
    add_bits(g, width, b, constant, 0, whole, NULL);
    return same_publicly(g, a, whole, width);
}

/* How far an address is from a base, a sum without these inputs. */
static bool
distance(graph *g, const lit *address, const lit *base, unsigned width, uint8_t without, lit *bits)
{
    static form f;
    uint8_t of = 0;

    f.constant = f.n = 0;
    add_word(g, &f, word_of(g, width, address), 1);
    add_word(g, &f, word_of(g, width, base), modulo(width));
    for (unsigned k = 0; k < width; k++)
        bits[k] = f.constant >> k & 1;
    for (uint32_t i = 0; i < f.n; i++) {
        const lit *word = g->word_bits[g->words[f.terms[i].word].bits];
        bool subtracts = f.terms[i].times == modulo(width);
        lit term[BITS];

        for (unsigned k = 0; k < width; k++) {
            of |= node_of(g, word[k])->of;
            term[k] = word[k] ^ subtracts;
        }
        if (of & without || (f.terms[i].times != 1 && !subtracts))
            return false;
        add_bits(g, width, bits, term, subtracts, bits, NULL);
    }
    return true;
}

/* Are they a constant apart by their linear forms, or by what is assumed of the numbers that make the
 * difference? */
static bool
linearly_apart(graph *g, const lit *address, const lit *base, unsigned width, uint32_t *by)
{
    lit bits[BITS], bit = 0;

    *by = 0;
    if (!distance(g, address, base, width, SECRET | PLACE, bits))
        return false;
    for (unsigned k = 0; k < width; k++) {
        if (!decides(g, bits[k], &bit))
            return false;
        *by |= (uint32_t)bit << k;
    }
    return true;
}

/* Finds the address that symbolic bits are: a constant away from a region's base, or decided by what is
 * assumed.  What is far from the base is in no region. */
static bool
located(machine *m, const lit *address, unsigned width, uint32_t *at)
{
    graph *g = m->graph;
    uint32_t by;

    for (uint32_t i = 0; i < m->nregions && is_public(g, address, width); i++) {
        const region *r = &m->regions[i];

        if (r->base_bits != width ||
            (!linearly_apart(g, address, r->base, width, &by) && !apart(g, address, r->base, width, &by)))
            continue;
        by = (uint32_t)((int32_t)(by << (BITS - width)) >> (BITS - width));
        *at = by + FAR < 2u * FAR ? r->base_at + by : NOWHERE;
        return true;
    }
    *at = m->space;
    for (unsigned k = 0; k < width; k++) {
        lit bit = 0;

        if (!decides(g, address[k], &bit))
            return false;
        *at += (uint32_t)bit << k;
    }
    return true;
}

/* A word, known if it is located. */
static word
settled(machine *m, word address)
{
    uint32_t at;

    return !address.known && located(m, address.bit, BITS, &at) ? known(at) : address;
}

/* An access wants an address to be a multiple of its size, a power of two. */
static void
want_aligned(machine *m, word address, uint32_t at, unsigned bytes)
{
    for (unsigned i = 0; 2u << i <= bytes; i++) {
        lit bit = address.known ? address.value >> i & 1 : address.bit[i], value = 0;

        if (!decides(m->graph, bit, &value))
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
                r->bit[at][i] = new_input(m->graph);
        r->written[at] = 2;
    }
    memcpy(bits, r->bit[at], sizeof r->bit[at]);
}

/* What is below the stack pointer may be overwritten at any time. */
static bool
is_live(machine *m, const region *r, uint32_t address)
{
    return r != m->regions || m->live == NULL || address >= m->live(m);
}

/* Bytes of the stack that a stack pointer has left are arbitrary. */
static void
abandon(machine *m, uint32_t from, uint32_t to)
{
    region *r = m->regions;

    for (; m->live && from < to && from - r->start < r->size; from++) {
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
    for (unsigned i = 0; i < bytes; i++) {
        memcpy(r->bit[address - r->start + i], bits + 8 * i, 8 * sizeof *bits);
        r->written[address - r->start + i] = 1;
    }
    if (!is_live(m, r, address))
        abandon(m, address, address + bytes);
}

static void
read_bits(machine *m, uint32_t address, lit *bits, unsigned bytes)
{
    region *r = region_at(m, address, bytes);

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

/* Look-ups.  The address is a function of a few bits, the index: the first of the
 * smallest cuts of its cone, of at most MOST_INDEX nodes, and what it is for each of its
 * values.  More nodes than that: there is no such cut. */
static uint32_t
index_of(machine *m, const lit *address, unsigned width, uint32_t base, lit index[MOST_INDEX],
         uint32_t where[1 << MOST_INDEX])
{
    static uint32_t cone[MOST_STEPS];
    static frontier f, best;
    graph *g = m->graph;
    uint32_t ncone = 0, nbest = 0, words;

    f.n = 0;
    best.n = MOST_INDEX + 1;
    for (unsigned i = 0; i < width; i++)
        if (address[i] > 1)
            insert(&f, address[i] >> 1, false);
    while (f.n < WIDEST / 2 && ncone < 1000) {
        uint32_t at = expandable(g, &f);

        if (f.n < best.n) {
            copy_frontier(&best, &f);
            nbest = ncone;
        }
        if (at == f.n)
            break;
        cone[ncone++] = f.node[at];
        expand(g, &f, at);
    }
    if (best.n > MOST_INDEX)
        return best.n;
    words = tabulate(g, cone, nbest, best.node, best.n);
    for (uint32_t at = 0; at < 1u << best.n; at++) {
        where[at] = base;
        for (unsigned i = 0; i < width; i++) {
            uint64_t *t = address[i] > 1 ? table_of(g, address[i] >> 1, words) : NULL;
            uint32_t bit = t ? (uint32_t)(t[at / 64] >> at % 64 & 1) ^ (address[i] & 1) : address[i];

            where[at] += bit << i;
        }
    }
    for (uint32_t i = 0; i < best.n; i++)
        index[i] = 2 * best.node[i];
    return best.n;
}

/* One bit of a table whose entries are literals: the coefficients of a polynomial in the bits of the index,
 * and its value.  Of tables of multiples only the linear ones are not zero. */
static lit
selected(graph *g, unsigned n, const lit *index, lit *entries)
{
    for (unsigned i = 0; i < n; i++)
        for (uint32_t at = 0; at < 1u << n; at++)
            if (at >> i & 1)
                entries[at] = sum(g, entries[at], entries[at ^ 1u << i]);
    for (unsigned i = n; i-- > 0;)
        for (uint32_t at = 0; at < 1u << i; at++)
            entries[at] = sum(g, entries[at], both(g, index[i], entries[at | 1u << i]));
    return entries[0];
}

/* Of an address that is a public base and a secret index: the index, and what the base stands for. */
static const lit *
behind_base(machine *m, const lit *address, unsigned width, uint32_t *base, lit *rest)
{
    for (uint32_t i = 0; i < m->nregions; i++) {
        const region *r = &m->regions[i];

        if (r->base_bits == width && distance(m->graph, address, r->base, width, PUBLIC | PLACE, rest)) {
            *base += r->base_at - m->space;
            return rest;
        }
    }
    return address;
}

/* For each value of its index the address must lie in what may be read.  An index of a
 * byte into constants is marked: tables of round keys undo each other's S-boxes. */
static bool
read_table(machine *m, const lit *address, unsigned width, uint32_t base, unsigned bytes, lit *bits)
{
    lit rest[BITS];
    static uint32_t entries[1 << MOST_INDEX], where[1 << MOST_INDEX];
    static lit content[1 << MOST_INDEX][BITS], column[1 << MOST_INDEX];
    lit index[MOST_INDEX];
    uint32_t n;
    bool constants = true;
    uint8_t of = 0;

    address = behind_base(m, address, width, &base, rest);
    n = index_of(m, address, width, base, index, where);
    if (n > MOST_INDEX)
        return false;
    for (uint32_t at = 0; at < 1u << n; at++) {
        region *r = region_at(m, where[at], bytes);

        if (r == NULL)
            return false;
        constants &= r->bytes != NULL;
        entries[at] = 0;
        if (r->bytes == NULL)
            continue;
        memset(r->written + (where[at] - r->start), 1, bytes);
        for (unsigned i = 0; i < bytes; i++)
            entries[at] |= (uint32_t)r->bytes[where[at] - r->start + i] << 8 * i;
    }
    for (uint32_t i = 0; i < n; i++)
        of |= node_of(m->graph, index[i])->of;
    m->lookups += of & SECRET ? 1 : 0;
    if (constants) {
        look_up(m->graph, n, index, entries, 8 * bytes, bits);
        if (n == MARK)
            mark(m->graph, index);
    }
    for (uint32_t at = 0; !constants && at < 1u << n; at++)
        read_bits(m, where[at], content[at], bytes);
    for (unsigned i = 0; !constants && i < 8 * bytes; i++) {
        for (uint32_t at = 0; at < 1u << n; at++)
            column[at] = content[at][i];
        bits[i] = selected(m->graph, n, index, column);
    }
    return true;
}

/* Runs */

static void
forget_regions(machine *m)
{
    for (uint32_t i = 0; i < m->nregions; i++) {
        free(m->regions[i].bit);
        free(m->regions[i].written);
    }
    m->nregions = 0;
}

static bool
step_begins(machine *m)
{
    m->instructions++;
    if (m->instructions > m->budget)
        stop(m, ENDLESS, 0, 0);
    if (m->graph->exhausted)
        stop(m, TOO_LARGE, 0, 0);
    if (m->pc - m->code_start >= m->code_size - 1 || (m->pc & 1))
        stop(m, JUMP, m->pc, 0);
    if (m->fault == FINE)
        m->executed[m->pc - m->code_start] = 1;
    return m->fault == FINE;
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
