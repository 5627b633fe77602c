/* SPDX-License-Identifier: MIT */
/* Measures foreign code that takes a whole message, as SUPERCOP and NIST's
 * lightweight competition call it: the tag is after the ciphertext, the key
 * goes into each call.  bench_config.h names, besides what calls.h lists,
 *
 *     CALL_TEXT               1: it turns a text into another
 *     CALL_KEY_BYTES, CALL_NONCE_BYTES, CALL_TAG_BYTES    0: it has none
 *     CALL_WRITTEN            the type of the lengths that the calls return
 *     CALL_SEAL_WRITES, CALL_OPEN_WRITES    1: they return the length of their whole output
 *     CALL_OPEN_SPARE         bytes after the text that CALL_OPEN may write, too
 *     CALL_SEAL(sealed, written, text, bytes, ad, ad_bytes, nonce, key)
 *     CALL_OPEN(text, written, sealed, sealed_bytes, bytes, ad, ad_bytes, nonce, key)
 *     bench_vector_data       as in message_gate.h, but for associated-data bytes, which take two
 *
 * CALL_OPEN is undefined if there is no inverse; it returns zero if the tag is correct.  A
 * hash, a MAC and a cipher without a tag are messages without one of the parts, as in
 * adapter.h.  What SUPERCOP does not guarantee is not tested: texts do not overlap, and the
 * output of a forgery may be anything.
 *
 * The window holds the call and nothing else. */

#include "calls.h"

enum bench_vector_kind { BENCH_END, BENCH_ACCEPTED, BENCH_REFUSED };
enum { BENCH_CHECKS = 16, BENCH_CHECK_BYTES = 80 };
enum { BENCH_IS_AEAD = CALL_TEXT && CALL_TAG_BYTES != 0 };
enum { BENCH_TEXT_BYTES = BENCH_MAX_BYTES < BENCH_CHECK_BYTES ? BENCH_CHECK_BYTES : BENCH_MAX_BYTES };
enum { BENCH_SEALED_BYTES = (CALL_TEXT ? BENCH_TEXT_BYTES : 0) + CALL_TAG_BYTES };

BENCH_BUILD(0);

BENCH_AREA(bench_text_area, BENCH_TEXT_BYTES + CALL_OPEN_SPARE);
BENCH_AREA(bench_sealed_area, BENCH_SEALED_BYTES);
static uint8_t bench_key[CALL_KEY_BYTES + 1] BENCH_ALIGNED, bench_nonce[CALL_NONCE_BYTES + 1] BENCH_ALIGNED;
static uint8_t bench_ad[BENCH_MAX_FIELD] BENCH_ALIGNED;
static uint8_t *bench_text, *bench_sealed;
static CALL_WRITTEN bench_written;

/* The same buffers at another address, all of them canaries. */
static void
bench_move(unsigned n)
{
    memset(bench_text_area, CANARY, sizeof bench_text_area);
    memset(bench_sealed_area, CANARY, sizeof bench_sealed_area);
    bench_text = bench_place(bench_text_area, n);
    bench_sealed = bench_place(bench_sealed_area, n / 2);
}

static size_t
bench_sealed_bytes(size_t bytes)
{
    return (CALL_TEXT ? bytes : 0) + CALL_TAG_BYTES;
}

static void
bench_find_outside_text(const char **fault, const char *what, size_t bytes, size_t spare)
{
    bench_find_outside(fault, what, bench_text_area, sizeof bench_text_area, bench_text, bytes + spare,
                       bytes);
}

static void
bench_find_outside_sealed(const char **fault, const char *what, size_t bytes)
{
    bench_find_outside(fault, what, bench_sealed_area, sizeof bench_sealed_area, bench_sealed,
                       bench_sealed_bytes(bytes), bytes);
}

static void
bench_seal(size_t bytes, size_t ad_bytes)
{
    CALL_SEAL(bench_sealed, bench_written, bench_text, bytes, bench_ad, ad_bytes, bench_nonce, bench_key);
}

