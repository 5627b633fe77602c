# SPDX-License-Identifier: MIT
"""The HiFive1's board and simulators: the same program gives the same words on the model, without its clock,
on QEMU and on the Rocket core's RTL; and no firmware's end goes unnoticed."""

from __future__ import annotations

import dataclasses
import json
import re
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.build import build, symbols
from lab.cache import Cache
from lab.errors import RunError
from lab.paths import REFERENCE, ROOT
from lab.plan import selection
from lab.plan.board import Board, load_board
from lab.plan.implementations import discover
from lab.processes import run as run_process
from lab.run import cores, golden, measure
from lab.sims.e31 import build_e31, rtl, run_e31
from lab.sims.run import Run, Window, simulate
from lab.store import read_json
from lab.targets import hifive1
from lab.targets.hifive1 import MISSES, HiFive1
from tests import tools

Firmware = Callable[..., Path]

# Two operands in a0 and a1; the result goes to a0.
REGISTERS = [
    *("add", "sub", "sll", "slt", "sltu", "xor", "srl", "sra", "or", "and"),
    *("mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu"),
]
IMMEDIATES = ["addi", "slti", "sltiu", "xori", "ori", "andi"]
SHIFTS = ["slli", "srli", "srai"]
BRANCHES = ["beq", "bne", "blt", "bge", "bltu", "bgeu"]
ATOMICS = ["swap", "add", "xor", "and", "or", "min", "max", "minu", "maxu"]
CASES = {
    **{op: f"{op} a0, a0, a1" for op in REGISTERS},
    **{f"{op}_{n}".replace("-", "m"): f"{op} a0, a0, {n}" for op in IMMEDIATES for n in (-2048, -1, 0, 7, 2047)},
    **{f"{op}_{n}": f"{op} a0, a0, {n}" for op in SHIFTS for n in (0, 1, 17, 31)},
    **{op: f"mv a2, a0\n li a0, 1\n {op} a2, a1, 1f\n li a0, 2\n 1:" for op in BRANCHES},
    **{f"amo{op}": f"sw a0, 0(a2)\n amo{op}.w a0, a1, (a2)\n lw a1, 0(a2)\n xor a0, a0, a1" for op in ATOMICS},
    "lui": "lui a2, 0xfedcb\n add a0, a0, a2",
    "auipc": "auipc a2, 0\n auipc a1, 1\n sub a0, a1, a2",
    "jal": "jal a1, 1f\n li a0, 0\n 1: la a2, 1b\n sub a1, a2, a1\n xor a0, a0, a1",
    "jalr": "la a2, 1f\n jalr a1, -4(a2)\n li a0, 0\n nop\n 1: sub a1, a2, a1\n xor a0, a0, a1",
    "bytes": "sw a0, 0(a2)\n sb a1, 2(a2)\n sb a0, 1(a2)\n lw a0, 0(a2)\n lb a1, 2(a2)\n lbu a3, 1(a2)\n"
    " add a0, a0, a1\n sub a0, a0, a3",
    "halves": "sw a0, 0(a2)\n sh a1, 2(a2)\n lw a0, 0(a2)\n lh a1, 2(a2)\n lhu a3, 0(a2)\n"
    " add a0, a0, a1\n sub a0, a0, a3",
    "c_alu": "c.mv a3, a0\n c.addi a3, -3\n c.slli a3, 5\n c.add a0, a3\n c.li a3, -17\n c.xor a0, a3\n c.sub a0, a1\n"
    " c.or a0, a1\n c.lui a3, 0xfffe3\n c.and a1, a3\n c.add a0, a1\n c.nop",
    "c_shift": "c.srai a0, 3\n c.srli a1, 9\n c.add a0, a1\n c.andi a0, -20",
    "c_memory": "c.sw a0, 4(a2)\n c.sw a1, 64(a2)\n c.lw a0, 64(a2)\n c.lw a1, 4(a2)\n c.slli a1, 1\n c.xor a0, a1",
    "c_stack": "c.addi16sp sp, -64\n c.swsp a0, 12(sp)\n c.swsp a1, 60(sp)\n c.addi4spn a3, sp, 60\n c.lw a3, 0(a3)\n"
    " c.lwsp a0, 12(sp)\n c.sub a0, a3\n c.addi16sp sp, 64",
    "c_jump": "c.j 1f\n c.li a0, 0\n 1: mv a3, ra\n c.jal 2f\n 2: mv a1, ra\n la a2, 3f\n c.jalr a2\n"
    " 3: sub a1, a1, ra\n la a2, 4f\n c.jr a2\n c.li a0, 0\n 4: xor a0, a0, a1\n mv ra, a3",
    "c_branch": "c.beqz a0, 1f\n c.addi a0, 9\n 1: c.bnez a1, 2f\n c.addi a0, 5\n 2:",
}


