/* SPDX-License-Identifier: MIT */
/* ARIA with 128-, 192- and 256-bit keys and four 1 KiB tables of words.
 * RFC 5794; KS X 1213, whose annex describes an implementation for 32 bits.
 *
 * The diffusion layer is A = C P C M.  M replaces each byte by the sum of the
 * other three of its word, C each word by the sum of the other three words,
 * and P swaps bytes b and b ^ v of a word, v = 3, 1, 2, 0 in words 0 to 3.
 * M and an S-box are one look-up: the table of an S-box holds S(x) in three
 * bytes and 0 in the place where odd rounds have that S-box.
 *
 * Even rounds have each S-box two places further, so their words come out of
 * the tables turned by 16 bits.  C does not mind, and P makes up for it with
 * v ^ 2.
 *
 * Decryption is encryption with other round keys.  This is what papers
 * measure as ARIA on servers.  Not constant-time: on chips with a data cache
 * the look-ups leak the key.  Never part of the library. */

#include "aria_tables.h"

#include "core/portable/sboxes.h"
#include "core/bytes.h"
#include "core/flash.h"

typedef struct schedule {
    uint32_t rounds;
    uint32_t rk[17][4];
} schedule;

#define NOT_0(s) UINT32_C(0x00010101) * (s),
#define NOT_1(s) UINT32_C(0x01000101) * (s),
#define NOT_2(s) UINT32_C(0x01010001) * (s),
#define NOT_3(s) UINT32_C(0x01010100) * (s),

static const uint32_t s1[256] NARAE_FLASH = {SBOX_S1(NOT_0)}, s2[256] NARAE_FLASH = {SBOX_S2(NOT_1)};
static const uint32_t inv_s1[256] NARAE_FLASH = {SBOX_INV_S1(NOT_2)};
static const uint32_t inv_s2[256] NARAE_FLASH = {SBOX_INV_S2(NOT_3)};

static const uint32_t constants[3][4] NARAE_FLASH = {
    {0x517cc1b7, 0x27220a94, 0xfe13abe8, 0xfa9a6ee0},
    {0x6db14acc, 0x9e21c820, 0xff28b1d5, 0xef5de2b0},
    {0xdb92371d, 0x2126e970, 0x03249775, 0x04e8c90e},
};

/* Byte i of a word, the first one being the most significant. */
static inline uint8_t
byte(uint32_t x, unsigned i)
{
    return (uint8_t)(x >> (24 - 8 * i));
}

static inline uint32_t
look_up_odd(uint32_t x)
{
    return flash_read32(&s1[byte(x, 0)]) ^ flash_read32(&s2[byte(x, 1)]) ^ flash_read32(&inv_s1[byte(x, 2)]) ^
           flash_read32(&inv_s2[byte(x, 3)]);
}

static inline uint32_t
look_up_even(uint32_t x)
{
    return flash_read32(&inv_s1[byte(x, 0)]) ^ flash_read32(&inv_s2[byte(x, 1)]) ^
           flash_read32(&s1[byte(x, 2)]) ^ flash_read32(&s2[byte(x, 3)]);
}

static inline uint32_t
swap_1(uint32_t x)
{
    return (x << 8 & 0xff00ff00) | (x >> 8 & 0x00ff00ff);
}

static inline uint32_t
swap_2(uint32_t x)
{
    return x << 16 | x >> 16;
}

static inline uint32_t
swap_3(uint32_t x)
{
    return swap_1(swap_2(x));
}

/* The state is four variables, not an array: compilers would put that into
 * vectors, from which each address has to be taken out again. */
#define ADD_OTHER_WORDS(a, b, c, d)   \
    do {                              \
        uint32_t sum = a ^ b ^ c ^ d; \
                                      \
        a ^= sum;                     \
        b ^= sum;                     \
        c ^= sum;                     \
        d ^= sum;                     \
    } while (0)

#define DIFFUSE_ODD(a, b, c, d)      \
    do {                             \
        ADD_OTHER_WORDS(a, b, c, d); \
        a = swap_3(a);               \
        b = swap_1(b);               \
        c = swap_2(c);               \
        ADD_OTHER_WORDS(a, b, c, d); \
    } while (0)

#define ROUND_ODD(a, b, c, d, k)     \
    do {                             \
        a = look_up_odd(a ^ (k)[0]); \
        b = look_up_odd(b ^ (k)[1]); \
        c = look_up_odd(c ^ (k)[2]); \
        d = look_up_odd(d ^ (k)[3]); \
        DIFFUSE_ODD(a, b, c, d);     \
    } while (0)

#define ROUND_EVEN(a, b, c, d, k)     \
    do {                              \
        a = look_up_even(a ^ (k)[0]); \
        b = look_up_even(b ^ (k)[1]); \
        c = look_up_even(c ^ (k)[2]); \
        d = look_up_even(d ^ (k)[3]); \
        ADD_OTHER_WORDS(a, b, c, d);  \
        a = swap_1(a);                \
        b = swap_3(b);                \
        d = swap_2(d);                \
        ADD_OTHER_WORDS(a, b, c, d);  \
    } while (0)

