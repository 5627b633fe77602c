# SPDX-License-Identifier: MIT
"""The AVR kernels of AES: equal to the portable code, ABI, limits on time and size."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.avr_kernels.firmware import outcome

IN_RAM = "-DNARAE_AES_SBOX_IN_RAM"

# The fifth argument of the counter kernel is in r16 and r17, which the check gives a pattern.
BODY = """
#include "aes/avr/kernels.h"
#include "core/bytes.h"

enum { BLOCKS = 3, SAMPLES = 50 };

static narae_aes_key portable;
static uint32_t room[(sizeof(narae_aes_key) + 256) / 4];
static uint32_t *schedule = room; /* moves through a page: pointers must carry */
static uint8_t key[KEY_BYTES], in[16 * BLOCKS], out[16 * BLOCKS], want[16 * BLOCKS];
uint8_t counter[16];
static uint32_t stream = 1;

void ctr_with_counter(void);
__asm__(".text\\nctr_with_counter:\\n"
        "push r16\\n push r17\\n ldi r16, lo8(counter)\\n ldi r17, hi8(counter)\\n"
        "call narae_aes_ctr_avr\\n pop r17\\n pop r16\\n ret\\n");

static void
draw(void)
{
    random_bytes(&stream, key, sizeof key);
    random_bytes(&stream, in, sizeof in);
    random_bytes(&stream, counter, sizeof counter);
}

/* What the kernels do otherwise than the portable code, one block at a time. */
static uint16_t
differences(void)
{
    uint16_t wrong = 0;

    for (uint8_t i = 0; i < 24; i++) {
        uint8_t bytes = 16 * (i % (BLOCKS + 1)), first[16], block[16];

        draw();
        schedule = room + 4 * (i % 16);
        wrong += narae_aes_set_key((narae_aes_key *)schedule, key, sizeof key) != NARAE_OK;
        narae_aes_set_key_portable((aes_schedule *)&portable, key, sizeof key);
        memset(out, 0xa5, sizeof out);
        memset(want, 0xa5, sizeof want);
        narae_aes_encrypt_portable(&portable, want, in, bytes / 16);
        narae_kernels_of(&narae_aes)->encrypt(schedule, out, in, bytes / 16);
        wrong += memcmp(out, want, sizeof out) != 0;
        narae_kernels_of(&narae_aes)->decrypt(schedule, out, out, bytes / 16);
        wrong += memcmp(out, in, bytes) != 0;

        if ((i & 4) != 0)
            memset(counter + 12, 0xff, 4);
        memcpy(first, counter, 16);
        memcpy(want, in, sizeof in);
        for (uint8_t n = 0; n < bytes; n++) {
            if (n % 16 == 0) {
                memcpy(block, counter, 12);
                store32_be(block + 12, load32_be(counter + 12) + n / 16);
                narae_aes_encrypt_portable(&portable, block, block, 1);
            }
            want[n] ^= block[n % 16];
        }
        memset(out, 0xa5, sizeof out);
        narae_aes_ctr_avr(schedule, out, in, bytes / 16, counter);
        wrong += memcmp(out, want, bytes) != 0 || (bytes < sizeof out && out[bytes] != 0xa5);
        wrong += load32_be(counter + 12) != load32_be(first + 12) + bytes / 16;
        wrong += memcmp(counter, first, 12) != 0;
        narae_aes_ctr_avr(schedule, in, in, bytes / 16, first);
        wrong += memcmp(in, want, sizeof in) != 0;
    }
    return wrong;
}

static void
check_abi(const char *name, void (*function)(void), uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d)
{
    const uintptr_t arguments[4] = {a, b, c, d};
    uint8_t broken = hal_abi_call((uintptr_t)function, arguments);

    while (*name != 0) hal_put(*name++);
    hal_put(' ');
    if (broken == 0) print_text("kept"); else hal_abi_print(broken);
    hal_put('\\n');
}

void
outputs(void)
{
    const uintptr_t k = (uintptr_t)room, o = (uintptr_t)out, i = (uintptr_t)in;

    print_named("differences", differences());
    print_named("refused", narae_aes_set_key((narae_aes_key *)schedule, key, 17) == NARAE_ERROR_KEY_SIZE &&
                         narae_aes_set_key((narae_aes_key *)schedule, key, 256 + 16) == NARAE_ERROR_KEY_SIZE &&
                         narae_aes_set_key((narae_aes_key *)schedule, key, 256 + 24) == NARAE_ERROR_KEY_SIZE &&
                         narae_aes_set_key(NULL, key, 16) == NARAE_ERROR_NULL &&
                         narae_aes_set_key((narae_aes_key *)schedule, NULL, 16) == NARAE_ERROR_NULL);
    check_abi("set_key", (void (*)(void))narae_kernels_of(&narae_aes)->set_key, k, (uintptr_t)key, sizeof key, 0);
    check_abi("encrypt", (void (*)(void))narae_aes_encrypt_avr, k, o, i, BLOCKS);
    check_abi("decrypt", (void (*)(void))narae_aes_decrypt_avr, k, o, i, BLOCKS);
    check_abi("ctr", ctr_with_counter, k, o, i, BLOCKS);
    check_abi("nothing", (void (*)(void))narae_aes_decrypt_avr, k, o, i, 0);

    for (uint8_t n = 0; n < SAMPLES; n++) {
        draw();
        hal_begin();
        narae_kernels_of(&narae_aes)->set_key(schedule, key, sizeof key);
        hal_end();
        hal_begin();
        narae_kernels_of(&narae_aes)->encrypt(schedule, out, in, 1);
        hal_end();
        hal_begin();
        narae_kernels_of(&narae_aes)->decrypt(schedule, out, in, 1);
        hal_end();
        hal_begin();
        narae_aes_ctr_avr(schedule, out, in, 2, counter);
        hal_end();
    }
}
"""
SAMPLES = 50

# key bytes, cycles of key setup, encryption and decryption, in flash and in RAM
MAX = {
    16: ((800, 2100, 2410), (760, 1940, 2250)),
    24: ((2530, 2490, 2860), (2490, 2300, 2670)),
    32: ((2940, 2880, 3320), (2890, 2660, 3100)),
}


@pytest.mark.parametrize("in_ram", [False, True], ids=["flash", "ram"])
@pytest.mark.parametrize("key_bytes", [16, 24, 32])
def test_kernels_equal_the_portable_code_in_equal_time(tmp_path: Path, key_bytes: int, in_ram: bool) -> None:
    seen = outcome(BODY, tmp_path, (IN_RAM,) if in_ram else (), (f"-DKEY_BYTES={key_bytes}",))
    assert (seen.printed["differences"], seen.printed["refused"]) == (["0"], ["1"])
    for kernel in ("set_key", "encrypt", "decrypt", "ctr", "nothing"):
        assert seen.printed[kernel] == ["kept"], kernel

    assert len(seen.windows) == 4 * SAMPLES
    cycles = [seen.cycles(seen.windows[operation::4]) for operation in range(4)]
    assert all(a <= b for a, b in zip(cycles[:3], MAX[key_bytes][in_ram], strict=True)), cycles
