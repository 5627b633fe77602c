# SPDX-License-Identifier: MIT
"""ChaCha on the Uno: the assembly kernel equals the portable one, in constant time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.avr_kernels.firmware import on_host, outcome

STREAM = """
#include "narae/chacha.h"
#include "chacha/chacha_internal.h"

static narae_chacha ctx;
static uint8_t key[32], nonce[24], text[200], other[200];
static const uint8_t rounds[3] = {20, 12, 8}, nonces[3] = {8, 12, 24};

#ifdef __AVR__
/* The fifth and sixth argument of the kernel are in registers that the check gives a pattern. */
volatile uint8_t left;
static uintptr_t arguments[4];
void keyed_with_bytes(void);
__asm__(".text\\nkeyed_with_bytes:\\n"
        "push r14\\n push r16\\n push r17\\n ldi r16, 8\\n mov r14, r16\\n lds r16, left\\n ldi r17, 0\\n"
        "call narae_chacha_keyed_avr\\n pop r17\\n pop r16\\n pop r14\\n ret\\n");
#endif

void outputs(void) {
    uint32_t random = 3;

    for (uint8_t i = 0; i < 3; i++)
        for (uint8_t n = 0; n < 50; n++) {
            random_bytes(&random, key, 32);
            random_bytes(&random, nonce, 12);
            random_bytes(&random, text, 64);
            hal_begin();
            narae_chacha_crypt_message(text, text, 64, rounds[i], key, 32, nonce, 12, n);
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
            narae_chacha_crypt(&ctx, other, text, 200);
            print_bytes(other, 200);
            print_bytes(text, 200);
            print_bytes(ctx.state, sizeof ctx.state);
            narae_chacha_crypt(&ctx, text, text, 13);
            narae_chacha_crypt(&ctx, text + 13, text + 13, 187);
            print_bytes(text, 200);
        }

    /* One call: 0 to 66 bytes, then in steps of 16, each with another number of rounds or of bytes of nonce. */
    for (uint8_t n = 0; n < 131; n = (uint8_t)(n < 66 ? n + 1 : n + 16)) {
        const uint8_t r = rounds[n % 3], bytes = nonces[n / 3 % 3];

        memset(other, 0xa5, sizeof other);
        narae_chacha_crypt_message(other, text, n, r, key, 32, nonce, bytes, n);
        print_bytes(other, (size_t)n + 1);
        narae_chacha_crypt_message(other, other, n, r, key, 32, nonce, bytes, n);
        print_number(memcmp(other, text, n) != 0);
    }
    /* Where the counter ends. */
    for (uint8_t n = 0; n < 200; n = (uint8_t)(n + 13))
        for (uint8_t j = 0; j < 3; j++) {
            uint64_t last = nonces[j] == 8 ? 0xffffffffffffffff : 0xffffffff;

            print_number((uint32_t)-narae_chacha_crypt_message(text, text, n, 20, key, 32, nonce, nonces[j], last));
            print_number((uint32_t)-narae_chacha_crypt_message(text, text, n, 20, key, 32, nonce, nonces[j], last - 1));
            print_number((uint32_t)-narae_chacha_crypt_message(text, text, n, 8, key, 32, nonce, 8, 0xffffffff));
            print_bytes(text, n);
        }

    for (uint8_t i = 0; i < 32; i++)
        key[i] = i;
    memset(nonce, 0, 12);
    nonce[3] = 9, nonce[7] = 0x4a;
    memset(text, 0, 64);
    narae_chacha_crypt_message(text, text, 64, 20, key, 32, nonce, 12, 1);
    print_bytes(text, 64);

#ifdef __AVR__
    print_number(hal_abi_call((uintptr_t)narae_hchacha_avr, (const uintptr_t[4]){(uintptr_t)ctx.state, 8, 0, 0}));
    memcpy(arguments, (const uintptr_t[4]){(uintptr_t)key, (uintptr_t)nonce, (uintptr_t)text, (uintptr_t)text}, 8);
    for (left = 0; left < 130; left = left + 13)
        print_number(hal_abi_call((uintptr_t)keyed_with_bytes, arguments));
#else
    print_text("00000000000");
#endif
}
"""


# Cycles of two rounds more.
@pytest.mark.parametrize(("options", "double_round"), [((), 780), (("-DNARAE_SMALL",), 1026)], ids=["fast", "small"])
def test_chacha(tmp_path: Path, options: tuple[str, ...], double_round: int) -> None:
    seen = outcome(STREAM, tmp_path, options)
    assert seen.lines == on_host(STREAM)
    assert seen.lines[-2].startswith("10f1e7e4d13b5915500fdd1fa32071c4")  # RFC 8439, 2.3.2
    twenty, twelve, eight = (seen.cycles(seen.windows[at : at + 50]) for at in (0, 50, 100))
    assert twelve - eight == 2 * double_round
    assert abs(twenty - twelve - 4 * double_round) < 10  # the check of `rounds` finds 20 first
    assert options or twenty <= 9440
    assert not [name for name in seen.sizes if name.endswith("_portable")]
