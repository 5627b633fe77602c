# SPDX-License-Identifier: MIT
"""Folders of SUPERCOP, NIST's lightweight competition and PQClean: an api.h defines the sizes."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from ...errors import LabError
from ..names import measured, plain, taken_apart
from .description import PREFIX, Called, CalledPrimitive, Functions, Recognized
from .known import known, library_of
from .sources import SOURCES, integer, is_source, macros_of, text_of

CHECKSUMS = ("checksumsmall", "checksumbig")  # SUPERCOP's, in the folder of the primitive
# SUPERCOP's functions by operation: mode, and calls.
OPERATIONS: dict[str, tuple[str, dict[str, str]]] = {
    "crypto_aead": (
        "aead",
        {
            "seal": "{f}_encrypt(sealed, &written, text, bytes, ad, ad_bytes, 0, nonce, key)",
            "open": "{f}_decrypt(text, &written, 0, sealed, sealed_bytes, ad, ad_bytes, nonce, key)",
        },
    ),
    "crypto_hash": ("hash", {"seal": "{f}(sealed, text, bytes)"}),
    "crypto_stream": ("stream", {"seal": "{f}_xor(sealed, text, bytes, nonce, key)"}),
    "crypto_onetimeauth": (
        "mac",
        {"seal": "{f}(sealed, text, bytes, key)", "open": "{f}_verify(sealed, text, bytes, key)"},
    ),
    "crypto_auth": ("mac", {"seal": "{f}(sealed, text, bytes, key)", "open": "{f}_verify(sealed, text, bytes, key)"}),
    "crypto_core": ("block", {"encrypt": "{f}(out, in, key, 0)"}),  # or others: core()
}
CALLED = {
    "crypto_aead": "crypto_aead_encrypt",
    "crypto_stream": "crypto_stream_xor",
}
SIZES = {"key": "KEYBYTES", "nonce": "NPUBBYTES|NONCEBYTES", "tag": "BYTES|OUTPUTBYTES"}
SIZES_OF_AEAD = SIZES | {"tag": "ABYTES|BYTES|OUTPUTBYTES"}


def of_supercop(folder: Path, requested: Functions) -> Recognized | None:
    header = api_of(folder)
    if not header:
        return None
    api = text_of(header)
    macros = macros_of(api, *(text_of(f) for f in sorted(folder.glob("*.h")) if f.is_file()))
    defined = re.findall(r"#\s*define\s+\w*?(CRYPTO_\w*BYTES)[ \t]+(\S.*)", api)
    constants = {name: value for name, text in defined if (value := integer(text, macros)) is not None}
    operation, prefix, origin = operation_of(folder, api)
    mode, calls = core(constants) if operation == "crypto_core" else OPERATIONS[operation]
    calls = {function: call.format(f=prefix + operation) for function, call in calls.items()}
    if glued := functions_of_nist(folder, operation):
        calls = {w: f"{name}({c.partition('(')[2]}" for (w, c), name in zip(calls.items(), glued, strict=True)}
        origin = f"{origin}; {glue_of(operation)} names {', '.join(glued)}"
    renamed = full_names(folder, operation, calls)
    undefined_names = undefined(folder, calls, renamed)
    calls = {function: call for function, call in calls.items() if function not in undefined_names}
    sizes: dict[str, Any] = sizes_of(header, constants, operation)
    (cipher, mode), cipher_origin = cipher_of(folder, operation, mode, requested, sizes.get("key", 0))
    supercop = operation if checksum_files(folder, operation) else ""
    called = Called(
        kernel=f"{PREFIX}{folder.name}",
        header=header_of(folder, operation, calls),
        include=[os.path.relpath(header.parent, folder)] if header.parent != folder else [],
        cflags=[f"-D{name}={full}" for name, full in renamed.items()] + supercop_flags(folder, operation, constants),
        primitive=[CalledPrimitive(cipher=cipher, mode=mode, supercop=supercop, call=calls, **sizes)],
    )
    origin += "".join(f"; {name} is {full} there" for name, full in renamed.items())
    defines = f"{header.name} defines {', '.join([*constants][:4])}"
    notes = [f"no source defines {name}, so it is not measured" for name in undefined_names.values()]
    layout = f"{'PQClean' if prefix else 'SUPERCOP'}, {operation}"
    return Recognized(folder, layout, [defines, origin, cipher_origin, *notes], called)


def api_of(folder: Path) -> Path | None:
    """The api.h of an implementation: its own, its primitive's, or another implementation's."""
    others = sorted(folder.parent.glob("*/api.h")) if folder.parent.parent.name in OPERATIONS else []
    headers = (f for f in (folder / "api.h", folder.parent / "api.h", *others) if f.is_file())
    return next(headers, None)


def glue_of(operation: str) -> str:
    return f"lwc_{operation}.c"


def functions_of_nist(folder: Path, operation: str) -> list[str]:
    """The functions that NIST's benchmarking framework calls instead of SUPERCOP's; empty if it calls these."""
    file = folder / glue_of(operation)
    number = len(OPERATIONS[operation][1])
    hit = re.search(r"\b(?:aead|hash)_ctx\s+\w+\s*=\s*\{([^{}]*)\}", text_of(file)) if file.is_file() else None
    names = re.findall(r"\w+", hit[1])[-number:] if hit else []
    return [] if f"{operation}_encrypt" in names or operation in names else names


def code_in(folder: Path) -> str:
    return "".join(text_of(f) for f in sorted(folder.iterdir()) if f.is_file() and f.suffix in (*SOURCES, ".h", ".inc"))


def includes_sources(text: str) -> bool:
    return re.search(r'#\s*include\s+"[^"]+\.(c|S|inc)"', text) is not None


def full_names(folder: Path, operation: str, calls: dict[str, str]) -> dict[str, str]:
    """SUPERCOP's functions that the sources define under longer names, such as crypto_stream_salsa20_ref_xor: with
    those of primitive and implementation, as its generated headers do, or with a suffix."""
    text = code_in(folder)
    if includes_sources(text):
        return {}
    defined = re.findall(r"\b(\w+)\s*\([^;{}()]*\)\s*\{|^_?(\w+):|\bdefine\s+(\w+)", text, re.MULTILINE)
    names = {name for groups in defined for name in groups if operation in name}
    full = {}
    for name in (call.partition("(")[0] for call in calls.values()):
        _, _, end = name.partition(operation)
        if operation in name and name not in names:
            # The name of the operation may be part of any function; otherwise none of the others may be.
            others = "" if end else "(?!.*_(xor|init|update|final|verify|open|encrypt|decrypt)(_|$))"
            longer = [n for n in names if re.fullmatch(rf"{others}\w*{operation}(_\w+)?{end}(_\w+)?", n)]
            about = (folder.name, folder.parent.name)
            if longer:
                full[name] = max(sorted(longer, key=len), key=lambda n: sum(part in n for part in about))
    return full


def undefined(folder: Path, calls: dict[str, str], renamed: dict[str, str]) -> dict[str, str]:
    """Inverse functions that no source of the folder defines, by operation; empty if sources include others."""
    text = code_in(folder)
    if includes_sources(text):
        return {}
    names = {function: call.partition("(")[0] for function, call in calls.items() if function == "open"}
    names = {function: name for function, name in names.items() if name not in renamed}
    body, label, alias = r"\s*\([^;{}]*\)[^;{}]*\{", r"\s*(:|\n|$)", r"define\s+\w+\s+"
    return {w: n for w, n in names.items() if not re.search(rf"\b{n}\b({body}|{label})|{alias}{n}\b", text)}


def supercop_flags(folder: Path, operation: str, constants: dict[str, int]) -> list[str]:
    """Macros that SUPERCOP passes to the compiler or generates in a header, if the sources use them."""
    text = "".join(text_of(f) for f in folder.iterdir() if f.is_file() and f.suffix in (*SOURCES, ".h"))
    macros: dict[str, str] = {}
    for under in ("", "_"):
        for shared, top in (("", operation), ("SHARED_", f"shared_{operation}")):
            name = f"{under}CRYPTO_{shared}NAMESPACE"
            macros |= {name: f"{name}(name)={under}{top}_##name", f"{name}TOP": f"{name}TOP={under}{top}"}
    macros["SUPERCOP"] = "SUPERCOP"
    flags = [f"-D{definition}" for name, definition in macros.items() if re.search(rf"\b{name}\b", text)]
    flags += ["-DCRYPTO_ALIGN(n)=__attribute__((aligned(n)))"] if re.search(r"\bCRYPTO_ALIGN\b", text) else []
    sizes = {f"{operation}_{name.removeprefix('CRYPTO_')}": value for name, value in constants.items()}
    named = {n: v for n, v in sizes.items() if re.search(rf"\b{n}\b", text) and not re.search(rf"define\s+{n}\b", text)}
    return flags + [f"-D{n}={v}" for n, v in named.items()]


def core(constants: dict[str, int]) -> tuple[str, dict[str, str]]:
    """The mode of a crypto_core: a permutation, a block cipher, or a function whose output has another size.  Its
    constants become the end of its key."""
    key, constant_bytes, size, out = (constants.get(f"CRYPTO_{n}BYTES", 0) for n in ("KEY", "CONST", "INPUT", "OUTPUT"))
    if key + constant_bytes == 0 and size == out:
        return "permutation", {"permute": "{f}(state, state, 0, 0)"}
    last = f"key + {key}" if constant_bytes else "0"
    return "block" if size == out and not constant_bytes else "core", {"encrypt": f"{{f}}(out, in, key, {last})"}


def checksum_files(folder: Path, operation: str) -> list[Path]:
    """SUPERCOP's checksum files in the nearest folder that has any."""
    for directory in (folder, *folder.parents[:3]):
        if directory.name == operation:
            break
        if files := [directory / name for name in CHECKSUMS if (directory / name).is_file()]:
            return files
    return []


