"""A hub that cannot begin: a page at its address says why, and the hub comes there once it can."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from club import pages_note
from club.cli.starting import Starting
from club.hub.config import WebSection
from tests.club.web.stand import Browser
from tests.controller.broker.client import until
from tests.ports import free_port

pytestmark = pytest.mark.timeout(180)
PATIENCE_S = 60.0
GOOD = '[broker]\nurl = "mqtt://127.0.0.1:1"\n\n[web]\nport = {port}\n'
"""The broker answers nobody, which keeps no hub from beginning."""


class Service:
    """`jantaku club hub --config --data`, as the unit starts it, at a port."""

    def __init__(self, root: Path) -> None:
        self.root, self.port = root, free_port()
        self.data, self.file = root / "club", root / "club.toml"
        self.data.mkdir()
        self.file.write_text(GOOD.format(port=self.port))
        self.process: subprocess.Popen[str] | None = None
        self.environment: dict[str, str] = {}

    def start(self) -> None:
        command = [
            str(Path(sys.executable).with_name("jantaku")),
            "club",
            "hub",
            "--config",
            str(self.file),
            "--json",
        ]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **self.environment},
        )

    def stop(self) -> int:
        """Its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=60)
        code, self.process = self.process.returncode, None
        return code

    def get(self, path: str, port: int | None = None) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port or self.port}/{path}", timeout=60) as answer:
                return int(answer.status), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError:
            return 0, b""

    def safe_json(self, port: int | None = None) -> dict[str, Any]:
        """What the page says, once it does."""
        assert until(lambda: self.get("safe.json", port)[0] == 200, PATIENCE_S)
        found: dict[str, Any] = json.loads(self.get("safe.json", port)[1])
        return found

    def again(self) -> None:
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}/safe/again", b"", method="POST")
        urllib.request.urlopen(asked, timeout=60).close()

    def begins(self) -> bool:
        """Its own pages are there, and the link with which its director signs in."""

        def there() -> bool:
            served = self.get("health")[0] != 0 and self.get("api/me")[0] == 200
            return served and (self.data / "first-link").is_file()

        return until(there, PATIENCE_S)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path)
    yield made
    if made.process is not None:
        made.process.kill()
        made.process.communicate()


def spoil_settings(service: Service) -> Callable[[], object]:
    text = service.file.read_text()
    service.file.write_text("club = \0\n")
    return lambda: service.file.write_text(text)


def lose_settings(service: Service) -> Callable[[], object]:
    text = service.file.read_text()
    service.file.unlink()
    return lambda: service.file.write_text(text)


def mistype_a_key(service: Service) -> Callable[[], object]:
    text = service.file.read_text()
    service.file.write_text(f"nonsense = 1\n{text}")
    return lambda: service.file.write_text(text)


def damage_database(service: Service) -> Callable[[], object]:
    log = service.data / "club.db"
    whole = log.read_bytes()
    log.write_bytes(b"\0" * 100 + whole[100:])
    return lambda: log.write_bytes(whole)


def no_certificate(service: Service) -> Callable[[], object]:
    text = service.file.read_text()
    service.file.write_text(text.replace('mqtt://127.0.0.1:1"', 'mqtts://127.0.0.1:1"\nca = "/nowhere.pem"'))
    return lambda: service.file.write_text(text)


