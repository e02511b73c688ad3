"""Pages over TLS with a certificate and key as files."""

from __future__ import annotations

import http.client
import json
import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

from club.web.server import Config, Server
from tests.club.web.stand import Stand


@pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl is absent: run `sudo apt install openssl`"
)
def test_over_tls_the_cookie_is_the_hosts_own_and_never_sent_in_the_clear(
    stand: Stand, tmp_path: Path
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    made = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "1",
    ]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = [*made, *names, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    config = Config(port=0, certificate=certificate, key=key)
    server = Server(stand.desk, stand.people, stand.hall, stand.access, config)
    server.start()
    try:
        assert server.url.startswith("https://")
        accounts = stand.access.accounts
        accounts.set_password(accounts.add("anna"), "correct horse")
        trust = ssl.create_default_context(cafile=str(certificate))
        link = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=20, context=trust)
        body = json.dumps({"login": "anna", "password": "correct horse"})
        link.request("POST", "/api/sign-in", body, {"content-type": "application/json"})
        answer = link.getresponse()
        cookie = answer.headers["set-cookie"]
        link.close()
    finally:
        server.stop()
    assert answer.status == 200
    assert cookie.startswith("__Host-jantaku=")
    assert {"secure", "httponly", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}
    assert answer.headers["strict-transport-security"].startswith("max-age=")
