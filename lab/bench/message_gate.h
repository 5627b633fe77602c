/* SPDX-License-Identifier: MIT */
/* The gate of everything that takes a whole message, for the kinds that
 * include it: vectors, random messages, ABI.  bench_config.h names
 *
 *     BENCH_HEADER, BENCH_ADAPTER, and what the adapter needs
 *     BENCH_IN_PLACE          1: the output overwrites the message, for chips whose RAM
 *                             holds it only once
 *     BENCH_MAX_FIELD        the longest nonce, tag or associated data, below 256;
 *                             the adapter's tag may be longer
 *     bench_vector_data       vectors in flash, one after the other: kind, nonce bytes, tag
 *                             bytes, associated-data bytes, text bytes (two bytes, little-endian),
 *                             key, nonce, associated data, plaintext unless the kind is REFUSED,
 *                             ciphertext if there is one, tag; kind END is alone */
#ifndef NARAE_LAB_MESSAGE_GATE_H
#define NARAE_LAB_MESSAGE_GATE_H

#include "bench.h"

#include <string.h>

#include "abi.h"
#define BENCH_WANTS_VECTORS
#include "adapter.h"
#include "canary.h"
#include "failed.h"
#include "print.h"
#include "random.h"

enum vector_kind { END, ACCEPTED, REFUSED };
enum { CHECKS = 16, CHECK_BYTES = 80, SLACK = 3 };
enum {
    IS_AEAD = ADAPTER_TEXT && ADAPTER_TAG_BYTES != 0,
    FORGED_BYTES = ADAPTER_TAG_BYTES < 8 ? 8 : ADAPTER_TAG_BYTES
};

/* Space for a message, and for its output unless that is in place; the checks need space for two
 * short ones between canaries. */
enum {
    CHECK_AREA = 2 * (CHECK_BYTES + SLACK) + 3 * CANARY_BYTES,
    TIMED_AREA = (BENCH_IN_PLACE ? 1 : 2) * BENCH_MAX_BYTES,
    AREA = TIMED_AREA < CHECK_AREA ? CHECK_AREA : TIMED_AREA
};
static uint8_t area[AREA] __attribute__((aligned(16)));
static uint8_t *const input = area;
static uint8_t *const output = BENCH_IN_PLACE ? area : area + BENCH_MAX_BYTES;

static struct {
    uint8_t before[CANARY_BYTES];
    adapter_context ctx;
    uint8_t after[CANARY_BYTES];
} guarded;
static uint8_t key[ADAPTER_KEY_BYTES + 1], nonce[BENCH_MAX_FIELD], ad[BENCH_MAX_FIELD];
static uint8_t tag[BENCH_MAX_FIELD < ADAPTER_TAG_BYTES ? ADAPTER_TAG_BYTES : BENCH_MAX_FIELD];
static uint32_t stream = ADAPTER_SEED;

/* A whole message of `key`, `nonce`, `ad` and `tag`: defined by the kind. */
static int seal(uint8_t *out, size_t tag_bytes, size_t nonce_bytes, size_t ad_bytes, const uint8_t *in,
                size_t bytes);
static int open(uint8_t *out, size_t tag_bytes, size_t nonce_bytes, size_t ad_bytes, const uint8_t *in,
                size_t bytes);

static const uint8_t *
read_flash(uint8_t *out, const uint8_t *p, size_t bytes)
{
    for (; bytes != 0; bytes--)
        *out++ = flash_read8(p++);
    return p;
}

static int
same_as_flash(const uint8_t *a, const uint8_t *p, size_t bytes)
{
    for (; bytes != 0; bytes--)
        if (*a++ != flash_read8(p++))
            return 0;
    return 1;
}

static int
all_zero(const uint8_t *p, size_t bytes)
{
    while (bytes-- != 0)
        if (*p++ != 0)
            return 0;
    return 1;
}

