"""`/care`: for the house alone, and never in the middle of a hand."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from contract.roles import Role
from contract.topics import Topics
from controller.broker.broker import Address
from controller.broker.pairing import Door
from controller.web.server import Web
from tests.asking import Client
from tests.controller.scored import unseen
from tests.upkeep.computer import Computer

ROLES = {"house": Role.HOUSE, "referee": Role.REFEREE}


def client(computer: Computer | None, name: str = "house", playing: Any = None) -> Client:
    door = Door(lambda who, _: ROLES.get(who))
    desk = None if computer is None else computer.desk
    web = Web(Topics("home", "table-1"), Address("127.0.0.1", 1), door=door, care=desk)
    web.follow(lambda: playing)
    known = base64.b64encode(f"{name}:secret".encode()).decode()
    return Client(web.app(), headers=((b"authorization", f"Basic {known}".encode()),))


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


@pytest.mark.parametrize("name", ["referee", "guest", "seat0-table-1", ""])
def test_nobody_but_the_house_looks_or_asks(computer: Computer, name: str) -> None:
    stranger = client(computer, name)
    assert stranger.get("/care.json").status == 403
    assert stranger.post("/care", {"what": "reset"}).status == 403
    assert stranger.post("/care/look", {}).status == 403
    assert computer.started == []


def test_the_house_asks_and_is_answered(computer: Computer) -> None:
    house = client(computer)
    page = house.get("/care.json").json()
    assert (page["here"], page["stick"], page["progress"]) == (True, False, None)
    seen = house.get("/care.json")
    assert (seen.status, seen.headers["content-type"]) == (200, "application/json")
    answer = house.post("/care", {"what": "backup", "place": "here"})
    assert (answer.status, answer.json()) == (200, {"code": "ok"})
    assert computer.started == ["jantaku-care@backup:here.service"]
    assert house.get("/care.json").json()["progress"]["what"] == "backup"


def test_a_hand_that_is_played_is_in_the_way(computer: Computer) -> None:
    game = unseen(1)
    assert game.in_play is not None
    house = client(computer, playing=("g1", game))
    answer = house.post("/care", {"what": "reset"})
    assert (answer.status, answer.json()) == (409, {"code": "hand"})
    assert house.post("/care", {"what": "backup", "place": "here"}).status == 200
    assert computer.started == ["jantaku-care@backup:here.service"]


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ({"what": "reset"}, "text/plain", 415),
        ({"what": "uninstall"}, "application/json", 422),
        ({"what": "restore", "place": "here", "file": "../../etc/x.zip"}, "application/json", 422),
        ({"what": "backup"}, "application/json", 422),
        ({"what": "look", "file": "a" * 2000}, "application/json", 413),
    ],
)
def test_what_is_no_question_is_refused(computer: Computer, body: object, kind: str, status: int) -> None:
    assert client(computer).post("/care", body, kind=kind).status == status
    assert computer.started == []


def test_another_sites_page_cannot_have_the_network_looked_at(computer: Computer) -> None:
    assert client(computer).post("/care/look", {}, kind="text/plain").status == 415


def test_a_look_that_fails_is_kept_for_the_page(computer: Computer) -> None:
    house = client(computer)
    assert house.post("/care/look", {}).status == 200
    assert house.get("/care.json").json()["offer"]["code"] == "no_key"


def test_pages_without_a_computer_to_care_for_have_none_of_it() -> None:
    assert client(None).get("/care.json").status == 404


@pytest.mark.parametrize(
    ("loaded", "allowed", "runs", "body", "status", "code"),
    [
        (True, True, False, {"what": "reset"}, 200, "ok"),
        (False, True, False, {"what": "reset"}, 404, "not_here"),
        (True, False, False, {"what": "reset"}, 503, "not_allowed"),
        (True, True, True, {"what": "reset"}, 409, "busy"),
        (True, True, False, {"what": "nothing"}, 422, "bad"),
    ],
)
def test_each_refusal_has_its_status(
    computer: Computer, loaded: bool, allowed: bool, runs: bool, body: dict[str, str], status: int, code: str
) -> None:
    computer.loaded, computer.allowed, computer.runs = loaded, allowed, runs
    answer = client(computer).post("/care", body)
    assert (answer.status, answer.json()["code"]) == (status, code)
