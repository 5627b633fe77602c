# SPDX-License-Identifier: MIT
"""`./narae export`: what it makes compiles alone, passes its vectors on the chip, and overwrites nothing."""

import errno
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lab import store
from lab.build import compiled, globals_of
from lab.cli import main
from lab.errors import LabError
from lab.export import (
    FORMS,
    MANIFEST,
    Request,
    calls,
    check_folder,
    declarations,
    find,
    package,
    places,
    unmeasured,
    version,
    write,
)
from lab.export import measured as chosen_rows
from lab.export.amalgamate import CHIPS, SRC, Library, assembly_names, fixed_flags, library_of
from lab.paths import REFERENCE, ROOT
from lab.plan.board import load_board
from lab.plan.derived import MEASURED_AS
from lab.plan.implementations import LEVELS, discover, family_of
from lab.sims import cortexm
from lab.sims.avr import run_simavr
from lab.targets import TARGETS
from lab.views import advice
from tests.avr import test_far_flash as far
from tests.tools import board_objects, every_day, skip_without

STRICT = ["-Wall", "-Wextra", "-Werror"]
RV32 = ["-misa-spec=2.2", "-mabi=ilp32", "--specs=picolibc.specs"]
# Every compiler that a package promises to compile with, on its own.
COMPILERS = {
    "gcc": ["gcc", "-std=c99"],
    "clang": ["clang", "-std=c99"],
    "avr-gcc": ["avr-gcc", "-mmcu=atmega328p", "-Os", "-std=c99"],
    "atmega8": ["avr-gcc", "-mmcu=atmega8", "-Os", "-std=c99"],
    "atmega2560": ["avr-gcc", "-mmcu=atmega2560", "-Os", "-std=c99"],
    "atxmega128a4u": ["avr-gcc", "-mmcu=atxmega128a4u", "-Os", "-std=c99"],
    "rv64": ["riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-std=c99"],
    "rv32imac": ["riscv64-unknown-elf-gcc", "-march=rv32imac", *RV32, "-O2", "-std=c99"],
    "rv32i": ["riscv64-unknown-elf-gcc", "-march=rv32i", *RV32, "-std=c99"],
    "aarch64": ["aarch64-linux-gnu-gcc", "-std=c99"],
    "g++": ["g++", "-x", "c++", "-std=c++17"],
    "clang++": ["clang++", "-x", "c++", "-std=c++17"],
    "avr-g++": ["avr-g++", "-mmcu=atmega328p", "-Os", "-x", "c++", "-std=c++17"],
    "rv64-g++": ["riscv64-unknown-elf-g++", "--specs=picolibc.specs", "-x", "c++", "-std=c++17"],
    "rv32-g++": ["riscv64-unknown-elf-g++", "-march=rv32imac", *RV32, "-x", "c++", "-std=c++17"],
}
SECONDS = 1800  # a compiler of vector code takes ten; where others want the processor, hundreds
ARDUINO = Path("/usr/share/arduino/hardware")


@pytest.fixture(scope="module")
def measured():
    return store.read_json(REFERENCE)


@pytest.fixture
def exported(measured, tmp_path):
    """Writes a package: (cipher, mode, target, form, kernel or "small") gives its name and its folder."""

    def make(cipher, mode, target, form="c", kernel=""):
        small = kernel == "small"
        request = Request(cipher, mode, target, form, "" if small else kernel, small)
        result = package(request, measured[1], measured[0], "./narae export ...")
        out = tmp_path / result.name
        write(result.files, out)
        return result, out

    return make


