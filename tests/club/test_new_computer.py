"""A club whose computer is lost is served by an empty one, from the backup of its hub alone."""

from __future__ import annotations

import http.client
import json
import shutil
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from club.hub.config import load
from club.process import Running, start
from contract.roles import Role
from controller.appliance.backup import save
from controller.appliance.restore import restore
from controller.broker.accounts import Account
from controller.broker.club import ClubBroker
from controller.cli import main
from runtime.mosquitto import Mosquitto
from tests.club.log.build import created, registered
from tests.controller.broker.client import needs_mosquitto, until
from tests.controller.club import ME, settings
from tests.ports import free_port
from upkeep.computer import FIRST_LINK

SETTINGS = """\
# the club's own words
club = "sakura"

[broker]
url = "mqtts://localhost:{port}"
password = "{secret}"
ca = "{etc}/ca.pem"

[web]
port = {web}
certificate = "{etc}/web.pem"
key = "{etc}/web.key"
"""


class Computer:
    """Data and settings of a hub, encrypted pages, and the club's broker, which its tables reach by TLS."""

    def __init__(self, root: Path) -> None:
        self.data, self.etc = root / "club", root / "etc"
        self.files = ClubBroker(self.etc)
        self.web = free_port()

    def set_up(self) -> str:
        """As docs/brokers.md and docs/club.md say it; the secret of a table's account."""
        self.wanted = settings(club="sakura", listen="127.0.0.1")
        self.files.setup(self.wanted)
        self.files.certify(["localhost", "127.0.0.1"], self.etc)
        accounts = self.files.accounts()
        secret = accounts.put(Account.named("club", Role.HUB))
        of_table = accounts.put(Account.named("table-1", Role.CONTROLLER, table="table-1"))
        accounts.write()
        text = SETTINGS.format(port=self.wanted.port, secret=secret, etc=self.etc, web=self.web)
        (self.etc / "club.toml").write_text(text)
        return of_table

    @contextmanager
    def running(self) -> Iterator[Running]:
        broker = Mosquitto(self.etc)
        broker.start([("127.0.0.1", self.wanted.port)])
        try:
            hub = start(load(self.etc / "club.toml", {"data": self.data}))
            with hub.close:
                assert until(lambda: hub.hub.wire.connected, 60)
                yield hub
        finally:
            broker.stop()

    def asked(self, ca: str, method: str, path: str, body: object = None, cookie: str = "") -> Any:
        """Of a browser that trusts this authority alone: the headers, and what the JSON says."""
        context = ssl.create_default_context(cadata=ca)
        headers = {"content-type": "application/json", "cookie": cookie}
        with closing(http.client.HTTPSConnection("localhost", self.web, timeout=60, context=context)) as link:
            link.request(method, path, None if body is None else json.dumps(body), headers)
            answer = link.getresponse()
            assert answer.status == 200, answer.read()
            return answer.headers, json.loads(answer.read())


@needs_mosquitto
@pytest.mark.timeout(300)
def test_the_same_club_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    it, file = Computer(tmp_path / "var"), tmp_path / "backup.zip"
    monkeypatch.setattr("controller.appliance.settings.beside", lambda data: it.etc)
    of_table = it.set_up()
    ca, key = it.files.ca.read_text(), (it.etc / "ca.key").read_bytes()
    with it.running() as hub:
        hub.desk.submit((created(), *registered((1, 2))), "director", "first", 0)
        link = (it.data / FIRST_LINK).read_text().strip().partition("#link=")[2]
        headers, _ = it.asked(ca, "POST", "/api/sign-in", {"link": link})
        cookie = headers["set-cookie"].split(";")[0]
        before = it.asked(ca, "GET", "/api/tournaments", cookie=cookie)[1]
        save(it.data, file)
    assert [each["name"] for each in before] == ["Open"]
    unit = (it.etc / "jantaku-broker.service").read_bytes()
    shutil.rmtree(it.data.parent)

    it.etc.mkdir(parents=True)
    (it.etc / "trusted").mkdir()
    restore(file, it.data)
    assert not (it.data / "settings").exists()
    assert {each.name for each in it.etc.iterdir() if each.suffix in {".service", ".conf"}} == set()
    assert (it.etc / "club.toml").read_text().startswith("# the club's own words\n")
    assert ((it.etc / "ca.key").read_bytes(), (it.etc / "ca.key").stat().st_mode & 0o777) == (key, 0o600)
    words = ["mqtt", "setup", str(it.etc), "--club", "sakura", "--user", ME, "--listen", "127.0.0.1"]
    ports = ["--port", str(it.wanted.port), "--local-port", str(it.wanted.local_port)]
    done = CliRunner().invoke(main, [*words, *ports])
    assert done.exit_code == 0, done.output
    assert (it.etc / "jantaku-broker.service").read_bytes() == unit
    with it.running():
        assert it.files.accounts().role("controller-table-1", of_table) == "controller"
        assert it.asked(ca, "GET", "/api/tournaments", cookie=cookie)[1] == before, (
            "and is signed in as before"
        )
