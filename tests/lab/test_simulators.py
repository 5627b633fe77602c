# SPDX-License-Identifier: MIT
"""The Uno's clock and both AVR simulators agree to the cycle, and no firmware's end goes unnoticed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lab.build import build
from lab.errors import RunError
from lab.plan import selection
from lab.plan.board import load_board
from lab.sims.avr import Run, run_avr8js, run_simavr
from lab.targets import uno
from tests import tools

BOARD = load_board("uno")

Firmware = Callable[[str], Path]
Simulate = Callable[..., Run]

# uint32_t slide(uint8_t skipped): a window of 65567 - skipped cycles, one cycle finer than any loop
SLIDE_NOPS = 64
SLIDE_CYCLES = 4 * 16375 + 1 + 2 + SLIDE_NOPS
SLIDE = f"""
__asm__(".text\\n"
        "slide: ldi r30, pm_lo8(2f)\\n ldi r31, pm_hi8(2f)\\n add r30, r24\\n adc r31, r1\\n"
        "call hal_begin\\n"
        "ldi r24, lo8(16375)\\n ldi r25, hi8(16375)\\n 1: sbiw r24, 1\\n brne 1b\\n ijmp\\n"
        "2: .rept {SLIDE_NOPS}\\n nop\\n .endr\\n"
        "call hal_end\\n ret\\n");
