# SPDX-License-Identifier: MIT
"""The tracer of this machine's own programs: what it must see, and what it must not."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from lab.errors import RunError
from lab.rows import DIFFERS, EQUAL
from lab.sims import x86_trace
from tests.tools import call, skip_without

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="x86-64 only")

PROGRAM = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile uint8_t table[4096], sink;
static uint32_t vector[16] __attribute__((aligned(64)));

__attribute__((noinline)) static void straight(unsigned secret) { sink = (uint8_t)(secret * 3 + 1); }
__attribute__((noinline)) static void branch(unsigned secret) { if (secret & 1) sink = 1; else table[0] = 1; }
__attribute__((noinline)) static void lookup(unsigned secret) { sink = table[secret * 64]; }
__attribute__((noinline)) static void idle(unsigned secret)
{
    __asm__ volatile("nopw 0x0(%%rax,%%rax,1)\\n lea (%%rax,%%rax,4), %%rax" : "+a"(secret));
}
__attribute__((noinline)) static void copied(unsigned secret)
{
    const void *from = (const void *)(table + secret);
    void *to = (void *)(table + 1000);
    uint64_t n = 20;
    __asm__ volatile("rep movsb" : "+S"(from), "+D"(to), "+c"(n)::"memory");
}
__attribute__((noinline)) static void masked(unsigned secret)
{
    __asm__ volatile("vpbroadcastd %0, %%zmm0\\n vprold $5, %%zmm0, %%zmm0\\n vpaddd %1, %%zmm0, %%zmm0\\n"
                     "vmovdqu32 %%zmm0, %1" : "+r"(secret), "+m"(vector)::"xmm0");
}
__attribute__((noinline)) static void crash(unsigned secret) { *(volatile uint8_t *)(uintptr_t)secret = 1; }

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(unsigned); } all[] = {
        {"straight", straight}, {"branch", branch}, {"lookup", lookup}, {"idle", idle}, {"copied", copied},
        {"masked", masked}, {"crash", crash}};
    if (getenv("NARAE_TRACED") == NULL) return 1;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        for (unsigned secret = 0; argc > 1 && strcmp(argv[1], all[i].name) == 0 && secret < 8; secret++) {
            uint64_t instructions, addresses;
            __asm__ volatile("int3" ::: "memory");
            all[i].run(secret);
            __asm__ volatile("int3" : "=a"(instructions), "=d"(addresses) :: "memory");
            printf("%llu\\n", (unsigned long long)(instructions << 32 | addresses));
        }
    return 0;
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("traced")
    (folder / "traced.c").write_text(PROGRAM)
    call(["gcc", "-O2", folder / "traced.c", "-o", folder / "traced"])
    return folder / "traced"


def verdict(program: Path, name: str) -> tuple[str, str]:
    verdict_ = x86_trace.verdict([int(line) for line in x86_trace.trace([program, name], ["env"]).split()])
    return verdict_["pc_trace"], verdict_["address_trace"]


@pytest.mark.parametrize(
    ("name", "instructions", "addresses"),
    [
        ("straight", EQUAL, EQUAL),
        ("branch", DIFFERS, DIFFERS),
        ("lookup", EQUAL, DIFFERS),
        ("idle", EQUAL, EQUAL),
        ("copied", EQUAL, DIFFERS),
    ],
)
def test_what_it_sees(program, name, instructions, addresses):
    assert verdict(program, name) == (instructions, addresses)


@pytest.mark.parametrize("name", ["branch", "lookup"])
def test_where_two_windows_part(program, name):
    """Also in a program that may lie anywhere."""
    ((first, second, branch, access),) = (
        (p.first, p.second, p.branch, p.access) for p in x86_trace.part([program, name], ["env"], [(0, 1)])
    )
    assert (first, second) == (0, 1)
    address = branch if name == "branch" else access
    assert call(["addr2line", "-f", "-e", program, hex(address)]).split()[0] == name
    assert (branch is None) == (name == "lookup")


def test_accesses_in_a_library_are_attributed_to_the_caller(tmp_path):
    (tmp_path / "t.c").write_text(
        "#include <stdint.h>\n#include <string.h>\n"
        "__attribute__((noinline)) static int caller(char *a, char *b) { return strcmp(a, b); }\n"
        "int main(void) { char a[300], b[300]; uint64_t x, y; int sum = 0;\n"
        "    for (int i = 0; i < 2; i++) { memset(a, 65, 299); memset(b, 65, 299); a[299] = b[299] = 0;\n"
        "        b[280 * i] = 1;\n"
        '        __asm__ volatile("int3" ::: "memory"); sum += caller(a, b);\n'
        '        __asm__ volatile("int3" : "=a"(x), "=d"(y) :: "memory"); }\n'
        "    return sum == 12345; }\n"
    )
    call(["gcc", "-O1", "-fno-builtin", tmp_path / "t.c", "-o", tmp_path / "t"])
    (parting,) = x86_trace.part([tmp_path / "t"], ["env"], [(0, 1)])
    assert call(["addr2line", "-f", "-e", tmp_path / "t", hex(parting.branch)]).split()[0] in ("caller", "??")
    names = call(["nm", tmp_path / "t"])
    assert f"{parting.branch:x}" not in names and parting.branch < 0x100000


def test_wide_vectors_are_followed(program):
    if "avx512f" not in Path("/proc/cpuinfo").read_text():
        pytest.skip("this CPU has no AVX-512")
    assert verdict(program, "masked") == (EQUAL, EQUAL)


def test_after_the_most_instructions_nothing_is_followed(program, monkeypatch):
    monkeypatch.setattr(x86_trace, "MAX_INSTRUCTIONS", 1)
    hashes = [int(line) for line in x86_trace.trace([program, "branch"], ["env"]).split()]
    assert hashes[0] and not any(hashes[1:])
    assert x86_trace.verdict(hashes) is None


def test_only_requested_windows_are_followed(program):
    option = x86_trace.only(n in (1, 2, 4) for n in range(6))
    hashes = [int(line) for line in x86_trace.trace([program, "branch"], ["env"], option).split()]
    assert [bool(h) for h in hashes] == [False, True, True, False, True, False, False, False]
    assert hashes[2] == hashes[4] != hashes[1]


def test_a_crash_is_an_error_that_says_where(program):
    with pytest.raises(RunError, match=r"Segmentation fault at 0x"):
        verdict(program, "crash")


@pytest.mark.parametrize("compiler", ["gcc", "musl-gcc"])
def test_a_static_program_of_any_c_library_is_followed(program, compiler):
    skip_without(compiler)
    static = program.with_name(f"static-{compiler}")
    call([compiler, "-O2", "-static", program.with_suffix(".c"), "-o", static])
    assert verdict(static, "straight") == (EQUAL, EQUAL)
    assert verdict(static, "branch") == (DIFFERS, DIFFERS)


def test_a_program_that_is_not_there_is_an_error(program):
    with pytest.raises(RunError, match="No such file"):
        x86_trace.trace([program.parent / "missing"], ["env"])
