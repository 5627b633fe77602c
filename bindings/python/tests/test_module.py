# SPDX-License-Identifier: MIT
"""Version, documentation and types of the package."""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
import os
import pickle
import re
import subprocess
import sys
from contextlib import suppress
from importlib import metadata, resources
from random import Random

import narae
import pytest
from narae import _narae

from vectors import PUBLIC, ROOT


def test_the_version_is_that_of_the_header():
    numbers = re.findall(
        r"#define NARAE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", (ROOT / "include/narae/version.h").read_text()
    )
    assert narae.__version__ == metadata.version("narae") == ".".join(numbers)


def test_one_wheel_serves_all_later_versions():
    assert _narae.__file__.endswith(".abi3.so")
    assert resources.files("narae").joinpath("py.typed").is_file()


def test_everything_is_documented_and_has_a_signature():
    for name in PUBLIC:
        thing = getattr(narae, name)
        assert thing.__doc__, name
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            assert thing.__module__ == "narae" and inspect.signature(thing)
            for method, function in vars(thing).items():
                if not method.startswith("_") and callable(function):
                    assert function.__doc__ and inspect.signature(function), f"{name}.{method}"


def test_the_stubs_name_what_is_there():
    """Classes, methods and the names of their arguments."""
    stubs = {
        n.name: n
        for n in ast.parse((resources.files("narae") / "_narae.pyi").read_text()).body
        if isinstance(n, ast.ClassDef)
    }

    def functions(node: ast.ClassDef) -> dict[str, list[str]]:
        methods: dict[str, list[str]] = {}
        for base in node.bases:
            methods |= functions(stubs[base.id]) if base.id in stubs else {}
        for f in node.body:
            if isinstance(f, ast.FunctionDef):
                methods[f.name] = [a.arg for a in (*f.args.posonlyargs, *f.args.args, *f.args.kwonlyargs)][1:]
        return methods

    public = {name for name in stubs if not name.startswith("_")}
    assert public == {name for name in PUBLIC if inspect.isclass(getattr(narae, name))}
    for name in public - {"InvalidTag"}:
        kind = getattr(narae, name)
        stated = functions(stubs[name])
        assert stated.pop("__new__") == list(inspect.signature(kind).parameters), name
        actual = {
            m: list(inspect.signature(getattr(kind, m)).parameters)
            for m in vars(kind)
            if not m.startswith("_") and callable(getattr(kind, m))
        }
        assert stated == {m: [p for p in names if p != "self"] for m, names in actual.items()}, name


def test_a_key_is_neither_copied_nor_pickled_nor_shown():
    key = b"do not show this"
    box = narae.LEAGCM(key)
    assert "show" not in repr(box)
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            attempt(box)


class Number:
    """An integer type such as NumPy's."""

    def __init__(self, value: int):
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_numbers_need_not_be_of_pythons_type():
    disk, data = narae.LEAXTS(bytes(range(32))), bytes(1024)
    sealed = disk.encrypt_sectors(7, 512, data)
    assert disk.encrypt_sectors(Number(7), Number(512), data) == sealed
    assert disk.decrypt_sectors(Number(7), Number(512), sealed) == data
    stream = narae.ChaCha20(bytes(32), bytes(12), Number(1))
    stream.seek(Number(3))
    assert stream.update(data) == narae.ChaCha20(bytes(32), bytes(12)).update(bytes(64 + 3) + data)[64 + 3 :]
    assert narae.shake_128(b"").digest(Number(5)) == narae.shake_128(b"").digest(5)
    assert narae.pbkdf2_hmac("sha256", b"", b"", Number(2), Number(5)) == narae.pbkdf2_hmac("sha256", b"", b"", 2, 5)


ARGUMENTS = [  # of some type each
    (),
    (bytes(range(16)),),
    (bytes(range(32)),),
    (bytes(range(16)), bytes(16)),
    (bytes(range(16)), bytes(8)),
    (bytes(range(32)), bytes(12)),
    (bytes(16), "sha256"),
    ("sha256", bytes(32), bytes(16)),
    ("aes", 128, bytes(16), bytes(8)),
]
ODD = [None, -1, 0, 2**63, 2**64, 10**40, 1.5, "", "sha256", b"", bytes(15), bytes(16), bytearray(100), object()]
ODD += [memoryview(bytes(64))[::2], memoryview(bytearray(48)), memoryview(bytes(16)).cast("B", (4, 4))]


def test_odd_arguments_raise_what_the_guide_names():
    (table,) = re.findall(r"## Errors\n(.*?)\n## ", (ROOT / "docs/how-to/python.md").read_text(), re.DOTALL)
    named = tuple(getattr(narae, n, None) or getattr(builtins, n) for n in re.findall(r"`(\w+(?:Error|Tag))`", table))
    random = Random(1)
    for name in PUBLIC:
        thing = getattr(narae, name)
        functions = [thing] if callable(thing) and thing is not narae.InvalidTag else []
        for arguments in ARGUMENTS if inspect.isclass(thing) else []:
            with suppress(TypeError, ValueError):
                one = thing(*arguments)
                functions += [getattr(one, m) for m in vars(thing) if not m.startswith("_")]
                break
        for function in filter(callable, functions):
            most = len(inspect.signature(function).parameters)
            for _ in range(10):
                values = random.choices(ODD, k=random.randint(0, most))
                try:
                    function(*values)
                except named:
                    pass
                except Exception as error:
                    raise AssertionError(f"{name}, {function}: {values}") from error


def test_it_says_which_kernels_run():
    assert narae.kernels() in {
        "portable",
        "sse2",
        "aesni",
        "avx2",
        "avx2-vaes",
        "avx2-gfni",
        "avx512",
        "avx512-gfni",
    } | {
        "neon",
        "crypto",
    }
    limited = [sys.executable, "-c", "import narae; print(narae.kernels())"]
    done = subprocess.run(limited, env=os.environ | {"NARAE_CPU": "portable"}, capture_output=True, text=True)
    assert done.stdout == "portable\n"
    done = subprocess.run(limited, env=os.environ | {"NARAE_CPU": "avx521"}, capture_output=True, text=True)
    assert "ValueError: NARAE_CPU names no kernels of this CPU" in done.stderr
