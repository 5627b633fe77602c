# SPDX-License-Identifier: MIT
"""How a program calls each mode: the lines of C for a package's self-test and examples.

`{out}`, `{in}` and so on are replaced at each call site, `<cipher>`, `<key>` and others for each package."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..plan.derived import ITERATIONS
from ..plan.implementations import Implementation


@dataclass(frozen=True)
class Calls:
    """`context` is a declaration or nothing; `init`, `seal` and `open` are expressions that give a status."""

    seal: str
    open: str = ""  # nothing: there is no inverse and nothing to verify
    context: str = ""
    init: str = ""
    clear: str = ""
    verb: str = "encryption"  # what `seal` is called by people
    nonce: str = "0"  # bytes, as those of a tag
    tag: str = "0"
    has_text: bool = True  # gives a text as long as the message
    has_message: bool = True
    has_ad: bool = False
    header: str = ""  # of a mode, if it is not named like it
    functions: str = ""  # those of the header that are its own
    vectors: str = ""  # the folder, if it is not the cipher's
    names: dict[str, str] = field(default_factory=dict)  # in an example

    @property
    def nonce_bytes(self) -> int:
        return int(self.nonce)

    @property
    def tag_bytes(self) -> int:
        return int(self.tag)


WRITTEN = "size_t written"  # after a context, where a call has &written
CONTENT = "{in}, {bytes}"
IV = "{nonce}, {nonce_bytes}"
TAG = "{tag}, {tag_bytes}"
AEAD = f"{IV}, {{ad}}, {{ad_bytes}}, {CONTENT}"
CHACHA = f"narae_chacha_crypt_message({{out}}, {CONTENT}, <rounds>, {{key}}, 32, {IV}, 0)"
CBC = f"narae_cbc_<way>_message(&ctx, {{out}}, &written, {IV}, NARAE_CBC_NO_PADDING, {CONTENT})"
# Through the descriptor: a schedule of this key size alone, and every argument is checked.
BLOCKS = "narae_block_cipher_<way>(&<cipher>, schedule, {out}, {in}, {bytes} / <block>)"


def both_ways(call: str) -> dict[str, Any]:
    return {"seal": call.replace("<way>", "encrypt"), "open": call.replace("<way>", "decrypt")}


def keyed(name: str, seal: str, open: str = "", **more: Any) -> Calls:
    """A context that holds a key."""
    return replace(
        Calls(
            seal=seal,
            open=open or seal,
            context=f"narae_{name} ctx",
            init=f"narae_{name}_init(&ctx, &<cipher>, {{key}}, <key>)",
            clear=f"narae_{name}_clear(&ctx)",
        ),
        **more,
    )


def aead(name: str) -> Calls:
    return keyed(
        name,
        f"narae_{name}_seal(&ctx, {{out}}, {TAG}, {AEAD})",
        f"narae_{name}_open(&ctx, {{out}}, {AEAD}, {TAG})",
        verb="seal",
        nonce="12",
        tag="16",
        has_ad=True,
    )


def mac(name: str, tag: str, iv: str = "", **more: Any) -> Calls:
    return keyed(
        name,
        f"narae_{name}_tag_message(&ctx, {TAG}, {iv}{CONTENT})",
        f"narae_{name}_verify_message(&ctx, {iv}{CONTENT}, {TAG})",
        verb="tag",
        tag=tag,
        has_text=False,
        **more,
    )


def drbg(kind: str, subject: str) -> Calls:
    return Calls(
        seal=f"narae_drbg_{kind}_generate(&ctx, {TAG}, NULL, 0)",
        context=f"narae_drbg_{kind} ctx",
        init=f"narae_drbg_{kind}_init(&ctx, {subject}, {{key}}, <key>, {IV}, {{ad}}, {{ad_bytes}})",
        clear=f"narae_drbg_{kind}_clear(&ctx)",
        verb="generation",
        nonce="16",
        tag="64",
        has_text=False,
        has_message=False,
        has_ad=True,
        header="narae/drbg.h",
        functions=f"narae_drbg_{kind}_",
        vectors="drbg",
        names={"key": "entropy", "tag": "random_bits"},
    )


def in_shares(context: str, **more: Any) -> Calls:
    """A key in shares; the source of random bytes is a file of the package."""
    return Calls(
        context=f"uint32_t shares[2 * <key> / 4]; {context}",
        init="example_share_key((uint8_t *)shares, {key}, <key>)",
        clear="narae_wipe(shares, sizeof shares)",
        header="narae/masked.h",
        **more,
    )


MASKED_CTR = f"narae_masked_ctr_crypt(&masked, {{out}}, {IV}, {CONTENT})"
CALLS = {
    "masked": in_shares(
        "uint32_t work[(<work> + 3) / 4]; "
        "const narae_masked masked = {{&<cipher>, (uint8_t *)shares, example_random, NULL, work, sizeof work}}",
        seal=MASKED_CTR,
        open=MASKED_CTR,
        nonce="<block>",
        functions="narae_masked_(share|refresh|unshare|ctr_crypt|cmac_tag)$",
    ),
    "aead-masked": in_shares(
        "const narae_masked_ascon_aead128 masked = {{(uint8_t *)shares, example_random, NULL}}",
        seal=f"narae_masked_ascon_aead128_seal(&masked, {{out}}, {TAG}, {AEAD})",
        open=f"narae_masked_ascon_aead128_open(&masked, {{out}}, {AEAD}, {TAG})",
        verb="seal",
        nonce="16",
        tag="16",
        has_ad=True,
        functions="narae_masked_(share|refresh|unshare|ascon_aead128_seal|ascon_aead128_open)$",
    ),
    "block": Calls(
        **both_ways(BLOCKS),
        context="uint32_t schedule[<schedule> / 4]",
        init="narae_block_cipher_set_key(&<cipher>, schedule, sizeof schedule, {key}, <key>)",
        clear="narae_wipe(schedule, sizeof schedule)",
    ),
    "ctr": keyed(
        "ctr",
        f"narae_ctr_crypt_message(&ctx, {{out}}, {IV}, NARAE_CTR_WHOLE_BLOCK, {CONTENT})",
        nonce="<block>",
    ),
    "cbc": keyed("cbc", **both_ways(CBC), nonce="<block>", context=f"narae_cbc ctx; {WRITTEN}"),
    "cfb": keyed(
        "cfb",
        **both_ways(f"narae_cfb_<way>_message(&ctx, {{out}}, {IV}, NARAE_CFB_WHOLE_BLOCK, {CONTENT})"),
        nonce="<block>",
    ),
    "ofb": keyed("ofb", f"narae_ofb_crypt_message(&ctx, {{out}}, {IV}, {CONTENT})", nonce="<block>"),
    "xts": keyed("xts", **both_ways(f"narae_xts_<way>_unit(&ctx, {{out}}, {IV}, {CONTENT})"), nonce="16"),
    "gcm": aead("gcm"),
    "ccm": aead("ccm"),
    "cmac": mac("cmac", "<block>"),
    "gmac": mac("gmac", "16", f"{IV}, ", nonce="12"),
    # What is wrapped takes the place of a tag, and unwrapping that of the message, whose buffer has whole semiblocks.
    "kw": keyed(
        "kw",
        "narae_kw_wrap(&ctx, {tag}, {in}, {bytes})",
        f"narae_kw_unwrap(&ctx, {{in}}, {TAG})",
        verb="wrapping",
        tag="72",
        has_text=False,
        names={"tag": "wrapped"},
    ),
    "kwp": keyed(
        "kw",
        "narae_kwp_wrap(&ctx, {tag}, {in}, {bytes})",
        f"narae_kwp_unwrap(&ctx, {{in}}, &written, {TAG})",
        context=f"narae_kw ctx; {WRITTEN}",
        verb="wrapping",
        tag="72",
        has_text=False,
        header="narae/kw.h",
        names={"tag": "wrapped"},
    ),
    "hmac": mac("hmac", "<digest>", vectors="hmac"),
    "kbkdf": Calls(
        seal=f"narae_kbkdf_counter_<prf>({TAG}, &<cipher>, {{key}}, <key>, &input)",
        context="narae_kbkdf_input input = {{{nonce}, {ad}, {nonce_bytes}, {ad_bytes}, NULL, 0, NULL, 0, 4, 4}}",
        verb="derivation",
        nonce="8",
        tag="64",
        has_text=False,
        has_message=False,
        has_ad=True,
        functions="narae_kbkdf_(counter|feedback)_<prf>$",
        vectors="kdf",
        names={"nonce": "label", "tag": "derived"},
    ),
    "pbkdf2": Calls(
        seal=f"narae_pbkdf2({TAG}, &<cipher>, {CONTENT}, {IV}, {{iterations}})",
        verb="derivation",
        nonce="16",
        tag="64",
        has_text=False,
        vectors="kdf",
        names={"nonce": "salt", "tag": "derived", "text": "password"},
    ),
    "hash-drbg": drbg("hash", "&<cipher>"),
    "hmac-drbg": drbg("hmac", "&<cipher>"),
    "ctr-drbg": drbg("ctr", "&<cipher>, <key>"),
    "stream": Calls(seal=CHACHA, open=CHACHA, nonce="12"),
    "hash": Calls(
        seal=f"narae_hash_message(&<cipher>, {TAG}, {CONTENT})",
        verb="digest",
        tag="<digest>",
        has_text=False,
    ),
    "poly1305": Calls(
        seal=f"narae_chacha20_poly1305_seal({{out}}, {{tag}}, {{key}}, {AEAD})",
        open=f"narae_chacha20_poly1305_open({{out}}, {{key}}, {AEAD}, {TAG})",
        verb="seal",
        nonce="12",
        tag="16",
        has_ad=True,
    ),
    "aead": Calls(
        seal=f"<prefix>_seal({{out}}, {TAG}, {{key}}, {AEAD})",
        open=f"<prefix>_open({{out}}, {{key}}, {AEAD}, {TAG})",
        verb="seal",
        nonce="16",
        tag="16",
        has_ad=True,
    ),
}
# What the self-test's vectors and the examples have in the place of {iterations}.
OF_VECTORS, OF_EXAMPLES = "2", str(ITERATIONS)


def of(i: Implementation) -> Calls:
    call = CALLS[i.mode]
    own = next((text for name, text in i.define.items() if name.startswith("BENCH_HASH(")), None)
    if own:  # a hash that is called by its name
        for name, replacement in (
            ("digest_bytes", "{tag_bytes}"),
            ("digest", "{tag}"),
            ("in", "{in}"),
            ("bytes", "{bytes}"),
        ):
            own = re.sub(rf"(?<![\w{{]){name}(?![\w}}])", replacement, own)
        call = replace(call, seal=own)
    values = {
        "cipher": i.define.get("BENCH_DESCRIPTOR", ""),
        "schedule": i.define.get("BENCH_SCHEDULE_BYTES", ""),
        "digest": i.define.get("BENCH_DIGEST_BYTES", ""),
        "rounds": i.define.get("BENCH_ROUNDS", ""),
        "work": f"{i.define.get('BENCH_DESCRIPTOR', '').upper()}_WORK_BYTES",
        "prefix": i.define.get("BENCH_PREFIX", ""),
        "prf": "cmac" if i.block_bytes else "hmac",
        "key": str(i.key_bytes),
        "block": str(i.block_bytes),
    }
    filled: dict[str, Any] = {
        f.name: re.sub(r"<(\w+)>", lambda m: values[m[1]], value)
        for f in fields(call)
        if isinstance(value := getattr(call, f.name), str)
    }
    return replace(call, **filled)
