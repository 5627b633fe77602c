# SPDX-License-Identifier: MIT
"""Poly1305 and ChaCha20-Poly1305 on the Uno: the assembly kernel equals the portable one, in constant time."""

from __future__ import annotations

from pathlib import Path

from tests.avr_kernels.firmware import on_host, outcome

TAGS = """
#include "narae/chacha20_poly1305.h"
#include "poly1305/poly1305_internal.h"

static uint8_t key[32], nonce[12], text[240], tag[16];
static narae_poly1305 ctx;

void outputs(void) {
    uint32_t random = 5;

    for (uint8_t nblocks = 1; nblocks <= 15; nblocks = (uint8_t)(nblocks + 14))
        for (uint8_t n = 0; n < 50; n++) {
            random_bytes(&random, key, 32);
            random_bytes(&random, text, 240);
            narae_poly1305_start(&ctx, key);
            hal_begin();
            narae_poly1305_update(&ctx, text, (size_t)16 * nblocks);
            (void)hal_end();
            narae_poly1305_finish(&ctx, tag);
            print_bytes(tag, 16);
        }
    for (uint8_t n = 0; n < 50; n++) {
        random_bytes(&random, key, 32);
        random_bytes(&random, nonce, 12);
        random_bytes(&random, text, 240);
        hal_begin();
        narae_chacha20_poly1305_seal(text, tag, key, nonce, 12, NULL, 0, text, 240);
        (void)hal_end();
        print_bytes(tag, 16);
    }

    /* Every carry there is: the largest r, blocks of ones, and h as it comes. */
    memset(key, 0xff, 32);
    memset(text, 0xff, 240);
    narae_poly1305_start(&ctx, key);
    for (uint8_t n = 0; n < 100; n++) {
        narae_poly1305_update(&ctx, text, n);
        text[n] ^= tag[n % 16];
    }
    narae_poly1305_finish(&ctx, tag);
    print_bytes(tag, 16);

    /* Sums at the limits of 2^130 - 5: r = 1 and 2, so that h is the sum of the blocks itself. */
    for (uint8_t r = 1; r < 3; r++)
        for (uint8_t last = 0xf8; last != 0; last++) {
            memset(key, 0, 32);
            key[0] = r;
            memset(text, 0xff, 240);
            text[32] = last;
            narae_poly1305_start(&ctx, key);
            narae_poly1305_update(&ctx, text, 48);
            narae_poly1305_finish(&ctx, tag);
            print_bytes(tag, 16);
        }
#ifdef __AVR__
    print_number(hal_abi_call((uintptr_t)narae_poly1305_blocks_avr,
                              (const uintptr_t[4]){(uintptr_t)&ctx.sum, (uintptr_t)text, 2, 1}));
#else
    print_number(0);
#endif
}
"""


def test_poly1305(tmp_path: Path) -> None:
    seen = outcome(TAGS, tmp_path)
    assert seen.lines == on_host(TAGS)
    one, fifteen, sealed = (seen.cycles(seen.windows[at : at + 50]) for at in (0, 50, 100))
    assert fifteen - one == 14 * 1962
    assert sealed <= 81_100
    assert "narae_poly1305_blocks_portable" not in seen.sizes
