# SPDX-License-Identifier: MIT
"""Simulated traces, their t-test and their files."""

from __future__ import annotations

import dataclasses
import json
import struct

import numpy as np
import pytest

from lab.errors import LabError, RunError
from lab.leak import trace_files
from lab.leak.traces import PLACES, Recording, batches, simulate
from lab.leak.welch import THRESHOLD, Sums, by_chance
from tests.leak.masked_and import CLEARED, FORGOTTEN, PROGRAMS, request

TRACES = 20_000


def largest(t):
    return float(np.max(np.abs(t)))


@pytest.mark.parametrize("target", PROGRAMS)
def test_a_masked_and_leaks_only_without_its_clearing_instruction(target, tmp_path):
    """A place that is not watched would let the second one pass; one that is watched too much fails the first."""
    clean = simulate(request(tmp_path, target, CLEARED), TRACES)
    assert largest(clean.first) < THRESHOLD
    forgotten = request(tmp_path, target, FORGOTTEN)
    leaking = simulate(forgotten, 4_000)
    found = {forgotten.image.inside(int(at)) for at in leaking.addresses[np.abs(leaking.first) > THRESHOLD]}
    assert found, "the register that is overwritten"


def test_two_shares_do_not_hide_the_second_order(tmp_path):
    """The second order sees instructions that change both shares: the mean of the change is constant, not its
    variance."""
    clean = simulate(request(tmp_path, "m4", CLEARED), TRACES)
    assert largest(clean.first) < THRESHOLD < largest(clean.second)


def test_t_is_that_of_the_exported_traces(tmp_path):
    """Sums of powers instead of traces: a wrong moment or a lost part would differ."""
    recording = Recording(tmp_path / "samples", tmp_path / "inputs")
    r = request(tmp_path, "m4", FORGOTTEN)
    result = simulate(r, 3_000, seed=5, sigma=1.5, recording=recording)
    samples = np.fromfile(recording.samples, np.float32).reshape(3_000, -1).astype(np.float64)
    inputs = np.fromfile(recording.inputs, np.uint8).reshape(3_000, -1)
    groups = [samples[inputs[:, 0] == 1], samples[inputs[:, 0] == 0]]
    assert min(map(len, groups)) > 1_400
    np.testing.assert_allclose(result.first, textbook(*groups), rtol=1e-6, atol=1e-6)
    squares = [(g - g.mean(axis=0)) ** 2 for g in groups]
    np.testing.assert_allclose(result.second, textbook(*squares), rtol=1e-6, atol=1e-6)


def textbook(a, b):
    return (a.mean(0) - b.mean(0)) / np.sqrt(a.var(0, ddof=1) / len(a) + b.var(0, ddof=1) / len(b))


def test_the_inputs_are_what_they_say(tmp_path):
    """The fixed value in the fixed group, uniform shares whose sum is the value: else nothing could be found."""
    recording = Recording(tmp_path / "samples", tmp_path / "inputs")
    r = request(tmp_path, "uno", CLEARED)
    simulate(r, 2_000, recording=recording)
    columns = np.dtype([(name, "u1") for name, size in r.columns() if size == 1])
    rows = np.fromfile(recording.inputs, columns)
    for name in ("a", "b"):
        assert (rows[f"{name}.0"] ^ rows[f"{name}.1"] == rows[name]).all()
        assert len(set(rows[name][rows["fixed"] == 1])) == 1
        assert len(set(rows[name][rows["fixed"] == 0])) == 256 - len(set(range(256)) - set(rows[name].tolist()))
        assert abs(rows[f"{name}.1"].mean() - 127.5) < 8
    assert abs(rows["fixed"].mean() - 0.5) < 0.05


def test_the_same_seed_gives_the_same_traces_in_any_batches(tmp_path, monkeypatch):
    r = request(tmp_path, "hifive1", FORGOTTEN)
    whole = simulate(r, 1_000, seed=3, sigma=1)
    monkeypatch.setattr("lab.leak.traces.MAX_BATCH", 333)
    np.testing.assert_allclose(simulate(r, 1_000, seed=3, sigma=1).first, whole.first, rtol=1e-9)
    assert not np.allclose(simulate(r, 1_000, seed=4, sigma=1).first, whole.first)


def test_batches_cover_all_traces_once():
    assert [n for batch in batches(1_000, 50_001) for n in batch] == list(range(50_001))


def test_an_unmasked_secret_is_seen_and_noise_hides_it(tmp_path):
    plain = request(tmp_path, "m0plus", CLEARED, shared=False)
    assert largest(simulate(plain, 2_000).first) > 10
    assert largest(simulate(plain, 2_000, sigma=1_000).first) < THRESHOLD


def test_only_the_named_places_count(tmp_path):
    r = dataclasses.replace(request(tmp_path, "uno", FORGOTTEN), places=("cells",))
    assert largest(simulate(r, 4_000).first) < THRESHOLD
    for place in ("registers", "operands"):
        assert largest(simulate(dataclasses.replace(r, places=(place,)), 4_000).first) > THRESHOLD
    assert set(PLACES) == {"registers", "operands", "bus", "cells", "flags"}


def test_code_whose_instructions_depend_on_its_inputs_is_refused(tmp_path):
    """Its points would not be the same instruction in each trace."""
    r = request(tmp_path, "m4", CLEARED)
    branches = bytes.fromhex("0968 0029 00d0 00bf 7047".replace(" ", ""))  # ldr r1, [r1]; cmp; beq; nop; bx lr
    r = dataclasses.replace(r, image=r.image.patched(r.calls[0].function, branches))
    a = r.pieces[0]
    fixed = dataclasses.replace(r.inputs[0], fixed=bytes(4), shares=1)
    r = dataclasses.replace(r, inputs=(fixed, *r.inputs[1:]), pieces=(a, *r.pieces[2:]))
    with pytest.raises(RunError, match="other instructions for other inputs at masked_and"):
        simulate(r, 100)


