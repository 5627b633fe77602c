# SPDX-License-Identifier: MIT
"""Assembly for IAR's MSP430 assembler (IAR Assembler Reference Guide for MSP430), rewritten for GNU's and LLVM's:
comments, directives, macros and numbers.  Lines keep their numbers: what a macro stands for is in the line that names it.

Instructions are the same, but that `0(Rn)` is read as `@Rn`, which IAR's assembler does by itself, and that LLVM 19 has
neither RETA, nor MOV from `@Rn+` to memory, nor right distances for jumps to `$+n`: these are written as words, and so
is PUSH of 4 and 8, for the sake of erratum CPU4.

IAR's assembler has the preprocessor built in, so the text is preprocessed before its macros are read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

LLVM = "--target=msp430"  # a flag of clang, whose assembler it is
WITHOUT_MEANING = ("name", "module", "program", "endmod", "extern", "import")
WORDS, LONGS = ".balign 2 { .short", ".balign 2 { .long"  # `{` parts statements
DIRECTIVES = {
    "public": ".global", "export": ".global", "align": ".p2align", "even": ".balign 2", "org": ".org",
    "dc8": ".byte", "db": ".byte", "dc16": WORDS, "dw": WORDS, "dc32": LONGS, "dl": LONGS,
    "rept": ".rept", "endr": ".endr", "if": ".if", "else": ".else", "elseif": ".elseif", "endif": ".endif",
    "end": ".end",
}  # fmt: skip
SPACES = {"ds": 1, "ds8": 1, "ds16": 2, "ds32": 4}
SECTIONS = {"CODE": ".text", "CONST": ".rodata", "C": ".rodata", "Z": ".bss", "N": ".bss"}  # DATA16_C is of C
EQUATES = ("equ", "set", "define", "=")
QUOTED = r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\""
COMMENT = re.compile(rf"({QUOTED})|//[^\n]*|;[^\n]*|/\*.*?\*/", re.DOTALL)
CHIP_HEADER = re.compile(r"^[ \t]*#[ \t]*include[ \t]*[<\"](?:io|msp)430\w*\.h[>\"]", re.MULTILINE)
LINE = re.compile(r"\s*(?P<label>[A-Za-z_?][\w?]*\s*:)?\s*(?P<first>[^\s,]*)\s*(?P<rest>.*?)\s*$")
SEGMENT = re.compile(r"(?:\w+_)?(?P<kind>\w+)")
INSTRUCTION = re.compile(
    r"(?:mov|add|sub|cmp|bit|bi[cs]|xor|and|add?c|subc?|sbc|dadd|dadc|swpb|sxt|rr[acu]|rl[ac]|push|pop|call|reti?|inv|"
    r"incd?|decd?|clr[cnz]?|set[cnz]|tst|nop|br|[de]int|j(?:mp|eq|ne|z|nz|c|nc|hs|lo|n|ge|l))(?:[xam]|\.[bwa])*",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\b(?:(?P<hex>\d[\dA-Fa-f]*)[hH]|(?P<binary>[01]+)[bB])\b")
NAME = re.compile(r"[A-Za-z_?][\w?]*")
STATEMENT = re.compile(r"\s+(?P<name>[a-z.]+)\s+(?P<rest>[^;]*?)\s*(?:;.*)?")
NUMBERS = re.compile(r"[\d\s()+*/-]+")
COMMA = re.compile(r"\s*,\s*(?![^()]*\))")  # outside of brackets
TWO = ("mov", "add", "addc", "subc", "sub", "cmp", "dadd", "bit", "bic", "bis", "xor", "and")  # operands, source first
ONE = ("rrc", "rra", "swpb", "sxt", "push", "call")
CONDITIONS = (("jne", "jnz"), ("jeq", "jz"), ("jnc", "jlo"), ("jc", "jhs"), ("jn",), ("jge",), ("jl",), ("jmp",))
HERE = re.compile(r"\$\s*(?P<distance>[+-]\s*\d+)")
AT_NO_DISTANCE = re.compile(r"0(?:x0+)?(?:\s*\+\s*0)*\s*\(\s*(?P<register>\w+)\s*\)")
INCREMENTED = re.compile(r"@\s*(?P<register>\w+)\s*\+")
IN_MEMORY = re.compile(r"(?:&\s*(?P<place>.+)|(?P<distance>[^()]+)\(\s*(?P<register>\w+)\s*\))")
REGISTERS = {"pc": 0, "sp": 1, "sr": 2, "cg": 3} | {f"r{n}": n for n in range(16)}


def for_preprocessor(text: str) -> str:
    """Without comments, in which it would look for the end of an apostrophe, and without headers of a chip."""
    without_comments = COMMENT.sub(lambda hit: hit[1] or "\n" * hit[0].count("\n"), text)
    return CHIP_HEADER.sub("", without_comments)


def for_gnu(preprocessed: str) -> str:
    source = Source()
    return "".join(f"{source.converted(line)}\n" for line in preprocessed.splitlines())


@dataclass
class Macro:
    parameters: list[str]
    locals: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)


class Source:
    """What the lines before the present one have defined."""

    def __init__(self) -> None:
        self.macros: dict[str, Macro] = {}
        self.open: Macro | None = None  # the macro that a line is in
        self.values: dict[str, str] = {}  # of names
        self.uses = 0

    def converted(self, line: str) -> str:
        if line.startswith("#"):  # the preprocessor says which line the next one is
            return line
        words = LINE.fullmatch(line)
        assert words
        label, first, rest = words.groups(default="")
        second, _, value = rest.partition(" ")
        if first.lower() == "macro":
            first, second, value = second, first, value
        if second.lower() == "macro":
            self.open = self.macros[first] = Macro(NAME.findall(value))
            return ""
        if first.lower() == "endm":
            self.open = None
            return ""
        if self.open:
            if first.lower() == "local":
                self.open.locals += NAME.findall(rest)
            else:
                self.open.body.append(line)
            return ""
        line = NUMBER.sub(lambda hit: f"0x{hit['hex']}" if hit["hex"] else f"0b{hit['binary']}", line)
        words = LINE.fullmatch(line)
        assert words
        label, first, rest = words.groups(default="")
        second, _, value = rest.partition(" ")
        if second.lower() in EQUATES:
            self.values[first] = value if NAME.fullmatch(value) else f"({value})"
            return f".set {first}, {value}"
        if not label and NAME.match(line) and not self.is_operation(first):  # in the first column it needs no colon
            label, (first, _, rest) = f"{first}:", rest.partition(" ")
        return f"{label} {self.statement(first, rest)}"

    def is_operation(self, word: str) -> bool:
        known = (*WITHOUT_MEANING, *DIRECTIVES, *SPACES, "rseg")
        return word in self.macros or word.lower() in known or bool(INSTRUCTION.fullmatch(word))

    def statement(self, first: str, rest: str) -> str:
        directive = first.lower()
        if first in self.macros:
            return self.expanded(self.macros[first], COMMA.split(rest))
        if directive in WITHOUT_MEANING:
            return ""
        if directive == "rseg" and (segment := SEGMENT.match(rest)):
            return f".section {SECTIONS.get(segment['kind'].upper(), '.data')}"
        if directive in SPACES:
            return f".space {SPACES[directive]} * ({rest})"
        return instruction(
            DIRECTIVES.get(directive, first), NAME.sub(lambda hit: self.values.get(hit[0], hit[0]), rest)
        )

    def expanded(self, macro: Macro, arguments: list[str]) -> str:
        """The statements of a macro in one line."""
        self.uses += 1
        own = {name: f".L{name}.{self.uses}" for name in macro.locals}
        own |= dict(zip(macro.parameters, arguments, strict=False))
        lines = (NAME.sub(lambda hit: own.get(hit[0], hit[0]), line) for line in macro.body)
        return " { ".join(filter(None, (self.converted(f" {line}").strip() for line in lines)))


def as_encoded(assembly: str) -> str:
    """Assembly of a compiler, with inline assembly, with operands as GNU's assembler encodes them: in the same way."""
    lines = (STATEMENT.fullmatch(line) for line in assembly.splitlines())
    texts = (
        f"\t{instruction(hit['name'], hit['rest'])}" if hit and INSTRUCTION.fullmatch(hit["name"]) else line
        for hit, line in zip(lines, assembly.splitlines(), strict=True)
    )
    return "".join(f"{text}\n" for text in texts)


