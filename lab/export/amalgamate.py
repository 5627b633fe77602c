# SPDX-License-Identifier: MIT
"""One C file and one header from the library: what one cipher in one mode needs, and nothing else.

The text stays as it was written, comments included.  `unifdef` takes out what other chips and variants would compile;
sources follow from the names that they use; internal headers stand once, before the sources.  Where two files use a
name for different things, it gets its file's name in front.  Assembly goes through the chip's own preprocessor and
becomes assembly at file scope.

It knows the house style (src/): functions begin in the first column, internal headers have guards, templates have not,
and what is for one family of chips lies in its folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path

from .. import processes
from ..errors import LabError
from ..paths import ROOT
from ..plan.implementations import family_of

SRC, INCLUDE = ROOT / "src", ROOT / "include"
SECONDS = 60
INCLUDED = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"[^\n]*\n', re.MULTILINE)
FAMILY_HEADER = re.compile(r"^#include NARAE_KERNELS\((\w+)\)\n", re.MULTILINE)
SYSTEM = re.compile(r"^[ \t]*#[ \t]*include[ \t]+<[^>]+>[^\n]*\n", re.MULTILINE)
LICENCE = "/* SPDX-License-Identifier: MIT */\n"
CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|//[^\n]*', re.DOTALL)  # and comments and strings, which are no code
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
NAME = re.compile(r"\bnarae_\w+")
PASTING = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)\((\w+)\)[ \t]+(narae_\w+)##\2##(\w+)$", re.MULTILINE)
FUNCTION = re.compile(  # of a header, with its body
    r"^(?:NARAE_MUST_CHECK )?static\b[^;{}]*?\b(?!__attribute__)(\w+)\([^;{}]*\)\s*\{(.*?)^\}", re.MULTILINE | re.DOTALL
)
ARRAY = r"\s*(?:\[[^\n]*\]\s*)*(?:NARAE_FLASH\s*)?"
OBJECT = re.compile(
    rf"^(?!extern|typedef|static)[\w *]*\b(narae_\w+){ARRAY}(?:__attribute__\(\([^\n]*\)\)\s*)?[=;]", re.MULTILINE
)
OWN_OBJECT = re.compile(rf"^(?:static|typedef)\b[^;{{}}()=]*?\b(\w+){ARRAY}(?:=|;)", re.MULTILINE)
FURTHER_OBJECT = re.compile(rf"^static\b[^;{{}}()]*,\s*(\w+){ARRAY}(?:=|;)", re.MULTILINE)  # of one declaration
# The macro of core/family.h for each family.
KERNELS = {
    "avr": "NARAE_AVR_KERNELS",
    "msp430": "NARAE_MSP430_KERNELS",
    "rv32": "NARAE_RV32_KERNELS",
    "thumb": "NARAE_THUMB_KERNELS",
    "x86": "NARAE_X86_KERNELS",
    "arm": "NARAE_NEON_KERNELS",
    "wasm": "NARAE_WASM_KERNELS",
}
MOVES_AND_ALIGNS = ("-DNARAE_MOVES_WORDS", "-DNARAE_ALIGNS_BLOCKS")
SUFFIXES = (".c", ".h", ".inc", ".S")
BETWEEN = "==== the next file ====\n"
VARIANTS = ("NARAE_SMALL", "NARAE_AES_SBOX_IN_RAM", "NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY")


@dataclass(frozen=True)
class Chip:
    """A kind of chip whose kernels may be taken."""

    kernels: str  # the macro of core/family.h
    known: tuple[str, ...]  # what is true of it, for unifdef
    sometimes: str = ""  # a macro that may be true of it
    # What preprocesses its assembly: for chips with a macro, then for the others.
    preprocess: tuple[tuple[str, tuple[str, ...]], ...] = ()
    at_run_time: bool = False  # its kernels are selected at run time, and are C
    headers: str = ""  # of the system, which they include
    elsewhere: str = ""  # the preprocessor's condition for other chips


CHIPS = {
    "avr": Chip(
        "NARAE_AVR_KERNELS",
        ("-D__AVR__", "-DNARAE_WORDS8", "-D__AVR_HAVE_MUL__", "-U__riscv", "-U__SIZEOF_INT128__"),
        "__AVR_HAVE_JMP_CALL__",
        preprocess=(
            ("__AVR_HAVE_ELPM__", ("avr-gcc", "-mmcu=atmega2560")),
            ("__AVR_HAVE_JMP_CALL__", ("avr-gcc", "-mmcu=atmega328p")),
            ("", ("avr-gcc", "-mmcu=atmega8")),
        ),
        elsewhere="!defined(__AVR__)",
    ),
    "rv32": Chip(
        "NARAE_RV32_KERNELS",
        ("-U__AVR__", "-UNARAE_WORDS8", "-D__riscv", "-D__riscv_xlen=32", "-U__SIZEOF_INT128__", *MOVES_AND_ALIGNS),
        "NARAE_RV32_MULTIPLIES",
        preprocess=(("", ("riscv64-unknown-elf-gcc", "-march=rv32imac", "-misa-spec=2.2", "-mabi=ilp32")),),
        elsewhere="!defined(__riscv) || __riscv_xlen != 32",
    ),
    "thumb": Chip(
        "NARAE_THUMB_KERNELS",
        (
            *("-U__AVR__", "-UNARAE_WORDS8", "-U__riscv", "-U__x86_64__", "-U__SIZEOF_INT128__", "-U__ARM_ARCH_6M__"),
            *("-DNARAE_THUMB_V7M", "-DNARAE_MOVES_WORDS"),
        ),
        "NARAE_THUMB_MULTIPLIES",
        preprocess=(
            ("NARAE_THUMB_MULTIPLIES", ("arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb")),
            ("", ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb")),
        ),
        elsewhere="!defined(__ARM_ARCH_7M__) && !defined(__ARM_ARCH_7EM__) && !defined(__ARM_ARCH_8M_MAIN__)",
    ),
    "thumb-v6m": Chip(
        "NARAE_THUMB_KERNELS",
        (
            *("-U__AVR__", "-UNARAE_WORDS8", "-U__riscv", "-U__x86_64__", "-U__SIZEOF_INT128__", "-U__ARM_FEATURE_DSP"),
            *("-DNARAE_THUMB_V6M", *MOVES_AND_ALIGNS),
        ),
        preprocess=(("", ("arm-none-eabi-gcc", "-mcpu=cortex-m0plus", "-mthumb")),),
        elsewhere="!defined(__ARM_ARCH_6M__)",
    ),
    "x86": Chip(
        "NARAE_X86_KERNELS",
        ("-U__AVR__", "-UNARAE_WORDS8", "-U__riscv", "-D__x86_64__", "-D__SIZEOF_INT128__", "-U_WIN32"),
        preprocess=(("", ("gcc", "-fcf-protection")),),
        elsewhere="!defined(__x86_64__)",
        at_run_time=True,
        headers="""#if defined(__x86_64__) && !defined(_WIN32) && __STDC_HOSTED__
