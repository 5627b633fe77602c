# SPDX-License-Identifier: MIT
"""./narae export: reads the request and prints the result; the package is made by lab/export."""

from __future__ import annotations

import argparse
import shlex
from argparse import Namespace

from .. import store
from ..errors import LabError
from ..files import write_json
from ..paths import REFERENCE, shown
from ..rows import unit
from . import options as of

FORMS = ("arduino", "platformio", "c", "cmake")


HELP = "package one cipher for a device: Arduino, PlatformIO, C file, CMake"
DESCRIPTION = "Packages one cipher in one mode: best kernel, self-test from its vectors, measured figures."
EXAMPLES = (
    "./narae export --cipher lea-128 --mode gcm --target uno --as c --out lea-gcm",
    "./narae export --cipher ascon-aead128 --target uno --as arduino --small --out ascon",
    "./narae export --cipher aria-128 --mode ctr --target host --as cmake --out aria-ctr",
)
INTERRUPTED = "the package was not finished; run it again"


def arguments(parser: argparse.ArgumentParser) -> None:
    of.one(parser, "--cipher", of.CIPHER, "one key size only", required=True)
    of.one(parser, "--mode", of.MODE, "default: of the cipher")
    of.one(parser, "--target", of.TARGET, required=True)
    help = f"format of the package: {', '.join(FORMS)}"
    parser.add_argument("--as", dest="form", required=True, choices=FORMS, metavar="FORM", help=help)
    of.out(parser, "a folder, new or empty", "DIR", required=True)
    help = "use the kernel with the least flash instead of the fastest"
    parser.add_argument("--small", action="store_true", help=help)
    of.one(parser, "--kernel", of.KERNEL, "default: the fastest")
    help = "write into a folder that is not empty; replaces only what export wrote"
    parser.add_argument("--force", action="store_true", help=help)
    of.rows(parser, str(shown(REFERENCE)))
    of.json(parser)


def run(options: Namespace) -> int:
    from ..export import Request, check_folder, package, write

    if options.small and options.kernel:
        raise LabError("--small and --kernel are mutually exclusive")
    check_folder(options.out, options.force)
    context, rows = store.read_json(options.rows or REFERENCE)
    request = Request(
        options.cipher, options.mode or "", options.target, options.form, options.kernel or "", options.small
    )
    command = ["./narae", "export", "--cipher", options.cipher, "--target", options.target, "--as", options.form]
    command += ["--mode", options.mode] if options.mode else []
    command += ["--kernel", options.kernel] if options.kernel else []
    command += ["--small"] if options.small else []
    command += ["--rows", str(options.rows)] if options.rows else []
    command += ["--out", options.out.resolve().name]
    result = package(request, rows, context, shlex.join(command))
    write(result.files, options.out)
    row = result.row
    print(f"{result.name}, kernel {result.kernel}, for {request.target}: {len(result.files)} files in {options.out}")
    ram = (row.ram_bytes or 0) + (row.context_bytes or 0) + (row.stack_bytes or 0)
    built_on = f"{row.cipher} {row.mode}, on which it is built: " if result.is_derived else ""
    print(
        f"{built_on}{row.operation} of {row.bytes} bytes takes {row.cycles:,.0f} {unit(row)}; "
        f"{row.flash_bytes:,} bytes of flash, {ram:,} of RAM including context and stack"
    )
    print(f"{options.out / 'README.md'} explains how to use it, EVIDENCE.json how it was measured")
    if options.json:
        about = {"name": result.name, "kernel": result.kernel, "out": str(options.out), "files": sorted(result.files)}
        write_json(options.json, {"context": {"command": "export"}} | about | {"row": row.as_dict()})
    return 0
