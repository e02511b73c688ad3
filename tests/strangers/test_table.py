"""A table among strangers: no way in without an account, from the network or by a page of another site."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from contract.channels import READS
from contract.roles import Role
from controller.broker.certificates import Pair, make_authority, make_server
from tests.controller.broker.client import needs_mosquitto
from tests.controller.browser import chromium
from tests.strangers.doors import fetch, guesses, open_doors
from tests.strangers.hostile import attacked, foreign_site
from tests.strangers.mqtt_bytes import Client, Web
from tests.strangers.network import Computer
from tests.strangers.programs import asked, signed_in, started, until

pytestmark = [pytest.mark.slow, needs_mosquitto, pytest.mark.timeout(300)]
ROOT: Final = "jantaku/1/home/table-1"
PORT: Final = 8090
PRIVATE: Final = (
    "/config.json",
    "/camera.jpg",
    "/camera.mjpg",
    "/history.json",
    "/referee.json",
    "/health",
    "/metrics",
    "/index.html",
    "/table.html",
    "/lang/en.json",
    "/evidence/x/1.jpg",
)
"""What no page of another site may read: all of it tells who plays here."""
POSTS: Final = (
    ("/pair", "text/plain", ""),
    ("/pair/here", "application/json", '{"ticket": "x"}'),
    ("/phones/show", "application/json", "{}"),
    ("/phones/away", "application/json", "{}"),
    ("/phones/claim", "text/plain", '{"code": "x"}'),
    ("/pair/confirm", "text/plain", '{"code": "000000", "role": "house"}'),
    ("/pair/confirm", "application/json", '{"code": "000000", "role": "house"}'),
    ("/referee/preview", "text/plain", '{"penalty": {"seat": 0, "row": "x"}}'),
)
SOURCES: Final = (
    "/vendor.py",
    "/vendor.py/",
    "/vendor.py%2f",
    "//vendor.py",
    "/./vendor.py",
    "/js/../vendor.py",
    "/%76endor.py/",
    "/vendor.py%00",
    "/vendor.py?x",
    "/package.json/",
    "/package-lock.json/",
    "/package.json",
    "/..%2f..%2fpyproject.toml",
    "/../../pyproject.toml",
)


@dataclass
class Table:
    """A running table as strangers and its own people meet it."""

    home: Computer
    away: Computer
    data: Path
    shown: bool
    """Whether it serves other computers."""
    tls: bool
    device: str
    key: str

    @property
    def near(self) -> int:
        """The port of plain pages on its own computer."""
        return PORT + 1 if self.tls else PORT

    @property
    def door(self) -> str:
        """Where the house's own browser speaks MQTT."""
        return f"ws://127.0.0.1:{self.near}/mqtt"

    def pauses(self) -> list[dict[str, Any]]:
        """The pauses that the table accepted, as its journals hold them."""
        lines = [line for path in self.data.glob("games/*.jsonl") for line in path.read_text().splitlines()]
        return [row["body"] for row in map(json.loads, lines) if row["kind"] == "pause" and row["body"]]

    def house(self) -> Client:
        """The house, signed in on the table's own computer."""
        with self.home.inside():
            client = Client(Web(self.door))
        assert client.connect("house-screen", self.device, self.key) == 0
        return client


@pytest.fixture(scope="module", params=["alone", "network", "encrypted"])
def table(
    request: pytest.FixtureRequest,
    computers: tuple[Computer, Computer],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Table]:
    home, away = computers
    folder = tmp_path_factory.mktemp(request.param)
    data, shown, tls = folder / "data", request.param != "alone", request.param == "encrypted"
    words = ["run", "--json", "--no-browser", "--data", str(data), "--port", str(PORT), "--seed", "4"]
    if shown:
        words += ["--host", "0.0.0.0"]
    if tls:
        made = Pair(folder / "web.pem", folder / "web.key")
        make_authority(folder / "ca.pem", folder / "ca.key", "home")
        make_server((folder / "ca.pem", folder / "ca.key"), *made, [home.address])
        (folder / "table.toml").write_text(f'[web]\ncertificate = "{made.certificate}"\nkey = "{made.key}"\n')
        words += ["--config", str(folder / "table.toml")]
    with started(home, folder, words, "table"):
        link = asked(home, folder, "link", "--data", str(data)).split()[-1]
        yield Table(home, away, data, shown, tls, *signed_in(home, link))


