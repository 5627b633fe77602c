# SPDX-License-Identifier: MIT
"""The Pi 4's tracer, decoder, pipeline model and interval: each known where the right answer is known."""

from __future__ import annotations

import array
import random
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from lab.build import Program, build
from lab.errors import RunError
from lab.paths import ROOT
from lab.plan.board import load_board
from lab.plan.implementations import Implementation, discover, on_board
from lab.plan.selection import usual_sizes
from lab.rows import DIFFERS, EQUAL
from lab.run.protocol import Operation, Transcript
from lab.sims.a72 import estimate, mca
from lab.sims.a72.estimate import Estimate, Model
from lab.sims.qemu import tracing
from lab.targets import pi4
from tests import tools
from tests.tools import call, checked, every_day

BOARD = load_board("pi4")
PUBLISHED = tomllib.loads((ROOT / "lab/sims/a72/published.toml").read_text())
MEMORY, COPIES = 0x1000, 400


def opcodes(text: str, folder: Path) -> list[int]:
    """What the assembler makes of `text`."""
    source, obj, binary = folder / "t.s", folder / "t.o", folder / "t.bin"
    source.write_text(text.replace(";", "\n") + "\n")
    subprocess.run([BOARD.compiler, "-march=armv8-a+crypto", "-c", source, "-o", obj], check=True)
    subprocess.run(["aarch64-linux-gnu-objcopy", "-O", "binary", "-j", ".text", obj, binary], check=True)
    return list(array.array("I", binary.read_bytes()))


def write_trace(file: Path, steps: list[tuple[int, int, int]]) -> Path:
    """A trace as the tracer writes it: address, opcode, accessed address."""
    file.write_bytes(array.array("I", [word for step in steps for word in step]).tobytes())
    return file


def straight(text: str, folder: Path, copies: int = COPIES) -> Model:
    """The model's cycles for one copy of `text` in a long row of copies."""
    codes = opcodes(text, folder) * copies
    steps = [(0x400000 + 4 * i, code, MEMORY) for i, code in enumerate(codes)]
    (parts,) = estimate.model([write_trace(folder / "t.trace", steps)])
    assert parts.unknown == 0
    return Model(parts.instructions, 0, [], parts.low / copies, parts.high / copies)