#    include <cpuid.h>
#    include <immintrin.h>
#    include <stdlib.h>
#    if defined(__linux__)
#        include <sys/auxv.h>
#    elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__)
#        include <unistd.h>
#    endif
#endif
""",
    ),
    "neon": Chip(
        "NARAE_NEON_KERNELS",
        ("-U__AVR__", "-UNARAE_WORDS8", "-U__riscv", "-U__x86_64__", "-D__SIZEOF_INT128__", "-D__aarch64__"),
        preprocess=(("", ("aarch64-linux-gnu-gcc", "-mbranch-protection=standard")),),
        elsewhere="!defined(__aarch64__)",
        at_run_time=True,
        headers="""#if defined(__aarch64__) && defined(__ARM_NEON)
#    include <arm_neon.h>
#endif
#if defined(__aarch64__) && defined(__linux__)
#    include <stdlib.h>
#    include <sys/auxv.h>
#endif
""",
    ),
}


def in_order_of_names(paths: Iterable[Path]) -> list[Path]:
    """Sources by primitive and name, wherever in the primitive's folder they lie."""
    return sorted(paths, key=lambda path: (path.relative_to(SRC).parts[0], path.name))


@cache
def code_only(text: str) -> str:
    return CODE.sub(" ", text)


def outside_comments(text: str, change: Callable[[str], str]) -> str:
    """Applies `change` to everything except comments and strings."""
    parts, at = [], 0
    for match in CODE.finditer(text):
        parts += [change(text[at : match.start()]), match[0]]
        at = match.end()
    return "".join([*parts, change(text[at:])])


@cache
def words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


@cache
def sources() -> dict[Path, str]:
    """The library's files."""
    return {f: source(f) for folder in (SRC, INCLUDE) for f in sorted(folder.rglob("*")) if f.suffix in SUFFIXES}


_reduced: dict[tuple[Path, tuple[str, ...]], str] = {}


def reduced(flags: tuple[str, ...]) -> dict[Path, str]:
    """The library's files without code that these flags exclude. Files that mention the same flags share a result; the
    others are processed as one text by `unifdef`, with a separator that no file contains."""
    texts = {path: text for path, text in sources().items() if f"-U{KERNELS.get(family_of(path))}" not in flags}
    keys = {
        path: (path, tuple(f for f in flags if f[2:].partition("=")[0] in words(text))) for path, text in texts.items()
    }
    if fresh := [path for path, key in keys.items() if key not in _reduced]:
        done = processes.run(["unifdef", "-k", *flags], SECONDS, stdin=BETWEEN.join(texts[path] for path in fresh))
        if done.returncode not in (0, 1):
            raise LabError(f"unifdef failed: {done.stderr.strip()}")
        _reduced.update((keys[path], text) for path, text in zip(fresh, done.stdout.split(BETWEEN), strict=True))
    return dict.fromkeys(sources(), "") | {path: _reduced[key] for path, key in keys.items()}


