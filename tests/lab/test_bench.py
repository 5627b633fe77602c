# SPDX-License-Identifier: MIT
"""The rows of a whole run: complete, verified, constant-time, and on simulated boards exactly the committed ones."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from lab.commands.bench import reference as bench
from lab.paths import REFERENCE
from lab.plan.implementations import LEVELS, discover
from lab.rows import DIFFERS, EQUAL, MODE_OPERATIONS, PHASES, Row, verdict
from lab.store import Store, read_json, write_compact, write_json
from lab.targets import TARGETS
from lab.targets.host import Host
from lab.targets.uno import CROSS_CHECK_BYTES
from lab.views import picture
from lab.views.reference import digests, exact_enough, of_a_quick_run, program
from tests.lab.conftest import EVERY_DAY, EVERY_DAY_MODES, EVERY_DAY_TARGETS
from tests.tools import every_day

BLOCK_CIPHERS = [i for i in discover() if i.in_library and i.mode == "block"]
NOT_MEASURED = {"hight-128": ("cmac",), "seed-128": ("ccm", "cmac")}
HOST_ONLY = {(i.cipher, i.mode) for i in discover() if i.targets == ("host",)}


def every_mode(cipher: str) -> tuple[str, ...]:
    """All modes that a block of the cipher's size allows, but for those that nobody measures."""
    block = next(i.block_bytes for i in BLOCK_CIPHERS if i.cipher == cipher)
    modes = ("block", "ctr", "cbc", *(("gcm", "ccm") if block == 16 else ()), "cmac")
    return tuple(m for m in modes if m not in NOT_MEASURED.get(cipher, ()))


MODES = {
    **{c: every_mode(c) for c in dict.fromkeys(i.cipher for i in BLOCK_CIPHERS)},
    "null": ("block", "ctr", "gcm"),
    "chacha20": ("stream", "poly1305"),
    "chacha12": ("stream",),
    "chacha8": ("stream",),
    "keccak-f1600": ("permutation",),
    "sha-256": ("hash",),
    "sha-512": ("hash",),
    "sha3-256": ("hash",),
    "shake128": ("hash",),
    "lsh-256-256": ("hash",),
    "lsh-512-512": ("hash",),
    **{f"ascon-p{rounds}": ("permutation",) for rounds in (12, 8, 6)},
    **{name: ("aead",) for name in ("ascon-128", "ascon-128a", "ascon-aead128")},
    "ascon-hash256": ("hash",),
}
BATCHES = sorted({(i.cipher, i.mode) for i in discover() if i.in_library and i.kind == "batch"})
KEY_SETUP = ("block", "ctr", "cbc", "gcm", "ccm", "cmac")


@pytest.mark.parametrize("target", ["uno", "hifive1", "pi4", "host"])
@pytest.mark.parametrize("cipher", every_day(EVERY_DAY, MODES))
def test_every_mode_and_operation_has_complete_and_constant_time_rows(full_run, target, cipher):
    for mode in (m for m in MODES[cipher] if m in EVERY_DAY_MODES or not full_run.quick):
        operations = (*MODE_OPERATIONS[mode], *(["key-setup"] if mode in KEY_SETUP else []))
        for operation in operations:
            rows = [
                r
                for r in full_run.rows
                if (r.target, r.cipher, r.mode, r.operation, r.kernel) == (target, cipher, mode, operation, "portable")
                and not r.failure
            ]
            assert rows, f"{cipher} {mode} {operation} on {target}"
            assert max(r.runs for r in rows) >= (20 if target == "host" else 50)
            for row in rows:
                for field in ("cycles", "time_us", "flash_bytes", "vectors"):
                    assert getattr(row, field) > 0, (row.key(), field)
                # where a call leaves its return address in a register, a leaf needs no stack
                assert row.stack_bytes > 0 or target in ("hifive1", "pi4"), row.key()
                assert bool(row.error_band) == (row.fidelity == "modelled")
                assert row.bytes == 0 or row.cycles_per_byte > 0
                assert row.ram_bytes is not None and (mode not in KEY_SETUP or row.context_bytes > 0)
                fidelities = {"uno": "cycle-exact", "hifive1": "modelled", "pi4": "modelled", "host": "measured"}
                assert row.fidelity == fidelities[target]
                assert verdict(row).startswith("yes"), (row.key(), verdict(row))
                for field in ("source_hash", "binary_hash", "compiler", "flags", "git", "date"):
                    assert row.provenance[field], field


