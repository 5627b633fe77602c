# SPDX-License-Identifier: MIT
"""Ascon on the Uno: the assembly permutation equals the portable one, in the cycles of its header."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.avr_kernels.firmware import on_host, outcome

PERMUTE = """
#include "narae/ascon.h"
#include "ascon/ascon_internal.h"
void outputs(void) {
    static const uint8_t rounds[3] = {12, 8, 6};
    uint64_t state[5];
    uint32_t random = 1;
    for (uint8_t i = 0; i < 3; i++)
        for (uint8_t n = 0; n < 50; n++) {
            random_bytes(&random, (uint8_t *)state, sizeof state);
            hal_begin();
            narae_ascon_permute(state, rounds[i]);
            (void)hal_end();
            print_bytes(state, sizeof state);
        }
#ifdef __AVR__
    print_number(hal_abi_call((uintptr_t)narae_ascon_permute_avr, (const uintptr_t[4]){(uintptr_t)state, 12, 0, 0}));
#else
    print_number(0);
#endif
}
"""


# Cycles of a round, and maximal overhead.
@pytest.mark.parametrize(
    ("options", "round_", "rest"), [((), 563, 219), (("-DNARAE_SMALL",), 964, 250)], ids=["fast", "small"]
)
def test_permutation(tmp_path: Path, options: tuple[str, ...], round_: int, rest: int) -> None:
    seen = outcome(PERMUTE, tmp_path, options)
    assert seen.lines == on_host(PERMUTE)
    for at, rounds in ((0, 12), (50, 8), (100, 6)):
        assert 0 < seen.cycles(seen.windows[at : at + 50]) - round_ * rounds < rest
    assert "narae_ascon_permute_bytes" not in seen.sizes


# Whole messages, then one in pieces that end within and at blocks; the last two are Ascon v1.2.
SEAL = """
#include "narae/ascon.h"
static uint8_t key[16], nonce[16], ad[40], text[240], tag[16];
static const uint8_t sizes[] = {0, 1, 15, 16, 17, 32, 40, 240};