@dataclass
class Unit:
    """A source with its templates in place."""

    path: Path
    text: str
    headers: tuple[Path, ...]  # with guards, as it includes them

    @cached_property
    def code(self) -> str:
        return code_only(self.text)

    @property
    def stem(self) -> str:
        return self.path.stem

    @cached_property
    def macros(self) -> list[str]:
        return list(dict.fromkeys(MACRO.findall(self.code)))

    @cached_property
    def own_names(self) -> set[str]:
        """The names that it defines at file scope for itself."""
        code = self.code
        names = set(re.findall(r"^([a-z]\w*)\(", code, re.MULTILINE))  # a macro that stands there has capitals
        names |= set(OWN_OBJECT.findall(code)) | set(FURTHER_OBJECT.findall(code))
        names |= set(re.findall(r"^typedef\b[^;{}]*?\b(\w+)(?: __attribute__[^;]*)?;", code, re.MULTILINE))
        names |= set(re.findall(r"^}\s*(\w+);", code, re.MULTILINE))
        names |= set(re.findall(r"^(?:typedef\s+)?(?:struct|union|enum)\s+(\w+)\s*{", code, re.MULTILINE))
        for body in re.findall(r"^(?:typedef\s+)?enum\b[^{;]*{([^}]*)}", code, re.MULTILINE):
            names |= set(re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|\s*$)", body))
        return {n for n in names if not n.startswith(("narae_", "__")) and n not in self.macros}

    @cached_property
    def suffixes(self) -> list[tuple[str, str]]:
        """Macros that append a suffix to names, such as `#define NAME(f) f##_avx2`, and the suffix; a macro may have
        several."""
        macros = re.findall(r"^\s*#\s*define\s+(\w+)\((\w+)\)\s+\2##(\w+)$", self.code, re.MULTILINE)
        return [(name, suffix) for name, _, suffix in macros]

    @cached_property
    def prefixes(self) -> list[tuple[str, str]]:
        """Macros that put a prefix in front of names, such as `#define MAC(f) narae_hmac##f`, and the prefix."""
        macros = re.findall(r"^\s*#\s*define\s+(\w+)\((\w+)\)\s+(narae_\w+)##\2$", self.code, re.MULTILINE)
        return [(name, prefix) for name, _, prefix in macros]

    def begun(self) -> list[str]:
        """The library's names that these macros produce."""
        return [
            prefix + rest
            for name, prefix in self.prefixes
            for rest in re.findall(rf"(?<!define )\b{name}\((\w+)\)", self.code)
        ]

    def completed(self) -> list[str]:
        """The library's names that macros with a suffix produce."""
        return [
            prefix + suffix
            for name, suffix in self.suffixes
            for prefix in re.findall(rf"\b{name}\((narae_\w+)\)", self.code)
        ]

    @cached_property
    def expansions(self) -> str:
        """The text of multi-line macros where they are called at file scope, such as `HASH(sha256, ...)`."""
        result = []
        for name, parameters, body in re.findall(
            r"^#define (\w+)\(([^)]*)\)((?:[^\n]*\\\n)+[^\n]*)", self.code, re.MULTILINE
        ):
            for call in re.findall(rf"^{name}\(([^)]*)\)", self.code, re.MULTILINE):
                text = body
                for parameter, argument in zip(parameters.split(","), call.split(","), strict=False):
                    word = parameter.strip()
                    text = re.sub(rf"##{word}\b(?:##)?|\b{word}##", argument.strip(), text)
                for macro, prefix in self.prefixes:
                    text = re.sub(rf"\b{macro}\((\w+)\)", rf"{prefix}\1", text)
                result.append(text)
        return "\n".join(result)

    def expanded(self) -> list[str]:
        """The functions and objects that these define."""
        return re.findall(r"^ *(?!return)(?:const )?\w+ (narae_\w+)(?:\(| = {)", self.expansions, re.MULTILINE)

    @cached_property
    def defined(self) -> set[str]:
        """What others may call."""
        functions = re.findall(r"^(narae_\w+)\(", self.code, re.MULTILINE)
        objects = OBJECT.findall(self.code)
        objects += re.findall(r"^\w+\((narae_\w+)\) = ", self.code, re.MULTILINE)
        objects += [*self.completed(), *self.expanded()]
        functions += [f"narae_{name}_best" for name in re.findall(r"^DISPATCH\(\w+, (\w+)\)", self.code, re.MULTILINE)]
        defines = " ".join(re.findall(r"^\s*#\s*define[^\n]*(?:\\\n[^\n]*)*", self.code, re.M))
        named = re.findall(r"\b(narae_\w+_(?=##)|narae_\w+\b(?!##))", defines)
        return set(functions) | set(objects) | set(named)


