# SPDX-License-Identifier: MIT
"""From the outcome of a program to its rows."""

from __future__ import annotations

from typing import Any

from ..build import Program, vectors
from ..leak.verdict_store import LEAKS
from ..plan.implementations import Implementation
from ..proof.verdict_store import PROOFS, verdict_for
from ..targets.base import Outcome, Target
from ..targets.leaks import with_locations
from . import Row, fault, sizes


def failing_row(
    implementation: Implementation, target: Target, failure: str, provenance: dict[str, Any], size: int | None = None
) -> Row:
    """A row without cycles, with the reason."""
    return Row(
        cipher=implementation.cipher,
        mode=implementation.mode,
        operation=implementation.operations[0],
        bytes=implementation.block_bytes if size is None else size,
        ad_bytes=0,
        kernel=implementation.kernel,
        target=target.name,
        fidelity=target.fidelity,
        provenance={**provenance, "failure": failure},
    )


def rows_of(program: Program, target: Target, outcome: Outcome) -> list[Row]:
    """The rows of one program, with sizes and verdicts on it; a single row with the reason if it failed."""
    outcome.failure = with_locations(program, outcome.failure)
    rows = rows_without_proofs(program, target, outcome, sizes.measure(program))
    verdicts = PROOFS.verdicts(program.elf)
    for row in rows if verdicts else []:
        proved = verdict_for(verdicts, row.operation, row.bytes)
        if proved and not row.ad_bytes:
            row.proof = proved.pop("proof")
            row.provenance["proved"] = proved
    checked = LEAKS.verdicts(program.elf) if any(row.shares > 1 for row in rows) else {}
    for row in rows:
        if verdict := checked.get(row.operation):
            row.leakage, row.provenance["leakage"] = verdict["leakage"], verdict
    for row in rows if program.implementation.is_peer else []:
        row.flash_bytes = row.ram_bytes = row.context_bytes = None  # they are in its library and on the heap
    return rows


def rows_without_proofs(program: Program, target: Target, outcome: Outcome, memory: sizes.Sizes) -> list[Row]:
    implementation = program.implementation
    provenance = {**program.provenance, **outcome.provenance}
    if outcome.failure:
        failure = outcome.failure
        if outcome.transcript.failed:
            failure += f": {vectors.failed(program.vectors, *outcome.transcript.failed)}"
        elif outcome.transcript.outside:
            failure += f": {outcome.transcript.outside}"
        return [failing_row(implementation, target, failure, provenance)]
    rows = []
    for operation, finding in outcome.findings.items():
        row = Row(
            cipher=implementation.cipher,
            mode=operation.mode,
            operation=operation.name,
            bytes=operation.bytes,
            ad_bytes=operation.ad_bytes,
            kernel=implementation.kernel,
            target=target.name,
            cycles=finding.cycles,
            cycles_per_byte=finding.cycles / operation.bytes if operation.bytes else None,
            time_us=1e6 * finding.cycles / outcome.clock_hz if outcome.clock_hz else None,
            spread=finding.spread,
            runs=finding.runs,
            fidelity=target.fidelity,
            error_band=finding.error_band,
            flash_bytes=memory.flash_bytes,
            ram_bytes=memory.ram_bytes,
            context_bytes=outcome.transcript.context_bytes,
            stack_bytes=finding.stack_bytes,
            constant_time=finding.constant_time,
            shares=outcome.transcript.shares,
            random_bytes=outcome.transcript.key_random_bytes
            if operation.name == "key-setup"
            else outcome.transcript.random_bytes,
            vectors=program.checked or outcome.transcript.vectors_passed,
            provenance=provenance | finding.provenance,
        )
        reason = fault(row)
        rows.append(failing_row(implementation, target, reason, row.provenance, operation.bytes) if reason else row)
    return rows