def instruction_cases() -> str:
    """Each case as a function of two operands and a place in memory."""
    return "\n".join(f".balign 4\n.globl case_{name}\ncase_{name}:\n {body}\n ret" for name, body in CASES.items())


def instruction_program() -> str:
    """Each case over edges and random operands, folded into one word that is printed."""
    declarations = "\n".join(f"uint32_t case_{name}(uint32_t a, uint32_t b, uint32_t *memory);" for name in CASES)
    calls = "\n".join(f'check("{name}", case_{name});' for name in CASES)
    return f"""
    {declarations}
    static uint32_t memory[20];
    static void check(const char *name, uint32_t (*f)(uint32_t, uint32_t, uint32_t *)) {{
        static const uint32_t edges[] = {{0, 1, 2, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff}};
        uint32_t hash = 0, random = 0x2545f491;
        for (unsigned i = 0; i < 64; i++)
            hash = hash * 31 + f(edges[i / 8], edges[i % 8], memory);
        for (unsigned i = 0; i < 64; i++) {{
            uint32_t operand[2];
            for (unsigned k = 0; k < 2; k++) {{
                random ^= random << 13;
                random ^= random >> 17;
                random ^= random << 5;
                operand[k] = random >> (random & 31);
            }}
            hash = hash * 31 + f(operand[0], operand[1], memory);
        }}
        print_text(name);
        hal_put(' ');
        print_hex(hash);
        hal_put('\\n');
    }}
    int main(void) {{
        hal_init();
        {calls}
        hal_exit(0);
    }}"""


@pytest.fixture
def board() -> Board:
    return load_board("hifive1")


@pytest.fixture
def firmware(tmp_path: Path, board: Board) -> Firmware:
    return tools.firmware_of(board, tmp_path)


def test_the_boards_code_has_no_warnings(board):
    tools.has_no_warnings(board)


