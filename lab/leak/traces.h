/* SPDX-License-Identifier: MIT */
/* Simulated traces of functions: commands on standard input (traces.py).
 *
 *     M ADDRESS HEX             memory before the next call
 *     S ROTATION SHARES FIXED   a secret in Boolean shares, or one that is not shared (1); its value in the
 * fixed group U BYTES                   uniform bytes: randomness, public inputs W INPUT SHARE OFFSET BYTES
 * WHERE where bytes of a share of an input lie: at an address, or from the
 *                               next call on in register N: rN I ADDRESS each word that is
 * read there is uniform D ADDRESS VALUE           a register of the chip X ADDRESS KIND            a function
 * that is not executed: R returns a uniform word, N returns at once P PLACES                  a set of enum
 * place R NUMBER VALUE            a register before the next call G PC END                  a call, and where
 * it ends Q FILE                    makes the calls once; writes the address of each instruction and the
 * number of its call, 4 bytes each T SEED FIRST COUNT SIGMA SUMS [TRACES INPUTS] makes traces; writes the
 * sums of the fixed and of the random group (welch.h), and the samples and inputs of each trace
 *
 * Addresses, values and numbers of registers are hexadecimal, all else is decimal.  A call that fails ends
 * the program with a line that says why.
 *
 * A point is an instruction, its sample the number of bits that change at the places, plus noise.  Trace
 * number N depends on SEED and N alone.  Each trace begins with the same memory and registers, but for
 * secrets and uniform bytes; all of them must execute the same instructions.
 *
 * The simulator defines `simulator`, REGISTER_BYTES and the functions below. */
#ifndef NARAE_LAB_LEAK_TRACES_H
#define NARAE_LAB_LEAK_TRACES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pace.h"
#include "welch.h"

/* Where values change: the registers, latches of what an instruction reads of them, the wires to and from
 * memory, memory, and the flags. */
enum place { REGISTERS = 1, OPERANDS = 2, BUS = 4, CELLS = 8, FLAGS = 16 };
enum latch { LATCH_A, LATCH_B, LATCH_SHIFTER, PORT_A, PORT_B, KEPT_A, KEPT_B, RESULT, LATCHES };
enum direction { LOADED, STORED, EITHER };

/* The switches of lab/leak/models, with sets of places and flags. */
struct model {
    unsigned places, whole_words, repeated, shared_bus, split_bus, immediates, store_data, old_targets,
        shifter, bypass;
    unsigned results, ports, flags;
};

struct memory {
    uint8_t *at;
    size_t bytes;
};

static uint8_t *memory(simulator *s, unsigned long address, size_t bytes);
static struct memory ram_of(simulator *s);
static void set_register(simulator *s, unsigned number, uint32_t value);
static void begin(simulator *s); /* before each call, after its registers are set */
static uint32_t step(simulator *s, uint32_t pc);
static const char *fault_of(const simulator *s);
static void set_device(simulator *s, uint32_t address, uint32_t value);
static uint32_t returned(simulator *s, bool has_result,
                         uint32_t result); /* at a function's entry: the caller's pc */

enum { LINE = 1 << 17, MOST_SHARES = 16, WORD = 4, MOST_INSTRUCTIONS = 10000000 };

/* Places */

static struct {
    struct model model;
    uint64_t bits; /* that changed in this instruction */
    uint32_t latch[LATCHES], bus[EITHER + 1];
    struct pace pace; /* RV32 */
} watched;

static inline unsigned
ones(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(x * UINT64_C(0x0101010101010101) >> 56);
}

static inline void
change(enum place place, uint64_t difference)
{
    if (difference != 0 && (watched.model.places & place) != 0)
        watched.bits += ones(difference);
}

static inline void
set_latch(enum latch which, uint32_t value)
{
    change(OPERANDS, watched.latch[which] ^ value);
    watched.latch[which] = value;
}

/* Wires outside `lanes` keep what they had. */
static inline void
set_bus(enum direction direction, uint32_t value, uint32_t lanes)
{
    const bool exists[2] = {watched.model.shared_bus != 0, watched.model.split_bus != 0};
    uint32_t *used[2] = {&watched.bus[EITHER], &watched.bus[direction]};

    for (unsigned i = 0; i < 2; i++)
        if (exists[i]) {
            uint32_t now = (*used[i] & ~lanes) | (value & lanes);

            change(BUS, *used[i] ^ now);
            *used[i] = now;
        }
}

