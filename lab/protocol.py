"""The serial line of the bench, as data.  lab/bench/bench.c lists the lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from .errors import RunError

PROTOCOL = "1"


@dataclass(frozen=True)
class Operation:
    mode: str
    name: str
    bytes: int
    ad_bytes: int


@dataclass
class Transcript:
    """What one program said."""

    unit: str = ""
    cipher: str = ""
    context_bytes: int = 0
    vectors_passed: int = 0
    vectors_total: int = 0
    checksum: str = ""
    fault: str = ""
    clock_khz: int = 0
    calibrations: list[tuple[str, int, int, int]] = field(default_factory=list)
    times: dict[Operation, list[int]] = field(default_factory=dict)
    stacks: dict[Operation, int] = field(default_factory=dict)
    traces: dict[Operation, list[int]] = field(default_factory=dict)
    leaks: dict[Operation, int] = field(default_factory=dict)
    ended: bool = False

    @property
    def cycles_per_unit(self) -> float:
        return 0.01 if self.unit == "centicycles" else 1

    def calibration_fault(self) -> str:
        """The first ruler that is off, or nothing."""
        for name, least, most, got in self.calibrations:
            if not least <= got <= most:
                return f"the clock is off: `{name}` took {got} {self.unit}, it must take {least} to {most}"
        return ""


def parse(text: str) -> Transcript:
    """Reads a transcript; a line that is not of the protocol is an error with its number."""
    transcript = Transcript()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        try:
            match words:
                case []:
                    pass
                case ["narae-bench", version, unit, cipher, context]:
                    if version != PROTOCOL:
                        raise RunError(f"the program speaks protocol {version}, this lab {PROTOCOL}")
                    transcript.unit, transcript.cipher, transcript.context_bytes = unit, cipher, int(context)
                case ["vectors", passed, total]:
                    transcript.vectors_passed, transcript.vectors_total = int(passed), int(total)
                case ["checksum", value]:
                    transcript.checksum = value
                case ["fault", *reason]:
                    transcript.fault = " ".join(reason)
                case ["clock", khz]:
                    transcript.clock_khz = int(khz)
                case ["calibrate", name, least, most, got]:
                    transcript.calibrations.append((name, int(least), int(most), int(got)))
                case ["row", mode, name, size, ad, *times]:
                    transcript.times[Operation(mode, name, int(size), int(ad))] = [int(t) for t in times]
                case ["trace", mode, name, size, ad, *hashes]:
                    transcript.traces[Operation(mode, name, int(size), int(ad))] = [int(h) for h in hashes]
                case ["stack", mode, name, size, ad, depth]:
                    transcript.stacks[Operation(mode, name, int(size), int(ad))] = int(depth)
                case ["leaks", mode, name, size, ad, count]:
                    transcript.leaks[Operation(mode, name, int(size), int(ad))] = int(count)
                case ["end"]:
                    transcript.ended = True
                case _:
                    raise ValueError(line)
        except ValueError as error:
            raise RunError(f"line {number} of the serial output is not of the protocol: {line[:80]!r}") from error
    return transcript
