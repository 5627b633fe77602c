# SPDX-License-Identifier: MIT
"""./narae try on folders of strangers: what it recognizes, what it measures, and how it refuses what is wrong."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import platform
import re
import shlex
import shutil
import signal
import subprocess
import time
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest
import zstandard

from lab.build import assemble, compiled, foreign_hash
from lab.build.expected import fault, of_kat, of_model
from lab.build.vectors import load
from lab.commands import versions
from lab.commands.try_code.session import Measured, named_cipher
from lab.errors import BuildError, LabError
from lab.paths import REFERENCE, ROOT
from lab.plan import prototypes
from lab.plan.foreign import add_flags_of_command, recognize
from lab.plan.foreign.call import implementations
from lab.plan.foreign.description import FUNCTIONS, CalledPrimitive, Functions
from lab.plan.foreign.sources import sources_of, text_of, unguarded
from lab.plan.implementations import discover
from lab.plan.readings import Choice
from lab.plan.selection import select as planned_by_bench
from lab.plan.vector import Vector
from lab.rows import Row
from lab.rows.create import failing_row
from lab.run import protocol
from lab.sims.run import Parting
from lab.store import bundle, document, read_json
from lab.targets import TARGETS, host, machines
from lab.targets import leaks as leaks_module
from lab.views import paper, ranking
from tests.tools import checked, every_day, narae

FOREIGN = ROOT / "tests/lab/foreign"
SUPERCOP = "crypto_aead/asconaead128/plain"
WORDS = ["--header", "lea.h", "--set-key", "lea_key", "--encrypt", "lea_encrypt", "--cipher", "lea-128"]

FAILING = replace(discover()[-1], kernel="try:x")


def tried(folder: Path, *options: str | Path) -> tuple[int, str, str]:
    done = narae("try", folder, "--quick", *options)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def foreign(tmp_path) -> Path:
    """Copies of the folders, which a test may break."""
    shutil.copytree(FOREIGN, tmp_path / "foreign")
    shutil.copytree(FOREIGN / "toy", tmp_path / "foreign/toy-before")
    return tmp_path / "foreign"


def own_aead(foreign: Path) -> Path:
    """An AEAD under names of its own, without a known layout."""
    folder = shutil.copytree(foreign / SUPERCOP, foreign / "my-aead")
    text = (folder / "ascon.c").read_text().replace("crypto_aead_encrypt(", "ascon_encrypt(")
    text = text.replace("crypto_aead_decrypt(", "ascon_decrypt(").replace('#include "crypto_aead.h"\n', "")
    (folder / "ascon.c").write_text(text.replace('"api.h"', '"ascon.h"'))
    (folder / "ascon.h").write_text(
        (folder / "api.h").read_text()
        + """
void ascon_permute(unsigned long long *state, int rounds);
int ascon_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen,
    const unsigned char *ad, unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub,
    const unsigned char *k);
int ascon_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c,
    unsigned long long clen, const unsigned char *ad, unsigned long long adlen, const unsigned char *npub,
    const unsigned char *k);
"""
    )
    (folder / "api.h").unlink()
    return folder


def kat(v: Vector) -> str:
    """As in a file of NIST's lightweight competition."""
    fields = {"Key": v.key, "Nonce": v.nonce, "PT": v.plaintext, "AD": v.ad, "CT": v.ciphertext + v.tag}
    return "Count = 1\n" + "".join(f"{name} = {value.hex()}\n" for name, value in fields.items()) + "\n"


def flat(output: str) -> str:
    return " ".join(output.split())