@pytest.fixture(scope="module")
def browser(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """On the table's own computer, whose DNS a stranger answers: `rebound.test` is the table itself."""
    flags = (
        "--host-resolver-rules=MAP evil.test 127.0.0.1, MAP rebound.test 127.0.0.1",
        "--ignore-certificate-errors",
    )
    with table.home.inside(), chromium(tmp_path_factory.mktemp("profile"), flags=flags) as driver:
        yield driver


def test_only_the_documented_doors_are_open(table: Table) -> None:
    far = {
        (host, port) for host, port in table.home.listeners() if not host.startswith("127.") and host != "::1"
    }
    ports = {port for _, port in far}
    assert ports == ({PORT, 1883} if table.shown else set())
    near = {port for host, port in table.home.listeners() if host.startswith("127.") or host == "::1"}
    assert near == ({table.near} if table.tls or not table.shown else set())


def test_nobody_in_the_network_comes_in_without_an_account(table: Table) -> None:
    ports = {port for _, port in table.home.listeners()}
    with table.away.inside():
        assert open_doors(table.home.address, ports) == []


def test_nobody_on_the_tables_own_computer_comes_in_by_being_there(table: Table) -> None:
    ports = {port for _, port in table.home.listeners()}
    with table.home.inside():
        assert open_doors("127.0.0.1", ports) == []
        assert guesses(table.door) == []


def test_the_house_commands_with_the_token_of_its_own_browser(table: Table) -> None:
    """The proof that the other tests would see a command that was accepted."""
    client = table.house()
    with contextlib.closing(client):
        client.subscribe(f"{ROOT}/reply/{table.device}")
        for name in ("pause", "resume"):
            command: dict[str, object] = {"id": f"house-{name}", "by": "house", "name": name, "body": {}}
            client.publish(f"{ROOT}/cmd/{table.device}", json.dumps(command).encode())
        until(lambda: any("house" in str(pause) for pause in table.pauses()), 60)
        answers = client.messages(f"{ROOT}/reply/{table.device}")
    assert json.loads(answers[f"{ROOT}/reply/{table.device}"])["ok"]


def test_a_guest_reads_what_is_public_and_its_commands_are_not_accepted(table: Table) -> None:
    computer, host = (table.away, table.home.address) if table.shown else (table.home, "127.0.0.1")
    before = len(table.pauses())
    with computer.inside():
        status, body = fetch(host, PORT, "/config.json", tls=table.tls)
        assert status == 200
        guest = json.loads(body)["guest"]
        scheme = "wss" if table.tls else "ws"
        client = Client(
            Web(f"{scheme}://{host}:{PORT}/mqtt", origin=f"{scheme.replace('ws', 'http')}://{host}:{PORT}")
        )
        with contextlib.closing(client):
            assert client.connect("guest", guest["device"], guest["key"]) == 0
            client.subscribe("#")
            client.subscribe(f"{ROOT}/#")
            for topic in (
                "cmd",
                "cmd/guest",
                f"cmd/{guest['device']}",
                f"cmd/{table.device}",
                "cmd/referee-x",
                "cmd/hub-club",
            ):
                for retain in (False, True):
                    command = {"id": f"{topic}-{retain}", "by": "guest", "name": "pause", "body": {}}
                    client.publish(f"{ROOT}/{topic}", json.dumps(command).encode(), retain=retain)
            client.publish(f"{ROOT}/state", b"{}", retain=True)
            received = client.messages(f"{ROOT}/state")
    names = {topic.removeprefix(f"{ROOT}/") for topic in received}
    public = {name.partition("/")[0] for name in READS[Role.GUEST]}
    assert "state" in names
    assert {name for name in names if name.partition("/")[0] not in public} <= {f"presence/{guest['device']}"}
    assert json.loads(received[f"{ROOT}/state"])["rev"] > 0
    assert len(table.pauses()) == before


def test_a_known_client_id_throws_nobody_out(table: Table) -> None:
    client = table.house()
    with contextlib.closing(client), table.home.inside():
        status, body = fetch("127.0.0.1", table.near, "/config.json")
        guest = json.loads(body)["guest"]
        for name in ("house-screen", table.device):
            other = Client(Web(table.door))
            with contextlib.closing(other):
                assert other.connect(name, guest["device"], guest["key"]) == 0
                assert client.alive()
    assert status == 200


def test_an_address_of_another_name_reads_nothing(table: Table) -> None:
    """What DNS rebinding sends: the right address under the name of another site."""
    computer, host = (table.away, table.home.address) if table.shown else (table.home, "127.0.0.1")
    with computer.inside():
        for name in (
            "evil.test",
            f"evil.test:{PORT}",
            "127.0.0.1.evil.test",
            "8.8.8.8",
            "localhost.evil.test:8090",
            "",
        ):
            for path in PRIVATE:
                status, _ = fetch(host, PORT, path, tls=table.tls, headers={"Host": name})
                assert status in (400, 403, 421), (name, path)


def test_no_source_file_is_served(table: Table) -> None:
    with table.home.inside():
        for path in SOURCES:
            status, body = fetch("127.0.0.1", table.near, path)
            assert status in (400, 403, 404, 421), path
            assert b"import" not in body
            assert b"dependencies" not in body


def test_a_page_of_another_site_reads_nothing_and_commands_nothing(table: Table, browser: Any) -> None:
    before = len(table.pauses())
    sockets = [
        f"ws://127.0.0.1:{port}{path}" for _, port in table.home.listeners() for path in ("/mqtt", "/")
    ]
    with table.home.inside(), foreign_site(table.home) as port:
        for host in ("evil.test", "127.0.0.1"):
            browser.get(f"http://{host}:{port}/")
            found = attacked(browser, f"http://127.0.0.1:{table.near}", PRIVATE, POSTS, sockets)
            assert found == {name: [] for name in found}, host
    assert len(table.pauses()) == before


def test_a_page_under_a_rebound_name_reads_nothing_and_commands_nothing(table: Table, browser: Any) -> None:
    before = len(table.pauses())
    with table.home.inside():
        browser.get(f"http://rebound.test:{table.near}/index.html")
        base = f"http://rebound.test:{table.near}"
        found = attacked(browser, base, PRIVATE, POSTS, [f"ws://rebound.test:{table.near}/mqtt"])
    assert found == {name: [] for name in found}
    assert len(table.pauses()) == before


def test_its_own_page_reads_what_others_may_not(table: Table, browser: Any) -> None:
    """The proof that the two tests above would see an answer that can be read."""
    with table.home.inside():
        browser.get(f"http://127.0.0.1:{table.near}/index.html")
        found = attacked(
            browser, f"http://127.0.0.1:{table.near}", ("/config.json", "/camera.jpg"), (), (table.door,)
        )
    assert sorted(found["read"]) == ["/camera.jpg", "/config.json"]
    assert found["shown"] == ["/camera.jpg"]
    assert found["opened"] == [table.door]
    assert found["answered"] == [], "nobody is anonymous here either"
