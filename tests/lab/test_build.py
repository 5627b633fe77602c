# SPDX-License-Identifier: MIT
"""Objects are shared where nothing that a source sees differs, and nowhere else."""

from __future__ import annotations

import hashlib
import math
import os
import platform
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from lab import build, cache
from lab.build import headers_below, headers_hash
from lab.errors import BuildError
from lab.paths import BOARDS, ROOT
from lab.plan import implementations, selection
from lab.plan.board import load_board
from lab.rows import provenance
from lab.run import measure
from lab.run.protocol import Operation
from tests.tools import call

REMEMBERED = (build.shared_object, build.precompiled)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """No object of other tests, and none for them."""
    monkeypatch.setattr(cache, "CACHE", tmp_path / "cache")
    for remembered in REMEMBERED:
        remembered.cache_clear()
    yield tmp_path
    for remembered in REMEMBERED:
        remembered.cache_clear()


def object_of(source: Path, config: str, *cflags: str) -> tuple[bytes, int]:
    """What is compiled with `config` next to it, and how many objects there are then."""
    (source.parent / "bench_config.h").write_text(config)
    board = load_board("host").changed(folder=source.parent, cflags=["-O2", *cflags], kernels=[], levels=[])
    null = next(i for i in implementations.discover() if i.cipher == "null")
    objects = build.configured(source, replace(null, kernel="avx2"), board, source.parent, config)
    return objects.read_bytes(), len({f.read_bytes() for f in cache.CACHE.rglob("*.o")})


def test_a_flag_that_a_source_does_not_see_makes_no_other_object(tmp_path):
    source = tmp_path / "kind.c"
    source.write_text(
        '#include "bench_config.h"\n#ifdef SEEN\nint seen;\n#endif\nint answer(void) { return ANSWER; }\n'
    )
    first, _ = object_of(source, "#define ANSWER 1\n")
    assert object_of(source, "#define ANSWER 1\n", "-DUNSEEN") == (first, 1)
    assert object_of(source, "#define ANSWER 1 /* the same */\n") == (first, 1)
    assert object_of(source, "#define ANSWER 1\n", "-DSEEN")[1] == 2
    assert object_of(source, "#define ANSWER 2\n")[1] == 3
    assert object_of(source, "#define ANSWER 1\n", "-O0")[1] == 4


def compiled_for(source: Path, kernels: list[str], *cflags: str) -> bytes:
    board = load_board("host").changed(folder=source.parent, cflags=["-O2", *cflags], kernels=kernels, levels=[])
    null = next(i for i in implementations.discover() if i.cipher == "null")
    return build.compiled(source, replace(null, kernel="avx2"), board).read_bytes()


def test_many_kernels_share_an_object_that_sees_no_difference(tmp_path, monkeypatch):
    commands = []
    call = build.call
    monkeypatch.setattr(build, "call", lambda command: commands.append(command) or call(command))
    source = tmp_path / "a.c"
    source.write_text("#ifdef SEEN\nint seen;\n#endif\nint answer(void) { return 1; }\n")
    alone = compiled_for(source, [])
    commands.clear()
    for flag in ("-DONE", "-DOTHER"):
        assert compiled_for(source, ["small", "large"], flag) == alone
    assert sum("-c" in command for command in commands) == 1
    assert compiled_for(source, ["small", "large"], "-DSEEN") != alone


def test_precompiled_intrinsics_change_no_object_and_may_be_missing(tmp_path, monkeypatch):
    headers = {"x86_64": "immintrin.h", "aarch64": "arm_neon.h"}
    header = headers.get(platform.machine()) or pytest.skip("no intrinsics are known for this machine")
    (tmp_path / "own.h").write_text(f"#include <{header}>\n")
    source = tmp_path / "a.c"
    source.write_text('#include <stdint.h>\n#include "own.h"\nuint32_t twice(uint32_t x) { return 2 * x; }\n')
    assert build.intrinsics(source) == header
    quick = compiled_for(source, [])
    assert len([*cache.CACHE.rglob("*.gch")]) == 1
    for broken in (lambda *_: None, lambda *_: tmp_path / "nowhere.h"):
        monkeypatch.setattr(build, "precompiled", broken)
        monkeypatch.setattr(cache, "CACHE", tmp_path / f"cache{id(broken)}")
        build.shared_object.cache_clear()
        assert compiled_for(source, []) == quick