# What the Cortex-A72 Software Optimization Guide gives: latencies of chains, throughput of the rest.
STEADY = [
    ("add w0, w0, w1", 1),
    ("add w0, w0, w2; add w1, w1, w2", 1),
    ("add w0, w0, w4; add w1, w1, w4; add w2, w2, w4; add w3, w3, w4", 2),
    ("ror w0, w0, 5", 1),
    ("add w0, w0, w1, lsl 3", 2),
    ("eor w0, w1, w2, ror 3; eor w3, w4, w5, ror 3", 2),
    ("bfi w0, w0, 3, 4", 2),
    ("extr w0, w1, w0, 3", 3),
    ("subs w0, w0, w1; csel w0, w0, w2, eq", 2),
    ("adcs x0, x0, x1", 1),
    ("mul w0, w0, w1", 3),
    ("mul w0, w1, w2", 1),
    ("mul x0, x0, x1", 5),
    ("umulh x0, x1, x2", 4),
    ("umull x0, w0, w1", 3),
    ("ldr x0, [x0]", 4),
    ("ldr w0, [x1]; ldr w2, [x1]", 2),
    ("ldp w0, w2, [x1]", 1),
    ("ldp q0, q1, [x1]", 2),
    ("ldp q0, q1, [x1]; add w0, w4, w5; add w2, w4, w5; add w3, w4, w5; mul w6, w4, w5; nop", 2),
    ("ld2 {v0.8h, v1.8h}, [x1]", 2),
    ("ld2 {v0.8h, v1.8h}, [x1], 32; add w0, w4, w5; mul w2, w4, w5", 7 / 3),
    ("ld2 {v0.4h, v1.4h}, [x1]", 1),
    ("ld3 {v0.8h-v2.8h}, [x1]", 3),
    ("ld4 {v0.8h-v3.8h}, [x1]", 4),
    ("ld4 {v0.2d-v3.2d}, [x1]; eor v4.16b, v5.16b, v6.16b", 4),
    ("ld1 {v0.s}[1], [x1]", 3),
    ("st1 {v0.8h-v3.8h}, [x1]", 8),
    ("st4 {v0.4h-v3.4h}, [x1]", 4),
    ("dc zva, x1", 4),
    ("ldr x0, [x1], 8", 1),
    ("str w0, [x1]", 1),
    ("str q0, [x1]", 2),
    ("stp q0, q1, [x1]", 4),
    ("eor v0.16b, v0.16b, v1.16b", 3),
    ("eor v0.16b, v2.16b, v1.16b; eor v3.16b, v2.16b, v1.16b", 1),
    ("shl v0.4s, v1.4s, 7; shl v2.4s, v1.4s, 7", 2),
    ("sri v0.2s, v1.2s, 7", 4),
    ("sri v0.4s, v1.4s, 7", 5),
    ("sli v0.4s, v2.4s, 7; sli v1.4s, v2.4s, 7; sli v3.4s, v2.4s, 7", 6),
    ("eor v0.16b, v2.16b, v1.16b; shl v3.4s, v2.4s, 7", 1),
    ("mul v0.4s, v1.4s, v2.4s", 2),
    ("mul v0.2s, v1.2s, v2.2s; mul v3.2s, v1.2s, v2.2s", 2),
    ("mul v0.2s, v1.2s, v2.2s; shl v3.4s, v2.4s, 7", 1),
    ("sqrdmulh v0.8h, v0.8h, v1.8h", 5),
    ("sqrdmulh v0.8h, v1.8h, v2.h[3]", 2),
    ("sqdmulh v0.4h, v0.4h, v1.4h", 4),
    ("sqdmull v0.4s, v1.4h, v2.4h; sqdmlal v3.4s, v1.4h, v2.4h", 4),
    ("mul v0.4s, v1.4s, v2.4s; add w0, w4, w5; add w1, w4, w5; add w2, w4, w5; ldr w3, [x6]; str w4, [x7]", 3),
    ("uadalp v0.4s, v1.8h", 4),
    ("ushl v0.4s, v1.4s, v2.4s", 2),
    ("sqrshl v0.4s, v1.4s, v2.4s; sqrshl v3.2s, v1.2s, v2.2s", 3),
    ("umlal v0.2d, v1.2s, v2.2s", 4),
    ("umlal v0.2d, v1.2s, v2.s[3]", 4),
    ("umull v0.2d, v0.2s, v2.s[1]", 4),
    ("umull v0.2d, v1.2s, v2.s[1]; shl v3.4s, v2.4s, 7", 1),
    ("ext v0.16b, v0.16b, v0.16b, 4", 3),
    ("zip1 v0.4s, v0.4s, v1.4s", 6),
    ("trn1 v0.4s, v0.4s, v1.4s", 3),
    ("tbl v0.16b, {v1.16b}, v0.16b", 6),
    ("tbl v0.16b, {v1.16b, v2.16b}, v0.16b", 9),
    ("rev32 v0.8h, v0.8h", 3),
    ("fmov s0, w0; fmov w0, s0", 10),
    ("umov w0, v0.s[1]; ins v0.s[1], w0", 14),
    ("dup v0.4s, w0; umov w0, v0.s[0]", 14),
    ("add w0, w4, w5; add w1, w4, w5; ldr w2, [x6]; str w4, [x7]; eor v0.16b, v1.16b, v2.16b; nop", 2),
    ("nop; nop; nop", 1),
    ("add w0, w4, w5; ldr w2, [x6], 8; nop", 1),
    ("add w0, w4, w5; ldr w2, [x6], 8; mul w1, w4, w5", 4 / 3),
]


@pytest.mark.parametrize(("text", "cycles"), STEADY, ids=[text for text, _ in STEADY])
def test_known_instructions_take_what_the_guide_says(text, cycles, tmp_path):
    parts = straight(text, tmp_path)
    assert parts.low == pytest.approx(cycles, rel=0.02)
    assert parts.high == pytest.approx(cycles, rel=0.02)


def test_a_load_waits_for_the_store_of_its_bytes(tmp_path):
    """A store executes in one cycle; its load takes four to seven more, or longer if it needs other bytes too."""
    chain = straight("str w0, [x1]; ldr w0, [x1]", tmp_path)
    assert (chain.low, chain.high) == (pytest.approx(5, rel=0.02), pytest.approx(8, rel=0.02))
    blocked = straight("strb w0, [x1]; ldr w0, [x1]", tmp_path)
    assert (blocked.low, blocked.high) == (pytest.approx(11, rel=0.02), pytest.approx(19, rel=0.02))