#ifdef CALL_OPEN
static int
bench_open(size_t bytes, size_t ad_bytes)
{
    return CALL_OPEN(bench_text, bench_written, bench_sealed, bench_sealed_bytes(bytes), bytes, bench_ad,
                     ad_bytes, bench_nonce, bench_key) == 0;
}
#endif

/* The wrong output. */
static const uint8_t *bench_got;
static size_t bench_got_bytes;

/* One word for what failed in a vector; empty if it passed. */
static const char *
bench_wrong(uint8_t kind, const uint8_t *plaintext, const uint8_t *expected, size_t bytes, size_t ad_bytes)
{
    const size_t text_bytes = CALL_TEXT ? bytes : 0;

    bench_got = bench_sealed;
    bench_got_bytes = text_bytes;
    if (kind == BENCH_ACCEPTED) {
        bench_read_flash(bench_text, plaintext, bytes);
        bench_written = 0;
        bench_seal(bytes, ad_bytes);
        if (!bench_same_as_flash(bench_sealed, expected, text_bytes))
            return TEXT("encryption");
        bench_got = bench_sealed + text_bytes;
        bench_got_bytes = CALL_TAG_BYTES;
        if (!bench_same_as_flash(bench_sealed + text_bytes, expected + text_bytes, CALL_TAG_BYTES))
            return CALL_KEY_BYTES ? TEXT("tag") : TEXT("digest");
        bench_got_bytes = 0;
        if (CALL_SEAL_WRITES && bench_written != (CALL_WRITTEN)bench_sealed_bytes(bytes))
            return TEXT("sealed-length");
    }
#ifdef CALL_OPEN
    bench_read_flash(bench_sealed, expected, text_bytes + CALL_TAG_BYTES);
    if (CALL_TEXT)
        memset(bench_text, CANARY, bytes);
    else
        bench_read_flash(bench_text, plaintext, bytes);
    bench_written = 0;
    bench_got = bench_text;
    bench_got_bytes = 0;
    if (kind == BENCH_REFUSED)
        return bench_open(bytes, ad_bytes) ? TEXT("forgery") : NULL;
    if (!bench_open(bytes, ad_bytes))
        return TEXT("refusal");
    if (CALL_OPEN_WRITES && bench_written != (CALL_WRITTEN)bytes)
        return TEXT("opened-length");
    bench_got_bytes = bytes;
    if (!bench_same_as_flash(bench_text, plaintext, bytes))
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

    for (*total = 0; (kind = flash_read8(p)) != BENCH_END; ++*total) {
        size_t nonce_bytes = flash_read8(p + 1), tag_bytes = flash_read8(p + 2);
        size_t ad_bytes = flash_read8(p + 3) | (size_t)flash_read8(p + 4) << 8;
        size_t bytes = flash_read8(p + 5) | (size_t)flash_read8(p + 6) << 8;
        const uint8_t *plaintext, *expected;
        const char *what;

        bench_move(*total);
        p = bench_read_flash(bench_key, p + 7, CALL_KEY_BYTES);
        p = bench_read_flash(bench_nonce, p, nonce_bytes);
        plaintext = bench_read_flash(bench_ad, p, ad_bytes);
        expected = plaintext + (kind == BENCH_ACCEPTED || !CALL_TEXT ? bytes : 0);
        p = expected + (CALL_TEXT ? bytes : 0) + tag_bytes;

        what = bench_wrong(kind, plaintext, expected, bytes, ad_bytes);
        if (what == NULL)
            passed++;
        else
            name_failed(*total, what, bench_got, bench_got_bytes);
    }
    return passed;
}

