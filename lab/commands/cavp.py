# SPDX-License-Identifier: MIT
"""./narae cavp"""

from __future__ import annotations

import argparse

from . import options as of

HELP = "answer request files of validation laboratories (CAVP, KCMVP)"
DESCRIPTION = (
    "Answers request files of validation laboratories (NIST's CAVP and ACVP, KCMVP) with the library's ciphers and "
    "hashes. Each response is written next to its request; existing files are never overwritten."
)
EXAMPLES = (
    "./narae cavp 'LEA128(CBC)MMT.req' 'LEA128(CTR)MCT.req'",
    "./narae cavp CBCMCT128.req gcmDecrypt256.req --kernel portable",
    "./narae cavp --target uno --kernel small 'LEA128(ECB)KAT.req'",
    "./narae cavp --cipher aria-192 --mode gcm --direction decrypt request.txt",
    "./narae cavp prompt.json                     # ACVP: writes response.json",
)
INTERRUPTED = "the current file has no response"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="+",
        type=of.path,
        metavar="FILE",
        help="a request file; its name or options give cipher, key size, mode and kind; or a .json of ACVP",
    )
    of.one(parser, "--cipher", of.CIPHER, "or a hash; default: from the file's name", of.text)
    of.one(parser, "--mode", of.MODE, "also ecb, cfb8, ...; default: from the file's name", of.text)
    of.one(parser, "--kind", "kind of test: kat, mmt or mct", "default: from the file's name", of.text)
    remark = "a file's sections take precedence"
    of.one(parser, "--direction", "encrypt or decrypt, generate or verify", remark, of.text)
    of.one(parser, "--kernel", of.KERNEL, "the best one up to it runs; default: the fastest")
    of.one(parser, "--target", of.TARGET, "default: %(default)s", default="host")
    of.json(parser)


def run(options: argparse.Namespace) -> int:
    from ..cavp.files import cavp

    return cavp(options)
