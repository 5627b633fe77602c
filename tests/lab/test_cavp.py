# SPDX-License-Identifier: MIT
"""`./narae cavp`: the answers of NIST's and KCMVP's files, in their own words, from each machine; and nothing is
written that should not be."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import itertools
import json
import os
import re
import signal
import subprocess
import time
import tracemalloc
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cryptography_vectors
import pytest

from lab import cli, progress
from lab.cavp import naming, run
from lab.cavp.requests import FIELD, in_pairs
from lab.cavp.responses import Answer, Step
from lab.errors import LabError, RunError
from lab.paths import ROOT
from spec import lsh, modes
from spec.ciphers import hight
from tests.tools import every_day

pytestmark = pytest.mark.usefixtures("blocks_of_aes_alone_have_kernels")
NIST = Path(cryptography_vectors.__file__).parent
AES = NIST / "ciphers" / "AES"
HASHES = NIST / "hashes"
NIST_FILES = sorted(
    path.relative_to(NIST)
    for path in [
        *(path for mode in ("ECB", "CBC", "OFB", "GCM", "CCM") for path in AES.glob(f"{mode}/*.rsp")),
        *(path for path in AES.glob("CFB/*.rsp") if "CFB1" not in path.stem or "CFB128" in path.stem),
        *(path for name in ("SHA2", "SHA3", "SHAKE") for path in HASHES.glob(f"{name}/*.rsp")),
    ]
    if naming.has_header(naming.HASHES.get(naming.named_cipher(path.stem.upper()) or "", ""))
    and naming.has_header(naming.CIPHER_MODES.get(naming.named_mode(path.stem.upper()) or "", ""))
)
WRAPPED = sorted(p.relative_to(NIST) for p in NIST.glob("keywrap/kwtestvectors/KW*_A[ED]_*.txt") if "inv" not in p.stem)
NIST_FILES += WRAPPED
EVERYDAY = {
    "KW_AD_128",
    "OFBMMT192",
    "CFB8MMT128",
    "SHA3_384Monte",
    "SHAKE128Monte",
    "SHAKE256VariableOut",
    "ECBMMT128",
    "CBCMMT256",
    "gcmDecrypt128",
    "gcmEncryptExtIV256",
    "DVPT192",
}
VECTORS = ROOT / "vectors"
KEY = "KEY = 00112233445566778899AABBCCDDEEFF\n"
PT = "PT = 00112233445566778899AABBCCDDEEFF\n"


def cavp(*arguments) -> int:
    return cli.main(["cavp", *map(str, arguments)])


def asked(response: str, verify: bool = False) -> str:
    """A request file made from a response file: without the lines that a laboratory leaves out."""
    kept, decrypts = [], verify
    for line in response.splitlines(keepends=True):
        decrypts = decrypts or line.startswith("[DECRYPT]")
        answer = (
            r"(PT|PLAINTEXT|Payload|P|Result) =|FAIL|INVALID|Invalid|VALID"
            if decrypts
            else r"(CT|CIPHERTEXT|C|Tag|T|MAC|Mac|MD|Output|ReturnedBits) ="
        )
        if not re.match(answer, line):
            kept.append(line)
    return "".join(kept)


def thinned(response: str) -> str:
    """Of a section the first two tests; NIST's files of GCM have fifteen in each of 525."""
    return re.sub(r"^Count = (?!0\b|1\b)\d+\n(.+\n)*\n", "", response.replace("\r", ""), flags=re.MULTILINE)


def check(folder: Path, name: str, response: str, *options, verify: bool = False) -> None:
    """What comes back is the response file, to the byte."""
    request = folder / name
    with request.open("w", newline="") as stream:
        stream.write(asked(response, verify))
    assert cavp(request, *options) == 0
    with request.with_suffix(".rsp").open(newline="") as stream:
        assert stream.read() == response


@pytest.mark.parametrize(
    "path",
    [pytest.param(p, id=p.stem, marks=[] if p.stem in EVERYDAY else pytest.mark.deep) for p in NIST_FILES],
)
def test_the_answers_to_nists_requests_are_nists_responses(tmp_path, path, request):
    with (NIST / path).open(newline="") as stream:
        response = stream.read()
    if path.stem.startswith("gcm") and not request.config.getoption("--deep"):
        response = thinned(response)
    check(tmp_path, f"{path.stem}.req", response, verify=re.search("Decrypt|DVPT|_AD_", path.stem) is not None)


def test_xts_of_nist(tmp_path):
    """Both directions of one file, without the data units of 140 and 250 bits, which are not whole bytes."""
    text = (AES / "XTS/tweak-128hexstr/XTSGenAES256.rsp").read_text().replace("\r", "")
    whole = [part for part in text.split("\n\n") if not re.search("DataUnitLen = (140|250)", part)]
    check(tmp_path, "XTSGenAES256.req", "\n\n".join(whole))


def test_gmac_generates_and_verifies(tmp_path):
    """As KCMVP's other authenticated modes have it: the tag of GCM without a text."""
    computed = "COUNT = 0\nK = 00000000000000000000000000000000\nN = 000000000000000000000000\nA = \n"
    check(tmp_path, "AES128(GMAC)GEN.req", f"{computed}T = 58E2FCCEFA7E3061367F1D57A4E7455A\n")
    for tag, verdict in (
        ("58E2FCCEFA7E3061367F1D57A4E7455A", "VALID"),
        ("58E2FCCEFA7E3061367F1D57A4E7455B", "INVALID"),
    ):
        folder = tmp_path / verdict
        folder.mkdir()
        check(folder, "AES128(GMAC)VER.req", f"{computed}T = {tag}\n{verdict}\n", verify=True)


def test_gmac_of_kcmvp_needs_no_count(tmp_path):
    computed = vectors("lea/modes_model.json", "lea-128", "gmac")[-1]
    text = f"Key = {upper(computed['key'])}\nIV = {upper(computed['nonce'])}\nAdata = {upper(computed['message'])}\n"
    assert answers_to(tmp_path, "GMAC_LEA-128_Gen", text) == [f"T = {upper(computed['tag'])}"]


def test_ctr_and_cmac_of_aes(tmp_path):
    check(tmp_path, "AES192-CTR.req", (AES / "CTR/aes-192-ctr.txt").read_text())
    cmac = (
        (NIST / "CMAC/nist-800-38b-aes256.txt")
        .read_text()
        .replace("OUTPUT", "MAC")
        .replace("MESSAGE =\n", "MESSAGE = \n")
    )
    check(tmp_path, "CMACGenAES256.req", cmac)


def vectors(file: str, cipher: str, mode: str) -> list[dict[str, str]]:
    listed = json.loads((VECTORS / file).read_text())["vectors"]
    return [v for v in listed if (v["cipher"], v["mode"], v.get("result", "valid")) == (cipher, mode, "valid")]


def upper(text: str) -> str:
    return text.upper().rstrip()


def forged(tag: str) -> str:
    return f"{int(tag[:2], 16) ^ 1:02x}{tag[2:]}"


def gcm_response(some: list[dict[str, str]], opens: bool) -> str:
    """As KCMVP writes it; every second one to be opened has a wrong tag."""
    text = "# GCM\r\n\r\n"
    for number, v in enumerate(some):
        wrong = opens and number % 2
        text += f"[TagLen = {4 * len(v['tag'])}]\r\n\r\nCOUNT = {number}\r\nKey = {upper(v['key'])}\r\n"
        text += f"IV = {upper(v['nonce'])}\r\n"
        pt, ct = f"PT = {upper(v['plaintext'])}\r\n", f"C = {upper(v['ciphertext'])}\r\n"
        ad, tag = f"Adata = {upper(v['ad'])}\r\n", f"T = {upper(forged(v['tag']) if wrong else v['tag'])}\r\n"
        answer = "Invalid\r\n" if wrong else pt
        text += (ct + ad + tag + answer if opens else pt + ad + ct + tag) + "\r\n"
    return text


def ccm_response(some: list[dict[str, str]], opens: bool) -> str:
    text = ""
    for number, v in enumerate(some):
        wrong = opens and number % 2
        sealed = upper(v["ciphertext"] + (forged(v["tag"]) if wrong else v["tag"]))
        text += f"COUNT = {number}\nK = {upper(v['key'])}\nN = {upper(v['nonce'])}\nA = {upper(v['ad'])}\n"
        text += f"Tlen = {4 * len(v['tag'])}\n"
        pt, ct = f"P = {upper(v['plaintext'])}\n", f"C = {sealed}\n"
        text += ct + ("INVALID\n" if wrong else pt) if opens else pt + ct
        text += "\n"
    return text


def cmac_response(some: list[dict[str, str]], verifies: bool) -> str:
    text = ""
    for number, v in enumerate(some):
        wrong = verifies and number % 2
        text += f"COUNT = {number}\nK = {upper(v['key'])}\nM = {upper(v['message'])}\nTlen = {4 * len(v['tag'])}\n"
        text += f"T = {upper(forged(v['tag']) if wrong else v['tag'])}\n"
        text += ("INVALID\n" if wrong else "VALID\n") if verifies else ""
        text += "\n"
    return text


@pytest.mark.parametrize("verifies", every_day([True], [False, True]), ids=["made", "verified"])
def test_kcmvps_files_of_authenticated_modes(tmp_path, verifies):
    """Sent and returned as KCMVP's laboratories have it: C and T, lengths in bits, INVALID, lines of CR LF.  ARIA
    without its kernels, which other tests have and which compile for long."""
    lea, aria = "lea/modes_model.json", "aria/wycheproof_gcm.json"
    good = [v for v in vectors(aria, "aria-256", "gcm") if "plaintext" in v and v["nonce"]][:40]
    gcm, ccm, cmac = ("AD", "DV", "VER") if verifies else ("AE", "GE", "GEN")
    check(tmp_path, f"ARIA256(GCM){gcm}.req", gcm_response(good, verifies), "--kernel", "portable", verify=verifies)
    some = vectors(lea, "lea-192", "ccm")
    check(tmp_path, f"LEA192(CCM){ccm}.req", ccm_response(some, verifies), verify=verifies)
    some = vectors(lea, "lea-128", "cmac")
    check(tmp_path, f"CMAC(LEA128){cmac}.req", cmac_response(some, verifies), verify=verifies)


