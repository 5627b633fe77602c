# SPDX-License-Identifier: MIT
"""Packages: one cipher in one mode with one kernel, for use in another project.

`package()` creates the files as text, from the library's sources, its vectors and a measured row; `write()` writes them
to a folder.  lab/plan/implementations.py lists what can be packaged, the rows what was measured, and
lab/export/amalgamate.py finds the code needed."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import statistics
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..build import vectors
from ..errors import NO_SPACE, LabError
from ..paths import ROOT, shown
from ..plan import implementations, parse
from ..plan.derived import MEASURED_AS, OF_BLOCK, OF_HASH, WHOLE_BLOCKS
from ..plan.implementations import Implementation
from ..plan.names import alike, hint
from ..rows import MODE_OPERATIONS, Row, fidelity_text, unit, verdict
from ..views import advice
from . import calls
from .amalgamate import CHIPS, INCLUDE, VARIANTS, Amalgam, Choice, amalgamate

# PlatformIO's names of them, besides the Uno's.
PLATFORMS = {"hifive1": "sifive", "m0plus": "raspberrypi", "m3": "ststm32", "m4": "ststm32", "m33": "raspberrypi"}
# Arduino's names of the architectures of its cores.
ARCHITECTURES = {"uno": "avr", "m0plus": "rp2040", "m33": "rp2040"}
FORMS = {"arduino": (*ARCHITECTURES,), "platformio": ("uno", *PLATFORMS), "c": (), "cmake": ()}  # targets; none: any
MANIFEST = "EVIDENCE.json"
TEMPLATES = Path(__file__).parent / "templates"
# What the context of a hash takes, if it is smaller than the largest: a package has space for that alone.
CONTEXTS = {
    "sha-256": "NARAE_SHA256_CONTEXT_BYTES",
    "sha-512": "sizeof(narae_sha2)",
    "sha3-256": "sizeof(narae_sha3)",
    "lsh-256-256": "sizeof(narae_lsh256)",
}
SMALL_CHIPS = {"max_bytes": 64, "max_field": 32, "budget": 1500}
LARGE_CHIPS = {"max_bytes": 256, "max_field": 64, "budget": 12000}


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
    is_derived: bool = False  # the row is that of what it is built on


def find(request: Request) -> Implementation:
    """The library's implementation, measured or not; or an error about the request."""
    everything = [
        i
        for i in implementations.discover()
        if i.in_library and i.kind == (i.mode if i.mode in ("block", "masked") else "message")
    ]
    cipher, mode = request.cipher, request.mode
    if cipher == "chacha20-poly1305":
        cipher, mode = "chacha20", "poly1305" if mode in ("", "aead", "poly1305") else mode
    if cipher == "chacha20" and mode == "aead":
        mode = "poly1305"
    by_mode = {i.mode: i for i in everything if i.cipher == cipher}
    by_mode |= {m: i for m in calls.CALLS if m not in by_mode and (i := unmeasured(cipher, m, everything))}
    if not by_mode:
        ciphers = list(dict.fromkeys([*(i.cipher for i in everything), *MEASURED_AS]))
        meant = alike(cipher, ciphers)
        raise LabError(
            hint(cipher)
            or f"unknown cipher `{cipher}`; there {'is' if len(meant) == 1 else 'are'} {', '.join(meant or ciphers)}"
        )
    if not mode:
        usual = [m for m, i in by_mode.items() if not i.in_shares]
        if len(usual) > 1 and "hash" not in usual:
            raise LabError(f"specify --mode; {cipher} has {', '.join(by_mode)}")
        mode = "hash" if "hash" in usual else usual[0]
    result = by_mode.get(mode)
    if not result:
        modes = ", ".join(by_mode)
        if mode in WHOLE_BLOCKS and next(iter(by_mode.values())).block_bytes == 8:
            raise LabError(
                f"{cipher} has no mode `{mode}`: its blocks have 8 bytes, the mode requires 16; it has {modes}"
            )
        raise LabError(f"{cipher} has no mode `{mode}`; it has {modes}")
    if mode == "masked":  # whose vectors are those of its CTR
        only = {"nonce": [result.block_bytes]}
        return replace(result, kind="message", vector_name=(cipher, "ctr"), only=only)
    return result


