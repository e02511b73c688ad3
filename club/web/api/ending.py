"""Ending something before its time: shown first with what it changes, then confirmed and entered."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from club.access.authority import allowed
from club.clock import MINUTE_MS
from club.log import effects
from club.log.effects import Drafted, drafted
from club.log.events import Event, RoundClosed, RoundsCalledOff, RoundShortened
from club.log.events.ending import Moved
from club.log.faults import LogRefusal
from club.log.state import State
from club.log.tournament.tournament import Tournament
from club.web.api.log import entries
from club.web.api.paths import TOURNAMENT
from club.web.api.public import found
from club.web.request.call import Asked, Call
from club.web.request.operation import post
from club.web.request.problem import ProblemError

UNSAID: Final = "–"
"""The reason of a preview, which is entered nowhere."""


class Ending(BaseModel):
    """`number` is that of the stage or round (`club.log.effects.Asked`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    what: Literal["event", "stage", "round", "time"]
    number: Annotated[int, Field(ge=0, le=10_000)] = 0
    finished: bool = False
    minutes: Annotated[int, Field(ge=0, le=600)] = 0
    ends: bool = False

    def asked(self, reason: str) -> effects.Asked:
        return effects.Asked(reason=reason, **Ending.model_dump(self, include=set(Ending.model_fields)))


class Confirmed(Ending):
    """`seen` names the preview that was confirmed; `key` makes the request safe to repeat."""

    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
    seen: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]


class OneGame(TypedDict):
    table: int
    finished: bool
    counts: bool


class Effect(TypedDict):
    """What is done, to which games, and everybody's line before and after; `seen` names it."""

    rounds: list[int]
    closes: int | None
    games: list[OneGame]
    seconds: int | None
    lines: list[Moved]
    changes: bool
    ok: bool
    seen: str


class Ended(TypedDict):
    seqs: list[int]


@post(f"{TOURNAMENT}/ending/preview")
def preview(call: Asked[Ending]) -> Effect:
    """What it would change; nothing is entered."""
    known, given = found(call), call.given
    seconds = _lost_s(call, known, given)
    made = drafted(call.services.desk.state, known.id, given.asked(UNSAID), seconds)
    _need(call, made.events)
    return _effect(known, made)


@post(f"{TOURNAMENT}/ending")
def end(call: Asked[Confirmed]) -> Ended:
    """Enters it as it was shown; refused where it would change something else by now."""
    known, given = found(call), call.given
    seconds, who = _lost_s(call, known, given), call.identity

    def events(state: State) -> tuple[Event, ...]:
        made = drafted(state, known.id, given.asked(given.reason), seconds)
        _need(call, made.events)
        if made.seen != given.seen:
            raise LogRefusal("effect_changed")
        return made.events

    outcome = call.services.desk.submit(events, who.by, f"{who.by}/{given.key}", call.services.now_ms())
    return {"seqs": [entry.seq for entry in entries(outcome)]}


def _need(call: Call, events: tuple[Event, ...]) -> None:
    """Who sends it may enter each of them."""
    if not all(allowed(call.identity, event, lambda _: None, lambda _: False) for event in events):
        raise ProblemError(403, "role")


def _lost_s(call: Call, known: Tournament, given: Ending) -> int:
    """Seconds that a round which is played loses, by the clock of the hall: at least the rest of this one."""
    if given.what != "time" or known.playing != given.number:
        return 0
    left = -(-_left_ms(call, known, given.number) // 1000)
    return max(1, left) if given.ends else left - 60 * given.minutes


def _left_ms(call: Call, known: Tournament, number: int) -> int:
    """What the hall's clock has left of a round that is played; without one, by the time since its gong."""
    now, clocks = call.services.now_ms(), call.services.hall.view().clocks
    clock = next((each for each in clocks if (each.tournament, each.round) == (known.id, number)), None)
    if clock is not None:
        gone = now - clock.ts_ms if clock.state == "running" else 0
        return max(0, clock.left_ms - gone)
    found = known.rounds[number]
    since = 0 if found.started is None else now - found.started.ts_ms
    granted = sum(seconds for where, seconds in known.granted(number) if where is None)
    return max(0, known.minutes(number) * MINUTE_MS + 1000 * granted - since)


def _effect(known: Tournament, made: Drafted) -> Effect:
    off = next((each for each in made.events if isinstance(each, RoundsCalledOff)), None)
    cut = next((each for each in made.events if isinstance(each, RoundShortened)), None)
    closed = next((each.round for each in made.events if isinstance(each, RoundClosed)), None)
    return {
        "rounds": [] if off is None else list(off.rounds),
        "closes": closed,
        "games": [] if off is None else _games(known, off),
        "seconds": None if cut is None else cut.seconds,
        "lines": list(made.lines),
        "changes": any(getattr(event, "effect", ()) for event in made.events),
        "ok": made.ok,
        "seen": made.seen,
    }


def _games(known: Tournament, off: RoundsCalledOff) -> list[OneGame]:
    """Every game of the round that is played, whether it has a result and whether it will count."""
    playing = known.playing
    if playing is None or playing not in off.rounds:
        return []
    return [
        {"table": table, "finished": game.result is not None, "counts": table in off.counted}
        for table, game in sorted(known.rounds[playing].games.items())
    ]