#define SEAL_OPEN(name) \\
    print_number((uint32_t)name##_seal(text, tag, 16, key, nonce, 16, ad, ad_bytes, text, bytes)); \\
    print_bytes(text, bytes); \\
    print_bytes(tag, 16); \\
    print_number((uint32_t)name##_open(text, key, nonce, 16, ad, ad_bytes, text, bytes, tag, 16)); \\
    print_bytes(text, bytes)

static void pieces(void) {
    narae_ascon_aead128 ctx;
    uint8_t at = 0;

    narae_ascon_aead128_start(&ctx, key, nonce, 16);
    narae_ascon_aead128_ad(&ctx, ad, 5);
    narae_ascon_aead128_ad(&ctx, ad + 5, 35);
    for (uint8_t n = 1; n < 20; at = (uint8_t)(at + n++))
        narae_ascon_aead128_encrypt(&ctx, text + at, text + at, n);
    narae_ascon_aead128_finish(&ctx, tag, 16);
    print_bytes(text, at);
    print_bytes(tag, 16);
    narae_ascon_aead128_start(&ctx, key, nonce, 16);
    narae_ascon_aead128_ad(&ctx, ad, 40);
    at = 0;
    for (uint8_t n = 19; n > 0; at = (uint8_t)(at + n--))
        narae_ascon_aead128_decrypt(&ctx, text + at, text + at, n);
    print_number((uint32_t)narae_ascon_aead128_verify(&ctx, tag, 16));
    print_bytes(text, at);
}

void outputs(void) {
    uint32_t random = 2;
    for (uint8_t n = 0; n < 50; n++) {
        uint8_t bytes = n < 25 ? 32 : 240;
        random_bytes(&random, key, 16);
        random_bytes(&random, nonce, 16);
        random_bytes(&random, text, bytes);
        hal_begin();
        narae_ascon_aead128_seal(text, tag, 16, key, nonce, 16, NULL, 0, text, bytes);
        (void)hal_end();
        print_bytes(tag, 16);
    }
    random_bytes(&random, ad, 40);
    for (uint8_t n = 0; n < sizeof sizes; n++) {
        uint8_t bytes = sizes[n], ad_bytes = sizes[(n + 3) % 7];
        SEAL_OPEN(narae_ascon_aead128);
    }
    pieces();
    for (uint8_t i = 0; i < 16; i++) {
        key[i] = i;
        nonce[i] = ad[i] = text[i] = (uint8_t)(16 + i);
    }
    hal_put('\\n');
    narae_ascon_aead128_seal(text, tag, 16, key, nonce, 16, NULL, 0, NULL, 0);
    print_bytes(tag, 16);
}
"""


@pytest.mark.parametrize(
    ("options", "most"), [((), (28_000, 93_000)), (("-DNARAE_SMALL",), (45_000, 160_000))], ids=["fast", "small"]
)
def test_messages_of_all_three_ciphers(tmp_path: Path, options: tuple[str, ...], most: tuple[int, int]) -> None:
    seen = outcome(SEAL, tmp_path, options)
    assert seen.lines == on_host(SEAL)
    assert seen.lines[-1] == "4f9c278211bec9316bf68f46ee8b2ec6"  # the first of LWC_AEAD_KAT_128_128
    assert seen.cycles(seen.windows[:25]) < most[0]
    assert seen.cycles(seen.windows[25:50]) < most[1]


# In shares on AVR, and the same messages by narae/ascon.h on the host.
MASKED = """
#include "narae/ascon.h"
#ifdef __AVR__
#include "narae/masked.h"
#include "ascon/ascon_internal.h"

static narae_ascon_masked state;
static uint32_t masks = 7;

static int draw(void *context, uint8_t *out, size_t bytes) {
    random_bytes(context, out, bytes);
    return NARAE_OK;
}
#endif

static uint8_t key[32], nonce[16], ad[40], text[64], tag[16];

static int seal(uint8_t ad_bytes, uint8_t bytes) {
#ifdef __AVR__
    const narae_masked_ascon_aead128 masked = {key, draw, &masks};

    random_bytes(&masks, key + 16, 16);
    for (uint8_t i = 0; i < 16; i++)
        key[i] ^= key[16 + i];
    return narae_masked_ascon_aead128_seal(&masked, text, tag, 16, nonce, 16, ad, ad_bytes, text, bytes);
#else
    return narae_ascon_aead128_seal(text, tag, 16, key, nonce, 16, ad, ad_bytes, text, bytes);
#endif
}

static int open(uint8_t ad_bytes, uint8_t bytes) {
#ifdef __AVR__
    const narae_masked_ascon_aead128 masked = {key, draw, &masks};

    return narae_masked_ascon_aead128_open(&masked, text, nonce, 16, ad, ad_bytes, text, bytes, tag, 16);
#else
    return narae_ascon_aead128_open(text, key, nonce, 16, ad, ad_bytes, text, bytes, tag, 16);
#endif
}

void outputs(void) {
    uint32_t random = 3;

    for (uint8_t n = 0; n < 40; n++) {
        uint8_t ad_bytes = n, bytes = (uint8_t)(7 * n % 65);

        random_bytes(&random, key, 16);
        random_bytes(&random, nonce, 16);
        random_bytes(&random, ad, sizeof ad);
        random_bytes(&random, text, sizeof text);
        print_number((uint32_t)seal(ad_bytes, bytes));
        print_bytes(text, sizeof text);
        print_bytes(tag, 16);
        print_number((uint32_t)open(ad_bytes, bytes));
        print_bytes(text, sizeof text);
        tag[n % 16] ^= 4;
        print_number((uint32_t)open(ad_bytes, bytes));
        print_bytes(text, sizeof text);
    }
#ifdef __AVR__
    for (uint8_t n = 0; n < 40; n++) {
        random_bytes(&random, (uint8_t *)&state, sizeof state);
        hal_begin();
        narae_ascon_masked_permute_avr(&state, n < 20 ? 12 : 8);
        (void)hal_end();
    }
    const uintptr_t m = (uintptr_t)&state, out = (uintptr_t)text, in = (uintptr_t)ad;
    print_number(
        hal_abi_call((uintptr_t)narae_ascon_masked_permute_avr, (const uintptr_t[4]){m, 12, 0, 0})
        | hal_abi_call((uintptr_t)narae_ascon_masked_start_avr, (const uintptr_t[4]){m, (uintptr_t)key, in, in})
        | hal_abi_call((uintptr_t)narae_ascon_masked_add_key_avr, (const uintptr_t[4]){m, 2, 0, 0})
        | hal_abi_call((uintptr_t)narae_ascon_masked_block_avr, (const uintptr_t[4]){m, out, in, 0})
        | hal_abi_call((uintptr_t)narae_ascon_masked_tag_avr, (const uintptr_t[4]){m, out, 0, 0}));
#else
    print_number(0);
#endif
}
"""


def test_messages_in_shares(tmp_path: Path) -> None:
    seen = outcome(MASKED, tmp_path)
    assert seen.lines == on_host(MASKED)
    rounds = 1720
    for at, number in ((0, 12), (20, 8)):
        assert 0 < seen.cycles(seen.windows[at : at + 20]) - rounds * number < 300
