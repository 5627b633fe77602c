# SPDX-License-Identifier: MIT
"""LSH-256 on the Uno: the assembly kernel does what the portable one does, in as many cycles for every message."""

from __future__ import annotations

from pathlib import Path

from tests.avr_kernels.firmware import on_host, outcome

BLOCKS = """
#include "narae/lsh.h"
#include "lsh/lsh_internal.h"
static uint32_t chain[18], text[34]; /* and a word on each side */

static void compress(void) {
#ifdef __AVR__
    narae_lsh256_block_kernel(chain + 1, text + 1);
#else
    narae_lsh256_blocks_kernel(chain + 1, (const uint8_t *)(text + 1), 1);
#endif
}

void outputs(void) {
    uint8_t digest[32];
    uint32_t random = 1;

    for (uint8_t n = 0; n < 20; n++) {
        random_bytes(&random, (uint8_t *)chain, sizeof chain);
        random_bytes(&random, (uint8_t *)text, sizeof text);
        hal_begin();
        compress();
        (void)hal_end();
        print_bytes(chain, sizeof chain);
        print_bytes(text, 4); /* the block itself is lost */
        print_bytes(text + 33, 4);
    }
#ifdef __AVR__
    print_number(hal_abi_call((uintptr_t)narae_lsh256_block_avr,
                              (const uintptr_t[4]){(uintptr_t)(chain + 1), (uintptr_t)(text + 1), 0, 0}));
#else
    print_text("0");
#endif
    hal_put('\\n');
    narae_lsh256_256(digest, (const uint8_t *)"abc", 3);
    print_bytes(digest, 32);
}
"""


def test_lsh256(tmp_path: Path) -> None:
    seen = outcome(BLOCKS, tmp_path)
    assert seen.lines == on_host(BLOCKS, tmp_path)
    assert seen.lines[-1].startswith("5fbf365daea5446a7053c52b57404d77")  # KS X 3262's first example
    assert seen.cycles(seen.windows) == 28895
    assert "narae_lsh256_block_bytes" not in seen.sizes
