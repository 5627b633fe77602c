# SPDX-License-Identifier: MIT
"""Other libraries next to ours: the same gate, the same sizes, skipped by name when they are not there."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace

import pytest

from lab import peers as peer
from lab import processes
from lab.build import build
from lab.plan import selection
from lab.plan.implementations import Implementation, discover
from lab.rows import NOT_RUN, Row, shown_kernel, usual_compilers
from lab.run import measure
from lab.targets import TARGETS, host
from lab.views import comparison

LIBRARY = [i for i in discover() if i.has_library_kernels]
PEERS, NOTES = peer.discover(LIBRARY)
NAMES = sorted(peer.read(f).peer for f in peer.folders())
CRATES = [f for f in peer.folders() if isinstance(peer.read(f), peer.Rust)]
LONG_TO_BUILD = [f.name for f in CRATES if peer.read(f).long]  # with --deep only


def of_today(config: pytest.Config) -> list[Implementation]:
    """Every day one cipher of one peer; with --deep all but the peers that take long."""
    if not config.getoption("--deep"):
        return [i for i in PEERS if name(i.kernel) == "openssl" and (i.cipher, i.mode) == ("aes-128", "gcm")]
    return [i for i in PEERS if name(i.kernel) not in LONG_TO_BUILD]


def measured_names() -> set[str]:
    return {name(i.kernel) for i in PEERS}


def name(kernel: str) -> str:
    """Of a peer, without its version and crate."""
    return next(n for n in NAMES if kernel.removeprefix("peer:").startswith(n))


def test_each_peer_is_measured_or_skipped_by_name():
    skipped = {note.split()[1] for note in NOTES}
    assert measured_names() | skipped == set(NAMES) and not measured_names() & skipped


def test_no_peer_is_measured_as_the_librarys_kernel():
    assert not [i.name for i in PEERS if i.has_library_kernels]


def test_a_peer_that_is_not_installed_is_skipped_with_the_command_that_fixes_it(monkeypatch):
    known = peer.pkg_config
    monkeypatch.setattr(peer, "pkg_config", lambda package, *o: None if package == "botan-2" else known(package, *o))
    peers, notes = peer.discover(LIBRARY)
    assert [n for n in notes if "peer botan skipped" in n and "apt-get install" in n and "libbotan-2-dev" in n]
    assert not [i for i in peers if "botan" in i.kernel]


def test_without_cargo_the_crates_are_skipped_in_a_line_each(monkeypatch):
    monkeypatch.setattr(peer.processes, "is_installed", lambda program: program != "cargo")
    peers, notes = peer.discover(LIBRARY)
    skipped = [n for n in notes if "skipped: cargo is not installed" in n and "\n" not in n]
    assert [n.split()[1] for n in skipped] == ["aws-lc", "ring", "rust"]
    assert not {name(i.kernel) for i in peers} & {"aws-lc", "ring", "rust"}


def test_crates_that_cargo_cannot_build_are_skipped_with_its_reason(tmp_path):
    if not processes.is_installed("cargo"):
        pytest.skip("cargo is not installed")
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "x"\nversion = "0.0.0"\nedition = "1066"\n')
    (tmp_path / "Cargo.lock").write_text("version = 3\n")
    archive = peer.Archive(tmp_path, "x", "1.89")
    for _ in range(2):  # the second time it is known
        with pytest.raises(peer.Absent, match=r"cargo: `error: .*to fix it: install Rust 1.89 or newer"):
            archive.file()
        (tmp_path / "Cargo.toml").unlink(missing_ok=True)


class Broken(peer.Archive):
    def make(self, fresh):
        raise peer.Absent("no compiler; to fix it: get one")


def test_a_peer_that_another_tool_cannot_build_is_one_note_and_the_rest_is_measured(tmp_path):
    broken = Broken(tmp_path, "ring", "1.89")
    (tmp_path / "Cargo.toml").touch()
    (tmp_path / "Cargo.lock").touch()
    theirs = [replace(i, archive=broken) for i in PEERS if name(i.kernel) == "ring" and i.mode == "gcm"]
    if not theirs:
        pytest.skip("cargo is not installed")
    ours = next(i for i in LIBRARY if (i.cipher, i.mode) == ("aes-128", "ctr"))
    plan = selection.Plan(
        [ours, *theirs], [TARGETS["host"]()], quick=True, kernels=frozenset({"portable", theirs[0].kernel})
    )
    rows = measure.execute(plan, measure.Cache(), lambda _: None)
    assert {r.kernel for r in rows} == {"portable"} and not any(r.failure for r in rows)
    assert plan.notes == ["peer ring skipped: no compiler; to fix it: get one"]


@pytest.mark.parametrize("folder", CRATES, ids=lambda f: f.name)
def test_a_row_names_the_version_that_cargo_locks(folder):
    manifest = peer.manifest_of(folder)["dependencies"]
    locked = tomllib.loads((folder / "Cargo.lock").read_text())["package"]
    versions = {(p["name"], p["version"]) for p in locked}
    for alias, pinned in manifest.items():
        crate = pinned if isinstance(pinned, dict) else {"version": pinned}
        assert crate["version"].startswith("=")
        assert (crate.get("package", alias), crate["version"][1:]) in versions
    assert set(manifest) == set(peer.read(folder).crates)


@pytest.mark.parametrize("folder", CRATES, ids=lambda f: f.name)
def test_a_peer_in_rust_has_what_it_offers_and_offers_what_it_has(folder):
    """What peer_find does not know would crash the program; what is not offered would not be measured."""
    table = (folder / "src/lib.rs").read_text().partition("static PEERS")[2]
    has = set(re.findall(r'\(\s*"([^"]+)",\s*"([^"]+)",\s*Peer::', table))
    offers = peer.all_offers(peer.read(folder))
    assert has == {(i.cipher, i.mode) for i in LIBRARY if i.kind != "phases" and peer.offered(offers, i)}


def test_no_peers_leaves_them_out_and_quick_leaves_out_the_second_compiler():
    assert not any(i.is_peer for i in selection.select(["host"], [], [], False, peers=False).implementations)
    assert not any(i.compiler for i in selection.select(["host"], [], [], True).implementations)
    uno = selection.select(["uno"], [], [], False)
    assert not any(i.is_peer or i.compiler for i in uno.implementations)


@pytest.mark.parametrize(("built", "ciphers"), [(False, []), (False, ["aes"]), (True, [])])
def test_a_quick_run_omits_peers_that_take_long_to_build(monkeypatch, built, ciphers):
    if not processes.is_installed("cargo"):
        pytest.skip("cargo is not installed")
    monkeypatch.setattr(peer.Archive, "is_built", lambda self: built)
    plan = selection.select(["host"], ciphers, [], quick=True)
    goes_without = not built and not ciphers
    assert bool({name(i.kernel) for i in plan.implementations if i.is_peer} & set(LONG_TO_BUILD)) != goes_without
    skipped = [n for n in plan.notes if "takes a minute to build; to fix it: ./narae bench without --quick" in n]
    assert [n.split()[1] for n in skipped] == (LONG_TO_BUILD if goes_without else [])


def test_a_second_compiler_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr(selection.processes, "is_installed", lambda program: False)
    plan = selection.select(["host"], [], [], False, peers=False)
    assert not any(i.compiler for i in plan.implementations)
    assert sum("rows of clang skipped" in note for note in plan.notes) == 1


def test_every_offer_is_a_cipher_and_mode_of_the_library():
    for folder in peer.folders():
        for offer in peer.all_offers(peer.read(folder)):
            assert any(peer.offered([offer], i) for i in LIBRARY), f"{folder.name}: {offer}"


def rows_of(kernels: list[Implementation], second_compiler: bool) -> list[Row]:
    """One mode of each peer and crate in one quick run, next to the library's portable code."""
    chosen = list({i.kernel: i for i in sorted(kernels, key=lambda i: (i.in_quick, i.mode != "block"))}.values())
    places = {(i.cipher, i.mode) for i in chosen}
    library = [i for i in LIBRARY if (i.cipher, i.mode) in places]
    second = [replace(i, compiler=selection.SECOND_COMPILER, targets=("host",)) for i in library[:1] if second_compiler]
    only = frozenset({"portable", *(i.kernel for i in chosen)})
    plan = selection.Plan([*library, *second, *chosen], [TARGETS["host"]()], quick=True, kernels=only)
    return measure.execute(plan, measure.Cache(), lambda _: None)