def kat(cipher: str, file: str) -> str:
    some = vectors(file, cipher, "block")
    lines = [f"KEY = {upper(v['key'])}\nPT = {upper(v['plaintext'])}\nCT = {upper(v['ciphertext'])}\n" for v in some]
    return "\n".join(lines)


# How files call key, nonce, plaintext, ciphertext, other data and tag; and their words for a forgery.
NISTS = {
    "block": ("KEY", "IV", "PLAINTEXT", "CIPHERTEXT"),
    "ctr": ("KEY", "CTR", "PT", "CT"),
    "gcm": ("Key", "IV", "PT", "CT", "AAD", "Tag", "FAIL"),
    "ccm": ("Key", "Nonce", "Payload", "CT", "Adata", "", "Result = Fail"),
    "cmac": ("Key", "", "Msg", "", "", "Mac", "Result = F"),
}
LETTERS = {
    "block": ("K", "IV", "P", "C"),
    "ctr": ("K", "CTR", "P", "C"),
    "gcm": ("K", "N", "P", "C", "A", "T", "INVALID"),
    "ccm": ("K", "N", "P", "C", "A", "", "INVALID"),
    "cmac": ("K", "", "M", "", "", "T", "INVALID"),
}
ANSWERED = "\x01"  # before each line that a laboratory leaves out


def family_response(kind: str, words: tuple[str, ...], verifies: bool) -> str:
    """Of LEA-128, in words of a family; every second one to be opened is forged."""
    mode = "block" if kind in ("ecb", "cbc") else kind
    key, nonce, pt, ct, ad, tag, forgery = (*words, "", "", "")[:7]
    file = {"ecb": "lea/kcmvp_ecb.json", "cbc": "lea/cryptopp.json", "ctr": "lea/cryptopp.json"}
    some = vectors(file.get(kind, "lea/modes_model.json"), "lea-128", "block" if kind == "ecb" else kind)
    if kind in ("gcm", "ccm"):
        some = [v for v in some if v["ad"] and v["plaintext"]]
    some = some[:4]
    assert len(some) >= 2
    text = "# a comment\n// a second\n; a third\n\n"
    for number, v in enumerate(some):
        wrong = verifies and number % 2 == 1 and "tag" in v
        text += f"COUNT = {number}\n{key} = {upper(v['key'])}\n"
        text += f"{nonce} = {upper(v['nonce'])}\n" if nonce and kind != "ecb" else ""
        answer = ANSWERED if verifies else ""
        sealed = "" if verifies else ANSWERED
        shown_tag = forged(v["tag"]) if wrong else v.get("tag", "")
        if mode == "cmac":
            text += f"{pt} = {upper(v['message'])}\nTlen = {4 * len(shown_tag)}\n{sealed}{tag} = {upper(shown_tag)}\n"
            good = "VALID" if forgery == "INVALID" else "Result = P"
            text += f"{ANSWERED}{forgery if wrong else good}\n" if verifies else ""
        else:
            text += f"{ad} = {upper(v['ad'])}\n" if ad else ""
            text += f"Tlen = {4 * len(shown_tag)}\n" if mode == "ccm" else ""
            plain = f"{answer}{pt} = {upper(v['plaintext'])}\n"
            cipher = f"{sealed}{ct} = {upper(v['ciphertext'] + (shown_tag if mode == 'ccm' else ''))}\n"
            cipher += f"{sealed}{tag} = {upper(shown_tag)}\n" if tag else ""
            passed = f"{ANSWERED}Result = Pass\n" if forgery == "Result = Fail" and not wrong else ""
            text += cipher + (f"{ANSWERED}{forgery}\n" if wrong else passed + plain) if verifies else plain + cipher
        text += "\n"
    return text


FORMS = list(itertools.product([NISTS, LETTERS], [" = ", "="], ["\n", "\r\n"]))


@pytest.mark.parametrize("words, equals, newline", every_day([FORMS[0], FORMS[-1]], FORMS))
def test_answers_have_the_words_and_the_spaces_of_the_request(tmp_path, words, equals, newline, pytestconfig):
    """Every mode and direction, the answers left out or requested with a question mark, where a pass or a failure
    has its own line; every day one of the two for each form."""
    today = ("req", "sam") if pytestconfig.getoption("--deep") else ("req" if words is NISTS else "sam",)
    for kind in ("ecb", "cbc", "ctr", "gcm", "ccm", "cmac"):
        family = words["block" if kind in ("ecb", "cbc") else kind]
        for verifies in (False, True):
            whole = family_response(kind, family, verifies).replace(" = ", equals).replace("\n", newline)
            left_out = re.sub(f"{ANSWERED}[^\n]*\n", "", whole)
            asks = re.sub(f"{ANSWERED}(\\w+{equals})[^\r\n]*", r"\g<1>?", whole)
            asks = re.sub(f"{ANSWERED}(FAIL|INVALID)\\b", rf"{family[2]}{equals}?", asks) if kind != "cmac" else asks
            asks = re.sub(f"{ANSWERED}(IN)?VALID\\b", f"Result{equals}?", asks)
            expected = whole.replace(ANSWERED, "")
            if kind == "cmac" and family[6] == "INVALID":  # the sample has a line for it
                filled = re.sub(f"{ANSWERED}((IN)?VALID)\\b", rf"Result{equals}\g<1>", whole).replace(ANSWERED, "")
            else:
                filled = expected
            options = ("--direction", "decrypt" if verifies else "encrypt")
            for suffix, request, answer in (("req", left_out, expected), ("sam", asks, filled)):
                if suffix not in today:
                    continue
                folder = tmp_path / f"{kind}-{verifies}-{suffix}"
                folder.mkdir()
                (folder / f"LEA128({kind.upper()})X.{suffix}").write_bytes(request.encode())
                assert cavp(folder / f"LEA128({kind.upper()})X.{suffix}", *options) == 0
                assert (folder / f"LEA128({kind.upper()})X.rsp").read_bytes().decode() == answer


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", ["?", ""])
@pytest.mark.parametrize("equals", [" = ", "="], ids=repr)
@pytest.mark.parametrize("mode", ["ECB", "CBC", "CTR"])
def test_a_sample_of_a_monte_carlo_test_is_filled_in(tmp_path, mode, equals, mark, newline):
    chain = "" if mode == "ECB" else f"IV = {32 * '0'}\n"
    start = f"COUNT = 0\nK = {32 * 'A'}\n{chain}P = {32 * 'B'}\n"
    empty = re.sub(" = .*", " = ?", start).replace("COUNT = ?", "COUNT = {}") + "C = ?\n"
    sample = f"# MCT\n\n{start}C = ?\n\n" + "\n".join(empty.format(n) for n in range(1, 100)) + "\n# end\n"
    sample = sample.replace("?", mark)
    texts = []
    for name, text in (("a", f"# MCT\n\n{start}\n# end\n"), ("b", sample)):
        request = tmp_path / f"LEA128({mode})MCT{name}.req"
        request.write_bytes(text.replace(" = ", equals).replace("\n", newline).encode())
        assert cavp(request) == 0
        texts.append(request.with_suffix(".rsp").read_bytes().decode())
    assert texts[0] == texts[1] and texts[0].count("COUNT") == 100
    assert len(re.findall(f"^C{equals}[0-9A-F]{{32}}{newline}", texts[0], re.MULTILINE)) == 100
    assert texts[0].endswith(f"{newline}{newline}# end{newline}") and texts[0].count("\n") == texts[0].count(newline)


@pytest.mark.parametrize(
    ("name", "text", "answer"),
    [
        ("LEA128(ECB)KAT", "KEY = {}\nPlaintext = {}\n", "Ciphertext = "),
        ("LEA128(ECB)KAT", "key={}\nplaintext={}\n", "ciphertext="),
        ("LEA128(ECB)KAT", "KEY   = {}\nPT    = {}\n", "CT    = "),
        ("LEA128(ECB)KAT", "  K\t=\t{}\n  P\t=\t{}\n", "  C\t=\t"),
        ("LEA128(GCM)AE", "key={}\niv={}\naad=\npt={}\n", "ct=.*\ntag="),
        ("LEA128(GCM)AE", "KEY   = {}\nIV    = {}\nAAD   = {}\nPT    = {}\n", "CT    = .*\nTAG   = "),
        ("LEA128(CMAC)GEN", "KEY={}\nMESSAGE={}\n", "MAC="),
        ("LEA128(ECB)KAT", "\ufeffKEY = {}\r\nPT = {}", "CT = "),
    ],
)
def test_an_answer_is_written_like_its_request(tmp_path, name, text, answer):
    request = tmp_path / f"{name}.req"
    asked = text.replace("{}", 32 * "A")
    request.write_bytes(asked.encode())
    assert cavp(request) == 0
    newline = "\r\n" if "\r\n" in asked else "\n"
    response = request.with_suffix(".rsp").read_bytes().decode()
    before = asked if asked.endswith(newline) else asked + newline
    assert response.startswith(before)
    assert re.fullmatch(f"{answer}[0-9A-F]{{32}}{newline}", response.removeprefix(before)), response


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_sample_offers_the_words_of_its_verdicts(tmp_path, newline):
    """As in the samples of KCMVP's service; a line of a wrong tag is that word alone."""
    mac = vectors("lea/modes_model.json", "lea-128", "cmac")[-1]
    head = f"K = {upper(mac['key'])}\nM = {upper(mac['message'])}\nT = "
    request = tmp_path / "CMAC_LEA-128_Ver.sam"
    for given, verdict in ((mac["tag"], "VALID"), (forged(mac["tag"]), "INVALID")):
        text = f"{head}{upper(given)}\n{{}}\n".replace("\n", newline)
        request.write_bytes(text.format("VALID or INVALID").encode())
        assert cavp(request) == 0
        assert request.with_suffix(".rsp").read_bytes().decode() == text.format(verdict)
        request.with_suffix(".rsp").unlink()
    sealed = vectors("lea/modes_model.json", "lea-128", "gcm")[-1]
    head = f"Key = {upper(sealed['key'])}\nIV = {upper(sealed['nonce'])}\nAdata = {upper(sealed['ad'])}\n"
    head += f"C = {upper(sealed['ciphertext'])}\nT = "
    request = tmp_path / "GCM_LEA-128_AD.sam"
    for given, verdict in ((sealed["tag"], f"PT = {upper(sealed['plaintext'])}"), (forged(sealed["tag"]), "Refused")):
        text = f"{head}{upper(given)}\n{{}}\n".replace("\n", newline)
        request.write_bytes(text.format("PT = ? or Refused").encode())
        assert cavp(request) == 0
        assert request.with_suffix(".rsp").read_bytes().decode() == text.format(verdict)
        request.with_suffix(".rsp").unlink()


