"""A display shows six digits, somebody with authority types them, and the display gets an account."""

from __future__ import annotations

import base64
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.requests import Request

from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account, AccountError
from controller.broker.broker import Address
from controller.broker.pairing import ASKS, EACH, FREE, LIFE_S, MOST, Door, Here, Pairing
from controller.web.server import Web
from runtime.web.address import from_here
from screens import SHARED

TOPICS = Topics("home", "table-1")
BROKER = Address("127.0.0.1")
BY = "192.0.2.7"
JUDGE = ("referee-anna", "right")


def admit(role: Role, seat: int | None) -> tuple[Account, str]:
    return Account.named("paired-1", role, seat, "table-1"), "secret"


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairing(clock: Clock) -> Pairing:
    return Pairing(admit, clock)


def test_the_display_that_asked_gets_its_account_once(pairing: Pairing) -> None:
    first, other = pairing.ask(BY), pairing.ask(BY)
    assert first is not None
    assert other is not None
    assert (len(first.code), first.code.isdecimal(), first.code != other.code) == (6, True, True)
    assert pairing.fetch(first.id) == first
    assert pairing.confirm(first.code, Role.SEAT, 2, BY) == "ok"
    assert pairing.confirm(first.code, Role.SEAT, 2, BY) == "unknown"
    got, waits = pairing.fetch(first.id), pairing.fetch(other.id)
    assert got is not None
    assert got.given is not None
    assert (got.given[0].name, got.given[1]) == ("seat2-paired-1", "secret")
    assert waits == other
    assert pairing.fetch(first.id) is None


def test_nobody_comes_in_with_another_code_or_too_late(pairing: Pairing, clock: Clock) -> None:
    asked = pairing.ask(BY)
    assert asked is not None
    wrong = f"{(int(asked.code) + 1) % 10**6:06}"
    assert pairing.confirm(wrong, Role.TABLE, None, BY) == "unknown"
    assert pairing.fetch("no such request") is None
    clock.now += LIFE_S + 1
    assert pairing.confirm(asked.code, Role.TABLE, None, BY) == "unknown"
    assert pairing.fetch(asked.id) is None


def test_a_crowd_of_strangers_waits(pairing: Pairing, clock: Clock) -> None:
    for n in range(MOST):
        assert pairing.ask(f"10.0.0.{n}") is not None
    assert pairing.ask("10.0.1.1") is None
    clock.now += LIFE_S + 1
    assert pairing.ask("10.0.1.1") is not None


def test_one_address_has_two_requests_and_keeps_nobody_else_out(pairing: Pairing) -> None:
    asked = [pairing.ask("10.0.0.1") for _ in range(ASKS)]
    assert all(asked)
    assert pairing.ask("10.0.0.1") is None
    assert [each for each in asked if each and pairing.fetch(each.id)] == asked[-EACH:]
    assert pairing.ask("10.0.0.2") is not None


def test_wrong_digits_are_looked_at_ever_more_slowly(pairing: Pairing, clock: Clock) -> None:
    asked = pairing.ask("10.0.0.2")
    assert asked is not None
    wrong = f"{(int(asked.code) + 1) % 10**6:06}"
    for _ in range(FREE):
        assert pairing.confirm(wrong, Role.TABLE, None, "10.0.0.1") == "unknown"
    assert pairing.confirm(asked.code, Role.TABLE, None, "10.0.0.1") == "many"
    clock.now += 1.1
    assert pairing.confirm(asked.code, Role.TABLE, None, "10.0.0.1") == "ok"


def test_a_ticket_makes_one_account_for_each_browser() -> None:
    made: list[tuple[str, str]] = []

    def admitted() -> tuple[str, str]:
        made.append((f"house-here-{len(made)}", "secret"))
        return made[-1]

    here = Here(admitted, lambda *account: account in made)
    assert here.enter("another", "", "") is None
    assert here.enter("", "", "") is None
    first = here.enter(here.ticket, "", "")
    assert first == ("house-here-0", "secret")
    assert here.enter(here.ticket, *first) == first
    assert here.enter(here.ticket, "house-here-0", "guess") == ("house-here-1", "secret")
    assert Here(admitted, lambda *_: True).ticket != here.ticket


def test_what_no_account_can_be_leaves_the_display_waiting(pairing: Pairing) -> None:
    asked = pairing.ask(BY)
    assert asked is not None
    with pytest.raises(AccountError, match="--seat"):
        pairing.confirm(asked.code, Role.SEAT, None, BY)
    assert pairing.fetch(asked.id) == asked