@pytest.fixture(scope="module")
def some_rows(pytestconfig) -> list[Row]:
    return rows_of(of_today(pytestconfig), pytestconfig.getoption("--deep"))


def assert_timed(rows: list[Row], peers: list[Implementation]) -> None:
    board = TARGETS["host"]().board
    assert {r.kernel for r in rows if "peer:" in r.kernel} == {i.kernel for i in peers}
    for row in rows:
        assert not row.failure and row.cycles > 0 and row.vectors > 0, (row.kernel, row.failure)
    for row in (r for r in rows if r.kernel.startswith("peer:")):
        assert row.bytes in peer.SIZES or row.mode == "block" or row.operation == "key-setup"
        assert row.flash_bytes is None
        assert set(row.constant_time.values()) == {NOT_RUN}
        ours = [r for r in rows if r.kernel == "portable" and r.key()[1] == row.cipher]
        twin = next(r for r in ours if (r.mode, r.operation, r.bytes) == (row.mode, row.operation, row.bytes))
        windows, _ = board.window_counts(row.bytes, row.mode)
        assert row.runs % windows == twin.runs % windows == 0 < min(row.runs, twin.runs)  # of whole rounds


def test_peers_pass_the_librarys_gate_and_are_timed_like_it(some_rows, pytestconfig):
    assert_timed(some_rows, of_today(pytestconfig))


