# SPDX-License-Identifier: MIT
"""Compiler flags of a user's folder or command line: families that change how code is compiled, and nothing else.

A compiler can also be told to load plugins, to run other programs and to write other files.  Measuring a folder on a
simulated board runs none of its code on this machine, so its flags must not either: what is not listed here is
refused."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from ..errors import LabError

FOLDERS = ("-isystem", "-iquote", "-I")  # of headers
WITH_ARGUMENT = ("-include", "--param", "-D", "-U")  # in the same word or in the next one
MACRO = re.compile(r"[A-Za-z_]\w*(\([\w, .]*\))?(=.*)?", re.DOTALL)
VALUE = r"(=[\w.,:+-]+)?"  # neither a path nor a command
# Prefixes of GCC's -f flags for optimization, code generation and language; none of them names a file.
OF_CODE = (
    "aggressive align aligned allow argument asm associative asynchronous auto-inc bit branch-count branch-target "
    "builtin caller char8 code-hoisting common concepts cond conserve constexpr cprop crossjumping cse cx data dce "
    "delayed delete devirtualize dollars dse early elide eliminate exceptions excess exec-charset expensive extended "
    "fast finite float fold forward fp freestanding function gcse gnu gnu89 graphite guess harden hoist hosted huge "
    "ident if implicit indirect inline input-charset ipa ira isolate ivopts jump keep large lax leading lifetime "
    "limit live loop lra math max merge modulo move ms new non nonansi nothrow omit operator optimize pack partial "
    "peel peephole peephole2 permissive pic PIC pie PIE plt post pre predictive prefetch printf reciprocal ree reg "
    "rename reorder rerun reschedule rounding rtti sched sched2 schedule section sel selective semantic short shrink "
    "signaling signed simd single sized split stack-check stack-clash stack-protector stack-reuse stdarg store strict "
    "strong thread threadsafe tls toplevel tracer trampolines trapping trapv tree trivial unconstrained unit unroll "
    "unsafe unsigned unswitch unwind variable vect visibility weak web wrapv zero"
)
ALLOWED = re.compile(
    r"-O([0-3sgz]|fast)?|-std=[\w+]+|-ansi|-pedantic(-errors)?|-w|-pipe|-pthread|-undef|-trigraphs|-nostdinc"
    rf"|-g[0-3]?|-ggdb[0-3]?|-gdwarf(-\d)?|-W[\w+-]*{VALUE}|-m(?!llvm\b|dump)[\w.-]+{VALUE}"
    rf"|-f(no-)?({'|'.join(OF_CODE.split())})(-[\w-]+)?{VALUE}|--param=[\w-]+=\d+"
)
PAGE = "docs/how-to/your-code.md"


def flags_of(text: str, where: str) -> list[str]:
    """The flags of an option, quoted as in a shell."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise LabError(f"{where}: {str(error)[0].lower()}{str(error)[1:]}: {text}") from error


def split_folders(flags: Sequence[str], where: str, places: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """Splits flags into header folders and others, with arguments in the usual form; a forbidden flag is an error. A
    folder is relative to the first of `places` that contains it."""
    folders: list[Path] = []
    others: list[str] = []
    rest = iter(flags)
    for word in rest:
        flag = next((f for f in (*FOLDERS, *WITH_ARGUMENT) if word.startswith(f)), "")
        argument = word.removeprefix(flag).removeprefix("=" if flag == "--param" else "")
        if flag and not (argument := argument or next(rest, "")):
            raise LabError(f"{where}: {flag} is followed by nothing")
        if flag in FOLDERS:
            folders.append(folder_of(argument, f"{where}: {flag}", places))
        elif flag == "-include":
            others += [flag, argument]
        elif flag in ("-D", "-U"):
            if not MACRO.fullmatch(argument):
                raise LabError(f"{where}: {flag}{argument} names no macro")
            others.append(flag + argument)
        else:
            others.append(allowed(f"{flag}={argument}" if flag else word, where))
    return folders, others


def folder_of(name: str, where: str, places: Sequence[Path]) -> Path:
    folder = next((place / name for place in places if (place / name).is_dir()), None)
    if folder is None:
        raise LabError(f"{where} {name}: there is no folder {' or '.join(str(place / name) for place in places)}")
    return folder.resolve()


def allowed(flag: str, where: str) -> str:
    if not ALLOWED.fullmatch(flag):
        raise LabError(
            f"{where}: {flag} is none of the flags that change how code is compiled and nothing else; leave it out "
            f"({PAGE} lists them)"
        )
    return flag
