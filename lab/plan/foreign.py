# SPDX-License-Identifier: MIT
"""Recognizes the layout of a user's folder and turns it into an implementation like any other.

Every layout is first translated to an `implementation.toml` ([[primitive]] with `call`, docs/reference/fields.md),
which --init writes; implementations are built only from that form."""

from __future__ import annotations

import ast
import contextlib
import json
import operator
import os
import re
import shlex
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from .. import files
from ..errors import LabError
from ..paths import shown
from . import classes, flags, schema
from .implementations import CPLUSPLUS, PAGE, Foreign, Implementation, discover, load
from .names import hint, measured, plain, taken_apart
from .prototypes import (
    KEPT,
    RETURNED,
    Sizes,
    array_bytes,
    blocks_of,
    candidates,
    crypt_call,
    declared_in,
    defined_in,
    lone_candidates,
    message_call,
    message_candidates,
    returns_number,
    rounds_of,
    schedule_bytes,
    set_key_call,
    way_back_of,
    words_of,
)
from .readings import Choice, readings

PREFIX = "try:"
BIG_ENDIAN = "big-endian order"
LARGE_SCHEDULE = 1024  # bytes, until key setup has shown how many it writes
FUNCTIONS = (  # options about a user's functions
    *("header", "set_key", "encrypt", "decrypt", "seal", "open", "source", "schedule"),
    *("key_bytes", "nonce_bytes", "tag_bytes", "block_bytes", "blocks", "cipher", "mode"),
)
DESCRIPTION = "implementation.toml"
SOURCES = (".c", ".S", ".s", *CPLUSPLUS)
BYTE_ORDER_MARK = "\xef\xbb\xbf"  # of UTF-8, read as Latin-1
BELOW = ("src", "source")  # where they may be, if there are none in the folder itself
CLASS_HEADERS = (".h", ".hh", ".hpp", ".hxx")
OTHER_LANGUAGES = {".ino": "a sketch", ".asm": "of another assembler than GNU's"}
KAT = "LWC_*KAT*.txt"
MOST_BLOCKS = 8  # of such a file that are searched for the first vector
MOST_INCLUDES = 4  # of sources by each other
MOST_MACROS = 8  # that are defined by each other
MOST_NAMES = 4  # of functions and of headers, in a message
CRYPTIC = r"enc|dec|crypt|cipher|sched|hash|digest|sha\d|md5|mac|auth|seal|xor|permut|init|setup|set_?key|key_?exp"
NIST_GLUE = ("lwc_crypto_aead.c", "lwc_crypto_hash.c")  # in its Lightweight-Cryptography-Benchmarking
CHECKSUMS = ("checksumsmall", "checksumbig")  # SUPERCOP's, in the folder of the primitive
# SUPERCOP's functions by operation: what they compute, and how they are called.
OPERATIONS: dict[str, tuple[str, dict[str, str]]] = {
    "crypto_aead": (
        "aead",
        {
            "seal": "{f}_encrypt(sealed, &written, text, bytes, ad, ad_bytes, 0, nonce, key)",
            "open": "{f}_decrypt(text, &written, 0, sealed, sealed_bytes, ad, ad_bytes, nonce, key)",
        },
    ),
    "crypto_hash": ("hash", {"seal": "{f}(sealed, text, bytes)"}),
    "crypto_stream": ("stream", {"seal": "{f}_xor(sealed, text, bytes, nonce, key)"}),
    "crypto_onetimeauth": (
        "mac",
        {"seal": "{f}(sealed, text, bytes, key)", "open": "{f}_verify(sealed, text, bytes, key)"},
    ),
    "crypto_auth": ("mac", {"seal": "{f}(sealed, text, bytes, key)", "open": "{f}_verify(sealed, text, bytes, key)"}),
    "crypto_core": ("block", {"encrypt": "{f}(out, in, key, 0)"}),  # or others: core()
}
CALLED = {
    "crypto_aead": "crypto_aead_encrypt",
    "crypto_stream": "crypto_stream_xor",
}
SIZES = {"key": "KEYBYTES", "nonce": "NPUBBYTES|NONCEBYTES", "tag": "BYTES|OUTPUTBYTES"}
SIZES_OF_AEAD = SIZES | {"tag": "ABYTES|BYTES|OUTPUTBYTES"}


@dataclass
class Recognized:
    """A folder as an implementation.toml, and how it was recognized."""

    folder: Path
    layout: str
    why: list[str]
    facts: dict[str, Any]
    skipped: list[str] = field(default_factory=list)  # files not compiled, with reasons
    targets: tuple[str, ...] = ()
    targets_why: str = ""
    readings: list[tuple[dict[str, Any], str]] = field(default_factory=list)  # of the arguments, the likeliest first
    reading: str = ""  # the one that is taken
    unsized: bool = False  # the size of the schedule is still LARGE_SCHEDULE

    def read_as(self, reading: str) -> None:
        """Takes a reading, if it exists."""
        if primitive := next((p for p, name in self.readings if name == reading), None):
            self.facts["primitive"], self.reading = [primitive], reading

    @property
    def calls(self) -> list[str]:
        """How functions named on the command line are called."""
        read = [f"arguments read with {self.reading}"] if self.reading else []
        return [f"{w}: {c}" for p, _ in self.readings[:1] for w, c in self.facts["primitive"][0]["call"].items()] + read

    @property
    def name(self) -> str:
        """The kernel's name in rows, which marks it as the user's."""
        return named(self.facts.get("kernel") or self.folder.name)


def named(kernel: str) -> str:
    return kernel if kernel.startswith(PREFIX) else PREFIX + kernel


def text_of(file: Path) -> str:
    """Text without comments, in any encoding."""
    try:
        text = file.read_text("latin-1")
    except OSError as error:
        link = f" is a link to {file.readlink()}, which" if file.is_symlink() else ""
        raise LabError(f"{file}{link} cannot be read: {error.strerror}") from error
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text.removeprefix(BYTE_ORDER_MARK), flags=re.DOTALL)


def recognize(folder: Path, options: dict[str, Any], machines: dict[str, str]) -> Recognized:
    """`options`: those of lab/commands/try_code; `machines`: by target, the pattern of sources for it alone."""
    if not folder.is_dir():
        raise LabError(f"{folder} is not a folder; name the folder with the sources")
    folder = folder.resolve()
    for path in (folder, *sorted(folder.iterdir())):
        files.check_name(path)
    file = folder / DESCRIPTION
    if options.get("encrypt") or options.get("set_key"):
        recognized = of_functions(folder, options)
    elif options.get("seal"):
        recognized = of_messages(folder, options)
    elif file.exists():
        facts = schema.parsed(file)
        if is_called(facts):
            schema.convert(facts, Called, file, PAGE)
        recognized = Recognized(folder, DESCRIPTION, [f"described by {file.name}"], facts)
        if is_called(facts):
            check_places(recognized, file)
    else:
        recognized = of_felics(folder, options) or of_supercop(folder, options)
    if is_called(recognized.facts):
        sources, recognized.skipped = sources_of(folder, recognized.facts)
        recognized.facts.setdefault("sources", [s.relative_to(folder).as_posix() for s in sources])
        recognized.targets, recognized.targets_why = targets_of(folder, recognized.facts, sources, machines)
    return recognized


