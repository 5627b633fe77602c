/* SPDX-License-Identifier: MIT */
/* Measures foreign code that takes a whole message, as SUPERCOP and NIST's
 * lightweight competition call it: the tag is after the ciphertext, the key
 * goes into each call.  bench_config.h names, besides what calls.h lists,
 *
 *     CALL_TEXT               1: it turns a text into another
 *     CALL_KEY_BYTES, CALL_NONCE_BYTES, CALL_TAG_BYTES    0: it has none
 *     CALL_WRITTEN            the type of the lengths that the calls return
 *     CALL_SEAL_WRITES, CALL_OPEN_WRITES    1: they return the length of their whole output
 *     CALL_SEAL(sealed, written, text, bytes, ad, ad_bytes, nonce, key)
 *     CALL_OPEN(text, written, sealed, sealed_bytes, bytes, ad, ad_bytes, nonce, key)
 *
 * CALL_OPEN is undefined if there is no inverse; it returns zero if the tag is correct.  A
 * hash, a MAC and a cipher without a tag are messages without one of the parts, as in
 * adapter.h.  What SUPERCOP does not guarantee is not tested: texts do not overlap, and the
 * output of a forgery may be anything.
 *
 * The window holds the call and nothing else. */

#include "calls.h"

enum vector_kind { END, ACCEPTED, REFUSED };
enum { CHECKS = 16, CHECK_BYTES = 80 };
enum { IS_AEAD = CALL_TEXT && CALL_TAG_BYTES != 0 };
enum { TEXT_BYTES = BENCH_MOST_BYTES < CHECK_BYTES ? CHECK_BYTES : BENCH_MOST_BYTES };
enum { SEALED_BYTES = (CALL_TEXT ? TEXT_BYTES : 0) + CALL_TAG_BYTES };

BENCH_BUILD(0);

AREA(text_area, TEXT_BYTES);
AREA(sealed_area, SEALED_BYTES);
static uint8_t key[CALL_KEY_BYTES + 1] ALIGNED, nonce[CALL_NONCE_BYTES + 1] ALIGNED;
static uint8_t ad[BENCH_MOST_FIELD] ALIGNED;
static uint8_t *text, *sealed;
static CALL_WRITTEN written;

/* The same buffers at another address, all of them canaries. */
static void
move(unsigned n)
{
    memset(text_area, CANARY, sizeof text_area);
    memset(sealed_area, CANARY, sizeof sealed_area);
    text = place(text_area, n);
    sealed = place(sealed_area, n / 2);
}

static size_t
sealed_bytes(size_t bytes)
{
    return (CALL_TEXT ? bytes : 0) + CALL_TAG_BYTES;
}

static int
inside(size_t bytes)
{
    return untouched(text_area, sizeof text_area, text, bytes) &&
           untouched(sealed_area, sizeof sealed_area, sealed, sealed_bytes(bytes));
}

static void
seal(size_t bytes, size_t ad_bytes)
{
    CALL_SEAL(sealed, written, text, bytes, ad, ad_bytes, nonce, key);
}

#ifdef CALL_OPEN
static int
open(size_t bytes, size_t ad_bytes)
{
    return CALL_OPEN(text, written, sealed, sealed_bytes(bytes), bytes, ad, ad_bytes, nonce, key) == 0;
}
#endif

/* The wrong output. */
static const uint8_t *got;
static size_t got_bytes;

/* One word for what failed in a vector; empty if it passed. */
static const char *
wrong(uint8_t kind, const uint8_t *plaintext, const uint8_t *expected, size_t bytes, size_t ad_bytes)
{
    const size_t text_bytes = CALL_TEXT ? bytes : 0;

    got = sealed;
    got_bytes = text_bytes;
    if (kind == ACCEPTED) {
        read_flash(text, plaintext, bytes);
        written = 0;
        seal(bytes, ad_bytes);
        if (!same_as_flash(sealed, expected, text_bytes))
            return TEXT("encryption");
        got = sealed + text_bytes;
        got_bytes = CALL_TAG_BYTES;
        if (!same_as_flash(sealed + text_bytes, expected + text_bytes, CALL_TAG_BYTES))
            return CALL_KEY_BYTES ? TEXT("tag") : TEXT("digest");
        got_bytes = 0;
        if (CALL_SEAL_WRITES && written != (CALL_WRITTEN)sealed_bytes(bytes))
            return TEXT("sealed-length");
    }
#ifdef CALL_OPEN
    read_flash(sealed, expected, text_bytes + CALL_TAG_BYTES);
    if (CALL_TEXT)
        memset(text, CANARY, bytes);
    else
        read_flash(text, plaintext, bytes);
    written = 0;
    got = text;
    got_bytes = 0;
    if (kind == REFUSED)
        return open(bytes, ad_bytes) ? TEXT("forgery") : NULL;
    if (!open(bytes, ad_bytes))
        return TEXT("refusal");
    if (CALL_OPEN_WRITES && written != (CALL_WRITTEN)bytes)
        return TEXT("opened-length");
    got_bytes = bytes;
    if (!same_as_flash(text, plaintext, bytes))
        return TEXT("decryption");
#endif
    return NULL;
}

