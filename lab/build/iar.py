# SPDX-License-Identifier: MIT
"""Assembly for IAR's MSP430 assembler (IAR Assembler Reference Guide for MSP430), rewritten for GNU's: comments,
directives, macros and numbers.  Instructions and their operands are the same.  Lines keep their numbers.

IAR's assembler has the preprocessor built in, so the text is preprocessed before its macros are read."""

from __future__ import annotations

import re

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


def for_preprocessor(text: str) -> str:
    """Without comments, in which it would look for the end of an apostrophe, and without headers of a chip."""
    without_comments = COMMENT.sub(lambda hit: hit[1] or "\n" * hit[0].count("\n"), text)
    return CHIP_HEADER.sub("", without_comments)


def for_gnu(preprocessed: str) -> str:
    source = Source()
    return "".join(f"{source.converted(line)}\n" for line in preprocessed.splitlines())


class Source:
    """What the lines before the present one have defined."""

    def __init__(self) -> None:
        self.macros: set[str] = set()
        self.own: dict[str, str] = {}  # names of the macro that a line is in, as GNU's assembler refers to them

    def converted(self, line: str) -> str:
        if line.startswith("#"):  # the preprocessor says which line the next one is
            return line
        line = NUMBER.sub(lambda hit: f"0x{hit['hex']}" if hit["hex"] else f"0b{hit['binary']}", line)
        words = LINE.fullmatch(line)
        assert words
        label, first, rest = words.groups(default="")
        second, _, value = rest.partition(" ")
        if first.lower() == "macro":
            first, second, value = second, first, value
        if second.lower() == "macro":
            parameters = NAME.findall(value)
            self.macros.add(first)
            self.own = {name: f"\\{name}" for name in parameters}
            return f".macro {first} {', '.join(parameters)}"
        if first.lower() == "local":
            self.own |= {name: f".L{name}.\\@" for name in NAME.findall(rest)}
            return ""
        if first.lower() == "endm":
            self.own = {}
            return ".endm"
        if second.lower() in EQUATES:
            return f".set {first}, {value}"
        if not label and NAME.match(line) and not self.is_operation(first):  # in the first column it needs no colon
            label, (first, _, rest) = f"{first}:", rest.partition(" ")
        text = self.statement(first, rest)
        return NAME.sub(lambda hit: self.own.get(hit[0], hit[0]), f"{label} {text}")

    def is_operation(self, word: str) -> bool:
        known = (*WITHOUT_MEANING, *DIRECTIVES, *SPACES, "rseg")
        return word in self.macros or word.lower() in known or bool(INSTRUCTION.fullmatch(word))

    def statement(self, first: str, rest: str) -> str:
        directive = first.lower()
        if first in self.macros:  # GNU's assembler parts arguments at spaces, too
            return f"{first} {rest.replace(' ', '').replace(chr(9), '')}"
        if directive in WITHOUT_MEANING:
            return ""
        if directive == "rseg" and (segment := SEGMENT.match(rest)):
            return f".section {SECTIONS.get(segment['kind'].upper(), '.data')}"
        if directive in SPACES:
            return f".space {SPACES[directive]} * ({rest})"
        return f"{DIRECTIVES.get(directive, first)} {rest}"