def sources_of(folder: Path, facts: dict[str, Any]) -> tuple[list[Path], list[str]]:
    """The files to compile, without programs and tests."""
    if "sources" in facts:
        sources = []
        for pattern in facts["sources"]:
            sources += matching(folder, pattern)
        return sources, []
    sources, skipped = [], []
    candidates = [[f for f in sorted(d.glob("*")) if is_source(f)] for d in (folder, *(folder / d for d in BELOW))]
    for file in next(filter(None, candidates), []):
        if file.suffix in (".c", *CPLUSPLUS) and (program := main_of(file)):
            includes = f"includes {program.name}, which " if program != file else ""
            skipped.append(f"{file.name} {includes}has a main()")
        elif file.name in NIST_GLUE:
            skipped.append(f"{file.name} belongs to NIST's benchmarking framework")
        else:
            sources.append(file)
    if not sources:
        raise LabError(f"{folder} contains no C, C++ or assembly (.c, .cpp, .S, .s){without_sources(folder, skipped)}")
    for file in sorted(sources[0].parent.glob("*")):
        if file.suffix in OTHER_LANGUAGES:
            skipped.append(f"{file.name} is {OTHER_LANGUAGES[file.suffix]}: left out")
    including = {
        part.resolve(): file for file in sources for part in included_by(file) if file not in included_by(part)
    }
    skipped += [f"{f.name} is a part of {including[f].name}, which includes it" for f in sources if f in including]
    return [f for f in sources if f not in including], skipped


def matching(folder: Path, pattern: str) -> list[Path]:
    """The sources that a pattern names; an error if there are none, or if a file is no source."""
    hits: list[Path] = []
    with contextlib.suppress(ValueError, IndexError, NotImplementedError):  # of `***`, `.` and `/`
        hits = sorted(folder.glob(pattern))
    files = [f for f in hits if f.is_file()]
    if other := next((f for f in files if f.suffix in OTHER_LANGUAGES), None):
        raise LabError(f"{other} is {OTHER_LANGUAGES[other.suffix]}: move what it computes to a .c file")
    if other := next((f for f in files if f.suffix not in SOURCES), None):
        suffix = next((f.suffix for f in files if f.suffix in SOURCES), ".c")
        alike = f", as in `{pattern}{suffix}`" if pattern.endswith("*") else ""
        raise LabError(
            f"{other} is no source: expected C, C++ or assembly ({', '.join(SOURCES)}){alike}; what a source includes "
            "is not named"
        )
    if not files:
        inside = f"; `{pattern}` is a folder: name what is in it, as in `{pattern.rstrip('/')}/*.c`" if hits else ""
        raise LabError(f"{folder}: no file matches `{pattern}` of its sources{inside}")
    return files


def main_of(file: Path, depth: int = MOST_INCLUDES) -> Path | None:
    """The file that defines main(): a source itself, or another one that it includes."""
    if re.search(r"\bmain\s*\(", unguarded(text_of(file))):
        return file
    return next(filter(None, (main_of(f, depth - 1) for f in included_by(file) if depth)), None)


def included_by(file: Path) -> list[Path]:
    """The sources that another one includes."""
    names = re.findall(r'^\s*#\s*include\s*"([^"]+)"', unguarded(text_of(file)), re.MULTILINE)
    return [file.parent / name for name in names if name.endswith(SOURCES) and (file.parent / name).is_file()]


def is_source(file: Path) -> bool:
    """Not hidden (editors and macOS leave such files), no folder or pipe.  A broken link counts, so that text_of()
    reports it."""
    return file.suffix in SOURCES and not file.name.startswith(".") and (file.is_file() or file.is_symlink())


def without_sources(folder: Path, skipped: list[str]) -> str:
    """What the folder has instead of sources, and what to do."""
    if skipped:
        return f" but {'; '.join(skipped)}: move the rest of it to a file of its own"
    below = sorted(f.relative_to(folder) for f in folder.rglob("*") if f.is_file())
    if deeper := next((f for f in below if is_source(folder / f)), None):
        pattern = shlex.quote(f"{deeper.parent.as_posix()}/*{deeper.suffix}")
        return f" but {deeper}: name it, as in --source {pattern}"
    if other := next((f for f in below if f.suffix in OTHER_LANGUAGES), None):
        return f" but {other}, which is {OTHER_LANGUAGES[other.suffix]}: move what it computes to a .c file"
    if header := next((f for f in below if f.suffix == ".h"), None):
        return f" but {header}: if that defines functions, add a .c file that includes it"
    return f", and neither {' nor '.join(BELOW)} in it does"


def targets_of(
    folder: Path, facts: dict[str, Any], sources: list[Path], machines: dict[str, str]
) -> tuple[tuple[str, ...], str]:
    """The targets it can run on: as declared, or as implied by its assembly, or by machine-specific C.  Assembly that
    is empty for other machines implies nothing."""
    if "targets" in facts:
        return tuple(facts["targets"]), "targets in implementation.toml"
    texts = {f.name: text for f in sources if f.suffix in (".S", ".s") and unguarded(text := text_of(f)).strip()}
    texts = texts or {f.name: unguarded(text_of(f)) for f in [*sources, *sorted(folder.glob("*.h"))]}
    reasons: dict[str, str] = {}
    for name, text in texts.items():
        for machine, words in machines.items():
            if hit := re.search(words, text):
                reasons.setdefault(machine, f"{name} has `{hit[0].strip()}`")
    return tuple(reasons), "; ".join(dict.fromkeys(reasons.values()))


def unguarded(text: str) -> str:
    """The lines of C outside of conditionals, include guards aside."""
    lines = [line for line in text.splitlines() if line.strip()]
    outside: list[str] = []
    conditions: list[bool] = []
    for number, line in enumerate(lines):
        hit = re.match(r"\s*#\s*(if\w*|endif)\b\s*(\w*)", line)
        if hit and hit[1] == "endif":
            conditions[-1:] = []
        elif hit:
            once = hit[1] == "ifndef" and re.match(rf"\s*#\s*define\s+{hit[2]}\b", "".join(lines[number + 1 :][:1]))
            conditions.append(not once)
        elif not any(conditions):
            outside.append(line)
    return "\n".join(outside)


# SUPERCOP, NIST's lightweight competition, PQClean