def unmeasured(cipher: str, mode: str, everything: list[Implementation]) -> Implementation | None:
    """A mode that the lab does not measure, on a block cipher or on a hash."""
    call = calls.CALLS[mode]
    block = next((i for i in everything if (i.cipher, i.mode) == (cipher, "block")), None)
    hashed = next((i for i in everything if (i.cipher, i.mode) == (MEASURED_AS.get(cipher), "hash")), None)
    if block and (mode in OF_BLOCK or mode in WHOLE_BLOCKS) and (block.block_bytes == 16 or mode not in WHOLE_BLOCKS):
        key_bytes = block.key_bytes * (2 if mode == "xts" else 1)
        implementation = replace(
            block, kind="message", vector_folders=(call.vectors,) if call.vectors else block.vector_folders
        )
    elif hashed and (mode in OF_HASH or mode == "hash"):
        folders = (call.vectors,) if call.vectors else hashed.vector_folders
        matching_vectors = [v for f in folders for v in vectors.load(f) if (v.cipher, v.mode) == (cipher, mode)]
        key_bytes = statistics.mode(len(v.key) for v in matching_vectors)
        define = {"BENCH_DESCRIPTOR": f"narae_{hash_name(cipher)}", "BENCH_DIGEST_BYTES": digest_bytes(cipher)}
        implementation = replace(hashed, cipher=cipher, vector_folders=folders, define=define)
    else:
        return None
    only = {"iterations": [int(calls.OF_VECTORS)]} if mode == "pbkdf2" else {}
    return replace(implementation, mode=mode, vector_name=(cipher, mode), key_bytes=key_bytes, only=only)


def hash_name(cipher: str) -> str:
    """ "sha-512/256" is sha512_256 in C, "sha3-256" sha3_256."""
    return re.sub("[-/]", "_", re.sub("^(sha|lsh)-", r"\1", cipher))