def instruction(name: str, rest: str) -> str:
    """With operands as IAR's assembler encodes them."""
    short, _, size = name.lower().partition(".")
    operands = COMMA.split(rest)
    if short == "reta":
        return ".short 0x0110"
    for code, names in enumerate(CONDITIONS):
        if short in names and (here := HERE.fullmatch(rest)):
            distance = int(here["distance"].replace(" ", ""))
            return f".short {0x2000 | code << 10 | (distance - 2) // 2 & 0x3FF:#06x}"
    if short in (TWO if len(operands) == 2 else ONE) and (zero := AT_NO_DISTANCE.fullmatch(operands[0])):
        operands[0] = f"@{zero['register']}"
    if short == "push" and (number := rest[1:].strip()) and rest[0] == "#" and NUMBERS.fullmatch(number):
        long = f".short 0x1230, {number}"
        return f".if ({number}) == 4 || ({number}) == 8 {{ {long} {{ .else {{ {name} {rest} {{ .endif"
    if short == "mov" and len(operands) == 2:
        source, target = INCREMENTED.fullmatch(operands[0]), IN_MEMORY.fullmatch(operands[1])
        if source and target:
            to = REGISTERS[target["register"].lower()] if target["register"] else REGISTERS["sr"]
            word = 0x40B0 | REGISTERS[source["register"].lower()] << 8 | (size == "b") << 6 | to
            return f".short {word:#06x}, {(target['place'] or target['distance']).strip()}"
    return f"{name} {', '.join(operands)}"
