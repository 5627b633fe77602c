# SPDX-License-Identifier: MIT
"""The OpenSSL provider as the `openssl` program meets it: known answers, speed, TLS 1.2, and docs/how-to/openssl.md.

What EVP programs meet is tests/openssl."""

from __future__ import annotations

import os
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab.build import vectors
from lab.paths import ROOT
from lab.plan.vector import Vector
from spec import algorithms
from tests.tools import call

DOCS = (ROOT / "docs/how-to/openssl.md").read_text()
OPTIONS = ["-DCMAKE_C_COMPILER=gcc", "-DNARAE_OPENSSL_PROVIDER=ON", "-DNARAE_TESTS=ON"]
NARAE = ["-provider", "narae"]
BOTH = [*NARAE, "-provider", "default"]


@dataclass(frozen=True)
class Provider:
    """The built module, and programs that find it."""

    module: Path
    log_library: Path

    def environment(self, **more: str | Path) -> dict[str, str]:
        return os.environ | {"OPENSSL_MODULES": str(self.module.parent)} | {k: str(v) for k, v in more.items()}

    def openssl(self, *arguments: str, data: bytes = b"", **environment: str | Path) -> bytes:
        done = subprocess.run(
            ["openssl", *arguments],
            input=data,
            env=self.environment(**environment),
            capture_output=True,
            timeout=60,
        )
        assert done.returncode == 0, f"{arguments}\n{done.stderr.decode()[-2000:]}"
        return done.stdout


@pytest.fixture(scope="module")
def provider(cmake_build) -> Provider:
    folder = cmake_build("gcc", OPTIONS, "narae_openssl", "log_provider")
    return Provider(folder / "bindings/openssl-provider/narae.so", folder / "tests/openssl/log_provider.so")


def test_the_module_exports_its_entry_alone(provider):
    lines = call(["nm", "-D", "--defined-only", provider.module]).splitlines()
    assert [line.split()[-1] for line in lines] == ["OSSL_provider_init"]


def enc_name(v: Vector) -> str | None:
    """What `openssl enc` calls the cipher of a vector."""
    modes = {"block": "ecb", "cbc-pkcs7": "cbc"} | {m: m for m in ("cbc", "cfb", "cfb8", "ofb", "ctr")}
    if v.mode == "stream":
        return v.cipher
    name = re.sub("-64/", "-64-" if v.cipher.startswith("pipo") else "-", v.cipher).replace("seed-128", "seed")
    return f"{name}-{modes[v.mode]}" if v.mode in modes else None


def enc_arguments(v: Vector) -> list[str]:
    iv = v.nonce
    if v.mode == "stream":
        iv = v.counter.to_bytes(16 - len(iv), "little") + iv
    padding = [] if v.mode in ("cbc-pkcs7", "stream") else ["-nopad"]
    return [f"-{enc_name(v)}", "-K", v.key.hex(), *(["-iv", iv.hex()] if iv else []), *padding]


