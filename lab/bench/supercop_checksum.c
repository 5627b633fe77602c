/* SPDX-License-Identifier: MIT */
/* SUPERCOP's checksum of foreign code, and what the code gives for messages that
 * vectors can be made of.  The procedure was read from SUPERCOP 20260330:
 * try-anything.c of 20231211, and try.c of 20240530 of crypto_aead, crypto_hash,
 * crypto_stream, crypto_onetimeauth, crypto_auth and crypto_core.
 *
 *   What is drawn the n-th time, from 0 on and also if it is empty, is the beginning
 *   of the stream of Salsa20/20 under the key "generate inputs for test vectors" and
 *   the nonce n.  A number is eight such bytes.
 *
 *   The checksum is a state of 64 bytes.  Each block of 16 bytes of what the code
 *   gives makes a new one: Salsa20's core of the block, under the first 32 bytes of
 *   the old one.  What is left at the end of a text gets a byte of 1 and zeros, and
 *   goes in after a bit of the state was flipped.
 *
 * Each turn draws a length up to SUPERCOP_MAX_BYTES, another one of associated data, and
 * then the arguments; the secret number and constants of no bytes are drawn, too.
 * Modified texts, which must be refused, draw six more numbers.
 *
 * bench_config.h names the calls as for kind_called_*.c, SUPERCOP_REPETITIONS,
 * SUPERCOP_MAX_BYTES, SUPERCOP_LENGTHS (of the vectors) and one of SUPERCOP_CRYPTO_AEAD,
 * _HASH, _STREAM, _ONETIMEAUTH, _AUTH, _CORE.  It says
 *
 *     checksum HEX
 *     output HEX          of the inputs that random.h draws, for each length
 */

#include <string.h>

#include "bench_config.h"
#include "core/bytes.h"
#include "hal.h"
#include "print.h"
#include "random.h"

#include BENCH_HEADER

#define ALIGNED __attribute__((aligned(16)))

#if defined(SUPERCOP_CRYPTO_CORE)
#    define CORE 1
#    define KEY BENCH_KEY_BYTES
#    define NONCE 0
#else
#    define CORE 0
#    define KEY CALL_KEY_BYTES
#    define NONCE CALL_NONCE_BYTES
#    define OUT CALL_TAG_BYTES
#endif

static uint8_t text[SUPERCOP_MAX_BYTES + 1] ALIGNED, ad[SUPERCOP_MAX_BYTES + 1] ALIGNED;
static uint8_t sealed[SUPERCOP_MAX_BYTES + OUT + 1] ALIGNED;
static uint8_t key[KEY + 1] ALIGNED, nonce[NONCE + 1] ALIGNED;
static uint8_t state[64];
static uint32_t drawn;