def branches(directions: list[bool], folder: Path) -> Model:
    """A trace of `cbz`, each followed by two instructions that a taken one skips."""
    branch, skipped, rest = opcodes("cbz w0, . + 8; nop; nop", folder)
    steps = []
    for taken in directions:
        steps += [(0x400000, branch, 0), *([] if taken else [(0x400004, skipped, 0)]), (0x400008, rest, 0)]
    (parts,) = estimate.model([write_trace(folder / "b.trace", steps)])
    return Model(parts.instructions, 0, [], parts.low / len(directions), parts.high / len(directions))


def test_only_what_cannot_be_predicted_costs(tmp_path):
    regular = branches([True, False] * 5000, tmp_path)
    assert regular.high < 2.1
    coin = random.Random(1)
    chance = branches([coin.random() < 0.5 for _ in range(20000)], tmp_path)
    assert chance.low < 2.1
    assert 6 < chance.high - chance.low < 10  # half of 16 or 17 cycles


@pytest.mark.parametrize(
    "text", ["aese v0.16b, v1.16b", "fmul v0.4s, v1.4s, v2.4s", "mrs x0, cntvct_el0", "casa w0, w1, [x2]"]
)
def test_an_instruction_without_a_row_is_unknown_and_refused(text, tmp_path):
    (code,) = opcodes(".arch armv8.1-a+crypto; " + text, tmp_path)
    (known,) = opcodes("add w0, w0, w1", tmp_path)
    parts = []
    for unknown in (1, 2):
        steps = [(0x400000 + 4 * i, code if i < unknown else known, 0) for i in range(1000)]
        parts += estimate.model([write_trace(tmp_path / "u.trace", steps)])
    assert [f.unknown for f in parts] == [1, 2]
    pi4.require_known(Operation("block", "encrypt", 16, 0), parts[0])
    with pytest.raises(RunError, match=f"does not know 2 of 1000 instructions of encrypt .*{code:08x}"):
        pi4.require_known(Operation("block", "encrypt", 16, 0), parts[1])


def test_llvm_mca_sees_the_opcodes(tmp_path):
    """Both models agree on plain chains; a call is no detour of 100 cycles."""
    cases = {"add w0, w0, w1": 1, "ldr x0, [x0]": 4, "eor v0.16b, v0.16b, v1.16b": 3, "bl . + 4; add w0, w1, w2": 1}
    for text, cycles in cases.items():
        codes = opcodes(text, tmp_path) * 500
        steps = [(0x400000 + 4 * i, code, MEMORY) for i, code in enumerate(codes)]
        assert mca.cycles([write_trace(tmp_path / "m.trace", steps)])[0] / 500 == pytest.approx(cycles, rel=0.03)


def test_a_long_trace_is_represented_by_pieces(tmp_path):
    """Ten thousand chained additions, then ten thousand chained multiplications: two cycles on average."""
    add, multiply = opcodes("add w0, w0, w1; mul w0, w0, w1", tmp_path)
    steps = [(0x400000, add if i < 10500 else multiply, 0) for i in range(21000)]
    assert mca.cycles([write_trace(tmp_path / "l.trace", steps)])[0] / 21000 == pytest.approx(2, rel=0.2)


def loop_after(entry: int, turns: int, folder: Path) -> Path:
    """A trace of so many instructions, then of a loop of 700 that are all different, in no order."""
    (nop,) = opcodes("nop", folder)
    loop = opcodes("; ".join(f"movz x0, {n}" for n in random.Random(1).sample(range(700), 700)), folder)
    steps = [(0x400000, code, 0) for code in [nop] * entry + loop * turns]
    return write_trace(folder / f"{entry}.trace", steps)


def test_a_loop_that_is_entered_a_little_later_gives_the_same_pieces(tmp_path):
    """All but the first, which holds the entry.  Not much later, and not where the pieces are most of the trace."""

    def shared(earlier: int, later: int, turns: int) -> int:
        pieces = [mca.Parts.of(loop_after(entry, turns, tmp_path)) for entry in (earlier, later)]
        assert {len(piece) for parts in pieces for piece in parts.pieces} == {mca.PIECE}
        return len(set.intersection(*({piece.tobytes() for piece in parts.pieces} for parts in pieces)))

    assert shared(100, 103, turns=40) == 2
    assert shared(100, 103, turns=10) == 0
    assert shared(100, 100 + 300, turns=40) == 0