def run(*command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=SECONDS, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    return done.stdout


SHARING: list[bool] = []
ANSWERS: dict[str, int] = {}


@pytest.fixture(scope="module", autouse=True)
def sharing(pytestconfig) -> None:
    SHARING[:] = [pytestconfig.getoption("--deep")]


def once(out: Path, command: list, sources: list[str], execute=lambda: 0, objects: Sequence[Path] = ()) -> int:
    """Compiles in the package's folder, links with objects, and executes: what the program says.  Packages that differ
    only in other chips' code are the same to a compiler: among the many of --deep, what it has seen already, it need
    not see again."""
    strict = STRICT if any("++" in str(word) for word in command) else [*STRICT, "-Wpedantic"]

    def answer() -> int:
        run(*command, *strict, *sources, *objects, "-o", "made", cwd=out)
        return execute()

    if not any(SHARING):
        return answer()
    seen = [run(*command, *strict, "-E", "-P", s, cwd=out) for s in sources]
    digest = hashlib.sha256("\0".join([*map(str, command), *map(str, objects), *seen]).encode()).hexdigest()
    if digest not in ANSWERS:
        ANSWERS[digest] = answer()
    return ANSWERS[digest]


def compile_alone(out: Path, names) -> None:
    (source,) = out.glob("*.c")
    for name in names:
        once(out, [*COMPILERS[name], "-c"], [source.name])


def exit_code_of(*command) -> int:
    return subprocess.run(command, capture_output=True, timeout=SECONDS).returncode


def here(name: str, out: Path) -> int:
    """What its example says on this machine."""
    command = ["gcc", "-std=c99", "-O1"]
    return once(out, command, [f"{name}.c", "example/example.c"], lambda: exit_code_of(out / "made"))


ON_UNO = ["-mmcu=atmega328p", "-Os", "-std=c99", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-I."]


def on_uno(name: str, out: Path) -> int:
    """The self-test's answer on the simulated chip."""
    program = out / "uno.c"
    program.write_text(
        f'#include <avr/io.h>\n#include "example/{name}_selftest.h"\n'
        f"int main(void)\n{{\n    GPIOR1 = (uint8_t)(0x80 | {name}_selftest());\n    for (;;)\n        ;\n}}\n"
    )
    return once(out, ["avr-gcc", *ON_UNO], [program.name, f"{name}.c"], lambda: simulated(out))


def simulated(out: Path) -> int:
    assert b"nonce size is not" not in (out / "made").read_bytes(), "messages that nothing calls for are in RAM"
    done = run_simavr(out / "made")
    assert done.end == "exit", done.reason
    return done.exit_status


def on_cortex_m(target: str, name: str, out: Path) -> int:
    """The self-test's answer on the simulated board."""
    board = load_board(target)
    program = out / f"{target}.c"
    program.write_text(
        f'#include "hal.h"\n#include "example/{name}_selftest.h"\n'
        f"int main(void)\n{{\n    hal_init();\n    hal_exit({name}_selftest());\n}}\n"
    )
    flags = [*board.flags, f"-I{ROOT / 'lab/bench'}", "-I."]
    sources = [program.name, f"{name}.c"]
    command = [board.compiler, *flags, *map(str, board.link_flags), "-Wl,--gc-sections"]
    return once(out, command, sources, lambda: cortexm.run(target, out / "made").exit_status, board_objects(board))


def on_rv32(name: str, out: Path) -> int:
    """The same under qemu."""
    program = out / "rv32.c"
    program.write_text(f'#include "example/{name}_selftest.h"\nint main(void)\n{{\n    return {name}_selftest();\n}}\n')
    flags = ["-march=rv32imac", *RV32, "-O2", "-nostartfiles", "-DHAL_EXACT", "-I.", f"-I{ROOT / 'lab/bench'}"]
    sources = [program.name, str(ROOT / "tests/rv32_kernels/qemu.c"), f"{name}.c"]
    command = ["riscv64-unknown-elf-gcc", *flags, "-ffunction-sections", "-Wl,--gc-sections"]
    return once(out, command, sources, lambda: exit_code_of("qemu-riscv32", out / "made"))


def on_pi4(name: str, out: Path) -> int:
    """The same under qemu."""
    command = ["aarch64-linux-gnu-gcc", "-O2", "-static"]
    return once(out, command, [f"{name}.c", "example/example.c"], lambda: exit_code_of("qemu-aarch64", out / "made"))


CORES = ("m0plus", "m3", "m4", "m33")
BOARDS = ("uno", "hifive1", *CORES, "pi4")


def on_board(target: str, name: str, out: Path) -> int:
    if target in CORES:
        return on_cortex_m(target, name, out)
    return {"uno": on_uno, "hifive1": on_rv32, "pi4": on_pi4}[target](name, out)


LONG_KEY = """#include <string.h>
#include "narae_lea_gcm.h"
int main(void)
{
    static struct { narae_gcm gcm; unsigned char behind[1024]; } memory;
    static const unsigned char key[32] = {1}, zeros[1024];

    if (narae_gcm_init(&memory.gcm, &narae_lea, key, 16) != NARAE_OK)
        return 1;
    if (narae_gcm_init(&memory.gcm, &narae_lea, key, 32) != NARAE_ERROR_KEY_SIZE)
        return 2;
    return memcmp(memory.behind, zeros, sizeof zeros) != 0;
}
"""


def test_a_package_refuses_a_key_longer_than_its_schedule(exported):
    _, out = exported("lea-128", "gcm", "uno")
    (out / "long.c").write_text(LONG_KEY)
    assert once(out, ["gcc", "-std=c99", "-O1"], ["narae_lea_gcm.c", "long.c"], lambda: exit_code_of(out / "made")) == 0


def test_one_file_of_c_for_the_uno(exported):
    result, out = exported("lea-128", "gcm", "uno")
    assert result.kernel == "avr"
    assert sorted(p.name for p in out.iterdir()) == [
        "EVIDENCE.json",
        "LICENSE",
        "README.md",
        "example",
        "narae_lea_gcm.c",
        "narae_lea_gcm.h",
    ]
    compile_alone(out, ["avr-gcc", "avr-g++", "clang++", "rv32imac"])
    assert here("narae_lea_gcm", out) == 0
    assert on_uno("narae_lea_gcm", out) == 0
    source = (out / "narae_lea_gcm.c").read_text()
    assert "narae_lea_encrypt_avr" in source and "__asm__" in source
    assert "narae_aes" not in source, "another cipher is in it"
    evidence = json.loads((out / "EVIDENCE.json").read_text())
    assert (
        evidence["row"]["kernel"] == "avr" and evidence["row"]["cycles"] and evidence["row"]["provenance"]["compiler"]
    )


@pytest.mark.parametrize(
    "target, cipher, mode", [("m4", "lea-128", "gcm"), ("m3", "hight-128", "ctr"), ("m33", "aria-128", "ccm")]
)
def test_one_file_of_c_for_a_cortex_m(exported, target, cipher, mode):
    """STM32CubeIDE and the like compile it with warnings on, in whatever folder it lies."""
    result, out = exported(cipher, mode, target)
    core = next(f for f in load_board(target).flags if f.startswith("-mcpu"))
    command = ["arm-none-eabi-gcc", core, "-mthumb", "-std=c99", *STRICT, "-ffreestanding", "-O2"]
    run(*command, "-c", out / f"{result.name}.c", "-o", out / "o.o")
    assert on_cortex_m(target, result.name, out) == 0


SHARED = [(i.cipher, i.mode, target) for i in discover() if i.in_library and i.in_shares for target in i.targets]
SHARED_EVERY_DAY = [("aria-128", "masked", "m4"), ("ascon-aead128", "aead-masked", "uno")]


@pytest.mark.parametrize("cipher, mode, target", every_day(SHARED_EVERY_DAY, SHARED))
def test_a_package_in_shares_passes_its_vectors_on_its_chip_alone(exported, cipher, mode, target):
    """With the source of random bytes that stands in for the chip's; C that adds shares must not take its place."""
    result, out = exported(cipher, mode, target)
    assert result.kernel.endswith("-masked")
    assert on_board(target, result.name, out) == 0
    elsewhere = subprocess.run(["gcc", "-c", f"{result.name}.c"], cwd=out, capture_output=True, text=True)
    assert elsewhere.returncode and "shares require a kernel" in elsewhere.stderr


SHADOWS = [("m0plus", "pipo-64/128", "ctr"), ("m3", "aria-128", "ctr"), ("m4", "ascon-aead128", "aead")]


@pytest.mark.parametrize("target, cipher, mode", SHADOWS)
def test_sources_in_one_file_do_not_hide_names_of_each_other(exported, target, cipher, mode):
    """A name at file scope of one is a variable of another.  Projects compile what they take with warnings on."""
    result, out = exported(cipher, mode, target)
    core = next(f for f in load_board(target).flags if f.startswith("-mcpu"))
    strict = [*STRICT, "-Wshadow", "-Wconversion", "-Wcast-align", "-Wundef"]
    run("arm-none-eabi-gcc", core, "-mthumb", "-std=c99", *strict, "-fsyntax-only", out / f"{result.name}.c")


WITH_CALLS = [("lea-128", "avr-small"), ("aes-128", "avr")]


@pytest.mark.parametrize("cipher, kernel", every_day(WITH_CALLS[:1], WITH_CALLS))
def test_assembly_of_the_uno_also_assembles_where_there_is_no_jmp(exported, cipher, kernel):
    """An ATmega8 and others with 8 KiB of flash have RJMP and RCALL alone."""
    _, out = exported(cipher, "block", "uno", kernel=kernel)
    compile_alone(out, ["atmega8"])


def test_the_chips_kernel_is_what_runs(exported):
    """As many cycles as were measured: portable code takes twice as many."""
    result, out = exported("lea-128", "block", "uno")
    (out / "time.c").write_text(
        '#include <avr/io.h>\n#include "narae_lea.h"\nstatic narae_lea_key schedule;\n'
        "static uint8_t block[16];\nint main(void)\n{\n    int status = narae_lea_set_key(&schedule, block, 16);\n"
        "    TCCR1B = _BV(CS10);\n    uint16_t start = TCNT1;\n"
        "    if (!status)\n        status = narae_lea_encrypt(&schedule, block, block, 1);\n"
        "    uint16_t took = TCNT1 - start;\n"
        f"    GPIOR1 = (uint8_t)(status ? 0 : 0x80 | (took / {result.row.cycles / 100:.0f}));\n"
        "    for (;;)\n        ;\n}\n"
    )
    run("avr-gcc", "-mmcu=atmega328p", "-Os", f"-I{out}", out / "time.c", out / "narae_lea.c", "-o", out / "time.elf")
    assert 100 <= run_simavr(out / "time.elf").exit_status <= 120, "percent of the measured cycles, with the checks"


def test_a_kernel_that_is_not_packed_is_refused(exported):
    """Its package would be portable, with the figures of the kernel."""
    assert exported("lea-128", "ctr", "msp430")[0].kernel == "portable"
    with pytest.raises(LabError, match="has no kernel `msp430` for msp430; it has portable"):
        exported("lea-128", "ctr", "msp430", kernel="msp430")


def test_a_changed_vector_is_noticed(exported):
    _, out = exported("aes-128", "cmac", "host", kernel="portable")
    command = ["gcc", "-std=c99", "-O1"]
    once(out, [*command, "-c"], ["narae_aes_cmac.c"])
    code = (out / "made").rename(out / "code.o")

    def says() -> int:
        return once(out, command, ["example/example.c"], lambda: exit_code_of(out / "made"), [code])

    assert says() == 0
    file = out / "example/narae_aes_cmac_selftest.h"
    text = file.read_text()
    eighth = re.search(r"\{\n    (?:\d+, ){8}", text).end()  # a byte of the first key
    file.write_text(f"{text[:eighth]}1 ^ {text[eighth:]}")
    assert says() == 1


UNREADABLE = [
    (form, cipher, mode, value)
    for form in FORMS
    for cipher, mode in (("lea-128", "block"), ("ascon-aead128", "aead"), ("sha-256", "hash"))
    for value in (0, 255)
]


@pytest.mark.parametrize(
    "form, cipher, mode, value",
    every_day([c for c in UNREADABLE if c[1:] == ("lea-128", "block", 0) or c[0] == "c"], UNREADABLE),
)
def test_a_self_test_that_reads_no_vector_fails(exported, form, cipher, mode, value):
    """A vector read from the wrong place ended the list: the self-test passed without one."""
    result, out = exported(cipher, mode, "uno", form)
    (selftest,), (header,) = out.rglob("*_selftest.h"), out.rglob(f"{result.name}.h")
    text, tables = re.subn(
        r"(?<=_vectors\[\] SELFTEST_FLASH = \{).*?(?=\};)",
        lambda table: re.sub(r"\d+", str(value), table[0]),
        selftest.read_text(),
        flags=re.DOTALL,
    )
    assert tables == 1
    selftest.write_text(text)
    (out / "main.c").write_text(
        f'#include "{selftest.relative_to(out)}"\nint main(void)\n{{\n    return {result.name}_selftest();\n}}\n'
    )
    (source,) = out.rglob(f"{result.name}.c")
    command = ["gcc", "-std=c99", "-O1", "-fsanitize=address,undefined", f"-I{header.parent}"]
    assert once(out, command, ["main.c", str(source)], lambda: exit_code_of(out / "made")) == 1


ON_2560 = """#include <avr/io.h>
#include <avr/pgmspace.h>
__asm__(".pushsection .progmem.data.filler, \\"a\\", @progbits\\nfiller: .fill 80000, 1, 0\\n.popsection");
extern const char filler;
#include "src/{name}_selftest.h"
int main(void)
{{
    GPIOR2 = (uint8_t)({name}_selftest() + pgm_read_byte_far(pgm_get_far_address(filler)));
    GPIOR1 = 1;
    for (;;)
        ;
}}
"""
WITH_TABLES = [
    ("aes-128", "ctr"),
    ("aes-128", "gcm"),
    ("aria-128", "block"),
    ("seed-128", "cbc"),
    ("hight-128", "block"),
]
WITH_TABLES += [("lea-256", "block"), ("sha-256", "hash"), ("sha-512", "hash"), ("sha3-256", "hash")]
WITH_TABLES += [("lsh-256-256", "hash"), ("lsh-512-512", "hash")]


@pytest.mark.parametrize("form", every_day(["arduino"], ["arduino", "platformio"]))
@pytest.mark.parametrize("cipher, mode", every_day(WITH_TABLES[:1], WITH_TABLES))
def test_a_library_finds_its_tables_behind_80_kb_of_others(exported, form, cipher, mode):
    """On the board: `architectures` of an Arduino library says all of avr."""
    result, out = exported(cipher, mode, "uno", form)
    (out / "mega.c").write_text(ON_2560.format(name=result.name))
    flags = ["-mmcu=atmega2560", "-Os", "-std=gnu99", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"]
    run("avr-gcc", *flags, "mega.c", f"src/{result.name}.c", "-o", "made", cwd=out)
    assert far.run(out / "made", far.CHIPS[0]) == "0"


def test_rv32_assembly_in_one_file(exported):
    if not shutil.which("qemu-riscv32"):
        pytest.skip("qemu-riscv32 is not here")
    result, out = exported("chacha20-poly1305", "", "hifive1")
    assert (result.name, result.kernel) == ("narae_chacha20_poly1305", "rv32")
    compile_alone(out, ["rv32imac", "rv32i"])
    assert on_rv32(result.name, out) == 0


SEVERAL = [
    ("aria-128", "gcm", "aria"),
    ("chacha20", "stream", "chacha"),
    ("lea-128", "ctr", "lea"),
    ("ascon-aead128", "aead", "ascon"),
    ("sha3-256", "hash", "keccak"),
]
CIPHERS = {i.folder.name for i in discover() if i.in_library} - {"chacha20_poly1305"}  # folders of src/


@pytest.mark.parametrize("cipher, mode, folder", every_day([("ascon-aead128", "aead", "ascon")], SEVERAL))
def test_assembly_of_several_files_is_merged_into_one(exported, cipher, mode, folder):
    """A label of one, even a local one, must not be another's, nor the compiler's.  And no other cipher comes along."""
    result, out = exported(cipher, mode, "host")
    compile_alone(out, ["clang"])
    assert here(result.name, out) == 0
    code = re.sub(r"^\s*#.*", "", (out / f"{result.name}.c").read_text(), flags=re.MULTILINE)  # kernels.h names all
    assert "_batch_" not in code, "many messages at once are not in a package"
    folders = {Path(source).parent.name for source in json.loads((out / MANIFEST).read_text())["sources"]}
    assert folders & CIPHERS == {folder}


# What is built on ciphers and hashes, and not measured itself.
ON_BOARDS = [
    ("sha-256", "hmac", "uno"),
    ("sha-256", "kbkdf", "m4"),
    ("seed-128", "ctr-drbg", "m4"),
    ("lsh-256-256", "hmac-drbg", "m0plus"),
    ("seed-128", "kw", "hifive1"),
    ("sha-512", "pbkdf2", "hifive1"),
]
MEASURED = [i for i in discover() if i.in_library and i.mode in ("block", "hash")]
DERIVED = [
    (cipher, mode)
    for cipher in dict.fromkeys([*(i.cipher for i in discover() if i.block_bytes and i.in_library), *MEASURED_AS])
    for mode in calls.CALLS
    if unmeasured(cipher, mode, MEASURED)
]
ALL_DERIVED = [
    (cipher, mode, target)
    for number, (cipher, mode) in enumerate(DERIVED)
    for target in BOARDS
    if target == BOARDS[number % len(BOARDS)] or (cipher, mode, target) in ON_BOARDS
]
assert set(ON_BOARDS) <= set(ALL_DERIVED)


@pytest.mark.parametrize("cipher, mode, target", every_day(ON_BOARDS[:-1], ALL_DERIVED))
def test_what_is_built_on_a_cipher_or_a_hash_passes_its_vectors_on_a_board(exported, cipher, mode, target):
    result, out = exported(cipher, mode, target)
    once(out, ["gcc", "-std=c99", "-c"], ["example/example.c"])
    assert on_board(target, result.name, out) == 0
    readme = (out / "README.md").read_text()
    assert "on which it is built: its own code is not measured" in readme or not result.is_derived


IN_TIME = """#include <avr/io.h>
#include "{name}.h"
int main(void)
{{
    {declarations}
    int status = {init};
    TCCR1B = _BV(CS11) | _BV(CS10);
    uint16_t start = TCNT1;
    if (!status)
        status = {seal};
    uint32_t took = 64 * (uint32_t)(uint16_t)(TCNT1 - start);
    (void)&tag;
    GPIOR1 = (uint8_t)(status ? 0x80 : 0x80 | 50 * took / {estimate}UL);
    for (;;)
        ;
}}
"""
ESTIMATED = [
    ("sha-256", "hmac"),
    ("lea-128", "kw"),
    ("seed-128", "ctr-drbg"),
    ("hight-128", "cfb"),
    ("aria-128", "gmac"),
]


@pytest.mark.parametrize("cipher, mode", every_day(ESTIMATED[:1], ESTIMATED))
def test_an_estimate_of_advise_is_near_what_a_package_takes(exported, measured, cipher, mode):
    """Between half and one and a half times: what surrounds the calls is not in it, and GMAC is less than GCM."""
    result, out = exported(cipher, mode, "uno")
    actual = advice.candidates(measured[1], advice.Question("uno", need=mode, message=64))
    (estimate,) = (c.cycles for c in actual if (c.cipher, c.kernel) == (cipher, result.kernel))
    i = find(Request(cipher, mode, "uno", "c"))
    call = calls.of(i)
    at = {**places(replace(call, names={})), "key": "key", "nonce": "nonce", "in": "text", "out": "text", "tag": "tag"}
    made_of = {n: getattr(call, n).format(**at) for n in ("init", "seal")}
    (out / "time.c").write_text(
        IN_TIME.format(
            name=result.name,
            declarations=" ".join(declarations(replace(call, names={}), i, 64, list(made_of.values())))
            + ("" if call.tag_bytes else "char tag;"),
            estimate=round(estimate),
            **made_of,
        )
    )
    run("avr-gcc", *ON_UNO, "time.c", f"{result.name}.c", "-o", "made", cwd=out)
    assert 50 <= 2 * simulated(out) <= 150, "percent"


@pytest.mark.parametrize("kernel", every_day(["rv32"], ["rv32", "rv32-tables"]))
def test_c_next_to_rv32_assembly_is_also_cpp(exported, kernel):
    _, out = exported("aes-128", "gcm", "hifive1", kernel=kernel)
    compile_alone(out, ["gcc", "rv32imac", "rv32-g++"])


@pytest.mark.parametrize(("cipher", "mode"), [("lea-128", "block"), ("chacha20", "poly1305")])
def test_a_cipher_alone_and_one_with_a_tag_pass_on_the_uno(exported, cipher, mode):
    """What a user calls has types of its own, and names that two files have differ in a package."""
    result, out = exported(cipher, mode, "uno")
    assert on_uno(result.name, out) == 0


@pytest.mark.parametrize("chip, needed", [("x86", {"cpuid.h", "immintrin.h"}), ("neon", {"arm_neon.h"})])
def test_kernels_have_their_headers_also_without_linux(tmp_path, chip, needed):
    """FreeBSD and macOS have the same kernels."""
    compiler = CHIPS[chip].preprocess[0][1][0]
    skip_without(compiler)
    source = tmp_path / "headers.c"
    source.write_text(CHIPS[chip].headers)
    assert needed <= {Path(name).name for name in run(compiler, "-U__linux__", "-M", source).split()}


def test_a_package_for_this_machine_is_also_cpp(exported):
    """There, without the kernels that are chosen at run time."""
    _, out = exported("aes-128", "ctr", "host")
    compile_alone(out, ["g++"])


@pytest.mark.parametrize("folder", ["modes", "hmac", "kdf", "drbg"])
def test_what_is_built_on_a_cipher_or_a_hash_is_also_cpp(folder):
    """A package has these sources as they are."""
    include = [f"-I{SRC}", f"-I{SRC.parent / 'include'}", "-DNARAE_PORTABLE", "-Wno-missing-field-initializers"]
    run(*COMPILERS["g++"], *STRICT, *include, "-fsyntax-only", *(SRC / folder).glob("*.c"))


@pytest.mark.deep
@pytest.mark.parametrize(("cipher", "mode"), DERIVED)
def test_such_a_package_is_also_cpp(exported, cipher, mode):
    _, out = exported(cipher, mode, "host")
    compile_alone(out, ["g++", "clang++"])


def test_arduino_builds_and_runs_it(exported, tmp_path):
    if not ARDUINO.is_dir() or not shutil.which("arduino-builder"):
        pytest.skip("Arduino is not here")
    result, out = exported("ascon-aead128", "aead", "uno", "arduino", "small")
    assert result.kernel == "avr-small"
    text = arduino(out, tmp_path)
    assert "self-test: passed" in text
    microseconds = int(re.search(r"seal of 64 bytes: (\d+) us", text)[1])
    assert microseconds == pytest.approx(result.row.time_us, rel=0.1)
    properties = dict(line.split("=", 1) for line in (out / "library.properties").read_text().splitlines())
    assert properties["name"] == result.name and properties["architectures"] == "avr"
    assert "narae_ascon_aead128_seal\tKEYWORD2" in (out / "keywords.txt").read_text()


def arduino(out: Path, tmp_path: Path) -> str:
    """What the example says on the serial line of the simulated Uno."""
    build = tmp_path / "build"
    build.mkdir()
    # gcc 5 of Debian knows DECIMAL_DIG in C only; the core wants it in C++.
    core = ["-prefs", "compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__"]
    where = ["-hardware", "/usr/share/arduino-builder", "-hardware", ARDUINO, "-tools", "/usr/bin"]
    sketch = out / "examples/selftest/selftest.ino"
    how = ["-libraries", out.parent, "-fqbn", "arduino:avr:uno", "-build-path", build]
    run("arduino-builder", "-compile", *where, *core, *how, sketch)
    return run_simavr(build / "selftest.ino.elf", max_cycles=16_000_000).uart


@pytest.mark.parametrize("target", ["m0plus", "m33"])
def test_the_sketch_runs_on_a_pico(exported, tmp_path, target):
    """With the board's own start, and what Arduino.h promises (tests/lab/arduino)."""
    result, out = exported("ascon-aead128", "aead", target, "arduino")
    properties = dict(line.split("=", 1) for line in (out / "library.properties").read_text().splitlines())
    assert properties["architectures"] == "rp2040"
    board = load_board(target)
    chip = [f for f in board.flags if not f.startswith(("-std", "-O"))]
    sketch, library, elf = (tmp_path / name for name in ("sketch.o", "library.o", "sketch.elf"))
    (tmp_path / "sketch.cpp").write_text(
        f'#include <Arduino.h>\n#include "{out}/examples/selftest/selftest.ino"\n'
        'extern "C" int main()\n{\n    setup();\n    loop();\n    hal_exit(0);\n}\n'
    )
    folders = [f"-I{folder}" for folder in (out / "src", Path(__file__).parent / "arduino", ROOT / "lab/bench")]
    cpp = ["arm-none-eabi-g++", *chip, "-std=gnu++17", "-fno-exceptions", "-fno-rtti", "-Os", *STRICT, *folders]
    run(*cpp, "-c", tmp_path / "sketch.cpp", "-o", sketch)
    run(board.compiler, *board.flags, *STRICT, "-c", out / f"src/{result.name}.c", "-o", library)
    run(
        board.compiler, *chip, sketch, library, *board_objects(board), *board.link_flags, "-Wl,--gc-sections", "-o", elf
    )
    text = cortexm.run(target, elf).uart
    assert "self-test: passed" in text
    microseconds = int(re.search(r"seal of 64 bytes: (\d+) us\n", text)[1])
    assert microseconds == pytest.approx(result.row.time_us, rel=0.1, abs=1)


def test_cmake_builds_tests_and_installs_it(exported, tmp_path):
    result, out = exported("pipo-64/128", "ctr", "host", "cmake")
    assert result.kernel in LEVELS
    build, prefix, user = tmp_path / "build", tmp_path / "prefix", tmp_path / "user"
    run("cmake", "-S", out, "-B", build, f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_C_FLAGS_RELEASE=-O0")
    run("cmake", "--build", build)
    for level in ("portable", "sse2", result.kernel):
        subprocess.run([build / "example"], env=os.environ | {"NARAE_CPU": level}, check=True, capture_output=True)
    run("ctest", "--test-dir", build)
    run("cmake", "--install", build)
    user.mkdir()
    (user / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(user C)\nfind_package(narae_pipo_ctr REQUIRED)\n"
        "add_executable(user user.c)\ntarget_link_libraries(user narae_pipo_ctr::narae_pipo_ctr)\n"
    )
    (user / "user.c").write_text(
        "#include <narae_pipo_ctr.h>\nint main(void) { return narae_block_cipher_block_bytes(&narae_pipo) != 8; }\n"
    )
    run("cmake", "-S", user, "-B", user / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", user / "build")
    run(user / "build/user")


def test_cmake_compiles_it_for_a_chip_as_it_was_measured(exported, tmp_path):
    """A program on a chip lies at fixed addresses: -fPIC would make it slower, and have constants in RAM."""
    _, out = exported("lea-128", "block", "m4", "cmake")
    chip = ["-DCMAKE_SYSTEM_NAME=Generic", "-DCMAKE_C_COMPILER=arm-none-eabi-gcc", "-DCMAKE_C_COMPILER_FORCED=ON"]
    flags = ["-DCMAKE_C_FLAGS=-mcpu=cortex-m4", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    run("cmake", "-S", out, "-B", tmp_path / "build", *chip, *flags)
    commands = (tmp_path / "build/compile_commands.json").read_text()
    assert "-mcpu=cortex-m4" in commands and "-fPIC" not in commands


FIRMWARE = """cmake_minimum_required(VERSION 3.16)
project(firmware C)
add_subdirectory({package} narae)
add_executable(firmware main.c {package}/example/example.c)
set_source_files_properties({package}/example/example.c PROPERTIES COMPILE_DEFINITIONS main=example)
target_link_libraries(firmware PRIVATE {name}::{name} {objects})
"""
MAIN = """#include <stdio.h>
#include "hal.h"
int example(void);
static int put(char c, FILE *to) { (void)to; hal_put(c); return 0; }
static FILE line = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdout = &line;
int main(void) { hal_init(); hal_exit(example()); }
"""


@pytest.mark.parametrize("target", every_day(["m33"], CORES))
def test_cmake_adds_it_to_a_firmware(exported, tmp_path, target):
    """As a project of the pico-sdk does; here with the lab's start-up code and linker script."""
    result, out = exported("lea-128", "gcm", target, "cmake")
    board = load_board(target)
    objects = " ".join(map(str, board_objects(board)))
    (tmp_path / "CMakeLists.txt").write_text(FIRMWARE.format(package=out, name=result.name, objects=objects))
    (tmp_path / "main.c").write_text(MAIN)
    chip = ["-DCMAKE_SYSTEM_NAME=Generic", f"-DCMAKE_C_COMPILER={board.compiler}", "-DCMAKE_C_COMPILER_FORCED=ON"]
    flags = [f"-DCMAKE_C_FLAGS={' '.join([*board.cflags, f'-I{ROOT}/lab/bench'])}"]
    flags += [f"-DCMAKE_EXE_LINKER_FLAGS={' '.join([*map(str, board.link_flags), '-Wl,--gc-sections'])}"]
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", *chip, *flags)
    run("cmake", "--build", tmp_path / "build")
    done = cortexm.run(target, tmp_path / "build/firmware")
    assert (done.exit_status, done.uart.splitlines()[-1]) == (0, "seal of 64 bytes: good"), done.uart
    assert "self-test: passed" in done.uart


PLATFORMIO = Path(__file__).parent / "platformio"


def platformio(out: Path, name: str, tmp_path: Path, platform: str, folder: str, ini: str, sources: list[Path]) -> Path:
    """A program with the package in lib/, built by `pio run` with Debian's compiler in place of downloads."""
    core, project = tmp_path / "core", tmp_path / "project"
    shutil.copytree(PLATFORMIO / folder, core / "platforms" / platform)
    manifest = core / "platforms" / platform / "platform.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"name": platform}))
    shutil.copytree(PLATFORMIO / "scons", core / "packages/tool-scons")
    owner = {"owner": "platformio", "name": "tool-scons", "requirements": None, "uri": None}
    scons = json.loads((PLATFORMIO / "scons/package.json").read_text())
    (core / "packages/tool-scons/.piopm").write_text(
        json.dumps({"type": "tool", "name": "tool-scons", "version": scons["version"], "spec": owner})
    )
    shutil.copytree(out, project / "lib" / name)
    (project / "src").mkdir()
    for source in sources:  # two of a board have the same name but for the suffix, and would be one object
        shutil.copy(source, project / "src" / f"{source.stem}_{source.suffix[1:]}{source.suffix}")
    (project / "platformio.ini").write_text(ini)
    quiet = {"PLATFORMIO_CORE_DIR": core, "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no"}
    output = run(sys.executable, "-m", "platformio", "run", cwd=project, env={**os.environ, **quiet})
    assert f"|-- {name} @ {version()}" in output
    (program,) = project.glob(".pio/build/*/program.elf")
    return program


NUCLEO = ("m4", "ststm32", "nucleo_f401re", "lea-128", "gcm")
PICO = ("m0plus", "raspberrypi", "pico", "ascon-aead128", "")
PICO_2 = ("m33", "raspberrypi", "rpipico2", "sha-256", "hmac")


@pytest.mark.deep
@pytest.mark.parametrize(("target", "platform", "board", "cipher", "mode"), [NUCLEO, PICO, PICO_2])
def test_platformio_builds_it_for_a_cortex_m(exported, tmp_path, target, platform, board, cipher, mode):
    """With the flags of its own platforms, then run with the lab's start-up code and linker script."""
    result, out = exported(cipher, mode, target, "platformio")
    assert json.loads((out / "library.json").read_text())["platforms"] == [platform]
    chip = load_board(target)
    (tmp_path / "main.c").write_text(
        f'#include "hal.h"\n#include "{result.name}_selftest.h"\n'
        f"int main(void)\n{{\n    hal_init();\n    hal_exit({result.name}_selftest());\n}}\n"
    )
    ours = [f"-I{folder}" for folder in (*chip.folders, *(ROOT / d for d in ("lab/bench", "src", "include")))]
    (tmp_path / "board.py").write_text(
        'Import("env")\n'
        f"env.Append(CCFLAGS={[*chip.flags, *ours]}, ASPPFLAGS={ours}, LINKFLAGS={list(map(str, chip.link_flags))})\n"
    )
    ini = f"[env:{board}]\nplatform = {platform}\nboard = {board}\nextra_scripts = pre:{tmp_path}/board.py\n"
    sources = [tmp_path / "main.c", *chip.sources()]
    program = platformio(out, result.name, tmp_path, platform, "cortexm", ini, sources)
    assert cortexm.run(target, program).exit_status == 0


def test_platformio_builds_and_runs_it(exported, tmp_path):
    result, out = exported("pipo-64/128", "ctr", "uno", "platformio")
    document = json.loads((out / "library.json").read_text())
    assert (document["name"], document["platforms"]) == ("narae_pipo_ctr", ["atmelavr"])
    run(*COMPILERS["avr-gcc"], *STRICT, "-c", out / "src/narae_pipo_ctr.c", "-o", out / "o.o")
    if not ARDUINO.is_dir():
        pytest.skip("Arduino is not here")
    (tmp_path / "main.ino").write_text((out / "examples/selftest/selftest.ino").read_text())
    ini = "[env:uno]\nplatform = atmelavr\nboard = uno\nframework = arduino\n"
    program = platformio(out, result.name, tmp_path, "atmelavr", "atmelavr", ini, [tmp_path / "main.ino"])
    assert "self-test: passed" in run_simavr(program, max_cycles=16_000_000).uart


@pytest.mark.parametrize("target", [b for b in BOARDS if b != "pi4"])
def test_platformio_takes_the_manifest(exported, target, monkeypatch):
    parser = pytest.importorskip("platformio.package.manifest.parser")
    schema = pytest.importorskip("platformio.package.manifest.schema").ManifestSchema
    # It would ask the network for the names of all licences.
    monkeypatch.setattr(schema, "load_spdx_licenses", staticmethod(lambda: {"licenses": [{"licenseId": "MIT"}]}))
    _, out = exported("ascon-aead128", "aead", target, "platformio")
    read = parser.ManifestParserFactory.new_from_dir(str(out)).as_dict()
    assert schema().load_manifest(read)["license"] == "MIT"


def test_small_is_the_least_flash(measured):
    def kernel(cipher, small, mode="", target="uno", rows=measured[1]):
        request = Request(cipher, mode, target, "c", small=small)
        return chosen_rows(rows, find(request), request)[0]

    assert (kernel("ascon-aead128", False), kernel("ascon-aead128", True)) == ("avr", "avr-small")
    assert kernel("sha3-256", True) == "portable"
    with_tables = [r for r in measured[1] if r.kernel == "rv32-tables"]
    assert kernel("aes-256", True, "gcm", "hifive1", with_tables) == "rv32-tables", "the only one that was measured"
    assert find(Request("sha-224", "", "uno", "c")).mode == "hash"  # of many that a hash has


@pytest.mark.parametrize(("target", "cipher"), [("hifive1", "aes-128"), ("pi4", "lea-192"), ("host", "lea-128")])
@pytest.mark.parametrize(("mode", "message"), [("gcm", 1500), ("gmac", 16), ("block", 16)])
def test_the_command_that_advice_shows_takes_the_kernel_that_it_lists(measured, target, cipher, mode, message):
    """It names the kernel where export takes another one by itself, such as the fastest for 64 bytes."""
    rows = [r for r in measured[1] if (r.target, r.cipher) == (target, cipher)]
    listed, _ = advice.ranked(advice.candidates(rows, advice.Question(target, mode, message)))
    i = find(Request(cipher, mode, target, "c"))
    for c in listed:
        named = shlex.split(c.export)
        kernel = named[named.index("--kernel") + 1] if "--kernel" in named else ""
        assert chosen_rows(rows, i, Request(cipher, mode, target, "c", kernel))[0] == c.kernel


@pytest.mark.parametrize(
    "request_, says",
    [
        (("des", "ecb", "uno", "c"), "unknown cipher `des`; there are aes-128"),
        (("hmac-lsh256", "", "uno", "c"), "--cipher lsh-256-256 (or lsh-256-224) --mode hmac"),
        (("lea", "ctr", "uno", "c"), "unknown cipher `lea`; there are lea-128, lea-192, lea-256"),
        (("sha224", "", "uno", "c"), "unknown cipher `sha224`; there is sha-224"),
        (("pipo64-128", "ctr", "uno", "c"), "unknown cipher `pipo64-128`; there is pipo-64/128"),
        (
            ("lea-128", "ocb", "uno", "c"),
            "lea-128 has no mode `ocb`; it has block, ctr, cbc, gcm, ccm, cmac, xts, cfb, ofb, masked, gmac, kw, kwp, ",
        ),
        (
            ("sha-256", "xts", "uno", "c"),
            "sha-256 has no mode `xts`; it has hash, hmac, kbkdf, pbkdf2, hash-drbg, hmac-",
        ),
        (("lea-128", "", "uno", "c"), "specify --mode; lea-128 has block"),
        (("pipo-64/128", "gcm", "uno", "c"), "its blocks have 8 bytes, the mode requires 16"),
        (("hight-128", "kw", "uno", "c"), "its blocks have 8 bytes, the mode requires 16"),
        (("lea-128", "gcm", "teensy", "c"), "unknown target `teensy`; there are"),
        (("lea-128", "gcm", "host", "arduino"), "--as arduino is not for host; there are c, cmake"),
        (("lea-128", "gcm", "uno", "c", "avx2"), "has no kernel `avx2` for uno; it has"),
        (("lea-128", "gcm", "uno", "c", "avr-small"), "has no kernel `avr-small` for uno; it has"),
        (("lea-256", "gcm", "uno", "c", "avr"), "avr is not available for uno: does not fit: needs"),
    ],
)
def test_what_is_not_there(measured, request_, says):
    with pytest.raises(LabError, match=re.escape(says)):
        package(Request(*request_), *reversed(measured), "")


def test_a_kernel_that_no_package_has_is_named(measured):
    """As of lab/counted, whose rows are measured."""
    context, rows = measured
    some = [replace(r, target="armv8-ce", kernel="crypto") for r in rows if (r.cipher, r.mode) == ("lea-128", "gcm")]
    with pytest.raises(LabError, match="armv8-ce: export packs no kernel crypto; the whole library contains it"):
        package(Request("lea-128", "gcm", "armv8-ce", "c"), some, context, "")


def test_what_does_not_fit_the_board(measured, monkeypatch):
    monkeypatch.setattr(advice, "board", lambda target: {"flash_bytes": 9000, "kernels": ["avr"]})
    with pytest.raises(LabError, match=r"lea-128 gcm avr does not fit uno: .* bytes of flash, 9,000 are on the board"):
        package(Request("lea-128", "gcm", "uno", "c"), *reversed(measured), "")


def test_a_folder_that_is_not_empty_is_refused(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    arguments = ["--cipher", "lea-128", "--mode", "gcm", "--target", "uno", "--as", "c"]
    assert main(["export", *arguments, "--out", str(tmp_path)]) == 2
    assert "is not empty; nothing was written" in capsys.readouterr().err
    assert main(["export", *arguments, "--out", str(tmp_path / "mine.txt")]) == 2
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]


def test_an_empty_folder_stays_the_same_folder(tmp_path, monkeypatch):
    """A link to it, or the one where somebody stands."""
    folder = tmp_path / "empty"
    folder.mkdir()
    (tmp_path / "link").symlink_to("empty")
    before = folder.stat().st_ino
    write(with_manifest({"a.c": "a", "b/c.h": "c"}), tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and folder.stat().st_ino == before
    assert sorted(p.name for p in folder.iterdir()) == ["EVIDENCE.json", "a.c", "b"]
    shutil.rmtree(folder)
    folder.mkdir()
    monkeypatch.chdir(folder)
    write({"a.c": "a"}, Path("."))
    assert os.listdir() == ["a.c"]


def test_an_interrupted_package_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("half")
        raise KeyboardInterrupt

    monkeypatch.setattr("lab.export.put", interrupted)
    (tmp_path / "empty").mkdir()
    for out in (tmp_path / "empty", tmp_path / "new/deep"):
        with pytest.raises(KeyboardInterrupt):
            write({"a.c": "a"}, out)
    assert not any((tmp_path / "empty").iterdir()) and not any((tmp_path / "new").iterdir())


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(LabError, match="is a dangling link"):
        check_folder(tmp_path / "link", False)
    with pytest.raises(LabError, match="could not be written"):
        write({"a.c": ""}, Path("/proc/narae"))
    with pytest.raises(LabError, match="cannot be written: /dev/null is no folder"):
        check_folder(Path("/dev/null/narae"), False)


def test_a_full_disk_says_what_to_do(tmp_path, monkeypatch):
    def full(path, text):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("lab.export.put", full)
    with pytest.raises(LabError, match="No space left on device; free some space"):
        write({"a.c": "a"}, tmp_path / "p")


def test_force_replaces_what_is_its_own_and_nothing_else(tmp_path):
    write(with_manifest({"a.c": "a\n", "b.c": "b\n", "c/d.h": "d\n"}), tmp_path / "p")
    (tmp_path / "p/mine.txt").write_text("mine")
    (tmp_path / "p/b.c").write_text("changed by hand")
    write(with_manifest({"a.c": "new\n"}), tmp_path / "p")
    present = {str(p.relative_to(tmp_path / "p")): p.read_text() for p in (tmp_path / "p").rglob("*") if p.is_file()}
    present.pop("EVIDENCE.json")
    assert present == {"a.c": "new\n", "b.c": "changed by hand", "mine.txt": "mine"}


@pytest.mark.parametrize("name", ["a.c", "README.md", "EVIDENCE.json"])
def test_force_refuses_to_replace_what_is_not_its_own(tmp_path, name):
    """Such as the README.md of the project that the folder is, or a file of an earlier package that was changed."""
    if name == "a.c":
        write(with_manifest({"a.c": "a\n"}), tmp_path / "p")
    (tmp_path / "p").mkdir(exist_ok=True)
    (tmp_path / "p" / name).write_bytes(b"mine, \xff")
    before = {p.name: p.read_bytes() for p in (tmp_path / "p").iterdir()}
    with pytest.raises(LabError, match=f"but {name} is not from it, or changed since; nothing was written"):
        write(with_manifest({"b.c": "b", "a.c": "new\n", "README.md": "r"}), tmp_path / "p")
    assert {p.name: p.read_bytes() for p in (tmp_path / "p").iterdir()} == before


def with_manifest(files):
    from lab.export import digest

    return files | {"EVIDENCE.json": json.dumps({"files": {p: digest(t) for p, t in files.items()}})}


def test_the_command_in_a_readme_makes_the_same_package(tmp_path, monkeypatch):
    arguments = ["export", "--cipher", "lea-128", "--mode", "ctr", "--target", "uno", "--as", "c", "--small"]
    assert main([*arguments, "--out", str(tmp_path / "a" / "lea ctr")]) == 0
    first = {f.name: f.read_bytes() for f in (tmp_path / "a/lea ctr").iterdir() if f.is_file()}
    (command,) = re.findall(r"```sh\n(\./narae export .*)\n```", first["README.md"].decode())
    (tmp_path / "b").mkdir()
    monkeypatch.chdir(tmp_path / "b")
    assert main(shlex.split(command)[1:]) == 0
    assert {f.name: f.read_bytes() for f in Path("lea ctr").iterdir() if f.is_file()} == first


def test_counted_instructions_are_not_called_cycles(measured, tmp_path, capsys):
    context, rows = measured
    some = [r for r in rows if (r.target, r.cipher, r.mode, r.kernel) == ("uno", "lea-128", "block", "avr")]
    store.write_json(tmp_path / "rows.json", context, [replace(r, fidelity="counted") for r in some])
    words = ["--cipher", "lea-128", "--mode", "block", "--target", "uno", "--as", "arduino"]
    assert main(["export", *words, "--rows", str(tmp_path / "rows.json"), "--out", str(tmp_path / "p")]) == 0
    output = [capsys.readouterr().out, *((tmp_path / "p" / f).read_text() for f in ("README.md", "library.properties"))]
    for text in output:
        assert re.search(r"\d instructions\b", text) and not re.search(r"\d cycles", text), text


def test_as_a_user_calls_it(tmp_path):
    arguments = ["--cipher", "ascon-hash256", "--target", "uno", "--as", "c", "--out", tmp_path / "p", "--json", "-"]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    answer = json.loads(run(ROOT / "narae", "export", *arguments, env=environment))
    assert answer["name"] == "narae_ascon_hash256" and "narae_ascon_hash256.c" in answer["files"]


# Every day: what GHASH is made of there, the package must bring along.
SMALL_GCM = [("aes-128", "gcm", "uno", "avr-small"), ("aes-128", "gcm", "hifive1", "rv32-small")]


def everything():
    """Each cipher and mode, with each kernel that can be packed for a target; all levels of a machine are one, the
    one that is taken where none is named.  Ciphers stand together, for what their packages have in common."""
    for i in discover():
        if not i.in_library or i.kind not in ("block", "message") or i.in_shares:
            continue
        for target in (*BOARDS, "host"):
            kernels = [k for k in advice.kernels_packed(target) if i.has_kernel(k) and k not in LEVELS]
            for kernel in kernels if target == "uno" else [k for k in kernels if k != "portable"] or [""]:
                name = "-".join((target, i.cipher, i.mode, kernel or "best"))
                case = (i.cipher, i.mode, target, kernel)
                yield pytest.param(*case, id=name, marks=[] if case in SMALL_GCM else pytest.mark.deep)


SEEN = [
    ("avr", "uno", "avr"),
    ("rv32", "hifive1", "rv32"),
    ("thumb", "m4", "thumb"),
    ("thumb-v6m", "m0plus", "thumb"),
    ("neon", "pi4", "neon"),
    ("x86", "host", "avx512"),
]


@pytest.mark.parametrize("chip, target, kernel", every_day([s for s in SEEN if s[0] in ("avr", "neon")], SEEN))
def test_what_is_read_in_sources_is_what_compilers_see(chip, target, kernel, pytestconfig):
    """Each name of the library that an object defines or needs.  One that is not read would be missing in a package,
    and perhaps for a chip that nobody tried.  Every day a third of the Uno's sources, those whose macros make names,
    and those that choose among the Pi 4's kernels."""
    board, implementation = TARGETS[target]().board, find(Request("lea-128", "gcm", target, "c")).with_kernel(kernel)
    kind = CHIPS[chip]
    library = Library((*fixed_flags(chip, ()), f"-D{kind.kernels}", *kind.known))
    seen = 0
    packed = [f for f in SRC.rglob("*.[cS]") if f.parent.name != "self_test"]  # which no package takes
    own_rows = sorted(f for f in packed if family_of(f) in ("", implementation.family))
    few = {
        "avr": sorted({*own_rows[::3], *(f for f in own_rows if "##" in f.read_text())}),
        "neon": [f for f in own_rows if f.name.endswith("_arm.c")],
    }
    for path in own_rows if pytestconfig.getoption("--deep") else few[chip]:
        defines, needs = globals_of(compiled(path, implementation, board))
        read = library.unit(path).defined if path.suffix == ".c" else assembly_names(library.text(path))
        begun = tuple(name for name in read if name.endswith("_"))  # names that a macro completes
        unread = {name for name in defines - read if name.startswith("narae_") and not name.startswith(begun or "-")}
        unread |= {name for name in needs if name.startswith("narae_")} - library.uses(path)
        assert not unread, f"{path.relative_to(ROOT)}: {', '.join(sorted(unread))}"
        seen += len(defines)
    assert seen > 20


@pytest.fixture(scope="module")
def for_x86() -> tuple[Library, list[Path]]:
    """The sources of x86-64, the largest family, as packages see them: read every day, without a compiler."""
    library = library_of((*fixed_flags("x86", ()), f"-D{CHIPS['x86'].kernels}", *CHIPS["x86"].known))
    return library, [f for f in SRC.rglob("*.[cS]") if family_of(f) in ("", "x86") and f.parent.name != "self_test"]


def test_kernels_are_declared_once_in_a_package(for_x86):
    """A header that says a word which a source has as a macro or a type is repeated there, with types of its own."""
    library, sources = for_x86
    repeated = re.compile(r"^#ifndef \w+_KERNELS_H$", re.MULTILINE)
    assert [f.name for f in sources if f.suffix == ".c" and repeated.search(library.unit(f).text)] == []


def test_functions_in_assembly_are_called_by_names_that_are_read(for_x86):
    """A macro might make such a name up."""
    library, sources = for_x86
    defined = {n: f.name for f in sources if f.suffix == ".S" for n in assembly_names(library.text(f))}
    called = {n for f in sources if f.suffix == ".c" for n in library.uses(f)}
    called |= {n for f in sources if f.suffix == ".S" for n in re.findall(r"call +SYMBOL\((\w+)\)", library.text(f))}
    assert len(defined) > 50
    assert {name: file for name, file in defined.items() if name not in called} == {}


@pytest.mark.parametrize("cipher, mode, target, kernel", list(everything()))
def test_every_combination_with_every_compiler(exported, measured, cipher, mode, target, kernel):
    rows = [r for r in measured[1] if (r.cipher, r.mode, r.target) == (cipher, mode, target)]
    if kernel and kernel not in {r.kernel for r in rows if r.cycles and r.operation != "key-setup"}:
        pytest.skip("it does not fit or has no code of its own")
    result, out = exported(cipher, mode, target, kernel=kernel)
    shortest = not re.search(r"[-/](192|256)$", cipher) or find(Request(cipher, mode, target, "c")).block_bytes == 0
    elsewhere = shortest and target not in CORES  # on other chips the three packages are like the Uno's
    compile_alone(out, COMPILERS if elsewhere else ["avr-gcc", "rv32imac"])
    assert here(result.name, out) == 0
    if elsewhere and shutil.which("qemu-riscv32"):
        assert on_rv32(result.name, out) == 0, "also where another chip's kernels are in it"
    if target != "host" and (target != "hifive1" or shutil.which("qemu-riscv32")):
        assert on_board(target, result.name, out) == 0


@pytest.mark.deep
@pytest.mark.parametrize("cipher, mode", [("aes-128", "ccm"), ("lea-128", "gcm"), ("chacha20", "stream")])
def test_more_arduino_libraries(exported, tmp_path, cipher, mode):
    """Where link-time optimization could lose a table that only assembly reads."""
    if not ARDUINO.is_dir() or not shutil.which("arduino-builder"):
        pytest.skip("Arduino is not here")
    _, out = exported(cipher, mode, "uno", "arduino")
    assert "self-test: passed" in arduino(out, tmp_path)