def operation_of(folder: Path, api: str) -> tuple[str, str, str]:
    """SUPERCOP's operation, the prefix of its names, and how it was recognized."""
    for part in (p.name for p in (folder, *folder.parents)):
        if part in OPERATIONS:
            return part, prefix_of(folder, api, part), f"its path contains {part}"
    for operation in OPERATIONS:
        called = CALLED.get(operation, operation)
        for file in [*sorted(folder.glob("*.h")), *sorted(f for f in folder.iterdir() if is_source(f))]:
            if hit := re.search(rf"\b(\w*?){called}\b\s*(\(|:)", text_of(file)):
                return operation, hit[1], f"{file.name} has {hit[1]}{called}"
            if hit := re.search(rf"\b{operation}_\w+(?=\s*(\(|:))", text_of(file)):
                return operation, "", f"{file.name} has {hit[0]}"
    raise LabError(f"{folder} has an api.h, but none of the functions of {', '.join(OPERATIONS)}")


def prefix_of(folder: Path, api: str, operation: str) -> str:
    called = CALLED.get(operation, operation)
    texts = [api, *(text_of(f) for f in sorted(folder.glob("*.[ch]")) if f.is_file())]
    hits = [h for text in texts for h in re.findall(rf"\b(\w*?){called}\b\s*\(", text)]
    return hits[0] if hits else ""


