# SPDX-License-Identifier: MIT
"""./narae try"""

from __future__ import annotations

import argparse

from .. import options as of

HELP = "check and measure your own code, and compare it with the best"
DESCRIPTION = (
    "Recognizes the code in your folder, verifies and measures it, and compares it with the library's kernels "
    "and the best public figures. An Arduino sketch runs on a simulated Uno and shows what it prints. Exit code 1 if "
    "the code is wrong, 2 if it is not recognized, does not build or does not run."
)
EXAMPLES = (
    "./narae try my-aes/",
    "./narae try ascon-c/crypto_aead/asconaead128/asm_rv32i --target hifive1",
    "./narae try my-aes/ --latex table.tex --csv rows.csv --plot frontier.svg",
    "./narae try my-aes/ --cipher aes-128 --header aes.h --set-key aes_key --encrypt aes_enc",
    "./narae try ASCON/ --cipher ascon-128 --header aead.h --seal aead_encrypt --open aead_decrypt",
    "./narae try my-cipher/ --model my_cipher.py --bundle artifact.tar.zst",
    "./narae try --bundle artifact.tar.zst",
    "./narae try TestAscon.ino --library libraries/CryptoLW --library libraries/Crypto",
    "./narae try AES256.ino --library ArduinoAES256 --function aes256_encrypt_ecb",
)
INTERRUPTED = "nothing was written, but finished simulations are cached: run it again to continue"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", type=of.path, nargs="?", metavar="FOLDER", help="folder with the sources, or SKETCH.ino"
    )
    of.targets(parser)
    of.one(parser, "--cipher", of.CIPHER, "default: from the folder's name", of.text)
    of.one(parser, "--mode", of.MODE, "default: of the cipher", of.text)
    remark = "comma-separated; also `library` and `records`, the default, a folder with the earlier version, or `none`"
    of.against(parser, remark, "library,records")
    parser.add_argument(
        "--cflags", default="", metavar="FLAGS", help='additional compiler flags: --cflags="-O3 -DUNROLL"'
    )
    help = "required alignment of pointers, in bytes"
    parser.add_argument("--alignment", type=int, choices=(1, 2, 4, 8, 16), metavar="N", help=help)
    expected = parser.add_mutually_exclusive_group()
    help = "test vectors, for a cipher that the lab does not know"
    expected.add_argument("--vectors", type=of.path, metavar="FILE", help=help)
    expected.add_argument("--model", type=of.path, metavar="FILE.py", help="or a Python model of it")
    sketches(parser.add_argument_group("Arduino sketches"))
    functions(parser.add_argument_group("your own functions, if the folder has no known layout"))
    parser.add_argument("--init", action="store_true", help="write an implementation.toml of what was recognized")
    of.quick(parser)
    parser.add_argument("--watch", action="store_true", help="repeat whenever a file changes, until Ctrl-C")
    parser.add_argument(
        "--bundle",
        type=of.path,
        metavar="FILE.tar.zst",
        help="write rows, sources and programs as an artifact; without a folder: repeat its measurements",
    )
    parser.add_argument("--yes", action="store_true", help="run the code in a bundle without asking")
    of.json(parser)
    of.csv(parser)
    parser.add_argument("--latex", type=of.path, metavar="FILE", help="write a table for a paper (booktabs, siunitx)")
    of.plot(parser)


def sketches(group: argparse._ArgumentGroup) -> None:
    of.repeatable(group, "--library", "folder of a library, or of several", "FOLDER", of.path)
    of.repeatable(group, "--function", "also count the cycles of each call of this function", "NAME")
    help = "of the board's time, at most (default: 120); it ends earlier if the sketch only waits"
    group.add_argument("--seconds", type=of.positive, metavar="N", help=help)


def functions(group: argparse._ArgumentGroup) -> None:
    for flag, help in (
        ("--set-key", 'function, or a call: "aes_key(schedule, key)"'),
        ("--encrypt", 'function, or a call: "aes_enc(schedule, in, out)"'),
        ("--decrypt", "function, or a call"),
        ("--seal", "instead: encrypts, hashes or authenticates a message (--mode)"),
        ("--open", "and decrypts it"),
    ):
        group.add_argument(flag, type=of.text, metavar="NAME", help=help)
    group.add_argument("--header", type=of.text, metavar="FILE", help="header that declares them")
    of.repeatable(group, "--source", "compile only this file, or pattern", "FILE")
    group.add_argument("--schedule", type=of.positive, metavar="BYTES", help="size of the key schedule")
    for flag, help in (
        ("--key-bytes", "key size, for a cipher that the lab does not know"),
        ("--nonce-bytes", "its nonce size"),
        ("--tag-bytes", "its tag or digest size"),
        ("--block-bytes", "its block size"),
        ("--blocks", "blocks that one call takes, if more than one"),
    ):
        group.add_argument(flag, type=of.positive, metavar="N", help=help)


def run(options: argparse.Namespace) -> int:
    from .session import try_code

    return try_code(options)