unit_of = cache(Unit)  # most sources are the same for other kernels


@cache
def named_files(text: str) -> dict[str, str]:
    return dict(re.findall(r'^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+("[^"]+\.(?:h|inc)")$', text, re.MULTILINE))


def named_by_macros(text: str, before: Iterable[str]) -> str:
    """`#include NAME` becomes what `#define NAME "file"` says."""
    files = {name: file for part in (*before, text) for name, file in named_files(part).items()}
    for name, file in files.items():
        text = re.sub(rf"^([ \t]*#[ \t]*include[ \t]+){name}$", rf"\g<1>{file}", text, flags=re.MULTILINE)
    return text


@cache
def has_guard(text: str) -> bool:
    return bool(re.search(r"^#ifndef \w+_H$", text, re.MULTILINE))


@cache
def included(text: str) -> list[str]:
    return INCLUDED.findall(text)


@cache
def names_defined(text: str) -> set[str]:
    """The macros and types that a text defines."""
    code = code_only(text)
    types = re.findall(r"^[ \t]*typedef\b[^;{}]*?\b(\w+)(?: __attribute__[^;]*)?;", code, re.MULTILINE)
    return {*MACRO.findall(code), *types}


@cache
def find(name: str, source_path: Path) -> Path:
    """The path of an included file."""
    for folder in (source_path.parent, SRC, INCLUDE):
        if (folder / name).exists():
            return folder / name
    raise LabError(f"{source_path} includes {name}, which does not exist")


@dataclass
class Library:
    """The sources for one choice of kernels."""

    flags: tuple[str, ...]
    units: dict[Path, Unit] = field(default_factory=dict)
    before: dict[Path, list[Path]] = field(default_factory=dict)
    used: dict[Path, set[str]] = field(default_factory=dict)

    @cached_property
    def texts(self) -> dict[Path, str]:
        return reduced(self.flags)

    def text(self, path: Path) -> str:
        return self.texts[path]

    def guarded(self, path: Path) -> bool:
        return has_guard(self.text(path))

    def unit(self, path: Path) -> Unit:
        if path not in self.units:
            headers: list[Path] = []
            text = self.inlined(path, headers, [])
            self.units[path] = unit_of(path, text, tuple(headers))
        return self.units[path]

    def inlined(
        self, path: Path, headers: list[Path], inlined_headers: list[Path], before: tuple[str, ...] = ()
    ) -> str:
        """The text without its includes. Guarded headers are collected; templates, and headers that depend on a macro
        or a type defined before them, are inserted."""
        text, parts, at = named_by_macros(self.text(path), before), list(before), 0
        for match in INCLUDED.finditer(text):
            header_path = find(match[1], path)
            parts.append(text[at : match.start()])
            at = match.end()
            if not self.guarded(header_path):
                parts.append(self.inlined(header_path, headers, inlined_headers, tuple(parts)))
            elif words(code_only(self.text(header_path))).isdisjoint(
                name for part in parts for name in names_defined(part)
            ):
                headers.append(header_path)
            elif header_path not in inlined_headers:
                inlined_headers.append(header_path)
                parts.append(self.inlined(header_path, headers, inlined_headers, tuple(parts)))
        return "".join([*parts[len(before) :], text[at:]])

    def in_order(self, headers: Iterable[Path]) -> list[Path]:
        """Each header once, after those that it includes."""
        return list(dict.fromkeys(path for header in headers for path in (*self.included_by(header), header)))

    def included_by(self, header: Path) -> list[Path]:
        if header not in self.before:
            inner = [find(name, header) for name in included(self.text(header))]
            self.before[header] = self.in_order(h for h in inner if self.guarded(h) and h != header)
        return self.before[header]

    def sources(self) -> dict[str, list[Path]]:
        """The sources that define each name. Self-tests are left out: a package tests itself with vectors."""
        if not hasattr(self, "_sources"):
            self._sources: dict[str, list[Path]] = {}
            for path in in_order_of_names(f for f in SRC.rglob("*.c") if f.parent.name != "self_test"):
                for name in self.unit(path).defined:
                    self._sources.setdefault(name, []).append(path)
            for path in in_order_of_names(SRC.rglob("*.S")):
                for name in assembly_names(self.text(path)):
                    self._sources.setdefault(name, []).append(path)
        return self._sources

    def closure(self, roots: Iterable[str]) -> list[Path]:
        """Every source that the roots need."""
        where, names, chosen = self.sources(), list(roots), []
        begun = [n for n in where if n.endswith("_")]  # what a macro makes names of
        seen = set(names)
        while names:
            name = names.pop()
            paths = [*where.get(name, []), *(p for b in begun if name.startswith(b) for p in where[b])]
            for path in paths:
                if path in chosen or not self.has_code(path):
                    continue
                chosen.append(path)
                for used in self.uses(path) - seen:
                    seen.add(used)
                    names.append(used)
        return in_order_of_names(chosen)

    def has_code(self, path: Path) -> bool:
        text = self.text(path) if path.suffix == ".S" else self.unit(path).text
        return bool(re.search(r"^\s*[^\s#]", code_only(SYSTEM.sub("", text)), re.MULTILINE))

    def uses(self, path: Path) -> set[str]:
        """The library's names in a source, and those that macros of its headers produce."""
        if path not in self.used:
            self.used[path] = self.read_uses(path)
        return self.used[path]

    def read_uses(self, path: Path) -> set[str]:
        if path.suffix == ".S":
            return set(NAME.findall(code_only(self.text(path))))
        unit = self.unit(path)
        headers = self.in_order(unit.headers)
        pasted: set[str] = set()  # by macros with a prefix and a suffix
        macros: dict[str, set[str]] = {}  # and functions of headers: what a use of the name uses
        for header in headers:
            code = code_only(self.text(header))
            of_others = set(macros)
            for name, body in re.findall(r"^\s*#\s*define\s+(\w+)(?:\([^)]*\))?((?:[^\n]*\\\n)*[^\n]*)", code, re.M):
                is_default = re.search(rf"^#\s*ifndef {name}$", code, re.MULTILINE)
                if not (is_default and name in of_others):  # as of a portable kernel
                    macros.setdefault(name, set()).update(re.findall(r"\w+", body))
            for macro, _, prefix, suffix in PASTING.findall(code):
                pasted |= {prefix + word + suffix for word in re.findall(rf"\b{macro}\((\w+)\)", unit.code)}
            for function, body in FUNCTION.findall(code):
                macros.setdefault(function, set()).update(re.findall(r"\w+", body))
        names = set(re.findall(r"\w+", unit.code + unit.expansions)) | {*unit.completed(), *unit.begun()} | pasted
        new = set(names)
        while new:
            new = {n for name in new for n in macros.get(name, ())} - names
            names |= new
        return {n for n in names if n.startswith("narae_")}


