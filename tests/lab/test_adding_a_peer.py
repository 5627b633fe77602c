# SPDX-License-Identifier: MIT
"""docs/how-to/adding-a-peer.md, followed in a copy of lab/peers: the new peer is measured, and refused when wrong."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from lab import peers as peer
from lab.errors import LabError
from lab.paths import ROOT
from lab.plan import selection
from lab.plan.implementations import Implementation, discover
from lab.rows import Row
from lab.run import measure
from lab.targets import TARGETS
from tests.tools import call

PAGE = (ROOT / "docs/how-to/adding-a-peer.md").read_text()
OURS = next(i for i in discover() if (i.cipher, i.mode) == ("chacha20", "poly1305") and i.in_library)


@pytest.fixture
def nettle(tmp_path, monkeypatch) -> Implementation:
    """What the lab finds in a copy that the page's files were written to."""
    if peer.pkg_config("nettle", "--modversion") is None:
        pytest.skip("Nettle is not installed")
    copy = tmp_path / "lab/peers"
    (copy / "nettle").mkdir(parents=True)
    for header in peer.PEERS.glob("*.h"):
        shutil.copy(header, copy)
    texts = re.findall(r"```(?:c|toml)\n(?:/\*|#) (lab/peers/\S+)(?: \*/)?\n(.*?)```", PAGE, re.DOTALL)
    for place, text in texts:
        (tmp_path / place).write_text(text)
    assert len(texts) == 2
    monkeypatch.setattr(peer, "PEERS", copy)
    (implementation,), notes = peer.discover([OURS])
    assert not notes
    return implementation


@pytest.mark.parametrize(
    ("was", "becomes", "message"),
    [
        ("chacha20 poly1305", "chacha20 poly1304", "the library has no `chacha20 poly1304` to compare with"),
        ('"nettle"\npackage', '"a b"\npackage', 'peer: expected str matching regex .*"a b"'),
        ('"c"', '"rust"', "there is no field package; docs"),
    ],
)
def test_an_offer_or_a_name_that_cannot_be_is_named(nettle, was, becomes, message):
    file = nettle.folder / "implementation.toml"
    text = re.sub(" +=", " =", file.read_text())
    assert was in text
    file.write_text(text.replace(was, becomes))
    with pytest.raises(LabError, match=message):
        peer.discover([OURS])


def test_two_peers_of_one_name_are_named(nettle):
    shutil.copytree(nettle.folder, nettle.folder.with_name("nettle-4"))
    with pytest.raises(LabError, match=r"nettle-4 and .*nettle are both the peer nettle; rename one"):
        peer.discover([OURS])


def measured(theirs: Implementation) -> list[Row]:
    kernels = frozenset({theirs.kernel, "portable"})
    plan = selection.Plan([OURS, theirs], [TARGETS["host"]()], quick=True, kernels=kernels)
    return measure.execute(plan, measure.Cache(), lambda _: None)


def test_the_pages_peer_is_measured_with_the_library(nettle):
    rows = measured(nettle)
    version = peer.pkg_config("nettle", "--modversion")
    timed = {k: [r for r in rows if r.kernel == k] for k in (f"peer:nettle {version}", "portable")}
    assert sum(map(len, timed.values())) == len(rows) > 0 and all(timed.values())
    for row in rows:
        assert not row.failure and row.cycles > 0 and row.vectors > 0, (row.kernel, row.failure)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("    return 1;\n}\n\nstatic int\nopen", "    tag[3] ^= 1;\n    return 1;\n}\n\nstatic int\nopen"),
        ("return memeql_sec(right, tag, tag_bytes)", "return memeql_sec(right, tag, tag_bytes) | 1"),
        ("digest(&context, tag_bytes, tag);", "digest(&context, tag_bytes, tag);\n    out[bytes] = 0;"),
    ],
    ids=["a wrong bit of a tag", "a forgery that opens", "a byte outside"],
)
def test_what_the_page_says_refuses_it_does(nettle, was, becomes):
    source = nettle.folder / "nettle.c"
    text = source.read_text()
    assert text.count(was) == 1
    source.write_text(text.replace(was, becomes))
    rows = measured(nettle)
    assert any(r.kernel == nettle.kernel for r in rows)
    for row in rows:
        assert bool(row.failure) == (row.kernel == nettle.kernel), (row.kernel, row.failure)


def test_the_pages_line_fits_the_list_of_packages(tmp_path):
    (tmp_path / "lab").mkdir()
    shutil.copy(ROOT / "lab/tools.txt", tmp_path / "lab")
    (change,) = re.findall(r"```diff\n(.*?)```", PAGE, re.DOTALL)
    call(["git", "apply"], cwd=tmp_path, input=change)
    assert "nettle-dev" in Path(tmp_path / "lab/tools.txt").read_text()


def test_the_folder_in_rust_that_the_page_names_is_as_it_says():
    text = (ROOT / "lab/peers/ring/src/lib.rs").read_text()
    assert "../../peer.rs" in text and "Instance for" in text and "static PEERS" in text
    assert "pub trait Instance" in (ROOT / "lab/peers/peer.rs").read_text()
