/* SPDX-License-Identifier: MIT */
/* The operations of NEON that kernels in C use, on the vectors of WebAssembly: the same
 * kernels serve both.  A swizzle, like TBL, gives 0 for an index that is too large; an engine
 * makes one or two instructions of it, whose time does not depend on the index. */
#ifndef NARAE_CORE_WASM_NEON_H
#define NARAE_CORE_WASM_NEON_H

#include <stdint.h>
#include <wasm_simd128.h>

typedef uint8_t uint8x16_t __attribute__((vector_size(16)));
typedef uint16_t uint16x8_t __attribute__((vector_size(16)));
typedef uint32_t uint32x4_t __attribute__((vector_size(16)));
typedef int32_t int32x4_t __attribute__((vector_size(16)));
typedef uint64_t uint64x2_t __attribute__((vector_size(16)));
typedef uint64_t uint8x8_t; /* only to be combined */

typedef struct uint8x16x3_t {
    uint8x16_t val[3];
} uint8x16x3_t;
typedef struct uint8x16x4_t {
    uint8x16_t val[4];
} uint8x16x4_t;

#define vreinterpretq_u8_u16(...) ((uint8x16_t)(__VA_ARGS__))
#define vreinterpretq_u8_u32(...) ((uint8x16_t)(__VA_ARGS__))
#define vreinterpretq_u8_u64(...) ((uint8x16_t)(__VA_ARGS__))
#define vreinterpretq_u16_u8(x) ((uint16x8_t)(x))
#define vreinterpretq_u32_u8(x) ((uint32x4_t)(x))
#define vreinterpretq_u64_u8(x) ((uint64x2_t)(x))

#define vld1q_u8(p) ((uint8x16_t)wasm_v128_load(p))
#define vld1q_u32(p) ((uint32x4_t)wasm_v128_load(p))
#define vld1q_s32(p) ((int32x4_t)wasm_v128_load(p))
#define vld1q_dup_u8(p) ((uint8x16_t)wasm_v128_load8_splat(p))
#define vld1q_dup_u32(p) ((uint32x4_t)wasm_v128_load32_splat(p))
#define vst1q_u8(p, x) wasm_v128_store(p, (v128_t)(x))
#define vdupq_n_u8(x) ((uint8x16_t)wasm_i8x16_splat((int8_t)(x)))
#define vdupq_n_u32(x) ((uint32x4_t)wasm_i32x4_splat((int32_t)(x)))
#define vdupq_laneq_u8(x, lane) vdupq_n_u8((x)[lane])
#define vcreate_u8(x) ((uint8x8_t)(x))
#define vcombine_u8(low, high) ((uint8x16_t)(uint64x2_t){low, high})

#define vshlq_n_u8(x, n) ((uint8x16_t)wasm_i8x16_shl((v128_t)(x), n))
#define vshrq_n_u8(x, n) ((uint8x16_t)wasm_u8x16_shr((v128_t)(x), n))
#define vbslq_u8(mask, a, b) ((uint8x16_t)wasm_v128_bitselect((v128_t)(a), (v128_t)(b), (v128_t)(mask)))
#define vtstq_u8(a, b) ((uint8x16_t)(((a) & (b)) != 0))
#define vcltq_u8(a, b) ((uint8x16_t)((a) < (b)))
#define vqtbl1q_u8(table, x) ((uint8x16_t)wasm_i8x16_swizzle((v128_t)(table), (v128_t)(x)))

#define NEON_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define NEON_SHUFFLE_BYTES(a, b, ...) NEON_SHUFFLE((uint8x16_t)(a), (uint8x16_t)(b), __VA_ARGS__)

/* Bytes n to n + 15 of both. */
#define vextq_u8(a, b, n)                                                                               \
    NEON_SHUFFLE_BYTES(a, b, n, (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5, (n) + 6, (n) + 7, (n) + 8, \
                       (n) + 9, (n) + 10, (n) + 11, (n) + 12, (n) + 13, (n) + 14, (n) + 15)
#define vrev16q_u8(x) NEON_SHUFFLE_BYTES(x, x, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
#define vrev32q_u16(x) NEON_SHUFFLE(x, x, 1, 0, 3, 2, 5, 4, 7, 6)
#define vzip1q_u8(a, b) NEON_SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define vzip2q_u8(a, b) NEON_SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define vtrn1q_u8(a, b) NEON_SHUFFLE(a, b, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30)
#define vtrn2q_u8(a, b) NEON_SHUFFLE(a, b, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31)
#define vtrn1q_u16(a, b) NEON_SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define vtrn2q_u16(a, b) NEON_SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#define vtrn1q_u32(a, b) NEON_SHUFFLE(a, b, 0, 4, 2, 6)
#define vtrn2q_u32(a, b) NEON_SHUFFLE(a, b, 1, 5, 3, 7)
#define vtrn1q_u64(a, b) NEON_SHUFFLE(a, b, 0, 2)
#define vtrn2q_u64(a, b) NEON_SHUFFLE(a, b, 1, 3)

static inline __attribute__((always_inline)) uint8x16_t
vsetq_lane_u8(uint8_t byte, uint8x16_t x, int lane)
{
    x[lane] = byte;
    return x;
}

/* Shifts each word to the left by its own number of bits. */
static inline __attribute__((always_inline)) uint32x4_t
vshlq_u32(uint32x4_t x, int32x4_t n)
{
    return x << (uint32x4_t)n;
}

static inline __attribute__((always_inline)) uint8x16_t
vqtbl3q_u8(uint8x16x3_t table, uint8x16_t x)
{
    return vqtbl1q_u8(table.val[0], x) | vqtbl1q_u8(table.val[1], x - 16) | vqtbl1q_u8(table.val[2], x - 32);
}

/* Four vectors, byte by byte. */
static inline __attribute__((always_inline)) void
vst4q_u8(uint8_t *p, uint8x16x4_t x)
{
    const uint8x16_t a = vzip1q_u8(x.val[0], x.val[1]), b = vzip2q_u8(x.val[0], x.val[1]);
    const uint8x16_t c = vzip1q_u8(x.val[2], x.val[3]), d = vzip2q_u8(x.val[2], x.val[3]);

#define NEON_PAIRS(at, from, a, b)                                                                         \
    wasm_v128_store(p + (at),                                                                              \
                    wasm_i16x8_shuffle((v128_t)(a), (v128_t)(b), from, (from) + 8, (from) + 1, (from) + 9, \
                                       (from) + 2, (from) + 10, (from) + 3, (from) + 11))
    NEON_PAIRS(0, 0, a, c);
    NEON_PAIRS(16, 4, a, c);
    NEON_PAIRS(32, 0, b, d);
    NEON_PAIRS(48, 4, b, d);
#undef NEON_PAIRS
}

#endif
