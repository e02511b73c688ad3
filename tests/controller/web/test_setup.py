"""The addresses of the set-up: who is answered, what is refused, and what never leaves the computer."""

from __future__ import annotations

import base64
import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from controller.config import Config, parse
from controller.setup.answers import SetupFlashed
from controller.setup.desk import Desk, RefusedError
from controller.setup.form import Around
from controller.setup.found import FoundCamera, FoundPort
from controller.setup.time_of_day import Timedated
from controller.setup.wifi import Wifi
from controller.web.place import CONNECTIONS
from controller.web.setup import LARGEST, Doorway, Setup, routes
from engine.rules.option_values import checked
from engine.rules.presets import Honoured, plain, table_of
from runtime.tasks import Tasks
from runtime.web.crowd import Crowd, listen
from runtime.web.guard import Names, Rules
from runtime.web.serve import Serving, Wish
from tests.controller.setup.nmcli import PASSWORD
from tests.controller.setup.nmcli import StandIn as Radio
from tests.controller.setup.timedated import StandIn

SECRET = '[broker]\nurl = "mqtt://anna:verysecret@hub"\npassword = "alsosecret"\n'


class Table:
    """Stands behind the addresses."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk(folder / "table.toml", lambda values: parse(values, "here"))
        self.may, self.in_hand, self.begun = True, False, 0
        self.board = True
        self.far: str | None = None
        self.refused: RefusedError | None = None
        self.clock = StandIn(("set-timezone", "set-ntp"), NTP=False, CanNTP=True, NTPSynchronized=False)
        clock = Timedated(self.clock, root=False)
        self.radio = Radio()
        setup = Setup(self.desk, folder, "boot-1", self.desk.kept.revision(), clock, Wifi(self.radio))
        doorway = Doorway(self._may, self._around, self._allow, self._begin)
        app, sock = Starlette(routes=routes(setup, doorway)), listen("127.0.0.1", 0, Crowd(*CONNECTIONS))
        self.served = Serving(app, sock, Wish("web", Rules(Names(), 10 * LARGEST)), Tasks())
        self.served.start()

    def _may(self, _request: Request) -> bool:
        return self.may

    def _around(self) -> Around:
        return Around("boot-1", in_hand=self.in_hand, far=self.far, since="", board=self.board)

    def _allow(self, _config: Config) -> None:
        if self.refused is not None:
            raise self.refused

    def ask(
        self, path: str, data: bytes | None = None, kind: str = "application/json"
    ) -> tuple[int, str, str]:
        """Status, media type and body."""
        url = f"http://127.0.0.1:{self.served.port}/setup/{path}"
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data, {"content-type": kind})) as answer:
                return int(answer.status), answer.headers["content-type"], answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers["content-type"], error.read().decode()

    def _begin(self, _config: Config | None) -> int:
        self.begun += 1
        return 8123

    def post(self, path: str, body: Any) -> tuple[int, dict[str, Any]]:
        status, _, text = self.ask(path, json.dumps(body).encode())
        return status, json.loads(text)

    def get(self, path: str) -> tuple[int, dict[str, Any]]:
        status, _, text = self.ask(path)
        return status, json.loads(text)

    def form(self, language: str = "en") -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.ask(f"form.json?lang={language}")[2])
        return found

    def key(self, name: str) -> dict[str, Any]:
        return next(key for key in self.form()["keys"] if key["name"] == name)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.served.stop()


@pytest.mark.parametrize("query", ["", "?lang=uk&theme=contrast"])
def test_its_short_address_leads_to_the_page_as_it_was_asked_for(table: Table, query: str) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", table.served.port, timeout=60)
    asked.request("GET", f"/setup{query}")
    assert asked.getresponse().headers["location"] == f"setup.html{query}"
    asked.close()


PATHS = ("form.json", "found.json", "versions.json")
SENT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("change", {"revision": "", "changes": {"table.club": "a"}}),
    ("back", {"revision": "", "number": 1}),
    ("apply", {}),
    ("look", {"kind": "file", "source": "/etc/passwd"}),
)


def test_nobody_who_may_not_reads_or_changes_anything(table: Table) -> None:
    table.may = False
    for path in PATHS:
        assert table.ask(path)[0] == 403
    for path, body in SENT:
        assert table.post(path, body) == (403, {"code": "forbidden", "key": "", "message": ""})
    assert (table.begun, table.desk.kept.path.exists()) == (0, False)


@pytest.mark.parametrize("path", [path for path, _ in SENT])
def test_what_is_no_request_is_refused(table: Table, path: str) -> None:
    status, _, reply = table.ask(path, b"{}", "text/plain")
    assert (status, json.loads(reply)["code"]) == (415, "bad")
    for body in (b"[]", b"{", b'{"other": 1}', b'{"revision": 7}'):
        assert table.ask(path, body)[0] == 422
    assert table.post(path, {"revision": "x" * LARGEST})[0] == 413
    assert not table.desk.kept.path.exists()


def test_no_secret_is_ever_told(table: Table) -> None:
    table.desk.kept.path.write_text(SECRET)
    table.post("change", {"revision": table.form()["revision"], "changes": {"table.club": "a"}})
    reply = [table.ask(path)[2] for path in PATHS]
    refused = table.post("change", {"revision": "old", "changes": {"broker.password": 7}})
    said = "".join([*reply, json.dumps(refused)])
    assert "verysecret" not in said
    assert "alsosecret" not in said
    password = table.key("broker.password")
    assert (password["given"], password["secret"], password["value"]) == (True, True, None)
    assert table.key("broker.url")["value"] == "mqtt://anna:***@hub"


def test_the_form_speaks_the_language_that_is_asked_for(table: Table) -> None:
    titles = {
        code: {each["id"]: each["title"] for each in table.form(code)["options"]}
        for code in ("en", "ja", "xx")
    }
    assert titles["en"]["game.start_points"] == "Starting points"
    assert titles["ja"]["game.start_points"] != titles["en"]["game.start_points"]
    assert titles["xx"] == titles["en"]


PARTS: Final = {
    "game.uma": [30000, 10000, -10000, -30000],
    "tiles.red_fives": {"m": 2, "p": 0, "s": 1},
    "sticks.start_set": {"10000": 1, "5000": 2, "1000": 4, "500": 2, "100": 0},
    "score.double_yakuman": ["suuankou_tanki", "daisuushii"],
    "chombo.amount_after_uma": 40000,
}
"""Values of options that have parts, or are a number or a word."""


def test_every_option_that_has_more_than_one_value_is_written_by_the_form(table: Table) -> None:
    form = table.form()
    options = table_of("rrc").options.values()
    assert [each["id"] for each in form["options"]] == [
        each.id for each in options if each.honoured is not Honoured.FIXED
    ]
    assert {each["id"] for each in form["options"] if each["kind"] == "several"} == set(PARTS)
    for option in form["options"]:
        known = PARTS.get(option["id"], option["choices"][-1] if option["choices"] else option["value"])
        value = True if option["kind"] == "switch" else int(option["low"]) if known is None else known
        changes = {"table.options": {option["id"]: value}}
        status, reply = table.post("change", {"revision": table.form()["revision"], "changes": changes})
        assert status == 200, (option, reply)
        chosen = {each["id"]: each["chosen"] for each in table.form()["options"]}
        assert chosen[option["id"]] == value
        assert plain(checked(table_of("rrc").options[option["id"]], value)) == value


def test_a_change_is_written_and_the_table_plays_on(table: Table) -> None:
    status, reply = table.post("change", {"revision": "", "changes": {"table.club": "kyiv"}})
    assert (status, reply["code"], reply["revision"]) == (200, "ok", table.form()["revision"])
    assert (table.begun, table.form()["pending"]) == (0, True)
    assert table.key("table.club")["value"] == "kyiv"


def test_what_was_written_before_is_listed_and_holds_again(table: Table) -> None:
    assert table.get("versions.json") == (200, {"versions": []})
    for club in ("kyiv", "lviv"):
        revision = table.form()["revision"]
        table.post("change", {"revision": revision, "changes": {"table.club": club}})
    versions = table.get("versions.json")[1]["versions"]
    assert versions
    assert all(each["keys"] == ["table.club"] and each["at_ms"] > 0 for each in versions)
    wish = {"revision": table.form()["revision"], "number": versions[0]["number"]}
    assert table.post("back", wish | {"revision": "stale"})[0] == 409
    assert table.post("back", wish)[1]["revision"] == table.form()["revision"]
    assert table.key("table.club")["value"] == "kyiv"
    assert table.post("back", {"revision": table.form()["revision"], "number": 99})[0] == 404


def test_what_is_connected_is_said_by_name(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = "controller.web.setup.found."
    monkeypatch.setattr(f"{connected}cameras", lambda: [FoundCamera("v4l2", "/dev/video2", "HD Pro")])
    monkeypatch.setattr(f"{connected}ports", lambda: [FoundPort("/dev/serial/by-id/a", "Arduino Mega")])
    monkeypatch.setattr(f"{connected}sets", lambda data: ["ours"] if data == tmp_path else [])
    camera = {"kind": "v4l2", "source": "/dev/video2", "name": "HD Pro"}
    port = {"port": "/dev/serial/by-id/a", "name": "Arduino Mega"}
    assert table.get("found.json") == (200, {"cameras": [camera], "ports": [port], "sets": ["ours"]})


def test_what_the_pages_cannot_be_served_with_is_refused(table: Table) -> None:
    table.refused = RefusedError("port", "web.port", "Port 80 is reserved.")
    assert table.post("change", {"revision": "", "changes": {"web.port": 80}})[1]["code"] == "port"
    assert not table.desk.kept.path.exists()


def test_in_a_hand_the_table_begins_again_only_when_it_is_said_twice(table: Table) -> None:
    table.in_hand = True
    assert table.post("apply", {})[1]["code"] == "hand"
    assert table.begun == 0
    assert table.post("apply", {"anyway": True}) == (200, {"code": "ok", "revision": "", "port": 8123})
    assert table.begun == 1


def test_new_firmware_is_asked_for_between_two_hands_and_where_there_is_a_board(table: Table) -> None:
    table.in_hand = True
    assert (table.post("firmware", {})[1]["code"], table.begun) == ("playing", 0)
    table.in_hand, table.board = False, False
    assert (table.post("firmware", {})[1]["code"], table.begun) == ("no_board", 0)
    assert not table.desk.firmware.is_set()
    table.board = True
    assert table.post("firmware", {})[0] == 200
    assert (table.desk.firmware.is_set(), table.begun) == (True, 1)
    table.desk.flashed = SetupFlashed(code="back", message="It does not greet.")
    form = table.get("form.json")[1]
    assert (form["board"], form["flashed"]["code"]) == (True, "back")


def test_a_stranger_writes_no_firmware(table: Table) -> None:
    table.may = False
    assert table.post("firmware", {})[0] == 403
    assert not table.desk.firmware.is_set()


def test_a_table_that_runs_does_not_begin_again_with_a_file_that_makes_none(table: Table) -> None:
    table.desk.kept.path.write_text("[camera]\nfps = 99\n")
    status, reply = table.post("apply", {"anyway": True})
    assert (status, reply["code"], reply["key"], table.begun) == (422, "value", "camera.fps", 0)


def test_the_clock_is_set_where_the_computer_lets_the_table(table: Table) -> None:
    status, reply = table.get("time.json")
    assert (status, reply["there"], reply["zone"], reply["time"], reply["network"]) == (
        200,
        True,
        True,
        False,
        False,
    )
    status, reply = table.post("time", {"zone": "Asia/Tokyo", "network": True})
    assert (status, reply["there"]) == (200, True)
    assert [words[2] for words in table.clock.called] == ["true", "Asia/Tokyo"]
    assert table.post("time", {"zone": "--now"})[1]["code"] == "zone"
    table.clock.obeys = False
    status, reply = table.post("time", {"zone": "UTC"})
    assert (status, reply["code"]) == (503, "no_clock")
    table.may = False
    called = len(table.clock.called)
    assert table.get("time.json")[0] == table.post("time", {"zone": "UTC"})[0] == 403
    assert len(table.clock.called) == called


def test_a_picture_of_a_camera_comes_with_what_would_make_it_better(table: Table, tmp_path: Path) -> None:
    for n in range(4):
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.full((480, 640, 3), 3, np.uint8))
    status, reply = table.post("look", {"kind": "file", "source": str(tmp_path)})
    assert (status, reply["width"], reply["height"]) == (200, 640, 480)
    head, _, encoded = reply["picture"].partition(",")
    assert head == "data:image/jpeg;base64"
    picture = cv2.imdecode(np.frombuffer(base64.b64decode(encoded), np.uint8), 1)
    assert picture is not None
    assert picture.shape == (480, 640, 3)
    assert "dim" in {each["code"] for each in reply["advice"]}, "it is dark"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"kind": "v4l2", "source": "/dev/video97"}, "no_camera_here"),
        ({"kind": "v4l2", "source": ""}, "missing"),
        ({"kind": "rtsp", "source": "rtsp://anna:***@evil/"}, "masked"),
        ({"kind": "rtsp", "source": "gopher://cam"}, "no_camera_here"),
    ],
)
def test_a_camera_that_gives_no_picture_is_refused_with_why(
    table: Table, asked: dict[str, Any], code: str
) -> None:
    assert table.post("look", asked)[1]["code"] == code


def test_a_telephone_gets_a_code_where_it_reaches_the_table(table: Table) -> None:
    assert table.ask("qr.svg")[0] == 404
    table.far = "http://192.168.1.7:8090/"
    assert table.ask("qr.svg")[:2] == (200, "image/svg+xml")
    assert table.form()["far"] == table.far


def test_wifi_is_seen_and_joined_by_who_may_set_the_table_up(table: Table) -> None:
    status, reply = table.get("wifi.json")
    assert (status, reply["networks"][0]["name"], reply["networks"][0]["joined"]) == (200, "home", True)
    status, reply = table.post("wifi", {"name": "hall", "password": PASSWORD})
    assert (status, reply["stands"]) == (200, None)
    assert table.radio.connections[table.radio.active] == "Jantaku hall"
    status, reply = table.post("wifi", {"name": "elsewhere", "password": PASSWORD})
    assert (status, reply["code"]) == (422, "wifi_gone")
    assert table.post("wifi", {"name": ""})[1]["code"] == "bad"
    table.may = False
    did = len(table.radio.did)
    assert table.get("wifi.json")[0] == table.post("wifi", {"name": "guests"})[0] == 403
    assert len(table.radio.did) == did
