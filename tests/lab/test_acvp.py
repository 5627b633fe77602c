# SPDX-License-Identifier: MIT
"""`./narae cavp` with NIST's ACVP: the answers of NIST's older files come out of prompts made from them."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import re
from pathlib import Path
from typing import Any

import cryptography_vectors
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.cmac import CMAC

from lab import cli, progress
from lab.paths import ROOT
from spec.ascon import AEADS
from tests.tools import every_day

pytestmark = pytest.mark.usefixtures("blocks_of_aes_alone_have_kernels")
NIST = Path(cryptography_vectors.__file__).parent
AES = NIST / "ciphers/AES"


def answered(folder: Path, document: Any, *options: object) -> Any:
    prompt = folder / "prompt.json"
    prompt.write_text(json.dumps(document))
    assert cli.main(["cavp", str(prompt), *map(str, options)]) == 0
    return json.loads((folder / "response.json").read_text())


def paragraphs(path: Path, section: str = "") -> list[dict[str, str]]:
    """The tests of one of NIST's response files, of one section; what stands in brackets goes into each."""
    listed, common, here = [], {}, not section
    for block in path.read_text().replace("\r", "").split("\n\n"):
        fields = dict(re.findall(r"^(\w+) = ?(\w*)$", block, re.MULTILINE))
        common |= dict(re.findall(r"^\[(\w+) = (\w+)\]$", block, re.MULTILINE))
        if named := re.search(r"^\[(ENCRYPT|DECRYPT)\]", block, re.MULTILINE):
            here = named[1] == section
        if here and len(fields) > 1:
            listed.append(common | fields | {"failed": "FAIL" in block})
    return listed


def vector_set(algorithm: str, *groups: dict[str, Any]) -> dict[str, Any]:
    number = 0
    for index, group in enumerate(groups, 1):
        group["tgId"] = index
        for test in group["tests"]:
            number += 1
            test["tcId"] = number
    return {"vsId": 7, "algorithm": algorithm, "revision": "1.0", "isSample": False, "testGroups": list(groups)}


def results(document: dict[str, Any]) -> list[list[dict[str, Any]]]:
    return [[{k: v for k, v in t.items() if k != "tcId"} for t in g["tests"]] for g in document["testGroups"]]


def group(tests: list[dict[str, Any]], **facts: Any) -> dict[str, Any]:
    return {"testType": "AFT", **facts, "tests": tests}


MODES = [("ECB", "ECB/ECBMMT{}"), ("CBC", "CBC/CBCMMT{}"), ("OFB", "OFB/OFBMMT{}"), ("CFB8", "CFB/CFB8MMT{}")]


@pytest.mark.parametrize(
    ("mode", "path"),
    every_day([MODES[0], MODES[-1]], MODES),
    ids=lambda text: text if len(text) < 5 else "",
)
def test_modes_of_aes(tmp_path, mode, path):
    """All key sizes and both directions in one file, in the list of the protocol."""
    groups, expected = [], []
    for bits in (128, 192, 256):
        for direction, question, answer in (
            ("encrypt", "PLAINTEXT", "CIPHERTEXT"),
            ("decrypt", "CIPHERTEXT", "PLAINTEXT"),
        ):
            short = {"PLAINTEXT": "pt", "CIPHERTEXT": "ct"}
            vectors = paragraphs(AES / f"{path.format(bits)}.rsp", direction.upper())
            assert len(vectors) == 10
            tests = [{"key": v["KEY"], "iv": v.get("IV", ""), short[question]: v[question]} for v in vectors]
            groups.append(group(tests, direction=direction, keyLen=bits))
            expected.append([{short[answer]: v[answer].upper()} for v in vectors])
    document = [{"acvVersion": "1.0"}, vector_set(f"ACVP-AES-{mode}", *groups)]
    version, answers = answered(tmp_path, document)
    assert version == {"acvVersion": "1.0"}
    assert (answers["vsId"], answers["algorithm"], answers["revision"]) == (7, f"ACVP-AES-{mode}", "1.0")
    assert results(answers) == expected


def test_gcm_seals_opens_and_rejects(tmp_path):
    """What NIST's file rejects is rejected, and nothing else."""
    vectors = [v for v in paragraphs(AES / "GCM/gcmDecrypt128.rsp") if v["PTlen"] != "0"][:40]
    opened = [{"key": v["Key"], "iv": v["IV"], "aad": v["AAD"], "ct": v["CT"], "tag": v["Tag"]} for v in vectors]
    groups = [group([test], direction="decrypt", tagLen=4 * len(test["tag"])) for test in opened]
    expected = [[{"testPassed": False} if v["failed"] else {"pt": v["PT"].upper()}] for v in vectors]
    assert 0 < sum(v["failed"] for v in vectors) < len(vectors)
    sealed = [v for v in vectors if not v["failed"]]
    for v in sealed:
        test = {"key": v["Key"], "iv": v["IV"], "aad": v["AAD"], "pt": v["PT"]}
        groups.append(group([test], direction="encrypt", ivGen="external", tagLen=4 * len(v["Tag"])))
        expected.append([{"ct": v["CT"].upper(), "tag": v["Tag"].upper()}])
    assert results(answered(tmp_path, vector_set("ACVP-AES-GCM", *groups))) == expected


