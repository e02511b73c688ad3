"""Pages over TLS with a certificate and key as files."""

from __future__ import annotations

import gc
import http.client
import json
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from club.web.server import Config, Server
from tests.club.web.stand import Stand


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is absent: run `sudo apt install openssl`")
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    names = ["-nodes", "-days", "1", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "cert.pem")]
    subprocess.run([*made, *names, *files], check=True, capture_output=True)
    return tmp_path / "cert.pem"


@pytest.fixture
def server(stand: Stand, certificate: Path) -> Iterator[Server]:
    config = Config(port=0, certificate=certificate, key=certificate.with_name("key.pem"))
    made = Server(stand.desk, stand.people, stand.hall, stand.access, config)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def link(server: Server, certificate: Path) -> Iterator[http.client.HTTPSConnection]:
    trust = ssl.create_default_context(cafile=str(certificate))
    made = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=60, context=trust)
    yield made
    made.close()


def test_over_tls_the_cookie_is_the_hosts_own_and_never_sent_in_the_clear(
    stand: Stand, server: Server, link: http.client.HTTPSConnection
) -> None:
    assert server.url.startswith("https://")
    accounts = stand.access.accounts
    accounts.set_password(accounts.add("anna"), "correct horse")
    body = json.dumps({"login": "anna", "password": "correct horse"})
    link.request("POST", "/api/sign-in", body, {"content-type": "application/json"})
    answer = link.getresponse()
    cookie = answer.headers["set-cookie"]
    assert answer.status == 200
    assert cookie.startswith("__Host-jantaku=")
    assert {"secure", "httponly", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}
    assert answer.headers["strict-transport-security"].startswith("max-age=")


@pytest.mark.parametrize("path", ["/api/tournaments", "/api/live"])
def test_the_end_of_the_server_leaves_no_connection_open(
    server: Server, link: http.client.HTTPSConnection, path: str
) -> None:
    """Nobody reads on: neither an idle page nor one that listens answers the farewell of TLS."""
    link.request("GET", path)
    assert link.getresponse().status == 200
    server.stop()
    gc.collect()  # a socket that was left open is an error here