static inline uint32_t
lanes_of(unsigned bytes)
{
    return UINT32_MAX >> (32 - 8 * bytes);
}

/* `word`: the aligned one around it. */
static inline void
load_passes(uint32_t address, uint32_t value, unsigned bytes, uint32_t word)
{
    if (watched.model.whole_words && bytes < WORD && (address & 3) + bytes <= WORD)
        set_bus(LOADED, word, UINT32_MAX);
    else
        set_bus(LOADED, value, lanes_of(bytes));
}

static inline void
store_passes(uint32_t address, uint32_t before, uint32_t value, unsigned bytes)
{
    unsigned lane = watched.model.whole_words && (address & 3) + bytes <= WORD ? 8 * (address & 3) : 0;

    change(CELLS, before ^ value);
    if (watched.model.repeated && bytes < WORD)
        set_bus(STORED, value * (bytes == 1 ? UINT32_C(0x01010101) : UINT32_C(0x00010001)), UINT32_MAX);
    else
        set_bus(STORED, value << lane, lanes_of(bytes) << lane);
    if (watched.model.store_data && bytes == WORD)
        set_latch(LATCH_B, value);
}

/* Random numbers: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA
 * 2014). */

struct source {
    uint64_t state;
    double spare; /* of two normal numbers */
    bool has_spare;
};

static uint64_t
mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint64_t
next_word(struct source *s)
{
    return mixed(s->state += UINT64_C(0x9e3779b97f4a7c15));
}

static void
fill(struct source *s, uint8_t *to, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t word = next_word(s);

        memcpy(to + i, &word, bytes - i < 8 ? bytes - i : 8);
    }
}

/* Marsaglia's polar method. */
static double
normal(struct source *s)
{
    double x, y, r;

    if (s->has_spare) {
        s->has_spare = false;
        return s->spare;
    }
    do {
        x = (double)(int64_t)next_word(s) * 0x1p-63;
        y = (double)(int64_t)next_word(s) * 0x1p-63;
        r = x * x + y * y;
    } while (r >= 1 || r == 0);
    r = sqrt(-2 * log(r) / r);
    s->spare = y * r;
    s->has_spare = true;
    return x * r;
}

/* Inputs */

struct input {
    size_t bytes, at;  /* at: in `values`, the value of a secret, then its shares */
    unsigned shares;   /* 0: uniform bytes */
    unsigned rotation; /* share i lies rotated right by i times as many bits in each word */
    uint8_t *fixed;
};

struct piece {
    size_t from, bytes; /* in `values` */
    uint8_t *at;        /* in memory, or NULL: */
    unsigned number;    /* of the first register */
    size_t call;        /* before which it is put there */
};

struct call {
    uint32_t start, end;
};

struct setting {
    size_t call;
    unsigned number;
    uint32_t value;
};

struct patch {
    size_t call, bytes;
    uint8_t *at, *data;
};

struct stub {
    uint32_t at;
    bool has_result;
};

struct lab {
    simulator *simulator;
    struct memory ram;
    uint8_t *before; /* its content before each trace */
    struct input *input;
    struct piece *piece;
    struct setting *setting;
    struct patch *patch;
    struct call *call;
    struct stub *stub;
    uint32_t *device;
    size_t inputs, pieces, settings, patches, calls, stubs, devices;
    size_t value_bytes;
    uint8_t *values; /* of a trace: its group, then each input */
    size_t points, room;
    uint32_t (*point)[2]; /* address, call */
    float *reference, *trace;
};

/* One more element of an array. */
#define ADD(array, count) (more((void **)&(array), &(count), sizeof *(array)), &(array)[(count) - 1])

static void
more(void **array, size_t *count, size_t bytes)
{
    *array = realloc(*array, ++*count * bytes);
    if (*array == NULL)
        exit(2);
    memset((char *)*array + (*count - 1) * bytes, 0, bytes);
}

static void
stop(const char *what, uint32_t pc)
{
    printf("%s at %x\n", what, (unsigned)pc);
    exit(0);
}

