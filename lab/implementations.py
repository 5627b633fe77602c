"""What there is to measure: the folder is the registration.

Each folder with an `implementation.toml` holds code for one or more
primitives.  A block cipher is one thing to measure for each of its key sizes
and modes; anything else says itself what it is."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path

from .errors import LabError
from .paths import ROOT

# A file named *_SUFFIX.c or .S is a kernel for the machines that list SUFFIX.
KERNEL_SUFFIXES = {"avr", "rv32", "neon", "sse2", "avx2", "avx512"}


@dataclass(frozen=True)
class Kernels:
    """Kernels by hand as a board lists them: those for a kind of chip, or what an option makes of them."""

    chip: str  # one of the suffixes
    mark: str  # how the files end of which at least one must be linked
    flags: tuple[str, ...] = ()


KERNELS = {suffix: Kernels(suffix, f"_{suffix}") for suffix in KERNEL_SUFFIXES} | {
    "rv32-tables": Kernels("rv32", "_lookup_rv32", ("-DNARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY",))
}
BLOCK_FIELDS = {"cipher", "keys", "block", "header", "descriptor", "schedule", "vectors"}
PRIMITIVE_FIELDS = {"cipher", "kind", "mode", "header", "vectors", "define"}

# mode of a block cipher -> (adapter in lab/bench/adapters, prefix of its functions)
MODES = {
    "ctr": ("ctr", "narae_ctr"),
    "cbc": ("cbc", "narae_cbc"),
    "gcm": ("mode_aead", "narae_gcm"),
    "ccm": ("mode_aead", "narae_ccm"),
    "cmac": ("cmac", "narae_cmac"),
}


@dataclass(frozen=True)
class Implementation:
    cipher: str  # as in a row: "lea-128"
    mode: str  # as in a row: "block", "gcm"
    kernel: str  # as in a row: "portable", "baseline:textbook"
    kind: str  # which lab/bench/kind_*.c measures it
    folder: Path
    header: str
    vector_folders: tuple[str, ...]
    vector_name: tuple[str, str]  # cipher and mode, as vectors name them
    key_bytes: int = 0
    block_bytes: int = 0
    variant: str = ""  # of the board: linked in another way
    define: dict[str, str] = field(default_factory=dict, hash=False)  # what its kind and adapter need besides

    @property
    def slug(self) -> str:
        return f"{self.cipher}-{self.mode}-{self.kernel}".replace("/", "-").replace(":", "-")

    @property
    def name(self) -> str:
        """For people."""
        return f"{self.cipher} {self.mode} {self.kernel}"

    @property
    def in_library(self) -> bool:
        return self.folder.parent == ROOT / "src"

    def with_kernel(self, kernel: str) -> Implementation:
        """The same, with the hand-written kernels of a kind of chip."""
        return replace(self, kernel=kernel)

    @property
    def flags(self) -> list[str]:
        """Which kernels the library has is decided when it is compiled: src/core/kernels.h."""
        return list(KERNELS[self.kernel].flags) if self.kernel in KERNELS else ["-DNARAE_PORTABLE"]

    def sources(self) -> list[Path]:
        """The implementation's own files, or all of the library for what is part of it: a mode needs a cipher,
        a cipher needs its helpers, and the linker drops the rest.  Other kernels than its own are left out."""
        library = [f for folder in sorted((ROOT / "src").iterdir()) for f in sorted(folder.glob("*.[cS]"))]
        own = [] if self.in_library else sorted(self.folder.glob("*.[cS]"))
        other = KERNEL_SUFFIXES - ({KERNELS[self.kernel].chip} if self.kernel in KERNELS else set())
        return [f for f in own + library if f.stem.rsplit("_", 1)[-1] not in other]


def cipher_name(family: str, key_bytes: int) -> str:
    """ "lea", 16 -> "lea-128"; "pipo-64", 16 -> "pipo-64/128"; the null cipher has no key to name."""
    if family == "null":
        return family
    return f"{family}{'/' if family[-1].isdigit() else '-'}{8 * key_bytes}"


def load(folder: Path) -> list[Implementation]:
    """The implementations that one folder registers."""
    file = folder / "implementation.toml"
    try:
        facts = tomllib.loads(file.read_text())
    except tomllib.TOMLDecodeError as error:
        raise LabError(f"{file} is not valid TOML: {error}") from error
    if "primitive" not in facts:
        require(file, facts, BLOCK_FIELDS)
        return [block_cipher(folder, facts, k, m) for k in facts["keys"] for m in facts.get("modes", ["block"])]
    for primitive in facts["primitive"]:
        require(file, facts | primitive, PRIMITIVE_FIELDS)
    return [single(folder, facts, p) for p in facts["primitive"]]


def require(file: Path, facts: dict, fields: set[str]) -> None:
    missing = fields - facts.keys()
    if missing:
        raise LabError(f"{file} lacks {', '.join(sorted(missing))}; docs/architecture.md lists the fields")


def block_cipher(folder: Path, facts: dict, key_bytes: int, mode: str) -> Implementation:
    define = {
        "BENCH_DESCRIPTOR": facts["descriptor"],
        "BENCH_SCHEDULE_BYTES": f"{facts['schedule']}({key_bytes})",
    }
    if mode != "block":
        adapter, prefix = MODES[mode]
        define |= {
            "BENCH_ADAPTER": f'"adapters/{adapter}.h"',
            "BENCH_PREFIX": prefix,
            "BENCH_MODE_HEADER": f'"narae/{mode}.h"',
            "NARAE_MODE_SCHEDULE_BYTES": "BENCH_SCHEDULE_BYTES",
        }
    cipher = cipher_name(facts["cipher"], key_bytes)
    return Implementation(
        cipher=cipher,
        mode=mode,
        kernel=facts.get("kernel", "portable"),
        kind="block" if mode == "block" else "message",
        folder=folder,
        header=facts["header"],
        vector_folders=tuple(facts["vectors"]),
        vector_name=(cipher, mode),
        key_bytes=key_bytes,
        block_bytes=facts["block"],
        define=define,
    )


def single(folder: Path, facts: dict, primitive: dict) -> Implementation:
    name = primitive.get("vectors", f"{primitive['cipher']} {primitive['mode']}").split()
    return Implementation(
        cipher=primitive["cipher"],
        mode=primitive["mode"],
        kernel=primitive.get("kernel", facts.get("kernel", "portable")),
        kind=primitive["kind"],
        folder=folder,
        header=primitive.get("header", facts["header"]),
        vector_folders=tuple(facts["vectors"]),
        vector_name=(name[0], name[1]),
        key_bytes=primitive.get("key", 0),
        define=primitive["define"],
    )


def on_board(facts: dict, implementations: list[Implementation]) -> list[Implementation]:
    """What a board measures: each one, the library's own once more for each kind of kernel that the board runs,
    and those that it links in another way as well."""
    found = []
    for i in implementations:
        found.append(i)
        found += [i.with_kernel(kind) for kind in facts.get("kernels", []) if i.in_library]
        found += [
            replace(i, kernel=f"{i.kernel}-{name}", variant=name)
            for name, variant in facts.get("variants", {}).items()
            if i.cipher in variant["ciphers"] and i.mode in variant["modes"] and i.kernel in variant["kernels"]
        ]
    return found


def discover() -> list[Implementation]:
    """The null cipher, the library, then the baselines."""
    folders = [ROOT / "lab/bench/null", *sorted((ROOT / "src").iterdir()), *sorted((ROOT / "baselines").iterdir())]
    return [i for folder in folders if (folder / "implementation.toml").exists() for i in load(folder)]
