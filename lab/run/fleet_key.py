# SPDX-License-Identifier: MIT
"""The secret of a fleet: one file with a key and its certificate.  Scheduler, workers and clients each prove by TLS
that they have it and demand it of the others, so loopback ports are closed to other users of a machine, too."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime
from pathlib import Path

from ..errors import LabError
from ..files import naming
from ..paths import PRIVATE, shown

FILE = PRIVATE / "fleet" / "key.pem"  # the folder's mode is 700, the file's 600
BEGIN, END = datetime(2000, 1, 1), datetime(9999, 12, 31)  # the file decides, not the clock of a board without one


def make(file: Path) -> None:
    """Creates the file unless it exists."""
    with naming(file):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if file.exists():
            return
        handle, fresh = tempfile.mkstemp(dir=file.parent)  # of mode 600
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(key_and_certificate())
            os.link(fresh, file)  # whole, and one of two that start at once
        except FileExistsError:
            pass
        finally:
            os.unlink(fresh)


def key_and_certificate() -> bytes:
    """PEM: an Ed25519 key and its self-signed certificate."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "narae fleet")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), BEGIN, END)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, None)
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + certificate.public_bytes(Encoding.PEM)


def find(address: str, file: Path) -> Path:
    """The file, for a connection to an address; an error if it is missing or others may read it."""
    if not file.is_file():
        raise LabError(
            f"{address} takes those with its key, and {shown(file)} does not exist: copy it from the scheduler's "
            "checkout, where ./narae scheduler makes it (docs/how-to/many-machines.md)"
        )
    if file.stat().st_mode & 0o077:
        raise LabError(f"{shown(file)} is open to other users, who can run programs as you with it: chmod 600 it")
    return file
