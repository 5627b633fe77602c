# SPDX-License-Identifier: MIT
"""Packages: one cipher in one mode with one kernel, for use in another project.

`package()` creates the files as text, from the library's sources, its vectors and a measured row; `write()` writes them
to a folder.  lab/plan/implementations.py lists what can be packaged, the rows what was measured, and
lab/views/export/amalgamate.py finds the code needed."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from ...build import vectors
from ...errors import LabError
from ...paths import ROOT, shown
from ...plan import implementations
from ...plan.implementations import Implementation
from ...rows import MODE_OPERATIONS, Row, verdict, worth
from .. import advice
from . import calls
from .amalgamate import CHIPS, INCLUDE, VARIANTS, Amalgam, Choice, amalgamate

# PlatformIO's names of them, besides the Uno's.
PLATFORMS = {"hifive1": "sifive", "m0plus": "raspberrypi", "m3": "ststm32", "m4": "ststm32"}
FORMS = {"arduino": ("uno",), "platformio": ("uno", *PLATFORMS), "c": (), "cmake": ()}  # targets; none: any
MANIFEST = "EVIDENCE.json"
TEMPLATES = Path(__file__).parent / "templates"
DEMO_BYTES = 64
SMALL_CHIPS = {"most_bytes": 64, "most_field": 32, "budget": 1500}
LARGE_CHIPS = {"most_bytes": 256, "most_field": 64, "budget": 12000}


@dataclass(frozen=True)
class Request:
    cipher: str
    mode: str
    target: str
    form: str
    kernel: str = ""  # nothing: the fastest that may be taken everywhere
    small: bool = False


@dataclass(frozen=True)
class Package:
    name: str
    kernel: str
    row: Row
    files: dict[str, str]


WHOLE_BLOCKS = ("gcm", "gmac", "ccm", "xts", "kw")  # modes for blocks of 16 bytes alone


def find(request: Request) -> Implementation:
    """The library's own implementation, or what is wrong with the request."""
    everything = [
        i
        for i in implementations.discover()
        if i.in_library and i.kind == ("block" if i.mode == "block" else "message")
    ]
    cipher, mode = request.cipher, request.mode
    if cipher == "chacha20-poly1305":
        cipher, mode = "chacha20", "poly1305" if mode in ("", "aead", "poly1305") else mode
    if cipher == "chacha20" and mode == "aead":
        mode = "poly1305"
    mine = [i for i in everything if i.cipher == cipher]
    if not mine:
        names = list(dict.fromkeys(i.cipher for i in everything))
        meant = [n for n in names if letters(n).startswith(letters(cipher))] if cipher else []
        raise LabError(
            f"unknown cipher `{cipher}`; there {'is' if len(meant) == 1 else 'are'} {', '.join(meant or names)}"
        )
    if not mode and len({i.mode for i in mine}) > 1:
        raise LabError(f"specify --mode; {cipher} has {', '.join(i.mode for i in mine)}")
    found = next((i for i in mine if i.mode == (mode or i.mode)), None)
    if not found:
        known = ", ".join(i.mode for i in mine)
        if mode in WHOLE_BLOCKS and mine[0].block_bytes == 8:
            raise LabError(
                f"{cipher} has no mode `{mode}`: its blocks have 8 bytes, the mode requires 16; it has {known}"
            )
        if re.fullmatch("[a-z0-9]+", mode) and (ROOT / f"include/narae/{mode}.h").exists():
            how = f"the library has it, in narae/{mode}.h, but it is not measured; take include/ and src/ as they are"
            raise LabError(f"{cipher} {mode} makes no package: {how} (README, Copying). There are {known}")
        raise LabError(f"{cipher} has no mode `{mode}`; it has {known}")
    return found


def letters(name: str) -> str:
    """ "pipo-64/128" and "PIPO64-128" are the same."""
    return re.sub("[^a-z0-9]", "", name.lower())


