# SPDX-License-Identifier: MIT
"""JSON and TOML from untrusted files.  Any fault is a ValueError with a text that error messages quote after the file's
name."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from typing import Any

MAX_LEVELS = 64  # nested lists and tables: copying and printing are recursive
TOO_DEEP = f"lists and tables are nested more than {MAX_LEVELS} deep"
HALF_A_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")  # a lone surrogate, and half of a pair


def from_json(content: str | bytes, constant: Callable[[str], object] | None = None) -> Any:
    """`constant` handles NaN and Infinity, which are numbers by default."""
    text = content.decode("utf-8-sig") if isinstance(content, bytes) else content.removeprefix("\ufeff")
    try:
        document = json.loads(text, parse_constant=constant)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    except ValueError as error:
        raise shorter(error) from None
    if HALF_A_CHARACTER.search(text):
        check_characters(document)
    return checked(document)


def from_toml(content: bytes) -> dict[str, Any]:
    text = content.decode("utf-8-sig")
    try:
        return checked(tomllib.loads(text))
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    except ValueError as error:
        raise shorter(error) from None


def shorter(error: ValueError) -> ValueError:
    """Without Python's advice about its own settings."""
    return ValueError("a number has too many digits") if "set_int_max_str_digits" in str(error) else error


def checked(document: Any) -> Any:
    level = [document]
    for _ in range(MAX_LEVELS):
        inside = (x.values() if isinstance(x, dict) else x for x in level if isinstance(x, dict | list))
        level = [value for values in inside for value in values if isinstance(value, dict | list)]
        if not level:
            return document
    raise ValueError(TOO_DEEP)


def check_characters(document: Any) -> None:
    """Rejects lone surrogates, which cannot be encoded."""
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("a text has half a character, a surrogate without the other one") from None
