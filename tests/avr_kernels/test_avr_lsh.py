# SPDX-License-Identifier: MIT
"""LSH on the Uno: the assembly kernels equal the portable ones, in constant time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.avr_kernels.firmware import on_host, outcome

BLOCKS = """
#include "narae/lsh.h"
#include "lsh/lsh_internal.h"
#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define LSH(rest) JOIN(narae_lsh, BITS, _##rest)
static WORD chain[18], text[34]; /* and a word on each side */

static void compress(void) {
#ifdef __AVR__
    LSH(block_kernel)(chain + 1, text + 1);
#else
    LSH(blocks_kernel)(chain + 1, (const uint8_t *)(text + 1), 1);
#endif
}

void outputs(void) {
    uint8_t digest[BITS / 8];
    uint32_t random = 1;

    for (uint8_t n = 0; n < 20; n++) {
        random_bytes(&random, (uint8_t *)chain, sizeof chain);
        random_bytes(&random, (uint8_t *)text, sizeof text);
        hal_begin();
        compress();
        (void)hal_end();
        print_bytes(chain, sizeof chain);
        print_bytes(text, sizeof(WORD)); /* the block itself is lost */
        print_bytes(text + 33, sizeof(WORD));
    }
#ifdef __AVR__
    print_number(hal_abi_call((uintptr_t)LSH(block_avr),
                              (const uintptr_t[4]){(uintptr_t)(chain + 1), (uintptr_t)(text + 1), 0, 0}));
#else
    print_text("0");
#endif
    hal_put('\\n');
    JOIN(LSH(), BITS, _message)(digest, (const uint8_t *)"abc", 3);
    print_bytes(digest, sizeof digest);
}
"""
# The digest of "abc", and the cycles of a block.
KERNELS = [(256, "5fbf365daea5446a7053c52b57404d77", 28895), (512, "a3d93cfe60dc1aacdd3bd4bef0a69853", 77599)]


@pytest.mark.parametrize(("bits", "digest", "block"), KERNELS)
def test_lsh(bits: int, digest: str, block: int, tmp_path: Path) -> None:
    text = f"#define BITS {bits}\n#define WORD uint{bits // 8}_t\n{BLOCKS}"
    seen = outcome(text, tmp_path)
    assert seen.lines == on_host(text)
    assert seen.lines[-1].startswith(digest)
    assert seen.cycles(seen.windows) == block
    assert f"narae_lsh{bits}_block_bytes" not in seen.sizes
