# SPDX-License-Identifier: MIT
"""Functions declared in a C header: which argument is the key, the schedule, the input and the output."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import LabError
from .readings import Choice


@dataclass(frozen=True)
class Parameter:
    type: str  # without const and *
    name: str
    constant: bool
    pointer: bool
    length: str  # of an array


UNSIGNED = ("unsigned char", "unsigned short", "unsigned int", "unsigned long")


def parameters(text: str, header: str, name: str) -> list[Parameter]:
    """Parameters of a function declared in a header."""
    hit = re.search(rf"\b{re.escape(name)}\s*\(([^;{{]*?)\)\s*(;|\{{|__attribute__)", text, re.DOTALL)
    if not hit:
        raise LabError(f"{header} declares no function {name}")
    result = []
    for word in hit[1].split(","):
        word = " ".join(word.split())
        match = re.match(r"(.*?)(\w+)?\s*(\[(.*)\])?$", word)
        assert match
        before, last, array, length = match[1], match[2] or "", match[3], match[4] or ""
        alone = before.strip() in ("", "const", "struct") or f"{before}{last}" in UNSIGNED
        if alone:  # a type without a name
            before, last = f"{before} {last}", ""
        kind = " ".join(re.sub(r"\b(const|restrict|__restrict|register|static)\b|\*", " ", before).split())
        pointer, constant = "*" in before or bool(array), "const" in before
        if not pointer and (base := pointed_to(text, kind)):
            kind, pointer, constant = base.replace("const ", ""), True, base.startswith("const ")
        result.append(Parameter(kind, last, constant, pointer, length))
    return result


def pointed_to(text: str, name: str) -> str:
    """The type behind a pointer typedef such as `typedef struct aes_key { ... } *aes_key_t`; empty if it is none."""
    body = r"\{(?:[^{}]|\{[^{}]*\})*\}"
    hit = re.search(rf"\btypedef\b([\w\s]+)({body})?\s*(?:\w+\s*,\s*)?\*\s*{re.escape(name)}\s*;", text)
    base = " ".join(hit[1].split()) if hit else ""
    return f"__typeof__(*({name})0)" if base in ("struct", "union") else base


NAMES = {
    "schedule": "rk|rkey|roundkeys?|round_keys?|ks|skey|sched|schedule|ctx|context|keys|w|state|expanded\\w*|ekey|dkey",
    "key": "key|k|mk|userkey|ukey|master\\w*|in_key",
    "in": "in|input|pt|plaintext|plain|src|m|msg|p|from|ptext",
    "out": "block|blk|buf|buffer|data|inout|out|output|ct|ciphertext|cipher|dst|c|to|dest|ctext",
}


def role(p: Parameter, wanted: Iterable[str]) -> str:
    name = without_type(p.name).lower()
    return next((r for r in wanted if re.fullmatch(NAMES[r], name)), "")


def without_type(name: str) -> str:
    """Strips Hungarian prefixes: pbUserKey -> UserKey."""
    return re.sub("^l?p(b|by|dw|w|c|uc|sz|v)?(?=[A-Z])", "", name)


def blocks_of(text: str, header: str, name: str, block: int) -> int:
    """The number of blocks per call, if array sizes tell."""
    if not name or "(" in name:
        return 1
    lengths = [int(p.length) for p in parameters(text, header, name) if role(p, ("in", "out")) and p.length.isdigit()]
    return lengths[0] // block if lengths and len({*lengths}) == 1 and lengths[0] % block == 0 else 1


def call_of(name: str, arguments: list[str]) -> str:
    return f"{name}({', '.join(arguments)})"


def unclear(header: str, name: str, form: str) -> LabError:
    return LabError(f"{header}: the arguments of {name} are ambiguous; write out the call, as in: {form}")


def returns_number(text: str, name: str) -> bool:
    return re.search(rf"\b(int|unsigned|size_t|u?int\d+_t|u(8|16|32))\s+{re.escape(name)}\s*\(", text) is not None


# Numeric arguments of a block cipher, by name.
ROUNDS_NAMES = r"n_?r|.*rounds?"
FLAG_NAMES = r"enc\w*|dec\w*|dir\w*|mode|flag|forward|is_?\w+"
# Rounds of ciphers by the size of the key.
ROUNDS = {
    "aes": {16: 10, 24: 12, 32: 14},
    "aria": {16: 12, 24: 14, 32: 16},
    "lea": {16: 24, 24: 28, 32: 32},
    "seed": {16: 16},
    "hight": {16: 32},
    "pipo": {16: 13, 32: 17},
    "present": {10: 31, 16: 31},
}
RETURNED = "returned by key setup"  # of the number of rounds; also in a call, where its place is not known yet
KEPT = 16  # bytes before the schedule for it


@dataclass(frozen=True)
class Sizes:
    """Possible values of numeric arguments."""

    key: int
    rounds: int = 0  # 0: unknown
    returned: bool = False  # key setup returns them


def rounds_of(cipher: str, key: int) -> int:
    return ROUNDS.get(cipher.partition("-")[0], {}).get(key, 0)


def key_length(p: Parameter, key: int, choose: Choice) -> str:
    """In the unit of its name, or else in bytes, bits or words."""
    units = {"bytes": key, "bits": 8 * key, "words of 32 bits": key // 4}
    named = [unit for unit in ("bits", "bytes") if unit[:-1] in p.name.lower()]
    return str(units[named[0] if len(named) == 1 else choose("key length in", *units)])


def number(p: Parameter, sizes: Sizes, choose: Choice) -> str:
    """A numeric argument of key setup or of all functions; empty if it is another one."""
    name = p.name.lower()
    if re.fullmatch(ROUNDS_NAMES, name):
        values = [str(sizes.rounds)] * bool(sizes.rounds) + [RETURNED] * sizes.returned
        return choose("number of rounds", *values) if values else ""
    if re.search("key|bit", name) or re.fullmatch(r"k_?(len|size)", name):
        return key_length(p, sizes.key, choose)
    return ""


def set_key_call(text: str, header: str, name: str, sizes: Sizes, choose: Choice) -> tuple[str, str]:
    """The call, and the C type of the schedule, with its length if the header has it."""
    form = '--set-key "aes_key(schedule, key)"'
    if "(" in name:
        return name, written_schedule(text, header, name)
    params = parameters(text, header, name)
    pointers = [p for p in params if p.pointer]
    if len(pointers) != 2:
        raise unclear(header, name, form)
    schedules = [p for p in pointers if not p.constant]
    for likely in (lambda p: role(p, ("schedule",)), lambda p: not role(p, ("key",)), lambda p: not is_data(p)):
        if len(schedules) != 1:
            schedules = [p for p in pointers if likely(p)]
    if len(schedules) != 1:
        first = choose(f"{name} writes", *(p.name or f"argument {n}" for n, p in enumerate(pointers, 1)))
        schedules = [p for n, p in enumerate(pointers, 1) if first in (p.name, f"argument {n}")]
    arguments = []
    for p in params:
        if p.pointer:
            arguments.append(f"({p.type} *)schedule" if p is schedules[0] else f"(const {p.type} *)key")
        elif value := number(p, sizes, choose):
            arguments.append(value)
        elif re.search("byte|len|size", p.name.lower()):
            arguments.append(key_length(p, sizes.key, choose))
        elif is_flag(p):
            arguments.append(choose("flag to encrypt", "1", "0"))
        else:
            raise unclear(header, name, form)
    return call_of(name, arguments), declared(schedules[0])


def is_flag(p: Parameter) -> bool:
    return bool(re.fullmatch(FLAG_NAMES, p.name.lower()) or re.search("mode|enum|bool", p.type.lower()))


WORDS = {
    16: r"uint16_t|u16|uint16|unsigned short( int)?",
    32: r"uint32_t|u32|uint32|unsigned int|unsigned|uint|DWORD|WORD|unsigned long",
    64: r"uint64_t|u64|uint64|unsigned long long",
}
BYTES = r"(un)?(signed )?char|char|u?int8_t|u8|uchar|byte|Byte|BYTE|void|octet"


def word_bits(kind: str) -> int:
    """Bits of a word type; 0: bytes, or another type."""
    return next((bits for bits, words in WORDS.items() if re.fullmatch(words, kind)), 0)


def is_data(p: Parameter) -> bool:
    """Of bytes or words, and no structure."""
    return word_bits(p.type) > 0 or re.fullmatch(BYTES, p.type) is not None


def words_of(calls: dict[str, str]) -> int:
    """The bits of the words that all of key and texts are passed as; 0 if they are bytes."""
    kinds = {
        kind for call in calls.values() for kind in re.findall(r"\((?:const )?([\w ]+) \*\)(?:key|in|out)\b", call)
    }
    sizes = {word_bits(kind) for kind in kinds}
    return sizes.pop() if len(sizes) == 1 else 0


def declared(p: Parameter) -> str:
    """The C type of what it points to, with its length if the header has it."""
    return f"{p.type}[{p.length}]" if p.length else p.type


def written_schedule(text: str, header: str, call: str) -> str:
    """The schedule's type as in set_key_call(), from a call in C such as "aes_key(schedule, key)"; empty for other
    calls."""
    hit = re.fullmatch(r"\s*(\w+)\s*\(([^()]*)\)\s*", call)
    arguments = [word.strip() for word in hit[2].split(",")] if hit else []
    if not hit or "schedule" not in arguments:
        return ""
    with contextlib.suppress(LabError):
        params = parameters(text, header, hit[1])
        if len(params) == len(arguments):
            return declared(params[arguments.index("schedule")])
    return ""


def crypt_call(text: str, header: str, name: str, function: str, schedule: str, sizes: Sizes, choose: Choice) -> str:
    """The call; `what`: encrypt, decrypt."""
    form = f'--{function} "{name}(schedule, in, out)"'
    if "(" in name:
        return name
    params = parameters(text, header, name)
    pointers = [p for p in params if p.pointer]
    secret = secret_among(pointers, schedule)
    if secret is None:
        raise unclear(header, name, form)
    texts = [p for p in pointers if p is not secret]
    if len(texts) not in (1, 2) or all(p.constant for p in texts):
        raise unclear(header, name, form)
    output = texts[-1]
    if len(texts) == 2:
        certain = [p for p in texts if not p.constant]
        certain = certain if len(certain) == 1 else outputs_by_name(texts, function)
        orders = ["first", "second"] if role(texts[0], ("in", "out")) != "out" else ["second", "first"]
        orders = orders if role(texts[0], ("in", "out")) != role(texts[1], ("in", "out")) else ["first", "second"]
        output = certain[0] if certain else texts[choose("input is the", *orders) == "first"]
    word = "schedule" if schedule else "key"
    if schedule and role(secret, ("key",)) and secret.type != schedule.partition("[")[0] and is_data(secret):
        word = choose(f"{name} takes the", "schedule", "key")
    arguments = []
    for p in params:
        name_ = p.name.lower()
        if p.pointer:
            const = "const " if p.constant else ""
            arguments.append(f"({const}{p.type} *){word if p is secret else 'out' if p is output else 'in'}")
        elif value := number(p, sizes, choose):
            arguments.append(value)
        elif re.search("block|blk", name_):
            arguments.append("blocks")
        elif "byte" in name_:
            arguments.append("bytes")
        elif name_ in ("n", "num", "count") or re.search("len|size", name_):
            units = {"bytes": "bytes", "blocks": "blocks"}
            if re.search("len|size", name_):
                units |= {"bytes of the key": str(sizes.key), "bits of the key": str(8 * sizes.key)}
            arguments.append(units[choose("length in", *(units if len(units) > 2 else ("blocks", "bytes")))])
        elif is_flag(p):
            arguments.append(str(int(choose("flag to encrypt", "1", "0")) ^ (function == "decrypt")))
        else:
            raise unclear(header, name, form)
    call = call_of(name, arguments)
    return call if len(texts) == 2 else f"(memcpy(out, in, bytes), {call})"  # works in place


def secret_among(pointers: list[Parameter], schedule: str) -> Parameter | None:
    """The key schedule, or without one the key: by its type, or else by its name.  Another structure is neither."""
    kind = schedule.partition("[")[0]
    of_kind = [p for p in pointers if kind and p.type == kind]
    possible = [p for p in pointers if is_data(p)]
    by_name = [p for p in possible if role(p, ("schedule", "key") if schedule else ("key", "schedule"))]
    others = [p for p in possible if not role(p, ("in", "out"))]
    return next((matching[0] for matching in (of_kind, by_name, others) if len(matching) == 1), None)


def outputs_by_name(texts: list[Parameter], function: str) -> list[Parameter]:
    """Output pointers whose names decide; names of texts depend on the direction."""
    plain, sealed = r"pt|plain\w*|ptext", r"ct|cipher\w*|ctext"
    ins, outs = r"in|input|src|from", r"out|output|dst|dest|to"
    ins, outs = (
        (f"{ins}|{plain}", f"{outs}|{sealed}") if function == "encrypt" else (f"{ins}|{sealed}", f"{outs}|{plain}")
    )
    names = [without_type(p.name).lower() for p in texts]
    pairs = ((0, 1), (1, 0))
    return [texts[o] for i, o in pairs if re.fullmatch(ins, names[i]) and re.fullmatch(outs, names[o])]


def decryption_setup_of(text: str, name: str) -> str:
    """The key setup for decryption that a header declares besides the one for encryption, or nothing."""
    other = re.sub(
        "encrypt|enc", lambda m: INVERSES[m[0].lower()].title() if m[0].istitle() else INVERSES[m[0]], name, flags=re.I
    )
    return other if other != name and other in declared_in(text) else ""


def schedule_bytes(schedule: str) -> int | str:
    kind, _, length = schedule.partition("[")
    if length.rstrip("]"):
        return f"{length.rstrip(']')} * sizeof({kind})"
    scalar = re.fullmatch(r"u?int\d*(_t)?|unsigned( char| int| long)?|char|u8|u32|u64|uint|void|BYTE|WORD|DWORD|", kind)
    return 0 if scalar else f"sizeof({kind})"


# Words in names of functions.
FUNCTION_WORDS = {
    "set_key": r"key|expand|init|setup|sched",
    "encrypt": r"enc(?!od)|(?<!de)cipher",
    "decrypt": r"dec(?!od)",
}
OTHER_MODES = r"cbc|ctr|gcm|ccm|cfb|ofb|xts|siv|iv\b|_iv|mac|aead|stream|xcrypt|chacha|salsa|hash"
ATTRIBUTE = r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)\s*"


def declared_in(text: str) -> list[str]:
    return re.findall(rf"\b(\w+)\s*\([^;{{}}()]*\)\s*(?:{ATTRIBUTE})*;", text)


def defined_in(text: str) -> list[tuple[str, str]]:
    """Names and prototypes of the functions that a source defines for others."""
    functions = re.findall(r"^((?!static\b)\w[\w\s*]*?\b(\w+)\s*\([^;{}()]*\))\s*\{", text, re.MULTILINE)
    return [(name, " ".join(prototype.split())) for prototype, name in functions]


def candidates(text: str, header: str, cipher: str = "") -> dict[str, str]:
    """Functions of a header that look like those of a block cipher, by what they do; those of a cipher first."""
    functions: dict[str, str] = {}
    kind, sizes = "", Sizes(16, 1)
    names = [n for n in declared_in(text) if not re.search(OTHER_MODES, n.lower())]
    names.sort(key=lambda n: cipher.partition("-")[0] not in n.lower())
    for function, word in FUNCTION_WORDS.items():
        for name in names:
            if function in functions or name in functions.values() or not re.search(word, name.lower()):
                continue
            if function != "set_key" and re.search(r"sched|setup|set_?key|key_?(set|exp|init|gen)", name.lower()):
                continue
            with contextlib.suppress(LabError):
                if function == "set_key":
                    kind = set_key_call(text, header, name, sizes, Choice())[1]
                else:
                    crypt_call(text, header, name, function, kind, sizes, Choice())
                functions[function] = name
    return functions if "encrypt" in functions else {}


# Parameter names of AEADs, stream ciphers, hashes and MACs; a length is named after its data, as in `mlen`.
MESSAGE_NAMES = {
    "ad": r"ad|a|aad|adata|asso\w*|hdr|header",
    "nonce": r"npub|nonce|n|iv|pub",
    "0": r"nsec",
    "key": r"key|k|sk",
    "tag": r"tag|mac|t|auth\w*",
    "out": r"out\w*|c|ct|ctext|cipher\w*|dst\w*|dest\w*|digest|hash|md|result",
    "in": r"in\w*|m|msg|message|p|pt|ptext|plain\w*|data|d|src|text|buf\w*",
}
SCALARS = r"(size_t|u?int\d*_t|int|unsigned( (int|long|long long))?|long|long long|word|u(16|32|64))"


def message_call(
    text: str, header: str, name: str, function: str, sizes: dict[str, int], choose: Choice
) -> tuple[str, str]:
    """The call that seals, hashes or opens a message, and the type of a length that it writes, if it does.
    `what`: seal, open; `sizes`: bytes of key, nonce and tag."""
    if "(" in name:
        return name, ""
    form = f'--{function} "{name}(sealed, &written, text, bytes, ad, ad_bytes, nonce, key)"'
    params = parameters(text, header, name)
    texts = {"out": "sealed", "in": "text"} if function == "seal" else {"out": "text", "in": "sealed"}
    roles = [message_role(p) for p in params]
    tagged = any(r == "tag" and p.pointer for r, p in zip(roles, params, strict=True))
    bytes_ = "bytes" if function == "seal" or tagged else "sealed_bytes"
    lengths = {"ad": "ad_bytes", "in": bytes_, "out": bytes_} | {n: str(size) for n, size in sizes.items()}
    if not sizes.get("nonce") and sizes.get("tag"):  # a hash, or a MAC
        lengths["out"] = str(sizes["tag"])
    questions = {"key": "key length in"}
    if lengths["out"] != bytes_:
        questions |= {"out": "digest length in"} | ({"in": "text length in"} if not sizes.get("key") else {})
    data = [p for r, p in zip(roles, params, strict=True) if r in ("out", "in") and p.pointer and is_data(p)]
    outputs = [p for p in data if not p.constant]
    if len(outputs) == len(data) == 2:
        orders = ("first", "second") if message_role(data[0]) == "in" else ("second", "first")
        outputs = data[1:] if choose("input is the", *orders) == "first" else data[:1]
    arguments, written = [], ""
    for r, p in zip(roles, params, strict=True):
        if p in outputs:
            arguments.append(texts["out"])
        elif p in data:
            arguments.append(texts["in"])
        elif p.pointer and re.fullmatch(SCALARS, p.type) and not p.constant and not p.type.endswith("int8_t"):
            arguments.append("&written")
            written = p.type
        elif p.pointer and r == "tag":
            arguments.append("sealed + bytes" if sizes.get("nonce") else "sealed")
        elif r == "0" or (p.pointer and r not in ("", "out", "in")):
            arguments.append(r)
        elif not p.pointer and re.fullmatch(r".*counter|ctr|ic", p.name.lower()):
            arguments.append("0")
        elif not p.pointer and r in lengths:
            arguments.append(in_units(p, lengths[r], questions.get(r, ""), choose))
        else:
            raise unclear(header, name, form)
    buffers = [g for g in arguments if not g.isdigit()]
    if len(set(buffers)) < len(buffers):
        raise unclear(header, name, form)
    return call_of(name, arguments), written


def in_units(p: Parameter, value: str, question: str, choose: Choice) -> str:
    """A length in the unit of its name; `question`: for names that do not tell the unit."""
    name = p.name.lower()
    bits = re.search("bit|_b$", name) or (
        question and "byte" not in name and choose(question, "bytes", "bits") == "bits"
    )
    return f"8 * {value}" if bits else value


def array_bytes(text: str, header: str, call: str) -> dict[str, int]:
    """Sizes of key, nonce and tag from the array parameters of a function; `call`: its name or its call."""
    with contextlib.suppress(LabError):
        params = parameters(text, header, call.partition("(")[0].strip())
        arrays = [(message_role(p), int(p.length)) for p in params if p.length.isdigit()]
        return {role: size for role, size in arrays if role in ("key", "nonce", "tag")}
    return {}


def message_role(p: Parameter) -> str:
    """The role of a parameter, or for a number the role whose length it is."""
    name = p.name.lower()
    if not p.pointer:
        of = re.sub(r"_?(bit_?len(gth)?|n?bits|len(gth)?(_b|_bits)?|bytes|size)$", "", name)
        if of == name:
            return "in" if name in ("n", "l") else ""
        name = "in" if of in ("", "n") else of
    return next((role for role, words in MESSAGE_NAMES.items() if re.fullmatch(words, name)), "")


INVERSES = {"encrypt": "decrypt", "encipher": "decipher", "seal": "open", "enc": "dec"}


def message_candidates(text: str, header: str) -> dict[str, str]:
    """The first pair of functions of a header that look like those of an AEAD."""
    sizes = {"key": 1, "nonce": 1, "tag": 1}
    names = declared_in(text)
    for seal in names:
        inverse = re.sub("|".join(INVERSES), lambda m: INVERSES[m[0]], seal)
        with contextlib.suppress(LabError):
            if re.search(PARTS, seal.lower()):
                continue
            if inverse != seal and "ad_bytes" in message_call(text, header, seal, "seal", sizes, Choice())[0]:
                message_call(text, header, inverse, "open", sizes, Choice())
                return {"seal": seal, "open": inverse}
    return {}


# Arguments and name patterns of one-shot functions.
ALONE = {
    "mac": ({"sealed", "text", "bytes", "key"}, r"mac|auth|poly1305"),
    "stream": ({"sealed", "text", "bytes", "key", "nonce"}, r"stream|crypt|xor|chacha|salsa"),
    "hash": ({"sealed", "text", "bytes"}, r"hash|sha|digest|md5|keccak"),
}


PARTS = (
    r"init|update|final|absorb|squeeze|append|start|finish|setup|transform|compress"  # names of incremental functions
)


def schedule_types(text: str, header: str) -> set[str]:
    """Types that key setup writes, except bytes: a parameter `key` of such a type is a schedule."""
    types: set[str] = set()
    for name in declared_in(text):
        if re.search(FUNCTION_WORDS["set_key"], name.lower()):
            with contextlib.suppress(LabError):
                types |= {p.type for p in parameters(text, header, name) if p.pointer and not p.constant}
    return {kind for kind in types if not re.fullmatch(BYTES, kind)}


def lone_candidates(text: str, header: str) -> dict[str, str]:
    """The first function of a header that looks like a whole MAC, stream cipher or hash, and its mode."""
    expanded = schedule_types(text, header)
    for mode, (words, pattern) in ALONE.items():
        sizes = dict.fromkeys(words & {"key", "nonce"} | {"tag"}, 1)
        for name in declared_in(text):
            other = f"hex|ecb|cbc|cfb|ofb|dec(?!od)|{PARTS}"
            if not re.search(pattern, name.lower()) or re.search(other, name.lower()):
                continue
            with contextlib.suppress(LabError):
                if any(p.type in expanded for p in parameters(text, header, name) if message_role(p) == "key"):
                    continue
                call, _ = message_call(text, header, name, "seal", sizes, Choice())
                if set(re.findall("[a-z]+", call.partition("(")[2])) == words:
                    return {"seal": name, "mode": mode}
    return {}