def test_an_opcode_is_disassembled_once(tmp_path, monkeypatch):
    codes = opcodes("madd x9, x11, x12, x13; msub x9, x11, x12, x13", tmp_path)
    requested, disassembled = [], mca.disassembled
    monkeypatch.setattr(mca, "_texts", {})
    monkeypatch.setattr(mca, "disassembled", lambda new: requested.append(new) or disassembled(new))
    for some in ({codes[0]}, set(codes), set(codes)):
        assert mca.assembly(some).keys() == some
    assert requested == [[codes[0]], [codes[1]]]


def test_the_interval_holds_both_corners_and_is_as_wide_as_its_kind_at_least():
    wide = Estimate(Model(1000, 0, [], 400, 700), mca=900, instructions=2000)
    assert (wide.low, wide.high, wide.middle) == (800, 1400, 1100)
    assert wide.band(100) == "±27 %: 8-14 cpb"
    shares = {"scalar": (100, 10), "NEON logic": (101, 10), "NEON multiplication": (200, 11)}
    for kind, (vectors, multiplications) in shares.items():
        agreed = Estimate(Model(1000, 0, [], 1000, 1000, vectors, multiplications), mca=1, instructions=1000)
        least = estimate.MIN_BAND[kind]
        assert agreed.model.kind == kind
        assert (agreed.low, agreed.high) == (pytest.approx(1000 * (1 - least)), pytest.approx(1000 * (1 + least)))
    assert agreed.band(1) == "±22 %: 780-1220 cpb"


Firmware = Callable[[str], Path]


@pytest.fixture
def firmware(tmp_path: Path) -> Firmware:
    return tools.firmware_of(BOARD, tmp_path)


def test_the_boards_code_has_no_warnings():
    tools.has_no_warnings(BOARD)


def run(elf: Path, folder: Path) -> tracing.Traced:
    return tracing.trace(elf, pi4.CORTEX_A72, folder)


def test_a_window_counts_its_instructions_exactly(firmware, tmp_path):
    elf = firmware("""int main(void) {
        hal_init();
        hal_begin();
        __asm__ volatile("mov w9, 1000\\n 1: nop\\n sub w9, w9, 1\\n cbnz w9, 1b" ::: "x9");
        hal_end();
        hal_exit(0);
    }""")
    zero, window = run(elf, tmp_path).of("ruler")
    assert zero.instructions == 2
    assert window.instructions - zero.instructions == 3001
    steps = array.array("I", window.trace.read_bytes())
    assert len(steps) == 3 * window.instructions
    assert steps[1::3].count(0xD503201F) == 1000


def test_branches_and_addresses_show_in_their_own_hash(firmware, tmp_path):
    elf = firmware("""static volatile const uint8_t table[64] = {1, 2, 3};
    int main(void) {
        hal_init();
        for (volatile unsigned secret = 0; secret < 2; secret++) {
            hal_begin();
            (void)table[secret];
            hal_end();
        }
        for (volatile unsigned secret = 0; secret < 2; secret++) {
            hal_begin();
            __asm__ volatile("cbz %w0, 1f\\n nop\\n b 2f\\n 1: nop\\n nop\\n 2:" ::"r"(secret));
            hal_end();
        }
        hal_exit(0);
    }""")
    _, a, b, c, d = run(elf, tmp_path).of("ruler")
    assert a.pc_hash == b.pc_hash and a.address_hash != b.address_hash
    assert c.instructions == d.instructions
    assert c.pc_hash != d.pc_hash and c.address_hash == d.address_hash


def test_the_rulers_of_the_board_are_right_and_a_wrong_one_is_reported(firmware, tmp_path):
    elf = firmware("""int main(void) {
        hal_init();
        print_text("narae-bench 2 " HAL_UNIT " none 4" LINE_END);
        hal_calibrate();
        hal_exit(0);
    }""")
    traced = run(elf, tmp_path)
    transcript = pi4.protocol.parse(traced.output)
    _, *rulers = traced.of("ruler")
    models = estimate.model([w.trace for w in rulers])
    assert len(models) == len(transcript.calibrations) == 7
    assert transcript.calibration_fault()  # the program cannot know
    pi4.add_calibrations(transcript, models)
    assert transcript.calibration_fault() == ""
    slow = Model(models[0].instructions, 0, [], models[0].low, 1.1 * models[0].high)
    transcript.calibrations = transcript.calibrations[::2]
    pi4.add_calibrations(transcript, [slow, *models[1:]])
    assert "the clock is off: `adds`" in transcript.calibration_fault()