uint32_t slide(uint8_t skipped);
"""


@pytest.fixture
def firmware(tmp_path: Path) -> Firmware:
    return tools.firmware_of(BOARD, tmp_path)


def test_the_boards_code_has_no_warnings():
    tools.has_no_warnings(BOARD)


@pytest.fixture(scope="session", params=["simavr", "avr8js"])
def simulate(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Simulate:
    if request.param == "simavr":
        return run_simavr
    return run_avr8js


def printed(run: Run) -> list[int]:
    return [int(line) for line in run.uart.split()]


def test_calibration_kernels_take_their_counted_cycles(firmware: Firmware, simulate: Simulate) -> None:
    run = simulate(firmware("int main(void) { hal_init(); hal_calibrate(); hal_exit(0); }"))
    lines = re.findall(r"^calibrate (\w+) (\d+) (\d+) (\d+) \*.{4}$", run.uart, re.MULTILINE)
    assert len(lines) == 6
    assert [line for line in lines if not line[1] == line[2] == line[3]] == []
    assert (run.end, run.exit_status) == ("exit", 0)


def test_target_and_simulator_agree_on_300000_cycles(firmware: Firmware, simulate: Simulate) -> None:
    """Three LDI, 59999 rounds of SUBI, SBCI, SBCI, BRNE (five cycles, the last four), three NOP."""
    body = """int main(void) {
        hal_init();
        hal_begin();
        __asm__ volatile("ldi r24, 0x5f\\n ldi r25, 0xea\\n ldi r26, 0\\n"
                         "1: subi r24, 1\\n sbci r25, 0\\n sbci r26, 0\\n brne 1b\\n"
                         "nop\\n nop\\n nop" ::: "r24", "r25", "r26");
        print_number(hal_end());
        hal_exit(0);
    }"""
    run = simulate(firmware(body))
    window = run.windows[-1]
    assert run.zero is not None
    assert (printed(run), window.interrupts) == ([300_000], 4)
    assert window.cycles - run.zero == printed(run)[0]


def test_an_overflow_on_any_cycle_of_the_end_is_counted_once(firmware: Firmware, simulate: Simulate) -> None:
    body = f"""{SLIDE} int main(void) {{
        hal_init();
        for (uint8_t skipped = 0; skipped < {SLIDE_NOPS}; skipped++) {{
            print_number(slide(skipped));
            hal_put('\\n');
        }}
        hal_exit(0);
    }}"""
    run = simulate(firmware(body))
    windows = run.windows[-SLIDE_NOPS:]
    assert run.zero is not None
    assert printed(run) == [SLIDE_CYCLES - skipped for skipped in range(SLIDE_NOPS)]
    assert [window.cycles - run.zero for window in windows] == printed(run)
    assert {window.interrupts for window in windows} == {0, 1}


def test_simulators_see_the_same_windows(firmware: Firmware, tmp_path: Path) -> None:
    elf = firmware("int main(void) { hal_init(); hal_calibrate(); hal_exit(0); }")
    views = [
        [(window.cycles, window.instructions, window.pc_hash, window.interrupts) for window in run.windows]
        for run in (run_simavr(elf), run_avr8js(elf))
    ]
    assert views[0] == views[1]


def test_painted_depth_is_the_depth_of_the_stack_pointer(firmware: Firmware, tmp_path: Path) -> None:
    """The frame of `used` moves the stack pointer by halves, which must not be taken for depth."""
    body = """__attribute__((noinline)) static void used(uint8_t n) {
        volatile uint8_t frame[200];
        for (uint8_t i = 0; i < sizeof frame; i++)
            frame[i] = n;
        if (n != 0)
            used((uint8_t)(n - 1));
    }
    int main(void) {
        hal_init();
        for (uint8_t n = 0; n < 6; n++) {
            hal_stack_paint();
            used(n);
            print_number(hal_stack_depth());
            hal_put('\\n');
            hal_begin();
            used(n);
            (void)hal_end();
        }
        hal_exit(0);
    }"""
    run = run_simavr(firmware(body))
    assert printed(run) == [window.stack for window in run.windows[-6:]]
    assert printed(run)[0] > 200


def test_balanced_branch_shows_in_the_pc_hash(firmware: Firmware, simulate: Simulate) -> None:
    body = """int main(void) {
        hal_init();
        for (uint8_t secret = 0; secret < 2; secret++) {
            hal_begin();
            __asm__ volatile("sbrc %0, 0\\n rjmp 1f\\n nop\\n rjmp 2f\\n 1: rjmp 2f\\n 2:" ::"r"(secret));
            (void)hal_end();
        }
        hal_exit(0);
    }"""
    zero, one = simulate(firmware(body)).windows[-2:]
    assert zero.cycles == one.cycles
    assert zero.pc_hash != one.pc_hash


def test_table_lookup_shows_in_the_address_hash(firmware: Firmware, tmp_path: Path) -> None:
    body = """static volatile const uint8_t table[16] = {1, 2, 3};
    int main(void) {
        hal_init();
        for (volatile uint8_t secret = 0; secret < 2; secret++) {
            hal_begin();
            (void)table[secret];
            (void)hal_end();
        }
        hal_exit(0);
    }"""
    zero, one = run_simavr(firmware(body), addresses=True).windows[-2:]
    assert (zero.cycles, zero.pc_hash) == (one.cycles, one.pc_hash)
    assert zero.address_hash != one.address_hash


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('int main(void) { __asm__ volatile("jmp 0"); }', "jump to address 0"),
        ('int main(void) { __asm__ volatile("sei\\n jmp 0x7000"); }', "outside the program"),
        ('int main(void) { __asm__ volatile("cli\\n sleep"); }', "sleeps with interrupts off"),
        ("int main(void) { return 0; }", "endless loop with interrupts off"),  # in _exit
        (
            "static volatile uint8_t n; static uint8_t f(uint8_t x) { volatile uint8_t a[9]; a[x & 7] = n;"
            " return (uint8_t)(f((uint8_t)(x + 1)) + a[2]); } int main(void) { return f(0); }",
            "stack runs into data",
        ),
    ],
)
def test_a_crash_is_reported_with_its_place(firmware: Firmware, simulate: Simulate, body: str, reason: str) -> None:
    run = simulate(firmware(body), max_cycles=1_000_000)
    assert (run.end, run.exit_status) == ("crash", None)
    assert re.search(reason + r".* at PC 0x[0-9a-f]{4}$", run.reason)


def test_an_illegal_opcode_is_a_crash(firmware: Firmware, tmp_path: Path) -> None:
    elf = firmware('int main(void) { __asm__ volatile(".word 0x0001"); }')
    run = run_simavr(elf)
    assert (run.end, run.reason.startswith("illegal opcode")) == ("crash", True)


def test_a_firmware_that_hangs_ends_at_the_limit_without_its_open_window(
    firmware: Firmware, simulate: Simulate
) -> None:
    elf = firmware('int main(void) { hal_init(); print_text("alive"); hal_begin(); for (;;) ; }')
    run = simulate(elf, max_cycles=2_000_000)
    assert (run.end, run.uart, len(run.windows)) == ("cycle-limit", "alive", 2)
    assert 2_000_000 <= run.cycles < 2_000_010


def test_exit_status_and_long_output_arrive_whole(firmware: Firmware, simulate: Simulate) -> None:
    body = """int main(void) {
        hal_init();
        for (uint16_t i = 0; i < 6000; i++)
            hal_put((char)i);
        hal_exit(42);
    }"""
    run = simulate(firmware(body))
    assert (run.end, run.exit_status) == ("exit", 42)
    assert run.uart == "".join(chr(i & 0xFF) for i in range(6000))


def test_what_is_not_an_avr_elf_is_refused(simulate: Simulate, tmp_path: Path) -> None:
    for name, content in {"empty": b"", "junk": b"junk" * 99, "other": Path("/bin/true").read_bytes()}.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(RunError, match="AVR ELF"):
            simulate(tmp_path / name)


@pytest.fixture(scope="module")
def bench_program():
    """The measuring firmware with the smallest kernel there is."""
    the_plan = selection.select(["uno"], ["null"], ["block"], quick=True, peers=False)
    [(target, implementation)] = the_plan.pairs()
    return build(implementation, target.board, the_plan.sizes_of(target, implementation))


def test_the_cross_check_sees_one_window_of_each_row(bench_program):
    outcome = uno.Uno().run_one(bench_program, quick=False)
    assert not outcome.failure
    assert all(f.provenance["cross_check"].endswith("equal to the cycle") for f in outcome.findings.values())
    whole, brief = (len(run_simavr(bench_program.elf, cross_check=c).windows) for c in (False, True))
    samples = [len(times) for times in outcome.transcript.times.values()]
    assert min(samples) > 1 and brief == whole - sum(samples) + len(samples)


def test_the_cross_check_leaves_out_long_messages_and_says_so():
    the_plan = selection.select(["uno"], ["null"], ["ctr"], quick=False, peers=False)
    [(target, implementation)] = the_plan.pairs()
    outcome = target.run_one(build(implementation, target.board, the_plan.sizes_of(target, implementation)), False)
    assert not outcome.failure
    checked = {o.bytes: "cross_check" in f.provenance for o, f in outcome.findings.items()}
    assert checked[240] and not checked[1024]


def test_simulators_that_disagree_give_no_figures(bench_program, monkeypatch):
    def later(elf, **options):
        seen = run_avr8js(elf, **options)
        last = replace(seen.windows[-1], cycles=seen.windows[-1].cycles + 1)
        return replace(seen, windows=(*seen.windows[:-1], last))

    monkeypatch.setattr(uno, "run_avr8js", later)
    assert "two simulators disagree on window" in uno.Uno().run_one(bench_program, quick=False).failure


def test_a_stack_that_overflows_under_one_simulator_does_not_fit(bench_program, monkeypatch):
    """An interrupt may come elsewhere there: the size is left out, nobody disagrees."""

    def overflowing(elf, **options):
        reason = "stack runs into data at PC 0x0034"
        return replace(run_avr8js(elf, **options), end="crash", reason=reason, stack_min=uno.RAM_END - 480)

    monkeypatch.setattr(uno, "run_avr8js", overflowing)
    outcome = uno.Uno().run_one(bench_program, quick=False)
    assert outcome.stack_overflow == 480 and "stack runs into data" in outcome.failure