def broken(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    file = folder / name
    text = file.read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    file.write_text(text)
    return folder


def test_a_supercop_folder_is_compared_with_the_library(foreign, tmp_path):
    folder = (foreign / SUPERCOP).rename(foreign / "crypto_aead/asconaead128/나래")
    out = {kind: tmp_path / f"o.{kind}" for kind in ("json", "csv", "tex", "pdf")}
    files = ["--json", out["json"], "--csv", out["csv"], "--latex", out["tex"], "--plot", out["pdf"]]
    code, output, err = tried(folder, "--target", "uno", *files)
    assert code == 0, output + err
    assert "SUPERCOP, crypto_aead" in output and "the folder name asconaead128 means ascon-aead128" in output
    assert all(len(line) <= 100 for line in output.splitlines() if not line.startswith("/"))
    assert "speed against flash, seal of 64 bytes: dominated by avr" in output
    _, rows = read_json(out["json"])
    own_rows = {(r.target, r.operation, r.bytes): r for r in rows if r.kernel == "try:나래" and not r.ad_bytes}
    assert {(t, o) for t, o, _ in own_rows} == {("uno", o) for o in ("seal", "open", "open-forged")}
    assert all(r.cycles > 0 and r.vectors > 20 and r.constant_time["pc_trace"] == "equal" for r in own_rows.values())
    library = [r for r in rows if r.kernel == "avr" and (r.operation, r.bytes, r.ad_bytes) == ("seal", 64, 0)]
    ratio = own_rows["uno", "seal", 64].cycles / library[0].cycles
    assert re.search(rf"seal +64 .* avr +{ratio:.2f} ", output)
    with out["csv"].open() as sheet:
        assert len([*csv.DictReader(sheet)]) == len(rows)
    assert r"\toprule" in out["tex"].read_text() and r"ascon-aead128 aead, try:나래" in out["tex"].read_text()
    assert out["pdf"].read_bytes().startswith(b"%PDF") and "Warning" not in err and "font lacks characters" in err


OUTSIDE = "wrote outside the output: up to 3 bytes after it, at a length of 0 bytes"
OUTSIDE_TEXT = "open wrote outside its output: up to 1 byte after it, at a length of 0 bytes"
WRONG = {
    "a tag is compared badly": (("wrong |= tag[i]", "wrong ^= tag[i]"), "a forged tag was accepted"),
    "any tag is accepted": (("return wrong == 0 ? 0 : -1", "return 0"), "a forged tag was accepted"),
    "right tags are refused": (("return wrong == 0 ? 0 : -1", "return -1"), "a correct tag was rejected"),
    "a wrong round": (("{10, 17}", "{10, 18}"), r"tag is wrong: expected [0-9a-f]+, got [0-9a-f]+"),
    "a wrong text": (("c[i] = byte_of(&s) ^ m[i]", "c[i] = byte_of(&s) ^ m[i] ^ 1"), "encryption is wrong: expected"),
    "decryption alone": (("m[i] = byte_of(&s) ^ c[i]", "m[i] = byte_of(&s) ^ c[i] ^ 1"), "is wrong|was rejected"),
    "a lost text": (("*clen = mlen", "((uint8_t *)m)[mlen / 2] ^= mlen > 0; *clen = mlen"), "overwrote an input"),
    "a byte too many": (("*clen = mlen + CRYPTO_ABYTES", "c[mlen + 18] = 0; *clen = mlen + 16"), OUTSIDE),
    "a length": (("*clen = mlen + CRYPTO_ABYTES", "*clen = mlen"), "the length that seal returns is wrong"),
    "no length": (("*clen = mlen + CRYPTO_ABYTES", "(void)clen"), "the length that seal returns is wrong"),
    "a text too long": (("return wrong == 0 ?", "m[clen] = 0;\n    return wrong == 0 ?"), OUTSIDE_TEXT),
    "the way back's": (("return wrong == 0 ?", "++*mlen;\n    return wrong == 0 ?"), "the length that open returns"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refused_and_named(foreign, name):
    change, reason = WRONG[name]
    code, output, _ = tried(broken(foreign / SUPERCOP, "ascon.c", change), "--target", "hifive1", "--against", "none")
    assert code == 1
    (refusal,) = [" ".join(m.split()) for m in re.findall(r"^refused: .*(?:\n  .*)*", output, re.M)]
    assert re.search(reason, refusal), refusal
    assert "seal" not in output.split("refused:")[0].split("runs on")[1], "nothing wrong is timed"


@pytest.mark.parametrize(
    "change, says",
    [
        (
            (
                "    for (unsigned i = 0; i < 24; i++) {",
                "    ((uint8_t *)key)[15]++;\n    for (unsigned i = 0; i < 24; i++) {",
            ),
            "key setup overwrote the key",
        ),
        (("memcpy(out, x, 16)", "memcpy(out, x, 16), ((uint8_t *)in)[3]++"), "encrypt overwrote its input or the key"),
        (
            ("memcpy(out, x, 16)", "memcpy(out, x, 16), ((uint8_t *)out)[17] = 0"),
            "encrypt wrote outside its output: up to 2 bytes after it, at a length of 16 bytes",
        ),
    ],
)
def test_what_a_block_cipher_only_reads_it_must_leave(foreign, change, says):
    code, output, _ = tried(broken(foreign / "my-lea", "lea.c", change), *WORDS, "--target", "uno", "--against", "none")
    assert code == 1 and says in flat(output), output


def test_the_code_may_have_the_names_that_the_bench_had(foreign):
    """A header with functions, macros and constants of usual names, of a block cipher and of an AEAD."""
    names = "#define BLOCK 16\n#define ALIGNED\n#define TIMED 1\n#define DECRYPT 0\n#define OPERATIONS 2\n"
    names += "enum { OUT = 16, UNIT = 1, BYTES = 16, CHECKS };\n"
    names += "extern int in, out, schedule, text, sealed, stream, found, read_flash, same_as_flash;\n"
    names += "void draw(void), place(int), fold(int), random_bytes(int), print_hex(char), print_number(char);\n"
    lea, aead = foreign / "my-lea", own_aead(foreign)
    for file, before in ((lea / "lea.h", "#include"), (aead / "ascon.h", "void ascon_permute")):
        broken(file.parent, file.name, (before, names + before))
    for file in lea.iterdir():
        file.write_text(file.read_text().replace("lea_key", "move").replace("lea_encrypt", "encrypt"))
    for file in aead.iterdir():
        file.write_text(file.read_text().replace("ascon_encrypt", "seal").replace("ascon_decrypt", "open"))
    words = ["--header", "lea.h", "--set-key", "move", "--encrypt", "encrypt", "--cipher", "lea-128"]
    code, output, err = tried(lea, *words, "--target", "uno", "--against", "none")
    assert code == 0, output + err
    words = ["--header", "ascon.h", "--seal", "seal", "--open", "open", "--cipher", "ascon-aead128"]
    code, output, err = tried(aead, *words, "--target", "hifive1", "--against", "none")
    assert code == 0, output + err
    words = ["--header", "lea.h", "--encrypt", "out(key, in, out)", "--cipher", "lea-128"]
    code, _, err = tried(lea, *words, "--target", "uno")
    assert code == 2 and "call.encrypt: `out` is the name of an argument there: rename the function" in err


CRASHES = {"*(volatile int *)(uintptr_t)mlen = 1": 11, "((void (*)(void))(uintptr_t)(mlen & 1))()": 11, "abort()": 6}


@pytest.mark.parametrize("target", ["host", "pi4"])
@pytest.mark.parametrize("crash", CRASHES)
def test_a_crash_is_found_with_its_line(foreign, crash, target):
    """Also if it is somewhere below a line of the code: in the C library, or where no code is."""
    begin = "    begin(&s, ad, adlen, npub, k);\n    for (unsigned long long i = 0; i < mlen"
    folder = broken(foreign / SUPERCOP, "ascon.c", (begin, f"    {crash};\n{begin}"))
    file = folder / "ascon.c"
    file.write_text("#include <stdint.h>\n#include <stdlib.h>\n" + file.read_text())
    line = next(n for n, text in enumerate(file.read_text().splitlines(), 1) if crash in text)
    code, output, err = tried(folder, "--target", target, "--quick", "--against", "none")
    place = re.search(rf"crashed with signal {CRASHES[crash]} at 0x\w+, \w+ \(ascon\.c:(\d+)\)", flat(output))
    assert code == 1 and place and abs(int(place[1]) - line) <= 1, output + err


LEAKS = ["hifive1 host", "uno pi4 m4"]


@pytest.mark.parametrize("targets", every_day(LEAKS[:1], LEAKS))
def test_a_leak_is_found_with_its_line(foreign, targets):
    leaky = ("    begin(&s, ad, adlen, npub, k);\n    for (unsigned long long i = 0; i < mlen",
             "    begin(&s, ad, adlen, npub, k);\n    if (k[3] & 1)\n        *clen += k[0];\n"
             "    for (unsigned long long i = 0; i < mlen")  # fmt: skip
    folder = broken(foreign / SUPERCOP, "ascon.c", leaky)
    line = next(n for n, text in enumerate((folder / "ascon.c").read_text().splitlines(), 1) if "k[3] & 1" in text)
    options = [word for name in targets.split() for word in ("--target", name)]
    code, output, err = tried(folder, *options, "--against", "none")
    assert code == 0, output + err
    sections = re.split(r"^(?=\w+ \((?:cycle-exact|modelled|measured))", output, flags=re.M)[1:]
    for section, target in zip(sections, targets.split(), strict=True):
        function = r"\w+" if target == "host" else "crypto_aead_encrypt"
        verdict = " ".join(section.split()).partition("constant time: ")[2]
        result = re.match(rf"NO: .*a branch depends on a secret at 0x\w+, {function} \(ascon\.c:(\d+)\)", verdict)
        assert result and abs(int(result[1]) - line) <= 1, section


@pytest.mark.deep
def test_a_leak_of_opening_alone_is_named_too(foreign):
    """On the host it is found by comparing traces; on a board the C library is named, not the code before it."""
    early = ("        wrong |= tag[i] ^ c[*mlen + i];", "        if (tag[i] != c[*mlen + i])\n            return -1;")
    folder = broken(foreign / SUPERCOP, "ascon.c", early)
    code, output, err = tried(folder, "--target", "host", "--against", "none")
    assert code == 0, output + err
    assert re.search(r"a branch depends on a secret at 0x\w+, crypto_aead_decrypt \(ascon\.c:\d+\)", flat(output))
    compared = ("        if (tag[i] != c[*mlen + i])", "        if (i == 0 && memcmp(tag, c + *mlen, 16) != 0)")
    broken(folder, "ascon.c", compared)
    (folder / "ascon.c").write_text("#include <string.h>\n" + (folder / "ascon.c").read_text())
    code, output, err = tried(folder, "--target", "uno", "--against", "none")
    assert re.search(r"a branch depends on a secret at 0x\w+, memcmp(?! \()", flat(output)), output + err


def test_code_in_the_librarys_types_is_refused_by_vector(tmp_path):
    """A block cipher by its descriptor, and messages through an adapter."""
    shutil.copytree(ROOT / "tests/lab/kernels", tmp_path / "kernels")
    code, output, _ = tried(tmp_path / "kernels/wrong", "--target", "uno", "--target", "host", "--against", "none")
    block = "00112233445566778899aabbccddee"
    assert code == 1 and f"uno, host null block try:test:wrong: a vector failed: vector 1: encryption is wrong: " \
        f"expected {block}ff, got {block}fe" in flat(output)  # fmt: skip
    code, output, _ = tried(tmp_path / "kernels/messages", "--target", "uno", "--against", "none")
    assert "vector null gcm 1 forged: a forged tag was accepted" in flat(output)
    assert "vector null gcm 2 forged: the output is not zeros after a wrong tag" in flat(output)


def test_an_address_that_leaks_is_named_where_there_is_a_cache(foreign, tmp_path):
    """On the Uno, which has none, a table is no leak, and says where it is read."""
    table = "    static const volatile unsigned char t[256];\n    x[0] ^= t[rk[0] & 255];\n"
    folder = broken(foreign / "my-lea", "lea.c", ("    memcpy(x, in, 16);\n", f"    memcpy(x, in, 16);\n{table}"))
    options = ["--target", "uno", "--target", "pi4", "--against", "none", "--json", tmp_path / "o"]
    code, output, err = tried(folder, *WORDS, *options)
    assert code == 0, output + err
    leaks = {r.target: r.provenance["leak"] for r in read_json(tmp_path / "o")[1] if "leak" in r.provenance}
    line = next(n for n, text in enumerate((folder / "lea.c").read_text().splitlines(), 1) if "t[rk[0]" in text)
    assert set(leaks) == {"uno", "pi4"}
    assert all(re.search(rf"^an address depends on a secret at .*\(lea\.c:{line}\)$", leak) for leak in leaks.values())
    assert "time: yes (table) in encrypt, key+encrypt: an address depends" in " ".join(output.split())
    assert "constant time: NO: address_trace in encrypt, key+encrypt: an" in output


def test_a_pair_of_functions_needs_no_layout(foreign, tmp_path):
    options = ["--target", "hifive1", "--against", "none", "--json", tmp_path / "o.json"]
    (foreign / "my-lea/more.s").write_text("#define WORD .long\nWORD 1\n")  # .s with directives
    code, output, err = tried(foreign / "my-lea", *WORDS, *options)
    assert code == 0, output + err
    _, rows = read_json(tmp_path / "o.json")
    own_rows = {(r.operation, r.bytes) for r in rows if r.kernel == "try:my-lea" and r.cycles}
    assert own_rows == {("key-setup", 16), ("encrypt", 16), ("key+encrypt", 16)}, "one block a call, no decryption"
    code, output, _ = tried(foreign / "my-lea", *WORDS, "--init")
    assert code == 0 and "wrote" in output
    code, output, err = tried(foreign / "my-lea", "--target", "hifive1")
    assert code == 0 and "described by implementation.toml" in output
    assert tried(foreign / "my-lea", *WORDS, "--init")[0] == 2, "nothing is overwritten"


def test_functions_of_a_header_are_suggested_and_their_arguments_recognized(foreign):
    """A context of its own type, a text that is worked on in place, and modes that are not the block cipher."""
    folder = foreign / "my-lea"
    (folder / "lea.h").write_text("""
struct lea { uint8_t keys[384]; };
void LEA_init_ctx(struct lea *c, const uint8_t *k);
void LEA_init_ctx_iv(struct lea *c, const uint8_t *k, const uint8_t *iv);
void LEA_CBC_encrypt_buffer(struct lea *c, uint8_t *buf, size_t length);
void LEA_ECB_encrypt(const struct lea *c, uint8_t *buf);
void LEA_ECB_decrypt(const struct lea *c, uint8_t *buf);
void lea_sized(const uint8_t *in, uint8_t *out, const struct lea *c, int options);
""")
    output = tried(folder)[2]
    words = "--header lea.h --set-key LEA_init_ctx --encrypt LEA_ECB_encrypt --decrypt LEA_ECB_decrypt"
    assert words in output, output
    options = {"header": "lea.h", "set_key": "LEA_init_ctx", "encrypt": "LEA_ECB_encrypt", "cipher": "lea-128"}
    (primitive,) = recognize(folder, machines(), Functions(**options)).primitives
    assert primitive.schedule == "sizeof(struct lea)"
    assert (
        primitive.call["encrypt"]
        == "(memcpy(out, in, bytes), LEA_ECB_encrypt((const struct lea *)schedule, (uint8_t *)out))"
    )
    (called,) = implementations(recognize(folder, machines(), Functions(**options)))
    (copy,) = [call for name, call in called.define.items() if name.startswith("CALL_ENCRYPT")]
    assert "memcpy(out, in, 16)" in copy, "of a fixed size: a copy that counts bytes took a tenth of the time"
    written = options | {"set_key": "LEA_init_ctx(schedule, key)", "encrypt": "(LEA_ECB_encrypt(schedule, out))"}
    (primitive,) = recognize(folder, machines(), Functions(**written)).primitives
    assert primitive.schedule == "sizeof(struct lea)"
    with pytest.raises(LabError, match="the arguments of lea_sized are ambiguous"):
        recognize(folder, machines(), Functions(**(options | {"encrypt": "lea_sized"})))


DECLARED = [
    # An attribute follows, and a number that is neither blocks nor bytes, nor of rounds.
    (
        "void AES_init(u32 *rk, const u8 *key, int Nr) __attribute__((nonnull(1, 2)));\n"
        "void AES_encrypt(const u32 *rk, int what, const u8 pt[16], u8 ct[16]);",
        "",
        ["--header FILE", "x.h: AES_init, AES_encrypt\n", "write out the call: --encrypt "],
    ),
    (
        "void AES_init(u32 *rk, const u8 *key, int Nr) __attribute__((nonnull(1, 2)));\n"
        "void AES_encrypt(const u32 *rk, int Nr, const u8 pt[16], u8 ct[16]);",
        "",
        ["--cipher aes-128 --header x.h --set-key AES_init --encrypt AES_encrypt\n"],
    ),
    # Several ciphers: the one that the user named.
    (
        "void blowfish_setup(const u8 *ukey, BF *ks); void blowfish_encrypt(const u8 *in, u8 *out, const BF *ks);\n"
        "void lea_setup(const u8 *ukey, LEA *ks); void lea_encrypt(const u8 *in, u8 *out, const LEA *ks, int what);",
        "lea-128",
        ["--cipher lea-128 --header FILE", "x.h: blowfish_setup, blowfish_encrypt, lea_setup, lea_encrypt"],
    ),
    (
        "void poly1305_auth(uint8_t mac[16], const unsigned char *m, size_t bytes, const unsigned char key[32]);\n"
        "int poly1305_verify(const unsigned char mac1[16], const unsigned char mac2[16]);",
        "",
        ["--header x.h --seal poly1305_auth --mode mac"],
    ),
    (
        "void sha256_hex(const void *src, size_t n_bytes, char *dst_hex65);\n"
        "void sha256_bytes(const void *src, size_t n_bytes, void *dst_bytes32);",
        "",
        ["--cipher sha-256 --header x.h --seal sha256_bytes --mode hash"],
    ),
    # tiny_sha3: a part of a hash is no hash, and sha3 is no size of sha.
    (
        "typedef struct { uint64_t q[25]; int pt; } ctx_t;\n"
        "int sha3_update(ctx_t *c, const void *data, size_t len);\nint sha3_final(void *md, ctx_t *c);\n"
        "void *sha3(const void *in, size_t inlen, void *md, int mdlen);",
        "",
        ["--cipher sha3-256 --header x.h --seal sha3 --mode hash\n"],
    ),
    # As a context that is named like an output.
    ("int sha3(ctx_t *c, const void *data, size_t len);", "", ["--header FILE"]),
    # Brad Conte's AES: counter mode takes the schedule, and the block function is one of blocks.
    (
        "void aes_key_setup(const BYTE key[], WORD w[], int keysize);\n"
        "void aes_encrypt_ctr(const BYTE in[], size_t in_len, BYTE out[], const WORD key[], int keysize,\n"
        "                     const BYTE iv[]);\n"
        "void aes_encrypt(const BYTE in[], BYTE out[], const WORD key[], int keysize);",
        "",
        ["--cipher aes-128 --header x.h --set-key aes_key_setup --encrypt aes_encrypt\n"],
    ),
    (
        "void aes_key_setup(const BYTE key[], WORD w[], int keysize);\n"
        "void aes_encrypt_ctr(const BYTE in[], size_t in_len, BYTE out[], const WORD key[], const BYTE iv[]);",
        "",
        ["--header FILE"],
    ),
    # Key setup for encryption is no encryption.
    (
        "void encKeySchedule(u8 *dst, const u8 *src, const u8 MK[16]);\n"
        "void LEA_Encrypt(u8 *dst, const u8 *src, const u8 MK[16]);",
        "",
        ["--cipher lea-128 --header x.h --encrypt LEA_Encrypt\n"],
    ),
    # Several ciphers, each of which could be called.
    (
        "void blowfish_setup(const u8 *ukey, BF *ks); void blowfish_encrypt(const u8 *in, u8 *out, const BF *ks);\n"
        "void lea_setup(const u8 *ukey, LEA *ks); void lea_encrypt(const u8 *in, u8 *out, const LEA *ks);",
        "lea-128",
        ["--cipher lea-128 --header x.h --set-key lea_setup --encrypt lea_encrypt\n"],
    ),
    # Neither a block cipher, nor all in one.
    (
        "void chacha_keysetup(chacha_ctx *x, const u8 *k, u32 kbits);\n"
        "void chacha_encrypt_bytes(chacha_ctx *x, const u8 *m, u8 *c, u32 bytes);",
        "",
        ["--header FILE", "x.h: chacha_keysetup, chacha_encrypt_bytes\n  y.S: y_encrypt\n"],
    ),
]


@pytest.mark.parametrize("declared, cipher, says", DECLARED)
def test_what_headers_declare_is_suggested_or_listed(tmp_path, declared, cipher, says):
    (tmp_path / "x.h").write_text(declared)
    (tmp_path / "x.c").write_text('#include "x.h"\n')
    (tmp_path / "y.S").write_text(".global y_encrypt\ny_encrypt: ret\n")
    with pytest.raises(LabError) as error:
        recognize(tmp_path, machines(), Functions(cipher=cipher))
    assert all(words in str(error.value) for words in says), error.value


@pytest.mark.parametrize("name", ["LWC_AEAD_KAT_128_128.txt", ""])
def test_an_unknown_aead_takes_the_command_that_is_suggested(foreign, name):
    """Its mode is named, and its file of vectors says the sizes."""
    folder = own_aead(foreign)
    for file in [*folder.iterdir()]:
        text = file.read_text().replace("ascon", "own")
        file.rename(folder / file.name.replace("ascon", "own")).write_text(text)
    if name:
        vectors = [v for v in load("ascon") if v.cipher == "ascon-aead128" and len(v.tag) == 16][:9]
        (folder / name).write_text("# mine\n\n" + "".join(map(kat, vectors)).replace("\n", "\r\n"))
    folder = folder.rename(foreign / "Mine, 2")
    (line,) = re.findall(r"^  ./narae try (.*)$", tried(folder)[2], re.M)
    words = shlex.split(line)
    assert words[-2:] == ["--mode", "aead"] and ("NAME" in words) == (not name)
    if name:
        assert words[1:3] == ["--cipher", "mine-2"]
        code, output, err = tried(folder, *words[1:], "--target", "hifive1", "--against", "none")
        assert code == 0 and "key of 16 bytes, nonce of 16 bytes, tag of 16 bytes" in output, output + err


@pytest.mark.parametrize("usual, requested", [("src/", ["src/y.c", "more/x.c"]), ("deep/", ["more/x.c", "more/z.c"])])
def test_sources_that_would_be_left_out_are_suggested(tmp_path, usual, requested):
    """As Monocypher's SHA-512, in a folder of its own, which needs the rest."""
    for name in (f"{usual}y.c", "more/x.c", "more/x.h", "more/z.c", "more/test.c"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("int main(void) { return 0; }\n" if "test" in name else "int y;\n")
    declared = "void sha512(uint8_t *hash, const uint8_t *in, size_t inlen)"
    (tmp_path / "more/x.h").write_text(f"{declared};\n")
    (tmp_path / "more/x.c").write_text(f"{declared}\n{{\n}}\n")
    with pytest.raises(LabError) as error:
        recognize(tmp_path, machines())
    assert f"--seal sha512 --mode hash --source {' --source '.join(requested)}\n" in str(error.value)


SIZES_16 = prototypes.Sizes(16)
KISA = """
void SEED_Encrypt(BYTE *pbData, DWORD *pdwRoundKey);
void SEED_KeySchedKey(DWORD *pdwRoundKey, BYTE *pbUserKey);
void HIGHT_KeySched(BYTE *UserKey, DWORD UserKeyLen, BYTE *RoundKey);
void HIGHT_Encrypt(BYTE *RoundKey, BYTE *Data);
"""


@pytest.mark.parametrize(
    "set_key, encrypt",
    [
        ("SEED_KeySchedKey((DWORD *)schedule, (const BYTE *)key)", "SEED_Encrypt((BYTE *)out, (DWORD *)schedule)"),
        ("HIGHT_KeySched((const BYTE *)key, 16, (BYTE *)schedule)", "HIGHT_Encrypt((BYTE *)schedule, (BYTE *)out)"),
    ],
)
def test_names_of_pointers_may_begin_with_their_type(set_key, encrypt):
    """As in the code that KISA publishes: nothing is constant, and a text is worked on in place."""
    names = [call.partition("(")[0] for call in (set_key, encrypt)]
    call, schedule = prototypes.set_key_call(KISA, "x.h", names[0], SIZES_16, Choice())
    assert call == set_key and prototypes.schedule_bytes(schedule) == 0, "the header does not say how many"
    called = prototypes.crypt_call(KISA, "x.h", names[1], "encrypt", schedule, SIZES_16, Choice())
    assert called == f"(memcpy(out, in, bytes), {encrypt})"


TYPEDEFS = {
    "typedef struct aes_words { unsigned w[44]; union { int i; } u; } *aes_ks;": "struct aes_words",
    "typedef struct { unsigned w[44]; } aes, *aes_ks;": "__typeof__(*(aes_ks)0)",
    "struct words { int w; };\ntypedef struct words *aes_ks;": "struct words",
}


@pytest.mark.parametrize("declared", TYPEDEFS)
def test_a_type_may_be_a_pointer(declared):
    """As in TinyCrypt, whose contexts are declared as constant pointers to what is written."""
    text = f"{declared}\nint set(const aes_ks s, const uint8_t *k); int enc(uint8_t *out, const uint8_t *in, aes_ks s);"
    kind = TYPEDEFS[declared]
    call, schedule = prototypes.set_key_call(text, "x.h", "set", SIZES_16, Choice())
    assert call == f"set(({kind} *)schedule, (const uint8_t *)key)"
    assert prototypes.schedule_bytes(schedule) == f"sizeof({kind})"
    called = prototypes.crypt_call(text, "x.h", "enc", "encrypt", schedule, SIZES_16, Choice())
    assert called.endswith(f"(const uint8_t *)in, ({kind} *)schedule)")


def test_a_number_of_rounds_or_bytes_is_no_number_of_blocks():
    declared = (
        "void f(const u32 *rk, const u8 *in, u8 *out, int nbytes); void g(const u32 *rk, int Nr, u8 *in, u8 *out);"
    )
    some = ("encrypt", "u32", SIZES_16, Choice())
    assert prototypes.crypt_call(declared, "x.h", "f", *some).endswith(", bytes)")
    with pytest.raises(LabError, match="ambiguous"):
        prototypes.crypt_call(declared, "x.h", "g", *some)
    with pytest.raises(LabError, match="ambiguous"):
        prototypes.set_key_call("void f(u32 *rk, const u8 *key, int rounds);", "x.h", "f", SIZES_16, Choice())


@pytest.mark.parametrize(
    "what, texts, given",
    [
        ("encrypt", "u8 *ct, const u8 *pt", "(u8 *)out, (const u8 *)in"),
        ("decrypt", "const u8 *ct, u8 *pt", "(const u8 *)in, (u8 *)out"),
        ("decrypt", "u8 *ct, u8 *pt", "(u8 *)in, (u8 *)out"),
        ("encrypt", "u8 *pt, u8 *ct", "(u8 *)in, (u8 *)out"),
        ("encrypt", "const u8 *block, u8 *data", "(const u8 *)in, (u8 *)out"),
        ("encrypt", "u8 *pDst, u8 *pSrc", "(u8 *)out, (u8 *)in"),
    ],
)
def test_what_is_constant_is_the_input_and_names_depend_on_the_direction(what, texts, given):
    choose = Choice()
    call = prototypes.crypt_call(f"void f(u32 *rk, {texts});", "x.h", "f", what, "u32", SIZES_16, choose)
    assert call == f"f((u32 *)schedule, {given})" and (not choose.questions or "pDst" in texts)


def test_a_folder_of_felics_is_suggested_and_works(foreign):
    """Sources in `source`, sizes in `include`, a block in place, its schedule in bytes, and a name with a space."""
    folder = foreign / "LEA 128 v01"
    for place in ("source", "include"):
        (folder / place).mkdir(parents=True)
    schedule, encrypt = "Schedule(uint8_t *key, uint8_t *roundKeys)", "Encrypt(uint8_t *block, uint8_t *roundKeys)"
    text = (foreign / "my-lea/lea.c").read_text().replace("lea.h", "lea sizes.h")
    for before, after in (
        ("lea_key(uint32_t rk[144], const uint8_t *key)", schedule),
        ("lea_encrypt(const uint32_t *rk, const uint8_t *in, uint8_t *out)", encrypt),
    ):
        text = text.replace(f"{before}\n{{", f"{after}\n{{\n    uint32_t *rk = (uint32_t *)(void *)roundKeys;")
    (folder / "source/lea.c").write_text(
        text.replace("x, in, 16", "x, block, 16").replace("out, x, 16", "block, x, 16")
    )
    (folder / "include/lea sizes.h").write_text("#include <stdint.h>\n")
    (folder / "source/my cipher.h").write_text(f"#include <stdint.h>\nvoid {schedule};\nvoid {encrypt};\n")
    (line,) = re.findall(r"^  ./narae try (.*)$", tried(folder)[2], re.M)
    words = shlex.split(line)
    assert words[1:5] == ["--cipher", "lea-128", "--header", "source/my cipher.h"]
    code, output, err = tried(folder, *words[1:], "--schedule", "576", "--target", "hifive1", "--against", "none")
    assert code == 0, output + err


FELICS = {
    "common/cipher.h": """#include <stdint.h>
#if defined(PC) && !defined(ALIGNED)
#define ALIGNED __attribute__((aligned(64)))
#elif defined(AVR)
#define ALIGNED
#endif
void RunEncryptionKeySchedule(uint8_t *key, uint8_t *roundKeys);
void RunDecryptionKeySchedule(uint8_t *key, uint8_t *roundKeys);
void Encrypt(uint8_t *block, uint8_t *roundKeys);
void Decrypt(uint8_t *block, uint8_t *roundKeys);
""",
    "common/test_vectors.h": '#include "constants.h"\nextern const uint8_t expectedKey[KEY_SIZE];\n',
    "source/constants.h": """#include "cipher.h"
#define BLOCK_SIZE 2 /* bytes */
#define KEY_SIZE BLOCK_SIZE
#define ROUND_KEYS_SIZE (2 * KEY_SIZE)
static const uint8_t ALIGNED delta[2] = {1, 2};
""",
    "source/cipher.c": """#include "constants.h"
void RunEncryptionKeySchedule(uint8_t *key, uint8_t *rk) { rk[0] = key[0] ^ delta[0], rk[1] = key[1] ^ delta[1]; }
void RunDecryptionKeySchedule(uint8_t *key, uint8_t *rk) { (void)key, rk[2] = rk[0], rk[3] = rk[1]; }
void Encrypt(uint8_t *block, uint8_t *rk) { block[0] ^= rk[0], block[1] ^= rk[1]; }
void Decrypt(uint8_t *block, uint8_t *rk) { block[0] ^= rk[2], block[1] ^= rk[3]; }
""",
    "source/test_vectors.c": """#include "test_vectors.h"
// const uint8_t expectedKey[KEY_SIZE] = {0x01, 0x02};
const uint8_t expectedKey[KEY_SIZE] = {0x10, 0x20};
const uint8_t expectedPlaintext[BLOCK_SIZE] = {0x00, 0x04};
const uint8_t expectedCiphertext[BLOCK_SIZE] = {0x11, 0x26};
""",
}


def test_a_folder_of_felics_as_it_is(tmp_path):
    """The header is in a folder that all ciphers share, sizes and vectors are in the cipher's."""
    folder = tmp_path / "ciphers/TOY_16_16_v01"
    for name, text in FELICS.items():
        file = (tmp_path if name.startswith("common") else folder) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    code, output, err = tried(folder, "--target", "uno", "--target", "host", "--against", "none")
    assert code == 0 and "FELICS, block cipher" in output, output + err
    assert "toy-16-16 block: checked with test_vectors.c" in output and "key+decrypt" in output
    broken(folder, "source/test_vectors.c", ("0x26", "0x27"))
    assert "encryption is wrong: expected 1127, got 1126" in flat(tried(folder, "--target", "uno")[1])
    broken(folder, "source/test_vectors.c", ("expectedKey", "givenKey"))
    assert "test_vectors.c does not define expectedKey" in tried(folder, "--target", "uno")[2]
    lea = folder.rename(tmp_path / "ciphers/LEA_128_128_v01")
    broken(lea, "source/constants.h", ("BLOCK_SIZE 2", "BLOCK_SIZE 16"))
    called = recognize(lea, machines()).called
    assert called.primitive[0].cipher == "lea-128" and not called.vectors


def test_a_source_without_a_header_is_given_one(foreign):
    folder = foreign / "my-lea"
    (folder / "lea.h").unlink()
    output = tried(folder)[2]
    assert "--header lea.h --set-key lea_key --encrypt lea_encrypt\nwith a new header next to lea.c:\n" in output
    header = re.findall(r"^  (#include .*|void .*;)$", output, re.M)
    (folder / "lea.h").write_text("\n".join(header))
    assert len(header) == 3 and tried(folder, *WORDS, "--target", "hifive1", "--against", "none")[0] == 0
    assert "lea.c is no header" in tried(folder, "--header", "lea.c", *WORDS[2:])[2]
    (folder / "lea.h").write_text("typedef unsigned char byte;\n")
    with pytest.raises(LabError, match=r'--header lea_functions\.h .*(?s:.*)\n  #include "lea\.h"\n  void lea_key'):
        recognize(folder, machines())


@pytest.mark.parametrize(
    "name, says",
    [
        ("deep/er/lea.c", "but deep/er/lea.c: name it, as in --source 'deep/er/*.c'"),
        ("deep/er/lea.cpp", "but deep/er/lea.cpp: name it, as in --source 'deep/er/*.cpp'"),
        ("lea.ino", "but lea.ino, which is a sketch"),
        ("notes.txt", "but lea.h: if that defines functions, add a .c file that includes it"),
    ],
)
def test_a_folder_without_sources_says_what_there_is(foreign, name, says):
    folder = foreign / "my-lea"
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / "lea.c").rename(folder / name)
    code, _, err = tried(folder, *WORDS)
    assert code == 2 and says in err, err


def test_a_named_source_of_another_language_is_refused(foreign):
    (foreign / "my-lea/lea.c").rename(foreign / "my-lea/lea.ino")
    with pytest.raises(LabError, match=r"lea\.ino is a sketch: move what it computes to a \.c file"):
        sources_of(foreign / "my-lea", ["*.ino"])


@pytest.mark.parametrize(
    "pattern, says",
    [
        ("README", "README is no source: expected C, C++ or assembly (.c, .S, .s, .s43, .cpp, .cc, .cxx, .C); what"),
        ("*", "README is no source: expected C, C++ or assembly (.c, .S, .s, .s43, .cpp, .cc, .cxx, .C), as in `*.c`"),
        ("below", "no file matches `below` of its sources; `below` is a folder: name what is in it, as in `below/*.c`"),
        *((name, f"no file matches `{name}` of its sources") for name in ("***", ".", "..", "/", "lae.c")),
    ],
)
def test_a_named_source_that_is_none_is_refused(foreign, pattern, says):
    """Whatever the pattern is: never a traceback."""
    folder = foreign / "my-lea"
    (folder / "below").mkdir()
    (folder / "README").write_text("Mine.\n")
    code, _, err = tried(folder, *WORDS, "--source", pattern)
    assert code == 2 and says in err, err


def test_a_program_may_only_include_another_one(tmp_path):
    """As tiny-AES-c's test.cpp does; what a source includes is compiled there, what a program includes alone."""
    for name, text in {
        "aes.c": '#include "tables.c"\n#if 0\n#include "other.c"\n#endif\n',
        "tables.c": "int table[1];\n",
        "other.c": "int other;\n",
        "test.c": '#include "aes.c"\nint main(void) { return 0; }\n',
        "test.cpp": '#include "test.c"\n',
        "self.c": '#include "self.c"\n',
    }.items():
        (tmp_path / name).write_text(text)
    sources, skipped = sources_of(tmp_path)
    assert [f.name for f in sources] == ["aes.c", "other.c", "self.c"]
    assert "test.cpp includes test.c, which has a main()" in skipped
    assert "tables.c is a part of aes.c, which includes it" in skipped


ASSEMBLY = {
    "an indented directive": ("  #define WORD .long\nWORD 1\n", ""),
    "a byte order mark": ("\ufeff.long 1\n", ""),
    "both": ("\ufeff #define WORD .long\nWORD 1\n", ""),
    "a condition": ("#ifdef NOWHERE\nno instruction\n#endif\n", ""),
    "a comment like a condition": ("# if the carry is set, it isn't\n.long 1\n", ""),
    "a comment like an inclusion": ("# include the key\n.long 1\n", ""),
    "a comment of C++": ("// one\n.long 1\n", ""),
    "a lost header": ('#include "nowhere.h"\n.long 1\n', "nowhere.h: No such file"),
    "an error of its own": ("#ifndef NOWHERE\n#error not here\n#endif\n", "#error not here"),
    "a mistake": ("no instruction\n", "a.s:1: Error"),
}


@pytest.mark.parametrize("name", ASSEMBLY)
def test_assembly_with_directives_is_preprocessed(tmp_path, name):
    """A `.s` too, by its directives; comments that begin like one are none."""
    text, error = ASSEMBLY[name]
    (tmp_path / "a.s").write_text(text, encoding="utf-8")
    for compiler in ("gcc", "avr-gcc", "riscv64-unknown-elf-gcc", "arm-none-eabi-gcc"):
        with pytest.raises(BuildError, match=error) if error else contextlib.nullcontext():
            assemble([compiler], tmp_path / "a.s", tmp_path / "a.o")


def test_a_byte_order_mark_hides_nothing(tmp_path):
    """Neither the guard of a machine nor the first line of a file of vectors."""
    (tmp_path / "a.s").write_text("\ufeff#ifdef __AVR__\nlpm\n#endif\n", encoding="utf-8")
    assert not unguarded(text_of(tmp_path / "a.s")).strip()
    (tmp_path / "LWC_KAT.txt").write_text("\ufeffKey = 00\nMsg = 22\nTag = 33\n", encoding="utf-8")
    assert len(of_kat(tmp_path / "LWC_KAT.txt", CalledPrimitive(cipher="c", mode="mac", call={}, key=1, tag=1))) == 1


CLASS = """
struct Cipher {
    virtual ~Cipher() {}
    virtual void encrypt(const uint32_t *rk, const uint8_t *in, uint8_t *out) const = 0;
};
struct Lea : Cipher {
    void encrypt(const uint32_t *rk, const uint8_t *in, uint8_t *out) const override;
};
"""
CALLED = """
void lea_encrypt(const uint32_t *rk, const uint8_t *in, uint8_t *out)
{
    Lea lea;
    const Cipher *volatile some = &lea;
    some->encrypt(rk, in, out);
}
"""


def test_a_class_is_called_through_functions_of_c(foreign, monkeypatch):
    folder = foreign / "my-lea"
    head, _, body = (folder / "lea.c").read_text().partition("void\nlea_encrypt(")
    body = body.replace("uint8_t *out)", "uint8_t *out) const", 1)
    (folder / "lea.c").unlink()
    (folder / "lea.C").write_text(f"{head}{CLASS}void\nLea::encrypt({body}{CALLED}")
    options = [*WORDS, "--target", "uno", "--against", "none"]
    code, output, _ = tried(folder, *options)
    assert code == 1 and re.search('no source defines lea_(key|encrypt) for C, as extern "C" does', flat(output)), (
        output
    )
    c = ("#include <stdint.h>\n", '#include <stdint.h>\n#ifdef __cplusplus\nextern "C" {\n#endif\n')
    end = ("\n#endif\n", "\n#ifdef __cplusplus\n}\n#endif\n#endif\n")
    file = folder / "lea.h"
    file.write_text(file.read_text().replace(*c))
    assert file.read_text().endswith(end[0])
    file.write_text(file.read_text().removesuffix(end[0]) + end[1])
    code, output, err = tried(folder, *options)
    assert code == 0 and "constant time: yes" in output, output + err
    (folder / "lea.h").write_text("class Lea;\n" + file.read_text())
    assert 'around a class write some with extern "C"' in flat(tried(folder, *options)[1])
    words = dict(zip(("header", "set_key", "encrypt", "cipher"), WORDS[1::2], strict=True))
    (called,) = implementations(recognize(folder, machines(), Functions(**words)))
    monkeypatch.setattr("shutil.which", lambda _: None)
    for name, package in (("pi4", "g++-aarch64-linux-gnu"), ("host", "g++")):
        with pytest.raises(BuildError) as error:
            compiled(folder / "lea.C", called, TARGETS[name]().board)
        fix = f"g++ is not installed; to fix it: apt-get install --no-install-recommends {package}"
        assert str(error.value).startswith("lea.C is C++, and ") and str(error.value).endswith(fix)


BLOCK_CIPHER = """
class BlockCipher {
public:
    virtual ~BlockCipher();
    virtual bool setKey(const uint8_t *key, size_t len) = 0;
    virtual void encryptBlock(uint8_t *output, const uint8_t *input) = 0;
};
"""
LEA_CLASS = """
#include "BlockCipher.h"
namespace own {
class LEA128 final : public BlockCipher { // as libraries for Arduino have it
public:
    LEA128();
    virtual ~LEA128() {}
    size_t keySize() const { return 16; }
    bool setKey(const uint8_t *key, size_t len = 16) override;
    void encryptBlock(uint8_t *output, const uint8_t *input) override;
private:
    void encryptRound(uint8_t *output, const uint8_t *input);
    uint32_t schedule[144];
};
}
"""
LEA_METHODS = """
BlockCipher::~BlockCipher() {}
own::LEA128::LEA128() : schedule() {}
bool own::LEA128::setKey(const uint8_t *key, size_t len) { if (len == 16) lea_key(schedule, key); return len == 16; }
void own::LEA128::encryptBlock(uint8_t *output, const uint8_t *input) { lea_encrypt(schedule, input, output); }
"""


def test_a_class_is_given_the_files_that_c_can_call(foreign, tmp_path):
    """They and the command are taken as the error shows them."""
    folder = foreign / "my-lea"
    once = "#pragma once\n#include <stddef.h>\n#include <stdint.h>\n"
    (folder / "BlockCipher.h").write_text(once + BLOCK_CIPHER)
    (folder / "LEA.h").write_text(once + LEA_CLASS)
    plain = (folder / "lea.c").read_text().replace("\nvoid\n", "\nstatic void\n").replace("lea.h", "LEA.h")
    (folder / "LEA.cpp").write_text(plain + LEA_METHODS)
    (folder / "lea.c").unlink()
    (folder / "lea.h").unlink()
    code, _, output = tried(folder)
    assert code == 2 and "C cannot call the class own::LEA128" in output, output
    shown = re.findall(r"^(?=\S)(\S.*own_LEA128_c\.\w+):\n((?:  .*\n)+)", output, re.M)
    assert [Path(name).suffix for name, _ in shown] == [".h", ".cpp"], output
    for name, text in shown:
        Path(name).write_text(re.sub("^  ", "", text, flags=re.M))
    (command,) = re.findall(r"^  ./narae try (.*)$", output, re.M)
    done = narae("try", *shlex.split(command), "--target", "uno", "--quick", "--against", "none")
    assert done.returncode == 0 and "uno (cycle-exact): lea-128 block" in done.stdout, done.stdout + done.stderr
    (folder / "LEA.h").write_text("template <int N> class LEA { public: void encrypt(uint8_t *, const uint8_t *); };")
    for name, _ in shown:
        Path(name).unlink()
    assert "Around a C++ class, write functions with extern" in tried(folder)[2]


BASE = """
class Base { protected: Base(); public: virtual void encryptBlock(byte *out, const byte *in) = 0; };
struct Common : public Base { void encryptBlock(uint8_t *out, const uint8_t in[16] = sample) override; };
"""
CLASSES = {
    "what it inherits": (
        f"{BASE}class API LEA128 : public Common {{ public: bool setKey(const uint8_t *, size_t len = 16); }};",
        ["void LEA128_encryptBlock(LEA128_object *schedule, uint8_t *out, const uint8_t in[16]);",
         "void LEA128_setKey(LEA128_object *schedule, const uint8_t *argument1, size_t len);",
         "(new (schedule) Placed)->object.setKey(argument1, len);"],
    ),
    "no object": (f"{BASE}class LEA : public Base {{ public: bool setKey(const uint8_t *key); }};", []),
    "a type that C lacks": ("struct A { void setKey(const std::string &key); void encrypt(const u8 *a, u8 *b); };", []),
    "arguments to begin with": (
        "class A { public: explicit A(int); void setKey(const uint8_t *key);"
        " void encrypt(const uint8_t *in, uint8_t *out); };",
        [],
    ),
    "private ones": (
        "class A { void setKey(const uint8_t *key); void encrypt(const uint8_t *in, uint8_t *out); };", []
    ),
    "braces that do not match": ("class A { public: void setKey(const uint8_t *key) { if (", []),
}  # fmt: skip


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_is_wrapped_if_c_could_call_it(tmp_path, name):
    """Without sources, and with some below the folder."""
    declared, lines = CLASSES[name]
    (tmp_path / "deep/er").mkdir(parents=True)
    (tmp_path / "deep/er/LEA.hpp").write_text(declared)
    for source in ("", "deep/er/LEA.cpp"):
        (tmp_path / (source or "notes.txt")).touch()
        with pytest.raises(LabError) as error:
            recognize(tmp_path, machines())
        assert all(line in str(error.value) for line in lines), error.value
        assert ("C cannot call the class" in str(error.value)) == bool(lines)
    requested = "--source LEA128_c.cpp --source 'deep/er/*.cpp'" if lines else "Around a C++ class, write functions"
    assert requested in str(error.value)


def test_a_structure_of_c_is_no_class(tmp_path):
    (tmp_path / "x.c").touch()
    (tmp_path / "x.h").write_text("struct x { int (*f)(int), __attribute__((aligned(16))) k[SIZE(3)]; };")
    with pytest.raises(LabError, match=r"(?s)--header FILE(?!.*class)"):
        recognize(tmp_path, machines())


@pytest.mark.parametrize(
    "name, says",
    [
        ("AVR/speck.asm", "but AVR/speck.asm, which is of another assembler than GNU's"),
        ("present.h", "but present.h: if that defines functions"),
        ("notes.txt", "and neither src nor source in it does"),
    ],
)
def test_a_folder_that_has_no_source_anywhere_says_so_first(tmp_path, name, says):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).touch()
    with pytest.raises(LabError, match=says):
        recognize(tmp_path, machines())


def test_omitted_files_in_other_languages_are_reported(foreign):
    for name in ("lea.ino", "lea.asm"):
        (foreign / "my-lea" / name).write_text("\n")
    options = dict(zip(("header", "set_key", "encrypt", "cipher"), WORDS[1::2], strict=True))
    result = recognize(foreign / "my-lea", machines(), Functions(**options))
    assert result.skipped == ["lea.asm is of another assembler than GNU's: left out", "lea.ino is a sketch: left out"]


def test_functions_of_messages_need_no_layout(foreign, tmp_path):
    """The error of a bare folder says how to call its AEAD, and that call works."""
    folder = own_aead(foreign)
    words = ["--header", "ascon.h", "--seal", "ascon_encrypt", "--open", "ascon_decrypt"]
    assert " ".join(words) in tried(folder)[2]
    options = [*words, "--cipher", "ascon-aead128", "--target", "hifive1", "--against", "none"]
    code, output, err = tried(folder, *options, "--json", tmp_path / "o.json")
    assert code == 0, output + err
    own_rows = [r for r in read_json(tmp_path / "o.json")[1] if r.kernel.startswith("try:")]
    assert {r.operation for r in own_rows} == {"seal", "open", "open-forged"} and all(r.cycles for r in own_rows)
    code, _, err = tried(folder, *words, "--cipher", "unheard", "--mode", "aead")
    assert code == 2 and "does not know the key of unheard aead: add --key-bytes N" in err
    code, _, err = tried(folder, *words, "--cipher", "ascon-aead128", "--mode", "block")
    assert code == 2 and "--seal is not for mode block" in err


@pytest.mark.parametrize(
    "declared, what, call",
    [
        ("int hash(uint8_t *out, const uint8_t *in, size_t inlen)", "seal", "hash(sealed, text, bytes)"),
        (
            "void f(u8 *tag, uint8_t *ct, const uint8_t *k, size_t klen, const uint8_t *iv, const uint8_t *pt, int n)",
            "seal",
            "f(sealed + bytes, sealed, key, 16, nonce, text, bytes)",
        ),
        (
            "int f(uint8_t *pt, const uint8_t *ct, int ct_len, const uint8_t *tag, const uint8_t *iv, const void *key)",
            "open",
            "f(text, sealed, bytes, sealed + bytes, nonce, key)",
        ),
        (
            "int hash(int hashbitlen, const u8 *data, u64 databitlen, u8 *hash)",
            "seal",
            "hash(8 * 32, text, 8 * bytes, sealed)",
        ),
        ("void hash(u8 *dest, const void *msg, uint32_t length_b)", "seal", "hash(sealed, text, 8 * bytes)"),
        ("void f(u8 *in, u8 *out, int len, u8 *iv, u8 *key)", "seal", "f(text, sealed, bytes, nonce, key)"),
        (
            "void f(u8 key[16], uint32_t counter, u8 nonce[12], u8 *input, u8 *output, int inputlen)",
            "seal",
            "f(key, 0, nonce, text, sealed, bytes)",
        ),
        ("void f(ctx_t *c, const u8 *m, int len, u8 *iv, u8 *key)", "seal", None),
        ("void f(uint8_t *out, const uint8_t *in, size_t len, int rounds)", "seal", None),
        ("void f(uint8_t *out, const uint8_t *data, size_t len, const uint8_t *data2)", "seal", None),
    ],
)
def test_arguments_of_messages_are_recognized_by_name_only(declared, what, call):
    name = re.search(r"(\w+)\(", declared)[1]
    sizes = {"tag": 32} if name == "hash" else {"key": 16, "nonce": 12, "tag": 16}
    if call:
        assert prototypes.message_call(declared + ";", "x.h", name, what, sizes, Choice()) == (call, "")
    else:
        with pytest.raises(LabError, match="ambiguous"):
            prototypes.message_call(declared + ";", "x.h", name, what, sizes, Choice())


def test_arrays_of_the_header_say_the_sizes_of_a_message(foreign):
    """RFC 8439 has a nonce of 12 bytes, most of the library's vectors one of 8."""
    folder = foreign / "toy"
    (folder / "x.h").write_text(
        "void f(uint8_t out[], const uint8_t *in, size_t len, uint8_t nonce[12], u8 key[32]);\n"
    )
    options = {"cipher": "chacha20", "mode": "stream", "header": "x.h", "usual": {"key": 32, "nonce": 8, "tag": 0}}
    for seal, more, nonce in (
        ("f", {}, 12),
        ("f(sealed, text, bytes, nonce, key)", {}, 12),
        ("f", {"nonce_bytes": 8}, 8),
        ("g(sealed, text, bytes, nonce, key)", {}, 8),
    ):
        result = recognize(folder, machines(), Functions(**(options | more | {"seal": seal})))
        assert result.primitives[0].nonce == nonce and f"key of 32 bytes, nonce of {nonce} bytes" in result.why


def test_files_that_the_code_does_without_are_left_out(foreign):
    folder = foreign / "my-lea"
    (folder / "other.c").write_text('#include "nowhere.h"\n')
    code, output, err = tried(folder, *WORDS, "--target", "hifive1", "--quick", "--against", "none")
    assert code == 1 and "other.c:1:" in output and "--source FILE" in output, output + err
    code, output, err = tried(
        folder, *WORDS, "--target", "hifive1", "--quick", "--against", "none", "--source", "lea.c"
    )
    assert code == 0, output + err


def test_key_setup_alone_is_checked_with_the_round_keys_of_the_standard(foreign, tmp_path):
    words = [*WORDS[:4], *WORDS[6:]]
    options = ["--target", "uno", "--against", "none", "--json", tmp_path / "o.json"]
    code, output, err = tried(foreign / "my-lea", *words, *options)
    assert code == 0 and "from its model, stored as six words a round" in output, output + err
    own_rows = [r for r in read_json(tmp_path / "o.json")[1] if r.kernel == "try:my-lea"]
    assert [(r.operation, r.vectors >= 5, r.cycles > 0) for r in own_rows] == [("key-setup", True, True)]
    broken(foreign / "my-lea", "lea.c", ("0x44626b02", "0x44626b03"))
    code, output, _ = tried(foreign / "my-lea", *words, "--target", "uno", "--against", "none")
    assert code == 1 and "schedule is wrong: expected" in " ".join(output.split())
    code, _, err = tried(foreign / "my-lea", *words[:-1], "unheard", "--key-bytes", "16", "--block-bytes", "16")
    assert code == 2 and "defines set_key(key) -> schedule" in err


def test_blocks_that_one_call_takes_are_measured(foreign, tmp_path):
    folder = foreign / "my-lea"
    with (folder / "lea.c").open("a") as more:
        more.write("void lea_two(const uint32_t *rk, const uint8_t *in, uint8_t *out)\n"
                   "{\n    lea_encrypt(rk, in, out);\n    lea_encrypt(rk, in + 16, out + 16);\n}\n")  # fmt: skip
    with (folder / "lea.h").open("a") as more:
        more.write("void lea_two(const uint32_t *rk, const uint8_t *in, uint8_t *out);\n")
    assert tried(folder, *[w.replace("lea_encrypt", "lea_two") for w in WORDS], "--init")[0] == 0
    broken(folder, "implementation.toml", ("[primitive.call]", "blocks = [2]\n\n[primitive.call]"))
    code, output, err = tried(folder, "--target", "hifive1", "--json", tmp_path / "o.json", "--against", "none")
    assert code == 0, output + err
    _, rows = read_json(tmp_path / "o.json")
    assert {r.bytes for r in rows if r.operation == "encrypt"} == {32}


def test_arrays_of_the_header_say_how_many_blocks_a_call_takes(foreign):
    folder = foreign / "my-lea"
    declared = "void lea_encrypt(const uint32_t *rk, const uint8_t *in, uint8_t *out);"
    broken(folder, "lea.h", (declared, "void lea_encrypt(const uint32_t *rk, const uint8_t in[32], uint8_t out[32]);"))
    options = {"header": "lea.h", "set_key": "lea_key", "encrypt": "lea_encrypt", "cipher": "lea-128"}
    (primitive,) = recognize(folder, machines(), Functions(**options)).primitives
    assert primitive.blocks == [2]
    (primitive,) = recognize(folder, machines(), Functions(**(options | {"blocks": 4}))).primitives
    assert primitive.blocks == [4]
    broken(folder, "lea.h", ("[32]", "[16]"))
    assert not recognize(folder, machines(), Functions(**options)).primitives[0].blocks


def test_a_cipher_of_its_own_comes_with_what_it_should_compute(foreign, tmp_path):
    code, output, err = tried(foreign / "toy", "--target", "uno")
    assert code == 2 and "there is no reference for toy stream" in err and "--model FILE.py" in err
    code, output, err = tried(foreign / "toy", "--target", "uno", "--model", foreign / "toy/toy.py")
    assert code == 0 and "PQClean, crypto_stream" in output and "toy.py, a Python model" in output
    vectors = {"schema": 1, "source": "here", "licence": "CC0-1.0", "vectors": [
        {"id": "1", "cipher": "toy", "mode": "stream", "key": "00" * 16, "nonce": "00" * 8, "plaintext": "0000",
         "ciphertext": "0008", "comment": "two bytes"}]}  # fmt: skip
    (tmp_path / "v.json").write_text(json.dumps(vectors))
    code, output, err = tried(foreign / "toy", "--target", "uno", "--vectors", tmp_path / "v.json")
    assert code == 1
    assert "vector 1 (two bytes): encryption is wrong: expected 0008, got 0007" in " ".join(output.split())


TOY = {"cipher": "toy", "mode": "stream", "key": "00" * 16, "nonce": "00" * 8, "plaintext": "00", "ciphertext": "00"}


@pytest.mark.parametrize(
    "content, why",
    [
        (TOY | {"plaintext": "0z"}, "vector 1: its plaintext is not a hexadecimal number of whole bytes"),
        (TOY | {"ciphertext": "000"}, "vector 1: its ciphertext is not a hexadecimal number of whole bytes"),
        (TOY | {"plaintext": 5}, "vector 1: its plaintext is not a hexadecimal number"),
        (TOY | {"ciphertext": "0000"}, "vector 1: its ciphertext has 2 bytes instead of 1"),
        ({n: v for n, v in TOY.items() if n != "ciphertext"}, "vector 1: it lacks ciphertext"),
        (TOY | {"key": "00"}, "sizes of the code (key 16, nonce 8, tag 0): vector 1 has key 1, nonce 8, tag 0"),
        (TOY | {"cipher": "joy"}, "has no vectors of toy stream, only of joy stream"),
        ("x", "vectors is not a list of objects"),
    ],
)
def test_a_vector_that_no_code_could_pass_is_named(foreign, tmp_path, content, why):
    """Not a traceback, and no board that reads the fields of another vector."""
    file = tmp_path / "v.json"
    file.write_text(json.dumps({"schema": 1, "vectors": [content]}))
    code, output, err = tried(foreign / "toy", "--target", "uno", "--vectors", file)
    assert code == 2 and f"{why}" in err, output + err


def test_a_vector_of_blocks_has_whole_ones():
    block = CalledPrimitive(cipher="x", mode="block", key=16, block=8, call={"encrypt": ""})
    vector = Vector("x", "block", key=bytes(16), plaintext=bytes(8), ciphertext=bytes(8))
    assert not fault(vector, block)
    assert fault(replace(vector, plaintext=bytes(12)), block) == "its plaintext has 12 bytes instead of 8"
    assert fault(replace(vector, ciphertext=b""), block) == "it lacks ciphertext"


def test_vectors_from_windows_are_read_and_folders_are_none(foreign, tmp_path):
    """With a byte order mark and its line ends."""
    file, good = tmp_path / "v.json", TOY | {"plaintext": "0000", "ciphertext": "0007"}
    text = json.dumps({"schema": 1, "vectors": [good]}, indent=1).replace("\n", "\r\n")
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    code, output, err = tried(foreign / "toy", "--target", "uno", "--vectors", file)
    assert code == 0, output + err
    code, _, err = tried(foreign / "toy", "--target", "uno", "--vectors", tmp_path)
    assert code == 2 and f"{tmp_path} cannot be read: Is a directory" in err
    (foreign / "toy/LWC_AEAD_KAT_1.txt").mkdir()
    assert "there is no reference for toy stream" in tried(foreign / "toy", "--target", "uno")[2]


@pytest.mark.parametrize(
    "text, why",
    [
        ("def encrypt(key, nonce, text):\n    return text + b'x'", "its ciphertext has 1 bytes instead of 0"),
        ("import sys\n\ndef encrypt(key, nonce, text):\n    sys.exit(0)", "SystemExit: 0"),
        ("raise SystemExit(0)", "SystemExit: 0"),
    ],
)
def test_a_model_of_other_sizes_or_that_ends_python_is_named(foreign, text, why):
    model = foreign / "model.py"
    model.write_text(text)
    code, output, err = tried(foreign / "toy", "--target", "uno", "--model", model)
    assert code == 2 and f"{model}: " in err and why in err, output + err


@pytest.mark.parametrize(
    "text",
    [
        "while True:\n    pass",
        "def encrypt(key, nonce, text):\n    while True:\n        try:\n            __import__('time').sleep(9)\n"
        "        except Exception:\n            pass",
    ],
)
def test_a_model_that_hangs_is_ended(tmp_path, monkeypatch, text):
    """While it is loaded or asked, even one that goes on after any exception."""
    monkeypatch.setattr("lab.build.expected.MODEL_SECONDS", 0.05)
    model = tmp_path / "model.py"
    model.write_text(text)
    with pytest.raises(LabError, match=re.escape(f"{model} timed out after 0.05 s; ")):
        of_model(model, CalledPrimitive(cipher="toy", mode="stream", call={}, key=16, nonce=8))
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0) and signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


def test_a_target_named_twice_is_measured_once(foreign, tmp_path):
    """Its rows were compared with themselves."""
    words = ("--model", foreign / "toy/toy.py", "--target", "uno", "--target", "uno", "--json", tmp_path / "o.json")
    code, output, err = tried(foreign / "toy", *words)
    rows = [(r.operation, r.bytes) for r in read_json(tmp_path / "o.json")[1]]
    assert code == 0 and rows and len(rows) == len(set(rows)), output + err
    assert len(planned_by_bench(["uno", "uno"], ["null"], [], True).targets) == 1


@pytest.mark.parametrize("size", ["0", "-8", "x"])
def test_a_size_is_a_number_from_1(foreign, size):
    for option in ("--key-bytes", "--block-bytes", "--schedule", "--blocks"):
        code, output, err = tried(foreign / "my-lea", *WORDS, option, size)
        assert code == 2 and f"{option}: `{size}` is not a number from 1" in err, output + err


def test_a_name_that_says_nothing_is_found_by_its_vectors(foreign):
    folder = foreign / "nameless"
    shutil.copytree(foreign / SUPERCOP, folder)
    code, output, err = tried(folder, "--target", "uno", "--against", "none")
    assert code == 0 and re.search(r"it passes \d+ vectors of ascon-aead128", output), output + err


def test_files_of_nists_competition_are_read(foreign):
    """For a cipher that the library does not name."""
    folder = foreign / "crypto_aead/ascontoy/ref"
    shutil.copytree(foreign / SUPERCOP, folder)
    vector = next(v for v in load("ascon") if v.cipher == "ascon-aead128" and v.plaintext)
    (folder / "LWC_AEAD_KAT_128_128.txt").write_text(kat(vector))
    options = ("--target", "hifive1", "--against", "none")
    code, output, err = tried(folder, *options)
    assert code == 0 and "LWC_AEAD_KAT_128_128.txt: 1 vectors" in output, output + err
    (folder / "LWC_AEAD_KAT_128_128.txt").write_text(kat(replace(vector, tag=bytes(16))))
    code, output, err = tried(folder, *options)
    assert code == 1 and "vector 1: tag is wrong" in " ".join(output.split())


def test_functions_of_nists_benchmarks_may_have_other_names(foreign):
    folder = foreign / SUPERCOP
    source = (folder / "ascon.c").read_text()
    (folder / "ascon.c").write_text(re.sub(r"crypto_aead_(en|de)crypt", r"my_\1crypt", source))
    (folder / "my.h").write_text("int my_encrypt(unsigned char *c, unsigned long long *clen);\n")
    glue = 'aead_ctx lwc_aead_cipher = {\n"ascon", CRYPTO_ABYTES, my_encrypt,\nmy_decrypt,\n};\n'
    (folder / "lwc_crypto_aead.c").write_text(glue)
    result = recognize(folder, machines())
    call = result.primitives[0].call
    assert call["seal"].startswith("my_encrypt(sealed, &written") and call["open"].startswith("my_decrypt(text, ")
    assert result.called.header == "my.h" and any("names my_encrypt, my_decrypt" in why for why in result.why)
    (folder / "lwc_crypto_aead.c").write_text(glue.replace("my_", "crypto_aead_"))
    result = recognize(folder, machines())
    assert result.primitives[0].call["seal"].startswith("crypto_aead_encrypt(")


@pytest.mark.parametrize("key, cipher, mode", [(16, "aes-128", "gcm"), (32, "aes-256", "gcm"), (20, "aes-gcm", "aead")])
def test_the_size_of_the_key_completes_a_name(tmp_path, key, cipher, mode):
    folder = tmp_path / "crypto_aead/aes-gcm/ref"
    folder.mkdir(parents=True)
    sizes = f"#define CRYPTO_KEYBYTES {key}\n#define CRYPTO_NPUBBYTES 12\n#define CRYPTO_ABYTES 16\n"
    (folder / "api.h").write_text(sizes)
    (folder / "encrypt.c").write_text("int crypto_aead_encrypt(unsigned char *c)\n{}\n")
    result = recognize(folder, machines())
    (primitive,) = result.primitives
    assert (primitive.cipher, primitive.mode) == (cipher, mode)
    if mode == "aead":
        with pytest.raises(LabError, match=r"^`aes-gcm` is a cipher and a mode"):
            implementations(result)


def test_a_hash_whose_header_has_sizes_of_an_aead_too(tmp_path):
    folder = tmp_path / "crypto_hash/my/ref"
    folder.mkdir(parents=True)
    (folder / "api.h").write_text("#define CRYPTO_KEYBYTES 16\n#define CRYPTO_ABYTES 16\n#define CRYPTO_BYTES 32\n")
    (folder / "hash.c").write_text(
        "int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long n)\n{}\n"
    )
    (primitive,) = recognize(folder, machines()).primitives
    assert primitive.tag == 32 and not primitive.key


def test_what_does_not_build_is_a_row_that_names_the_line(foreign):
    folder = broken(
        foreign / SUPERCOP, "ascon.c", ("permute(s->x, 12);\n    s->x[3]", "permute(s->x 12);\n    s->x[3]")
    )
    (folder / "notes.c").write_bytes("/* caf\xe9 */ int main(void) { return 0; }\n".encode("latin-1"))
    code, output, _ = tried(folder, "--target", "hifive1", "--against", "none")
    assert code == 1 and "notes.c" in output and "main()" in output
    assert re.search(r"does not build: ascon\.c:\d+:\d+: error: ", " ".join(output.split()))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the intrinsics are those of x86-64")
def test_intrinsics_of_this_cpu_take_its_flags(foreign):
    folder, flags = foreign / "my-lea", "--target host --cflags=-march=native"
    file = folder / "lea.c"
    used = "__m128i use(__m128i a, __m128i b) { return _mm_aesenc_si128(a, b); }\n"
    file.write_text(f"#include <wmmintrin.h>\n{file.read_text()}{used}")
    options = [*WORDS, "--target", "host", "--against", "none"]
    code, output, _ = tried(folder, *options)
    assert code == 1 and "_mm_aesenc_si128" in output and flags in flat(output), output
    file.write_text(f"{file.read_text()}#error instruction set not enabled\n")
    code, output, _ = tried(folder, *options, "--cflags=-march=native")
    assert code == 1 and "not enabled" in flat(output) and flags not in flat(output), "they are given already"


@pytest.mark.parametrize(
    "target, failure, hint",
    [
        ("host", "always_inline function '_mm_aesenc_si128' requires target feature 'aes', but", "march=native"),
        ("host", "inlining failed in call to ‘always_inline’ ‘_mm_aesenc_si128’", "march=native"),
        ("host", "inlining failed in call to always_inline '_mm_aesenc_si128'", "march=native"),
        ("pi4", "inlining failed in call to ‘vaeseq_u8’: target specific option mismatch", "Cortex-A72"),
        ("pi4", "implicit declaration of function 'vaeseq_u8'", "Cortex-A72"),
        ("pi4", "selected processor does not support `aese v0.16b,v1.16b'", "Cortex-A72"),
        ("pi4", "inlining failed in call to ‘always_inline’ ‘vdotq_u32’: target specific option mismatch", ""),
    ],
)
def test_hints_distinguish_features_that_a_cpu_lacks(target, failure, hint):
    _, *more = ranking.refusals([failing_row(FAILING, TARGETS[target](), f"does not build: {failure}", {})])
    hints = [word for word in ("march=native", "Cortex-A72") if word in flat(" ".join(more))]
    assert hints == [hint] * bool(hint), more


def test_constructors_that_a_board_does_not_call_are_named(foreign):
    """Instead of a wrong vector."""
    values = "0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec"
    filled = ", ".join(f"delta[{n}] = {value}" for n, value in enumerate(values.split(", ")))
    constructor = f"static uint32_t delta[4];\n__attribute__((constructor)) static void fill(void) {{ {filled}; }}\n"
    table, left = f"    static const uint32_t delta[4] = {{{values}}};\n", "static uint32_t\nleft"
    folder = broken(foreign / "my-lea", "lea.c", (table, ""), (left, constructor + left))
    code, output, err = tried(folder, *WORDS, "--target", "uno", "--target", "hifive1", "--against", "none")
    assert code == 1 and re.search(r"uno \(cycle-exact\).* key-setup +16 +\d", flat(output)), output + err
    assert "refused: hifive1 lea-128 block try:my-lea: does not build: lea.c has constructors, which" in flat(output)


def test_what_is_left_in_a_folder_by_editors_and_macos_is_no_source(foreign):
    folder = foreign / SUPERCOP
    (folder / "._ascon.c").write_bytes(b"\0\5\x16\7")
    (folder / ".#ascon.c").write_text("me@here.1:2")
    (folder / "old.c").mkdir()
    os.mkfifo(folder / "pipe.c")
    assert recognize(folder, machines()).called.sources == ["ascon.c"]
    (folder / "gone.c").symlink_to("nowhere.c")
    with pytest.raises(LabError, match=r"gone\.c is a link to nowhere\.c, which cannot be read"):
        recognize(folder, machines())


SIZES = {
    "(16)": 16, "0x10": 16, "16UL": 16, "(128 / 8)": 16, "(KEY_BITS/8)": 16, "LOOP": None, "sizeof(int)": None,
    "16 / 0": None, "-": None,
}  # fmt: skip


@pytest.mark.parametrize("text", SIZES)
def test_a_size_of_api_h_may_be_an_expression(foreign, text):
    folder = foreign / SUPERCOP
    broken(folder, "api.h", ("KEYBYTES 16", f"KEYBYTES {text} /* bytes */"))
    (folder / "params.h").write_text("#define KEY_BITS 128\n#define LOOP (LOOP + 1)\n")
    with contextlib.nullcontext() if SIZES[text] else pytest.raises(LabError, match="does not define CRYPTO_KEYBYTES"):
        assert recognize(folder, machines()).primitives[0].key == SIZES[text]


def test_assembly_says_where_it_runs(tmp_path):
    (tmp_path / "api.h").write_text(
        "#define CRYPTO_BYTES 32\nint crypto_hash(unsigned char *, const unsigned char *, unsigned long long);\n"
    )
    source = tmp_path / "hash.S"
    source.write_text(".globl crypto_hash\ncrypto_hash:\n    addi sp, sp, -16\n    lbu t0, 0(a1)\n    ret\n")
    assert recognize(tmp_path, machines(), Functions(cipher="sha3-256", mode="hash")).targets == ("hifive1",)
    source.write_text(".globl crypto_hash\ncrypto_hash:\n    ldr x3, [x1]\n    ret\n")
    assert recognize(tmp_path, machines(), Functions(cipher="sha3-256", mode="hash")).targets == ("pi4",)
    source.write_text(".syntax unified\n.thumb\n")
    assert set(recognize(tmp_path, machines(), Functions(cipher="sha3-256", mode="hash")).targets) == {
        "m0plus",
        "m3",
        "m33",
        "m4",
    }


def test_c_implies_a_target_only_by_what_all_compilers_see(tmp_path):
    folder = tmp_path / "crypto_hash/unheard/opt"
    folder.mkdir(parents=True)
    (folder / "api.h").write_text("#ifndef API_H\n#define API_H\n#define CRYPTO_BYTES 32\n#endif\n")
    (folder / "hash.c").write_text(
        "int crypto_hash(unsigned char *o, const unsigned char *i, unsigned long long n) { return 0; }\n"
    )
    result = [
        ("#ifndef V_H\n#define V_H\n#include <immintrin.h>\n#endif\n", {"host"}),
        ("#ifdef __x86_64__\n#include <immintrin.h>\n#endif\n", set()),
    ]
    for text, targets in result:
        (folder / "vector.h").write_text(text)
        assert set(recognize(folder, machines()).targets) == targets
    guarded = "#if defined(__AVR__)\n.globl f\nf: lpm\n#endif\n"
    (folder / "asm.S").write_text(guarded)
    assert recognize(folder, machines()).targets == (), "assembly that is empty elsewhere implies nothing"
    (folder / "asm.S").write_text("#ifdef __AVR_HAVE_MOVW__\n#endif\nf: lpm\n")
    assert recognize(folder, machines()).targets == ("uno",)
    (folder / "lwc_crypto_hash.c").write_text('#include "lwc_crypto_hash.h"\n')
    skipped = recognize(folder, machines()).skipped
    assert skipped == ["lwc_crypto_hash.c belongs to NIST's benchmarking framework"]


def test_inline_assembly_for_another_machine_is_named_by_its_line(foreign):
    """The assembler knows only the compiler's temporary file.  Of targets that nobody named, it is no failure."""
    inline = ("int\ncrypto_aead_encrypt(", '#define ONE __asm__("movs r0, #1" ::: "r0")\nint\ncrypto_aead_encrypt(')
    folder = broken(
        foreign / SUPERCOP, "ascon.c", inline, ("    (void)nsec;\n    begin(&s, ad", "    ONE;\n    begin(&s, ad")
    )
    line = next(n for n, text in enumerate((folder / "ascon.c").read_text().splitlines(), 1) if "    ONE;" in text)
    code, output, err = tried(folder, "--target", "pi4", "--target", "m4", "--against", "none")
    assert code == 1 and re.search(rf"refused: pi4 .* does not build: ascon\.c:{line}: Error:", flat(output)), (
        output + err
    )
    rows = [failing_row(FAILING, TARGETS[name](), why, {}) for name, why in (("pi4", "does not build: x"),)]
    rows += [replace(rows[0], target="m4", cycles=1.0, provenance={})]
    result = Measured(None, {}, rows, {FAILING.kernel}, [], [], None, [])
    assert result.good and not replace(result, asked=["pi4"]).good


def test_refusals_with_the_same_reason_are_one_and_say_what_helps():
    rows = [failing_row(FAILING, TARGETS[name](), "the firmware crashed: unaligned access at 0x2, f", {})
            for name in ("m3", "m4")]  # fmt: skip
    first, *more = ranking.refusals(rows)
    assert first.startswith("refused: m3, m4 ") and "--alignment 4" in " ".join(more)
    for failure in (
        "does not build: ../stdlib/abort.c:63: undefined reference to `_exit'",
        "the firmware crashed: endless loop with interrupts off at 0x27d0, __stop_program",
    ):
        ends = failing_row(FAILING, TARGETS["m4"](), failure, {})
        assert "leave exit and abort out" in " ".join(ranking.refusals([ends]))
    prints = failing_row(FAILING, TARGETS["uno"](), "the firmware crashed: last at 0x38f8, fputc", {})
    assert "if the code prints" in " ".join(ranking.refusals([prints]))
    large = failing_row(FAILING, TARGETS["uno"](), "does not fit: needs 39178 of 32768 bytes of flash", {})
    assert "--cflags=-Os" in " ".join(ranking.refusals([large]))
    (output, *_) = ranking.refusals([replace(large, bytes=size) for size in (64, 16)])
    assert ", 16 bytes and more: does not fit: needs 39178" in output and "64 bytes" not in output
    for output, hint in (
        ("narae-bench 2 cycles x 0\n", "--target host"),
        ("row block encrypt 16 0 9\n", "--quick measures fewer sizes"),
    ):
        endless = failing_row(FAILING, TARGETS["uno"](), protocol.endless(7, checked(output)), {})
        assert hint in flat(" ".join(ranking.refusals([endless]))), "slow code and code that hangs are told apart"
    wrong = [failing_row(FAILING, TARGETS[t](), "a vector failed: vector 1: tag is wrong", {}) for t in ("uno", "m4")]
    assert "16 bits" in " ".join(ranking.refusals(wrong[:1])), "types are the usual reason"
    assert "16 bits" not in " ".join(ranking.refusals(wrong)) + " ".join(ranking.refusals(wrong[1:]))
    here = failing_row(FAILING, TARGETS["host"](), wrong[0].failure, {})
    assert "64 bits" in flat(" ".join(ranking.refusals([here])))
    assert "64 bits" not in flat(" ".join(ranking.refusals([here, *wrong])))


@pytest.mark.parametrize(("core", "ratio"), [("AuthenticAMD family 26 model 2", True), ("another", False)])
def test_a_record_of_another_core_is_shown_without_a_ratio(core, ratio):
    rows = [host_row("try:mine", 73728.0), host_row("avx512", 20000.0)]
    output = ranking.lines({"host_cpu_model": core}, rows, {"try:mine"})
    assert next(line.split() for line in output if "encrypt" in line)[-2:] == (
        ["36,864", "2.00"] if ratio else ["2", "36,864"]
    ), output
    message = "  the record is of another core and not compared: AuthenticAMD family 26 model 2"
    assert (message in output) != ratio
    footnote = "records measured on another core, AuthenticAMD family 26 model 2"
    context = {"host_cpu_model": core}
    assert (footnote in paper.latex(context, ranking.compared(context, rows, {"try:mine"}))) != ratio


def host_row(kernel: str, cycles: float, spread: float = 0.01) -> Row:
    facts = {"flash_bytes": 500, "ram_bytes": 0, "context_bytes": 0, "stack_bytes": 9}
    return Row("lea-128", "ctr", "encrypt", 16384, 0, kernel, "host", cycles, spread=spread, **facts)


@pytest.mark.parametrize(("yours", "theirs"), [(0.79, 0.01), (0.01, 0.79), (0.01, 0.01)])
def test_a_figure_that_spreads_is_marked_and_so_is_what_follows(yours, theirs):
    rows = [host_row("try:mine", 73728.0, yours), host_row("avx512", 20000.0, theirs)]
    output = ranking.lines({}, rows, {"try:mine"})
    line = next(line.split() for line in output if "encrypt" in line)
    assert line[2:4] == ["73,728" + "?" * (yours > 0.1), "20,000" + "?" * (theirs > 0.1)]
    assert ("  ? spreads by more than 10%: ratio, rank and frontier may change" in output) == (yours + theirs > 0.1)
    footnote = "spread 79" in paper.latex({}, ranking.compared({}, rows, {"try:mine"}))
    assert footnote == (yours > 0.1)


def test_an_untraced_operation_does_not_affect_the_verdict_of_the_rest():
    """Opening, for example, because it takes too many instructions."""
    checks = dict.fromkeys(("cycles", "pc_trace", "address_trace"), "equal")
    seal, opened = (Row("c", "aead", name, 16, 0, "try:x", "host") for name in ("seal", "open"))
    seal = replace(seal, constant_time=checks)
    assert ranking.constant_time([seal, seal]) == "yes" and ranking.constant_time([opened]) == "not run"
    assert ranking.constant_time([opened, seal, opened]) == "not run in open"
    leaks = replace(opened, constant_time=checks | {"pc_trace": "differs"})
    assert ranking.constant_time([seal, leaks]) == "NO: pc_trace in open"
    assert ranking.constant_time([seal, leaks, replace(opened, operation="x")]) == "NO: pc_trace in open; not run in x"


def test_a_branch_and_an_address_that_leak_are_both_named():
    """Of all operations: a table in the first one may hide a branch in the next."""
    at = "==1==    at 0x{:X}: f (f.c:{})\n"
    log = f"==1== Use of uninitialised value of size 8\n{at.format(1, 2)}"
    log += f"==1== Conditional jump or move depends on uninitialised value(s)\n{at.format(3, 4)}"
    branch, address = (
        "a branch depends on a secret at 0x3, f (f.c:4)",
        "an address depends on a secret at 0x1, f (f.c:2)",
    )
    assert host.first_leak(log) == f"{branch}; {address}" and host.first_leak("") == ""
    assert host.first_leak(log.replace("(f.c:4)", "(in /home/me/(1)/a b.elf)")).startswith(
        "a branch depends on a secret at 0x3, f (in a b.elf); "
    )
    rows = [
        Row("c", "aead", "seal", 16, 0, "try:x", "uno", provenance=p) for p in ({}, {"leak": address}, {"leak": branch})
    ]
    assert ranking.first_leaks(rows) == f"{branch}; {address}" and ranking.first_leaks(rows[:1]) == ""


@pytest.mark.parametrize("caller", ["(below main)", "hal_exit"])
def test_what_a_c_library_does_at_its_start_and_end_is_no_leak(caller):
    """Else textbook code with tables, whose program is static, would have a branch that leaks in malloc()."""
    output = "==1== {}\n==1==    at 0x{:X}: {} (in bench.elf)\n==1==    by 0x5: {} (in bench.elf)\n==1== \n"
    branch = output.format("Conditional jump or move depends on uninitialised value(s)", 1, "malloc", caller)
    address = output.format("Use of uninitialised value of size 8", 2, "set_key", "main")
    for log in (branch + address, address + branch):
        log = host.measured(log)
        assert host.first_leak(log) == "an address depends on a secret at 0x2, set_key (in bench.elf)"
        assert host.leaky(1, log) == {"cycles": "not-run", "pc_trace": "equal", "address_trace": "differs"}


@pytest.mark.parametrize(
    "branch, access, what, says",
    [
        (1, 2, "pc_trace", "a branch depends on a secret at 0x1; an address depends on a secret at 0x2"),
        (None, 2, "pc_trace", "a branch depends on a secret at 0x2"),
        (None, 2, "address_trace", "an address depends on a secret at 0x2"),
        (None, None, "pc_trace", ""),
    ],
)
def test_where_windows_part_both_kinds_are_named(branch, access, what, says, monkeypatch):
    monkeypatch.setattr(leaks_module, "location", lambda program, address: hex(address))
    operation = protocol.Operation("aead", "seal", 16, 0)
    requested = {(0, 1): (operation, what)}
    result = leaks_module.leaks_between(Namespace(elf=Path()), requested, lambda *_: [Parting(0, 1, branch, access)])
    assert result == ({operation: says} if says else {})


def test_files_of_every_kind_of_nists_competition_are_read(tmp_path):
    file = tmp_path / "LWC_KAT.txt"
    file.write_text(
        "Count = 1\nKey = 0011\nMsg = 22\nTag = 3344\n\nCount = 2\nMsg = 22\nMD = 5566\n\n"
        "Count = 3\nMsg = 22\nZ = 77\nMD = 8899\n\nCount = 4\nMsg = 22\nMD = 556677\n"
    )
    (mac,) = of_kat(file, CalledPrimitive(cipher="c", mode="mac", call={}, key=2, tag=2))
    assert (mac.key.hex(), mac.message.hex(), mac.tag.hex()) == ("0011", "22", "3344")
    (digest,) = of_kat(file, CalledPrimitive(cipher="c", mode="hash", call={}, tag=2))
    assert (digest.id, digest.digest.hex()) == ("2", "5566"), "customized and longer ones are others"


def test_a_bundle_holds_headers_below_the_folder(foreign):
    folder = foreign / "toy"
    (folder / "below").mkdir()
    (folder / "below/more.h").write_text("\n")
    holds, here = bundle.code_of(recognize(folder, machines()))
    assert f"code/{here / 'below/more.h'}" in holds


def test_a_main_of_a_self_test_and_a_link_to_nothing(foreign):
    """A main() under #if is no program; a broken link is named, with where it leads."""
    folder = foreign / "toy"
    with (folder / "stream.c").open("a") as more:
        more.write("#if defined(SELFTEST)\nint main(void) { return 0; }\n#endif\n")
    assert recognize(folder, machines()).called.sources == ["stream.c"]
    (folder / "more.c").symlink_to("../nowhere/more.c")
    code, _, err = tried(folder)
    assert code == 2 and "more.c is a link to ../nowhere/more.c, which cannot be read" in err, err


def test_sources_and_headers_in_the_usual_folders(foreign):
    folder = foreign / "my-lea"
    for name, place in (("lea.c", "src"), ("lea.h", "include")):
        (folder / place).mkdir()
        (folder / name).rename(folder / place / name)
    assert "does not contain lea.h, but include/lea.h" in tried(folder, *WORDS)[2]
    (folder / "include/crypto").mkdir()
    (folder / "include/lea.h").rename(folder / "include/crypto/lea.h")
    broken(folder, "src/lea.c", ('"lea.h"', '"crypto/lea.h"'))
    words = ["--header", "include/crypto/lea.h", *WORDS[2:], "--target", "hifive1", "--against", "none"]
    code, output, err = tried(folder, *words)
    assert code == 0, output + err


def test_without_its_alignment_the_code_traps(foreign):
    """On the HiFive1 a word at an odd address traps."""
    cast = (
        "    memcpy(x, in, 16);",
        "    for (int i = 0; i < 4; i++)\n        x[i] = ((const volatile uint32_t *)in)[i];",
    )
    folder = broken(foreign / "my-lea", "lea.c", cast)
    options = (*WORDS, "--target", "hifive1", "--against", "none")
    code, output, _ = tried(folder, *options)
    assert code == 1 and re.search(r"misaligned access at 0x\w+, lea_encrypt \(lea\.c:\d+\)", flat(output)), output
    assert "--alignment 4" in output
    code, output, err = tried(folder, *options, "--alignment", "4")
    assert code == 0 and "alignment 4" in output, output + err


@pytest.mark.parametrize("page", every_day(["continuous-integration"], ["your-code", "continuous-integration"]))
def test_the_commands_of_the_guide_work(foreign, page):
    text = (ROOT / f"docs/how-to/{page}.md").read_text()
    own_aead(foreign)
    for command in "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)).splitlines():
        program, *words = shlex.split(command)
        assert program == "./narae"
        quick = words[0] == "try" and words[1] != "--bundle"  # which repeats what it holds
        done = narae(*words, *["--quick"] * quick, cwd=foreign)
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    written = {"your-code": ["table.tex", "my-lea/implementation.toml"], "continuous-integration": ["before.json"]}
    assert all((foreign / name).stat().st_size for name in written[page])


def test_earlier_rows_are_compared_with_new_ones(foreign, tmp_path):
    folder, rows = foreign / SUPERCOP, tmp_path / "rows.json"
    assert tried(folder, "--target", "hifive1", "--against", "none", "--json", rows)[0] == 0
    assert tried(folder, "--target", "hifive1", "--against", rows)[0] == 0
    for against, why in (
        (foreign / "toy", "only the host compares versions by time"),
        (REFERENCE, "about other programs"),
    ):
        code, output, err = tried(folder, "--target", "hifive1", "--against", against)
        assert code == 2 and why in err and "run hifive1" not in err, "nothing is measured in vain"
    rows_of = [Row("c", "aead", "seal", 16, 0, "try:plain", target, cycles=1.0) for target in ("hifive1", "host")]
    with versions.source_of_rows(recognize(folder, machines()), rows_of, rows_of[:1]) as present:
        assert present == (None, ""), "rows of the host do not matter to a run without it"
    later = "    volatile unsigned char lost = 0;\n    (void)lost;\n    finish(&s, tag, k);\n"
    broken(folder, "ascon.c", ("    finish(&s, tag, k);\n", later))
    code, output, _ = tried(folder, "--target", "hifive1", "--against", rows)
    assert code == 1 and re.search(
        r"hifive1 ascon-aead128 aead \w+ [\d+]+ B, try:plain: [\d,]+ -> [\d,]+ cycles", output
    )


@pytest.mark.deep
def test_an_earlier_version_runs_alternately_on_the_host(foreign, tmp_path):
    """As a folder, as a git revision, and as the sources that rows came from.  What is slower takes so much longer at
    every size that no other load of the machine hides it."""
    folder, rows = foreign / "toy", tmp_path / "rows.json"
    options = ["--model", folder / "toy.py", "--target", "host"]
    git = ["git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x@y"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *words], check=True)
    shutil.copytree(folder, foreign / "before")
    assert tried(folder, *options, "--json", rows)[0] == 0
    code, output, _ = tried(folder, *options, "--against", "HEAD")
    assert code == 0 and "1 of 1 programs are the same, byte for byte" in output
    code, output, _ = tried(folder, *options, "--against", rows)
    assert code == 0 and "the host's code is the same" in output
    broken(
        folder,
        "stream.c",
        ("    for (size_t", "    for (volatile int n = 0; n < 10000; n++)\n        ;\n    for (size_t"),
    )
    for version in ("HEAD", foreign / "before", rows):
        code, output, err = tried(folder, *options, "--against", version)
        slower = re.search(r"toy stream encrypt 16 B, try:toy: (\d+\.\d+) times as long", output)
        assert code == 1 and slower and float(slower[1]) > 5, output + err
    code, output, err = tried(foreign / "before", *options, "--against", folder)
    assert code == 0 and "0 worse" in output, "the other way round it is faster"
    assert tried(folder, *options, "--against", "HEAD~7")[0] == 2


