# SPDX-License-Identifier: MIT
"""Folders of src/ and lab/ show what a file is for: kernels.md and architecture.md in docs/explanation."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lab.commands.test.runner import c_files, tracked
from lab.export.amalgamate import KERNELS
from lab.paths import CIPHERS, ROOT
from lab.plan.implementations import FAMILIES
from tests.conftest import FIRST, LAST, group
from tests.tools import call, every_day, skip_without

SRC = ROOT / "src"
FILES = sorted(f for f in SRC.rglob("*") if f.is_file())
SOURCES = [f for f in FILES if f.suffix in (".c", ".S")]
HEADERS = [f for f in FILES if f.suffix in (".h", ".inc")]
GENERATORS = sorted(f for f in (ROOT / "dev").glob("*/*/*.py") if not f.stem.startswith("orders"))
HERE = "tests/lab/test_layout.py"
PUBLIC_MACROS = {"rv32": ["NARAE_GHASH_COMBS"]}  # of include/, that are true for one family alone
CIRCUITS = {"NARAE_AES_SBOX_SHALLOW_H"}  # requested by another header, too


def name(file: Path) -> str:
    return str(file.relative_to(SRC))


def test_a_file_lies_in_its_primitive_or_in_a_family_there():
    places = {f.relative_to(SRC).parts[1:-1] for f in FILES}
    assert places == {(), ("portable",), *((family,) for family in FAMILIES)}
    assert {f.suffix for f in FILES} == {".c", ".S", ".h", ".inc"}, "src/ is the library and nothing else"
    assert set(FAMILIES) == set(KERNELS)


def test_no_code_joins_statuses_with_or():
    """-2 | -3 is -1, another code; an example that goes on after an error uses what was never written."""
    joined = re.compile(r"\b(?:status|again|error) *\\?\|=|\|= *narae_\w+\((?:[^()]|\([^()]*\))*\) *;")
    assert joined.search("status |= f();") and joined.search("x |= narae_f(g(1),\n 2);")
    files = [
        file
        for file in tracked("*.[ch]", "*.inc", "*.md", "*.py", "*.rs", "*.cpp", "*.j2")
        if file not in (HERE, "CHANGELOG.md")
    ]
    assert {file for file in files if joined.search((ROOT / file).read_text())} == set()


def test_objects_of_all_sources_fit_into_one_folder():
    stems = [f.stem for f in SOURCES]
    assert {stem for stem in stems if stems.count(stem) > 1} == set()


def test_headers_have_a_guard_with_their_path_and_templates_have_none():
    for file in HEADERS:
        guards = set(re.findall(r"^#ifndef (NARAE_\w+_H)$", file.read_text(), re.MULTILINE))
        primitive, *folder, last = file.relative_to(SRC).with_suffix("").parts
        words = [last] if last.endswith("_internal") else [primitive, *folder, last]
        expected = {f"NARAE_{'_'.join(words).upper()}_H"} if file.suffix == ".h" else set()
        assert guards - (CIRCUITS - expected) == expected, name(file)


def test_what_is_included_is_a_neighbour_or_a_path():
    for file in FILES:
        for included in re.findall(r'^\s*#\s*include "([^"]+)"', file.read_text(), re.MULTILINE):
            if "/" not in included:
                assert (file.parent / included).exists(), f"{name(file)}: {included} lies in another folder"
            else:
                included_files = [root / included for root in (SRC, ROOT / "include") if (root / included).exists()]
                assert len(included_files) == 1, f"{name(file)}: {included}"
                assert included_files[0].parent != file.parent, f"{name(file)}: {included} lies in the same folder"


def depends_on(kernels: re.Pattern, text: str) -> bool:
    """Does each line but includes stand under a condition on these kernels?"""
    depth = 0
    for line in re.sub(r"/\*.*?\*/|^\s*#\s*include[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE).splitlines():
        begins = re.match(r"\s*#\s*if", line)
        present = re.sub(r"ifndef.*|!\s*defined\(\w+\)", "", line)
        alone = begins and all(kernels.search(alternative) for alternative in present.split("||"))
        if line.strip() and depth == 0 and not alone:
            return False
        depth += 1 if begins else -1 if re.match(r"\s*#\s*endif", line) else 0
    return True


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_for_one_family_alone_lies_in_its_folder(family):
    own = [KERNELS[family].removesuffix("KERNELS") + r"\w+", *PUBLIC_MACROS.get(family, [])]
    kernels = re.compile("|".join(own))
    for file in SOURCES:
        assert depends_on(kernels, file.read_text()) == (file.parent.name == family), name(file)


def test_templates_in_c_are_formatted():
    waiting = [f for f in SOURCES if f.suffix == ".c"]
    seen = set(waiting)
    for file in waiting:
        named = re.findall(r'"([\w/]+\.(?:h|inc))"', file.read_text())
        near = [place / n for n in named for place in (file.parent, SRC)]
        waiting += [f for f in dict.fromkeys(near) if f not in seen and f.exists()]
        seen.update(near)
    in_c = {f"src/{name(f)}" for f in waiting if f.suffix == ".inc"}
    assert in_c and in_c <= set(c_files())


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda f: str(f.relative_to(ROOT)))
def test_a_generator_lies_where_its_output_does_and_writes_it(generator):
    place = generator.relative_to(ROOT)
    output = SRC.joinpath(*place.parts[1:]).with_suffix(".inc")
    module = importlib.import_module(".".join(place.with_suffix("").parts))
    assert output == module.OUTPUT
    assert output.read_text() == module.generate(), "generate it again"
    assert output.read_text().splitlines()[1].startswith(f"/* Written by {place}:")


def test_what_the_lab_registers_is_there():
    for file in CIPHERS.glob("*.toml"):
        assert (SRC / file.stem).is_dir(), file.name


LAB = ROOT / "lab"
STAGES = ["plan", "build", "run", "rows", "store", "views"]
MACHINES = ["targets", "sims", "peers", "real"]
DATA = {
    "rows.Row",
    "rows.MODE_OPERATIONS",
    "rows.PHASES",
    "run.protocol.Operation",
}  # what it looks like


def imported(file: Path) -> set[str]:
    """What a module takes from others of the lab: `rows.Row`, `run.cores`."""
    package = file.relative_to(LAB).parts[:-1]
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*package[: len(package) - node.level + 1], *(node.module.split(".") if node.module else [])]
            names |= {".".join([*base, alias.name]) for alias in node.names}
    return names


@pytest.mark.parametrize("stage", [*STAGES, *MACHINES])
def test_a_stage_of_the_lab_knows_nothing_of_those_after_it(stage):
    last = {"run": "rows", "targets": "rows", "real": "rows", "sims": "rows", "peers": "rows"}.get(
        stage, stage
    )  # a run ends in rows
    after = STAGES[STAGES.index(last) + 1 :]
    files = sorted((LAB / stage).rglob("*.py"))
    assert files
    for file in files:
        wrong = {n for n in imported(file) - DATA if n.split(".")[0] in {*after, "commands"}}
        assert wrong == set(), file.relative_to(ROOT)


TEMPLATES = sorted(f for f in (ROOT / "src").rglob("*.inc") if "#    error" in f.read_text())


def test_a_template_says_which_macros_it_wants():
    """Without them it would fail somewhere within, by a name that nobody knows."""

    def says(template: Path) -> bool:
        command = ["gcc", "-E", "-fmax-errors=2", "-x", "c", f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}", template]
        done = subprocess.run(command, capture_output=True, text=True)
        wanted = re.search(r'#error "define .+ first"', done.stderr)
        return bool(done.returncode and wanted and f"{template}:" in done.stderr)

    with ThreadPoolExecutor(2) as pool:
        assert [t for t, names_them in zip(TEMPLATES, pool.map(says, TEMPLATES), strict=True) if not names_them] == []


def test_a_checkout_has_the_bytes_that_are_stored(tmp_path):
    """Also with the usual setting of Git on Windows: a shell does not run a script with CRLF."""
    call(["git", "-c", "core.autocrlf=true", "checkout-index", f"--prefix={tmp_path}/", "narae"], cwd=ROOT)
    assert b"\r" not in (tmp_path / "narae").read_bytes()


UNLICENSED = {".json", ".md", ".txt", ".svg", ".j2", ".lock", ".xml", ".typed", ""}  # data, prose, templates
LICENCE = "SPDX-License-Identifier: MIT"


def test_every_source_names_its_licence():
    """In its first line, or behind the line that names its interpreter.  Strangers' folders are written as they would
    come."""
    names = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=True).stdout.split()
    sources = [ROOT / n for n in names if not n.startswith("tests/lab/foreign/")]
    sources = [f for f in sources if f.is_file() and not f.is_symlink()]
    sources = [f for f in sources if f.suffix not in UNLICENSED or f.name == "CMakeLists.txt"]
    lacking = [
        str(f.relative_to(ROOT)) for f in sources if not any(LICENCE in x for x in f.read_text().splitlines()[:2])
    ]
    assert lacking == [], f"their first line has to be a comment with {LICENCE}"


COMPILERS = {
    "": [["gcc"], ["avr-gcc", "-mmcu=atmega328p"]],
    "portable": [["gcc"], ["avr-gcc", "-mmcu=atmega328p"]],
    "x86": [["gcc"]],
    "arm": [["aarch64-linux-gnu-gcc"]],
    "avr": [["avr-gcc", "-mmcu=atmega328p"]],
    "rv32": [["riscv64-unknown-elf-gcc", "-march=rv32imac_zicsr", "-mabi=ilp32", "--specs=picolibc.specs"]],
}
# As if they were included already: they are long, and define nothing of ours.
INTRINSICS = [f"-D{name}" for name in ("_IMMINTRIN_H_INCLUDED", "_SMMINTRIN_H_INCLUDED", "_WMMINTRIN_H_INCLUDED")]
INTRINSICS += ["-D_AARCH64_NEON_H_"]


def preprocessed(command: list[str], sources: list[Path]) -> dict[str, str]:
    """The text of each source with its macros, all from one command."""
    options = ["-E", "-dD", "-std=gnu11", "-Iinclude", "-Isrc", *INTRINSICS]
    text = call([*command, *options, *(s.relative_to(ROOT) for s in sources)], cwd=ROOT)
    before, *parts = re.split(r'^# [01] "(.*)"\n(?=# [01] "<built-in>")', text, flags=re.MULTILINE)
    texts = dict(zip(parts[::2], parts[1::2], strict=True))
    assert before == "" and list(map(Path, texts)) == [s.relative_to(ROOT) for s in sources]
    return texts


def macros_defined_twice(source: str, text: str) -> list[str]:
    """Macros of our own that one translation unit defines again, with the places."""
    places, twice = {}, []
    first, *parts = re.split(r'^# \d+ "(.*)".*\n', text, flags=re.MULTILINE)  # texts and names alternately
    for file, part in zip([source, *parts[::2]], [first, *parts[1::2]], strict=True):
        for name in re.findall(r"^#define (\w+)", part, re.MULTILINE) if file.startswith(("src/", "include/")) else ():
            if name in places:
                twice.append(f"{name} of {places[name]} again in {file}")
            places[name] = file
    return twice


@pytest.mark.parametrize("family", every_day(["x86"], COMPILERS))  # whose templates are included most often
def test_no_macro_is_defined_twice_in_a_translation_unit(family):
    """A template that is included twice, or another that uses the same name, would silently mean something else."""
    sources = [f for f in SOURCES if (f.relative_to(SRC).parts[1:-1] or ("",))[0] == family]
    for command in COMPILERS[family]:
        skip_without(command[0])
        repeated = {s: macros_defined_twice(s, text) for s, text in preprocessed(command, sources).items()}
        assert {s: twice for s, twice in repeated.items() if twice} == {}


def test_functions_in_assembly_have_the_names_that_macos_expects():
    """There C's `f` is `_f`, also where a template gets `f` as a macro."""
    apple = ["gcc", "-E", "-P", "-D__APPLE__", "-U__ELF__", "-Iinclude", "-Isrc"]
    kernels = sorted(SRC.glob("*/x86/*.S"))
    names = {}
    for file in kernels:
        text = subprocess.run([*apple, file], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        names[file.name] = re.findall(r"^\s*function (\w+)", text, re.MULTILINE)
    assert all(names.values())
    assert {n for defined in names.values() for n in defined if not n.startswith("_narae_")} == set()


def instructions(target: str, file: Path, folder: Path) -> list[str]:
    """Without addresses, which differ."""
    object_file = folder / f"{target}.o"
    call(["clang", f"--target={target}", "-Iinclude", "-Isrc", "-c", file, "-o", object_file], cwd=ROOT)
    lines = re.findall(
        r"^ +\t(\w[^#<\n]*)", call(["llvm-objdump", "-d", "--no-show-raw-insn", "--no-leading-addr", object_file]), re.M
    )
    return [re.sub(r"^(j\w+|call\w?)\s.*|\S*\(%rip\)", r"\1", line.strip()) for line in lines]


@pytest.mark.parametrize("name", every_day(["ascon_bmi2"], sorted(f.stem for f in SRC.glob("*/x86/*.S"))))
def test_assembly_for_macos_is_the_same(name, tmp_path):
    """Its assembler takes $1 for an argument in a macro that declares none."""
    skip_without("clang", "llvm-objdump")
    [file] = SRC.glob(f"*/x86/{name}.S")
    linux, apple = (instructions(t, file, tmp_path) for t in ("x86_64-linux-gnu", "x86_64-apple-darwin"))
    assert len(linux) > 20
    assert apple == linux


def test_groups_of_tests_that_are_named_first_or_last_are_there():
    """A file that was renamed would lose its place without a word."""
    there = {group(file) for file in (ROOT / "tests").rglob("test_*.py")}
    assert {*FIRST, *LAST} <= there


# What a condition on a chip names: macros of core/family.h for one family, and of compilers.
CHIP = re.compile(
    r"\bNARAE_(?:AVR|MSP430|RV32|THUMB|X86|NEON|WASM)_\w+"
    r"|\b__(?:AVR|MSP430|AVX|SSE|GFNI|VAES|BMI|riscv|ARM|arm|aarch64|thumb|x86_64|i386|powerpc|wasm)\w*"
)


def conditions_on_chips(file: Path) -> list[str]:
    text = file.read_text().replace("\\\n", " ")
    return [line for line in re.findall(r"^ *# *(?:if|elif).*", text, re.MULTILINE) if CHIP.search(line)]


def test_only_the_core_and_the_families_ask_for_a_chip():
    shared = [f for f in FILES if f.parent.name not in FAMILIES and f.relative_to(SRC).parts[0] != "core"]
    assert {name(f): lines for f in shared if (lines := conditions_on_chips(f))} == {}
    assert conditions_on_chips(SRC / "core/family.h"), "the pattern matches nothing"


def test_modes_name_no_chip():
    """Neither in code nor in an include; comments may say what was measured where."""
    chip = re.compile(rf"\b(?:{'|'.join(FAMILIES)}|neon|v6m|v7m|aesni|avx2|avx512)\b", re.IGNORECASE)
    for file in (SRC / "modes").glob("*.*"):
        code = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
        assert not chip.search(code), name(file)


def test_each_table_of_kernels_is_tested():
    """Tests in C run every entry of a list of implementations that the CPU supports."""
    lists = {
        listed
        for file in SOURCES
        for listed in re.findall(r"^const \w+_kernels \*const narae_(\w+)_implementations", file.read_text(), re.M)
    }
    tested = {
        primitive
        for file in (ROOT / "tests/c").glob("*.c")
        for primitive in re.findall(r"EACH_IMPLEMENTATION\((\w+),", file.read_text())
    }
    assert len(lists) > 5
    assert lists - tested == set()