uint16_t
bench_vectors(uint16_t *total)
{
    const uint8_t *p = bench_vector_data;
    uint16_t passed = 0;
    uint8_t kind;

    for (*total = 0; (kind = flash_read8(p)) != END; ++*total) {
        size_t nonce_bytes = flash_read8(p + 1), tag_bytes = flash_read8(p + 2);
        size_t ad_bytes = flash_read8(p + 3);
        size_t bytes = flash_read8(p + 4) | (size_t)flash_read8(p + 5) << 8;
        const uint8_t *plaintext, *expected;
        const char *what;

        move(*total);
        p = read_flash(key, p + 6, CALL_KEY_BYTES);
        p = read_flash(nonce, p, nonce_bytes);
        plaintext = read_flash(ad, p, ad_bytes);
        expected = plaintext + (kind == ACCEPTED || !CALL_TEXT ? bytes : 0);
        p = expected + (CALL_TEXT ? bytes : 0) + tag_bytes;

        what = wrong(kind, plaintext, expected, bytes, ad_bytes);
        if (what == NULL)
            passed++;
        else
            name_failed(*total, what, got, got_bytes);
    }
    return passed;
}

#ifdef CALL_OPEN
/* Forgeries that a wrong comparison may accept. */
static const char *
forged(unsigned n, size_t bytes, size_t ad_bytes)
{
    uint8_t *const tag = sealed + (CALL_TEXT ? bytes : 0);
    const uint8_t bit = (uint8_t)(1 << n % 8);
    const unsigned at = n % (CALL_TAG_BYTES + !CALL_TAG_BYTES);

    tag[at] ^= bit;
    if (open(bytes, ad_bytes))
        return TEXT("a forged tag was accepted: one bit of it was wrong");
    tag[(at + 1) % CALL_TAG_BYTES] ^= bit;
    if (open(bytes, ad_bytes))
        return TEXT("a forged tag was accepted: the same bit of two of its bytes was wrong");
    tag[at] ^= bit;
    tag[(at + 1) % CALL_TAG_BYTES] ^= bit;
    for (unsigned i = 0; i < CALL_TAG_BYTES; i++)
        tag[i] ^= 0xff;
    if (open(bytes, ad_bytes))
        return TEXT("a forged tag was accepted: each bit of it was wrong");
    for (unsigned i = 0; i < CALL_TAG_BYTES; i++)
        tag[i] ^= 0xff;
    if (bytes != 0) {
        uint8_t *const data = CALL_TEXT ? sealed : text;

        data[n % bytes] ^= bit;
        if (open(bytes, ad_bytes))
            return TEXT("a forged text was accepted");
        data[n % bytes] ^= bit;
    }
    if (ad_bytes != 0) {
        ad[n % ad_bytes] ^= bit;
        if (open(bytes, ad_bytes))
            return TEXT("forged associated data was accepted");
        ad[n % ad_bytes] ^= bit;
    }
    return NULL;
}
#endif

/* Whether key, nonce, associated data and text are still what was drawn at `state`. */
static int
inputs_kept(uint32_t state, size_t bytes, size_t ad_bytes)
{
    return still_drawn(&state, key, CALL_KEY_BYTES) && still_drawn(&state, nonce, CALL_NONCE_BYTES) &&
           still_drawn(&state, ad, ad_bytes) && still_drawn(&state, text, bytes);
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5;

    stream = 1;
    for (uint8_t i = 0; i < CHECKS; i++) {
        size_t bytes = 5u * i + i % 3u, ad_bytes = IS_AEAD ? 7u * i % 24 : 0;
        uint32_t before = stream, hash_before = hash;

        move(i);
        random_bytes(&stream, key, CALL_KEY_BYTES);
        random_bytes(&stream, nonce, CALL_NONCE_BYTES);
        random_bytes(&stream, ad, ad_bytes);
        random_bytes(&stream, text, bytes);
        seal(bytes, ad_bytes);
        if (!inside(bytes))
            found(fault, TEXT("wrote outside the output"));
        if (!inputs_kept(before, bytes, ad_bytes))
            found(fault, TEXT("overwrote an input"));
        hash = fold(hash, sealed, sealed_bytes(bytes));
#ifdef CALL_OPEN
        if (CALL_TEXT)
            memset(text, CANARY, bytes);
        if (!open(bytes, ad_bytes))
            found(fault, TEXT("what was sealed does not open"));
        if (!inside(bytes))
            found(fault, TEXT("open wrote outside its output"));
        if (fold(hash_before, sealed, sealed_bytes(bytes)) != hash)
            found(fault, TEXT("open overwrote an input"));
        if (!inputs_kept(before, bytes, ad_bytes))
            found(fault, TEXT("decrypt does not undo encrypt"));
        if (CALL_TAG_BYTES) {
            const char *accepted = forged(i, bytes, ad_bytes);

            if (accepted != NULL)
                found(fault, accepted);
        }
#else
        (void)hash_before;
#endif
    }
    return BENCH_HAS_MODEL ? hash : flash_read32(&bench_build.checksum);
}

