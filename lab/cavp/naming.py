# SPDX-License-Identifier: MIT
"""The subject of a request file: cipher or hash, key size, mode, kind and direction, from its name or from options.

NIST and KCMVP encode all of it in the name: `LEA128(CBC)MMT.req`, `CMAC(ARIA256)GEN.req`, `CBCMCT128.req`,
`gcmDecrypt192.req`, `DVPT256.req`, `SHA2(256)ShortMsg.req`, `HMAC_SHA-256_KAT.req`,
`CTR_DRBG(ARIA-128(use DF)(no PR))_KAT.req`, `PBKDF(HMAC-SHA256)KAT.req`, `ARIA-128_(ECB)_MCT.sam`,
`SHA3-256_(Byte)_MCT.req`, `KDF_(FB)(no CTR)_HMAC-SHA2-256_KAT.req`.  `HMAC.req`, `Hash_DRBG.req` and `KDFCTR_gen.req`
leave hash or cipher to their sections."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ..errors import LabError
from ..paths import ROOT
from ..plan.implementations import Implementation, discover
from ..plan.names import hint

# Modes of a cipher, and the library's header for each.
CIPHER_MODES = {
    "ecb": "",
    "cbc": "cbc",
    "cfb8": "cfb",
    "cfb32": "cfb",
    "cfb64": "cfb",
    "cfb128": "cfb",
    "ofb": "ofb",
    "ctr": "ctr",
    "gcm": "gcm",
    "gmac": "gmac",
    "ccm": "ccm",
    "cmac": "cmac",
    "xts": "xts",
    "kw": "kw",
    "kwp": "kw",
    "ctr-drbg": "drbg",
    "kbkdf-cmac": "kbkdf",
}
# The same for a hash.
HASH_MODES = {
    "hash": "",
    "hmac": "hmac",
    "hash-drbg": "drbg",
    "hmac-drbg": "drbg",
    "kbkdf-hmac": "kbkdf",
    "pbkdf2": "pbkdf2",
}
KBKDF = "kbkdf"  # over HMAC or CMAC
MODES = (*CIPHER_MODES, *HASH_MODES)
IN_SECTIONS = ("hmac", "ctr-drbg", "hash-drbg", "hmac-drbg", KBKDF, "pbkdf2")  # sections may name the hash or cipher
# Modes with segments; each has its own Monte Carlo test.
SEGMENT_BITS = {"cfb8": 8, "cfb32": 32, "cfb64": 64, "cfb128": 128}
WRAPPING = ("kw", "kwp")
MONTE_CARLO = ("ecb", "cbc", *SEGMENT_BITS, "ofb", "ctr", "hash")
SHA2 = ("sha-224", "sha-256", "sha-384", "sha-512", "sha-512-224", "sha-512-256")
SHA3 = ("sha3-224", "sha3-256", "sha3-384", "sha3-512")
LSH = ("lsh-256-224", "lsh-256-256", "lsh-512-224", "lsh-512-256", "lsh-512-384", "lsh-512-512")
SHAKE = ("shake128", "shake256")
HASHES = {name: header for header, names in (("sha2", SHA2), ("sha3", (*SHA3, *SHAKE)), ("lsh", LSH)) for name in names}
ASCON = {  # ACVP only: the measured algorithm and mode of each
    "ascon-aead128": ("ascon-aead128", "aead"),
    "ascon-hash256": ("ascon-hash256", "hash"),
    "ascon-xof128": ("ascon-hash256", "hash"),
    "ascon-cxof128": ("ascon-hash256", "hash"),
}
KINDS = ("kat", "mmt", "mct")
ENCRYPT, DECRYPT = "encrypt", "decrypt"
DIRECTIONS = {ENCRYPT: ENCRYPT, DECRYPT: DECRYPT, "generate": ENCRYPT, "verify": DECRYPT}

# NIST's names of AES files say neither AES nor, for CCM, the mode.
NIST_CCM = re.compile(r"(VADT|VNT|VPT|VTT|DVPT)\d{3}")
NIST_AES = re.compile(
    r"(ECB|CBC|OFB|CFB8|CFB128)(MMT|MCT|GFSBOX|KEYSBOX|VARKEY|VARTXT)\d{3}|GCM(EN|DE)CRYPT.*|XTSGEN.*|KWP?_A[ED]_.*|"
    + NIST_CCM.pattern
)
KNOWN_ANSWERS = re.compile(r"KAT|GFSBOX|KEYSBOX|VARKEY|VARTXT|SHORTMSG|LONGMSG")
ENDING = r"((?<![A-Z])|(?<=[CG]CM))"  # before AE, GE, AD and DV at the end, which are also the end of other words
ENCRYPTS = re.compile(rf"ENCRYPT|({ENDING}(AE|GE)|ENC|GEN)\d*$|[CG]MACGEN|KWP?_AE_")
DECRYPTS = re.compile(rf"DECRYPT|({ENDING}(AD|DV)|DEC|VER)\d*$|[CG]MACVER|KWP?_AD_")
OTHER_CIPHERS = "ARIA|HIGHT|LEA|SEED"
HASH_NAMES = (
    (re.compile(r"LSH[-_ (]?(256|512)[-_ (,]+(224|256|384|512)"), "lsh-{}-{}"),
    (re.compile(r"SHA-?3[-_ (]*(224|256|384|512)"), "sha3-{}"),
    (re.compile(r"SHAKE[-_ (]?(128|256)"), "shake{}"),
    (re.compile(r"SHA(?:-?2[-_ (]|[-_ (])?(512)[-_/(, T]*(224|256)(?!\d)"), "sha-{}-{}"),
    (re.compile(r"SHA(?:-?2[-_ (]|[-_ (])?(224|256|384|512)(?!\d)"), "sha-{}"),
)
NAMED_FIRST = (  # before any hash or cipher in the name
    ("CTR_?DRBG", "ctr-drbg"),
    ("HASH_?DRBG", "hash-drbg"),
    ("HMAC_?DRBG", "hmac-drbg"),
    ("PBKDF", "pbkdf2"),
    ("KBKDF|(?<![A-Z0-9])KDF|800-?108", KBKDF),
)


@dataclass(frozen=True)
class Subject:
    """Unknown properties are None; keys and sections of the file may supply them."""

    cipher: str  # or hash; empty if sections say it
    mode: str
    kind: str | None
    key_bytes: int | None
    direction: str | None
    derives: bool = True  # CTR_DRBG with its derivation function
    feedback: bool = False  # KBKDF in feedback mode instead of counter mode
    counts: bool | None = None  # KBKDF with a counter
    of_kcmvp: bool = False  # KCMVP's Monte Carlo test, where NIST's differs

    @property
    def monte_carlo(self) -> bool:
        return self.kind == "mct"

    @property
    def block(self) -> int:
        """Bytes of a block of the cipher."""
        return ciphers()[self.cipher].block_bytes

    @property
    def segment(self) -> int:
        """Bytes that a step of the Monte Carlo test processes."""
        return SEGMENT_BITS.get(self.mode, 8 * self.block) // 8

    @property
    def together(self) -> int:
        """Digests hashed by a step of a hash's Monte Carlo test. NIST: three of SHA-2, one of SHA-3. KCMVP: the fewest
        that are longer than a block, three of SHA-2."""
        digest = int(self.cipher.rpartition("-")[2]) // 8
        if self.cipher in LSH:
            return 4 * int(self.cipher.split("-")[1]) // 8 // digest + 1
        if self.cipher in SHA3:
            return (200 - 2 * digest) // digest + 1 if self.of_kcmvp else 1
        return 3

    @property
    def name(self) -> str:
        return f"{self.cipher}-{8 * self.key_bytes}" if self.key_bytes and self.mode in CIPHER_MODES else self.cipher


@cache
def ciphers() -> dict[str, Implementation]:
    """The library's block ciphers that validation knows, by name, each with one of its key sizes."""
    block_ciphers = {i.cipher.rpartition("-")[0]: i for i in discover() if i.in_library and i.kind == "block"}
    return {name: block_ciphers[name] for name in ("aes", "aria", "hight", "lea", "seed") if name in block_ciphers}


