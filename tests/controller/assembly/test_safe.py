"""The door of a table that cannot begin: what it answers, and that nobody is turned away in between."""

from __future__ import annotations

import base64
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from starlette.requests import Request

from contract.roles import Role
from controller.appliance.taken_along import maker
from controller.assembly.safe import TableDoor
from controller.config import WebSection
from controller.web.place import WebError
from controller.web.server import Web
from screens import TABLE_LANGUAGES
from tests.controller.web.test_server import BROKER, TOPICS
from tests.ports import free_port
from tests.upkeep.computer import Computer
from upkeep.finding import Finding, Level
from upkeep.safe_door import SafeDoor, Upkeep

FOUND = [Finding("disk", Level.FAULT, "data_unwritable", {"folder": "/srv"}, "sudo true")]


@pytest.fixture
def door() -> Iterator[TableDoor]:
    made = TableDoor(WebSection(port=free_port()))
    made.show("It cannot be.", FOUND)
    yield made
    made.close()


@contextmanager
def answering(door: SafeDoor, seconds: float = 30.0) -> Iterator[list[bool]]:
    """While it waits for a press; afterwards whether there was one."""
    pressed: list[bool] = []
    waits = threading.Thread(target=lambda: pressed.append(door.wait(seconds)))
    waits.start()
    try:
        yield pressed
    finally:
        door._again.set()
        waits.join(20)
        assert not waits.is_alive()


def ask(door: SafeDoor, path: str, method: str = "GET", **headers: str) -> tuple[int, str]:
    asked = urllib.request.Request(f"{door.url}{path}", method=method, headers=headers)
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return int(answer.status), answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_every_page_of_the_table_says_why_there_is_no_table(door: TableDoor) -> None:
    with answering(door):
        for path in ("", "index.html", "table.html", "seat.html?seat=1", "safe.html"):
            status, body = ask(door, path)
            assert (status, "shared/js/safe.js" in body) == (503, True)
        report = json.loads(ask(door, "safe.json")[1])
        assert report["trouble"] == "It cannot be."
        about = {"check": "disk", "code": FOUND[0].code, "level": "fault", "fix": "sudo true"}
        assert report["findings"] == [about | {"name": "Disk", "message": FOUND[0].message}]
        assert report["first"] == 0
        (german,) = json.loads(ask(door, "safe.json?lang=de")[1])["findings"]
        assert german == about | {"name": "Datenträger", "message": FOUND[0].said("de")}
        for language in TABLE_LANGUAGES:
            words = json.loads(ask(door, f"lang/{language}.json")[1])["safe"]
            assert {"title", "again", "report", "fault", "advice"} <= words.keys()
        for path in ("shared/js/safe.js", "shared/css/safe.css", "shared/js/i18n.js", "icon.svg"):
            assert ask(door, path)[0] == 200
        assert ask(door, "config.json")[0] == 404
        assert ask(door, "../pyproject.toml")[0] == 404
        assert ask(door, "health")[0] == 503


@pytest.mark.parametrize("code", ["card_away", "card_read_only"])
def test_what_the_doctor_says_in_every_language_the_first_sentence_says_too(
    door: TableDoor, code: str
) -> None:
    card = Finding("disk", Level.FAULT, code)
    door.show(card.message, [*FOUND, card])
    with answering(door):
        for language in TABLE_LANGUAGES:
            report = json.loads(ask(door, f"safe.json?lang={language}")[1])
            assert (report["trouble"], report["language"]) == (card.said(language), language)
        report = json.loads(ask(door, "safe.json?lang=xx")[1])
        assert (report["trouble"], report["language"]) == (card.message, "en")


def test_without_a_set_up_its_address_says_why_there_is_no_table(door: TableDoor) -> None:
    """The screen of a table that nobody has set up opens that one."""
    with answering(door):
        status, body = ask(door, "setup.html")
    assert (status, "shared/js/safe.js" in body) == (503, True)


@pytest.fixture
def cared_for(tmp_path: Path) -> Iterator[tuple[TableDoor, Computer]]:
    """Of a computer that is an appliance; whoever knows the word is of the house."""
    computer = Computer(tmp_path / "computer")
    (tmp_path / "data/games").mkdir(parents=True)
    roles = {"the word": Role.HOUSE, "another": Role.TECHNICIAN}
    door = TableDoor(
        WebSection(port=free_port()),
        own_role=lambda _, secret: roles.get(secret),
        upkeep=Upkeep(computer.desk, partial(maker, data=tmp_path / "data")),
    )
    door.show("It cannot be.", FOUND)
    yield door, computer
    door.close()