library_of = cache(Library)  # few choices serve many packages


def assembly_names(text: str) -> set[str]:
    """The names that a .S defines: by the macro that starts a function, by .global, or for an included .inc."""
    code = code_only(text)
    begun = re.findall(r"(?:\b\w*function|\.globa?l)\s+(?:SYMBOL\()?(narae_\w+)", code)
    named = re.findall(r"^#define\s+\w+\s+(narae_\w+)$", code, re.MULTILINE)
    return {*begun, *named, *re.findall(r"^(narae_\w+):", code, re.MULTILINE)}


@dataclass(frozen=True)
class Choice:
    """The names that a user calls, their headers, and the selected kernels."""

    name: str  # of the package: narae_lea_gcm
    roots: tuple[str, ...]
    headers: tuple[str, ...]
    chip: str = ""  # one of CHIPS, or portable code alone
    variants: tuple[str, ...] = ()  # macros of VARIANTS that are defined


@dataclass(frozen=True)
class Amalgam:
    header: str
    source: str
    parts: tuple[str, ...]  # the sources in it


def fixed_flags(name: str, variants: tuple[str, ...]) -> tuple[str, ...]:
    """What is true, for unifdef, of a package with a chip's kernels, wherever it is compiled."""
    chip = CHIPS.get(name)
    flags = [f"-{'D' if v in variants else 'U'}{v}" for v in VARIANTS]
    flags += [f"-U{k}" for k in KERNELS.values() if not chip or k != chip.kernels]
    flags += [] if name == "rv32" else ["-UNARAE_RV32_MULTIPLIES"]
    flags += [] if name == "thumb" else ["-UNARAE_THUMB_V7M", "-UNARAE_THUMB_MULTIPLIES"]
    flags += [] if name == "thumb-v6m" else ["-UNARAE_THUMB_V6M"]
    flags += [] if name in ("rv32", "thumb", "thumb-v6m") else ["-UNARAE_MOVES_WORDS"]
    flags += [] if name in ("rv32", "thumb-v6m") else ["-UNARAE_ALIGNS_BLOCKS"]
    flags += ["-UNARAE_GHASH_COMBS", "-UNARAE_GHASH_TABLES"] if "NARAE_SMALL" in variants else []  # narae/ghash.h
    flags += ["-U__ASSEMBLER__"]
    if name != "rv32" or "NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY" not in variants:
        flags.append("-UNARAE_RV32_TABLES")
    if name != "thumb" or "NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY" not in variants:
        flags.append("-UNARAE_THUMB_TABLES")
    flags += [] if chip and chip.at_run_time else ["-UNARAE_CPU_AT_RUN_TIME"]
    return tuple(flags)


