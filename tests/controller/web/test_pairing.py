"""What `/pair...` answers to displays, to who has authority, and to the table's own computer."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.applications import Starlette

from contract.roles import Role
from controller.broker.accounts import Account, AccountError
from controller.broker.pairing import ASKS, CLOSED, Door, Here, Pairing
from controller.web.pairing import ELSEWHERE, routes
from runtime.web.asking import LARGEST
from tests.asking import Client

SEAT = {"role": "seat", "seat": 2}


def admit(role: Role, seat: int | None) -> tuple[Account, str]:
    if seat == 3:
        raise AccountError("There is no such chair.")
    return Account.named("phone", role, seat, "table-1"), "secret"


def client(door: Door, *, judge: bool = True, host: str = "127.0.0.1") -> Client:
    return Client(Starlette(routes=routes(door, lambda _: judge)), host)


def paired(**given: Any) -> Client:
    return client(Door(pairing=Pairing(admit)), **given)


def test_a_display_gets_its_account_once_it_is_confirmed() -> None:
    pages = paired()
    asked = pages.post("/pair")
    assert asked.status == 200
    assert asked.json()["code"] == "wait"
    own = f"/pair/{asked.json()['id']}"
    assert pages.get(own).json() == {"code": "wait"}
    confirmed = pages.post("/pair/confirm", {"code": asked.json()["digits"], **SEAT})
    assert (confirmed.status, confirmed.json()) == (200, {"code": "ok"})
    fetched = pages.get(own)
    assert fetched.status == 200
    given = {"code": "ok", "page": "seat.html?seat=2&", "device": "seat2-phone", "key": "secret"}
    assert fetched.json() == given
    over = pages.get(own)
    assert (over.status, over.json()) == (404, {"code": "over"}), "it is given once"


@pytest.mark.parametrize("house", [True, False])
def test_only_the_house_pairs_another_host(house: bool) -> None:
    pages = Client(Starlette(routes=routes(Door(pairing=Pairing(admit)), lambda _: True, lambda _: house)))
    asked = pages.post("/pair").json()
    confirmed = pages.post("/pair/confirm", {"code": asked["digits"], "role": "house"})
    assert (confirmed.status, confirmed.json()["code"]) == ((200, "ok") if house else (403, "forbidden"))
    reply = pages.get(f"/pair/{asked['id']}").json()
    assert reply["code"] == ("ok" if house else "wait")
    assert not house or reply["page"] == "host.html?"


def test_one_address_that_asks_too_often_waits() -> None:
    pages = paired()
    for _ in range(ASKS):
        assert pages.post("/pair").status == 200
    full = pages.post("/pair")
    assert (full.status, full.json()) == (429, {"code": "full"})


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"code": "000000", **SEAT}, 404, "unknown"),
        ({"code": "000000", "role": "controller"}, 403, "forbidden"),
        ({"code": "000000", "role": "hub"}, 403, "forbidden"),
        ({"code": "12", **SEAT}, 422, "bad"),
        ({"code": "000000", "role": "seat", "seat": 4}, 422, "bad"),
        ({"code": "0" * LARGEST, **SEAT}, 413, "large"),
    ],
)
def test_a_confirmation_that_confirms_nothing_says_why(body: dict[str, Any], status: int, code: str) -> None:
    answer = paired().post("/pair/confirm", body)
    assert (answer.status, answer.json()["code"]) == (status, code)


def test_only_who_has_authority_confirms_and_only_as_json() -> None:
    body = {"code": "000000", **SEAT}
    assert paired(judge=False).post("/pair/confirm", body).json() == {"code": "forbidden"}
    plain = paired().post("/pair/confirm", {}, kind="text/plain")
    assert (plain.status, plain.json()) == (415, {"code": "bad"})


def test_an_account_that_cannot_be_made_says_why() -> None:
    pages = paired()
    digits = pages.post("/pair").json()["digits"]
    answer = pages.post("/pair/confirm", {"code": digits, "role": "seat", "seat": 3})
    assert (answer.status, answer.json()) == (
        422,
        {"code": "bad", "message": "There is no such chair."},
    )


@pytest.mark.parametrize(
    ("path", "body"),
    [("/pair", {}), ("/pair/confirm", {"code": "000000", **SEAT}), ("/pair/here", {"ticket": "x"})],
)
def test_where_the_accounts_are_a_clubs_each_address_says_so(path: str, body: dict[str, Any]) -> None:
    answer = client(CLOSED).post(path, body)
    assert (answer.status, answer.json()) == (409, {"code": "elsewhere", "message": ELSEWHERE})


def test_a_browser_of_this_computer_gets_an_account_for_the_ticket_and_keeps_its_own() -> None:
    here = Here(lambda: ("house-here-1", "new"), lambda device, secret: (device, secret) == ("old", "own"))
    pages = client(Door(here=here))
    fresh = pages.post("/pair/here", {"ticket": here.ticket})
    assert (fresh.status, fresh.json()) == (200, {"code": "ok", "device": "house-here-1", "key": "new"})
    again = pages.post("/pair/here", {"ticket": here.ticket, "device": "old", "key": "own"})
    assert again.json() == {"code": "ok", "device": "old", "key": "own"}
    wrong = pages.post("/pair/here", {"ticket": "of another start"})
    assert (wrong.status, wrong.json()) == (403, {"code": "over"})


def test_another_computer_gets_nothing_for_the_ticket() -> None:
    here = Here(lambda: ("house-here-1", "new"), lambda *_: False)
    answer = client(Door(here=here), host="10.0.0.9").post("/pair/here", {"ticket": here.ticket})
    assert (answer.status, answer.json()) == (403, {"code": "forbidden"})