def test_ccm_has_its_tag_behind_the_ciphertext(tmp_path):
    """RFC 3610, packet vector 1, and the same with a bit changed."""
    facts = {"key": "C0C1C2C3C4C5C6C7C8C9CACBCCCDCECF", "iv": "00000003020100A0A1A2A3A4A5", "aad": "0001020304050607"}
    plain = bytes(range(8, 31)).hex().upper()
    cipher = "588C979A61C663D2F066D0C2C0F989806D5F6B61DAC38417E8D12CFDF926E0"
    groups = [
        group([facts | {"pt": plain}], direction="encrypt", tagLen=64),
        group([facts | {"ct": cipher}, facts | {"ct": "59" + cipher[2:]}], direction="decrypt", tagLen=64),
    ]
    answers = results(answered(tmp_path, vector_set("ACVP-AES-CCM", *groups)))
    assert answers == [[{"ct": cipher}], [{"pt": plain}, {"testPassed": False}]]


def test_cmac_generates_and_verifies(tmp_path):
    key, message, mac = (
        "2B7E151628AED2A6ABF7158809CF4F3C",
        "6BC1BEE22E409F96E93D7E117393172A",
        "070A16B46B4D4144F79BDD9DD04A287C",
    )
    request = {"key": key, "message": message}
    wrong = "00" + mac[2:]
    groups = [
        group([request], direction="gen", macLen=128),
        group([request], direction="gen", macLen=64),
        group([request | {"mac": mac}, request | {"mac": wrong}], direction="ver", macLen=128),
    ]
    answers = results(answered(tmp_path, vector_set("CMAC-AES", *groups)))
    assert answers == [[{"mac": mac}], [{"mac": mac[:16]}], [{"testPassed": True}, {"testPassed": False}]]


def test_the_monte_carlo_test_of_cbc(tmp_path):
    """AESAVS: the last ciphertext of NIST's file, and each step's key from the one before."""
    text = (ROOT / "tests/c/test_aes_monte_carlo.c").read_text()
    key, iv, first, end = re.search(r'\{"(\w{64})", "(\w+)",\s*"(\w+)", 1, "(\w+)"', text).groups()
    test = {"key": key, "iv": iv, "pt": first}
    ((answers,),) = results(
        answered(tmp_path, vector_set("ACVP-AES-CBC", group([test], testType="MCT", direction="encrypt")))
    )
    steps = answers["resultsArray"]
    assert len(steps) == 100 and steps[-1]["ct"] == end.upper()
    assert (steps[0]["key"], steps[0]["iv"], steps[0]["pt"]) == (key.upper(), iv.upper(), first.upper())
    for before, after in itertools.pairwise(steps):
        assert after["iv"] == before["ct"]
        assert int(after["key"][32:], 16) == int(before["key"][32:], 16) ^ int(before["ct"], 16)


@pytest.mark.parametrize("direction", ["encrypt", "decrypt"])
def test_ctr_takes_any_number_of_bits_and_a_counter_that_wraps(tmp_path, direction):
    """SP 800-38A, F.5.1.  What is left of the last byte is zero, as in NIST's files."""
    request = {"key": "2B7E151628AED2A6ABF7158809CF4F3C", "iv": "F0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF"}
    inside, outside = ("pt", "ct") if direction == "encrypt" else ("ct", "pt")
    plain, cipher = "6BC1BEE22E409F96E93D7E117393172A", "874D6191B620E3261BEF6864990DB6CE"
    text, computed = (plain, cipher) if direction == "encrypt" else (cipher, plain)
    last = int(computed[4:6], 16) & 0xE0
    wrapping = counted(bytes(16), b"\xff" * 16, b"\1" * 48)
    groups = [
        group([request | {inside: text[:6], "payloadLen": 19}], direction=direction),
        group([{"key": "00" * 16, "iv": "FF" * 16, inside: "01" * 48}], direction=direction, testType="CTR"),
    ]
    answers = results(answered(tmp_path, vector_set("ACVP-AES-CTR", *groups)))
    assert answers == [[{outside: f"{computed[:4]}{last:02X}"}], [{outside: wrapping}]]


def counted(key: bytes, counter: bytes, text: bytes) -> str:
    computed = Cipher(algorithms.AES(key), modes.CTR(counter)).encryptor()
    return computed.update(text).hex().upper()


@pytest.mark.parametrize("name", every_day(["sha256"], ["sha256", "sha512", "sha3_256"]))
def test_a_message_that_is_repeated(tmp_path, name):
    """Python's own hash; 99,991 is a prime, so that no whole number of contents fits evenly into a buffer."""
    content, times = b"wing!", 99991
    large = {"content": content.hex(), "contentLength": 40, "fullLength": 40 * times, "expansionTechnique": "repeating"}
    groups = [group([{"largeMsg": large}, {"largeMsg": large | {"fullLength": 40 * 8192}}], testType="LDT")]
    algorithm = {"sha256": "SHA2-256", "sha512": "SHA2-512", "sha3_256": "SHA3-256"}[name]
    own = [hashlib.new(name, content * n).hexdigest().upper() for n in (times, 8192)]
    assert results(answered(tmp_path, vector_set(algorithm, *groups))) == [[{"md": md} for md in own]]


def test_keys_of_hmac_and_inputs_of_a_drbg_of_65536_bytes(tmp_path):
    """NIST's prompts have such keys."""
    key = bytes(range(256)) * 256
    tag = hmac.digest(key, b"wing", "sha256").hex().upper()
    groups = [group([{"key": key.hex(), "msg": b"wing".hex()}], keyLen=8 * 65536, macLen=256)]
    assert results(answered(tmp_path, vector_set("HMAC-SHA2-256", *groups))) == [[{"mac": tag}]]
    folder = tmp_path / "drbg"
    folder.mkdir()
    calls = [{"intendedUse": "generate", "additionalInput": text.hex()} for text in (key, b"")]
    test = {"entropyInput": "AA" * 32, "nonce": "BB" * 16, "otherInput": calls}
    document = vector_set("hmacDRBG", group([test], mode="SHA2-256", returnedBitsLen=256))
    state = hmac_drbg_sha256(b"\xaa" * 32 + b"\xbb" * 16)
    state, _ = drawn(state, key)
    _, expected = drawn(state, b"")
    assert results(answered(folder, document)) == [[{"returnedBits": expected.hex().upper()}]]