def test_only_required_objects_are_linked(tmp_path):
    sources = {
        "main": "int one(void); int main(void) { return one(); }",
        "one": "int two(void); int one(void) { return two(); }",
        "alone": "int two(void); int alone(void) { return two(); }",
        "two": "int two(void) { return 2; }",
    }
    objects = {name: tmp_path / f"{name}.o" for name in sources}
    for name, text in sources.items():
        (tmp_path / f"{name}.c").write_text(text)
        call(["gcc", "-c", tmp_path / f"{name}.c", "-o", objects[name]])
    linked = build.needed([objects["main"]], [objects["two"], objects["alone"], objects["one"], objects["main"]])
    assert linked == [objects["two"], objects["one"], objects["main"]]
    other = tmp_path / "windows.o"
    other.write_bytes(b"MZ")
    assert build.needed([other], [objects["two"], other]) == [objects["two"], other]


def test_only_sources_that_a_program_reaches_are_compiled(tmp_path):
    """And all, if no name tells where a symbol is."""
    library = [s for s in implementations.library_sources() if not implementations.family_of(s)]
    objects = []

    def make(source: Path) -> Path:
        objects.append(tmp_path / f"{source.parent.name}-{source.name}.o")
        flags = ["-DNARAE_PORTABLE", f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}"]
        call(["gcc", *flags, "-c", source, "-o", objects[-1]])
        return objects[-1]

    def program(name: str) -> Path:
        (tmp_path / "main.c").write_text(f"int {name}(void); int main(void) {{ return {name}(); }}")
        call(["gcc", "-c", tmp_path / "main.c", "-o", tmp_path / f"{name}.o"])
        return tmp_path / f"{name}.o"

    main = program("narae_gcm_seal")
    reached = build.reached([main], library, make)
    assert list(reached.values()) == objects and len(objects) < 20
    call(["gcc", main, *objects, "-o", tmp_path / "main"])
    pasted = {
        "narae_ascon_aead128_seal": {"ascon_aead128.c", "ascon_portable.c", "equal.c", "wipe.c"},
        "narae_sha512_message": {"sha2.c", "sha256_portable.c", "sha512_portable.c", "constants.c", "wipe.c"},
    }
    for name, sources in pasted.items():
        assert {s.name for s in build.reached([program(name)], library, make)} == sources
    assert "narae_wipe" in build.labels(ROOT / "src/core/thumb/wipe_v7m.S"), "or its callers would be compiled"
    other = program("narae_without_a_place")
    assert build.reached([other], library, lambda _: main).keys() == set(library)
    (tmp_path / "windows.o").write_bytes(b"MZ")
    assert build.reached([tmp_path / "windows.o"], library, lambda _: main).keys() == set(library)


@pytest.mark.parametrize("source, empty", [("", True), ("int zero;", False), ("static int f(void);", True)])
def test_a_source_without_code_makes_an_empty_object(source, empty, tmp_path):
    (tmp_path / "a.c").write_text(source)
    call(["gcc", "-c", tmp_path / "a.c", "-o", tmp_path / "a.o"])
    assert build.is_empty(tmp_path / "a.o") == empty


def test_programs_that_are_built_at_the_same_time_do_not_compile_the_same(monkeypatch):
    commands = []

    def counted(command: list) -> str:
        commands.append(" ".join(map(str, command[: command.index("-o")])) if "-c" in command else "")
        return called(command)

    called = build.call
    monkeypatch.setattr(build, "call", counted)
    plan = selection.select(["uno"], ["null"], ["block", "ctr"], quick=True)
    list(measure.ThreadPoolExecutor(3).map(lambda p: build.build(p[1], p[0].board, plan.sizes_of(*p)), plan.pairs()))
    compiled = [c for c in commands if c]
    assert len(compiled) == len(set(compiled)) > 10


