/* SPDX-License-Identifier: MIT */
/* What a validation laboratory asks, answered by the library on the machine
 * that it is meant for: NIST's CAVP and KCMVP, block ciphers and their modes.
 * Monte Carlo: NIST AESAVS, 6.4; counter mode as KCMVP defines it.
 *
 * Requests come as bytes: a byte each of operation (0 ends), nonce, and tag
 * length, four each of associated data and text, little-endian; then key,
 * nonce, tag, associated data, text.  A board has them in its flash, a
 * machine with an operating system reads them as hexadecimal digits.  Each
 * answer is one line, which the Python side turns into the file's own words:
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

#include "narae/descriptor.h"

#include BENCH_HEADER
#ifdef BENCH_MODE_HEADER
#    include BENCH_MODE_HEADER
#endif

enum { END, ENCRYPT, DECRYPT, ENCRYPT_MONTE_CARLO, DECRYPT_MONTE_CARLO };
enum { OUTER_STEPS = 100, INNER_STEPS = 1000, BLOCK = 16 };

typedef struct request {
    uint8_t operation, nonce_bytes, tag_bytes;
    uint32_t ad_bytes, text_bytes;
    uint8_t key[BENCH_KEY_BYTES], nonce[CAVP_MOST_NONCE], tag[BLOCK];
} request;

static request asked;
static uint8_t buffer[CAVP_BUFFER];

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
next_length(void)
{
    uint32_t length = 0;

    for (unsigned shift = 0; shift < 32; shift += 8)
        length |= (uint32_t)next_byte() << shift;
    return length;
}

/* False for the end. */
static int
next_request(void)
{
    asked.operation = next_byte();
    if (asked.operation == END)
        return 0;
    asked.nonce_bytes = next_byte();
    asked.tag_bytes = next_byte();
    asked.ad_bytes = next_length();
    asked.text_bytes = next_length();
    next_bytes(asked.key, sizeof asked.key);
    next_bytes(asked.nonce, asked.nonce_bytes);
    next_bytes(asked.tag, asked.tag_bytes);
    return 1;
}

static int
encrypts(void)
{
    return asked.operation == ENCRYPT || asked.operation == ENCRYPT_MONTE_CARLO;
}

static void
print_bytes(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hal_put("0123456789abcdef"[bytes[i] >> 4]);
        hal_put("0123456789abcdef"[bytes[i] & 15]);
    }
}

/* Each mode offers: begin() sets the key and starts a message; associate()
 * takes associated data; transform() works in place and says what of it is
 * output; end() writes the tag or checks it. */

#if defined(CAVP_ECB)

static uint32_t schedule[BENCH_SCHEDULE_BYTES / 4];

static int
begin(void)
{
    return BENCH_DESCRIPTOR.set_key(schedule, asked.key, sizeof asked.key);
}

static int
transform(uint8_t *text, size_t bytes)
{
    (encrypts() ? BENCH_DESCRIPTOR.encrypt : BENCH_DESCRIPTOR.decrypt)(schedule, text, text, bytes / BLOCK);
    return NARAE_OK;
}

static int
end(void)
{
    return NARAE_OK;
}

#elif defined(CAVP_CBC)

static narae_cbc mode;

static int
begin(void)
{
    int status = narae_cbc_init(&mode, &BENCH_DESCRIPTOR, asked.key, sizeof asked.key);

    return status != NARAE_OK ? status
                              : narae_cbc_start(&mode, asked.nonce, asked.nonce_bytes, NARAE_CBC_NO_PADDING);
}

static int
transform(uint8_t *text, size_t bytes)
{
    size_t written;

    return (encrypts() ? narae_cbc_encrypt : narae_cbc_decrypt)(&mode, text, &written, text, bytes);
}

static int
end(void)
{
    size_t written;

    return (encrypts() ? narae_cbc_encrypt_finish : narae_cbc_decrypt_finish)(&mode, NULL, &written);
}

#elif defined(CAVP_CTR)

static narae_ctr mode;

static int
begin(void)
{
    int status = narae_ctr_init(&mode, &BENCH_DESCRIPTOR, asked.key, sizeof asked.key);

    return status != NARAE_OK ? status
                              : narae_ctr_start(&mode, asked.nonce, asked.nonce_bytes, NARAE_CTR_WHOLE_BLOCK);
}

static int
transform(uint8_t *text, size_t bytes)
{
    return narae_ctr_crypt(&mode, text, text, bytes);
}

static int
end(void)
{
    return NARAE_OK;
}

#elif defined(CAVP_CMAC)

#    define WRITES_NO_TEXT

static narae_cmac mode;

static int
begin(void)
{
    int status = narae_cmac_init(&mode, &BENCH_DESCRIPTOR, asked.key, sizeof asked.key);

    return status != NARAE_OK ? status : narae_cmac_start(&mode);
}

static int
transform(uint8_t *text, size_t bytes)
{
    return narae_cmac_update(&mode, text, bytes);
}

static int
end(void)
{
    if (encrypts())
        return narae_cmac_finish(&mode, asked.tag, asked.tag_bytes);
    if (asked.tag_bytes < 4) {
        /* narae_cmac_verify() refuses these; a validation may request them */
        uint8_t tag[4];
        int status = narae_cmac_finish(&mode, tag, asked.tag_bytes);

        if (status == NARAE_OK && memcmp(tag, asked.tag, asked.tag_bytes) != 0)
            status = NARAE_ERROR_AUTHENTICATION;
        return status;
    }
    return narae_cmac_verify(&mode, asked.tag, asked.tag_bytes);
}