@pytest.mark.deep
def test_every_mode_of_the_peers_that_take_long_to_build_passes_the_gate():
    theirs = [i for i in PEERS if name(i.kernel) in LONG_TO_BUILD]
    places = {(i.cipher, i.mode) for i in theirs}
    library = [i for i in LIBRARY if (i.cipher, i.mode) in places]
    rows = measure.execute(
        selection.Plan([*library, *theirs], [TARGETS["host"]()], quick=True), measure.Cache(), lambda _: None
    )
    assert_timed(rows, theirs)
    assert {(r.cipher, r.mode) for r in rows if "peer:" in r.kernel} == {
        k for k in places if "256" not in k[0] or k[0] in ("sha-256", "sha3-256")
    }


def test_packets_are_timed_by_peers_and_what_they_are_compared_with():
    target = TARGETS["host"]()
    packets = set(target.board.packets)
    assert packets == {256, 576, 1500}
    best, other = ([i.with_kernel(k) for i in LIBRARY] for k in (target.board.levels[-1], "portable"))
    for i in (i for i in [*best, *PEERS, *other] if i.kind == "message"):
        wanted = i.mode in selection.PACKET_MODES and (i.is_peer or i.level in i.levels)
        timed = {s.bytes for s in selection.usual_sizes(target, i, quick=False)} & packets
        assert timed == (packets if wanted else set()), i.name
        assert not packets & {s.bytes for s in selection.usual_sizes(target, i, quick=True)}


@pytest.mark.deep
def test_two_compilers_do_not_collide(some_rows):
    assert len({r.key() for r in some_rows}) == len(some_rows)
    usual = usual_compilers(some_rows)
    shown = {shown_kernel(r, usual) for r in some_rows if r.compiler == "clang"}
    assert "portable (clang)" in shown and all(name.endswith(" (clang)") for name in shown)
    assert not any("clang" in r.kernel for r in some_rows)


def test_a_peer_with_wrong_results_is_refused(tmp_path):
    """One bit is wrong: a vector fails and nothing is timed."""
    if "openssl" not in measured_names():
        pytest.skip("OpenSSL is not installed")
    right = next(i for i in PEERS if (i.cipher, i.mode) == ("aes-128", "ctr") and "openssl" in i.kernel)
    liar = replace(right, kernel="peer:liar 1", define=right.define | {"adapter_seal": "adapter_wrong_seal"})
    wrong = tmp_path / "wrong.h"
    wrong.write_text(
        '#include "peer_message.h"\n#undef adapter_seal\nstatic int adapter_seal(SEAL_PARAMETERS)\n'
        "{ int s = adapter_wrong_seal(ctx, out, tag, tag_bytes, nonce, nonce_bytes, ad, ad_bytes, in, bytes);\n"
        "  if (bytes) out[0] ^= 1;\n  return s; }\n"
    )
    liar.define["BENCH_ADAPTER"] = f'"{wrong}"'
    target = TARGETS["host"]()
    program = build(liar, target.board, selection.usual_sizes(target, liar, True))
    transcript = host.run_native([program.elf])
    assert transcript.fault == "a vector failed" and not transcript.times


def row(**changes) -> Row:
    values = {"cipher": "lea-128", "mode": "gcm", "operation": "seal", "bytes": 1024, "ad_bytes": 0}
    values |= {"kernel": "portable", "target": "host", "cycles": 300.0, "provenance": {"compiler": "gcc (Debian) 12"}}
    return Row(**(values | changes))


def test_the_ratio_is_that_of_the_fastest_on_both_sides():
    clang = {"compiler": "Debian clang version 14.0.6"}
    rows = [
        row(),
        row(kernel="avx2", cycles=150.0, spread=0.01),
        row(cycles=10.0, provenance=clang),
        row(kernel="baseline:textbook", cycles=1.0),
        row(kernel="peer:slow 1", cycles=900.0, provenance={"compiler": "g++ 12"}),
        row(kernel="peer:fast 2", cycles=100.0, spread=0.3, provenance={"compiler": "g++ 12"}),
        row(bytes=64),
        row(kernel="peer:fast 2", operation="key-setup"),
        row(operation="key-setup"),
    ]
    (comparison_,) = comparison.comparisons(rows)
    assert (comparison_.kernel, comparison_.peer, comparison_.ratio, comparison_.spread) == ("avx2", "fast 2", 1.5, 0.3)


def test_rows_without_a_figure_are_not_compared():
    assert comparison.comparisons([row(cycles=None), row(kernel="peer:a 1")]) == []
    assert comparison.comparisons([row(), row(kernel="peer:a 1", cycles=None)]) == []


@pytest.mark.deep
def test_the_whole_run_compares_every_peer(full_run):
    timed = {name(r.kernel) for r in full_run.rows if r.kernel.startswith("peer:") and r.cycles}
    assert timed == measured_names()
    assert len({r.key() for r in full_run.rows}) == len(full_run.rows)
    if timed:
        assert comparison.comparisons(full_run.rows)