def test_a_quick_run_leaves_out_kernels_with_tables():
    """They are an option of a build, and a board with a cache must not use them."""

    def tables(quick: bool) -> list[str]:
        pairs = selection.select(["m4"], ["aes-128", "aria"], [], quick).pairs()
        return [i.kernel for _, i in pairs if i.in_library and i.kernel.endswith("-tables")]

    assert tables(quick=False) and not tables(quick=True)


def test_how_often_a_size_is_timed():
    windows = [(16, 50, 8), (128, 5, 8), (math.inf, 3, 1)]
    board = load_board("uno").changed(windows=windows, block_windows=(40, 7))
    assert [board.window_counts(n) for n in (0, 16, 17, 128, 129, 1 << 20)] == 2 * [(50, 8)] + 2 * [(5, 8)] + 2 * [
        (3, 1)
    ]
    assert board.window_counts(1024, "block") == (40, 7)
    # A key or a state is no message that could be long.
    assert (
        board.warmups(Operation("cbc", "key-setup", 32, 0)) == board.warmups(Operation("permutation", "x", 200, 0)) == 8
    )
    assert board.warmups(Operation("cbc", "encrypt", 200, 0)) == 1


def test_headers_of_cplusplus_are_inputs_of_a_program(tmp_path):
    for name in ("a.h", "b.hpp", "c.hh", "d.inc", "below/e.hxx", "f.html", "g.cpp"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [f.name for f in headers_below(tmp_path)] == ["a.h", "b.hpp", "e.hxx", "c.hh", "d.inc"]
    before = headers_hash(tmp_path, BOARDS / "uno")
    (tmp_path / "d.inc").write_text("changed")
    headers_hash.cache_clear()
    assert headers_hash(tmp_path, BOARDS / "uno") != before, "objects are compiled again"


def test_a_source_in_any_encoding_compiles(tmp_path):
    """Comments and strings in EUC-KR, as in other people's code."""
    source = tmp_path / "kind.c"
    source.write_bytes(b'#include "bench_config.h"\n/* \xb3\xaa\xb7\xa1 */ const char name[] = "\xb3\xaa\xb7\xa1";\n')
    objects, _ = object_of(source, "")
    assert b"\xb3\xaa\xb7\xa1\0" in objects


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("kernel.S", ".text\nnop\nfly %rax\n", r"kernel\.S:3: Error: no such instruction: `fly %rax\'"),
        ("kernel.c", "int f(void)\n{\n    return missing;\n}\n", r"kernel\.c:3:12: error: .missing. undeclared .*"),
        ("kernel.c", '#include "nowhere.h"\n', r"kernel\.c:1:10: fatal error: nowhere\.h: No such file or directory"),
    ],
    ids=["assembler", "compiler", "preprocessor"],
)
def test_the_reason_names_the_file_and_the_first_error(tmp_path, name, text, reason):
    source = tmp_path / name
    source.write_text(text)
    with pytest.raises(BuildError) as failed:
        build.call(["gcc", "-c", source, "-o", tmp_path / "kernel.o"])
    assert re.fullmatch(reason, str(failed.value))


def test_a_linkers_reason_names_what_is_missing(tmp_path):
    source = tmp_path / "main.c"
    source.write_text("int missing(void);\nint main(void)\n{\n    return missing();\n}\n")
    with pytest.raises(BuildError, match="undefined reference to `missing'"):
        build.call(["gcc", source, "-o", tmp_path / "program"])


def test_rows_of_code_elsewhere_say_so(tmp_path):
    """They carried the clean revision of this repository."""
    git = ["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@b"]
    assert provenance.revision_of(implementations.ROOT / "src/lea") == provenance.git_revision()
    assert provenance.revision_of(tmp_path) == f"unknown of {tmp_path.name}, outside of this repository"
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        call([*git, *command])
    provenance.git_revision.cache_clear()
    clean = provenance.revision_of(implementations.ROOT / "src/lea", tmp_path)
    assert re.fullmatch(rf"[0-9a-f]+ of {tmp_path.name}, outside of this repository", clean)
    (tmp_path / "kernel.c").write_text("int kernel;\n")
    provenance.git_revision.cache_clear()
    assert provenance.revision_of(tmp_path) == clean.replace(" of ", "-dirty of ", 1)