def hmac_drbg_sha256(seed: bytes) -> tuple[bytes, bytes]:
    return updated((bytes(32), b"\1" * 32), seed)


def updated(state: tuple[bytes, bytes], data: bytes) -> tuple[bytes, bytes]:
    """SP 800-90A, 10.1.2.2."""
    key, value = state
    for mark in (b"\0", b"\1") if data else (b"\0",):
        key = hmac.digest(key, value + mark + data, "sha256")
        value = hmac.digest(key, value, "sha256")
    return key, value


def drawn(state: tuple[bytes, bytes], additional: bytes) -> tuple[tuple[bytes, bytes], bytes]:
    """A digest's bytes."""
    key, value = updated(state, additional) if additional else state
    computed = hmac.digest(key, value, "sha256")
    return updated((key, computed), additional), computed


def test_what_cannot_be_answered_is_left_out_and_the_rest_is_answered(tmp_path, capsys):
    """Each reason once for a group: a type of test, a field, what the library lacks or refuses, a broken group."""
    key, plain = "2B7E151628AED2A6ABF7158809CF4F3C", "6BC1BEE22E409F96E93D7E117393172A"
    good = {"key": key, "pt": plain}
    first = vector_set(
        "ACVP-AES-ECB",
        group([good | {}, good | {"pt": "0"}, good | {}], direction="encrypt"),
        group([good | {}, good | {}], direction="encrypt", testType="VOT"),
        group([], direction="encrypt"),
    )
    first["testGroups"][2]["tests"] = None
    doubled = {"key": "00" * 32, "tweakValue": "00" * 16, "pt": "00" * 16}
    other = doubled | {"key": "00" * 16 + "11" * 16}
    prompt = tmp_path / "prompt.json"
    xts = vector_set("ACVP-AES-XTS", group([doubled, other], direction="encrypt", payloadLen=128))
    lacking = vector_set("ACVP-TDES-CBC", group([good | {}], direction="encrypt"))
    prompt.write_text(json.dumps([{"acvVersion": "1.0"}, first, lacking, xts]))
    assert cli.main(["cavp", str(prompt)]) == cli.BAD_INPUT
    answers = capsys.readouterr()
    for line in (
        "test 2 of group 1: `pt` is not hexadecimal digits in pairs",
        "test 4 of group 2, and 1 more of it: tests of type VOT are not answered",
        "group 3: it has no list of tests",
        "test 1 of group 1: `ACVP-TDES-CBC` is not answered",
        "test 1 of group 1: the library refuses this request: NARAE_ERROR_WEAK_KEY",
    ):
        assert answers.err.count(line) == 1, (line, answers.err)
    assert "10 requests" not in answers.out and "9 requests" in answers.out and "6 left out" in answers.out
    version, blocks, none, disks = json.loads((tmp_path / "response.json").read_text())
    assert version == {"acvVersion": "1.0"}
    cipher = "3AD77BB40D7A3660A89ECAF32466EF97"
    assert [[t["tcId"] for t in g["tests"]] for g in blocks["testGroups"]] == [[1, 3], [], []]
    assert results(blocks)[0] == [{"ct": cipher}, {"ct": cipher}]
    assert results(none) == [[]]
    assert [t["tcId"] for t in disks["testGroups"][0]["tests"]] == [2]


def test_sha3_and_its_monte_carlo_test(tmp_path):
    short = paragraphs(NIST / "hashes/SHA3/SHA3_256ShortMsg.rsp")[:20]
    monte = (NIST / "hashes/SHA3/SHA3_256Monte.rsp").read_text()
    seed, *digests = re.findall(r"^(?:Seed|MD) = (\w+)", monte, re.MULTILINE)
    groups = [
        group([{"msg": v["Msg"], "len": int(v["Len"])} for v in short]),
        group([{"msg": seed, "len": 256}], testType="MCT", mctVersion="standard"),
    ]
    known, ((chain),) = results(answered(tmp_path, vector_set("SHA3-256", *groups)))
    assert known == [{"md": v["MD"].upper()} for v in short]
    assert chain["resultsArray"] == [{"md": md.upper()} for md in digests]


@pytest.mark.parametrize(("name", "together"), [("SHA2-256", 3), ("SHA3-256", 1)])
@pytest.mark.parametrize("size", [16, 40, 120])
def test_the_alternate_monte_carlo_test_has_messages_of_the_size_of_its_seed(tmp_path, name, together, size):
    seed = bytes(range(size))
    tests = group([{"msg": seed.hex(), "len": 8 * size}], testType="MCT", mctVersion="alternate")
    (((chain),),) = results(answered(tmp_path, vector_set(name, tests)))
    digests = together * [seed]
    for expected in chain["resultsArray"][:2]:
        for _ in range(1000):
            message = b"".join(digests[-together:])[:size].ljust(size, b"\0")
            digests.append(hashlib.new(name.lower().replace("sha2-", "sha").replace("-", "_"), message).digest())
        assert expected == {"md": digests[-1].hex().upper()}
        digests = together * digests[-1:]
    assert len(chain["resultsArray"]) == 100