def test_every_kernel_of_the_host_has_evidence_of_constant_time(full_run):
    """By valgrind, or above its instructions by the tracer: a program that cannot load the latter would have none."""
    kernels = [r for r in full_run.rows if r.target == "host" and r.kernel in LEVELS and not r.failure]
    assert kernels or not Host().board.levels
    assert {(r.cipher, r.mode, r.operation): verdict(r) for r in kernels if verdict(r) != "yes"} == {}


def test_all_targets_measure_the_same_things(full_run):
    """But for the kernels that only one of them runs, the phases, and the peers, batches and modes of the host."""

    def things(target):
        mine = [r for r in full_run.rows if r.target == target and not r.kernel.startswith("peer:")]
        mine = [r for r in mine if r.kernel == "portable" or r.kernel.startswith("baseline:")]
        mine = [r for r in mine if (r.cipher, r.mode) not in BATCHES and (r.cipher, r.mode) not in HOST_ONLY]
        whole = [r for r in mine if r.operation in (*MODE_OPERATIONS[r.mode], "key-setup")]
        return {(r.cipher, r.mode, r.kernel, r.operation) for r in whole}

    again = {t for t in things("hifive1") if t[2].endswith("-flash-tables")}
    assert things("uno") == things("hifive1") - again == things("pi4") == things("host")


@pytest.mark.deep
@pytest.mark.parametrize(("cipher", "mode"), BATCHES)
def test_many_messages_in_one_call_have_rows_of_the_host(full_run, cipher, mode):
    """Of one after the other, and side by side if the CPU has vectors; a byte then takes less, which a whole run says:
    one on a busy machine need not."""
    mine = [r for r in full_run.rows if (r.cipher, r.mode, r.compiler) == (cipher, mode, "gcc")]
    messages = int(mode.partition("-x")[2])
    assert {r.target for r in mine} == {"host"} and {r.operation for r in mine} == set(MODE_OPERATIONS[mode])
    assert all(verdict(r) == "yes" and r.vectors > 10 and r.bytes % messages == 0 for r in mine)
    assert len({r.kernel for r in mine}) > 1 or not Host().board.levels


PHASED = [
    *((cipher, "gcm", kernel) for cipher in ("aes-128", "lea-128") for kernel in ("portable", "avr")),
    *((cipher, "aead", kernel) for cipher in ("ascon-128", "ascon-aead128") for kernel in ("portable", "avr")),
    ("aes-128", "gcm", "baseline:bytewise"),
    ("ascon-128", "aead", "baseline:reference"),
]


@pytest.mark.parametrize(
    ("cipher", "mode", "kernel"),
    every_day([p for p in PHASED if p[0] in EVERY_DAY and p[1] in EVERY_DAY_MODES], PHASED),
)
def test_the_phases_of_a_message_add_up_to_it(full_run, cipher, mode, kernel):
    mine = [r for r in full_run.rows if (r.target, r.cipher, r.mode, r.kernel) == ("uno", cipher, mode, kernel)]
    phases = {(r.operation, r.bytes, r.ad_bytes): r.cycles for r in mine if r.operation in PHASES}
    nonce = 12 if mode == "gcm" else 16
    assert phases["add-ad", 0, 16] > 0 and phases["check-tag", 64, 0] > phases["set-iv", nonce, 0] * 0.8
    assert phases["decrypt", 64, 0] == pytest.approx(phases["encrypt", 64, 0], rel=0.01)
    in_parts = phases["set-iv", nonce, 0] + phases["encrypt", 64, 0] + phases["compute-tag", 64, 0]
    for whole in (r for r in mine if (r.operation, r.bytes, r.ad_bytes) == ("seal", 64, 0)):
        assert in_parts == pytest.approx(whole.cycles, rel=0.05)


BY_HAND = ("aes-128", "lea-128", "lea-256", "aria-256", "pipo-64/128", "chacha20", "keccak-f1600", "ascon-p12")


@pytest.mark.parametrize("cipher", every_day(EVERY_DAY, BY_HAND))
def test_a_kernel_by_hand_is_faster_on_the_uno_than_the_portable_code(full_run, cipher):
    def fastest(kernel):
        operations = ("encrypt", "hash")
        mine = [r for r in full_run.rows if (r.target, r.cipher, r.kernel) == ("uno", cipher, kernel)]
        return min(r.cycles for r in mine if r.operation in operations and r.bytes and r.cycles)

    assert fastest("avr") < fastest("portable")


SMALL = {
    "lea-128": "block",
    "pipo-64/128": "block",
    "ascon-p12": "permutation",
    "ascon-aead128": "aead",
    "chacha20": "stream",
    "aes-128": "gcm",
}


