"""A database that is away, held or read-only: every address answers with a sentence, and is back with it."""

from __future__ import annotations

import http.client
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from starlette.routing import Route

from club.access.roles import Role
from club.database.database import AWAY
from screens import CLUB, CLUB_LANGUAGES, CLUB_WORDS
from tests.club.databases import Postgres
from tests.club.web.stand import Browser, Stand
from words import catalogue

LONGEST_S = 4.5
VALUES = {
    "tournament": "1",
    "round": "1",
    "table": "1",
    "hand": "0",
    "person": "1",
    "account": "1",
    "line": "1",
    "preset": "rrc",
    "kind": "standings",
    "code": "en",
    "path": "nothing",
    "nowhere": "nothing",
}
VALID: dict[str, Any] = {
    "/api/submit": {"events": [{"type": "paid", "tournament": 1, "person": 2}], "key": "away-test-1"},
    "/api/people": {"people": [{"name": "Nora New"}]},
    "/api/people/list": {"csv": "name\nNora New\n"},
    "/api/people/1": {"name": "Anna Other", "revision": "0"},
    "/api/accounts": {"login": "nora"},
    "/api/accounts/1": {"revoke": False, "pin": "1234"},
    "/api/sign-in": {"login": "director", "password": "wrong"},
    "/api/me": {"pin": "4321"},
    "/api/rules": {"preset": "rrc", "options": {}},
    "/api/tournaments/1/desk/do": {"name": "freeze", "body": {"round": 1}, "key": "abcdefgh"},
}
BROKEN = ('{"events": 3', "[]", '"x"', "null", '{"a": 1}', "\x00", "[" * 5000)
GONE = {*AWAY, "away", "no_database"}
LAST = "/api/sign-out"
FILES = "/{path:path}"
"""The pages and what belongs to them."""
MONITORS = {"/health", "/metrics"}
"""Answer programs in a form of their own (tests/runtime/test_health.py)."""


def addresses(stand: Stand) -> Iterator[tuple[str, str]]:
    """Method and path of everything that is served; signing out comes last."""
    found = []
    for route in stand.server.app().routes:
        if isinstance(route, Route) and route.path == FILES:
            found += [("GET", f"/{page.name}") for page in CLUB.glob("*.html")]
        elif isinstance(route, Route) and route.path not in MONITORS:
            path = route.path
            for name, value in VALUES.items():
                for kind in (":int", ":path", ""):
                    path = path.replace(f"{{{name}{kind}}}", value)
            assert "{" not in path, path
            found += [(method, path) for method in route.methods or () if method != "HEAD"]
    yield from sorted(found, key=lambda each: (each[1] == LAST, each[1]))


def asked(browser: Browser, method: str, path: str, body: str | None = None) -> tuple[int, bytes, float]:
    """Status, body and seconds; of a stream only that it begins."""
    link = http.client.HTTPConnection("127.0.0.1", browser.port, timeout=60)
    headers = {"cookie": browser.cookie, "x-csrf-token": browser.csrf, "content-type": "application/json"}
    begun = time.monotonic()
    link.request(method, path, body, headers)
    answer = link.getresponse()
    stream = "event-stream" in (answer.getheader("content-type") or "")
    text = b"" if stream else answer.read()
    link.close()
    return answer.status, text, time.monotonic() - begun


def code(status: int, text: bytes) -> str | None:
    """The code of a problem; it has a sentence in every language. None for an answer that is none."""
    if status < 500:
        return None
    answer = json.loads(text)
    assert status == 503, answer
    assert answer["message"].endswith(".")
    assert "\n" not in answer["message"]
    for language in CLUB_LANGUAGES:
        assert answer["code"] in catalogue(language, *CLUB_WORDS)["refusal"]
    return str(answer["code"])


def all_asked(stand: Stand, browser: Browser) -> list[tuple[str, str, str | None]]:
    """Method, path and code of every address, asked with valid and with broken bodies."""
    found = []
    for method, path in addresses(stand):
        valid = None if method == "GET" else json.dumps(VALID.get(path, {}))
        for body in (valid,) if method == "GET" or path == LAST else (valid, *BROKEN):
            status, text, took = asked(browser, method, path, body)
            assert took < LONGEST_S, (method, path, took)
            found.append((method, path, code(status, text)))
    return found


@pytest.fixture
def away(server: Postgres, tmp_path: Path) -> Iterator[Stand]:
    stand = Stand(tmp_path, url=server.create())
    stand.played()
    yield stand
    stand.close()


def signed(stand: Stand) -> list[Browser]:
    """A director, a referee and a stranger."""
    return [stand.signed(Role.DIRECTOR), stand.signed(Role.REFEREE), stand.browser()]


def reads(answers: list[tuple[str, str, str | None]]) -> dict[str, str | None]:
    """What is read of the API; that there is no such address needs no database."""
    return {
        path: code
        for method, path, code in answers
        if method == "GET" and path.startswith("/api/") and path != "/api/nothing"
    }


