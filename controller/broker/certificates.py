"""A club's own certificates, made and read by the command `openssl`.

The command is on every Debian (ca-certificates needs it) and is called a few times in a club's life; a
library for it would weigh 18 MB on every table.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from runtime.certificate import hosts_of as certificate_hosts

AUTHORITY_DAYS: Final = 3650
SERVER_DAYS: Final = 800
"""Apple's systems take none of more than 825 days, not even of an authority that they were given."""
RENEW: Final = timedelta(days=60)
_NEW_KEY: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-sha256")
_HOST: Final = re.compile(r"(?=.{1,253}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*"
                          r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")  # fmt: skip


class CertificateError(Exception):
    """A certificate cannot be made or read; one sentence that says what to do."""


class Pair(NamedTuple):
    """The files of a server that encrypts (PEM)."""

    certificate: Path
    key: Path


def check(pair: Pair) -> None:
    """CertificateError where no server can encrypt with them."""
    for path in pair:
        try:
            path.read_bytes()
        except OSError as error:
            raise CertificateError(
                f"{path} cannot be read ({error.strerror}): correct web.certificate and web.key, or who may "
                "read these files."
            ) from error
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(*pair, password="")
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise CertificateError(
                f"{pair.key} is not the key of {pair.certificate}: name the two that were made together."
            ) from error
        raise CertificateError(
            f"{pair.certificate} and {pair.key} are no certificate and its key: give both as PEM files, the "
            "key without a password."
        ) from error


def checked_host(host: str) -> str:
    """A name or an address that a certificate can be for; CertificateError otherwise."""
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        if _HOST.fullmatch(host):
            return host.lower()
        raise CertificateError(
            f"{host!r} is no name or address of a computer: write such as hub.local or 192.168.1.5."
        ) from None


def make_authority(certificate: Path, key: Path, club: str) -> None:
    """A new certificate authority; whoever holds its key can pass for the club's broker."""
    _make(
        certificate,
        key,
        [f"/CN=Jantaku broker of the club {club}", str(AUTHORITY_DAYS)],
        ["basicConstraints=critical,CA:TRUE,pathlen:0", "keyUsage=critical,keyCertSign,cRLSign"],
    )


def make_server(authority: tuple[Path, Path], certificate: Path, key: Path, hosts: Sequence[str]) -> None:
    """A certificate for a broker of these names and addresses, signed with certificate and key of the CA."""
    names = ",".join(f"{'IP' if _is_address(host) else 'DNS'}:{host}" for host in hosts)
    _make(
        certificate,
        key,
        ["/CN=Jantaku broker", str(SERVER_DAYS), "-CA", str(authority[0]), "-CAkey", str(authority[1])],
        [
            "basicConstraints=critical,CA:FALSE",
            "keyUsage=critical,digitalSignature",
            "extendedKeyUsage=serverAuth",
            f"subjectAltName={names}",
        ],
    )


def _make(certificate: Path, key: Path, subject: Sequence[str], extensions: Sequence[str]) -> None:
    """Both files or none: a certificate never stands beside the key of another."""
    fresh = [path.with_name(f".{path.name}.new") for path in (certificate, key)]
    more = [word for extension in extensions for word in ("-addext", extension)]
    name, days, *signer = subject
    files = ["-out", str(fresh[0]), "-keyout", str(fresh[1])]
    _openssl("req", "-x509", *_NEW_KEY, "-subj", name, "-days", days, *signer, *more, *files)
    fresh[1].chmod(0o600)
    fresh[0].chmod(0o644)
    fresh[1].replace(key)
    fresh[0].replace(certificate)


def signed_by(authority: Path, certificate: Path, key: Path) -> bool:
    """Whether the authority has signed the certificate, which belongs to the key, for now."""
    try:
        _openssl("verify", "-CAfile", str(authority), str(certificate))
        public = _openssl("x509", "-in", str(certificate), "-noout", "-pubkey")
        return public == _openssl("pkey", "-in", str(key), "-pubout")
    except CertificateError:
        return False


def hosts_of(certificate: Path) -> set[str]:
    """Names and addresses that it is for. CertificateError where it cannot be read."""
    try:
        return certificate_hosts(certificate)
    except OSError as error:
        raise CertificateError(
            f"{certificate} cannot be read ({error}): give a certificate in PEM."
        ) from error


def expires(certificate: Path) -> datetime:
    """When it ends. CertificateError where it cannot be read."""
    text = _openssl("x509", "-in", str(certificate), "-noout", "-enddate").strip().removeprefix("notAfter=")
    return datetime.strptime(text, "%b %d %H:%M:%S %Y GMT").replace(tzinfo=UTC)


def fingerprint(certificate: Path) -> str:
    """SHA-256 of the certificate in small hexadecimal digits. CertificateError where it cannot be read."""
    try:
        return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate.read_text("ascii").strip())).hexdigest()
    except (OSError, ValueError) as error:
        raise CertificateError(f"{certificate} is no certificate: copy the club's ca.pem there.") from error


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _openssl(*arguments: str) -> str:
    program = shutil.which("openssl")
    if program is None:
        raise CertificateError("The command openssl is missing: run `sudo apt install openssl`.")
    environment = {**os.environ, "LC_ALL": "C", "OPENSSL_CONF": os.devnull}
    before = os.umask(0o077)
    try:
        done = subprocess.run(
            [program, *arguments], capture_output=True, text=True, check=False, env=environment
        )
    finally:
        os.umask(before)
    if done.returncode:
        last = done.stderr.strip().split("\n")[-1]
        raise CertificateError(f"openssl {arguments[0]} failed: {last}")
    return done.stdout
