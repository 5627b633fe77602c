# SPDX-License-Identifier: MIT
"""Writes the step constants and initial values of LSH, which spec/lsh.py computes as KS X 3262 defines them:
src/lsh/lsh_constants.c, and the step constants in the order of src/lsh/x86/lsh512_8_avx512.S.

    python3 -m dev.lsh.constants"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from spec import lsh

ROOT = Path(__file__).parents[2]
OUTPUT = ROOT / "src/lsh/lsh_constants.c"
OUTPUT_8 = ROOT / "src/lsh/x86/lsh512_8_constants.inc"
COLUMNS = ((0, 4, 1, 5, 2, 6, 3, 7), (1, 4, 2, 7, 0, 6, 3, 5))  # of even and of odd steps
HEAD_8 = """\
/* SPDX-License-Identifier: MIT */
/* Constants of LSH-512, in the column orders of lsh512_8_avx512.S.
 *
 * Written by dev/lsh/constants.py. */

/* clang-format off */

"""
HEAD = """\
/* SPDX-License-Identifier: MIT */
/* Constants of LSH.  The standard gives the eight words of the first step; each further step
 * rotates and adds them.  An initial value compresses a block of zeros, with the word size and
 * the digest's bits as the chaining value.  KS X 3262.
 *
 * Written by dev/lsh/constants.py. */

#include "lsh_internal.h"

#include "core/flash.h"

/* clang-format off */
"""


def table(name: str, word: int, values: Sequence[int]) -> str:
    each = 256 // word  # per line
    lines = [", ".join(f"0x{v:0{word // 4}x}" for v in values[i : i + each]) for i in range(0, len(values), each)]
    return f"\nconst uint{word}_t {name}[{len(values)}] NARAE_FLASH = {{\n    " + ",\n    ".join(lines) + ",\n};\n"


def generate() -> str:
    text = HEAD
    for word, sizes in ((32, (224, 256)), (64, (224, 256, 384, 512))):
        family = f"narae_lsh{8 * word}"
        text += table(f"{family}_constants", word, [c for step in lsh.constants(word) for c in step])
        for bits in sizes:
            text += table(f"{family}_start_{bits}", word, lsh.initial(word, bits))
    return text


def generate_8() -> str:
    steps = [[step[c] for c in COLUMNS[i % 2]] for i, step in enumerate(lsh.constants(64))]
    quads = [step[i : i + 4] for step in steps for i in (0, 4)]
    return HEAD_8 + "".join(f"    .quad {', '.join(f'0x{v:016x}' for v in quad)}\n" for quad in quads)


if __name__ == "__main__":
    OUTPUT.write_text(generate())
    OUTPUT_8.write_text(generate_8())