def test_shake_has_outputs_of_any_length(tmp_path):
    text = (NIST / "hashes/SHAKE/SHAKE128Monte.rsp").read_text()
    (seed,) = re.findall(r"^Msg = (\w+)", text, re.MULTILINE)
    expected = [
        {"md": md.upper(), "outLen": int(bits)}
        for bits, md in re.findall(r"^Outputlen = (\d+)\s+Output = (\w+)", text, re.MULTILINE)
    ]
    groups = [
        group([{"msg": "", "len": 0, "outLen": 32}], testType="VOT"),
        group([{"msg": seed, "len": 128}], testType="MCT", minOutLen=128, maxOutLen=1120),
    ]
    ((short,), (chain,)) = results(answered(tmp_path, vector_set("SHAKE-128", *groups)))
    assert short == {"md": "7F9C2BA4", "outLen": 32}
    assert chain["resultsArray"] == expected and len(expected) == 100


def test_hmac_and_pbkdf2(tmp_path):
    """RFC 4231, case 2, RFC 7914, 11, and Python's own."""
    tag = "5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843"
    test = {"key": b"Jefe".hex(), "msg": b"what do ya want for nothing?".hex()}
    groups = [group([test], keyLen=32, macLen=256), group([test], keyLen=32, macLen=32)]
    assert results(answered(tmp_path, vector_set("HMAC-SHA2-256", *groups))) == [[{"mac": tag}], [{"mac": tag[:8]}]]
    (tmp_path / "response.json").unlink()
    known = (
        "55AC046E56E3089FEC1691C22544B605F94185216DDE0465E68B9D57C20DACBC"
        "49CA9CCCF179B645991664B39D77EF317C71B845B1E30BD509112041D3A19783"
    )
    request = {"password": "passwd", "salt": b"salt".hex(), "iterationCount": 1, "keyLen": 512}
    other = {"password": "나래", "salt": "00" * 16, "iterationCount": 100, "keyLen": 256}
    own = hashlib.pbkdf2_hmac("sha512", "나래".encode(), bytes(16), 100, 32).hex().upper()
    groups = [group([request], hmacAlg="SHA2-256"), group([other], hmacAlg="SHA2-512")]
    answers = results(answered(tmp_path, vector_set("PBKDF", *groups)))
    assert answers == [[{"derivedKey": known}], [{"derivedKey": own}]]


