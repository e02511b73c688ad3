"""A display shows six digits, somebody with authority types them, and the display gets an account."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from controller.brokers.accounts import Account, AccountError, Role
from controller.brokers.broker import Address
from controller.brokers.pairing import LIFE_S, MOST, Door, Pairing
from controller.topics import Topics
from controller.web.server import SCREENS, Web

TOPICS = Topics("home", "table-1")
BROKER = Address("127.0.0.1", 1883, 9001)


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
    first, other = pairing.ask(), pairing.ask()
    assert first is not None
    assert other is not None
    assert (len(first.code), first.code.isdecimal(), first.code != other.code) == (6, True, True)
    assert pairing.fetch(first.id) == first
    assert pairing.confirm(first.code, Role.SEAT, 2) == "ok"
    assert pairing.confirm(first.code, Role.SEAT, 2) == "unknown"
    got, waits = pairing.fetch(first.id), pairing.fetch(other.id)
    assert got is not None
    assert got.given is not None
    assert (got.given[0].name, got.given[1]) == ("seat2-paired-1", "secret")
    assert waits == other
    assert pairing.fetch(first.id) is None


def test_nobody_comes_in_with_another_code_or_too_late(pairing: Pairing, clock: Clock) -> None:
    asked = pairing.ask()
    assert asked is not None
    wrong = f"{(int(asked.code) + 1) % 10**6:06}"
    assert pairing.confirm(wrong, Role.TABLE, None) == "unknown"
    assert pairing.fetch("no such request") is None
    clock.now += LIFE_S + 1
    assert pairing.confirm(asked.code, Role.TABLE, None) == "unknown"
    assert pairing.fetch(asked.id) is None


def test_a_crowd_of_strangers_waits(pairing: Pairing, clock: Clock) -> None:
    for _ in range(MOST):
        assert pairing.ask() is not None
    assert pairing.ask() is None
    clock.now += LIFE_S + 1
    assert pairing.ask() is not None


def test_what_no_account_can_be_leaves_the_display_waiting(pairing: Pairing) -> None:
    asked = pairing.ask()
    assert asked is not None
    with pytest.raises(AccountError, match="--seat"):
        pairing.confirm(asked.code, Role.SEAT, None)
    assert pairing.fetch(asked.id) == asked


# over the web


@pytest.fixture
def web(pairing: Pairing) -> Iterator[Web]:
    if not (SCREENS / "vendor" / "mqtt.js").is_file():
        pytest.skip("the screens' libraries are missing: run `python controller/screens/vendor.py`")
    made = Web(
        Topics("home", "table-1"), Address("127.0.0.1", 1883, 9001), port=0, door=Door(pairing=pairing)
    )
    made.start()
    yield made
    made.stop()


def call(web: Web, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, Any]]:
    """POST where there is a body."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(web.url + path, data, {"content-type": "application/json"} | headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
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


def test_only_who_has_authority_lets_displays_in(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor a page of another site, in a browser of the table's own computer."""
    _, asked = call(web, "pair", {})
    body = {"code": asked["digits"], "role": "table"}
    assert call(web, "pair/confirm", body, **{"content-type": "text/plain"}) == (415, {"code": "bad"})
    assert call(web, "pair/confirm", body, host="attacker.example") == (403, {"code": "forbidden"})
    monkeypatch.setattr("controller.web.server.loopback", lambda _: False)
    assert call(web, "pair/confirm", body) == (403, {"code": "forbidden"})
    assert call(web, f"pair/{asked['id']}") == (200, {"code": "wait"})


def test_a_table_without_accounts_says_who_has_them() -> None:
    made = Web(TOPICS, BROKER, port=0)
    made.start()
    try:
        status, told = call(made, "pair", {})
        assert (status, told["code"], "jantaku mqtt account add" in told["message"]) == (
            409,
            "elsewhere",
            True,
        )
    finally:
        made.stop()
