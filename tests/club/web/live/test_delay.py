"""During the delay every address is read as every role: of a table that is broadcast nothing comes through
but to who works on its results."""

from __future__ import annotations

import http.client
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from starlette.routing import Route

from club.access.roles import Role
from club.hub.table_status import LastHand, Sitting
from club.log.events import ConsentChanged, GameOpened, HandRecorded, TableBound
from club.web.live.public_delay import INSIDE
from tests.club.log.build import record
from tests.club.web.stand import EVENT, Browser, Stand

Asker = TypeVar("Asker")
Told = TypeVar("Told")
TABLE: Final = "table-1"
SECRET: Final = "hidden-tile"
"""Stands in the state wherever a concealed tile could be."""
LIVE_SCORE: Final = 31337
"""Is told by the state alone: whoever says it has read the live state."""
WON: Final = 41337
"""A score after the last hand: told by small topics and by the hand in the log."""
PLACES: Final = {
    "tournament": EVENT,
    "round": 1,
    "table": 2,
    "hand": 0,
    "line": 57,
    "account": 1,
    "person": 1,
    "kind": "json",
}
BEHIND: Final = {"/api/broadcast"}


def state(rev: int) -> bytes:
    seats = [{"seat": n, "name": "", "score": LIVE_SCORE, "hand": [SECRET]} for n in range(4)]
    fields = {"boot": "b", "rev": rev, "game": "g1", "hands_played": 0, "result": None, "seats": seats}
    return json.dumps(fields).encode()


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    made = Stand(tmp_path, streams=[TABLE])
    yield made
    made.close()


@pytest.fixture
def playing(stand: Stand) -> Stand:
    """A table of the tournament has played a hand, is in the next one and streamed; nobody has consented to
    anything."""
    ids = stand.played()
    stand.enter(TableBound(tournament=EVENT, table=2, device=TABLE))
    stand.enter(GameOpened(tournament=EVENT, round=1, table=2, game="g1"))
    won = (WON, 30000 - WON + 30000, 30000, 30000)
    entry = record(won)
    stand.enter(HandRecorded(tournament=EVENT, round=1, table=2, game="g1", hand=0, record=entry))
    a, b, c, d = ids[4:]
    sitting = Sitting(id="s", tournament=EVENT, round=1, label="2", players=(a, b, c, d))
    stand.hall.put(TABLE, online=True, sitting=sitting, game="g1", scores=won, last=last_hand())
    stand.server.broadcast.live(TABLE, state(7))
    stand.server.broadcast.late(TABLE, "state", state(7))
    return stand


def last_hand() -> LastHand:
    deltas = [WON - 30000, 30000 - WON, 0, 0]
    fields = {"wind": "E", "number": 1, "honba": 0, "reason": "win", "winners": [0], "deltas": deltas}
    return LastHand(game="g1", hand=0, rev=1, **fields)


def addresses(stand: Stand) -> list[str]:
    """Everything that is read from the server, but the pages themselves."""
    paths = [r.path for r in stand.server.app().routes if isinstance(r, Route) and "GET" in (r.methods or ())]
    found = [re.sub(r"\{(\w+)(:\w+)?\}", lambda m: str(PLACES.get(m[1], m[1])), path) for path in paths]
    return [path for path in found if path.startswith("/api/")]


def stream(browser: Browser, path: str, for_s: float = 0.6) -> tuple[int, str]:
    """What a feed tells within this time, once it has answered."""
    received = []
    with closing(http.client.HTTPConnection("127.0.0.1", browser.port, timeout=60)) as link:
        link.request("GET", path, headers={"cookie": browser.cookie} if browser.cookie else {})
        answer, end = link.getresponse(), time.monotonic() + for_s
        if link.sock is not None:
            link.sock.settimeout(for_s)
        with suppress(TimeoutError):
            while time.monotonic() < end and (line := answer.readline()):
                received.append(line.decode())
    return answer.status, "".join(received)


def until(true: Callable[[], object]) -> bool:
    """What the server tells only after its next look at the hall comes in its own time."""
    end = time.monotonic() + 60
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(true())


def everybody(stand: Stand) -> dict[str, Browser]:
    made: dict[str, Browser] = {role.value: stand.signed(role, 100 + n) for n, role in enumerate(Role)}
    return made | {"nobody": stand.browser()}


def feeds(path: str) -> bool:
    return path in BEHIND or path.endswith("/live")


def said(browser: Browser, path: str) -> str:
    if feeds(path):
        return stream(browser, path)[1]
    return browser.get(path).body.decode("utf-8", "replace")


def at_once(ask: Callable[[Asker], Told], who: Iterable[Asker]) -> list[Told]:
    """Each for themselves: nobody waits for what another hears of a feed."""
    with ThreadPoolExecutor(len(Role) + 1) as all_:
        return list(all_.map(ask, who))


def tells(text: str, mark: int) -> bool:
    """Whether a number is told, as such, as what was won, or written with a sign."""
    return any(re.search(rf"(?<![0-9]){n}(?![0-9])", text) for n in (mark, mark - 30000))


def test_every_address_of_the_server_is_read_by_every_role_during_the_delay(playing: Stand) -> None:
    playing.uptime_s += 299
    paths = addresses(playing)

    def leaks(who: tuple[str, Browser]) -> list[tuple[str, str, str]]:
        role, browser = who
        found: list[tuple[str, str, str]] = []
        for path in paths:
            text = said(browser, path)
            found += [(role, path, mark) for mark in (SECRET, str(LIVE_SCORE)) if mark in text]
            if role not in INSIDE:
                found += [(role, path, "score") for _ in range(tells(text, WON))]
        return found

    assert at_once(leaks, everybody(playing).items()) == [[] for _ in (*Role, "nobody")]