def header_of(folder: Path, operation: str, calls: dict[str, str]) -> str:
    """The header that declares the functions: the folder's own, or one like SUPERCOP's generated header."""
    called = next(iter(calls.values())).partition("(")[0]
    for file in (folder / f"{operation}.h", folder / "api.h", *sorted(folder.glob("*.h"))):
        if file.exists() and re.search(rf"\b{called}\b\s*\(", text_of(file)):
            return file.name
    return f"{operation}.h"


def sizes_of(api: Path, constants: dict[str, int], operation: str) -> dict[str, int]:
    def size(names: str) -> int:
        hits = [constants[f"CRYPTO_{n}"] for n in names.split("|") if f"CRYPTO_{n}" in constants]
        return hits[0] if hits else 0

    if operation == "crypto_core":
        missing = [n for n in ("INPUTBYTES", "OUTPUTBYTES") if not constants.get(f"CRYPTO_{n}")]
        if missing:
            raise LabError(f"{api} does not define CRYPTO_{missing[0]}, a number of bytes")
        key, more, bytes_, out = (constants.get(f"CRYPTO_{n}BYTES", 0) for n in ("KEY", "CONST", "INPUT", "OUTPUT"))
        if core(constants)[0] == "permutation":
            return {"state": bytes_}
        sizes = {"key": key + more, "block": bytes_}
        return sizes | ({"output": out} if out != bytes_ else {}) | ({"constant": more} if more else {})
    names = SIZES_OF_AEAD if operation == "crypto_aead" else SIZES
    needs = {"crypto_aead": ("key", "nonce", "tag"), "crypto_stream": ("key", "nonce")}.get(operation, ("tag",))
    may_be = needs if operation == "crypto_hash" else ("key", *needs)  # api.h may have sizes of an AEAD, too
    sizes = {name: size(names[name]) for name in may_be}
    for name in needs:
        if not sizes[name]:
            raise LabError(f"{api} does not define CRYPTO_{names[name].split('|')[0]}, a number of bytes")
    return {name: n for name, n in sizes.items() if n}


def cipher_of(folder: Path, operation: str, mode: str, requested: Functions, key: int) -> tuple[tuple[str, str], str]:
    """Cipher and mode, and how they were recognized.  With a name such as `aes-gcm` the size of the key decides; a
    cipher unknown to the library is named after its folder."""
    if requested.cipher:
        return (requested.cipher, requested.mode or mode), "from --cipher"
    names = known()
    for part in (p.name for p in (folder, *folder.parents) if p.name):
        if part == operation:
            break
        for name in (plain(part), re.sub(r"v\d+$", "", plain(part))):
            if operation == "crypto_core":
                name = name.removesuffix("encrypt").removesuffix("64bits")
            for hit in (names.get(f"{name} {mode}"), names.get(name)):
                if hit:
                    return hit, f"the folder name {part} means {hit[0]} {hit[1]}"
        mode_named, ciphers = taken_apart(part, measured()) or ("", [])
        for cipher in ciphers:
            if (i := library_of(cipher, mode_named)) and i.key_bytes == key and mode == "aead":
                origin = f"the folder name {part} with a key of {key} bytes means {cipher} {mode_named}"
                return (cipher, mode_named), origin
    operation_folders = [p.name for p in (folder, *folder.parents) if p.parent.name.startswith("crypto_")]
    name = operation_folders[-1] if operation_folders else folder.name
    return (name, mode), f"the library has no cipher {name}"