/* Both directions in place; messages that must be rejected are only opened. */
uint16_t
bench_vectors(uint16_t *total)
{
    const uint8_t *p = bench_vector_data;
    uint16_t passed = 0;
    uint8_t kind;

#ifdef ADAPTER_SHARES
    print_masked(ADAPTER_SHARES, ADAPTER_RANDOM_BYTES, 0);
#endif
    for (*total = 0; (kind = flash_read8(p)) != END; ++*total) {
        size_t nonce_bytes = flash_read8(p + 1), tag_bytes = flash_read8(p + 2);
        size_t ad_bytes = flash_read8(p + 3);
        size_t bytes = flash_read8(p + 4) | (size_t)flash_read8(p + 5) << 8;
        const uint8_t *plaintext, *ciphertext, *right_tag;
        int right = 1;

        p = read_flash(key, p + 6, ADAPTER_KEY_BYTES);
        p = read_flash(nonce, p, nonce_bytes);
        plaintext = read_flash(ad, p, ad_bytes);
        ciphertext = plaintext + (kind == ACCEPTED || !ADAPTER_TEXT ? bytes : 0);
        right_tag = ciphertext + (ADAPTER_TEXT ? bytes : 0);
        p = right_tag + tag_bytes;

        right &= adapter_set_key(&guarded.ctx, key) == NARAE_OK;
        if (!right)
            name_failed(*total, TEXT("setup"), key, 0);
        if (kind == ACCEPTED) {
            read_flash(area, plaintext, bytes);
            right &= seal(area, tag_bytes, nonce_bytes, ad_bytes, area, bytes) == NARAE_OK;
            right &= same_as_flash(area, ADAPTER_TEXT ? ciphertext : plaintext, bytes);
            if (!right)
                name_failed(*total, TEXT("encryption"), area, bytes);
            right &= same_as_flash(tag, right_tag, tag_bytes);
            if (!right)
                name_failed(*total, ADAPTER_KEY_BYTES ? TEXT("tag") : TEXT("digest"), tag, tag_bytes);
        }
        if (ADAPTER_OPENS) {
            read_flash(area, ADAPTER_TEXT ? ciphertext : plaintext, bytes);
            read_flash(tag, right_tag, tag_bytes);
            if (kind == ACCEPTED) {
                right &= open(area, tag_bytes, nonce_bytes, ad_bytes, area, bytes) == NARAE_OK;
                if (!right)
                    name_failed(*total, TEXT("refusal"), area, 0);
                right &= same_as_flash(area, plaintext, bytes);
                if (!right)
                    name_failed(*total, TEXT("decryption"), area, bytes);
            } else {
                right &=
                    open(area, tag_bytes, nonce_bytes, ad_bytes, area, bytes) == NARAE_ERROR_AUTHENTICATION;
                if (!right)
                    name_failed(*total, TEXT("forgery"), area, 0);
                right &= !ADAPTER_TEXT || all_zero(area, bytes);
                if (!right)
                    name_failed(*total, TEXT("zeros"), area, bytes);
            }
        }
        passed = (uint16_t)(passed + right);
    }
    return passed;
}

static uint32_t
fold(uint32_t hash, const uint8_t *p, size_t bytes)
{
    while (bytes-- != 0)
        hash = (hash ^ *p++) * 0x01000193;
    return hash;
}

/* True if nothing but `in` and `out` was written of the area, and of the tag
 * no more than there is. */
static int
outside_untouched(const uint8_t *in, const uint8_t *out, size_t bytes)
{
    const uint8_t *gap = out == in ? in + bytes : out;

    return all_canary(area, in) && all_canary(in + bytes, gap) &&
           all_canary(out + bytes, area + CHECK_AREA) &&
           all_canary(tag + ADAPTER_TAG_BYTES, tag + sizeof tag);
}

/* The text is drawn again from the same state of the stream, which needs no second copy. */
static int
is_the_text_of(uint32_t state, const uint8_t *text, size_t bytes)
{
    uint8_t expected;
    int same = 1;

    for (; bytes != 0; bytes--) {
        random_bytes(&state, &expected, 1);
        same &= *text++ == expected;
    }
    return same;
}