#ifdef CALL_OPEN
/* Forgeries that a wrong comparison may accept. */
static const char *
bench_forged(unsigned n, size_t bytes, size_t ad_bytes)
{
    uint8_t *const tag = bench_sealed + (CALL_TEXT ? bytes : 0);
    const uint8_t bit = (uint8_t)(1 << n % 8);
    const unsigned at = n % (CALL_TAG_BYTES + !CALL_TAG_BYTES);

    tag[at] ^= bit;
    if (bench_open(bytes, ad_bytes))
        return TEXT("a forged tag was accepted: one bit of it was wrong");
    tag[(at + 1) % CALL_TAG_BYTES] ^= bit;
    if (bench_open(bytes, ad_bytes))
        return TEXT("a forged tag was accepted: the same bit of two of its bytes was wrong");
    tag[at] ^= bit;
    tag[(at + 1) % CALL_TAG_BYTES] ^= bit;
    for (unsigned i = 0; i < CALL_TAG_BYTES; i++)
        tag[i] ^= 0xff;
    if (bench_open(bytes, ad_bytes))
        return TEXT("a forged tag was accepted: each bit of it was wrong");
    for (unsigned i = 0; i < CALL_TAG_BYTES; i++)
        tag[i] ^= 0xff;
    if (bytes != 0) {
        uint8_t *const data = CALL_TEXT ? bench_sealed : bench_text;

        data[n % bytes] ^= bit;
        if (bench_open(bytes, ad_bytes))
            return TEXT("a forged text was accepted");
        data[n % bytes] ^= bit;
    }
    if (ad_bytes != 0) {
        bench_ad[n % ad_bytes] ^= bit;
        if (bench_open(bytes, ad_bytes))
            return TEXT("forged associated data was accepted");
        bench_ad[n % ad_bytes] ^= bit;
    }
    return NULL;
}
#endif

/* Whether key, nonce, associated data and text are still what was drawn at `state`. */
static int
bench_inputs_kept(uint32_t state, size_t bytes, size_t ad_bytes)
{
    return bench_still_drawn(&state, bench_key, CALL_KEY_BYTES) &&
           bench_still_drawn(&state, bench_nonce, CALL_NONCE_BYTES) &&
           bench_still_drawn(&state, bench_ad, ad_bytes) && bench_still_drawn(&state, bench_text, bytes);
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5;

    bench_stream = 1;
    for (uint8_t i = 0; i < BENCH_CHECKS; i++) {
        size_t bytes = 5u * i + i % 3u, ad_bytes = BENCH_IS_AEAD ? 7u * i % 24 : 0;
        uint32_t before = bench_stream, hash_before = hash;

        bench_move(i);
        bench_random_bytes(&bench_stream, bench_key, CALL_KEY_BYTES);
        bench_random_bytes(&bench_stream, bench_nonce, CALL_NONCE_BYTES);
        bench_random_bytes(&bench_stream, bench_ad, ad_bytes);
        bench_random_bytes(&bench_stream, bench_text, bytes);
        bench_seal(bytes, ad_bytes);
        bench_find_outside_sealed(fault, TEXT("wrote outside the output"), bytes);
        bench_find_outside_text(fault, TEXT("wrote around an input"), bytes, 0);
        if (!bench_inputs_kept(before, bytes, ad_bytes))
            bench_set_fault(fault, TEXT("overwrote an input"));
        hash = bench_fold(hash, bench_sealed, bench_sealed_bytes(bytes));
#ifdef CALL_OPEN
        if (CALL_TEXT)
            memset(bench_text, CANARY, bytes);
        if (!bench_open(bytes, ad_bytes))
            bench_set_fault(fault, TEXT("what was sealed does not open"));
        bench_find_outside_text(fault, TEXT("open wrote outside its output"), bytes, CALL_OPEN_SPARE);
        bench_find_outside_sealed(fault, TEXT("open wrote around an input"), bytes);
        if (bench_fold(hash_before, bench_sealed, bench_sealed_bytes(bytes)) != hash)
            bench_set_fault(fault, TEXT("open overwrote an input"));
        if (!bench_inputs_kept(before, bytes, ad_bytes))
            bench_set_fault(fault, TEXT("decrypt does not undo encrypt"));
        if (CALL_TAG_BYTES) {
            const char *accepted = bench_forged(i, bytes, ad_bytes);

            if (accepted != NULL)
                bench_set_fault(fault, accepted);
        }
#else
        (void)hash_before;
#endif
    }
    return BENCH_HAS_MODEL ? hash : flash_read32(&bench_build.checksum);
}

static void
bench_seal_once(void)
{
    bench_seal(BENCH_CHECK_BYTES, 0);
}