static void
rotate(uint8_t *share, size_t bytes, unsigned bits)
{
    for (size_t i = 0; bits != 0 && i < bytes; i += WORD) {
        uint32_t word;

        memcpy(&word, share + i, WORD);
        word = word >> bits | word << (32 - bits);
        memcpy(share + i, &word, WORD);
    }
}

static void
draw(struct lab *l, struct source *source, bool fixed)
{
    l->values[0] = fixed;
    for (const struct input *i = l->input; i < l->input + l->inputs; i++) {
        uint8_t *value = l->values + i->at, *first = value + i->bytes;

        fill(source, value, i->bytes);
        if (i->shares == 0)
            continue;
        if (fixed)
            memcpy(value, i->fixed, i->bytes);
        memcpy(first, value, i->bytes);
        for (unsigned n = 1; n < i->shares; n++) {
            uint8_t *share = first + n * i->bytes;

            fill(source, share, i->bytes);
            for (size_t k = 0; k < i->bytes; k++)
                first[k] ^= share[k];
            rotate(share, i->bytes, n * i->rotation % 32);
        }
    }
}

/* Puts registers, memory and what was drawn into their places before a call. */
static void
put(struct lab *l, size_t call)
{
    for (const struct setting *s = l->setting; s < l->setting + l->settings; s++)
        if (s->call == call)
            set_register(l->simulator, s->number, s->value);
    for (const struct patch *p = l->patch; p < l->patch + l->patches; p++)
        if (p->call == call)
            memcpy(p->at, p->data, p->bytes);
    for (const struct piece *p = l->piece; p < l->piece + l->pieces; p++) {
        const uint8_t *from = l->values + p->from;

        if (p->call != call)
            continue;
        if (p->at != NULL)
            memcpy(p->at, from, p->bytes);
        for (size_t i = 0; p->at == NULL && i < p->bytes; i += REGISTER_BYTES) {
            uint32_t word = 0;

            memcpy(&word, from + i, p->bytes - i < REGISTER_BYTES ? p->bytes - i : REGISTER_BYTES);
            set_register(l->simulator, p->number + (unsigned)i / REGISTER_BYTES, word);
        }
    }
}

static void
make_room(struct lab *l)
{
    l->room = l->room != 0 ? 2 * l->room : 4096;
    l->point = realloc(l->point, l->room * sizeof *l->point);
    l->trace = realloc(l->trace, l->room * sizeof *l->trace);
    if (l->point == NULL || l->trace == NULL)
        exit(2);
}

/* Executes the instruction, or the function that is not to be executed; returns the next address. */
static uint32_t
go_on(struct lab *l, uint32_t pc, struct source *source)
{
    for (size_t i = 0; i < l->devices; i++)
        set_device(l->simulator, l->device[i], (uint32_t)next_word(source));
    for (size_t i = 0; i < l->stubs; i++)
        if (l->stub[i].at == pc)
            return returned(l->simulator, l->stub[i].has_result, (uint32_t)next_word(source));
    return step(l->simulator, pc);
}

/* One call from point n on; returns the number of points.  The first trace determines the instructions of
 * all. */
static size_t
make_call(struct lab *l, size_t call, size_t n, struct source *source, bool is_first)
{
    uint32_t pc = l->call[call].start;

    put(l, call);
    begin(l->simulator); /* the end of the call before may have been a jump outside the program */
    do {
        if (n == l->room)
            make_room(l);
        if (is_first) {
            l->point[n][0] = pc;
            l->point[n][1] = (uint32_t)call;
        } else if (n == l->points || l->point[n][0] != pc) {
            stop("other instructions for other inputs", l->point[n - (n == l->points)][0]);
        }
        watched.bits = 0;
        pc = go_on(l, pc, source);
        l->trace[n++] = (float)watched.bits;
        if (fault_of(l->simulator) != NULL && pc != l->call[call].end)
            stop(fault_of(l->simulator), l->point[n - 1][0]);
        if (n == MOST_INSTRUCTIONS)
            stop("no end after ten million instructions", pc);
    } while (pc != l->call[call].end);
    return n;
}