/* The S-boxes of the last round, from a byte of each entry that holds them. */
static inline uint32_t
substitute_last(uint32_t x)
{
    return (flash_read32(&inv_s1[byte(x, 0)]) & 0xff000000) | (flash_read32(&inv_s2[byte(x, 1)]) & 0xff0000) |
           (flash_read32(&s1[byte(x, 2)]) & 0xff00) | (flash_read32(&s2[byte(x, 3)]) & 0xff);
}

/* Round keys w[i] ^ (w[i + 1] >>> n), i = 0, 1, ... */
static inline void
round_keys(uint32_t rk[][4], uint32_t w[4][4], unsigned n, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < 4; j++) {
            const uint32_t *y = w[(i + 1) % 4];
            unsigned from = 4 + j - n / 32;

            rk[i][j] = w[i][j] ^ y[from % 4] >> n % 32 ^ y[(from - 1) % 4] << (32 - n % 32);
        }
}

/* out = round(in) ^ add; the round's key is a constant. */
static void
feistel_round(uint32_t out[4], const uint32_t in[4], const uint32_t add[4], unsigned constant, unsigned even)
{
    uint32_t a = in[0], b = in[1], c = in[2], d = in[3], k[4];

    for (unsigned i = 0; i < 4; i++)
        k[i] = flash_read32(&constants[constant % 3][i]);
    if (even)
        ROUND_EVEN(a, b, c, d, k);
    else
        ROUND_ODD(a, b, c, d, k);
    out[0] = a ^ add[0];
    out[1] = b ^ add[1];
    out[2] = c ^ add[2];
    out[3] = d ^ add[3];
}

static void
set_key(void *memory, const uint8_t *key, size_t key_bytes)
{
    schedule *s = memory;
    uint32_t w[4][4], right[4] = {0};

    unsigned first = (unsigned)key_bytes / 8 - 2;

    s->rounds = 12 + 2 * first;
    for (unsigned i = 0; i < key_bytes / 4; i++)
        *(i < 4 ? &w[0][i] : &right[i - 4]) = load32_be(key + 4 * i);
    feistel_round(w[1], w[0], right, first, 0);
    feistel_round(w[2], w[1], w[0], first + 1, 1);
    feistel_round(w[3], w[2], w[1], first + 2, 0);

    round_keys(s->rk, w, 19, 4);
    round_keys(s->rk + 4, w, 31, 4);
    round_keys(s->rk + 8, w, 128 - 61, 4);
    round_keys(s->rk + 12, w, 128 - 31, first == 2 ? 4 : 1 + 2 * first);
    if (first == 2)
        round_keys(s->rk + 16, w, 128 - 19, 1);
}

/* M without an S-box. */
static inline uint32_t
add_other_bytes(uint32_t x)
{
    return rol32(x, 8) ^ rol32(x, 16) ^ rol32(x, 24);
}

/* The round keys in reverse order, those in the middle through the diffusion
 * layer. */
static void
invert(schedule *s)
{
    for (unsigned i = 0, j = (unsigned)s->rounds; i < j; i++, j--)
        for (unsigned k = 0; k < 4; k++) {
            uint32_t x = s->rk[i][k];

            s->rk[i][k] = s->rk[j][k];
            s->rk[j][k] = x;
        }
    for (unsigned i = 1; i < s->rounds; i++) {
        uint32_t *k = s->rk[i], a = add_other_bytes(k[0]), b = add_other_bytes(k[1]);
        uint32_t c = add_other_bytes(k[2]), d = add_other_bytes(k[3]);

        DIFFUSE_ODD(a, b, c, d);
        k[0] = a;
        k[1] = b;
        k[2] = c;
        k[3] = d;
    }
}

void
baseline_aria_tables_set_decrypt_key(void *memory, const uint8_t *key, size_t key_bytes)
{
    set_key(memory, key, key_bytes);
    invert(memory);
}

void
baseline_aria_tables_crypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const schedule *s = memory;

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint32_t (*k)[4] = s->rk;
        uint32_t a = load32_be(in), b = load32_be(in + 4), c = load32_be(in + 8), d = load32_be(in + 12);

        for (uint32_t round = s->rounds; round != 2; round -= 2, k += 2) {
            ROUND_ODD(a, b, c, d, k[0]);
            ROUND_EVEN(a, b, c, d, k[1]);
        }
        ROUND_ODD(a, b, c, d, k[0]);
        store32_be(out, substitute_last(a ^ k[1][0]) ^ k[2][0]);
        store32_be(out + 4, substitute_last(b ^ k[1][1]) ^ k[2][1]);
        store32_be(out + 8, substitute_last(c ^ k[1][2]) ^ k[2][2]);
        store32_be(out + 12, substitute_last(d ^ k[1][3]) ^ k[2][3]);
    }
}

static void
decrypt(const void *memory, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    schedule inverse = *(const schedule *)memory;

    invert(&inverse);
    baseline_aria_tables_crypt(&inverse, out, in, nblocks);
}

const narae_block_cipher baseline_aria_tables = {
    .name = "aria",
    .block_bytes = 16,
    .key_bytes = {16, 24, 32},
    .schedule_bytes = {BASELINE_ARIA_TABLES_SCHEDULE_BYTES(16), BASELINE_ARIA_TABLES_SCHEDULE_BYTES(24),
                       BASELINE_ARIA_TABLES_SCHEDULE_BYTES(32)},
    .kernels = {.set_key = set_key, .encrypt = baseline_aria_tables_crypt, .decrypt = decrypt},
};
