/* SPDX-License-Identifier: MIT */
/* Ascon in two shares: with random masks it gives the messages of narae/ascon.h, for any
 * alignment, and refuses what that refuses; its kernels are true to the ABI.  Then windows
 * for a simulator to compare. */

#include <stddef.h>
#include <string.h>

#include "ascon/ascon_internal.h"
#include "narae/masked.h"

#include "check.h"

enum { MAX_BYTES = 64, MAX_AD = 40 };

static uint32_t key[4], shares[8], nonce[5], ad[MAX_AD / 4 + 1], text[MAX_BYTES / 4 + 1];
static uint32_t expected[MAX_BYTES / 4 + 2], got[MAX_BYTES / 4 + 2], tags[2][4];
static narae_ascon_masked state;
static int drawn, refused;

static int
draw(void *context, uint8_t *out, size_t bytes)
{
    if (++drawn == refused)
        return NARAE_ERROR_SELF_TEST;
    random_bytes(context, out, bytes);
    return NARAE_OK;
}

static const narae_masked_ascon_aead128 masked = {(uint8_t *)shares, draw, &stream};

static void
compare_messages(size_t ad_bytes, size_t bytes, unsigned at)
{
    const uint8_t *nonce_ = (uint8_t *)nonce + (at & 1), *ad_ = (uint8_t *)ad + (at >> 1 & 1);
    const uint8_t *in = (uint8_t *)text + (at >> 2 & 1);
    uint8_t *out = (uint8_t *)got + (at >> 3 & 1), *tag = (uint8_t *)tags[0];

    random_bytes(&stream, (uint8_t *)key, sizeof key);
    random_bytes(&stream, (uint8_t *)nonce, sizeof nonce);
    random_bytes(&stream, (uint8_t *)ad, sizeof ad);
    random_bytes(&stream, (uint8_t *)text, sizeof text);
    random_bytes(&stream, (uint8_t *)shares, sizeof shares);
    for (unsigned i = 0; i < 4; i++)
        shares[i] = shares[4 + i] ^ key[i];
    memset(expected, CANARY, sizeof expected);
    memset(got, CANARY, sizeof got);
    narae_ascon_aead128_seal((uint8_t *)expected + (at >> 3 & 1), (uint8_t *)tags[1], 16, (uint8_t *)key,
                             nonce_, 16, ad_, ad_bytes, in, bytes);
    if (narae_masked_ascon_aead128_seal(&masked, out, tag, 16, nonce_, 16, ad_, ad_bytes, in, bytes) !=
            NARAE_OK ||
        memcmp(tags[0], tags[1], 16) != 0)
        fail("tag");
    if (memcmp(got, expected, sizeof got) != 0)
        fail("message");
    for (unsigned i = 0; i < 4; i++)
        if ((shares[i] ^ shares[4 + i]) != key[i])
            fail("key with new masks");

    if (narae_masked_ascon_aead128_open(&masked, out, nonce_, 16, ad_, ad_bytes, out, bytes, tag, 16) !=
            NARAE_OK ||
        memcmp(out, in, bytes) != 0)
        fail("opened message");
    memcpy(got, expected, sizeof got);
    tag[bytes % 16] ^= 1;
    if (narae_masked_ascon_aead128_open(&masked, out, nonce_, 16, ad_, ad_bytes, out, bytes, tag, 16) !=
        NARAE_ERROR_AUTHENTICATION)
        fail("forged tag");
    for (size_t i = 0; i < bytes; i++)
        if (out[i] != 0)
            fail("bytes under a forged tag");
}

/* Each of the two draws may fail; nothing is written then. */
static void
compare_refusals(void)
{
    memset(got, CANARY, sizeof got);
    memcpy(expected, got, sizeof got);
    for (refused = 1; refused <= 2; refused++) {
        drawn = 0;
        if (narae_masked_ascon_aead128_seal(&masked, (uint8_t *)got, (uint8_t *)got, 16, (uint8_t *)nonce, 16,
                                            NULL, 0, NULL, 0) != NARAE_ERROR_SELF_TEST ||
            memcmp(got, expected, sizeof got) != 0)
            fail("refused random bytes");
    }
    refused = 0;
    if (narae_masked_ascon_aead128_seal(&masked, (uint8_t *)got, (uint8_t *)tags, 16, (uint8_t *)nonce, 12,
                                        NULL, 0, NULL, 0) != NARAE_ERROR_NONCE_SIZE ||
        narae_masked_ascon_aead128_seal(&masked, (uint8_t *)got, (uint8_t *)tags, 3, (uint8_t *)nonce, 16,
                                        NULL, 0, NULL, 0) != NARAE_ERROR_TAG_SIZE ||
        narae_masked_ascon_aead128_seal(&masked, (uint8_t *)got, NULL, 16, (uint8_t *)nonce, 16, NULL, 0,
                                        NULL, 0) != NARAE_ERROR_NULL ||
        narae_masked_ascon_aead128_seal(&masked, (uint8_t *)got, (uint8_t *)tags, 16, (uint8_t *)nonce, 16,
                                        NULL, 0, (uint8_t *)got + 1, 16) != NARAE_ERROR_OVERLAP)
        fail("refused arguments");
}

int
main(void)
{
    hal_init();
    for (unsigned i = 0; i < ROUNDS; i++)
        compare_messages(i % (MAX_AD + 1), 7 * i % (MAX_BYTES + 1), i % 3 == 0 ? i % 16 : 0);
    compare_refusals();
    keeps_promises(ASCON_MASKED(permute), (uintptr_t)&state, 12, 0, 0);
    keeps_promises(ASCON_MASKED(start), (uintptr_t)&state, (uintptr_t)shares, (uintptr_t)nonce,
                   (uintptr_t)text);
    keeps_promises(ASCON_MASKED(add_key), (uintptr_t)&state, 2, 0, 0);
    for (unsigned what = 0; what < 3; what++)
        keeps_promises(ASCON_MASKED(block), (uintptr_t)&state, (uintptr_t)got, (uintptr_t)text, what);
    keeps_promises(ASCON_MASKED(tag), (uintptr_t)&state, (uintptr_t)tags, 0, 0);

    for (unsigned i = 0; i < KEYS; i++) {
        random_bytes(&stream, (uint8_t *)&state, sizeof state);
        hal_begin();
        ASCON_MASKED(permute)(&state, 12);
        (void)hal_end();
        hal_begin();
        ASCON_MASKED(permute)(&state, 8);
        (void)hal_end();
        random_bytes(&stream, (uint8_t *)shares, sizeof shares);
        random_bytes(&stream, (uint8_t *)text, sizeof text);
        hal_begin();
        (void)narae_masked_ascon_aead128_seal(&masked, (uint8_t *)got, (uint8_t *)tags, 16, (uint8_t *)nonce,
                                              16, (uint8_t *)ad, 20, (uint8_t *)text, 64);
        (void)hal_end();
    }
    hal_exit(0);
}