def test_an_earlier_version_has_the_same_functions_and_sources(foreign):
    """As named on the command line, of a cipher for messages, without a file that does not build."""
    now = own_aead(foreign)
    (now / "other.c").write_text("#error\n")
    before = shutil.copytree(now, foreign / "before")
    words = {"cipher": "ascon-aead128", "mode": "aead", "header": "ascon.h", "seal": "ascon_encrypt"}
    words |= {"open": "ascon_decrypt", "key_bytes": 16, "nonce_bytes": 16, "tag_bytes": 16, "source": ["ascon.c"]}
    (foreign / "headers").mkdir()
    options = Namespace(**dict.fromkeys(FUNCTIONS) | words, cflags=f"-O3 -I {foreign / 'headers'}")
    result = recognize(now, machines(), Functions(**words))
    add_flags_of_command(result, options.cflags)
    (code,) = implementations(result)
    old = versions.earlier_implementation(result, code, before, options)
    assert old.define == code.define and old.foreign.files == (before / "ascon.c",) and old.cflags == ("-O3",)
    assert old.foreign.includes == code.foreign.includes == (foreign / "headers",), "not below the folder"
    unchanged = foreign_hash(now, code.foreign)
    (foreign / "headers/x.h").touch()
    foreign_hash.cache_clear()
    assert foreign_hash(now, code.foreign) != unchanged, "the objects are built again"
    options.nonce_bytes = None  # the library's vectors say it
    assert versions.earlier_implementation(result, code, before, options).define == code.define