@pytest.mark.parametrize("place", ["before fixed data", "after fixed data", "middle fixed data"])
def test_kbkdf_in_counter_mode(tmp_path, place):
    """What the implementation chose is in the answer, so that the laboratory can repeat it; bits that were not
    requested are zero."""
    facts = {"kdfMode": "counter", "macMode": "HMAC-SHA2-256", "counterLength": 16, "counterLocation": place}
    groups = [group([{"keyIn": "0B" * 20}], keyOutLength=bits, **facts) for bits in (256, 425)]
    for (answers,), bits in zip(results(answered(tmp_path, vector_set("KDF", *groups))), (256, 425), strict=True):
        fixed = bytes.fromhex(answers["fixedData"])
        at = {"before": 0, "after": len(fixed), "middle": answers.get("breakLocation", 0) // 8}[place.split()[0]]
        blocks = (fixed[:at] + n.to_bytes(2, "big") + fixed[at:] for n in (1, 2))
        stream = b"".join(hmac.digest(b"\x0b" * 20, block, "sha256") for block in blocks)[: -(-bits // 8)]
        expected = int.from_bytes(stream, "big") >> -bits % 8 << -bits % 8
        assert int(answers["keyOut"], 16) == expected and len(answers["keyOut"]) == 2 * len(stream)


def test_kbkdf_in_feedback_mode(tmp_path):
    facts = {
        "kdfMode": "feedback",
        "macMode": "CMAC-AES128",
        "counterLength": 8,
        "counterLocation": "before fixed data",
    }
    document = vector_set(
        "KDF", group([{"keyIn": "2B7E151628AED2A6ABF7158809CF4F3C", "iv": "AA" * 16}], keyOutLength=384, **facts)
    )
    ((answers,),) = results(answered(tmp_path, document))
    fixed, chain, computed = bytes.fromhex(answers["fixedData"]), b"\xaa" * 16, b""
    for n in (1, 2, 3):
        mac = CMAC(algorithms.AES(bytes.fromhex("2B7E151628AED2A6ABF7158809CF4F3C")))
        mac.update(chain + bytes([n]) + fixed)
        chain = mac.finalize()
        computed += chain
    assert answers["keyOut"] == computed.hex().upper()


def test_ctr_drbg_with_derivation_function_and_without(tmp_path):
    """NIST's sample of revision SP800-90Ar1, and its vector of CAVS 14.3 without a derivation function."""
    other = [
        (
            "reSeed",
            "757C3540F4757708DCAB50C7EF6268AD4EE1CF5859D07D6791E209B4BE791A58",
            "3151EE933DB69C6E07BA99FC7D6699074CF4AA02F6AA53C9B341BFB418A0C682",
        ),
        ("generate", "", "DA1F030818A9990BE878FFCFA6EC28825EDAB5A67326AF27EE9AC92F92D75A01"),
        ("generate", "", "24E6811F9586EEE10162AB016BBB58C1B86146734D5577FF3D1D62D2A7F57802"),
    ]
    test = {
        "entropyInput": "7E1D87DBE3C6F31556D9B448AF56F037C5742BAA57A6AF0B208B32C02E714B90",
        "nonce": "8444A76CCC181B71DBDB362B2E5EC07AB6570A05515F9BCD8FF832D428BD3191",
        "persoString": "26232C1AB9B6E1555B52EF291A690F9B0B518755ADE1C7F805F14C6D78C62891",
        "otherInput": [dict(zip(("intendedUse", "entropyInput", "additionalInput"), o, strict=True)) for o in other],
    }
    document = vector_set("ctrDRBG", group([test], mode="AES-128", derFunc=True, returnedBitsLen=256))
    document["revision"] = "SP800-90Ar1"
    expected = "F67D256063A2483D4425FB71D68725EB3AFF060B3BF7918052534FEBC3B98DDF"
    assert results(answered(tmp_path, document)) == [[{"returnedBits": expected}]]
    folder = tmp_path / "no df"
    folder.mkdir()
    test = {
        "entropyInput": "ED1E7F21EF66EA5D8E2A85B9337245445B71D6393A4EECB0E63C193D0F72F9A9",
        "otherInput": [
            {
                "intendedUse": "reSeed",
                "entropyInput": "303FB519F0A4E17D6DF0B6426AA0ECB2A36079BD48BE47AD2A8DBFE48DA3EFAD",
            },
            {"intendedUse": "generate"},
            {"intendedUse": "generate"},
        ],
    }
    document = vector_set("ctrDRBG", group([test], mode="AES-128", derFunc=False, returnedBitsLen=512))
    expected = "F80111D08E874672F32F42997133A5210F7A9375E22CEA70587F9CFAFEBE0F6A"
    expected += "6AA2EB68E7DD9164536D53FA020FCAB20F54CADDFAB7D6D91E5FFEC1DFD8DEAA"
    assert results(answered(folder, document)) == [[{"returnedBits": expected}]]


def test_a_simulated_board_answers_too(tmp_path):
    test = {"key": "2B7E151628AED2A6ABF7158809CF4F3C", "pt": "6BC1BEE22E409F96E93D7E117393172A"}
    document = vector_set("ACVP-AES-ECB", group([test], direction="encrypt"))
    answers = results(answered(tmp_path, document, "--target", "uno"))
    assert answers == [[{"ct": "3AD77BB40D7A3660A89ECAF32466EF97"}]]


MASKED = {
    "key": "A5F07783880899A92B679F65E294A440",
    "nonce": "A2C174F5EA0C641983EB3F2C8AE16649",
    "ad": "E35A3A2F",
    "pt": "93A7",
    "payloadLen": 16,
    "adLen": 32,
    "secondKey": "12790C59CEDACB0520B22438983A833C",
}
MASKED_ANSWER = ("8AC7", "9F6965F2B6E743F5521806")  # the tag's first 83 bits, those of the last byte in its low ones


def ascon(mode: str, *groups: dict[str, Any]) -> dict[str, Any]:
    return vector_set("Ascon", *groups) | {"mode": mode, "revision": "SP800-232"}


def drawn_bytes(seed: str, size: int) -> bytes:
    return hashlib.shake_128(seed.encode()).digest(size)


@pytest.mark.parametrize("masks", [False, True], ids=["", "masked"])
@pytest.mark.parametrize("target", every_day(["host"], ["host", "uno", "m4", "pi4"]))
def test_ascon_seals_opens_and_rejects(tmp_path, masks, target):
    """By the model of SP 800-232, also with a second key, which masks the nonce, and with short tags."""
    sealed, opened, expected, back = [], [], [], []
    for n, (size, ad_size, tag_size) in enumerate([(0, 0, 16), (1, 16, 4), (16, 1, 8), (33, 40, 13), (300, 0, 16)]):
        key, nonce, second = (drawn_bytes(f"{what} {n}", 16) for what in ("key", "nonce", "second"))
        text, ad = drawn_bytes(f"text {n}", size), drawn_bytes(f"ad {n}", ad_size)
        used = bytes(a ^ b for a, b in zip(nonce, second, strict=True)) if masks else nonce
        computed, tag = AEADS["ascon-aead128"].seal(key, used, ad, text, tag_size)
        facts = {"key": key.hex(), "nonce": nonce.hex(), "ad": ad.hex(), "payloadLen": 8 * size, "adLen": 8 * ad_size}
        facts |= {"tagLen": 8 * tag_size} | ({"secondKey": second.hex()} if masks else {})
        sealed.append(facts | {"pt": text.hex()})
        expected.append({"tag": tag.hex().upper(), "ct": computed.hex().upper()})
        forged = tag[:-1] + bytes([tag[-1] ^ 0x80])
        opened += [facts | {"ct": computed.hex(), "tag": t.hex()} for t in (tag, forged)]
        back += [{"testPassed": True, "pt": text.hex().upper()}, {"testPassed": False}]
    groups = [
        group(sealed, direction="encrypt", supportsNonceMasking=masks),
        group(opened, direction="decrypt", supportsNonceMasking=masks),
    ]
    answers = answered(tmp_path, ascon("AEAD128", *groups), "--target", target)
    assert results(answers) == [expected, back]
    assert (answers["algorithm"], answers["mode"], answers["revision"]) == ("Ascon", "AEAD128", "SP800-232")


def test_nists_samples_of_ascon(tmp_path):
    """The shortest of NIST's ACVP server, gen-val/json-files/Ascon-*-SP800-232; of the tags there, which end within a
    byte, the whole one begins with those bits."""
    hashed = {
        "": "0B3BE5850F2F6B98CAF29F8FDEA89B64A1FA70AA249B8F839BD53BAA304D92B2",
        "0A": "56AA2B055CA35C13960CC12FE4DA2AA1034B0218CEF0FF66DF4FC883610613E8",
        "DC7E": "D9AFF24FA30D3778562A97D8CEA71B8E0703097AC405C4C3AC07096244F04C42",
        "0E9F50FE": "621DCC0760FD204E539D35686509246B89D0E7F74AF89BF22DF07B737719A470",
        "04EAA8B0020CCE53": "91C8753C2C185F78643AC2F6757FA8D7BC2DDDA8C4585A487A7C1DFE39BE879C",
        "8F543F18683D3B2FD0722BEC609CF32C": "4F43B113EF4FAD75254AF6FDB435A587462F98A4FC70A664FA35B794636F94CE",
    }
    tests = [{"msg": msg, "len": 4 * len(msg)} for msg in hashed]
    document = [ascon("Hash256", group(tests)), ascon("XOF128", group([{"msg": "1E", "len": 8, "outLen": 16}]))]
    document.append(ascon("AEAD128", group([MASKED | {"tagLen": 128}], direction="encrypt", supportsNonceMasking=True)))
    first, second, third = answered(tmp_path, document)
    assert results(first) == [[{"md": md} for md in hashed.values()]]
    assert results(second) == [[{"md": "612F"}]]
    (((answers),),) = results(third)
    tag = bytearray.fromhex(answers["tag"])[:11]
    tag[-1] &= 0x07
    assert (answers["ct"], tag.hex().upper()) == MASKED_ANSWER


@pytest.mark.parametrize("target", every_day(["host"], ["host", "uno", "hifive1"]))
def test_ascons_hashes(tmp_path, target):
    """Of any length, and with a customization string."""
    vectors = json.loads((ROOT / "vectors/ascon/hash.json").read_text())["vectors"]
    for mode in ("Hash256", "XOF128", "CXOF128"):
        mine = [v for v in vectors if v["cipher"] == f"ascon-{mode.lower()}"]
        tests = [{"msg": v["message"], "len": 4 * len(v["message"])} for v in mine]
        for test, v in zip(tests, mine, strict=True):
            test |= {"outLen": 4 * len(v["digest"])} if mode != "Hash256" else {}
            test |= {"cs": v["custom"], "csLen": 4 * len(v["custom"])} if mode == "CXOF128" else {}
        folder = tmp_path / mode
        folder.mkdir()
        assert len(tests) > 9 and (mode != "CXOF128" or {len(t["cs"]) for t in tests} > {0, 2})
        answers = answered(folder, ascon(mode, group(tests)), "--target", target)
        assert results(answers) == [[{"md": v["digest"].upper()} for v in mine]]


KEY = {"key": "00" * 16}
SEALED = KEY | {"nonce": "00" * 16, "ad": "", "pt": "00", "tagLen": 128}
OPENED = KEY | {"nonce": "00" * 16, "ad": "", "ct": "00", "tag": "00" * 16, "tagLen": 128}
WRAPPED = KEY | {"ct": "00" * 24}
MAC = KEY | {"message": "", "mac": ""}
IV = {"iv": "00" * 16}
XTS = {"key": 32 * "00" + 32 * "11", "pt": "00" * 16, "tweakMode": "number"}
GCM = KEY | {"iv": "00" * 12, "pt": "00", "aad": "00"}
DRAWN = {"entropyInput": "00" * 32, "nonce": "00" * 16, "otherInput": [{"intendedUse": "generate"}]}
KEY_IN = {"keyIn": "00" * 16, "keyOutLength": 128}
PASSWORD = {"password": "wing", "salt": "00" * 16, "iterationCount": 1000, "keyLen": 256}


@pytest.mark.parametrize(
    ("document", "what"),
    [
        ("{", "is not JSON"),
        ({"vsId": 1}, "has no tests"),
        (vector_set("ACVP-TDES-CBC", group([KEY])), "test 1 of group 1: `ACVP-TDES-CBC` is not answered"),
        (vector_set("ACVP-AES-CBC", group([KEY], direction="up")), "`direction` is neither"),
        (vector_set("ACVP-AES-CBC", group([KEY], direction="encrypt")), "no `pt`"),
        (vector_set("ACVP-AES-ECB", group([KEY | {"pt": "0"}], direction="encrypt")), "`pt` is not hexadecimal"),
        (vector_set("ACVP-AES-ECB", group([KEY | {"pt": "00"}], direction="encrypt")), "which is not whole blocks"),
        (
            vector_set(
                "ACVP-AES-CFB8", group([KEY | {"pt": "80", "iv": "00" * 16}], direction="encrypt", payloadLen=1)
            ),
            "`payloadLen` is 1 bits; the library has whole bytes",
        ),
        (
            vector_set("ACVP-AES-GCM", group([KEY | {"pt": ""}], direction="encrypt", ivGen="internal")),
            "the module chooses the IV",
        ),
        (vector_set("SHA3-256") | {"testGroups": {"tgId": 1}}, "`testGroups` is not a list"),
        (vector_set("SHA3-256", group([{"msg": "00"}])) | {"revision": "9.0"}, "revision `9.0` is not answered"),
        (
            vector_set("hashDRBG", group([{"otherInput": [1]}], mode="SHA2-256")),
            "`otherInput` is not a list of objects",
        ),
        ("[" * 100000, "is not JSON"),
        (vector_set("ACVP-AES-CBC", group([KEY], direction=["up"])), "`direction` is neither"),
        (vector_set("PBKDF", group([PASSWORD | {"password": "\ud800"}], hmacAlg="SHA2-256")), "half a character"),
        (
            vector_set("PBKDF", group([PASSWORD | {"iterationCount": 1 << 40}], hmacAlg="SHA2-256")),
            "test 1 of group 1: iterations: 1099511627776 are more than the engine takes, 4294967295",
        ),
        (
            vector_set("HMAC-SHA2-256", group([{"key": "00" * 131073, "msg": ""}])),
            "bytes of the key: 131073 are more than the engine takes, 131072",
        ),
        ('{"vsId": NaN, "testGroups": []}', "is not JSON: it has NaN"),
        (vector_set("SHA2-256") | {"testGroups": [{"tgId": 1, "tests": [{"msg": ""}]}]}, "it has no `tcId`"),
        (vector_set("SHA2-256") | {"testGroups": [{"tests": [{"tcId": 1, "msg": ""}]}]}, "it has no `tgId`"),
        (
            vector_set("ACVP-AES-XTS", group([XTS | {"sequenceNumber": 1 << 128}], direction="encrypt")),
            "`sequenceNumber` has more than 128 bits",
        ),
        (
            vector_set(
                "ACVP-AES-XTS",
                group([XTS | {"sequenceNumber": 1, "pt": "00" * 40, "dataUnitLen": 128}], direction="encrypt"),
            ),
            "a data unit has 16 bytes to 16 MiB",
        ),
        (
            vector_set("ACVP-AES-ECB", group([KEY | {"pt": "00" * 16}], direction="encrypt", keyLen=256)),
            "`key` has 128 bits, but `keyLen` says 256",
        ),
        (
            vector_set("CMAC-AES", group([KEY | {"message": ""}], direction="gen", keyLen=192)),
            "`key` has 128 bits, but `keyLen` says 192",
        ),
        (vector_set("ACVP-AES-GCM", group([GCM], direction="encrypt", ivLen=128)), "96 bits, but `ivLen` says 128"),
        (vector_set("ACVP-AES-GCM", group([GCM], direction="encrypt", aadLen=16)), "8 bits, but `aadLen` says 16"),
        (
            vector_set(
                "ACVP-AES-CCM",
                group([GCM | {"ct": "00" * 20}], direction="decrypt", tagLen=128, payloadLen=64),
            ),
            "`ct` has 32 bits and a tag, but `payloadLen` says 64",
        ),
        (
            vector_set("SHAKE-128", group([{"msg": "00" * 16}], testType="MCT", minOutLen=0, maxOutLen=64)),
            "outputs from `minOutLen`, 16 or more, to `maxOutLen`",
        ),
        (
            vector_set("SHAKE-128", group([{"msg": "00" * 16}], testType="MCT", minOutLen=64, maxOutLen=32)),
            "outputs from `minOutLen`, 16 or more, to `maxOutLen`",
        ),
        (
            vector_set("hmacDRBG", group([DRAWN], mode="SHA2-256", returnedBitsLen=256, predResistance=True)),
            "`predResistance` is true where each generate has `entropyInput`",
        ),
        (
            vector_set("hmacDRBG", group([DRAWN], mode="SHA2-256", returnedBitsLen=256, additionalInputLen=256)),
            "`additionalInput` has 0 bits, but `additionalInputLen` says 256",
        ),
        (
            vector_set("hmacDRBG", group([DRAWN], mode="SHA2-256", returnedBitsLen=256, entropyInputLen=128)),
            "`entropyInput` has 256 bits, but `entropyInputLen` says 128",
        ),
        (
            vector_set("KDF", group([KEY_IN], kdfMode="counter", macMode="CMAC-AES128", counterLocation="aside")),
            "KDF in mode `counter` with this counter is not in the library",
        ),
        (
            vector_set("KDF", group([KEY_IN], kdfMode="counter", macMode="CMAC-AES256", counterLength=8)),
            "`keyIn` has 128 bits, but `macMode` is CMAC-AES256",
        ),
        (vector_set("SHA3-256", group([{"msg": "00"}], testType="VOT")), "tests of type VOT are not answered"),
        (vector_set("SHA3-256", group([{"msg": "00"}], testType="MCT")), "has a seed of 32 bytes, not 1"),
        (
            vector_set("SHA3-256", group([{"msg": "00"}], testType="MCT", mctVersion="third")),
            "`mctVersion` is `third`, neither standard nor alternate",
        ),
        (vector_set("SHA3-256", group([{"msg": "00"}], testType="LDT")), "no `largeMsg`"),
        (
            vector_set(
                "SHA3-256",
                group([{"largeMsg": {"content": "00" * 65537, "fullLength": 8 * 65537}}], testType="LDT"),
            ),
            "`largeMsg` is not a `content` that is repeated",
        ),
        # what is there though its length is said to be 0, or is not as long as is said
        (
            vector_set("ACVP-AES-CFB8", group([KEY | IV | {"pt": "01", "payloadLen": 0}], direction="encrypt")),
            "`pt` has 8 bits, but `payloadLen` says 0",
        ),
        (vector_set("SHA2-256", group([{"msg": "0000", "len": 0}])), "`msg` has 16 bits, but `len` says 0"),
        (vector_set("ACVP-AES-GCM", group([GCM], direction="encrypt", ivLen=0)), "96 bits, but `ivLen` says 0"),
        (
            vector_set("ACVP-AES-GCM", group([GCM | {"aad": "01"}], direction="encrypt", aadLen=0)),
            "`aad` has 8 bits, but `aadLen` says 0",
        ),
        (
            vector_set("ACVP-AES-GMAC", group([GCM | {"aad": "01"}], direction="encrypt", aadLen=0)),
            "`aad` has 8 bits, but `aadLen` says 0",
        ),
        (
            vector_set("ACVP-AES-ECB", group([KEY | {"pt": "00" * 16}], direction="encrypt", keyLen=0)),
            "`key` has 128 bits, but `keyLen` says 0",
        ),
        (
            vector_set("HMAC-SHA2-256", group([{"key": "0102", "msg": ""}], keyLen=0)),
            "`key` has 16 bits, but `keyLen` says 0",
        ),
        (
            vector_set("hmacDRBG", group([DRAWN], mode="SHA2-256", returnedBitsLen=256, nonceLen=0)),
            "`nonce` has 128 bits, but `nonceLen` says 0",
        ),
        (
            vector_set(
                "hmacDRBG",
                group([DRAWN | {"persoString": "01"}], mode="SHA2-256", returnedBitsLen=256, persoStringLen=0),
            ),
            "`persoString` has 8 bits, but `persoStringLen` says 0",
        ),
        (
            vector_set("ACVP-AES-KW", group([WRAPPED], direction="decrypt", payloadLen=0)),
            "`ct` has 192 bits, but `payloadLen` says 0 and 64 with the check value",
        ),
        (
            vector_set("ACVP-AES-KWP", group([WRAPPED], direction="decrypt", payloadLen=136)),
            "`ct` has 192 bits, but `payloadLen` says 136 and 256 with the check value",
        ),
        (vector_set("CMAC-AES", group([MAC], direction="ver", macLen=128)), "`mac` has 0 bytes, but `macLen` says 16"),
        (
            vector_set(
                "KDF",
                group(
                    [KEY_IN | {"iv": "00" * 16}],
                    kdfMode="feedback",
                    macMode="CMAC-AES128",
                    counterLength=8,
                    counterLocation="before fixed data",
                    zeroLengthIv=True,
                ),
            ),
            "`iv` has 128 bits, but `zeroLengthIv` is true",
        ),
        (ascon("AEAD256", group([SEALED], direction="encrypt")), "`Ascon-AEAD256` is not answered"),
        (ascon("AEAD128", group([SEALED | {"key": "00"}], direction="encrypt")), "`key` has 8 bits, not 128"),
        (ascon("AEAD128", group([SEALED | {"nonce": "00" * 12}], direction="encrypt")), "`nonce` has 96 bits, not 128"),
        (
            ascon("AEAD128", group([SEALED | {"payloadLen": 7}], direction="encrypt")),
            "`payloadLen` is 7 bits; the library",
        ),
        (ascon("AEAD128", group([SEALED | {"payloadLen": 0, "pt": "01"}], direction="encrypt")), "`payloadLen` says 0"),
        (ascon("AEAD128", group([SEALED | {"ad": "01", "adLen": 0}], direction="encrypt")), "`adLen` says 0"),
        (
            ascon("AEAD128", group([SEALED | {"ad": "01", "adLen": 1}], direction="encrypt")),
            "`adLen` is 1 bits; the lib",
        ),
        (
            ascon("AEAD128", group([SEALED | {"tagLen": 79}], direction="encrypt")),
            "`tagLen` is 79 bits; the library has",
        ),
        (
            ascon("AEAD128", group([SEALED | {"tagLen": 24}], direction="encrypt")),
            "Ascon-AEAD128 has no tag of 24 bits",
        ),
        (ascon("AEAD128", group([OPENED | {"tag": "00" * 4}], direction="decrypt")), "`tag` has 32 bits, not 128"),
        (ascon("AEAD128", group([SEALED], direction="encrypt", supportsNonceMasking=True)), "no `secondKey`"),
        (ascon("AEAD128", group([SEALED], direction="encrypt", supportsNonceMasking=1)), "is neither true nor false"),
        (
            ascon(
                "AEAD128", group([SEALED | {"secondKey": "00" * 16}], direction="encrypt", supportsNonceMasking=False)
            ),
            "`secondKey` masks the nonce, but `supportsNonceMasking` is not true",
        ),
        (ascon("Hash256", group([{"msg": "00", "len": 8}], testType="MCT")), "tests of type MCT are not answered"),
        (ascon("XOF128", group([{"msg": "00", "len": 8}])), "no `outLen`"),
        (ascon("XOF128", group([{"msg": "00", "len": 8, "outLen": 0}])), "`outLen` is 0 bits"),
        (ascon("XOF128", group([{"msg": "00", "len": 8, "outLen": 31}])), "`outLen` is 31 bits; the library has whole"),
        (ascon("CXOF128", group([{"msg": "00", "len": 8, "outLen": 8}])), "no `cs`"),
        (
            ascon("CXOF128", group([{"msg": "", "len": 0, "outLen": 8, "cs": "00" * 257, "csLen": 2056}])),
            "the library refuses this request: NARAE_ERROR_LENGTH (",
        ),
        (
            ascon("CXOF128", group([{"msg": "", "len": 0, "outLen": 8, "cs": "01", "csLen": 0}])),
            "`cs` has 8 bits, but `csLen` says 0",
        ),
    ],
)
def test_unanswerable_requests_are_reported_and_nothing_is_written(tmp_path, capsys, document, what):
    prompt = tmp_path / "vectors.json"
    prompt.write_text(document if isinstance(document, str) else json.dumps(document))
    assert cli.main(["cavp", str(prompt)]) == cli.BAD_INPUT
    assert what in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [prompt]


def test_a_long_prompt_says_how_far_it_is(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(progress, "SECONDS", 0)
    monkeypatch.setattr(progress, "BATCH", 1)
    answered(tmp_path, vector_set("SHA2-256", group([{"msg": "00"}, {"msg": "01"}])))
    assert "tests of group 1 read: 1 of 2\n" in capsys.readouterr().err


def test_a_response_is_not_overwritten(tmp_path, capsys):
    test = {"key": "00" * 16, "pt": "00" * 16}
    prompt = tmp_path / "vectors.json"
    prompt.write_text(json.dumps(vector_set("ACVP-AES-ECB", group([test], direction="encrypt"))))
    (tmp_path / "vectors.rsp.json").write_text("precious")
    assert cli.main(["cavp", str(prompt)]) == cli.BAD_INPUT
    assert "vectors.rsp.json exists" in capsys.readouterr().err
    assert (tmp_path / "vectors.rsp.json").read_text() == "precious"
