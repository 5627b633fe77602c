# SPDX-License-Identifier: MIT
"""docs/how-to/adding-a-cipher.md, followed in a copy: the new cipher is built, tested and measured, and each
step left out is named."""

from __future__ import annotations

import filecmp
import json
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from lab.paths import PRIVATE, ROOT
from tests.lab.test_ciphers import missing
from tests.tools import PORTABLE, call, library_sources, needed

PAGE = (ROOT / "docs/how-to/adding-a-cipher.md").read_text()
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


def follow(folder: Path) -> None:
    """The page's steps, in a copy of what is committed or changed."""
    listed = call(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT).splitlines()
    for name in listed:
        if (ROOT / name).is_file() and not name.startswith("results/"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    for language, text in BLOCK.findall(PAGE):
        if language == "diff":
            call(["git", "apply"], cwd=folder, input=text)
        elif language != "sh":
            place, text = text.split("\n", 1)
            file = folder / place.strip("/*# ")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    call(["sh", "-ec", shell(0).replace("python3", sys.executable)], cwd=folder)


def shell(number: int) -> str:
    return [text for language, text in BLOCK.findall(PAGE) if language == "sh"][number]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("cipher")
    follow(folder)
    return folder


def test_the_page_names_every_place(checkout):
    assert "\n".join(missing(checkout)) == ""


def test_few_files_are_not_the_ciphers_own(checkout):
    """What the commands of the page write is counted, too."""
    names = (f.relative_to(checkout) for f in checkout.rglob("*") if f.is_file() and "__pycache__" not in f.parts)
    changed = {
        str(name)
        for name in names
        if not any("speck" in part for part in name.parts)
        and not ((ROOT / name).is_file() and filecmp.cmp(checkout / name, ROOT / name, shallow=False))
    }
    assert {"include/narae/block_ciphers.h", "src/self_test/answers.inc", "vectors/checksums.json"} <= changed
    assert len(changed) <= 8, changed


@pytest.mark.parametrize(
    "file, says",
    [
        ("lab/ciphers/speck.toml", "include/narae/speck.h declares the block cipher narae_speck"),
        ("tests/c/test_speck.c", "PROPERTIES of block_cipher_properties.h"),
        ("vectors/speck", "write the published vectors"),
        ("include/narae/block_ciphers.h", 'lacks `#include "narae/speck.h"`'),
        ("include/narae/block_ciphers.h", "lacks `X(with, speck, SPECK, 8, 16, 0, 0)`"),
        ("bindings/java/src/main/java/narae/BlockCipher.java", "lacks `SPECK(8, `"),
        ("bindings/python/src/narae/_narae.pyi", "lacks `class SPECKCTR`"),
        ("bindings/rust/src/block.rs", "lacks `U8 U16 `"),
        ("vectors/checksums.json", "lacks `speck-64/128 block`"),
        ("README.md", "README.md lacks SPECK"),
        ("README.ko.md", "README.ko.md lacks SPECK"),
    ],
)
def test_a_step_left_out_is_named(checkout, tmp_path, file, says):
    changed, kept = checkout / file, tmp_path / "kept"
    shutil.move(changed, kept)
    try:
        if (ROOT / file).is_file():
            shutil.copy(ROOT / file, changed)
        missing_steps = missing(checkout)
    finally:
        changed.unlink(missing_ok=True)
        shutil.move(kept, changed)
    assert any(sentence.startswith(file) and says in sentence for sentence in missing_steps), missing_steps


def test_its_own_test_passes_and_catches_a_wrong_rotation(checkout, tmp_path):
    """With the library's objects that it needs; the page changes none of their sources."""
    source = checkout / "src/speck/speck.c"

    def build_and_run(text: str) -> subprocess.CompletedProcess:
        (tmp_path / "speck.c").write_text(text)
        command = ["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-DNARAE_PORTABLE"]
        folders = [f"-I{checkout}/{name}" for name in ("src", "include", "tests/c")]
        own = [tmp_path / "speck.o", tmp_path / "test_speck.o"]
        call([*command, *folders, "-c", "-o", own[0], tmp_path / "speck.c"])
        if not own[1].exists():
            call(["gcc", *PORTABLE, *folders, "-c", "-o", own[1], checkout / "tests/c/test_speck.c"])
        call(["gcc", "-o", tmp_path / "test", *own, *needed("gcc", PORTABLE, own, library_sources("")), "-lcmocka"])
        return subprocess.run([tmp_path / "test"], capture_output=True, text=True)

    right = source.read_text()
    run = build_and_run(right)
    assert run.returncode == 0, run.stdout + run.stderr
    assert build_and_run(right.replace("rol32(y, 3)", "rol32(y, 5)")).returncode != 0


def preprocessed(checkout: Path, source: str, *folders: str) -> str:
    """A source of a binding, with adjacent strings joined."""
    include = [f"-I{folder}" for folder in (checkout / "include", *folders)]
    return re.sub(r'"\s*"', "", call(["gcc", "-E", "-P", *include, checkout / source]))


def test_the_bindings_have_it_by_the_list(checkout):
    provider = preprocessed(checkout, "bindings/openssl-provider/algorithms.c")
    assert {f"SPECK-128-{mode}" for mode in ("ECB", "CBC", "CTR", "CFB", "CFB8", "OFB")} <= set(
        re.findall(r'"(SPECK-[^"]*)"', provider)
    )
    modules = call([PRIVATE / "venv/bin/node", checkout / "bindings/wasm/build.mjs", "--help"])
    assert "speck" in modules.splitlines()[-1].split(", ")


def test_python_has_it(checkout, tmp_path):
    """The extension with the library's objects that it needs."""
    flags = [*PORTABLE, "-fPIC", "-DPy_LIMITED_API=0x030b0000"]
    include = [f"-I{checkout}/{name}" for name in ("src", "include")] + [f"-I{sysconfig.get_path('include')}"]
    folders = ("bindings/python/src/extension", "src/speck")
    sources = [source for folder in folders for source in sorted((checkout / folder).glob("*.c"))]
    own = [tmp_path / f"{source.stem}.o" for source in sources]
    for source, output in zip(sources, own, strict=True):
        call(["gcc", *flags, *include, "-c", source, "-o", output])
    package = tmp_path / "narae"
    shutil.copytree(checkout / "bindings/python/src/narae", package)
    library = needed("gcc", [*PORTABLE, "-fPIC"], own, library_sources(""))
    call(["gcc", "-shared", "-o", package / "_narae.abi3.so", *own, *library])
    code = "import narae; print(narae.SPECKCTR(bytes(16), bytes(8)).update(bytes(8)).hex())"
    model = "from spec.ciphers import speck; print(speck.encrypt(bytes(16), bytes(8)).hex())"
    assert call([sys.executable, "-c", code], cwd=tmp_path) == call([sys.executable, "-c", model], cwd=checkout)


@pytest.mark.deep
def test_every_test_of_the_page_passes(checkout):
    configure, build, run, _ = (line.split() for line in shell(1).splitlines())
    call([*configure, "-DNARAE_WERROR=ON", "--log-level=WARNING"], cwd=checkout)
    call([*build, "-j2"], cwd=checkout)
    call([*run, "-LE", "level", "-R", "speck|mode|ctr|cbc|cmac|bad_input|schedule|kernels"], cwd=checkout)


@pytest.mark.deep
def test_the_lab_measures_it(checkout):
    (checkout / ".narae").symlink_to(ROOT / ".narae")
    out = checkout / "rows.json"
    command = "-m lab bench --quick --no-peers --target uno --cipher speck --json"
    call([sys.executable, *command.split(), out], cwd=checkout)
    rows = [r for r in json.loads(out.read_text())["rows"] if r["cipher"] == "speck-64/128"]
    assert {r["mode"] for r in rows if r.get("cycles") and r["vectors"]} == {"block", "ctr", "cbc", "cmac"}
