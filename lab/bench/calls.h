/* SPDX-License-Identifier: MIT */
/* Common to kind_called_block.c and kind_called_message.c: foreign code, called as its own
 * users call it.  bench_config.h names
 *
 *     BENCH_HEADER            the header that declares it
 *     BENCH_ALIGNMENT         of every pointer that it is given, in bytes: 1, 2, 4, 8 or 16
 *     BENCH_HAS_MODEL         1: BENCH_CHECKSUM is that of a model of the cipher
 *     bench_vector_data       as for kind_block.c; of messages, see kind_called_message.c
 *
 * and the calls as macros, which the kinds list.
 *
 * The header may declare and define whatever it likes: here and in the kinds, names that it
 * might have, too, begin with bench_; functions of the headers that other kinds share are
 * renamed for that. */
#ifndef NARAE_LAB_CALLS_H
#define NARAE_LAB_CALLS_H

#define set_fault bench_set_fault
#define print_hex bench_print_hex
#define print_number bench_print_number
#define random_bytes bench_random_bytes
#include "bench.h"

#include <string.h>

#include "abi.h"
#define BENCH_WANTS_VECTORS
#include "bench_config.h"
#include "canary.h"
#include "failed.h"
#include "narae/status.h"
#include "print.h"
#include "random.h"
#undef set_fault
#undef print_hex
#undef print_number
#undef random_bytes

#include BENCH_HEADER

enum {
    BENCH_SHIFTS = BENCH_ALIGNMENT < 4 ? 4 / BENCH_ALIGNMENT : 1,
    BENCH_SLACK = BENCH_ALIGNMENT < 4 ? 3 : 0,
    BENCH_BEFORE = BENCH_ALIGNMENT > CANARY_BYTES ? BENCH_ALIGNMENT : CANARY_BYTES
};

#define BENCH_ALIGNED __attribute__((aligned(16)))

/* A buffer of `bytes` bytes between canaries, at any allowed address. */
#define BENCH_AREA(name, bytes) \
    static uint8_t name[BENCH_BEFORE + BENCH_SLACK + (bytes) + CANARY_BYTES] BENCH_ALIGNED

static uint32_t bench_stream;

/* The address of an area's data in the n-th check. */
static inline uint8_t *
bench_place(uint8_t *area, unsigned n)
{
    return area + BENCH_BEFORE + n % BENCH_SHIFTS * BENCH_ALIGNMENT;
}

/* A fault if the area was written outside of its data.  If it is the first one, a line before
 * it says how far from them,
 *
 *     outside BEFORE AFTER LENGTH     in bytes; LENGTH of the message, the schedule or the state */
static void
bench_find_outside(const char **fault, const char *what, const uint8_t *area, size_t area_bytes,
                   const uint8_t *data, size_t bytes, size_t length)
{
    const uint8_t *first = area, *end = area + area_bytes;

    while (first < data && *first == CANARY)
        first++;
    while (end > data + bytes && end[-1] == CANARY)
        end--;
    if (*fault != NULL || (first == data && end == data + bytes))
        return;
    *fault = what;
    print_text("outside ");
    bench_print_number((hal_time)(data - first));
    print_text(" ");
    bench_print_number((hal_time)(end - (data + bytes)));
    print_text(" ");
    bench_print_number((hal_time)length);
    print_text(LINE_END);
}

/* Whether the buffer still holds what was drawn from the random stream at `state`;
 * redrawing it needs no second copy, and leaves the stream at the next buffer. */
static inline int
bench_still_drawn(uint32_t *state, const uint8_t *data, size_t bytes)
{
    int same = 1;

    for (; bytes != 0; bytes--) {
        uint8_t drawn;

        bench_random_bytes(state, &drawn, 1);
        same &= *data++ == drawn;
    }
    return same;
}

static inline uint32_t
bench_fold(uint32_t hash, const uint8_t *data, size_t bytes) /* FNV-1a */
{
    for (; bytes != 0; bytes--)
        hash = (hash ^ *data++) * 0x01000193;
    return hash;
}

static const uint8_t *
bench_read_flash(uint8_t *out, const uint8_t *p, size_t bytes)
{
    for (; bytes != 0; bytes--)
        *out++ = flash_read8(p++);
    return p;
}

static int
bench_same_as_flash(const uint8_t *a, const uint8_t *p, size_t bytes)
{
    for (; bytes != 0; bytes--)
        if (*a++ != flash_read8(p++))
            return 0;
    return 1;
}

#endif
