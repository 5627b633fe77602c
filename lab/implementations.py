"""What there is to measure: the folder is the registration.

Each folder with an `implementation.toml` holds one implementation of one
cipher; each of its key sizes is one thing to measure."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from .errors import LabError
from .paths import ROOT

# A file named *_SUFFIX.c or .S is a kernel for the machines that list SUFFIX.
KERNEL_SUFFIXES = {"avr", "rv32", "neon", "sse2", "avx2", "avx512"}
FIELDS = {"cipher", "kind", "keys", "block", "header", "descriptor", "schedule", "vectors"}


@dataclass(frozen=True)
class Implementation:
    cipher: str  # as in a row: "lea-128"
    kernel: str  # as in a row: "portable", "baseline:textbook"
    kind: str  # which lab/bench/kind_*.c measures it
    folder: Path
    key_bytes: int
    block_bytes: int
    header: str
    descriptor: str
    schedule: str
    vector_folders: tuple[str, ...]

    @property
    def slug(self) -> str:
        return f"{self.cipher}-{self.kernel}".replace("/", "-").replace(":", "-")

    def sources(self) -> list[Path]:
        """What makes up the implementation.  Assembly guards itself; C kernels for other machines are left out."""
        own = [f for f in sorted(self.folder.glob("*.c")) if f.stem.rsplit("_", 1)[-1] not in KERNEL_SUFFIXES]
        own += sorted(self.folder.glob("*.S"))
        if self.folder.parent == ROOT / "src":
            own += sorted((ROOT / "src" / "core").glob("*.c"))
        return own


def cipher_name(family: str, key_bytes: int) -> str:
    """ "lea", 16 -> "lea-128"; "pipo-64", 16 -> "pipo-64/128"; the null cipher has no key to name."""
    if family == "null":
        return family
    return f"{family}{'/' if family[-1].isdigit() else '-'}{8 * key_bytes}"


def load(folder: Path) -> list[Implementation]:
    """The implementations that one folder registers, one for each key size."""
    file = folder / "implementation.toml"
    try:
        facts = tomllib.loads(file.read_text())
    except tomllib.TOMLDecodeError as error:
        raise LabError(f"{file} is not valid TOML: {error}") from error
    missing = FIELDS - facts.keys()
    if missing:
        raise LabError(f"{file} lacks {', '.join(sorted(missing))}; docs/architecture.md lists the fields")
    return [
        Implementation(
            cipher=cipher_name(facts["cipher"], key_bytes),
            kernel=facts.get("kernel", "portable"),
            kind=facts["kind"],
            folder=folder,
            key_bytes=key_bytes,
            block_bytes=facts["block"],
            header=facts["header"],
            descriptor=facts["descriptor"],
            schedule=facts["schedule"],
            vector_folders=tuple(facts["vectors"]),
        )
        for key_bytes in facts["keys"]
    ]


def discover() -> list[Implementation]:
    """The null cipher, the library, then the baselines."""
    folders = [ROOT / "lab/bench/null", *sorted((ROOT / "src").iterdir()), *sorted((ROOT / "baselines").iterdir())]
    return [i for folder in folders if (folder / "implementation.toml").exists() for i in load(folder)]