def of_supercop(folder: Path, options: dict[str, Any]) -> Recognized:
    others = sorted(folder.parent.glob("*/api.h")) if folder.parent.parent.name in OPERATIONS else []
    headers = [f for f in (folder / "api.h", folder.parent / "api.h", *others) if f.is_file()]
    if not headers:
        if (folder / "api.h").is_symlink():
            raise LabError(f"{folder / 'api.h'} is a link to {(folder / 'api.h').readlink()}, which is not there")
        api_headers = [
            p for p in folder.rglob("api.h") if p.is_file() and re.search(r"\bCRYPTO_\w*BYTES\b", text_of(p))
        ]
        below = sorted(p.parent.relative_to(folder) for p in api_headers)
        if below:
            names = ", ".join(map(str, below[:8])) + (f" and {len(below) - 8} more" if len(below) > 8 else "")
            raise LabError(f"{folder} contains implementations below it; choose one: {names}")
        if not any(is_source(f) for f in folder.rglob("*")) and not wrapped(folder, options.get("cipher") or ""):
            raise LabError(f"{folder} contains no C, C++ or assembly (.c, .cpp, .S, .s){without_sources(folder, [])}")
        raise LabError(
            f"{folder} has no known layout: no api.h (SUPERCOP, NIST's lightweight competition, PQClean) "
            f"and no implementation.toml; for your own functions:\n{suggested(folder, options)}\n"
            "With --init it writes these options to an implementation.toml."
        )
    api = text_of(headers[0])
    macros = macros_of(api, *(text_of(f) for f in sorted(folder.glob("*.h")) if f.is_file()))
    defined = re.findall(r"#\s*define\s+(\w*?)(CRYPTO_\w*BYTES)[ \t]+(\S.*)", api)
    sizes = [(of, name, value) for of, name, text in defined if (value := integer(text, macros)) is not None]
    operation, prefix, found_by = operation_of(folder, api)
    constants = {name: value for _, name, value in sizes}
    mode, calls = core(constants) if operation == "crypto_core" else OPERATIONS[operation]
    calls = {function: call.format(f=prefix + operation) for function, call in calls.items()}
    if glued := functions_of_nist(folder, operation):
        calls = {w: f"{name}({c.partition('(')[2]}" for (w, c), name in zip(calls.items(), glued, strict=True)}
        found_by = f"{found_by}; {glue_of(operation)} names {', '.join(glued)}"
    renamed = full_names(folder, operation, calls)
    undefined_names = undefined(folder, calls, renamed)
    calls = {function: call for function, call in calls.items() if function not in undefined_names}
    sizes_in_api = sizes_of(headers[0], constants, operation)
    primitive, way = cipher_of(folder, operation, mode, options, sizes_in_api.get("key", 0))
    facts = {
        "kernel": f"try:{folder.name}",
        "header": header_of(folder, operation, calls),
        "primitive": [
            {
                "cipher": primitive[0],
                "mode": primitive[1],
                **sizes_in_api,
                **({"supercop": operation} if checksum_files(folder, operation) else {}),
                "call": calls,
            }
        ],
    }
    if headers[0].parent != folder:
        facts["include"] = [os.path.relpath(headers[0].parent, folder)]
    flags = [f"-D{name}={full}" for name, full in renamed.items()] + supercop_flags(folder, operation, constants)
    if flags:
        facts["cflags"] = flags
    layout = "PQClean" if prefix else "SUPERCOP"
    found_by += "".join(f"; {name} is {full} there" for name, full in renamed.items())
    defines = f"{headers[0].name} defines {', '.join(n for _, n, _ in sizes[:4])}"
    notes = [f"no source defines {name}: the way back is not measured" for name in undefined_names.values()]
    return Recognized(folder, f"{layout}, {operation}", [defines, found_by, way, *notes], facts)


def macros_of(*texts: str) -> dict[str, str]:
    definitions = [hit for text in texts for hit in re.findall(r"#\s*define\s+(\w+)[ \t]+(\S.*)", text)]
    return dict(reversed(definitions))  # the first text comes first


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.floordiv}


def integer(text: str, macros: dict[str, str]) -> int | None:
    """The value of a C expression such as (KEY_BITS / 8); None if it is more complex."""

    def value(node: ast.expr, depth: int) -> int:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](value(node.left, depth), value(node.right, depth))
        if isinstance(node, ast.Name) and node.id in macros and depth:
            return value(parsed(macros[node.id]), depth - 1)
        raise ValueError(text)

    def parsed(words: str) -> ast.expr:
        return ast.parse(re.sub(r"\b(0[xX][\da-fA-F]+|\d+)[uUlL]+\b", r"\1", words.strip()), mode="eval").body

    with contextlib.suppress(ArithmeticError, SyntaxError, ValueError):
        return value(parsed(text), MOST_MACROS)
    return None


def glue_of(operation: str) -> str:
    return f"lwc_{operation}.c"


def functions_of_nist(folder: Path, operation: str) -> list[str]:
    """The functions that NIST's benchmarking framework calls instead of SUPERCOP's; empty if it calls these."""
    file = folder / glue_of(operation)
    number = len(OPERATIONS[operation][1])
    hit = re.search(r"\b(?:aead|hash)_ctx\s+\w+\s*=\s*\{([^{}]*)\}", text_of(file)) if file.is_file() else None
    names = re.findall(r"\w+", hit[1])[-number:] if hit else []
    return [] if f"{operation}_encrypt" in names or operation in names else names


def code_in(folder: Path) -> str:
    return "".join(text_of(f) for f in sorted(folder.iterdir()) if f.is_file() and f.suffix in (*SOURCES, ".h", ".inc"))


def includes_sources(text: str) -> bool:
    return re.search(r'#\s*include\s+"[^"]+\.(c|S|inc)"', text) is not None


def full_names(folder: Path, operation: str, calls: dict[str, str]) -> dict[str, str]:
    """SUPERCOP's functions that the sources define under longer names, such as crypto_stream_salsa20_ref_xor: with
    those of primitive and implementation, as its generated headers do, or with a suffix."""
    text = code_in(folder)
    if includes_sources(text):
        return {}
    defined = re.findall(r"\b(\w+)\s*\([^;{}()]*\)\s*\{|^_?(\w+):|\bdefine\s+(\w+)", text, re.MULTILINE)
    names = {name for groups in defined for name in groups if operation in name}
    full = {}
    for name in (call.partition("(")[0] for call in calls.values()):
        _, _, end = name.partition(operation)
        if operation in name and name not in names:
            # What says what is done may be a part of any name; without that none of the others may be.
            others = "" if end else "(?!.*_(xor|init|update|final|verify|open|encrypt|decrypt)(_|$))"
            longer = [n for n in names if re.fullmatch(rf"{others}\w*{operation}(_\w+)?{end}(_\w+)?", n)]
            about = (folder.name, folder.parent.name)
            if longer:
                full[name] = max(sorted(longer, key=len), key=lambda n: sum(part in n for part in about))
    return full


def undefined(folder: Path, calls: dict[str, str], renamed: dict[str, str]) -> dict[str, str]:
    """Inverse functions that no source of the folder defines, by operation; empty if sources include others."""
    text = code_in(folder)
    if includes_sources(text):
        return {}
    names = {function: call.partition("(")[0] for function, call in calls.items() if function == "open"}
    names = {function: name for function, name in names.items() if name not in renamed}
    body, label, alias = r"\s*\([^;{}]*\)[^;{}]*\{", r"\s*(:|\n|$)", r"define\s+\w+\s+"
    return {w: n for w, n in names.items() if not re.search(rf"\b{n}\b({body}|{label})|{alias}{n}\b", text)}


def supercop_flags(folder: Path, operation: str, constants: dict[str, int]) -> list[str]:
    """Macros that SUPERCOP passes to the compiler or generates in a header, if the sources use them."""
    text = "".join(text_of(f) for f in folder.iterdir() if f.is_file() and f.suffix in (*SOURCES, ".h"))
    macros: dict[str, str] = {}
    for under in ("", "_"):
        for shared, top in (("", operation), ("SHARED_", f"shared_{operation}")):
            name = f"{under}CRYPTO_{shared}NAMESPACE"
            macros |= {name: f"{name}(name)={under}{top}_##name", f"{name}TOP": f"{name}TOP={under}{top}"}
    macros["SUPERCOP"] = "SUPERCOP"
    flags = [f"-D{definition}" for name, definition in macros.items() if re.search(rf"\b{name}\b", text)]
    flags += ["-DCRYPTO_ALIGN(n)=__attribute__((aligned(n)))"] if re.search(r"\bCRYPTO_ALIGN\b", text) else []
    sizes = {f"{operation}_{name.removeprefix('CRYPTO_')}": value for name, value in constants.items()}
    named = {n: v for n, v in sizes.items() if re.search(rf"\b{n}\b", text) and not re.search(rf"define\s+{n}\b", text)}
    return flags + [f"-D{n}={v}" for n, v in named.items()]


