/* XOR of long strings on x86-64, a cache line or half of one at a time.
 *
 * `out` is aligned: an access that crosses two lines takes twice as long, and of the
 * three a store is the slowest.
 *
 * Time depends on the length and the alignment of `out` alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <string.h>

#    include "core/cpu.h"
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

XOR_LINES(xor_avx2, "avx2", 32)
XOR_LINES(xor_avx512, "avx512f", 64)

size_t
narae_xor_x86(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes)
{
    const size_t head = -(uintptr_t)out & 63, whole = (bytes - head) & ~(size_t)127;

    if (!cpu_has(CPU_AVX2))
        return 0;
    narae_xor(out, a, b, head);
    (cpu_has(CPU_AVX512) ? xor_avx512 : xor_avx2)(out + head, a + head, b + head, whole);
    return head + whole;
}

#endif