def scores_at(browser: Browser) -> dict[str, bool]:
    """Where the score of the hand is told."""
    root = f"/api/tournaments/{EVENT}"
    places = {
        "round": f"{root}/rounds/1",
        "game": f"{root}/rounds/1/tables/2",
        "statistics": f"{root}/statistics",
        "live": "/api/live",
    }
    fields = {name: tells(said(browser, path), WON) for name, path in places.items()}
    return fields | {"hand": browser.get(f"{root}/rounds/1/tables/2/hands/0").data["code"] != "unknown"}


def test_who_works_on_the_results_sees_them_at_once_and_everybody_after_the_delay(playing: Stand) -> None:
    everywhere = dict.fromkeys(("round", "game", "live", "hand"), True)

    def all_see(browsers: list[Browser]) -> bool:
        return all(found.items() >= everywhere.items() for found in at_once(scores_at, browsers))

    inside = [playing.signed(role) for role in sorted(INSIDE)]
    assert until(lambda: all_see(inside))
    director = playing.signed(Role.DIRECTOR).get("/api/hall").body.decode()
    assert tells(director, WON)
    strangers = [playing.browser(), *map(playing.signed, (Role.PLAYER, Role.BROADCASTER, Role.TECHNICIAN))]
    time.sleep(0.8)
    assert not any(seen for found in at_once(scores_at, strangers) for seen in found.values())
    playing.uptime_s += 300
    assert until(lambda: all_see(strangers))


def parts_of(browser: Browser, path: str) -> dict[str, Any]:
    """What a feed says now."""
    parts: dict[str, Any] = {}
    for line in stream(browser, path)[1].splitlines():
        if line.startswith("data: "):
            parts |= json.loads(line.removeprefix("data: "))
    return parts


def live(stand: Stand, *names: str) -> tuple[Any, ...]:
    """What a stranger is told of the table now."""
    answer = parts_of(stand.browser(), "/api/live").get(f"table/{TABLE}", {})
    return tuple(answer.get(name) for name in names)


def test_who_sits_at_a_broadcast_table_is_told_at_once_and_its_play_with_its_own_sitting(
    stand: Stand,
) -> None:
    first, second = [1, 2, 3, 4], [5, 6, 7, 8]

    def seated(round_: int, players: list[int], score: int) -> None:
        a, b, c, d = players
        sitting = Sitting(id=str(round_), tournament=EVENT, round=round_, label="2", players=(a, b, c, d))
        stand.hall.put(TABLE, sitting=sitting, scores=(score,) * 4)

    stand.hall.put(TABLE, online=True)
    assert until(lambda: live(stand, "online", "players") == (True, None))
    seated(1, first, 30000)
    assert until(lambda: live(stand, "players", "scores") == (first, None))
    stand.uptime_s += 300
    assert until(lambda: live(stand, "players", "scores") == (first, [30000] * 4))
    seated(2, second, 25000)
    assert until(lambda: live(stand, "players", "scores") == (second, None))
    stand.uptime_s += 300
    assert until(lambda: live(stand, "players", "scores") == (second, [25000] * 4))


def test_a_role_in_another_tournament_opens_nothing_of_this_one(playing: Stand) -> None:
    other = playing.signed(Role.REFEREE, tournament=77)
    assert not any(scores_at(other).values())
    assert not tells(other.get("/api/hall").body.decode(), WON)


def test_the_late_feed_is_for_broadcasters_and_late_for_each_of_them(playing: Stand) -> None:
    for role, browser in everybody(playing).items():
        status, _ = stream(browser, "/api/broadcast", 0.1)
        expected = 200 if role in {Role.BROADCASTER, Role.DIRECTOR} else 401 if role == "nobody" else 403
        assert (role, status) == (role, expected)


def test_what_was_live_comes_after_the_delay(playing: Stand) -> None:
    caster = playing.signed(Role.BROADCASTER)
    playing.uptime_s += 299
    time.sleep(0.8)
    assert str(LIVE_SCORE) not in stream(caster, "/api/broadcast")[1]
    playing.uptime_s += 1
    assert until(lambda: str(LIVE_SCORE) in stream(caster, "/api/broadcast")[1])


def shown(browser: Browser, *hands: bool) -> bool:
    """Whether the feed comes to say that these hands may be shown."""
    return until(lambda: parts_of(browser, "/api/broadcast").get(f"{TABLE}/hands") == list(hands))


def test_hands_are_shown_with_consent_hand_by_hand_and_withdrawn_at_once(playing: Stand) -> None:
    caster = playing.signed(Role.BROADCASTER)
    people = playing.desk.state.tournaments[EVENT].rounds[1].games[2].sitting.players
    playing.uptime_s += 300
    assert shown(caster, *[False] * 4)
    playing.enter(*(ConsentChanged(tournament=EVENT, person=p, what="stream", granted=True) for p in people))
    assert shown(caster, *[True] * 4)
    own = playing.signed(Role.PLAYER, people[2])
    hide = {
        "type": "consent_changed",
        "tournament": EVENT,
        "person": people[2],
        "what": "stream",
        "granted": False,
    }
    answer = own.post("/api/submit", {"events": [hide | {"round": 1, "hand": 0}], "key": "hide-hand-0"})
    assert answer.status == 200, answer.body
    assert shown(caster, *[False] * 4)
    assert caster.post(f"/api/broadcast/{TABLE}/hand", {"seat": 1}).status == 200
    assert shown(caster, False, True, False, False)
    caster.post(f"/api/broadcast/{TABLE}/hand", {"seat": 2})
    assert shown(caster, *[False] * 4)
