# SPDX-License-Identifier: MIT
"""`./narae advise`: figures against limits, sizes between measured ones, and what it says of bad questions."""

import json
import os
import pty
import subprocess

import pytest

from lab import cli, store
from lab.commands.advise import assumptions, energy, key_range, load, power, rate, show, size
from lab.paths import REFERENCE, ROOT
from lab.rows import EQUAL, Row
from lab.text import duration
from lab.views import advice
from lab.views.advice import Question, Unit, candidates, cycles_at, ranked
from tests.tools import narae


def row(cipher="lea-128", mode="gcm", kernel="avr", operation="seal", size=64, cycles=1000.0, **more) -> Row:
    facts = {
        "target": "uno",
        "time_us": cycles and cycles / 16,
        "fidelity": "cycle-exact",
        "flash_bytes": 5000,
        "ram_bytes": 10,
        "context_bytes": 100,
        "stack_bytes": 40,
        "constant_time": {"cycles": EQUAL, "pc_trace": EQUAL, "address_trace": EQUAL},
        "vectors": 9,
        "provenance": {"compiler": "avr-gcc 5.4.0"},
    } | more
    return Row(cipher, mode, operation, size, 0, kernel, facts.pop("target"), cycles, **facts)


def only(rows: list[Row], **question) -> advice.Candidate:
    (result,) = candidates(rows, Question(target="uno", **question))
    return result


@pytest.mark.parametrize(
    "question, constraint",
    [
        ({"flash": 4999}, "flash"),
        ({"ram": 149}, "ram"),
        ({"rate": 16001.0}, "rate"),
        ({"require": "nist"}, "require"),
        ({"key_bits": (192, 256)}, "key"),
        ({"message": 2**56 + 1}, "data limit"),
        ({"message": 2**36 - 31}, "message"),
    ],
)
def test_a_limit_disqualifies_right_above_it(question, constraint):
    a_row = row(mode="ccm") if constraint == "data limit" else row()
    assert only([a_row], **question).disqualified["constraint"] == constraint
    just = {"flash": 5000, "ram": 150, "rate": 16000.0, "require": "kcmvp", "key_bits": (128, 128)}
    just["message"] = 2**56 if constraint == "data limit" else 2**36 - 32
    assert not only([a_row], **{name: just[name] for name in question}).disqualified


def test_a_message_is_no_longer_than_its_counter_lasts():
    rows = [row("chacha20", "poly1305")]
    assert [bool(only(rows, message=2**38 - 64 + n).disqualified) for n in (0, 1)] == [False, True]


def test_options_about_time_are_reported_as_ignored_without_times():
    """As of a target that counts instructions."""
    question = Question("uno", rate=20.0, milliwatts=24.0)
    counted, timed = (" ".join(assumptions(question, "24 mW", [only([row(time_us=t)])])) for t in (None, 62.5))
    assert "uno have no time" in counted and "--rate and --energy could not be considered" in counted
    assert "time is at the board's clock" in timed and "--rate" not in timed


@pytest.mark.parametrize(("message", "marked"), [(64, False), (128, True), (96, True)])
def test_a_figure_that_spreads_is_marked(message, marked, capsys):
    """Also as one end of a line of estimates."""
    facts = {"target": "host", "fidelity": "measured"}
    rows = [row(spread=0.05, **facts), row(size=128, cycles=2000.0, spread=0.79, **facts)]
    question = Question("host", message=message)
    fitting, out = ranked(candidates(rows, question))
    assert [c.unsteady for c in fitting] == [marked] and ("spread 79%" in fitting[0].fidelity) == marked
    show(question, "rows.json", fitting, out)
    output = capsys.readouterr().out
    assert ("0?" in output) == ("? spreads by more than 10%" in output) == marked


def test_a_row_of_no_cycles_tells_nothing():
    """As of an empty function, or from somebody else's file."""
    assert only([row(), row(size=128, cycles=0.0)], message=128).cycles == only([row()], message=128).cycles


