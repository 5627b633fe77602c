# SPDX-License-Identifier: MIT
"""Cases as traces: what is traced is what is checked, and ./narae leak --traces says what it found."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from lab.leak.model import models
from lab.leak.program import program_of
from lab.leak.trace_cases import request_of
from lab.leak.traces import simulate
from lab.leak.welch import THRESHOLD
from tests.leak.masked_and import CLEARED, FORGOTTEN, PROGRAMS, assembly
from tests.leak.small import verdicts, written
from tests.tools import narae

MEMORY = "buffers.m = { constant = '00000000000000000000000000000000' }\n"
# by target: registers of the shares, the random and two temporaries; of a pointer to m; bytes; instructions
SMALL = ("movs {d}, {s}", "eors {d}, {s}", "ands {d}, {s}", "orrs {d}, {s}", "adds {d}, {d}, {s}", "lsls {d}, {s}, #3",
         "ldr {d}, [r7, #{w}]", "str {s}, [r7, #{w}]", "ldrb {d}, [r7, #{b}]", "strb {s}, [r7, #{b}]", "mvns {d}, {s}",
         "movs {d}, #0", "rsbs {d}, {s}, #0", "adds {d}, #3", "ldrh {d}, [r7, #{w}]",
         "strh {s}, [r7, #{w}]")  # fmt: skip
LARGE = (*SMALL, "eor {d}, {s}, {t}, ror #5", "bic {d}, {s}, {t}, lsl #1", "orn {d}, {s}, {t}", "mov {d}, {s}",
         "ubfx {d}, {s}, #2, #9", "bfi {d}, {s}, #4, #7", "mul {d}, {s}, {t}", "ldrd {d}, {t}, [r7]" , "rev {d}, {s}",
         "strd {d}, {s}, [r7, #8]", "ldmia r7, {{r5, r6}}", "eor {d}, {s}, #15", "tst {s}, {t}", "push {{{s}}}",
         "ldr {d}, [sp, #-4]", "teq {s}, {t}")  # fmt: skip
THUMB = [f"r{i}" for i in range(7)], "r7", 4
MIXES = {
    "uno": ([f"r{i}" for i in range(16, 23)], "", 1,
            ("mov {d}, {s}", "eor {d}, {s}", "and {d}, {s}", "or {d}, {s}", "add {d}, {s}", "adc {d}, {s}", "com {d}",
             "swap {d}", "lsr {d}", "ror {d}", "ldd {d}, Y+{b}", "std Y+{b}, {s}", "push {s}", "pop {d}", "clr {d}",
             "andi {d}, 15", "bst {s}, 3", "bld {d}, 1", "movw r24, {e}", "cp {d}, {s}", "inc {d}", "ori {d}, 3",
             "clt", "mul {d}, {s}", "sts m, {s}", "lds {d}, m")),
    "hifive1": (["a0", "a1", "a2", "a3", "a4", "t0", "t1"], "a5", 4,
                ("mv {d}, {s}", "xor {d}, {s}, {t}", "and {d}, {s}, {t}", "or {d}, {s}, {t}", "add {d}, {s}, {t}",
                 "slli {d}, {s}, 3", "lw {d}, {w}(a5)", "sw {s}, {w}(a5)", "lbu {d}, {b}(a5)", "sb {s}, {b}(a5)",
                 "li {d}, 0", "not {d}, {s}", "lhu {d}, {w}(a5)", "sh {s}, {w}(a5)", "mul {d}, {s}, {t}",
                 "andi {d}, {s}, 15")),
    "m0plus": (*THUMB, SMALL),
    "m3": (*THUMB, LARGE),
    "m4": (*THUMB, LARGE),
}  # fmt: skip
LENGTH = 24


def random_program(target, source):
    registers, pointer, size, forms = MIXES[target]
    lines, depth = [], 0
    while len(lines) < LENGTH:
        form = source.choice(forms)
        if form.startswith("pop") and depth == 0:
            continue
        depth += form.startswith("push") - form.startswith("pop")
        d, s, t = source.sample(registers, 3)
        numbers = {"b": source.randrange(16), "w": 4 * source.randrange(4)}
        even = source.choice(registers[::2])
        if form.startswith("mul") and target == "uno":
            lines.append(form.format(d=d, s=s))
            continue
        lines.append(form.format(d=d, s=s, t=t, e=even, **numbers))
    if target == "uno":
        lines += ["pop r0"] * depth
    elif depth:
        lines.append(f"add sp, #{4 * depth}")
    named = dict(zip(registers, ("a.0", "a.1", "b.0", "b.1", "r"), strict=False)) | ({pointer: "m"} if pointer else {})
    held = ", ".join(f'{name} = "{value}"' for name, value in named.items())
    values = "".join(f"values.{v} = {{ bytes = {size}, shares = 2 }}\n" for v in "ab")
    values += f"values.r = {{ bytes = {size}, random = true }}\n"
    call = f'{{ function = "f", arguments = ["m"], registers = {{ {held} }} }}'
    return ["movw r28, r24", *lines] if target == "uno" else lines, f"{MEMORY}{values}calls = [{call}]"


@pytest.mark.parametrize("target", MIXES)
def test_what_traces_show_the_check_finds(target, tmp_path, again):
    """Two models of the chip that are written apart: a place that one of them has wrong, or lacks, shows as a
    difference.  The mean of a sample depends on a secret only if the probability of a change does."""
    source = random.Random(target)
    seen = known = 0
    for number in range(5 * again):
        folder = tmp_path / str(number)
        folder.mkdir()
        lines, facts = random_program(target, source)
        lines = [line.replace("sts m", "sts 0x800100").replace(", m", ", 0x800100") for line in lines]
        case = written(folder, target, lines, facts)
        (verdict,) = verdicts(case, "distances")
        assert not verdict.reason, verdict.reason
        leaking = {leak.pc for leak in verdict.leaks}
        model = models()[target]
        request = request_of(case, program_of(case, target), model, model.chosen(()), seed=number)
        traces = simulate(request, 3_000, seed=number)
        flagged = {int(at) for at in traces.addresses[np.abs(traces.first) > 5.5]}
        assert flagged <= leaking, [f"{at:#x}" for at in sorted(flagged - leaking)]
        seen += len(flagged)
        known += len(leaking)
    assert seen > known / 10, "a mean shows less than a probability, but not nothing"


def masked_and_case(folder, target, variant):
    size = PROGRAMS[target][2]
    (folder / "and.S").write_text(assembly(target, variant))
    (folder / "leak.toml").write_text(
        f'''[[case]]
sources = ["and.S"]
targets = ["{target}"]
buffers.a = {{ bytes = {size}, shares = 2 }}
buffers.b = {{ bytes = {size}, shares = 2 }}
buffers.r = {{ bytes = {size}, random = true }}
buffers.out = {{ bytes = {3 * size} }}
calls = [{{ function = "masked_and", arguments = ["out", "a", "b", "r"] }}]
'''
    )


@pytest.mark.parametrize("target", PROGRAMS)
@pytest.mark.parametrize("variant", [CLEARED, FORGOTTEN])
def test_check_and_traces_agree_on_a_masked_and(target, variant, tmp_path):
    masked_and_case(tmp_path, target, variant)
    expected = int(variant == FORGOTTEN)
    assert narae("leak", tmp_path).returncode == expected
    done = narae("leak", tmp_path, "--traces", "20000")
    assert done.returncode == expected, done.stdout + done.stderr


def test_the_screen_names_instruction_function_and_line(tmp_path):
    masked_and_case(tmp_path, "m4", FORGOTTEN)
    files = [tmp_path / name for name in ("t.json", "t.svg", "t.npy")]
    words = [
        word for option, file in zip(("--json", "--plot", "--export"), files, strict=True) for word in (option, file)
    ]
    done = narae("leak", tmp_path, "--traces", "5000", "--noise", "0.5", *words)
    assert done.returncode == 1, done.stderr
    assert "and.S:" in done.stdout and "masked_and+0x" in done.stdout and "movs r6, r1" in done.stdout
    (row,) = json.loads(files[0].read_text())["rows"]
    assert (row["traces"], row["noise"], row["seed"], row["model"]) == (5_000, 0.5, 1, "STM32F407")
    assert row["first"]["max_t"] > THRESHOLD and row["first"]["above"] == len(row["first"]["peaks"])
    assert "masked_and" in files[1].read_text()
    assert np.load(files[2]).shape == (5_000, row["instructions"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--noise", "1"), "--noise is for simulated traces: add --traces N"),
        (("--traces", "10", "--noise", "-1"), "is not a number from 0"),
        (("--traces", "10", "--export", "t.csv"), "traces are exported as .npy, .trs, .zarr"),
        (("--traces", "10", "--plot", "t.gif"), "pictures are .svg, .pdf, .png"),
    ],
)
def test_invalid_options_end_with_2(tmp_path, words, message):
    masked_and_case(tmp_path, "m4", CLEARED)
    done = narae("leak", tmp_path, *words)
    assert (done.returncode, message in " ".join(done.stderr.split())) == (2, True), done.stderr


def test_values_lie_where_the_case_says(tmp_path):
    """Shares in units and rotated, parts of buffers, values in registers and on the stack, a global, a device."""
    facts = """