def amalgamate(choice: Choice, banner: str, settings: str) -> Amalgam:
    """`settings` are macros for the top of the header."""
    chip = CHIPS.get(choice.chip)
    fixed = fixed_flags(choice.chip, choice.variants)

    everything = library_of(fixed)
    needed = set(portable_closure(choice, fixed, chip))
    with_kernels = kernel_closure(choice, fixed, chip)
    sources = sorted(in_order_of_names(needed | with_kernels), key=lambda p: p.suffix)
    assembly = [p for p in sources if p.suffix == ".S"]
    units = [everything.unit(p) for p in sources if p.suffix == ".c"]

    public = everything.in_order([INCLUDE / h for h in (*choice.headers, "narae/wipe.h", "narae/version.h")])
    internal = [h for h in everything.in_order(h for u in units for h in u.headers) if h not in public]
    further = [h for h in internal if h.is_relative_to(INCLUDE)]  # of headers that users need not know
    internal = [h for h in internal if h not in further]
    of_headers = {m for h in internal for m in MACRO.findall(code_only(everything.text(h)))}
    rename = conflicts(
        everything, units, internal, [code_only(everything.text(h)) for h in [*public, *further, *internal]]
    )

    header = [banner, f"#ifndef {choice.name.upper()}_PACKAGE_H\n#define {choice.name.upper()}_PACKAGE_H\n", settings]
    header += [stripped(everything, h) for h in public]
    header += ["#endif\n"]

    source = [banner, f'#include "{choice.name}.h"\n', preamble(chip)]
    source += [stripped(everything, h) for h in further]
    source += ['#ifdef __cplusplus\nextern "C" {\n#endif\n']
    for path in internal:
        text = with_names(stripped(everything, path), rename[path])
        if chip and chip.at_run_time and only_for_kernels(path, units, everything, chip):
            text = f"#ifdef {chip.kernels}\n\n{text}\n#endif\n"
        source.append(section(path, text))
        if path == SRC / "core/family.h":
            source.append(kernels_left_out(chip))
    called = sorted({n for p in assembly for n in NAME.findall(code_only(everything.text(p)))})
    for unit in units:
        text = renamed(unit, rename[unit.path], shared_suffixes(unit, units))
        text = kept_for_assembly(SYSTEM.sub("", text).strip("\n") + "\n", called)
        text += undefine(unit, [u for u in units if u is not unit])
        text = "".join(f"#undef {m}\n" for m in unit.macros if m in of_headers) + text
        if chip and unit.path not in with_kernels:
            text = f"#ifndef {chip.kernels}\n\n{text}\n#endif\n"
        source.append(section(unit.path, text))
    source += [section(p, file_scope_assembly(p, chip, choice)) for p in assembly if chip]
    source += ["#ifdef __cplusplus\n}\n#endif\n"]
    parts = tuple(str(p.relative_to(ROOT)) for p in sources)
    return Amalgam(tidy("\n".join(header)), tidy("\n".join(source)), parts)


def only_for_kernels(header: Path, units: list[Unit], library: Library, chip: Chip) -> bool:
    """Do only files of the chip's family include a header?"""
    headers = library.in_order(h for u in units for h in u.headers)
    includers = [u.path for u in units if header in u.headers] + [
        h for h in headers if header in library.included_by(h)
    ]
    return all(KERNELS.get(family_of(path)) == chip.kernels for path in includers)


def portable_closure(choice: Choice, fixed: tuple[str, ...], chip: Chip | None) -> list[Path]:
    """The portable sources that the roots need."""
    derived = ["-UNARAE_MOVES_WORDS", "-UNARAE_ALIGNS_BLOCKS", "-UNARAE_THUMB_V7M", "-UNARAE_THUMB_V6M"]
    flags = (*fixed, *([f"-U{chip.kernels}", f"-U{chip.sometimes}", *derived] if chip else []))
    return library_of(tuple(f for f in flags if f != "-U")).closure(choice.roots)


def kernel_closure(choice: Choice, fixed: tuple[str, ...], chip: Chip | None) -> set[Path]:
    """The sources that the roots need on the chip of the selected kernels."""
    if not chip:
        return set()
    paths: set[Path] = set()
    for sometimes in ("-D", "-U") if chip.sometimes else ("",):
        extra = [f"{sometimes}{chip.sometimes}"] if sometimes else []
        paths |= set(library_of((*fixed, f"-D{chip.kernels}", *chip.known, *extra)).closure(choice.roots))
    return paths