EMPTY = [
    ("SHA256ShortMsg", "Len = 0\nMsg = 00\nMD = \n", "MD"),
    ("CMACGenAES128", f"{KEY}Msg = 00\nMac = \n", "Mac"),
    ("HMAC_SHA2-256_KAT", f"{KEY}Msg = 00\nMac =\n", "Mac"),
    ("HMAC_DRBG(SHA256)", f"[ReturnedBitsLen = 256]\nEntropyInput = {64 * '0'}\nNonce = {32 * '0'}\n"
     "AdditionalInput = 00\nReturnedBits =\n", "ReturnedBits"),
    ("KDF_(CTR)_HMAC-SHA256", f"[RLEN = 8]\nL = 256\nKI = {32 * 'A'}\nLabel = 00\nKO = \n", "KO"),
    ("LEA128(ECB)KAT", f"{KEY}{PT}CT =\n", "CT"),
    ("LEA128(GCM)AE", f"{KEY}IV = {24 * '0'}\nPT = 00\nAdata = \nC = \nT = \n", "[CT]"),
    ("LEA128(GCM)AE", f"{KEY}IV = {24 * '0'}\nPT = \nC = \nT = \n", "[CT]"),
    ("CMAC_LEA-128_Ver", f"{KEY}M = 00\nT = 00112233\nResult = \n", "Result"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "asked"), EMPTY)
