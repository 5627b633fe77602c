# SPDX-License-Identifier: MIT
"""SHA-256 on the Uno: the assembly kernel does what the portable one does, in as many cycles for every message."""

from __future__ import annotations

from pathlib import Path

from tests.avr_kernels.firmware import on_host, outcome

BLOCKS = """
#include "narae/sha2.h"
#include "sha2/sha2_internal.h"
void outputs(void) {
    static uint32_t state[10]; /* and a word on each side */
    static uint8_t text[192];
    uint8_t digest[32];
    uint32_t random = 1;

    for (uint8_t n = 0; n < 20; n++) {
        random_bytes(&random, (uint8_t *)state, sizeof state);
        random_bytes(&random, text, 192);
        hal_begin();
        narae_sha256_blocks_kernel(state + 1, text, 1);
        (void)hal_end();
        print_bytes(state, sizeof state);
    }
    for (uint8_t n = 0; n < 4; n++) {
        hal_begin();
        narae_sha256_blocks_kernel(state + 1, text, n);
        (void)hal_end();
        print_bytes(state, sizeof state);
    }
    print_bytes(text, 192);
#ifdef __AVR__
    print_number(hal_abi_call((uintptr_t)narae_sha256_blocks_avr,
                              (const uintptr_t[4]){(uintptr_t)(state + 1), (uintptr_t)text, 2, 0}));
    print_number(hal_abi_call((uintptr_t)narae_sha256_blocks_avr,
                              (const uintptr_t[4]){(uintptr_t)(state + 1), (uintptr_t)text, 0, 0}));
#else
    print_text("00");
#endif
    hal_put('\\n');
    narae_sha256(digest, (const uint8_t *)"abc", 3);
    print_bytes(digest, 32);
}
"""


def test_sha256(tmp_path: Path) -> None:
    seen = outcome(BLOCKS, tmp_path)
    assert seen.lines == on_host(BLOCKS, tmp_path)
    assert seen.lines[-1].startswith("ba7816bf8f01cfea414140de5dae2223")  # FIPS 180-4's first example
    one = seen.cycles(seen.windows[:20])
    once, twice, thrice = (window.cycles for window in seen.windows[21:24])
    assert (thrice - twice, twice - once) == (19731, 19731)
    assert one < 20500
    assert "narae_sha256_blocks_portable" not in seen.sizes
