/* SPDX-License-Identifier: MIT */
/* XOR of long strings on x86-64, two vectors at a time: its
 * implementations.
 *
 * `out` is aligned first: an access that crosses a cache line takes twice as long, and a
 * store is slower than the two loads.
 *
 * Time depends on the length and the alignment of `out` alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include <string.h>

#    include "core/dispatch.h"
#    include "core/xor.h"

#    define XOR_LINES(name, isa, size)                                                                  \
        __attribute__((target(isa))) static void name(uint8_t *out, const uint8_t *a, const uint8_t *b, \
                                                      size_t bytes)                                     \
        {                                                                                               \
            typedef uint64_t vector __attribute__((vector_size(size)));                                 \
                                                                                                        \
            for (size_t at = 0; at < bytes; at += 2 * size) {                                           \
                vector x, y, z, w;                                                                      \
                                                                                                        \
                memcpy(&x, a + at, size);                                                               \
                memcpy(&y, b + at, size);                                                               \
                memcpy(&z, a + at + size, size);                                                        \
                memcpy(&w, b + at + size, size);                                                        \
                x ^= y;                                                                                 \
                z ^= w;                                                                                 \
                memcpy(out + at, &x, size);                                                             \
                memcpy(out + at + size, &z, size);                                                      \
            }                                                                                           \
        }

XOR_LINES(xor_sse2, "sse2", 16)
XOR_LINES(xor_avx2, "avx2", 32)
XOR_LINES(xor_avx512, "avx512f", 64)

static const xor_implementation avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512,
    .lines = xor_avx512,
};

static const xor_implementation avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .lines = xor_avx2,
};

/* The portable code, compiled for any x86-64. */
static const xor_implementation portable = {
    .name = "portable",
    .lines = xor_sse2,
};

const xor_implementation *const narae_xor_implementations[] = {&avx512, &avx2, &portable, NULL};

DISPATCH(xor_implementation, xor)

void
narae_xor_long_best(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes)
{
    const size_t head = -(uintptr_t)out & 63, lines = (bytes - head) & ~(size_t)127, rest = head + lines;

    narae_xor(out, a, b, head);
    narae_xor_best()->lines(out + head, a + head, b + head, lines);
    narae_xor(out + rest, a + rest, b + rest, bytes - rest);
}

#endif