def test_a_call_outside_memory_says_where(tmp_path):
    r = request(tmp_path, "m4", CLEARED)
    call = dataclasses.replace(
        r.calls[0], registers=tuple((n, 0x7000 if n == 1 else v) for n, v in r.calls[0].registers)
    )
    with pytest.raises(RunError, match="read outside memory at masked_and"):
        simulate(dataclasses.replace(r, calls=(call,)), 10)


@pytest.mark.parametrize("target", PROGRAMS)
def test_two_calls_follow_each_other(target, tmp_path):
    """The first one returns to an address outside the program, which is no fault of the second one."""
    r = request(tmp_path, target, CLEARED)
    result = simulate(dataclasses.replace(r, calls=r.calls * 2), 100)
    assert sorted(set(result.calls.tolist())) == [0, 1]
    half = len(result.addresses) // 2
    assert (result.addresses[:half] == result.addresses[half:]).all()


def test_a_constant_difference_is_a_leak():
    """Both groups constant: no variance to divide by."""
    powers = np.zeros((2, 4, 2))
    powers[1, :, 0] = 10
    first, second = Sums((10, 10), powers).t_values()
    assert abs(first[0]) > THRESHOLD and first[1] == 0 and not second.any()


def test_a_few_of_many_points_exceed_the_threshold_by_chance():
    assert 0.02 < by_chance(3_649) < 0.03


# Files


@pytest.fixture(scope="module", params=[0, 1.5], ids=["bits", "noise"])
def recorded(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("recorded")
    recording = Recording(folder / "samples", folder / "inputs")
    r = globals_request(folder)
    return r, simulate(r, 1_500, sigma=request.param, recording=recording), recording


def globals_request(folder):
    return request(folder, "m4", CLEARED)


def check_traces(recorded, samples, columns):
    _, traces, recording = recorded
    expected = np.fromfile(recording.samples, np.float32).reshape(traces.count, -1)
    assert samples.dtype == (np.float32 if traces.sigma else np.int16)
    np.testing.assert_array_equal(samples.astype(np.float32), expected)
    assert (columns["a.0"] ^ columns["a.1"] == columns["a"]).all()
    assert columns["random"].shape == (traces.count, 4) and set(columns["fixed"].ravel().tolist()) == {0, 1}


def test_npy_reads_back(recorded, tmp_path):
    file = tmp_path / "t.npy"
    trace_files.export(file, *recorded)
    check_traces(recorded, np.load(file), np.load(tmp_path / "t-inputs.npy"))
    points = json.loads((tmp_path / "t-points.json").read_text())
    assert len(points) == len(recorded[1].addresses) and points[0][1:] == ["masked_and", 0]


def test_trs_reads_back(recorded, tmp_path):
    """By Riscure's description of the format: tag, length, value; then inputs and samples of each trace."""
    file = tmp_path / "t.trs"
    trace_files.export(file, *recorded)
    data, at, fields = file.read_bytes(), 0, {}
    while True:
        tag, length = data[at], data[at + 1]
        at += 2
        if length & 0x80:
            more = length & 0x7F
            length = int.from_bytes(data[at : at + more], "little")
            at += more
        fields[tag] = data[at : at + length]
        at += length
        if tag == 0x5F:
            break
    (count,), (points,), (size,) = (struct.unpack(f, fields[t]) for f, t in (("<i", 0x41), ("<i", 0x42), ("<H", 0x44)))
    coding = {2: "<i2", 0x14: "<f4"}[fields[0x43][0]]
    definitions, names, types = fields[0x77], [], []
    place = 2
    for _ in range(struct.unpack_from("<H", definitions)[0]):
        (n,) = struct.unpack_from("<H", definitions, place)
        names.append(definitions[place + 2 : place + 2 + n].decode())
        kind, bytes_, offset = struct.unpack_from("<BHH", definitions, place + 2 + n)
        types.append((kind, bytes_, offset))
        place += n + 7
    layout = np.dtype(
        {
            "names": [*names, "samples"],
            "formats": [*(("u1", (n,)) for _, n, _ in types), (coding, (points,))],
            "offsets": [*(offset for _, _, offset in types), size],
        }
    )
    assert fields[0x45] == b"\0", "no titles"
    rows = np.frombuffer(data, layout, count, at)
    assert len(data) == at + count * layout.itemsize
    check_traces(recorded, rows["samples"], rows)


def test_zarr_reads_back(recorded, tmp_path):
    """By the specification of version 2: chunks of rows without compression."""
    file = tmp_path / "t.zarr"
    trace_files.export(file, *recorded)
    assert json.loads((file / ".zgroup").read_text()) == {"zarr_format": 2}

    def array(name):
        meta = json.loads((file / name / ".zarray").read_text())
        rows, columns = meta["shape"]
        chunk = meta["chunks"][0]
        parts = [
            np.fromfile(file / name / f"{n}.0", meta["dtype"]).reshape(chunk, columns) for n in range(-(-rows // chunk))
        ]
        return np.concatenate(parts)[:rows]

    names = [name for name, _ in recorded[0].columns()]
    check_traces(recorded, array("traces"), {name: array(name) for name in names})
    assert len(json.loads((file / ".zattrs").read_text())["points"]) == len(recorded[1].addresses)


def test_an_unknown_format_is_refused_before_any_trace(tmp_path):
    with pytest.raises(LabError, match=r"traces are exported as \.npy, \.trs, \.zarr"):
        trace_files.check(tmp_path / "t.csv")