@pytest.mark.parametrize(("cipher", "mode"), every_day([s for s in SMALL.items() if s[0] in EVERY_DAY], SMALL.items()))
def test_a_small_kernel_takes_less_of_the_uno(full_run, cipher, mode):
    def flash(kernel):
        return next(
            r.flash_bytes
            for r in full_run.rows
            if (r.target, r.cipher, r.mode, r.kernel) == ("uno", cipher, mode, kernel)
        )

    assert flash("avr-small") < min(flash("avr"), flash("portable"))


def test_no_kernel_is_another_one_by_name_only(full_run):
    names = {}
    for row in (r for r in full_run.rows if r.target == "uno" and not r.failure):
        names.setdefault(row.provenance["binary_hash"], set()).add((row.cipher, row.mode, row.kernel))
    assert all(len(same) == 1 for same in names.values())


def test_one_size_has_associated_data(full_run):
    sizes = {(r.target, r.bytes, r.ad_bytes) for r in full_run.rows if r.operation == "open-forged" and r.ad_bytes}
    assert sizes == {(target, 64, 16) for target in (EVERY_DAY_TARGETS if full_run.quick else TARGETS)}


def test_two_simulators_agreed_to_the_cycle_on_every_uno_row(full_run):
    """The second one sees short messages alone."""
    uno = [r for r in full_run.rows if r.target == "uno" and not r.failure]
    assert uno and all(r.spread == 0 for r in uno if not r.kernel.startswith("baseline"))
    if not full_run.quick:
        checked = [r for r in uno if r.bytes <= CROSS_CHECK_BYTES]
        assert all("equal to the cycle" in r.provenance["cross_check"] for r in checked)


def test_where_a_tag_differs_shows_in_nothing(full_run):
    forged = [r for r in full_run.rows if r.operation == "open-forged" and r.target == "uno"]
    assert forged and all(r.constant_time["pc_trace"] == r.constant_time["cycles"] == EQUAL for r in forged)


def test_lea_and_pipo_take_no_address_from_a_secret(full_run):
    mine = [r for r in full_run.rows if r.cipher.startswith(("lea", "pipo")) and r.mode != "gcm"]  # GHASH has tables
    assert mine and all(DIFFERS not in r.constant_time.values() for r in mine)


def test_what_does_not_fit_says_so_in_bytes(full_run):
    """The only rows without cycles that a whole run may have."""
    for row in (r for r in full_run.rows if r.failure):
        assert row.target == "uno" and row.cycles is None and row.runs == 0
        assert re.match(r"does not fit: needs \d+ of (2048 bytes of RAM|32768 bytes of flash)", row.failure)


@pytest.mark.deep
def test_a_mode_costs_the_flash_of_its_cipher_and_more(full_run):
    def flash(mode):
        key = ("uno", "lea-128", mode, "portable")
        return next(r.flash_bytes for r in full_run.rows if (r.target, r.cipher, r.mode, r.kernel) == key)

    assert flash("block") < flash("gcm")


def test_simulated_rows_are_the_committed_ones(full_run):
    """Zero tolerance, for the compiler that made the reference; another compiler is another measurement.  The digest of
    a program is of all that a quick run finds, also where the reference does not hold the row."""
    expected = {r.key(): r for r in read_json(REFERENCE)[1] if r.target == "uno"}
    rows = [r for r in full_run.rows if r.target == "uno"]
    compilers = {r.provenance.get("compiler") for r in [*expected.values(), *rows]} - {None}
    if len(compilers) > 1:
        pytest.skip(f"the reference was made by another compiler: {sorted(compilers)}")
    measured = {r.key(): exact_enough(r) for r in rows}
    figures = ("cycles", "spread", "flash_bytes", "ram_bytes", "context_bytes")
    # The longest message decides which vectors fit, and how many samples there are which stack they saw.
    figures += () if full_run.quick else ("stack_bytes", "constant_time", "vectors")
    both = measured.keys() & expected.keys()
    differing = [
        f"{key}: {field} is {getattr(measured[key], field)}, the reference says {getattr(expected[key], field)}"
        for key in both
        for field in figures
        if getattr(measured[key], field) != getattr(expected[key], field)
    ]
    ran = {(r.cipher, r.mode) for r in rows}
    there = [r for r in expected.values() if "digest" in r.provenance and (r.cipher, r.mode) in ran]
    committed = {program(r): r.provenance["digest"] for r in there}
    mine = digests(rows)
    differing += [f"{name}: other rows of a quick run" for name in mine if mine[name] != committed.get(name)]
    assert not differing, "after a wanted change run: ./narae bench --update-reference\n" + "\n".join(differing)
    quick = {r.key() for r in of_a_quick_run(rows, ["uno"])}
    assert set(mine) == set(committed) and (not full_run.quick or quick == {r.key() for r in rows})
    assert len(both) >= 15 and (full_run.quick or both == expected.keys())


