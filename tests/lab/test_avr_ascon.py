"""Ascon on the Uno: the assembly permutation does what the portable one does, in the cycles its header counts."""

from __future__ import annotations

from pathlib import Path

import pytest

import avr_firmware

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


@pytest.fixture(scope="module")
def permuted(tmp_path_factory: pytest.TempPathFactory) -> avr_firmware.Compared:
    return avr_firmware.compare(PERMUTE, ["ascon"], tmp_path_factory.mktemp("ascon"))


def test_the_kernel_agrees_with_the_portable_code_and_keeps_the_abi(permuted: avr_firmware.Compared) -> None:
    assert permuted.uno == permuted.host


def test_cycles_are_counted_and_independent_of_the_state(permuted: avr_firmware.Compared) -> None:
    for i, rounds in enumerate((12, 8, 6)):
        windows, cycles = permuted.windows()[50 * i : 50 * i + 50], permuted.cycles()[50 * i : 50 * i + 50]
        assert len(cycles) == 50
        assert len(set(cycles)) == 1
        assert len({window.pc_hash for window in windows}) == 1
        assert 0 < cycles[0] - (563 * rounds + 189) < 30  # the public function around the kernel


def test_the_portable_permutation_is_not_linked(permuted: avr_firmware.Compared) -> None:
    assert "narae_ascon_permute_bytes" not in avr_firmware.symbols(permuted.elf)
