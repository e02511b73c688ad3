"""`/phones/...`: who shows codes, who gets a seat, and what everybody else is told."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from controller.broker.accounts import Account
from controller.broker.phones import Phones
from controller.web.phones import PhoneDoor, routes
from tests.asking import Client
from tests.controller.broker.test_phones import Accounts

FAR = "http://192.0.2.7:8090/"
NAMES = ["Anna", "Bo", "Chie", "Dmytro"]


class Table:
    """Its door; `mine` is whose account a request proves."""

    def __init__(self, *, far: str | None = FAR, elsewhere: bool = False, setup: bool = True) -> None:
        self.book = Accounts()
        self.phones = Phones(self.book, lambda: self.book.now)
        self.mine: Account | None = None
        self.may = True
        door = PhoneDoor(
            None if elsewhere else self.phones,
            lambda _: self.may,
            self._whose,
            lambda: far,
            lambda: NAMES,
            setup,
        )
        self.pages = Client(Starlette(routes=routes(door)))

    def _whose(self, _request: Request) -> Account | None:
        return self.mine

    def code(self, seat: int) -> str:
        found = self.phones.show()[seat].code
        assert found is not None
        return found.text

    def asks(self, path: str, **body: Any) -> dict[str, Any]:
        reply: dict[str, Any] = self.pages.post(f"/phones/{path}", body).json()
        return reply


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_place_shows_the_picture_of_its_code_and_no_text_of_it(table: Table) -> None:
    answer = table.pages.post("/phones/show", {})
    reply = answer.json()
    assert (reply["code"], reply["far"]) == ("ok", FAR)
    assert [(seat["seat"], seat["name"], seat["phones"]) for seat in reply["seats"]] == [
        (n, name, []) for n, name in enumerate(NAMES)
    ]
    pictures = [base64.b64decode(seat["code"].partition("base64,")[2]) for seat in reply["seats"]]
    assert all(picture.startswith(b"<?xml") or b"<svg" in picture for picture in pictures)
    assert len(set(pictures)) == 4
    assert table.code(0).encode() not in answer.body


def test_a_telephone_sees_whose_seat_it_is_takes_it_and_is_seen(table: Table) -> None:
    text = table.code(1)
    looked = table.asks("look", code=text)
    assert (looked["code"], looked["seat"], looked["name"]) == ("ok", 1, "Bo")
    assert table.book.made == 0, "looking takes nothing: pages are opened ahead by others than people"
    given = table.asks("claim", code=text)
    assert (given["code"], given["page"]) == ("ok", "seat.html?seat=1&")
    assert given["device"].startswith("seat1-phone-")
    assert given["key"]
    assert table.asks("show")["seats"][1]["phones"] == [given["device"]]


def test_the_second_telephone_is_told_so(table: Table) -> None:
    text = table.code(1)
    table.asks("claim", code=text)
    assert table.asks("look", code=text)["code"] == "taken"
    second = table.pages.post("/phones/claim", {"code": text})
    assert (second.status, second.json()["code"], second.json()["key"]) == (409, "taken", "")


def test_a_code_that_nobody_shows_is_over(table: Table) -> None:
    text = table.code(1)
    table.asks("close")
    assert table.asks("look", code=text)["code"] == "over"
    late = table.pages.post("/phones/claim", {"code": text})
    assert (late.status, late.json()["code"]) == (404, "over")
    assert table.asks("look", code="of a dream")["code"] == "over"


def test_who_has_the_seat_already_goes_on_there(table: Table) -> None:
    text = table.code(1)
    given = table.asks("claim", code=text)
    table.mine = Account.of(given["device"])
    again = table.asks("look", code=text)
    assert (again["code"], again["page"]) == ("yours", "seat.html?seat=1&")


def test_a_telephone_that_takes_another_seat_leaves_its_own(table: Table) -> None:
    given = table.asks("claim", code=table.code(1))
    table.mine = Account.of(given["device"])
    other = table.asks("claim", code=table.code(2))
    seats = table.asks("show")["seats"]
    assert [seat["phones"] for seat in seats] == [[], [], [other["device"]], []]


@pytest.mark.parametrize("path", ["show", "another", "away", "close"])
def test_only_authority_at_the_table_shows_codes_or_sends_away(table: Table, path: str) -> None:
    table.asks("claim", code=table.code(0))
    before = list(table.book.there)
    table.may = False
    answer = table.pages.post(f"/phones/{path}", {"seat": 0})
    assert (answer.status, answer.json()["code"], answer.json()["seats"]) == (403, "forbidden", [])
    assert table.book.there == before


def test_one_telephone_is_sent_away_and_its_seat_shows_a_code_again(table: Table) -> None:
    given = table.asks("claim", code=table.code(3))
    reply = table.asks("away", device=given["device"])
    assert (reply["seats"][3]["phones"], bool(reply["seats"][3]["code"])) == ([], True)
    assert table.book.there == []


def test_another_telephone_for_a_seat(table: Table) -> None:
    table.asks("claim", code=table.code(3))
    assert table.asks("show")["seats"][3]["code"] is None
    reply = table.asks("another", seat=3)
    assert reply["seats"][3]["code"]
    assert len(reply["seats"][3]["phones"]) == 1


def test_a_table_that_telephones_do_not_reach_says_what_to_switch_on() -> None:
    reply = Table(far=None).asks("show")
    assert (reply["code"], reply["setup"], reply["seats"]) == ("here_only", True, [])
    assert Table(far=None, setup=False).asks("show")["setup"] is False


@pytest.mark.parametrize("path", ["show", "look", "claim"])
def test_where_the_club_keeps_the_accounts_it_says_so(path: str) -> None:
    body = {} if path == "show" else {"code": "x"}
    answer = Table(elsewhere=True).pages.post(f"/phones/{path}", body)
    assert (answer.status, answer.json()["code"]) == (200 if path == "show" else 409, "elsewhere")


def test_a_full_disk_is_said(table: Table) -> None:
    text = table.code(0)
    table.book.full = True
    answer = table.pages.post("/phones/claim", {"code": text})
    assert (answer.status, answer.json()["code"], answer.json()["message"]) == (
        507,
        "disk",
        "The disk is full.",
    )


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("another", {"seat": 4}),
        ("another", {}),
        ("look", {}),
        ("claim", {"code": ""}),
        ("claim", {"code": 7}),
    ],
)
def test_what_is_no_question_is_refused(table: Table, path: str, body: dict[str, Any]) -> None:
    answer = table.pages.post(f"/phones/{path}", body)
    assert (answer.status, answer.json()["code"]) == (422, "bad")


def test_no_page_of_another_site_asks(table: Table) -> None:
    ask: Callable[..., Any] = table.pages.post
    assert ask("/phones/show", {}, kind="text/plain").status == 415