#else /* GCM or CCM, whose functions have BENCH_PREFIX */

#    define AUTHENTICATED
#    define JOINED(prefix, name) prefix##name
#    define NAMED(prefix, name) JOINED(prefix, name)
#    define MODE(name) NAMED(BENCH_PREFIX, name)

static BENCH_PREFIX mode;

static int
begin(void)
{
    int status = MODE(_init)(&mode, &BENCH_DESCRIPTOR, asked.key, sizeof asked.key);

    if (status != NARAE_OK)
        return status;
#    ifdef CAVP_CCM
    return narae_ccm_start(&mode, asked.nonce, asked.nonce_bytes, asked.ad_bytes, asked.text_bytes,
                           asked.tag_bytes);
#    else
    return narae_gcm_start(&mode, asked.nonce, asked.nonce_bytes);
#    endif
}

static int
associate(uint8_t *ad, size_t bytes)
{
    return MODE(_ad)(&mode, ad, bytes);
}

static int
transform(uint8_t *text, size_t bytes)
{
    return (encrypts() ? MODE(_encrypt) : MODE(_decrypt))(&mode, text, text, bytes);
}

static int
end(void)
{
    return encrypts() ? MODE(_finish)(&mode, asked.tag, asked.tag_bytes)
                      : MODE(_verify)(&mode, asked.tag, asked.tag_bytes);
}

#endif

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
print_end(int status)
{
    print_text(" ");
    if (encrypts() && status == NARAE_OK && asked.tag_bytes != 0)
        print_bytes(asked.tag, asked.tag_bytes);
    else
        print_text("-");
    print_text(" ");
    print_number((hal_time)-status);
    print_text("\n");
}

static void
answer(void)
{
    int status = begin();

    print_text("answer ");
#ifdef AUTHENTICATED
    status = in_pieces(status, associate, asked.ad_bytes, 0);
#endif
#ifdef WRITES_NO_TEXT
    status = in_pieces(status, transform, asked.text_bytes, 0);
    print_text("-");
#else
    if (asked.text_bytes == 0)
        print_text("-");
    status = in_pieces(status, transform, asked.text_bytes, 1);
#endif
    print_end(status == NARAE_OK ? end() : status);
}

#if defined(CAVP_ECB) || defined(CAVP_CBC) || defined(CAVP_CTR)

static void
print_step(const uint8_t input[BLOCK])
{
    print_text("step ");
    print_bytes(asked.key, sizeof asked.key);
    print_text(" ");
    print_bytes(asked.nonce, asked.nonce_bytes);
    if (asked.nonce_bytes == 0)
        print_text("-");
    print_text(" ");
    print_bytes(input, BLOCK);
    print_text(" ");
}

/* What the next outer step has for IV or counter block: the last output in
 * CBC; in CTR the counter runs on. */
static void
next_nonce(const uint8_t output[BLOCK])
{
#    if defined(CAVP_CBC)
    memcpy(asked.nonce, output, BLOCK);
#    elif defined(CAVP_CTR)
    uint16_t carry = INNER_STEPS;

    for (unsigned i = BLOCK; i-- != 0;) {
        carry = (uint16_t)(carry + asked.nonce[i]);
        asked.nonce[i] = (uint8_t)carry;
        carry >>= 8;
    }
#    endif
    (void)output;
}

/* In CBC the input of a step is the output before the last one, first of all
 * the IV; else it is the last output. */
static void
monte_carlo(void)
{
    uint8_t input[BLOCK], outputs[2 * BLOCK] = {0};
    uint8_t *const before = outputs, *const output = outputs + BLOCK;
    int status = NARAE_OK;

    next_bytes(input, BLOCK);
    for (uint8_t i = 0; i < OUTER_STEPS && status == NARAE_OK; i++) {
        status = begin();
        print_step(input);
#    ifdef CAVP_CBC
        memcpy(output, asked.nonce, BLOCK);
#    endif
        for (uint16_t j = 0; j < INNER_STEPS && status == NARAE_OK; j++) {
            memcpy(before, output, BLOCK);
            memcpy(output, input, BLOCK);
            status = transform(output, BLOCK);
#    ifdef CAVP_CBC
            memcpy(input, before, BLOCK);
#    else
            memcpy(input, output, BLOCK);
#    endif
        }
        print_bytes(output, BLOCK);
        print_text("\n");
        for (uint8_t k = 0; k < BENCH_KEY_BYTES; k++)
            asked.key[k] ^= outputs[sizeof outputs - BENCH_KEY_BYTES + k];
        next_nonce(output);
    }
    print_text("answer -");
    print_end(status);
}

#endif

int
main(void)
{
    hal_init();
    while (next_request()) {
#if defined(CAVP_ECB) || defined(CAVP_CBC) || defined(CAVP_CTR)
        if (asked.operation == ENCRYPT_MONTE_CARLO || asked.operation == DECRYPT_MONTE_CARLO) {
            monte_carlo();
            continue;
        }
#endif
        answer();
    }
    hal_exit(0);
}