@pytest.mark.parametrize(
    ("spoil", "check", "said"),
    [
        (spoil_settings, "settings", "is no TOML"),
        (lose_settings, "settings", "cannot be read"),
        (mistype_a_key, "settings", "nonsense is not a known key"),
        (damage_database, "database", "club.db"),
        (no_certificate, "broker", ""),
    ],
)
def test_its_page_says_why_and_the_hub_comes_at_the_same_address_once_the_cause_is_mended(
    service: Service, spoil: Callable[[Service], Callable[[], object]], check: str, said: str
) -> None:
    service.start()
    assert service.begins()
    assert service.stop() == 0
    mend = spoil(service)
    service.start()
    safe_json = service.safe_json()
    assert (safe_json["of"], safe_json["here"]) == ("hub", True)
    assert said in safe_json["trouble"]
    assert safe_json["findings"][0]["check"] == check
    assert service.get("director.html")[0] == 503
    assert service.get("care.html")[0] == 200
    link = (service.data / "first-link").read_text()
    assert link.startswith(f"http://{socket.gethostname()}.local:{service.port}/#here=")
    mend()
    service.again()
    assert service.begins()
    signs_in = "it signs the first director in again"
    assert until(lambda: "#here=" not in (service.data / "first-link").read_text(), PATIENCE_S), signs_in
    assert service.stop() == 0


def test_a_signal_ends_it_while_it_waits_and_its_next_start_knows_the_same_ticket(service: Service) -> None:
    service.file.write_text("x = \n")
    pages_note.keep(service.data, WebSection(), service.port)
    links = []
    for _ in range(2):
        service.start()
        assert service.safe_json()["trouble"]
        links.append((service.data / "first-link").read_text())
        began = time.monotonic()
        assert service.stop() == 0
        assert time.monotonic() - began < 20
    assert links[0] == links[1]


def test_where_another_program_holds_its_port_the_next_one_says_so(service: Service) -> None:
    with socket.create_server(("127.0.0.1", service.port)) as other:
        service.start()
        assert service.process is not None
        assert service.process.stdout is not None
        waits = json.loads(service.process.stdout.readline())
        port = int(waits["page"].rsplit(":", 1)[1].strip("/"))
        assert port > service.port
        assert "in use" in service.safe_json(port)["trouble"]
        other.close()
    assert service.begins()


def test_a_hub_without_mosquitto_says_what_to_install(service: Service, tmp_path: Path) -> None:
    service.file.write_text(f"[web]\nport = {service.port}\n")
    service.environment = {"PATH": str(tmp_path)}
    from runtime import mosquitto

    if any((Path(folder) / "mosquitto").exists() for folder in mosquitto.BINARY_FOLDERS):
        pytest.skip("mosquitto lies where it is looked for whatever PATH says.")
    service.start()
    safe_json = service.safe_json()
    assert safe_json["findings"][0]["fix"] == "sudo apt install -y mosquitto"


def test_a_director_who_is_signed_in_reads_why(service: Service) -> None:
    """The accounts can be read though the settings cannot be used."""
    service.start()
    assert service.begins()
    browser = Browser(service.port)
    link = (service.data / "first-link").read_text().strip().partition("#link=")[2]
    assert browser.post("/api/sign-in", {"link": link}).status == 200
    assert service.stop() == 0
    mistype_a_key(service)
    service.start()
    safe_json = service.safe_json()
    assert safe_json["trouble"]
    forwarded = {"X-Forwarded-For": "192.0.2.9"}
    assert browser.get("/safe.json", **forwarded).data["here"] is True
    assert Browser(service.port).get("/safe.json", **forwarded).data["here"] is False


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(
    ("known", "stays"),
    [
        ({"noted"}, False),
        ({"file"}, False),
        ({"file", "there"}, True),
        ({"file", "noted"}, True),
        ({"file", "there", "noted"}, True),
    ],
)
def test_it_is_tried_again_with_a_file_that_is_there_or_once_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool, known: set[str], stays: bool
) -> None:
    """By the note of its pages among the data, wherever those are."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    data = tmp_path / ("named" if named else "jantaku/club")
    data.mkdir(parents=True)
    file = tmp_path / "club.toml"
    if "there" in known:
        file.touch()
    if "noted" in known:
        pages_note.keep(data, WebSection(), 8080)
    given = {"data": data} if named else {}
    begun = Starting(file if "file" in known else None, given, lambda: False, ExitStack(), print)
    assert begun.stays == stays