static void
seal_once(void)
{
    seal(CHECK_BYTES, 0);
}

uint8_t
bench_abi(void)
{
    static const uintptr_t none[4];

    move(0);
    return hal_abi_call((uintptr_t)seal_once, none);
}

/* A fresh key and a fresh message; keys and texts are secret. */
static void
draw(const bench_operation *operation)
{
    text = place(text_area, 0);
    sealed = place(sealed_area, 0);
    hal_public(key, sizeof key);
    hal_public(text_area, sizeof text_area);
    hal_public(sealed_area, sizeof sealed_area);
    random_bytes(&stream, key, CALL_KEY_BYTES);
    random_bytes(&stream, nonce, CALL_NONCE_BYTES);
    random_bytes(&stream, ad, operation->ad_bytes);
    random_bytes(&stream, text, operation->bytes);
    hal_secret(key, CALL_KEY_BYTES);
    hal_secret(text, operation->bytes);
}

static hal_time
sample_seal(const bench_operation *operation)
{
    size_t bytes = operation->bytes, ad_bytes = operation->ad_bytes;
    hal_time t;

    draw(operation);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        seal(bytes, ad_bytes);
    t = window_close();
    return t;
}

#ifdef CALL_OPEN
/* Whether the tag is correct is public, but foreign code cannot declare that: nothing is
 * marked secret for a checker here. */
static hal_time
time_open(const bench_operation *operation, int expected)
{
    size_t bytes = operation->bytes, ad_bytes = operation->ad_bytes;
    int right = 0;
    hal_time t;

    hal_public(key, sizeof key);
    hal_public(text_area, sizeof text_area);
    hal_public(sealed_area, sizeof sealed_area);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        right = open(bytes, ad_bytes);
    t = window_close();
    if (right != expected)
        bench_refuse(TEXT("a timed operation failed"));
    return t;
}

/* Follows sample_seal. */
static hal_time
sample_open(const bench_operation *operation)
{
    return time_open(operation, 1);
}

/* Follows sample_open. */
static inline hal_time
sample_open_forged(const bench_operation *operation)
{
    uint8_t at;

    random_bytes(&stream, &at, 1);
    sealed[(CALL_TEXT ? operation->bytes : 0) + at / 8 % (CALL_TAG_BYTES + !CALL_TAG_BYTES)] ^=
        (uint8_t)(1 << at % 8);
    return time_open(operation, 0);
}
#endif

#if defined(CALL_OPEN) && CALL_TAG_BYTES && !CALL_TEXT
#    define OPERATIONS(...)                                                           \
        {"hash", __VA_ARGS__, sample_seal, 0}, {"open", __VA_ARGS__, sample_open, 1}, \
            {"open-forged", __VA_ARGS__, sample_open_forged, 1},
#elif defined(CALL_OPEN) && CALL_TAG_BYTES
#    define OPERATIONS(...)                                                           \
        {"seal", __VA_ARGS__, sample_seal, 0}, {"open", __VA_ARGS__, sample_open, 1}, \
            {"open-forged", __VA_ARGS__, sample_open_forged, 1},
#elif CALL_TEXT && CALL_TAG_BYTES
#    define OPERATIONS(...) {"seal", __VA_ARGS__, sample_seal, 0},
#elif CALL_TEXT && defined(CALL_OPEN)
#    define OPERATIONS(...) \
        {"encrypt", __VA_ARGS__, sample_seal, 0}, {"decrypt", __VA_ARGS__, sample_open, 1},
#elif CALL_TEXT
#    define OPERATIONS(...) {"encrypt", __VA_ARGS__, sample_seal, 0},
#else
#    define OPERATIONS(...) {"hash", __VA_ARGS__, sample_seal, 0},
#endif

const bench_operation bench_operations[] NARAE_FLASH = {
    BENCH_SIZES(OPERATIONS){"", 0, 0, 0, 0, NULL, 0},
};
