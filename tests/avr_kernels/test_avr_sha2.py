# SPDX-License-Identifier: MIT
"""SHA-2 on the Uno: the assembly kernels equal the portable ones, in constant time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.avr_kernels.firmware import on_host, outcome
from tests.tools import every_day

BLOCKS = """
#include "narae/sha2.h"
#include "sha2/sha2_internal.h"
#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define BLOCKS(which) JOIN(narae_sha, BITS, _blocks_##which)
void outputs(void) {
    static WORD state[10]; /* and a word on each side */
    static uint8_t text[24 * sizeof(WORD) * 2];
    uint8_t digest[BITS / 8];
    uint32_t random = 1;

    for (uint8_t n = 0; n < 20; n++) {
        random_bytes(&random, (uint8_t *)state, sizeof state);
        random_bytes(&random, text, sizeof text);
        hal_begin();
        BLOCKS(kernel)(state + 1, text, 1);
        (void)hal_end();
        print_bytes(state, sizeof state);
    }
    for (uint8_t n = 0; n < 4; n++) {
        hal_begin();
        BLOCKS(kernel)(state + 1, text, n);
        (void)hal_end();
        print_bytes(state, sizeof state);
    }
    print_bytes(text, sizeof text);
#ifdef __AVR__
    print_number(hal_abi_call((uintptr_t)BLOCKS(avr),
                              (const uintptr_t[4]){(uintptr_t)(state + 1), (uintptr_t)text, 2, 0}));
    print_number(hal_abi_call((uintptr_t)BLOCKS(avr),
                              (const uintptr_t[4]){(uintptr_t)(state + 1), (uintptr_t)text, 0, 0}));
#else
    print_text("00");
#endif
    hal_put('\\n');
    JOIN(narae_sha, BITS, _message)(digest, (const uint8_t *)"abc", 3);
    print_bytes(digest, sizeof digest);
}
"""
# The digest of "abc", FIPS 180-4's first example, and the cycles of a block.
KERNELS = [(256, "ba7816bf8f01cfea414140de5dae2223", 19731), (512, "ddaf35a193617abacc417349ae204131", 54388)]


@pytest.mark.parametrize(("bits", "digest", "block"), every_day(KERNELS[:1], KERNELS))
def test_sha2(bits: int, digest: str, block: int, tmp_path: Path) -> None:
    text = f"#define BITS {bits}\n#define WORD uint{bits // 8}_t\n{BLOCKS}"
    seen = outcome(text, tmp_path)
    assert seen.lines == on_host(text)
    assert seen.lines[-1].startswith(digest)
    one = seen.cycles(seen.windows[:20])
    once, twice, thrice = (window.cycles for window in seen.windows[21:24])
    assert (thrice - twice, twice - once) == (block, block)
    assert block < one < 1.05 * block
    assert f"narae_sha{bits}_blocks_portable" not in seen.sizes