def conflicts(library: Library, units: list[Unit], headers: list[Path], texts: list[str]) -> dict[Path, dict[str, str]]:
    """For each header and source, the names at file scope that another source uses independently, and their new
    names."""
    seen = {unit.path: library.in_order(unit.headers) for unit in units}
    in_headers = words(" ".join(texts))
    used_words = in_headers.union(*(words(unit.code) for unit in units))
    of_header: dict[Path, dict[str, str]] = {}
    new_names: dict[Path, dict[str, str]] = {}
    for header in headers:
        foreign_words = [words(u.code) - u.own_names for u in units if header not in seen[u.path]]
        own = unit_of(header, stripped(library, header), ()).own_names.intersection(set().union(*foreign_words))
        of_header[header] = prefixed(header, own, used_words)
        new_names[header] = joined(of_header[h] for h in (*library.included_by(header), header) if h in of_header)
    for unit in units:
        other_words = in_headers.union(*(words(u.code) for u in units if u is not unit))
        of_headers = joined(of_header[h] for h in seen[unit.path] if h in of_header)
        new_names[unit.path] = of_headers | prefixed(unit.path, unit.own_names & other_words, used_words)
    return new_names


def prefixed(file: Path, names: Iterable[str], used_words: frozenset[str]) -> dict[str, str]:
    """Adds the file's name, and a second word where the result is in use, too."""
    plain = {name: f"{file.stem}_{name}" for name in names}
    return {name: f"{file.stem}_own_{name}" if new in used_words else new for name, new in plain.items()}


def joined(names: Iterable[dict[str, str]]) -> dict[str, str]:
    return {name: new for each in names for name, new in each.items()}


def shared_suffixes(unit: Unit, units: list[Unit]) -> list[str]:
    """The suffixes that another source uses as well. A source whose suffix makes names of the library keeps it."""
    other_suffixes = {s for u in units if u is not unit for _, s in u.suffixes}
    return [s for _, s in unit.suffixes if s in other_suffixes and not unit.completed()]


def with_names(text: str, names: dict[str, str]) -> str:
    if not names:
        return text
    old = re.compile(r"(?<![.\w])(?<!->)(" + "|".join(sorted(map(re.escape, names))) + r")\b")
    return outside_comments(text, lambda code: old.sub(lambda m: names[m[1]], code))


def renamed(unit: Unit, names: dict[str, str], suffixes: list[str]) -> str:
    text = with_names(unit.text, names)
    for suffix in suffixes:
        ends = re.compile(rf"(##|\b(?!narae_)\w+){suffix}\b")
        text = outside_comments(text, partial(ends.sub, rf"\g<1>{suffix}_{unit.stem}"))
    return text


def kept_for_assembly(text: str, called: list[str]) -> str:
    """Marks what assembly uses, which link-time optimization cannot see."""
    for name in called:
        begin = rf"^(?=(?:const )?\w+ {name}\[[^;]*=|\w+\({name}\) = |(?!static)[\w *]+\n{name}\()"
        text = re.sub(begin, "NARAE_KEPT ", text, flags=re.MULTILINE)
    return text


def undefine(unit: Unit, other_units: list[Unit]) -> str:
    """Undefines the macros of a source that another one uses."""
    words = set().union(*(re.findall(r"\w+", u.code) for u in other_units)) if other_units else set()
    names = [m for m in unit.macros if m.endswith("_H") or (m in words and not m.startswith(("narae_", "NARAE_")))]
    return "".join(f"#undef {name}\n" for name in names)


def stripped(library: Library, path: Path) -> str:
    """A header without includes of guarded headers; templates are inserted."""

    def in_place(match: re.Match[str]) -> str:
        header = find(match[1], path)
        return "" if library.guarded(header) else library.text(header)

    return INCLUDED.sub(in_place, library.text(path)).strip("\n") + "\n"


def section(path: Path, text: str) -> str:
    return f"/* ---- {path.relative_to(SRC)} ---- */\n\n{text}"


def preamble(chip: Chip | None) -> str:
    """System headers come first: some do not support extern "C"."""
    return f"""#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __AVR__
#    include <avr/io.h>
#    include <avr/pgmspace.h>
#endif
{chip.headers if chip else ""}
/* A word of C11 that C++ spells otherwise. */
#if defined(__cplusplus) && !defined(_Static_assert)
#    define _Static_assert static_assert
#endif

/* Loops over one or two blocks; at -O1 gcc thinks that there may be none. */
#if defined(__GNUC__) && !defined(__clang__)
#    pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

/* Assembly is one string for each file, longer than ISO C asks of a compiler. */
#ifdef __clang__
#    pragma clang diagnostic ignored "-Woverlength-strings"
#elif defined(__GNUC__)
#    pragma GCC diagnostic ignored "-Woverlength-strings"
#endif

/* Members that are not named are zero; C++ warns of what C means. */
#if defined(__cplusplus) && defined(__GNUC__)
#    pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

/* Not every function of a header is used in each build. */
#ifdef __GNUC__
#    pragma GCC diagnostic ignored "-Wunused-function"
#endif

/* Assembly uses it. */
#define NARAE_KEPT __attribute__((used))
"""