def core(constants: dict[str, int]) -> tuple[str, dict[str, str]]:
    """The mode of a crypto_core: a permutation, a block cipher, or a function whose output has another size.  Its
    constants become the end of its key."""
    key, constant_bytes, size, out = (constants.get(f"CRYPTO_{n}BYTES", 0) for n in ("KEY", "CONST", "INPUT", "OUTPUT"))
    if key + constant_bytes == 0 and size == out:
        return "permutation", {"permute": "{f}(state, state, 0, 0)"}
    last = f"key + {key}" if constant_bytes else "0"
    return "block" if size == out and not constant_bytes else "core", {"encrypt": f"{{f}}(out, in, key, {last})"}


def checksum_files(folder: Path, operation: str) -> list[Path]:
    """SUPERCOP's checksum files in the nearest folder that has any."""
    for directory in (folder, *folder.parents[:3]):
        if directory.name == operation:
            break
        if files := [directory / name for name in CHECKSUMS if (directory / name).is_file()]:
            return files
    return []


def operation_of(folder: Path, api: str) -> tuple[str, str, str]:
    """SUPERCOP's operation, the prefix of its names, and how it was recognized."""
    for part in (p.name for p in (folder, *folder.parents)):
        if part in OPERATIONS:
            return part, prefix_of(folder, api, part), f"its path contains {part}"
    for operation in OPERATIONS:
        called = CALLED.get(operation, operation)
        for file in [*sorted(folder.glob("*.h")), *sorted(f for f in folder.iterdir() if is_source(f))]:
            if hit := re.search(rf"\b(\w*?){called}\b\s*(\(|:)", text_of(file)):
                return operation, hit[1], f"{file.name} has {hit[1]}{called}"
            if hit := re.search(rf"\b{operation}_\w+(?=\s*(\(|:))", text_of(file)):
                return operation, "", f"{file.name} has {hit[0]}"
    raise LabError(f"{folder} has an api.h, but none of the functions of {', '.join(OPERATIONS)}")


def prefix_of(folder: Path, api: str, operation: str) -> str:
    called = CALLED.get(operation, operation)
    texts = [api, *(text_of(f) for f in sorted(folder.glob("*.[ch]")) if f.is_file())]
    hits = [h for text in texts for h in re.findall(rf"\b(\w*?){called}\b\s*\(", text)]
    return hits[0] if hits else ""


def header_of(folder: Path, operation: str, calls: dict[str, str]) -> str:
    """The header that declares the functions: the folder's own, or one like SUPERCOP's generated header."""
    called = next(iter(calls.values())).partition("(")[0]
    for file in (folder / f"{operation}.h", folder / "api.h", *sorted(folder.glob("*.h"))):
        if file.exists() and re.search(rf"\b{called}\b\s*\(", text_of(file)):
            return file.name
    return f"{operation}.h"


def sizes_of(api: Path, constants: dict[str, int], operation: str) -> dict[str, int]:
    def size(names: str) -> int:
        hits = [constants[f"CRYPTO_{n}"] for n in names.split("|") if f"CRYPTO_{n}" in constants]
        return hits[0] if hits else 0

    if operation == "crypto_core":
        missing = [n for n in ("INPUTBYTES", "OUTPUTBYTES") if not constants.get(f"CRYPTO_{n}")]
        if missing:
            raise LabError(f"{api} does not define CRYPTO_{missing[0]}, a number of bytes")
        key, more, bytes_, out = (constants.get(f"CRYPTO_{n}BYTES", 0) for n in ("KEY", "CONST", "INPUT", "OUTPUT"))
        if core(constants)[0] == "permutation":
            return {"state": bytes_}
        sizes = {"key": key + more, "block": bytes_}
        return sizes | ({"output": out} if out != bytes_ else {}) | ({"constant": more} if more else {})
    names = SIZES_OF_AEAD if operation == "crypto_aead" else SIZES
    needs = {"crypto_aead": ("key", "nonce", "tag"), "crypto_stream": ("key", "nonce")}.get(operation, ("tag",))
    may_be = needs if operation == "crypto_hash" else ("key", *needs)  # api.h may have sizes of an AEAD, too
    sizes = {name: size(names[name]) for name in may_be}
    for name in needs:
        if not sizes[name]:
            raise LabError(f"{api} does not define CRYPTO_{names[name].split('|')[0]}, a number of bytes")
    return {name: n for name, n in sizes.items() if n}


# Which cipher it is


def known() -> dict[str, tuple[str, str]]:
    """The library's ciphers and modes by folder name, without punctuation."""
    names: dict[str, tuple[str, str]] = {}
    for i in discover():
        if i.has_library_kernels and i.kind in ("block", "message", "permutation"):
            names.setdefault(plain(i.cipher + i.mode), (i.cipher, i.mode))
            names.setdefault(f"{plain(i.cipher)} {i.mode}", (i.cipher, i.mode))
    return names


def cipher_of(
    folder: Path, operation: str, mode: str, options: dict[str, Any], key: int
) -> tuple[tuple[str, str], str]:
    """Cipher and mode, and how they were recognized.  With a name such as `aes-gcm` the size of the key decides; a
    cipher unknown to the library is named after its folder."""
    if options.get("cipher"):
        return (options["cipher"], options.get("mode") or mode), "from --cipher"
    names = known()
    for part in (p.name for p in (folder, *folder.parents) if p.name):
        if part == operation:
            break
        for name in (plain(part), re.sub(r"v\d+$", "", plain(part))):
            if operation == "crypto_core":
                name = name.removesuffix("encrypt").removesuffix("64bits")
            for hit in (names.get(f"{name} {mode}"), names.get(name)):
                if hit:
                    return hit, f"the folder name {part} means {hit[0]} {hit[1]}"
        mode_named, ciphers = taken_apart(part, measured()) or ("", [])
        for cipher in ciphers:
            if (i := library_of({"cipher": cipher, "mode": mode_named})) and i.key_bytes == key and mode == "aead":
                found_by = f"the folder name {part} with a key of {key} bytes means {cipher} {mode_named}"
                return (cipher, mode_named), found_by
    operation_folders = [p.name for p in (folder, *folder.parents) if p.parent.name.startswith("crypto_")]
    name = operation_folders[-1] if operation_folders else folder.name
    return (name, mode), f"the library has no cipher {name}"


# FELICS