static void
make_trace(struct lab *l, uint64_t seed, uint64_t number, bool is_first)
{
    struct source source = {.state = mixed(mixed(seed + 1) + number)};
    size_t n = 0;

    memcpy(l->ram.at, l->before, l->ram.bytes);
    draw(l, &source, next_word(&source) >> 63 != 0);
    memset(watched.latch, 0, sizeof watched.latch);
    memset(watched.bus, 0, sizeof watched.bus);
    memset(&watched.pace, 0, sizeof watched.pace);
    for (size_t call = 0; call < l->calls; call++)
        n = make_call(l, call, n, &source, is_first);
    if (is_first)
        l->points = n;
    else if (n != l->points)
        stop("other instructions for other inputs", l->point[n][0]);
}

static void
make_first(struct lab *l, uint64_t seed)
{
    l->ram = ram_of(l->simulator);
    l->before = malloc(l->ram.bytes);
    l->values = malloc(l->value_bytes);
    if (l->before == NULL || l->values == NULL)
        exit(2);
    memcpy(l->before, l->ram.at, l->ram.bytes);
    make_trace(l, seed, UINT64_MAX, true);
    l->reference = malloc(l->points * sizeof *l->reference);
    if (l->reference == NULL)
        exit(2);
    memcpy(l->reference, l->trace, l->points * sizeof *l->reference);
}

struct batch {
    unsigned long seed, first, count;
    double sigma;
    char sums[LINE], traces[LINE], inputs[LINE];
};

static FILE *
opened(const char *name)
{
    FILE *f = fopen(name, "wb");

    if (f == NULL) {
        fprintf(stderr, "%s cannot be written\n", name);
        exit(2);
    }
    return f;
}

static void
check_written(bool good, const char *name)
{
    if (!good) {
        perror(name);
        exit(2);
    }
}

static void
make_traces(struct lab *l, const struct batch *b)
{
    static struct sums groups[2];
    FILE *traces = b->traces[0] != '\0' ? opened(b->traces) : NULL;
    FILE *inputs = traces != NULL ? opened(b->inputs) : NULL;
    FILE *sums;
    bool good = true;

    make_first(l, b->seed);
    empty_sums(&groups[0], l->points);
    empty_sums(&groups[1], l->points);
    for (unsigned long n = b->first; n < b->first + b->count; n++) {
        make_trace(l, b->seed, n, false);
        if (b->sigma != 0) {
            struct source noise = {.state = mixed(mixed(b->seed + 2) + n)};

            for (size_t i = 0; i < l->points; i++)
                l->trace[i] += (float)(b->sigma * normal(&noise));
        }
        add_trace(&groups[l->values[0] == 0], l->trace, l->reference, l->points);
        if (traces != NULL) {
            good &= fwrite(l->trace, sizeof *l->trace, l->points, traces) == l->points;
            good &= fwrite(l->values, 1, l->value_bytes, inputs) == l->value_bytes;
        }
    }
    if (traces != NULL)
        check_written(good & (fclose(traces) == 0) & (fclose(inputs) == 0), b->traces);
    sums = opened(b->sums);
    for (unsigned g = 0; g < 2; g++)
        good &= write_sums(&groups[g], l->points, sums);
    check_written(good & (fclose(sums) == 0), b->sums);
}

static void
write_addresses(struct lab *l, const char *name)
{
    FILE *out = opened(name);

    make_first(l, 0);
    check_written((fwrite(l->point, sizeof *l->point, l->points, out) == l->points) & (fclose(out) == 0),
                  name);
}

/* Commands */

static uint8_t *
outside(unsigned long address)
{
    fprintf(stderr, "%lx is outside of memory\n", address);
    exit(2);
}

static size_t
bytes_of(const char *hex, uint8_t *to)
{
    size_t bytes = strlen(hex) / 2;

    for (size_t i = 0; i < bytes; i++) {
        unsigned byte = 0;

        sscanf(hex + 2 * i, "%2x", &byte);
        to[i] = (uint8_t)byte;
    }
    return bytes;
}

/* `hex`: of a secret in the fixed group, else NULL. */
static void
add_input(struct lab *l, unsigned rotation, unsigned shares, size_t bytes, const char *hex)
{
    struct input *i = ADD(l->input, l->inputs);

    i->bytes = bytes;
    i->at = l->value_bytes;
    i->shares = shares;
    i->rotation = rotation;
    i->fixed = malloc(bytes + 1);
    if (i->fixed == NULL)
        exit(2);
    if (hex != NULL)
        bytes_of(hex, i->fixed);
    l->value_bytes += bytes * (1 + shares);
}

