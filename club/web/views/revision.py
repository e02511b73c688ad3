"""Writing over what another person may have changed meanwhile: one revision for all that is overwritten.

A reader gets the revision of such a thing and sends it back when writing. If it has changed by then, nothing
is written, and the answer lists the fields in which the two differ.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from club.access.roles import Grant
from club.log.events import Event, ResultCorrected, TournamentChanged
from club.log.events.teams import TeamJoined, TeamNamed
from club.log.faults import LogRefusal
from club.log.people.people import Details
from club.log.state import State
from club.log.tournament.game import Game
from club.log.tournament.places import Registration
from club.log.tournament.tournament import Tournament

Fields = Mapping[str, Any]
"""What is written over, as JSON by the names of its fields."""
_RESULT = ("scores", "sticks_left", "chips", "won")


def revision(fields: Fields) -> str:
    """A hash of the content: equal for equal content, whoever wrote it."""
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def unchanged(given: str, now: Fields, sent: Fields) -> None:
    """LogRefusal where `now` is not what the sender has read: `difference` by field, and the new revision."""
    current = revision(now)
    if given != current:
        differ = {name: {"now": now[name], "sent": sent[name]} for name in sent if sent[name] != now[name]}
        raise LogRefusal("changed_meanwhile", revision=current, difference=differ)


def laid_down(found: Tournament) -> Fields:
    """What a director changes of an event: its name, its rules and all of its plan."""
    rules = {"name": found.name, "preset": found.preset, "options": dict(found.options)}
    return rules | found.plan.model_dump(mode="json")


def result(played: Game) -> Fields:
    """How a game ended, every field None while it has not."""
    return {name: _plain(getattr(played.result, name, None)) for name in _RESULT}


def known(details: Details) -> Fields:
    """What is known of a person."""
    return asdict(details)


def granted(grants: Iterable[Grant]) -> Fields:
    """The roles of an account."""
    rows = sorted((each.role.value, each.tournament or 0) for each in grants)
    return {"grants": [{"role": role, "tournament": number or None} for role, number in rows]}


def member(each: Registration | None) -> Fields:
    """Whom somebody plays for."""
    return {"team": each and each.team}


def named(found: Tournament, team: int) -> Fields:
    """The name of a team, None before it has one."""
    return {"name": found.teams.get(team)}


def overwrites(event: Event) -> bool:
    """Whether what stood there before is gone with the event, so that it needs a revision."""
    return isinstance(event, TournamentChanged)


def read_before(events: Iterable[Event], given: str | None) -> Callable[[State], None]:
    """What the log asks before it takes these: whether what they write over is still as it was read."""

    def check(state: State) -> None:
        for event in events:
            found = state.tournaments.get(event.tournament)
            now = None if found is None else _overwritten(found, event)
            if given is not None and now is not None:
                unchanged(given, now, _sent(event, now))

    return check


def _overwritten(found: Tournament, event: Event) -> Fields | None:
    """What stands now where the event writes; None where it writes over nothing."""
    match event:
        case TournamentChanged():
            return laid_down(found)
        case ResultCorrected() if event.round in found.rounds:
            game = found.rounds[event.round].games.get(event.table)
            return None if game is None else result(game)
        case TeamNamed():
            return named(found, event.team)
        case TeamJoined():
            return member(found.registrations.get(event.person))
    return None


def _sent(event: Event, now: Fields) -> Fields:
    """The fields of `now` that the event writes."""
    given = event.model_dump(mode="json")
    if isinstance(event, TournamentChanged):
        plan = given.pop("plan") or {}
        given = {name: value for name, value in given.items() if value is not None} | plan
    return {name: value for name, value in given.items() if name in now}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