def known_answers(count: int) -> list:
    """Of each cipher and mode that the provider has and `openssl enc` knows."""
    ciphers = algorithms.MODULES.keys() - {"aes", "null"}
    offered = ciphers | {"chacha12", "chacha8"}
    groups = defaultdict(list)
    for folder in sorted(ciphers | {"chacha"}):
        for v in vectors.load(folder):
            name = enc_name(v)
            if name and name.split("-")[0] in offered and v.result != "invalid" and len(v.nonce) <= 16 and v.plaintext:
                groups[v.cipher, v.mode].append(v)
    return [pytest.param(vs[:: max(1, len(vs) // count)][:count], id=" ".join(k)) for k, vs in sorted(groups.items())]


@pytest.mark.parametrize("group", known_answers(2))
def test_openssl_enc_gives_the_known_answers(provider, group, pytestconfig):
    for v in group if pytestconfig.getoption("--deep") else group[-1:]:
        assert provider.openssl("enc", *NARAE, *enc_arguments(v), data=v.plaintext) == v.ciphertext, v.id
        assert provider.openssl("enc", "-d", *NARAE, *enc_arguments(v), data=v.ciphertext) == v.plaintext, v.id


def test_openssl_dgst_gives_the_known_answers(provider):
    for v in [v for v in vectors.load("ascon") if v.cipher == "ascon-hash256"][::150]:
        output = provider.openssl("dgst", *NARAE, "-ascon-hash256", data=v.message).decode()
        assert output.split()[-1] == v.digest.hex(), v.id


def test_openssl_dgst_gives_the_known_answers_of_lsh(provider):
    for name in sorted({v.cipher for v in vectors.load("lsh")}):
        v = [v for v in vectors.load("lsh") if v.cipher == name][-1]
        output = provider.openssl("dgst", *NARAE, f"-{name}", data=v.message).decode()
        assert output.split()[-1] == v.digest.hex(), v.id


@pytest.mark.parametrize("mode", ["cbc", "cfb", "ofb"])
def test_seed_is_that_of_openssl(provider, mode):
    """Which has it in its legacy provider."""
    arguments = [f"-seed-{mode}", "-K", "00112233445566778899aabbccddeeff", "-iv", "0f" * 16]
    text = bytes(range(256)) * 3 + b"end"
    modules = call(["pkg-config", "--variable=modulesdir", "libcrypto"]).strip()
    expected = provider.openssl("enc", "-provider", "legacy", *arguments, data=text, OPENSSL_MODULES=modules)
    assert provider.openssl("enc", *NARAE, *arguments, data=text) == expected


def speed(provider: Provider, cipher: str, query: str, *options: str) -> float:
    """In MB/s."""
    command = ["speed", *BOTH, "-propquery", query, "-seconds", "1", "-bytes", "16384", *options, "-evp", cipher]
    speeds = re.findall(rf"^{cipher} +([\d.]+)k$", provider.openssl(*command).decode(), re.MULTILINE | re.IGNORECASE)
    return float(speeds[0]) / 1000


@pytest.mark.parametrize(
    "cipher",
    [
        "lea-128-gcm",
        *(pytest.param(c, marks=pytest.mark.deep) for c in ("lea-128-ccm", "lea-256-cbc", "lea-192-ecb", "chacha8")),
        *(pytest.param(c, marks=pytest.mark.deep) for c in ("pipo-64-128-ctr", "ascon-aead128", "ascon-hash256")),
    ],
)
def test_openssl_speed_measures(provider, cipher, note):
    figure = speed(provider, cipher, "provider=narae")
    note(f"openssl speed, {cipher}: {figure:.0f} MB/s")
    assert 1 < figure < 100_000


@pytest.mark.quiet("compares times")
@pytest.mark.parametrize(
    "mode", ["gcm", *(pytest.param(m, marks=pytest.mark.deep) for m in ("ecb", "cbc", "ctr", "ccm"))]
)
def test_aria_is_faster_than_that_of_openssl(provider, mode, note):
    for bits in (128, 256) if mode != "gcm" else (128,):
        cipher = f"aria-{bits}-{mode}"
        ours, theirs = speed(provider, cipher, "provider=narae"), speed(provider, cipher, "provider=default")
        note(f"openssl speed, {cipher}: {ours:.0f} MB/s, OpenSSL's own {theirs:.0f} MB/s")
        assert ours > theirs


@pytest.fixture(scope="module")
def pki(tmp_path_factory) -> Path:
    """Keys and certificates for localhost, and the docs' openssl.cnf."""
    folder = tmp_path_factory.mktemp("tls")
    (conf,) = re.findall(r"```ini\n(.*?)```", DOCS, re.DOTALL)
    (folder / "openssl.cnf").write_text(conf)
    subject = ["-subj", "/CN=localhost", "-days", "2", "-nodes"]
    for name, kind in (("ECDSA", ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]), ("RSA", ["rsa:2048"])):
        files = ["-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem"]
        call(["openssl", "req", "-x509", "-newkey", *kind, *subject, *files])
    return folder


# Who takes ARIA from the provider, and a suite with each size of key and each kind of certificate.
EVERYDAY = [
    ("both", "ECDHE-ARIA128-GCM-SHA256"),
    ("server", "ECDHE-ECDSA-ARIA256-GCM-SHA384"),
    ("client", "ECDHE-ECDSA-ARIA128-GCM-SHA256"),
]
DEEP = [
    ("both", "ECDHE-ECDSA-ARIA128-GCM-SHA256"),
    ("client", "ECDHE-ARIA256-GCM-SHA384"),
    ("both", "DHE-RSA-ARIA128-GCM-SHA256"),
    ("server", "DHE-RSA-ARIA256-GCM-SHA384"),
    ("both", "ARIA128-GCM-SHA256"),
    ("both", "ARIA256-GCM-SHA384"),
]


@pytest.mark.parametrize(("who", "suite"), [*EVERYDAY, *(pytest.param(*d, marks=pytest.mark.deep) for d in DEEP)])
def test_tls_uses_aria_of_the_provider(provider, pki, who, suite, tmp_path):
    """A server that sends lines back reversed, and a client; a preloaded library logs which provider each record went
    through."""
    certificate = "ECDSA" if "ECDSA" in suite else "RSA"

    def environment(side: str) -> dict[str, str]:
        mine = {"OPENSSL_CONF": pki / "openssl.cnf"} if who in (side, "both") else {}
        return provider.environment(LD_PRELOAD=provider.log_library, PROVIDER_LOG=tmp_path / side, **mine)

    tls = ["-tls1_2", "-cipher", suite]
    files = ["-cert", pki / f"{certificate}.pem", "-key", pki / f"{certificate}.key"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(
        ["openssl", "s_server", "-accept", "127.0.0.1:0", *files, *tls, "-rev"], env=environment("server"), **pipes
    ) as server:
        try:
            port = next(m[1] for line in server.stdout if (m := re.match(r"ACCEPT .*:(\d+)$", line)))
            trust = ["-CAfile", pki / f"{certificate}.pem", "-verify_return_error"]
            with subprocess.Popen(
                ["openssl", "s_client", "-connect", f"127.0.0.1:{port}", *trust, *tls],
                env=environment("client"),
                **pipes,
            ) as client:
                client.stdin.write("narae\n")
                client.stdin.flush()
                lines = []
                for line in client.stdout:
                    lines.append(line)
                    if line == "earan\n":
                        break
                client.kill()
        finally:
            server.kill()
    assert lines[-1] == "earan\n", "".join(lines)
    assert any(suite in line for line in lines)
    for side in ("server", "client"):
        expected = "narae" if who in (side, "both") else "default"
        records = [line.split() for line in (tmp_path / side).read_text().splitlines() if line.startswith("ARIA")]
        assert len(records) >= 4
        assert {r[2] for r in records} == {expected}


def sh_blocks() -> list[str]:
    return re.findall(r"```sh\n(.*?)```", DOCS, re.DOTALL)


@pytest.mark.parametrize("block", [b for b in sh_blocks() if "cmake" not in b], ids=lambda b: b.splitlines()[0][:40])
def test_the_commands_of_the_guide_work(provider, pki, block, tmp_path):
    (example,) = re.findall(r"```c\n(.*?)```", DOCS, re.DOTALL)
    (tmp_path / "app.c").write_text(example)
    needs_conf = {} if "-provider " in block or "app" in block else {"OPENSSL_CONF": pki / "openssl.cnf"}
    done = subprocess.run(
        ["sh", "-ec", block],
        cwd=tmp_path,
        env=provider.environment(**needs_conf),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    if "-d -lea-128-ctr" in block:
        assert "wing\n" in done.stdout
    if block.startswith("openssl list -providers\n"):
        assert {"narae", "default"} <= set(done.stdout.split())


@pytest.mark.deep
def test_the_guides_way_to_install_it_works(tmp_path):
    """Into a DESTDIR; the module lies in there where OpenSSL has its own."""
    (block,) = [b for b in sh_blocks() if "cmake" in b]
    done = subprocess.run(
        ["sh", "-ec", block.replace("cmake -B", f"cmake -S '{ROOT}' -DNARAE_TESTS=OFF -B")],
        cwd=tmp_path,
        env=os.environ | {"DESTDIR": str(tmp_path / "stage")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    modules = call(["pkg-config", "--variable=modulesdir", "libcrypto"]).strip()
    stage = f"{tmp_path}/stage{modules}"
    assert "narae" in call(["openssl", "list", "-provider-path", stage, *NARAE, "-providers"])
