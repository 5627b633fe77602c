# SPDX-License-Identifier: MIT
"""C++ classes of a user's headers, and the two files that make one callable from C.

The functions have the parameters of the methods after the object, so lab/plan/prototypes.py reads them as any others.
The object lies where the caller keeps its key schedule: no heap, and no constructor that runs before main()."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .prototypes import FUNCTION_WORDS, candidates

OBJECT_WORDS = 96  # of 64 bits; the compiler says if an object takes more
OF_C = r"(const |unsigned |signed )*(void|bool|char|short|int|long|size_t|u?int\d+_t|unsigned)( const)?"
BODY = r"\{[^{}]*\}"
METHOD = r"(?:^|[;{}])\s*(?:virtual\s+|static\s+)?[\w:]+[\s*&]+\w+\s*\([^()]*\)[\w\s]*(?:=\s*0\s*)?[;{]"
EXAMPLE = """\
Around a C++ class, write functions with extern "C" in a header that C can include, too:
  #ifdef __cplusplus
  extern "C" {
  #endif
  void f_key(void *schedule, const uint8_t *key);
  void f_encrypt(const void *schedule, const uint8_t *in, uint8_t *out);
  #ifdef __cplusplus
  }
  #endif
and define them in a .cpp, with an object in `schedule` or a static one; no heap."""


@dataclass(frozen=True)
class Class:
    name: str  # with its namespaces
    bases: tuple[str, ...]
    methods: dict[str, tuple[str, bool]]  # public ones: parameters as written, and whether it has no body
    built: bool  # without arguments


@dataclass(frozen=True)
class Wrapper:
    """The functions around a class, by what they do, and the text of their header and source."""

    of: str
    name: str  # of the class in C, and the beginning of the files' names
    functions: dict[str, str]
    header: str
    source: str


def split(text: str) -> list[tuple[str, str]]:
    """The classes of a header with their bodies, and its namespaces, in order."""
    heads = []
    head = (
        r"(template\s*<[^{};]*>\s*)?\b(class|struct|namespace)\s+(?:[A-Z_]+\s+)?([\w:]+)\s*(?:final\s*)?(:[^{};()]*)?\{"
    )
    for hit in re.finditer(head, text):
        depth, end = 1, hit.end()
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        heads.append((hit, end))
    return [
        ("template" if hit[1] else hit[2] + " " + "::".join([*around(hit, heads), hit[3]]) + (hit[4] or ""),
         text[hit.end() : end - 1])
        for hit, end in heads
    ]  # fmt: skip


def around(hit: re.Match[str], every: list[tuple[re.Match[str], int]]) -> list[str]:
    return [other[3] for other, end in every if other.end() <= hit.start() < end]


def is_class(head: str, body: str) -> bool:
    """Is it a class, as opposed to a C struct, which has neither functions nor access specifiers?"""
    return head.startswith(("class ", "template")) or (
        head.startswith("struct ") and re.search(rf"{METHOD}|\b(public|private)\s*:", body) is not None
    )


def without_classes(text: str) -> str:
    """The part that C can use."""
    for head, body in split(text):
        if is_class(head, body):
            text = text.replace("{" + body + "}", "")
    return text


def any_in(text: str) -> bool:
    return any(is_class(head, body) for head, body in split(text))


def classes_in(text: str) -> list[Class]:
    return [parsed(head, body) for head, body in split(text) if is_class(head, body) and head != "template"]


def parsed(head: str, body: str) -> Class:
    kind, _, rest = head.partition(" ")
    hit = re.match(r"[\w:]*\w", rest)
    assert hit
    name = hit[0]
    bases = re.findall(r"[\w:]+", re.sub(r"\b(public|private|protected|virtual)\b", " ", rest[len(name) :].lstrip(":")))
    while re.search(BODY, body):
        body = re.sub(BODY, ";", body)
    body = re.sub(r"^\s*#.*$", "", body, flags=re.MULTILINE)
    parts = re.split(r"\b(public|private|protected)\s*:(?!:)", "public:" * (kind == "struct") + body)
    public = ";".join(text for access, text in zip(parts[1::2], parts[2::2], strict=True) if access == "public")
    methods: dict[str, tuple[str, bool]] = {}
    constructors = []
    for line in public.split(";"):
        words = " ".join(line.split())
        if hit := re.match(rf"(?:explicit |constexpr |inline )*{name.rpartition(':')[2]}\s*\(([^()]*)\)", words):
            constructors.append(hit[1])
        elif hit := re.fullmatch(r"[\w:<>*& ]+[ *&](\w+)\s*\(([^()]*)\)([\w ]*)(= ?0)?", words):
            methods.setdefault(hit[1], (hit[2], bool(hit[4])))
    built = not constructors or any(all("=" in p for p in c.split(",") if p.strip()) for c in constructors)
    return Class(name, tuple(bases), methods, built)


def inherited(cls: Class, classes: list[Class]) -> dict[str, tuple[str, bool]]:
    """Its methods with those of its bases, as far as the headers declare them."""
    methods: dict[str, tuple[str, bool]] = {}
    last = {name.rpartition(":")[2] for name in cls.bases}
    for base in classes:
        if base is not cls and base.name.rpartition(":")[2] in last:
            methods |= inherited(base, [c for c in classes if c is not cls])
    return methods | cls.methods


def named_parameters(text: str) -> list[tuple[str, str]] | None:
    """Types and names; None if C does not have them."""
    result = []
    for number, word in enumerate(text.split(",") if text.strip() not in ("", "void") else [], 1):
        word = " ".join(word.partition("=")[0].split())
        hit = re.fullmatch(rf"({OF_C})\s*((?:\*\s*(?:const)?\s*)*)(\w*)\s*(\[\w*\])?", word)
        if not hit:
            return None
        name = hit[6] or f"argument{number}"
        result.append((f"{hit[1]} {hit[5].strip()}{name}{hit[7] or ''}", name))
    return result


def wrapper(headers: dict[str, str], include: str, cipher: str) -> Wrapper | None:
    """Around the first class that sets a key and encrypts blocks.  `headers`: texts by name as included from the new
    files; `include`: the header whose classes are searched."""
    classes = [c for text in headers.values() for c in classes_in(text)]
    for cls in classes_in(headers[include]):
        methods = inherited(cls, classes)
        usual = {n: p for n, (text, _) in methods.items() if (p := named_parameters(text)) is not None}
        does = {n: p for n, p in usual.items() if any(re.search(word, n.lower()) for word in FUNCTION_WORDS.values())}
        plain = cls.name.replace("::", "_")
        kind = f"{plain}_object"
        prototypes = {n: ", ".join([f"{kind} *schedule", *(text for text, _ in p)]) for n, p in does.items()}
        declared = "".join(f"void {n}({words});\n" for n, words in prototypes.items())
        functions = candidates(declared, include, cipher)
        if "set_key" not in functions or not cls.built or any(pure for _, pure in methods.values()):
            continue
        lines = {n: f"void {plain}_{n}({prototypes[n]})" for n in functions.values()}
        return Wrapper(
            cls.name,
            plain,
            {what: f"{plain}_{n}" for what, n in functions.items()},
            header_text(kind, lines.values()),
            source_text(cls.name, plain, include, lines, {n: ", ".join(a for _, a in p) for n, p in does.items()},
                        functions["set_key"]),
        )  # fmt: skip
    return None


def header_text(kind: str, lines: Iterable[str]) -> str:
    declared = "".join(f"{line};\n" for line in lines)
    return (
        "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
        '#ifdef __cplusplus\nextern "C" {\n#endif\n'
        f"typedef struct {{ uint64_t memory[{OBJECT_WORDS}]; }} {kind};\n{declared}"
        "#ifdef __cplusplus\n}\n#endif\n"
    )


def source_text(
    name: str, plain: str, include: str, lines: dict[str, str], arguments: dict[str, str], set_key: str
) -> str:
    """The object is a member of a struct with a placement operator of its own: no heap, and no <new>."""
    text = (
        f'#include "{include}"\n#include "{plain}_c.h"\n'
        f"namespace {{\nstruct Placed {{\n    {name} object;\n"
        "    void *operator new(size_t, void *place) noexcept { return place; }\n};\n}\n"
        f'static_assert(sizeof(Placed) <= sizeof({plain}_object), "{plain}_object needs more words");\n'
    )
    for method, line in lines.items():
        place = "(new (schedule) Placed)" if method == set_key else "reinterpret_cast<Placed *>(schedule)"
        text += f"{line}\n{{\n    {place}->object.{method}({arguments[method]});\n}}\n"
    return text