def test_the_stack_is_that_of_the_deepest_operation_up_to_the_message():
    deeper = row(operation="open", stack_bytes=70)
    rows = [row(size=16), row(), deeper, row(size=1024, stack_bytes=500), row(operation="key-setup", stack_bytes=50)]
    assert only(rows).stack_bytes == 70
    assert only(rows).ram_bytes == 180
    assert only(rows, message=65).stack_bytes == 500


def test_a_stack_beyond_all_sizes_is_the_deepest_there_is():
    longer = row(operation="open", size=1024, stack_bytes=600)
    assert only([row(), longer], message=64).stack_bytes == 40
    assert only([row(), longer], message=65).stack_bytes == 600


def test_inverse_cycles_are_shown_if_measured_at_that_size():
    """Not as many times a shorter message."""
    back = row(operation="open", size=0, cycles=300.0)
    assert only([row(), back]).cycles_back is None
    assert only([row(), back, row(operation="open", cycles=1100.0)]).cycles_back == 1100


def test_tables_and_leaks():
    table = {"cycles": EQUAL, "pc_trace": EQUAL, "address_trace": "differs"}
    leak = {"cycles": "differs", "pc_trace": EQUAL, "address_trace": EQUAL}
    assert not only([row(constant_time=table)]).disqualified
    assert only([row(constant_time=table)], tables=False).disqualified["constraint"] == "tables"
    assert only([row(constant_time=leak)]).disqualified["constraint"] == "constant time"


def test_what_cannot_be_changed_is_named_before_a_figure():
    assert only([row()], flash=1, require="nist").disqualified["constraint"] == "require"
    assert only([row()], flash=2500, ram=10).disqualified["constraint"] == "ram"


def test_sizes_between_measured_ones():
    rows = [row(size=16, cycles=100.0), row(size=64, cycles=400.0), row(size=112, cycles=760.0)]
    block = Unit(16)
    assert cycles_at(rows, 64, block) == (400.0, "measured")
    assert cycles_at(rows, 60, block)[0] == 400.0  # as many blocks
    assert cycles_at(rows, 33, block)[0] == 300.0
    assert cycles_at(rows, 128, block)[0] == 880.0
    assert all("estimate" in cycles_at(rows, n, block)[1] for n in (33, 60, 128))
    assert cycles_at(rows[:1], 40, block)[0] == 300.0


def test_less_than_any_measured_size_takes_at_least_its_share():
    """Four blocks that overlap with the next message are fast, and a line gives nothing for one."""
    rows = [row(size=64, cycles=160.0), row(size=16384, cycles=58240.0)]
    assert cycles_at(rows, 16, Unit(16)) == (40.0, "estimate: in proportion to 64 bytes")
    slow_start = [row(size=64, cycles=1000.0), row(size=128, cycles=1400.0)]
    assert cycles_at(slow_start, 16, Unit(16))[0] == 700.0


@pytest.mark.parametrize(
    ("cipher", "cycles"),
    [
        ("sha-256", {0: 22414, 32: 22514, 55: 22549, 56: 43263, 119: 43038, 120: 63752}),
        ("lsh-256-256", {32: 31889, 120: 32065}),
        ("sha3-256", {32: 94711, 120: 95679}),
        ("ascon-hash256", {0: 36140, 16: 50745, 120: 145684}),
        ("ascon-aead128", {55: 31461, 119: 51169}),
    ],
)
def test_padding_counts(cipher, cycles):
    """Cycles of the Uno's kernels: SHA-256 of 55 bytes and its padding is one block, of 56 two."""
    _, rows = store.read_json(REFERENCE)
    rows = [r for r in rows if (r.target, r.cipher, r.kernel) == ("uno", cipher, "avr")]
    for message, measured in cycles.items():
        (result,) = candidates(rows, Question("uno", need=rows[0].mode, message=message))
        assert result.cycles == pytest.approx(measured, rel=0.05), message


def blocks_of(cipher: str, one: float, four: float, **more) -> list[Row]:
    sizes = {16: one, 64: four}
    return [row(cipher, "block", operation="encrypt", size=n, cycles=cycles, **more) for n, cycles in sizes.items()]


