# SPDX-License-Identifier: MIT
"""Keccak-f[1600] on the Uno: the assembly permutation equals the portable one, in constant time."""

from __future__ import annotations

from pathlib import Path

from tests.avr_kernels.firmware import on_host, outcome

PERMUTE = """
#include "narae/sha3.h"
#include "keccak/keccak_internal.h"
void outputs(void) {
    static uint64_t state[25];
    uint8_t digest[32];
    uint32_t random = 1;
    for (uint8_t n = 0; n < 50; n++) {
        random_bytes(&random, (uint8_t *)state, sizeof state);
        hal_begin();
        narae_keccak_f1600(state);
        (void)hal_end();
        print_bytes(state, sizeof state);
    }
    narae_shake128_message(digest, 32, (const uint8_t *)state, 171);
    print_bytes(digest, 32);
#ifdef __AVR__
    print_number(hal_abi_call((uintptr_t)narae_keccak_f1600_avr, (const uintptr_t[4]){(uintptr_t)state}));
#else
    print_number(0);
#endif
    hal_put('\\n');
    narae_sha3_256_message(digest, NULL, 0);
    print_bytes(digest, 32);
}
"""


def test_keccak(tmp_path: Path) -> None:
    seen = outcome(PERMUTE, tmp_path)
    assert seen.lines == on_host(PERMUTE)
    empty = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"  # FIPS 202, SHA3-256 of no message
    assert empty in seen.lines
    assert len(seen.windows) == 50
    assert 0 < seen.cycles(seen.windows) - (24 * 3753 + 1870) < 40  # the public function around the kernel
    assert "narae_keccak_f1600_bytes" not in seen.sizes
