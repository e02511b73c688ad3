"""Whatever is sent, by whomever, in any state of an event: an answer with a code, or a page; never 500."""

from __future__ import annotations

import http.client
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from club.access.roles import Role
from club.log.desk import LogDesk
from club.log.events import (
    Event,
    GameRecorded,
    RoundClosed,
    RoundStarted,
    StageClosed,
    TournamentChanged,
    TournamentClosed,
)
from club.log.events.base import Plan
from club.log.store.line import write
from screens import CLUB_LANGUAGES, CLUB_WORDS
from tests.club.screens.club_stand import fill
from tests.club.web.stand import EVENT, Browser, Stand
from tests.club.web.test_away import FILES, MONITORS, addresses
from tests.club.web.whatever import Asked, asked, places, sent
from words import catalogue

EXAMPLES: Final = int(os.environ.get("JANTAKU_WHATEVER", "3"))
"""Of each state; a long run takes some thousands."""
REQUESTS: Final = 25
FOREIGN: Final = 421
"""Another host is asked for: the door says so in words (tests/runtime/web/test_guard.py)."""
SCORES: Final = (46500, 25300, 34100, 14100)
YAKITORI: Final = {"game.yakitori": True, "game.yakitori_amount": 10_000}


def _empty(_stand: Stand) -> None:
    pass


def _planned(stand: Stand) -> None:
    stand.tournament(plan=Plan(chip=1000))
    stand.enter(TournamentChanged(tournament=EVENT, options=YAKITORI))


def _drawn(stand: Stand) -> None:
    stand.tournament()


def _running(stand: Stand) -> None:
    fill(stand)


def _old(stand: Stand) -> None:
    """Results that lack what the rules need, as an older program took them."""
    _planned(stand)
    for event in _round():
        taken(stand, event)


def _closed(stand: Stand) -> None:
    stand.tournament(rounds=1)
    stand.enter(*_round())
    stand.enter(StageClosed(tournament=EVENT, stage=1), TournamentClosed(tournament=EVENT))


def _round() -> list[Event]:
    sheet = GameRecorded(tournament=EVENT, round=1, table=1, source="sheet", scores=SCORES)
    other = sheet.model_copy(update={"table": 2})
    return [RoundStarted(tournament=EVENT, round=1), sheet, other, RoundClosed(tournament=EVENT, round=1)]


def taken(stand: Stand, event: Event) -> None:
    """Written past the desk, which would refuse it."""
    state = stand.desk.state
    stand.store.append([write(state.hash, state.seq + 1, 0, "test", f"old-{state.seq}", 0, event)])
    stand.desk.refresh()


STATES: Final[Mapping[str, Callable[[Stand], None]]] = {
    "empty": _empty,
    "planned": _planned,
    "drawn": _drawn,
    "running": _running,
    "old": _old,
    "closed": _closed,
}


@dataclass(frozen=True)
class Template:
    """A club as a file, and who is signed in there: cookie and token of each, a stranger last."""

    file: Path
    people: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, str], ...]


@pytest.fixture(scope="module", params=STATES)
def template(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Template:
    folder = tmp_path_factory.mktemp(request.param)
    stand = Stand(folder)
    STATES[request.param](stand)
    ids = iter(stand.people.get())
    browsers = [
        stand.signed(role, next(ids, None) if role is Role.PLAYER else None)
        for role in (Role.DIRECTOR, *(role for role in Role if role is not Role.DIRECTOR))
    ]
    known = tuple(each for each in places(stand.server.app()) if each[1] not in MONITORS)
    stand.close()
    people = (*((each.cookie, each.csrf) for each in browsers), ("", ""))
    return Template(folder / "club.db", people, known)


@contextmanager
def copied(template: Template, folder: Path) -> Iterator[Stand]:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(template.file, folder / "club.db")
    stand = Stand(folder)
    stand.count_from(1000)
    try:
        yield stand
    finally:
        stand.close()


def send(stand: Stand, template: Template, request: Asked) -> None:
    """Sends it and looks at the answer."""
    cookie, csrf = template.people[request.who]
    own = {"cookie": cookie, "x-csrf-token": csrf} if cookie else {}
    link = http.client.HTTPConnection("127.0.0.1", stand.server.port, timeout=60)
    status, kind, text = sent(link, request, own)
    assert status < 500 or _away(status, text), (request, status, text[:300])
    if status == FOREIGN:
        assert "host" in request.headers
    elif status >= 400 and request.path.startswith("/api/") and request.method != "HEAD" and text:
        assert kind.startswith("application/json"), (request, status, kind, text[:300])
        problem: dict[str, Any] = json.loads(text)
        assert problem["message"].strip(), request
        for language in CLUB_LANGUAGES:
            assert problem["code"] in catalogue(language, *CLUB_WORDS)["refusal"], (request, problem)


def _away(status: int, text: bytes) -> bool:
    """What another computer does not give now: fonts, the pictures of a table."""
    return status == 503 and json.loads(text)["code"] in {
        "fonts",
        "table_away",
        "table_silent",
        "pictures_busy",
    }


def readable(stand: Stand) -> None:
    """The log is the one that the hub knows, and every address answers who directs the club."""
    assert LogDesk(stand.store).state == stand.desk.state
    browser: Browser = stand.signed(Role.DIRECTOR)
    for method, path in addresses(stand):
        if method == "GET" and path.startswith("/api/"):
            request = Asked(method, path, 0)
            link = http.client.HTTPConnection("127.0.0.1", stand.server.port, timeout=60)
            status, _, text = sent(link, request, {"cookie": browser.cookie})
            assert status < 500 or _away(status, text), (path, status, text[:300])


def test_whatever_is_sent_is_answered_and_the_log_stays_readable(template: Template, tmp_path: Path) -> None:
    assert any(path == FILES for _, path in template.places)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=EXAMPLES < 100,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(st.lists(asked(template.places, len(template.people)), min_size=REQUESTS, max_size=REQUESTS))
    def holds(requests: list[Asked]) -> None:
        with copied(template, tmp_path / "copy") as stand:
            for request in requests:
                send(stand, template, request)
            readable(stand)

    holds()
