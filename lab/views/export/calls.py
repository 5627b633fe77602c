# SPDX-License-Identifier: MIT
"""How a program calls each mode: the lines of C for a package's self-test and examples.

`{out}`, `{in}` and so on are replaced at each call site."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ...plan.implementations import Implementation


@dataclass(frozen=True)
class Calls:
    """`context` is a declaration or nothing; `init`, `seal` and `open` are expressions that give a status."""

    context: str
    init: str
    seal: str
    open: str
    clear: str
    verb: str  # what `seal` is called by people
    nonce_bytes: int
    tag_bytes: int
    has_text: bool = True  # gives a text as long as the message
    has_ad: bool = False
    opens: bool = True


def of(i: Implementation) -> Calls:
    return {"block": block, "stream": stream, "hash": digest, "poly1305": poly1305, "aead": ascon}.get(
        i.mode, block_mode
    )(i)


def descriptor(i: Implementation) -> str:
    return i.define["BENCH_DESCRIPTOR"]


def block(i: Implementation) -> Calls:
    """Through the descriptor: a schedule of this key size alone, and every argument is checked."""
    cipher = f"&{descriptor(i)}, schedule"
    call = f"narae_block_cipher_{{way}}({cipher}, {{{{out}}}}, {{{{in}}}}, {{{{bytes}}}} / {i.block_bytes})"
    return Calls(
        context=f"uint32_t schedule[{i.define['BENCH_SCHEDULE_BYTES']} / 4]",
        init=f"narae_block_cipher_set_key({cipher}, sizeof schedule, {{key}}, {i.key_bytes})",
        seal=call.format(way="encrypt"),
        open=call.format(way="decrypt"),
        clear="narae_wipe(schedule, sizeof schedule)",
        verb="encryption",
        nonce_bytes=0,
        tag_bytes=0,
    )


def block_mode(i: Implementation) -> Calls:
    mode = i.mode
    head: dict[str, Any] = {"context": f"narae_{mode} ctx", "clear": f"narae_{mode}_clear(&ctx)"}
    head["init"] = f"narae_{mode}_init(&ctx, &{descriptor(i)}, {{key}}, {i.key_bytes})"
    if mode in ("gcm", "ccm"):
        return Calls(
            **head,
            seal=f"narae_{mode}_seal(&ctx, {{out}}, {{tag}}, {{tag_bytes}}, {{nonce}}, {{nonce_bytes}}, {{ad}}, "
            "{ad_bytes}, {in}, {bytes})",
            open=f"narae_{mode}_open(&ctx, {{out}}, {{nonce}}, {{nonce_bytes}}, {{ad}}, {{ad_bytes}}, {{in}}, "
            "{bytes}, {tag}, {tag_bytes})",
            verb="seal",
            nonce_bytes=12,
            tag_bytes=16,
            has_ad=True,
        )
    if mode == "cmac":
        return Calls(
            **head,
            seal="narae_cmac_tag_message(&ctx, {tag}, {tag_bytes}, {in}, {bytes})",
            open="narae_cmac_verify_message(&ctx, {in}, {bytes}, {tag}, {tag_bytes})",
            verb="tag",
            nonce_bytes=0,
            tag_bytes=i.block_bytes,
            has_text=False,
        )
    if mode == "ctr":
        call = "narae_ctr_crypt_message(&ctx, {out}, {nonce}, {nonce_bytes}, NARAE_CTR_WHOLE_BLOCK, {in}, {bytes})"
        return Calls(**head, seal=call, open=call, verb="encryption", nonce_bytes=i.block_bytes, tag_bytes=0)
    if mode == "ofb":
        call = "narae_ofb_crypt_message(&ctx, {out}, {nonce}, {nonce_bytes}, {in}, {bytes})"
        return Calls(**head, seal=call, open=call, verb="encryption", nonce_bytes=i.block_bytes, tag_bytes=0)
    if mode in ("cfb", "xts"):
        kind, segment = ("message", "NARAE_CFB_WHOLE_BLOCK, ") if mode == "cfb" else ("unit", "")
        message = f"{{out}}, {{nonce}}, {{nonce_bytes}}, {segment}{{in}}, {{bytes}}"
        return Calls(
            **head,
            seal=f"narae_{mode}_encrypt_{kind}(&ctx, {message})",
            open=f"narae_{mode}_decrypt_{kind}(&ctx, {message})",
            verb="encryption",
            nonce_bytes=i.block_bytes,
            tag_bytes=0,
        )
    call = (
        "narae_cbc_{way}_message(&ctx, {{out}}, &written, {{nonce}}, {{nonce_bytes}}, NARAE_CBC_NO_PADDING, "
        "{{in}}, {{bytes}})"
    )
    return Calls(
        **(head | {"context": "narae_cbc ctx; size_t written"}),
        seal=call.format(way="encrypt"),
        open=call.format(way="decrypt"),
        verb="encryption",
        nonce_bytes=i.block_bytes,
        tag_bytes=0,
    )


def stream(i: Implementation) -> Calls:
    rounds = i.define["BENCH_ROUNDS"]
    call = f"narae_chacha_xor({{out}}, {{in}}, {{bytes}}, {rounds}, {{key}}, 32, {{nonce}}, {{nonce_bytes}}, 0)"
    return Calls("", "", call, call, "", "encryption", 12, 0)


def digest(i: Implementation) -> Calls:
    call = next(v for k, v in i.define.items() if k.startswith("BENCH_HASH("))
    for name, place in (("digest_bytes", "{tag_bytes}"), ("digest", "{tag}"), ("in", "{in}"), ("bytes", "{bytes}")):
        call = re.sub(rf"(?<![\w{{]){name}(?![\w}}])", place, call)
    size = int(i.define["BENCH_DIGEST_BYTES"])
    return Calls("", "", call, "", "", "digest", 0, size, has_text=False, opens=False)


def poly1305(i: Implementation) -> Calls:
    message = "{nonce}, {nonce_bytes}, {ad}, {ad_bytes}, {in}, {bytes}"
    seal = f"narae_chacha20_poly1305_seal({{out}}, {{tag}}, {{key}}, {message})"
    opened = f"narae_chacha20_poly1305_open({{out}}, {{key}}, {message}, {{tag}}, {{tag_bytes}})"
    return Calls("", "", seal, opened, "", "seal", 12, 16, has_ad=True)


def ascon(i: Implementation) -> Calls:
    prefix = i.define["BENCH_PREFIX"]
    message = "{nonce}, {nonce_bytes}, {ad}, {ad_bytes}, {in}, {bytes}"
    seal = f"{prefix}_seal({{out}}, {{tag}}, {{tag_bytes}}, {{key}}, {message})"
    opened = f"{prefix}_open({{out}}, {{key}}, {message}, {{tag}}, {{tag_bytes}})"
    return Calls("", "", seal, opened, "", "seal", 16, 16, has_ad=True)