static uint32_t
rotated(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

/* Salsa20's core: D. J. Bernstein, "Salsa20 specification", clauses 8 and 9.  `out` may be `secret`. */
static void
salsa20_core(uint8_t out[64], const uint8_t in[16], const uint8_t secret[32])
{
    static const char sigma[17] = "expand 32-byte k";
    uint32_t x[16], y[16];

    for (unsigned i = 0; i < 4; i++) {
        x[5 * i] = load32_le((const uint8_t *)sigma + 4 * i);
        x[1 + i] = load32_le(secret + 4 * i);
        x[6 + i] = load32_le(in + 4 * i);
        x[11 + i] = load32_le(secret + 16 + 4 * i);
    }
    memcpy(y, x, sizeof y);
    for (unsigned round = 0; round < 20; round++) {
        /* Columns in even rounds, rows in odd ones; each begins at the diagonal. */
        unsigned down = round % 2 == 0 ? 4 : 1, across = 5 - down;

        for (unsigned i = 0; i < 4; i++) {
            uint32_t *a = &y[5 * i], *b = &y[across * i + (i + 1) % 4 * down];
            uint32_t *c = &y[across * i + (i + 2) % 4 * down], *d = &y[across * i + (i + 3) % 4 * down];

            *b ^= rotated(*a + *d, 7);
            *c ^= rotated(*b + *a, 9);
            *d ^= rotated(*c + *b, 13);
            *a ^= rotated(*d + *c, 18);
        }
    }
    for (unsigned i = 0; i < 16; i++)
        store32_le(out + 4 * i, x[i] + y[i]);
}

static void
draw(uint8_t *out, size_t bytes)
{
    static const char secret[33] = "generate inputs for test vectors";
    uint8_t block[64], in[16] = {0};

    store32_le(in, drawn++);
    for (uint32_t i = 0; bytes != 0; i++) {
        size_t part = bytes < sizeof block ? bytes : sizeof block;

        store32_le(in + 8, i);
        salsa20_core(block, in, (const uint8_t *)secret);
        memcpy(out, block, part);
        out += part;
        bytes -= part;
    }
}

static size_t
draw_length(void)
{
    uint8_t number[8];
    uint32_t rest = 0;

    draw(number, sizeof number);
    for (int i = 7; i >= 0; i--)
        rest = (rest << 8 | number[i]) % (SUPERCOP_MAX_BYTES + 1);
    return rest;
}

static void
add(const uint8_t *data, size_t bytes)
{
    uint8_t block[16] = {0};

    for (; bytes >= 16; data += 16, bytes -= 16)
        salsa20_core(state, data, state);
    memcpy(block, data, bytes);
    block[bytes] = 1;
    state[0] ^= 1;
    salsa20_core(state, block, state);
}

static void
call(size_t bytes, size_t ad_bytes)
{
#if CORE && defined(CALL_PERMUTE)
    memcpy(sealed, text, OUT);
    CALL_PERMUTE(sealed);
    (void)bytes;
#elif CORE
    CALL_ENCRYPT(0, key, sealed, text, 1);
    (void)bytes;
#else
    static CALL_WRITTEN written;

    (void)written;
    CALL_SEAL(sealed, written, text, bytes, ad, ad_bytes, nonce, key);
#endif
    (void)ad_bytes;
}

static void
turn(void)
{
#if defined(SUPERCOP_CRYPTO_CORE)
    draw(text, SUPERCOP_MAX_BYTES);
    draw(key, SUPERCOP_KEY);
    draw(key + SUPERCOP_KEY, KEY - SUPERCOP_KEY);
    call(SUPERCOP_MAX_BYTES, 0);
    add(sealed, OUT);
#elif defined(SUPERCOP_CRYPTO_STREAM)
    size_t bytes = draw_length();

    draw(nonce, NONCE);
    draw(key, KEY);
    memset(text, 0, bytes);
    call(bytes, 0);
    add(sealed, bytes);
    draw(text, bytes);
    call(bytes, 0);
    add(sealed, bytes);
#else
    size_t bytes = draw_length(), ad_bytes = 0;

#    ifdef SUPERCOP_CRYPTO_AEAD
    ad_bytes = draw_length();
#    endif
    draw(text, bytes);
#    ifdef SUPERCOP_CRYPTO_AEAD
    draw(ad, ad_bytes);
    draw(NULL, 0);
    draw(nonce, NONCE);
#    endif
#    ifndef SUPERCOP_CRYPTO_HASH
    draw(key, KEY);
#    endif
    call(bytes, ad_bytes);
    add(sealed, (CALL_TEXT ? bytes : 0) + OUT);
#    ifdef SUPERCOP_CRYPTO_AEAD
    add(text, bytes); /* the gate asks whether it opens */
    add(text, 0);
#    endif
#    ifndef SUPERCOP_CRYPTO_HASH
    drawn += 6;
#    endif
#endif
}

static void
print_bytes(const uint8_t *data, size_t bytes)
{
    for (; bytes != 0; bytes--, data++)
        for (int shift = 4; shift >= 0; shift -= 4)
            print_char("0123456789abcdef"[*data >> shift & 15]);
    print_text("\n");
}

int
main(void)
{
    static const uint8_t lengths[] = {SUPERCOP_LENGTHS};
    uint32_t stream = 1;

    hal_init();
    for (unsigned i = 0; i < SUPERCOP_REPETITIONS; i++)
        turn();
    print_text("checksum ");
    print_bytes(state, 32);
    for (unsigned i = 0; i < sizeof lengths; i++) {
        size_t bytes = CORE ? SUPERCOP_MAX_BYTES : lengths[i], ad_bytes = 0;

#ifdef SUPERCOP_CRYPTO_AEAD
        ad_bytes = 3 * i % 30;
#endif
        random_bytes(&stream, key, KEY);
        random_bytes(&stream, nonce, NONCE);
        random_bytes(&stream, ad, ad_bytes);
        random_bytes(&stream, text, bytes);
        call(bytes, ad_bytes);
        print_text("output ");
#if CORE
        print_bytes(sealed, OUT);
#else
        print_bytes(sealed, (CALL_TEXT ? bytes : 0) + OUT);
#endif
    }
    hal_exit(0);
}