def of_felics(folder: Path, options: dict[str, Any]) -> Recognized | None:
    """A block cipher: its sizes in constants.h, the functions in the cipher.h that all of them share."""
    constants_folder = next((d for d in (folder / "source", folder) if (d / "constants.h").is_file()), None)
    shared = next((d / "common" for d in folder.parents[:3] if (d / "common/cipher.h").is_file()), None)
    if not constants_folder or not shared:
        return None
    rotations = (d / "common/source/rotations" for d in folder.parents[:5])
    macros = macros_of(text_of(constants_folder / "constants.h"))
    key, block, schedule = (integer(macros.get(f"{n}_SIZE", ""), macros) for n in ("KEY", "BLOCK", "ROUND_KEYS"))
    if not key or not block or not schedule:
        return None
    alike = [c for c, i in known_block_ciphers().items() if (i.key_bytes, i.block_bytes) == (key, block)]
    name = re.sub(r"_v\d+$", "", folder.name).lower().replace("_", "-")
    of_library = next((c for c in alike if c.split("-")[0] == name.split("-")[0]), None)
    cipher = options.get("cipher") or of_library or name
    set_key, set_decrypt_key = (
        f"Run{direction}KeySchedule((uint8_t *)key, (uint8_t *)schedule)" for direction in ("Encryption", "Decryption")
    )
    facts: dict[str, Any] = {
        "kernel": f"try:{folder.name}",
        "header": "cipher.h",
        "include": [os.path.relpath(d, folder) for d in (constants_folder, shared, *filter(Path.is_dir, rotations))],
        "cflags": ["-include", "felics.h"],
        "alignment": 16,
        **(
            {}
            if cipher in alike
            else {"vectors": [(constants_folder / "test_vectors.c").relative_to(folder).as_posix()]}
        ),
        "primitive": [
            {
                "cipher": cipher,
                "mode": "block",
                **{"key": key, "block": block, "schedule": schedule},
                "call": {
                    "set_key": set_key,
                    "set_decrypt_key": f"({set_key}, {set_decrypt_key})",
                    "encrypt": "(memcpy(out, in, bytes), Encrypt(out, (uint8_t *)schedule))",
                    "decrypt": "(memcpy(out, in, bytes), Decrypt(out, (uint8_t *)schedule))",
                },
            }
        ],
    }
    why = [
        f"constants.h defines KEY_SIZE, BLOCK_SIZE, ROUND_KEYS_SIZE: {key}, {block}, {schedule}",
        f"the folder name {folder.name} means {cipher}" if cipher in alike else f"the library has no cipher {cipher}",
    ]
    return Recognized(folder, "FELICS, block cipher", why, facts)


# A pair of functions


def of_functions(folder: Path, options: dict[str, Any]) -> Recognized:
    """Of a block cipher."""
    file = declaring(folder, options, known_block_ciphers())
    text = text_of(file)
    library = known_block_ciphers().get(options["cipher"])
    key = options.get("key_bytes") or (library.key_bytes if library else 0)
    block = options.get("block_bytes") or (library.block_bytes if library else 0)
    if not key or not block:
        raise LabError(f"the library has no block cipher {options['cipher']}: add --key-bytes N and --block-bytes N")
    if options.get("decrypt") and not options.get("encrypt"):
        raise LabError("decryption is checked against encryption: add --encrypt")
    blocks = options.get("blocks") or blocks_of(text, file.name, options.get("encrypt") or "", block)
    primitive = {"cipher": options["cipher"], "mode": "block", "key": key, "block": block}
    primitive |= {"blocks": [blocks]} if blocks > 1 else {}
    why = [f"a call takes {blocks} blocks"] if blocks > 1 else []
    every_reading = readings(lambda choose: primitive | calls_of_functions(text, file.name, options, key, choose))
    recognized = of_command_line(folder, options, every_reading, why)
    recognized.unsized = any("schedule" in p and has_large_schedule(p) for p, _ in every_reading)
    return recognized


def has_large_schedule(primitive: dict[str, Any]) -> bool:
    return primitive["schedule"] in (LARGE_SCHEDULE, f"{KEPT} + {LARGE_SCHEDULE}")


