"""Keccak-f[1600] on the Uno: the assembly permutation does what the portable one does, in as many cycles for every
state."""

from __future__ import annotations

import avr_message_firmware
import pytest

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
    narae_shake128(digest, 32, (const uint8_t *)state, 171);
    print_bytes(digest, 32);
#ifdef __AVR__
    print_number(hal_abi_call((uintptr_t)narae_keccak_f1600_avr, (const uintptr_t[4]){(uintptr_t)state}));
#else
    print_number(0);
#endif
    hal_put('\\n');
    narae_sha3_256(digest, NULL, 0);
    print_bytes(digest, 32);
}
"""


@pytest.fixture(scope="module")
def permuted(tmp_path_factory: pytest.TempPathFactory) -> avr_message_firmware.Compared:
    return avr_message_firmware.compare(PERMUTE, ["keccak"], tmp_path_factory.mktemp("keccak"))


def test_the_kernel_agrees_with_the_portable_code(permuted: avr_message_firmware.Compared) -> None:
    assert permuted.uno == permuted.host
    empty = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"  # FIPS 202, SHA3-256 of no message
    assert empty in permuted.uno


def test_cycles_are_counted_and_independent_of_the_state(permuted: avr_message_firmware.Compared) -> None:
    cycles = permuted.cycles()
    assert len(cycles) == 50
    assert len(set(cycles)) == 1
    assert len({window.pc_hash for window in permuted.windows()}) == 1
    assert 0 < cycles[0] - (24 * 3753 + 1870) < 40  # the public function around the kernel


def test_the_portable_permutation_is_not_linked(permuted: avr_message_firmware.Compared) -> None:
    assert "narae_keccak_f1600_bytes" not in avr_message_firmware.symbols(permuted.elf)
