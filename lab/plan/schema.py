# SPDX-License-Identifier: MIT
"""TOML files, read by their schemas: exactly these fields, of these types.

An error message names the file, the field, the expected type and the actual value.  A schema is defined in the module
that uses it."""

from __future__ import annotations

import copy
import difflib
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from ..errors import LabError
from ..paths import shown
from . import parse

T = TypeVar("T")
ENTRY = "..."  # msgspec's name for an entry of a table with free keys
LONGEST = 50  # characters of a value that a sentence quotes


class Table(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of a file; fields without a default are required."""


# A figure: neither none, nor negative, nor infinite, nor `nan`.
Positive = Annotated[float, msgspec.Meta(gt=0, le=sys.float_info.max)]


def one_of(names: Iterable[str]) -> msgspec.Meta:
    """For a field of type Annotated[str, one_of(...)]: its possible values."""
    return msgspec.Meta(pattern=f"^({'|'.join(map(re.escape, names))})$")


def read(file: Path, kind: type[T], page: str = "") -> T:
    """The file as an object; `page` documents its fields."""
    return convert(parsed(file), kind, file, page)


def parsed(file: Path) -> dict[str, Any]:
    try:
        return parse.from_toml(file.read_bytes())
    except OSError as error:
        raise LabError(f"{shown(file)} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise LabError(f"{shown(file)} is not valid TOML: {error}") from error


def checked(file: Path, kind: type, page: str = "") -> dict[str, Any]:
    """The same as plain data."""
    facts = parsed(file)
    convert(facts, kind, file, page)
    return facts


def convert(facts: object, kind: type[T], file: Path, page: str = "") -> T:
    try:
        return msgspec.convert(facts, kind)
    except msgspec.ValidationError as error:
        more = f"; {page} lists the fields" if page else ""
        raise LabError(f"{shown(file)}: {sentence(facts, kind, str(error))}{more}") from error


def mistake(table: object, kind: type) -> str:
    """msgspec's error message, or nothing."""
    try:
        msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def sentence(facts: object, kind: type, message: str) -> str:
    """msgspec's error message with field and value."""
    words, _, path = message.partition(" - at `")
    steps = complete(facts, kind, message, re.findall(r"\.\.\.|[^.\[\]`]+", path.partition("$")[2]))
    if name := re.search(r"(unknown|required) field `(.*)`", words):
        field = written(facts, [*steps, name[2]])
        if name[1] == "required":
            return f"{field} is missing"
        return f"there is no field {field}{suggestion(facts, kind, steps, name[2])}"
    there = json.dumps(at(facts, steps), ensure_ascii=False, default=str)
    there = there if len(there) <= LONGEST else f"{there[:LONGEST]}…"
    if choice := re.search(r"matching regex '\^\((.*)\)\$'", words):
        words = f"expected one of {choice[1].replace('|', ' | ')}, got str"
    words = words.replace("\\", "").replace("`", "").replace("object", "table")
    return f"{written(facts, steps)}: {words[0].lower()}{words[1:]}: {there}"


def suggestion(table_data: object, kind: type, steps: list[str], name: str) -> str:
    """A valid field of this table with a similar name, if there is one."""
    fields = {field for table in Table.__subclasses__() for field in table.__struct_fields__}
    for near in difflib.get_close_matches(name, fields, len(fields)):
        other = copy.deepcopy(table_data)
        table = at(other, steps)
        if near in table:
            continue
        value = table[name]
        table.clear()  # other fields may also be unknown
        table[near] = value
        if f"unknown field `{near}`" not in mistake(other, kind):
            return f"; did you mean `{near}`?"
    return ""


def complete(facts: object, kind: type, message: str, steps: list[str]) -> list[str]:
    """The path to a value; msgspec omits keys of free tables, so the entry that is wrong by itself is searched."""
    for index, step in enumerate(steps):
        for name in at(facts, steps[:index]) if step == ENTRY else ():
            alone = copy.deepcopy(facts)
            table = at(alone, steps[:index])
            for other in set(table) - {name}:
                del table[other]
            if mistake(alone, kind) == message:
                steps[index], facts = name, alone
                break
    return steps


def at(facts: Any, steps: list[str]) -> Any:
    for step in steps:
        facts = facts[int(step)] if isinstance(facts, list) else facts[step]
    return facts


def written(facts: Any, steps: list[str]) -> str:
    """A path for display; list entries are shown by their names, if any."""
    text = ""
    for step in steps:
        if isinstance(facts, list):
            facts = facts[int(step)]
            name = facts.get("name", facts.get("id", step)) if isinstance(facts, dict) else step
            text += f"[{name}]"
        else:
            facts = facts.get(step)
            text += f".{step}"
    return text.removeprefix(".")
