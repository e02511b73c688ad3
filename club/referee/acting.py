"""What a referee asks for becomes events of the log; `club.log.desk.Desk.submit` accepts or refuses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import TypeAdapter

from club.log.events import (
    Answered,
    CallClosed,
    Event,
    Frozen,
    HandOpened,
    TimeAdded,
    Unfrozen,
)
from club.log.tournament.tournament import Tournament
from club.referee.appeals import decided, filed
from club.referee.asked import (
    AddTime,
    CloseCall,
    CorrectHand,
    DecideAppeal,
    FileAppeal,
    Freeze,
    Lift,
    OpenHand,
    Reseat,
    Rule,
    Settle,
    Take,
    Thaw,
)
from club.referee.correcting import Full, corrected, reseated
from club.referee.ruling import Who, lifted, ruled, settled


@dataclass(frozen=True, slots=True)
class RefereeActions:
    """What a decision rests on. `picture` is what is known of the table that is to be frozen."""

    tournament: Tournament
    who: Who
    full: Full
    picture: dict[str, Any] = field(default_factory=dict)


def take(desk: RefereeActions, asked: Take) -> tuple[Event, ...]:
    return (Answered(tournament=desk.tournament.id, call=asked.call),)


def close_call(desk: RefereeActions, asked: CloseCall) -> tuple[Event, ...]:
    return (CallClosed(tournament=desk.tournament.id, call=asked.call, reason=asked.reason),)


def freeze(desk: RefereeActions, asked: Freeze) -> tuple[Event, ...]:
    return (Frozen(tournament=desk.tournament.id, picture=desk.picture, **asked.model_dump()),)


def thaw(desk: RefereeActions, asked: Thaw) -> tuple[Event, ...]:
    return (Unfrozen(tournament=desk.tournament.id, round=asked.round, table=asked.table),)


def open_hand(desk: RefereeActions, asked: OpenHand) -> tuple[Event, ...]:
    return (HandOpened(tournament=desk.tournament.id, **asked.model_dump()),)


def add_time(desk: RefereeActions, asked: AddTime) -> tuple[Event, ...]:
    added = TimeAdded(
        tournament=desk.tournament.id,
        round=asked.round,
        table=asked.table,
        seconds=60 * asked.minutes,
        reason=asked.reason,
    )
    return (added,)


_ACTS: Final[Mapping[str, tuple[Any, Callable[[RefereeActions, Any], tuple[Event, ...]]]]] = {
    "take": (Take, take),
    "close_call": (CloseCall, close_call),
    "freeze": (Freeze, freeze),
    "thaw": (Thaw, thaw),
    "open_hand": (OpenHand, open_hand),
    "add_time": (AddTime, add_time),
    "rule": (Rule, lambda desk, asked: ruled(desk.tournament, desk.who, asked)),
    "settle": (Settle, lambda desk, asked: settled(desk.tournament, asked)),
    "lift": (Lift, lambda desk, asked: lifted(desk.tournament, asked)),
    "correct_hand": (CorrectHand, lambda desk, asked: corrected(desk.tournament, desk.full, asked)),
    "reseat": (Reseat, lambda desk, asked: reseated(desk.tournament, desk.full, asked)),
    "file_appeal": (FileAppeal, lambda desk, asked: filed(desk.tournament, asked)),
    "decide_appeal": (DecideAppeal, lambda desk, asked: decided(desk.tournament, asked)),
}
ACTS: Final = tuple(_ACTS)
"""What can be asked for."""


def events(desk: RefereeActions, act: str, body: Mapping[str, object]) -> tuple[Event, ...]:
    """The events of an act. KeyError for an unknown act, ValidationError for a wrong body, LogRefusal."""
    model, make = _ACTS[act]
    return make(desk, TypeAdapter(model).validate_python(body))