def kernels_left_out(chip: Chip | None) -> str:
    names = [k for k in KERNELS.values() if not chip or k != chip.kernels]
    if not chip:
        names += ["NARAE_RV32_TABLES", "NARAE_RV32_MULTIPLIES"]
        names += ["NARAE_THUMB_V7M", "NARAE_THUMB_V6M", "NARAE_THUMB_MULTIPLIES"]
    text = "/* Kernels that are not in this package. */\n" + "".join(f"#undef {k}\n" for k in names)
    if chip and chip.at_run_time:
        text += "\n/* They are C that is no C++: there, portable code. */\n"
        text += f"#ifdef __cplusplus\n#    undef {chip.kernels}\n#    undef NARAE_DISPATCH\n#endif\n"
    return text


def source(path: Path) -> str:
    """A file without its licence, which a package names once.  `#include NARAE_KERNELS(lea)` of core/family.h becomes
    the kernels.h of each family.  A family's headers are under its condition."""
    text = FAMILY_HEADER.sub(lambda match: family_headers(match[1]), path.read_text().removeprefix(LICENCE))
    condition = KERNELS.get(family_of(path)) if path.suffix == ".h" else None
    return f"#ifdef {condition}\n\n{text}\n#endif\n" if condition else text


def family_headers(primitive: str) -> str:
    paths = [f"{primitive}/{family}/kernels.h" for family in KERNELS]
    return "".join(f'#include "{path}"\n' for path in paths if (SRC / path).exists())


def file_scope_assembly(path: Path, chip: Chip, choice: Choice) -> str:
    """A .S as assembly at file scope, under its own condition."""
    comment = re.match(r"/\*.*?\*/\n", source(path), re.DOTALL)
    condition = re.findall(r"^#if(?:def)? [^\n]*(?:\\\n[^\n]*)*", source(path), re.MULTILINE)
    body = last = ""
    for macro, compiler in reversed(chip.preprocess):
        text = quoted_assembly(path, compiler, choice)
        if text and text != last:
            body = f"#ifdef {macro}\n{text}#else\n{body}#endif\n" if body else text
            last = text
    if not body and not choice.variants:  # which leave out some
        raise LabError(f"{path.name} has no code for any chip that {chip.preprocess[0][1][0]} preprocesses it for")
    heading = comment[0] if comment else ""
    return f"{heading}\n{condition[0]}\n\n{body}\n#endif\n"


def quoted_assembly(path: Path, compiler: tuple[str, ...], choice: Choice) -> str:
    """The output of this compiler's preprocessor for a .S, as a statement in C; empty if it has no code."""
    defines = ["-DNARAE_ASSEMBLY_IN_C", *(f"-D{v}" for v in choice.variants)]
    command = [*compiler, *defines, "-x", "assembler-with-cpp", "-E", "-P", f"-I{INCLUDE}", f"-I{SRC}", path]
    done = processes.run(command, SECONDS)
    if done.returncode != 0:
        raise LabError(f"{compiler[0]} could not preprocess {path.name}: {done.stderr.strip()[:300]}")
    text = own_labels(done.stdout, path.stem)
    lines = [line.rstrip() for line in text.splitlines() if line.strip() and ".file" not in line]
    if not lines:
        return ""
    macros = [m[1] for line in lines if (m := re.match(r"\s*\.macro\s+(\w+)", line))]
    lines = ["    .pushsection .text", *lines, *(f"    .purgem {m}" for m in dict.fromkeys(macros)), "    .popsection"]
    body = "\n".join('    "' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"' for line in lines)
    return f"__asm__(\n{body});\n"


def own_labels(text: str, file: str) -> str:
    """Adds the file's name to its labels, which may collide with another file's in the same object. Labels that are
    also arguments of macros stay."""
    defined = re.findall(r"(?:^|;)[ \t]*([A-Za-z_.][\w.]*):", text, re.MULTILINE)
    labels = {label for label in defined if not NAME.match(label) and f"\\{label}" not in text}
    if not labels:
        return text
    either = "|".join(re.escape(label) for label in labels)
    return re.sub(rf"(?<![\w.])(?:{either})(?![\w.])", lambda m: f"{m[0]}_{file}", text)


def tidy(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"