static void
add_piece(struct lab *l, size_t input, size_t share, size_t offset, size_t bytes, const char *where)
{
    const struct input *i = &l->input[input];
    struct piece *p = ADD(l->piece, l->pieces);

    p->from = i->at + (i->shares != 0 ? 1 + share : 0) * i->bytes + offset;
    p->bytes = bytes;
    p->call = l->calls;
    if (where[0] == 'r')
        p->number = (unsigned)strtoul(where + 1, NULL, 16);
    else
        p->at = memory(l->simulator, strtoul(where, NULL, 16), bytes);
}

/* Before the first call at once, since it may be code. */
static void
set_memory(struct lab *l, unsigned long address, const uint8_t *data, size_t bytes)
{
    uint8_t *at = memory(l->simulator, address, bytes);

    if (l->calls == 0) {
        memcpy(at, data, bytes);
    } else {
        struct patch *p = ADD(l->patch, l->patches);

        *p = (struct patch){l->calls, bytes, at, malloc(bytes)};
        if (p->data == NULL)
            exit(2);
        memcpy(p->data, data, bytes);
    }
}

/* A command that describes inputs or calls. */
static bool
is_obeyed(struct lab *l, const char *line)
{
    static char text[LINE];
    static uint8_t data[LINE];
    struct model *m = &watched.model;
    unsigned long a, b, c, d;
    char kind;

    if (sscanf(line, "M %lx %s", &a, text) == 2) {
        set_memory(l, a, data, bytes_of(text, data));
    } else if (sscanf(line, "S %lu %lu %s", &a, &b, text) == 3) {
        add_input(l, (unsigned)a, (unsigned)b, strlen(text) / 2, text);
    } else if (sscanf(line, "U %lu", &a) == 1) {
        add_input(l, 0, 0, a, NULL);
    } else if (sscanf(line, "W %lu %lu %lu %lu %s", &a, &b, &c, &d, text) == 5 && a < l->inputs) {
        add_piece(l, a, b, c, d, text);
    } else if (sscanf(line, "I %lx", &a) == 1) {
        *ADD(l->device, l->devices) = (uint32_t)a;
    } else if (sscanf(line, "D %lx %lx", &a, &b) == 2) {
        set_device(l->simulator, (uint32_t)a, (uint32_t)b);
    } else if (sscanf(line, "X %lx %c", &a, &kind) == 2) {
        *ADD(l->stub, l->stubs) = (struct stub){(uint32_t)a, kind == 'R'};
    } else if (sscanf(line, "P %u %u %u %u %u %u %u %u %u %u %u %u %u", &m->places, &m->whole_words,
                      &m->repeated, &m->shared_bus, &m->split_bus, &m->immediates, &m->store_data,
                      &m->old_targets, &m->shifter, &m->bypass, &m->results, &m->ports, &m->flags) == 13) {
        return true;
    } else if (sscanf(line, "R %lx %lx", &a, &b) == 2) {
        *ADD(l->setting, l->settings) = (struct setting){l->calls, (unsigned)a, (uint32_t)b};
    } else if (sscanf(line, "G %lx %lx", &a, &b) == 2) {
        *ADD(l->call, l->calls) = (struct call){(uint32_t)a, (uint32_t)b};
    } else {
        return false;
    }
    return true;
}

static int
serve(simulator *s)
{
    static struct lab l = {.value_bytes = 1};
    static struct batch b;
    static char line[LINE], text[LINE];

    l.simulator = s;
    while (fgets(line, sizeof line, stdin)) {
        if (is_obeyed(&l, line))
            continue;
        if (sscanf(line, "Q %s", text) == 1) {
            write_addresses(&l, text);
        } else if (sscanf(line, "T %lu %lu %lu %lf %s %s %s", &b.seed, &b.first, &b.count, &b.sigma, b.sums,
                          b.traces, b.inputs) >= 5) {
            make_traces(&l, &b);
        } else {
            fprintf(stderr, "not a command: %.40s\n", line);
            return 2;
        }
    }
    return 0;
}

#endif