def test_looking_at_a_revision_writes_nothing_into_the_repository(tmp_path):
    """Git would renew its index, and leave its lock if it was killed meanwhile, as by a limit of file sizes."""
    git = ["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@b"]
    (tmp_path / "kernel.c").write_text("int kernel;\n")
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        call([*git, *command])
    os.utime(tmp_path / "kernel.c", (1, 1))  # same text, another time: the index has to be renewed
    before = (tmp_path / ".git/index").read_bytes()
    provenance.git_revision.cache_clear()
    assert "dirty" not in provenance.revision_of(tmp_path)
    assert (tmp_path / ".git/index").read_bytes() == before


def test_sources_of_two_folders_are_never_one_program(tmp_path, monkeypatch):
    """Two runs at once would replace each other's, though both are called the same."""
    monkeypatch.setattr(build, "BUILD", tmp_path / "build")
    null = next(i for i in implementations.discover() if i.cipher == "null")
    board = load_board("host").changed(folder=tmp_path, cflags=[])
    places = [
        build.build_folder(replace(null, folder=tmp_path / f), board, "bench", "") for f in ("a/aes", "b/aes", "a/aes")
    ]
    assert places[0] == places[2] != places[1]


@pytest.mark.parametrize(
    ("output", "version"), [("echo one; echo two", "one"), ("echo none >&2; exit 1", "none"), ("", "")]
)
def test_a_compiler_that_does_not_run_has_no_version_and_stops_nothing(folder, output, version):
    compiler = folder / "compiler"
    compiler.write_text(f"#!/bin/sh\n{output}\n")
    compiler.chmod(0o755)
    assert build.compiler_version(str(compiler)) == version


def test_a_program_is_linked_again_where_its_parts_differ_or_it_is_damaged(tmp_path, monkeypatch):
    parts = []
    for answer in (1, 2):
        source = tmp_path / f"{answer}.c"
        source.write_text(f"int main(void) {{ return {answer}; }}\n")
        call(["gcc", "-c", source, "-o", source.with_suffix(".o")])
        parts.append(["gcc", source.with_suffix(".o")])
    commands = []
    monkeypatch.setattr(build, "call", lambda command: commands.append(command) or call(command))
    program = tmp_path / "program.elf"

    def links(command: list[str], *inputs: str) -> int:
        before = len(commands)
        content = build.link(program, command, list(inputs))
        assert content == hashlib.sha256(program.read_bytes()).hexdigest()
        assert subprocess.run([program]).returncode == parts.index(command) + 1
        return len(commands) - before

    assert [links(parts[0]), links(parts[0])] == [1, 0]
    assert [links(parts[0], "a script"), links(parts[0], "a script"), links(parts[0])] == [1, 0, 1]
    assert [links(parts[1]), links(parts[1])] == [1, 0]
    program.write_bytes(program.read_bytes()[:-1])
    assert links(parts[1]) == 1


def test_a_wrong_linker_script_keeps_the_linkers_message(tmp_path):
    script = tmp_path / "a.ld"
    command = ["gcc", "-x", "c", "/dev/null", "-o", tmp_path / "a", f"-Wl,-T,{script}"]
    for text, message in (
        (None, r"^ld: cannot open linker script file a\.ld: No such file"),
        ("}", r"^a\.ld:\d+: syntax"),
    ):
        if text:
            script.write_text(text)
        with pytest.raises(BuildError, match=message):
            build.call(command)


def test_objects_are_read_by_the_tool_of_their_compiler():
    """musl's gcc is the host's with other libraries, without tools of its own."""
    compilers = ("gcc", "musl-gcc", "clang", "avr-gcc", "riscv64-unknown-elf-gcc")
    assert [*map(build.objcopy_of, compilers)] == [
        *3 * ["objcopy"], "avr-objcopy", "riscv64-unknown-elf-objcopy"
    ]  # fmt: skip