def measured(rows: list[Row], i: Implementation, request: Request) -> tuple[str, list[Row]]:
    """The kernel to take, and its rows."""
    question = advice.Question(request.target, need="aead")
    boards = {r.target for r in rows}
    if request.target not in boards:
        raise LabError(f"unknown target `{request.target}`; there are {', '.join(sorted(boards))}")
    if FORMS[request.form] and request.target not in FORMS[request.form]:
        forms = [f for f, targets in FORMS.items() if not targets or request.target in targets]
        raise LabError(f"--as {request.form} is not for {request.target}; there are {', '.join(forms)}")
    mine = advice.candidates_of([r for r in rows if (r.cipher, r.mode) == (i.cipher, i.mode)], question)
    packed = [c for c in mine if c.kernel in kernels_packed(request.target)]
    there = [c for c in packed if c.cycles is not None]
    if not there:
        why = packed[0].disqualified["text"] if packed else "it was not measured there"
        raise LabError(f"{i.cipher} {i.mode} is not available for {request.target}: {why}")
    names = ", ".join(c.kernel for c in there)
    if request.kernel:
        chosen = next((c for c in packed if c.kernel == request.kernel), None)
        what = f"{i.cipher} {i.mode}"
        if not chosen:
            raise LabError(f"{what} has no kernel `{request.kernel}` for {request.target}; it has {names}")
        if chosen.cycles is None:
            why = chosen.disqualified["text"]
            raise LabError(f"{what} {request.kernel} is not available for {request.target}: {why}; use {names}")
    elif request.small:
        chosen = min((c for c in there if not c.kernel.endswith("-tables")), key=lambda c: (c.flash_bytes, c.ram_bytes))
    else:
        chosen = fastest(there)
    if chosen.disqualified.get("constraint") in ("flash", "ram"):
        raise LabError(
            f"{i.cipher} {i.mode} {chosen.kernel} does not fit {request.target}: {chosen.disqualified['text']}"
        )
    return chosen.kernel, chosen.rows


def kernels_packed(target: str) -> tuple[str, ...]:
    """What can be packed; all levels of a machine that selects at run time are one package."""
    facts = advice.board(target)
    return ("portable", *facts.get("kernels", []), *facts.get("levels", []))


def chip_of(kernel: str, target: str) -> str:
    if kernel in implementations.LEVELS:
        return "x86"
    family = "" if kernel == "portable" else kernel.partition("-")[0]
    return "thumb-v6m" if family == "thumb" and target == "m0plus" else family


def fastest(there: list[advice.Candidate]) -> advice.Candidate:
    """What a program takes by itself: of levels the highest."""
    levels = [c for c in there if c.kernel in implementations.LEVELS]
    if levels:
        return max(levels, key=lambda c: implementations.LEVELS.index(c.kernel))
    return advice.usual_kernel(there)


def headline(rows: list[Row], mode: str) -> Row:
    """The row that stands for the package: a message of 64 bytes, or what is nearest."""
    mine = [r for r in rows if r.operation == MODE_OPERATIONS[mode][0] and not r.ad_bytes and r.cycles is not None]
    return min(mine, key=lambda r: abs(r.bytes - DEMO_BYTES))


def name_of(i: Implementation) -> str:
    if i.block_bytes:
        family = i.folder.name
        return f"narae_{family}" + ("" if i.mode == "block" else f"_{i.mode}")
    return "narae_" + (i.cipher if i.mode != "poly1305" else f"{i.cipher}_poly1305").replace("-", "_")


