"""The levels at which an implementation is measured are those at which its choice of kernel changes."""

from __future__ import annotations

import re
import tomllib

import pytest

from lab.commands.test import in_part_for
from lab.paths import ROOT
from lab.plan.implementations import ARM_LEVELS, CIPHERS, CPU_NAMES, GHASH_LEVELS, LEVELS, Implementation, discover

# Features in the order in which the levels of src/core/x86/cpu_x86.c bring them.
BRINGS = {
    "sse2": {"CPU_SSE2"},
    "aesni": {"CPU_AES"},
    "avx2": {"CPU_AVX2"},
    "avx2-vaes": {"CPU_VAES"},
    "avx2-gfni": {"CPU_GFNI", "CPU_VAES"},
    "avx512": {"CPU_AVX512", "CPU_SHORT_CHAINS"},
    "avx512-gfni": {"CPU_GFNI", "CPU_VAES", "CPU_VBMI"},
}
LACKS = {"avx512": {"CPU_GFNI", "CPU_VAES"}}  # what lower levels bring and this one does not
# Batches, many messages at once, are not measured level by level.
CHOOSERS = {f.stem: f for f in (ROOT / "src").rglob("*.c")}  # NAME_x86, NAME_arm
FOLDERS, ARM_FOLDERS = (
    sorted(f.name for f in (ROOT / "src").iterdir() if f"{f.name}_{family}" in CHOOSERS) for family in ("x86", "arm")
)
NOT_REACHED = {
    "aes": {"avx512"},  # asked for where VAES is there already
    "lea": {"avx512-gfni"},  # for GCM, which has the levels of GHASH besides
}
MODES = {"block", "stream", "permutation", "aead", "hash"}


def features_at(level: str) -> set[str]:
    below = LEVELS[: LEVELS.index(level) + 1]
    return set().union(*(BRINGS[name] for name in below)) - LACKS.get(level, set())


def asked(folder: str) -> list[set[str]]:
    """The features of each question that the folder asks."""
    text = CHOOSERS[f"{folder}_x86"].read_text()
    names = dict(re.findall(r"(\w+) = (CPU_[\w |]+)", text)) | dict(re.findall(r"define (\w+) \((CPU_[\w |]+)\)", text))
    questions = [names.get(q.strip(), q) for q in re.findall(r"cpu_has\(([\w |]+)\)", text)]
    return [set(re.findall(r"CPU_\w+", names.get(q, q))) for q in questions]


def changes(folder: str) -> list[str]:
    """The levels whose answers differ from those of every level below."""
    seen, found = [tuple(False for _ in asked(folder))], []
    for level in LEVELS:
        answers = tuple(question <= features_at(level) for question in asked(folder))
        if answers not in seen:
            found.append(level)
        seen.append(answers)
    return [level for level in found if level not in NOT_REACHED.get(folder, ())]


@pytest.mark.parametrize("folder", FOLDERS)
def test_levels_are_those_where_the_choice_changes(folder):
    assert asked(folder) and all(asked(folder))
    if folder == "ghash":
        assert changes(folder) == x86(GHASH_LEVELS)
    elif folder == "poly1305":
        with (CIPHERS / "chacha20_poly1305.toml").open("rb") as stream:
            (primitive,) = tomllib.load(stream)["primitive"]
        assert set(primitive["levels"]) == {*changes(folder), *changes("chacha")}
    else:
        mine = measured(folder)
        assert mine and all(x86(i.levels) == changes(folder) for i in mine)


def x86(levels: tuple[str, ...]) -> list[str]:
    return [level for level in levels if level in LEVELS]


def measured(folder: str) -> list[Implementation]:
    return [i for i in discover() if i.folder.name == folder and i.mode in MODES and i.kind != "phases"]


@pytest.mark.parametrize("folder", ARM_FOLDERS)
def test_the_crypto_extension_is_a_level_where_its_aes_is_asked_for(folder):
    asks = "CPU_AES" in CHOOSERS[f"{folder}_arm"].read_text()
    assert all(set(ARM_LEVELS) & set(i.levels) == (set(ARM_LEVELS) if asks else set()) for i in measured(folder))


def test_what_a_lacking_kernel_shares_need_not_be_covered():
    """Lines of a header for AVX-512 alone are run by no CPU without it; all other files stay asked for."""
    shared = in_part_for(["avx512"])
    assert {"src/lea/x86/lea_avx512.c", "src/lea/vector.inc", "src/lea/x86/lea_x86.c"} <= set(shared)
    assert not [f for f in shared if f.endswith(".c") and not f.endswith(("_avx512.c", "_x86.c"))]
    assert in_part_for([]) == []


def test_the_lab_knows_every_name_of_the_library():
    tables = [next((ROOT / "src/core").rglob(f"cpu_{cpu}.c")).read_text() for cpu in ("x86", "arm")]
    named = [re.findall(r'^    \{"([\w-]+)"', text, re.MULTILINE) for text in tables]
    assert all(named)
    assert set(CPU_NAMES) == {name for some in named for name in some}
