# SPDX-License-Identifier: MIT
"""Self-tests: their answers are those of the models, and a program links what it names."""

from __future__ import annotations

import platform
import re
import subprocess

import pytest

from dev.self_test import answers
from lab.paths import ROOT
from tests.tools import PORTABLE, call, known_answers, library_object


def test_the_answers_are_those_of_the_models():
    assert answers.OUTPUT.read_text() == answers.text()


def test_every_cipher_and_hash_has_a_known_answer():
    """As has what is built on each hash."""
    declared = {name.removeprefix("narae_known_answer_") for name in known_answers()}
    public = "".join(f.read_text() for f in sorted((ROOT / "include/narae").glob("*.h")))
    named = re.findall(r"^extern const narae_(?:block_cipher|hash) narae_(\w+);", public, re.MULTILINE)
    assert set(named) - {"lea_small"} <= declared
    hashes = set(re.findall(r"^extern const narae_hash narae_(\w+);", public, re.MULTILINE))
    assert len(hashes) >= 16
    for kind in ("hmac", "hash_drbg", "hmac_drbg", "kbkdf_hmac", "pbkdf2"):
        assert {f"{kind}_{name}" for name in hashes} <= declared, kind


def test_an_answer_has_the_name_of_its_hash():
    """It is what a failure reports."""
    text = (ROOT / "src/self_test/self_test_internal.h").read_text()
    named = re.findall(r'X\((\w+), (\w+), "([^"]+)"\)', text)
    assert len(named) == 16
    for identifier, macro, name in named:
        assert re.sub("[^a-z0-9]", "", name.lower()) == identifier.replace("_", "") and macro == identifier.upper()


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64 only")
def test_vectors_of_32_bytes_give_no_warning(tmp_path):
    """At -O3 gcc 12 believed that a block of 16 bytes is filled with 32."""
    strict = ["-std=c11", "-O3", "-march=x86-64-v4", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}"]
    call(["gcc", *strict, f"-I{ROOT / 'src'}", "-c", ROOT / "src/self_test/known_blocks.c"], cwd=tmp_path)


PROGRAM = """\
#include <narae/self_test.h>

int main(void)
{
    static const narae_known_answer *const mine[] = {&narae_known_answer_lea, &narae_known_answer_lea_cmac, 0};

    return narae_self_test(mine, 0);
}
"""


def test_a_program_links_only_what_its_list_names(tmp_path):
    """Built from sources, as a copy of them is used."""
    source = tmp_path / "main.c"
    source.write_text(PROGRAM)
    names = ("self_test/*.c", "modes/*.c", "core/*.c", "lea/*.c", "lea/portable/*.c")
    sources = [f for name in names for f in sorted((ROOT / "src").glob(name))]
    objects = [library_object("gcc", PORTABLE, f) for f in sources if f.stem != "known_all"]
    program = tmp_path / "program"
    lenient = ["-Wl,--gc-sections", "-Wl,--unresolved-symbols=ignore-all"]  # what is dropped may name what is not here
    call(["gcc", *PORTABLE, *lenient, f"-I{ROOT / 'include'}", source, *objects, "-o", program])
    symbols = call(["nm", program])
    assert "narae_known_answer_lea_cmac" in symbols and "narae_test_cmac" in symbols
    assert "narae_test_gcm" not in symbols and "narae_known_answer_aes" not in symbols
    assert b"LEA-128 CMAC" in program.read_bytes() and b"ARIA" not in program.read_bytes()
    assert subprocess.run([program]).returncode == 0
