# SPDX-License-Identifier: MIT
"""The npm package in bindings/wasm: its own tests in Node with vectors and without, its guide, Chromium."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from pathlib import Path

import pytest

from lab.paths import BUILD, CACHE, PRIVATE, ROOT
from tests.tools import call, skip_without

WASM = ROOT / "bindings/wasm"
NODE = PRIVATE / "venv/bin/node"
LIMIT = 100_000  # bytes of the module with everything, gzipped


def node(*words: str | Path, **more) -> str:
    return call([NODE, *words], **more)


@pytest.fixture(scope="session")
def dist() -> Path:
    skip_without("clang-14", "wasm-ld-14", "llvm-ar-14")
    folder = BUILD / "wasm/node_modules/narae"
    folder.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"CCACHE_DIR": str(CACHE / "wasm")}
    if shutil.which("ccache"):
        environment["NARAE_CCACHE"] = "1"
    node(WASM / "build.mjs", "--out", folder / "dist", env=environment)
    shutil.copy(WASM / "package.json", folder)
    return folder / "dist"


def run_tests(dist: Path, kernels: str, vectors: int) -> int:
    environment = os.environ | {"NARAE_DIST": str(dist), "NARAE_KERNELS": kernels, "NARAE_VECTORS": str(vectors)}
    files = sorted((WASM / "tests").glob("*.test.js"))
    said = node("--test", "--test-reporter=tap", *files, env=environment)
    return int(re.search(r"^# pass (\d+)$", said, re.MULTILINE)[1])


def test_vectors_and_promises_hold_with_vectors(dist):
    assert run_tests(dist, "simd128", 60) > 50


def test_vectors_and_promises_hold_without(dist):
    assert run_tests(dist, "scalar", 30) > 50


@pytest.mark.deep
@pytest.mark.parametrize("kernels", ["simd128", "scalar"])
def test_all_vectors_hold(dist, kernels):
    assert run_tests(dist, kernels, 100_000) > 50


def test_everything_is_small_and_a_part_is_smaller(dist):
    size = {f.stem: len(gzip.compress(f.read_bytes(), 9)) for f in dist.glob("*.js")}
    everything = size.pop("narae")
    assert everything < LIMIT
    assert len(size) == 11 and max(size.values()) < everything / 2


def test_the_modules_import_nothing(dist):
    for file in dist.glob("*.js"):
        text = file.read_text()
        assert not re.search(r"\bimport\b|\brequire\(|\bfetch\(|https?://", text), file.name


def test_the_guide_holds(dist):
    page = (ROOT / "docs/wasm.md").read_text() + (WASM / "README.md").read_text()
    blocks = re.findall(r"^```js\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 5
    strict = "console.assert = (holds, ...words) => { if (!holds) throw new Error(`not so: ${words}`); };\n"
    for name, parts in {"guide": blocks[:4], "readme": blocks[4:]}.items():
        script = dist.parents[2] / f"{name}.mjs"
        script.write_text(strict + "".join(parts))
        node(script)


def test_every_export_has_a_type(dist):
    declared = set(
        re.findall(r"^export (?:const|function|class) (\w+)", (dist / "narae.d.ts").read_text(), re.MULTILINE)
    )
    exported = set(re.search(r"^export \{ (.*) \};$", (dist / "narae.js").read_text(), re.MULTILINE)[1].split(", "))
    assert declared == exported
    for family in dist.glob("*.js"):
        assert family.with_suffix(".d.ts").exists()


def test_the_version_is_the_librarys():
    header = (ROOT / "include/narae/version.h").read_text()
    version = ".".join(re.search(rf"_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))
    assert json.loads((WASM / "package.json").read_text())["version"] == version
    assert f"narae-{version}.tgz" in (ROOT / "docs/wasm.md").read_text()


BROWSER = """
const hex = bytes => [...bytes].map(b => b.toString(16).padStart(2, "0")).join("");
const from = (length, first) => Uint8Array.from({ length }, (_, i) => first + i);
const key = from(16, 0), nonce = new Uint8Array(12), data = from(100000, 0);
const web = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
const expected = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, web, data));
const ours = await aes.gcm(key).encrypt(nonce, data);
const opened = lea.gcm(key).decryptSync(nonce, lea.gcm(key).encryptSync(nonce, data));
const block = lea.block(from(16, 0).map(i => 0x0f + 0x0f * i)).encryptSync(from(16, 0x10));
window.found = { kernels, same: hex(ours) === hex(expected), opened: hex(opened) === hex(data), block: hex(block) };
"""


@pytest.mark.parametrize("kernels", ["simd128", "scalar"])
def test_it_works_in_chromium_from_a_file(dist, tmp_path, kernels):
    """Next to WebCrypto, and with the vector of LEA's standard."""
    from tests.lab.browsing import browse

    module = re.sub(r"^export \{.*$", "", (dist / "narae.js").read_text(), flags=re.MULTILINE)
    page = tmp_path / "page.html"
    page.write_text(
        "<!doctype html><meta charset=utf-8><link rel=icon href=data:,>"
        f'<script>globalThis.NARAE_KERNELS = "{kernels}"</script><script type=module>{module}{BROWSER}</script>'
    )
    script = (
        "for (let i = 0; i < 100 && !window.found; i++) await new Promise(r => setTimeout(r, 100)); return window.found"
    )
    (seen,) = browse(page, {"script": script})
    assert seen.errors == []
    assert seen.result == {
        "kernels": kernels,
        "same": True,
        "opened": True,
        "block": "9fc84e3528c6c6185532c7a704648bfd",
    }