def roots(i: Implementation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that a user calls, and the headers that declare them."""
    always: tuple[str, ...] = ("narae_wipe", "narae_status_text")
    if i.block_bytes:
        descriptor = i.define["BENCH_DESCRIPTOR"]
        always = (*always, *declared("narae/block_cipher.h"))
        if i.mode == "block":
            return (*always, descriptor, *declared(i.header, small=descriptor.endswith("_small"))), (i.header,)
        mode = f"narae/{i.mode}.h"
        return (*always, descriptor, *declared(mode)), (i.header, mode)
    if "BENCH_PREFIX" in i.define:
        prefix = i.define["BENCH_PREFIX"]
    elif i.folder.name == "ascon":
        prefix = "narae_ascon_hash256"
    elif i.folder.name == "lsh":
        prefix = f"narae_lsh{i.cipher.split('-')[1]}_"  # the family
    else:
        prefix = "narae_"
    return (*always, *(n for n in declared(i.header) if n.startswith(prefix))), (i.header,)


def declared(header: str, small: bool = False) -> list[str]:
    """The functions of a public header, without those for many messages at once."""
    names = re.findall(
        r"^(?:NARAE_MUST_CHECK int|void|size_t|const char \*)\s*(narae_\w+)\(",
        (INCLUDE / header).read_text(),
        re.MULTILINE,
    )
    return [n for n in names if not n.endswith("_batch") and ("_small" in n) == small]


def chosen(i: Implementation, kernel: str, target: str) -> tuple[Implementation, Choice, str]:
    """The implementation with the kernel's own definitions, what is taken, and the top of the header."""
    i = i.with_kernel(kernel) if kernel != "portable" else i
    names, headers = roots(i)
    variants = tuple(v for v in VARIANTS if f"-D{v}" in i.flags)
    family = chip_of(kernel, target)
    chip = CHIPS.get(family)
    elsewhere = f"({chip.elsewhere}) && " if chip else ""
    lines = [f"#if {elsewhere}!defined(NARAE_PORTABLE)\n#    define NARAE_PORTABLE\n#endif\n"]
    lines += [f"#ifndef {v}\n#    define {v}\n#endif\n" for v in variants]
    if i.block_bytes and i.mode != "block":
        schedule = i.define["BENCH_SCHEDULE_BYTES"]
        lines.append(f"#ifndef NARAE_MODE_SCHEDULE_BYTES\n#    define NARAE_MODE_SCHEDULE_BYTES {schedule}\n#endif\n")
    choice = Choice(name_of(i), names, headers, family, variants)
    return i, choice, "/* The chosen configuration; library and program must agree. */\n" + "".join(lines)


def package(request: Request, rows: list[Row], context: dict[str, Any], command: str) -> Package:
    i = find(request)
    kernel, mine = measured(rows, i, request)
    i, choice, settings = chosen(i, kernel, request.target)
    what = f"{i.cipher} {i.mode}" if i.mode not in ("hash", "stream", "aead") else i.cipher
    says = f"{what}, kernel `{kernel}`, for {request.target}"
    banner = f"/* SPDX-License-Identifier: MIT\n *\n * Narae {version()}: {says}.\n * Made by {command} */\n"
    amalgam = amalgamate(choice, banner, settings)
    row = headline(mine, i.mode)
    facts = facts_of(i, choice.name, request, what, kernel, row, command)
    files = layout(request.form, choice.name, amalgam, facts)
    files["LICENSE"] = (ROOT / "LICENSE").read_text()
    files["README.md"] = render("README.md", facts)
    evidence = {
        "about": f"what was measured of {says}",
        "row": row.as_dict(),
        "rows": [r.as_dict() for r in mine],
        "context": {k: v for k, v in context.items() if k != "provenances"},
        "sources": list(amalgam.parts),
        "files": {path: digest(text) for path, text in sorted(files.items())},
    }
    files[MANIFEST] = json.dumps(evidence, indent=1, ensure_ascii=False) + "\n"
    return Package(choice.name, kernel, row, files)


def version() -> str:
    text = (INCLUDE / "narae/version.h").read_text()
    return ".".join(re.findall(r"#define NARAE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def facts_of(
    i: Implementation, name: str, request: Request, what: str, kernel: str, row: Row, command: str
) -> dict[str, Any]:
    """What the templates know."""
    call = calls.of(i)
    limits = SMALL_CHIPS if request.target in ("uno", *PLATFORMS) else LARGE_CHIPS
    found = vectors.fitting(
        i, **{"most_bytes": limits["most_bytes"], "most_field": limits["most_field"], "budget": limits["budget"]}
    )
    if not found:
        raise LabError(f"vectors/ holds none for {i.cipher} {i.mode}")
    most = greatest(found, i)
    own = {"out": "out", "in": "in", "bytes": "bytes", "key": "key", "nonce": "nonce" if most["nonce"] else "NULL"}
    own |= {"nonce_bytes": "nonce_bytes" if most["nonce"] else "0", "ad": "ad", "ad_bytes": "ad_bytes"}
    own |= {"tag": "tag", "tag_bytes": "tag_bytes"}
    back = own | {"tag": "want_tag"}
    security = advice.security_of(i.cipher, i.mode, DEMO_BYTES)
    notes = [f"approved by {e['by'].upper()}: {e['standard']}" for e in security["certified"]]
    notes += [f"{e['note']} ({e['source']})" for e in security["notes"]]
    if "data_limit" in security:
        limit = security["data_limit"]
        notes.append(f"at most {limit['bytes_per_key']:,} bytes per key ({limit['source']})")
    if kernel.endswith("-tables"):
        notes.append("addresses depend on secrets: place constants in memory without a cache or wait states")
    elif "yes (table)" in verdict(row):
        notes.append("table addresses depend on secrets; on this chip, without a data cache, time does not")
    return {
        "name": name,
        "what": what,
        "target": request.target,
        "kernel": kernel,
        "kernel_says": kernel_says(kernel),
        "command": command,
        "version": version(),
        "mode": i.mode,
        "verb": call.verb,
        "row": row,
        "cycles": f"{row.cycles:,.0f}",
        "fidelity": worth(row),
        "schedule": bool(i.block_bytes) and i.mode != "block",
        "key_bits": 8 * i.key_bytes,
        "key_bytes": i.key_bytes,
        "block_bytes": i.block_bytes,
        "notes": notes,
        "count": len(found),
        "vector_source": ", ".join(f"vectors/{f}" for f in i.vector_folders),
        "vectors": c_bytes(found),
        "layout": "blocks, key, plaintext, ciphertext"
        if i.mode == "block"
        else "1 or, if it must be refused, 2; bytes of nonce, tag, ad and text (low, high); key, nonce, ad, text, tag",
        "most_text": max(most["text"], 1),
        "most_nonce": most["nonce"],
        "most_ad": max(most["ad"], 1),
        "most_tag": max(most["tag"], 1),
        "tag_bytes": call.tag_bytes,
        "has_text": call.has_text,
        "has_ad": call.has_ad,
        "opens": call.opens,
        "context": call.context,
        "init_call": call.init.format(key="key"),
        "seal_call": call.seal.format(**own),
        "open_call": call.open.format(**back),
        "open_call_out": call.open.format(**(back | {"in": "out"})),
        "demo": demo(call, i, timed=False),
        "demo_timed": demo(call, i, timed=True),
        "usage": usage(call, i, name),
    }


def kernel_says(kernel: str) -> str:
    if kernel == "portable":
        return "Portable C, the same on every chip."
    if kernel in implementations.LEVELS:
        return (
            "The package has all kernels for x86-64, selects the fastest that the processor supports at run time, and "
            "was measured with this one. On other chips, and compiled as C++, it is portable C."
        )
    if kernel == "neon":
        return (
            "The package has all kernels for ARMv8-A and selects the fastest that the processor supports at run time. "
            "On other chips, and compiled as C++, it is portable C."
        )
    forms = {"small": ", the small form", "ram": ", S-boxes in RAM", "tables": ", with tables"}
    form = forms.get(kernel.partition("-")[2], "")
    return f"Assembly for this chip{form}; portable C on other chips."


def greatest(found: list[bytes], i: Implementation) -> dict[str, int]:
    """The longest field of each kind, for the buffers of the self-test."""
    if i.mode == "block":
        return {"text": max(v[0] for v in found) * i.block_bytes, "nonce": 0, "ad": 0, "tag": 0}
    return {
        "nonce": max(v[1] for v in found),
        "tag": max(v[2] for v in found),
        "ad": max(v[3] for v in found),
        "text": max(v[4] | v[5] << 8 for v in found),
    }


def c_bytes(found: list[bytes]) -> str:
    rows = [*found, b"\0"]
    lines = []
    for row in rows:
        for at in range(0, len(row), 20):
            lines.append("    " + ", ".join(f"{b:d}" for b in row[at : at + 20]) + ",")
    return "\n".join(lines) + "\n"


def declarations(call: calls.Calls, i: Implementation, size: int) -> list[str]:
    lines = []
    if i.key_bytes:
        lines.append(f"static const uint8_t key[{i.key_bytes}] = {{1}};")
    if call.nonce_bytes:
        lines.append(f"static const uint8_t nonce[{call.nonce_bytes}] = {{2}};")
    lines.append(f"static uint8_t text[{size}];")
    if call.tag_bytes:
        lines.append(f"uint8_t tag[{call.tag_bytes}];")
    if call.context:
        lines.append(call.context + ";")
    return lines


def places(call: calls.Calls) -> dict[str, str]:
    return {
        "out": "text",
        "in": "text",
        "bytes": "sizeof text",
        "key": "key",
        "nonce": "nonce",
        "nonce_bytes": "sizeof nonce" if call.nonce_bytes else "0",
        "ad": "NULL",
        "ad_bytes": "0",
        "tag": "tag",
        "tag_bytes": "sizeof tag",
    }


def demo(call: calls.Calls, i: Implementation, timed: bool) -> str:
    """One message, for an example; `took` is in microseconds."""
    lines = declarations(call, i, DEMO_BYTES)
    lines += [f"int status = {call.init.format(key='key')};" if call.init else "int status = NARAE_OK;", ""]
    lines += ["const unsigned long start = micros();"] if timed else []
    lines += ["if (status == NARAE_OK)", f"    status = {call.seal.format(**places(call))};"]
    lines += ["const unsigned long took = micros() - start;"] if timed else []
    lines += [call.clear + ";"] if call.clear else []
    return "\n".join("    " + line if line else "" for line in lines)


def usage(call: calls.Calls, i: Implementation, name: str) -> str:
    """The same for the readme."""
    lines = [f'#include "{name}.h"', "", *declarations(call, i, DEMO_BYTES)]
    lines += [f"if ({call.init.format(key='key')} != NARAE_OK)", "    return -1;"] if call.init else []
    lines += [f"int status = {call.seal.format(**places(call))};"]
    if call.opens and call.tag_bytes:
        lines += [f"status = {call.open.format(**places(call))}; /* NARAE_OK, or forged */"]
    lines += [call.clear + ";"] if call.clear else []
    return "\n".join(lines)


def render(template: str, facts: dict[str, Any]) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    text = environment.get_template(f"{template}.j2").render(facts)
    return re.sub(r"\n{3,}", "\n\n", text)


def layout(form: str, name: str, amalgam: Amalgam, facts: dict[str, Any]) -> dict[str, str]:
    """Which file lies where in each form."""
    header, source, selftest = f"{name}.h", f"{name}.c", f"{name}_selftest.h"
    if form == "c":
        facts["use"] = (
            f"Copy `{source}` and `{header}`, and compile the source with your program: C99 and later, or C++17."
        )
        example = render("example.c", facts | {"include": f"../{header}", "selftest_include": selftest})
        test = render("selftest.h", facts).replace(f'#include "{header}"', f'#include "../{header}"')
        return {
            header: amalgam.header,
            source: amalgam.source,
            "example/example.c": example,
            f"example/{selftest}": test,
        }
    if form == "cmake":
        facts["use"] = (
            f"`cmake -B build && cmake --build build && cmake --install build`, then `find_package({name})` and "
            f"`target_link_libraries(app PRIVATE {name}::{name})`."
        )
        return {
            "CMakeLists.txt": render("CMakeLists.txt", facts),
            f"include/{header}": amalgam.header,
            f"src/{source}": amalgam.source,
            "example/example.c": render("example.c", facts | {"include": header, "selftest_include": selftest}),
            f"example/{selftest}": render("selftest.h", facts),
        }
    common = {
        f"src/{header}": amalgam.header,
        f"src/{source}": amalgam.source,
        f"src/{selftest}": render("selftest.h", facts),
    }
    sketch = render("example.ino", facts | {"demo": facts["demo_timed"]})
    if form == "arduino":
        facts["use"] = "Put this folder into `libraries/` of your sketchbook; the example is under File, Examples."
        return common | {
            "library.properties": library_properties(name, facts),
            "keywords.txt": keywords(amalgam.header),
            "examples/selftest/selftest.ino": sketch,
        }
    facts["use"] = "Put this folder into `lib/` of your project, or name its path in `lib_deps`."
    examples = {"examples/selftest/selftest.ino": sketch}
    if facts["target"] != "uno":
        text = render("example.c", facts | {"include": header, "selftest_include": selftest})
        examples = {"examples/selftest/main.c": text}
    return common | {"library.json": library_json(name, facts), **examples}


def library_properties(name: str, facts: dict[str, Any]) -> str:
    row = facts["row"]
    lines = {
        "name": name,
        "version": facts["version"],
        "author": "Narae",
        "maintainer": "Narae",
        "sentence": f"{facts['what']} in constant time, kernel {facts['kernel']}.",
        "paragraph": f"{facts['cycles']} cycles for {row.bytes} bytes, {row.flash_bytes} bytes of flash.",
        "category": "Communication",
        "url": "",
        "architectures": "avr",
        "includes": f"{name}.h",
        "license": "MIT",
    }
    return "".join(f"{key}={value}\n" for key, value in lines.items())


def keywords(header: str) -> str:
    functions = dict.fromkeys(re.findall(r"^(?:NARAE_MUST_CHECK int|void)\s+(narae_\w+)\(", header, re.MULTILINE))
    types = dict.fromkeys(re.findall(r"^}\s*(narae_\w+);", header, re.MULTILINE))
    return "".join(f"{n}\tKEYWORD1\n" for n in types) + "".join(f"{n}\tKEYWORD2\n" for n in functions)


def library_json(name: str, facts: dict[str, Any]) -> str:
    platform = PLATFORMS.get(facts["target"], "atmelavr")
    document = {
        "name": name,
        "version": facts["version"],
        "description": f"{facts['what']} in constant time, kernel {facts['kernel']}",
        "keywords": ["cipher", "cryptography", facts["what"].split()[0]],
        "license": "MIT",
        "frameworks": "*",
        "platforms": [platform],
        "headers": f"{name}.h",
    }
    return json.dumps(document, indent=2) + "\n"


def check_folder(out: Path, force: bool) -> None:
    """Refuses, before any work is done, a folder that would be overwritten or cannot be written."""
    if out.is_symlink() and not out.exists():
        raise LabError(f"{out} is a dangling link; choose another folder")
    if out.exists() and not out.is_dir():
        raise LabError(f"{out} exists and is not a folder; choose another one")
    if out.is_dir() and any(out.iterdir()) and not force:
        raise LabError(f"{out} is not empty; nothing was written. Choose another folder, or add --force")
    place = out
    while not place.exists():
        place = place.parent
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        raise LabError(f"{out} cannot be written: no permission for {shown(place)}")


def write(files: dict[str, str], out: Path) -> None:
    """A new folder gets all of it in one step; an empty one stays the same folder, it may be a link or where somebody
    stands.  In another one each file is replaced in one step, and what an earlier package left there goes if nobody
    has changed it since; what is not a package's own is never touched."""
    try:
        is_new = not out.exists()
        if is_new or not any(out.iterdir()):
            place = out.parent if is_new else out
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=place, prefix=".narae.") as fresh:
                whole = Path(fresh) / "package"
                for path, text in files.items():
                    put(whole / path, text)
                for entry in [whole] if is_new else sorted(whole.iterdir(), key=lambda e: e.name == MANIFEST):
                    os.replace(entry, out if is_new else out / entry.name)
            return
        earlier = manifest(out)
        for path, text in files.items():
            if path != MANIFEST:
                put(out / path, text)
        for path, was in earlier.items():
            old = out / path
            if path not in files and not old.is_symlink() and old.is_file() and digest(old.read_text()) == was:
                old.unlink()
        put(out / MANIFEST, files[MANIFEST])
    except (OSError, UnicodeDecodeError) as error:
        raise LabError(f"{out} could not be written: {error}") from error


def manifest(out: Path) -> dict[str, str]:
    """What an earlier package says that it put there."""
    try:
        found = json.loads((out / MANIFEST).read_text())["files"]
        return {p: h for p, h in found.items() if isinstance(h, str) and ".." not in Path(p).parts and p[:1] != "/"}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(fresh, 0o644)
        os.replace(fresh, path)
    except BaseException:
        os.unlink(fresh)
        raise