def test_encryption_without_decryption_is_measured_alone(foreign, tmp_path):
    folder = foreign / SUPERCOP
    text = (folder / "ascon.c").read_text()
    (folder / "ascon.c").write_text(text[: text.rindex("int", 0, text.index("crypto_aead_decrypt"))])
    code, output, err = tried(folder, "--target", "hifive1", "--against", "none", "--json", tmp_path / "o.json")
    assert code == 0 and "no source defines crypto_aead_decrypt" in output, output + err
    assert {r.operation for r in read_json(tmp_path / "o.json")[1]} == {"seal"}


def test_a_target_that_the_folder_rules_out_is_named(foreign):
    assert tried(foreign / "my-lea", *WORDS, "--init")[0] == 0
    file = foreign / "my-lea/implementation.toml"
    file.write_text('targets = ["hifive1"]\n' + file.read_text())
    assert "limits the code to hifive1" in tried(foreign / "my-lea", "--target", "uno")[2]
    file.write_text(file.read_text().replace("hifive1", "mega"))
    assert "unknown target `mega`" in tried(foreign / "my-lea")[2]


def test_a_cipher_may_be_written_in_other_ways():
    for name, cipher in (("AES128", "aes-128"), ("lea_128", "lea-128"), ("PIPO-64-128", "pipo-64/128"), ("rc6", "rc6")):
        assert named_cipher(name, False) == cipher
    assert named_cipher("lea", True) == "lea", "somebody's own"
    with pytest.raises(LabError, match="--cipher LEA is one of lea-128, lea-192, lea-256: name that"):
        named_cipher("LEA", False)