def test_an_empty_answer_is_requested_like_one_with_a_question_mark(tmp_path, name, text, asked):
    """Also where the space at the end of its line is gone."""
    marked = re.sub(f"^({asked}) = ?$", r"\1 = ?", text, flags=re.MULTILINE)
    texts = []
    for folder, request in (("empty", text), ("marked", marked)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.req").write_text(request)
        assert cavp(tmp_path / folder / f"{name}.req") == 0
        texts.append((tmp_path / folder / f"{name}.rsp").read_text())
    assert texts[0] == texts[1] and "?" not in texts[0]


def test_names_may_have_underscores(tmp_path):
    empty = hashlib.sha256(b"").hexdigest()
    assert answers_to(tmp_path, "SHA256ShortMsg", "Input_Length = 0\nMsg = 00\n") == [f"MD = {empty}"]


def test_hight_in_segments_of_32_bits(tmp_path):
    key, iv, text = bytes(range(16)), bytes(range(8)), bytes(range(20))
    sealed, _ = modes.cfb(4, partial(hight.encrypt, key), iv, b"", text, 0)
    request = f"KEY = {key.hex()}\nIV = {iv.hex()}\nPT = {text.hex()}\n"
    assert answers_to(tmp_path, "HIGHT_(CFB32)_MMT", request) == [f"CT = {sealed.hex()}"]


@pytest.mark.parametrize(
    ("name", "together"),
    [("SHA3-224_(Byte)_MCT", 6), ("SHA3-256_(Byte)_MCT", 5), ("SHA3_256Monte", 1), ("SHA3(512)Monte", 2)],
)
def test_the_monte_carlo_test_of_sha3_is_kcmvps_in_a_file_of_its_name(tmp_path, name, together):
    subject = naming.subject(Path(f"{name}.req"))
    new = getattr(hashlib, subject.cipher.replace("-", "_"))
    seed = bytes(range(new().digest_size))
    request = f"L = {len(seed)}\n\nSeed = {seed.hex()}\n\n" + "".join(f"COUNT = {i}\nMD = ?\n\n" for i in range(100))
    digests = [seed] * together
    for _ in range(1000):
        digests.append(new(b"".join(digests[-together:])).digest())
    answers = [line for line in answers_to(tmp_path, name, request) if line.startswith("MD = ")]
    assert (len(answers), answers[0]) == (100, f"MD = {digests[-1].hex()}")


LSH_MONTE_CARLO = "5735372e14f25d9b51974411f0129c971adbcbc02047ca53f7dcf9c422d5440e"  # by spec/lsh.py


def test_the_monte_carlo_test_of_lsh_hashes_more_than_a_block(tmp_path):
    sizes = {name: naming.subject(Path(f"{name}_(Byte)_MCT.req")).together for name in naming.LSH}
    assert list(sizes.values()) == [5, 5, 10, 9, 6, 5]
    answers = answers_to(tmp_path, "LSH-256-256_(Byte)_MCT", f"Seed = {bytes(range(32)).hex()}\n")
    assert next(line for line in answers if line.startswith("MD = ")) == f"MD = {LSH_MONTE_CARLO}"


@pytest.mark.deep
def test_the_monte_carlo_test_of_lsh_is_the_models():
    digests = 5 * [bytes(range(32))]
    for _ in range(1000):
        digests.append(lsh.digest(32, 256, b"".join(digests[-5:])))
    assert digests[-1].hex() == LSH_MONTE_CARLO


def test_files_share_a_program_where_it_reads_them(tmp_path):
    """Whatever their lengths; a board's program has the requests in it."""
    hashes = set()
    for text, nonce in ((PT, "00" * 12), ("PT = 00\nAAD = 0011\n", "00" * 16)):
        folder = tmp_path / str(len(nonce))
        folder.mkdir()
        request, summary = folder / "LEA128(GCM)AE.req", folder / "summary.json"
        request.write_text(f"{KEY}IV = {nonce}\n{text}")
        assert cavp(request, "--json", summary) == 0
        (entry,) = json.loads(summary.read_text())["files"]
        hashes.add(entry["provenance"]["binary_hash"])
    assert len(hashes) == 1


@pytest.mark.parametrize("kernel", ["portable", "aesni"])
def test_a_kernel_can_be_chosen(tmp_path, kernel):
    summary, response = tmp_path / "summary.json", kat("aes-256", "aes/sp800_38a_ecb.json")
    check(tmp_path, "AES256(ECB)KAT.req", response, "--kernel", kernel, "--json", summary)
    (entry,) = json.loads(summary.read_text())["files"]
    assert (entry["kernel"], entry["cipher"], entry["mode"], entry["kind"]) == (kernel, "aes-256", "ecb", "kat")
    assert ("-DNARAE_PORTABLE" in entry["provenance"]["flags"]) == (kernel == "portable")


@pytest.mark.parametrize(
    ("asked", "used"),
    [("sse2", "portable"), ("avx2", "aesni"), ("aesni", "aesni")],  # what AES has begins with AES-NI
)
def test_any_level_can_be_requested_and_the_best_up_to_it_is_named(tmp_path, capsys, asked, used):
    request = tmp_path / "AES128(ECB)KAT.req"
    request.write_text(KEY + PT)
    assert cavp(request, "--kernel", asked) == 0
    output = capsys.readouterr().out
    assert output.rstrip().endswith(f"host, {used}" if used == asked else f"host, {used} (the best up to {asked})")


JEFE = b"what do ya want for nothing?"


def test_hmac_as_laboratories_name_it(tmp_path):
    """RFC 4231, cases 1 and 2, and with a tag of 16 bytes, which case 5 has; verification with single letters."""
    known = (
        ("0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        ("4a656665", JEFE, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        ("0c" * 20, b"Test With Truncation", "a3b6167473100ee06e0c796c2955552b"),
    )
    text = "[L=32]\n\n"
    for count, (key, message, tag) in enumerate(known):
        text += f"COUNT = {count}\nKlen = {len(key) // 2}\nTlen = {len(tag) // 2}\nKey = {key}\n"
        text += f"Msg = {message.hex()}\nMAC = {tag}\n\n"
    check(tmp_path, "HMAC_SHA-256_KAT.req", text.replace("MAC", "Mac"))
    verified = "COUNT = 0\nK = 4A656665\nM = {}\nT = {}\n{}\n"
    tag = "5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843"
    for verdict, one in (("VALID", tag), ("INVALID", forged(tag).upper())):
        folder = tmp_path / verdict
        folder.mkdir()
        check(folder, "HMAC(SHA2-256)VER.req", verified.format(JEFE.hex().upper(), one, verdict), verify=True)


class HmacDrbg:
    """SP 800-90A, 10.1.2, with SHA-256."""

    def __init__(self, seed: bytes):
        self.key, self.v = bytes(32), b"\1" * 32
        self.update(seed)

    def hmac(self, data: bytes) -> bytes:
        return hmac.digest(self.key, data, "sha256")

    def update(self, data: bytes) -> None:
        for byte in (0, 1) if data else (0,):
            self.key = self.hmac(self.v + bytes([byte]) + data)
            self.v = self.hmac(self.v)

    def generate(self, size: int, additional: bytes) -> bytes:
        if additional:
            self.update(additional)
        computed = b""
        while len(computed) < size:
            self.v = self.hmac(self.v)
            computed += self.v
        self.update(additional)
        return computed[:size]


def test_a_drbg_does_what_the_fields_say_in_their_order(tmp_path):
    """Reseeding before and between two calls, and prediction resistance with its entropy before or after the additional
    input, as both are found in files."""
    entropy, nonce, person, more = (bytes([n]) * size for n, size in ((1, 32), (2, 16), (3, 32), (4, 32)))
    first, second, third = (bytes([n]) * 32 for n in (5, 6, 7))
    head = "[SHA-256]\n[PredictionResistance = {}]\n[ReturnedBitsLen = 1024]\n\n"
    start = {"EntropyInput": entropy, "Nonce": nonce, "PersonalizationString": person}
    reseed = {"EntropyInputReseed": more, "AdditionalInputReseed": first}
    files = {
        "no PR": [(*start.items(), *reseed.items(), ("AdditionalInput", second), ("AdditionalInput", third))],
        "(-)(no PR)": [(*start.items(), ("AdditionalInput", second), *reseed.items(), ("AdditionalInput", third))],
        "use PR": [
            (*start.items(), *(("AdditionalInput", a) if k else ("EntropyInputPR", e) for a, e in pairs for k in order))
            for pairs in (((second, more), (third, first)),)
            for order in ((0, 1), (1, 0))
        ],
    }
    for name, requests in files.items():
        text = head.format(name == "use PR")
        for count, fields in enumerate(requests):
            drbg = HmacDrbg(entropy + nonce + person)
            if name == "no PR":
                drbg.update(more + first)
            if name == "use PR":
                drbg.update(more + second)
                drbg.generate(128, b"")
                drbg.update(first + third)
                out = drbg.generate(128, b"")
            else:
                drbg.generate(128, second)
                if name != "no PR":
                    drbg.update(more + first)
                out = drbg.generate(128, third)
            text += f"COUNT = {count}\n" + "".join(f"{k} = {v.hex()}\n" for k, v in fields)
            text += f"ReturnedBits = {out.hex()}\n\n"
        check(tmp_path, f"HMAC_DRBG(SHA256({name}))_KAT.req", text)


def test_a_drbg_is_called_as_often_as_a_request_says(tmp_path):
    """Three times, and with numbered fields, behind which the answer is written like any other."""
    entropy, nonce, fresh = bytes(32), bytes(range(16)), bytes([9]) * 32
    head = f"[ReturnedBitsLen = 256]\n\nEntropyInput = {entropy.hex()}\nNonce = {nonce.hex()}\n"
    drbg = HmacDrbg(entropy + nonce)
    outputs = [drbg.generate(32, b"").hex() for _ in range(3)]
    text = head + 3 * "AdditionalInput = \n" + f"ReturnedBits = {outputs[-1]}\n"
    check(tmp_path, "HMAC_DRBG(SHA256)_KAT.req", text)
    drbg = HmacDrbg(entropy + nonce)
    for _ in range(2):
        drbg.update(fresh)
        out = drbg.generate(32, b"")
    text = head + "".join(f"EntropyInput{n} = {fresh.hex()}\nAdditionalInput{n} = \n" for n in (1, 2))
    check(tmp_path, "HMAC_DRBG(SHA256(PR))_KAT.req", f"{text}ReturnedBits = {out.hex()}\n")


def test_ctr_drbg_without_a_derivation_function(tmp_path):
    """NIST's drbgtestvectors, as OpenWeave's tests carry them; files may have a nonce, which is not used."""
    text = "[AES-128 no df]\n[PredictionResistance = False]\n[EntropyInputLen = 256]\n[ReturnedBitsLen = 512]\n\n"
    text += "COUNT = 0\nEntropyInput = ed1e7f21ef66ea5d8e2a85b9337245445b71d6393a4eecb0e63c193d0f72f9a9\n"
    text += "Nonce = 00112233\nPersonalizationString = \n"
    text += "EntropyInputReseed = 303fb519f0a4e17d6df0b6426aa0ecb2a36079bd48be47ad2a8dbfe48da3efad\n"
    text += "AdditionalInputReseed = \nAdditionalInput = \nAdditionalInput = \n"
    text += "ReturnedBits = f80111d08e874672f32f42997133a5210f7a9375e22cea70587f9cfafebe0f6a"
    text += "6aa2eb68e7dd9164536d53fa020fcab20f54caddfab7d6d91e5ffec1dfd8deaa\n"
    check(tmp_path, "CTR_DRBG.req", text)


def answered_on_m4_as_here(request: Path, text: str) -> int:
    """The number of programs there."""
    summary = request.with_name("summary.json")
    request.write_text(text)
    assert cavp(request, "--target", "m4", "--json", summary) == 0
    (summary_of_file,) = json.loads(summary.read_text())["files"]
    on_m4 = request.with_suffix(".rsp").read_text()
    request.with_suffix(".rsp").unlink()
    assert cavp(request) == 0
    assert request.with_suffix(".rsp").read_text() == on_m4
    return summary_of_file["programs"]


TWO_TESTS = f"[ENCRYPT]\n\n{KEY}{PT}\n[DECRYPT]\n\n{KEY}C{PT[1:]}"
SEED = f"Seed = {64 * '0'}\n"


ON_BOARDS = [
    ("LEA128(ECB)MCT", TWO_TESTS[: TWO_TESTS.index("[DECRYPT]")], 1),
    ("LEA128(ECB)MCT", TWO_TESTS, 2),
    ("SHA2-256_(Byte)_MCT", SEED, run.PARTS),
]


@pytest.mark.parametrize(("name", "text", "programs"), every_day(ON_BOARDS[:1], ON_BOARDS))
def test_a_monte_carlo_test_on_boards_is_the_hosts(tmp_path, name, text, programs):
    assert answered_on_m4_as_here(tmp_path / f"{name}.req", text) == programs


@pytest.fixture
def asked_boards(monkeypatch) -> list[list[bytes]]:
    """The texts that each program gets, which answers with numbers."""
    boards: list[list[bytes]] = []

    def ask(engine, name, tests):
        done = sum(map(len, boards)) * 100 // engine.parts
        boards.append([test.text for test in tests])
        outputs = [bytes([done + n]) * len(tests[0].text) for n in range(100 // engine.parts)]
        return [Answer(True, b"", b"", tuple(Step(bytes(16), b"", b"", o) for o in outputs)) for _ in tests], {}

    monkeypatch.setattr(run.Engine, "run_program", ask)
    return boards


def test_each_monte_carlo_test_has_a_board_of_its_own(tmp_path, asked_boards):
    """A simulator takes minutes for some, and a run has a limit."""
    request = tmp_path / "LEA128(ECB)MCT.req"
    request.write_text(TWO_TESTS)
    assert cavp(request, "--target", "m4") == 0
    assert sorted(asked_boards) == 2 * [[bytes.fromhex(PT[5:].strip())]]


def test_each_of_several_boards_goes_on_with_the_last_digest(tmp_path, asked_boards):
    request = tmp_path / "SHA2-256_(Byte)_MCT.req"
    request.write_text(SEED)
    assert cavp(request, "--target", "m4") == 0
    assert asked_boards == [[bytes(32)], *([bytes([n]) * 32] for n in (24, 49, 74))]
    digests = re.findall("^MD = (.*)", request.with_suffix(".rsp").read_text(), re.MULTILINE)
    assert digests == [(bytes([n]) * 32).hex() for n in range(100)]


@pytest.mark.parametrize("why", ["0b5a timed out after 240 s", "killed: no end after 20000000000 cycles"])
def test_a_monte_carlo_test_that_is_too_long_for_a_board_says_so(tmp_path, capsys, monkeypatch, why):
    def unanswered(*_):
        raise RunError(why)

    monkeypatch.setattr(run.Engine, "answer", unanswered)
    request = tmp_path / "LSH-512-512_(Byte)_MCT.req"
    request.write_text(f"Seed = {128 * '0'}\n")
    assert cavp(request, "--target", "uno") == 1
    assert "takes longer there than a run may; use another target" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [request]


def test_an_uno_draws_from_hmac_drbg(tmp_path):
    """The generator with the deepest stack."""
    drbg = HmacDrbg(b"\1" * 48)
    drbg.generate(64, b"")
    text = f"[ReturnedBitsLen = 512]\n\nCOUNT = 0\nEntropyInput = {32 * '01'}\nNonce = {16 * '01'}\n"
    text += f"AdditionalInput = \nAdditionalInput = \nReturnedBits = {drbg.generate(64, b'').hex()}\n"
    check(tmp_path, "HMAC_DRBG(SHA256)_KAT.req", text, "--target", "uno")


def answers_to(folder: Path, name: str, text: str) -> list[str]:
    """The lines that the response has beyond its request."""
    request = folder / f"{name}.req"
    request.write_text(text)
    assert cavp(request) == 0
    lines = request.with_suffix(".rsp").read_text().splitlines()
    return [line for line in lines if line not in text.splitlines()]


def test_sections_say_which_hash(tmp_path):
    """As in NIST's HMAC.req, whose name does not, and where one file asks about several."""
    text, expected = "", []
    for size, name in ((28, "sha224"), (32, "sha256"), (64, "sha512")):
        text += f"[L={size}]\n\nCount = 0\nKlen = 4\nTlen = {size}\nKey = 4a656665\nMsg = {JEFE.hex()}\n\n"
        expected.append(f"Mac = {hmac.digest(b'Jefe', JEFE, name).hex()}")
    assert answers_to(tmp_path, "HMAC", text) == expected


# A file and the request in it several times; what is left out: its line, why, how many; and what the others get.
MAC_1 = "Klen = 1\nTlen = 20\nKey = 00\nMsg = 00\n\n"
CALLS_2 = "AdditionalInput =\nAdditionalInput =\n\n"
HASH_1 = f"[ReturnedBitsLen = 256]\n\nEntropyInput = {64 * '0'}\nNonce = {32 * '0'}\n{CALLS_2}"
CTR_1 = f"[ReturnedBitsLen = 256]\n\nEntropyInput = {96 * '0'}\n{CALLS_2}"
KEY_1 = "[RLEN=8_BITS]\n\nL = 128\nKI = 00\nIV =\nFixedInputData = 00\n\n"
XTS_1 = f"Key = {32 * '1'}{32 * '2'}\ni = {32 * '0'}\nPT = {34 * '0'}\n\n"
BITS = "{0}Len = 1\nMsg = 80\n\nLen = 2\nMsg = c0\n\n"
ABSENT = [
    ("HMAC", "[L=20]\n\n{0}[L=32]\n\n{0}", MAC_1, 1, "`L` = 20: SHA-1 is not in the library", 1, "Mac"),
    ("Hash_DRBG", "[SHA-1]\n{0}{0}[SHA-1]\n{0}[SHA-256]\n{0}", HASH_1, 1, "SHA-1 is not in", 3, "ReturnedBits"),
    ("CTR_DRBG", "[3KeyTDEA no df]\n{0}[AES-256 no df]\n{0}", CTR_1, 1, "3KEYTDEA is not in", 1, "ReturnedBits"),
    ("KDFFeedback", "[PRF=CMAC_TDES2]\n{0}[PRF=CMAC_TDES3]\n{0}[PRF=HMAC_SHA256]\n{0}", KEY_1, 1, "TDES2 is", 2, "KO"),
    (
        "KDFFeedback",
        "[PRF=HMAC_SHA256]\n[CTRLOCATION=BEFORE_ITER]\n{0}[CTRLOCATION=AFTER_ITER]\n{0}",
        KEY_1,
        2,
        "a counter at `BEFORE_ITER` is not in the library",
        1,
        "KO",
    ),
    (
        "XTSGenAES128",
        "[ENCRYPT]\n\nDataUnitLen = 130\n{0}DataUnitLen = 136\n{0}",
        XTS_1,
        6,
        "line 3 says 130 bits",
        1,
        "CT",
    ),
    (
        "XTSGenAES128",
        "[DECRYPT]\n\nDataUnitLen = 130\n{0}DataUnitLen = 136\n{0}",
        XTS_1.replace("PT", "CT"),
        6,
        "line 3 says 130 bits",
        1,
        "PT",
    ),
    (
        "XTSGenAES128",
        f"[ENCRYPT]\n\n{XTS_1.replace('2', '1')}{{0}}",
        XTS_1,
        3,
        "these are equal",
        1,
        "CT",
    ),
    ("SHA256ShortMsg", BITS, "Len = 8\nMsg = 80\n\n", 5, "line 4 says 1 bits; the library has whole bytes", 2, "MD"),
    (
        "SHAKE128VariableOut",
        "{0}Outputlen = 1123\nMsg = 80\n",
        "Outputlen = 128\nMsg = 80\n\n",
        4,
        "is 1123",
        1,
        "Output",
    ),
]


@pytest.mark.parametrize(("name", "text", "one", "line", "why", "number", "answer"), ABSENT)
def test_what_the_library_does_not_have_is_left_out(tmp_path, capsys, name, text, one, line, why, number, answer):
    """As in NIST's own archives, which are also about SHA-1, Triple DES and bits.  One request is answered."""
    request, summary = tmp_path / f"{name}.req", tmp_path / "summary.json"
    request.write_text(text.format(one))
    assert cavp(request, "--json", summary) == cli.BAD_INPUT
    output = capsys.readouterr()
    assert re.findall(rf"{re.escape(str(request))}:(\d+): .*{re.escape(why)}.* \(left out: (\d+)\)\n", output.err) == [
        (str(line), str(number))
    ]
    assert output.err.count("left out") == 1 and f"{number + 1} requests of" in output.out
    assert f", {number} left out; host, " in output.out
    lines, asked = (f.read_text().splitlines() for f in (request.with_suffix(".rsp"), request))
    assert [n.split()[0] for n in lines if n not in asked] == [answer] and [n for n in lines if n in asked] == asked
    (told,) = json.loads(summary.read_text())["files"]
    assert (told["tests"], told["left_out"]) == (number + 1, number)


def kbkdf(key: bytes, name: str, before: bytes, after: bytes, counter: int, size: int, last: bytes | None) -> bytes:
    """SP 800-108, 4.1, or 4.2 from `last` on."""
    computed = b""
    for i in range(1, 100):
        data = (last or b"") + before + (i.to_bytes(counter, "big") if counter else b"") + after
        block = hmac.digest(key, data, name)
        computed += block
        last = last if last is None else block
    return computed[:size]


def test_keys_are_derived_as_nists_files_ask(tmp_path):
    """KDFCTR_gen and KDFFeedback_gen of CAVS 14.4: the function, the counter's place and its size are in sections; the
    IV of feedback mode may be empty."""
    key, one, two = bytes(range(32)), b"label" * 5, b"context"
    head = "[PRF=HMAC_{}]\n[CTRLOCATION={}]\n[RLEN={}_BITS]\n\nCOUNT=0\nL = 600\nKI = " + key.hex() + "\n"
    fixed = f"FixedInputDataByteLen = 32\nFixedInputData = {(one + two).hex()}\n\n"
    parts = f"DataBeforeCtrLen = 25\nDataBeforeCtrData = {one.hex()}\nDataAfterCtrLen = 7\n"
    parts += f"DataAfterCtrData = {two.hex()}\n\n"
    text, expected = "", []
    for place, before, after, message in (
        ("BEFORE_FIXED", b"", one + two, fixed),
        ("AFTER_FIXED", one + two, b"", fixed),
        ("MIDDLE_FIXED", one, two, parts),
    ):
        for name, bits in (("SHA256", 8), ("SHA512", 32)):
            text += head.format(name, place, bits) + message
            expected.append(f"KO = {kbkdf(key, name.lower(), before, after, bits // 8, 75, None).hex()}")
    assert answers_to(tmp_path, "KDFCTR_gen", text) == expected
    text, expected = "", []
    for iv in (b"", key):
        text += head.format("SHA256", "AFTER_ITER", 16) + f"IVlen = {8 * len(iv)}\nIV = {iv.hex()}\n{fixed}"
        expected.append(f"KO = {kbkdf(key, 'sha256', b'', one + two, 2, 75, iv).hex()}")
    assert answers_to(tmp_path, "KDFFeedback_gen", text) == expected


KISA_KEYS = """\
[PRF = HMAC-SHA2-256]
[CTRLOCATION = BEFORE_FIXED]
[RLEN = 8]

COUNT = 0
L = 128
KI = 133D114B66EE3D4737720B127900A3C23C783658D2F73FF030A8093B96DD712F
Label = 735EEDFD8300CD443A7AC18465759CD50FE257D9A19059EF4EFEF5A9AE6E3581A93AD6C7976B93DEA588A7A87BAC8D3F1CDB0AE60D966D3FB9AD16BE
Context = 1455355D7F7AD491EC57187D4243C36603CEFE682C0C56675C310448395E71600FBBF92CBBC6EF43C8EBE28AD7541FA7440277B8061D4344D788A571
KO = ?

COUNT = 1
L = 256
KI = 4D09B9B29A97F0A632B04024AF98ADB1CF2389E51BCA3A1FC6FE3D77D7BD6BF4
Label = 8B627B00F4C1C918E77355C8156F0FD778DA52BFF121AE5F2F44EAF4D2754946D0E10D1F18CE3A0176E69C18B7D20B6E0D0BEE5EB5EDFE4BD60E4D92
Context = ADCD86BCE72E76F94EE5CBCAA8B01CFDDCEA2ADE575E66ACAE59B34A85036C37AFEEA9C097F0BE74DE2E05D9457ADE5DCEDFF38F1E79C18F268A54C3
KO = ?
"""  # noqa: E501


def test_keys_are_derived_as_kisas_reference_values_say(tmp_path):
    """The length at the end of the fixed data has as many bytes as it needs: one for 128 bits, two for 256."""
    assert answers_to(tmp_path, "KDF_(CTR)_HMAC-SHA2-256_KAT", KISA_KEYS) == [
        "KO = E8068DF95DAC4896B25B46F188DEC662",
        "KO = 0FE983EDB298EDF63CC685A877EECD17CEDE1EA7C486EFEDC070639C8F0A78D3",
    ]


@pytest.mark.parametrize(
    ("name", "settings", "counter"),
    [
        ("KDF_(FB)(use CTR)_HMAC-SHA2-256_KAT", "[PRF = HMAC-SHA2-256]\n[RLEN = 16]\n", 2),
        ("KDF_(FB)(no CTR)_HMAC-SHA2-256_KAT", "[PRF = HMAC-SHA2-256]\n[RLEN = 16]\n", 0),
        ("KDF_(FB)_HMAC-SHA2-256_KAT", "[PRF = HMAC-SHA2-256]\n[NO COUNTER]\n", 0),
        ("HMAC_KDF_FBmode_SHA2-256", "Algo_ID = HMAC_KDF_FBmode_SHA2-256\n\nRLEN = 0\n", 0),
    ],
)
def test_kcmvps_feedback_mode_has_a_counter_or_none(tmp_path, name, settings, counter):
    key, iv, label, context = (bytes(range(i, i + 16)) for i in range(4))
    text = f"{settings}\nCOUNT = 0\nL = 512\nKI = {key.hex()}\nIVLen = 128\nIV = {iv.hex()}\nLabelLen = 128\n"
    text += f"Label = {label.hex()}\nContextLen = 128\nContext = {context.hex()}\n"
    fixed = label + b"\0" + context + b"\2\0"
    assert answers_to(tmp_path, name, text) == [f"KO = {kbkdf(key, 'sha256', b'', fixed, counter, 64, iv).hex()}"]


def test_keys_are_derived_from_passwords(tmp_path):
    """In hexadecimal digits or as a text, with the placeholder of a sample or without one."""
    salt = bytes(range(16))
    expected = hashlib.pbkdf2_hmac("sha256", b"pass word", salt, 10, 40).hex()
    for password in (b"pass word".hex(), '"pass word"', "pass word"):
        text = f"COUNT = 0\nPassword = {password}\nSalt = {salt.hex()}\nIteration = 10\nKLen = 320\n"
        folder = tmp_path / str(len(password))
        folder.mkdir()
        assert answers_to(folder, "PBKDF(HMAC-SHA256)KAT", text + "MK = ?\n") == [f"MK = {expected}"]
    text = f"P = {b'pass word'.hex()}\nS = {salt.hex()}\nC = 10\nDKLen = 320\n"  # the words of RFC 8018
    assert answers_to(tmp_path, "PBKDF2(SHA256)", text) == [f"MK = {expected}"]


def test_a_long_computation_reports_progress(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(progress, "SECONDS", 0.02)
    done = run.Answers([Answer(True, bytes(32), b"")], "portable", 1, {})
    monkeypatch.setattr(run, "run", lambda *_: time.sleep(0.2) or done)
    request = tmp_path / "PBKDF(HMAC-SHA256)KAT.req"
    request.write_text("Password = 00\nSalt = 00\nIteration = 900000000\nKLen = 256\n")
    assert cavp(request) == 0
    assert capsys.readouterr().err.count("req: computing sha-256 PBKDF2 on host, 0 s so far\n") > 1


def test_passwords_are_texts_where_one_of_them_has_other_characters_than_digits(tmp_path):
    salt = bytes(range(16))
    text = "[PRF = HMAC-SHA2-256]\n[Iteration = 10]\n"
    for password in ("abcd1234", "k9#Zq"):
        text += f"\nPassword = {password}\nSalt = {salt.hex().upper()}\nKLen = 256\n"
    expected = [hashlib.pbkdf2_hmac("sha256", word, salt, 10, 32).hex().upper() for word in (b"abcd1234", b"k9#Zq")]
    assert answers_to(tmp_path, "PBKDF_HMAC-SHA2-256_KAT", text) == [f"MK = {computed}" for computed in expected]


def test_a_file_of_dos_may_end_with_its_mark(tmp_path):
    request = tmp_path / "SHA256ShortMsg.req"
    request.write_bytes(b"Len = 0\r\nMsg = 00\r\n\x1a")
    assert cavp(request) == 0
    expected = f"Len = 0\r\nMsg = 00\r\nMD = {hashlib.sha256().hexdigest()}\r\n"
    assert request.with_suffix(".rsp").read_bytes() == expected.encode()


def test_the_tweak_of_xts_may_be_a_number(tmp_path):
    """NIST's vector for AES-128, `DataUnitSeqNumber = 141`."""
    key = "a3e40d5bd4b6bbedb2d18c700ad2db2210c81190646d673cbca53f133eab373c"
    text = f"[ENCRYPT]\n\nCOUNT = 0\nDataUnitLen = 128\nKey = {key}\nDataUnitSeqNumber = 141\n"
    text += "PT = 20e0719405993f09a66ae5bb500e562c\n"
    assert answers_to(tmp_path, "XTSGenAES128", text) == ["CT = 74623551210216ac926b9650b6d3fa52"]


LEA_CTR_MONTE_CARLO = """\
KEY = 724F8279123B9307658A109101466A15
CTR = FEF995090770B941B0BF2B120A859BB8
PT = 76718FF5B60510FB4A9AA28CF9A57A60
"""


def test_the_monte_carlo_test_of_counter_mode(tmp_path):
    request = tmp_path / "LEA128(CTR)MCT.req"
    request.write_text(LEA_CTR_MONTE_CARLO)
    assert cavp(request) == 0
    steps = request.with_suffix(".rsp").read_text().split("\n\n")
    assert len(steps) == 100
    assert steps[0] == f"COUNT = 0\n{LEA_CTR_MONTE_CARLO}CT = 66DDC4BA3E47EF5F2CFFB1546578D4F8"
    assert steps[1].startswith(
        "COUNT = 1\nKEY = 149246C32C7C7C584975A1C5643EBEED\nCTR = FEF995090770B941B0BF2B120A859FA0\n"
    )
    assert "\nPT = 66DDC4BA3E47EF5F2CFFB1546578D4F8\n" in steps[1]


@pytest.mark.deep
def test_the_commands_of_the_guide_work(tmp_path):
    """As they stand there, `./narae` aside."""
    (script,) = re.findall(r"```sh\n(.*?)```", (ROOT / "docs/how-to/request-files.md").read_text(), re.DOTALL)
    script = script.replace("./narae", str(ROOT / "narae"))
    done = subprocess.run(["sh", "-ec", script], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "hifive1, rv32-small" in done.stdout


def chains() -> list[tuple[str, str, str, bool, str, str]]:
    """Starts and ends of NIST's CBCMCT files, and OpenSSL's ends of ECB, from the C tests."""
    text = (ROOT / "tests/c/test_aes_monte_carlo.c").read_text()
    table = re.findall(r'\{"(\w+)", "(\w+)",\s*"(\w+)", ([01]), "(\w+)",\s*"(\w+)"\}', text)
    assert len(table) == 6
    return [(key, iv, first, d == "1", cbc, ecb) for key, iv, first, d, cbc, ecb in table]


@pytest.mark.parametrize("mode", every_day(["CBC"], ["CBC", "ECB"]))
def test_the_monte_carlo_tests_of_aesavs_end_where_nist_says(tmp_path, mode):
    """Both directions of each key size in one file, as NIST has them."""
    for bits in (128, 192, 256):
        text, ends = "# CAVS 11.1\n", []
        for key, iv, first, encrypts, cbc_end, ecb_end in chains():
            if 4 * len(key) == bits:
                word, name = ("ENCRYPT", "PLAINTEXT") if encrypts else ("DECRYPT", "CIPHERTEXT")
                chain = f"IV = {iv}\n" if mode == "CBC" else ""
                text += f"\n[{word}]\n\nCOUNT = 0\nKEY = {key}\n{chain}{name} = {first}\n"
                ends.append(cbc_end if mode == "CBC" else ecb_end)
        request = tmp_path / f"{mode}MCT{bits}.req"
        request.write_text(text)
        assert cavp(request) == 0
        encrypted, decrypted = request.with_suffix(".rsp").read_text().split("\n[DECRYPT]\n")
        assert encrypted.startswith("# CAVS 11.1\n\n[ENCRYPT]\n\nCOUNT = 0\nKEY = ")
        assert encrypted.rstrip().endswith(f"CIPHERTEXT = {ends[0]}") and encrypted.count("COUNT") == 100
        assert decrypted.rstrip().endswith(f"PLAINTEXT = {ends[1]}") and decrypted.count("COUNT") == 100


# With a few vectors of GCM; on a Cortex-A72 LEA's kernels take a compiler six times as long as those of AES.
SMALL = {"pi4": ("aes-128", "aes/wycheproof_gcm.json")}


@pytest.mark.parametrize("target", every_day(["uno", "pi4"], ["uno", "hifive1", "m4", "m0plus", "pi4"]))
def test_a_simulated_machine_answers(tmp_path, target):
    cipher, file = SMALL.get(target, ("lea-128", "lea/modes_model.json"))
    some = [v for v in vectors(file, cipher, "gcm") if len(v["plaintext"]) in (0, 30, 64)][:4]
    name, summary = f"{cipher.replace('-', '').upper()}(GCM)AD.req", tmp_path / "summary.json"
    check(tmp_path, name, gcm_response(some, opens=True), "--target", target, "--json", summary, verify=True)
    (entry,) = json.loads(summary.read_text())["files"]
    assert entry["target"] == target
    assert entry["kernel"] in {"uno": ["avr"], "hifive1": ["rv32"], "pi4": ["neon"]}.get(target, ["thumb", "portable"])
    assert (entry["tests"], entry["rejected"]) == (len(some), len(some) // 2)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("target", "kernel"),
    [("uno", "avr"), ("uno", "small"), ("hifive1", "rv32"), ("hifive1", "portable"), ("pi4", "neon")],
)
def test_the_code_that_ships_passes_whole_files(tmp_path, target, kernel):
    """More than an Uno's flash holds at a time, and a Monte Carlo test on the chip."""
    options = ("--target", target, "--kernel", kernel)
    check(tmp_path, "LEA128(ECB)KAT.req", kat("lea-128", "lea/kcmvp_ecb.json"), *options)
    if kernel != "small":
        check(tmp_path, "CBCMMT128.req", (AES / "CBC/CBCMMT128.rsp").read_text(), *options)
        check(tmp_path, "DVPT128.req", (AES / "CCM/DVPT128.rsp").read_text(), *options, verify=True)
        request = tmp_path / "LEA128(CTR)MCT.req"
        request.write_text(LEA_CTR_MONTE_CARLO)
        assert cavp(request, *options) == 0
        here = tmp_path / "host"
        here.mkdir()
        (here / request.name).write_text(LEA_CTR_MONTE_CARLO)
        assert cavp(here / request.name) == 0
        same = [f.with_suffix(".rsp").read_text() for f in (request, here / request.name)]
        assert same[0] == same[1]


NO_DF = "[ReturnedBitsLen = 128]\n\n"
DRAWN = f"[ReturnedBitsLen = 256]\nEntropyInput = {64 * '0'}\nNonce = {32 * '0'}\n"


@pytest.mark.parametrize(
    ("name", "text", "line", "what"),
    [
        ("LEA128(ECB)KAT", KEY + "PT = 0011223\n", 2, "`PT` is not hexadecimal digits in pairs"),
        ("LEA128(ECB)KAT", "KEY = 00GG\n" + PT, 1, "`KEY` is not hexadecimal"),
        ("LEA128(ECB)KAT", f"# LEA\n\n{KEY}PT 0011\n", 4, "neither `NAME = VALUE` nor a section"),
        ("LEA128(ECB)KAT", f"{KEY}SALT = 00\n{PT}", 2, "unknown field `SALT`"),
        ("LEA128(ECB)KAT", f"[ENCRIPT]\n{KEY}{PT}", 1, "names neither a setting nor a hash or cipher"),
        ("LEA192(ECB)KAT", KEY + PT, 1, "the key has 128 bits, not 192"),
        ("LEA128(XTS)KAT", f"{KEY}IV = {32 * '0'}\n{PT}", 1, "the key has 128 bits; XTS has two keys of 128"),
        ("LEA128(ECB)KAT", f"{KEY}{PT}{PT}", 3, "a second `PT` in one request; leave a blank line between"),
        ("LEA128(ECB)KAT", f"COUNT = x\n{KEY}{PT}", 1, "`COUNT` is not a number"),
        ("LEA128(ECB)KAT", f"{KEY}PT = 0011\n", 2, "which is not whole blocks"),
        ("LEA128(ECB)KAT", PT, 1, "this request has no key"),
        ("LEA128(ECB)KAT", f"COUNT = 0\n{KEY}", 1, "neither a plaintext (`PT`) nor a ciphertext (`CT`)"),
        ("LEA128(ECB)KAT", f"{KEY}{PT}C{PT[1:]}", 1, "it has a plaintext and a ciphertext; leave the one out"),
        ("LEA128(ECB)KAT", f"[ENCRYPT]\n\n{KEY}{PT}C" + PT[1:], 5, "`CT` is the answer"),
        ("LEA128(ECB)KAT", "# nothing\n", 1, "without any request"),
        ("LEA128(CBC)MMT", f"A = 00\n{KEY}IV = {32 * '0'}\n{PT}", 1, "`A` does not apply to CBC"),
        ("LEA128(CBC)MMT", f"Msg = 00\n{KEY}IV = {32 * '0'}\n{PT}", 1, "`Msg` does not apply to CBC"),
        ("LEA128(GMAC)GEN", f"{KEY}IV = {24 * '0'}\n{PT}A = 00\n", 3, "`PT` does not apply to GMAC"),
        ("LEA128(GMAC)GEN", f"{KEY}IV = {24 * '0'}\nA = 00\nMsg = 00\n", 4, "`Msg` does not apply to GMAC"),
        ("LEA128(CBC)MMT", KEY + PT, 1, "this request has no nonce (`IV`"),
        ("LEA128(CTR)MMT", f"{KEY}CTR = 00\n{PT}", 2, "CTR has no `CTR` of 1 bytes"),
        ("LEA128(CTR)MCT", f"{KEY}CTR = {32 * '0'}\nPT = 00\n", 3, "is one block, not 1 bytes"),
        ("LEA128(CTR)MCT", f"CTR = {32 * '0'}\n\n{KEY}{PT}", 3, "has its nonce next to its text"),
        (
            "gcmDecrypt128",
            f"[Taglen = 128]\n\n{KEY}IV = 00\nCT = 00\nAAD = \nTag = 00\n",
            7,
            "the tag has 1 bytes, but line 1",
        ),
        (
            "gcmDecrypt128",
            f"[Taglen = 40]\n\n{KEY}IV = 00\nCT = 00\nTag = 0011223344\n",
            1,
            "GCM has no tag of 5 bytes",
        ),
        (
            "gcmDecrypt128",
            f"[AADlen = 16]\n\n{KEY}IV = 00\nCT = 00\nAAD = 00\nTag = {32 * '0'}\n",
            6,
            "but line 1 says 16",
        ),
        ("gcmDecrypt128", f"{KEY}IV = \nCT = 00\nTag = {32 * '0'}\n", 2, "GCM has no `IV` of 0 bytes"),
        ("VADT128", f"{KEY}Nonce = {14 * '0'}\nPayload = 00\n", 1, "no length of the tag"),
        ("DVPT128", f"[Tlen = 16]\n{KEY}Nonce = {14 * '0'}\nCT = 00\n", 4, "shorter than its tag of 16 bytes"),
        ("CMACVerAES128", f"{KEY}Msg = 00\n", 1, "this request has no tag"),
        (
            "LEA128(ECB)KAT",
            f"[ENCRYPT]\n\n{KEY}PT = ?\n",
            4,
            "`PT` has a placeholder, but is no result of a request to encrypt",
        ),
        ("LEA128(ECB)KAT", f"{KEY}{PT}Result = Pass\n", 3, "`Result` is the answer"),
        ("HMAC", "[L=20]\n\nKey = 00\nMsg = 00\n", 1, "SHA-1 is not in the library"),
        ("HMAC", "Key = 00\nMsg = 00\n", 1, "neither the file's name nor a section says which hash"),
        ("SHA256ShortMsg", "Len = 5\nMsg = 98\n", 2, "line 1 says 5 bits; the library has whole bytes"),
        ("SHA256ShortMsg", "Len = 1\nMsg = 80\n", 2, "line 1 says 1 bits; the library has whole bytes"),
        ("SHA256ShortMsg", "MD = 00\nMsg = 80\n", 1, "`MD` is the answer of a request to hash; leave it empty"),
        (
            "LSH-256-256",
            "Algo_ID = LSH-512_512\nMsg = 00\n",
            1,
            "is not lsh-256-256; correct this line, or add --cipher",
        ),
        ("LEA128(ECB)KAT", f"Key_Data = 00\n{KEY}{PT}", 1, "unknown field `Key_Data`"),
        ("Hash_DRBG", "[SHAKE-128]\n", 1, "does not apply to HASH-DRBG"),
        ("KDFCTR_gen", "[PRF=HMAC_SHAKE128]\n", 1, "does not apply to KBKDF"),
        ("Hash_DRBG", "[SHA-1]\n\nEntropyInput = 00\n", 1, "SHA-1 is not in the library (left out: 1)"),
        ("Hash_DRBG", "[SHAH]\n", 1, "names neither a setting nor a hash or cipher"),
        ("Hash_DRBG", "[AES-128 use df]\n", 1, "does not apply to HASH-DRBG"),
        ("KDFCTR_gen", "[PRF=HMAC_SHA256]\nL = 128\nKI = 00\nFixedInputData = 00\n", 2, "how wide the counter is"),
        ("KDF_(FB)(use CTR)_HMAC-SHA256", "L = 128\nKI = 00\nIV =\nLabel = 00\n", 1, "how wide the counter is"),
        ("KDF_(CTR)_HMAC-SHA256", "[RLEN = 0]\n\nL = 128\nKI = 00\nLabel = 00\n", 3, "no counter of 0 bits"),
        ("CMAC_LEA-128_Gen", "K = 00\nM = 00\nVALID or INVALID\n", 3, "is no result of a request to encrypt"),
        ("KDFFeedback_gen", "[CTRLOCATION=BEHIND]\n", 1, "no counter is at `BEHIND`; known are BEFORE_FIXED"),
        ("PBKDF(SHA256)", "Password = 00\nSalt = 00\nKLen = 128\n", 1, "no line says how many iterations"),
        ("PBKDF(SHA256)", "Password = 00\nSalt = 00\nIteration = 0\nKLen = 128\n", 3, "`Iteration` is 0"),
        ("HIGHT(GCM)AE", f"[Taglen = 96]\n{KEY}IV = {24 * '0'}\n{PT}", 2, "GCM is not defined for blocks of 8 bytes"),
        ("KW_AE_LEA128", f"{KEY}P = 0011223344556677\n", 1, "KW wraps whole blocks of 8 bytes, two or more"),
        (
            "KDF_(CTR)_HMAC-SHA256",
            "[RLEN = 8]\n\nL = 80000\nKI = 00\nLabel = 00\n",
            3,
            "more blocks than the counter can count",
        ),
        (
            "Hash_DRBG_SHA-256",
            f"{NO_DF}EntropyInput = 00\nNonce = {32 * '0'}\nAdditionalInput = \n",
            3,
            "too little entropy",
        ),
        ("Hash_DRBG_SHA-256", f"[PredictionResistance = True]\n{DRAWN}AdditionalInput = \n", 3, "no `EntropyInputPR`"),
        (
            "Hash_DRBG_SHA-256",
            f"[PredictionResistance = False]\n{DRAWN}AdditionalInput = \nEntropyInputPR = {64 * '1'}\n",
            3,
            "line 1 says `PredictionResistance = False`, but a call has an `EntropyInputPR`",
        ),
        (
            "Hash_DRBG_SHA-256",
            f"[AdditionalInputLen = 256]\n{DRAWN}AdditionalInput = {64 * '1'}\nAdditionalInput = {62 * '1'}\n",
            6,
            "`AdditionalInput` has 31 bytes, but line 1 says 256",
        ),
        (
            "Hash_DRBG_SHA-256",
            f"[EntropyInputLen = 256]\n{DRAWN}EntropyInputReseed = {66 * '1'}\nAdditionalInput = \n",
            5,
            "has 33 bytes, but line 1 says 256",
        ),
        (
            "Hash_DRBG_SHA-256",
            f"{DRAWN}AdditionalInputReseed = 11\nAdditionalInput = \n",
            4,
            "belongs to an `EntropyInputReseed`, which is not there",
        ),
        (
            "Hash_DRBG_SHA-256",
            f"{DRAWN}AdditionalInput = \nEntropyInputPR = {64 * '1'}\nEntropyInputPR = {64 * '1'}\n",
            2,
            "ends without `AdditionalInput`",
        ),
        ("LEA128(GCM)AE", f"[Taglen = ?]\n{KEY}{PT}", 1, "`Taglen` has a placeholder outside of a request"),
        (
            "CTR_DRBG(LEA-128(no DF))",
            f"{NO_DF}EntropyInput = 00\nAdditionalInput = \n",
            3,
            "has 1 bytes; without a derivation function",
        ),
        # a length that is not that of the other side
        (
            "LEA128(GCM)AD",
            f"[PTlen = 0]\n\n{KEY}IV = 00\nCT = 01\nTag = {32 * '0'}\n",
            1,
            "`PTlen` = 0, but `CT` has 1",
        ),
        ("LEA128(GCM)AE", f"{KEY}IV = 00\nCTlen = 8\n{PT}", 3, "`CTlen` = 8, but `PT` has 16 bytes"),
        ("CBCMMT128", f"[DECRYPT]\n\n{KEY}IV = {32 * '0'}\nPTlen = 64\nCT = {32 * '0'}\n", 5, "`PTlen` = 64, but"),
        (
            "DVPT128",
            f"[Plen = 0]\n[Tlen = 16]\n{KEY}Nonce = {14 * '0'}\nCT = {40 * '0'}\n",
            1,
            "`Plen` = 0, but `CT` has 4 bytes and a tag",
        ),
        ("KW_AD_128", f"[PLAINTEXT LENGTH = 256]\n\nK = {32 * '0'}\nC = {48 * '0'}\n", 1, "= 256, but `C` has 24"),
        ("KWP_AD_128", f"[PLAINTEXT LENGTH = 64]\n\nK = {32 * '0'}\nC = {48 * '0'}\n", 1, "= 64, but `C` has 24"),
        ("GMAC_LEA-128_GE", f"{KEY}IV = {24 * '0'}\nMlen = 0\nMsg = 0001\n", 4, "`Msg` has 2 bytes, but line 3 says 0"),
        ("LEA128(ECB)KAT", (KEY + PT).replace("\n", "\r"), 1, "lines end with CR alone"),
        ("LEA128(ECB)KAT", b"\xff\xfe" + (KEY + PT).encode("utf-16-le"), 1, "the file is UTF-16"),
    ],
)
def test_a_malformed_line_is_named_and_nothing_is_written(tmp_path, capsys, name, text, line, what):
    request = tmp_path / f"{name}.req"
    request.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert cavp(request) == cli.BAD_INPUT
    output = capsys.readouterr().err
    assert re.search(rf"{re.escape(str(request))}:{line}: .*{re.escape(what)}", output), output
    assert list(tmp_path.iterdir()) == [request]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["secret.req"], "does not say which cipher"),
        (["HMAC_SHA-1_KAT.req"], "SHA-1 is not in the library; its hashes are sha-224"),
        (["LEA128.req"], "does not say which mode"),
        (["."], "is a folder; name the request files in it"),
        (["missing.req"], "missing.req cannot be read: there is no such file"),
        (["LEA128(ECB)KAT.rsp"], "is named like a response; rename it to LEA128(ECB)KAT.req"),
        (["KW_AE_128_inv.req"], "not with its inverse"),
        (["KDFDblPipeline_gen.req"], "double-pipeline mode is not in the library"),
        (["KDF_(DP)(no CTR)_HMAC-SHA2-256_KAT.req"], "double-pipeline mode is not in the library"),
        (["LEA128(GCM)MCT.req"], "no Monte Carlo test of GCM"),
        (["gcmEncryptIntIV128.req"], "chooses its own IVs"),
        (["HMAC_SHAKE128.req"], "HMAC is defined with SHA-2, SHA-3 and LSH, not with SHAKE128"),
        (["x.req", "--cipher", "shake256", "--mode", "pbkdf2"], "PBKDF2 is defined with SHA-2"),
        (["LEA128(ECB)KAT.req", "--cipher", "des"], "unknown cipher `des`"),
        (["LEA128(ECB)KAT.req", "--cipher", "lea-ctr"], "--cipher lea-128 (or lea-192, lea-256) --mode ctr"),
        (["LEA128(ECB)KAT.req", "--mode", "eax"], "unknown mode `eax`"),
        (["secret.req", "--mode", "eax"], "unknown mode `eax`"),
        (["secret.req", "--direction", "up"], "unknown direction `up`"),
        (["LEA128(ECB)KAT.req", "--kernel", "avr"], "host has no kernel `avr`; it has: portable"),
        (["LEA128(ECB)KAT.req", "--target", "esp32"], "unknown target `esp32`"),
        (["missing(LEA128ECB).req"], "cannot be read"),
    ],
)
def test_impossible_requests_are_reported(tmp_path, capsys, arguments, what):
    name, *options = arguments
    if "missing" not in name and name != ".":
        (tmp_path / name).write_text(KEY + PT)
    assert cavp(tmp_path / name, *options) == cli.BAD_INPUT
    assert what in capsys.readouterr().err
    assert [f.name for f in tmp_path.iterdir()] in ([], [name])


@pytest.mark.parametrize("begin", [b"PK\3\4", b"7z\xbc\xaf\x27\x1c", b"\x1f\x8b"])
def test_an_archive_is_called_one(tmp_path, capsys, begin):
    archive = tmp_path / "KCMVP requests"
    archive.write_bytes(begin + bytes(30))
    assert cavp(archive) == cli.BAD_INPUT
    assert "is an archive; unpack it and name the request files in it" in capsys.readouterr().err


def test_a_long_file_says_how_far_it_is(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(progress, "SECONDS", 0)
    monkeypatch.setattr(progress, "BATCH", 1)
    request = tmp_path / "LEA128(ECB)KAT.req"
    request.write_text(f"{KEY}{PT}\n{KEY}{PT}")
    assert cavp(request) == 0
    output = capsys.readouterr().err
    assert f"{request}: lines read: 4 of 6\n" in output and f"{request}: answers written: 1 of 2\n" in output


def test_blanks_inside_of_a_line_take_no_time_of_their_own():
    began = time.process_time()
    match = FIELD.fullmatch(f"PT = 00{20_000 * ' '}11 \t")
    assert match and (match["before"], match["value"][-4:], match["after"]) == ("PT = ", "  11", " \t")
    assert time.process_time() - began < 0.5


def test_a_long_message_is_read_with_little_memory():
    tracemalloc.start()
    try:
        assert in_pairs(200_000 * "0a") and not in_pairs("0a0") and not in_pairs("0g")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_a_request_without_any_value_is_answered(tmp_path):
    (tmp_path / "SHA256ShortMsg.req").write_text("Msg = \n")
    assert cavp(tmp_path / "SHA256ShortMsg.req") == 0
    answer = f"Msg = \nMD = {hashlib.sha256().hexdigest()}\n"
    assert (tmp_path / "SHA256ShortMsg.rsp").read_text() == answer


def test_a_summary_goes_through_a_link_and_into_a_pipe(tmp_path):
    """As root, a file in place of /dev/null or /dev/stdout would harm the machine."""
    request, link, pipe = tmp_path / "LEA128(ECB)KAT.req", tmp_path / "link", tmp_path / "pipe"
    request.write_text(KEY + PT)
    link.symlink_to(tmp_path / "behind")
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        for place in (link, pipe):
            assert cavp(request, "--json", place) == 0
            request.with_suffix(".rsp").unlink()
        output = os.read(reader, 65536)
    finally:
        os.close(reader)
    assert link.is_symlink() and pipe.is_fifo()
    for text in ((tmp_path / "behind").read_bytes(), output):
        assert json.loads(text)["files"][0]["tests"] == 1


def test_a_dangling_link_in_the_place_of_a_response_stays(tmp_path, capsys):
    request = tmp_path / "LEA128(ECB)KAT.req"
    request.write_text(KEY + PT)
    request.with_suffix(".rsp").symlink_to("nowhere")
    assert cavp(request) == cli.BAD_INPUT
    assert "exists; nothing was computed" in capsys.readouterr().err
    assert request.with_suffix(".rsp").readlink() == Path("nowhere")


def test_no_file_is_overwritten_and_the_others_are_answered(tmp_path, capsys):
    there, bad, good = (tmp_path / f"LEA128(ECB)KAT{i}.req" for i in "123")
    for request in (there, bad, good):
        request.write_text(KEY + PT)
    bad.write_text(KEY)
    there.with_suffix(".rsp").write_text("precious")
    assert cavp(there, bad, good) == cli.BAD_INPUT
    output = capsys.readouterr().err
    assert "LEA128(ECB)KAT1.rsp exists" in output and "2 of 3 files got no response" in output
    assert there.with_suffix(".rsp").read_text() == "precious"
    assert good.with_suffix(".rsp").read_text().startswith(f"{KEY}{PT}CT = ")
    assert {f.name for f in tmp_path.iterdir()} == {f.name for f in (there, bad, good)} | {
        "LEA128(ECB)KAT1.rsp",
        "LEA128(ECB)KAT3.rsp",
    }


def children(process: subprocess.Popen) -> Iterator[bytes]:
    """Their command lines."""
    for listed in Path(f"/proc/{process.pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # one that has ended
            for child in listed.read_text().split():
                yield Path(f"/proc/{child}/cmdline").read_bytes()


def test_an_interrupted_run_leaves_no_response(tmp_path):
    """A simulated Uno takes a quarter of a minute and more for a Monte Carlo test of ARIA-256."""
    request = tmp_path / "ARIA256(CBC)MCT.req"
    request.write_text(f"KEY = {64 * '0'}\nIV = {32 * '0'}\nPT = {32 * '0'}\n")
    command = [ROOT / "narae", "cavp", "--target", "uno", request]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert "ARIA256(CBC)MCT.req" in process.stderr.readline()
    assert any("uno aria-256 cbc avr" in line for line in iter(process.stderr.readline, ""))  # after its build
    while not any(b"--max-cycles" in command for command in children(process)) and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, output = process.communicate(timeout=300)
    assert (process.returncode, list(tmp_path.iterdir())) == (cli.INTERRUPTED, [request])
    assert "interrupted; the current file has no response" in output


@pytest.mark.parametrize(
    ("name", "cipher", "mode", "kind", "key_bytes", "direction"),
    [
        ("LEA128(CBC)MMT", "lea", "cbc", "mmt", 16, None),
        ("ARIA192(CTR)MCT", "aria", "ctr", "mct", 24, None),
        ("CBCMCT128", "aes", "cbc", "mct", 16, None),
        ("ECBGFSbox256", "aes", "ecb", "kat", 32, None),
        ("gcmDecrypt192", "aes", "gcm", None, 24, "decrypt"),
        ("gcmEncryptExtIV256", "aes", "gcm", None, 32, "encrypt"),
        ("DVPT256", "aes", "ccm", None, 32, "decrypt"),
        ("VNT128", "aes", "ccm", None, 16, "encrypt"),
        ("CMACGenAES128", "aes", "cmac", None, 16, "encrypt"),
        ("CMACVerAES256", "aes", "cmac", None, 32, "decrypt"),
        ("CMAC(ARIA128)VER", "aria", "cmac", None, 16, "decrypt"),
        ("LEA256(GCM)AD", "lea", "gcm", None, 32, "decrypt"),
        ("ARIA128(CCM)GE", "aria", "ccm", None, 16, "encrypt"),
        ("KW_AE_ARIA256", "aria", "kw", None, 32, "encrypt"),
        ("XTSGenLEA128", "lea", "xts", None, 16, None),
        ("GMACGenSEED", "seed", "gmac", None, 16, "encrypt"),
        ("SHA-3(256)ShortMsg", "sha3-256", "hash", "kat", None, None),
        ("HMAC(SHA-2(512-224))KAT", "sha-512-224", "hmac", "kat", None, None),
        ("SHA2(512,256)ShortMsg", "sha-512-256", "hash", "kat", None, None),
        ("SHA-512t224", "sha-512-224", "hash", None, None, None),
        ("HMAC(SHA-2(384))KAT", "sha-384", "hmac", "kat", None, None),
        ("ARIA-192_(CFB8)_MCT", "aria", "cfb8", "mct", 24, None),
        ("HIGHT_(CFB32)_KAT", "hight", "cfb32", "kat", 16, None),
        ("GCM_ARIA-256_AD", "aria", "gcm", None, 32, "decrypt"),
        ("CCM_SEED-128_GE", "seed", "ccm", None, 16, "encrypt"),
        ("CMAC_LEA-192_Ver", "lea", "cmac", None, 24, "decrypt"),
        ("LSH-512-384_(Byte)_SMT", "lsh-512-384", "hash", None, None, None),
        ("CTR_DRBG_(use DF)(no PR)_ARIA-128_KAT", "aria", "ctr-drbg", "kat", 16, None),
        ("Hash_DRBG_(use PR)_LSH-256-224_KAT", "lsh-256-224", "hash-drbg", "kat", None, None),
        ("KDF_(CTR)_CMAC-SEED128_KAT", "seed", "kbkdf-cmac", "kat", 16, None),
        ("PBKDF_HMAC-SHA3-256_KAT", "sha3-256", "pbkdf2", "kat", None, None),
        ("LEA128(CBC)upload", "lea", "cbc", None, 16, None),
    ],
)
def test_a_name_says_what_a_file_is_about(name, cipher, mode, kind, key_bytes, direction):
    subject = naming.subject(Path(f"{name}.req"))
    assert (subject.cipher, subject.mode, subject.kind, subject.key_bytes) == (cipher, mode, kind, key_bytes)
    assert subject.direction == direction


def test_options_come_before_the_name():
    subject = naming.subject(Path("LEA128(CBC)MMT.req"), "aria-256", "gcm", "kat", "verify")
    assert (subject.cipher, subject.key_bytes, subject.mode, subject.kind) == ("aria", 32, "gcm", "kat")
    assert subject.direction == "decrypt"
    for option, cipher in (("sha256", "sha-256"), ("SHA-512/256", "sha-512-256"), ("lsh-256_224", "lsh-256-224")):
        assert naming.subject(Path("request.txt"), option).cipher == cipher
    with pytest.raises(LabError, match="unknown kind `xyz`"):
        naming.subject(Path("LEA128(CBC)MMT.req"), kind="xyz")
