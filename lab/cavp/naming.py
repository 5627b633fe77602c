# SPDX-License-Identifier: MIT
"""The subject of a request file: cipher, key size, mode, kind and direction, from its name or from options.

NIST and KCMVP encode all of it in the name: `LEA128(CBC)MMT.req`, `CMAC(ARIA256)GEN.req`, `CBCMCT128.req`,
`gcmDecrypt192.req`, `DVPT256.req`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ..errors import LabError

CIPHERS = ("aes", "aria", "lea")
MODES = ("ecb", "cbc", "ctr", "gcm", "ccm", "cmac")
KINDS = ("kat", "mmt", "mct")
ENCRYPT, DECRYPT = "encrypt", "decrypt"
DIRECTIONS = {ENCRYPT: ENCRYPT, DECRYPT: DECRYPT, "generate": ENCRYPT, "verify": DECRYPT}

# NIST's names of AES files say neither AES nor, for CCM, the mode.
NIST_CCM = re.compile(r"(VADT|VNT|VPT|VTT|DVPT)\d{3}")
NIST_AES = re.compile(r"(ECB|CBC)(MMT|MCT|GFSBOX|KEYSBOX|VARKEY|VARTXT)\d{3}|GCM(EN|DE)CRYPT.*|" + NIST_CCM.pattern)
KNOWN_ANSWERS = re.compile(r"KAT|GFSBOX|KEYSBOX|VARKEY|VARTXT")
ENCRYPTS = re.compile(r"ENCRYPT|(?<=\))(AE|GE)$|(AE|GE|ENC|GEN)\d*$|CMACGEN")
DECRYPTS = re.compile(r"DECRYPT|(?<=\))(AD|DV)$|(AD|DV|DEC|VER)\d*$|CMACVER")


@dataclass(frozen=True)
class Subject:
    """What is not said is None; the file's own keys and sections may say it."""

    cipher: str
    mode: str
    kind: str | None
    key_bytes: int | None
    direction: str | None

    @property
    def monte_carlo(self) -> bool:
        return self.kind == "mct"


def subject(
    path: Path,
    cipher: str | None = None,
    mode: str | None = None,
    kind: str | None = None,
    direction: str | None = None,
) -> Subject:
    """Options come before the name."""
    name = path.stem.upper()
    family, key_bytes = asked_cipher(cipher) if cipher else (named_cipher(name), None)
    mode = mode.lower() if mode else named_mode(name)
    kind = kind.lower() if kind else named_kind(name)
    for what, value, known in (("cipher", family, CIPHERS), ("mode", mode, MODES), ("kind", kind, KINDS)):
        if value is None and what != "kind":
            raise LabError(f"{path}: its name does not say which {what}; add --{what} ({', '.join(known)})")
        if value is not None and value not in known:
            raise LabError(f"unknown {what} `{value}`; use {', '.join(known)}")
    assert family and mode
    if mode == "gcm" and "INTIV" in name:
        raise LabError(f"{path}: there a module chooses its own IVs, which no file can hold; see gcmEncryptExtIV")
    if kind == "mct" and mode not in ("ecb", "cbc", "ctr"):
        raise LabError(f"{path}: there is no Monte Carlo test of {mode.upper()}")
    return Subject(
        cipher=family,
        mode=mode,
        kind=kind,
        key_bytes=key_bytes or named_key(name),
        direction=asked_direction(direction) if direction else named_direction(name),
    )


def asked_cipher(text: str) -> tuple[str, int | None]:
    """`lea`, or `lea-128`."""
    match = re.fullmatch(r"([a-z]+)(?:-?(128|192|256))?", text.lower())
    if not match:
        raise LabError(f"unknown cipher `{text}`; use {', '.join(CIPHERS)}")
    return match[1], int(match[2]) // 8 if match[2] else None


def asked_direction(text: str) -> str:
    if text.lower() not in DIRECTIONS:
        raise LabError(f"unknown direction `{text}`; use {', '.join(DIRECTIONS)}")
    return DIRECTIONS[text.lower()]


def named_cipher(name: str) -> str | None:
    if NIST_AES.fullmatch(name):
        return "aes"
    match = re.search(r"(AES|ARIA|LEA)[-_ ]?\(?(?=128|192|256)", name) or re.search(
        r"(?<![A-Z])(AES|ARIA|LEA)(?![A-Z])", name
    )
    return match[1].lower() if match else None


def named_mode(name: str) -> str | None:
    if NIST_CCM.fullmatch(name):
        return "ccm"
    found = {m for m in MODES if m.upper() in name}
    return found.pop() if len(found) == 1 else None


def named_kind(name: str) -> str | None:
    found = [k for k in ("mct", "mmt") if k.upper() in name]
    return found[0] if found else "kat" if KNOWN_ANSWERS.search(name) else None


def named_key(name: str) -> int | None:
    found = set(re.findall(r"(?<!\d)(128|192|256)(?!\d)", name))
    return int(found.pop()) // 8 if len(found) == 1 else None


def named_direction(name: str) -> str | None:
    if NIST_CCM.fullmatch(name):
        return DECRYPT if name.startswith("DVPT") else ENCRYPT
    if DECRYPTS.search(name):
        return DECRYPT
    return ENCRYPT if ENCRYPTS.search(name) else None