@pytest.fixture
def elsewhere(tmp_path, monkeypatch) -> Path:
    """What --update-reference writes, but for the picture, which would take most of the time."""
    monkeypatch.setattr(bench, "REFERENCE", tmp_path / "reference.json")
    monkeypatch.setattr(picture, "PICTURE", tmp_path / "picture.svg")
    monkeypatch.setattr(picture, "draw", lambda rows: f"of {len(rows)} rows")
    return bench.REFERENCE


def test_renewing_one_target_of_the_reference_leaves_the_others(elsewhere):
    """And what is said of the machine that measured the host's rows."""
    context, rows = read_json(REFERENCE)
    rows = [r for r in rows if r.cipher == "lea-128"]
    write_compact(elsewhere, context, rows)
    changed = [replace(r, cycles=2 * r.cycles, time_us=2 * r.time_us) for r in rows if r.target == "uno" and r.cycles]

    bench.update_reference(context | {"host_cpu": "another", "git": "newer"}, changed, {"uno"})
    now, renewed = read_json(elsewhere)
    assert (now["host_cpu"], now["threads"], now["git"]) == (context["host_cpu"], context["threads"], "newer")
    assert [r.cycles for r in renewed if r.target == "uno"] == [r.cycles for r in changed]
    assert [r for r in renewed if r.target != "uno"] == [r for r in rows if r.target != "uno"]
    assert picture.PICTURE.read_text() == f"of {len(renewed)} rows"

    bench.update_reference(context | {"host_cpu": "another"}, rows, {"uno", "hifive1", "pi4", "host"})
    assert read_json(elsewhere)[0]["host_cpu"] == "another"


def test_renewing_one_mode_of_the_reference_leaves_the_others(elsewhere):
    context, rows = read_json(REFERENCE)
    rows = [r for r in rows if r.cipher == "lea-128"]
    write_compact(elsewhere, context, rows)
    mine = [r for r in rows if (r.target, r.mode) == ("uno", "cbc")]
    others = [replace(r, cycles=2 * r.cycles) for r in rows if (r.target, r.mode) == ("uno", "block") and r.cycles]
    assert mine and others

    bench.update_reference(context, [*mine[1:], *others], {"uno"}, ["cbc"])
    renewed = read_json(elsewhere)[1]
    assert {r.key(): r.cycles for r in renewed} == {r.key(): r.cycles for r in rows if r is not mine[0]}


def test_a_digest_tells_that_a_row_has_changed_which_the_reference_does_not_hold():
    """And nothing else does: not who measured it, and when."""

    def row(operation, cycles, **more) -> Row:
        figures = {"spread": 0.0, "flash_bytes": 3, "ram_bytes": 4, "context_bytes": 5} | more
        return Row("lea-128", "gcm", operation, 64, 16, "avr", "uno", cycles, fidelity="cycle-exact", **figures)

    rows = [row("seal", 100), row("open-forged", 90)]
    (name,) = digests(rows)
    assert name == ("uno", "lea-128", "gcm", "avr")
    for other in ([rows[0], row("open-forged", 91)], [rows[0], row("open-forged", 90, flash_bytes=4)], rows[:1]):
        assert digests(other) != digests(rows)
    assert digests([replace(r, vectors=7, provenance={"date": "today"}) for r in reversed(rows)]) == digests(rows)
    assert not digests([replace(r, fidelity="modelled") for r in rows])


