"""ChaCha on the Uno: the assembly kernel does what the portable one does, in as many cycles for every key."""

from __future__ import annotations

from pathlib import Path

import avr_message_firmware
import pytest

STREAM = """
#include "narae/chacha.h"
#include "chacha/chacha_internal.h"

static narae_chacha_ctx ctx;
static uint8_t key[32], nonce[24], text[200], other[200];
static const uint8_t rounds[3] = {20, 12, 8}, nonces[3] = {8, 12, 24};

void outputs(void) {
    uint32_t random = 3;

    for (uint8_t i = 0; i < 3; i++)
        for (uint8_t n = 0; n < 50; n++) {
            random_bytes(&random, key, 32);
            random_bytes(&random, nonce, 12);
            random_bytes(&random, text, 64);
            narae_chacha_start(&ctx, rounds[i], key, 32, nonce, 12, n);
            hal_begin();
            narae_chacha_update(&ctx, text, text, 64);
            (void)hal_end();
            print_bytes(text, 64);
        }

    /* The low half of the counter runs over after two of the three blocks. */
    for (uint8_t i = 0; i < 3; i++)
        for (uint8_t j = 0; j < 3; j++) {
            random_bytes(&random, key, 32);
            random_bytes(&random, nonce, 24);
            random_bytes(&random, text, 200);
            narae_chacha_start(&ctx, rounds[i], key, 32, nonce, nonces[j], nonces[j] == 8 ? 0x7fffffffe : 0);
            narae_chacha_update(&ctx, other, text, 200);
            print_bytes(other, 200);
            print_bytes(text, 200);
            print_bytes(ctx.state, sizeof ctx.state);
            narae_chacha_update(&ctx, text, text, 13);
            narae_chacha_update(&ctx, text + 13, text + 13, 187);
            print_bytes(text, 200);
        }

    for (uint8_t i = 0; i < 32; i++)
        key[i] = i;
    memset(nonce, 0, 12);
    nonce[3] = 9, nonce[7] = 0x4a;
    memset(text, 0, 64);
    narae_chacha_xor(text, text, 64, 20, key, 32, nonce, 12, 1);
    print_bytes(text, 64);

#ifdef __AVR__
    print_number(hal_abi_call((uintptr_t)narae_hchacha_avr, (const uintptr_t[4]){(uintptr_t)ctx.state, 8, 0, 0}));
    print_number(hal_abi_call((uintptr_t)narae_chacha_blocks_avr,
                              (const uintptr_t[4]){(uintptr_t)ctx.state, (uintptr_t)text, (uintptr_t)text, 1}));
#else
    print_text("00");
#endif
}
"""


@pytest.fixture(scope="module")
def streamed(tmp_path_factory: pytest.TempPathFactory) -> avr_message_firmware.Compared:
    return avr_message_firmware.compare(STREAM, ["chacha"], tmp_path_factory.mktemp("chacha"))


def test_the_kernel_agrees_with_the_portable_code(streamed: avr_message_firmware.Compared) -> None:
    assert streamed.uno == streamed.host
    assert streamed.uno[-2].startswith("10f1e7e4d13b5915500fdd1fa32071c4")  # RFC 8439, 2.3.2


def test_cycles_are_counted_and_independent_of_the_key(streamed: avr_message_firmware.Compared) -> None:
    for i, rounds in enumerate((20, 12, 8)):
        windows, cycles = streamed.windows()[50 * i : 50 * i + 50], streamed.cycles()[50 * i : 50 * i + 50]
        assert len(set(cycles)) == 1
        assert len({window.pc_hash for window in windows}) == 1
        assert 0 < cycles[0] - (394 * rounds + 1213) < 290  # the public function around the kernel


def test_the_portable_code_is_not_linked(streamed: avr_message_firmware.Compared) -> None:
    assert not [name for name in avr_message_firmware.symbols(streamed.elf) if name.endswith("_portable")]


def test_the_small_kernel_agrees_too(tmp_path: Path) -> None:
    small = avr_message_firmware.compare(STREAM, ["chacha"], tmp_path, ("-DNARAE_SMALL",))
    assert small.uno == small.host
    cycles = small.cycles()
    assert len(set(cycles[:50])) == len(set(cycles[50:100])) == len(set(cycles[100:150])) == 1
    assert cycles[0] - cycles[50] == 8 * 519
