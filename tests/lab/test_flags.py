# SPDX-License-Identifier: MIT
"""Compiler flags of users: what they may change, and where their folders are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec import structs

from lab.errors import LabError
from lab.paths import ROOT
from lab.plan.flags import flags_of, split_folders
from lab.plan.foreign import recognize
from lab.plan.foreign.description import as_toml
from lab.targets import machines
from tests.tools import narae

ORDINARY = flags_of(
    """
    -O3 -Os -O -std=c99 -std=gnu++17 -w -Wall -Wno-unused-parameter -Werror=return-type -g -ggdb3 -gdwarf-4
    -march=native -march=armv8-a+crypto -mcpu=cortex-m4 -mtune=native -maes -mavx512f -mno-sse2
    -mcmodel=medany -mprefer-vector-width=256 -mstringop-strategy=rep_8byte -funroll-loops
    -fno-strict-aliasing -fomit-frame-pointer -ffast-math -fwrapv -fno-builtin-memcpy -funsigned-char
    -fshort-enums -fno-tree-vectorize -fPIC -fvisibility=hidden -finline-limit=300 -falign-functions=32
    -fno-stack-protector -fipa-pta -fira-region=all -ffp-contract=off -fstrict-volatile-bitfields
    -ftrivial-auto-var-init=zero -fno-exceptions -fno-rtti -ffreestanding -fno-common -DNAME -DNAME=2 -UNAME
    --param=max-inline-insns-single=9 -pthread -pipe -ansi -pedantic
    """,
    "",
)
DANGEROUS = flags_of(
    """
    -wrapper -fplugin=x.so -fplugin-arg-x-y=z -B. -B/tmp -specs=x -specs --specs=x @flags -Wl,-plugin,x.so
    -Wl,-o,x -Wl,--plugin=x -Xlinker -Wa,@flags -Wa,-o,x -Wp,-MD,x -Xassembler -Xpreprocessor -xc -x -ox -o -c
    -S -E -MD -MFx -save-temps -fdump-tree-all -fdump-final-insns=x -dumpdir -d -imacros -iwrapper
    -fmodule-mapper=|x -fprofile-use=x -fprofile-generate -fauto-profile=x -ftest-coverage --coverage
    -fopt-info-all=x -fcallgraph-info -fstack-usage -fsave-optimization-record -fuse-ld=x
    -fdiagnostics-format=sarif-file -gsplit-dwarf -mllvm -load=x.so -flto -fsanitize=address -l -lx -L.
    --sysroot=x -isysroot -no-canonical-prefixes -T -r -shared -fmodules-ts -frepo -aux-info --output=x
    --include=x -march=/x -I-:x x.c x.so /x.o -
    """,
    "",
)


def test_flags_that_change_how_code_is_compiled_are_taken():
    assert split_folders(ORDINARY, "--cflags", ()) == ([], ORDINARY)


@pytest.mark.parametrize("flag", DANGEROUS)
def test_flags_that_run_load_or_write_something_else_are_refused(tmp_path, flag):
    with pytest.raises(LabError, match=r"^--cflags: "):
        split_folders([flag], "--cflags", (tmp_path,))


def test_arguments_may_be_words_of_their_own():
    """And macros are one word, as what compiles preprocessed sources expects."""
    flags = flags_of("""-D A -D 'TEXT="a b"' -U B --param x-y=3 -include "my c.h" -DF(x)=(x) -D _G""", "--cflags")
    whole = ["-DA", '-DTEXT="a b"', "-UB", "--param=x-y=3", "-include", "my c.h", "-DF(x)=(x)", "-D_G"]
    assert split_folders(flags, "--cflags", ()) == ([], whole)


@pytest.mark.parametrize(
    "text, message",
    [
        ("-O2 -D", "--cflags: -D is followed by nothing"),
        ("-O2 -I", "--cflags: -I is followed by nothing"),
        ("-D =3", "--cflags: -D=3 names no macro"),
        ("-D1X", "--cflags: -D1X names no macro"),
        ("-DX='a", "--cflags: no closing quotation: -DX='a"),
        ("-isystem nowhere", "--cflags: -isystem nowhere: there is no folder "),
    ],
)
def test_a_flag_without_its_argument_is_reported(tmp_path, text, message):
    with pytest.raises(LabError) as error:
        split_folders(flags_of(text, "--cflags"), "--cflags", (tmp_path,))
    assert message in str(error.value)


@pytest.mark.parametrize("flag", ["-Imore", "-I more", "-isystem more", "-iquotemore"])
def test_a_folder_is_the_codes_or_else_the_current_ones(tmp_path, flag):
    here, there = tmp_path / "here/more", tmp_path / "there/more"
    here.mkdir(parents=True)
    places = (tmp_path / "there", tmp_path / "here")
    assert split_folders(flag.split(" "), "--cflags", places) == ([here], [])
    there.mkdir(parents=True)
    assert split_folders(flag.split(" "), "--cflags", places) == ([there], [])
    assert split_folders([f"-I{here}"], "--cflags", places) == ([here], [])


def test_folders_and_flags_of_a_folder_are_checked(tmp_path):
    """As --cflags, and in implementation.toml."""
    folder = shutil.copytree(ROOT / "tests/lab/foreign/toy", tmp_path / "toy")
    options = ("--model", folder / "toy.py", "--target", "uno", "--against", "none", "--quick")
    (folder / "stream.c").write_text('#include "more.h"\n' + (folder / "stream.c").read_text())
    done = narae("try", folder, *options, "--cflags=-Imore", cwd=tmp_path)
    assert (
        done.returncode == 2 and f"-I more: there is no folder {folder / 'more'} or {tmp_path / 'more'}" in done.stderr
    )
    for place in (folder, tmp_path):
        (place / "more").mkdir()
        (place / "more/more.h").write_text("/* */\n" if place == folder else "#error\n")
    done = narae("try", folder, *options, "--cflags=-Imore", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    called = recognize(folder, machines()).called
    for more, message in (
        ({"include": ["less"]}, f"include less: there is no folder {folder / 'less'}"),
        ({"cflags": ["-Iless"]}, f"cflags: -I less: there is no folder {folder / 'less'}"),
        ({"cflags": ["-wrapper", "touch,x"]}, "cflags: -wrapper is none of the flags that change how code is compiled"),
    ):
        (folder / "implementation.toml").write_text(as_toml(structs.replace(called, **more)))
        with pytest.raises(LabError) as error:
            recognize(folder, machines())
        assert message in str(error.value) and "implementation.toml" in str(error.value)
    (folder / "implementation.toml").write_text(as_toml(structs.replace(called, cflags=["-Imore", "-D", "X"])))
    called = recognize(folder, machines()).called
    assert called.include == ["more"] and called.cflags == ["-DX"]


def test_flags_of_code_that_is_built_as_the_library_are_refused():
    folder: Path = ROOT / "baselines/aes_tables"
    done = narae("try", folder, "--quick", "--cflags=-O3")
    assert done.returncode == 2 and "uses the library's types and is built as that is" in done.stderr, done.stderr