@pytest.mark.slow
def test_while_postgresql_is_stopped_every_address_says_so_and_is_back_with_it(
    server: Postgres, away: Stand
) -> None:
    browsers = signed(away)
    with server.down() as crash:
        crash()
        answers = [all_asked(away, browser) for browser in browsers]
    director, referee, stranger = map(reads, answers)
    assert set(director.values()) == set(referee.values()) == {"away"}
    assert stranger["/api/tournaments"] is None, "what follows from the log alone is there for strangers"
    assert stranger["/api/tournaments/1/people"] == "away"
    posts = {path: code for method, path, code in answers[2] if method == "POST"}
    assert posts["/api/sign-in"] in {"no_database", None}
    for browser in browsers:
        back = all_asked(away, browser)
        assert [each for each in back if each[2] in GONE] == []
        assert len(back) > 100


@pytest.mark.slow
def test_a_file_that_was_moved_away_is_missed_at_once_and_back_with_it(stand: Stand, tmp_path: Path) -> None:
    """What would be written into it were lost."""
    stand.played()
    browsers, file = signed(stand), tmp_path / "club.db"
    file.rename(tmp_path / "elsewhere.db")
    director, referee, stranger = (reads(all_asked(stand, browser)) for browser in browsers)
    assert set(director.values()) == set(referee.values()) == {"away"}
    assert stranger["/api/tournaments/1/people"] == "away"
    assert not file.exists(), "no empty one was made in its place"
    (tmp_path / "elsewhere.db").rename(file)
    for browser in browsers:
        assert [each for each in all_asked(stand, browser) if each[2] in GONE] == []


@pytest.mark.slow
def test_a_database_that_another_program_holds_is_said_to_who_enters_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.database.engine.BUSY_MS", 50)
    stand = Stand(tmp_path)
    stand.played()
    browsers = signed(stand)
    with closing(sqlite3.connect(tmp_path / "club.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers = [all_asked(stand, browser) for browser in browsers]
        other.execute("ROLLBACK")
    director = {(method, path): code for method, path, code in reversed(answers[0]) if code}
    assert director["POST", "/api/submit"] == "busy"
    assert director["POST", "/api/people"] == "busy"
    assert reads(answers[0])["/api/people"] is None
    for browser in browsers:
        assert [each for each in all_asked(stand, browser) if each[2] in GONE] == []
    stand.close()


@pytest.mark.slow
def test_a_database_that_cannot_be_written_is_said_and_read_on(tmp_path: Path) -> None:
    stand = Stand(tmp_path)
    stand.played()
    browsers, only = signed(stand), {"read": "ON"}

    @event.listens_for(stand.store.engine, "checkout")
    def _read_only(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA query_only={only['read']}")

    answer = all_asked(stand, browsers[0])
    assert ("POST", "/api/people", "unavailable") in answer
    assert reads(answer)["/api/people"] is None
    only["read"] = "OFF"
    for browser in browsers:
        assert [each for each in all_asked(stand, browser) if each[2] in GONE] == []
    stand.close()


def test_a_crowd_at_a_database_that_is_away_is_answered_soon(server: Postgres, away: Stand) -> None:
    """Nobody waits behind others, and no thread is held for long."""
    browser = away.signed(Role.DIRECTOR)
    took: list[float] = []
    with server.down() as crash:
        crash()

        def ask() -> None:
            status, text, seconds = asked(browser, "GET", "/api/people")
            assert code(status, text) == "away"
            took.append(seconds)

        crowd = [threading.Thread(target=ask) for _ in range(200)]
        for each in crowd:
            each.start()
        for each in crowd:
            each.join()
    assert len(took) == 200
    assert max(took) < 2 * LONGEST_S


def test_an_error_of_ours_is_a_sentence_too(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stand.hall, "view", lambda: 1 / 0)
    answer = stand.signed(Role.DIRECTOR).get("/api/hall")
    assert answer.status == 500
    assert answer.data["code"] == "internal"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_no_database_can_hold_is_refused(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    server: Postgres | None = request.getfixturevalue("server") if kind == "postgresql" else None
    stand = Stand(tmp_path, url=server.create() if server else None)
    director = stand.signed(Role.DIRECTOR)
    grants = {"grants": [{"role": "referee"}], "revision": "0"}
    for path, body in (
        ("/api/accounts/999", grants),
        ("/api/accounts/999999999999", grants),
        (f"/api/accounts/{'9' * 30}", grants),
        (f"/api/people/{'9' * 30}", {"name": "Secret Name", "revision": "0"}),
        (f"/api/people/{'9' * 30}/forget", {}),
        ("/api/accounts", {"login": "nora", "person": 10**30}),
    ):
        answer = director.post(path, body)
        assert answer.status in {404, 409, 422}, (path, answer.body)
        assert answer.data["message"].endswith(".")
    director.post("/api/people", {"people": [{"name": "Secret\x00Name"}]})
    assert director.get("/api/people").status == 200
    assert "Secret" not in caplog.text
    stand.close()
