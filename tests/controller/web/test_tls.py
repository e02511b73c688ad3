"""A table that is encrypted for other computers, which another loopback address plays."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from contract.topics import Topics
from controller.assembly.displays import displays
from controller.broker import certificates
from controller.broker.broker import Address, EmbeddedBroker
from controller.broker.certificates import (
    CertificateError,
    Pair,
    check,
    expires,
    hosts_of,
    make_authority,
    make_server,
)
from controller.broker.discovery import offers
from controller.cli import main
from controller.config import ConfigError, parse
from controller.doctor.broker import findings
from controller.doctor.checks import Machine
from controller.table.games import Games
from controller.web.server import Web
from controller.web.sockets import Sockets
from runtime.health import Health
from runtime.tasks import Tasks
from screens import SHARED
from tests.controller.broker.client import Client, needs_mosquitto
from tests.controller.club import Member, settled
from tests.ports import free_port
from upkeep.finding import Level

TOPICS = Topics("home", "table-1")
FAR = "127.0.0.2"
needs_screens = pytest.mark.skipif(
    not (SHARED / "vendor" / "mqtt.js").is_file(),
    reason="the screens' libraries are missing: run `python screens/vendor.py`",
)


def authority(folder: Path) -> tuple[Path, Path]:
    made = folder / "ca.pem", folder / "ca.key"
    make_authority(*made, "home")
    return made


def signed(by: tuple[Path, Path], name: str, *hosts: str) -> Pair:
    pair = Pair(by[0].with_name(f"{name}.pem"), by[0].with_name(f"{name}.key"))
    make_server(by, *pair, hosts)
    return pair


@pytest.fixture(scope="module")
def ca(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return authority(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def pair(ca: tuple[Path, Path]) -> Pair:
    return signed(ca, "web", FAR, "table.test")


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("broker.broker", "web.sockets"):
        monkeypatch.setattr(f"controller.{module}.loopback", lambda host: host in {"127.0.0.1", "localhost"})


@pytest.fixture
def web(pair: Pair, elsewhere: None) -> Iterator[Web]:
    broker = Address("127.0.0.1")
    made = Web(TOPICS, broker, FAR, port=0, tls=pair)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def broker(pair: Pair, elsewhere: None, tmp_path: Path) -> Iterator[EmbeddedBroker]:
    made = EmbeddedBroker(tmp_path / "broker", TOPICS, FAR, free_port(), tls=pair)
    made.start()
    yield made
    made.stop()


def get(url: str, ca: Path) -> tuple[http.client.HTTPMessage, bytes]:
    with urllib.request.urlopen(url, timeout=60, context=ssl.create_default_context(cafile=ca)) as answer:
        return answer.headers, answer.read()


@needs_screens
def test_other_computers_are_served_with_a_certificate_that_the_authority_has_signed(
    web: Web, ca: tuple[Path, Path]
) -> None:
    assert web.far == f"https://{FAR}:{web.port}/"
    headers, body = get(f"{web.far}config.json", ca[0])
    assert "strict-transport-security" in headers
    assert b'"root":"jantaku/1/home/table-1"' in body
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(web.far, timeout=60)


@needs_screens
def test_this_computer_reads_its_own_pages_as_before(web: Web) -> None:
    assert web.url.startswith("http://127.0.0.1:")
    with urllib.request.urlopen(f"{web.url}config.json", timeout=60) as answer:
        assert "strict-transport-security" not in answer.headers
        assert json.loads(answer.read())["root"] == TOPICS.root


@needs_screens
def test_other_computers_get_nothing_unencrypted(web: Web) -> None:
    near = int(web.url.rsplit(":", 1)[1].strip("/"))
    for port in (web.port, near):
        with pytest.raises((OSError, http.client.HTTPException)):
            urllib.request.urlopen(f"http://{FAR}:{port}/index.html", timeout=60)


def test_links_have_a_name_that_the_certificate_has(ca: tuple[Path, Path]) -> None:
    sockets = Sockets("192.0.2.7", None, signed(ca, "named", "table.test"), None)
    sockets.port = 8090
    assert sockets.far == "https://table.test:8090/"


@needs_mosquitto
def test_the_broker_s_far_door_is_encrypted(broker: EmbeddedBroker, ca: tuple[Path, Path]) -> None:
    assert broker.address.far is not None
    assert broker.address.guest is not None
    friend = Client(broker, password=broker.address.password)
    friend.say(TOPICS.state, "true", retain=True)
    guest = Member(Address(FAR, broker.address.far, *broker.address.guest, tls=True, ca=ca[0]))
    assert TOPICS.state in settled(guest)
    friend.close()
    guest.close()


CONNECT = b"\x10\x0d\x00\x04MQTT\x04\x02\x00\x3c\x00\x01x"


def answered(host: str, port: int, said: bytes) -> bytes:
    """The first bytes of the answer to plain bytes; none where the line is cut."""
    with socket.create_connection((host, port), timeout=60) as line:
        try:
            line.sendall(said)
            return line.recv(12)
        except ConnectionError:
            return b""


@needs_mosquitto
def test_the_broker_s_far_door_takes_nothing_plain(broker: EmbeddedBroker) -> None:
    assert broker.address.far is not None
    assert not answered(FAR, broker.address.far, CONNECT).startswith(b"\x20")


def test_what_is_announced_says_that_it_is_encrypted() -> None:
    assert [o.properties.get("tls") for o in offers("home", "t", 8090, 1, tls=True)] == ["1", "1"]
    assert not any("tls" in o.properties for o in offers("home", "t", 8090, 1))


def test_files_that_cannot_encrypt_are_one_sentence(
    tmp_path: Path, ca: tuple[Path, Path], pair: Pair
) -> None:
    check(pair)
    other = signed(ca, "other", "other.test")
    with pytest.raises(CertificateError, match=r"other\.key is not the key of .*web\.pem: name the two"):
        check(Pair(pair.certificate, other.key))
    with pytest.raises(CertificateError, match=r"none\.pem cannot be read \(No such file or directory\)"):
        check(Pair(tmp_path / "none.pem", pair.key))
    (tmp_path / "text.pem").write_text("text")
    with pytest.raises(CertificateError, match="are no certificate and its key: give both as PEM files"):
        check(Pair(tmp_path / "text.pem", pair.key))
    locked = tmp_path / "locked.key"
    certificates._openssl("pkey", "-in", str(pair.key), "-aes256", "-passout", "pass:x", "-out", str(locked))
    with pytest.raises(CertificateError, match="the key without a password"):
        check(Pair(pair.certificate, locked))


def test_a_certificate_without_its_key_is_refused(pair: Pair) -> None:
    with pytest.raises(ConfigError, match=r"web\.certificate and web\.key belong together"):
        parse({"web": {"certificate": pair.certificate}}, "the test")
    assert parse({"web": {"certificate": pair.certificate, "key": pair.key}}, "the test").web.pair == pair
    assert parse({}, "the test").web.pair is None


def test_a_table_says_at_its_start_what_is_wrong_with_the_files(tmp_path: Path, pair: Pair) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[web]\nhost = "0.0.0.0"\ncertificate = "{tmp_path}/none.pem"\nkey = "{pair.key}"\n')
    run = ["run", "--config", str(config), "--data", str(tmp_path), "--no-browser", "--speed", "0"]
    done = CliRunner().invoke(main, run)
    assert done.exit_code == 2
    assert "none.pem cannot be read (No such file or directory): correct web.certificate" in done.output


@needs_mosquitto
@needs_screens
def test_what_is_configured_is_served(
    tmp_path: Path, ca: tuple[Path, Path], pair: Pair, elsewhere: None
) -> None:
    web = {
        "host": FAR,
        "port": free_port(),
        "announce": False,
        "certificate": pair.certificate,
        "key": pair.key,
    }
    broker = {"port": free_port()}
    config = parse({"web": web, "broker": broker, "data": tmp_path}, "the test")
    with ExitStack() as opened:
        outlets = displays(config, "boot", Games(tmp_path), opened, Health(Tasks()))
        assert outlets.far == f"https://{FAR}:{web['port']}/"
        _, body = get(f"{outlets.far}config.json", ca[0])
        assert json.loads(body)["root"] == TOPICS.root
        assert not answered(FAR, broker["port"], CONNECT).startswith(b"\x20")


def doctored(**web: Any) -> list[tuple[str, Level, str]]:
    config = parse({"web": {"host": "0.0.0.0", **web}}, "the test")
    return [(f.check, f.level, f.message) for f in findings(config, Machine(find=lambda name: name))][1:]


def test_the_doctor_says_when_the_pages_certificate_ends(tmp_path: Path, pair: Pair) -> None:
    ((check, level, message),) = doctored(certificate=pair.certificate, key=pair.key)
    assert (check, level) == ("certificate", Level.OK)
    assert f"of the pages ends on {expires(pair.certificate):%Y-%m-%d}" in message
    assert expires(pair.certificate) - datetime.now(UTC) > timedelta(days=700)
    ((check, level, message),) = doctored(certificate=tmp_path / "none.pem", key=pair.key)
    assert (check, level, "cannot be read" in message) == ("web", Level.FAULT, True)
    ((_, level, message),) = doctored()
    assert (level, "is not encrypted" in message) == (Level.ADVICE, True)
    assert doctored(host="127.0.0.1") == []


@needs_mosquitto
def test_the_club_certifies_a_table(tmp_path: Path) -> None:
    club, out = tmp_path / "club", tmp_path / "out"

    def jantaku(*arguments: str) -> Any:
        return CliRunner().invoke(main, ["mqtt", *arguments])

    assert jantaku("certificate", "table.test", "--dir", str(club)).exit_code == 2
    jantaku("setup", str(club), "--club", "home", "--host", "hub.test")
    done = jantaku("certificate", "Table.test", "192.0.2.7", "--dir", str(club), "--out", str(out))
    assert done.exit_code == 0, done.output
    made = Pair(out / "web.pem", out / "web.key")
    check(made)
    assert hosts_of(made.certificate) == {"table.test", "192.0.2.7"}
    assert certificates.signed_by(club / "ca.pem", *made)
    assert made.key.stat().st_mode & 0o077 == 0
    (club / "ca.key").unlink()
    assert "ca.key is missing" in jantaku("certificate", "table.test", "--dir", str(club)).output