def test_an_estimate_includes_the_modes_own_cost_from_a_relative():
    """CCM of 64 bytes is six blocks and four: its own cycles, flash and RAM are those of ARIA-128, not of LEA."""
    small = {"flash_bytes": 3000, "context_bytes": 80, "stack_bytes": 10}
    shorter = [*blocks_of("aria-128", 1000.0, 3900.0, **small), row("aria-128", "ccm", cycles=13000.0)]
    other = [*blocks_of("lea-128", 900.0, 3000.0, **small), row("lea-128", "ccm", cycles=30000.0, flash_bytes=9000)]
    rows = [*shorter, *other, *blocks_of("aria-192", 1200.0, 4700.0, **small)]
    (result,) = (c for c in candidates(rows, Question("uno")) if c.cipher == "aria-192")
    assert result.cycles == 6 * 1200 + 4700 + (13000 - 6 * 1000 - 3900)
    assert (result.flash_bytes, result.ram_bytes) == (5000, 150) and result.time_us == result.cycles / 16
    assert "as of aria-128 ccm (avr)" in result.cycles_from
    over = {c.cipher: c.disqualified for c in candidates(rows, Question("uno", flash=4999))}
    assert over["aria-192"]["constraint"] == "flash"


def test_a_relative_of_another_family_takes_no_cycles_off_an_estimate():
    faster = [*blocks_of("lea-128", 900.0, 3000.0), row("lea-128", "ccm", cycles=1000.0)]
    rows = [*faster, *blocks_of("seed-128", 2000.0, 8000.0)]
    (result,) = (c for c in candidates(rows, Question("uno")) if c.cipher == "seed-128")
    assert result.cycles == 6 * 2000 + 8000


def test_ranking_lists_a_slower_kernel_only_if_it_is_smaller():
    fast, small = row(), row(kernel="avr-small", cycles=3000.0, flash_bytes=2000)
    slow_and_large = row(kernel="portable", cycles=2000.0)
    fitting, out = ranked(candidates([slow_and_large, small, fast], Question(target="uno")))
    assert [c.kernel for c in fitting] == ["avr", "avr-small"]
    assert not out
    assert "--kernel" not in fitting[0].export
    assert "--kernel avr-small" in fitting[1].export


def test_other_libraries_and_textbook_code_are_no_candidates():
    excluded = [row(kernel="peer:openssl 3"), row(kernel="baseline:textbook"), row(cipher="null", mode="block")]
    assert candidates([row(), *excluded], Question(target="uno"))[0].kernel == "avr"
    assert len(candidates([row(), *excluded], Question(target="uno"))) == 1


def test_pipos_limit_of_data():
    limit = advice.security_of("pipo-64/128", "ctr", 20)["data_limit"]
    assert limit["bytes_per_key"] == 2**20 * 8
    assert limit["messages_per_key"] == 2**20 // 3
    assert advice.security_of("lea-128", "gcm", 16)["data_limit"]["bytes_per_key"] == 2**56
    assert "data_limit" not in advice.security_of("hight-128", "ctr-drbg", 32), "each request ends with a new key"


def test_masked_code_that_leaks_is_no_advice():
    masked = {"cipher": "pipo-64/128", "mode": "masked", "operation": "encrypt", "size": 8, "shares": 2}
    rows = [
        row(kernel="avr-masked", leakage="none (pairs)", **masked),
        row(kernel="avr-leaky", leakage="leaks 3", **masked),
    ]
    fitting, out = ranked(candidates(rows, Question(target="uno", need="masked", message=8)))
    assert [(c.kernel, c.leakage) for c in fitting] == [("avr-masked", "none (pairs)")]
    assert [c.disqualified["constraint"] for c in out] == ["leakage"]
    assert "--mode masked --target uno" in fitting[0].export


@pytest.fixture(scope="module")
def measured() -> list[Row]:
    return store.read_json(REFERENCE)[1]


def test_every_measured_cipher_has_its_facts(measured):
    """A cipher without an entry would be recommended without a word on its security."""
    rows = measured
    modes = {mode for some in advice.NEEDS.values() for mode in some}
    for cipher in {r.cipher for r in rows if r.mode in modes and r.cipher != "null"}:
        assert advice.family(cipher), cipher
    for row in {r.cipher: r for r in rows if r.mode in modes and r.mode != "hash" and r.cipher != "null"}.values():
        assert advice.key_bits(row.cipher) in (128, 192, 256), row.cipher
    assert advice.key_bits("sha3-256") is None