def on_qemu(elf: Path) -> str:
    """What QEMU's HiFive1 says up to the byte that ends a run; it has no way to stop by itself."""
    command = ["qemu-system-riscv32", "-M", "sifive_e,revb=true", "-display", "none", "-serial", "stdio"]
    process = subprocess.Popen(
        [*command, "-monitor", "none", "-kernel", str(elf)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    )
    output = b""
    try:
        while (byte := process.stdout.read(1)) and byte != b"\x04":
            output += byte
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    return output.decode()


def without_cycles(text: str) -> list[str]:
    """The lines of a transcript that do not depend on a clock."""
    return [line.partition(" *")[0] for line in text.splitlines() if not line.startswith(("row", "calibrate"))]


def test_every_instruction_does_the_same_on_the_model_and_on_qemu(firmware: Firmware) -> None:
    elf = firmware(instruction_program(), instruction_cases())
    run = run_e31(elf)
    assert (run.end, run.exit_status) == ("exit", 0)
    assert [line.split()[0] for line in run.uart.splitlines()] == list(CASES)
    assert run_e31(elf, functional=True).uart == run.uart
    assert on_qemu(elf).splitlines() == run.uart.splitlines()


@pytest.mark.deep
def test_every_instruction_does_the_same_on_the_rtl(firmware: Firmware) -> None:
    rtl.build(print)
    elf = firmware(instruction_program(), instruction_cases())
    assert rtl.run_rtl(elf).uart == run_e31(elf).uart


def test_the_bench_says_the_same_on_qemu(board: Board) -> None:
    implementation = next(i for i in discover() if (i.cipher, i.mode) == ("lea-128", "ctr"))
    program = build(implementation, board, selection.usual_sizes(HiFive1(), implementation, quick=True))
    assert without_cycles(on_qemu(program.elf)) == without_cycles(run_e31(program.elf).uart)


def test_calibration_kernels_take_their_cycles(firmware: Firmware) -> None:
    run = run_e31(firmware("int main(void) { hal_init(); hal_calibrate(); hal_exit(0); }"))
    lines = re.finditer(r"^calibrate (\w+) \d+ \d+ (\d+) \*.{4}$", run.uart, re.MULTILINE)
    cycles_of = {m[1]: int(m[2]) for m in lines}
    assert cycles_of == {"empty": 0, "adds": 100, "loads": 199, "multiplies": 599, "divides": 3499, "branches": 213}


@pytest.mark.parametrize(
    ("body", "cycles"),
    [
        # as the RTL's commit log has them
        ("lw a0, 0(sp)\n add a0, a0, a0", 3),
        ("lb a0, 0(sp)\n add a0, a0, a0", 4),
        ("sw a0, 0(sp)\n lw a0, 4(sp)", 2),
        ("sw a0, 0(sp)\n lw a0, 0(sp)", 7),
        ("mul a0, a0, a1\n add a0, a0, a0", 7),
        ("li a0, 1\n li a1, 1\n divu a0, a0, a1\n add a0, a0, a0", 8),
    ],
)
def test_latencies(firmware: Firmware, body: str, cycles: int) -> None:
    """Against the same window with as many additions, whose length is known."""
    count = len(body.splitlines())
    text = "\\n ".join(body.splitlines())
    run = run_e31(
        firmware(f"""
        __attribute__((noinline)) static uint32_t one(void) {{
            hal_begin();
            __asm__ volatile(".option push\\n .option norvc\\n .balign 64\\n .rept 16\\n nop\\n .endr\\n {text}\\n"
                             " .rept 16\\n nop\\n .endr\\n .option pop" ::: "a0", "a1", "memory");
            return hal_end();
        }}
        __attribute__((noinline)) static uint32_t other(void) {{
            hal_begin();
            __asm__ volatile(".option push\\n .option norvc\\n .balign 64\\n .rept {32 + count}\\n nop\\n .endr\\n"
                             " .option pop" ::: "a0", "a1", "memory");
            return hal_end();
        }}
        int main(void) {{
            hal_init();
            for (int i = 0; i < 5; i++) {{
                print_number(one());
                hal_put(' ');
                print_number(other());
                hal_put('\\n');
            }}
            hal_exit(0);
        }}""")
    )
    one, other = map(int, run.uart.splitlines()[-1].split())
    assert one - other == cycles - count


def test_painted_depth_is_the_depth_of_the_stack_pointer(firmware: Firmware) -> None:
    body = """__attribute__((noinline)) static void used(unsigned n) {
        volatile uint8_t frame[64];
        for (unsigned i = 0; i < sizeof frame; i++)
            frame[i] = (uint8_t)n;
        if (n != 0)
            used(n - 1);
        frame[0] = 0;
    }
    int main(void) {
        hal_init();
        for (unsigned n = 0; n < 4; n++) {
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
    run = run_e31(firmware(body))
    painted, seen = [int(line) for line in run.uart.split()], [w.stack for w in run.windows[-4:]]
    assert all(0 <= s - p < 16 for p, s in zip(painted, seen, strict=True))
    assert painted[0] >= 64 and painted[3] >= 4 * 64


def secret_windows(run: Run) -> tuple:
    zero, one = run.windows[-2:]
    return zero, one


def test_what_the_clock_remembers_is_what_it_would_take(firmware: Firmware, tmp_path: Path) -> None:
    """With a log it ticks for each instruction, and with small tables for more than else.  Loops of many shapes and
    divisions; then one way again and again, with a load right behind a store to the same word or to another."""
    body = """static uint32_t words[8];
    static uint8_t area[512];
    __attribute__((noinline)) static uint32_t work(uint32_t x, unsigned rounds) {
        for (unsigned i = 0; i < rounds; i++) {
            uint32_t at = x % (i & 7 ? 509 : 3);
            area[at] = (uint8_t)x;
            x = (x ^ area[(at + (x >> 31)) % 509]) * 0x01000193u + (x & 3 ? 1 : i / (x | 1));
            if ((x & 8) != 0)
                area[i & 3] = area[(i + 1) & 3];
        }
        return x;
    }
    int main(void) {
        uint32_t x = 1, loaded;
        hal_init();
        for (unsigned n = 0; n < 40; n++) {
            if (n % 4 == 0)
                x = 1;
            x = work(x, 100 + n % 4 * 200);
            hal_begin();
            x = work(x, 300);
            (void)hal_end();
            print_number(x);
        }
        for (unsigned n = 0; n < 60; n++) {
            uint32_t *to = &words[n * n % 5];
            x = x * 5 + 1;
            hal_begin();
            __asm__ volatile("sw %1, 0(%2)\\n lw %0, 4(%3)" : "=&r"(loaded) : "r"(x), "r"(to), "r"(words) : "memory");
            (void)hal_end();
        }
        hal_exit(0);
    }"""
    elf = firmware(body)
    log = tmp_path / "log"
    run, ticked = run_e31(elf), run_e31(elf, log=log)
    assert run == ticked
    assert run == simulate([build_e31("-DE31_TABLES=8192", "-O0"), elf])
    assert len(log.read_bytes()) // 8 > 40 * 300 * 10
    assert len({w.cycles for w in run.windows[-100:-60]}) > 1
    last = run.windows[-60:]
    met, not_met = ({w.cycles for n, w in enumerate(last) if (n * n % 5 == 1) is m} for m in (True, False))
    assert min(met) > min(not_met)


def test_a_clock_stopped_between_windows_changes_no_window(firmware: Firmware) -> None:
    """Between hal_init() and hal_calibrate(); warm windows take what they took, the whole run less."""
    elf = firmware("""static uint32_t x = 1;
    int main(void) {
        hal_init();
        for (unsigned n = 0; n < 5000; n++)
            x = x / 3 + (n | 1);
        hal_calibrate();
        for (unsigned n = 0; n < 8; n++) {
            hal_begin();
            for (unsigned k = 0; k < 20; k++)
                x = x * 5 + k;
            (void)hal_end();
        }
        print_number(x);
        hal_exit(0);
    }""")
    run, skimmed = run_e31(elf), run_e31(elf, skim=True)
    assert skimmed.uart == run.uart
    assert skimmed.windows[-5:] == run.windows[-5:] and len(skimmed.windows) == len(run.windows)
    assert skimmed.cycles < run.cycles - 5000 * 10


def test_operands_of_a_division_show_in_the_address_hash(firmware: Firmware) -> None:
    body = """int main(void) {
        hal_init();
        for (volatile uint32_t secret = 1; secret < 3; secret++) {
            uint32_t n = secret;
            hal_begin();
            __asm__ volatile("divu %0, %0, %1" : "+r"(n) : "r"(3));
            (void)hal_end();
        }
        hal_exit(0);
    }"""
    zero, one = secret_windows(run_e31(firmware(body)))
    assert zero.pc_hash == one.pc_hash
    assert zero.address_hash != one.address_hash


def test_from_one_state_the_same_instructions_take_the_same_time(firmware: Firmware) -> None:
    """After a branchy stretch of another shape each time, only windows that start alike are alike."""
    body = """__attribute__((noinline)) static void work(void) {
        for (volatile unsigned i = 0; i < 5; i++)
            if (i & 1)
                __asm__ volatile("nop");
    }
    int main(void) {
        hal_init();
        for (unsigned n = 0; n < 12; n++) {
            for (volatile unsigned k = 0; k < n * n % 7; k++)
                ;
            hal_begin();
            work();
            (void)hal_end();
        }
        hal_exit(0);
    }"""
    windows = run_e31(firmware(body)).windows[-11:]
    assert len({w.fresh_cycles for w in windows}) == 1
    assert len({w.cycles for w in windows}) > 1


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("((void (*)(void))0)();", "jump outside the program"),
        ('__asm__ volatile(".word 0");', "illegal instruction"),
        ('__asm__ volatile("lw a0, 1(sp)" ::: "a0");', "misaligned access"),
        ("*(volatile uint32_t *)0x40000000 = 1;", "write outside memory"),
        ('__asm__ volatile("li t0, 0x3f00\\n sub sp, sp, t0" ::: "t0");', "stack runs into data"),
    ],
)
def test_a_crash_is_reported_with_its_place(firmware: Firmware, body: str, reason: str) -> None:
    elf = firmware(
        f"static volatile char data[1024]; int main(void) {{ hal_init(); data[0] = 1; {body} hal_exit(0); }}"
    )
    for functional in (False, True):
        run = run_e31(elf, functional=functional)
        assert (run.end, run.exit_status) == ("crash", None)
        assert re.search(reason + r" at PC 0x[0-9a-f]{8}$", run.reason)


def test_a_firmware_that_hangs_ends_at_the_limit_without_its_open_window(firmware: Firmware) -> None:
    elf = firmware('int main(void) { hal_init(); print_text("alive"); hal_begin(); for (;;) ; }')
    run = run_e31(elf, max_cycles=2_000_000)
    assert (run.end, run.uart, len(run.windows)) == ("cycle-limit", "alive", 3)


def test_exit_status_and_long_output_arrive_whole(firmware: Firmware) -> None:
    body = """int main(void) {
        hal_init();
        for (unsigned i = 0; i < 20000; i++)
            hal_put((char)(5 + i % 250));
        hal_exit(42);
    }"""
    run = run_e31(firmware(body))
    assert (run.end, run.exit_status) == ("exit", 42)
    assert run.uart == "".join(chr(5 + i % 250) for i in range(20000))


@pytest.mark.deep
def test_a_firmware_whose_last_byte_is_odd_is_read_inside_its_bounds(firmware: Firmware, tmp_path: Path) -> None:
    image = bytearray(firmware("int main(void) { hal_init(); hal_exit(7); }").read_bytes())
    (start,), (size, count) = struct.unpack_from("<I", image, 28), struct.unpack_from("<HH", image, 42)
    flash = [at for at in range(start, start + size * count, size) if image[at + 11] == 0x20]  # by its address
    last = max(flash, key=lambda at: sum(struct.unpack_from("<I8xI", image, at + 8)))
    address, length = struct.unpack_from("<I8xI", image, last + 8)
    struct.pack_into("<I", image, last + 20, length + 1 + (address + length) % 2)
    (tmp_path / "odd.elf").write_bytes(image)
    checked = build_e31("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    assert simulate([checked, tmp_path / "odd.elf"]).exit_status == 7


def test_what_is_not_a_firmware_is_refused(tmp_path: Path) -> None:
    for name, content in {"empty": b"", "junk": b"junk" * 99, "other": Path("/bin/true").read_bytes()}.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(RunError, match="not a readable firmware"):
            run_e31(tmp_path / name)


@pytest.mark.deep
def test_the_model_takes_the_cycles_of_the_rtl(tmp_path: Path) -> None:
    """docs/explanation/measurement/hifive1.md says how many rows of the library differ at all."""
    file = tmp_path / "rows.json"
    command = [ROOT / "narae", "validate", "hifive1", "--held-out", "--mode", "block", "--mode", "aead"]
    done = run_process([*command, "--json", file], 3600)
    record = json.loads(file.read_text())
    library = [r for r in record["rows"] if r["cipher"] != "null" and not r["kernel"].startswith("baseline")]
    off = [r for r in library if r["rtl_cycles"] != r["model_cycles"]]
    assert not record["failures"] and done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert len(off) <= 0.01 * len(library), off
    assert all(golden.agree(r["rtl_cycles"], r["model_cycles"]) for r in off), off


def test_the_model_is_within_its_error_band_of_the_reference(full_run) -> None:
    """The RTL's cycles are committed.  A quick run's programs lie elsewhere in memory than those, which moves wrong
    predictions about: the model must stay near.  Windows that had to fetch code from the flash are not compared:
    which lines of the cache meet depends on the layout."""
    exact = {r.key(): r.cycles for r in read_json(REFERENCE)[1] if r.fidelity == golden.FIDELITY}
    rows = {r.key(): r for r in full_run.rows if r.target == "hifive1" and r.cycles and MISSES not in r.provenance}
    if not exact:
        pytest.skip("the reference has no rows of the RTL yet")
    both = exact.keys() & rows.keys()
    off = {key: (rows[key].cycles, exact[key]) for key in both if not golden.agree(exact[key], rows[key].cycles)}
    assert both and len(off) <= len(both) / 10, off
    assert all(abs(model - rtl_cycles) <= max(20, 0.04 * rtl_cycles) for model, rtl_cycles in off.values()), off


@pytest.fixture
def bytewise() -> selection.Plan:
    """AES with its tables in the DTIM, and in the flash."""
    aes = next(i for i in discover() if (i.cipher, i.mode, i.kernel) == ("aes-128", "block", "baseline:bytewise"))
    target = HiFive1()
    target.board = target.board.changed(block_windows=(5, 8))
    return selection.Plan([aes], [target], sizes={("aes-128", "block", "block"): {(16, 0)}})


def test_tables_lie_where_the_layout_says(bytewise) -> None:
    for (target, i), memory in zip(bytewise.pairs(), (0x80000000, 0x20000000), strict=True):
        program = cores.built(target, i, bytewise.sizes_of(target, i))
        at = {name: address for _, name, _, address, _ in symbols(program.elf)}
        assert {at[table] >> 24 << 24 for table in ("sbox", "inv_sbox")} == {memory}, i.kernel


@pytest.mark.deep
def test_tables_in_the_flash_cost_several_times_as_much(bytewise) -> None:
    rows = measure.execute(bytewise, Cache(), lambda _: None)
    cycles = {r.kernel: r.cycles for r in rows if r.operation == "encrypt" and r.bytes == 16}
    assert cycles["baseline:bytewise-flash-tables"] > 3 * cycles["baseline:bytewise"]


def test_every_mode_and_cipher_is_timed_or_reported_not_to_fit(full_run) -> None:
    for row in full_run.rows:
        if row.target == "hifive1":
            assert row.cycles or re.match(
                r"does not fit: needs \d+ of (16384 bytes of RAM|4128768 bytes of flash)", row.failure
            )


def test_rtl_cycles_replace_the_models(monkeypatch):
    for version in ("rocket_version", "verilator_version"):
        monkeypatch.setattr(golden.rtl, version, lambda: "1")
    _, rows = read_json(REFERENCE)
    row = next(r for r in rows if (r.target, r.cipher, r.mode, r.kernel) == ("hifive1", "lea-128", "block", "rv32"))
    (lea,) = [i for i in discover() if i.in_library and (i.cipher, i.mode, i.kind) == ("lea-128", "block", "block")]
    operation = golden.Operation(mode="block", name=row.operation, bytes=row.bytes, ad_bytes=0)
    compared = golden.Compared(lea.with_kernel("rv32"), golden.USUAL, cycles={operation: (row.cycles + 1, row.cycles)})
    replaced, other = golden.with_golden_cycles([row, dataclasses.replace(row, target="uno")], [compared])
    assert (replaced.cycles, replaced.fidelity, replaced.error_band) == (row.cycles + 1, golden.FIDELITY, None)
    assert other.cycles == row.cycles


def test_what_silicon_may_take_ends_at_the_most_misses_that_were_seen():
    def window(refills: int) -> Window:
        return Window(0, 0, "", None, None, 0, 0, refills)

    low, high = hifive1.on_silicon([window(0), window(0)], [1000, 1002])
    assert (low, high) == (pytest.approx(980), pytest.approx(1020))
    low, high = hifive1.on_silicon([window(2), window(5)], [10_000 + 2 * 4600, 10_000 + 5 * 4600])
    assert (low, high) == (pytest.approx(9800), pytest.approx(1.02 * 33_000))