@cache
def key_sizes(cipher: str) -> tuple[int, ...]:
    """In bytes."""
    blocks = (i for i in discover() if i.in_library and i.kind == "block")
    return tuple(i.key_bytes for i in blocks if i.cipher.rpartition("-")[0] == cipher)


def has_header(name: str) -> bool:
    return not name or (ROOT / f"include/narae/{name}.h").exists()


def modes() -> list[str]:
    return [*(mode for mode, header in (CIPHER_MODES | HASH_MODES).items() if has_header(header)), KBKDF]


def hashes() -> list[str]:
    return [name for name, header in HASHES.items() if has_header(header)]


def subject(
    path: Path,
    cipher: str | None = None,
    mode: str | None = None,
    kind: str | None = None,
    direction: str | None = None,
) -> Subject:
    """Options take precedence over the name."""
    for what, value, known in (("mode", mode, modes()), ("kind", kind, KINDS), ("direction", direction, DIRECTIONS)):
        if value and value.lower() not in known:
            raise unknown(what, value, known)
    name = path.stem.upper()
    family, key_bytes = parse_cipher(cipher) if cipher else (named_cipher(name), None)
    mode = mode.lower() if mode else named_mode(name)
    if mode is None and family in HASHES:
        mode = "hash"
    kind = kind.lower() if kind else named_kind(name)
    if family is None and (old := re.search(r"(?<![A-Z])(SHA)[-_ (]?1(?!\d)", name)):
        raise LabError(f"{path}: {old[1]}-1 is not in the library; its hashes are {', '.join(hashes())}")
    if mode is None and "CFB1" in name and "CFB128" not in name:
        raise LabError(f"{path}: CFB with segments of one bit is not in the library")
    known_ciphers = hashes() if mode in HASH_MODES else list(ciphers())
    if mode in (None, KBKDF):
        known_ciphers += hashes()
    for what, value, known in (("cipher", family, known_ciphers), ("mode", mode, modes())):
        if value is None and what == "cipher" and mode in IN_SECTIONS:
            continue
        if value is None:
            what_is_meant = "hash" if what == "cipher" and mode in HASH_MODES else what
            raise LabError(f"{path}: its name does not say which {what_is_meant}; add --{what} ({', '.join(known)})")
        if value not in known:
            raise unknown(what, value, known)
    assert mode
    if mode == KBKDF and re.search("PIPELINE|DBL|(?<![A-Z])DP", name):
        raise LabError(f"{path}: KBKDF in double-pipeline mode is not in the library")
    if mode in WRAPPING and re.search("(?<![A-Z])INV(?![A-Z])", name):
        raise LabError(f"{path}: keys are wrapped with the cipher's forward function only, not with its inverse")
    if mode == "gcm" and "INTIV" in name:
        raise LabError(f"{path}: there a module chooses its own IVs, which no file can hold; see gcmEncryptExtIV")
    if family in SHAKE and mode != "hash":
        raise LabError(f"{path}: {mode.upper()} is defined with SHA-2, SHA-3 and LSH, not with {family.upper()}")
    if kind == "mct" and mode not in MONTE_CARLO:
        raise LabError(f"{path}: there is no Monte Carlo test of {mode.upper()}")
    result = Subject(
        cipher="",
        mode=mode,
        kind=kind,
        key_bytes=None,
        direction=DIRECTIONS[direction.lower()] if direction else named_direction(name),
        derives=not re.search(r"NO[-_ ]?DF", name),
        feedback=re.search("FEEDBACK|(?<![A-Z])FB|KDFFB", name) is not None,
        counts=counter[1] == "USE" if (counter := re.search("(USE|NO)[-_ ]?CTR", name)) else None,
        of_kcmvp=mode == "hash" and kind == "mct" and ("(" in name or "MCT" in name),
    )
    return with_cipher(result, family, key_bytes or named_key(name, family)) if family else result


