# SPDX-License-Identifier: MIT
"""The AVR kernel of GHASH: equal to the textbook, ABI, constant time; a limit on the time of GCM."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.paths import ROOT
from tests.avr_kernels.firmware import outcome

BODY = """
#include "ghash/ghash_internal.h"
#include "narae/aes.h"
#include "narae/gcm.h"
#include "textbook_ghash.h"

enum { BLOCKS = 3, SAMPLES = 50 };

static uint8_t room[sizeof(narae_ghash_key) + 256]; /* the key moves through a page: pointers must carry */
static narae_ghash_key *key = (narae_ghash_key *)room;
static uint8_t h[16], y[16], in[16 * BLOCKS], want[16];
static uint32_t stream = 1;

static uint16_t
check(uint8_t nblocks)
{
    memcpy(want, y, 16);
    textbook_ghash(want, h, in, 16 * nblocks);
    narae_ghash_set_key(key, h);
    narae_ghash_blocks_kernel(y, key, in, nblocks);
    return memcmp(y, want, 16) != 0;
}

static uint16_t
differences(void)
{
    uint16_t wrong = 0;

    for (uint8_t i = 0; i < 24; i++) {
        random_bytes(&stream, h, sizeof h);
        random_bytes(&stream, y, sizeof y);
        random_bytes(&stream, in, sizeof in);
        key = (narae_ghash_key *)(room + 10 * i);
        wrong += check(i % (BLOCKS + 1));
    }
    for (uint8_t i = 0; i < 128; i++) {
        memset(h, 0, 16);
        memset(y, 0, 16);
        memset(in, 0, 16);
        h[15] = 1;
        in[i / 8] = (uint8_t)(0x80 >> i % 8);
        wrong += check(1);
    }
    return wrong;
}
"""

KERNEL = """
void
outputs(void)
{
    const uintptr_t arguments[4] = {(uintptr_t)y, (uintptr_t)key, (uintptr_t)in, BLOCKS};

    print_named("differences", differences());
    print_named("broken", hal_abi_call((uintptr_t)narae_ghash_blocks_kernel, arguments));
    for (uint8_t n = 0; n < 2 * SAMPLES; n++) {
        random_bytes(&stream, h, sizeof h);
        random_bytes(&stream, in, sizeof in);
        hal_begin();
        narae_ghash_set_key(key, h);
        hal_end();
        hal_begin();
        narae_ghash_blocks_kernel(y, key, in, 1 + n % 2);
        hal_end();
    }
}
"""

# The first two tags are those of McGrew and Viega's test cases 1 and 2.
GCM = """
static narae_gcm gcm;
static uint8_t message[240], tag[16];

void
outputs(void)
{
    static const uint8_t bytes[] = {0, 16, 32, 240};

    narae_gcm_init(&gcm, &narae_aes, h, 16);
    for (uint8_t i = 0; i < 4; i++) {
        memset(message, 0, sizeof message);
        hal_begin();
        narae_gcm_seal(&gcm, message, tag, 16, h, 12, NULL, 0, message, bytes[i]);
        hal_end();
        hal_put((char)('0' + i));
        hal_put(' ');
        print_hex((uint32_t)tag[0] << 24 | (uint32_t)tag[1] << 16 | (uint32_t)tag[2] << 8 | tag[3]);
        print_text("\\n");
        print_named("open", (uint32_t)-narae_gcm_open(&gcm, message, h, 12, NULL, 0, message, bytes[i], tag, 16));
    }
    print_named("context", sizeof gcm);
}
"""

TEXTBOOK = f"-I{ROOT / 'tests/c'}"


def test_kernel_equals_the_textbook_in_equal_time(tmp_path: Path) -> None:
    seen = outcome(BODY + KERNEL, tmp_path, flags=(TEXTBOOK,))
    assert (seen.printed["differences"], seen.printed["broken"]) == (["0"], ["0"])
    _, one, two = (seen.cycles(mine) for mine in (seen.windows[0::2], seen.windows[1::4], seen.windows[3::4]))
    assert one <= 2030
    assert two - one <= 1936


@pytest.mark.parametrize(
    ("options", "most", "context"), [((), (17900, 70050), 782), (("-DNARAE_SMALL",), (117000, 597000), 286)]
)
def test_gcm_of_aes_keeps_its_time(tmp_path: Path, options: tuple[str, ...], most: tuple[int, int], context: int):
    flags = (TEXTBOOK, "-DNARAE_MODE_SCHEDULE_BYTES=180", "-Wno-unused-function")
    seen = outcome(BODY + GCM, tmp_path, options, flags)
    assert (seen.printed["0"], seen.printed["1"], seen.printed["open"]) == (["58e2fcce"], ["ab6e47d4"], ["0"])
    assert seen.printed["context"] == [str(context)]
    cycles = [window.cycles - seen.run.zero for window in seen.windows[-2:]]
    assert all(a <= b for a, b in zip(cycles, most, strict=True)), cycles
