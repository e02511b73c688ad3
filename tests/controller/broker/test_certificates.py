"""Of a certificate with which no server can encrypt, the error says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.broker.certificates import CertificateError, Pair, check


def test_files_that_cannot_be_read_or_are_none_are_distinguished(tmp_path: Path) -> None:
    certificate, key = tmp_path / "web.pem", tmp_path / "web.key"
    certificate.write_text("no certificate")
    with pytest.raises(CertificateError, match=r"web\.key cannot be read \(No such file or directory\)"):
        check(Pair(certificate, key))
    key.mkdir()
    with pytest.raises(CertificateError, match=r"web\.key cannot be read \(Is a directory\)"):
        check(Pair(certificate, key))
    key.rmdir()
    key.write_text("no key")
    with pytest.raises(CertificateError, match=r"web\.pem and .*web\.key are no certificate and its key"):
        check(Pair(certificate, key))