def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks now asks from another computer."""
    for module in ("controller.assembly.safe", "upkeep.safe_door"):
        monkeypatch.setattr(f"{module}.from_here", lambda _: False)


def signed(name: str, secret: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{name}:{secret}".encode()).decode()}


def post(door: SafeDoor, body: dict[str, str], **headers: str) -> tuple[int, str]:
    headers["Content-Type"] = "application/json"
    asked = urllib.request.Request(f"{door.url}care", json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return int(answer.status), json.load(answer)["code"]
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["code"]


def code_of(door: SafeDoor, path: str, **headers: str) -> int:
    """Of an answer that need not be text."""
    asked = urllib.request.Request(f"{door.url}{path}", headers=headers)
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            answer.read()
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_the_computer_is_looked_after_where_no_table_begins(cared_for: tuple[TableDoor, Computer]) -> None:
    door, computer = cared_for
    with answering(door):
        assert json.loads(ask(door, "safe.json")[1])["care"] is True
        status, page = ask(door, "care.html")
        assert (status, "table/js/care.js" in page) == (200, True)
        for path in ("table/js/care.js", "shared/js/upkeep.js", "table/css/host.css"):
            assert code_of(door, path) == 200
        assert json.loads(ask(door, "care.json")[1])["here"] is True
        assert post(door, {"what": "reset"}) == (200, "ok")
        assert computer.started == ["jantaku-care@reset.service"]
        for what in ("backup", "support"):
            assert code_of(door, f"host/{what}.zip") == 200
        assert code_of(door, "setup.html") == 503, "there is no set-up here"


def test_who_is_elsewhere_looks_after_it_only_as_the_house(
    cared_for: tuple[TableDoor, Computer], monkeypatch: pytest.MonkeyPatch
) -> None:
    door, computer = cared_for
    elsewhere(monkeypatch)
    with answering(door):
        for sign in ({}, signed("somebody", "no word"), signed("somebody", "another")):
            assert code_of(door, "care.json", **sign) == 403
            assert code_of(door, "host/backup.zip", **sign) == 403
            assert post(door, {"what": "reset"}, **sign) == (403, "forbidden")
        assert computer.started == []
        house = signed("house-1", "the word")
        assert code_of(door, "care.json", **house) == 200
        assert code_of(door, "host/backup.zip", **house) == 200
        assert post(door, {"what": "backup", "place": "here"}, **house) == (200, "ok")
    assert computer.started == ["jantaku-care@backup:here.service"]


def test_without_upkeep_there_are_no_such_pages(door: TableDoor) -> None:
    with answering(door):
        assert code_of(door, "care.html") == 503, "it says why there is no table"
        for path in ("care.json", "host/backup.zip"):
            assert code_of(door, path) == 404


def test_a_press_ends_the_wait_and_time_does(door: TableDoor) -> None:
    with answering(door) as pressed:
        assert ask(door, "safe/again", "POST")[0] == 200
    assert pressed == [True]
    door._again.clear()  # the fixture may have pressed once more
    assert door.wait(0.01) is False


def test_a_stranger_in_the_network_is_told_nothing_of_this_computer_and_presses_nothing(
    door: TableDoor,
) -> None:
    scope = {"type": "http", "client": ("192.0.2.9", 5), "server": ("192.0.2.7", 80), "query_string": b""}
    stranger = Request(scope)
    report = json.loads(bytes(door._answer(stranger).body))
    nothing: dict[str, object] = {
        "trouble": None,
        "findings": [],
        "first": None,
        "here": False,
        "setup": False,
        "care": False,
    }
    assert report == {"of": "table", "tries": 1, "language": "en", **nothing}
    assert door._press(stranger).status_code == 403
    assert not door._again.is_set()


def test_no_other_site_presses(door: TableDoor) -> None:
    with answering(door, 1.0) as pressed:
        assert ask(door, "safe/again", "POST", Origin="http://elsewhere.example")[0] == 403
        assert ask(door, "safe.json", Host="elsewhere.example")[0] == 421
        assert pressed == []


def test_who_comes_between_two_attempts_waits_and_is_answered_by_the_table(door: TableDoor) -> None:
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask, door, "config.json")
        listener = door.hand_over("127.0.0.1", door.port)
        assert listener is not None
        web = Web(TOPICS, BROKER, port=door.port, listener=listener)
        web.start()
        try:
            status, body = asked.result(20)
        finally:
            web.stop()
    assert (status, json.loads(body)["root"]) == (200, TOPICS.root)


def test_a_table_that_listens_elsewhere_finds_the_place_free(door: TableDoor) -> None:
    assert door.hand_over("0.0.0.0", door.port) is None
    assert not door.open
    TableDoor(WebSection(host="0.0.0.0", port=door.port)).close()


def test_a_table_that_serves_others_keeps_the_port_that_open_pages_know(door: TableDoor) -> None:
    port = door.port
    listener = door.hand_over("0.0.0.0", 0)
    assert listener is not None
    with listener:
        assert listener.getsockname()[:2] == ("0.0.0.0", port)


def test_a_taken_port_is_one_sentence(door: TableDoor) -> None:
    with pytest.raises(WebError, match="in use by another program"):
        TableDoor(WebSection(port=door.port))
