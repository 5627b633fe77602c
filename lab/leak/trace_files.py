# SPDX-License-Identifier: MIT
"""Traces as files that other tools read: `.npy` (numpy, lascar, SCALib), `.trs` (Riscure Inspector) and `.zarr`.

Samples are of 16 bits without noise, else float32.  Each trace comes with its inputs, by name: `fixed` (1: of the fixed
group), then of each secret the value and its shares, and the uniform bytes.  With `.npy` they are a structured array in
NAME-inputs.npy.  NAME-points.json, or attributes, say what each point executes."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .. import files
from ..errors import LabError
from .traces import Recording, Request, Traces

FORMATS = (".npy", ".trs", ".zarr")
ROWS = 1024  # traces that are converted at once
MAX_TRS_DATA = (1 << 16) - 1  # bytes


def check(file: Path) -> None:
    """Refuses a format or place before any work is done."""
    if file.suffix not in FORMATS:
        raise LabError(f"{file}: traces are exported as {', '.join(FORMATS)}")
    if file.suffix == ".zarr" and file.exists():
        raise LabError(f"{file} exists; name another one")
    files.check(file)


def export(file: Path, request: Request, traces: Traces, recording: Recording) -> None:
    """Writes what simulate() recorded."""
    stored = Stored(request, traces, recording)
    write = {".npy": write_npy, ".trs": write_trs, ".zarr": write_zarr}[file.suffix]
    with files.naming(file):
        write(file, stored)


class Stored:
    """Recorded traces in their final types."""

    def __init__(self, request: Request, traces: Traces, recording: Recording):
        self.request, self.traces = request, traces
        self.shape = (traces.count, len(traces.addresses))
        self.samples = np.memmap(recording.samples, np.float32, "r", shape=self.shape)
        self.sample_type = np.dtype("<f4" if traces.sigma else "<i2")
        fields: list[Any] = [(n, "u1") if n == "fixed" else (n, "u1", (size,)) for n, size in request.columns()]
        self.inputs = np.memmap(recording.inputs, np.dtype(fields), "r", shape=self.shape[:1])

    def parts(self, rows: int = ROWS) -> Iterator[tuple[Any, Any]]:
        for start in range(0, self.shape[0], rows):
            part = slice(start, start + rows)
            yield self.samples[part].astype(self.sample_type), self.inputs[part]

    def points(self) -> list[list[Any]]:
        """Of each point: address, function and offset, number of the call."""
        image = self.request.image
        names = {at: image.inside(at) for at in set(self.traces.addresses.tolist())}
        pairs = zip(self.traces.addresses.tolist(), self.traces.calls.tolist(), strict=True)
        return [[at, names[at], call] for at, call in pairs]


def write_npy(file: Path, stored: Stored) -> None:
    out = np.lib.format.open_memmap(file, "w+", stored.sample_type, stored.shape)
    for n, (samples, _) in enumerate(stored.parts()):
        out[n * ROWS : n * ROWS + len(samples)] = samples
    out.flush()
    np.save(file.with_name(f"{file.stem}-inputs.npy"), stored.inputs)
    files.write_json(file.with_name(f"{file.stem}-points.json"), stored.points())


# Riscure's format: fields of tag, length and value, then the traces with their inputs before their samples.
NUMBER_OF_TRACES, NUMBER_OF_SAMPLES, SAMPLE_CODING, DATA_LENGTH, TITLE_LENGTH = 0x41, 0x42, 0x43, 0x44, 0x45
DESCRIPTION, LABEL_X, LABEL_Y, VERSION, TRACES_FOLLOW, PARAMETERS = 0x47, 0x49, 0x4A, 0x4F, 0x5F, 0x77
BYTES_OF_16, FLOAT32, BYTE = 0x02, 0x14, 0x01


def write_trs(file: Path, stored: Stored) -> None:
    columns, data_bytes = stored.request.columns(), stored.inputs.dtype.itemsize
    if data_bytes > MAX_TRS_DATA:
        raise LabError(f"{file}: {data_bytes} bytes of inputs do not fit into a .trs file; use .npy or .zarr")
    header = field(NUMBER_OF_TRACES, struct.pack("<i", stored.shape[0]))
    header += field(NUMBER_OF_SAMPLES, struct.pack("<i", stored.shape[1]))
    header += field(SAMPLE_CODING, bytes([FLOAT32 if stored.traces.sigma else BYTES_OF_16]))
    header += field(DATA_LENGTH, struct.pack("<H", data_bytes)) + field(TITLE_LENGTH, b"\x00")
    header += field(DESCRIPTION, f"Narae, simulated: {', '.join(stored.request.places)}".encode())
    header += field(LABEL_X, b"instruction") + field(LABEL_Y, b"bits that change") + field(VERSION, b"\x02")
    header += field(PARAMETERS, trs_parameters(columns)) + field(TRACES_FOLLOW, b"")
    with open(file, "wb") as out:
        out.write(header)
        for samples, inputs in stored.parts():
            for trace, data in zip(samples, inputs, strict=True):
                out.write(data.tobytes() + trace.tobytes())


def field(tag: int, value: bytes) -> bytes:
    """A length above 127 is the number of its bytes plus 128, then these."""
    if len(value) < 0x80:
        return bytes([tag, len(value)]) + value
    return bytes([tag, 0x84]) + struct.pack("<I", len(value)) + value


def trs_parameters(columns: list[tuple[str, int]]) -> bytes:
    """Name, type, length and offset of each part of the inputs."""
    data, offset = struct.pack("<H", len(columns)), 0
    for name, size in columns:
        data += struct.pack("<H", len(name.encode())) + name.encode() + struct.pack("<BHH", BYTE, size, offset)
        offset += size
    return data


def write_zarr(file: Path, stored: Stored) -> None:
    """Version 2 without compression: a folder for each array, a file for each chunk of rows."""
    with files.new_folder(file) as folder:
        (folder / ".zgroup").write_text(json.dumps({"zarr_format": 2}))
        (folder / ".zattrs").write_text(json.dumps({"points": stored.points(), "places": stored.request.places}))
        describe(folder / "traces", stored.shape, stored.sample_type)
        for name, size in stored.request.columns():
            describe(folder / name, (stored.shape[0], size), np.dtype("u1"))
        for n, (samples, inputs) in enumerate(stored.parts()):
            chunk(folder / "traces" / f"{n}.0", samples)
            for name, _ in stored.request.columns():
                chunk(folder / name / f"{n}.0", inputs[name])


def describe(array: Path, shape: tuple[int, int], type: Any) -> None:
    array.mkdir()
    more = {"compressor": None, "fill_value": 0, "filters": None, "order": "C", "zarr_format": 2}
    text = json.dumps({"shape": shape, "chunks": [ROWS, shape[1]], "dtype": type.str, **more})
    (array / ".zarray").write_text(text)


def chunk(file: Path, rows: Any) -> None:
    """All chunks have the same size: the last one ends with zeros."""
    data = rows.tobytes()
    file.write_bytes(data + bytes((ROWS - len(rows)) * (len(data) // len(rows))))