def test_mistakes_of_the_user_are_named(foreign, tmp_path):
    assert "is not a folder" in tried(tmp_path / "nowhere")[2]
    assert "has no known layout" in tried(foreign / "my-lea")[2]
    assert "contains implementations below it; choose one: plain" in tried(foreign / "crypto_aead/asconaead128")[2]
    assert "choose one: asconaead128/plain" in tried(foreign / "crypto_aead")[2]
    (tmp_path / "api").mkdir()
    (tmp_path / "api/api.h").write_text("/* of something else */\n")
    assert "choose one: foreign/crypto_aead/asconaead128/plain, " in tried(tmp_path)[2]
    assert (
        "lea.h declares no function lea_crypt"
        in tried(foreign / "my-lea", *WORDS[:4], "--encrypt", "lea_crypt", *WORDS[6:])[2]
    )
    notes = tmp_path / "notes.csv"
    notes.write_text("mine\n")
    code, _, err = tried(foreign / SUPERCOP, "--csv", notes)
    assert code == 2 and "was not overwritten" in err and notes.read_text() == "mine\n"
    assert "unknown target `mega`" in tried(foreign / SUPERCOP, "--target", "mega")[2]


def test_a_bundle_gives_the_same_cycles_elsewhere(foreign, tmp_path):
    """Elsewhere: another folder, without the one that it was made of."""
    file = tmp_path / "artifact.tar.zst"
    code, output, err = tried(foreign / "toy", "--target", "uno", "--model", foreign / "toy/toy.py", "--bundle", file)
    assert code == 0, output + err
    assert tried(foreign / "toy", "--bundle", file)[0] == 2, "nothing is overwritten"
    shutil.rmtree(foreign)
    done = narae("try", "--bundle", file, "--yes", cwd=tmp_path)
    assert done.returncode == 0 and re.search(r"\d+ simulated rows: the same cycles", done.stdout), done.stderr
    with bundle.open_bundle(file) as (folder, words):
        assert (folder / "programs/uno/toy-stream.elf").read_bytes()[:4] == b"\x7fELF"
        assert any("avr-gcc" in tool for tool in words["tools"]) and (folder / "again.sh").stat().st_mode & 0o100
        context, rows = read_json(folder / bundle.ROWS)
        content = {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    slower = document(context, [replace(r, cycles=r.cycles - 1, cycles_per_byte=None) for r in rows]).encode()
    content[Path(bundle.ROWS)] = slower
    file.write_bytes(zstandard.compress(bundle.archive("x", {str(p): c for p, c in content.items()})))
    done = narae("try", "--bundle", file, "--yes", cwd=tmp_path)
    assert done.returncode == 1 and "cycles" in done.stdout, "another figure is noticed"
    content[Path(bundle.CONTENTS)] = content[Path(bundle.CONTENTS)].replace(b'"quick": true', b'"json": "precious"')
    file.write_bytes(zstandard.compress(bundle.archive("x", {str(p): c for p, c in content.items()})))
    done = narae("try", "--bundle", file, "--yes", cwd=tmp_path)
    assert done.returncode == 2 and "bundle.json: there is no field words.json" in done.stderr, done.stderr
    file.write_bytes(b"no bundle")
    assert "is not a bundle of narae" in narae("try", "--bundle", file, "--yes", cwd=tmp_path).stderr


def test_a_changed_file_is_measured_again(foreign, tmp_path):
    """--watch, ended by Ctrl-C."""
    source, log = foreign / "toy/stream.c", tmp_path / "log"
    command = [ROOT / "narae", "try", foreign / "toy", "--quick", "--target", "uno", "--watch", "--model"]
    with log.open("w") as out:
        process = subprocess.Popen([*command, foreign / "toy/toy.py"], stdout=out, stderr=subprocess.STDOUT)

    def wait_for(words: str) -> None:
        for _ in range(600):
            if re.search(words, log.read_text()):
                return
            time.sleep(0.1)
        raise AssertionError(log.read_text())

    try:
        wait_for("waiting for file changes")
        source.write_text(source.read_text().replace("7 * i", "9 * i"))
        wait_for("encryption is wrong(.|\n)*waiting for file changes")
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