def digest_bytes(cipher: str) -> str:
    return str(int(re.split("[-/]", cipher)[-1]) // 8)


def bases_of(i: Implementation) -> list[tuple[str, str]]:
    """The measured ciphers and modes that it is built on, in the order of preference."""
    if not i.block_bytes:
        return [(MEASURED_AS.get(i.cipher, i.cipher), "hash")]
    return [*([(i.cipher, "gcm")] if i.mode == "gmac" else []), (i.cipher, "block")]


def measured(rows: list[Row], i: Implementation, request: Request) -> tuple[str, list[Row]]:
    """The kernel, and its rows: where it was not measured, those of its base."""
    question = advice.Question(request.target, need="aead")
    boards = {r.target for r in rows}
    if request.target not in boards:
        raise LabError(f"unknown target `{request.target}`; there are {', '.join(sorted(boards))}")
    if FORMS[request.form] and request.target not in FORMS[request.form]:
        forms = [f for f, targets in FORMS.items() if not targets or request.target in targets]
        raise LabError(f"--as {request.form} is not for {request.target}; there are {', '.join(forms)}")
    rows_of_bases = (
        [r for r in rows if (r.target, r.cipher, r.mode) == (request.target, *name)]
        for name in ((i.cipher, i.mode), *bases_of(i))
    )
    candidates = advice.candidates_of(next(filter(None, rows_of_bases), []), question)
    kernels = [k for k in advice.kernels_packed(request.target) if chip_of(k, request.target) in ("", *CHIPS)]
    packed = [c for c in candidates if c.kernel in kernels]
    available = [c for c in packed if c.cycles is not None]
    if not available:
        reason = packed[0].disqualified["text"] if packed else "it was not measured there"
        if candidates and not packed:
            names = ", ".join(dict.fromkeys(c.kernel for c in candidates))
            reason = f"export packs no kernel {names}; the whole library contains it (README.md, The library)"
        raise LabError(f"{i.cipher} {i.mode} is not available for {request.target}: {reason}")
    names = ", ".join(c.kernel for c in available)
    if request.kernel:
        chosen = next((c for c in packed if c.kernel == request.kernel), None)
        name = f"{i.cipher} {i.mode}"
        if not chosen:
            raise LabError(f"{name} has no kernel `{request.kernel}` for {request.target}; it has {names}")
        if chosen.cycles is None:
            reason = chosen.disqualified["text"]
            raise LabError(f"{name} {request.kernel} is not available for {request.target}: {reason}; use {names}")
    elif request.small:
        usual = [c for c in available if not c.kernel.endswith("-tables")]
        chosen = min(usual or available, key=lambda c: (c.flash_bytes, c.ram_bytes))
    else:
        chosen = advice.default_kernel(available)
    if chosen.disqualified.get("constraint") in ("flash", "ram"):
        raise LabError(
            f"{i.cipher} {i.mode} {chosen.kernel} does not fit {request.target}: {chosen.disqualified['text']}"
        )
    return chosen.kernel, chosen.rows


def chip_of(kernel: str, target: str) -> str:
    if kernel in implementations.LEVELS:
        return "x86"
    family = "" if kernel == "portable" else kernel.partition("-")[0]
    return "thumb-v6m" if family == "thumb" and target == "m0plus" else family


def headline(rows: list[Row]) -> Row:
    """The row that represents the package: a 64-byte message, or the closest size."""
    candidates = [
        r for r in rows if r.operation == MODE_OPERATIONS[r.mode][0] and not r.ad_bytes and r.cycles is not None
    ]
    return min(candidates, key=lambda r: abs(r.bytes - advice.USUAL_BYTES))


def name_of(i: Implementation) -> str:
    if i.block_bytes:
        family = i.folder.name
        return f"narae_{family}" + ("" if i.mode == "block" else f"_{i.mode}").replace("-", "_")
    if i.in_shares:
        return f"narae_{i.cipher}_masked".replace("-", "_")
    if "BENCH_DESCRIPTOR" in i.define:
        return f"narae_{hash_name(i.cipher)}" + ("" if i.mode == "hash" else f"_{i.mode}").replace("-", "_")
    return "narae_" + (i.cipher if i.mode != "poly1305" else f"{i.cipher}_poly1305").replace("-", "_")


def roots(i: Implementation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names that a user calls, and the headers that declare them."""
    always: tuple[str, ...] = (*declared("narae/wipe.h"), "narae_status_text")
    if i.in_shares:
        names = [n for n in declared(i.header) if re.match(calls.of(i).functions, n)]
        return (*always, *filter(None, [i.define.get("BENCH_DESCRIPTOR")]), *names), (i.header,)
    if i.block_bytes:
        descriptor = i.define["BENCH_DESCRIPTOR"]
        always = (*always, *declared("narae/block_cipher.h"))
        if i.mode == "block":
            return (*always, descriptor, *declared(i.header, small=descriptor.endswith("_small"))), (i.header,)
    if "BENCH_DESCRIPTOR" in i.define:
        call = calls.of(i)
        mode = call.header or f"narae/{i.mode}.h"
        names = [n for n in declared(mode) if re.match(call.functions, n)]
        return (*always, i.define["BENCH_DESCRIPTOR"], *names), (i.header, mode)
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
    """The implementation with the kernel's own definitions, the choice of sources, and the top of the header."""
    i = i.with_kernel(kernel) if kernel != "portable" else i
    names, headers = roots(i)
    variants = tuple(v for v in VARIANTS if f"-D{v}" in i.flags)
    family = chip_of(kernel, target)
    chip = CHIPS.get(family)
    elsewhere = f"({chip.elsewhere}) && " if chip else ""
    lines = [f"#if {elsewhere}!defined(NARAE_PORTABLE)\n#    define NARAE_PORTABLE\n#endif\n"]
    if i.in_shares:
        lines.append(
            '#ifdef NARAE_PORTABLE\n#    error "shares require a kernel, and this chip has none here"\n#endif\n'
        )
    lines += [f"#ifndef {v}\n#    define {v}\n#endif\n" for v in variants]
    if has_schedule(i):
        schedule = i.define["BENCH_SCHEDULE_BYTES"]
        lines.append(f"#ifndef NARAE_MODE_SCHEDULE_BYTES\n#    define NARAE_MODE_SCHEDULE_BYTES {schedule}\n#endif\n")
    elif "BENCH_DESCRIPTOR" in i.define and not i.block_bytes and (context := CONTEXTS.get(bases_of(i)[0][0])):
        lines.append(f"#ifndef NARAE_HASH_CONTEXT_BYTES\n#    define NARAE_HASH_CONTEXT_BYTES {context}\n#endif\n")
    choice = Choice(name_of(i), names, headers, family, variants)
    return i, choice, "/* The chosen configuration; library and program must agree. */\n" + "".join(lines)


def package(request: Request, rows: list[Row], context: dict[str, Any], command: str) -> Package:
    i = find(request)
    kernel, package_rows = measured(rows, i, request)
    i, choice, settings = chosen(i, kernel, request.target)
    name = f"{i.cipher} {i.mode}" if i.mode not in ("hash", "stream", "aead") else i.cipher
    description = f"{name}, kernel `{kernel}`, for {request.target}"
    banner = f"/* SPDX-License-Identifier: MIT\n *\n * Narae {version()}: {description}.\n * Made by {command} */\n"
    amalgam = amalgamate(choice, banner, settings)
    row = headline(package_rows)
    facts = facts_of(i, choice.name, request, name, kernel, row, command)
    files = layout(request.form, choice.name, amalgam, facts)
    files["LICENSE"] = (ROOT / "LICENSE").read_text()
    files["README.md"] = render("README.md", facts)
    evidence = {
        "about": f"what was measured of {description}{facts['built_on'] and ', which is built on it'}",
        "row": row.as_dict(),
        "rows": [r.as_dict() for r in package_rows],
        "context": {k: v for k, v in context.items() if k != "provenances"},
        "sources": list(amalgam.parts),
        "files": {path: digest(text) for path, text in sorted(files.items())},
    }
    files[MANIFEST] = json.dumps(evidence, indent=1, ensure_ascii=False) + "\n"
    return Package(choice.name, kernel, row, files, bool(facts["built_on"]))


def has_schedule(i: Implementation) -> bool:
    """Do its contexts hold a schedule of the longest key?"""
    return bool(i.block_bytes) and i.mode != "block" and not i.in_shares


def version() -> str:
    text = (INCLUDE / "narae/version.h").read_text()
    return ".".join(re.findall(r"#define NARAE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def facts_of(
    i: Implementation, name: str, request: Request, algorithm: str, kernel: str, row: Row, command: str
) -> dict[str, Any]:
    """The values for the templates."""
    call = calls.of(i)
    limits = SMALL_CHIPS if request.target in ("uno", *PLATFORMS) else LARGE_CHIPS
    vector_bytes = vectors.fitting(
        i, **{"max_bytes": limits["max_bytes"], "max_field": limits["max_field"], "budget": limits["budget"]}
    )
    if not vector_bytes:
        raise LabError(f"vectors/ holds none for {i.cipher} {i.mode}")
    most = greatest(vector_bytes, i)
    own = {"out": "out", "in": "in", "bytes": "bytes", "key": "key", "nonce": "nonce" if most["nonce"] else "NULL"}
    own |= {"nonce_bytes": "nonce_bytes" if most["nonce"] else "0", "ad": "ad", "ad_bytes": "ad_bytes"}
    own |= {"tag": "tag", "tag_bytes": "tag_bytes", "iterations": calls.OF_VECTORS}
    wraps = i.mode in ("kw", "kwp")  # unwrapping writes where the text was
    back = own | {"tag": "want_tag"}
    security = advice.security_of(i.cipher, i.mode, advice.USUAL_BYTES)
    notes = [f"approved by {e['by'].upper()}: {e['standard']}" for e in security["certified"]]
    notes += [f"{e['note']} ({e['source']})" for e in security["notes"]]
    if "data_limit" in security:
        limit = security["data_limit"]
        notes.append(f"at most {limit['bytes_per_key']:,} bytes per key ({limit['source']})")
    if kernel.endswith("-tables"):
        notes.append("addresses depend on secrets: place constants in memory without a cache or wait states")
    elif i.in_shares:
        notes.append(
            f"secrets are in two shares; `./narae leak`, order one: {row.leakage or 'not checked'}, in a model of the "
            "chip that leaves out glitches, neighbouring wires and the chip itself (docs/explanation/leakage.md)"
        )
        notes.append(f"fill in the random source, `{name}_random.h`: with predictable masks shares hide nothing")
    elif "yes (table)" in verdict(row):
        notes.append("table addresses depend on secrets; on this chip, without a data cache, time does not")
    return {
        "name": name,
        "what": algorithm,
        "target": request.target,
        "kernel": kernel,
        "kernel_text": kernel_text(kernel),
        "command": command,
        "version": version(),
        "mode": i.mode,
        "verb": call.verb,
        "measured": call.verb if row.mode == i.mode else f"{row.cipher} {row.mode}",
        "built_on": "" if row.mode == i.mode else f"{row.cipher} {row.mode}",
        "row": row,
        "cycles": f"{row.cycles:,.0f} {unit(row)}",
        "fidelity": fidelity_text(row),
        "schedule": has_schedule(i),
        "in_shares": i.in_shares,
        "key_bits": 8 * i.key_bytes,
        "key_bytes": i.key_bytes,
        "block_bytes": i.block_bytes,
        "notes": notes,
        "count": len(vector_bytes),
        "vector_source": ", ".join(f"vectors/{f}" for f in i.vector_folders),
        "vectors": c_bytes(vector_bytes),
        "layout": "blocks, key, plaintext, ciphertext"
        if i.mode == "block"
        else "1 or, if it must be refused, 2; bytes of nonce, tag, ad and text (low, high); key, nonce, ad, text, tag",
        "unreadable": f"head[0] - 1u > 1 || head[1] > {most['nonce']} || head[2] > {most['tag']} "
        f"|| head[3] > {most['ad']} || bytes > {most['text']}",
        "max_text": max(most["text"], most["tag"] if wraps else 1, 1),
        "max_nonce": most["nonce"],
        "max_ad": max(most["ad"], 1),
        "max_tag": max(most["tag"], 1),
        "tag_bytes": call.tag_bytes,
        "has_text": call.has_text,
        "has_ad": call.has_ad,
        "opens": bool(call.open),
        "context": call.context.format(**own),
        "init_call": call.init.format(**own),
        "seal_call": call.seal.format(**own),
        "open_call": call.open.format(**back),
        "open_call_out": call.open.format(**(back | {"in": "out"})),
        "subject": places(call)["in" if call.has_message else "tag"],
        "demo": demo(call, i, timed=False),
        "demo_timed": demo(call, i, timed=True),
        "usage": usage(call, i, name),
    }


def kernel_text(kernel: str) -> str:
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
    if kernel.endswith(implementations.MASKED):
        return "Assembly for this chip, with secrets in two shares; there is none for other chips."
    form = forms.get(kernel.partition("-")[2], "")
    return f"Assembly for this chip{form}; portable C on other chips."


def greatest(vector_bytes: list[bytes], i: Implementation) -> dict[str, int]:
    """The longest field of each kind, for the buffers of the self-test."""
    if i.mode == "block":
        return {"text": max(v[0] for v in vector_bytes) * i.block_bytes, "nonce": 0, "ad": 0, "tag": 0}
    return {
        "nonce": max(v[1] for v in vector_bytes),
        "tag": max(v[2] for v in vector_bytes),
        "ad": max(v[3] for v in vector_bytes),
        "text": max(v[4] | v[5] << 8 for v in vector_bytes),
    }


def c_bytes(vector_bytes: list[bytes]) -> str:
    lines = []
    for row in vector_bytes:
        for at in range(0, len(row), 20):
            lines.append("    " + ", ".join(f"{b:d}" for b in row[at : at + 20]) + ",")
    return "\n".join(lines) + "\n"


def declarations(call: calls.Calls, i: Implementation, size: int, code: list[str]) -> list[str]:
    """Of the variables that the code uses."""
    at, lines = places(call), []
    if i.key_bytes:
        lines.append(f"static const uint8_t {at['key']}[{i.key_bytes}] = {{1}};")
    if call.nonce_bytes:
        lines.append(f"static const uint8_t {at['nonce']}[{call.nonce_bytes}] = {{2}};")
    if call.has_message:
        lines.append(f"static uint8_t {at['in']}[{size}];")
    if call.tag_bytes:
        lines.append(f"uint8_t {at['tag']}[{call.tag_bytes}];")
    if call.context:
        declared = call.context.format(**at).split("; ")
        lines += [f"{d};" for d in declared if d != calls.WRITTEN or "&written" in "".join(code)]
    return lines


def places(call: calls.Calls) -> dict[str, str]:
    names = {n: call.names.get(n, n) for n in ("text", "key", "nonce", "tag")}
    return {
        "out": names["text"],
        "in": names["text"],
        "bytes": f"sizeof {names['text']}",
        "key": names["key"],
        "nonce": names["nonce"],
        "nonce_bytes": f"sizeof {names['nonce']}" if call.nonce_bytes else "0",
        "ad": "NULL",
        "ad_bytes": "0",
        "tag": names["tag"],
        "tag_bytes": f"sizeof {names['tag']}",
        "iterations": calls.OF_EXAMPLES,
    }


def demo(call: calls.Calls, i: Implementation, timed: bool) -> str:
    """One message, for an example; `took` is in microseconds."""
    lines = [f"int status = {call.init.format(**places(call))};" if call.init else "int status = NARAE_OK;", ""]
    lines += ["const unsigned long start = micros();"] if timed else []
    lines += ["if (status == NARAE_OK)", f"    status = {call.seal.format(**places(call))};"]
    lines += ["const unsigned long took = micros() - start;"] if timed else []
    lines += [call.clear + ";"] if call.clear else []
    lines = [*declarations(call, i, advice.USUAL_BYTES, lines), *lines]
    return "\n".join("    " + line if line else "" for line in lines)


def usage(call: calls.Calls, i: Implementation, name: str) -> str:
    """The same for the readme."""
    lines = [f"if ({call.init.format(**places(call))} != NARAE_OK)", "    return -1;"] if call.init else []
    lines += [f"int status = {call.seal.format(**places(call))};"]
    if call.open and call.tag_bytes:
        lines += [f"status = {call.open.format(**places(call))}; /* NARAE_OK, or forged */"]
    lines += [call.clear + ";"] if call.clear else []
    source = [f'#include "{name}_random.h"'] if i.in_shares else []
    return "\n".join([f'#include "{name}.h"', *source, "", *declarations(call, i, advice.USUAL_BYTES, lines), *lines])


def render(template: str, facts: dict[str, Any]) -> str:
    import jinja2  # here, because loading it takes long

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
            f"Copy `{source}` and `{header}`, and compile the source with your program: C99 and later, or C++17. With "
            "`-ffunction-sections -fdata-sections` and `-Wl,--gc-sections` what you do not call takes no memory."
        )
        example = render("example.c", facts | {"include": f"../{header}", "selftest_include": selftest})
        files = beside_example(name, facts)
        return {
            header: amalgam.header,
            source: amalgam.source,
            "example/example.c": example,
            **{f"example/{n}": t.replace(f'#include "{header}"', f'#include "../{header}"') for n, t in files.items()},
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
            **{f"example/{n}": text for n, text in beside_example(name, facts).items()},
        }
    common = {
        f"src/{header}": amalgam.header,
        f"src/{source}": amalgam.source,
        **{f"src/{n}": text for n, text in beside_example(name, facts).items()},
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


def beside_example(name: str, facts: dict[str, Any]) -> dict[str, str]:
    """The self-test and, for secrets in shares, a source of random bytes to fill in."""
    files = {f"{name}_selftest.h": render("selftest.h", facts)}
    return files | ({f"{name}_random.h": render("random.h", facts)} if facts["in_shares"] else {})


def library_properties(name: str, facts: dict[str, Any]) -> str:
    row = facts["row"]
    lines = {
        "name": name,
        "version": facts["version"],
        "author": "Narae",
        "maintainer": "Narae",
        "sentence": f"{facts['what']} in constant time, kernel {facts['kernel']}.",
        "paragraph": f"{facts['measured']}: {facts['cycles']} for {row.bytes} bytes, {row.flash_bytes} bytes of flash.",
        "category": "Communication",
        "url": "",
        "architectures": ARCHITECTURES[facts["target"]],
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
    """Rejects, before any work is done, a folder that would be overwritten or cannot be written."""
    try:
        out.absolute()
    except FileNotFoundError as error:
        raise LabError(f"{out} cannot be written: this folder no longer exists; change to another one") from error
    if out.is_symlink() and not out.exists():
        raise LabError(f"{out} is a dangling link; choose another folder")
    if out.exists() and not out.is_dir():
        raise LabError(f"{out} exists and is not a folder; choose another one")
    if out.is_dir() and any(out.iterdir()) and not force:
        raise LabError(f"{out} is not empty; nothing was written. Choose another folder, or add --force")
    parent = out
    while not parent.exists():
        parent = parent.parent
    if not parent.is_dir():
        raise LabError(f"{out} cannot be written: {shown(parent)} is no folder")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise LabError(f"{out} cannot be written: no permission for {shown(parent)}")


def write(files: dict[str, str], out: Path) -> None:
    """A new folder appears complete, in one step. An empty one is kept, since it may be a link or a shell's current
    folder. Otherwise each file is replaced atomically, and unchanged files of an earlier package are removed; nothing
    is written if a foreign file would be lost."""
    try:
        is_new = not out.exists()
        if is_new or not any(out.iterdir()):
            parent = out.parent if is_new else out
            parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=parent, prefix=".narae.") as fresh:
                complete = Path(fresh) / "package"
                for path, text in files.items():
                    put(complete / path, text)
                for entry in [complete] if is_new else sorted(complete.iterdir(), key=lambda e: e.name == MANIFEST):
                    os.replace(entry, out if is_new else out / entry.name)
            return
        earlier = manifest(out)
        if lost := [path for path, text in files.items() if is_foreign(out / path, text, earlier.get(path))]:
            raise LabError(
                f"{out}: --force replaces what export wrote, but {', '.join(lost)} {'is' if len(lost) == 1 else 'are'} "
                "not from it, or changed since; nothing was written. Choose another folder, or move that away"
            )
        for path, text in files.items():
            if path != MANIFEST:
                put(out / path, text)
        for path, was in earlier.items():
            old = out / path
            if path not in files and not old.is_symlink() and old.is_file() and digest_of(old) == was:
                old.unlink()
        put(out / MANIFEST, files[MANIFEST])
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        reason += f"; {NO_SPACE}" if isinstance(error, OSError) and error.errno == errno.ENOSPC else ""
        raise LabError(f"{out} could not be written: {reason}") from error


def is_foreign(file: Path, text: str, was: str | None) -> bool:
    """Does the file exist, and did someone else write it?"""
    return file.is_file() and (now := digest_of(file)) != was and now != digest(text)


def manifest(out: Path) -> dict[str, str]:
    """The files and digests of an earlier package, including the manifest."""
    try:
        text = (out / MANIFEST).read_text()
        digests = parse.from_json(text)["files"] | {MANIFEST: digest(text)}
        return {p: h for p, h in digests.items() if isinstance(h, str) and ".." not in Path(p).parts and p[:1] != "/"}
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
