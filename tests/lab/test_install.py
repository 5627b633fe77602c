# SPDX-License-Identifier: MIT
"""The library as a user gets it: installed into a clean prefix, moved, and used from outside this checkout."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab.build import reached
from lab.paths import ROOT
from lab.plan.implementations import family_of
from tests.tools import every_day, known_answers

PROJECT = ROOT / "tests/install"
HEADERS = sorted((ROOT / "include/narae").glob("*.h"))
WARNINGS = ["-Wall", "-Wextra", "-Werror"]


def run(command: list, **options) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def header_version() -> str:
    text = (ROOT / "include/narae/version.h").read_text()
    return ".".join(re.search(rf"#define NARAE_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH"))


@dataclass(frozen=True)
class Installed:
    prefix: Path
    build: Path
    cc: str
    cxx: str

    def compiler(self, language: str) -> list[str]:
        """As a compiler of one file; the user's program is C and C++."""
        return [self.cc, "-std=c11"] if language == "C" else [self.cxx, "-std=c++17", "-x", "c++"]

    def library_path(self) -> dict:
        return os.environ | {"LD_LIBRARY_PATH": str(self.prefix / "lib")}


def configure(source: Path, build: Path, *options: str) -> None:
    run(["cmake", "-S", source, "-B", build, *options])


PAIRS = [
    pytest.param(("gcc", "g++"), id="gcc"),
    pytest.param(("clang", "clang++"), id="clang", marks=pytest.mark.deep),
]


@pytest.fixture(scope="module", params=PAIRS)
def installed(request, tmp_path_factory) -> Installed:
    """Built, installed under a name with a space, then moved: nothing in there may know where it was."""
    cc, cxx = request.param
    folder = tmp_path_factory.mktemp("install")
    build, first, prefix = folder / "the build", folder / "the prefix", folder / "moved here"
    configure(ROOT, build, f"-DCMAKE_C_COMPILER={cc}", f"-DCMAKE_INSTALL_PREFIX={first}", "-DCMAKE_INSTALL_LIBDIR=lib",
              "-DNARAE_TESTS=OFF", "-DNARAE_WERROR=ON")  # fmt: skip
    run(["cmake", "--build", build, "-j2"])
    run(["cmake", "--install", build])
    first.rename(prefix)
    return Installed(prefix, build, cc, cxx)


def expect_right(output: str) -> None:
    assert output == f"narae {header_version()}: right\n"


def needs_shared(program: Path) -> bool:
    return "libnarae.so" in run(["readelf", "-d", program])


@pytest.mark.parametrize("library", ["narae", "shared"])
@pytest.mark.parametrize("language", ["C", "CXX"])
def test_find_package(installed, library, language, tmp_path):
    compiler = installed.cc if language == "C" else installed.cxx
    configure(
        PROJECT,
        tmp_path,
        f"-DCMAKE_PREFIX_PATH={installed.prefix}",
        f"-DLIBRARY={library}",
        f"-DLANGUAGE={language}",
        f"-DCMAKE_{language}_COMPILER={compiler}",
        f"-DVERSION={header_version()}",
    )
    run(["cmake", "--build", tmp_path])
    expect_right(run([tmp_path / "user_program"]))
    assert needs_shared(tmp_path / "user_program") == (library == "shared")


def test_find_package_refuses_a_version_that_may_differ(installed, tmp_path):
    major, minor, _ = map(int, header_version().split("."))
    options = [f"-DCMAKE_PREFIX_PATH={installed.prefix}", "-DLIBRARY=narae", "-DLANGUAGE=C"]
    done = subprocess.run(
        ["cmake", "-S", PROJECT, "-B", tmp_path, *options, f"-DVERSION={major}.{minor + 1}"],
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert header_version() in done.stderr


def test_add_subdirectory(tmp_path):
    """As FetchContent does it, in a project of another language that joins its sources: no tests, nothing of ours in
    its install."""
    options = ["-DLIBRARY=narae", "-DLANGUAGE=CXX", "-DCMAKE_UNITY_BUILD=ON"]
    configure(PROJECT, tmp_path, f"-DSUBDIRECTORY={ROOT}", *options)
    run(["cmake", "--build", tmp_path, "-j2", "--target", "user_program"])
    expect_right(run([tmp_path / "user_program"]))
    run(["cmake", "--install", tmp_path, "--prefix", tmp_path / "prefix"])
    assert not (tmp_path / "prefix").exists()


@pytest.mark.parametrize("language", ["C", "CXX"])
def test_pkg_config(installed, language, tmp_path):
    environment = os.environ | {"PKG_CONFIG_PATH": str(installed.prefix / "lib/pkgconfig")}
    flags = shlex.split(run(["pkg-config", "--cflags", "--libs", "narae"], env=environment))
    program = tmp_path / "user_program"
    run([*installed.compiler(language), *WARNINGS, PROJECT / "user_program.c", "-x", "none", *flags, "-o", program])
    expect_right(run([program], env=installed.library_path()))
    assert run(["pkg-config", "--modversion", "narae"], env=environment).strip() == header_version()


def linked(compiler: list[str], flags: list[str], program: Path) -> subprocess.CompletedProcess:
    command = [*compiler, *WARNINGS, PROJECT / "user_program.c", "-x", "none", *flags, "-o", program]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True)


