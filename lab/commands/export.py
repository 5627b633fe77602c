# SPDX-License-Identifier: MIT
"""./narae export: reads the request and prints the result; the package is made by lab/views/export."""

from __future__ import annotations

import argparse
import json
import shlex
from argparse import Namespace

from .. import store
from ..errors import LabError
from ..paths import REFERENCE, shown
from ..rows import unit
from .options import name, path

FORMS = ("arduino", "platformio", "c", "cmake")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cipher", required=True, type=name, metavar="NAME", help="lea-128, aria-256, ascon-aead128, ..."
    )
    parser.add_argument(
        "--mode",
        type=name,
        metavar="NAME",
        help="block, ctr, gcm, cmac, kw, ctr-drbg, ...; of a hash hash, hmac, kbkdf, pbkdf2, ...; stream, aead",
    )
    parser.add_argument(
        "--target", required=True, type=name, metavar="NAME", help="uno, hifive1, m0plus, m3, m4, pi4 or host"
    )
    parser.add_argument("--as", dest="form", required=True, choices=FORMS, help="format of the package")
    parser.add_argument("--out", required=True, type=path, metavar="DIR", help="output folder, new or empty")
    parser.add_argument(
        "--small", action="store_true", help="use the kernel with the least flash instead of the fastest"
    )
    parser.add_argument(
        "--kernel",
        type=name,
        metavar="NAME",
        help="use this kernel: portable, avr, avr-small, rv32, ...",
    )
    parser.add_argument(
        "--force", action="store_true", help="write into a folder that is not empty; replaces only what export wrote"
    )
    parser.add_argument("--rows", type=path, metavar="FILE", help=f"measured rows (default {shown(REFERENCE)})")
    parser.add_argument("--json", action="store_true", help="print JSON")


def export(options: Namespace) -> int:
    from ..views.export import Request, check_folder, package, write

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
    made = package(request, rows, context, shlex.join(command))
    write(made.files, options.out)
    row = made.row
    if options.json:
        found = {"name": made.name, "kernel": made.kernel, "out": str(options.out), "files": sorted(made.files)}
        print(json.dumps(found | {"row": row.as_dict()}, indent=1))
        return 0
    print(f"{made.name}, kernel {made.kernel}, for {request.target}: {len(made.files)} files in {options.out}")
    ram = (row.ram_bytes or 0) + (row.context_bytes or 0) + (row.stack_bytes or 0)
    built_on = f"{row.cipher} {row.mode}, on which it is built: " if made.is_derived else ""
    print(
        f"{built_on}{row.operation} of {row.bytes} bytes takes {row.cycles:,.0f} {unit(row)}; "
        f"{row.flash_bytes:,} bytes of flash, {ram:,} of RAM including context and stack"
    )
    print(f"{options.out / 'README.md'} explains how to use it, EVIDENCE.json how it was measured")
    return 0