def test_painted_stack_is_what_was_written_below_the_caller(firmware, tmp_path):
    """A leaf needs none: on AArch64 a call leaves its return address in a register."""
    elf = firmware("""
    __asm__(".text\\n leaf: ret\\n framed: stp x29, x30, [sp, -48]!\\n ldp x29, x30, [sp], 48\\n ret\\n");
    void leaf(void);
    void framed(void);
    int main(void) {
        void (*const kernels[])(void) = {leaf, framed};
        hal_init();
        for (int i = 0; i < 2; i++) {
            hal_stack_paint();
            hal_repeats();
            kernels[i]();
            hal_end();
            print_number((uint32_t)hal_stack_depth());
            hal_put('\\n');
        }
        hal_exit(0);
    }""")
    assert run(elf, tmp_path).output.split() == ["0", "48"]


def test_without_tracer_and_counter_the_program_says_so(firmware):
    elf = firmware("int main(void) { hal_init(); hal_exit(0); }")
    done = subprocess.run(["qemu-aarch64", elf], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stdout.startswith("fault no cycle counter: perf_event_open: ")


def test_lost_windows_are_not_shifted_into_other_rows():
    operation = Operation("block", "encrypt", 16, 0)
    window = tracing.Window("operation", 10, "a", "b", None)
    first = tracing.Window("operation", 10, "a", "b", Path("0.trace"))
    transcript = Transcript(times={operation: [0, 0]}, turns=[(operation,)])

    def outcome_of(*windows):
        return pi4.each_operation(transcript, tracing.Traced("", 0, list(windows)), lambda _: 1)[operation]

    assert outcome_of(window, first, window, window) == [first, window]
    with pytest.raises(RunError, match="3 windows were traced, not 4"):
        outcome_of(window, first, window)
    with pytest.raises(RunError, match="not the first of each row"):
        outcome_of(first, window, window, window)


def program_of(target: pi4.Pi4, implementation: Implementation) -> Program:
    return build(implementation, target.board, usual_sizes(target, implementation, quick=False))


OF_TODAY = [f for f in PUBLISHED["figure"] if (f["cipher"], f["kernel"]) == ("lea-256", "portable")]


@pytest.fixture(scope="module")
def outcomes(pytestconfig) -> dict:
    """The programs that the published figures need, each run once; every day the one of LEA-256."""
    figures = PUBLISHED["figure"] if pytestconfig.getoption("--deep") else OF_TODAY
    modes = {(f["cipher"], f["kernel"], f["mode"]) for f in figures}
    target = pi4.Pi4()
    everything = on_board(target.name, BOARD, discover())
    chosen = [i for i in everything if (i.cipher, i.kernel, i.mode) in modes and i.kind != "phases"]
    all_outcomes = [target.run_one(program_of(target, i), quick=False) for i in chosen]
    assert [o.failure for o in all_outcomes] == [""] * len(all_outcomes)
    return {(i.cipher, i.kernel): o for i, o in zip(chosen, all_outcomes, strict=True)}


def interval(outcome, operation: str, size: int) -> list[float]:
    """The band of one row, in cycles per byte."""
    shown = next(o for o in outcome.findings if (o.name, o.bytes, o.ad_bytes) == (operation, size, 0))
    return ends(outcome.findings[shown].error_band)


def ends(band: str) -> list[float]:
    return [float(x) for x in band.split(": ")[1].split(" ")[0].split("-")]


def named(figure: dict) -> str:
    return f"{figure['cipher']}-{figure['operation']}-{figure['bytes']}-{figure['kernel']}"


@pytest.mark.parametrize("figure", every_day(OF_TODAY, PUBLISHED["figure"]), ids=named)
def test_published_figures_are_recorded_with_the_models_figures(figure, outcomes):
    """One rule for all of them: whatever the models say is written down, and whether it holds the published range."""
    if (figure["cipher"], figure["kernel"]) not in outcomes:
        assert "modelled" not in figure
        pytest.skip("there is no such kernel yet")
    low, high = interval(outcomes[figure["cipher"], figure["kernel"]], figure["operation"], figure["bytes"])
    assert figure.get("modelled") == pytest.approx([low, high], rel=0.02), "write down what the models say now"
    assert figure["inside"] == (low <= figure["published"][0] and figure["published"][1] <= high)


@pytest.mark.deep
@pytest.mark.parametrize("ratio", PUBLISHED["ratio"], ids=lambda r: f"{r['above']}/{r['below']}")
def test_published_ratios_are_recorded_with_the_models_ratios(ratio, outcomes):
    def middle(cipher):
        findings = outcomes[cipher, ratio["kernel"]].findings
        return next(f.cycles for o, f in findings.items() if (o.name, o.bytes) == (ratio["operation"], 10240))

    modelled = middle(ratio["above"]) / middle(ratio["below"])
    assert ratio["modelled"] == pytest.approx(modelled, abs=0.01)
    assert ratio["inside"] == (ratio["published"][0] <= modelled <= ratio["published"][1])


def test_a_row_says_how_its_figure_came_about(outcomes):
    outcome = outcomes["lea-256", "portable"]
    for operation, finding in outcome.findings.items():
        assert finding.runs == (
            50 if operation.bytes <= 64 else 10 if operation.bytes <= 1024 else 3
        ) and finding.error_band.startswith("±")
        low, high = ends(finding.error_band)
        assert low <= finding.cycles / operation.bytes <= high
        assert finding.provenance["instructions"] > 0 and finding.provenance["unknown_instructions"] == 0
        assert len(finding.provenance["estimates"]) == 2
        assert finding.constant_time["pc_trace"] == finding.constant_time["address_trace"] == EQUAL


def test_a_ruler_that_is_off_refuses_the_program(monkeypatch):
    """The same through the whole target: a model a tenth too slow, and no figure comes out of it."""
    exact = estimate.model

    def slow(traces):
        return [Model(m.instructions, m.unknown, m.unknown_opcodes, m.low, 1.1 * m.high) for m in exact(traces)]

    monkeypatch.setattr(estimate, "model", slow)
    target = pi4.Pi4()
    null = next(i for i in discover() if (i.cipher, i.mode) == ("null", "block"))
    outcome = target.run_one(program_of(target, null), quick=False)
    assert outcome.failure.startswith("the clock is off: `adds`") and not outcome.findings


def test_the_page_on_measurement_shows_every_published_figure():
    page = (ROOT / "docs/explanation/measurement/pi4.md").read_text()
    for figure in (f for f in PUBLISHED["figure"] if "modelled" in f):
        kernel = figure["kernel"].removeprefix("baseline:")
        published, modelled = ("–".join(f"{x:g}" for x in dict.fromkeys(figure[k])) for k in ("published", "modelled"))
        what = f"{figure['cipher']} {figure['operation']}, {figure['bytes']:,} bytes, {kernel}"
        line = (
            f"| {what} | {published} | {modelled} | {'inside' if figure['inside'] else 'outside'} | {figure['note']} |"
        )
        assert line in page, line


def test_tables_show_in_the_address_trace():
    target = pi4.Pi4()
    bytewise = next(i for i in discover() if (i.cipher, i.kernel) == ("aes-128", "baseline:bytewise"))
    outcome = target.run_one(program_of(target, bytewise), quick=False)
    for operation, finding in outcome.findings.items():
        assert finding.constant_time["address_trace"] == DIFFERS, operation
        assert finding.provenance["modelled_instructions"] <= 1 << 20


def test_on_the_board_the_counter_replaces_the_model(monkeypatch):
    """A stand-in for a Pi: the program's own clock gives cycles, and the band goes."""
    outcome = pi4.Outcome()
    operation = Operation("block", "encrypt", 16, 0)
    outcome.findings[operation] = pi4.Finding(99.0, 0, 50, 16, {}, "±10 %: 1-2 cpb")
    output = checked(
        "narae-bench 2 centicycles lea-128 388\ncalibrate adds 99 101 100\nrow block encrypt 16 0 1234 1234 1300\nend\n"
    )
    done = subprocess.CompletedProcess([], 0, output, "")
    monkeypatch.setattr(pi4.processes, "run", lambda *_: done)
    program = type("Program", (), {"elf": "bench.elf"})
    pi4.measure(program, outcome)
    finding = outcome.findings[operation]
    assert (finding.cycles, finding.error_band, finding.runs, outcome.failure) == (12.34, None, 3, "")


def test_a_users_program_that_hangs_is_refused_before_it_is_traced(tmp_path, monkeypatch):
    (tmp_path / "t.c").write_text("int main(void) { for (volatile int i = 1; i;) ; }\n")
    call(["aarch64-linux-gnu-gcc", "-g", "-static", tmp_path / "t.c", "-o", tmp_path / "t"])
    monkeypatch.setattr(pi4, "END_SECONDS", 3)
    code = SimpleNamespace(foreign=None)
    with pytest.raises(RunError, match=r"killed: no end after 3 s at 0x\w+, main \(t\.c:1\)$"):
        pi4.require_end(SimpleNamespace(elf=tmp_path / "t", board=pi4.Pi4().board, implementation=code))
