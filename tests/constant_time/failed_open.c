/* SPDX-License-Identifier: MIT */
/* Opens messages with a tag that is wrong in one bit, for each bit, or in all bits,
 * under callgrind; test_constant_time.py compares the instruction counts of each name.
 * Argument N: only every Nth bit. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "../c/block_ciphers.h"
#include "narae/descriptor.h"
#include "narae/ascon.h"
#include "narae/ccm.h"
#include "narae/chacha20_poly1305.h"
#include "narae/cmac.h"
#include "narae/gcm.h"
#include "narae/gmac.h"

enum { BYTES = 40, AD_BYTES = 5 };

static const uint8_t key[32] = {1, 2, 3}, nonce[16] = {4, 5, 6}, ad[AD_BYTES] = {7}, text[BYTES] = {8};
static uint8_t sealed[BYTES], out[BYTES], tag[16];
static const narae_block_cipher *cipher;
static unsigned apart = 1;
static narae_gcm gcm;
static narae_ccm ccm;
static narae_cmac cmac;
static narae_gmac gmac;

static int
seal_gcm(void)
{
    if (narae_gcm_init(&gcm, cipher, key, 16) != NARAE_OK)
        return NARAE_ERROR_STATE;
    return narae_gcm_seal(&gcm, sealed, tag, 16, nonce, 12, ad, AD_BYTES, text, BYTES);
}

static int
open_gcm(const uint8_t *t)
{
    return narae_gcm_open(&gcm, out, nonce, 12, ad, AD_BYTES, sealed, BYTES, t, 16);
}

static int
seal_ccm(void)
{
    if (narae_ccm_init(&ccm, cipher, key, 16) != NARAE_OK)
        return NARAE_ERROR_STATE;
    return narae_ccm_seal(&ccm, sealed, tag, 16, nonce, 12, ad, AD_BYTES, text, BYTES);
}

static int
open_ccm(const uint8_t *t)
{
    return narae_ccm_open(&ccm, out, nonce, 12, ad, AD_BYTES, sealed, BYTES, t, 16);
}

static int
tag_cmac(void)
{
    if (narae_cmac_init(&cmac, cipher, key, 16) != NARAE_OK)
        return NARAE_ERROR_STATE;
    return narae_cmac_tag_message(&cmac, tag, cipher->block_bytes, text, BYTES);
}

static int
verify_cmac(const uint8_t *t)
{
    return narae_cmac_verify_message(&cmac, text, BYTES, t, cipher->block_bytes);
}

static int
tag_gmac(void)
{
    if (narae_gmac_init(&gmac, cipher, key, 16) != NARAE_OK)
        return NARAE_ERROR_STATE;
    return narae_gmac_tag_message(&gmac, tag, 16, nonce, 12, text, BYTES);
}

static int
verify_gmac(const uint8_t *t)
{
    return narae_gmac_verify_message(&gmac, nonce, 12, text, BYTES, t, 16);
}

static int
tag_poly1305(void)
{
    return narae_poly1305_tag_message(tag, key, text, BYTES);
}

static int
verify_poly1305(const uint8_t *t)
{
    narae_poly1305 ctx;

    if (narae_poly1305_start(&ctx, key) != NARAE_OK || narae_poly1305_update(&ctx, text, BYTES) != NARAE_OK)
        return NARAE_ERROR_STATE;
    return narae_poly1305_verify(&ctx, t, 16);
}

static int
seal_chacha20_poly1305(void)
{
    return narae_chacha20_poly1305_seal(sealed, tag, key, nonce, 12, ad, AD_BYTES, text, BYTES);
}

static int
open_chacha20_poly1305(const uint8_t *t)
{
    return narae_chacha20_poly1305_open(out, key, nonce, 12, ad, AD_BYTES, sealed, BYTES, t, 16);
}

#define ASCON(name)                                                                             \
    static int seal_##name(void)                                                                \
    {                                                                                           \
        return narae_##name##_seal(sealed, tag, 16, key, nonce, 16, ad, AD_BYTES, text, BYTES); \
    }                                                                                           \
    static int open_##name(const uint8_t *t)                                                    \
    {                                                                                           \
        return narae_##name##_open(out, key, nonce, 16, ad, AD_BYTES, sealed, BYTES, t, 16);    \
    }
ASCON(ascon_aead128)

/* What must be noticed; volatile, lest a compiler compare all bytes at once. */
static int
seal_example(void)
{
    memcpy(tag, nonce, 16);
    return NARAE_OK;
}

static int
open_example(const uint8_t *t)
{
    const volatile uint8_t *expected = nonce;

    for (unsigned i = 0; i < 16; i++)
        if (t[i] != expected[i])
            return NARAE_ERROR_AUTHENTICATION;
    return NARAE_OK;
}

/* One call of `open` for all attempts, so that each runs the same code. */
static void
forge(const char *mode, int (*seal)(void), int (*open)(const uint8_t *t), unsigned tag_bytes)
{
    const char *family = cipher != NULL ? cipher->name : "";
    char title[80];
    uint8_t forged[16];

    if (seal() != NARAE_OK || open(tag) != NARAE_OK)
        printf("%s: cannot be opened\n", mode);
    for (unsigned bit = 0; bit < 8 * tag_bytes + 2; bit++) {
        if (bit < 8 * tag_bytes && bit % apart != 0)
            continue;
        memcpy(forged, tag, 16);
        if (bit < 8 * tag_bytes)
            forged[bit / 8] ^= (uint8_t)(1 << bit % 8);
        else
            memset(forged, ~tag[0], 16);
        snprintf(title, sizeof title, "%s %s: bit %u", family, mode, bit);
        CALLGRIND_ZERO_STATS;
        int status = open(forged);
        CALLGRIND_DUMP_STATS_AT(title);
        if (status != NARAE_ERROR_AUTHENTICATION)
            printf("%s: status %d\n", title, status);
    }
}

int
main(int argc, char **argv)
{
    const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};

    if (argc > 1)
        apart = (unsigned)atoi(argv[1]);
    forge("example", seal_example, open_example, 16);
    for (unsigned i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
        cipher = ciphers[i];
        forge("cmac", tag_cmac, verify_cmac, cipher->block_bytes);
        if (cipher->block_bytes == 16) {
            forge("gcm", seal_gcm, open_gcm, 16);
            forge("ccm", seal_ccm, open_ccm, 16);
            forge("gmac", tag_gmac, verify_gmac, 16);
        }
    }
    cipher = NULL;
    forge("poly1305", tag_poly1305, verify_poly1305, 16);
    forge("chacha20-poly1305", seal_chacha20_poly1305, open_chacha20_poly1305, 16);
    forge("ascon-aead128", seal_ascon_aead128, open_ascon_aead128, 16);
    return 0;
}