def test_the_reference_keeps_the_hosts_rows_of_other_cores(elsewhere):
    """Those next to a record; and shows those of the last one, whichever order they come in."""
    _, rows = read_json(REFERENCE)
    others = [r for r in rows if r.target == "pi4"]
    wanted = ("lea-128", "ctr", "encrypt", 16384)
    some = [r for r in rows if r.target == "host" and (r.cipher, r.mode, r.operation, r.bytes) == wanted]
    some = [r for r in some if (r.kernel, r.compiler) == ("avx512", "gcc")]
    some += [r for r in rows if (r.target, r.cipher, r.mode) == ("host", "ascon-p12", "permutation")]

    def of(core: str, cycles: float, which=some) -> list[Row]:
        def facts(row: Row) -> dict:
            return {"cycles": cycles, "cycles_per_byte": cycles / row.bytes, "time_us": None}

        return [replace(r, **facts(r), provenance=r.provenance | {"core": core}) for r in which]

    first = [replace(r, provenance={k: v for k, v in r.provenance.items() if k != "core"}) for r in of("", 1.0)]
    write_json(elsewhere, {"host_cpu_model": "A"}, first + others)  # as it was written before rows named a core
    for core, cycles, rest in (
        ("B", 2.0, of("A", 1.0, some[:1])),
        ("A", 3.0, of("B", 2.0, some[:1])),
        ("A", 4.0, of("B", 2.0, some[:1])),
    ):
        bench.update_reference({"host_cpu_model": core}, of("", cycles), {"host"})
        shown = others + of(core, cycles)
        assert read_json(elsewhere) == ({"host_cpu_model": core}, shown)
        assert read_json(elsewhere, every_core=True)[1] == shown + rest
    bench.update_reference({"host_cpu_model": "C"}, others, {"pi4"})
    assert read_json(elsewhere, every_core=True) == ({"host_cpu_model": "A"}, shown + rest)


def test_a_core_that_lacks_kernels_is_kept_but_not_shown(elsewhere):
    """Also if it has others, as one with VAES and without AVX-512."""
    rows = [r for r in read_json(REFERENCE)[1] if r.target == "host" and r.kernel in ("avx2", "avx512")]
    rows = [r for r in rows if (r.cipher, r.mode, r.operation) == ("lea-128", "ctr", "encrypt")]
    assert {r.kernel for r in rows} == {"avx2", "avx512"}
    rows += [replace(r, kernel="avx2-vaes") for r in rows if r.kernel == "avx2"]

    def of(core: str, kernels: tuple[str, ...]) -> list[Row]:
        return [replace(r, provenance=r.provenance | {"core": core}) for r in rows if r.kernel in kernels]

    for core, kernels, shown, growth in (
        ("A", ("avx2", "avx512"), "A", [{"of": "A"}]),
        ("B", ("avx2",), "A", [{"of": "A"}]),
        ("D", ("avx2", "avx2-vaes"), "A", [{"of": "A"}]),
        ("C", ("avx2", "avx512"), "C", [{"of": "C"}]),
    ):
        bench.update_reference({"host_cpu_model": core, "growth": growth}, of("", kernels), {"host"})
        assert read_json(elsewhere)[0] == {"host_cpu_model": shown, "growth": [{"of": shown}]}
    kept = read_json(elsewhere, every_core=True)[1]
    mine = of("C", ("avx2", "avx512"))
    assert kept[: len(mine)] == mine
    next_to_record = {(r.provenance["core"], r.kernel) for r in kept[len(mine) :] if r.bytes == 16384}
    assert next_to_record == {("A", "avx512"), ("B", "avx2"), ("D", "avx2")} and len(kept) == len(mine) + 3


def test_the_readmes_picture_shows_the_reference():
    assert picture.PICTURE.read_text() == picture.draw(read_json(REFERENCE)[1])


def test_the_store_holds_the_same_rows_as_the_export(full_run):
    assert Store(full_run.folder / "narae.sqlite").rows(1) == full_run.rows


def test_the_output_ends_with_the_paths(full_run):
    tail = full_run.output.splitlines()[-3:]
    assert [line.split("/")[-1] for line in tail] == ["narae.sqlite", "bench.json", "report.html"]
    assert ("\nleft out: " in full_run.output) == full_run.quick


def test_the_table_shows_the_fidelity_of_each_figure(full_run):
    words = ("cycles/B", "flash", "RAM", "context", "stack", "constant time", "cycle-exact", "measured")
    for word in (*words, *EVERY_DAY):
        assert word in full_run.output


def test_the_table_leaves_sizes_out_and_says_so(full_run):
    """It has 64 bytes with each kernel of each target, and the longest on the host."""
    what = ("ascon-aead128", "aead", "seal")
    seals = [r for r in full_run.rows if (r.cipher, r.mode, r.operation) == what and "peer:" not in r.kernel]
    seals = [r for r in seals if r.compiler != "clang" and not r.ad_bytes]
    longest = max(r.bytes for r in seals if r.target == "host")
    shown = [r for r in seals if r.bytes == 64 or (r.target == "host" and r.bytes == longest)]
    table = full_run.output.partition("how the time of a message grows")[0]
    lines = [line for line in table.splitlines() if " aead seal " in line and line.startswith(f" {what[0]} ")]
    printed = [line for line in lines if " peer:" not in line and " (clang) " not in line]
    assert len(printed) == len(shown) < len(seals)
    assert f"of {len(full_run.rows)} rows; for all rows see --all-sizes" in full_run.output
