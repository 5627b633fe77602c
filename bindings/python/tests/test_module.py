# SPDX-License-Identifier: MIT
"""The package as such: its version, its documentation, its types."""

from __future__ import annotations

import ast
import copy
import inspect
import os
import pickle
import re
import subprocess
import sys
from importlib import metadata, resources

import narae
import pytest
from narae import _narae

from vectors import ROOT


def test_the_version_is_that_of_the_header():
    numbers = re.findall(
        r"#define NARAE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", (ROOT / "include/narae/version.h").read_text()
    )
    assert narae.__version__ == metadata.version("narae") == ".".join(numbers)


def test_one_wheel_serves_all_later_versions():
    assert _narae.__file__.endswith(".abi3.so")
    assert resources.files("narae").joinpath("py.typed").is_file()


def test_everything_is_documented_and_has_a_signature():
    for name in narae.__all__:
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
        found: dict[str, list[str]] = {}
        for base in node.bases:
            found |= functions(stubs[base.id]) if base.id in stubs else {}
        for f in node.body:
            if isinstance(f, ast.FunctionDef):
                found[f.name] = [a.arg for a in (*f.args.posonlyargs, *f.args.args, *f.args.kwonlyargs)][1:]
        return found

    public = {name for name in stubs if not name.startswith("_")}
    assert public == {name for name in narae.__all__ if inspect.isclass(getattr(narae, name))}
    for name in public - {"InvalidTag"}:
        kind = getattr(narae, name)
        said = functions(stubs[name])
        assert said.pop("__new__") == list(inspect.signature(kind).parameters), name
        there = {
            m: list(inspect.signature(getattr(kind, m)).parameters)
            for m in vars(kind)
            if not m.startswith("_") and callable(getattr(kind, m))
        }
        assert said == {m: [p for p in names if p != "self"] for m, names in there.items()}, name


def test_a_key_is_neither_copied_nor_pickled_nor_shown():
    key = b"do not show this"
    box = narae.LEAGCM(key)
    assert "show" not in repr(box)
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            attempt(box)


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
    said = subprocess.run(limited, env=os.environ | {"NARAE_CPU": "portable"}, capture_output=True, text=True)
    assert said.stdout == "portable\n"
    said = subprocess.run(limited, env=os.environ | {"NARAE_CPU": "avx521"}, capture_output=True, text=True)
    assert "ValueError: NARAE_CPU names no kernels of this CPU" in said.stderr