@pytest.mark.deep
def test_a_library_built_otherwise_passes_that_on(tmp_path):
    """NARAE_PORTABLE and its like change sizes: CMake and pkg-config say so to programs, and one that was not told does
    not link."""
    build, prefix = tmp_path / "build", tmp_path / "prefix"
    configure(ROOT, build, f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_INSTALL_LIBDIR=lib", "-DNARAE_TESTS=OFF",
              "-DNARAE_PORTABLE=ON", "-DCMAKE_C_FLAGS=-DNARAE_SMALL=1", "-DCMAKE_C_FLAGS_RELEASE=-O0")  # fmt: skip
    run(["cmake", "--build", build, "-j2"])
    run(["cmake", "--install", build])

    path = os.environ | {"PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    flags = shlex.split(run(["pkg-config", "--cflags", "--libs", "narae"], env=path))
    assert {"-DNARAE_PORTABLE", "-DNARAE_SMALL"} <= set(flags)
    assert linked(["gcc"], flags, tmp_path / "told").returncode == 0
    expect_right(run([tmp_path / "told"], env=os.environ | {"LD_LIBRARY_PATH": str(prefix / "lib")}))
    untold = linked(["gcc"], [f for f in flags if not f.startswith("-D")], tmp_path / "untold")
    assert untold.returncode != 0
    assert "narae_gcm_init_sized" in untold.stderr

    for library in ("narae", "shared"):
        folder = tmp_path / library
        configure(PROJECT, folder, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DLIBRARY={library}", "-DLANGUAGE=C")
        run(["cmake", "--build", folder])
        expect_right(run([folder / "user_program"]))


@pytest.mark.parametrize("macro", ["NARAE_PORTABLE", "NARAE_SMALL", "NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY"])
def test_a_program_built_otherwise_does_not_link(installed, macro, tmp_path):
    library = installed.prefix / "lib"
    for flags in ([library / "libnarae.a"], [f"-L{library}", "-lnarae"]):
        done = linked(
            installed.compiler("C"), [f"-D{macro}", f"-I{installed.prefix / 'include'}", *flags], tmp_path / "p"
        )
        assert done.returncode != 0
        assert f"narae_gcm_init_sized_with_{macro}" in done.stderr


def test_copied_sources(tmp_path, pytestconfig):
    """The library without its build system: src/ and include/ in somebody else's project, and all objects in one
    folder, as the page of the first program says.  Every day without the kernels, which take a minute to compile
    (without them their files are empty), and compiled is what the program needs; of the rest all headers are there."""
    pages = [ROOT / f"docs/start/first-program{language}.md" for language in ("", ".ko")]
    (patterns,) = {re.search(r"`(src/\*[^`]*)`", page.read_text())[1] for page in pages}
    for folder in ("src", "include"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(PROJECT / "user_program.c", tmp_path)
    sources = [file for pattern in patterns.split() for file in sorted(tmp_path.glob(pattern))]
    assert len({f.stem for f in sources}) == len(sources) == len([*tmp_path.glob("src/**/*.[cS]")])
    includes = ["-Iinclude", "-Isrc"]

    def compiled(*sources: Path) -> Path:
        run(["gcc", *includes, "-c", *sources], cwd=tmp_path)
        return tmp_path / f"{sources[0].stem}.o"

    if pytestconfig.getoption("--deep"):
        compiled(*sources)
    else:
        includes.append("-DNARAE_PORTABLE")
        portable = [f for f in sources if not family_of(f)]
        run(["gcc", *includes, "-M", *portable], cwd=tmp_path)
        program = compiled(tmp_path / "user_program.c").rename(tmp_path / "program")
        library = [ROOT / f.relative_to(tmp_path) for f in portable]
        reached([program], library, lambda source: compiled(tmp_path / source.relative_to(ROOT)))
    objects = [*tmp_path.glob("*.o")]
    for compiler in (["gcc", "-std=c11"], ["g++", "-std=c++17", "-x", "c++"]):
        run([*compiler, *WARNINGS, *includes, "user_program.c", "-x", "none", *objects, "-o", "s"], cwd=tmp_path)
        expect_right(run([tmp_path / "s"]))


def test_destdir_and_what_is_installed(installed, tmp_path):
    """A distribution's way; an absolute prefix in DESTDIR, and nothing outside of include, lib and share."""
    run(["cmake", "--install", installed.build], env=os.environ | {"DESTDIR": str(tmp_path / "stage")})
    staged = [p for p in (tmp_path / "stage").rglob("*") if not p.is_dir()]
    root = next(p for p in staged if p.name == "narae.pc").parents[2]
    names = {str(p.relative_to(root)) for p in staged}
    major, minor, patch = header_version().split(".")
    assert names == {
        *(f"include/narae/{h.name}" for h in HEADERS),
        "lib/libnarae.a",
        "lib/libnarae.so",
        f"lib/libnarae.so.{major}",
        f"lib/libnarae.so.{major}.{minor}.{patch}",
        "lib/pkgconfig/narae.pc",
        *(f"lib/cmake/narae/narae-{n}.cmake" for n in ("config", "config-version", "targets", "targets-release")),
        *(f"share/doc/narae/{n}" for n in ("LICENSE", "README.md", "README.ko.md")),
    }


def dpkg(root: Path, *arguments: str | Path) -> None:
    """Packages in a system of their own, with what it lacks of Debian's disregarded, and an ldconfig that counts."""
    forces = ["--force-depends", "--force-script-chrootless", "--force-not-root"]
    path = f"{root}/bin:{os.environ['PATH']}:/usr/sbin:/sbin"
    command = ["dpkg", f"--root={root}", f"--log={root}/log", *forces, *arguments]
    run(command, env=os.environ | {"PATH": path})


def test_debian_packages_install_and_go(installed, tmp_path):
    """cpack, dpkg --install, a user's program that is compiled and run with them, dpkg --purge."""
    if installed.cc != "gcc":
        pytest.skip("one compiler will do")
    major = header_version().split(".")[0]
    run(["cpack", "--config", installed.build / "CPackConfig.cmake", "-B", tmp_path / "packages"])
    packages = sorted((tmp_path / "packages").glob("*.deb"))
    assert [p.name.split("_")[:2] for p in packages] == [
        [n, header_version()] for n in ("libnarae-dev", f"libnarae{major}")
    ]
    assert f"libnarae{major} (= {header_version()})" in run(["dpkg-deb", "--field", packages[0], "Depends"])
    assert "libc6" in run(["dpkg-deb", "--field", packages[1], "Depends"])
    assert re.fullmatch(r"[\w ]+ <\w+@narae\.invalid>\n", run(["dpkg-deb", "--field", packages[1], "Maintainer"]))

    root = tmp_path / "root"
    for folder in ("info", "updates", "triggers"):
        (root / "var/lib/dpkg" / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()
    (root / "bin").mkdir()
    (root / "bin/ldconfig").write_text(f"#!/bin/sh\necho >> '{root}/indexed'\n")
    (root / "bin/ldconfig").chmod(0o755)
    dpkg(root, "--install", *packages)
    library = root / "usr/lib"
    environment = os.environ | {"PKG_CONFIG_PATH": str(library / "pkgconfig"), "LD_LIBRARY_PATH": str(library)}
    flags = shlex.split(run(["pkg-config", "--cflags", "--libs", "narae"], env=environment))
    run(["gcc", PROJECT / "user_program.c", *flags, "-o", tmp_path / "user_program"])
    assert f"[libnarae.so.{major}]" in run(["readelf", "-d", tmp_path / "user_program"])
    expect_right(run([tmp_path / "user_program"], env=environment))

    dpkg(root, "--purge", "libnarae-dev")
    expect_right(run([tmp_path / "user_program"], env=environment))
    dpkg(root, "--purge", f"libnarae{major}")
    assert not (root / "usr").exists()
    assert (root / "indexed").read_text() == "\n\n"


def test_the_packages_name_their_maintainer(tmp_path):
    maintainer = "Kim Na-rae <kim@narae.invalid>"
    configure(ROOT, tmp_path, "-DNARAE_TESTS=OFF", f"-DNARAE_MAINTAINER={maintainer}")
    assert f'set(CPACK_PACKAGE_CONTACT "{maintainer}")' in (tmp_path / "CPackConfig.cmake").read_text()


@pytest.mark.parametrize(
    ("options", "tested"),
    [(["-DBUILD_TESTING=OFF"], False), (["-DBUILD_TESTING=OFF", "-DNARAE_TESTS=ON"], True)],
    ids=["off", "requested"],
)
def test_cmakes_own_switch_leaves_the_tests_out(tmp_path, options, tested):
    """That they are there by default is what the README's commands show."""
    configure(ROOT, tmp_path, *options)
    assert (tmp_path / "tests/c/CTestTestfile.cmake").exists() == tested


def declared() -> set[str]:
    """The functions and objects that the public headers promise."""
    everything = "\n".join(h.read_text() for h in HEADERS)
    on_small_chips = re.compile(r"^#ifdef NARAE_MASKED_\w+\n.*?^#endif$", re.MULTILINE | re.DOTALL)
    lines = [line for line in on_small_chips.sub("", everything).splitlines() if not line.startswith("#")]
    text = re.sub(r"/\*.*?\*/", "", "\n".join(lines), flags=re.DOTALL).replace("NARAE_MUST_CHECK ", "")
    text = re.sub(r"typedef (?!struct)[^;]*;", "", text)
    inline = set(re.findall(r"static inline [^(]*?(narae_\w+)\(", text))
    called = set(re.findall(r"^    .*?(narae_\w+)\(", text, re.MULTILINE))
    names = set(re.findall(r"^[a-z][^;{}]*?\b(narae_\w+)\(", text, re.MULTILINE))
    assert called <= names | inline
    objects = set(re.findall(r"^extern const \w+ (narae_\w+);", text, re.MULTILINE))
    return names - inline | objects | set(known_answers())


def test_the_shared_library_exports_what_the_headers_declare(installed):
    lines = run(["nm", "-D", "--defined-only", installed.prefix / "lib/libnarae.so"]).splitlines()
    exported = {line.split()[-1] for line in lines}
    assert len(declared()) > 100
    assert exported - declared() == set(), "exported, but in no header"
    assert declared() - exported == set(), "declared, but not exported"


def test_the_umbrella_header_includes_every_header():
    """Those of the block ciphers by their list."""
    texts = [(ROOT / "include/narae" / name).read_text() for name in ("narae.h", "block_ciphers.h")]
    included = re.findall(r'^#include "narae/(\w+\.h)"', "".join(texts), re.MULTILINE)
    assert sorted([*included, "narae.h", "descriptor.h"]) == sorted(h.name for h in HEADERS)


CROSS = {
    "uno": "avr-gcc",
    "hifive1": "riscv64-unknown-elf-gcc",
    "pi4": "aarch64-linux-gnu-gcc",
    "windows": "x86_64-w64-mingw32-gcc",
}


@pytest.mark.deep
@pytest.mark.parametrize("preset", CROSS)
def test_cross_preset(preset, tmp_path):
    if not shutil.which(CROSS[preset]):
        pytest.skip(f"{CROSS[preset]} is not installed")
    run(["cmake", "--preset", preset, "-B", tmp_path / "build", "-DNARAE_WERROR=ON"], cwd=ROOT)
    run(["cmake", "--build", tmp_path / "build", "-j2"])
    run(["cmake", "--install", tmp_path / "build", "--prefix", tmp_path / "prefix"])
    listed = run([CROSS[preset].replace("gcc", "nm"), "-P", tmp_path / "prefix/lib/libnarae.a"]).splitlines()
    pairs = [(words[0], words[1]) for words in map(str.split, listed) if len(words) > 1]
    missing = {name for name, kind in pairs if kind == "U"} - {name for name, kind in pairs if kind != "U"}
    assert len(pairs) > 500
    assert not [name for name in missing if name.startswith("narae_")], "the chip's kernels are not in it"


FLASH = [("-O2", 7168), ("-O2 -DNARAE_SMALL", 3072), ("-Os -DNARAE_SMALL", 3072)]


@pytest.mark.parametrize(("choice", "most"), every_day(FLASH[-1:], FLASH))
def test_lea_alone_fits_few_kilobytes_of_flash(choice, most, tmp_path, note):
    """Of an Uno, everything included: vectors, start-up, schedule set-up, both directions, all key sizes."""
    flags = ["-mmcu=atmega328p", *choice.split(), "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"]
    sources = [*sorted((ROOT / "src/lea").rglob("*.[cS]")), *sorted((ROOT / "src/core").rglob("*.c"))]
    elf = tmp_path / "lea.elf"
    run(["avr-gcc", *flags, f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}", PROJECT / "uno_lea.c", *sources, "-o", elf])
    text, data, bss = map(int, run(["avr-size", elf]).splitlines()[1].split()[:3])
    note(f"LEA alone on an Uno, {choice}: {text + data} bytes of flash, {data + bss} of RAM")
    assert text + data < most