buffers.text = { bytes = 16, shares = 2, unit = 8 }
buffers.turned = { bytes = 4, shares = 3, rotate = 5 }
buffers.parts = { holds = ["v.1", "zeros 4", "k", "v.0"] }
buffers.state = { bytes = 4, shares = 2, at = "state" }
buffers.status = { constant = "01000000", at = 0x50060804 }
buffers.rng = { bytes = 4, random = true, fresh = true, at = 0x50060808 }
values.v = { bytes = 4, shares = 2 }
values.k = { constant = "0badcafe" }
values.w = { bytes = 4, secret = true }
calls = [
  { function = "f", arguments = ["text", "turned+4", 7, "parts", "w", "v.0"] },
  { function = "f", arguments = ["text"], registers = { r5 = "v.1" }, until = "stop" },
]
"""
    case = written(tmp_path, "m4", ["ldr r3, [r0]", "stop:", "nop", ".data", "state: .word 0,0", ".text"], facts)
    model = models()["m4"]
    request = request_of(case, program_of(case, "m4"), model, ("registers",), 1)
    names = [i.name for i in request.inputs]
    where = {(names[p.input], p.share, p.offset): (p.address, p.size) for p in request.pieces}
    text, turned = where["text", 0, 0][0], where["turned", 0, 0][0]
    assert [where["text", s, at] for at in (0, 8) for s in (0, 1)] == [(text + 8 * n, 8) for n in range(4)]
    assert [where["turned", s, 0] for s in range(3)] == [(turned + 4 * n, 4) for n in range(3)]
    assert request.inputs[names.index("turned")].rotation == 5
    parts = where["v", 1, 0][0]
    assert where["v", 0, 0] == (parts + 12, 4) and (parts + 4, b"\0\0\0\0\x0b\xad\xca\xfe") in request.memory
    assert where["state", 0, 0][0] == request.image.address("state")
    assert request.devices == (0x50060808,) and request.constants == ((0x50060804, 1),)
    first, second = request.calls
    assert dict(first.registers)[1] == turned + 4 and dict(first.registers)[2] == 7
    on_stack = {(names[p.input], p.share): p.address for p in first.pieces}
    top = 0x20020000
    assert on_stack == {("w", 0): top - 8, ("v", 0): top - 4}
    assert [(names[p.input], p.share, p.register) for p in second.pieces] == [("v", 1, 5)]
    assert second.end == request.image.address("stop") and simulate(request, 50).count == 50