uint32_t
bench_checksum(const char **fault)
{
    uint32_t hash = 0x811c9dc5; /* FNV-1a */

    stream = 1;
    for (uint8_t i = 0; i < CHECKS; i++) {
        size_t bytes = (5u * i + i % 3u) / ADAPTER_UNIT * ADAPTER_UNIT, ad_bytes = IS_AEAD ? 7u * i % 24 : 0;
        uint8_t *in = area + CANARY_BYTES + i / 4, *out = in;
        uint32_t text;

        if (ADAPTER_TEXT && i % 2 != 0)
            out = area + 2 * CANARY_BYTES + CHECK_BYTES + SLACK + (i / 2) % 4;
        memset(&guarded, CANARY, sizeof guarded);
        memset(area, CANARY, CHECK_AREA);
        memset(tag, CANARY, sizeof tag);
        random_bytes(&stream, key, ADAPTER_KEY_BYTES);
        random_bytes(&stream, nonce, ADAPTER_NONCE_BYTES);
        random_bytes(&stream, ad, ad_bytes);
        text = stream;
        random_bytes(&stream, in, bytes);

        if (adapter_set_key(&guarded.ctx, key) != NARAE_OK)
            set_fault(fault, TEXT("key setup failed"));
        if (seal(out, ADAPTER_TAG_BYTES, ADAPTER_NONCE_BYTES, ad_bytes, in, bytes) != NARAE_OK)
            set_fault(fault, TEXT("a message was refused"));
        if (!all_canary(guarded.before, guarded.before + CANARY_BYTES) ||
            !all_canary(guarded.after, guarded.after + CANARY_BYTES))
            set_fault(fault, TEXT("wrote outside the context"));
        if (!outside_untouched(in, out, bytes))
            set_fault(fault, TEXT("wrote outside the output"));
        if (ADAPTER_TEXT)
            hash = fold(hash, out, bytes);
        hash = fold(hash, tag, ADAPTER_TAG_BYTES);

        if (ADAPTER_OPENS) {
            if (open(in, ADAPTER_TAG_BYTES, ADAPTER_NONCE_BYTES, ad_bytes, out, bytes) != NARAE_OK)
                set_fault(fault, TEXT("what was sealed does not open"));
            if (!outside_untouched(in, out, bytes))
                set_fault(fault, TEXT("open wrote outside its output"));
            if (!is_the_text_of(text, in, bytes))
                set_fault(fault, TEXT("decrypt does not undo encrypt"));
        }
        if (ADAPTER_OPENS && ADAPTER_TAG_BYTES != 0) {
            seal(out, ADAPTER_TAG_BYTES, ADAPTER_NONCE_BYTES, ad_bytes, in, bytes);
            tag[i % FORGED_BYTES] ^= (uint8_t)(1 << i % 8);
            if (open(in, ADAPTER_TAG_BYTES, ADAPTER_NONCE_BYTES, ad_bytes, out, bytes) !=
                NARAE_ERROR_AUTHENTICATION)
                set_fault(fault, TEXT("a forged tag was accepted"));
            if (ADAPTER_TEXT && !all_zero(in, bytes))
                set_fault(fault, TEXT("the output of a forgery was not zeroed"));
        }
    }
    return hash;
}

/* These take everything in one call, so there is no state to check. */
static void
set_key_once(void)
{
    adapter_set_key(&guarded.ctx, key);
}

static void
seal_once(void)
{
    seal(area, ADAPTER_TAG_BYTES, ADAPTER_NONCE_BYTES, 0, area, CHECK_BYTES / ADAPTER_UNIT * ADAPTER_UNIT);
}

#if BENCH_ONLY_CHECKS
static void
open_once(void)
{
    open(area, ADAPTER_TAG_BYTES, ADAPTER_NONCE_BYTES, 0, area, CHECK_BYTES / ADAPTER_UNIT * ADAPTER_UNIT);
}

/* What was sealed, and a forgery, which has code of its own. */
static uint8_t
abi_of_open(void)
{
    static const uintptr_t none[4];
    uint8_t broken = hal_abi_call((uintptr_t)open_once, none);

    tag[0] ^= 1;
    return broken != 0 ? broken : hal_abi_call((uintptr_t)open_once, none);
}
#else
#    define abi_of_open() 0
#endif

uint8_t
bench_abi(void)
{
    static const uintptr_t none[4];
    uint8_t broken = hal_abi_call((uintptr_t)set_key_once, none);

    if (broken == 0)
        broken = hal_abi_call((uintptr_t)seal_once, none);
    return broken != 0 || !ADAPTER_OPENS ? broken : abi_of_open();
}

#endif