def calls_of_functions(text: str, header: str, options: dict[str, Any], key: int, choose: Choice) -> dict[str, Any]:
    """How the functions of a block cipher are called, with the size of the schedule and of words."""
    schedule, calls = "", {}
    set_key = options.get("set_key") or ""
    sizes = Sizes(key, rounds_of(options["cipher"], key), bool(set_key) and returns_number(text, set_key))
    if set_key:
        calls["set_key"], schedule = set_key_call(text, header, set_key, sizes, choose)
        other = way_back_of(text, set_key) if options.get("decrypt") else ""
        if other and choose("schedule of decryption by", other, set_key) == other:
            calls["set_decrypt_key"], _ = set_key_call(text, header, other, sizes, choose)
    for function in ("encrypt", "decrypt"):
        if options.get(function):
            calls[function] = crypt_call(text, header, options[function], function, schedule, sizes, choose)
    size = options.get("schedule") or schedule_bytes(schedule) or LARGE_SCHEDULE
    if any(RETURNED in call for call in calls.values()):
        size = f"{KEPT} + {size}"
        calls = {w: call.replace("*)schedule", f"*)(schedule + {KEPT})") for w, call in calls.items()}
        calls = {w: call.replace(RETURNED, "*(int *)schedule") for w, call in calls.items()}
        setups = [function for function in calls if "key" in function]
        calls |= {function: f"*(int *)schedule = {calls[function]}" for function in setups}
    bits = words_of(calls) if options.get("encrypt") else 0
    swapped = bits and choose(f"words of {bits} bits in", "the machine's order", BIG_ENDIAN) == BIG_ENDIAN
    more = ({"schedule": size} if set_key else {}) | ({"words": bits // 8} if swapped else {})
    return more | {"call": calls}


def of_messages(folder: Path, options: dict[str, Any]) -> Recognized:
    """Of an AEAD, a stream cipher, a hash or a MAC."""
    file = declaring(
        folder, options, {cipher for cipher, mode in known().values() if mode not in ("block", "permutation")}
    )
    mode = options.get("mode")
    if mode not in NEEDED or "block" in NEEDED[mode] or "state" in NEEDED[mode]:
        messages = [m for m, needed in NEEDED.items() if "block" not in needed and "state" not in needed]
        raise LabError(f"--seal is not for mode {mode or 'NAME'}: add --mode with one of {', '.join(messages)}")
    declared = array_bytes(text_of(file), file.name, options["seal"])
    vectors_file = options.get("vectors")
    files = kat_files(folder)
    if vectors_file and vectors_file.suffix == ".txt" and vectors_file.is_file():
        files = [vectors_file]
    known_sizes = sizes_of_kat(files, mode) | options.get("usual", {}) | declared
    sizes = {name: options.get(f"{name}_bytes") or known_sizes.get(name, 0) for name in NEEDED[mode]}
    if missing := [name for name, size in sizes.items() if not size]:
        raise LabError(
            f"the lab does not know the {missing[0]} of {options['cipher']} {mode}: add --{missing[0]}-bytes N"
        )

    def calls_of(choose: Choice) -> dict[str, Any]:
        calls, length = {}, ""
        for function in ("seal", "open"):
            if options.get(function):
                calls[function], written = message_call(
                    text_of(file), file.name, options[function], function, sizes, choose
                )
                length = length or written
        return ({"length": length} if length else {}) | {"call": calls}

    primitive = {"cipher": options["cipher"], "mode": mode, **sizes}
    why = [", ".join(f"{name} of {size} bytes" for name, size in sizes.items())]
    return of_command_line(folder, options, readings(lambda choose: primitive | calls_of(choose)), why)


def kat_files(folder: Path) -> list[Path]:
    """Test vectors of NIST's competition, in the folder or its parents."""
    folders = (folder, *list(folder.parents)[:2])
    return [f for folder in folders for f in sorted(folder.glob(KAT)) if f.is_file()]


def sizes_of_kat(files: list[Path], mode: str) -> dict[str, int]:
    """The sizes of key, nonce and tag in the first vector of such files; for an AEAD the tag is the excess of the
    ciphertext."""
    for file in files:
        for block in re.split(r"\n\s*\n", text_of(file).replace("\r", ""), maxsplit=MOST_BLOCKS)[:MOST_BLOCKS]:
            vector = re.findall(r"^(\w+)[ \t]*=[ \t]*([0-9A-Fa-f]*)", block, re.MULTILINE)
            size = {name: len(value) // 2 for name, value in vector}
            if mode == "aead" and {"Key", "Nonce", "PT", "CT"} <= set(size):
                return {"key": size["Key"], "nonce": size["Nonce"], "tag": size["CT"] - size["PT"]}
            if mode == "mac" and {"Key", "Tag"} <= set(size):
                return {"key": size["Key"], "tag": size["Tag"]}
            if mode == "hash" and "MD" in size:
                return {"tag": size["MD"]}
    return {}


def only_mode(cipher: str) -> str:
    """The mode of a cipher for messages, if the library has one."""
    modes = {i.mode for i in discover() if i.has_library_kernels and i.cipher == cipher and i.kind == "message"}
    return modes.pop() if len(modes) == 1 else ""


def of_command_line(
    folder: Path, options: dict[str, Any], every_reading: list[tuple[dict[str, Any], str]], why: list[str]
) -> Recognized:
    header = Path(options["header"])
    facts = {
        "kernel": f"try:{folder.name}",
        "header": options["header"],
        **({"sources": options["source"]} if options.get("source") else {}),
        **({"include": folders} if (folders := included(folder, header)) else {}),
        "primitive": [every_reading[0][0]],
    }
    layout = "functions named on the command line"
    return Recognized(folder, layout, why, facts, readings=every_reading, reading=every_reading[0][1])


def included(folder: Path, header: Path) -> list[str]:
    """Include folders: that of a header, its parents within the user's (`crypto/lea.h` may be included from there), and
    `include`."""
    above = header.parents if not header.is_absolute() and ".." not in header.parts else [header.parent]
    extra = [Path("include")] if (folder / "include").is_dir() else []
    return [path.as_posix() for path in dict.fromkeys([*above, *extra]) if path != Path()]


def declaring(folder: Path, options: dict[str, Any], known: Iterable[str]) -> Path:
    """The header that declares the functions; an error if it, or the cipher, is not named."""
    header = options.get("header")
    if not header:
        raise LabError("functions require --header FILE, which declares them")
    file = folder / header
    if not file.exists():
        below = [f.relative_to(folder) for f in sorted(folder.rglob(Path(header).name))]
        raise LabError(f"{folder} does not contain {header}" + (f", but {below[0]}" if below else ""))
    if file.suffix in (*SOURCES, *OTHER_LANGUAGES, ".hpp"):
        raise LabError(f"{header} is no header: declare the functions in a file such as {file.stem}.h")
    if not options.get("cipher"):
        raise LabError(f"name what they compute with --cipher NAME; the lab knows {', '.join(sorted(known))}")
    return file


def suggested(folder: Path, options: dict[str, Any]) -> str:
    """The command for functions that a header declares or a source defines; those of the named cipher, or of a known
    one, come first."""
    without_cipher, requested = "", options.get("cipher") or ""
    headers = sorted(folder.rglob("*.h"), key=lambda f: (len(f.parts), f))
    for file in [*headers, *sorted(folder.rglob("*.c"))]:
        text = text_of(file)
        defined = dict(defined_in(text)) if file.suffix == ".c" else {}
        prototypes = "".join(f"{prototype};" for prototype in defined.values())
        text = prototypes if file.suffix == ".c" else classes.without_classes(text)
        header = new_header(file).relative_to(folder).as_posix()
        lone = lone_candidates(text, header)
        for functions, mode in (
            (candidates(text, header, requested), "block"),
            (message_candidates(text, header), "aead"),
            (lone, lone.get("mode", "")),
        ):
            names = f"{' '.join(functions.values())} {header} {folder.name}"
            cipher = cipher_named_in(names, [requested] if requested else [c for c, m in known().values() if m == mode])
            own = re.sub(r"[^\w/-]+", "-", folder.resolve().name.lower()) if kat_files(folder.resolve()) else ""
            named = functions | ({"mode": mode} if functions and mode == "aead" and not only_mode(cipher) else {})
            line = command(folder, requested or cipher or own, header, named) + to_write(file, defined, functions)
            if functions and cipher:
                return line
            without_cipher = without_cipher or (line if functions else "")
    declared = {f: f"{f.name} {' '.join(declared_in(text_of(f)))}" for f in headers if requested}
    about = [f for f, names in declared.items() if cipher_named_in(names, [requested])]
    if without_cipher and not about:
        return without_cipher
    if line := wrapped(folder, requested):
        return line
    listed = about or [*headers, *sorted(f for f in folder.rglob("*.[sS]") if is_source(f))]
    example = f"\n{classes.EXAMPLE}" if any(classes.any_in(text_of(f)) for f in class_headers(folder)) else ""
    return (
        command(folder, requested, "FILE", {"set_key": "NAME", "encrypt": "NAME"})
        + files_listed(folder, listed)
        + example
    )


def class_headers(folder: Path) -> list[Path]:
    headers = [f for f in folder.rglob("*") if f.suffix in CLASS_HEADERS and f.is_file()]
    return sorted(headers, key=lambda f: (len(f.parts), f))


def wrapped(folder: Path, requested: str) -> str:
    """The two files to write for a class that C cannot call, and the command; empty without such a class."""
    texts = {file: text_of(file) for file in class_headers(folder)}
    sources: list[Path] = []
    with contextlib.suppress(LabError):
        sources, _ = sources_of(folder, {})
    directory = sources[0].parent if sources else folder
    headers = {Path(os.path.relpath(file, directory)).as_posix(): text for file, text in texts.items()}
    known = known_block_ciphers()
    for name in headers:
        if not (wrapper := classes.wrapper(headers, name, requested)):
            continue
        header = directory / f"{wrapper.name}_c.h"
        cipher = requested or cipher_named_in(f"{wrapper.name} {name} {folder.resolve().name}", known)
        line = command(folder, cipher, header.relative_to(folder).as_posix(), wrapper.functions)
        more = "" if cipher in known else " --key-bytes N --block-bytes N"
        deeper = {} if sources else {f.relative_to(folder): f.suffix for f in folder.rglob("*") if is_source(f)}
        patterns = sorted({f"{f.parent.as_posix()}/*{suffix}" for f, suffix in deeper.items()})
        for pattern in [f"{wrapper.name}_c.cpp", *patterns] if patterns else []:
            more += f" --source {shlex.quote(pattern)}"
        files = {header: wrapper.header, header.with_suffix(".cpp"): wrapper.source}
        parts = [f"{shown(file)}:\n{textwrap.indent(text, '  ')}" for file, text in files.items()]
        return f"C cannot call the class {wrapper.of}; write two files:\n{''.join(parts)}and then type:\n{line}{more}"
    return ""


def new_header(file: Path) -> Path:
    """The header itself; for a source, the header to be written."""
    if file.suffix == ".h":
        return file
    name = file.with_suffix(".h")
    return name.with_stem(f"{file.stem}_functions") if name.exists() else name


def files_listed(folder: Path, files: list[Path]) -> str:
    """What headers declare and assembly defines, for a user who writes out the calls."""
    lines = []
    for file in files:
        text = text_of(file)
        declared = declared_in(text) if file.suffix == ".h" else re.findall(r"\.globa?l\s+(\w+)", text)
        names = [n for n in dict.fromkeys(declared) if re.search(CRYPTIC, n, re.IGNORECASE)]
        if names and not re.search(r"\bclass\s+\w+", text):
            more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
            lines.append(f"\n  {file.relative_to(folder).as_posix()}: {', '.join(names[:MOST_NAMES])}{more}")
    if not lines:
        return ""
    return (
        f"\nHeaders declare, or assembly that needs one defines:{''.join(lines[:MOST_NAMES])}\n"
        'Where arguments cannot be told apart, write out the call: --encrypt "f(schedule, in, out)"; of a hash, a MAC, '
        'a stream cipher or an AEAD: --mode hash --seal "f(sealed, text, bytes)".'
    )


def command(folder: Path, cipher: str, header: str, functions: dict[str, str]) -> str:
    words = [word for function, name in functions.items() for word in (f"--{function.replace('_', '-')}", name)]
    words += [word for source in sources_asked(folder, set(functions.values())) for word in ("--source", source)]
    return "  " + shlex.join(
        ["./narae", "try", shown(folder), "--cipher", cipher or "NAME", "--header", header, *words]
    )


def sources_asked(folder: Path, functions: set[str]) -> list[str]:
    """The files to name if the default sources do not define the functions and others do: both; without default
    sources, those next to the others."""

    def defined(file: Path) -> set[str]:
        return functions & {name for name, _ in defined_in(text_of(file))}

    compiled: list[Path] = []
    with contextlib.suppress(LabError):
        compiled, _ = sources_of(folder, {})
    missing = functions.difference(*map(defined, compiled))
    others = []
    for file in sorted((f for f in folder.rglob("*") if is_source(f)), key=lambda f: (len(f.parts), f)):
        if file not in compiled and (hits := missing & defined(file)):
            missing -= hits
            others += [file] if compiled else sources_of(file.parent, {})[0]
    names = (file.relative_to(folder).as_posix() for file in dict.fromkeys([*compiled, *others]))
    return list(names) if others else []


def to_write(source: Path, defined: dict[str, str], functions: dict[str, str]) -> str:
    """The header to write if a source defines the functions."""
    if not defined:
        return ""
    own = source.with_suffix(".h")
    types = f'"{own.name}"' if own.exists() else "<stdint.h>"
    lines = "".join(f"\n  {defined[name]};" for name in functions.values() if name in defined)
    return f"\nwith a new header next to {source.name}:\n  #include {types}{lines}"


def cipher_named_in(text: str, ciphers: Iterable[str]) -> str:
    """The cipher that names of functions and files mention, in full or by its family; empty if none."""
    ciphers, end = sorted(set(ciphers)), r"(?![a-z0-9])"
    exact = [c for c in ciphers if re.search("[-_/]?".join(re.split("[-/]", c)) + end, text.lower())]
    family = [c for c in ciphers if re.search(rf"(?<![a-z]){c.partition('-')[0]}(?![a-z])", text.lower())]
    family.sort(key=lambda c: -len(c.partition("-")[0]))  # sha3 is no size of sha
    return [*exact, *family, ""][0]


def known_block_ciphers() -> dict[str, Implementation]:
    return {i.cipher: i for i in discover() if i.in_library and i.mode == "block"}


def add_flags(recognized: Recognized, words: list[str], origin: str, bases: Sequence[Path]) -> None:
    """Adds flags.  Header folders become `include`, so that changes there are noticed and bundles contain them."""
    folders, others = flags.sorted_out(words, origin, bases)
    for name, more in (("include", [os.path.relpath(d, recognized.folder) for d in folders]), ("cflags", others)):
        if more:
            recognized.facts[name] = [*recognized.facts.get(name, ()), *more]


def add_flags_of_command(recognized: Recognized, text: str) -> None:
    """Adds those of --cflags; folders are relative to the user's folder, or else to the current one."""
    words = flags.words_of(text, "--cflags")
    if words and not is_called(recognized.facts):
        raise LabError(f"--cflags: {recognized.folder} uses the library's types and is built as that is; leave it out")
    add_flags(recognized, words, "--cflags", (recognized.folder, Path.cwd()))


def check_places(recognized: Recognized, file: Path) -> None:
    """Checks flags and folders that a file names."""
    add_flags(recognized, recognized.facts.pop("cflags", []), f"{shown(file)}: cflags", (recognized.folder,))
    for name in recognized.facts.get("include", ()):
        flags.folder_of(name, f"{shown(file)}: include", (recognized.folder,))


# Implementations


@dataclass(frozen=True)
class Expected:
    """The reference for correctness: its own vectors or the library's, and a model's checksum."""

    vectors: tuple[dict[str, Any], ...] | None
    checksum: str | None
    source: str
    files: tuple[Path, ...] = ()


def implementations(
    recognized: Recognized, expected_of: Callable[[Recognized, dict[str, Any]], Expected]
) -> list[Implementation]:
    """The implementations to measure; `expected_of` gives the reference of each primitive."""
    facts, folder = recognized.facts, recognized.folder
    if not is_called(facts):
        return [replace(i, user_code=True, kernel=recognized.name) for i in load(folder)]
    sources, _ = sources_of(folder, facts)
    return [
        of_calls(recognized, facts, primitive, tuple(sources), expected_of(recognized, primitive))
        for primitive in facts["primitive"]
    ]


def where_it_runs(recognized: Recognized, answers: Iterable[Implementation]) -> list[Implementation]:
    """Limits them to targets that their assembly or headers are for, unless targets are named."""
    return [replace(i, targets=i.targets or recognized.targets) for i in answers]


def is_called(facts: dict[str, Any]) -> bool:
    """Is it called through expressions instead of the library's types?"""
    if "descriptor" in facts:  # a block cipher's
        return False
    primitives = facts.get("primitive", ())
    return not isinstance(primitives, list) or any("call" in p for p in primitives if isinstance(p, dict))


# The calls of each kind, and the names that each may use.
CALL_NAMES: dict[str, dict[str, tuple[str, ...]]] = {
    "permutation": {"permute": ("state",)},
    "message": {
        "seal": ("sealed", "written", "text", "bytes", "ad", "ad_bytes", "nonce", "key"),
        "open": ("text", "written", "sealed", "sealed_bytes", "bytes", "ad", "ad_bytes", "nonce", "key"),
    },
    "block": {
        "set_key": ("schedule", "key"),
        "set_decrypt_key": ("schedule", "key"),
        "encrypt": ("schedule", "key", "out", "in", "blocks"),
        "decrypt": ("schedule", "key", "out", "in", "blocks"),
    },
    "key": {"set_key": ("schedule", "key")},
}
# The modes, and the sizes that each needs.
NEEDED = {
    "block": ("key", "block"),
    "core": ("block", "output"),
    "permutation": ("state",),
    **dict.fromkeys(("aead", "gcm", "ccm", "poly1305"), ("key", "nonce", "tag")),
    **dict.fromkeys(("stream", "ctr", "cbc"), ("key", "nonce")),
    **dict.fromkeys(("mac", "cmac"), ("key", "tag")),
    "hash": ("tag",),
}


class CalledPrimitive(schema.Table):
    cipher: str
    mode: Annotated[str, schema.one_of(NEEDED)]
    call: dict[str, str]
    key: int = 0
    nonce: int = 0
    tag: int = 0
    block: int = 0
    output: int = 0
    constant: int = 0
    state: int = 0
    schedule: int | str = 1
    words: int = 0
    blocks: list[int] = []
    length: str = ""
    supercop: str = ""


class Called(schema.Table):
    """A folder whose code is called by expressions."""

    header: str
    primitive: list[CalledPrimitive]
    kernel: str = ""
    sources: list[str] = []
    include: list[str] = []
    cflags: list[str] = []
    targets: list[str] = []
    alignment: int = 1
    vectors: list[str] = []


def of_calls(
    recognized: Recognized,
    facts: dict[str, Any],
    primitive: dict[str, Any],
    sources: tuple[Path, ...],
    expected: Expected,
) -> Implementation:
    file = recognized.folder / DESCRIPTION
    kind = kind_of(file, primitive)
    alignment = facts.get("alignment", 1)
    if alignment not in (1, 2, 4, 8, 16):
        raise LabError(f"{file}: alignment is {alignment}; use 1, 2, 4, 8 or 16 bytes")
    library, calls = library_of(primitive), primitive["call"]
    for function, call in calls.items():
        if hit := re.search(rf"\b({'|'.join(CALL_NAMES[kind][function])})\s*\(", call):
            raise LabError(f"{file}: call.{function}: `{hit[1]}` is the name of an argument there: rename the function")
    define = {f"CALL_{w.upper()}({', '.join(CALL_NAMES[kind][w])})": expression(w, c) for w, c in calls.items()}
    define |= {name: str(value) for name, value in sizes_in_c(kind, primitive, expected).items()}
    blocks: tuple[int, ...] = ()
    if kind == "block":
        any_number = re.search(r"\b(blocks|bytes)\b", re.sub(r"memcpy\([^()]*\)", "", calls["encrypt"]))
        blocks = tuple(primitive.get("blocks", ()))
        unit = 0 if any_number else max(blocks, default=1)
        blocks = blocks if any_number else (unit,)
        size = primitive["block"]  # a copy of a fixed size is inlined, as in a program that knows it
        number = str(unit * size) if unit else f"((blocks) * {size})"
        define = {k: re.sub(r"\bbytes\b", number, v) for k, v in define.items()}
        define["CALL_BLOCKS"] = str(unit)
    header = recognized.folder / facts["header"]
    return Implementation(
        cipher=primitive["cipher"],
        mode=primitive["mode"],
        kernel=recognized.name,
        kind=f"called_{kind}",
        folder=recognized.folder,
        header=str(header) if header.exists() else facts["header"],
        vector_folders=library.vector_folders if library else (),
        vector_name=library.vector_name if library else (primitive["cipher"], primitive["mode"]),
        key_bytes=primitive.get("key", 0),
        block_bytes=primitive.get("block", 0),
        define=define,
        cflags=tuple(facts.get("cflags", ())),
        only={name: [primitive.get(name, 0)] for name in ("nonce", "tag")} if kind == "message" else {},
        targets=tuple(facts.get("targets", ())),
        user_code=True,
        foreign=Foreign(
            files=sources,
            includes=tuple((recognized.folder / d).resolve() for d in facts.get("include", ())),
            alignment=alignment,
            blocks=blocks,
            vectors=expected.vectors,
            checksum=expected.checksum,
        ),
    )


def kind_of(file: Path, primitive: dict[str, Any]) -> str:
    """Which lab/bench/kind_called_*.c measures it; an error if a field that it needs is missing."""
    mode, calls = primitive["mode"], primitive["call"]
    if split := hint(primitive["cipher"], also_estimated=False):
        raise LabError(f"{file}: {split}" if file.exists() else split)
    for name in NEEDED[mode]:
        if name not in primitive:
            raise LabError(f"{file}: [[primitive]] lacks {name}; {PAGE} lists the fields")
    kind = {"block": "block", "core": "block", "permutation": "permutation"}.get(mode, "message")
    if unknown := sorted(set(calls) - set(CALL_NAMES[kind])):
        raise LabError(f"{file}: call.{unknown[0]} is unknown for a {kind}; use {', '.join(CALL_NAMES[kind])}")
    if sets_key_alone(primitive):
        return "key"
    first = {"block": "encrypt", "permutation": "permute"}.get(kind, "seal")
    if first not in calls:
        raise LabError(f"{file}: call.{first} is missing; it is required to measure")
    return kind


def sets_key_alone(primitive: dict[str, Any]) -> bool:
    return primitive["mode"] == "block" and set(primitive["call"]) == {"set_key"}


def sizes_in_c(kind: str, primitive: dict[str, Any], expected: Expected) -> dict[str, str | int]:
    if kind == "permutation":
        return {"BENCH_STATE_BYTES": primitive["state"]}
    if kind == "key":
        compared = {len(v["schedule"]) // 2 for v in expected.vectors or ()}
        return {"CALL_SCHEDULE_BYTES": primitive["schedule"], "CALL_COMPARED_BYTES": max(compared, default=0)}
    if kind == "block":
        out = {"CALL_OUT_BYTES": primitive["output"]} if "output" in primitive else {}
        return {"CALL_SCHEDULE_BYTES": primitive.get("schedule", 1)} | out
    return {
        **{f"CALL_{name.upper()}_BYTES": primitive.get(name, 0) for name in ("key", "nonce", "tag")},
        "CALL_TEXT": int(primitive["mode"] not in ("hash", "mac", "cmac")),
        "CALL_WRITTEN": primitive.get("length", "unsigned long long"),
        **{
            f"CALL_{function.upper()}_WRITES": int(returns_length(primitive, function)) for function in ("seal", "open")
        },
        "CALL_OPEN_SPARE": primitive.get("tag", 0) if opens_as_in_supercop(primitive) else 0,
    }


def returns_length(primitive: dict[str, Any], function: str) -> bool:
    """Does it return the length of its whole output?  With a separate pointer for the tag the tag may not be
    included."""
    call = primitive["call"].get(function, "")
    return bool(re.search(r"\bwritten\b", call)) and (function == "open" or not re.search(r"\bsealed\s*\+", call))


def opens_as_in_supercop(primitive: dict[str, Any]) -> bool:
    """As in SUPERCOP's try.c, where the text has space for all that was sealed if the length is returned."""
    call = primitive["call"].get("open", "")
    return all(re.search(rf"\b{word}\b", call) for word in ("written", "sealed_bytes"))


def expression(function: str, call: str) -> str:
    """As C: the value of `open` is the result of the tag check; other values are ignored."""
    return f"({call})" if function == "open" else f"((void)({call}))"


def library_of(primitive: dict[str, Any]) -> Implementation | None:
    """The same cipher and mode in the library."""
    name = (primitive["cipher"], primitive["mode"])
    offered = (i for i in discover() if i.has_library_kernels and i.kind != "phases")
    return next((i for i in offered if (i.cipher, i.mode) == name), None)


def as_toml(facts: dict[str, Any]) -> str:
    """As an implementation.toml; JSON strings and lists are valid TOML."""
    head = [f"{name} = {json.dumps(value)}" for name, value in facts.items() if name != "primitive"]
    body = []
    for primitive in facts["primitive"]:
        body += ["", "[[primitive]]", *(f"{n} = {json.dumps(v)}" for n, v in primitive.items() if n != "call")]
        body += ["", "[primitive.call]", *(f"{n} = {json.dumps(v)}" for n, v in primitive["call"].items())]
    return "\n".join(
        [
            "# How ./narae try calls the code in this folder; docs/reference/fields.md lists the fields.",
            *head,
            *body,
            "",
        ]
    )