def with_cipher(subject: Subject, family: str, key_bytes: int | None) -> Subject:
    """Adds the hash or the cipher."""
    mode = subject.mode
    if mode.startswith(KBKDF):
        mode = f"{KBKDF}-hmac" if family in HASHES else f"{KBKDF}-cmac"
    return replace(subject, cipher=family, mode=mode, key_bytes=None if mode in HASH_MODES else key_bytes)


def parse_cipher(text: str) -> tuple[str, int | None]:
    """`lea`, `lea-128`, or the name of a hash, also as files write it: `sha256`, `SHA-512/256`."""
    for pattern, form in HASH_NAMES:
        if named := pattern.fullmatch(text.upper()):
            return form.format(*named.groups()), None
    text = text.lower()
    match = re.fullmatch(r"([a-z]+)(?:-?(128|192|256))?", text)
    if not match:
        raise LabError(joined) if (joined := hint(text)) else unknown("cipher", text, [*ciphers(), *hashes()])
    return match[1], int(match[2]) // 8 if match[2] else None


def unknown(what: str, value: str, known: Iterable[str]) -> LabError:
    return LabError(f"unknown {what} `{value}`; use {', '.join(known)}")


def named_cipher(name: str) -> str | None:
    if NIST_AES.fullmatch(name) and not re.search(OTHER_CIPHERS, name):
        return "aes"
    for pattern, form in HASH_NAMES:
        if match := pattern.search(name):
            return form.format(*match.groups())
    words = f"AES|{OTHER_CIPHERS}"
    match = (
        re.search(rf"({words})[-_ ]?\(?(?=128|192|256)", name)
        or re.search(rf"(?<![A-Z])({words})(?![A-Z])", name)
        or re.search(rf"[CG]MAC(?:GEN|VER)({words})(?![A-Z])", name)
    )
    return match[1].lower() if match else None