#ifdef CALL_OPEN
static void
bench_open_once(void)
{
    bench_open(BENCH_CHECK_BYTES, 0);
}
#endif

/* Both results of opening: that of a forgery may be code of its own. */
uint8_t
bench_abi(void)
{
    static const uintptr_t none[4];
    uint8_t broken;

    bench_move(0);
    broken = hal_abi_call((uintptr_t)bench_seal_once, none);
#ifdef CALL_OPEN
    if (broken == 0)
        broken = hal_abi_call((uintptr_t)bench_open_once, none);
    bench_sealed[0] ^= 1;
    if (broken == 0)
        broken = hal_abi_call((uintptr_t)bench_open_once, none);
#endif
    return broken;
}

/* A fresh key and a fresh message; keys and texts are secret. */
static void
bench_draw(const bench_operation *operation)
{
    bench_text = bench_place(bench_text_area, 0);
    bench_sealed = bench_place(bench_sealed_area, 0);
    hal_public(bench_key, sizeof bench_key);
    hal_public(bench_text_area, sizeof bench_text_area);
    hal_public(bench_sealed_area, sizeof bench_sealed_area);
    bench_random_bytes(&bench_stream, bench_key, CALL_KEY_BYTES);
    bench_random_bytes(&bench_stream, bench_nonce, CALL_NONCE_BYTES);
    bench_random_bytes(&bench_stream, bench_ad, operation->ad_bytes);
    bench_random_bytes(&bench_stream, bench_text, operation->bytes);
    hal_secret(bench_key, CALL_KEY_BYTES);
    hal_secret(bench_text, operation->bytes);
}

static hal_time
sample_seal(const bench_operation *operation)
{
    size_t bytes = operation->bytes, ad_bytes = operation->ad_bytes;
    hal_time t;

    bench_draw(operation);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        bench_seal(bytes, ad_bytes);
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

    hal_public(bench_key, sizeof bench_key);
    hal_public(bench_text_area, sizeof bench_text_area);
    hal_public(bench_sealed_area, sizeof bench_sealed_area);
    window_open();
    for (unsigned i = hal_repeats(); i != 0; i--)
        right = bench_open(bytes, ad_bytes);
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

    bench_random_bytes(&bench_stream, &at, 1);
    bench_sealed[(CALL_TEXT ? operation->bytes : 0) + at / 8 % (CALL_TAG_BYTES + !CALL_TAG_BYTES)] ^=
        (uint8_t)(1 << at % 8);
    return time_open(operation, 0);
}
#endif

#if defined(CALL_OPEN) && CALL_TAG_BYTES && !CALL_TEXT
#    define BENCH_OPERATIONS(...)                                                     \
        {"hash", __VA_ARGS__, sample_seal, 0}, {"open", __VA_ARGS__, sample_open, 1}, \
            {"open-forged", __VA_ARGS__, sample_open_forged, 1},
#elif defined(CALL_OPEN) && CALL_TAG_BYTES
#    define BENCH_OPERATIONS(...)                                                     \
        {"seal", __VA_ARGS__, sample_seal, 0}, {"open", __VA_ARGS__, sample_open, 1}, \
            {"open-forged", __VA_ARGS__, sample_open_forged, 1},
#elif CALL_TEXT && CALL_TAG_BYTES
#    define BENCH_OPERATIONS(...) {"seal", __VA_ARGS__, sample_seal, 0},
#elif CALL_TEXT && defined(CALL_OPEN)
#    define BENCH_OPERATIONS(...) \
        {"encrypt", __VA_ARGS__, sample_seal, 0}, {"decrypt", __VA_ARGS__, sample_open, 1},
#elif CALL_TEXT
#    define BENCH_OPERATIONS(...) {"encrypt", __VA_ARGS__, sample_seal, 0},
#else
#    define BENCH_OPERATIONS(...) {"hash", __VA_ARGS__, sample_seal, 0},
#endif

const bench_operation bench_operations[] NARAE_FLASH = {
    BENCH_SIZES(BENCH_OPERATIONS){"", 0, 0, 0, 0, NULL, 0},
};
