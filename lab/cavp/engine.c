/* SPDX-License-Identifier: MIT */
/* What a validation laboratory asks, answered by the library on the machine
 * that it is meant for: NIST's CAVP and ACVP, and KCMVP.  CAVP_FAMILY is the
 * header that answers: cipher.h, hash.h, shake.h, ascon.h, hmac.h, drbg.h or kdf.h.
 *
 * Requests come as bytes: one of the operation (0 ends); little-endian, four of
 * the length of the key, two each of those of nonce and output, four each of the
 * number of iterations and of the lengths of associated data and text; then key,
 * nonce, the tag where one is to be checked, associated data, text.  A board has
 * them in its flash, a machine with an operating system reads them as hexadecimal
 * digits.  Each answer is one line, which the Python side turns into the file's
 * own words:
 *
 *     answer TEXT TAG STATUS                        "-" for what there is none of
 *     step KEY IV INPUT OUTPUT                      of the Monte Carlo test, before its answer
 *
 * A text longer than the board's buffer goes through in pieces.  Everything
 * here is public: nothing is timed and nothing has to be hidden. */

#include "bench.h"

#include <string.h>

#include "bench_config.h"
#include "print.h"

/* The library does the work.  Where flash does not limit the size, each file of requests
 * may need a program of its own, which compiles in a third of the time this way. */
#if !defined(CAVP_REQUESTS) && !defined(__clang__)
#    pragma GCC optimize 0
#endif

#include "narae/descriptor.h"

#include BENCH_HEADER
#ifdef BENCH_MODE_HEADER
#    include BENCH_MODE_HEADER
#endif

enum { END, ENCRYPT, DECRYPT, ENCRYPT_MONTE_CARLO, DECRYPT_MONTE_CARLO };
enum { OUTER_STEPS = 100 / CAVP_PARTS, INNER_STEPS = 1000 };

typedef struct request {
    uint8_t operation;
    uint16_t nonce_bytes, out_bytes;
    uint32_t key_bytes, iterations, ad_bytes, text_bytes;
    uint8_t key[CAVP_MAX_KEY], nonce[CAVP_MAX_NONCE];
    uint8_t tag[CAVP_MAX_OUT]; /* or other output of so many bytes */
} request;

static request current;
static uint8_t buffer[CAVP_MAX_TEXT];

_Noreturn void
bench_refuse(const char *why)
{
    print_text("fault ");
    print_flash_text(why);
    print_text("\n");
    hal_exit(1);
}

#ifdef CAVP_REQUESTS
/* By this name linker scripts know data that stays in flash. */
static const uint8_t bench_vector_data[] NARAE_FLASH = {CAVP_REQUESTS};

static uint8_t
next_byte(void)
{
    static size_t at;

    return (uint8_t)flash_read8(bench_vector_data + at++);
}
#else
#    include <stdio.h>

static uint8_t
next_byte(void)
{
    unsigned byte;

    if (scanf("%2x", &byte) != 1)
        bench_refuse(TEXT("the requests end in the middle"));
    return (uint8_t)byte;
}
#endif

static void
next_bytes(uint8_t *out, size_t bytes)
{
    while (bytes-- != 0)
        *out++ = next_byte();
}

static uint32_t
next_number(unsigned bytes)
{
    uint32_t number = 0;

    for (unsigned i = 0; i < bytes; i++)
        number |= (uint32_t)next_byte() << 8 * i;
    return number;
}

static int
encrypts(void)
{
    return current.operation == ENCRYPT || current.operation == ENCRYPT_MONTE_CARLO;
}

/* False for the end. */
static int
next_request(void)
{
    current.operation = next_byte();
    if (current.operation == END)
        return 0;
    current.key_bytes = next_number(4);
    current.nonce_bytes = (uint16_t)next_number(2);
    current.out_bytes = (uint16_t)next_number(2);
    current.iterations = next_number(4);
    current.ad_bytes = next_number(4);
    current.text_bytes = next_number(4);
    next_bytes(current.key, current.key_bytes);
    next_bytes(current.nonce, current.nonce_bytes);
    if (!encrypts())
        next_bytes(current.tag, current.out_bytes);
    return 1;
}

static void
print_bytes(const uint8_t *bytes, size_t count)
{
    if (count == 0)
        hal_put('-');
    for (size_t i = 0; i < count; i++) {
        hal_put("0123456789abcdef"[bytes[i] >> 4]);
        hal_put("0123456789abcdef"[bytes[i] & 15]);
    }
}

/* Every byte is taken, whatever the status, so that the next request is found. */
static int
in_pieces(int status, int (*take)(uint8_t *, size_t), uint32_t left, int prints)
{
    while (left != 0) {
        const size_t bytes = left < sizeof buffer ? (size_t)left : sizeof buffer;

        next_bytes(buffer, bytes);
        if (status == NARAE_OK)
            status = take(buffer, bytes);
        if (prints && status == NARAE_OK)
            print_bytes(buffer, bytes);
        left -= (uint32_t)bytes;
    }
    return status;
}

static void
print_status(int status)
{
    print_text(" ");
    print_number((hal_time)-status);
    print_text("\n");
}

/* One output, and nothing of it where something failed. */
static inline void
print_answer(const uint8_t *out, size_t bytes, int status)
{
    print_text("answer ");
    print_bytes(out, status == NARAE_OK ? bytes : 0);
    print_text(" -");
    print_status(status);
}

#define JOINED(prefix, name) prefix##name
#define NAMED(prefix, name) JOINED(prefix, name)
#include CAVP_FAMILY

int
main(void)
{
    hal_init();
    while (next_request())
        if (current.operation == ENCRYPT_MONTE_CARLO || current.operation == DECRYPT_MONTE_CARLO)
            monte_carlo();
        else
            answer();
    hal_exit(0);
}