# over the web


@pytest.fixture
def web(pairing: Pairing) -> Iterator[Web]:
    if not (SHARED / "vendor" / "mqtt.js").is_file():
        pytest.skip("the screens' libraries are missing: run `python screens/vendor.py`")
    made = Web(
        Topics("home", "table-1"),
        Address("127.0.0.1"),
        port=0,
        door=Door(
            lambda *account: Role.REFEREE if account == JUDGE else None,
            pairing,
            Here(lambda: JUDGE, lambda *_: False),
        ),
    )
    made.start()
    yield made
    made.stop()


def call(
    web: Web, path: str, body: Any = None, account: tuple[str, str] = JUDGE, **headers: str
) -> tuple[int, dict[str, Any]]:
    """POST where there is a body."""
    data = None if body is None else json.dumps(body).encode()
    signed = f"Basic {base64.b64encode(':'.join(account).encode()).decode()}"
    given = {"content-type": "application/json", "authorization": signed} | headers
    request = urllib.request.Request(web.url + path, data, given)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_the_whole_way(web: Web) -> None:
    _, asked = call(web, "pair", {})
    assert call(web, f"pair/{asked['id']}") == (200, {"code": "wait"})
    confirmation = {"code": asked["digits"], "role": "seat", "seat": 1}
    assert call(web, "pair/confirm", confirmation) == (200, {"code": "ok"})
    given = {"code": "ok", "page": "seat.html?seat=1&", "device": "seat1-paired-1", "key": "secret"}
    assert call(web, f"pair/{asked['id']}") == (200, given)
    assert call(web, f"pair/{asked['id']}") == (404, {"code": "over"})


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"role": "controller"}, 403, "forbidden"),
        ({"role": "house"}, 403, "forbidden"),
        ({"role": "king"}, 422, "bad"),
        ({"code": "12345"}, 422, "bad"),
        ({"seat": 4}, 422, "bad"),
        ({"seat": None}, 422, "bad"),
    ],
)
def test_a_confirmation_that_is_none_lets_nobody_in(
    web: Web, change: dict[str, Any], status: int, code: str
) -> None:
    _, asked = call(web, "pair", {})
    found = call(web, "pair/confirm", {"code": asked["digits"], "role": "seat", "seat": 1} | change)
    assert (found[0], found[1]["code"]) == (status, code)
    assert call(web, f"pair/{asked['id']}") == (200, {"code": "wait"})


def test_only_who_has_authority_lets_displays_in(web: Web) -> None:
    """On the table's own computer, too."""
    _, asked = call(web, "pair", {})
    body = {"code": asked["digits"], "role": "table"}
    plain = {"content-type": "text/plain"}
    assert call(web, "pair/confirm", body, JUDGE, **plain) == (415, {"code": "bad"})
    for account in (("", ""), ("referee-anna", "wrong"), ("table-1", "right")):
        assert call(web, "pair/confirm", body, account) == (403, {"code": "forbidden"})
    assert call(web, "pair/confirm", body | {"code": "0" * 2000})[1]["code"] == "large"
    assert call(web, f"pair/{asked['id']}") == (200, {"code": "wait"})


def test_the_ticket_is_taken_from_this_computer_alone(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    ticket = {"ticket": web._door.here.ticket}  # type: ignore[union-attr]
    assert call(web, "pair/here", ticket) == (200, {"code": "ok", "device": JUDGE[0], "key": JUDGE[1]})
    assert call(web, "pair/here", {"ticket": "guess"}) == (403, {"code": "over"})
    assert call(web, "pair/here", {"ticket": 1})[0] == 422
    monkeypatch.setattr("controller.web.pairing.from_here", lambda _: False)
    assert call(web, "pair/here", ticket) == (403, {"code": "forbidden"})


@pytest.mark.parametrize(
    ("client", "server", "here"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "::1", True),
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.8", "192.0.2.7", False),
        ("", "", False),
    ],
)
def test_this_computer_is_who_asks_from_where_it_is_asked(client: str, server: str, here: bool) -> None:
    scope = {"type": "http", "client": (client, 1), "server": (server, 8090)}
    assert from_here(Request(scope)) is here


def test_a_table_without_accounts_says_who_has_them() -> None:
    made = Web(TOPICS, BROKER, port=0)
    made.start()
    try:
        status, result = call(made, "pair", {})
        assert (status, result["code"], "jantaku mqtt account add" in result["message"]) == (
            409,
            "elsewhere",
            True,
        )
    finally:
        made.stop()