@pytest.mark.parametrize(
    "read, text, value",
    [
        (size, "6K", 6144),
        (size, "1.5 KiB", 1536),
        (size, "200", 200),
        (rate, "20/s", 20),
        (rate, "30/min", 0.5),
        (key_range, "128..256", (128, 256)),
        (key_range, "192", (192, 192)),
        (key_range, "..128", (0, 128)),
        (power, "3V@8mA", 24),
        (power, "0.5W", 500),
    ],
)
def test_reading_options(read, text, value):
    assert read(text) == value


@pytest.mark.parametrize(
    "arguments, says",
    [
        ([], "name the device"),
        (["--need", "aead"], "name the device"),
        (["--target", "teensy"], "no rows of target `teensy`; its targets are"),
        (["--target", "uno", "--flash", "lots"], "is not a size"),
        (["--target", "uno", "--flash", "-1"], "is not a size"),
        (["--target", "uno", "--message", "1.7"], "is not a size"),
        (["--target", "uno", "--rate", "0/s"], "is not a rate"),
        (["--target", "uno", "--key", "256..128"], "is not a range"),
        (["--target", "uno", "--energy", "3V"], "is not a power"),
        (["--target", "uno", "--ram", 400 * "9"], "is not a size"),
        (["--target", "uno", "--need", "magic"], "invalid choice"),
        (["--target", "uno", "--rows", "README.md"], "README.md is damaged or not a results file"),
        (["--target", "uno", "--rows", "nowhere.json"], "nowhere.json cannot be read: No such file"),
    ],
)
def test_bad_questions(arguments, says):
    done = narae("advise", *arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert not done.stdout


def test_an_answer_as_json():
    limits = ["--flash", "6K", "--ram", "400", "--message", "64", "--rate", "20/s", "--require", "nist"]
    question = ["--target", "uno", "--need", "aead", *limits, "--json", "-"]
    done = narae("advise", *question)
    answer = json.loads(done.stdout)
    assert answer["candidates"], "the committed rows have Ascon"
    cycles = [c["cycles"] for c in answer["candidates"]]
    assert cycles == sorted(cycles)
    for c in answer["candidates"]:
        assert c["flash_bytes"] <= 6144 and c["ram_bytes"] <= 400 and c["load"] <= 1 and c["energy_uj"] > 0
        assert c["ram_bytes"] == c["static_bytes"] + c["context_bytes"] + c["stack_bytes"]
        assert "nist" in [entry["by"] for entry in c["security"]["certified"]]
        assert c["export"].startswith(f"./narae export --cipher {c['cipher']} --mode {c['mode']} --target uno")
    assert all(c["disqualified"]["text"] for c in answer["disqualified"])


@pytest.mark.parametrize("target", ["uno", "hifive1", "pi4", "host"])
@pytest.mark.parametrize("need", ["aead", "stream", "mac", "hash", "block"])
def test_every_need_has_an_answer_on_every_machine(target, need, measured):
    fitting, _ = ranked(candidates(measured, Question(target=target, need=need, message=100)))
    assert fitting


def test_disqualifications_are_worded_naturally():
    def says(**question):
        return only([row()], **question).disqualified["text"]

    assert says(key_bits=(192, 192)).endswith("192 required")
    assert says(key_bits=(192, advice.MAX_KEY_BITS)).endswith("192 or more required")
    assert says(key_bits=(192, 256)).endswith("192 to 256 required")
    assert says(flash=10).endswith("5,000 bytes of flash, 10 are allowed")
    assert says(ram=10).endswith("bytes of RAM, 10 are allowed")
    assert says(rate=20000).endswith("16,000 messages a second, 20,000 required")
    assert duration(2.5e6) == "2.5 s" and duration(4e14) == "400,000,000 s"
    assert (duration(0.25), duration(0.9996), energy(0.9996)) == ("250 ns", "0.9996 µs", "1 µJ")
    assert energy(999.6) == "0.9996 mJ"
    unfit = row(cycles=None, provenance={"failure": "does not fit: needs 2534 of 2048 bytes of RAM"})
    assert only([unfit]).disqualified["text"] == "does not fit: needs 2,534 of 2,048 bytes of RAM"
    assert (load(0.5), load(1e-9)) == ("50 %", "< 0.001 %")


@pytest.mark.parametrize("form", [[], ["--json", "-"]])
@pytest.mark.parametrize("flash, code", [("10", 1), ("20K", 0)])
def test_the_exit_code_says_whether_anything_fits(flash, code, form):
    done = narae("advise", "--target", "uno", "--flash", flash, *form)
    assert done.returncode == code
    text = done.stderr if form else done.stdout
    assert ("Nothing fits." in text) == (code == 1)
    assert json.loads(done.stdout) if form else not done.stderr
    assert "exit code 1 if nothing fits" in " ".join(advise_help().lower().split())


def advise_help() -> str:
    return narae("advise", "--help").stdout


def test_nothing_fits_in_nothing_and_the_smallest_comes_nearest():
    large, small = row(), row(kernel="portable", flash_bytes=1000)
    _, out = advice.ranked(candidates([large, small], Question(target="uno", flash=0)))
    assert [c.flash_bytes for c in out] == [1000, 5000]


def test_only_the_command_to_copy_is_wider_than_the_terminal(monkeypatch, capsys):
    for module in ("commands.advise", "text"):
        monkeypatch.setattr(f"lab.{module}.terminal_width", lambda: 80)
    assert cli.main(["advise", "--target", "hifive1"]) == 0
    output = capsys.readouterr().out.splitlines()
    assert [line for line in output if len(line) > 80 and not line.startswith("  ./narae export ")] == []


@pytest.mark.parametrize("cipher", ["lea", "lea-", "aes/x", "", "chacha"])
def test_a_name_without_a_key_size_is_no_reason_to_fail(cipher, tmp_path, capsys):
    file = tmp_path / "rows.json"
    store.write_json(file, {}, [row(cipher=cipher)])
    assert cli.main(["advise", "--target", "uno", "--rows", str(file)]) == 0
    assert "avr" in capsys.readouterr().out


@pytest.mark.parametrize(("target", "kernel"), [("uno", "avr"), ("armv8-ce", "crypto")])
def test_the_command_to_export_reads_the_same_rows(target, kernel, tmp_path, capsys):
    """It is shown only where export packs the kernel."""
    file = tmp_path / "my rows.json"
    store.write_json(file, {}, [row(target=target, kernel=kernel)])
    assert cli.main(["advise", "--target", target, "--rows", str(file)]) == 0
    message = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ./narae export ")]
    assert [f" --rows '{file}' " in line for line in message] == ([True] if target == "uno" else [])
    assert cli.main(["advise", "--target", target, "--rows", str(file), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["candidates"][0]["export"] == (message[0].strip() if message else None)


@pytest.mark.parametrize(("require", "first"), [("any", "1. chacha8† stream"), ("nist", "1. aes-128 ctr")])
def test_a_cipher_of_fewer_rounds_is_marked(require, first, capsys):
    assert cli.main(["advise", "--target", "uno", "--need", "stream", "--require", require]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert first in output and ("† has fewer rounds" in output) == ("†" in first)


def test_questions_are_asked_on_a_terminal():
    """As on a terminal: each question is answered with its default, in capitals too, but for one wrong
    answer."""
    try:
        ours, theirs = pty.openpty()
    except OSError as error:
        pytest.skip(f"no terminal: {error}")
    process = subprocess.Popen([ROOT / "narae", "advise"], stdin=theirs, stdout=subprocess.PIPE, text=True)
    os.close(theirs)
    os.write(ours, b"teapot\nUno\nhash\n\nAll\n\nANY\n\n\n\n")
    output, _ = process.communicate(timeout=30)
    os.close(ours)
    assert process.returncode == 0
    assert "`teapot` is not one of" in output
    assert "hash of 64 bytes on uno" in output
    assert "ascon-hash256" in output and "is not a " not in output
