# SPDX-License-Identifier: MIT
"""The levels at which an implementation is measured are those at which its choice of kernel changes."""

from __future__ import annotations

import re
import tomllib

import pytest

from lab.paths import CIPHERS, ROOT
from lab.plan import cpu
from lab.plan.cpu import TABLES, cpu_names, flags_of, levels_of
from lab.plan.implementations import ARM_LEVELS, GHASH_LEVELS, LEVELS, Implementation, discover
from tests.c.test_builds import KERNEL_NEEDS, of_kernels

# Batches, many messages at once, are not measured level by level.
CHOOSERS = {f.stem: f for f in (ROOT / "src").rglob("*.c")}  # NAME_x86, NAME_arm
FOLDERS, ARM_FOLDERS = (
    sorted(f.name for f in (ROOT / "src").iterdir() if f"{f.name}_{family}" in CHOOSERS) for family in ("x86", "arm")
)
NOT_REACHED = {
    "sha2": {"avx512-gfni"},  # SHA-256 of avx2-vaes and SHA-512 of avx512
    "lea": {"avx2-vaes", "avx512-gfni"},  # for XTS and GCM, which have levels of their own besides
}
OF_TWO_WORDS = {"lsh", "sha2"}  # kernels for 32 bits and for 64 change at levels of their own
MODES = {"block", "stream", "permutation", "aead", "hash"}


def features_at(level: str) -> set[str]:
    """A CPU with AVX2 may have the trait, too: both of its choices are one level."""
    features = levels_of("x86")[level]
    return features | ({"SHORT_CHAINS"} if "AVX2" in features else set())


def implementations(folder: str, family: str = "x86") -> dict[str, set[str]]:
    """What each needs, in the order of the list from which core/dispatch.h takes the first."""
    text = CHOOSERS[f"{folder}_{family}"].read_text()
    bodies = dict(
        re.findall(
            r"^static const (?:\w+_implementation|\w+_kernels) (\w+) = \{(.*?)^\};",
            text,
            re.MULTILINE | re.DOTALL,
        )
    )
    (listed,) = re.findall(r"_implementations\[\] = \{(.*?)NULL\};", text, re.DOTALL)
    needed = {name: needs(bodies[name]) for name in re.findall(r"&(\w+)", listed)}
    assert needed.keys() == bodies.keys(), "an object that is not in the list"
    return needed


def needs(body: str) -> set[str]:
    (text,) = re.findall(r"\.needs = ([^,]+),", body) or [""]
    return set(re.findall(r"CPU_(\w+)", text))


def changes(folder: str) -> list[str]:
    """The levels at which an implementation is the best that is not at any level below."""
    seen, levels = set(), []
    for level in levels_of("x86"):
        best = next(name for name, its in implementations(folder).items() if its <= features_at(level))
        if best not in seen and level in LEVELS:
            levels.append(level)
        seen.add(best)
    return [level for level in levels if level not in NOT_REACHED.get(folder, ())]


@pytest.mark.parametrize("family", ["x86", "arm"])
def test_the_last_implementation_needs_nothing_and_each_can_be_the_best(family):
    """Else DISPATCH would run off the list, or never take one of it."""
    for folder in FOLDERS if family == "x86" else ARM_FOLDERS:
        its = list(implementations(folder, family).values())
        assert not its[-1] and all(its[:-1])
        assert not [i for i, one in enumerate(its) if any(above <= one for above in its[:i])]


@pytest.mark.parametrize("folder", FOLDERS)
def test_levels_are_those_where_the_choice_changes(folder):
    if folder == "ghash":
        assert changes(folder) == x86(GHASH_LEVELS)
    elif folder == "poly1305":
        with (CIPHERS / "chacha20_poly1305.toml").open("rb") as stream:
            (primitive,) = tomllib.load(stream)["primitive"]
        assert set(primitive["levels"]) == {*changes(folder), *changes("chacha")}
    else:
        mine = {i.cipher: set(x86(i.levels)) for i in measured(folder)}
        if folder in OF_TWO_WORDS:
            assert set().union(*mine.values()) == set(changes(folder))
        else:
            assert mine and all(levels == set(changes(folder)) for levels in mine.values())


def x86(levels: tuple[str, ...]) -> list[str]:
    return [level for level in levels if level in LEVELS]


def measured(folder: str) -> list[Implementation]:
    return [i for i in discover() if i.folder.name == folder and i.mode in MODES and i.kind != "phases"]


@pytest.mark.parametrize("folder", ARM_FOLDERS)
def test_the_crypto_extension_is_a_level_where_its_aes_is_required(folder):
    requires_aes = any("AES" in its for its in implementations(folder, "arm").values())
    assert all(
        set(ARM_LEVELS) & set(i.levels) == (set(ARM_LEVELS) if requires_aes else set()) for i in measured(folder)
    )


def test_what_a_lacking_kernel_shares_need_not_be_covered():
    """Lines of a header for AVX-512 alone are run by no CPU without it; all other files stay required."""
    shared = of_kernels(["avx512"])
    assert {"src/lea/x86/lea_avx512.c", "src/lea/vector.inc", "src/lea/x86/lea_x86.c"} <= set(shared)
    assert not [f for f in shared if f.endswith(".c") and not f.endswith(("_avx512.c", "_x86.c"))]
    assert of_kernels([]) == []


def test_the_tables_are_read_whole():
    """A row that lab/plan/cpu.py does not understand would be missing everywhere."""
    for family, table in TABLES.items():
        quoted = re.findall(r'^ *X\(("?)', table.read_text(), re.MULTILINE)
        assert quoted.count("") == len(flags_of(family)) > 3
        assert quoted.count('"') == len(levels_of(family)) > 2
        assert set().union(*levels_of(family).values()) == set(flags_of(family))
    assert ("portable", *LEVELS, "neon", *ARM_LEVELS) == cpu_names()


def test_a_level_needs_what_the_system_says_of_its_features():
    assert cpu.needs("x86", levels_of("x86")["aesni"]) == {"sse2", "ssse3", "sse4_1", "aes", "pclmulqdq"}
    assert not cpu.needs("x86", levels_of("x86")["portable"])
    assert cpu.needs("arm", {"NEON", "SHA3"}) == {"asimd", "sha3"}


# Where the levels stand one after the other, and between what.
NAMED_IN = {
    "include/narae/kernels.h": ("x86-64    ", ":"),
    "docs/how-to/server.md": ("`portable`, ", "."),
    "docs/explanation/measurement/host.md": ("same program under `NARAE_CPU=", ", wherever"),
    "lab/boards/host/board.toml": ("\nlevels ", "]"),
    "bindings/python/tests/test_module.py": ('"portable",', "}"),
}


@pytest.mark.parametrize("path", NAMED_IN)
def test_every_list_of_levels_is_that_of_the_table(path):
    before, after = NAMED_IN[path]
    listed = (ROOT / path).read_text().split(before, 1)[1].split(after, 1)[0]
    assert tuple(name for name in re.findall(r"[\w-]+", listed) if name != "and") == LEVELS
    assert set(levels_of("arm")) <= set(re.findall(r"\w+", (ROOT / "include/narae/kernels.h").read_text()))


def test_the_needs_of_every_x86_kernel_are_known():
    """Else its lines would have to be run on a CPU that cannot run it."""
    endings = {f.stem.rpartition("_")[2] for f in (ROOT / "src").glob("*/x86/*_*.c")}
    assert endings == {*KERNEL_NEEDS, "sse2", "x86"}
    assert all(features <= set(flags_of("x86")) for features in KERNEL_NEEDS.values())
