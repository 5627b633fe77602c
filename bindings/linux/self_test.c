// SPDX-License-Identifier: MIT
/* Known answers of every cipher and mode, by both engines: those of the library's
 * self-tests, from the models of the standards
 * (dev/self_test/answers.py), and long messages against short ones and backwards.
 * The byte i of each key, nonce and message is i.
 *
 * The crypto manager has vectors for ARIA and SEED only, and a module cannot add any: it
 * reports "passed" for unknown algorithms. */

#define pr_fmt(format) KBUILD_MODNAME ": " format

#include <linux/kernel.h>
#include <linux/string.h>

#include "core/flash.h"
#include "self_test/answers.inc"

#include "algorithms.h"
#include "modes.h"

enum { SHORT = 48, LONG = 2304, AD = 20 };

struct answers {
    const struct narae_cipher *cipher;
    const u8 *blocks, *cbc, *ctr, *gcm, *xts; /* null: no such mode */
};

#define ANSWER(id, what, ...) static const u8 id##_##what[] __initconst = {__VA_ARGS__};
#define ANSWERS(id, ID, size, ...)     \
    ANSWER(id, blocks, ANSWER_##ID)    \
    ANSWER(id, cbc, ANSWER_##ID##_CBC) \
    ANSWER(id, ctr, ANSWER_##ID##_CTR) \
    ANSWERS_OF_##size(id, ID)
#define ANSWERS_OF_8(id, ID)
#define ANSWERS_OF_16(id, ID)          \
    ANSWER(id, gcm, ANSWER_##ID##_GCM) \
    ANSWER(id, xts, ANSWER_##ID##_XTS)
NARAE_LINUX_CIPHERS(ANSWERS)

#define CIPHER(id, ID, size, ...) {&narae_cipher_##id, id##_blocks, id##_cbc, id##_ctr, MORE_OF_##size(id)},
#define MORE_OF_8(id)
#define MORE_OF_16(id) id##_gcm, id##_xts
static const struct answers all[] __initconst = {NARAE_LINUX_CIPHERS(CIPHER)};

static u8 text[LONG] __initdata;
static struct narae_gcm_key keys[2] __initdata;

static void __init
put_message(u8 *out, size_t first, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = first + i;
}

static bool __init
is_message(const u8 *in, size_t bytes)
{
    bool right = true;

    for (size_t i = 0; i < bytes; i++)
        right &= in[i] == (u8)i;
    return right;
}

static bool __init
test_blocks(const struct narae_run *run, const u8 *answer)
{
    const size_t size = run->cipher->block_bytes;
    u8 block[16];
    bool right;

    put_message(text, 0, LONG);
    narae_ecb_blocks(run, text, text, LONG / size, false);
    right = memcmp(text, answer, size) == 0;
    for (size_t at = 0; at < LONG; at += size) {
        put_message(block, at, size);
        narae_ecb_blocks(run, block, block, 1, false);
        right &= memcmp(block, text + at, size) == 0;
    }
    narae_ecb_blocks(run, text, text, LONG / size, true);
    return right && is_message(text, LONG);
}

static bool __init
test_cbc(const struct narae_run *run, const u8 *answer)
{
    const size_t size = run->cipher->block_bytes;
    u8 iv[16];
    bool right;

    put_message(iv, 0, size);
    put_message(text, 0, LONG);
    narae_cbc_blocks(run, text, text, SHORT / size, iv, false);
    right = memcmp(text + SHORT - 16, answer, 16) == 0;
    narae_cbc_blocks(run, text + SHORT, text + SHORT, (LONG - SHORT) / size, iv, false);
    put_message(iv, 0, size);
    narae_cbc_blocks(run, text, text, LONG / size, iv, true);
    return right && is_message(text, LONG);
}

static bool __init
test_ctr(const struct narae_run *run, const u8 *answer)
{
    const size_t size = run->cipher->block_bytes;
    u8 counter[16];
    bool right;

    put_message(counter, 0, size);
    put_message(text, 0, LONG);
    narae_ctr_bytes(run, text, text, LONG - 3, counter);
    right = memcmp(text + SHORT - 16, answer, 16) == 0;
    put_message(counter, 0, size);
    for (size_t at = 0; at < LONG - 3; at += size)
        narae_ctr_bytes(run, text + at, text + at, min_t(size_t, size, LONG - 3 - at), counter);
    return right && is_message(text, LONG);
}

static bool __init
test_xts(const struct narae_run *run, const struct narae_key *tweak_key, const u8 *answer)
{
    const struct narae_run of_tweak = narae_other_key(run, tweak_key);
    bool right = true;
    u8 tweak[16], t[16];

    put_message(tweak, 0, sizeof tweak);
    put_message(text, 0, LONG);
    narae_ecb_blocks(&of_tweak, t, tweak, 1, false);
    narae_xts_blocks(run, text, text, SHORT / 16 - 1, t, false);
    narae_xts_steal(run, text + SHORT - 16, 5, t, false);
    right = memcmp(text + SHORT - 11, answer, 16) == 0;
    narae_ecb_blocks(&of_tweak, t, tweak, 1, false);
    narae_xts_blocks(run, text, text, SHORT / 16 - 1, t, true);
    narae_xts_steal(run, text + SHORT - 16, 5, t, true);
    right &= is_message(text, LONG);

    narae_ecb_blocks(&of_tweak, t, tweak, 1, false);
    narae_xts_blocks(run, text, text, LONG / 16, t, false);
    narae_ecb_blocks(&of_tweak, t, tweak, 1, false);
    for (size_t at = 0; at < LONG; at += 16)
        narae_xts_blocks(run, text + at, text + at, 1, t, true);
    return right && is_message(text, LONG);
}

static void __init
gcm(const struct narae_run *run, size_t bytes, size_t piece, bool decrypt, u8 tag[16])
{
    struct narae_gcm_message m;
    u8 nonce[12], ad[AD];

    put_message(nonce, 0, sizeof nonce);
    put_message(ad, 0, sizeof ad);
    narae_gcm_begin(run, &m, nonce);
    narae_gcm_take_ad(run, &keys[0], &m, ad, 7);
    narae_gcm_take_ad(run, &keys[0], &m, ad + 7, sizeof ad - 7);
    for (size_t at = 0; at < bytes; at += piece)
        narae_gcm_piece(run, &keys[0], &m, text + at, text + at, min_t(size_t, piece, bytes - at), decrypt);
    narae_gcm_tag(run, &keys[0], &m, tag);
}

static bool __init
test_gcm(const struct narae_run *run, const u8 *answer)
{
    u8 tag[16], other[16];
    bool right;

    put_message(text, 0, LONG);
    gcm(run, SHORT, SHORT, false, tag);
    right = memcmp(tag, answer, 16) == 0;
    put_message(text, 0, LONG);
    gcm(run, LONG - 3, LONG, false, tag);
    gcm(run, LONG - 3, 16, true, other);
    return right && memcmp(tag, other, sizeof tag) == 0 && is_message(text, LONG);
}

/* All modes with keys of 16 bytes; blocks with all keys.  Returns what is wrong, or null. */
static const char *__init
test_cipher(const struct answers *a, bool vector)
{
    const char *wrong = NULL;
    u8 key[32];

    put_message(key, 0, sizeof key);
    for (int i = 2; i >= 0 && wrong == NULL; i--) {
        const unsigned size = a->cipher->scalar.key_bytes[i];
        struct narae_run run;

        if (size == 0)
            continue;
        if (narae_gcm_set_key(a->cipher, &keys[0], key, size) != 0)
            return "key";
        keys[0].key.vector &= vector;
        if (keys[0].key.vector != vector)
            return "vector registers";
        run = narae_begin(a->cipher, &keys[0].key);
        if (!test_blocks(&run, a->blocks + i * a->cipher->scalar.block_bytes))
            wrong = "blocks";
        narae_end(&run);
    }
    if (wrong != NULL)
        return wrong;
    if (narae_set_key(a->cipher, &keys[1].key, key + 16, 16) != 0)
        return "key";

    struct narae_run run = narae_begin(a->cipher, &keys[0].key);

    if (!test_cbc(&run, a->cbc))
        wrong = "CBC";
    else if (!test_ctr(&run, a->ctr))
        wrong = "CTR";
    else if (a->xts != NULL && !test_xts(&run, &keys[1].key, a->xts))
        wrong = "XTS";
    else if (a->gcm != NULL && !test_gcm(&run, a->gcm))
        wrong = "GCM";
    narae_end(&run);
    return wrong;
}

int __init
narae_self_test_modes(void)
{
    int err = 0;

    for (size_t i = 0; i < ARRAY_SIZE(all) && !err; i++)
        for (int vector = 0; vector <= narae_cpu_has_vectors() && !err; vector++) {
            const char *wrong = test_cipher(&all[i], vector);

            if (wrong != NULL) {
                pr_err("self-test failed, nothing is registered: %s, %s, %s code at level %s\n",
                       all[i].cipher->scalar.name, wrong, vector ? "vector" : "portable", narae_cpu_level());
                err = -EINVAL;
            }
        }
    memzero_explicit(keys, sizeof keys);
    return err;
}