def named_mode(name: str) -> str | None:
    if NIST_CCM.fullmatch(name):
        return "ccm"
    for pattern, mode in NAMED_FIRST:
        if re.search(pattern, name):
            return mode
    if "HMAC" in name:
        return "hmac"
    modes = {m for m in MODES if m.upper() in name and not m.startswith("kw")}
    if wrap := re.search(r"(?<![A-Z])KWP?(?![A-Z])", name):
        modes.add(wrap[0].lower())
    if re.search(r"CFB(?![0-9])", name):
        modes.add("cfb128")
    return modes.pop() if len(modes) == 1 else None


def named_kind(name: str) -> str | None:
    kinds = [k for k, word in (("mct", "MCT|MONTE"), ("mmt", "MMT")) if re.search(word, name)]
    return kinds[0] if kinds else "kat" if KNOWN_ANSWERS.search(name) else None


def named_key(name: str, cipher: str) -> int | None:
    if cipher in HASHES:
        return None
    sizes = key_sizes(cipher)
    if len(sizes) == 1:
        return sizes[0]
    sizes_named = set(re.findall(r"(?<!\d)(128|192|256)(?!\d)", re.sub("CFB128", "", name)))
    return int(sizes_named.pop()) // 8 if len(sizes_named) == 1 else None


def named_direction(name: str) -> str | None:
    if NIST_CCM.fullmatch(name):
        return DECRYPT if name.startswith("DVPT") else ENCRYPT
    if DECRYPTS.search(name):
        return DECRYPT
    return ENCRYPT if ENCRYPTS.search(name) else None
